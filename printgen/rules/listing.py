"""Turn a CSV file, a workbook or other list into rows, or into what is wrong with them.

A row is an entry: a mapping of names of columns to cells. Those of a file are text as written: what
it means is for the columns to say. A workbook's whole numbers are written without a point. Of a
list of records in JSON each name is a column.
"""

import csv
import json
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from io import BytesIO, StringIO
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from printgen.problems import Where
from printgen.rules.entry import Entry
from printgen.rules.files import is_encoding, read_bytes, read_text
from printgen.rules.scope import Scope
from printgen.rules.strays import letters, without_strays

_TEXTS = (".csv", ".tsv", ".json")
BOOKS = (".xlsx", ".ods")
SUFFIXES = (*_TEXTS, *BOOKS)
"""What the names of files that list rows end in."""

Line = Sequence[Entry]
"""The cells of one line of a file."""

Record = tuple[tuple[str, Any], ...]
"""Names with their values: a name that stands twice is there twice."""

# A number stays as it is written.
_DECODER = json.JSONDecoder(
    object_pairs_hook=tuple, parse_int=str, parse_float=str, parse_constant=str
)


def read_listing(
    folder: Path, name: str, sheet: str, named: Where, scope: Scope, encoding: str = ""
) -> tuple[Mapping[str, Where], tuple[Entry, ...]]:
    """The places of the columns by their names, and the rows, of the file `name` in `folder`.

    None of either where it is at fault. `sheet` names one of a workbook's, the first if empty;
    `named` is the line that names the file; `encoding` is that of its text, UTF-8 if empty. A name
    has no dots, which part names elsewhere.
    """
    before = len(scope.problems)
    lines = list(_lines(folder, name, sheet, named, scope, encoding))
    if not lines:
        if len(scope.problems) == before:
            where = Where(str(folder / name), 1, 1)
            scope.report(where, "the file is empty", "begin with column names")
        return {}, ()
    head, *rest = lines
    names = [" ".join(str(cell.data).replace(".", " ").split())[:60].strip() for cell in head]
    for place, cell in enumerate(head):
        below = (line[place] for line in rest if len(line) > place and line[place].data)
        if not names[place] and (first := next(below, None)):
            at = first.place
            found = f"line {at.line}" if at.line else at.file.rpartition(", ")[2]
            hint = f'write its name here, or empty what stands below it: "{first.data}" in {found}'
            cell.report("a column without a name", hint)
        elif names[place] and names.index(names[place]) != place:
            cell.report(f"the column {cell.data} stands twice", "delete one")
    rows = tuple(
        line[0].mapping({name: cell for name, cell in zip(names, line, strict=False) if name})
        for line in rest
    )
    places = {name: cell.place for name, cell in zip(names, head, strict=True) if name}
    return (places, rows) if len(scope.problems) == before else ({}, ())


def _lines(
    folder: Path, name: str, sheet: str, named: Where, scope: Scope, encoding: str
) -> Iterator[Line]:
    """The lines of a file that hold anything."""
    lines: Iterator[Line] = iter(())
    suffix = Path(name).suffix.lower()
    if suffix in (".xls", ".xlsm", ".xlsb", ".numbers"):
        scope.report(named, f"{name} is no .xlsx", "open it where it was made and save it as .xlsx")
    elif suffix not in SUFFIXES:
        scope.report(named, f'"{name}" lists no rows', f"name a file that ends in {_OR}")
    elif sheet and suffix in _TEXTS:
        scope.report(named, f"{name} has no sheets", "leave the sheet out, or name a workbook")
    elif encoding and suffix in BOOKS:
        message = f"{name} says by itself how it is encoded"
        scope.report(named, message, "leave the encoding out")
    elif encoding and not is_encoding(encoding):
        message = f"no encoding is called {encoding}"
        scope.report(named, message, "write its name, such as cp1252, mac-roman or utf-16")
    elif suffix in BOOKS:
        lines = _workbook(folder, name, sheet, named, scope)
    else:
        text = read_text(folder, name, scope, encoding or "UTF-8", _ENCODED) or ""
        if text.strip():
            lines = (_json if suffix == ".json" else _csv)(text, str(folder / name), scope)
    return (line for line in lines if any(cell.data for cell in line))


_OR = f"{', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}"
_ENCODED = (
    "save it as UTF-8, or name its encoding, such as cp1252:"
    " --encoding cp1252, or in a game encoding: cp1252"
)


def _json(text: str, file: str, scope: Scope) -> Iterator[Line]:
    """The records of a list, below a line of all their names; each stands where it begins."""
    records = tuple(_records(text, file, scope))
    names: dict[str, Entry] = {}
    for place, record in records:
        for name, value in record:
            names.setdefault(name, Entry(scope, place, place, name))
            if isinstance(value, tuple | list):
                hint = "write one text or number; for rows within rows write a game"
                scope.report(place, f"a list or a record in {name}", hint)
        if len(dict(record)) < len(record):
            scope.report(place, "a name that stands twice in one record", "delete one")
    if records:
        yield tuple(names.values())
    for place, record in records:
        cells = dict(record)
        found = (cells.get(name) for name in names)
        yield [_cell(one if isinstance(one, str | bool) else "", place, scope) for one in found]


def _records(text: str, file: str, scope: Scope) -> Iterator[tuple[Where, Record]]:
    """Each record of a list, and where it begins."""
    hint = 'write a list of records, such as [{"name": "Imp", "cost": 2}]'
    try:
        found = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        where = Where(file, error.lineno, error.colno)
        scope.report(where, f"not JSON: {error.msg}", hint)
        return
    except RecursionError:
        scope.report(Where(file, 1, 1), "nested too deep", hint)
        return
    if not isinstance(found, list) or not all(isinstance(one, tuple) for one in found):
        scope.report(Where(file, 1, 1), "no list of records", hint)
        return
    line, begin, end = 1, 0, 0
    for record in found:
        # What lies between two records holds no brace.
        at = text.index("{", end)
        line += text.count("\n", begin, at)
        begin = text.rfind("\n", begin, at) + 1 or begin
        yield Where(file, line, at - begin + 1), record
        end = _DECODER.raw_decode(text, at)[1]


def _csv(text: str, file: str, scope: Scope) -> Iterator[Line]:
    """The lines of a CSV file, cells parted by commas, semicolons or tabs as its first line is."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    head = next(filter(str.strip, lines), "")
    delimiter = "\t" if file.lower().endswith(".tsv") else max(",;\t", key=head.count)
    reader = csv.reader(StringIO("\n".join(lines), newline=""), strict=True, delimiter=delimiter)
    number = 1
    sign = {",": "comma", ";": "semicolon"}.get(delimiter, "tab")
    names = 0
    start = re.compile(rf'(?:"(?:[^"]|"")*"|[^{delimiter}]*)(?:{delimiter}|$)')
    try:
        for cells in reader:
            # A cell after a quoted line break stands in no column of its row's first line.
            starts = [match.start() + 1 for match in start.finditer(lines[number - 1])]
            places = [Where(file, number, column) for column in starts[: len(cells)]]
            line = [
                _cell(cell, place or Where(file, number, 1), scope)
                for cell, place in zip_longest(cells, places)
            ]
            names = names or (len(line) if any(cells) else 0)
            beyond = line[names:]
            if any(cells) and (len(line) < names or any(cell.data for cell in beyond)):
                message = f"{len(line)} cell{'s' * (len(line) > 1)} under {names} column names"
                hint = f"write one cell a column; put quotes round a text with a {sign}"
                (beyond or line)[0].report(message, hint)
            yield line
            number = reader.line_num + 1
    except csv.Error as error:
        hint = "close every quote, and double a quote inside a quoted text"
        scope.report(Where(file, reader.line_num, 1), f"not CSV: {error}", hint)


def _workbook(folder: Path, name: str, sheet: str, named: Where, scope: Scope) -> Iterator[Line]:
    """The lines of one sheet of a workbook."""
    data = read_bytes(folder, name, scope)
    if data is None:
        return
    # Only a game with a workbook pays for its reader.
    from python_calamine import CalamineError, load_workbook

    data, strays = without_strays(data)
    try:
        book = load_workbook(BytesIO(data))
        if sheet and not scope.known(named, sheet, book.sheet_names, f"sheet of {name}"):
            return
        chosen = sheet or book.sheet_names[0]
        lines = book.get_sheet_by_name(chosen).to_python(skip_empty_area=False)
        rest = [one for one in book.sheet_names if one != chosen] if not sheet else []
        rest = [one for one in rest if book.get_sheet_by_name(one).height]
    except (CalamineError, IndexError) as error:
        scope.report(named, f"{name} is no workbook: {error}", "save it again as .xlsx or .ods")
        return
    file = f"{folder / name}, sheet {chosen}"
    if rest:
        hint = f"--sheet NAME, in a game sheet: NAME, reads another: {', '.join(rest)}"
        scope.note(Where(file), f"of {len(rest) + 1} sheets the first was read", hint)
    if gone := strays.get(chosen):
        others = f" and {len(gone) - 1:,} more" if len(gone) > 1 else ""
        message = f"far from the table, so not read: {gone[0]}{others}"
        scope.note(Where(f"{file}, cell {gone[0]}"), message, "empty it, or move it to the table")
    shown = _looks(data, chosen, lines, Where(file), scope)
    for number, line in enumerate(lines, 1):
        places = [f"{letters(column)}{number}" for column in range(len(line))]
        yield [
            _cell(shown.get(at, value), Where(f"{file}, cell {at}"), scope)
            for at, value in zip(places, line, strict=True)
        ]


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


def _cell(value: object, where: Where, scope: Scope) -> Entry:
    if isinstance(value, bool):
        value = str(value).lower()
    elif isinstance(value, float) and value.is_integer():
        value = int(value)
    elif not isinstance(value, str | int | float):
        message = "a date or time, which a spreadsheet makes of cells such as 1-2"
        scope.report(where, message, "format the cell as text and write it again")
    return Entry(scope, where, where, str(value).strip())


def yaml_rows(rows: Entry, columns: tuple[str, ...]) -> Iterator[Entry]:
    """The rows of a list in a YAML file: mappings, or lists in the order of `columns`."""
    if not isinstance(rows.data, tuple):
        rows.report("no list of rows", "begin each row with a dash: - {name: …}")
        return
    for row in rows.items():
        if isinstance(row.data, Mapping):
            yield row
        elif not isinstance(row.data, tuple):
            row.report("no row", "write [cell, cell] or {column: cell}")
        elif len(row.data) > len(columns):
            message = f"{len(row.data)} cells in a row of {len(columns)} columns"
            row.report(message, f"the columns are: {', '.join(columns)}", len(columns))
        else:
            yield row.mapping(dict(zip(columns, row.items(), strict=False)))
