"""Boxes get their sizes and places: lines, blocks, flex, grid and tables."""
