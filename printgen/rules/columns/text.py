"""Text: one line of words, printed as written."""

from printgen.rules.columns.base import ColumnType


class TextType(ColumnType):
    """One line of text without markup."""
