"""Workbooks (.xlsx and .ods): one table for each sheet, with cells as the sheet shows them.

Cells whose display cannot be worked out are reported. Cells beyond 100 empty columns or 10,000
empty rows are noted and ignored: one stray cell such as XFD1048576 would make the table too large.
"""

import zlib
from collections.abc import Iterator, Mapping
from decimal import Decimal
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from msgspec.structs import replace

from printgen.problems import Place
from printgen.rules.formats.cell_table import CellTable, column_letters, make_cell
from printgen.rules.formats.number_format import format_cell, format_general
from printgen.rules.formats.ods import read_ods
from printgen.rules.formats.workbook_model import BookSheet, Corner, DayCount, SheetCell
from printgen.rules.formats.xlsx import read_xlsx
from printgen.rules.problem_log import Log
from printgen.rules.source_node import Node

_MAX_EMPTY_COLUMNS, _MAX_EMPTY_ROWS = 100, 10_000
"""Longest gap of empty columns or rows inside a table."""


def read_workbook(
    data: bytes, path: Path, sheet: str, where: Place, log: Log
) -> Iterator[CellTable]:
    """Yield the table of `sheet`; without a name, of the first sheet and all that are not blank."""
    try:
        sheets, has_pictures = _read_sheets(data, sheet)
        if sheet and not log.check(where, sheet, sheets, f"sheet of {path.name}"):
            return
        first, *others = [sheet] if sheet else sheets
        names = [first, *(name for name in others if sheets[name].cells)]
        for chosen in names:
            place = Place(f"{path}, sheet {chosen}")
            if has_pictures:
                hint = "save them as files next to the table, and write their names in a column"
                log.note(place, "the pictures pasted into the workbook are not read", hint)
            lines = _get_lines(_drop_stray_cells(sheets[chosen].cells, place, log), place, log)
            for (top, left), (bottom, right) in sheets[chosen].spans:
                for line in lines[top : bottom + 1]:
                    width = len(line[left : right + 1])
                    line[left : right + 1] = lines[top][left : left + 1] * width
            others = [name for name in names if name != chosen]
            yield CellTable(place, lines, f"sheet {chosen}", tuple(others))
    except _READ_ERRORS as error:
        message = f"{path.name} is not a valid workbook: {getattr(error, 'msg', error)}"
        log.report(where, message, "save it again as .xlsx or .ods")


_READ_ERRORS = (ArithmeticError, BadZipFile, EOFError, LookupError, RuntimeError, SyntaxError,
            ValueError, zlib.error)  # fmt: skip
"""Exceptions that reading a broken file can raise."""


def _read_sheets(data: bytes, sheet: str) -> tuple[Mapping[str, BookSheet], bool]:
    """Return the sheets of a workbook by name, and whether pictures are pasted into it."""
    with ZipFile(BytesIO(data)) as book:
        names = book.namelist()
        sheets = (read_ods if "content.xml" in names else read_xlsx)(book, sheet)
        if not sheets:
            raise ValueError("it has no sheets")
        return sheets, any(name.startswith(("xl/media/", "Pictures/")) for name in names)


def _drop_stray_cells(
    cells: Mapping[Corner, SheetCell], place: Place, log: Log
) -> Mapping[Corner, SheetCell]:
    """Return the cells of a sheet without those far from the others, which are noted."""
    right = _find_last_used({column for _, column in cells}, _MAX_EMPTY_COLUMNS)
    bottom = _find_last_used({row for row, column in cells if column <= right}, _MAX_EMPTY_ROWS)
    strays = [(row, column) for row, column in cells if column > right or row > bottom]
    if strays:
        row, column = strays[0]
        first = f"{column_letters(column)}{row + 1}"
        more = f" and {len(strays) - 1:,} more" if len(strays) > 1 else ""
        message = f"ignored, because it is far from the table: {first}{more}"
        hint = "empty the cell, or move it to the table"
        log.note(Place(f"{place}, cell {first}"), message, hint)
    return {spot: cell for spot, cell in cells.items() if spot[0] <= bottom and spot[1] <= right}


def _find_last_used(places: set[int], max_gap: int) -> int:
    """Return the last used row or column before a gap of more than `max_gap`."""
    ordered = sorted(places) or [-1]
    return next((low for low, later in pairwise(ordered) if later - low > max_gap), ordered[-1])


def _get_lines(cells: Mapping[Corner, SheetCell], place: Place, log: Log) -> list[list[Node]]:
    """Return the sheet as a full grid of cells; report those that cannot be displayed."""
    height, width = (max((corner[axis] for corner in cells), default=-1) + 1 for axis in (0, 1))
    sheet, columns = str(place), [column_letters(column) for column in range(width)]
    rounded = list[tuple[Place, str, str]]()
    lines = list[list[Node]]()
    for row in range(height):
        lines.append([])
        for column, name in enumerate(columns):
            address = f"{name}{row + 1}"
            where, cell = Place(f"{sheet}, cell {address}"), cells.get((row, column), _BLANK)
            text = _render_cell(cell, where, log)
            node = make_cell(text, where, log)
            lines[-1].append(node if text is cell.value else replace(node, raw=cell.value))
            if text is not cell.value and isinstance(cell.value, float) and cell[1:] == _BLANK[1:]:
                exact = f"{Decimal(f'{cell.value:.15g}'):f}"
                rounded += [(where, address, f"{cell.value!r} is read as {text}")] * (exact != text)
    for where, address, message in rounded[:1]:
        others = ", ".join(other_name for _, other_name, _ in rounded[1:])
        message += ", as a wide column shows it" + f"; also rounded: {others}" * bool(others)
        hint = f"round it, such as =ROUND({address},2), or choose a format with fewer decimals"
        log.note(where, message, hint)
    return lines


_BLANK = SheetCell()
_LOCALE_DATE = "a date in a format that differs between countries"
_DATES = "choose a format such as yyyy-mm-dd; if you meant 1-2, format it as text and retype it"
_NUMBER_HINT = "choose a format such as 0.00, or format it as text and type what it shows"


def _render_cell(cell: SheetCell, where: Place, log: Log) -> str | float:
    """Return what a cell shows, or its value if that is the same. Reports what is not readable."""
    value, format_code, text, error = cell
    if error == "=":
        hint = "open the workbook in a spreadsheet program and save it, to calculate it"
        log.report(where, "a formula without a calculated value", hint)
    elif error:
        log.report(where, f"the cell has the error {error}", "fix the formula, or write the value")
    elif text is not None:
        return text
    elif format_code and value != "":
        shown = format_cell(value, format_code)
        if shown is not None and (shown.strip() or not value or value == " "):
            return shown
        is_moment = isinstance(value, DayCount)
        message = f'the format "{format_code}" is not supported'
        message = _LOCALE_DATE if is_moment and format_code.startswith("[") else message
        log.report(where, message, _DATES if is_moment else _NUMBER_HINT)
    # A date without a format code is shown as usual in the reader's country.
    elif isinstance(value, DayCount):
        log.report(where, _LOCALE_DATE, _DATES)
    elif isinstance(value, float):
        shown = format_general(value)
        return value if str(value) in (shown, f"{shown}.0") else shown
    else:
        return value
    return ""
