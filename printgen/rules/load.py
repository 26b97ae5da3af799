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

from printgen.problems import ExitCode, Failure, Where, nearest
from printgen.rules.check import findings
from printgen.rules.check_specs import resolve_checks
from printgen.rules.files import read_text
from printgen.rules.inheritance import CHANGING, joined, note_renamed
from printgen.rules.model import About, Check, Game, GameWords
from printgen.rules.print_specs import resolve_prints
from printgen.rules.problem_log import Scope
from printgen.rules.scalars import identifier
from printgen.rules.source_node import Entry
from printgen.rules.struct_reader import is_key, read_record
from printgen.rules.table_builder import make_table
from printgen.rules.tables import Tables
from printgen.rules.unused_files import unread
from printgen.rules.yaml_reader import parse
from printgen.system.bundled import bundled_by_name

_OWN = ("game", "words", "prints", "checks", "limits")
"""The keys of a game's files that are no table."""

_MARKS = re.compile(r"\{\w+\}|[{}]")


def load(folder: Path, given: Mapping[str, Entry] = {}, scope: Scope | None = None) -> Game:
    """The game of `folder`, with `given` rows of some tables. Raises `Failure` (rules) with all."""
    scope = scope or Scope()
    entries, is_whole = _entries(folder, scope)
    named, checks = _extends(entries), None
    is_own = named.data is None
    bundled = {} if is_own else bundled_by_name()
    id_ = named.data if isinstance(named.data, str) else ""
    if not is_own and scope.known(named.place, id_, bundled, "bundled game"):
        taken, _ = _entries(bundled[id_], scope)
        checks = replace(taken["checks"], key_place=named.place)
        entries = joined(entries, taken, scope)
    is_whole = is_whole and (is_own or not scope.problems)
    for id_, rows in given.items():
        # What the game changes of its own rows is not the player's.
        parts = {key: part for key, part in entries[id_].parts.items() if key not in CHANGING}
        table = entries[id_].mapping({**parts, "rows": rows})
        entries[id_] = replace(table, key_place=rows.key_place)
    return make_game(folder, entries, scope, given, checks, is_whole=is_whole)


def make_game(
    folder: Path,
    entries: dict[str, Entry],
    scope: Scope,
    given: Collection[str] = (),
    extended: Entry | None = None,
    *,
    is_whole: bool = True,
) -> Game:
    """The game of the entries of its keys; the files that they name lie in `folder`.

    A player's file wrote the tables `given`; `extended` are the checks of the game that this one
    extends. Raises `Failure` (rules) with all that `scope` was told; where the entries are not
    whole, with nothing of how they hang together.
    """
    own = {key: entries.pop(key) for key in _OWN if key in entries}
    about = read_record(About, own["game"]) if "game" in own else None
    words = _words(own["words"]) if "words" in own else GameWords()
    if words is None or not is_whole:
        # What would be said of the rest is the fault of what could not be read.
        raise Failure(ExitCode.RULES, (*unread(folder, None), *scope.problems))
    tables = Tables(folder, entries, words, scope, make_table, given)
    made = tables.all()
    if extended:
        note_renamed(tables)
    prints = tuple(resolve_prints(tables, own["prints"])) if "prints" in own else ()
    # A print at fault is there all the same to be named.
    data = own["prints"].data if "prints" in own else {}
    named = {*(data if isinstance(data, dict) else ()), *(one.id for one in prints)}
    is_sound = about and not scope.problems
    checks, limits = (
        tuple(resolve_checks(tables, named, own[key], key)) if key in own else ()
        for key in ("checks", "limits")
    )
    taken = tuple(_taken(tables, named, extended)) if extended and not scope.problems else ()
    notes = tuple(scope.notes)
    game = Game(about or About("", ""), words, made, prints, checks, notes, limits, taken=taken)
    files = {Path(one.where.file).parent for one in scope.problems}
    if extended and Path(extended.place.file).parent in files:
        hint = "write here the name of the table, below it changes:, and there the row's key"
        scope.note(extended.key_place, "what the game extended says is changed from here", hint)
    if scope.problems or about is None:
        # What is wrong with some checks keeps none from being asked.
        found = findings(game) if is_sound else ()
        told = (*unread(folder, None), *scope.notes, *scope.problems, *found)
        raise Failure(ExitCode.RULES, told)
    return game


def id_of(folder: Path) -> str:
    """The id that a game's game.yaml says; nothing where it says none that can be read."""
    entries = _main(folder)
    _extends(entries)
    about = read_record(About, entries["game"]) if "game" in entries else None
    return about.id if about else ""


def extended_by(folder: Path) -> Path | None:
    """The folder of the bundled game that the one of `folder` extends."""
    return bundled_by_name().get(str(_extends(_main(folder)).data))


def _main(folder: Path) -> dict[str, Entry]:
    """The entries of game.yaml, as far as it can be read."""
    scope = Scope()
    text = read_text(folder, "game.yaml", scope)
    file = None if text is None else parse(text, str(folder / "game.yaml"), scope)
    return dict(file.parts) if file and isinstance(file.data, dict) else {}


def _extends(entries: dict[str, Entry]) -> Entry:
    """The bundled game that a game extends, which is taken out of its entry; of no data if none."""
    about = entries.get("game")
    if about is None or "extends" not in about.parts:
        return Entry(Scope(), Where(), Where())
    entries["game"] = about.mapping(
        {key: part for key, part in about.parts.items() if key != "extends"}
    )
    return about.at("extends")


def _taken(tables: Tables, prints: Collection[str], extended: Entry) -> Iterator[Check]:
    """The checks of the game extended of what is still there, at the line that names that game."""
    scope, place = tables.scope, extended.key_place
    before = len(scope.problems)
    for check in resolve_checks(tables, prints, extended, "checks"):
        yield replace(check, place=place)
    del scope.problems[before:]


def _entries(folder: Path, scope: Scope) -> tuple[dict[str, Entry], bool]:
    """The entries of every file by their keys, and whether every file could be read."""
    entries: dict[str, Entry] = {}
    is_whole = True
    files = sorted(path.name for path in folder.glob("*.yaml"))
    for name in ("game.yaml", *(file for file in files if file != "game.yaml")):
        text = read_text(folder, name, scope)
        file = None if text is None else parse(text, str(folder / name), scope)
        if file is None:
            is_whole = False
            continue
        if not isinstance(file.data, dict):
            file.report("no tables", "write name: and below it columns: and rows:")
            continue
        for key, entry in file.parts.items():
            _join(entries, key, entry)
        if name == "game.yaml" and "game" not in file.parts:
            file.report("the key game is missing", "add game: {id: …, name: …}")
    return entries, is_whole


def _join(entries: dict[str, Entry], key: str, entry: Entry) -> None:
    if not is_key(identifier, key, entry):
        return
    if key in entries:
        message = f"{key} stands twice, first in {entries[key].where(key=True)}"
        entry.report(message, "put all of it into one place", key=True)
    elif key not in _OWN and not (isinstance(entry.data, dict) and _is_table(key, entry.data)):
        hint = f"{nearest(key, _OWN)}; or write a table: columns: and rows: below its name"
        entry.report(f"{key} is no table", hint, key=True)
    else:
        entries[key] = entry


def _is_table(key: str, data: Mapping[str, object]) -> bool:
    """Whether a mapping is more likely a table than one of the other keys, misspelt."""
    return "columns" in data or not get_close_matches(key, _OWN, cutoff=0.8)


def _words(entry: Entry) -> GameWords | None:
    """The game's words; None where they are at fault."""
    words = read_record(GameWords, entry)
    before = len(entry.scope.problems)
    for part in ("margin", "turning", "band") if words else ():
        record, ours = getattr(words, part), getattr(GameWords(), part)
        for name in record.__struct_fields__:
            # What printgen's own pattern holds is what any other must hold.
            pattern, wanted = getattr(record, name), _MARKS.findall(getattr(ours, name))
            if sorted(_MARKS.findall(pattern)) != sorted(wanted):
                hint = f"write words and {' and '.join(wanted)}, each once"
                plain = "write words without braces"
                entry.report(f'the pattern "{pattern}"', hint if wanted else plain, part, name)
    return words if len(entry.scope.problems) == before else None
