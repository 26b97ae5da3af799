"""Turn a game's folder into a Game, or into every problem in every one of its files.

It guarantees a frozen Game in which every name is defined, and reads nothing outside the folder.
Every .yaml file of the folder is read; how its tables are spread over them means nothing. Entries
that were written elsewhere become a Game in the same way.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path

from msgspec.structs import replace

from printgen.problems import ExitCode, Failure, Spot, suggest
from printgen.rules.check import check_game
from printgen.rules.check_specs import resolve_checks
from printgen.rules.files import read_text
from printgen.rules.inheritance import ROW_KEYS, merge_entries, note_renamed_labels
from printgen.rules.model import Check, Game, GameInfo, GameWords
from printgen.rules.print_specs import resolve_prints
from printgen.rules.problem_log import Log
from printgen.rules.scalars import parse_id
from printgen.rules.source_node import Node
from printgen.rules.struct_reader import is_valid_key, read_struct
from printgen.rules.table_builder import build_table
from printgen.rules.tables import Tables
from printgen.rules.unused_files import note_unused_files
from printgen.rules.yaml_reader import parse_yaml
from printgen.system.bundled import bundled_games_by_name

_GAME_KEYS = ("game", "words", "prints", "checks", "limits")
"""The keys of a game's files that are no table."""

_PLACEHOLDER = re.compile(r"\{\w+\}|[{}]")


def load_game(folder: Path, player_rows: Mapping[str, Node] = {}, log: Log | None = None) -> Game:
    """The game of `folder`, with `given` rows of some tables. Raises `Failure` (rules) with all."""
    log = log or Log()
    entries, is_whole = _read_entries(folder, log)
    base_entry, base_checks = _pop_extends(entries), None
    is_standalone = base_entry.data is None
    bundled = {} if is_standalone else bundled_games_by_name()
    id_ = base_entry.data if isinstance(base_entry.data, str) else ""
    if not is_standalone and log.check(base_entry.place, id_, bundled, "bundled game"):
        base_entries, _ = _read_entries(bundled[id_], log)
        base_checks = replace(base_entries["checks"], key_place=base_entry.place)
        entries = merge_entries(entries, base_entries, log)
    is_whole = is_whole and (is_standalone or not log.problems)
    for id_, rows in player_rows.items():
        # What the game changes of its own rows is not the player's.
        parts = {key: part for key, part in entries[id_].parts.items() if key not in ROW_KEYS}
        table = entries[id_].as_dict({**parts, "rows": rows})
        entries[id_] = replace(table, key_place=rows.key_place)
    return build_game(folder, entries, log, player_rows, base_checks, is_whole=is_whole)


def build_game(
    folder: Path,
    entries: dict[str, Node],
    log: Log,
    player_tables: Collection[str] = (),
    base: Node | None = None,
    *,
    is_whole: bool = True,
) -> Game:
    """The game of the entries of its keys; the files that they name lie in `folder`.

    A player's file wrote the tables `given`; `extended` are the checks of the game that this one
    extends. Raises `Failure` (rules) with all that `scope` was told; where the entries are not
    whole, with nothing of how they hang together.
    """
    sections = {key: entries.pop(key) for key in _GAME_KEYS if key in entries}
    about = read_struct(GameInfo, sections["game"]) if "game" in sections else None
    words = _read_words(sections["words"]) if "words" in sections else GameWords()
    if words is None or not is_whole:
        # What would be said of the rest is the fault of what could not be read.
        raise Failure(ExitCode.RULES, (*note_unused_files(folder, None), *log.problems))
    tables = Tables(folder, entries, words, log, build_table, player_tables)
    built_tables = tables.build_all()
    if base:
        note_renamed_labels(tables)
    prints = tuple(resolve_prints(tables, sections["prints"])) if "prints" in sections else ()
    # A print at fault is there all the same to be named.
    data = sections["prints"].data if "prints" in sections else {}
    names = {*(data if isinstance(data, dict) else ()), *(item.id for item in prints)}
    is_sound = about and not log.problems
    checks, limits = (
        tuple(resolve_checks(tables, names, sections[key], key)) if key in sections else ()
        for key in ("checks", "limits")
    )
    inherited_checks = tuple(_inherit(tables, names, base)) if base and not log.problems else ()
    notes = tuple(log.notes)
    game = Game(
        about or GameInfo("", ""),
        words,
        built_tables,
        prints,
        checks,
        notes,
        limits,
        inherited_checks=inherited_checks,
    )
    files = {Path(item.where.file).parent for item in log.problems}
    if base and Path(base.place.file).parent in files:
        hint = "write here the name of the table, below it changes:, and there the row's key"
        log.note(base.key_place, "what the game extended says is changed from here", hint)
    if log.problems or about is None:
        # What is wrong with some checks keeps none from being asked.
        check_problems = check_game(game) if is_sound else ()
        problems = (*note_unused_files(folder, None), *log.notes, *log.problems, *check_problems)
        raise Failure(ExitCode.RULES, problems)
    return game


def read_game_id(folder: Path) -> str:
    """The id that a game's game.yaml says; nothing where it says none that can be read."""
    entries = _read_main_file(folder)
    _pop_extends(entries)
    about = read_struct(GameInfo, entries["game"]) if "game" in entries else None
    return about.id if about else ""


def find_base_game(folder: Path) -> Path | None:
    """The folder of the bundled game that the one of `folder` extends."""
    return bundled_games_by_name().get(str(_pop_extends(_read_main_file(folder)).data))


def _read_main_file(folder: Path) -> dict[str, Node]:
    """The entries of game.yaml, as far as it can be read."""
    log = Log()
    text = read_text(folder, "game.yaml", log)
    file = None if text is None else parse_yaml(text, str(folder / "game.yaml"), log)
    return dict(file.parts) if file and isinstance(file.data, dict) else {}


def _pop_extends(entries: dict[str, Node]) -> Node:
    """The bundled game that a game extends, which is taken out of its entry; of no data if none."""
    about = entries.get("game")
    if about is None or "extends" not in about.parts:
        return Node(Log(), Spot(), Spot())
    entries["game"] = about.as_dict(
        {key: part for key, part in about.parts.items() if key != "extends"}
    )
    return about.get("extends")


def _inherit(tables: Tables, prints: Collection[str], base_checks: Node) -> Iterator[Check]:
    """The checks of the game extended of what is still there, at the line that names that game."""
    log, place = tables.log, base_checks.key_place
    problem_count = len(log.problems)
    for check in resolve_checks(tables, prints, base_checks, "checks"):
        yield replace(check, place=place)
    del log.problems[problem_count:]


def _read_entries(folder: Path, log: Log) -> tuple[dict[str, Node], bool]:
    """The entries of every file by their keys, and whether every file could be read."""
    entries: dict[str, Node] = {}
    is_whole = True
    files = sorted(path.name for path in folder.glob("*.yaml"))
    for name in ("game.yaml", *(file for file in files if file != "game.yaml")):
        text = read_text(folder, name, log)
        file = None if text is None else parse_yaml(text, str(folder / name), log)
        if file is None:
            is_whole = False
            continue
        if not isinstance(file.data, dict):
            file.report("no tables", "write name: and below it columns: and rows:")
            continue
        for key, entry in file.parts.items():
            _add_entry(entries, key, entry)
        if name == "game.yaml" and "game" not in file.parts:
            file.report("the key game is missing", "add game: {id: …, name: …}")
    return entries, is_whole


def _add_entry(entries: dict[str, Node], key: str, entry: Node) -> None:
    if not is_valid_key(parse_id, key, entry):
        return
    if key in entries:
        message = f"{key} stands twice, first in {entries[key].locate(key=True)}"
        entry.report(message, "put all of it into one place", key=True)
    elif key not in _GAME_KEYS and not (
        isinstance(entry.data, dict) and _is_table(key, entry.data)
    ):
        hint = f"{suggest(key, _GAME_KEYS)}; or write a table: columns: and rows: below its name"
        entry.report(f"{key} is no table", hint, key=True)
    else:
        entries[key] = entry


def _is_table(key: str, data: Mapping[str, object]) -> bool:
    """Whether a mapping is more likely a table than one of the other keys, misspelt."""
    return "columns" in data or not get_close_matches(key, _GAME_KEYS, cutoff=0.8)


def _read_words(entry: Node) -> GameWords | None:
    """The game's words; None where they are at fault."""
    words = read_struct(GameWords, entry)
    problem_count = len(entry.log.problems)
    for part in ("margin", "turning", "band") if words else ():
        patterns, defaults = getattr(words, part), getattr(GameWords(), part)
        for name in patterns.__struct_fields__:
            # What printgen's own pattern holds is what any other must hold.
            pattern, needed = getattr(patterns, name), _PLACEHOLDER.findall(getattr(defaults, name))
            if sorted(_PLACEHOLDER.findall(pattern)) != sorted(needed):
                hint = f"write words and {' and '.join(needed)}, each once"
                plain_hint = "write words without braces"
                entry.report(f'the pattern "{pattern}"', hint if needed else plain_hint, part, name)
    return words if len(entry.log.problems) == problem_count else None
