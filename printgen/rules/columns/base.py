"""What every type of column does: read a cell, print it, write it to a list, check it unasked.

A type overrides what differs from plain words. It knows no paper and no template.
"""

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Literal, NamedTuple

from printgen.rules.model import Column, Lookup, Row
from printgen.rules.scalars import MINUS, BadData, quote
from printgen.rules.scalars import parse_text as read_text

Form = Literal["words", "prose", "mark", "picture", "input", "boxes", "tables", "rows", "silent"]
"""How a cell stands on a face: as words, as a picture, as a place to write, as other tables."""


class CheckedCell(NamedTuple):
    """One cell to be checked with those beside it: its row, its name in a list, its value."""

    row: Row
    name: str
    value: Any


class CellFlaw(NamedTuple):
    """What is wrong with a cell unasked: where, what was found, what to write instead."""

    cell: CheckedCell
    message: str
    hint: str


class ColumnType:
    """The cells of one column: plain words. `form` says how they stand on a face."""

    display: ClassVar[Form] = "words"
    takes: ClassVar[tuple[str, ...]] = ()
    """The keys of a column that are of use to this type and not to all."""

    def __init__(self, column: Column, known: Lookup) -> None:
        self.column = column
        self.known = known

    @property
    def hint(self) -> str:
        """What to write instead of a text that is no value."""
        return ""

    def parse_value(self, text: str) -> Any:
        """The value that `text` writes, None for none; raises a `Fault` that says more."""
        return read_text(text)

    def read_value(self, text: str) -> Any:
        """The value that `text` writes; raises `Fault`."""
        value = self.parse_value(text)
        if value is None:
            raise BadData(quote(text), self.hint)
        return value

    def format_value(self, value: Any) -> str:
        """The value as it stands on paper."""
        return str(value)

    def export_value(self, value: Any) -> str:
        """The value as a list writes it, which `read` reads back: printed, but minus a hyphen."""
        return self.format_value(value).replace(MINUS, "-")

    def find_flaws(self, cells: Sequence[CheckedCell]) -> Iterator[CellFlaw]:
        """What is wrong with cells that belong together: down a column, or across a group."""
        return iter(())
