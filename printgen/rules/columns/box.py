"""Boxes: so many to tick, as the cell says or another cell that the column names."""

from printgen.rules.columns.base import ColumnType
from printgen.rules.model import Column, Known
from printgen.rules.scalars import Fault, number, shown


class Box(ColumnType):
    """A number of boxes; one where nothing says how many."""

    form = "boxes"
    takes = ("of",)

    def read(self, text: str, column: Column, known: Known) -> int:
        found = number(text)
        if found is None or not 0 <= found <= 40:
            raise Fault(shown(text), "write how many boxes to tick, 0 to 40")
        return found
