"""Reading of a PDF, as records of what is on its pages. Only this folder calls pdfium."""
