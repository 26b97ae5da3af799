"""Turn a CSV file or a workbook into rows of cells, each with its place, or into what is wrong.

Cells are text as written: what they mean is for the columns to say. A workbook's whole numbers are
written without a point. It knows no game.
"""

import csv
import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any, NamedTuple

from printgen.problems import Where
from printgen.rules.files import CSV_LIMIT, read_bytes, read_text
from printgen.rules.model import Places
from printgen.rules.scope import Scope

ROWS_LIMIT = 20_000
"""The most rows of one file; three hundred decks of sixty cards are fewer."""

WORKBOOKS = (".xlsx", ".ods")


class RawRow(NamedTuple):
    """One row as written: cells by the names of columns, and where each stands."""

    cells: Mapping[str, Any]
    place: Where
    at: Places


def read_listing(
    folder: Path, name: str, sheet: str, named: Where, scope: Scope
) -> tuple[Mapping[str, Where], tuple[RawRow, ...]] | None:
    """The places of the columns by their names, and the rows, of the file `name` in `folder`.

    None where it is at fault. `sheet` names one of a workbook's, the first if empty; `named` is the
    line that names the file.
    """
    suffix = Path(name).suffix.lower()
    if suffix not in (".csv", *WORKBOOKS):
        scope.report(named, f'"{name}" lists no rows', "name a .csv, .xlsx or .ods file")
        return None
    if suffix == ".csv" and sheet:
        scope.report(named, f"{name} has no sheets", "leave sheet: out, or name a workbook")
        return None
    is_book = suffix in WORKBOOKS
    table = _workbook(folder, name, sheet, named, scope) if is_book else _csv(folder, name, scope)
    if table is None:
        return None
    lines = [line for line in table if any(cell.strip() for cell in line.cells)]
    if not lines:
        where = Where(str(folder / name), 1, 1)
        scope.report(where, "the file is empty", "begin with column names")
        return None
    head, *rest = lines
    names = tuple(cell.strip() for cell in head.cells)
    before = len(scope.problems)
    for place, column in enumerate(names):
        if not column and any(len(line.cells) > place and line.cells[place] for line in rest):
            scope.report(head.at(place), "a column without a name", "write its name here")
        elif column and names.index(column) != place:
            scope.report(head.at(place), f"the column {column} stands twice", "delete one")
    if len(rest) > ROWS_LIMIT:
        scope.report(rest[-1].at(0), f"more than {ROWS_LIMIT:,} rows", "split them into two games")
    rows = tuple(_row(line, names, scope) for line in rest[:ROWS_LIMIT])
    places = {column: head.at(place) for place, column in enumerate(names) if column}
    return None if len(scope.problems) > before else (places, rows)


class _Line(NamedTuple):
    """One line of a file: its cells as text, and where the one of a number stands."""

    cells: tuple[str, ...]
    at: Callable[[int], Where]


def _row(line: _Line, names: tuple[str, ...], scope: Scope) -> RawRow:
    short = len(line.cells) < len(names)
    if short or any(cell.strip() for cell in line.cells[len(names) :]):
        message = f"{len(line.cells)} cells under {len(names)} column names"
        hint = "write one cell a column; put quotes round a text with a comma"
        scope.report(line.at(len(names)), message, hint)
    cells = {
        name: cell.strip() for name, cell in zip(names, line.cells, strict=False) if name and cell
    }
    return RawRow(cells, line.at(0), partial(_named, line, names))


def _named(line: _Line, names: tuple[str, ...], name: str) -> Where:
    return line.at(names.index(name) if name in names else 0)


def _csv(folder: Path, name: str, scope: Scope) -> list[_Line] | None:
    """The lines of a CSV file, cells parted by commas, semicolons or tabs as its first line is."""
    text = read_text(folder, name, CSV_LIMIT, scope)
    if text is None:
        return None
    file = str(folder / name)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    head = next(filter(str.strip, lines), "")
    delimiter = max(",;\t", key=head.count)
    reader = csv.reader(StringIO("\n".join(lines), newline=""), strict=True, delimiter=delimiter)
    found = []
    number = 1
    cell = re.compile(rf'(?:"(?:[^"]|"")*"|[^{delimiter}]*)(?:{delimiter}|$)')
    try:
        for cells in reader:
            starts = tuple(match.start() + 1 for match in cell.finditer(lines[number - 1]))
            found.append(_Line(tuple(cells), partial(_csv_place, file, number, starts)))
            number = reader.line_num + 1
    except csv.Error as error:
        hint = "close every quote, and double a quote inside a quoted text"
        scope.report(Where(file, reader.line_num, 1), f"not CSV: {error}", hint)
        return None
    return found


def _csv_place(file: str, line: int, starts: tuple[int, ...], place: int) -> Where:
    # A cell after a quoted line break stands in no column of its row's first line.
    return Where(file, line, starts[place] if place < len(starts) else 1)


def _workbook(
    folder: Path, name: str, sheet: str, named: Where, scope: Scope
) -> list[_Line] | None:
    data = read_bytes(folder, name, CSV_LIMIT, scope)
    if data is None:
        return None
    # Only a game with a workbook pays for its reader.
    from python_calamine import CalamineError, load_workbook

    try:
        book = load_workbook(BytesIO(data))
        if sheet and not scope.known(named, sheet, book.sheet_names, f"sheet of {name}"):
            return None
        chosen = sheet or book.sheet_names[0]
        cells = book.get_sheet_by_name(chosen).to_python(skip_empty_area=False)
    except (CalamineError, IndexError) as error:
        scope.report(named, f"{name} is no workbook: {error}", "save it again as .xlsx or .ods")
        return None
    file = f"{folder / name}, sheet {chosen}"
    before = len(scope.problems)
    found = [
        _Line(
            tuple(_cell(cell, file, row, column, scope) for column, cell in enumerate(line)),
            partial(_sheet_place, file, row),
        )
        for row, line in enumerate(cells, 1)
    ]
    return found if len(scope.problems) == before else None


def _cell(value: object, file: str, row: int, column: int, scope: Scope) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else str(value)
    if isinstance(value, str | int):
        return str(value)
    message = "a date or time, which a spreadsheet makes of cells such as 1-2"
    where = _sheet_place(file, row, column)
    scope.report(where, message, "format the cell as text and write it again")
    return ""


def _sheet_place(file: str, row: int, column: int) -> Where:
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return Where(f"{file}, cell {letters}{row}")


def yaml_rows(rows: object, columns: tuple[str, ...], at: Any, scope: Scope) -> Iterator[RawRow]:
    """The rows of a list in a YAML file: mappings, or lists in the order of `columns`.

    `at(*path)` says where a part of the list stands.
    """
    if not isinstance(rows, tuple):
        scope.report(at(), "no list of rows", "begin each row with a dash: - {name: …}")
        return
    for index, row in enumerate(rows):
        if isinstance(row, tuple):
            if len(row) > len(columns):
                message = f"{len(row)} cells in a row of {len(columns)} columns"
                hint = f"the columns are: {', '.join(columns)}"
                scope.report(at(index, len(columns)), message, hint)
                continue
            cells: Mapping[str, Any] = dict(zip(columns, row, strict=False))
            places: Places = partial(_in_list, at, index, columns)
        elif isinstance(row, Mapping):
            cells, places = row, partial(at, index)
        else:
            scope.report(at(index), "no row", "write [cell, cell] or {column: cell}")
            continue
        yield RawRow(cells, at(index), places)


def _in_list(at: Any, index: int, columns: tuple[str, ...], name: str, *rest: str | int) -> Where:
    found: Where = at(index, columns.index(name), *rest) if name in columns else at(index)
    return found
