"""Tables in a cell: other tables that are printed there, whole or filtered."""

from typing import Any

from printgen.rules.columns.base import ColumnType


class TableType(ColumnType):
    """References to tables by name. The loader reads the filters of their rows."""

    takes = ("many",)

    def export_value(self, value: Any) -> str:
        return "; ".join(ref.table for ref in value)
