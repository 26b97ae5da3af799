"""Tables of a `Game` as CSV (RFC 4180): exported, or compared with a CSV file cell by cell.

In a comparison, rows and columns may be in any order. Minus may be a hyphen or U+2212, and words
may be keys or labels. Missing, unknown and repeated rows or columns are differences too.
"""

import csv
import io
from collections.abc import Iterator
from pathlib import Path

from printgen.problems import Log, Place, Problem
from printgen.rules.columns import make_column_type
from printgen.rules.files.table_file import read_table_file
from printgen.rules.model import Column, Game, Table
from printgen.rules.queries.paths import export_cell, flatten_columns, get_cell


def export_csv(game: Game, table: Table) -> str:
    """Return the table as CSV with a header line, line feeds, and a hyphen for minus."""
    buffer = io.StringIO()
    # RFC 4180, 2 ends lines with CRLF. Line feeds are used because git and diff expect them.
    writer = csv.writer(buffer, lineterminator="\n")
    columns = tuple(list_export_columns(game, table))
    writer.writerow(name for name, _, _ in columns)
    for row in table.rows:
        cells = ((column, get_cell(row, column, head)) for _, column, head in columns)
        writer.writerow(export_cell(game, column, value) for column, value in cells)
    return buffer.getvalue()


def find_main_table(game: Game) -> Table | None:
    """Return the first table of which a print has a face for each row; None if there is none."""
    parts = (part for print_ in game.prints for part in print_.parts if part.each)
    first = next(parts, None)
    return game.table(first.each) if first else None


def list_export_columns(game: Game, table: Table) -> Iterator[tuple[str, Column, str]]:
    """Yield each exported column with its name in the export, and the key of its head.

    A column can be a group: one column for each row of another table, and the key of that row is
    the head. A group is exported as all these columns. Other columns have the head "". Columns with
    rows inside their cells, and unlisted columns, are not exported.
    """
    # Nested rows do not fit into one cell of a CSV line.
    columns = (column for column in table.columns if not (column.rows or column.unlisted))
    return flatten_columns(game, columns)


def compare_csv(game: Game, table: Table, path: Path) -> tuple[Problem, ...]:
    """Return a problem for every difference between the CSV file at `path` and `table`."""
    log = Log()
    file_place = Place(str(path))
    names, rows = read_table_file(path.parent, path.name, "", file_place, log)
    columns = {name: (column, head) for name, column, head in list_export_columns(game, table)}
    for name in names:
        log.check_name(names[name], name, columns, f"column of {table.id}")
    # Without a header the file is empty or unreadable, which has been reported.
    for name in columns if names else ():
        if name not in names:
            log.report(Place(str(path), 1), f"the column {name} is missing", "add it")
    if log.problems:
        return tuple(log.problems)
    key = table.key.name if table.key else ""
    # Rows without a key column are matched by their numbers.
    unmatched = {row.key if key else str(number): row for number, row in enumerate(table.rows, 1)}
    for number, file_row in enumerate(rows, 1):
        row_key = str(file_row.get(key).data or "") if key else str(number)
        # A spreadsheet may pad the key 7 with zeros, as 007.
        row = unmatched.pop(row_key, None) or unmatched.pop(row_key.lstrip("0"), None)
        if row is None:
            message = f'"{row_key}" is an unknown or repeated {table.row_noun}'
            file_row.report(message, f"list each of the {len(table.rows)} rows once", key)
            continue
        for name, (column, head) in columns.items():
            text, value = str(file_row.get(name).data or ""), get_cell(row, column, head)
            if name != key and not _is_text_of_value(game, column, text, value):
                expected = export_cell(game, column, value)
                message = f'{table.describe_row(row.key, name)}: is "{text}"'
                file_row.report(message, f'write "{expected}", as in the game', name)
    for row_key in unmatched:
        log.report(file_place, f"{table.describe_row(row_key)} is missing", "add its row")
    return tuple(log.problems)


def _is_text_of_value(game: Game, column: Column, text: str, value: object) -> bool:
    """Return whether `text`, a cell of a CSV file, means `value`.

    It may be written as exports write it, or in any form that the column accepts.
    """
    if text == export_cell(game, column, value):
        return True
    return value is not None and make_column_type(column, game).try_parse_value(text) == value
