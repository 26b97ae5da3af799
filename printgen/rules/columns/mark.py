"""Marks: the name of a drawing that stands for a value."""

from printgen.rules.columns.base import ColumnType
from printgen.rules.model import Column, Known
from printgen.rules.scalars import identifier


class Mark(ColumnType):
    """A drawing marks/<name>.svg of the templates; on the face it stands as a picture."""

    form = "mark"

    def read(self, text: str, column: Column, known: Known) -> str:
        return identifier(text)
