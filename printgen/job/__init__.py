"""Turn what was typed into the prints to be made."""
