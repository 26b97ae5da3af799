"""Whole numbers, printed with the unit of their column and with U+2212 as minus."""

from typing import Any, ClassVar

from printgen.rules.bands import format_signed
from printgen.rules.columns.base import ColumnType
from printgen.rules.scalars import parse_number


class NumberType(ColumnType):
    """A whole number, or the letter that the column's `or` defines for "none of them"."""

    takes: ClassVar[tuple[str, ...]] = ("unit", "or_", "shift", "cycle")

    @property
    def hint(self) -> str:
        alternative = f", or {self.column.fallback_letter}" if self.column.fallback_letter else ""
        return f"write a whole number, such as 12 or -3{alternative}"

    def parse_value(self, text: str) -> int | str | None:
        # The letter is accepted in either case, but printed as declared.
        letter = self.column.fallback_letter
        return letter if letter and text.casefold() == letter.casefold() else parse_number(text)

    def format_value(self, value: Any) -> str:
        return format_signed(value) if isinstance(value, int) else str(value)
