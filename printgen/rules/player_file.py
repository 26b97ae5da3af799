"""Turn a player's file into the game whose open tables it writes, or into every mistake in it.

Its keys, or the sheets of a workbook, are tables that the game has open; below each stand rows in
the columns that are open there. An open table that it leaves out stays the form that the game has.
All else is the game's own, which is checked first.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from printgen.problems import ExitCode, Failure, Problem, Severity, Where, errors
from printgen.rules.check import findings
from printgen.rules.check_counts import Sum
from printgen.rules.files import read_text
from printgen.rules.formats import BOOKS, sheet_names
from printgen.rules.load import load
from printgen.rules.model import Game, Print, Table, TableRef
from printgen.rules.paths import rows_of
from printgen.rules.problem_log import Scope
from printgen.rules.row_reader import BESIDE
from printgen.rules.source_node import Entry
from printgen.rules.table_file import read_listing, yaml_rows
from printgen.rules.yaml_reader import parse


class Given(NamedTuple):
    """The folder of a game, a player's file that writes its open tables, and its rivals'."""

    folder: Path
    file: Path
    others: tuple[Path, ...] = ()

    @property
    def name(self) -> str:
        """What messages call it."""
        return self.file.name

    def load(self) -> Game:
        """The game with what the file writes, and its prints. Raises `Failure` (rules)."""
        game = self._alone()
        try:
            sides = [game, *(Given(self.folder, one)._alone() for one in self.others)]
        except Failure:
            return game  # it is told of that file itself
        is_sound = len(sides) > 1 and not any(errors(findings(one)) for one in sides)
        for check in game.limits if is_sound else ():
            if isinstance(check, Sum) and check.fewer and (totals := check.totals(sides)):
                id_, name = check.fewer
                table, lack = game.table(id_), {name: max(totals) - totals[0]}
                rows = tuple(replace(row, cells={**row.cells, **lack}) for row in table.rows)
                given = (str(self.file), *(one.name for one in self.others))
                tables = {**game.tables, id_: replace(table, rows=rows)}
                game = replace(game, tables=tables, given=given)
        return game

    def _alone(self) -> Game:
        own, scope, whole = load(self.folder), Scope(), Where(str(self.file))
        names = open_tables(own)
        if not names:
            message = f"{own.about.name} takes no player's file"
            problem = Problem(whole, message, "leave it out; its forms are filled in by hand")
            raise Failure(ExitCode.USAGE, (problem,))
        written = {
            id_: _rows(own, own.table(id_), entry)
            for id_, entry in _tables(self.file, scope).items()
            if scope.known(entry.where(key=True), id_, names, "table to write")
        }
        if wrong := errors(findings(own)) or tuple(scope.problems):
            raise Failure(ExitCode.RULES, (*scope.notes, *wrong))
        try:
            game = load(self.folder, written, scope)
        except Failure as failure:
            message = "what the game's rules want was not looked at yet"
            note = Problem(whole, message, "mend what is told first", Severity.NOTE)
            raise Failure(failure.exit_code, (*failure.problems, note)) from None
        left = {id_: _placed(game.table(id_), whole) for id_ in names if id_ not in written}
        # What is asked of tables that it leaves out is asked of nothing.
        inner = {column.rows for id_ in written for column in game.table(id_).columns}
        limits = tuple(
            one for one in game.limits if {id_ for _, id_, _ in one.names()} & {*written, *inner}
        )
        return replace(
            game, tables={**game.tables, **left}, checks=limits, taken=(), given=(str(self.file),)
        )


def open_tables(game: Game) -> tuple[str, ...]:
    """The tables that a player's file may write; rows within a row stand with that row."""
    inner = {column.rows for table in game.tables.values() for column in table.columns}
    return tuple(id_ for id_, table in game.tables.items() if table.open and id_ not in inner)


def shows_given(game: Game, print_: Print) -> bool:
    """Whether a print shows anything that a player's file may write."""
    tables = [(game.table(part.table), part.where) for part in print_.parts if part.table]
    tables += [(game.table(print_.sets), {})] if print_.sets else []
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
        sheets = sheet_names(file, scope)
        if not sheets and not scope.problems:
            whole.report("no sheet holds anything", "write rows below names of columns")
        return {one: _sheet(folder, name, one, whole) for one in sheets}
    text = read_text(folder, name, scope)
    entry = parse(text, str(folder / name), scope) if text is not None else None
    if entry is None or isinstance(entry.data, Mapping):
        return entry.parts if entry else {}
    entry.report("no tables", "write their names, each with its rows below it, or name a workbook")
    return {}


def _sheet(folder: Path, name: str, sheet: str, whole: Entry) -> Entry:
    """The rows of a sheet, whose names of columns stand in its first line."""
    places, rows = read_listing(folder, name, sheet, whole.place, whole.scope)
    return whole.listed(
        [
            row.mapping({n: replace(one, key_place=places[n]) for n, one in row.parts.items()})
            for row in rows
        ]
    )


def _rows(game: Game, table: Table, entry: Entry) -> Entry:
    """The rows of a table as mappings of its open columns; what else stands there is reported."""
    # One row stands for a list of one, and so does one cell.
    written = [
        row.listed([row]) if isinstance(row.data, str) and row.data else row
        for row in entry.items()
    ]
    listed = yaml_rows(entry.listed(written), table.open)
    return entry.listed([row.mapping(dict(_cells(game, table, row))) for row in listed])


def _cells(game: Game, table: Table, row: Entry) -> Iterator[tuple[str, Entry]]:
    for name, cell in row.parts.items():
        noun = f"column to write in {table.id}"
        known = cell.scope.known(cell.key_place, name, (*table.open, *BESIDE), noun)
        column = table.by_name.get(name) if known else None
        texts = [str(one.data) for one in cell.items()]
        # In a game's own data a row may stand for several; a player's says what it is.
        if column and len(texts) > 1 and not (column.many or column.rows):
            hint = f'write "{", ".join(texts)}"'
            cell.report(f"{len(texts)} texts in {name}, which takes one", hint)
        inner = column.rows if column else ""
        if inner and not cell.data:
            continue
        yield name, _rows(game, game.table(inner), cell) if inner else cell
