"""Turn an .xlsx or .ods file into a table of cells a sheet, as the sheets show them.

Whole numbers are written without a point. What it shows and this does not read is reported.
"""

import zlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, time, timedelta
from decimal import Decimal
from io import BytesIO
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from msgspec.structs import replace

from printgen.problems import Where
from printgen.rules.entry import Entry
from printgen.rules.files import read_bytes
from printgen.rules.formats.celled import CellTable, make_cell
from printgen.rules.formats.looks import Look, read_looks
from printgen.rules.formats.shown import plain, show
from printgen.rules.formats.strays import Corner, find_spans, letters, without_strays
from printgen.rules.scope import Scope


def read_workbook(
    data: bytes, path: Path, sheet: str, named: Where, scope: Scope
) -> Iterator[CellTable]:
    """The table of one sheet, or of each that holds anything if that is empty."""
    # Only who has a workbook pays for its reader.
    from python_calamine import CalamineError, load_workbook

    data, strays = without_strays(data)
    try:
        book = load_workbook(BytesIO(data))
        if sheet and not scope.known(named, sheet, book.sheet_names, f"sheet of {path.name}"):
            return
        first, *others = [sheet] if sheet else book.sheet_names
        held = [first, *(one for one in others if book.get_sheet_by_name(one).height)]
        spans = find_spans(data)
        for chosen in held:
            found = book.get_sheet_by_name(chosen)
            cells = found.to_python(skip_empty_area=False)
            others = [one for one in held if one != chosen]
            place = Where(f"{path}, sheet {chosen}")
            if gone := strays.get(chosen):
                more = f" and {len(gone) - 1:,} more" if len(gone) > 1 else ""
                message = f"far from the table, so not read: {gone[0]}{more}"
                hint = "empty it, or move it to the table"
                scope.note(Where(f"{place}, cell {gone[0]}"), message, hint)
            looks = _looks(data, chosen, len(cells), place, scope)
            lines = list(_lines(cells, looks, place, scope))
            for (top, left), (bottom, right) in found.merged_cell_ranges or spans.get(chosen, ()):
                for line in lines[top : bottom + 1]:
                    line[left : right + 1] = lines[top][left : left + 1] * len(
                        line[left : right + 1]
                    )
            yield CellTable(place, lines, f"sheet {chosen}", tuple(others))
    except (CalamineError, *_UNSOUND) as error:
        message = f"{path.name} is no workbook: {error}"
        scope.report(named, message, "save it again as .xlsx or .ods")


_UNSOUND = (BadZipFile, ArithmeticError, LookupError, RuntimeError, ValueError, zlib.error)
"""How reading the parts of a broken file may end."""


def sheet_names(folder: Path, name: str, scope: Scope) -> Sequence[str]:
    """The names of a workbook's sheets that hold anything; none where it is at fault."""
    from python_calamine import CalamineError, load_workbook

    data = read_bytes(folder, name, scope)
    try:
        book = load_workbook(BytesIO(without_strays(data)[0])) if data is not None else None
        names = book.sheet_names if book else ()
        return tuple(one for one in names if book and book.get_sheet_by_name(one).height)
    except CalamineError as error:
        where, hint = Where(str(folder / name)), "save it again as .xlsx or .ods"
        scope.report(where, f"it is no workbook: {error}", hint)
        return ()


def _lines(
    cells: Sequence[Sequence[object]], looks: Mapping[Corner, Look], place: Where, scope: Scope
) -> Iterator[list[Entry]]:
    # What shows nothing sound may lie beyond the cells that have a value.
    for (row, column), look in sorted(looks.items()):
        where = Where(f"{place}, cell {letters(column)}{row + 1}")
        if look.fault == "=":
            hint = "open the workbook in a spreadsheet and save it, which works it out"
            scope.report(where, "a formula that was never worked out", hint)
        elif look.fault:
            hint = "mend the formula, or write what is meant"
            scope.report(where, f"the error {look.fault}", hint)
    rounded = list[tuple[Where, str, str]]()
    for number, line in enumerate(cells):
        made = []
        for column, value in enumerate(line):
            at = f"{letters(column)}{number + 1}"
            where, look = Where(f"{place}, cell {at}"), looks.get((number, column), _PLAIN)
            text = _shown(value, look, where, scope)
            cell = make_cell(text, where, scope)
            made.append(cell if text is value else replace(cell, raw=value))
            if text is not value and isinstance(value, float) and look == _PLAIN:
                exact = f"{Decimal(f'{value:.15g}'):f}"
                rounded += [(where, at, f"{value!r} is read as {text}")] * (exact != text)
        yield made
    for where, at, message in rounded[:1]:
        others = ", ".join(one for _, one, _ in rounded[1:])
        message += ", as a sheet shows it that has room" + f"; so are {others}" * bool(others)
        hint = f"round it there, such as =ROUND({at},2), or choose a format of fewer places"
        scope.note(where, message, hint)


_PLAIN = Look()
_COUNTRIES = "a date, which looks otherwise in each country"
_DATES = "choose a format such as yyyy-mm-dd; if 1-2 was meant, format it as text and write that"
_NUMBERS = "choose a format such as 0.00, or format it as text and write what it shows"


def _shown(value: object, look: Look, where: Where, scope: Scope) -> object:
    """What a cell shows, or its value where that is the same; what is at fault is reported."""
    if look.fault:
        return ""
    if look.text is not None:
        return look.text
    if isinstance(value, bool) or value == "":
        return value
    if look.code and isinstance(value, int | float | str | date | time | timedelta):
        shown = show(value, look.code)
        if shown is not None and (shown.strip() or not value or value == " "):
            return shown
        found, hint = f'what the format "{look.code}" shows cannot be told', _NUMBERS
        if isinstance(value, date | time | timedelta):
            hint = _DATES
            found = _COUNTRIES if look.code.startswith("[") else found
        scope.report(where, found, hint)
    elif isinstance(value, date | time | timedelta):
        scope.report(where, _COUNTRIES, _DATES)
    elif isinstance(value, float):
        text = plain(value)
        return value if str(value) in (text, f"{text}.0") else text
    else:
        return value
    return ""


def _looks(data: bytes, sheet: str, rows: int, where: Where, scope: Scope) -> Mapping[Corner, Look]:
    """How the cells of a sheet look; pasted pictures are noted."""
    with ZipFile(BytesIO(data)) as parts:
        if any(name.startswith(("xl/media/", "Pictures/")) for name in parts.namelist()):
            hint = "save them as files beside the table, and write their names in a column"
            scope.note(where, "the pictures pasted into the workbook are not read", hint)
        return read_looks(parts, sheet, rows)
