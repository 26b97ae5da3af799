"""Colours: an ink of the game's own, for templates; never printed as words."""

from printgen.rules.columns.base import ColumnType
from printgen.rules.scalars import BadData, quote


class ColourType(ColumnType):
    """A colour as CSS writes it, kept as red, green and blue, such as #7a1f1a."""

    display = "silent"
    hint = 'write a colour of CSS, such as navy, or in quotes "#7a1f1a"'

    def parse_value(self, text: str) -> str | None:
        from printgen.colour import (  # a game without colours need not wait for it
            read_ink,
            suggest_colour,
        )

        ink, opacity = read_ink(text) or ((), 0)
        if not ink:
            raise BadData(quote(text), suggest_colour(text) + self.hint)
        return f"#{bytes(ink).hex()}" if opacity == 1 else None
