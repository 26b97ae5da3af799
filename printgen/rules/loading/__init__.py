"""Loading: from the nodes of files to a `Game`."""
