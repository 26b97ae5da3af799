"""Proof: a PDF read back and held against the Game."""
