"""Turn a Game's tables into what is wrong with their cells unasked, each at the cell itself.

What belongs together is the cells of a column, or those of a group in one row; a column of the
partition `none` means otherwise. Groups that say the same are looked at once.
"""

from collections.abc import Iterator

import msgspec

from printgen.problems import Problem
from printgen.rules.columns import Cell, type_of
from printgen.rules.finding import on_cell
from printgen.rules.model import Column, Game, Table
from printgen.rules.paths import cell, listed_names


def check_unasked(game: Game) -> Iterator[Problem]:
    """Every flaw that the types of the columns find."""
    seen: set[tuple[object, ...]] = set()
    for table in game.tables.values():
        yield from _flaws(game, table, seen)


def _flaws(game: Game, table: Table, seen: set[tuple[object, ...]]) -> Iterator[Problem]:
    for column in table.columns:
        for row in table.rows if column.rows else ():
            inner = game.table(column.rows)
            nested = msgspec.structs.replace(inner, rows=row.cells[column.name] or ())
            yield from _flaws(game, nested, seen)
        kind = type_of(column)
        for cells in _together(game, table, column) if "partition" in kind.takes else ():
            said = (column.dice, *((cell.name, cell.value) for cell in cells))
            if not (column.each and said in seen):
                seen.add(said)
                for flaw in kind.flaws(column, cells, game):
                    yield on_cell(flaw.cell.row, table, flaw.cell.name, flaw.found, flaw.hint)


def _together(game: Game, table: Table, column: Column) -> Iterator[list[Cell]]:
    """The cells that must agree with each other: across a group in each row, or down a column."""
    if column.partition == "none":
        return
    names = [(name, head) for name, _, head in listed_names(game, [column])]
    lines = [
        [Cell(row, name, cell(row, column, head)) for name, head in names] for row in table.rows
    ]
    is_down = not column.each or column.partition == "down"
    for line in zip(*lines, strict=True) if is_down else lines:
        yield [one for one in line if one.value is not None]
