"""Pages become the bytes of a PDF."""
