"""Turn a CSV file made elsewhere into every cell in which it differs from a table of the Game.

Rows and columns may stand in any order, minus may be a hyphen or U+2212, words may be keys or
labels. A row or column that is missing, unknown or twice there is a difference too.
"""

from pathlib import Path

from printgen.problems import Problem, Where
from printgen.rules.columns import type_of
from printgen.rules.export import listed_columns
from printgen.rules.model import Column, Game, Table
from printgen.rules.paths import cell, exported
from printgen.rules.problem_log import Scope
from printgen.rules.scalars import Fault
from printgen.rules.table_file import read_listing


def compare_csv(game: Game, table: Table, path: Path) -> tuple[Problem, ...]:
    """Every difference of the file at `path` from `table`; none where they agree."""
    scope = Scope()
    whole = Where(str(path))
    names, rows = read_listing(path.parent, path.name, "", whole, scope)
    known = {name: (column, head) for name, column, head in listed_columns(game, table)}
    for name in names:
        scope.known(names[name], name, known, f"column of {table.id}")
    for name in known if names else ():
        if name not in names:
            scope.report(Where(str(path), 1), f"the column {name} is missing", "add it")
    if scope.problems:
        return tuple(scope.problems)
    key = table.key.name if table.key else ""
    # Rows without a key of their own are told by their places.
    left = {row.key if key else str(number): row for number, row in enumerate(table.rows, 1)}
    for number, raw in enumerate(rows, 1):
        found = str(raw.at(key).data or "") if key else str(number)
        row = left.pop(found, None) or left.pop(found.lstrip("0"), None)
        if row is None:
            message = f'"{found}" is no {table.noun}, or stands twice'
            raw.report(message, f"list each of the {len(table.rows)} once", key)
            continue
        for name, (column, head) in known.items():
            text, value = str(raw.at(name).data or ""), cell(row, column, head)
            if name != key and not _says(game, column, text, value):
                right = exported(game, column, value)
                message = f'{table.called(row.key)}, {name}: "{text}"'
                raw.report(message, f'the rules say "{right}"', name)
    for found in left:
        scope.report(whole, f"{table.called(found)} is missing", "add its row")
    return tuple(scope.problems)


def _says(game: Game, column: Column, text: str, value: object) -> bool:
    """Whether a cell of a list says a value, as it would be exported or in another form."""
    if text == exported(game, column, value):
        return True
    try:
        return bool(type_of(column, game).read(text) == value)
    except Fault:
        return False
