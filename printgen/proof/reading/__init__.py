"""A PDF becomes records of what is on its pages; only this folder calls pdfium."""
