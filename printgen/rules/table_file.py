"""Turn the first table of a file into a game's rows, or into what is wrong with them.

A row is an entry: a mapping of names of columns, which the first line has, to cells. What these
mean is for the columns to say.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from printgen.problems import Where
from printgen.rules.formats import SUFFIXES, read_tables
from printgen.rules.formats.cell_table import Line, is_date, letters
from printgen.rules.formats.records import RECORDS
from printgen.rules.problem_log import Scope
from printgen.rules.source_node import Entry


def read_listing(
    folder: Path, name: str, sheet: str, named: Where, scope: Scope, encoding: str = ""
) -> tuple[Mapping[str, Where], tuple[Entry, ...]]:
    """The places of the columns by their names, and the rows, of the file `name` in `folder`.

    None of either where it is at fault. `sheet` names one of a workbook's, the first if empty;
    `named` is the line that names the file; `encoding` is that of its text, UTF-8 if empty. A name
    has no dots, which part names elsewhere.
    """
    before = len(scope.problems)
    tables = read_tables(folder, name, sheet, named, scope, encoding, (*SUFFIXES, *_TREES))
    table = next(tables, None)
    is_tree = name.lower().endswith((".json", *_TREES))
    if is_tree and len(scope.problems) == before:
        found = [one for one in (table, *tables) if one]
        if len(found) != 1:
            several = f"{len(found)} lists of records: {', '.join(one.name for one in found)}"
            message, hint = (several, _ONE) if found else ("no list of records", RECORDS)
            scope.report(Where(str(folder / name), 1, 1), message, hint)
            return {}, ()
    lines = [_own(line) for line in table.lines if any(cell.data for cell in line)] if table else []
    if not table or not lines:
        if len(scope.problems) == before:
            where = Where(str(folder / name), 1, 1)
            scope.report(where, "the file is empty", "begin with column names")
        return {}, ()
    if table.others and not sheet:
        hint = "--sheet NAME, in a game sheet: NAME, reads another, and --sheet all prints a deck"
        hint += f" of each: {', '.join(table.others)}"
        scope.note(table.place, f"of {len(table.others) + 1} sheets the first was read", hint)
    at = 0 if table.heads else _head_at(lines)
    for line in lines[:at]:
        for cell in (cell for cell in line if cell.data):
            hint = "put it into a file of its own, or delete it; column names stand below it"
            scope.note(cell.place, f'"{cell.data}" is taken for a title, and not used', hint)
    head, *rest = lines[at:]
    _check_cells(lines[at:], table.sign)
    names = _names(head, rest)
    if dates := [cell for line in rest for cell in line if is_date(cell)]:
        shown = ", ".join(f'"{cell.data}"' for cell in dates)
        hint = "if 1-2 or the like was meant, format the cell as text and write it again"
        scope.note(dates[0].place, f"dates, taken as they show: {shown}", hint)
    rows = tuple(
        line[0].mapping({name: cell for name, cell in zip(names, line, strict=False) if name})
        for line in rest
    )
    places = {name: cell.place for name, cell in zip(names, head, strict=True) if name}
    return (places, rows) if len(scope.problems) == before else ({}, ())


_TREES = (".yaml", ".yml")
"""What the names of a deck's files may end in, beside those of files in a game's folder."""
_NUMBER = re.compile(r"[-+−]?[\d.,]+%?")
_ONE = "a file is one table: put each list into a file of its own"
_LONGEST = 60
"""Letters of a column's name."""


def _head_at(lines: Sequence[Line]) -> int:
    """Which line names the columns: the first, or that below lines of one text, such as a title."""
    filled = [[str(cell.data) for cell in line if cell.data] for line in lines]
    at = next((at for at, cells in enumerate(filled) if len(cells) > 1), 0)
    return 0 if any(map(_NUMBER.fullmatch, filled[at])) else at


def _names(head: Line, rest: Sequence[Line]) -> Sequence[str]:
    """The columns' names; one without a name is called as a spreadsheet does, a second numbered.

    An empty column has none.
    """
    names = list[str]()
    for place, cell in enumerate(head):
        written = " ".join(str(cell.data).replace(".", " ").split())
        name = written[:_LONGEST].strip()
        if not name and any(len(line) > place and line[place].data for line in rest):
            name = letters(place)
            message = f"a column without a name, which is called {name}"
            cell.scope.note(cell.place, message, "write its name here")
        if name in filter(None, names):
            numbers = (f"{name} {number}" for number in range(2, len(head) + 2))
            free = next(one for one in numbers if one not in names)
            message = f"the column {name} stands twice; this one is called {free}"
            cell.scope.note(cell.place, message, "give each a name of its own, or delete one")
            name = free
        if len(written) > _LONGEST:
            message = f'a long name of a column, cut to "{name}"'
            cell.scope.note(cell.place, message, f"write at most {_LONGEST} letters")
        names.append(name)
    return names


def _own(line: Line) -> Line:
    """A line in which a cell that spans several columns stands in the first of them."""
    return [
        Entry(cell.scope, cell.place, cell.place, "") if cell is before else cell
        for before, cell in zip((None, *line), line, strict=False)
    ]


def _check_cells(lines: Iterable[Line], sign: str) -> None:
    """Report lines of another number of cells than the first, and cells that hold lists."""
    head, *rest = lines
    for line in rest:
        for name, cell in zip(head, line, strict=False):
            if isinstance(cell.raw, tuple | Mapping):
                hint = "write one text or number; for rows within rows write a game"
                cell.report(f"a list or a record in {name.data}", hint)
        beyond = line[len(head) :]
        if len(line) < len(head) or any(cell.data for cell in beyond):
            message = f"{len(line)} cell{'s' * (len(line) > 1)} under {len(head)} column names"
            hint = f"write one cell a column; put quotes round a text with a {sign}"
            (beyond or line)[0].report(message, hint)


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
