"""Turn a CSV file made elsewhere into every cell in which it differs from a table of the Game.

Rows and columns may stand in any order, minus may be a hyphen or U+2212, words may be keys or
labels. A row or column that is missing, unknown or twice there is a difference too.
"""

from pathlib import Path

from printgen.problems import Problem, Spot
from printgen.rules.columns import make_column_type
from printgen.rules.export import list_export_columns
from printgen.rules.model import Column, Game, Table
from printgen.rules.paths import export_cell, get_cell
from printgen.rules.problem_log import Log
from printgen.rules.scalars import BadData
from printgen.rules.table_file import read_table_file


def compare_csv(game: Game, table: Table, path: Path) -> tuple[Problem, ...]:
    """Every difference of the file at `path` from `table`; none where they agree."""
    log = Log()
    file_place = Spot(str(path))
    names, rows = read_table_file(path.parent, path.name, "", file_place, log)
    columns = {name: (column, head) for name, column, head in list_export_columns(game, table)}
    for name in names:
        log.check(names[name], name, columns, f"column of {table.id}")
    for name in columns if names else ():
        if name not in names:
            log.report(Spot(str(path), 1), f"the column {name} is missing", "add it")
    if log.problems:
        return tuple(log.problems)
    key = table.key.name if table.key else ""
    # Rows without a key of their own are told by their places.
    unmatched = {row.key if key else str(number): row for number, row in enumerate(table.rows, 1)}
    for number, file_row in enumerate(rows, 1):
        row_key = str(file_row.get(key).data or "") if key else str(number)
        row = unmatched.pop(row_key, None) or unmatched.pop(row_key.lstrip("0"), None)
        if row is None:
            message = f'"{row_key}" is no {table.row_noun}, or stands twice'
            file_row.report(message, f"list each of the {len(table.rows)} once", key)
            continue
        for name, (column, head) in columns.items():
            text, value = str(file_row.get(name).data or ""), get_cell(row, column, head)
            if name != key and not _has_value(game, column, text, value):
                expected = export_cell(game, column, value)
                message = f'{table.describe_key(row.key)}, {name}: "{text}"'
                file_row.report(message, f'the rules say "{expected}"', name)
    for row_key in unmatched:
        log.report(file_place, f"{table.describe_key(row_key)} is missing", "add its row")
    return tuple(log.problems)


def _has_value(game: Game, column: Column, text: str, value: object) -> bool:
    """Whether a cell of a list says a value, as it would be exported or in another form."""
    if text == export_cell(game, column, value):
        return True
    try:
        return bool(make_column_type(column, game).read_value(text) == value)
    except BadData:
        return False
