"""Whole numbers, with the unit of their column and U+2212 for minus."""

from typing import Any

from printgen.rules.bands import signed
from printgen.rules.columns.base import ColumnType
from printgen.rules.scalars import number


class NumberType(ColumnType):
    """A whole number; where the column has a letter for "none of them", that letter too."""

    takes = ("unit", "or_", "shift", "cycle")

    @property
    def wants(self) -> str:
        also = f", or {self.column.letter}" if self.column.letter else ""
        return f"write a whole number, such as 12 or -3{also}"

    def value(self, text: str) -> int | str | None:
        letter = self.column.letter
        return letter if letter and text.casefold() == letter.casefold() else number(text)

    def printed(self, value: Any) -> str:
        return signed(value) if isinstance(value, int) else str(value)
