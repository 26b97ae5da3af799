"""Turn the first table of a file into a game's rows, or into what is wrong with them.

A row is an entry: a mapping of names of columns, which the first line has, to cells. What these
mean is for the columns to say.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from printgen.problems import Spot
from printgen.rules.formats import SUFFIXES, read_tables
from printgen.rules.formats.cell_table import Line, column_letters, is_date_cell
from printgen.rules.formats.records import RECORDS
from printgen.rules.problem_log import Log
from printgen.rules.source_node import Node


def read_table_file(
    folder: Path, name: str, sheet: str, naming_place: Spot, log: Log, encoding: str = ""
) -> tuple[Mapping[str, Spot], tuple[Node, ...]]:
    """The places of the columns by their names, and the rows, of the file `name` in `folder`.

    None of either where it is at fault. `sheet` names one of a workbook's, the first if empty;
    `named` is the line that names the file; `encoding` is that of its text, UTF-8 if empty. A name
    has no dots, which part names elsewhere.
    """
    problem_count = len(log.problems)
    tables = read_tables(folder, name, sheet, naming_place, log, encoding, (*SUFFIXES, *_TREES))
    table = next(tables, None)
    is_tree = name.lower().endswith((".json", *_TREES))
    if is_tree and len(log.problems) == problem_count:
        records = [record_table for record_table in (table, *tables) if record_table]
        if len(records) != 1:
            message_many = f"{len(records)} lists of records: {', '.join(record_table.name for record_table in records)}"
            message, hint = (
                (message_many, _ONE_TABLE_HINT) if records else ("no list of records", RECORDS)
            )
            log.report(Spot(str(folder / name), 1, 1), message, hint)
            return {}, ()
    lines = (
        [_unmerge(line) for line in table.lines if any(cell.data for cell in line)] if table else []
    )
    if not table or not lines:
        if len(log.problems) == problem_count:
            file_start = Spot(str(folder / name), 1, 1)
            log.report(file_start, "the file is empty", "begin with column names")
        return {}, ()
    if table.other_sheets and not sheet:
        hint = "--sheet NAME, in a game sheet: NAME, reads another, and --sheet all prints a deck"
        hint += f" of each: {', '.join(table.other_sheets)}"
        log.note(table.place, f"of {len(table.other_sheets) + 1} sheets the first was read", hint)
    header_index = 0 if table.header_count else _find_header(lines)
    for line in lines[:header_index]:
        for cell in (cell for cell in line if cell.data):
            hint = "put it into a file of its own, or delete it; column names stand below it"
            log.note(cell.place, f'"{cell.data}" is taken for a title, and not used', hint)
    head, *rest = lines[header_index:]
    _check_cells(lines[header_index:], table.delimiter)
    names = _name_columns(head, rest)
    if dates := [cell for line in rest for cell in line if is_date_cell(cell)]:
        date_texts = ", ".join(f'"{cell.data}"' for cell in dates)
        hint = "if 1-2 or the like was meant, format the cell as text and write it again"
        log.note(dates[0].place, f"dates, taken as they show: {date_texts}", hint)
    rows = tuple(
        line[0].as_dict({name: cell for name, cell in zip(names, line, strict=False) if name})
        for line in rest
    )
    places = {name: cell.place for name, cell in zip(names, head, strict=True) if name}
    return (places, rows) if len(log.problems) == problem_count else ({}, ())


_TREES = (".yaml", ".yml")
"""What the names of a deck's files may end in, beside those of files in a game's folder."""
_NUMBER_PATTERN = re.compile(r"[-+−]?[\d.,]+%?")
_ONE_TABLE_HINT = "a file is one table: put each list into a file of its own"
_MAX_NAME_LENGTH = 60
"""Letters of a column's name."""


def _find_header(lines: Sequence[Line]) -> int:
    """Which line names the columns: the first, or that below lines of one text, such as a title."""
    filled = [[str(cell.data) for cell in line if cell.data] for line in lines]
    index = next((index for index, cells in enumerate(filled) if len(cells) > 1), 0)
    return 0 if any(map(_NUMBER_PATTERN.fullmatch, filled[index])) else index


def _name_columns(head: Line, rest: Sequence[Line]) -> Sequence[str]:
    """The columns' names; one without a name is called as a spreadsheet does, a second numbered.

    An empty column has none.
    """
    names = list[str]()
    for index, cell in enumerate(head):
        written = " ".join(str(cell.data).replace(".", " ").split())
        name = written[:_MAX_NAME_LENGTH].strip()
        if not name and any(len(line) > index and line[index].data for line in rest):
            name = column_letters(index)
            message = f"a column without a name, which is called {name}"
            cell.log.note(cell.place, message, "write its name here")
        if name in filter(None, names):
            numbers = (f"{name} {number}" for number in range(2, len(head) + 2))
            free_name = next(candidate for candidate in numbers if candidate not in names)
            message = f"the column {name} stands twice; this one is called {free_name}"
            cell.log.note(cell.place, message, "give each a name of its own, or delete one")
            name = free_name
        if len(written) > _MAX_NAME_LENGTH:
            message = f'a long name of a column, cut to "{name}"'
            cell.log.note(cell.place, message, f"write at most {_MAX_NAME_LENGTH} letters")
        names.append(name)
    return names


def _unmerge(line: Line) -> Line:
    """A line in which a cell that spans several columns stands in the first of them."""
    return [
        Node(cell.log, cell.place, cell.place, "") if cell is previous else cell
        for previous, cell in zip((None, *line), line, strict=False)
    ]


def _check_cells(lines: Iterable[Line], sign: str) -> None:
    """Report lines of another number of cells than the first, and cells that hold lists."""
    head, *rest = lines
    for line in rest:
        for name, cell in zip(head, line, strict=False):
            if isinstance(cell.raw, tuple | Mapping):
                hint = "write one text or number; for rows within rows write a game"
                cell.report(f"a list or a record in {name.data}", hint)
        extra_cells = line[len(head) :]
        if len(line) < len(head) or any(cell.data for cell in extra_cells):
            message = f"{len(line)} cell{'s' * (len(line) > 1)} under {len(head)} column names"
            hint = f"write one cell a column; put quotes round a text with a {sign}"
            (extra_cells or line)[0].report(message, hint)


def read_yaml_rows(rows: Node, columns: tuple[str, ...]) -> Iterator[Node]:
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
            yield row.as_dict(dict(zip(columns, row.items(), strict=False)))
