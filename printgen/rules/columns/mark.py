"""Marks: the name of a drawing that represents a value, or of an icon, perhaps with its set."""

from printgen.rules.columns.base import ColumnType
from printgen.rules.scalars import parse_id


class MarkType(ColumnType):
    """The drawing marks/<name>.svg in a templates folder, displayed as a picture."""

    def parse_value(self, text: str) -> str:
        return ":".join(map(parse_id, text.split(":", 1)))
