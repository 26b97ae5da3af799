"""Prose: paragraphs and lists with bold, italic and marks in the line."""

from typing import Any, ClassVar

from printgen.rules.columns.base import ColumnType
from printgen.rules.commonmark import ProseBlock, prose_to_text, read_prose


class ProseType(ColumnType):
    """Words of several lines. As a list writes it, it is the text as it was written."""

    display = "prose"
    takes: ClassVar[tuple[str, ...]] = ("breaks",)

    def parse_value(self, text: str) -> str:
        self.parse_blocks(text)
        return text.strip("\n")

    def parse_blocks(self, value: str) -> tuple[ProseBlock, ...]:
        """The paragraphs and items that a value is printed as."""
        return read_prose(value, breaks=self.column.breaks)

    def format_value(self, value: Any) -> str:
        return prose_to_text(self.parse_blocks(value))

    def export_value(self, value: Any) -> str:
        return str(value)
