"""Questions about a game: paths to cells, counts, its digest, its tables as CSV."""
