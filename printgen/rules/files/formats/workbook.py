"""Workbooks (.xlsx and .ods): one table for each sheet, with cells as the sheet shows them.

Cells whose display cannot be worked out are reported. Cells beyond 100 empty columns or 10,000
empty rows are noted and ignored: one stray cell such as XFD1048576 would make the table too large.
"""

import re
import zlib
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from decimal import Decimal
from io import BytesIO
from itertools import pairwise, product
from pathlib import Path
from warnings import catch_warnings
from zipfile import BadZipFile, ZipFile

from msgspec.structs import replace

from printgen.problems import Log, Place, make_fix
from printgen.rules.files.formats.cell_table import (
    CellTable,
    format_column_letters,
    make_cell,
    report_cells_with_error,
)
from printgen.rules.files.formats.number_format import (
    ISO_DATE,
    CellPosition,
    DayCount,
    WorkbookCell,
    WorkbookSheet,
    format_cell,
    format_general,
    has_strikethrough,
    iter_xml_elements,
)
from printgen.rules.files.formats.ods import read_ods
from printgen.rules.files.nodes import Node

_MAX_UNPACKED = 1 << 28
"""Most bytes of all parts of a workbook. 100,000 rows of cards unpack to less than half of it."""
_MANIFEST_PATH = "META-INF/manifest.xml"
_PROTECTED_TEXT = "it is protected with a password"
_MAX_CELLS = 5_000_000
"""Most cells of a table, with the empty ones."""
_MAX_EMPTY_COLUMNS, _MAX_EMPTY_ROWS = 100, 10_000
"""Longest gap of empty columns or rows inside a table."""


def read_workbook(
    data: bytes,
    path: Path,
    sheet: str,
    where: Place,
    log: Log,
    *,
    hidden: bool,
    empty: Collection[str] = (),
) -> Iterator[CellTable]:
    """Yield the table of the sheet named `sheet`, also if that sheet is hidden.

    If `sheet` is "", yield the first visible sheet, even if it is blank, and each other visible
    sheet that has cells. A file without the sheet, or without a visible one, is reported to `log`.

    - `path`: the path of the file. `where`: the place that names it.
    - `hidden`: whether hidden rows, columns and sheets count as visible. If not, a note says how
      many were left out.
    - `empty`: errors, such as #N/A. Cells with one of them are read as empty.
    """
    try:
        sheets, unread = _read_sheets(data, sheet)
        if sheet and not log.check_name(where, sheet, sheets, f"sheet of {path.name}"):
            return
        visible = [name for name in sheets if hidden or not sheets[name].is_hidden]
        if not visible:
            raise ValueError("it has no visible sheets")
        more = [name for name in visible[1:] if not sheet and sheets[name].cells]
        names = [sheet or visible[0], *more]
        for chosen in names:
            place, content = Place(str(path), sheet=chosen), sheets[chosen]
            for things in unread:
                log.note(place, f"{things} are not read", _UNREAD_HINTS[things])
            if hidden:
                content = replace(content, hidden_rows=set(), hidden_columns=set())
            rows = {row for row, _ in content.cells} & content.hidden_rows
            columns = {column for _, column in content.cells} & content.hidden_columns
            # The note of the first sheet counts the hidden sheets.
            sheet_count = len(sheets) - len(visible) if chosen == visible[0] else 0
            counts = {"row": len(rows), "column": len(columns), "sheet": sheet_count}
            if parts := [f"{n} {noun}{'s' * (n > 1)}" for noun, n in counts.items() if n]:
                hint = 'unhide what you need, or write --hidden (in a game "hidden: true")'
                message = f"hidden, and so not read: {', '.join(parts)}"
                log.note(place, message, hint, make_fix(hidden=""))
            lines = _read_visible_lines(content, place, log, empty)
            other_names = tuple(name for name in names if name != chosen)
            yield CellTable(place, lines, f"sheet {chosen}", other_names)
    except _READ_ERRORS as error:
        reason = "" if isinstance(error, BadZipFile) else f": {getattr(error, 'msg', error)}"
        message = f"{path.name} is not a valid workbook{reason}"
        is_text = data[:2] not in (b"", b"PK") and b"\0" not in data
        suffix = ".html" if data.lstrip()[:1] == b"<" else ".csv"
        hint = "save it again as .xlsx or .ods, without a password"
        text_hint = f"it is a text file: rename it to {suffix}"
        log.report(where, message, text_hint if is_text else hint)


_READ_ERRORS = (ArithmeticError, AttributeError, BadZipFile, EOFError, LookupError, OSError,
            RuntimeError, SyntaxError, TypeError, UserWarning, ValueError, zlib.error)  # fmt: skip
"""Exceptions that reading a broken file can raise."""


_PICTURES, _COMMENTS = "the pictures pasted into the workbook", "the comments and text boxes"
_STRIKES = "formats with conditions that strike out cells"
_UNREAD_HINTS = {
    _PICTURES: "save them as files next to the table, and write their names in a column",
    _COMMENTS: "if their words belong on the cards, write them into cells",
    _STRIKES: "delete what is not printed, or format it without a condition",
}
"""What is not read of a workbook, and what to do about it."""


def _read_sheets(data: bytes, sheet: str) -> tuple[Mapping[str, WorkbookSheet], Sequence[str]]:
    """Return the sheets of a workbook by name, and what else it contains, such as pictures.

    If `sheet` is not empty, only the sheet of that name has its cells in the result.
    """
    # [MS-OFFCRYPTO], 2.3.4: a protected .xlsx is a compound file with a stream of this name.
    if "EncryptedPackage".encode("utf-16-le") in data:
        raise ValueError(_PROTECTED_TEXT)
    with ZipFile(file := BytesIO(data)) as book:
        if sum(part.file_size for part in book.infolist()) > _MAX_UNPACKED:
            raise ValueError(f"it unpacks to more than {_MAX_UNPACKED:,} bytes")
        names = book.namelist()
        if "content.xml" in names:
            # ODF 1.2 part 3, 4.4: encryption-data says that a part is encrypted.
            if _MANIFEST_PATH in names and b":encryption-data" in book.read(_MANIFEST_PATH):
                raise ValueError(_PROTECTED_TEXT)
            sheets = read_ods(book, sheet)
        else:
            # Imported here: openpyxl is slow to load, and most games have no workbook.
            from printgen.rules.files.formats.xlsx import read_xlsx

            # openpyxl warns of sheets that it drops.
            with catch_warnings(action="error", category=UserWarning):
                sheets = read_xlsx(file, sheet)
        has_pictures = any(name.startswith(("xl/media/", "Pictures/")) for name in names)
        # ECMA-376 part 1, 18.7, 20.5.2.34 and 18.8.14; ODF 1.2 part 1, 14.1 and 10.4.3.
        has_comments = any(
            name.startswith(("xl/comments", "xl/threadedComments"))
            or (
                name.startswith(("xl/drawings/", "content.xml"))
                and re.search(rb"<\w+:(txBody|annotation|text-box)\b", book.read(name))
            )
            for name in names
        )
        has_strikes = any(map(has_strikethrough, iter_xml_elements(book, "xl/styles.xml", "dxf")))
        found = {_PICTURES: has_pictures, _COMMENTS: has_comments, _STRIKES: has_strikes}
        return sheets, [things for things in found if found[things]]


def _drop_stray_cells(
    cells: Mapping[CellPosition, WorkbookCell], place: Place, log: Log
) -> Mapping[CellPosition, WorkbookCell]:
    """Return the cells without those that are far from all others.

    A note names the ignored cells.
    """
    right = _find_last_index_before_gap({column for _, column in cells}, _MAX_EMPTY_COLUMNS)
    rows = {row for row, column in cells if column <= right}
    bottom = _find_last_index_before_gap(rows, _MAX_EMPTY_ROWS)
    strays = [(row, column) for row, column in cells if column > right or row > bottom]
    if strays:
        first = f"{format_column_letters(strays[0][1])}{strays[0][0] + 1}"
        message = f"ignored, because it is far from the table: {first}"
        message += f" and {len(strays) - 1:,} more" if len(strays) > 1 else ""
        hint = "empty the cell, or move it to the table"
        log.note(replace(place, cell=first), message, hint)
    return {spot: cell for spot, cell in cells.items() if spot[0] <= bottom and spot[1] <= right}


def _find_last_index_before_gap(places: set[int], max_gap: int) -> int:
    """Return the last index before a gap of more than `max_gap` empty rows or columns.

    `places` are the indexes of rows or columns with cells. Return -1 if there are none.
    """
    ordered = sorted(places) or [-1]
    return next((low for low, later in pairwise(ordered) if later - low > max_gap), ordered[-1])


def _select_visible_indexes(used: set[int], hidden: set[int]) -> list[int]:
    """Return the indexes of the rows or columns to read: those in `used` but not in `hidden`.

    After each used one, the first empty row or column is read too: it separates tables.
    """
    first_empty = {place + 1 for place in used} & {*range(max(used, default=0))}
    return sorted((used | first_empty) - hidden)


def _read_visible_lines(
    sheet: WorkbookSheet, place: Place, log: Log, empty: Collection[str]
) -> list[list[Node]]:
    """Return the visible rows of a sheet as lists of cells.

    Report cells that cannot be read, and error values that are not in `empty`, once for each
    column.
    """
    cells = _drop_stray_cells(sheet.cells, place, log)
    rows = _select_visible_indexes({row for row, _ in cells}, sheet.hidden_rows)
    columns = _select_visible_indexes({column for _, column in cells}, sheet.hidden_columns)
    if len(rows) * len(columns) > _MAX_CELLS:
        raise ValueError(f"its table has more than {_MAX_CELLS:,} cells, and most are empty")
    # A merged cell shows its content in all of its range, even if its first corner is hidden.
    corners = dict[CellPosition, CellPosition]()
    for (top, left), (bottom, right) in sheet.spans:
        inner_rows = rows[bisect_left(rows, top) : bisect_right(rows, bottom)]
        inner_columns = columns[bisect_left(columns, left) : bisect_right(columns, right)]
        corners |= dict.fromkeys(product(inner_rows, inner_columns), (top, left))
    nodes, rounded = dict[CellPosition, Node](), list[tuple[Place, str, str]]()
    errors = dict[tuple[int, str], list[Place]]()
    for row, column in dict.fromkeys(corners.get(spot, spot) for spot in product(rows, columns)):
        address = f"{format_column_letters(column)}{row + 1}"
        where, cell = replace(place, cell=address), cells.get((row, column), _BLANK_CELL)
        text = _get_displayed_value(cell, where, log)
        if cell.error not in ("", "=", *empty):
            errors.setdefault((column, cell.error), []).append(where)
        if cell.format_code == ISO_DATE:
            message = "dates whose format differs between languages are read as yyyy-mm-dd"
            log.note(place, message, "choose a format such as yyyy-mm-dd")
        node = make_cell(text, where, log)
        nodes[row, column] = node if text is cell.value else replace(node, raw=cell.value)
        if text is not cell.value and isinstance(cell.value, float) and cell[1:] == _BLANK_CELL[1:]:
            exact = f"{Decimal(f'{cell.value:.15g}'):f}"
            rounded += [(where, address, f"{cell.value!r} is read as {text}")] * (exact != text)
    for (_, error), places in errors.items():
        report_cells_with_error(error, places, log)
    for where, address, message in rounded[:1]:
        others = ", ".join(other_name for _, other_name, _ in rounded[1:])
        message += ", as a wide column shows it" + f"; also rounded: {others}" * bool(others)
        hint = f"round it, such as =ROUND({address},2), or choose a format with fewer decimals"
        log.note(where, message, hint)
    return [[nodes[corners.get((row, col), (row, col))] for col in columns] for row in rows]


_BLANK_CELL = WorkbookCell()
_LOCALE_DATE = "a date in a format that differs between countries"
_DATE_HINT = "choose a format such as yyyy-mm-dd; if you meant 1-2, format it as text and retype it"
_NUMBER_HINT = "choose a format such as 0.00, or format it as text and type what it shows"


def _get_displayed_value(cell: WorkbookCell, where: Place, log: Log) -> str | float:
    """Return the text that a cell shows, or its value if the number format does not change it.

    If the cell cannot be read, report it at `where` and return "". Also return "" for an error
    value, such as #N/A, which the caller reports.
    """
    value, format_code, text, error = cell
    if error == "=":
        hint = "open the workbook in a spreadsheet program and save it, to calculate it"
        log.report(where, "a formula without a calculated value", hint)
    elif error:
        pass
    elif text is not None:
        return text
    elif format_code and value != "":
        shown = format_cell(value, format_code)
        if shown is not None and (shown.strip() or not value or value == " "):
            return shown
        is_moment = isinstance(value, DayCount)
        message = f'the format "{format_code}" is not supported'
        message = _LOCALE_DATE if is_moment and format_code.startswith("[") else message
        log.report(where, message, _DATE_HINT if is_moment else _NUMBER_HINT)
    # A date without a format code is shown as usual in the reader's country.
    elif isinstance(value, DayCount):
        log.report(where, _LOCALE_DATE, _DATE_HINT)
    elif isinstance(value, float):
        shown = format_general(value)
        return value if str(value) in (shown, f"{shown}.0") else shown
    else:
        return value
    return ""
