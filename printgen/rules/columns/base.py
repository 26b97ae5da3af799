"""What every type of column does: read a cell, print it, write it to a list, check it unasked.

A type overrides what differs from plain words. It knows no paper and no template.
"""

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Literal, NamedTuple

from printgen.rules.model import Column, Known, Row
from printgen.rules.scalars import MINUS
from printgen.rules.scalars import text as read_text

Form = Literal["words", "prose", "mark", "picture", "input", "boxes", "tables", "rows", "silent"]
"""How a cell stands on a face: as words, as a picture, as a place to write, as other tables."""


class Cell(NamedTuple):
    """One cell to be checked with those beside it: its row, its name in a list, its value."""

    row: Row
    name: str
    value: Any


class Flaw(NamedTuple):
    """What is wrong with a cell unasked: where, what was found, what to write instead."""

    cell: Cell
    found: str
    hint: str


class ColumnType:
    """Plain words. `form` says how a cell stands on a face."""

    form: ClassVar[Form] = "words"
    takes: ClassVar[tuple[str, ...]] = ()
    """The keys of a column that are of use to this type and not to all."""

    def read(self, text: str, column: Column, known: Known) -> Any:
        """The value that `text` writes; raises `Fault`."""
        return read_text(text)

    def printed(self, value: Any, column: Column, known: Known) -> str:
        """The value as it stands on paper."""
        return str(value)

    def exported(self, value: Any, column: Column, known: Known) -> str:
        """The value as a list writes it, which `read` reads back: printed, but minus a hyphen."""
        return self.printed(value, column, known).replace(MINUS, "-")

    def flaws(self, column: Column, cells: Sequence[Cell], known: Known) -> Iterator[Flaw]:
        """What is wrong with cells that belong together: down a column, or across a group."""
        return iter(())
