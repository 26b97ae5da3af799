"""Inputs: a place to write on paper or on screen; its cells hold nothing."""

from printgen.rules.columns.base import ColumnType


class InputType(ColumnType):
    """A field to fill in."""

    display = "input"
    hint = "leave it empty; it is a place to write in print"

    def parse_value(self, text: str) -> None:
        return None
