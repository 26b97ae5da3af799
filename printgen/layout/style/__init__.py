"""Style sheets become the computed style of each element."""
