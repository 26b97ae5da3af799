"""Turn a question to a table, or to dice, into exact counts.

A view prints the answers and a check holds them to what is declared: both ask here. It never asks
the law that dealt what it counts.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Annotated, NamedTuple, Protocol

from printgen.rules.bands import Band
from printgen.rules.model import EMPTY, Filter, Known, Row, Table
from printgen.rules.paths import rows_of, words
from printgen.rules.scalars import Fault, dice, number, shown
from printgen.rules.scope import nearest

_MOST = 200
"""Numbers of a range: more than a sheet can hold."""


def read_range(value: object) -> tuple[int, ...]:
    """The whole numbers of a range such as -4 to 4; raises `Fault`."""
    low, _, high = str(value).partition(" to ")
    first, last = number(low), number(high or low)
    if first is None or last is None or last < first:
        raise Fault(f"{shown(value)} where a range is wanted", "write two numbers, such as -4 to 4")
    if last - first >= _MOST:
        raise Fault(f"more than {_MOST} numbers", "name a narrower range")
    return tuple(range(first, last + 1))


Numbers = Annotated[tuple[int, ...], read_range]


class Question(Protocol):
    """What is counted: the rows of a table or the rolls of dice, and where they fall.

    `read` names what the numbers of `at` are read in: a group of bands of the rows counted, or for
    dice a table's column of bands or needs, the number being added to the roll.
    """

    @property
    def count(self) -> str:
        """A table, or dice such as 1d10."""

    @property
    def where(self) -> Filter:
        """Which rows are meant."""

    @property
    def read(self) -> str:
        """A group of bands, or table.column."""

    @property
    def at(self) -> tuple[int, ...]:
        """The numbers."""


class Falls(NamedTuple):
    """Where rows or rolls fall: their number, the table of what they may fall on, and the counts.

    `found` takes a key of that table and a number of the range.
    """

    whole: int
    heads: Table
    found: Callable[[str, int], int]


def word(known: Known, table: Table, row: Row, path: str) -> str:
    """What a row has at a path, as one word; that for the empty cell where it has nothing."""
    return "; ".join(words(known, table, row, path)) or EMPTY


def possible(known: Known, table: Table, path: str) -> list[str]:
    """Every word that a column may hold, where another table says; else none."""
    column = table.by_name.get(path)
    if column is not None and column.type == "choice":
        return list(column.of)
    return [row.key for row in known.table(column.refers).rows] if column and column.refers else []


def falls(known: Known, tables: Mapping[str, object], asked: Question) -> Falls:
    """The answer to a question that reads numbers; raises `Fault` where it cannot be answered."""
    if not asked.at:
        raise Fault(f"{asked.count} is read at no number", "add at: with a range such as -4 to 4")
    if asked.count in tables:
        return _rows(known, known.table(asked.count), asked)
    try:
        count, sides = dice(asked.count)
    except Fault:
        hint = f"{nearest(asked.count, tables)}, or dice such as 1d10"
        raise Fault(f"nothing to count is called {asked.count}", hint) from None
    rolled = rolls(count, sides)
    name, _, column_name = asked.read.partition(".")
    if name not in tables:
        found = f"{asked.read} is no column of a table" if asked.read else "dice read of no table"
        raise Fault(found, "write read: table.column")
    return _dice(known.table(name), column_name, rolled)


def _rows(known: Known, table: Table, asked: Question) -> Falls:
    """At each number, how many rows' bands hold it."""
    group = table.by_name.get(asked.read)
    if group is None or not group.each or group.type != "band":
        bands = [one.name for one in table.columns if one.each and one.type == "band"]
        hint = nearest(asked.read, bands) if bands else f"give {table.id} a group of bands"
        raise Fault(f"no group of bands is called {asked.read}", hint)
    rows = rows_of(known, table, asked.where)
    cells = [row.cells[group.name] for row in rows if any(row.cells[group.name].values())]

    def found(head: str, value: int) -> int:
        return sum(each[head] is not None and each[head].holds(value) for each in cells)

    return Falls(len(cells), known.table(group.each), found)


def _dice(table: Table, name: str, rolled: Mapping[int, int]) -> Falls:
    """At each number added to the roll, how many rolls each row of the table read answers."""
    column = table.by_name.get(name)
    if column is None or column.each or column.type not in ("band", "need"):
        hint = "name such a column: table.column"
        raise Fault(f"{table.id}.{name} holds neither bands nor needs", hint)

    def found(head: str, value: int) -> int:
        cell = table.by_key[head].cells[name]
        return sum(ways for roll, ways in rolled.items() if _answers(cell, roll + value))

    return Falls(sum(rolled.values()), table, found)


def _answers(cell: object, total: int) -> bool:
    """Whether a total falls in a band, or reaches a need."""
    return cell.holds(total) if isinstance(cell, Band) else isinstance(cell, int) and total >= cell


def rolls(count: int, sides: int) -> Mapping[int, int]:
    """How many of the rolls of so many dice give each total."""
    if count * sides > 1000:
        raise Fault(f"{count}d{sides} are too many dice", "count fewer or smaller ones")
    totals = Counter({0: 1})
    for _ in range(count):
        thrown: Counter[int] = Counter()
        for total, ways in totals.items():
            for face in range(1, sides + 1):
                thrown[total + face] += ways
        totals = thrown
    return totals
