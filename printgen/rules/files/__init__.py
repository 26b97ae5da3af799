"""Reading of files as nodes with their places: YAML, structs, and tables of any format."""
