"""Turn rows and laws into cells: the laws are written here and nowhere else.

A row multiplied stands for many; a law fills the cells of its column that nobody wrote. The checks
never call it. It knows no file and no paper.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product, repeat
from math import prod
from typing import Any

from msgspec.structs import replace

from printgen.problems import Where
from printgen.rules.bands import Band
from printgen.rules.model import Column, Known, Row, Table
from printgen.rules.paths import follow
from printgen.rules.scalars import Fault, positive, span
from printgen.rules.source_node import Entry

_MOST = 20_000
"""Rows that one written row stands for: more are a slip."""

Cells = dict[str, Any]
"""The cells of one row while they are being filled."""


def multiplied(row: Entry, table: Table, known: Known) -> Iterator[Entry]:
    """The rows that one written row stands for: every combination, the first written slowest."""
    choices: dict[str, Sequence[Entry]] = {}
    copies = 1
    for name, cell in row.parts.items():
        try:
            if name == "copies" and name not in table.by_name:
                copies = positive(cell.data)
            else:
                choices[name] = _options(table.by_name.get(name), cell, known)
        except Fault as fault:
            cell.report(fault.found, fault.hint)
            return
    if prod(map(len, choices.values()), start=copies) > _MOST:
        row.report(f"a row that stands for more than {_MOST:,}", "write fewer")
        return
    for cells in product(*choices.values()):
        yield from repeat(row.mapping(dict(zip(choices, cells, strict=True))), copies)


def _options(column: Column | None, cell: Entry, known: Known) -> Sequence[Entry]:
    """What a cell stands for: one value, or one after the other; raises `Fault`."""
    if column is None or column.many or column.rows or column.type == "table":
        return (cell,)
    words: Iterable[str] = ()
    if cell.data == "each" and column.refers:
        words = known.table(column.refers).by_key or ("",)
    elif isinstance(cell.data, str) and " to " in cell.data and column.type in ("key", "number"):
        words = map(str, span(cell.data))
    return [replace(cell, data=word) for word in words] or cell.items() or (replace(cell, data=""),)


def fill(table: Table, rows: Sequence[Cells], known: Known) -> None:
    """Fill each column's empty cells by its law, the columns in order, the rows from the top."""
    for column in table.columns:
        law = next((LAWS[key] for key in LAWS if getattr(column, key) not in ((), None)), None)
        for place in range(len(rows) if law else 0):
            cells = rows[place]
            group = cells[column.name] if column.each else cells
            for name in group if column.each else (column.name,):
                if group[name] is None and law is not None:
                    head = name if column.each else ""
                    group[name] = law(column, known, table, rows, place, head)


def _taken(
    column: Column, known: Known, table: Table, rows: Sequence[Cells], place: int, head: str
) -> Any:
    """The first filled cell that the column's paths lead to."""
    row = Row("", rows[place], Where)
    paths = (f"{path}.{head}" if head else path for path in column.from_)
    return next((leaf.value for path in paths for leaf in follow(known, table, row, path)), None)


def _added(
    column: Column, known: Known, table: Table, rows: Sequence[Cells], place: int, head: str
) -> int | None:
    """The numbers at some paths added up, those at others taken away; half of it if so asked."""
    if not table.given:
        return None  # what the game has itself is a form: its sums are to be written
    own = Row("", rows[place], Where)
    total = _total(column.sum, known, table, own) - _total(column.less, known, table, own)
    return total if column.half is None else (total + (column.half == "up")) // 2


def _total(paths: Iterable[str], known: Known, table: Table, own: Row) -> int:
    """The numbers at some paths added up: from a table's own row, or in all rows of another."""
    total = 0
    for path in paths:
        id_, _, rest = path.partition(".")
        there, those = table, [own]
        if rest and id_ not in table.by_name:
            there, path = known.table(id_), rest
            those = [*there.rows]
        total += sum(leaf.value for row in those for leaf in follow(known, there, row, path))
    return total


def _looked_up(
    column: Column, known: Known, table: Table, rows: Sequence[Cells], place: int, head: str
) -> Any:
    """The first row of the table referred to whose cells fit this row's; an empty one fits any."""
    for row in known.table(column.refers).rows:
        if all(_fit(row.cells.get(name), rows[place].get(name)) for name in column.by):
            return (row.key,)
    return None


def _fit(wanted: Any, found: Any) -> bool:
    if wanted is None:
        return True
    if isinstance(wanted, tuple) and isinstance(found, tuple):
        return any(key in wanted for key in found)
    return bool(wanted == found)


def _shifted(
    column: Column, known: Known, table: Table, rows: Sequence[Cells], place: int, head: str
) -> Any:
    """The cell of the row before, so much higher."""
    if not place:
        return None
    above = rows[place - 1][column.name]
    before = above[head] if column.each else above
    by = _amount(column.shift, column, known, head)
    if by is None or not isinstance(before, Band | int):
        return None
    return before.shifted(by) if isinstance(before, Band) else before + by


def _cycled(
    column: Column, known: Known, table: Table, rows: Sequence[Cells], place: int, head: str
) -> Any:
    """1 to n over and over down the rows; past the last whole cycle the column's letter."""
    size = _amount(column.cycle, column, known, head)
    if size is None or size < 1:
        return None
    whole = len(rows) - len(rows) % size
    return place % size + 1 if place < whole else column.letter or None


def _amount(amount: int | str | None, column: Column, known: Known, head: str) -> int | None:
    """A law's number: its own, or that of the head's row in the column that it names."""
    if not isinstance(amount, str):
        return amount
    found = known.table(column.each).by_key[head].cells.get(amount)
    return found if isinstance(found, int) else None


LAWS = {
    "from_": _taken,
    "sum": _added,
    "by": _looked_up,
    "shift": _shifted,
    "cycle": _cycled,
}
"""The laws by the keys of a column that say them: each the value of a cell, from all rows, its
row's place and its head's key in a group."""
