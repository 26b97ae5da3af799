"""Turn rows and laws into cells: the laws are written here and nowhere else.

A row multiplied stands for many; a law fills the cells of its column that nobody wrote. The checks
never call it. It knows no file and no paper.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product, repeat
from math import prod
from typing import Any

from msgspec.structs import replace

from printgen.problems import Spot
from printgen.rules.bands import Band
from printgen.rules.model import Column, Lookup, Row, Table
from printgen.rules.paths import follow_path
from printgen.rules.scalars import BadData, parse_positive, parse_range
from printgen.rules.source_node import Node

_MAX_ROWS = 20_000
"""Rows that one written row stands for: more are a slip."""

RowCells = dict[str, Any]
"""The cells of one row while they are being filled."""


def expand_row(row: Node, table: Table, lookup: Lookup) -> Iterator[Node]:
    """The rows that one written row stands for: every combination, the first written slowest."""
    choices: dict[str, Sequence[Node]] = {}
    copies = 1
    for name, cell in row.parts.items():
        try:
            if name == "copies" and name not in table.by_name:
                copies = parse_positive(cell.data)
            else:
                choices[name] = _expand_cell(table.by_name.get(name), cell, lookup)
        except BadData as error:
            cell.report(error.message, error.hint)
            return
    if prod(map(len, choices.values()), start=copies) > _MAX_ROWS:
        row.report(f"a row that stands for more than {_MAX_ROWS:,}", "write fewer")
        return
    for cells in product(*choices.values()):
        yield from repeat(row.as_dict(dict(zip(choices, cells, strict=True))), copies)


def _expand_cell(column: Column | None, cell: Node, lookup: Lookup) -> Sequence[Node]:
    """What a cell stands for: one value, or one after the other; raises `Fault`."""
    if column is None or column.many or column.rows or column.type == "table":
        return (cell,)
    words: Iterable[str] = ()
    if cell.data == "each" and column.refers:
        words = lookup.table(column.refers).by_key or ("",)
    elif isinstance(cell.data, str) and " to " in cell.data and column.type in ("key", "number"):
        words = map(str, parse_range(cell.data))
    return [replace(cell, data=word) for word in words] or cell.items() or (replace(cell, data=""),)


def fill_cells(table: Table, rows: Sequence[RowCells], lookup: Lookup) -> None:
    """Fill each column's empty cells by its law, the columns in order, the rows from the top."""
    for column in table.columns:
        derive = next((LAWS[key] for key in LAWS if getattr(column, key) not in ((), None)), None)
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
    """The first filled cell that the column's paths lead to."""
    row = Row("", rows[index], Spot)
    paths = (f"{path}.{head}" if head else path for path in column.from_)
    return next(
        (leaf.value for path in paths for leaf in follow_path(lookup, table, row, path)), None
    )


def _derive_sum(
    column: Column, lookup: Lookup, table: Table, rows: Sequence[RowCells], index: int, head: str
) -> int | None:
    """The numbers at some paths added up, those at others taken away; half of it if so asked."""
    if not table.is_player_written:
        return None  # what the game has itself is a form: its sums are to be written
    row = Row("", rows[index], Spot)
    total = _sum_paths(column.sum, lookup, table, row) - _sum_paths(column.less, lookup, table, row)
    return total if column.half is None else (total + (column.half == "up")) // 2


def _sum_paths(paths: Iterable[str], lookup: Lookup, table: Table, own_row: Row) -> int:
    """The numbers at some paths added up: from a table's own row, or in all rows of another."""
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
    """The first row of the table referred to whose cells fit this row's; an empty one fits any."""
    for row in lookup.table(column.refers).rows:
        if all(_matches(row.cells.get(name), rows[index].get(name)) for name in column.by):
            return (row.key,)
    return None


def _matches(expected: Any, value: Any) -> bool:
    if expected is None:
        return True
    if isinstance(expected, tuple) and isinstance(value, tuple):
        return any(key in expected for key in value)
    return bool(expected == value)


def _derive_shift(
    column: Column, lookup: Lookup, table: Table, rows: Sequence[RowCells], index: int, head: str
) -> Any:
    """The cell of the row before, so much higher."""
    if not index:
        return None
    cell_above = rows[index - 1][column.name]
    previous = cell_above[head] if column.each else cell_above
    offset = _amount(column.shift, column, lookup, head)
    if offset is None or not isinstance(previous, Band | int):
        return None
    return previous.shift_by(offset) if isinstance(previous, Band) else previous + offset


def _derive_cycle(
    column: Column, lookup: Lookup, table: Table, rows: Sequence[RowCells], index: int, head: str
) -> Any:
    """1 to n over and over down the rows; past the last whole cycle the column's letter."""
    size = _amount(column.cycle, column, lookup, head)
    if size is None or size < 1:
        return None
    full_rows = len(rows) - len(rows) % size
    return index % size + 1 if index < full_rows else column.fallback_letter or None


def _amount(amount: int | str | None, column: Column, lookup: Lookup, head: str) -> int | None:
    """A law's number: its own, or that of the head's row in the column that it names."""
    if not isinstance(amount, str):
        return amount
    value = lookup.table(column.each).by_key[head].cells.get(amount)
    return value if isinstance(value, int) else None


LAWS = {
    "from_": _derive_from,
    "sum": _derive_sum,
    "by": _derive_lookup,
    "shift": _derive_shift,
    "cycle": _derive_cycle,
}
"""The laws by the keys of a column that say them: each the value of a cell, from all rows, its
row's place and its head's key in a group."""
