"""Keys: what a row is called, each once in its table."""

from typing import Any

from printgen.rules.columns.base import ColumnType
from printgen.rules.model import EMPTY
from printgen.rules.scalars import Fault, name


class KeyType(ColumnType):
    """A name without dots; one of digits alone is printed with as many as the column asks for."""

    takes = ("digits",)

    def value(self, text: str) -> str:
        found = name(text)
        if found in (EMPTY, "each"):
            raise Fault(f'the key "{found}"', f'choose another; "{EMPTY}" and "each" are taken')
        return found

    def printed(self, value: Any) -> str:
        return str(value).zfill(self.column.digits)

    def exported(self, value: Any) -> str:
        return str(value)
