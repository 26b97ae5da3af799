"""printgen: a print-and-play generator that checks every printed value against your data."""

__version__ = "0.2.0"
