"""Turn a Game into findings: where it is not what its own data declares, or what its types demand.

It guarantees exact counts and fractions, and yields findings as they are found: what is wrong with
cells unasked, then each check in the order declared. It never asks the laws that deal.
"""

from collections.abc import Iterator
from dataclasses import replace

import msgspec

from printgen.problems import Problem, Severity, errors
from printgen.rules.columns import CheckedCell, type_of
from printgen.rules.model import Check, Column, Game, Row, Table
from printgen.rules.paths import cell, listed_names
from printgen.rules.scalars import Fault


def findings(game: Game) -> Iterator[Problem]:
    """Each flaw that nobody need ask for, then each check of `game` that does not hold."""
    seen: set[tuple[object, ...]] = set()
    for table in game.tables.values():
        yield from _flaws(game, table, seen)
    for check in game.checks:
        yield from _answered(check, game)
    for check in game.taken:
        for one in errors(_answered(check, game)):
            message = f"otherwise than in the game extended: {one.message}"
            yield replace(one, message=message, hint=_MEANT, severity=Severity.NOTE)


_MEANT = "leave it if it follows from what you changed; what must hold of yours goes under checks:"


def _answered(check: Check, game: Game) -> Iterator[Problem]:
    try:
        yield from check.findings(game)
    except Fault as fault:
        yield finding(check, "", fault.found, fault.hint)


def finding(
    check: Check, subject: str, message: str, hint: str, severity: Severity = Severity.ERROR
) -> Problem:
    """A problem at the line that declares the check, with the thing it was found on."""
    said = f" ({check.says})" if check.says else ""
    return Problem(replace(check.place, subject=subject), message + said, hint, severity)


def on_row(row: Row, table: Table, part: str = "") -> str:
    """A row, or a cell of it, as every stage names it: card 17, accuracy."""
    noun = table.called(row.key)
    return f"{noun}, {part}" if part else noun


def _flaws(game: Game, table: Table, seen: set[tuple[object, ...]]) -> Iterator[Problem]:
    """What the types of a table's columns find; groups that say the same are looked at once."""
    for column in table.columns:
        for row in table.rows if column.rows else ():
            inner = game.table(column.rows)
            nested = msgspec.structs.replace(inner, rows=row.cells[column.name] or ())
            yield from _flaws(game, nested, seen)
        kind = type_of(column, game)
        for cells in _together(game, table, column) if "partition" in kind.takes else ():
            said = (column.dice, *((cell.name, cell.value) for cell in cells))
            if not (column.each and said in seen):
                seen.add(said)
                for flaw in kind.flaws(cells):
                    row, name = flaw.cell.row, flaw.cell.name
                    where = replace(row.at(name), subject=on_row(row, table, name))
                    yield Problem(where, flaw.found, flaw.hint)


def _together(game: Game, table: Table, column: Column) -> Iterator[list[CheckedCell]]:
    """The cells that must agree: across a group in each row, or down a column."""
    if column.partition == "none":
        return
    names = [(name, head) for name, _, head in listed_names(game, [column])]
    lines = [
        [CheckedCell(row, name, cell(row, column, head)) for name, head in names]
        for row in table.rows
    ]
    is_down = not column.each or column.partition == "down"
    for line in zip(*lines, strict=True) if is_down else lines:
        yield [one for one in line if one.value is not None]
