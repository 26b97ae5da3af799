"""Dotted paths from a row to its cells, through references and nested rows.

`suit.mark` is the cell `mark` of the row that the column `suit` refers to. `accuracy.miss` is one
cell of the group `accuracy`. Nothing is read from files here, and no cells are derived.
"""

from collections.abc import Collection, Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from printgen.problems import InputError, suggest_known_words
from printgen.rules.columns import make_column_type
from printgen.rules.model import (
    BY_KEY,
    ELSE,
    NONE,
    CellContext,
    Column,
    Filter,
    PrintPart,
    Row,
    Table,
)


class ResolvedCell(NamedTuple):
    """A filled cell to which a path such as `power.label` leads, with its table, row and column.

    If `column` is a group (one column for each row of another table), `head` is the key of the row
    for this cell, such as `miss` in `accuracy.miss`. Otherwise, it is "".
    """

    column: Column
    value: Any
    table: Table
    row: Row
    head: str = ""


def find_column(context: CellContext, table: Table, path: str) -> Column:
    """Return the column to which a path leads from `table`.

    A path is one column or several: `power.label` leads to the column `label` of the table that the
    column `power` refers to. Raises `InputError` if a name in it is unknown.
    """
    column, head, rest = split_path(context, table, path)
    if column is None:
        first = path.partition(".")[0]
        message = f"no column of {table.id} is called {first}"
        raise InputError(message, suggest_known_words(first, table.by_name))
    if not rest:
        return msgspec.structs.replace(column, each="") if head else column
    inner = column.refers or column.rows
    if not inner:
        hint = f"end the path after {column.name}"
        raise InputError(f"{column.name} has no {rest}: it refers to no table", hint)
    return find_column(context, context.table(inner), rest)


def split_path(context: CellContext, table: Table, path: str) -> tuple[Column | None, str, str]:
    """Split a path into its first column, the key of a head, and the rest of the path.

    A column can be a group: one column for each row of another table. The key of that row is the
    head: `accuracy.miss` is the column `accuracy` and the head `miss`. The head is "" if the column
    is not a group, or if the path names no head. The column is None if `table` does not have it.
    """
    first, _, rest = path.partition(".")
    column = table.by_name.get(first)
    if column is None:
        # The name of the group may be left out: `miss` is short for `accuracy.miss`.
        groups = (col for col in table.columns if col.each)
        column = next((col for col in groups if first in context.table(col.each).by_key), None)
        rest = path
    head, _, remainder = rest.partition(".")
    if column is not None and column.each and head in context.table(column.each).by_key:
        return column, head, remainder
    return column, "", rest


def follow_path(context: CellContext, table: Table, row: Row, path: str) -> Iterator[ResolvedCell]:
    """Yield every filled cell to which a path such as `power.label` leads from `row`.

    Each name in a path is a column. The cell `power` refers to a row, in which the next column is
    looked up. Nothing is yielded if the path is wrong.
    """
    column, head, rest = split_path(context, table, path)
    if column is None:
        return
    value = row.cells[column.name]
    for key, cell in value.items() if column.each else (("", value),):
        if cell is None or head not in ("", key):
            continue
        if not rest:
            yield ResolvedCell(column, cell, table, row, key)
        elif column.refers or column.rows:
            target_table = context.table(column.refers or column.rows)
            rows = (target_table.by_key[key] for key in cell) if column.refers else cell
            for target_row in rows:
                yield from follow_path(context, target_table, target_row, rest)


def export_cell(context: CellContext, column: Column, value: Any) -> str:
    """Return the text of a cell in an exported CSV; "" for an empty cell."""
    return "" if value is None else make_column_type(column, context).export_value(value)


def get_words_at_path(context: CellContext, table: Table, row: Row, path: str) -> tuple[str, ...]:
    """Return the texts of the cells to which a path such as `power.label` leads from `row`.

    The texts are those of exports: for cells that refer to rows, the keys of these rows.
    """
    path_words: list[str] = []
    for column, value, *_ in follow_path(context, table, row, path):
        path_words += value if column.refers else [export_cell(context, column, value)]
    return tuple(path_words)


def get_allowed_words(context: CellContext, column: Column) -> Collection[str]:
    """Return the only words that cells of a column may have; empty if they may have any others.

    For a choice, these are its words; for a reference, the keys of the other table.
    """
    if column.type == "choice":
        return column.of
    return context.table(column.refers).by_key if column.refers else ()


def filter_rows(context: CellContext, table: Table, filters: Filter) -> tuple[Row, ...]:
    """Return the rows of a table that pass a filter, in order."""
    rows = table.rows
    for path, filter_words in filters.items():
        wanted = {*filter_words}
        rows = tuple(
            row
            for row in rows
            # One wanted word is enough in a cell with several; an empty cell counts as `none`.
            if not wanted.isdisjoint(get_words_at_path(context, table, row, path) or (NONE,))
        )
    return rows


def get_copy_count(part: PrintPart, *rows: Row) -> int:
    """Return how many copies of a face are printed: a fixed number, or the number in a column.

    `part` is the entry in the definition of the print that says so, and `rows` are the rows on the
    face. Without a number in the column, the result is 1.
    """
    # A count in a column belongs to one row; rows printed together always have a fixed count.
    count = part.count if isinstance(part.count, int) else rows[0].cells[part.count]
    return 1 if count is None else int(count)


def choose_template(
    context: CellContext, part: PrintPart, table: Table | None, row: Row | None
) -> str:
    """Return the name of the template for a face of `row`; "" if there is none for this row.

    `part` is the entry in the definition of the print that describes the face. If `row` is None,
    the face shows all rows of `table` or none, and there is only one template.
    """
    if isinstance(part.template, str) or table is None or row is None:
        return part.template_names[0]
    (word,) = get_words_at_path(context, table, row, part.template[BY_KEY]) or (NONE,)
    return part.template.get(word) or part.template.get(ELSE, "")


def flatten_columns(
    context: CellContext, columns: Iterable[Column]
) -> Iterator[tuple[str, Column, str]]:
    """Yield each column with the name that it has in exports, and the key of its head.

    A column can be a group: one column for each row of another table, and the key of that row is
    the head. A group is yielded once for each head. Other columns have the head "".
    """
    for column in columns:
        if column.each:
            yield from ((row.key, column, row.key) for row in context.table(column.each).rows)
        else:
            yield column.name, column, ""


def get_cell(row: Row, column: Column, head: str) -> Any:
    """Return the value of a cell of a row.

    A column can be a group: one column for each row of another table. `head` is then the key of
    that row, and says which of these columns is meant. For any other column, it is "".
    """
    return row.cells[column.name][head] if head else row.cells[column.name]
