"""Reading of picture files and drawings, as pixels and shapes."""
