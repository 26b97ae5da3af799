"""Faces are placed on pages."""
