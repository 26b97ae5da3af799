"""Loads a player's file: its rows replace the rows of the game's open tables.

The keys of the file, or the sheets of a workbook, are open tables of the game. Their rows may only
use the open columns. An open table that is missing in the file remains an empty form. The game
itself is checked first.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec
from msgspec.structs import replace

from printgen.problems import ExitCode, Failure, Log, Place, create_failure, make_note
from printgen.rules.checks.check import check_game
from printgen.rules.checks.counts import SumCheck
from printgen.rules.files.formats import list_sheet_names
from printgen.rules.files.nodes import Node
from printgen.rules.files.table_file import read_table_file, read_yaml_rows
from printgen.rules.files.yaml_reader import read_yaml
from printgen.rules.loading.load import load_game
from printgen.rules.loading.row_reader import EXTRA_KEYS
from printgen.rules.model import Game, Print, Table, TableRef
from printgen.rules.queries.paths import filter_rows
from printgen.system.bundled import find_bundled_games
from printgen.system.file_suffixes import WORKBOOK_SUFFIXES


class PlayerFile(msgspec.Struct, frozen=True):
    """A player's file, with rows for tables that players may fill, and the folder of its game.

    `rival_files` are the files of the other players.
    """

    folder: Path
    file: Path
    rival_files: tuple[Path, ...] = ()

    @property
    def name(self) -> str:
        """The file's name in messages."""
        return self.file.name

    def load(self) -> Game:
        """Return the game with the rows of the player's file. Raises `Failure` (exit code RULES).

        A game can compare a sum of each player, such as points, with that of rivals. If this
        player's sum is lower, the difference is written into the column that the rule names as
        `fewer`.
        """
        game = self._load_without_rivals()
        try:
            files = [PlayerFile(self.folder, file) for file in self.rival_files]
            rivals = [file._load_without_rivals() for file in files]
        except Failure:
            return game  # mistakes in a rival's file are reported when that file is loaded
        games = [game, *rivals]
        is_sound = bool(rivals) and not any(any(check_game(side)) for side in games)
        for check in game.limits if is_sound else ():
            if (
                isinstance(check, SumCheck)
                and check.fewer
                and (totals := check.compute_player_sums(games))
            ):
                id_, name = check.fewer
                table, shortfall = game.table(id_), {name: max(totals) - totals[0]}
                rows = tuple(replace(row, cells={**row.cells, **shortfall}) for row in table.rows)
                player_files = (str(self.file), *(file.name for file in self.rival_files))
                tables = {**game.tables, id_: replace(table, rows=rows)}
                game = replace(game, tables=tables, files=player_files)
        return game

    def _load_without_rivals(self) -> Game:
        """Return the game with the rows of the player's file. The files of rivals are not read."""
        base_game, log, origin = load_game(self.folder), Log(), Place(str(self.file))
        names, entries = list_tables_open_to_players(base_game), _read_tables(self.file, log)
        if not log.problems and not _has_only_tables_open_to_players(base_game, entries):
            others = [
                each
                for each in find_bundled_games()
                if _has_only_tables_open_to_players(load_game(each), entries)
            ]
            if len(others) == 1:
                name = load_game(others[0]).about.name
                message = f"the file is for {name}, not for {base_game.about.name}"
                hint = f"name that game: {others[0].name}"
                raise create_failure(ExitCode.USAGE, origin, message, hint)
        if not names:
            message = f"{base_game.about.name} reads no player's file"
            hint = "leave the file out, and fill in the forms by hand"
            raise create_failure(ExitCode.USAGE, origin, message, hint)
        written = {
            id_: _read_rows(base_game, base_game.table(id_), entry)
            for id_, entry in entries.items()
            if log.check_name(entry.locate(key=True), id_, names, "open table")
        }
        # Mistakes in the game itself come first: the player's rows are read by its columns.
        if problems := tuple(check_game(base_game)) or tuple(log.problems):
            raise Failure(ExitCode.RULES, (*log.notes, *problems))
        try:
            game = load_game(self.folder, written, log)
        except Failure as failure:
            message = "the game's limits were not checked yet"
            note = make_note(origin, message, "correct the errors first")
            raise Failure(failure.exit_code, (*failure.problems, note)) from None
        other_ids = [id_ for id_ in names if id_ not in written]
        unwritten = {id_: _set_all_places(game.table(id_), origin) for id_ in other_ids}
        # Limits on tables that the file leaves out would check an empty form.
        inner_tables = {column.rows for id_ in written for column in game.table(id_).columns}
        ids = [(limit, {id_ for _, id_, _ in limit.iter_references()}) for limit in game.limits]
        limits = tuple(limit for limit, own in ids if own & {*written, *inner_tables})
        game = replace(game, tables={**game.tables, **unwritten}, files=(str(self.file),))
        return replace(game, checks=limits, inherited_checks=())


def list_tables_open_to_players(game: Game) -> tuple[str, ...]:
    """Return the ids of the tables whose rows a player's file may have.

    Tables whose rows are written inside the cells of another table are not among them.
    """
    inner = {column.rows for table in game.tables.values() for column in table.columns}
    return tuple(id_ for id_, table in game.tables.items() if table.open and id_ not in inner)


def _has_only_tables_open_to_players(game: Game, entries: Mapping[str, Node]) -> bool:
    """Return whether a game lets players write all tables and columns in `entries`.

    `entries` are the entries of a player's file by table id.
    """
    ids = list_tables_open_to_players(game)
    for id_, entry in entries.items():
        rows = [row.data for row in entry.items() if isinstance(row.data, Mapping)]
        if id_ not in ids or not {*game.table(id_).open, *EXTRA_KEYS} >= {
            key for row in rows for key in row
        }:
            return False
    return True


def has_table_open_to_players(game: Game, print_: Print) -> bool:
    """Return whether a print shows rows of a table that a player's file may write."""
    tables = [(game.table(part.table_id), part.where) for part in print_.parts if part.table_id]
    tables += [(game.table(print_.sets), {})] if print_.sets else []
    rows = [row for table, filters in tables for row in filter_rows(game, table, filters)]
    cells = (cell for row in rows for cell in row.cells.values() if isinstance(cell, tuple))
    refs = (game.table(ref.table) for cell in cells for ref in cell if isinstance(ref, TableRef))
    return any(table.open for table in (*(table for table, _ in tables), *refs))


def _set_all_places(table: Table, file_place: Place) -> Table:
    """Return a copy of a table in which the table and its rows have the place `file_place`.

    It is for a table that a player's file leaves out: problems in its rows are reported at that
    file.
    """
    rows = tuple(replace(row, locate=lambda *_, **__: file_place) for row in table.rows)
    return replace(table, rows=rows, place=file_place)


def _read_tables(file: Path, log: Log) -> Mapping[str, Node]:
    """Return the entries of a player's file by table; empty if it has mistakes."""
    folder, name = file.parent, file.name
    root = Node(log, Place(str(folder / name)), Place(str(folder / name)))
    if file.suffix.lower() in WORKBOOK_SUFFIXES:
        sheets = list_sheet_names(file, log)
        if not sheets and not log.problems:
            root.report("every sheet is empty", "write column names, and rows below them")
        return {sheet: _read_sheet(folder, name, sheet, root) for sheet in sheets}
    entry = read_yaml(folder, name, log)
    if entry is None or isinstance(entry.data, Mapping):
        return entry.parts if entry else {}
    hint = "write table names, each with its rows below it, or use a workbook"
    entry.report("the file has no tables", hint)
    return {}


def _read_sheet(folder: Path, name: str, sheet: str, root: Node) -> Node:
    """Return the rows of one sheet of a workbook as a list of mappings from columns to cells.

    The first line of the sheet has the column names. The list gets the place of `root`.
    """
    places, rows = read_table_file(folder, name, sheet, root.place, root.log)
    listed = list[Node]()
    for row in rows:
        named = {key: replace(cell, key_place=places[key]) for key, cell in row.parts.items()}
        listed.append(row.make_mapping_node(named))
    return root.make_list_node(listed)


def _read_rows(game: Game, table: Table, entry: Node) -> Node:
    """Return the rows that a player's file has for a table, as mappings of columns to cells.

    Only columns that players may write are in the result. Other columns are reported.
    """
    # A single row, or a single cell, may be written without the brackets of a list.
    written = [
        row.make_list_node([row]) if isinstance(row.data, str) and row.data else row
        for row in entry.items()
    ]
    listed = read_yaml_rows(entry.make_list_node(written), table.open)
    rows = [row.make_mapping_node(dict(_read_cells(game, table, row))) for row in listed]
    return entry.make_list_node(rows)


def _read_cells(game: Game, table: Table, row: Node) -> Iterator[tuple[str, Node]]:
    """Yield the name and the cell of each column in a row that players may write.

    Report the other columns.
    """
    for name, cell in row.parts.items():
        noun = f"open column of {table.id}"
        is_known = cell.log.check_name(cell.key_place, name, (*table.open, *EXTRA_KEYS), noun)
        column = table.by_name.get(name) if is_known else None
        texts = [str(item.data) for item in cell.items()]
        # Only rows of the game itself expand: two texts in one cell would become two rows.
        if column and len(texts) > 1 and not (column.many or column.rows):
            hint = f'write "{", ".join(texts)}"'
            cell.report(f"{len(texts)} texts in {name} instead of one", hint)
        inner_table = column.rows if column else ""
        if inner_table and not cell.data:
            continue
        yield name, _read_rows(game, game.table(inner_table), cell) if inner_table else cell
