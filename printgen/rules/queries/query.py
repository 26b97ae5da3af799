"""Counts rows and dice rolls exactly, for views and checks.

A view prints the counts and a check compares them with declared ones, so both use this code.
Derivations are never used here: they fill the cells that are counted.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Annotated, Any

import msgspec

from printgen.problems import InputError, suggest_known_words
from printgen.rules.files.scalars import parse_dice, parse_dotted_path, parse_range, quote
from printgen.rules.model import NONE, CellContext, Filter, Row, Table
from printgen.rules.queries.paths import (
    filter_rows,
    find_column,
    get_allowed_words,
    get_words_at_path,
)
from printgen.rules.values.bands import Band

_MAX_NUMBERS = 200
"""The most numbers in a range: more do not fit on a sheet."""


def read_range(value: object) -> tuple[int, ...]:
    """Return the whole numbers of a range such as -4 to 4; raises `InputError`."""
    # `parse_range` returns an empty range for text that is no range.
    numbers = parse_range(str(value))
    if not numbers:
        raise InputError(f"{quote(value)} is not a range", "write two numbers, such as -4 to 4")
    if len(numbers) > _MAX_NUMBERS:
        raise InputError(f"more than {_MAX_NUMBERS} numbers", "write a narrower range")
    return tuple(numbers)


def read_table_path(value: object) -> tuple[str, str]:
    """Return the table and the rest of a path, from a text such as rounds.points.

    Raises `InputError` if the text has another form.
    """
    table, _, rest = parse_dotted_path(value).partition(".")
    # Without a column there is nothing to add or compare.
    if not rest:
        raise InputError(f"{quote(value)} names no column", "write table.column")
    return table, rest


Numbers = Annotated[tuple[int, ...], read_range]
ColumnPath = Annotated[tuple[str, str], read_table_path]


class Outcomes(msgspec.Struct, frozen=True):
    """What is counted, rows of a table or dice rolls, and which result each has at a number.

    - `heads`: the table with the possible results, one in each row.
    - `rolls`: one item for each counted row, or for each total of the dice. An item has three
      values. The first is an offset: the total of the dice, or 0 for a row. The second is how many
      rows or rolls it counts for. The third maps each result, by its key, to a range of numbers or
      a needed number.

    At a number, an item has a result if the number plus the offset is in the range of the result,
    or is at least the needed number.
    """

    heads: Table
    rolls: list[tuple[int, int, Mapping[str, Any]]]
    has_same_dice: bool = True
    """Whether the column declares no dice, or those that are rolled."""

    @property
    def total(self) -> int:
        """The number of all rows or dice rolls that are counted."""
        return sum(count for _, count, _ in self.rolls)

    def count_at(self, head: str, value: int) -> int:
        """Return how many rows or rolls have a result, for one number such as a modifier.

        `head` is the key of the result in the table `heads`, and `value` is the number.
        """
        rolls = ((count, cells.get(head), value + offset) for offset, count, cells in self.rolls)
        return sum(count for count, cell, total in rolls if _is_total_in_cell(cell, total))


def join_words_at_path(context: CellContext, table: Table, row: Row, path: str) -> str:
    """Return the words to which a path such as `power.label` leads from `row`, as one text.

    Without any words, the text is `none`.
    """
    return "; ".join(get_words_at_path(context, table, row, path)) or NONE


def list_column_words(
    context: CellContext, table: Table, filters: Filter, path: str
) -> Iterable[str]:
    """Return the different words of the column at `path`, such as `power.label`.

    If `filters` chooses words of this column, return these words. Otherwise, return all words that
    its cells may have. If they may have any text, return those in the rows that pass `filters`.
    """
    if path in filters:
        return filters[path]
    rows = filter_rows(context, table, filters)
    allowed_words = get_allowed_words(context, find_column(context, table, path))
    used_words = (join_words_at_path(context, table, row, path) for row in rows)
    return allowed_words or dict.fromkeys(used_words)


def read_outcomes(
    context: CellContext, tables: Collection[str], count: str, column_path: str, filters: Filter
) -> Outcomes:
    """Return which result each row of a table, or each roll of dice, has at a number.

    `count` is the table or the dice. For a table, `column_path` is a group of columns with ranges:
    one column for each result. For dice, `column_path` is TABLE.COLUMN, a column of ranges or
    needed numbers, and each row of that table is a result. Only rows that pass `filters` count.
    Raises `InputError` if these do not exist.
    """
    if count in tables:
        table = context.table(count)
        group = table.by_name.get(column_path)
        if group is None or not group.each or group.type != "band":
            bands = [col.name for col in table.columns if col.each and col.type == "band"]
            message = f"no group of bands of {count} is called {column_path}"
            raise InputError(message, suggest_known_words(column_path, bands))
        groups = [row.cells[column_path] for row in filter_rows(context, table, filters)]
        rows = [(0, 1, cells) for cells in groups if any(cells.values())]
        return Outcomes(context.table(group.each), rows)
    try:
        roll_dice = parse_dice(count)
    except InputError:
        hint = suggest_known_words(count, tables, "write dice such as 1d10")
        raise InputError(f"{count} is neither a table nor dice", hint) from None
    if filters:
        raise InputError("where: does not apply to dice", "delete it")
    id_, _, name = column_path.partition(".")
    heads = context.table(id_) if id_ in tables else None
    column = heads.by_name.get(name) if heads else None
    if heads is None or column is None or column.each or column.type not in ("band", "need"):
        raise InputError(f"{column_path} has no bands or needs", 'write "read: TABLE.COLUMN"')
    cells = {row.key: row.cells[name] for row in heads.rows}
    dice_count, sides = roll_dice
    if dice_count * sides > 1000:
        raise InputError(f"{dice_count}d{sides} are too many dice", "use fewer or smaller dice")
    rolls = count_totals([sides] * dice_count)
    is_same = column.dice in (None, roll_dice)
    return Outcomes(heads, [(roll, ways, cells) for roll, ways in rolls.items()], is_same)


def _is_total_in_cell(cell: object, total: int) -> bool:
    """Return whether a total is in the band of a cell, or at least the number in the cell."""
    if isinstance(cell, Band):
        return cell.contains(total)
    return isinstance(cell, int) and total >= cell


def count_totals(dice: Iterable[int]) -> Mapping[int, int]:
    """Return how many rolls have each total. `dice` are the numbers of sides of the dice."""
    # Adding one die at a time avoids listing all rolls.
    totals = Counter({0: 1})
    for sides in dice:
        previous, totals = totals, Counter()
        for total, ways in previous.items():
            totals.update({total + face: ways for face in range(1, sides + 1)})
    return totals
