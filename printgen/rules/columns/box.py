"""Boxes: a number of boxes to tick, from the cell or from another column (`of`)."""

from printgen.rules.columns.base import ColumnType
from printgen.rules.scalars import parse_number


class BoxType(ColumnType):
    """A number of boxes to tick; 1 if neither the cell nor `of` gives a number."""

    takes = ("of",)
    hint = "write how many boxes to tick, 0 to 40"

    def parse_value(self, text: str) -> int | None:
        count = parse_number(text)
        return count if count in range(41) else None
