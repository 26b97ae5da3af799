"""Comparison of a face with its content, shared by preflight and proof."""
