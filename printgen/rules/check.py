"""Turn a Game into findings: where it is not what its own data declares, or what its types demand.

It guarantees exact counts and fractions, and yields findings as they are found: what is wrong with
cells unasked, then each check in the order declared. It never asks the laws that deal.
"""

from collections.abc import Iterator
from dataclasses import replace

import msgspec

from printgen.problems import Problem, Severity, select_errors
from printgen.rules.columns import CheckedCell, make_column_type
from printgen.rules.model import Check, Column, Game, Row, Table
from printgen.rules.paths import flatten_columns, get_cell
from printgen.rules.scalars import BadData


def check_game(game: Game) -> Iterator[Problem]:
    """Each flaw that nobody need ask for, then each check of `game` that does not hold."""
    seen: set[tuple[object, ...]] = set()
    for table in game.tables.values():
        yield from _check_types(game, table, seen)
    for check in game.checks:
        yield from _run_check(check, game)
    for check in game.inherited_checks:
        for problem in select_errors(_run_check(check, game)):
            message = f"otherwise than in the game extended: {problem.message}"
            yield replace(problem, message=message, hint=_MEANT, severity=Severity.NOTE)


_MEANT = "leave it if it follows from what you changed; what must hold of yours goes under checks:"


def _run_check(check: Check, game: Game) -> Iterator[Problem]:
    try:
        yield from check.find_problems(game)
    except BadData as error:
        yield new_problem(check, "", error.message, error.hint)


def new_problem(
    check: Check, subject: str, message: str, hint: str, severity: Severity = Severity.ERROR
) -> Problem:
    """A problem at the line that declares the check, with the thing it was found on."""
    reason = f" ({check.says})" if check.says else ""
    return Problem(replace(check.place, subject=subject), message + reason, hint, severity)


def describe_row(row: Row, table: Table, column_name: str = "") -> str:
    """A row, or a cell of it, as every stage names it: card 17, accuracy."""
    row_name = table.describe_key(row.key)
    return f"{row_name}, {column_name}" if column_name else row_name


def _check_types(game: Game, table: Table, seen: set[tuple[object, ...]]) -> Iterator[Problem]:
    """What the types of a table's columns find; groups that say the same are looked at once."""
    for column in table.columns:
        for row in table.rows if column.rows else ():
            inner = game.table(column.rows)
            nested = msgspec.structs.replace(inner, rows=row.cells[column.name] or ())
            yield from _check_types(game, nested, seen)
        column_type = make_column_type(column, game)
        for cells in _group_cells(game, table, column) if "partition" in column_type.takes else ():
            group_key = (column.dice, *((cell.name, cell.value) for cell in cells))
            if not (column.each and group_key in seen):
                seen.add(group_key)
                for flaw in column_type.find_flaws(cells):
                    row, name = flaw.cell.row, flaw.cell.name
                    place = replace(row.locate(name), subject=describe_row(row, table, name))
                    yield Problem(place, flaw.message, flaw.hint)


def _group_cells(game: Game, table: Table, column: Column) -> Iterator[list[CheckedCell]]:
    """The cells that must agree: across a group in each row, or down a column."""
    if column.partition == "none":
        return
    names = [(name, head) for name, _, head in flatten_columns(game, [column])]
    groups = [
        [CheckedCell(row, name, get_cell(row, column, head)) for name, head in names]
        for row in table.rows
    ]
    is_by_column = not column.each or column.partition == "down"
    for group in zip(*groups, strict=True) if is_by_column else groups:
        yield [checked_cell for checked_cell in group if checked_cell.value is not None]
