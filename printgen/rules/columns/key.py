"""Keys: the names of rows. Each is unique in its table."""

from typing import Any

from printgen.problems import InputError
from printgen.rules.columns.base import ColumnType
from printgen.rules.model import EMPTY
from printgen.rules.scalars import parse_name


class KeyType(ColumnType):
    """A name without dots. A number is padded with zeros to the column's `digits` in print."""

    takes = ("digits",)

    def parse_value(self, text: str) -> str:
        key = parse_name(text)
        # Filters write `none` for an empty cell, and `each` is a key of prints and checks.
        if key in (EMPTY, "each"):
            raise InputError(f'the key "{key}" is reserved', "choose another key")
        return key

    def format_value(self, value: Any) -> str:
        return str(value).zfill(self.column.digits)

    def export_value(self, value: Any) -> str:
        return str(value)
