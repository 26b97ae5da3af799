"""Turn an .xlsx or .ods file into a table of cells a sheet, as the sheets show them.

Whole numbers are written without a point. What it shows and this does not read is reported.
"""

import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, time, timedelta
from decimal import ROUND_HALF_UP, Decimal
from io import BytesIO
from itertools import chain
from pathlib import Path
from zipfile import ZipFile

from msgspec.structs import replace

from printgen.problems import Where
from printgen.rules.entry import Entry
from printgen.rules.files import read_bytes
from printgen.rules.formats.celled import CellTable, make_cell
from printgen.rules.formats.strays import find_spans, letters, without_strays
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
            shown = _looks(data, chosen, cells, place, scope)
            lines = list(_lines(cells, shown, place, scope))
            for (top, left), (bottom, right) in found.merged_cell_ranges or spans.get(chosen, ()):
                for line in lines[top : bottom + 1]:
                    line[left : right + 1] = lines[top][left : left + 1] * len(
                        line[left : right + 1]
                    )
            yield CellTable(place, lines, f"sheet {chosen}", tuple(others))
    except (CalamineError, IndexError, ValueError) as error:
        message = f"{path.name} is no workbook: {error}"
        scope.report(named, message, "save it again as .xlsx or .ods")


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
    cells: Sequence[Sequence[object]], shown: Mapping[str, str], place: Where, scope: Scope
) -> Iterator[list[Entry]]:
    for number, line in enumerate(cells, 1):
        made = []
        for column, value in enumerate(line):
            at = f"{letters(column)}{number}"
            where = Where(f"{place}, cell {at}")
            if isinstance(value, date | time | timedelta):
                message = "a date or time, which a spreadsheet makes of cells such as 1-2"
                scope.report(where, message, "format the cell as text and write it again")
            cell = make_cell(shown.get(at, value), where, scope)
            made.append(replace(cell, raw=value) if at in shown else cell)
        yield made


_PER_CENT = re.compile(r"[#,0]*0(?:\.(0+))?( ?)%(?:;.*)?")


def _looks(
    data: bytes, sheet: str, lines: Sequence[Sequence[object]], where: Where, scope: Scope
) -> Mapping[str, str]:
    """By their names the cells of a sheet that it shows as percentages; notes pasted pictures."""
    try:
        with ZipFile(BytesIO(data)) as parts:
            names = parts.namelist()
            style = parts.read("xl/styles.xml") if "xl/styles.xml" in names else b""
        has_pictures = any(name.startswith(("xl/media/", "Pictures/")) for name in names)
        shown = {}
        if b"%" in style or re.search(rb'numFmtId="(9|10)"', style):
            # Only what has percentages pays for another reader.
            from openpyxl import load_workbook

            with warnings.catch_warnings(action="ignore"):  # of what is of no use here
                cells = load_workbook(BytesIO(data), data_only=True)[sheet].iter_rows(
                    max_row=len(lines) or 1, max_col=max(map(len, lines), default=1)
                )
            for cell in chain.from_iterable(cells):
                form = _PER_CENT.fullmatch(cell.number_format)
                if form and isinstance(cell.value, int | float):
                    step = Decimal(1).scaleb(-len(form[1] or ""))
                    # A sheet rounds halves away from nothing.
                    value = (Decimal(repr(cell.value)) * 100).quantize(step, ROUND_HALF_UP)
                    shown[cell.coordinate] = f"{value}{form[2]}%"
    # Another reader may stumble over what the first one took, in as many ways as there are faults.
    except Exception as error:
        hint = "save it again as .xlsx"
        scope.report(where, f"how its cells look cannot be read: {error}", hint)
        return {}
    if has_pictures:
        hint = "save them as files beside the table, and write their names in a column"
        scope.note(where, "the pictures pasted into the workbook are not read", hint)
    return shown
