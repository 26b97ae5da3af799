"""Turn an .xlsx or .ods file into a table of cells a sheet, as the sheets show them.

Whole numbers are written without a point. What it shows and this does not read is reported. With a
cell that was hit by mistake, such as XFD1048576, a table would have billions: what lies beyond a
hundred empty columns or ten thousand empty rows is noted and left out.
"""

import zlib
from collections.abc import Iterator, Mapping
from decimal import Decimal
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from msgspec.structs import replace

from printgen.problems import Where
from printgen.rules.formats.cell_table import CellTable, letters, make_cell
from printgen.rules.formats.number_format import plain, show
from printgen.rules.formats.ods import read_ods
from printgen.rules.formats.workbook_model import Corner, Moment, Sheet, SheetCell
from printgen.rules.formats.xlsx import read_xlsx
from printgen.rules.problem_log import Scope
from printgen.rules.source_node import Entry

_COLUMNS, _ROWS = 100, 10_000
"""Empty ones side by side that no table has within it."""


def read_workbook(
    data: bytes, path: Path, sheet: str, named: Where, scope: Scope
) -> Iterator[CellTable]:
    """The table of one sheet, or of each that holds anything if that is empty."""
    try:
        sheets, has_pictures = _read(data, sheet)
        if sheet and not scope.known(named, sheet, sheets, f"sheet of {path.name}"):
            return
        first, *others = [sheet] if sheet else sheets
        held = [first, *(one for one in others if sheets[one].cells)]
        for chosen in held:
            place = Where(f"{path}, sheet {chosen}")
            if has_pictures:
                hint = "save them as files beside the table, and write their names in a column"
                scope.note(place, "the pictures pasted into the workbook are not read", hint)
            lines = _lines(_without_strays(sheets[chosen].cells, place, scope), place, scope)
            for (top, left), (bottom, right) in sheets[chosen].spans:
                for line in lines[top : bottom + 1]:
                    spanned = len(line[left : right + 1])
                    line[left : right + 1] = lines[top][left : left + 1] * spanned
            others = [one for one in held if one != chosen]
            yield CellTable(place, lines, f"sheet {chosen}", tuple(others))
    except _UNSOUND as error:
        message = f"{path.name} is no workbook: {getattr(error, 'msg', error)}"
        scope.report(named, message, "save it again as .xlsx or .ods")


_UNSOUND = (ArithmeticError, BadZipFile, EOFError, LookupError, RuntimeError, SyntaxError,
            ValueError, zlib.error)  # fmt: skip
"""How reading the parts of a broken file may end."""


def _read(data: bytes, sheet: str) -> tuple[Mapping[str, Sheet], bool]:
    """The sheets of a workbook by their names, and whether pictures are pasted into it."""
    with ZipFile(BytesIO(data)) as book:
        names = book.namelist()
        sheets = (read_ods if "content.xml" in names else read_xlsx)(book, sheet)
        if not sheets:
            raise ValueError("it has no sheets")
        return sheets, any(one.startswith(("xl/media/", "Pictures/")) for one in names)


def _without_strays(
    cells: Mapping[Corner, SheetCell], place: Where, scope: Scope
) -> Mapping[Corner, SheetCell]:
    """The cells of a sheet but for those that lie far from the others, which are noted."""
    right = _last({column for _, column in cells}, _COLUMNS)
    bottom = _last({row for row, column in cells if column <= right}, _ROWS)
    far = [(row, column) for row, column in cells if column > right or row > bottom]
    if far:
        row, column = far[0]
        first = f"{letters(column)}{row + 1}"
        more = f" and {len(far) - 1:,} more" if len(far) > 1 else ""
        message = f"far from the table, so not read: {first}{more}"
        hint = "empty it, or move it to the table"
        scope.note(Where(f"{place}, cell {first}"), message, hint)
    return {at: cell for at, cell in cells.items() if at[0] <= bottom and at[1] <= right}


def _last(places: set[int], most: int) -> int:
    """The last place before so many empty ones."""
    ordered = sorted(places) or [-1]
    return next((one for one, after in pairwise(ordered) if after - one > most), ordered[-1])


def _lines(cells: Mapping[Corner, SheetCell], place: Where, scope: Scope) -> list[list[Entry]]:
    height, width = (max((corner[way] for corner in cells), default=-1) + 1 for way in (0, 1))
    sheet, columns = str(place), [letters(column) for column in range(width)]
    rounded = list[tuple[Where, str, str]]()
    lines = list[list[Entry]]()
    for row in range(height):
        lines.append([])
        for column, name in enumerate(columns):
            at = f"{name}{row + 1}"
            where, cell = Where(f"{sheet}, cell {at}"), cells.get((row, column), _BLANK)
            text = _shown(cell, where, scope)
            made = make_cell(text, where, scope)
            lines[-1].append(made if text is cell.value else replace(made, raw=cell.value))
            if text is not cell.value and isinstance(cell.value, float) and cell[1:] == _BLANK[1:]:
                exact = f"{Decimal(f'{cell.value:.15g}'):f}"
                rounded += [(where, at, f"{cell.value!r} is read as {text}")] * (exact != text)
    for where, at, message in rounded[:1]:
        others = ", ".join(one for _, one, _ in rounded[1:])
        message += ", as a sheet shows it that has room" + f"; so are {others}" * bool(others)
        hint = f"round it there, such as =ROUND({at},2), or choose a format of fewer places"
        scope.note(where, message, hint)
    return lines


_BLANK = SheetCell()
_COUNTRIES = "a date, which looks otherwise in each country"
_DATES = "choose a format such as yyyy-mm-dd; if 1-2 was meant, format it as text and write that"
_NUMBERS = "choose a format such as 0.00, or format it as text and write what it shows"


def _shown(cell: SheetCell, where: Where, scope: Scope) -> str | float:
    """What a cell shows, or its value where that is the same; what is at fault is reported."""
    value, code, text, fault = cell
    if fault == "=":
        hint = "open the workbook in a spreadsheet and save it, which works it out"
        scope.report(where, "a formula that was never worked out", hint)
    elif fault:
        scope.report(where, f"the error {fault}", "mend the formula, or write what is meant")
    elif text is not None:
        return text
    elif code and value != "":
        shown = show(value, code)
        if shown is not None and (shown.strip() or not value or value == " "):
            return shown
        is_moment = isinstance(value, Moment)
        found = f'what the format "{code}" shows cannot be told'
        found = _COUNTRIES if is_moment and code.startswith("[") else found
        scope.report(where, found, _DATES if is_moment else _NUMBERS)
    elif isinstance(value, Moment):
        scope.report(where, _COUNTRIES, _DATES)
    elif isinstance(value, float):
        shown = plain(value)
        return value if str(value) in (shown, f"{shown}.0") else shown
    else:
        return value
    return ""
