"""Turn a game's folder into a Game, or into every problem in every one of its files.

It guarantees a frozen Game in which every name is defined, and reads nothing outside the folder.
Files are small and bounded; a hostile one costs no more time or memory than an honest one.
"""

from itertools import chain
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from printgen.problems import ExitCode, Failure, Problem
from printgen.rules.files import YAML_LIMIT, read_inside
from printgen.rules.model import Game
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
    Record,
    RosterFile,
    SheetFile,
    StatusesFile,
)
from printgen.rules.schema_checks import ChecksFile
from printgen.rules.scope import Defined, Scope
from printgen.rules.tree import Tree, parse
from printgen.rules.wording import problems_of

_Schema = TypeVar("_Schema", bound=Record)


def load(folder: Path) -> Game:
    """The game that `folder` holds.

    game.yaml must be there; a product whose file is missing is one that the game does not have.
    Raises `Failure` (rules) with every problem of every file.
    """
    problems: list[Problem] = []
    unread: set[str] = set()

    def read(name: str, schema: type[_Schema]) -> tuple[_Schema, Scope] | None:
        before = len(problems)
        found = _read(folder, name, schema, problems)
        if len(problems) > before:
            unread.add(name)
        return found

    game = read("game.yaml", GameFile)
    deck_file = read("deck.yaml", DeckFile)
    statuses_file = read("statuses.yaml", StatusesFile)
    markers_file = read("markers.yaml", MarkersFile)
    sheet_file = read("sheet.yaml", SheetFile)
    roster_file = read("roster.yaml", RosterFile)
    checks_file = read("checks.yaml", ChecksFile)

    margin, sources = resolve_game(*game) if game else (None, ())
    deck = resolve_deck(*deck_file, folder) if deck_file else None
    if deck_file and deck is None:
        unread.add("deck.yaml")
    statuses = resolve_statuses(*statuses_file) if statuses_file else ()
    defined = Defined(deck, statuses, sources, frozenset(unread))
    markers = resolve_markers(*markers_file, defined) if markers_file else None
    sheet = resolve_sheet(*sheet_file, defined) if sheet_file else None
    roster = resolve_roster(*roster_file, defined) if roster_file else None
    checks = resolve_checks(*checks_file, defined) if checks_file else ()
    if statuses_file and statuses and not markers_file and "markers.yaml" not in unread:
        statuses_file[1].report(
            ("statuses",),
            "statuses without markers.yaml, which titles their markers",
            "add markers.yaml with title:",
            key=True,
        )
    files = (game, deck_file, statuses_file, markers_file, sheet_file, roster_file, checks_file)
    problems.extend(chain.from_iterable(item[1].problems for item in files if item))
    if problems or not game or not margin:
        raise Failure(ExitCode.RULES, problems)
    return Game(
        id=game[0].id,
        name=game[0].name,
        language=game[0].language,
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
    try:
        return schema.model_validate(tree.data), Scope(tree)
    except ValidationError as error:
        problems.extend(problems_of(error, schema, tree))
        return None
