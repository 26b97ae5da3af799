"""Turn two editions of a file with tables into what changed between them, row by row.

Of a table that holds rolls it says too how likely a row is and was.
"""

from collections.abc import Callable, Hashable, Mapping
from pathlib import Path
from typing import NamedTuple

from printgen.problems import Problem, Where
from printgen.roll_tables.options import Asked
from printgen.roll_tables.roll_columns import banded, cell_text
from printgen.roll_tables.table_detection import HeadedTable, part_tables
from printgen.rules.formats import read_tables
from printgen.rules.problem_log import Scope
from printgen.rules.scalars import shown
from printgen.rules.source_node import Entry


class _EditionRow(NamedTuple):
    """A row of an edition: its cells but for the roll, that, and in how many ways it is rolled."""

    cells: Mapping[str, str]
    roll: str
    odds: str
    entry: Entry

    @property
    def results(self) -> tuple[str, ...]:
        """What its roll gives."""
        return tuple(self.cells.values())


def changed(new: Path, old: Path, sheet: str, asked: Asked) -> tuple[Problem, ...]:
    """A note of each row and table that is new, gone or another than it was."""
    scope = Scope()
    tables, before = (_tables(path, sheet, scope, asked.encoding) for path in (new, old))
    if scope.problems:
        return tuple(scope.problems)
    for at, table in enumerate(tables):
        same = [one for one in before if one.name == table.name] or before[at : at + 1][:1]
        if same:
            before.remove(same[0])
            _compare(_rows(table, asked), _rows(same[0], asked), scope)
        else:
            scope.note(table.place, f"a table that is new: {table.name}".rstrip(": "), "")
    for table in before:
        scope.note(table.place, f"a table that is gone: {table.name}".rstrip(": "), "")
    return tuple(scope.notes)


def _tables(path: Path, sheet: str, scope: Scope, encoding: str) -> list[HeadedTable]:
    where = Where(str(path))
    found = read_tables(path.parent, path.name, sheet, where, scope, encoding)
    return [table for one in found for table in part_tables(one)]


def _rows(table: HeadedTable, asked: Asked) -> list[_EditionRow]:
    """The rows of a table; those without a roll too."""
    columns = banded(tuple(table.places), table.rows, asked)
    column = next((one for one in columns if not one.doubt and not one.before), None)
    names = column.names if column else ()
    ways, all_ = column.ways(table.name) if column else ({}, 0)
    return [
        _EditionRow(
            {name: cell_text(row.at(name)) for name in table.places if name not in names},
            "–".join(dict.fromkeys(filter(None, (cell_text(row.at(name)) for name in names)))),
            f"{ways[row]} in {all_}" if all_ and row in ways else "",
            row,
        )
        for row in table.rows
    ]


def _compare(rows: list[_EditionRow], before: list[_EditionRow], scope: Scope) -> None:
    """Note each row that differs from the one of the other edition that is most like it."""
    keys: tuple[Callable[[_EditionRow], Hashable], ...] = (
        lambda row: (*row.cells.items(), row.roll, row.odds),
        lambda row: row.results,
        lambda row: row.roll or None,
        lambda row: next(iter(row.results), None),
    )
    was = dict[int, _EditionRow]()
    left = dict(enumerate(before))
    for key in keys:
        found = dict[Hashable, list[int]]()
        for at, row in left.items():
            found.setdefault(key(row), []).append(at)
        for at, row in enumerate(rows):
            if at not in was and key(row) is not None and found.get(key(row)):
                was[at] = left.pop(found[key(row)].pop(0))
    for at, row in enumerate(rows):
        if at in was:
            said = list(_differences(row, was[at]))
            if said:
                scope.note(row.entry.place, "; ".join(said), "")
        else:
            scope.note(row.entry.place, f"a row that is new: {_said(row)}", "")
    for row in left.values():
        scope.note(row.entry.place, f"a row that is gone: {_said(row)}", "")


def _differences(row: _EditionRow, was: _EditionRow) -> list[str]:
    said = [f"{shown(row.roll)} was {shown(was.roll)}"] * (row.roll != was.roll)
    # Nobody knows the odds of dice with modifiers, which an open end beyond them is for.
    if row.odds != was.odds and all(one.odds or not one.roll for one in (row, was)):
        said.append(f"{row.odds or 'no roll'}, was {was.odds or 'no roll'}")
    for name in dict.fromkeys((*row.cells, *was.cells)):
        now, then = row.cells.get(name, ""), was.cells.get(name, "")
        if now != then:
            said.append(f"{name} {shown(now)} was {shown(then)}")
    return said


def _said(row: _EditionRow) -> str:
    cells = ", ".join(shown(one) for one in (row.roll, *row.results) if one)
    return f"{cells} ({row.odds})" if row.odds else cells
