"""Turn a player's file into the game whose open tables it writes, or into every mistake in it.

Its keys, or the sheets of a workbook, are tables that the game has open; below each stand rows in
the columns that are open there. An open table that it leaves out stays the form that the game has.
All else is the game's own, which is checked first.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from printgen.problems import ExitCode, Failure, Where, errors
from printgen.rules.cells import BESIDE
from printgen.rules.check import findings
from printgen.rules.entry import Entry
from printgen.rules.files import read_text
from printgen.rules.listing import BOOKS, read_listing, sheet_names, yaml_rows
from printgen.rules.load import load
from printgen.rules.model import Game, Print, Table, TableRef
from printgen.rules.paths import rows_of
from printgen.rules.scope import Scope
from printgen.rules.tree import parse


class Given(NamedTuple):
    """The folder of a game, and a player's file that writes its open tables."""

    folder: Path
    file: Path

    @property
    def name(self) -> str:
        """What messages call it."""
        return self.file.name

    def load(self) -> Game:
        """The game with what the file writes. Raises `Failure` (rules) with all that is wrong."""
        own, scope = load(self.folder), Scope()
        if wrong := errors(findings(own)):
            raise Failure(ExitCode.RULES, wrong)
        written = {
            id_: _rows(own, own.table(id_), entry)
            for id_, entry in _tables(self.file, scope).items()
            if scope.known(entry.where(key=True), id_, open_tables(own), "table to write")
        }
        if scope.problems:
            raise Failure(ExitCode.RULES, scope.problems)
        game = load(self.folder, written, scope)
        # What the file leaves out is missing there, wherever its form stands.
        forms = {
            id_: _placed(game.table(id_), Where(str(self.file)))
            for id_ in open_tables(game)
            if id_ not in written
        }
        # Two of a form share a sheet; of what is filled in one is enough.
        prints = tuple(_once(one) if is_open(game, one) else one for one in game.prints)
        tables = {**game.tables, **forms}
        return replace(game, tables=tables, prints=prints, given=str(self.file))


def open_tables(game: Game) -> tuple[str, ...]:
    """The tables that a player's file may write; rows within a row stand with that row."""
    inner = {column.rows for table in game.tables.values() for column in table.columns}
    return tuple(id_ for id_, table in game.tables.items() if table.open and id_ not in inner)


def is_open(game: Game, print_: Print) -> bool:
    """Whether a print shows anything that a player's file may write."""
    shown = {part.table for part in print_.parts if part.table}
    for part in print_.parts:
        rows = rows_of(game, game.table(part.table), part.where) if part.table else ()
        cells = (cell for row in rows for cell in row.cells.values() if isinstance(cell, tuple))
        shown |= {ref.table for cell in cells for ref in cell if isinstance(ref, TableRef)}
    return any(game.table(id_).open for id_ in shown)


def _once(print_: Print) -> Print:
    parts = tuple(replace(part, count=1) if part.all else part for part in print_.parts)
    return replace(print_, parts=parts)


def _placed(table: Table, whole: Where) -> Table:
    """A table of the game's own, as it stands for what a file leaves out."""
    rows = tuple(replace(row, at=lambda *_, **__: whole) for row in table.rows)
    return replace(table, rows=rows, place=whole)


def _tables(file: Path, scope: Scope) -> Mapping[str, Entry]:
    """What a player's file has, by the names of tables; none where it is at fault."""
    folder, name = file.parent, file.name
    whole = Where(str(folder / name))
    if file.suffix.lower() in BOOKS:
        return {
            sheet: _listed(
                Entry(scope, whole, whole), read_listing(folder, name, sheet, whole, scope)[1]
            )
            for sheet in sheet_names(folder, name, scope)
        }
    if file.suffix.lower() not in (".yaml", ".yml"):
        hint = f"name a .yaml file or a workbook, {' or '.join(BOOKS)}"
        scope.report(whole, "holds no tables", hint)
        return {}
    text = read_text(folder, name, scope)
    entry = None if text is None else parse(text, str(folder / name), scope)
    if entry is not None and not isinstance(entry.data, Mapping):
        entry.report("no tables", "write the name of a table, and below it its rows")
    return entry.parts if entry else {}


def _rows(game: Game, table: Table, entry: Entry) -> Entry:
    """The rows of a table as mappings of its open columns; what else stands there is reported."""
    # One row stands for a list of one, and so does one cell.
    written = [
        _listed(row, row.items()) if isinstance(row.data, str) and row.data else row
        for row in entry.items()
    ]
    rows = []
    for row in yaml_rows(_listed(entry, written), table.open):
        parts = dict(row.parts)
        for name, cell in row.parts.items():
            noun = f"column to write in {table.id}"
            column = table.by_name.get(name)
            if entry.scope.known(cell.key_place, name, (*table.open, *BESIDE), noun) and (
                column is not None and column.rows
            ):
                parts[name] = _rows(game, game.table(column.rows), cell)
        rows.append(row.mapping(parts))
    return _listed(entry, rows)


def _listed(entry: Entry, items: Sequence[Entry]) -> Entry:
    """A list of some items in an entry's place."""
    data = tuple(item.data for item in items)
    return replace(entry, data=data, parts=dict(enumerate(items)))
