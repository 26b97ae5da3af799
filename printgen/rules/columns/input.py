"""Inputs: a place to write, on paper or on screen. The cells of such a column are empty."""

from printgen.rules.columns.base import ColumnType


class InputType(ColumnType):
    """A field to fill in: a blank on paper, a form field in the PDF."""

    hint = "leave the cell empty: it is printed as a place to write"

    def parse_value(self, text: str) -> None:
        # None makes the cell invalid: a text here could never be printed.
        return None
