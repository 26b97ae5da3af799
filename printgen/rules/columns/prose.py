"""Prose: paragraphs and lists with bold, italic and marks in the line."""

from typing import Any

from printgen.rules.columns.base import ColumnType
from printgen.rules.commonmark import plain, read_prose


class Prose(ColumnType):
    """Words of several lines. As a list writes it, it is the text as it was written."""

    form = "prose"

    def value(self, text: str) -> str:
        read_prose(text)
        return text.strip("\n")

    def printed(self, value: Any) -> str:
        return plain(read_prose(value))

    def exported(self, value: Any) -> str:
        return str(value)
