"""Comparison of a file of tables with an older edition of it, row by row (--since).

For tables of dice rolls, each change of a row's odds is reported too.
"""

from collections.abc import Callable, Hashable, Mapping
from pathlib import Path

import msgspec

from printgen.problems import Log, Problem
from printgen.roll_tables.detect.options import AuditOptions
from printgen.roll_tables.detect.roll_columns import find_roll_columns, get_cell_text
from printgen.roll_tables.detect.tables import HeadedTable, read_headed_tables
from printgen.rules.files.nodes import Node
from printgen.rules.files.scalars import quote


class _ComparedRow(msgspec.Struct, frozen=True):
    """A row of one edition of a table, in the form in which two editions are compared.

    `roll` is the text of its roll, and `cells` are its other cells by column. `odds` is a text such
    as "3 in 36". `entry` is the row as it was read.
    """

    cells: Mapping[str, str]
    roll: str
    odds: str
    entry: Node

    @property
    def results(self) -> tuple[str, ...]:
        """The cells other than the roll."""
        return tuple(self.cells.values())


def compare_editions(
    new: Path, old: Path, sheet: str, options: AuditOptions
) -> tuple[Problem, ...]:
    """Return a note for each row and table that was added, removed or changed since the file `old`.

    If a file cannot be read, return the problems instead.
    """
    # Notes about reading a file are no changes.
    log, reading = Log(), Log()
    tables, old_tables = (read_headed_tables(path, sheet, reading, options) for path in (new, old))
    if reading.problems:
        return tuple(reading.problems)
    names = {table.name for table in tables}
    removed = list(old_tables)
    for index, table in enumerate(tables):
        # A table whose name is new may be a renamed one: its place is compared instead.
        in_place = [item for item in old_tables[index : index + 1] if item.name not in names]
        matches = [item for item in removed if item.name == table.name] or in_place
        if matches:
            removed.remove(matches[0])
            _compare_rows(_build_rows(table, options), _build_rows(matches[0], options), log)
        else:
            log.note(table.header_place, f"new table: {table.name}".rstrip(": "), "")
    for table in removed:
        log.note(table.header_place, f"removed table: {table.name}".rstrip(": "), "")
    return tuple(log.notes)


def _build_rows(table: HeadedTable, options: AuditOptions) -> list[_ComparedRow]:
    """Return all rows of a table for comparison, including rows without a roll."""
    columns = find_roll_columns(tuple(table.places), table.rows, options)
    column = next((item for item in columns if not item.doubt and not item.other_dice), None)
    names = column.names if column else ()
    ways, total = column.count_row_ways(table.name) if column else ({}, 0)
    return [
        _ComparedRow(
            {name: get_cell_text(row.get(name)) for name in table.places if name not in names},
            "–".join(dict.fromkeys(filter(None, (get_cell_text(row.get(name)) for name in names)))),
            f"{ways[row]} in {total}" if total and row in ways else "",
            row,
        )
        for row in table.rows
    ]


def _compare_rows(rows: list[_ComparedRow], old_rows: list[_ComparedRow], log: Log) -> None:
    """Add a note for each row that was added, removed or changed since the old edition.

    Two rows are taken as the same row if all their cells are equal; of the rest, rows with equal
    results, then with equal rolls, and then with an equal first result.
    """
    keys: tuple[Callable[[_ComparedRow], Hashable], ...] = (
        lambda row: (*row.cells.items(), row.roll, row.odds),
        lambda row: row.results,
        lambda row: row.roll or None,
        lambda row: next(iter(row.results), None),
    )
    paired = dict[int, _ComparedRow]()
    unpaired = dict(enumerate(old_rows))
    for key in keys:
        by_key = dict[Hashable, list[int]]()
        for index, row in unpaired.items():
            by_key.setdefault(key(row), []).append(index)
        for index, row in enumerate(rows):
            if index not in paired and key(row) is not None and by_key.get(key(row)):
                paired[index] = unpaired.pop(by_key[key(row)].pop(0))
    for index, row in enumerate(rows):
        if index in paired:
            changes = list(_describe_changes(row, paired[index]))
            if changes:
                log.note(row.entry.place, "; ".join(changes), "")
        else:
            log.note(row.entry.place, f"new row: {_describe_row(row)}", "")
    for row in unpaired.values():
        log.note(row.entry.place, f"removed row: {_describe_row(row)}", "")


def _describe_changes(row: _ComparedRow, old_row: _ComparedRow) -> list[str]:
    changes = [f"{quote(row.roll)} was {quote(old_row.roll)}"] * (row.roll != old_row.roll)
    # An open end beyond the dice is for rolls with modifiers; their odds are unknown.
    if row.odds != old_row.odds and all(item.odds or not item.roll for item in (row, old_row)):
        changes.append(f"{row.odds or 'no roll'}, was {old_row.odds or 'no roll'}")
    for name in dict.fromkeys((*row.cells, *old_row.cells)):
        new_text, old_text = row.cells.get(name, ""), old_row.cells.get(name, "")
        if new_text != old_text:
            changes.append(f"{name} {quote(new_text)} was {quote(old_text)}")
    return changes


def _describe_row(row: _ComparedRow) -> str:
    cells = ", ".join(quote(text) for text in (row.roll, *row.results) if text)
    return f"{cells} ({row.odds})" if row.odds else cells
