"""Whole numbers, with the unit of their column and U+2212 for minus."""

from typing import Any

from printgen.rules.bands import signed
from printgen.rules.columns.base import ColumnType
from printgen.rules.model import Column, Known
from printgen.rules.scalars import Fault, number, shown


class Number(ColumnType):
    """A whole number; where the column has a letter for "none of them", that letter too."""

    takes = ("unit", "or_", "shift", "cycle")

    def read(self, text: str, column: Column, known: Known) -> int | str:
        found = number(text)
        if found is not None:
            return found
        if column.letter and text.casefold() == column.letter.casefold():
            return column.letter
        also = f", or {column.letter}" if column.letter else ""
        raise Fault(shown(text), f"write a whole number, such as 12 or -3{also}")

    def printed(self, value: Any, column: Column, known: Known) -> str:
        return signed(value) if isinstance(value, int) else str(value)
