"""Marks: the name of a drawing that stands for a value."""

from printgen.rules.columns.base import ColumnType
from printgen.rules.scalars import parse_id


class MarkType(ColumnType):
    """A drawing marks/<name>.svg of the templates; on the face it stands as a picture."""

    display = "mark"

    def parse_value(self, text: str) -> str:
        return parse_id(text)
