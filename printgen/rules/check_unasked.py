"""Turn a Game's tables into what is wrong with their cells unasked, each at the cell itself.

What belongs together is the cells of a column, or those of a group in one row; a column of the
partition `none` means otherwise. Cells that say the same are looked at once.
"""

from collections.abc import Iterator

import msgspec

from printgen.problems import Problem
from printgen.rules.columns import Cell, type_of
from printgen.rules.finding import on_cell
from printgen.rules.model import Column, Game, Table


def check_unasked(game: Game) -> Iterator[Problem]:
    """Every flaw that the types of the columns find."""
    seen: set[tuple[object, ...]] = set()
    for table in game.tables.values():
        yield from _flaws(game, table, seen)


def _flaws(game: Game, table: Table, seen: set[tuple[object, ...]]) -> Iterator[Problem]:
    for column in table.columns:
        if column.rows:
            for row in table.rows:
                inner = game.table(column.rows)
                nested = msgspec.structs.replace(inner, rows=row.cells[column.name] or ())
                yield from _flaws(game, nested, seen)
        elif column.partition != "none" and type_of(column).is_checked:
            for cells in _together(game, table, column):
                if column.each and column.type == "band":
                    values = (column.dice, *((cell.name, cell.value) for cell in cells))
                    if values in seen:
                        continue
                    seen.add(values)
                for flaw in type_of(column).flaws(column, cells, game):
                    yield on_cell(flaw.cell.row, table, flaw.cell.name, flaw.found, flaw.hint)


def _together(game: Game, table: Table, column: Column) -> Iterator[list[Cell]]:
    """The cells that must agree with each other."""
    if not column.each:
        found = ((row, row.cells[column.name]) for row in table.rows)
        yield [Cell(row, column.name, value) for row, value in found if value is not None]
        return
    heads = [row.key for row in game.table(column.each).rows]
    if column.partition == "down":
        for head in heads:
            found = ((row, row.cells[column.name][head]) for row in table.rows)
            yield [Cell(row, head, value) for row, value in found if value is not None]
        return
    for row in table.rows:
        group = row.cells[column.name]
        yield [Cell(row, head, group[head]) for head in heads if group[head] is not None]
