"""Turn a dotted path and a row into the cells it leads to, through references and rows within rows.

`suit.mark` is a cell of the row that the column `suit` names; `accuracy.miss` one cell of a group.
It knows no file, and fills no cell.
"""

from collections.abc import Collection, Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from printgen.problems import suggest
from printgen.rules.columns import make_column_type
from printgen.rules.model import BY_KEY, ELSE, EMPTY, Column, Filter, Lookup, Part, Row, Table
from printgen.rules.scalars import BadData


class ResolvedCell(NamedTuple):
    """One filled cell at the end of a path, and its column."""

    column: Column
    value: Any


def find_column(lookup: Lookup, table: Table, path: str) -> Column:
    """The column that a path from `table` ends in; raises `Fault` where a name is unknown."""
    column, head, rest = split_path(lookup, table, path)
    if column is None:
        first = path.partition(".")[0]
        raise BadData(f"no column of {table.id} is called {first}", suggest(first, table.by_name))
    if not rest:
        return msgspec.structs.replace(column, each="") if head else column
    inner = column.refers or column.rows
    if not inner:
        raise BadData(f"{column.name} leads to no {rest}", "end the path there")
    return find_column(lookup, lookup.table(inner), rest)


def split_path(lookup: Lookup, table: Table, path: str) -> tuple[Column | None, str, str]:
    """The column that a path begins with, the head that it names of a group, and the rest of it."""
    first, _, rest = path.partition(".")
    column = table.by_name.get(first)
    if column is None:
        # A head's key alone leads to its column of the group.
        groups = (col for col in table.columns if col.each)
        column = next((col for col in groups if first in lookup.table(col.each).by_key), None)
        rest = path
    head, _, remainder = rest.partition(".")
    if column is not None and column.each and head in lookup.table(column.each).by_key:
        return column, head, remainder
    return column, "", rest


def follow_path(lookup: Lookup, table: Table, row: Row, path: str) -> Iterator[ResolvedCell]:
    """Every filled cell that a path leads to from `row`; none for a path that is at fault."""
    column, head, rest = split_path(lookup, table, path)
    if column is None:
        return
    value = row.cells[column.name]
    for key, cell in value.items() if column.each else (("", value),):
        if cell is None or head not in ("", key):
            continue
        if not rest:
            yield ResolvedCell(column, cell)
        elif column.refers or column.rows:
            target_table = lookup.table(column.refers or column.rows)
            for target_row in (
                (target_table.by_key[row_key] for row_key in cell) if column.refers else cell
            ):
                yield from follow_path(lookup, target_table, target_row, rest)


def export_cell(lookup: Lookup, column: Column, value: Any) -> str:
    """A cell as a list writes it; nothing where it is empty."""
    return "" if value is None else make_column_type(column, lookup).export_value(value)


def get_words(lookup: Lookup, table: Table, row: Row, path: str) -> tuple[str, ...]:
    """The cells at a path as a list writes them, one word each; none where they are empty."""
    path_words: list[str] = []
    for column, value in follow_path(lookup, table, row, path):
        path_words += value if column.refers else [export_cell(lookup, column, value)]
    return tuple(path_words)


def get_choices(lookup: Lookup, column: Column) -> Collection[str]:
    """The words that a column's cells may be, where its choice or the table referred to says so."""
    if column.type == "choice":
        return column.of
    return lookup.table(column.refers).by_key if column.refers else ()


def filter_rows(lookup: Lookup, table: Table, filters: Filter) -> tuple[Row, ...]:
    """The rows of a table that a filter means, in order."""
    rows = table.rows
    for path, filter_words in filters.items():
        wanted = {*filter_words}
        rows = tuple(
            row
            for row in rows
            if not wanted.isdisjoint(get_words(lookup, table, row, path) or (EMPTY,))
        )
    return rows


def count_faces(part: Part, *rows: Row) -> int:
    """How many faces a part of a print has of one row, or of several together."""
    return part.count if isinstance(part.count, int) else rows[0].cells[part.count] or 0


def choose_template(lookup: Lookup, part: Part, table: Table | None, row: Row | None) -> str:
    """The template of a part's face, of one row or (None) of all; "" where no cell has chosen."""
    if isinstance(part.template, str) or table is None or row is None:
        return part.template_names[0]
    (word,) = get_words(lookup, table, row, part.template[BY_KEY]) or (EMPTY,)
    return part.template.get(word) or part.template.get(ELSE, "")


def flatten_columns(lookup: Lookup, columns: Iterable[Column]) -> Iterator[tuple[str, Column, str]]:
    """The columns as a list has them: name, column, and the head's key for those of a group."""
    for column in columns:
        if column.each:
            yield from ((row.key, column, row.key) for row in lookup.table(column.each).rows)
        else:
            yield column.name, column, ""


def get_cell(row: Row, column: Column, head: str) -> Any:
    """The value of one cell of a list; `head` is the head's key in a group."""
    return row.cells[column.name][head] if head else row.cells[column.name]
