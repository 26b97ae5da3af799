"""Colours of a row, for templates to use. They are never printed as text."""

from printgen.problems import InputError
from printgen.rules.columns.base import ColumnType
from printgen.rules.scalars import quote


class ColourType(ColumnType):
    """An opaque CSS colour, stored as a hexadecimal text such as #7a1f1a."""

    hint = 'write a CSS colour, such as navy, or in quotes "#7a1f1a"'

    def parse_value(self, text: str) -> str | None:
        from printgen.colour import (  # imported here: most games have no colours
            read_ink,
            suggest_colour,
        )

        ink, opacity = read_ink(text) or ((), 0)
        if not ink:
            raise InputError(f"{quote(text)} is not valid", suggest_colour(text) + self.hint)
        # CSS Color 4, 5.2: #rrggbb writes an opaque colour. Ink cannot be transparent.
        return f"#{bytes(ink).hex()}" if opacity == 1 else None
