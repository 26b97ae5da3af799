"""Turn a player's file into the game whose open tables it writes, or into every mistake in it.

Its keys, or the sheets of a workbook, are tables that the game has open; below each stand rows in
the columns that are open there. An open table that it leaves out stays the form that the game has.
All else is the game's own, which is checked first.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from printgen.problems import ExitCode, Failure, Problem, Severity, Spot, select_errors
from printgen.rules.check import check_game
from printgen.rules.check_counts import SumCheck
from printgen.rules.files import read_text
from printgen.rules.formats import WORKBOOK_SUFFIXES, list_sheet_names
from printgen.rules.load import load_game
from printgen.rules.model import Game, Print, Table, TableRef
from printgen.rules.paths import filter_rows
from printgen.rules.problem_log import Log
from printgen.rules.row_reader import EXTRA_KEYS
from printgen.rules.source_node import Node
from printgen.rules.table_file import read_table_file, read_yaml_rows
from printgen.rules.yaml_reader import parse_yaml


class PlayerFile(NamedTuple):
    """The folder of a game, a player's file that writes its open tables, and its rivals'."""

    folder: Path
    file: Path
    rival_files: tuple[Path, ...] = ()

    @property
    def name(self) -> str:
        """What messages call it."""
        return self.file.name

    def load(self) -> Game:
        """The game with what the file writes, and its prints. Raises `Failure` (rules)."""
        game = self._load_single()
        try:
            sides = [
                game,
                *(PlayerFile(self.folder, item)._load_single() for item in self.rival_files),
            ]
        except Failure:
            return game  # it is told of that file itself
        is_sound = len(sides) > 1 and not any(select_errors(check_game(item)) for item in sides)
        for check in game.limits if is_sound else ():
            if isinstance(check, SumCheck) and check.fewer and (totals := check.sum_sides(sides)):
                id_, name = check.fewer
                table, shortfall = game.table(id_), {name: max(totals) - totals[0]}
                rows = tuple(replace(row, cells={**row.cells, **shortfall}) for row in table.rows)
                player_files = (str(self.file), *(item.name for item in self.rival_files))
                tables = {**game.tables, id_: replace(table, rows=rows)}
                game = replace(game, tables=tables, files=player_files)
        return game

    def _load_single(self) -> Game:
        base_game, log, origin = load_game(self.folder), Log(), Spot(str(self.file))
        names = list_open_tables(base_game)
        if not names:
            message = f"{base_game.about.name} takes no player's file"
            problem = Problem(origin, message, "leave it out; its forms are filled in by hand")
            raise Failure(ExitCode.USAGE, (problem,))
        written = {
            id_: _read_rows(base_game, base_game.table(id_), entry)
            for id_, entry in _read_tables(self.file, log).items()
            if log.check(entry.locate(key=True), id_, names, "table to write")
        }
        if problems := select_errors(check_game(base_game)) or tuple(log.problems):
            raise Failure(ExitCode.RULES, (*log.notes, *problems))
        try:
            game = load_game(self.folder, written, log)
        except Failure as failure:
            message = "what the game's rules want was not looked at yet"
            note = Problem(origin, message, "mend what is told first", Severity.NOTE)
            raise Failure(failure.exit_code, (*failure.problems, note)) from None
        unwritten = {id_: _relocate(game.table(id_), origin) for id_ in names if id_ not in written}
        # What is asked of tables that it leaves out is asked of nothing.
        inner_tables = {column.rows for id_ in written for column in game.table(id_).columns}
        limits = tuple(
            limit
            for limit in game.limits
            if {id_ for _, id_, _ in limit.iter_references()} & {*written, *inner_tables}
        )
        return replace(
            game,
            tables={**game.tables, **unwritten},
            checks=limits,
            inherited_checks=(),
            files=(str(self.file),),
        )


def list_open_tables(game: Game) -> tuple[str, ...]:
    """The tables that a player's file may write; rows within a row stand with that row."""
    inner = {column.rows for table in game.tables.values() for column in table.columns}
    return tuple(id_ for id_, table in game.tables.items() if table.open and id_ not in inner)


def has_player_data(game: Game, print_: Print) -> bool:
    """Whether a print shows anything that a player's file may write."""
    tables = [(game.table(part.table_id), part.where) for part in print_.parts if part.table_id]
    tables += [(game.table(print_.sets), {})] if print_.sets else []
    rows = [row for table, filters in tables for row in filter_rows(game, table, filters)]
    cells = (cell for row in rows for cell in row.cells.values() if isinstance(cell, tuple))
    refs = (game.table(ref.table) for cell in cells for ref in cell if isinstance(ref, TableRef))
    return any(table.open for table in (*(table for table, _ in tables), *refs))


def _relocate(table: Table, file_place: Spot) -> Table:
    """A form that a file leaves out: what is missing in it is missing there."""
    rows = tuple(replace(row, locate=lambda *_, **__: file_place) for row in table.rows)
    return replace(table, rows=rows, place=file_place)


def _read_tables(file: Path, log: Log) -> Mapping[str, Node]:
    """What a player's file has, by the names of tables; none where it is at fault."""
    folder, name = file.parent, file.name
    root = Node(log, Spot(str(folder / name)), Spot(str(folder / name)))
    if file.suffix.lower() in WORKBOOK_SUFFIXES:
        sheets = list_sheet_names(file, log)
        if not sheets and not log.problems:
            root.report("no sheet holds anything", "write rows below names of columns")
        return {sheet: _read_sheet(folder, name, sheet, root) for sheet in sheets}
    text = read_text(folder, name, log)
    entry = parse_yaml(text, str(folder / name), log) if text is not None else None
    if entry is None or isinstance(entry.data, Mapping):
        return entry.parts if entry else {}
    entry.report("no tables", "write their names, each with its rows below it, or name a workbook")
    return {}


def _read_sheet(folder: Path, name: str, sheet: str, root: Node) -> Node:
    """The rows of a sheet, whose names of columns stand in its first line."""
    places, rows = read_table_file(folder, name, sheet, root.place, root.log)
    return root.as_list(
        [
            row.as_dict(
                {key: replace(cell, key_place=places[key]) for key, cell in row.parts.items()}
            )
            for row in rows
        ]
    )


def _read_rows(game: Game, table: Table, entry: Node) -> Node:
    """The rows of a table as mappings of its open columns; what else stands there is reported."""
    # One row stands for a list of one, and so does one cell.
    written = [
        row.as_list([row]) if isinstance(row.data, str) and row.data else row
        for row in entry.items()
    ]
    listed = read_yaml_rows(entry.as_list(written), table.open)
    return entry.as_list([row.as_dict(dict(_read_cells(game, table, row))) for row in listed])


def _read_cells(game: Game, table: Table, row: Node) -> Iterator[tuple[str, Node]]:
    for name, cell in row.parts.items():
        noun = f"column to write in {table.id}"
        is_known = cell.log.check(cell.key_place, name, (*table.open, *EXTRA_KEYS), noun)
        column = table.by_name.get(name) if is_known else None
        texts = [str(item.data) for item in cell.items()]
        # In a game's own data a row may stand for several; a player's says what it is.
        if column and len(texts) > 1 and not (column.many or column.rows):
            hint = f'write "{", ".join(texts)}"'
            cell.report(f"{len(texts)} texts in {name}, which takes one", hint)
        inner_table = column.rows if column else ""
        if inner_table and not cell.data:
            continue
        yield name, _read_rows(game, game.table(inner_table), cell) if inner_table else cell
