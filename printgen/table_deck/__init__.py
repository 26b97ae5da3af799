"""Turn a table that stands by itself, in no game's folder, into a game of one deck."""
