"""Compares a CSV file from another source with a table of the `Game`, cell by cell.

Rows and columns may be in any order. Minus may be a hyphen or U+2212, and words may be keys or
labels. Missing, unknown and repeated rows or columns are differences too.
"""

from pathlib import Path

from printgen.problems import Log, Place, Problem
from printgen.rules.columns import make_column_type
from printgen.rules.export import list_export_columns
from printgen.rules.model import Column, Game, Table
from printgen.rules.paths import export_cell, get_cell
from printgen.rules.table_file import read_table_file


def compare_csv(game: Game, table: Table, path: Path) -> tuple[Problem, ...]:
    """Return a problem for every difference between the file at `path` and `table`."""
    log = Log()
    file_place = Place(str(path))
    names, rows = read_table_file(path.parent, path.name, "", file_place, log)
    columns = {name: (column, head) for name, column, head in list_export_columns(game, table)}
    for name in names:
        log.check(names[name], name, columns, f"column of {table.id}")
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
            if name != key and not _has_value(game, column, text, value):
                expected = export_cell(game, column, value)
                message = f'{table.describe_key(row.key, name)}: is "{text}"'
                file_row.report(message, f'write "{expected}", as in the game', name)
    for row_key in unmatched:
        log.report(file_place, f"{table.describe_key(row_key)} is missing", "add its row")
    return tuple(log.problems)


def _has_value(game: Game, column: Column, text: str, value: object) -> bool:
    """Return whether a cell's text means `value`, in the exported form or another valid one."""
    if text == export_cell(game, column, value):
        return True
    return value is not None and make_column_type(column, game).find_value(text) == value
