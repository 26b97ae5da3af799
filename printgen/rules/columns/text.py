"""Text: one line of words, printed as it stands."""

from printgen.rules.columns.base import ColumnType


class TextType(ColumnType):
    """Words without marks of any kind in them."""
