"""Inputs: a place to write on paper or on screen; its cells hold nothing."""

from printgen.rules.columns.base import ColumnType
from printgen.rules.model import Column, Known
from printgen.rules.scalars import Fault, shown


class Input(ColumnType):
    """A field to fill in."""

    form = "input"

    def read(self, text: str, column: Column, known: Known) -> None:
        raise Fault(shown(text), "leave it empty; it is a place to write in print")
