"""Reads the first table of a CSV, workbook or other data file into rows of nodes.

A row maps column names, from the first line, to cells. The columns decide what the cells mean.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from printgen.problems import Log, Place, make_fix
from printgen.rules.files.formats import read_tables
from printgen.rules.files.formats.cell_table import (
    CellTable,
    Line,
    format_column_letters,
    format_remaining_count,
    is_date_cell,
    make_unique_name,
    report_cells_with_error,
)
from printgen.rules.files.formats.records import RECORDS_HINT
from printgen.rules.files.nodes import Node
from printgen.system.file_suffixes import RECORD_SUFFIXES, ROW_SUFFIXES, YAML_SUFFIXES


def read_table_file(
    folder: Path,
    name: str,
    sheet: str,
    naming_place: Place,
    log: Log,
    *,
    encoding: str = "",
    hidden: bool = False,
    header: Sequence[str] = (),
    empty: Collection[str] = (),
    leave: Collection[str] = (),
) -> tuple[Mapping[str, Place], tuple[Node, ...]]:
    """Return the places of the column names, and the rows, of the first table in a file.

    Both are empty if there are problems, which are reported. The file is called `name` and is in
    `folder`.

    - `sheet`: a sheet of a workbook (by default the first), or a list of records.
    - `naming_place`: the line that names the file.
    - `encoding`: by default UTF-8.
    - `hidden`: whether hidden rows and columns are read too.
    - `header`: names for the columns; the first line of the file is then a row.
    - `empty`: texts, such as #N/A, that are read as empty cells.
    - `leave`: columns that are not printed, in lower case. Their cells may be lists.

    Dots in column names are replaced, because `power.label` means the column `label` of another
    table.
    """
    problem_count = log.count
    suffixes = (*ROW_SUFFIXES, *YAML_SUFFIXES)
    source = folder, name, sheet, naming_place, log, encoding, suffixes
    tables = read_tables(*source, hidden=hidden, empty=empty, is_deck=True)
    table = next(tables, None)
    is_tree = name.lower().endswith(RECORD_SUFFIXES)
    if is_tree and log.count == problem_count:
        records = [record_table.name for record_table in (table, *tables) if record_table]
        if len(records) != 1:
            message = f"{len(records) or 'no'} lists of records{': ' * bool(records)}"
            hint = _ONE_TABLE_HINT if records else RECORDS_HINT
            choices = (*records, "all") if records else ()
            fixes = (make_fix(sheet=choice) for choice in choices)
            log.report(Place(str(folder / name), 1, 1), message + ", ".join(records), hint, *fixes)
            return {}, ()
    lines = (
        [_clear_merged_cells(line) for line in table.lines if any(cell.data for cell in line)]
        if table
        else []
    )
    if not table or not lines:
        if log.count == problem_count:
            file_start = Place(str(folder / name), 1, 1)
            log.report(file_start, "the file is empty", "write column names in its first line")
        return {}, ()
    if table.other_sheets and not sheet:
        hint = 'write --sheet NAME (in a game "sheet: NAME") for another, or --sheet all for a deck'
        hint += f" of each: {', '.join(table.other_sheets)}"
        message = f"only one of {len(table.other_sheets) + 1} sheets is read"
        fixes = (make_fix(sheet=name) for name in (*table.other_sheets, "all"))
        log.note(table.place, message, hint, *fixes)
    if header:
        lines = [_make_header(header, table, lines), *lines]
    header_index = 0 if table.header_count or header else _find_header(lines)
    for line in lines[:header_index]:
        title = ", ".join(str(cell.data) for cell in line if cell.data)
        if title == "sep=":
            continue  # the line with which Excel writes the delimiter
        hint = "delete it, or move it to another file; the column names are below it"
        place = next(cell.place for cell in line if cell.data)
        log.note(place, f'"{title}" is ignored as a title', hint)
    head, *rest = _pad_lines(lines[header_index:], table)
    _report_nested_values(head, rest, leave)
    _note_columns_after_gap(head, rest, leave, log)
    rest = [_clear_cells(line, empty) for line in rest]
    _report_lines_after_gaps(head, rest, _find_lines_after_gaps(table))
    _report_error_values(rest, log)
    names = _name_columns(head, rest)
    if dates := [cell for line in rest for cell in line if is_date_cell(cell)]:
        # Spreadsheets turn text such as 1-2 into a date while it is typed.
        date_texts = ", ".join(f'"{cell.data}"' for cell in dates)
        hint = "if you meant text such as 1-2, format the cell as text and write it again"
        log.note(dates[0].place, f"dates are read as displayed: {date_texts}", hint)
    rows = tuple(
        line[0].make_mapping_node(
            {name: cell for name, cell in zip(names, line, strict=False) if name}
        )
        for line in rest
    )
    places = {name: cell.place for name, cell in zip(names, head, strict=True) if name}
    return (places, rows) if log.count == problem_count else ({}, ())


DECIMAL_DOT = "\u2024"
"""The decimal point in the name of a column. It looks like a dot, and is printed as a dot."""
_NUMBER_PATTERN = re.compile(r"[-+−]?[\d.,]+%?")
_WORD_PATTERN = re.compile(r"[^\W\d_]{2}")
"""Text that is no number and no sign for one, such as X."""
_ONE_TABLE_HINT = (
    'write --sheet NAME (in a game "sheet: NAME") for one, or --sheet all for a deck of each'
)
_COMMENT = re.compile(r"#\s.*(:\s|[^,]{25})")
"""A comment above the column names, unlike the name “# of cards”."""
_MAX_NAME_LENGTH = 60
"""The most characters of a column's name."""


_ERROR_VALUE = re.compile(r"#(N/A|REF!|VALUE!|DIV/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!)")
"""What spreadsheet programs export for a cell with an error (ECMA-376 part 1, 18.17.3)."""


def _clear_cells(line: Line, words: Collection[str]) -> Line:
    """Return a line in which each cell whose text is in `words` is replaced by an empty cell."""
    return [
        Node(cell.log, cell.place, cell.place, "") if cell.data in words else cell for cell in line
    ]


def _report_error_values(lines: Sequence[Line], log: Log) -> None:
    """Report cells of a text file that show an error of a spreadsheet, once for each column."""
    errors = dict[tuple[int, str], list[Place]]()
    for line in lines:
        for column, cell in enumerate(line):
            if _ERROR_VALUE.fullmatch(text := str(cell.data)):
                errors.setdefault((column, text), []).append(cell.place)
    for (_, error), places in errors.items():
        report_cells_with_error(error, places, log)


def _find_lines_after_gaps(table: CellTable) -> Collection[Place]:
    """Return the places of the first cells of all lines directly below an empty line."""
    return {
        line[0].place
        for above, line in pairwise(table.lines)
        if line and not any(cell.data for cell in above)
    }


def _report_lines_after_gaps(head: Line, rest: Sequence[Line], starts: Collection[Place]) -> None:
    """Report a second table below an empty line, and note a single text there, which may be no row.

    A second table begins with a line that repeats the column names, or that has words in all
    columns whose cells above are numbers. `starts` are the places of lines below an empty line.
    """
    names = [cell.data for cell in head]
    # Columns whose cells so far are all numbers, and those with any.
    numeric, filled_columns = {*range(len(head))}, set[int]()
    may_be_narrow = True
    # Some files have an empty line below each line.
    for index, line in enumerate(rest) if len(starts) < len(rest) else ():
        filled = [cell for cell in line if cell.data]
        if index and filled and line[0].place in starts:
            numbers = sorted(numeric & filled_columns)
            words = [str(line[column].data) for column in numbers if line[column].data]
            is_other = len(filled) > 1 and bool(words) and all(map(_WORD_PATTERN.search, words))
            if is_other or [cell.data for cell in line] == names:
                listed = ", ".join(str(cell.data) for cell in filled)
                hint = "move it to another file or sheet; if it is a row, delete the empty line"
                message = f"another table begins below an empty line: {listed}"
                filled[0].report(message, f"{hint} above")
                return
            if len(filled) == 1 and may_be_narrow:
                message = f'"{filled[0].data}" below an empty line is printed as a card'
                filled[0].log.note(filled[0].place, message, "delete the line if it is not one")
        may_be_narrow &= len(filled) > 1
        filled_columns |= {column for column, cell in enumerate(line) if cell.data}
        numeric -= {
            column
            for column, cell in enumerate(line)
            if cell.data and not _NUMBER_PATTERN.fullmatch(str(cell.data))
        }


def _note_columns_after_gap(
    head: Line, rest: Sequence[Line], leave: Collection[str], log: Log
) -> None:
    """Add a note about the columns to the right of an empty column, which may be another table.

    `leave` are names of columns that are not printed. No note is needed for them.
    """
    is_filled = [any(line[column].data for line in (head, *rest)) for column in range(len(head))]
    gap = next((index for index, filled in enumerate(is_filled) if not filled), len(head))
    beside = [cell for cell, filled in zip(head[gap:], is_filled[gap:], strict=True) if filled]
    names = [make_column_name(str(cell.data)) for cell in beside]
    names = [name for name in names if name.lower() not in leave]
    if any(is_filled[:gap]) and any(names):
        listed = ", ".join(filter(None, names))
        message = f"the columns after an empty one are read too: {listed}"
        hint = "delete the empty column, or leave out what is not part of the table: --leave NAMES"
        log.note(beside[0].place, message, hint)


def _make_header(names: Sequence[str], table: CellTable, lines: Sequence[Line]) -> Line:
    """Return a header line with the given names. Report if there are more or fewer than columns."""
    first = lines[0]
    count = max(map(len, lines))
    if table.header_count:
        first[0].report("the columns of this file have names", "remove --columns")
    elif len(names) != count:
        hint = f"write {count} names, separated by commas (in a game, below header:)"
        first[0].report(f"{len(names)} names for {count} columns", hint)
        # A name for each column, so that the cells without one are not reported as well.
        names = [*names, *(f"column {n}" for n in range(len(names) + 1, count + 1))]
    padding = [first[-1]] * (len(names) - len(first))
    return [
        Node(cell.log, cell.place, cell.place, name)
        for name, cell in zip(names, (*first, *padding), strict=False)
    ]


def _find_header(lines: Sequence[Line]) -> int:
    """Return the index of the header, which is the first line that is no title and no comment.

    A title is a line with one filled cell. So is a line with a number above a line of words with
    more than twice as many cells, such as the name and the number of a table.
    """
    filled = [[str(cell.data) for cell in line if cell.data] for line in lines]
    # A comment with commas has several cells.
    filled = [cells[:1] if _COMMENT.match(", ".join(cells)) else cells for cells in filled]
    index = next((index for index, cells in enumerate(filled) if len(cells) > 1), 0)
    if not any(map(_NUMBER_PATTERN.fullmatch, filled[index])):
        return index
    below = filled[index + 1] if index + 1 < len(filled) else []
    has_names_below = not any(map(_NUMBER_PATTERN.fullmatch, below))
    # Any other line with numbers is data. Then the first line is the header, even with one cell.
    return index + 1 if has_names_below and len(below) > 2 * len(filled[index]) else 0


def make_column_name(text: str) -> str:
    """Return the name of a column without dots: in `power.label`, a dot separates two names.

    The dot in a number such as 0.5 becomes a `DECIMAL_DOT`. Other dots become spaces.
    """
    return " ".join(re.sub(r"(?<=\d)\.(?=\d)", DECIMAL_DOT, text).replace(".", " ").split())


def _name_columns(head: Line, rest: Sequence[Line]) -> Sequence[str]:
    """Return the name of each column with the header `head`; "" for a column without any cell.

    A column with cells but without a name gets its spreadsheet letter. If a name occurs again, a
    number is added to it.
    """
    names = list[str]()
    for index, cell in enumerate(head):
        written = make_column_name(str(cell.data))
        name = written[:_MAX_NAME_LENGTH].strip()
        if not name and any(len(line) > index and line[index].data for line in rest):
            name = format_column_letters(index)
            message = f"a column without a name is called {name}"
            cell.log.note(cell.place, message, "write its name here")
        if name in filter(None, names):
            free_name = make_unique_name(name, names)
            message = f"the column {name} appears twice; this one is called {free_name}"
            cell.log.note(cell.place, message, "rename one of them, or delete it")
            name = free_name
        if len(written) > _MAX_NAME_LENGTH:
            message = f'a long column name was cut to "{name}"'
            cell.log.note(cell.place, message, f"write at most {_MAX_NAME_LENGTH} characters")
        names.append(name)
    return names


def _clear_merged_cells(line: Line) -> Line:
    """Return a line in which a cell merged across columns has its text only in its first column."""
    return [
        Node(cell.log, cell.place, cell.place, "") if cell is previous else cell
        for previous, cell in zip((None, *line), line, strict=False)
    ]


def _pad_lines(lines: Sequence[Line], table: CellTable) -> list[Line]:
    """Return lines with as many cells as the header. Missing cells at the end become empty cells.

    The place of such a cell is where it will be when its text and the delimiters before it are
    written. Lines with more cells than the header are reported.
    """
    head, *rest = lines
    filled, short_lines = [head], [line for line in rest if len(line) < len(head)]
    straight = 'straight quotes ("), not curly ones (“ ”)'
    is_curly = any(sign in str(cell.raw) for line in rest for cell in line for sign in "“”„")
    hint = f"write one cell per column; put quotes around text with a {table.delimiter}"
    hint = f"{hint}: {straight}" if is_curly else hint
    if is_head_short := not is_curly and _is_head_short(head, rest):
        message = f"{_count_names(head)} above lines of {len(rest[0])} cells"
        advice = f"name each column here, or put quotes around text with a {table.delimiter}"
        head[0].report(message, advice + _advise_names(head))
    for line in rest:
        # RFC 4180, 2: each line should contain the same number of fields.
        # Programs export empty cells at the end of a line, or leave them out.
        extra_cells = line[len(head) :]
        if any(cell.data for cell in extra_cells) and not is_head_short:
            message = f"{len(line)} cells under {_count_names(head)}"
            extra_cells[0].report(message, hint + _advise_names(head))
        filled.append([*line, *_make_missing_cells(line, len(head) - len(line), table.row_ends)])
    for line in short_lines[:1]:
        more = format_remaining_count(short_lines, "line")
        message = f"{len(line)} cell{'s' * (len(line) > 1)} under {_count_names(head)}{more}"
        line[0].log.note(line[0].place, f"{message}: the last are read as empty", hint)
    return filled


def _count_names(head: Line) -> str:
    """Return the number of column names in a header, such as "2 column names"."""
    return f"{len(head)} column name{'s' * (len(head) > 1)}"


def _advise_names(head: Line) -> str:
    """Return an addition to a hint if a header has a number, and so may be a card; else ""."""
    advice = "; if the first line is a card, name the columns: --columns name,text,…"
    return advice * any(str(cell.data).isdecimal() for cell in head)


def _is_head_short(head: Line, rest: Sequence[Line]) -> bool:
    """Return whether all of several lines have the same number of cells, more than the header."""
    counts = {len(line) for line in rest}
    are_filled = all(any(cell.data for cell in line[len(head) :]) for line in rest)
    return len(rest) > 1 and len(counts) == 1 and min(counts) > len(head) and are_filled


def _report_nested_values(head: Line, rest: Sequence[Line], leave: Collection[str]) -> None:
    """Report cells with a list or a record, once for each column.

    The columns named in `leave` are not printed, so their cells are not reported.
    """
    for column, name in enumerate(head):
        lists = [line[column] for line in rest if isinstance(line[column].raw, tuple | Mapping)]
        if lists and make_column_name(str(name.data)).lower() not in leave:
            more = format_remaining_count(lists, "record")
            hint = f'write one text or number, or leave it out: --leave "{name.data}"'
            lists[0].report(f"a list or a record in {name.data}{more}", hint)


def _make_missing_cells(line: Line, count: int, row_ends: Mapping[int, Place]) -> Iterator[Node]:
    """Yield `count` empty cells, to add at the end of a line.

    `row_ends` has the place after the last cell of a row, by the line number of the row.
    """
    place = line[0].place
    end = row_ends.get(place.line)
    for index in range(count):
        if end:
            place = Place(end.file, end.line, end.column + 1 + index)
        yield Node(line[0].log, place, place, "")


def read_yaml_rows(rows: Node, columns: tuple[str, ...]) -> Iterator[Node]:
    """Yield the rows of a list in a YAML file as mappings from columns to cells.

    A row may be written as a list. Then its cells are in the order of `columns`.
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
            yield row.make_mapping_node(dict(zip(columns, row.items(), strict=False)))
