"""Print-and-play sheets for miniatures games, every printed number proofed against the rules."""

__version__ = "0.1.0"
