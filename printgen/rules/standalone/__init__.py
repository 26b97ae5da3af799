"""A table file without a game.yaml becomes a `Game` with one deck."""
