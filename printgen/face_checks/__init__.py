"""Comparison of a face, as laid out or as read from a PDF, with its content."""
