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

from printgen.problems import ExitCode, Failure, Spot
from printgen.rules.formats import WORKBOOK_SUFFIXES, list_sheet_names
from printgen.rules.formats.number_format import format_general
from printgen.rules.load import build_game
from printgen.rules.model import Game, Row
from printgen.rules.problem_log import Log
from printgen.rules.scalars import WINDOWS_DEVICE
from printgen.rules.sizes import SIZES
from printgen.rules.source_node import Node
from printgen.rules.table_file import read_table_file
from printgen.rules.yaml_reader import PlainScalar
from printgen.table_deck.column_types import fold, suggest_columns
from printgen.table_deck.gallery import Gallery, check_pictures, find_gallery, read_picture_name

CARD_TEMPLATE = "plain/card.html"
"""What sets the cards: it sorts columns by their types, and heads by whether they are heads."""

BACK_TEMPLATE = "plain/back.html"
"""What sets their backs, where a column says what stands there: words, or a picture."""

_BLEED_MM = 3
"""mm that cards bleed where a gutter parts them: what shops want."""

_COUNT_NAMES = ("qty", "quantity", "count", "copies")
_BACK_NAMES = ("back", "backs")
_POSSIBLE_COUNT_NAMES = (
    *("#", "amount", "anzahl", "cantidad", "how many", "menge", "n", "no", "nr", "num", "number"),
    *("number of cards", "number of copies", "no of copies", "nombre", "pieces", "stück", "x"),
)
"""Columns that may say how many, and may not."""
_COUNT = re.compile("[0-9]{1,5}")
_NUMBER_PATTERN = re.compile("[-+−]?[0-9]+%?")
_PICTURE_COLUMN, _PICTURE = {"type": "image", "unlisted": True}, " picture"
"""What the column of pictures is called that are there, where others are missing."""

_MAX_NAME, _BREAK_POINTS = 30, re.compile(r"\w{8}(?=\w)|[/.-](?=\w)")
"""How a missing picture's name stands in its frame: cut off, and with places to break lines."""

_PROSE_MARK = re.compile(r"\*\*(?=\S)|(?<!\w):[a-z][\w-]*:(?!\w)")
"""What means something in prose."""


class DeckSpec(NamedTuple):
    """A game of one deck: what its game.yaml holds, by key, its rows, and its pictures' names.

    `places` are those of its columns by name; `missing` are the names of pictures that are not
    there and stand in frames, by their columns.
    """

    game_data: Mapping[str, Any]
    places: Mapping[str, Spot]
    rows: tuple[Node, ...]
    pictures: tuple[str, ...]
    missing: Mapping[str, Set[str]]


class TableDeck(NamedTuple):
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
    is_sheet_named: bool = False

    @property
    def name(self) -> str:
        """What messages call it."""
        return f"{self.file.name}, sheet {self.sheet}" if self.is_sheet_named else self.file.name

    @property
    def gallery(self) -> Gallery:
        """Where its pictures lie."""
        return find_gallery(self.file, self.pictures, allows_missing=self.missing)

    def split_sheets(self) -> tuple["TableDeck", ...]:
        """A deck of each sheet of a workbook where all are asked for, else the one that it is."""
        is_book = self.sheet == "all" and self.file.suffix.lower() in WORKBOOK_SUFFIXES
        # What is wrong with a sheet is told when its deck is printed.
        names = list_sheet_names(self.file, Log()) if is_book else ()
        if "all" in names or not names:
            return (self,)
        return tuple(self._replace(sheet=name, is_sheet_named=True) for name in names)

    def load(self) -> Game:
        """The game of its cards. Raises `Failure` (rules) with every problem of the file."""
        scope = Log()
        deck = read_deck(self, scope)
        if deck is None:
            raise Failure(ExitCode.RULES, (*scope.notes, *scope.problems))
        file_place = Spot(str(self.file))
        columns = {"columns": deck.game_data["cards"]["columns"]}
        entries = {
            key: _build_node(scope, file_place, key, part, deck.places)
            for key, part in {**deck.game_data, "cards": columns}.items()
        }
        listed = Node(scope, file_place, file_place).as_list(deck.rows)
        cards = entries["cards"].as_dict({**entries["cards"].parts, "rows": listed})
        game = build_game(self.file.parent, entries | {"cards": cards}, scope)
        # Its folder in the output is called what the file is, which need not be an id.
        id_ = self.file.stem if self.file.stem.strip(".") else game.about.id
        id_ += "-" + re.sub(r'[\\/:*?"<>|]', "_", self.sheet) if self.is_sheet_named else ""
        card_table = game.tables["cards"]
        framed = tuple(_frame_missing(row, deck.missing) for row in card_table.rows)
        return msgspec.structs.replace(
            game,
            about=msgspec.structs.replace(game.about, id=id_),
            tables={**game.tables, "cards": msgspec.structs.replace(card_table, rows=framed)},
        )


def read_deck(source: TableDeck, scope: Log) -> DeckSpec | None:
    """What a game.yaml of the cards in a file would hold; None where that is at fault."""
    folder, name = source.file.parent, source.file.name
    file_place = Spot(str(source.file))
    places, rows = read_table_file(folder, name, source.sheet, file_place, scope, source.encoding)
    if not places:
        return None
    skipped = _find_skipped_columns(source.leave, places, scope)
    table = {col: [row.get(col) for row in rows] for col in places if col not in skipped}
    counts = [col for col in table if fold(col) in _COUNT_NAMES]
    gallery = source.gallery
    pictures = [col for col in table if col not in counts and gallery.has_pictures(col, table[col])]
    texts = [col for col in table if col not in counts + pictures]
    head = next(iter(places.values()))
    if not rows:
        scope.report(head, "column names and no row below them", "write a row for each card")
    elif not texts and not pictures:
        scope.report(head, "no column to print", "write what stands on the cards into columns")
    _check_counts({col: table[col] for col in counts}, places, scope)
    _check_names(table, places, scope)
    _check_marks(
        [cell for row in rows for col in texts if (cell := row.get(col))],
        scope,
        is_prose=source.prose,
    )
    missing = {col: names for col in pictures if (names := check_pictures(table[col], gallery))}
    for col in missing:
        if taken_place := places.get(col + _PICTURE):
            scope.report(
                taken_place, f"a column {col}{_PICTURE} beside {col}", "call it something else"
            )
    if scope.problems:
        return None
    cells = {col: [str(cell.data) for cell in table[col]] for col in table}
    listed = {"file": name, "sheet": source.sheet, "encoding": source.encoding}
    id_, title = derive_id_and_name(source.file.stem)
    deck: dict[str, Any] = {"template": CARD_TEMPLATE, "each": "cards", "count": "".join(counts)}
    deck |= {"sizes": tuple(SIZES), "bleed": _BLEED_MM}
    # What stands alone is a front, whatever it is called.
    filled = [col for col in texts + pictures if any(cells[col])]
    backs = [col for col in filled if fold(col) in _BACK_NAMES and len(filled) > 1]
    fronts = {col: cells[col] for col in texts if col not in backs}
    images = [col for col in pictures if col not in backs]
    columns = suggest_columns(fronts, images, prose=source.prose)
    if backs:
        inks = (col for col in columns if columns[col] == "colour")
        shows = (*_add_names(dict.fromkeys(backs), missing), *inks)
        back = {"template": BACK_TEMPLATE, "each": "cards", "shows": shows}
        deck |= {"shows": tuple(_add_names(columns, missing)), "back": back}
        plain_type = {"type": "prose", "breaks": True} if source.prose else "plain"
        columns |= {col: "image" if col in pictures else plain_type for col in backs}
    for col in counts:
        # The law fills what is empty: 1 to 1, over and over.
        columns[col] = {"type": "number", "cycle": 1, "silent": True}
    columns |= {col: {"type": "plain", "silent": True} for col in skipped}
    columns = _add_names(columns, missing)
    game_data = {
        "game": {"id": id_, "name": title},
        "prints": {"deck": _drop_empty(deck)},
        "cards": _drop_empty(listed) | {"columns": columns},
    }
    files = dict.fromkeys(read_picture_name(cell) for col in pictures for cell in table[col])
    return DeckSpec(game_data, places, rows, tuple(filter(None, files)), missing)


def derive_id_and_name(stem: str) -> tuple[str, str]:
    """The id and the name of a game that is called what a file or folder is."""
    ascii_stem = normalize("NFKD", stem).encode("ascii", "ignore").decode().lower()
    id_ = re.sub(r"[^a-z0-9]+", "-", ascii_stem).strip("-")[:40]
    id_ = f"{id_}-deck" if WINDOWS_DEVICE.fullmatch(id_) else id_
    return id_ or "deck", " ".join(re.split(r"[\s_-]+", stem)).strip() or "Deck"


def _check_counts(
    counts: Mapping[str, Sequence[Node]], places: Mapping[str, Spot], scope: Log
) -> None:
    """Report what is wrong with the columns that say how many of each card are printed."""
    for name, cells in counts.items():
        for cell in cells:
            if cell.data and not _COUNT.fullmatch(_read_count(cell)):
                hint = "write how many to print, 0 to 99999; nothing is one"
                cell.report(f'"{_read_count(cell)}" in the column {name}', hint)
        if cells and all(_read_count(cell) == "0" for cell in cells):
            scope.report(places[name], "every row is to be printed 0 times", "write 1 or more")
    if len(counts) > 1:
        first, second, *_ = counts
        message = f"{first} and {second} both say how many of each card"
        scope.report(places[second], message, "keep one of them, or call it something else")


def _check_names(
    table: Mapping[str, Sequence[Node]], places: Mapping[str, Spot], scope: Log
) -> None:
    """Report names that are told apart by capitals; note what a name may not be meant for.

    That is a count's, a name of nothing, or a figure: then the first line may be a card.
    """
    names: dict[str, str] = {}
    for name in table:
        if (other := names.setdefault(name.casefold(), name)) != name:
            hint = "call one of them something else, or delete it"
            scope.report(places[name], f"{other} and {name} differ in nothing but capitals", hint)
    has_count = any(fold(name) in _COUNT_NAMES for name in table)
    for name, cells in table.items():
        close = get_close_matches(fold(name), _COUNT_NAMES, n=1, cutoff=0.85)
        meant = close or ["qty"] * (fold(name) in _POSSIBLE_COUNT_NAMES)
        if meant and not has_count and all(_COUNT.fullmatch(_read_count(cell)) for cell in cells):
            message = f"a column {name}, and each card is printed once"
            hint = f"call it {meant[0]} if it says how many of each card are printed"
            scope.note(places[name], message, f"did you mean {close[0]}?" if close else hint)
    if figure := next(filter(_NUMBER_PATTERN.fullmatch, table), ""):
        hint = "if its line is a card, write a line of names above it"
        scope.note(places[figure], f"\"{figure}\" is taken for a column's name, not a card's", hint)
    empty = [name for name, cells in table.items() if not any(cell.data for cell in cells)]
    for name in empty[:1] if any(table.values()) else ():
        more = f" and {len(empty) - 1} more, so they are" if empty[1:] else ", so it is"
        hint = "fill it, or delete it"
        scope.note(places[name], f"nothing stands under {name}{more} not printed", hint)


def _check_marks(cells: Sequence[Node], scope: Log, *, is_prose: bool) -> None:
    """Note signs that mean something in prose and are printed as they stand."""
    marks = list[tuple[Node, str]]()
    for cell in cells:
        text = str(cell.data)
        if not is_prose and (match := _PROSE_MARK.search(text)):
            marks.append((cell, match[0]))
        elif is_prose and re.sub(r"\\.", "", text).count("**") % 2:
            marks.append((cell, "**"))
    for cell, mark in marks[:1]:
        more = f", here and in {len(marks) - 1:,} more" if len(marks) > 1 else ""
        hint = (
            "close it with another **" if is_prose else "--prose reads **bold**, *italic*, :mark:"
        )
        scope.note(cell.place, f'"{mark}" is printed as it stands{more}', hint)


def _find_skipped_columns(leave: str, places: Mapping[str, Spot], scope: Log) -> Sequence[str]:
    """The columns that are not to be printed, which are named with commas between."""
    by_name = {fold(column): column for column in places}
    names = [fold(column.replace(".", " ")) for column in leave.split(",") if column.strip()]
    for name in names:
        scope.check(Spot(subject=f"--leave {leave}"), name, by_name, "column")
    return [by_name[name] for name in names if name in by_name]


def _read_count(cell: Node) -> str:
    """What a cell counts: a workbook's number as it is, however it shows."""
    return format_general(cell.raw) if isinstance(cell.raw, float) else str(cell.data)


def _add_names(columns: Mapping[str, Any], missing: Mapping[str, Set[str]]) -> dict[str, Any]:
    """The columns, where pictures are missing one of those that are there and one of names."""
    result = dict[str, Any]()
    for column, kind in columns.items():
        result |= (
            {column + _PICTURE: _PICTURE_COLUMN, column: "plain"}
            if column in missing
            else {column: kind}
        )
    return result


def _frame_missing(row: Row, missing: Mapping[str, Set[str]]) -> Row:
    """A row whose pictures stand beside the names of those that are missing."""
    cells = dict(row.cells)
    for column, names in missing.items():
        name = str(cells[column] or "").replace("\\", "/")
        cells[column + _PICTURE] = None if name in (*names, "", "0") else name
        short = name if len(name) <= _MAX_NAME else name[: _MAX_NAME - 1] + "…"
        cells[column] = _BREAK_POINTS.sub("\\g<0>\u00ad", short) if name in names else None
    return msgspec.structs.replace(row, cells=cells)


def _drop_empty(data: Mapping[str, Any]) -> dict[str, Any]:
    """What says anything."""
    return {key: value for key, value in data.items() if value}


def _build_node(scope: Log, where: Spot, key: str, data: Any, places: Mapping[str, Spot]) -> Node:
    """What stands under a key, plain mappings, tuples and texts, as an entry.

    Columns stand where their names do, all else at `where`.
    """
    if isinstance(data, str | int):
        return Node(scope, where, where, PlainScalar("true" if data is True else data))
    if not isinstance(data, Mapping):
        items = (_build_node(scope, where, key, item, places) for item in data)
        return Node(scope, where, where, data, dict(enumerate(items)))
    known_places = places if key == "columns" else {}
    parts = {
        inner: _build_node(scope, known_places.get(inner, where), inner, part, places)
        for inner, part in data.items()
    }
    return Node(scope, where, where, data, parts)
