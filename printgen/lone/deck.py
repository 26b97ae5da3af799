"""Turn a table file by itself into a game of one deck, as its columns and cells suggest it.

It writes what a game.yaml would hold, which then goes the way of every game; `printgen new` writes
the same down. It knows no template and no paper.
"""

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import normalize

import msgspec

from printgen.lone.pictures import are_pictures, check_picture
from printgen.lone.suggested import bare, suggest_columns
from printgen.problems import ExitCode, Failure, Where
from printgen.rules.entry import Entry
from printgen.rules.listing import read_listing
from printgen.rules.load import make_game
from printgen.rules.model import Game
from printgen.rules.scalars import DEVICE
from printgen.rules.scope import Scope
from printgen.rules.sizes import SIZES
from printgen.rules.tree import Unquoted

TEMPLATE = "plain/card.html"
"""What sets the cards: it sorts columns by their types, and heads by whether they are heads."""

BACK_TEMPLATE = "plain/back.html"
"""What sets their backs, where a column says what stands there: words, or a picture."""

_COUNTS = ("qty", "quantity", "count", "copies")
_BACKS = ("back", "backs")
_COUNT = re.compile("[0-9]{1,5}")


class Deck(NamedTuple):
    """A game of one deck: what its game.yaml holds, by key, and its pictures' names.

    `places` are those of its columns by name.
    """

    written: Mapping[str, Any]
    places: Mapping[str, Where]
    pictures: tuple[str, ...]


class Lone(NamedTuple):
    """A table file to be printed by itself: which sheet of a workbook, which encoding of a text.

    With `prose` its cells are prose, else words as they stand.
    """

    file: Path
    sheet: str = ""
    encoding: str = ""
    prose: bool = False

    @property
    def name(self) -> str:
        """What messages call it."""
        return self.file.name

    def load(self) -> Game:
        """The game of its cards. Raises `Failure` (rules) with every problem of the file."""
        scope = Scope()
        deck = read_deck(self, scope)
        if deck is None:
            raise Failure(ExitCode.RULES, (*scope.notes, *scope.problems))
        whole = Where(str(self.file))
        entries = {
            key: _entry(scope, whole, key, part, deck.places) for key, part in deck.written.items()
        }
        game = make_game(self.file.parent, entries, scope)
        # Its folder in the output is called what the file is, which need not be an id.
        id_ = self.file.stem if self.file.stem.strip(".") else game.about.id
        return msgspec.structs.replace(game, about=msgspec.structs.replace(game.about, id=id_))


def read_deck(lone: Lone, scope: Scope) -> Deck | None:
    """What a game.yaml of the cards in a file would hold; None where that is at fault."""
    folder, name = lone.file.parent, lone.file.name
    whole = Where(str(lone.file))
    places, rows = read_listing(folder, name, lone.sheet, whole, scope, lone.encoding)
    if not places:
        return None
    table = {one: [row.at(one) for row in rows] for one in places}
    counts = [one for one in places if bare(one) in _COUNTS]
    pictures = [one for one in places if one not in counts and are_pictures(table[one], folder)]
    words = [one for one in places if one not in counts + pictures]
    head = next(iter(places.values()))
    if not rows:
        scope.report(head, "column names and no row below them", "write a row for each card")
    elif not words and not pictures:
        scope.report(head, "no column to print", "write what stands on the cards into columns")
    _check_counts({one: table[one] for one in counts}, places, scope)
    _check_names(table, places, scope)
    for one in pictures:
        for cell in table[one]:
            check_picture(cell, lone.file)
    if scope.problems:
        return None
    cells = {one: [str(cell.data) for cell in table[one]] for one in places}
    listed = {"file": name, "sheet": lone.sheet, "encoding": lone.encoding}
    id_, title = called(lone.file.stem)
    deck: dict[str, Any] = {"template": TEMPLATE, "each": "cards", "count": "".join(counts)}
    deck["sizes"] = tuple(SIZES)
    # What stands alone is a front, whatever it is called.
    told = [one for one in words + pictures if any(cells[one])]
    behind = [one for one in told if bare(one) in _BACKS and len(told) > 1]
    fronts = {one: cells[one] for one in words if one not in behind}
    shown = [one for one in pictures if one not in behind]
    columns = suggest_columns(fronts, shown, prose=lone.prose)
    if behind:
        inks = (one for one in columns if columns[one] == "colour")
        back = {"template": BACK_TEMPLATE, "each": "cards", "shows": (*behind, *inks)}
        deck |= {"shows": tuple(columns), "back": back}
        plain = {"type": "prose", "breaks": True} if lone.prose else "plain"
        columns |= {one: "image" if one in pictures else plain for one in behind}
    for one in counts:
        # The law fills what is empty: 1 to 1, over and over.
        columns[one] = {"type": "number", "cycle": 1, "silent": True}
    written = {
        "game": {"id": id_, "name": title},
        "prints": {"deck": _filled(deck)},
        "cards": _filled(listed) | {"columns": columns},
    }
    files = dict.fromkeys(
        cell.replace("\\", "/") for one in pictures for cell in cells[one] if cell
    )
    return Deck(written, places, tuple(files))


def called(stem: str) -> tuple[str, str]:
    """The id and the name of a game that is called what a file or folder is."""
    plain = normalize("NFKD", stem).encode("ascii", "ignore").decode().lower()
    id_ = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40]
    id_ = f"{id_}-deck" if DEVICE.fullmatch(id_) else id_
    return id_ or "deck", " ".join(re.split(r"[\s_-]+", stem)).strip() or "Deck"


def _check_counts(
    counts: Mapping[str, Sequence[Entry]], places: Mapping[str, Where], scope: Scope
) -> None:
    """Report what is wrong with the columns that say how many of each card are printed."""
    for name, cells in counts.items():
        for cell in cells:
            if cell.data and not _COUNT.fullmatch(str(cell.data)):
                hint = "write how many to print, 0 to 99999; nothing is one"
                cell.report(f'"{cell.data}" in the column {name}', hint)
        if cells and all(cell.data == "0" for cell in cells):
            scope.report(places[name], "every row is to be printed 0 times", "write 1 or more")
    if len(counts) > 1:
        first, second, *_ = counts
        message = f"{first} and {second} both say how many of each card"
        scope.report(places[second], message, "keep one of them, or call it something else")


def _check_names(
    table: Mapping[str, Sequence[Entry]], places: Mapping[str, Where], scope: Scope
) -> None:
    """Report names that are told apart by capitals, and note one that is nearly a count's."""
    names: dict[str, str] = {}
    for name in table:
        if (other := names.setdefault(name.casefold(), name)) != name:
            hint = "call one of them something else, or delete it"
            scope.report(places[name], f"{other} and {name} differ in nothing but capitals", hint)
    has_count = any(bare(name) in _COUNTS for name in table)
    for name, cells in table.items():
        close = get_close_matches(bare(name), _COUNTS, n=1, cutoff=0.85)
        if close and not has_count and all(_COUNT.fullmatch(str(cell.data)) for cell in cells):
            message = f"a column {name}, and each card is printed once"
            scope.note(places[name], message, f"did you mean {close[0]}?")


def _filled(data: Mapping[str, Any]) -> dict[str, Any]:
    """What says anything."""
    return {key: value for key, value in data.items() if value}


def _entry(scope: Scope, where: Where, key: str, data: Any, places: Mapping[str, Where]) -> Entry:
    """What stands under a key, plain mappings, tuples and texts, as an entry.

    Columns stand where their names do, all else at `where`.
    """
    if isinstance(data, str | int):
        return Entry(scope, where, where, Unquoted("true" if data is True else data))
    if not isinstance(data, Mapping):
        items = (_entry(scope, where, key, one, places) for one in data)
        return Entry(scope, where, where, data, dict(enumerate(items)))
    stand = places if key == "columns" else {}
    parts = {
        inner: _entry(scope, stand.get(inner, where), inner, part, places)
        for inner, part in data.items()
    }
    return Entry(scope, where, where, data, parts)
