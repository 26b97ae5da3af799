"""Layout: a merged template to a Face of placed items."""
