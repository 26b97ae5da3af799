"""Files made of finished prints: each takes proofed PDFs, and nothing needs it."""
