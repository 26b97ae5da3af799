"""Rendering: from a template and its context to text, and from the text to elements."""
