"""Turn a CSV file, a workbook or a list in a YAML file into rows, or into what is wrong with them.

A row is an entry: a mapping of names of columns to cells. Those of a file are text as written: what
it means is for the columns to say. A workbook's whole numbers are written without a point.
"""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO, StringIO
from itertools import zip_longest
from pathlib import Path

from printgen.problems import Where
from printgen.rules.entry import Entry
from printgen.rules.files import read_bytes, read_text
from printgen.rules.scope import Scope

SUFFIXES = (".csv", ".xlsx", ".ods")
"""What the names of files that list rows end in."""

Line = Sequence[Entry]
"""The cells of one line of a file."""


def read_listing(
    folder: Path, name: str, sheet: str, named: Where, scope: Scope
) -> tuple[Mapping[str, Where], tuple[Entry, ...]]:
    """The places of the columns by their names, and the rows, of the file `name` in `folder`.

    None of either where it is at fault. `sheet` names one of a workbook's, the first if empty;
    `named` is the line that names the file.
    """
    before = len(scope.problems)
    lines = list(_lines(folder, name, sheet, named, scope))
    if not lines and len(scope.problems) == before:
        where = Where(str(folder / name), 1, 1)
        scope.report(where, "the file is empty", "begin with column names")
    if len(scope.problems) > before:
        return {}, ()
    head, *rest = lines
    names = [str(cell.data) for cell in head]
    for place, cell in enumerate(head):
        if not names[place] and any(len(line) > place and line[place].data for line in rest):
            cell.report("a column without a name", "write its name here")
        elif names[place] and names.index(names[place]) != place:
            cell.report(f"the column {cell.data} stands twice", "delete one")
    rows = tuple(_row(line, names) for line in rest)
    places = {name: cell.place for name, cell in zip(names, head, strict=True) if name}
    return (places, rows) if len(scope.problems) == before else ({}, ())


def _row(line: Line, names: Sequence[str]) -> Entry:
    beyond = line[len(names) :]
    if len(line) < len(names) or any(cell.data for cell in beyond):
        message = f"{len(line)} cells under {len(names)} column names"
        hint = "write one cell a column; put quotes round a text with a comma"
        (beyond or line)[0].report(message, hint)
    return line[0].mapping({name: cell for name, cell in zip(names, line, strict=False) if name})


def _lines(folder: Path, name: str, sheet: str, named: Where, scope: Scope) -> Iterator[Line]:
    """The lines of a file that hold anything."""
    lines: Iterator[Line] = iter(())
    suffix = Path(name).suffix.lower()
    if suffix in (".xlsx", ".ods"):
        lines = _workbook(folder, name, sheet, named, scope)
    elif suffix != ".csv":
        scope.report(named, f'"{name}" lists no rows', "name a .csv, .xlsx or .ods file")
    elif sheet:
        scope.report(named, f"{name} has no sheets", "leave sheet: out, or name a workbook")
    else:
        lines = _csv(folder, name, scope)
    return (line for line in lines if any(cell.data for cell in line))


def _csv(folder: Path, name: str, scope: Scope) -> Iterator[Line]:
    """The lines of a CSV file, cells parted by commas, semicolons or tabs as its first line is."""
    text = read_text(folder, name, scope) or ""
    file = str(folder / name)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    head = next(filter(str.strip, lines), "")
    delimiter = max(",;\t", key=head.count)
    reader = csv.reader(StringIO("\n".join(lines), newline=""), strict=True, delimiter=delimiter)
    number = 1
    start = re.compile(rf'(?:"(?:[^"]|"")*"|[^{delimiter}]*)(?:{delimiter}|$)')
    try:
        for cells in reader:
            # A cell after a quoted line break stands in no column of its row's first line.
            starts = [match.start() + 1 for match in start.finditer(lines[number - 1])]
            places = [Where(file, number, column) for column in starts[: len(cells)]]
            yield [
                _cell(cell, place or Where(file, number, 1), scope)
                for cell, place in zip_longest(cells, places)
            ]
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

    try:
        book = load_workbook(BytesIO(data))
        if sheet and not scope.known(named, sheet, book.sheet_names, f"sheet of {name}"):
            return
        chosen = sheet or book.sheet_names[0]
        lines = book.get_sheet_by_name(chosen).to_python(skip_empty_area=False)
    except (CalamineError, IndexError) as error:
        scope.report(named, f"{name} is no workbook: {error}", "save it again as .xlsx or .ods")
        return
    file = f"{folder / name}, sheet {chosen}, cell "
    for number, line in enumerate(lines, 1):
        yield [
            _cell(cell, Where(f"{file}{_letters(column)}{number}"), scope)
            for column, cell in enumerate(line)
        ]


def _cell(value: object, where: Where, scope: Scope) -> Entry:
    if isinstance(value, bool):
        value = str(value).lower()
    elif isinstance(value, float) and value.is_integer():
        value = int(value)
    elif not isinstance(value, str | int | float):
        message = "a date or time, which a spreadsheet makes of cells such as 1-2"
        scope.report(where, message, "format the cell as text and write it again")
    return Entry(scope, where, where, str(value).strip())


def _letters(column: int) -> str:
    """The letters by which a spreadsheet calls a column, counted from 0."""
    before, last = divmod(column, 26)
    return (_letters(before - 1) if before else "") + chr(65 + last)


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
