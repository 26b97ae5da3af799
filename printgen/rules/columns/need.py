"""Needs: the least roll that succeeds, printed with a plus after it."""

import re
from typing import Any

from printgen.rules.columns.base import ColumnType
from printgen.rules.scalars import BadData, quote


class NeedType(ColumnType):
    """A number to reach, such as 5+; one that the column's dice cannot roll is a fault."""

    takes = ("dice",)
    hint = "write the least roll that succeeds, such as 5+"

    def parse_value(self, text: str) -> int | None:
        need = int(text[:-1]) if re.fullmatch(r"[1-9][0-9]?\+", text) else None
        count, sides = self.column.dice or (1, 99)
        if need is not None and not count <= need <= count * sides:
            raise BadData(
                quote(text), f"write {count}+ to {count * sides}+, which the dice can roll"
            )
        return need

    def format_value(self, value: Any) -> str:
        return f"{value}+"
