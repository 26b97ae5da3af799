"""Painting: from laid-out boxes to the items of a face."""
