"""Turn a player's file into the game whose open tables it writes, or into every mistake in it.

Its keys, or the sheets of a workbook, are tables that the game has open; below each stand rows in
the columns that are open there. An open table that it leaves out stays the form that the game has.
All else is the game's own, which is checked first.
"""

from collections.abc import Iterator, Mapping, Sequence
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
from printgen.rules.model import Game, Part, Table, TableRef
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
        """The game with what the file writes, and its prints. Raises `Failure` (rules)."""
        own, scope, whole = load(self.folder), Scope(), Where(str(self.file))
        names = open_tables(own)
        written = {
            id_: _rows(own, own.table(id_), entry)
            for id_, entry in _tables(self.file, scope).items()
            if scope.known(entry.where(key=True), id_, names, "table to write")
        }
        if wrong := errors(findings(own)) or tuple(scope.problems):
            raise Failure(ExitCode.RULES, wrong)
        game = load(self.folder, written, scope)
        left = {id_: _placed(game.table(id_), whole) for id_ in names if id_ not in written}
        # Two of a form share a sheet; filled in, one is enough.
        prints = tuple(
            replace(
                one, parts=tuple(replace(part, count=1) if part.all else part for part in one.parts)
            )
            for one in game.prints
            if _is_open(game, one.parts)
        )
        game = replace(game, tables={**game.tables, **left}, prints=prints)
        return replace(game, checks=game.limits, given=str(self.file))


def open_tables(game: Game) -> tuple[str, ...]:
    """The tables that a player's file may write; rows within a row stand with that row."""
    inner = {column.rows for table in game.tables.values() for column in table.columns}
    return tuple(id_ for id_, table in game.tables.items() if table.open and id_ not in inner)


def _is_open(game: Game, parts: Sequence[Part]) -> bool:
    """Whether parts of a print show anything that a player's file may write."""
    tables = [(game.table(part.table), part.where) for part in parts if part.table]
    rows = [row for table, where in tables for row in rows_of(game, table, where)]
    cells = (cell for row in rows for cell in row.cells.values() if isinstance(cell, tuple))
    refs = (game.table(ref.table) for cell in cells for ref in cell if isinstance(ref, TableRef))
    return any(table.open for table in (*(table for table, _ in tables), *refs))


def _placed(table: Table, whole: Where) -> Table:
    """A form that a file leaves out: what is missing in it is missing there."""
    rows = tuple(replace(row, at=lambda *_, **__: whole) for row in table.rows)
    return replace(table, rows=rows, place=whole)


def _tables(file: Path, scope: Scope) -> Mapping[str, Entry]:
    """What a player's file has, by the names of tables; none where it is at fault."""
    folder, name = file.parent, file.name
    whole = Entry(scope, Where(str(folder / name)), Where(str(folder / name)))
    if file.suffix.lower() in BOOKS:
        sheets = sheet_names(folder, name, scope)
        listed = (read_listing(folder, name, one, whole.place, scope)[1] for one in sheets)
        return {one: _listed(whole, rows) for one, rows in zip(sheets, listed, strict=True)}
    text = read_text(folder, name, scope)
    entry = parse(text, str(folder / name), scope) if text is not None else None
    if entry is None or isinstance(entry.data, Mapping):
        return entry.parts if entry else {}
    entry.report("no tables", "write their names, each with its rows below it, or name a workbook")
    return {}


def _rows(game: Game, table: Table, entry: Entry) -> Entry:
    """The rows of a table as mappings of its open columns; what else stands there is reported."""
    # One row stands for a list of one, and so does one cell.
    written = (
        _listed(row, (row,)) if isinstance(row.data, str) and row.data else row
        for row in entry.items()
    )
    listed = yaml_rows(_listed(entry, tuple(written)), table.open)
    return _listed(entry, [row.mapping(dict(_cells(game, table, row))) for row in listed])


def _cells(game: Game, table: Table, row: Entry) -> Iterator[tuple[str, Entry]]:
    for name, cell in row.parts.items():
        noun = f"column to write in {table.id}"
        known = cell.scope.known(cell.key_place, name, (*table.open, *BESIDE), noun)
        inner = table.by_name[name].rows if known and name in table.by_name else ""
        yield name, _rows(game, game.table(inner), cell) if inner else cell


def _listed(entry: Entry, items: Sequence[Entry]) -> Entry:
    """A list of some items in an entry's place."""
    data = tuple(item.data for item in items)
    return replace(entry, data=data, parts=dict(enumerate(items)))
