"""Turn a question to a table, or to dice, into exact counts.

A view prints the answers and a check holds them to what is declared: both ask here. It never asks
the law that dealt what it counts.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Annotated, Any, NamedTuple

from printgen.problems import nearest
from printgen.rules.bands import Band
from printgen.rules.model import EMPTY, Filter, Known, Row, Table
from printgen.rules.paths import find_column, rows_of, words, words_there
from printgen.rules.scalars import Fault, dice, path, shown, span

_MOST = 200
"""Numbers of a range: more than a sheet can hold."""


def read_range(value: object) -> tuple[int, ...]:
    """The whole numbers of a range such as -4 to 4; raises `Fault`."""
    numbers = span(str(value))
    if not numbers:
        raise Fault(f"{shown(value)} where a range is wanted", "write two numbers, such as -4 to 4")
    if len(numbers) > _MOST:
        raise Fault(f"more than {_MOST} numbers", "name a narrower range")
    return tuple(numbers)


def read_cells(value: object) -> tuple[str, str]:
    """A table and a path in it, such as rounds.points; raises `Fault`."""
    table, _, rest = path(value).partition(".")
    if not rest:
        raise Fault(f"{shown(value)} names no column", "write table.column")
    return table, rest


Numbers = Annotated[tuple[int, ...], read_range]
Cells = Annotated[tuple[str, str], read_cells]


class Falls(NamedTuple):
    """Where rows or rolls fall: on a row of `heads`, as the cell of its key holds a number or not.

    Each of `throws` is what it adds to a number, how many there are alike, and these cells.
    """

    heads: Table
    throws: list[tuple[int, int, Mapping[str, Any]]]

    @property
    def whole(self) -> int:
        """How many there are."""
        return sum(alike for _, alike, _ in self.throws)

    def found(self, head: str, value: int) -> int:
        """How many fall on a row of the heads at a number."""
        return sum(
            alike for add, alike, cells in self.throws if _holds(cells.get(head), value + add)
        )


def word(known: Known, table: Table, row: Row, path: str) -> str:
    """What a row has at a path, as one word; that for the empty cell where it has nothing."""
    return "; ".join(words(known, table, row, path)) or EMPTY


def possible(known: Known, table: Table, where: Filter, path: str) -> Iterable[str]:
    """The words of a column: those of the filter, a choice or a table, else those of the rows."""
    if path in where:
        return where[path]
    rows = rows_of(known, table, where)
    found = words_there(known, find_column(known, table, path))
    return found or dict.fromkeys(word(known, table, row, path) for row in rows)


def falls(known: Known, tables: Collection[str], count: str, read: str, where: Filter) -> Falls:
    """Where the rows of the table `count` fall by their group of bands `read`.

    Or where dice do, read in the column `read` of a table. Raises `Fault` if it cannot be told.
    """
    if count in tables:
        table = known.table(count)
        group = table.by_name.get(read)
        if group is None or not group.each or group.type != "band":
            bands = [one.name for one in table.columns if one.each and one.type == "band"]
            raise Fault(f"no group of bands of {count} is called {read}", nearest(read, bands))
        groups = [row.cells[read] for row in rows_of(known, table, where)]
        return Falls(known.table(group.each), [(0, 1, one) for one in groups if any(one.values())])
    try:
        thrown = dice(count)
    except Fault:
        hint = f"{nearest(count, tables)}, or dice such as 1d10"
        raise Fault(f"nothing to count is called {count}", hint) from None
    if where:
        raise Fault("where: of dice, which have no rows", "delete it")
    id_, _, name = read.partition(".")
    heads = known.table(id_) if id_ in tables else None
    column = heads.by_name.get(name) if heads else None
    if heads is None or column is None or column.each or column.type not in ("band", "need"):
        raise Fault(f"{read} is no column of bands or needs", "write read: table.column")
    cells = {row.key: row.cells[name] for row in heads.rows}
    return Falls(heads, [(roll, alike, cells) for roll, alike in _rolls(*thrown).items()])


def _holds(cell: object, total: int) -> bool:
    """Whether a total falls in a band, or reaches a need."""
    return cell.holds(total) if isinstance(cell, Band) else isinstance(cell, int) and total >= cell


def _rolls(count: int, sides: int) -> Mapping[int, int]:
    """How many of the rolls of so many dice give each total."""
    if count * sides > 1000:
        raise Fault(f"{count}d{sides} are too many dice", "count fewer or smaller ones")
    totals = Counter({0: 1})
    for _ in range(count):
        before, totals = totals, Counter()
        for total, ways in before.items():
            totals.update({total + face: ways for face in range(1, sides + 1)})
    return totals
