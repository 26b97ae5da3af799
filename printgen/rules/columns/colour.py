"""Colours: an ink of the game's own, for templates; never printed as words."""

import re

from printgen.rules.columns.base import ColumnType
from printgen.rules.model import Column, Known
from printgen.rules.scalars import Fault, shown

_COLOUR = re.compile(r"#[0-9a-f]{6}", re.IGNORECASE)


class Colour(ColumnType):
    """Red, green and blue, such as #7a1f1a."""

    form = "silent"

    def read(self, text: str, column: Column, known: Known) -> str:
        if not _COLOUR.fullmatch(text):
            raise Fault(shown(text), 'write a colour in quotes, such as "#7a1f1a"')
        return text.lower()
