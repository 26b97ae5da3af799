"""A table of cells as read from a file, before its lines are interpreted."""

from collections.abc import Collection, Mapping, Sequence

import msgspec

from printgen.problems import Log, Place, make_fix
from printgen.rules.files.files import replace_invisible_characters
from printgen.rules.files.formats.number_format import STRUCK_TEXT, DayCount
from printgen.rules.files.nodes import Node

LINE_SEPARATOR = "\u2028"
"""A line break within a cell."""

Line = Sequence[Node]
"""The cells of one line. A merged cell is the same object in each place that it covers."""


class CellTable(msgspec.Struct, frozen=True):
    """The lines of one table in a file, including blank ones, before it is known what they mean.

    - `name`: the name of the sheet, or the title above the table, or "".
    - `other_sheets`: the other sheets of the workbook that are not empty.
    - `header_count`: the number of header lines, if the format marks them.
    - `delimiter`: the name of the character between cells, such as "comma".
    - `row_ends`: the place after the last cell of each row, by the number of the row's first line,
      if the format leaves out empty cells there.
    - `sources`: for a roll table in a JSON or YAML file, the nodes that it was made of.
    """

    place: Place
    lines: Sequence[Line]
    name: str = ""
    other_sheets: tuple[str, ...] = ()
    header_count: int = 0
    delimiter: str = ""
    row_ends: Mapping[int, Place] = {}
    sources: Collection[Node] = ()


def is_date_cell(cell: Node) -> bool:
    """Return whether a cell of a workbook has a date or a time.

    Spreadsheet programs also make a date of other text, such as 1-2.
    """
    return bool(cell.data) and isinstance(cell.raw, DayCount)


def make_unique_name(name: str, taken: Collection[str]) -> str:
    """Return a name, with the first number from 2 that makes it differ from those in `taken`."""
    numbered = (f"{name} {number}" for number in range(2, len(taken) + 3))
    return next(free for free in (name, *numbered) if free not in taken)


def format_remaining_count(items: Sequence[object], noun: str) -> str:
    """Return the end of a message about the first of `items`, such as ", here and in 3 more cells".

    It says how many other items have the same problem; "" for a single item. `noun` is the word for
    one item.
    """
    count = len(items) - 1
    return f", here and in {count:,} more {noun}{'s' * (count > 1)}" if count > 0 else ""


def report_cells_with_error(error: str, places: Sequence[Place], log: Log) -> None:
    """Report the cells at `places`, which are in one column and have the same `error`.

    `error` is an error value, such as #N/A, or `STRUCK_TEXT` for struck-through text.
    """
    more = format_remaining_count(places, "cell")
    is_struck = error == STRUCK_TEXT
    hint = (
        "delete it, remove its strikethrough" if is_struck else "fix the formula, write the value"
    )
    hint += f', or read the cell as empty: --empty "{error}" (in a game "empty: \'{error}\'")'
    kind = "" if is_struck else "the error "
    message = f"the cell has {kind}{error}{more}{' of the column' * bool(more)}"
    log.report(places[0], message, hint, make_fix(empty=error))


def make_cell(value: object, where: Place, log: Log) -> Node:
    """Return a cell at the place `where` with the text of `value`.

    The text is stripped, and its line ends become line feeds.
    """
    text = value
    # Booleans are written as in JSON and YAML, whole floats as a sheet shows them.
    if isinstance(value, bool):
        text = str(value).lower()
    elif isinstance(value, float) and value.is_integer():
        text = int(value)
    text = str(text).replace("\r\n", "\n").replace("\r", "\n").replace(LINE_SEPARATOR, "\n").strip()
    text, readings = replace_invisible_characters(text)
    if readings:
        # One note for the file or sheet, which may have such a character in each cell.
        hint = "delete them if you meant none"
        log.note(Place(where.file, sheet=where.sheet), f"invisible characters: {readings}", hint)
    return Node(log, where, where, text, raw=value)


def format_column_letters(column: int) -> str:
    """Return the letters of a spreadsheet column, counted from 0: A is 0, AA is 26."""
    prefix, last = divmod(column, 26)
    return (format_column_letters(prefix - 1) if prefix else "") + chr(65 + last)
