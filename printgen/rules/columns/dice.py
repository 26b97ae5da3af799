"""Dice to roll, such as 2d6, printed with their number: a d6 as 1d6."""

from typing import Any

from printgen.rules.columns.base import ColumnType
from printgen.rules.model import Column, Known
from printgen.rules.scalars import dice


class DiceType(ColumnType):
    """How many dice and their sides."""

    def read(self, text: str, column: Column, known: Known) -> tuple[int, int]:
        return dice(text)

    def printed(self, value: Any, column: Column, known: Known) -> str:
        count, sides = value
        return f"{count}d{sides}"
