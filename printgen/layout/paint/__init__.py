"""Laid-out boxes become the items of a face."""
