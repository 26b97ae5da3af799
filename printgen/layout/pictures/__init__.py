"""Picture files and drawings become shapes and pixels."""
