"""Nodes become a `Game`."""
