"""Standalone tables: a table file without a game.yaml is loaded as a game with one deck."""
