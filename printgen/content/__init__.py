"""Content: a Game to the words and marks that every printed face must carry."""
