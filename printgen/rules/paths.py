"""Turn a dotted path and a row into the cells it leads to, through references and rows within rows.

`suit.mark` is a cell of the row that the column `suit` names; `accuracy.miss` one cell of a group.
It knows no file, and fills no cell.
"""

from collections.abc import Collection, Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from printgen.problems import nearest
from printgen.rules.columns import type_of
from printgen.rules.model import BY, ELSE, EMPTY, Column, Filter, Known, Part, Row, Table
from printgen.rules.scalars import Fault


class Leaf(NamedTuple):
    """One filled cell at the end of a path, and its column."""

    column: Column
    value: Any


def find_column(known: Known, table: Table, path: str) -> Column:
    """The column that a path from `table` ends in; raises `Fault` where a name is unknown."""
    column, head, rest = step(known, table, path)
    if column is None:
        first = path.partition(".")[0]
        raise Fault(f"no column of {table.id} is called {first}", nearest(first, table.by_name))
    if not rest:
        return msgspec.structs.replace(column, each="") if head else column
    inner = column.refers or column.rows
    if not inner:
        raise Fault(f"{column.name} leads to no {rest}", "end the path there")
    return find_column(known, known.table(inner), rest)


def step(known: Known, table: Table, path: str) -> tuple[Column | None, str, str]:
    """The column that a path begins with, the head that it names of a group, and the rest of it."""
    first, _, rest = path.partition(".")
    column = table.by_name.get(first)
    if column is None:
        # A head's key alone leads to its column of the group.
        groups = (one for one in table.columns if one.each)
        column = next((one for one in groups if first in known.table(one.each).by_key), None)
        rest = path
    head, _, after = rest.partition(".")
    if column is not None and column.each and head in known.table(column.each).by_key:
        return column, head, after
    return column, "", rest


def follow(known: Known, table: Table, row: Row, path: str) -> Iterator[Leaf]:
    """Every filled cell that a path leads to from `row`; none for a path that is at fault."""
    column, head, rest = step(known, table, path)
    if column is None:
        return
    value = row.cells[column.name]
    for key, cell in value.items() if column.each else (("", value),):
        if cell is None or head not in ("", key):
            continue
        if not rest:
            yield Leaf(column, cell)
        elif column.refers or column.rows:
            there = known.table(column.refers or column.rows)
            for inner in (there.by_key[one] for one in cell) if column.refers else cell:
                yield from follow(known, there, inner, rest)


def exported(known: Known, column: Column, value: Any) -> str:
    """A cell as a list writes it; nothing where it is empty."""
    return "" if value is None else type_of(column, known).exported(value)


def words(known: Known, table: Table, row: Row, path: str) -> tuple[str, ...]:
    """The cells at a path as a list writes them, one word each; none where they are empty."""
    found: list[str] = []
    for column, value in follow(known, table, row, path):
        found += value if column.refers else [exported(known, column, value)]
    return tuple(found)


def words_there(known: Known, column: Column) -> Collection[str]:
    """The words that a column's cells may be, where its choice or the table referred to says so."""
    if column.type == "choice":
        return column.of
    return known.table(column.refers).by_key if column.refers else ()


def rows_of(known: Known, table: Table, where: Filter) -> tuple[Row, ...]:
    """The rows of a table that a filter means, in order."""
    rows = table.rows
    for path, wanted in where.items():
        meant = {*wanted}
        rows = tuple(
            row for row in rows if not meant.isdisjoint(words(known, table, row, path) or (EMPTY,))
        )
    return rows


def count_of(part: Part, *rows: Row) -> int:
    """How many faces a part of a print has of one row, or of several together."""
    return part.count if isinstance(part.count, int) else rows[0].cells[part.count] or 0


def template_of(known: Known, part: Part, table: Table | None, row: Row | None) -> str:
    """The template of a part's face, of one row or (None) of all; "" where no cell has chosen."""
    if isinstance(part.template, str) or table is None or row is None:
        return part.templates[0]
    (word,) = words(known, table, row, part.template[BY]) or (EMPTY,)
    return part.template.get(word) or part.template.get(ELSE, "")


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
