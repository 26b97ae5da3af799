"""Turn a table file by itself into a game of one deck, as its columns and cells suggest it.

It writes what a game.yaml would hold, which then goes the way of every game; `printgen new` writes
the same down. It knows no template and no paper.
"""

import re
from collections.abc import Mapping, Sequence, Set
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import normalize

import msgspec

from printgen.problems import ExitCode, Failure, Where
from printgen.rules.formats import BOOKS, sheet_names
from printgen.rules.formats.number_format import plain
from printgen.rules.load import make_game
from printgen.rules.model import Game, Row
from printgen.rules.problem_log import Scope
from printgen.rules.scalars import DEVICE
from printgen.rules.sizes import SIZES
from printgen.rules.source_node import Entry
from printgen.rules.table_file import read_listing
from printgen.rules.yaml_reader import Unquoted
from printgen.table_deck.column_types import bare, suggest_columns
from printgen.table_deck.gallery import Gallery, check_pictures, find_gallery, picture_name

TEMPLATE = "plain/card.html"
"""What sets the cards: it sorts columns by their types, and heads by whether they are heads."""

BACK_TEMPLATE = "plain/back.html"
"""What sets their backs, where a column says what stands there: words, or a picture."""

_BLEED = 3
"""mm that cards bleed where a gutter parts them: what shops want."""

_COUNTS = ("qty", "quantity", "count", "copies")
_BACKS = ("back", "backs")
_MAYBE_COUNTS = (
    *("#", "amount", "anzahl", "cantidad", "how many", "menge", "n", "no", "nr", "num", "number"),
    *("number of cards", "number of copies", "no of copies", "nombre", "pieces", "stück", "x"),
)
"""Columns that may say how many, and may not."""
_COUNT = re.compile("[0-9]{1,5}")
_FIGURE = re.compile("[-+−]?[0-9]+%?")
_THERE, _PICTURE = {"type": "image", "unlisted": True}, " picture"
"""What the column of pictures is called that are there, where others are missing."""

_LONGEST, _BREAKS = 30, re.compile(r"\w{8}(?=\w)|[/.-](?=\w)")
"""How a missing picture's name stands in its frame: cut off, and with places to break lines."""

_MARK = re.compile(r"\*\*(?=\S)|(?<!\w):[a-z][\w-]*:(?!\w)")
"""What means something in prose."""


class Deck(NamedTuple):
    """A game of one deck: what its game.yaml holds, by key, its rows, and its pictures' names.

    `places` are those of its columns by name; `missing` are the names of pictures that are not
    there and stand in frames, by their columns.
    """

    written: Mapping[str, Any]
    places: Mapping[str, Where]
    rows: tuple[Entry, ...]
    pictures: tuple[str, ...]
    missing: Mapping[str, Set[str]]


class Lone(NamedTuple):
    """A table file to be printed by itself: which sheet of a workbook, which encoding of a text.

    With `prose` its cells are prose, else words as they stand; the columns that it `leave`s are
    not printed. `pictures` is a folder to look for these in, and with `missing` one that is not
    there is a frame with its name. One of several sheets that are decks is `apart`.
    """

    file: Path
    sheet: str = ""
    encoding: str = ""
    prose: bool = False
    leave: str = ""
    pictures: Path | None = None
    missing: bool = False
    apart: bool = False

    @property
    def name(self) -> str:
        """What messages call it."""
        return f"{self.file.name}, sheet {self.sheet}" if self.apart else self.file.name

    @property
    def gallery(self) -> Gallery:
        """Where its pictures lie."""
        return find_gallery(self.file, self.pictures, is_missed=self.missing)

    def sheets(self) -> tuple["Lone", ...]:
        """A deck of each sheet of a workbook where all are asked for, else the one that it is."""
        is_book = self.sheet == "all" and self.file.suffix.lower() in BOOKS
        # What is wrong with a sheet is told when its deck is printed.
        names = sheet_names(self.file, Scope()) if is_book else ()
        if "all" in names or not names:
            return (self,)
        return tuple(self._replace(sheet=one, apart=True) for one in names)

    def load(self) -> Game:
        """The game of its cards. Raises `Failure` (rules) with every problem of the file."""
        scope = Scope()
        deck = read_deck(self, scope)
        if deck is None:
            raise Failure(ExitCode.RULES, (*scope.notes, *scope.problems))
        whole = Where(str(self.file))
        columns = {"columns": deck.written["cards"]["columns"]}
        entries = {
            key: _entry(scope, whole, key, part, deck.places)
            for key, part in {**deck.written, "cards": columns}.items()
        }
        listed = Entry(scope, whole, whole).listed(deck.rows)
        cards = entries["cards"].mapping({**entries["cards"].parts, "rows": listed})
        game = make_game(self.file.parent, entries | {"cards": cards}, scope)
        # Its folder in the output is called what the file is, which need not be an id.
        id_ = self.file.stem if self.file.stem.strip(".") else game.about.id
        id_ += "-" + re.sub(r'[\\/:*?"<>|]', "_", self.sheet) if self.apart else ""
        made = game.tables["cards"]
        framed = tuple(_framed(row, deck.missing) for row in made.rows)
        return msgspec.structs.replace(
            game,
            about=msgspec.structs.replace(game.about, id=id_),
            tables={**game.tables, "cards": msgspec.structs.replace(made, rows=framed)},
        )


def read_deck(lone: Lone, scope: Scope) -> Deck | None:
    """What a game.yaml of the cards in a file would hold; None where that is at fault."""
    folder, name = lone.file.parent, lone.file.name
    whole = Where(str(lone.file))
    places, rows = read_listing(folder, name, lone.sheet, whole, scope, lone.encoding)
    if not places:
        return None
    left = _left(lone.leave, places, scope)
    table = {one: [row.at(one) for row in rows] for one in places if one not in left}
    counts = [one for one in table if bare(one) in _COUNTS]
    gallery = lone.gallery
    pictures = [one for one in table if one not in counts and gallery.are_pictures(one, table[one])]
    words = [one for one in table if one not in counts + pictures]
    head = next(iter(places.values()))
    if not rows:
        scope.report(head, "column names and no row below them", "write a row for each card")
    elif not words and not pictures:
        scope.report(head, "no column to print", "write what stands on the cards into columns")
    _check_counts({one: table[one] for one in counts}, places, scope)
    _check_names(table, places, scope)
    _check_marks(
        [cell for row in rows for one in words if (cell := row.at(one))], scope, is_prose=lone.prose
    )
    missing = {one: names for one in pictures if (names := check_pictures(table[one], gallery))}
    for one in missing:
        if taken := places.get(one + _PICTURE):
            scope.report(taken, f"a column {one}{_PICTURE} beside {one}", "call it something else")
    if scope.problems:
        return None
    cells = {one: [str(cell.data) for cell in table[one]] for one in table}
    listed = {"file": name, "sheet": lone.sheet, "encoding": lone.encoding}
    id_, title = called(lone.file.stem)
    deck: dict[str, Any] = {"template": TEMPLATE, "each": "cards", "count": "".join(counts)}
    deck |= {"sizes": tuple(SIZES), "bleed": _BLEED}
    # What stands alone is a front, whatever it is called.
    told = [one for one in words + pictures if any(cells[one])]
    behind = [one for one in told if bare(one) in _BACKS and len(told) > 1]
    fronts = {one: cells[one] for one in words if one not in behind}
    shown = [one for one in pictures if one not in behind]
    columns = suggest_columns(fronts, shown, prose=lone.prose)
    if behind:
        inks = (one for one in columns if columns[one] == "colour")
        shows = (*_named(dict.fromkeys(behind), missing), *inks)
        back = {"template": BACK_TEMPLATE, "each": "cards", "shows": shows}
        deck |= {"shows": tuple(_named(columns, missing)), "back": back}
        plain = {"type": "prose", "breaks": True} if lone.prose else "plain"
        columns |= {one: "image" if one in pictures else plain for one in behind}
    for one in counts:
        # The law fills what is empty: 1 to 1, over and over.
        columns[one] = {"type": "number", "cycle": 1, "silent": True}
    columns |= {one: {"type": "plain", "silent": True} for one in left}
    columns = _named(columns, missing)
    written = {
        "game": {"id": id_, "name": title},
        "prints": {"deck": _filled(deck)},
        "cards": _filled(listed) | {"columns": columns},
    }
    files = dict.fromkeys(picture_name(cell) for one in pictures for cell in table[one])
    return Deck(written, places, rows, tuple(filter(None, files)), missing)


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
            if cell.data and not _COUNT.fullmatch(_number(cell)):
                hint = "write how many to print, 0 to 99999; nothing is one"
                cell.report(f'"{_number(cell)}" in the column {name}', hint)
        if cells and all(_number(cell) == "0" for cell in cells):
            scope.report(places[name], "every row is to be printed 0 times", "write 1 or more")
    if len(counts) > 1:
        first, second, *_ = counts
        message = f"{first} and {second} both say how many of each card"
        scope.report(places[second], message, "keep one of them, or call it something else")


def _check_names(
    table: Mapping[str, Sequence[Entry]], places: Mapping[str, Where], scope: Scope
) -> None:
    """Report names that are told apart by capitals; note what a name may not be meant for.

    That is a count's, a name of nothing, or a figure: then the first line may be a card.
    """
    names: dict[str, str] = {}
    for name in table:
        if (other := names.setdefault(name.casefold(), name)) != name:
            hint = "call one of them something else, or delete it"
            scope.report(places[name], f"{other} and {name} differ in nothing but capitals", hint)
    has_count = any(bare(name) in _COUNTS for name in table)
    for name, cells in table.items():
        close = get_close_matches(bare(name), _COUNTS, n=1, cutoff=0.85)
        meant = close or ["qty"] * (bare(name) in _MAYBE_COUNTS)
        if meant and not has_count and all(_COUNT.fullmatch(_number(cell)) for cell in cells):
            message = f"a column {name}, and each card is printed once"
            hint = f"call it {meant[0]} if it says how many of each card are printed"
            scope.note(places[name], message, f"did you mean {close[0]}?" if close else hint)
    if figure := next(filter(_FIGURE.fullmatch, table), ""):
        hint = "if its line is a card, write a line of names above it"
        scope.note(places[figure], f"\"{figure}\" is taken for a column's name, not a card's", hint)
    empty = [name for name, cells in table.items() if not any(cell.data for cell in cells)]
    for name in empty[:1] if any(table.values()) else ():
        more = f" and {len(empty) - 1} more, so they are" if empty[1:] else ", so it is"
        hint = "fill it, or delete it"
        scope.note(places[name], f"nothing stands under {name}{more} not printed", hint)


def _check_marks(cells: Sequence[Entry], scope: Scope, *, is_prose: bool) -> None:
    """Note signs that mean something in prose and are printed as they stand."""
    found = list[tuple[Entry, str]]()
    for cell in cells:
        text = str(cell.data)
        if not is_prose and (match := _MARK.search(text)):
            found.append((cell, match[0]))
        elif is_prose and re.sub(r"\\.", "", text).count("**") % 2:
            found.append((cell, "**"))
    for cell, sign in found[:1]:
        more = f", here and in {len(found) - 1:,} more" if len(found) > 1 else ""
        hint = (
            "close it with another **" if is_prose else "--prose reads **bold**, *italic*, :mark:"
        )
        scope.note(cell.place, f'"{sign}" is printed as it stands{more}', hint)


def _left(leave: str, places: Mapping[str, Where], scope: Scope) -> Sequence[str]:
    """The columns that are not to be printed, which are named with commas between."""
    known = {bare(one): one for one in places}
    names = [bare(one.replace(".", " ")) for one in leave.split(",") if one.strip()]
    for name in names:
        scope.known(Where(subject=f"--leave {leave}"), name, known, "column")
    return [known[name] for name in names if name in known]


def _number(cell: Entry) -> str:
    """What a cell counts: a workbook's number as it is, however it shows."""
    return plain(cell.raw) if isinstance(cell.raw, float) else str(cell.data)


def _named(columns: Mapping[str, Any], missing: Mapping[str, Set[str]]) -> dict[str, Any]:
    """The columns, where pictures are missing one of those that are there and one of names."""
    named = dict[str, Any]()
    for one, kind in columns.items():
        named |= {one + _PICTURE: _THERE, one: "plain"} if one in missing else {one: kind}
    return named


def _framed(row: Row, missing: Mapping[str, Set[str]]) -> Row:
    """A row whose pictures stand beside the names of those that are missing."""
    cells = dict(row.cells)
    for one, names in missing.items():
        name = str(cells[one] or "").replace("\\", "/")
        cells[one + _PICTURE] = None if name in (*names, "", "0") else name
        short = name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "…"
        cells[one] = _BREAKS.sub("\\g<0>\u00ad", short) if name in names else None
    return msgspec.structs.replace(row, cells=cells)


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
