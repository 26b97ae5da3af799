"""Inputs: a place to write on paper or on screen; its cells hold nothing."""

from printgen.rules.columns.base import ColumnType


class InputType(ColumnType):
    """A field to fill in."""

    form = "input"
    wants = "leave it empty; it is a place to write in print"

    def value(self, text: str) -> None:
        return None
