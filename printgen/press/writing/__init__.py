"""Writing of imposed pages as the bytes of a PDF."""
