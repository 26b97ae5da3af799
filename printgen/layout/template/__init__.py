"""A template and its context become text, and the text becomes elements."""
