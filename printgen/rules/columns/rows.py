"""Rows within a row: a small table inside each row."""

from printgen.rules.columns.base import ColumnType


class RowsType(ColumnType):
    """Rows with the columns of another table. The loader reads them, not this type."""
