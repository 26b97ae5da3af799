"""Reads the first table of a CSV, workbook or other data file into rows of nodes.

A row maps column names, from the first line, to cells. The columns decide what the cells mean.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from printgen.problems import Log, Place, set_options
from printgen.rules.files.formats import SUFFIXES, read_tables
from printgen.rules.files.formats.cell_table import CellTable, Line, format_column, is_date_cell
from printgen.rules.files.formats.records import RECORDS
from printgen.rules.files.nodes import Node


def read_table_file(
    folder: Path,
    name: str,
    sheet: str,
    naming_place: Place,
    log: Log,
    encoding: str = "",
    hidden: bool = False,
) -> tuple[Mapping[str, Place], tuple[Node, ...]]:
    """Return the places of the columns by name, and the rows, of the file `name` in `folder`.

    Both are empty if there are problems. `sheet` is a sheet of a workbook, by default the first.
    `naming_place` is the line that names the file. `encoding` is by default UTF-8. With `hidden`,
    hidden rows and columns are read too. Dots in column names become spaces, because dots separate
    the names of a path.
    """
    problem_count = len(log.problems)
    suffixes = (*SUFFIXES, *_TREES)
    tables = read_tables(folder, name, sheet, naming_place, log, encoding, suffixes, hidden=hidden)
    table = next(tables, None)
    is_tree = name.lower().endswith((".json", *_TREES))
    if is_tree and len(log.problems) == problem_count:
        records = [record_table.name for record_table in (table, *tables) if record_table]
        if len(records) != 1:
            message = f"{len(records) or 'no'} lists of records{': ' * bool(records)}"
            hint = _ONE_TABLE_HINT if records else RECORDS
            log.report(Place(str(folder / name), 1, 1), message + ", ".join(records), hint)
            return {}, ()
    lines = (
        [_empty_merged(line) for line in table.lines if any(cell.data for cell in line)]
        if table
        else []
    )
    if not table or not lines:
        if len(log.problems) == problem_count:
            file_start = Place(str(folder / name), 1, 1)
            log.report(file_start, "the file is empty", "write column names in its first line")
        return {}, ()
    if table.other_sheets and not sheet:
        hint = 'write --sheet NAME (in a game "sheet: NAME") for another, or --sheet all for a deck'
        hint += f" of each: {', '.join(table.other_sheets)}"
        message = f"only one of {len(table.other_sheets) + 1} sheets is read"
        fixes = (set_options(sheet=name) for name in (*table.other_sheets, "all"))
        log.note(table.place, message, hint, *fixes)
    header_index = 0 if table.header_count else _find_header(lines)
    for line in lines[:header_index]:
        for cell in (cell for cell in line if cell.data):
            hint = "delete it, or move it to another file; the column names are below it"
            log.note(cell.place, f'"{cell.data}" is ignored as a title', hint)
    head, *rest = _fill_lines(lines[header_index:], table)
    names = _name_columns(head, rest)
    if dates := [cell for line in rest for cell in line if is_date_cell(cell)]:
        # Spreadsheets turn text such as 1-2 into a date while it is typed.
        date_texts = ", ".join(f'"{cell.data}"' for cell in dates)
        hint = "if you meant text such as 1-2, format the cell as text and write it again"
        log.note(dates[0].place, f"dates are read as displayed: {date_texts}", hint)
    rows = tuple(
        line[0].as_dict({name: cell for name, cell in zip(names, line, strict=False) if name})
        for line in rest
    )
    places = {name: cell.place for name, cell in zip(names, head, strict=True) if name}
    return (places, rows) if len(log.problems) == problem_count else ({}, ())


_TREES = (".yaml", ".yml")
"""More extensions of data files for a deck. In a game's folder they belong to game files."""
_NUMBER_PATTERN = re.compile(r"[-+−]?[\d.,]+%?")
_ONE_TABLE_HINT = "put each list into a separate file"
_MAX_NAME_LENGTH = 60
"""The most characters of a column's name."""


def _find_header(lines: Sequence[Line]) -> int:
    """Return the index of the header: the first line, or a line below titles.

    Titles are lines with one filled cell.
    """
    filled = [[str(cell.data) for cell in line if cell.data] for line in lines]
    index = next((index for index, cells in enumerate(filled) if len(cells) > 1), 0)
    # A line with numbers is data. Then the first line is the header even if it has one cell.
    return 0 if any(map(_NUMBER_PATTERN.fullmatch, filled[index])) else index


def _name_columns(head: Line, rest: Sequence[Line]) -> Sequence[str]:
    """Return the names of the columns with the header `head`; an empty column has no name.

    A column without a name gets its spreadsheet letter. A repeated name gets a number.
    """
    names = list[str]()
    for index, cell in enumerate(head):
        written = " ".join(str(cell.data).replace(".", " ").split())
        name = written[:_MAX_NAME_LENGTH].strip()
        if not name and any(len(line) > index and line[index].data for line in rest):
            name = format_column(index)
            message = f"a column without a name is called {name}"
            cell.log.note(cell.place, message, "write its name here")
        if name in filter(None, names):
            numbers = (f"{name} {number}" for number in range(2, len(head) + 2))
            free_name = next(candidate for candidate in numbers if candidate not in names)
            message = f"the column {name} appears twice; this one is called {free_name}"
            cell.log.note(cell.place, message, "rename one of them, or delete it")
            name = free_name
        if len(written) > _MAX_NAME_LENGTH:
            message = f'a long column name was cut to "{name}"'
            cell.log.note(cell.place, message, f"write at most {_MAX_NAME_LENGTH} characters")
        names.append(name)
    return names


def _empty_merged(line: Line) -> Line:
    """Return a line in which a merged cell is only in its first column, and empty in the others."""
    return [
        Node(cell.log, cell.place, cell.place, "") if cell is previous else cell
        for previous, cell in zip((None, *line), line, strict=False)
    ]


def _fill_lines(lines: Sequence[Line], table: CellTable) -> list[Line]:
    """Return lines with as many cells as the header; cells left out at the end are empty.

    A cell left out has the place that it will have when the delimiters before it are written.
    Reports lines with more cells than the header, and cells with lists.
    """
    head, *rest = lines
    filled, short_lines = [head], [line for line in rest if len(line) < len(head)]
    hint = f"write one cell per column; put quotes around text with a {table.delimiter}"
    for line in rest:
        for name, cell in zip(head, line, strict=False):
            if isinstance(cell.raw, tuple | Mapping):
                cell.report(
                    f"a list or a record in {name.data}",
                    "write one text or number; only a game can have nested rows",
                )
        # RFC 4180, 2: each line should contain the same number of fields.
        # Programs export empty cells at the end of a line, or leave them out.
        extra_cells = line[len(head) :]
        if any(cell.data for cell in extra_cells):
            extra_cells[0].report(f"{len(line)} cells under {len(head)} column names", hint)
        filled.append([*line, *_add_cells(line, len(head) - len(line), table.row_ends)])
    for line in short_lines[:1]:
        more = f", here and in {len(short_lines) - 1:,} more lines" if short_lines[1:] else ""
        message = f"{len(line)} cell{'s' * (len(line) > 1)} under {len(head)} column names{more}"
        line[0].log.note(line[0].place, f"{message}: the last are read as empty", hint)
    return filled


def _add_cells(line: Line, count: int, row_ends: Mapping[int, Place]) -> Iterator[Node]:
    """Yield `count` empty cells, which are left out at the end of a line.

    `row_ends` has the place after the last cell of a row, by its line number.
    """
    place = line[0].place
    end = row_ends.get(place.line)
    for index in range(count):
        if end:
            place = Place(end.file, end.line, end.column + 1 + index)
        yield Node(line[0].log, place, place, "")


def read_yaml_rows(rows: Node, columns: tuple[str, ...]) -> Iterator[Node]:
    """Yield the rows of a list in a YAML file as mappings.

    A row that is written as a list has its cells in the order of `columns`.
    """
    if not isinstance(rows.data, tuple):
        rows.report("this is not a list of rows", "begin each row with a dash: - {name: …}")
        return
    for row in rows.items():
        if isinstance(row.data, Mapping):
            yield row
        elif not isinstance(row.data, tuple):
            row.report("this is not a row", "write [cell, cell] or {column: cell}")
        elif len(row.data) > len(columns):
            message = f"{len(row.data)} cells in a row of {len(columns)} columns"
            row.report(message, f"write only: {', '.join(columns)}", len(columns))
        else:
            yield row.as_dict(dict(zip(columns, row.items(), strict=False)))
