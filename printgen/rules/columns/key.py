"""Keys: what a row is called, each once in its table."""

from typing import Any

from printgen.rules.columns.base import ColumnType
from printgen.rules.model import EMPTY
from printgen.rules.scalars import BadData, parse_name


class KeyType(ColumnType):
    """A name without dots; one of digits alone is printed with as many as the column asks for."""

    takes = ("digits",)

    def parse_value(self, text: str) -> str:
        key = parse_name(text)
        if key in (EMPTY, "each"):
            raise BadData(f'the key "{key}"', f'choose another; "{EMPTY}" and "each" are taken')
        return key

    def format_value(self, value: Any) -> str:
        return str(value).zfill(self.column.digits)

    def export_value(self, value: Any) -> str:
        return str(value)
