"""Modifiers: whole numbers that are printed with their sign, a nought with a plus."""

from typing import Any

from printgen.rules.bands import signed
from printgen.rules.columns.base import ColumnType
from printgen.rules.scalars import number


class ModifierType(ColumnType):
    """A number to add to a roll or a total."""

    takes = ("unit", "shift")
    wants = "write a number with its sign, such as +1 or -2"

    def value(self, text: str) -> int | None:
        return number(text)

    def printed(self, value: Any) -> str:
        return signed(value, plus=True)

    def exported(self, value: Any) -> str:
        return str(value)
