"""Layout of boxes, with their sizes and places: lines, blocks, flex, grid and tables."""
