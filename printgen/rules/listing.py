"""Turn the first table of a file into a game's rows, or into what is wrong with them.

A row is an entry: a mapping of names of columns, which the first line has, to cells. What these
mean is for the columns to say.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from printgen.problems import Where
from printgen.rules.entry import Entry
from printgen.rules.formats import SUFFIXES, read_tables
from printgen.rules.formats.celled import Line
from printgen.rules.formats.records import RECORDS
from printgen.rules.scope import Scope


def read_listing(
    folder: Path, name: str, sheet: str, named: Where, scope: Scope, encoding: str = ""
) -> tuple[Mapping[str, Where], tuple[Entry, ...]]:
    """The places of the columns by their names, and the rows, of the file `name` in `folder`.

    None of either where it is at fault. `sheet` names one of a workbook's, the first if empty;
    `named` is the line that names the file; `encoding` is that of its text, UTF-8 if empty. A name
    has no dots, which part names elsewhere.
    """
    before = len(scope.problems)
    tables = read_tables(folder, name, sheet, named, scope, encoding, SUFFIXES)
    table = next(tables, None)
    is_json = name.lower().endswith(".json")
    if is_json and len(scope.problems) == before and (table is None or next(tables, None)):
        scope.report(Where(str(folder / name), 1, 1), "no list of records", RECORDS)
        return {}, ()
    lines = [_own(line) for line in table.lines if any(cell.data for cell in line)] if table else []
    if not table or not lines:
        if len(scope.problems) == before:
            where = Where(str(folder / name), 1, 1)
            scope.report(where, "the file is empty", "begin with column names")
        return {}, ()
    if table.others and not sheet:
        hint = f"--sheet NAME, in a game sheet: NAME, reads another: {', '.join(table.others)}"
        scope.note(table.place, f"of {len(table.others) + 1} sheets the first was read", hint)
    head, *rest = lines
    _check_cells(lines, table.sign)
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
