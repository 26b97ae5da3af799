"""Turn a CSV file made elsewhere into every cell in which it differs from a table of the Game.

Rows and columns may stand in any order, minus may be a hyphen or U+2212, words may be keys or
labels. A row or column that is missing, unknown or twice there is a difference too.
"""

from collections.abc import Iterable
from pathlib import Path

from printgen.problems import Problem, Where
from printgen.rules.columns import type_of
from printgen.rules.export import listed_columns, written
from printgen.rules.listing import RawRow, read_listing
from printgen.rules.model import Column, Game, Row, Table
from printgen.rules.paths import cell
from printgen.rules.scalars import Fault
from printgen.rules.scope import Scope, nearest


def compare_csv(game: Game, table: Table, path: Path) -> tuple[Problem, ...]:
    """Every difference of the file at `path` from `table`; none where they agree."""
    scope = Scope()
    whole = Where(str(path))
    known = {name: (column, head) for name, column, head in listed_columns(game, table)}
    rows = _rows(path, known, scope)
    if scope.problems:
        return tuple(scope.problems)
    key = table.key.name if table.key else ""
    seen: set[str] = set()
    for index, raw in enumerate(rows, 1):
        if key:
            found = raw.cells.get(key, "")
            row = table.by_key.get(found) or table.by_key.get(found.lstrip("0"))
        else:
            found = str(index)
            row = table.rows[index - 1] if index <= len(table.rows) else None
        if row is None or row.key in seen:
            message = (
                f"{table.noun} {found} stands twice"
                if row
                else f'no {table.noun} is called "{found}"'
            )
            hint = "delete the row" if row else f"there are {len(table.rows)} rows"
            scope.report(raw.at(key), message, hint)
            continue
        seen.add(row.key)
        for name, (column, head) in known.items():
            text = raw.cells.get(name, "")
            if name != key and _differs(game, row, column, head, text):
                subject = f"{table.noun} {row.key}, {name}"
                right = written(game, row, column, head)
                scope.report(raw.at(name), f'{subject}: "{text}"', f'the rules say "{right}"')
    for row in table.rows:
        if row.key not in seen:
            scope.report(whole, f"{table.noun} {row.key} is missing", "add its row")
    return tuple(scope.problems)


def _rows(path: Path, known: Iterable[str], scope: Scope) -> tuple[RawRow, ...]:
    """The rows of the file, whose columns must be those known."""
    listing = read_listing(path.parent, path.name, "", Where(str(path)), scope)
    if listing is None:
        return ()
    names, rows = listing
    for name in names:
        if name not in known:
            scope.report(names[name], f'the unknown column "{name}"', nearest(name, known))
    for name in known:
        if name not in names:
            scope.report(Where(str(path), 1), f"the column {name} is missing", "add it")
    return rows


def _differs(game: Game, row: Row, column: Column, head: str, text: str) -> bool:
    value = cell(row, column, head)
    if not text or value is None:
        return bool(text) != (value is not None)
    if text == written(game, row, column, head):
        return False
    try:
        return bool(type_of(column).read(text, column, game) != value)
    except Fault:
        return text != written(game, row, column, head)
