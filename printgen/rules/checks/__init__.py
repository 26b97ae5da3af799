"""The checks that a game declares."""
