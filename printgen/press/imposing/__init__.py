"""Imposition: the placement of faces on pages."""
