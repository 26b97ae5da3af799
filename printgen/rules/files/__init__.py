"""Files become nodes with places: YAML, structs, tables of any format."""
