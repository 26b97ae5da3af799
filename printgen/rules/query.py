"""Turn a question to a table, or to dice, into exact counts.

A view prints the answers and a check holds them to what is declared: both ask here. It never asks
the law that dealt what it counts.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Annotated, Any, NamedTuple

from printgen.problems import suggest
from printgen.rules.bands import Band
from printgen.rules.model import EMPTY, Filter, Lookup, Row, Table
from printgen.rules.paths import filter_rows, find_column, get_choices, get_words
from printgen.rules.scalars import BadData, parse_dice, parse_path, parse_range, quote

_MAX_NUMBERS = 200
"""Numbers of a range: more than a sheet can hold."""


def read_range(value: object) -> tuple[int, ...]:
    """The whole numbers of a range such as -4 to 4; raises `Fault`."""
    numbers = parse_range(str(value))
    if not numbers:
        raise BadData(
            f"{quote(value)} where a range is wanted", "write two numbers, such as -4 to 4"
        )
    if len(numbers) > _MAX_NUMBERS:
        raise BadData(f"more than {_MAX_NUMBERS} numbers", "name a narrower range")
    return tuple(numbers)


def read_table_path(value: object) -> tuple[str, str]:
    """A table and a path in it, such as rounds.points; raises `Fault`."""
    table, _, rest = parse_path(value).partition(".")
    if not rest:
        raise BadData(f"{quote(value)} names no column", "write table.column")
    return table, rest


Numbers = Annotated[tuple[int, ...], read_range]
Cells = Annotated[tuple[str, str], read_table_path]


class Outcomes(NamedTuple):
    """Where rows or rolls fall: on a row of `heads`, as the cell of its key holds a number or not.

    Each of `throws` is what it adds to a number, how many there are alike, and these cells.
    """

    heads: Table
    rolls: list[tuple[int, int, Mapping[str, Any]]]

    @property
    def total(self) -> int:
        """How many there are."""
        return sum(count for _, count, _ in self.rolls)

    def count_at(self, head: str, value: int) -> int:
        """How many fall on a row of the heads at a number."""
        return sum(
            count for offset, count, cells in self.rolls if _holds(cells.get(head), value + offset)
        )


def join_words(lookup: Lookup, table: Table, row: Row, path: str) -> str:
    """What a row has at a path, as one word; that for the empty cell where it has nothing."""
    return "; ".join(get_words(lookup, table, row, path)) or EMPTY


def find_words(lookup: Lookup, table: Table, filters: Filter, path: str) -> Iterable[str]:
    """The words of a column: those of the filter, a choice or a table, else those of the rows."""
    if path in filters:
        return filters[path]
    rows = filter_rows(lookup, table, filters)
    allowed_words = get_choices(lookup, find_column(lookup, table, path))
    return allowed_words or dict.fromkeys(join_words(lookup, table, row, path) for row in rows)


def read_outcomes(
    lookup: Lookup, tables: Collection[str], count: str, column_path: str, filters: Filter
) -> Outcomes:
    """Where the rows of the table `count` fall by their group of bands `read`.

    Or where dice do, read in the column `read` of a table. Raises `Fault` if it cannot be told.
    """
    if count in tables:
        table = lookup.table(count)
        group = table.by_name.get(column_path)
        if group is None or not group.each or group.type != "band":
            bands = [item.name for item in table.columns if item.each and item.type == "band"]
            raise BadData(
                f"no group of bands of {count} is called {column_path}", suggest(column_path, bands)
            )
        groups = [row.cells[column_path] for row in filter_rows(lookup, table, filters)]
        return Outcomes(
            lookup.table(group.each), [(0, 1, item) for item in groups if any(item.values())]
        )
    try:
        roll_dice = parse_dice(count)
    except BadData:
        hint = f"{suggest(count, tables)}, or dice such as 1d10"
        raise BadData(f"nothing to count is called {count}", hint) from None
    if filters:
        raise BadData("where: of dice, which have no rows", "delete it")
    id_, _, name = column_path.partition(".")
    heads = lookup.table(id_) if id_ in tables else None
    column = heads.by_name.get(name) if heads else None
    if heads is None or column is None or column.each or column.type not in ("band", "need"):
        raise BadData(f"{column_path} is no column of bands or needs", "write read: table.column")
    cells = {row.key: row.cells[name] for row in heads.rows}
    return Outcomes(
        heads, [(roll, roll_count, cells) for roll, roll_count in _count_rolls(*roll_dice).items()]
    )


def _holds(cell: object, total: int) -> bool:
    """Whether a total falls in a band, or reaches a need."""
    return cell.covers(total) if isinstance(cell, Band) else isinstance(cell, int) and total >= cell


def _count_rolls(count: int, sides: int) -> Mapping[int, int]:
    """How many of the rolls of so many dice give each total."""
    if count * sides > 1000:
        raise BadData(f"{count}d{sides} are too many dice", "count fewer or smaller ones")
    totals = Counter({0: 1})
    for _ in range(count):
        previous, totals = totals, Counter()
        for total, ways in previous.items():
            totals.update({total + face: ways for face in range(1, sides + 1)})
    return totals
