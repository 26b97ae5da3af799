"""Turn a dotted path and a row into the cells it leads to, through references and rows within rows.

`suit.mark` is a cell of the row that the column `suit` names; `accuracy.miss` one cell of a group.
It knows no file, and fills no cell.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from printgen.rules.columns import type_of
from printgen.rules.model import EMPTY, Column, Filter, Known, Row, Table
from printgen.rules.scalars import Fault
from printgen.rules.scope import nearest


class Leaf(NamedTuple):
    """One cell at the end of a path: its column, its head's key in a group, and its value."""

    column: Column
    head: str
    value: Any


def find_column(known: Known, table: Table, path: str) -> Column:
    """The column that a path from `table` ends in; raises `Fault` where a name is unknown."""
    here = table
    column = None
    for part in path.split("."):
        if column is not None and column.each and part in known.table(column.each).by_key:
            continue
        if column is not None:
            target = column.refers or column.rows
            if not target:
                raise Fault(f"{path}: {column.name} leads to no other table", "end the path there")
            here = known.table(target)
        column = here.by_name.get(part) or _group_of(known, here, part)
        if column is None:
            raise Fault(f"no column of {here.id} is called {part}", nearest(part, here.by_name))
    assert column is not None  # noqa: S101 - a path has at least one part
    return column


def _group_of(known: Known, table: Table, head: str) -> Column | None:
    """The group one of whose columns is called `head`."""
    groups = (column for column in table.columns if column.each)
    return next((group for group in groups if head in known.table(group.each).by_key), None)


def follow(known: Known, table: Table, row: Row, path: str) -> Iterator[Leaf]:
    """Every filled cell that a sound path leads to from `row`."""
    part, _, rest = path.partition(".")
    column = table.by_name.get(part)
    if column is None:
        # A head's key alone leads to its column of the group.
        column, rest = _group_of(known, table, part), path
    value = None if column is None else row.cells[column.name]
    if column is None or value is None:
        return
    if column.each:
        wanted = rest.partition(".")[0]
        yield from (
            Leaf(column, head, cell)
            for head, cell in value.items()
            if cell is not None and wanted in ("", head)
        )
    elif not rest:
        yield Leaf(column, "", value)
    elif column.refers:
        there = known.table(column.refers)
        for key in value:
            yield from follow(known, there, there.by_key[key], rest)
    elif column.rows:
        for inner in value:
            yield from follow(known, known.table(column.rows), inner, rest)


def words(known: Known, table: Table, row: Row, path: str) -> tuple[str, ...]:
    """The cells at a path as a list writes them, one word each; none where they are empty."""
    found: list[str] = []
    for column, _, value in follow(known, table, row, path):
        found += value if column.refers else [type_of(column).exported(value, column, known)]
    return tuple(found)


def fits(known: Known, table: Table, row: Row, where: Filter) -> bool:
    """Whether a filter means this row."""
    for path, wanted in where.items():
        found = words(known, table, row, path)
        if not any(word in wanted for word in found) and not (not found and EMPTY in wanted):
            return False
    return True


def rows_of(known: Known, table: Table, where: Filter) -> tuple[Row, ...]:
    """The rows of a table that a filter means, in order."""
    return tuple(row for row in table.rows if fits(known, table, row, where))


def listed_names(known: Known, columns: Iterable[Column]) -> Iterator[tuple[str, Column, str]]:
    """The columns as a list has them: name, column, and the head's key for those of a group."""
    for column in columns:
        if column.each:
            yield from ((row.key, column, row.key) for row in known.table(column.each).rows)
        else:
            yield column.name, column, ""


def cell(row: Row, column: Column, head: str) -> Any:
    """The value of one cell of a list; `head` is the head's key in a group."""
    return row.cells[column.name][head] if head else row.cells[column.name]
