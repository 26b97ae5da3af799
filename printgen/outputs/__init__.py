"""Files made of finished prints. Each takes proofed PDFs; only the command line imports it."""
