"""Prose: paragraphs and lists with bold, italic and inline marks."""

from typing import Any, ClassVar

from printgen.rules.columns.base import ColumnType
from printgen.rules.commonmark import ProseBlock, prose_to_text, read_prose


class ProseType(ColumnType):
    """Text of several lines with markup. Exported as written, with its markup."""

    takes: ClassVar[tuple[str, ...]] = ("breaks",)

    def parse_value(self, text: str) -> str:
        # Parsed again for each face; parsing here reports mistakes while the game is loaded.
        self.parse_blocks(text)
        return text.strip("\n")

    def parse_blocks(self, value: str) -> tuple[ProseBlock, ...]:
        """Return the paragraphs and list items of a value."""
        return read_prose(value, breaks=self.column.breaks)

    def format_value(self, value: Any) -> str:
        return prose_to_text(self.parse_blocks(value))

    def export_value(self, value: Any) -> str:
        return str(value)
