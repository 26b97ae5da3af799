"""The proof: reads a PDF back and compares it with the game's data."""
