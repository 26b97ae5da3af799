"""Derivations: fills the empty cells of columns with `from`, `sum`, `by`, `shift` or `cycle`.

Also expands one written row into the rows that it describes. Checks never use this module, so that
they can find mistakes in it. It reads no files.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product, repeat
from math import prod
from typing import Any

import msgspec
from msgspec.structs import replace

from printgen.problems import Place
from printgen.rules.files.nodes import Node
from printgen.rules.files.scalars import parse_positive, parse_range
from printgen.rules.model import CellContext, Column, Row, Table
from printgen.rules.queries.paths import follow_path
from printgen.rules.values.bands import Band

_MAX_ROWS = 20_000
"""The most rows that one written row may expand to; more are probably a typing mistake."""

RowCells = dict[str, Any]
"""The cells of one row while they are filled in."""


def expand_row(row: Node, table: Table, context: CellContext) -> Iterator[Node]:
    """Yield the rows that a written row stands for: each combination of values in its cells.

    For example, a row with the cell `1 to 6` stands for six rows. The values of the first column
    change slowest. If there are mistakes, they are reported and no row is yielded.
    """
    choices: dict[str, Sequence[Node]] = {}
    copies = 1
    for name, cell in row.parts.items():
        with cell.log.collect_failures(cell.place):
            if name == "copies" and name not in table.by_name:
                copies = parse_positive(cell.data)
            else:
                choices[name] = _expand_cell(table.by_name.get(name), cell, context)
            continue
        return
    # Counted before the rows are built, so that a mistake cannot fill the memory.
    if prod(map(len, choices.values()), start=copies) > _MAX_ROWS:
        row.report(f"the row expands to over {_MAX_ROWS:,} rows", "write fewer values or copies")
        return
    for cells in product(*choices.values()):
        yield from repeat(row.make_mapping_node(dict(zip(choices, cells, strict=True))), copies)


def _expand_cell(column: Column | None, cell: Node, context: CellContext) -> Sequence[Node]:
    """Return the cells that a cell such as `1 to 6` or `each` means, one for each row.

    Any other cell is returned as the only one, or as its items if it is a list. Raises `InputError`
    if the cell is wrong.
    """
    if column is None or column.many or column.rows or column.type == "table":
        return (cell,)
    words: Iterable[str] = ()
    if cell.data == "each" and column.refers:
        words = context.table(column.refers).by_key or ("",)
    elif isinstance(cell.data, str) and " to " in cell.data and column.type in ("key", "number"):
        words = map(str, parse_range(cell.data))
    return [replace(cell, data=word) for word in words] or cell.items() or (replace(cell, data=""),)


def fill_cells(table: Table, rows: Sequence[RowCells], context: CellContext) -> None:
    """Fill the empty cells of columns that are computed from other cells, and write them to `rows`.

    The columns are filled in order, each from top to bottom.
    """
    for column in table.columns:
        # A column has at most one derivation; `column_specs` reports a second one.
        for key in (key for key in DERIVATIONS if getattr(column, key) not in ((), None)):
            derivation = _Derivation(column, table, rows, context)
            for index, cells in enumerate(rows):
                group = cells[column.name] if column.each else cells
                for name in group if column.each else (column.name,):
                    if group[name] is None:
                        head = name if column.each else ""
                        group[name] = DERIVATIONS[key](derivation, index, head)


class _Derivation(msgspec.Struct, frozen=True):
    """Computes the empty cells of `column` in `table`, which has these `rows`.

    Each public method returns one cell, or None if the cell stays empty. `index` is the index of
    its row. If the column is a group, with one column for each row of another table, `head` is the
    key of that row; otherwise it is "".

    A written cell never changes. An empty cell is computed once, from cells that are filled by
    then: the columns before its column, the rows above, and tables that were built before. So
    derivations cannot depend on each other in a circle, or change what another one has used.
    """

    column: Column
    table: Table
    rows: Sequence[RowCells]
    context: CellContext

    def copy_cell(self, index: int, head: str) -> Any:
        """Return the first filled cell at the `from` paths of the column.

        The paths start from the row at `index`. In a group of columns, `head` is added to each.
        """
        row = Row("", self.rows[index], Place)
        paths = (f"{path}.{head}" if head else path for path in self.column.from_)
        found = (follow_path(self.context, self.table, row, path) for path in paths)
        return next((leaf.value for leaves in found for leaf in leaves), None)

    def add_numbers(self, index: int, head: str) -> int | None:
        """Return the sum of the numbers at `sum` minus those at `less`, halved if `half` is set."""
        if not self.table.is_player_written:
            return None  # the game's own rows are an empty form, where players write the sums
        row, half = Row("", self.rows[index], Place), self.column.half
        total = self._sum_paths(self.column.sum, row) - self._sum_paths(self.column.less, row)
        # Floor division rounds down, also below zero; adding 1 first rounds half up.
        return total if half is None else (total + (half == "up")) // 2

    def _sum_paths(self, paths: Iterable[str], own_row: Row) -> int:
        """Return the sum of the numbers to which paths lead.

        A path begins with a column of `own_row`, or with another table; then all its rows are
        summed.
        """
        total = 0
        for path in paths:
            id_, _, rest = path.partition(".")
            table, rows = self.table, [own_row]
            if rest and id_ not in table.by_name:
                table, path = self.context.table(id_), rest
                rows = [*table.rows]
            leaves = (leaf for row in rows for leaf in follow_path(self.context, table, row, path))
            total += sum(leaf.value for leaf in leaves)
        return total

    def find_row(self, index: int, head: str) -> Any:
        """Return a reference to the first row of another table that matches the row at `index`.

        The table is the one to which the column refers. A row matches if its cells in the columns
        `by` are empty, or equal to those of the row at `index`.
        """
        cells = self.rows[index]
        for row in self.context.table(self.column.refers).rows:
            if all(
                _is_matching_value(row.cells.get(name), cells.get(name)) for name in self.column.by
            ):
                return (row.key,)
        return None

    def shift_cell_above(self, index: int, head: str) -> Any:
        """Return the cell above, with the column's `shift` added to it.

        Return None in the first row, or if the cell above is no number and no band.
        """
        if not index:
            return None
        above = self.rows[index - 1][self.column.name]
        previous = above[head] if self.column.each else above
        offset = self._get_shift_or_cycle(self.column.shift, head)
        if offset is None or not isinstance(previous, Band | int):
            return None
        return previous.shift_by(offset) if isinstance(previous, Band) else previous + offset

    def number_cyclically(self, index: int, head: str) -> Any:
        """Return the cell of the row at `index` in a column that counts 1 to n repeatedly.

        n is the `cycle` of the column; in a group, it may depend on the column with the key `head`.
        In the rows after the last complete cycle, return the letter that the column defines in
        `or_`; None without one.
        """
        size = self._get_shift_or_cycle(self.column.cycle, head)
        if size is None or size < 1:
            return None
        full_rows = len(self.rows) - len(self.rows) % size
        return index % size + 1 if index < full_rows else self.column.fallback_letter or None

    def _get_shift_or_cycle(self, amount: int | str | None, head: str) -> int | None:
        """Return the number that `shift` or `cycle` of the column sets; None if there is none.

        `amount` is the number itself, or a column in the table of heads. Then the row of `head` has
        it.
        """
        if not isinstance(amount, str):
            return amount
        value = self.context.table(self.column.each).by_key[head].cells.get(amount)
        return value if isinstance(value, int) else None


def _is_matching_value(expected: Any, value: Any) -> bool:
    """Return whether a cell has the `expected` value; always true if `expected` is None.

    If the values are tuples of keys, one key in common is enough.
    """
    if expected is None:
        return True
    if isinstance(expected, tuple) and isinstance(value, tuple):
        return any(key in expected for key in value)
    return bool(expected == value)


DERIVATIONS = {
    "from_": _Derivation.copy_cell,
    "sum": _Derivation.add_numbers,
    "by": _Derivation.find_row,
    "shift": _Derivation.shift_cell_above,
    "cycle": _Derivation.number_cyclically,
}
"""The methods that derive a cell, by the field of `Column` that asks for them."""
