"""A table of cells as a file has it, before anybody says what its lines are."""

from collections.abc import Sequence
from typing import NamedTuple

from printgen.problems import Spot
from printgen.rules.formats.workbook_model import DayCount
from printgen.rules.problem_log import Log
from printgen.rules.source_node import Node

Line = Sequence[Node]
"""The cells of one line of a table. A cell that spans several places is the same in each."""


class CellTable(NamedTuple):
    """The lines of one table, blank ones too, and what its file says of it.

    `name` is a sheet's or what stands above the table, empty where nothing does; `others` are the
    names of the sheets beside it that hold anything. The first `heads` lines name the columns
    where the format says so. `sign` parts its cells.
    """

    place: Spot
    lines: Sequence[Line]
    name: str = ""
    other_sheets: tuple[str, ...] = ()
    header_count: int = 0
    delimiter: str = ""


def is_date_cell(cell: Node) -> bool:
    """Whether a workbook shows a date or a time there, which it makes of cells such as 1-2."""
    return bool(cell.data) and isinstance(cell.raw, DayCount)


def make_cell(value: object, where: Spot, scope: Log) -> Node:
    """A cell of a value: a text as it is shown, without blanks around it, and `raw` as it is.

    Its lines end as those of any text, however a program that wrote it ends them.
    """
    text = value
    if isinstance(value, bool):
        text = str(value).lower()
    elif isinstance(value, float) and value.is_integer():
        text = int(value)
    text = str(text).replace("\r\n", "\n").replace("\r", "\n").strip()
    return Node(scope, where, where, text, raw=value)


def column_letters(column: int) -> str:
    """The letters by which a spreadsheet calls a column, counted from 0."""
    prefix, last = divmod(column, 26)
    return (column_letters(prefix - 1) if prefix else "") + chr(65 + last)
