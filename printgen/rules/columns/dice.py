"""Dice to roll, such as 2d6. They are printed with their number: d6 as 1d6."""

from typing import Any

from printgen.rules.columns.base import ColumnType
from printgen.rules.scalars import parse_dice


class DiceType(ColumnType):
    """The number of dice and the number of their sides."""

    def parse_value(self, text: str) -> tuple[int, int]:
        return parse_dice(text)

    def format_value(self, value: Any) -> str:
        count, sides = value
        return f"{count}d{sides}"
