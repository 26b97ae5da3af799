"""Preflight: check whether a composed face can be read, before it is imposed or printed."""
