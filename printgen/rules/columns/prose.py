"""Prose: paragraphs and lists with bold, italic and marks in the line."""

from typing import Any, ClassVar

from printgen.rules.columns.base import ColumnType
from printgen.rules.commonmark import ProseBlock, plain, read_prose


class ProseType(ColumnType):
    """Words of several lines. As a list writes it, it is the text as it was written."""

    form = "prose"
    takes: ClassVar[tuple[str, ...]] = ("breaks",)

    def value(self, text: str) -> str:
        self.blocks(text)
        return text.strip("\n")

    def blocks(self, value: str) -> tuple[ProseBlock, ...]:
        """The paragraphs and items that a value is printed as."""
        return read_prose(value, breaks=self.column.breaks)

    def printed(self, value: Any) -> str:
        return plain(self.blocks(value))

    def exported(self, value: Any) -> str:
        return str(value)
