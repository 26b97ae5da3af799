"""Needs: the lowest roll that succeeds, printed with a plus after it, such as 5+."""

import re
from typing import Any

from printgen.problems import InputError
from printgen.rules.columns.base import ColumnType
from printgen.rules.scalars import quote


class NeedType(ColumnType):
    """A number to reach, such as 5+. The column's dice must be able to roll it."""

    takes = ("dice",)
    hint = "write the lowest roll that succeeds, such as 5+"

    def parse_value(self, text: str) -> int | None:
        need = int(text[:-1]) if re.fullmatch(r"[1-9][0-9]?\+", text) else None
        # Without dice any number of two digits is accepted.
        count, sides = self.column.dice or (1, 99)
        if need is not None and not count <= need <= count * sides:
            message = f"{count}d{sides} cannot roll {quote(text)}"
            raise InputError(message, f"write {count}+ to {count * sides}+")
        return need

    def format_value(self, value: Any) -> str:
        return f"{value}+"
