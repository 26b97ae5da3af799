"""Column types of places to write: inputs, on paper or on screen, and boxes to tick.

The cells of an input are empty. The number of boxes is in the cell or in another column (`of`).
"""

from printgen.rules.columns.base import ColumnType
from printgen.rules.files.scalars import parse_number


class InputType(ColumnType):
    """A place to write: a blank on paper, a form field in the PDF. Its cells are empty."""

    hint = "leave the cell empty: it is printed as a place to write"

    def parse_value(self, text: str) -> None:
        # None makes the cell invalid: a text here could never be printed.
        return None


class TickBoxType(ColumnType):
    """A number of boxes to tick.

    The number is in the cell, or else in the column that the option `of` names. If neither has it,
    there is one box.
    """

    special_keys = ("of",)
    hint = "write how many boxes to tick, 0 to 40"

    def parse_value(self, text: str) -> int | None:
        count = parse_number(text)
        return count if count in range(41) else None
