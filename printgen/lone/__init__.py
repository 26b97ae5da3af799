"""Turn a table that stands by itself, in no game's folder, into what a game has of one."""
