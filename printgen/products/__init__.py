"""Products: a Game to the faces of a deck, a sheet, markers or a roster."""
