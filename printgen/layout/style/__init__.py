"""Styles: from style sheets to the computed style of each element."""
