"""Turn a game's folder into a Game, or into every problem in every one of its files.

It guarantees a frozen Game in which every name is defined, and reads nothing outside the folder.
Files are small and bounded; a hostile one costs no more time or memory than an honest one.
"""

from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import NamedTuple, TypeVar

from printgen.problems import ExitCode, Failure, Problem
from printgen.rules.files import YAML_LIMIT, read_inside
from printgen.rules.model import Game
from printgen.rules.record import Record, read
from printgen.rules.resolve import (
    resolve_game,
    resolve_markers,
    resolve_roster,
    resolve_sheet,
    resolve_statuses,
)
from printgen.rules.resolve_checks import resolve_checks
from printgen.rules.resolve_deck import resolve_deck
from printgen.rules.schema import (
    DeckFile,
    GameFile,
    MarkersFile,
    RosterFile,
    SheetFile,
    StatusesFile,
)
from printgen.rules.schema_checks import ChecksFile
from printgen.rules.scope import Scope
from printgen.rules.tree import Stop, Tree, parse

_Schema = TypeVar("_Schema", bound=Record)


def load(folder: Path) -> Game:
    """The game that `folder` holds.

    game.yaml must be there; a product whose file is missing is one that the game does not have.
    Raises `Failure` (rules) with every problem of every file.
    """
    problems: list[Problem] = []
    files = _Files(
        _read(folder, "game.yaml", GameFile, problems),
        _read(folder, "deck.yaml", DeckFile, problems),
        _read(folder, "statuses.yaml", StatusesFile, problems),
        _read(folder, "markers.yaml", MarkersFile, problems),
        _read(folder, "sheet.yaml", SheetFile, problems),
        _read(folder, "roster.yaml", RosterFile, problems),
        _read(folder, "checks.yaml", ChecksFile, problems),
    )
    game = None
    with suppress(Stop):
        game = _resolve(files, folder, whole=not problems)
    problems.extend(chain.from_iterable(file[1].problems for file in files if file))
    if problems or game is None:
        raise Failure(ExitCode.RULES, problems)
    return game


class _Files(NamedTuple):
    """The record of each file with its scope; None where it is not there or at fault."""

    game: tuple[GameFile, Scope] | None
    deck: tuple[DeckFile, Scope] | None
    statuses: tuple[StatusesFile, Scope] | None
    markers: tuple[MarkersFile, Scope] | None
    sheet: tuple[SheetFile, Scope] | None
    roster: tuple[RosterFile, Scope] | None
    checks: tuple[ChecksFile, Scope] | None


def _resolve(files: _Files, folder: Path, *, whole: bool) -> Game | None:
    """The game, or None without game.yaml; problems join the files' scopes.

    A name is only missed where the files that could define it are `whole`.
    """
    margin, sources = resolve_game(*files.game) if files.game else (None, ())
    deck = resolve_deck(*files.deck, folder) if files.deck else None
    statuses = resolve_statuses(*files.statuses) if files.statuses else ()
    markers = resolve_markers(*files.markers) if files.markers else None
    if not whole or (files.deck and deck is None):
        return None
    sheet = resolve_sheet(*files.sheet, deck, statuses, sources) if files.sheet else None
    roster = resolve_roster(*files.roster, statuses) if files.roster else None
    checks = resolve_checks(*files.checks, deck) if files.checks else ()
    if files.game is None or margin is None:
        return None
    return Game(
        id=files.game[0].id,
        name=files.game[0].name,
        language=files.game[0].language,
        deck=deck,
        statuses=statuses,
        markers=markers,
        sheet=sheet,
        roster=roster,
        margin=margin,
        sources=sources,
        checks=checks,
    )


def _read(
    folder: Path, name: str, schema: type[_Schema], problems: list[Problem]
) -> tuple[_Schema, Scope] | None:
    """The record of one file; None where it is not there or has problems, which are kept."""
    path = folder / name
    if name != "game.yaml" and not path.is_symlink() and not path.exists():
        return None
    text = read_inside(folder, name, YAML_LIMIT)
    if isinstance(text, Problem):
        problems.append(text)
        return None
    tree = parse(text, str(path))
    if not isinstance(tree, Tree):
        problems.extend(tree)
        return None
    scope = Scope(tree)
    record = None
    with suppress(Stop):
        record = read(schema, tree.data, (), scope)
    problems.extend(scope.problems)
    return (record, scope) if record is not None else None
