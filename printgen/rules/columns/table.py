"""Tables in a cell: other tables, whole or in part, that are printed there."""

from typing import Any

from printgen.rules.columns.base import ColumnType


class TableType(ColumnType):
    """Tables by their names; the loader reads which of their rows are meant."""

    display = "tables"
    takes = ("many",)

    def export_value(self, value: Any) -> str:
        return "; ".join(ref.table for ref in value)
