"""Checks a `Game` against the checks that it declares and the requirements of its column types.

Problems are yielded one by one: first those found by the column types, then each declared check in
the order of the file. Checks count and compare the cells themselves. They never call
`derived_cells`, so a mistake in a derivation cannot hide from them.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import msgspec
from msgspec.structs import replace

from printgen.problems import InputError, Place, Problem
from printgen.rules.columns import make_column_type
from printgen.rules.columns.base import CheckedCell
from printgen.rules.files.scalars import quote
from printgen.rules.model import Check, Column, Game, Row, Table
from printgen.rules.queries.paths import flatten_columns, get_cell


def check_game(game: Game) -> Iterator[Problem]:
    """Yield the problems that column types find in cells, then those of each failed check."""
    seen: set[tuple[object, ...]] = set()
    for table in game.tables.values():
        yield from check_column_types(game, table, seen)
    for check in game.checks:
        yield from run_check(check, game)
    for check in game.inherited_checks:
        # The name to waive is the same for all problems of a check.
        for problem in islice(run_check(check, game), 1):
            place = _find_place_of_changed_cell(game, check, problem.where)
            message = f"a check of the base game fails: {problem.message}"
            hint = _BASE_HINT.format(check.question)
            yield replace(problem, where=place, message=message, hint=hint)


def _find_place_of_changed_cell(game: Game, check: Check, place: Place) -> Place:
    """Return the place of a changed cell that may be the reason why an inherited check fails.

    `check` belongs to the base game that this game extends. The result is the place of the first
    cell or table that is written in this game's own folder; tables that the check reads are
    searched first. If this game has no own cell or table, return `place`, the line with `extends`.
    """
    folder = Path(place.file).parent
    references = [(id_, path.partition(".")[0]) for _, id_, path in check.iter_references()]
    read_tables = [game.tables[id_] for id_, _ in references if id_ in game.tables]
    for table in (*read_tables, *game.tables.values()):
        names = [name for id_, name in references if id_ == table.id and name in table.by_name]
        cells = ((row, name) for name in (*names, *table.by_name) for row in table.rows)
        places = [row.locate(name) for row, name in cells]
        for cell_place in (*places, table.place):
            if Path(cell_place.file).parent == folder:
                return replace(cell_place, subject=place.subject)
    return place


_BASE_HINT = (
    "correct it; if you changed it on purpose, write the check with your own values under "
    "checks:, or add below game: waives: ['{}']"
)


def run_check(check: Check, game: Game) -> Iterator[Problem]:
    """Yield the problems that a check finds, or one that says why it cannot be evaluated."""
    try:
        yield from check.find_problems(game)
    except InputError as error:
        yield make_problem(check, "", error.message, error.hint)


def make_problem(check: Check, subject: str, message: str, hint: str) -> Problem:
    """Return a problem whose place is the line that declares the check.

    `subject` names the wrong cell or number, such as "card 17, cost".
    """
    reason = f" ({check.says})" if check.says else ""
    # The reason is part of the message, so that readers of the report need no game file.
    return Problem(replace(check.place, subject=subject), message + reason, hint)


def check_column_types(
    game: Game, table: Table, seen: set[tuple[object, ...]]
) -> Iterator[Problem]:
    """Yield the problems that column types find in a table, and in the rows inside its cells.

    A column type compares groups of cells, such as all cells of a column. `seen` contains the
    groups that were checked before, and gets those of this table: the problems of equal groups are
    yielded once.
    """
    yield from _find_indistinguishable_cells(game, table)
    for column in table.columns:
        for row in table.rows if column.rows else ():
            # Nested rows are checked as a table with the rows of this one cell.
            inner = game.table(column.rows)
            nested = msgspec.structs.replace(inner, rows=row.cells[column.name] or ())
            yield from check_column_types(game, nested, seen)
        column_type = make_column_type(column, game)
        for cells in (
            _list_cells_to_compare(game, table, column)
            if "partition" in column_type.special_keys
            else ()
        ):
            # Many rows may have the same group of results: report its problem only once.
            group_key = (column.dice, *((cell.name, cell.value) for cell in cells))
            if not (column.each and group_key in seen):
                seen.add(group_key)
                yield from column_type.find_problems(cells)


def _find_indistinguishable_cells(game: Game, table: Table) -> Iterator[Problem]:
    """Yield a problem for each column or row of a table that readers cannot tell from another one.

    Reported are columns of a view (a table of counts) with the same head, rows with the same
    drawing but different labels, and rows with equal labels and values, if the rows are the heads
    of a group of columns.
    """
    heads: dict[str, Column] = {}
    for column in table.columns:
        other = heads.setdefault(column.head, column)
        # Only a view prints all its columns: others may repeat a head such as "scores".
        if column.head and other is not column and column.type == other.type == "tally":
            message = f"the columns {other.name} and {column.name} have the same head"
            place = replace(table.place, subject=quote(column.head))
            yield Problem(place, message, "give each its own head")
        if column.type == "mark" and not column.each and table.label_column:
            yield from _find_duplicate_rows(table, [column.name], "label")
    groups = {column.each for other in game.tables.values() for column in other.columns}
    if table.label_column and table.id in groups:
        names = [column.name for column in table.columns if column.type in _HEAD_TYPES]
        yield from _find_duplicate_rows(table, ["label", *names])


_HEAD_TYPES = ("modifier", "number", "dice", "need", "band")
"""The types of columns that tell apart heads of the same label."""


def _find_duplicate_rows(
    table: Table, names: Sequence[str], meaning: str = ""
) -> Iterator[Problem]:
    """Yield a problem for each row whose cells in `names` are equal to those of an earlier row.

    `names` are columns. `meaning` is another column, or "": equal rows are correct if their cells
    in it are equal too. Rows whose first cell is empty are skipped.
    """
    rows: dict[object, Row] = {}
    for row in table.rows:
        other = rows.setdefault(tuple(row.cells[name] for name in names), row)
        is_equal = other is row or (meaning and other.cells[meaning] == row.cells[meaning])
        if row.cells[names[0]] and not is_equal:
            message = f"{quote(row.cells[names[0]])} is also in {table.describe_row(other.key)}"
            cell = CheckedCell(table, row, names[0], row.cells[names[0]])
            yield cell.make_error(message, f"give each its own {names[0]}")


def _list_cells_to_compare(game: Game, table: Table, column: Column) -> Iterator[list[CheckedCell]]:
    """Yield each list of cells that the type of a column compares with each other.

    A single column has one list, with its cells in all rows. For a group of columns, `partition` of
    `column` decides: each list has its cells in one row (`across`, or not set), or the cells of one
    of its columns in all rows (`down`). With `none`, nothing is yielded. Empty cells are left out.
    """
    if column.partition == "none":
        return
    names = [(name, head) for name, _, head in flatten_columns(game, [column])]
    groups = [
        [CheckedCell(table, row, name, get_cell(row, column, head)) for name, head in names]
        for row in table.rows
    ]
    is_by_column = not column.each or column.partition == "down"
    for group in zip(*groups, strict=True) if is_by_column else groups:
        yield [checked_cell for checked_cell in group if checked_cell.value is not None]
