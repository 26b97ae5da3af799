"""Boxes: so many to tick, as the cell says or another cell that the column names."""

from printgen.rules.columns.base import ColumnType
from printgen.rules.scalars import number


class BoxType(ColumnType):
    """A number of boxes; one where nothing says how many."""

    form = "boxes"
    takes = ("of",)
    wants = "write how many boxes to tick, 0 to 40"

    def value(self, text: str) -> int | None:
        found = number(text)
        return found if found in range(41) else None
