"""Boxes: so many to tick, as the cell says or another cell that the column names."""

from printgen.rules.columns.base import ColumnType
from printgen.rules.scalars import parse_number


class BoxType(ColumnType):
    """A number of boxes; one where nothing says how many."""

    display = "boxes"
    takes = ("of",)
    hint = "write how many boxes to tick, 0 to 40"

    def parse_value(self, text: str) -> int | None:
        count = parse_number(text)
        return count if count in range(41) else None
