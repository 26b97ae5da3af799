"""Outputs: files made of proofed PDFs, a module for each. Only the command line imports them."""
