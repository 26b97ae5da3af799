"""Rows within a row: a small table of each row's own."""

from printgen.rules.columns.base import ColumnType


class RowsType(ColumnType):
    """Rows in the columns of another table; the loader reads them."""

    display = "rows"
