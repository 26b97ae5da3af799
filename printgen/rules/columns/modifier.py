"""Modifiers: whole numbers printed with their sign. Zero is printed as +0."""

from typing import Any

from printgen.rules.bands import format_signed
from printgen.rules.columns.number import NumberType


class ModifierType(NumberType):
    """A number that players add to a roll or a total."""

    takes = ("unit", "shift")
    hint = "write a number with its sign, such as +1 or -2"

    def format_value(self, value: Any) -> str:
        return format_signed(value, plus=True)

    def export_value(self, value: Any) -> str:
        return str(value)
