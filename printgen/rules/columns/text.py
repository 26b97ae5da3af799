"""Text: one line of words, printed as it stands."""

from printgen.rules.columns.base import ColumnType


class Text(ColumnType):
    """Words without marks of any kind in them."""
