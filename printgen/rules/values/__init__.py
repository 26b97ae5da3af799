"""Values of cells: bands, sizes and prose."""
