"""Loads a game's folder into a `Game`, or reports every problem in all of its files.

The `Game` is frozen and every name in it is defined. All .yaml files of the folder are read, and
tables may be in any of them. Files outside the folder are never read, and files inside that no
table reads are noted. `build_game` does the same for entries from another source.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path

from msgspec.structs import replace

from printgen.problems import ExitCode, Failure, Log, Place, Problem, make_note, suggest_known_words
from printgen.rules.checks.check import check_game, run_check
from printgen.rules.files.nodes import Node, RawValue
from printgen.rules.files.scalars import derive_id, parse_id
from printgen.rules.files.struct_reader import FileName, is_valid_key, read_struct
from printgen.rules.files.table_file import read_table_file
from printgen.rules.files.yaml_reader import read_yaml
from printgen.rules.loading.check_specs import resolve_checks
from printgen.rules.loading.column_specs import TableSpec, build_columns
from printgen.rules.loading.inheritance import (
    ROW_KEYS,
    apply_changes,
    merge_entries,
    note_renamed_labels,
)
from printgen.rules.loading.print_specs import resolve_prints
from printgen.rules.loading.row_reader import apply_row_typography, expand_rows, read_rows
from printgen.rules.loading.tables import Tables
from printgen.rules.loading.views import build_view
from printgen.rules.model import Check, Game, GameInfo, GameWords, Print, Table
from printgen.system.bundled import map_bundled_games
from printgen.system.file_suffixes import ROW_SUFFIXES

FileReader = Callable[..., tuple[Mapping[str, Place], tuple[Node, ...]]]
"""Reads the rows of a table file: see `read_table_file`."""


def build_table(
    tables: Tables, id_: str, entry: Node, read_file: FileReader = read_table_file
) -> Table | None:
    """Return the table that an entry describes; None if it has mistakes, which are reported.

    `read_file` is the function that reads the data file of the table.
    """
    if isinstance(entry.data, Mapping) and "count" in entry.data:
        return build_view(tables, id_, entry)
    spec = read_struct(TableSpec, entry)
    if spec is None:
        return None
    place, log = entry.locate("file"), tables.log
    if spec.file and spec.rows is not None:
        entry.report('both "file:" and "rows:"', "keep one of them", "file")
    declared = entry.get("columns").parts
    silent = [
        name.lower() for name, column in declared.items() if column.get("silent").data == "true"
    ]
    source = Path(place.file).parent, spec.file, spec.sheet, place, log
    reading = {"hidden": spec.hidden, "header": spec.header, "empty": spec.empty, "leave": silent}
    names, lines = read_file(*source, encoding=spec.encoding, **reading) if spec.file else ({}, ())
    columns = build_columns(tables, id_, spec, entry, names)
    # A file that could not be read has no column names, and has been reported.
    if columns is None or (spec.file and not names):
        return None
    tables.check_citation(spec.source, entry.locate("source"))
    place, is_player_written = entry.locate(key=True), id_ in tables.player_tables
    table = Table(id_, spec.title, spec.subtitle, columns, (), place, spec.open, is_player_written)
    # Rows of a data file never expand: there a comma or "1 to 3" is ordinary text.
    written_rows = lines or expand_rows(tables, table, entry.get("rows"))
    updated = apply_changes(tables, table, written_rows, entry.get("changes"))
    added_rows = expand_rows(tables, table, entry.get("adds"))
    rows = read_rows(tables, table, [*updated, *added_rows])
    if spec.signs:
        rows = tuple(apply_row_typography(row, columns, spec.signs) for row in rows)
    return replace(table, rows=rows)


def note_unused_files(folder: Path, game: Game | None) -> Iterator[Problem]:
    """Yield a note for each file in a folder of a game that is not read.

    `game` is None if it could not be loaded.
    """
    tables = game.tables.values() if game else ()
    read_files = {row.locate().file for table in tables for row in table.rows}
    for path in sorted(folder.glob("*")):
        hint = ""
        # Only .yaml is read, but many editors suggest .yml.
        if path.suffix.lower() == ".yml":
            hint = "rename it to end in .yaml"
        elif game and path.suffix.lower() in ROW_SUFFIXES and str(path) not in read_files:
            hint = f"add file: {path.name} to a table, or move it to another folder"
        if hint:
            yield make_note(Place(str(path)), "the file is not used", hint)


GAME_KEYS = ("game", "words", "prints", "checks", "limits")
"""The keys of a game's files that are not tables."""

_PLACEHOLDER = re.compile(r"\{\w+\}|[{}]")


class GameInfoSpec(GameInfo, frozen=True, kw_only=True):
    """The `game` entry of a game.yaml. If `id` is left out, it is the name of the game's folder.

    - `extends`: the id of a bundled game. This game then begins with the data of that game, and
      changes it.
    - `waives`: checks of that bundled game which this game need not pass. Each is given by its
      name: what the check asks, without the expected answer.
    """

    id: FileName = ""
    extends: RawValue = None
    waives: RawValue = ()


def load_game(folder: Path, player_rows: Mapping[str, Node] = {}, log: Log | None = None) -> Game:
    """Return the game in a folder, with a player's rows for some of its tables.

    `player_rows` has these rows by table id. Raises `Failure` (exit code RULES) with all problems
    found and those that are already in `log`.
    """
    log = log or Log()
    entries, base_checks, is_whole = read_game_entries(folder, log)
    for id_, rows in player_rows.items():
        # The game's rows and its changes to them are replaced by the player's rows.
        parts = {key: part for key, part in entries[id_].parts.items() if key not in ROW_KEYS}
        table = entries[id_].make_mapping_node({**parts, "rows": rows})
        entries[id_] = replace(table, key_place=rows.key_place)
    return build_game(folder, entries, log, player_rows, base_checks, is_whole=is_whole)


def read_game_entries(folder: Path, log: Log) -> tuple[dict[str, Node], Node | None, bool]:
    """Return the entries of a game by their keys, and two facts about them.

    If the game extends a bundled game, the entries of both are merged. The second value is the
    `checks` entry of that bundled game; None if the game extends none. The third is whether all
    files could be read.
    """
    entries, is_whole = _read_entries(folder, log)
    base_entry, base_checks = _get_extends_node(entries), None
    is_standalone = base_entry.data is None
    bundled = {} if is_standalone else map_bundled_games()
    id_ = base_entry.data if isinstance(base_entry.data, str) else ""
    # Only bundled games can be extended: other folders must not be read.
    if not is_standalone and log.check_name(base_entry.place, id_, bundled, "bundled game"):
        base_entries, _ = _read_entries(bundled[id_], log)
        base_checks = replace(base_entries["checks"], key_place=base_entry.place)
        entries = merge_entries(entries, base_entries, log)
    return entries, base_checks, is_whole and (is_standalone or not log.problems)


def build_game(
    folder: Path,
    entries: dict[str, Node],
    log: Log,
    player_tables: Collection[str] = (),
    base: Node | None = None,
    *,
    is_whole: bool = True,
) -> Game:
    """Return the game that entries describe. `folder` has the files that the entries name.

    - `player_tables`: the tables that a player's file has written.
    - `base`: the `checks` entry of the bundled game that this game extends; None if it extends
      none.
    - `is_whole`: false if a file could not be read, so that entries are missing.

    Raises `Failure` (exit code RULES) with all problems, including those in `log`. If `is_whole` is
    false, it is raised at once: other mistakes could come from missing entries.
    """
    sections = {key: entries.pop(key) for key in GAME_KEYS if key in entries}
    spec = read_struct(GameInfoSpec, sections["game"]) if "game" in sections else None
    words = _read_game_words(sections["words"]) if "words" in sections else GameWords()
    if words is None or not is_whole:
        # An unreadable file would cause many errors in the rest: its tables would be missing.
        raise Failure(ExitCode.RULES, (*note_unused_files(folder, None), *log.problems))
    tables = Tables(folder, entries, words, log, build_table, player_tables)
    built_tables = tables.build_all()
    if base:
        note_renamed_labels(tables)
    prints = resolve_game_prints(tables, sections)
    is_sound = spec and not log.problems
    checks, limits, inherited_checks = resolve_game_checks(tables, sections, prints, base)
    if prints and not log.problems:
        tables.note_unused_tables()
    id_ = _get_id(spec, folder) if spec else ""
    about = GameInfo(id_, spec.name, spec.language) if spec else GameInfo("", "")
    notes = tuple(log.notes)
    game = Game(about, words, built_tables, prints, checks, notes, limits)
    game = replace(game, inherited_checks=inherited_checks)
    game = _apply_waivers(game, sections["game"].get("waives")) if spec else game
    folders = {Path(problem.where.file).parent for problem in log.problems}
    if base and Path(base.place.file).parent in folders:
        hint = 'write "TABLE:", below it "changes:", and below that "ROW:"'
        log.note(base.key_place, "change the data of the base game in this file", hint)
    if log.problems or spec is None:
        # Checks still run if other checks are faulty, so that one run reports everything.
        check_problems = check_game(game) if is_sound else ()
        problems = (*note_unused_files(folder, None), *log.notes, *log.problems, *check_problems)
        raise Failure(ExitCode.RULES, problems)
    return game


def resolve_game_prints(tables: Tables, sections: Mapping[str, Node]) -> tuple[Print, ...]:
    """Return the prints that the entry `prints` of a game describes. Mistakes are reported.

    `sections` are the game's entries by key.
    """
    return tuple(resolve_prints(tables, sections["prints"])) if "prints" in sections else ()


def resolve_game_checks(
    tables: Tables, sections: Mapping[str, Node], prints: Collection[Print], base: Node | None
) -> tuple[tuple[Check, ...], ...]:
    """Return three tuples of checks: of the game's data, of players' files, and inherited ones.

    `sections` are the game's entries by key. `prints` are the game's prints. `base` is the `checks`
    entry of the bundled game that this game extends, from which checks are inherited; None if it
    extends none. A check is not inherited if the game has one that asks the same, perhaps with
    another answer.
    """
    # Checks may name a print that has mistakes; only its own mistakes are reported.
    data = sections["prints"].data if "prints" in sections else {}
    names = {*(data if isinstance(data, dict) else ()), *(item.id for item in prints)}
    checks, limits = (
        tuple(resolve_checks(tables, names, sections[key], key)) if key in sections else ()
        for key in ("checks", "limits")
    )
    has_problems = bool(tables.log.problems)
    inherited_checks = (
        tuple(_inherit_checks(tables, names, base)) if base and not has_problems else ()
    )
    own_questions = {check.question for check in checks}
    # A check of the same question takes the place of the inherited one.
    inherited_checks = tuple(
        check for check in inherited_checks if check.question not in own_questions
    )
    return checks, limits, inherited_checks


def read_game_id(folder: Path) -> str:
    """Return the id of the game in a folder; empty if its game.yaml cannot be read."""
    entries = _read_main_file(folder)
    spec = read_struct(GameInfoSpec, entries["game"]) if "game" in entries else None
    return _get_id(spec, folder) if spec else ""


def _get_id(spec: GameInfoSpec, folder: Path) -> str:
    """Return the id of a game; without one in `spec`, an id made from the name of its folder.

    So a copy of a folder is another game.
    """
    name = folder.resolve().name
    return spec.id or derive_id(name) or name


def find_base_game(folder: Path) -> Path | None:
    """Return the folder of the bundled game that the game in `folder` extends; None without one."""
    return map_bundled_games().get(str(_get_extends_node(_read_main_file(folder)).data))


def _read_main_file(folder: Path) -> Mapping[str, Node]:
    """Return the entries of game.yaml; empty if it cannot be read."""
    file = read_yaml(folder, "game.yaml", Log())
    return file.parts if file and isinstance(file.data, dict) else {}


def _get_extends_node(entries: Mapping[str, Node]) -> Node:
    """Return the node of `extends` in the entry `game`; without it, a node without data."""
    return entries.get("game", Node(Log(), Place(), Place())).get("extends")


def _apply_waivers(game: Game, waivers: Node) -> Game:
    """Return the game without the inherited checks that `waivers` lists.

    `waivers` has names of checks. Report a name if no inherited check has it, or if the check
    passes, so that it needs no waiver.
    """
    checks = {check.question: check for check in game.inherited_checks}
    names = {item.data: item for item in waivers.items() if item.data is not None}
    for name, item in names.items():
        if name not in checks:
            hint = suggest_known_words(str(name), checks)
            item.report("no check of the base game has this name", hint)
        elif not any(run_check(checks[name], game)):
            item.report("this check passes, so it needs no waiver", "delete the waiver")
    kept = (check for check in game.inherited_checks if check.question not in names)
    return replace(game, inherited_checks=tuple(kept))


def _inherit_checks(tables: Tables, prints: Collection[str], base_checks: Node) -> Iterator[Check]:
    """Yield the checks of the base game, without those that name a table or print that was removed.

    The place of each yielded check is the line with `extends`.
    """
    log, place = tables.log, base_checks.key_place
    problems = {**log.problems}
    for check in resolve_checks(tables, prints, base_checks, "checks"):
        yield replace(check, place=place)
    # A check of a table or print that the game has removed is dropped without a report.
    log.problems = problems


def _read_entries(folder: Path, log: Log) -> tuple[dict[str, Node], bool]:
    """Return the entries of all files by their keys, and whether every file could be read."""
    entries: dict[str, Node] = {}
    is_whole = True
    # Sorted, because the order of glob differs between file systems.
    files = sorted(path.name for path in folder.glob("*.yaml"))
    for name in ("game.yaml", *(file for file in files if file != "game.yaml")):
        file = read_yaml(folder, name, log)
        if file is None:
            is_whole = False
            continue
        if not isinstance(file.data, dict):
            file.report("the file has no tables", 'write "NAME:", below it "columns:" and "rows:"')
            continue
        misspelt_key = _find_misspelt_game_key(file) if name == "game.yaml" else ""
        for key, entry in file.parts.items():
            if key == misspelt_key:
                entry.report(f"unknown key {key}", "did you mean game?", key=True)
            else:
                _add_entry(entries, key, entry)
        if name == "game.yaml" and "game" not in file.parts and not misspelt_key:
            file.report("the key game is missing", "add game: {name: …}")
    return entries, is_whole


def _find_misspelt_game_key(file: Node) -> str:
    """Return the key that is probably the missing key `game`, such as gaem, or ""."""
    if "game" in file.parts:
        return ""
    keys = [key for key in file.parts if file.get(key, "name").data]
    return next(iter(get_close_matches("game", keys, n=1, cutoff=0.7)), "")


def _add_entry(entries: dict[str, Node], key: str, entry: Node) -> None:
    """Add the entry to `entries`, or report that it is neither a table nor a known key."""
    if not is_valid_key(parse_id, key, entry):
        return
    if key in entries:
        message = f"{key} is defined twice, first in {entries[key].locate(key=True)}"
        entry.report(message, "delete one, or move all of it to one place", key=True)
    elif key not in GAME_KEYS and not (isinstance(entry.data, dict) and _is_table(key, entry.data)):
        table_hint = 'write "columns:" and "rows:" below it, for a table'
        hint = suggest_known_words(key, GAME_KEYS, table_hint)
        entry.report(f"{key} is not a table", hint, key=True)
    else:
        entries[key] = entry


def _is_table(key: str, data: Mapping[str, object]) -> bool:
    """Return whether a mapping in a file is a table.

    One without columns counts too, unless `key` resembles a key of a game and is misspelt.
    """
    return "columns" in data or not get_close_matches(key, GAME_KEYS, cutoff=0.8)


def _read_game_words(entry: Node) -> GameWords | None:
    """Return the game's words; None if they have mistakes, which are reported."""
    words = read_struct(GameWords, entry)
    problem_count = entry.log.count
    for part in GameWords.__struct_fields__ if words else ():
        patterns, defaults = getattr(words, part), getattr(GameWords(), part)
        for name in patterns.__struct_fields__:
            # A pattern must have the same placeholders as printgen's default.
            pattern, needed = getattr(patterns, name), _PLACEHOLDER.findall(getattr(defaults, name))
            # The lower end of a band is before the higher end.
            sort, link = (list, " and then ") if part == "band" else (sorted, " and ")
            if sort(_PLACEHOLDER.findall(pattern)) != sort(needed):
                hint = f"write words and {link.join(needed)}, each once"
                hint = hint if needed else "write words without braces"
                entry.report(f'wrong placeholders in "{pattern}"', hint, part, name)
    return words if entry.log.count == problem_count else None
