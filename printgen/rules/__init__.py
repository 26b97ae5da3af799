"""Loads YAML, CSV and workbook files into a frozen, typed `Game`, and checks the game's data."""
