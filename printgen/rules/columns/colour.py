"""Colours: an ink of the game's own, for templates; never printed as words."""

import re

from printgen.rules.columns.base import ColumnType


class Colour(ColumnType):
    """Red, green and blue, such as #7a1f1a."""

    form = "silent"
    wants = 'write a colour in quotes, such as "#7a1f1a"'

    def value(self, text: str) -> str | None:
        return text.lower() if re.fullmatch("#[0-9a-fA-F]{6}", text) else None
