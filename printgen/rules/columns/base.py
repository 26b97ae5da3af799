"""The base class of all column types: parse, format, export and check cells.

A type overrides what differs from plain text. Types are independent of paper and templates.
"""

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from printgen.problems import InputError, Problem
from printgen.rules.files.scalars import MINUS, parse_text, quote
from printgen.rules.model import CellContext, Column, Row, Table


class CheckedCell(msgspec.Struct, frozen=True):
    """A cell with its table, row and column name, for checks that compare several cells."""

    table: Table
    row: Row
    name: str
    value: Any

    def make_error(self, message: str, hint: str) -> Problem:
        """Return an error at the place of the cell. The error names the cell as its subject."""
        subject = self.table.describe_row(self.row.key, self.name)
        return Problem(replace(self.row.locate(self.name), subject=subject), message, hint)


class ColumnType:
    """Reads, formats and checks the cells of one column. This base class is plain text."""

    special_keys: ClassVar[tuple[str, ...]] = ()
    """Keys of a column's declaration that only this type, or a few types, accept."""

    def __init__(self, column: Column, context: CellContext) -> None:
        self.column = column
        self.context = context

    @property
    def hint(self) -> str:
        """What to write instead of an invalid text."""
        return ""

    def parse_value(self, text: str) -> Any:
        """Return the value of a cell with this text; None if the text is invalid.

        A type may raise `InputError` instead of returning None, to say why the text is invalid.
        """
        return parse_text(text)

    def read_value(self, text: str) -> Any:
        """Return the value of a cell with this text. Raises `InputError` for an invalid text."""
        value = self.parse_value(text)
        if value is None:
            raise InputError(f"{quote(text)} is not valid", self.hint)
        return value

    def try_parse_value(self, text: str) -> Any:
        """Return the value of a cell with this text; None if the text is invalid."""
        try:
            return self.read_value(text)
        except InputError:
            return None

    def format_value(self, value: Any) -> str:
        """Return the value as the text that is printed."""
        return str(value)

    def export_value(self, value: Any) -> str:
        """Return the value as it is written in an exported CSV. `read_value` reads it back."""
        # Spreadsheets read a number only with a hyphen, not with the printed U+2212.
        return self.format_value(value).replace(MINUS, "-")

    def find_problems(self, cells: Sequence[CheckedCell]) -> Iterator[Problem]:
        """Yield the problems that are found by comparing `cells` with each other.

        `cells` are those of one column in all rows. Or they are those of one row, in the columns of
        a group: one column for each row of another table.
        """
        return iter(())
