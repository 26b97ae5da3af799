"""Needs: the least roll that succeeds, printed with a plus after it."""

import re
from typing import Any

from printgen.rules.columns.base import ColumnType
from printgen.rules.model import Column, Known
from printgen.rules.scalars import Fault, shown

_NEED = re.compile(r"([1-9][0-9]?)\+")


class Need(ColumnType):
    """A number to reach, such as 5+; one that the column's dice cannot roll is a fault."""

    takes = ("dice",)

    def read(self, text: str, column: Column, known: Known) -> int:
        match = _NEED.fullmatch(text)
        if not match:
            raise Fault(shown(text), "write the least roll that succeeds, such as 5+")
        need = int(match[1])
        if (
            column.dice is not None
            and not column.dice[0] <= need <= column.dice[0] * column.dice[1]
        ):
            count, sides = column.dice
            raise Fault(shown(text), f"write {count}+ to {count * sides}+, which the dice can roll")
        return need

    def printed(self, value: Any, column: Column, known: Known) -> str:
        return f"{value}+"
