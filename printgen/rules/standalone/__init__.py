"""Builds a `Game` with one deck from a table file without a game.yaml."""
