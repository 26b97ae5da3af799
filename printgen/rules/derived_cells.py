"""Derivations: fills the empty cells of columns with `from`, `sum`, `by`, `shift` or `cycle`.

Also expands one written row into the rows that it describes. Checks never use this module, so that
they can find mistakes in it. It reads no files.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product, repeat
from math import prod
from typing import Any

from msgspec.structs import replace

from printgen.problems import Place
from printgen.rules.bands import Band
from printgen.rules.model import Column, Lookup, Row, Table
from printgen.rules.paths import follow_path
from printgen.rules.scalars import parse_positive, parse_range
from printgen.rules.source_node import Node

_MAX_ROWS = 20_000
"""The most rows that one written row may expand to; more are probably a typing mistake."""

RowCells = dict[str, Any]
"""The cells of one row while they are filled in."""


def expand_row(row: Node, table: Table, lookup: Lookup) -> Iterator[Node]:
    """Yield the rows that one written row expands to: every combination of its cells' values.

    The first written column changes slowest. Mistakes are reported, and then no row is yielded.
    """
    choices: dict[str, Sequence[Node]] = {}
    copies = 1
    for name, cell in row.parts.items():
        with cell.log.collect(cell.place):
            if name == "copies" and name not in table.by_name:
                copies = parse_positive(cell.data)
            else:
                choices[name] = _expand_cell(table.by_name.get(name), cell, lookup)
            continue
        return
    # Counted before the rows are built, so that a mistake cannot fill the memory.
    if prod(map(len, choices.values()), start=copies) > _MAX_ROWS:
        row.report(f"the row expands to over {_MAX_ROWS:,} rows", "write fewer values or copies")
        return
    for cells in product(*choices.values()):
        yield from repeat(row.as_dict(dict(zip(choices, cells, strict=True))), copies)


def _expand_cell(column: Column | None, cell: Node, lookup: Lookup) -> Sequence[Node]:
    """Return the values that a cell expands to, one for each row; raises `InputError`."""
    if column is None or column.many or column.rows or column.type == "table":
        return (cell,)
    words: Iterable[str] = ()
    if cell.data == "each" and column.refers:
        words = lookup.table(column.refers).by_key or ("",)
    elif isinstance(cell.data, str) and " to " in cell.data and column.type in ("key", "number"):
        words = map(str, parse_range(cell.data))
    return [replace(cell, data=word) for word in words] or cell.items() or (replace(cell, data=""),)


def fill_cells(table: Table, rows: Sequence[RowCells], lookup: Lookup) -> None:
    """Fill the empty cells of derived columns: columns in order, rows from the top."""
    for column in table.columns:
        keys = (key for key in DERIVATIONS if getattr(column, key) not in ((), None))
        # A column has at most one derivation; `column_specs` reports a second one.
        derive = DERIVATIONS[key] if (key := next(keys, None)) else None
        for index in range(len(rows) if derive else 0):
            cells = rows[index]
            group = cells[column.name] if column.each else cells
            for name in group if column.each else (column.name,):
                if group[name] is None and derive is not None:
                    head = name if column.each else ""
                    group[name] = derive(column, lookup, table, rows, index, head)


def _derive_from(
    column: Column, lookup: Lookup, table: Table, rows: Sequence[RowCells], index: int, head: str
) -> Any:
    """Return the first filled cell at the column's `from` paths."""
    row = Row("", rows[index], Place)
    paths = (f"{path}.{head}" if head else path for path in column.from_)
    return next(
        (leaf.value for path in paths for leaf in follow_path(lookup, table, row, path)), None
    )


def _derive_sum(
    column: Column, lookup: Lookup, table: Table, rows: Sequence[RowCells], index: int, head: str
) -> int | None:
    """Return the sum of the numbers at `sum` minus those at `less`, halved if `half` is set."""
    if not table.is_player_written:
        return None  # the game's own rows are an empty form, where players write the sums
    row = Row("", rows[index], Place)
    # Floor division rounds down, also below zero; adding 1 first rounds half up.
    total = _sum_paths(column.sum, lookup, table, row) - _sum_paths(column.less, lookup, table, row)
    return total if column.half is None else (total + (column.half == "up")) // 2


def _sum_paths(paths: Iterable[str], lookup: Lookup, table: Table, own_row: Row) -> int:
    """Return the sum of the numbers at paths in `own_row`, or in all rows of another table."""
    total = 0
    for path in paths:
        id_, _, rest = path.partition(".")
        path_table, path_rows = table, [own_row]
        if rest and id_ not in table.by_name:
            path_table, path = lookup.table(id_), rest
            path_rows = [*path_table.rows]
        total += sum(
            leaf.value for row in path_rows for leaf in follow_path(lookup, path_table, row, path)
        )
    return total


def _derive_lookup(
    column: Column, lookup: Lookup, table: Table, rows: Sequence[RowCells], index: int, head: str
) -> Any:
    """Return the key of the first row of the table in `refers` whose `by` cells match this row.

    An empty cell in that table matches any value.
    """
    for row in lookup.table(column.refers).rows:
        if all(_matches(row.cells.get(name), rows[index].get(name)) for name in column.by):
            return (row.key,)
    return None


def _matches(expected: Any, value: Any) -> bool:
    """Return whether a cell matches; for cells with several keys, one key in common is enough."""
    if expected is None:
        return True
    if isinstance(expected, tuple) and isinstance(value, tuple):
        return any(key in expected for key in value)
    return bool(expected == value)


def _derive_shift(
    column: Column, lookup: Lookup, table: Table, rows: Sequence[RowCells], index: int, head: str
) -> Any:
    """Return the cell of the row above plus `shift`."""
    if not index:
        return None
    cell_above = rows[index - 1][column.name]
    previous = cell_above[head] if column.each else cell_above
    offset = _get_amount(column.shift, column, lookup, head)
    if offset is None or not isinstance(previous, Band | int):
        return None
    return previous.shift_by(offset) if isinstance(previous, Band) else previous + offset


def _derive_cycle(
    column: Column, lookup: Lookup, table: Table, rows: Sequence[RowCells], index: int, head: str
) -> Any:
    """Return 1 to n, repeated down the rows; after the last full cycle the column's letter."""
    size = _get_amount(column.cycle, column, lookup, head)
    if size is None or size < 1:
        return None
    full_rows = len(rows) - len(rows) % size
    return index % size + 1 if index < full_rows else column.fallback_letter or None


def _get_amount(amount: int | str | None, column: Column, lookup: Lookup, head: str) -> int | None:
    """Return the number of a `shift` or `cycle`, which may name a column of the head's table."""
    if not isinstance(amount, str):
        return amount
    value = lookup.table(column.each).by_key[head].cells.get(amount)
    return value if isinstance(value, int) else None


DERIVATIONS = {
    "from_": _derive_from,
    "sum": _derive_sum,
    "by": _derive_lookup,
    "shift": _derive_shift,
    "cycle": _derive_cycle,
}
"""The functions that derive a cell, by the field of `Column` that asks for them.

Each takes the column, other tables, its own table and rows, the row's index and the key of the head
in a group.
"""
