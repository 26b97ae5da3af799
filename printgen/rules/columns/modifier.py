"""Modifiers: whole numbers that are printed with their sign, a nought with a plus."""

from typing import Any

from printgen.rules.bands import signed
from printgen.rules.columns.base import ColumnType
from printgen.rules.model import Column, Known
from printgen.rules.scalars import Fault, number, shown


class Modifier(ColumnType):
    """A number to add to a roll or a total."""

    takes = ("unit", "shift")

    def read(self, text: str, column: Column, known: Known) -> int:
        found = number(text)
        if found is None:
            raise Fault(shown(text), "write a number with its sign, such as +1 or -2")
        return found

    def printed(self, value: Any, column: Column, known: Known) -> str:
        return signed(value, plus=True)

    def exported(self, value: Any, column: Column, known: Known) -> str:
        return str(value)
