"""Build a game with one deck from a standalone table file.

The result is the data that a game.yaml would contain; it is then loaded like any game.
`printgen new` writes the same data to a file.
"""

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import Any
from unicodedata import normalize

import msgspec
from msgspec.structs import replace

from printgen.problems import ExitCode, Failure, Log, Place, set_options
from printgen.rules.files.formats import WORKBOOK_SUFFIXES, list_sheet_names
from printgen.rules.files.formats.number_format import format_general
from printgen.rules.files.nodes import Node
from printgen.rules.files.scalars import WINDOWS_DEVICE
from printgen.rules.files.table_file import read_table_file
from printgen.rules.files.yaml_reader import PlainScalar
from printgen.rules.loading.load import build_game
from printgen.rules.model import ROLES, Game, Row, Table
from printgen.rules.standalone.column_types import lower_name, suggest_columns
from printgen.rules.standalone.picture_folders import (
    PictureFolders,
    check_pictures,
    find_folders,
    read_picture_name,
)
from printgen.rules.standalone.typography import add_break_points, set_signs
from printgen.rules.values.sizes import SIZES

CARD_TEMPLATE = "plain/card.html"
"""Template of the cards. It places columns by their types, and by whether they have a head."""

BACK_TEMPLATE = "plain/back.html"
"""Template of the backs, if a column contains their text or picture."""

_BLEED_MM = 3
"""Bleed in mm, if there is space between cards. Print shops usually want 3 mm."""

COUNT_NAMES = ("qty", "quantity", "count", "copies")
"""Names of columns that contain the number of copies, in lower case."""
_BACK_NAMES, _COMMON_BACK = ("back", "backs"), "--back"
"""Names of columns that contain backs, and the column of the back of all other cards."""
_POSSIBLE_COUNT_NAMES = (
    *("#", "amount", "anzahl", "cantidad", "how many", "menge", "n", "no", "nr", "num", "number"),
    *("number of cards", "number of copies", "no of copies", "nombre", "pieces", "stück", "x"),
)
"""Names of columns that may be the number of copies. They are noted, not used."""
_COUNT = re.compile("[0-9]{1,5}")
_NUMBER_PATTERN = re.compile("[-+−]?[0-9]+%?")
_PICTURE_COLUMN, _PICTURE = {"type": "image", "unlisted": True}, " picture"
"""Declaration and name suffix of the column of pictures found, if others are missing."""

_MAX_NAME, _BREAK_POINTS = 30, re.compile(r"\w{8}(?=\w)|[/.-](?=\w)")
"""Most characters of a missing picture's name, and where its lines may break."""

_PROSE_MARK = re.compile(r"\*\*(?=\S)|(?<!\w):([a-z][\w-]*:){1,2}(?!\w)")
"""Markup of prose: bold text and inline marks."""


class DeckSpec(msgspec.Struct, frozen=True):
    """The data of a game with one deck.

    `game_data` is the content of its game.yaml, by key. `rows` are its cards. `places` are the
    places of the column names. `pictures` are file names. `missing` are the names of missing
    pictures by column; they are printed in placeholders.
    """

    game_data: Mapping[str, Any]
    places: Mapping[str, Place]
    rows: tuple[Node, ...]
    pictures: tuple[str, ...]
    missing: Mapping[str, Set[str]]


_MAX_TITLE = 48
_OTHER_SCRIPTS = re.compile(r"[^ -~\u00a0-\u017fƠơƯưȘ-ț\u1ea0-\u1ef9\u2013-\u2026]")
"""Letters of names that are not in the Latin alphabets of Europe and Vietnam, and signs."""


class TableDeck(msgspec.Struct, frozen=True):
    """A standalone table file and the options to read it.

    `sheet` is for workbooks, `encoding` for text files. With `prose`, cells are parsed as prose,
    else they are plain text. `leave` names columns that are not printed, separated by commas.
    `role` sets roles of columns, such as cost=index,kind=type.
    `pictures` is an additional folder of pictures. With `missing`, placeholders are printed for
    missing pictures. With `plain_signs`, quotes and hyphens stay as typed. `font` is a font file,
    perhaps with the name of a face: "cjk.ttc#Noto Sans CJK KR". `back` is the text or the picture
    on each card that has no own back. With `hidden`, what a workbook hides is read too. Pictures in
    the folder `output` are not used. `is_sheet_named` is true for one of several sheets that become
    decks.
    """

    file: Path
    sheet: str = ""
    encoding: str = ""
    prose: bool = False
    leave: str = ""
    role: str = ""
    pictures: Path | None = None
    missing: bool = False
    plain_signs: bool = False
    font: Path | None = None
    back: str = ""
    hidden: bool = False
    output: Path = Path("output")
    is_sheet_named: bool = False

    @property
    def name(self) -> str:
        """The name of the table in messages."""
        return f"{self.file.name}, sheet {self.sheet}" if self.is_sheet_named else self.file.name

    @property
    def picture_folders(self) -> PictureFolders:
        """The folders with its pictures."""
        return find_folders(self.file, self.pictures, self.output, allows_missing=self.missing)

    def split_sheets(self) -> tuple["TableDeck", ...]:
        """Return a deck for each sheet of the workbook if `sheet` is "all", else only this deck."""
        is_book = self.sheet == "all" and self.file.suffix.lower() in WORKBOOK_SUFFIXES
        # Problems of a sheet are reported later, when its deck is read.
        names = list_sheet_names(self.file, Log(), hidden=self.hidden) if is_book else ()
        if "all" in names or not names:
            return (self,)
        return tuple(replace(self, sheet=name, is_sheet_named=True) for name in names)

    def load(self) -> Game:
        """Return the game with this deck. Raises `Failure` (exit code RULES) with all problems."""
        log = Log()
        deck = read_deck(self, log)
        if deck is None:
            raise Failure(ExitCode.RULES, (*log.notes, *log.problems))
        file_place, back_place = Place(str(self.file)), Place(subject=f"--back {self.back}")
        columns = {"columns": deck.game_data["cards"]["columns"]}
        entries = {
            key: _build_node(
                log, back_place if key == "backs" else file_place, key, part, deck.places
            )
            for key, part in {**deck.game_data, "cards": columns}.items()
        }
        listed = Node(log, file_place, file_place).as_list(deck.rows)
        cards = entries["cards"].as_dict({**entries["cards"].parts, "rows": listed})
        game = build_game(self.file.parent, entries | {"cards": cards}, log)
        # The output folder has the name of the file, which need not be a valid id.
        id_ = self.file.stem if self.file.stem.strip(".") else game.about.id
        id_ += "-" + re.sub(r'[\\/:*?"<>|]', "_", self.sheet) if self.is_sheet_named else ""
        tables = {}
        for table in game.tables.values():
            framed = (_frame_missing(row, deck.missing) for row in table.rows)
            set_texts = partial(_typeset_cells, table, plain_signs=self.plain_signs)
            tables[table.id] = replace(table, rows=tuple(map(set_texts, framed)))
        return replace(game, about=replace(game.about, id=id_), tables=tables)


def read_deck(source: TableDeck, log: Log) -> DeckSpec | None:
    """Return the data of the deck in a file; None if it has mistakes, which are reported."""
    folder, name = source.file.parent, source.file.name
    file_place = Place(str(source.file))
    reading = source.sheet, file_place, log, source.encoding, source.hidden
    places, rows = read_table_file(folder, name, *reading)
    if not places:
        return None
    skipped = _find_skipped_columns(source.leave, places, log)
    table = {col: [row.get(col) for row in rows] for col in places if col not in skipped}
    roles = _read_roles(source.role, table, log)
    counts = [col for col in table if lower_name(col) in COUNT_NAMES]
    _check_names(table, places, log, has_back=bool(source.back))
    backs = _find_backs(table, counts, roles)
    is_shared = bool(source.back) and not backs
    rows = _add_common_back(source.back, table, rows, backs, log)
    folders = source.picture_folders
    pictures = [
        col
        for col in table
        if roles.get(col, "picture") == "picture"
        and col not in counts
        and (col in roles or folders.has_pictures(col, table[col]))
    ]
    texts = [col for col in table if col not in counts + pictures]
    first_place = next(iter(places.values()))
    if not rows:
        log.report(first_place, "no rows below the column names", "write a row for each card")
    elif places.keys().isdisjoint(texts + pictures):
        log.report(first_place, "no column to print", "write the texts of the cards into columns")
    _check_counts({col: table[col] for col in counts}, places, log)
    marked = [row.get(col) for row in rows for col in texts if col in places]
    marked += [cell for col in texts if col not in places for cell in table[col][:1]]
    _check_marks(marked, log, is_prose=source.prose)
    missing = {col: names for col in pictures if (names := check_pictures(table[col], folders))}
    for col in missing:
        if taken_place := places.get(col + _PICTURE):
            message = f"the name {col}{_PICTURE} is reserved for {col}"
            log.report(taken_place, message, "rename the column")
    if log.problems:
        return None
    cells = {col: [str(cell.data) for cell in table[col]] for col in table}
    how = {"encoding": source.encoding, "hidden": source.hidden}
    listed = {"file": name, "sheet": source.sheet, **how}
    id_, title = derive_id_and_name(source.file.stem, has_font=bool(source.font))
    deck: dict[str, Any] = {"template": CARD_TEMPLATE, "each": "cards", "count": "".join(counts)}
    deck |= {"sizes": tuple(SIZES), "bleed": _BLEED_MM}
    backs.sort(key=pictures.__contains__)
    fronts = {col: cells[col] for col in texts if col in places and col not in backs}
    images = [col for col in pictures if col in places and col not in backs]
    prose = {"type": "prose", "breaks": True} if source.prose else "plain"
    columns = suggest_columns(fronts, images, roles, prose=source.prose)
    if backs:
        inks = (col for col in columns if columns[col] == "colour")
        shows = (*_add_names(dict.fromkeys(backs), missing), *inks)
        back = {"template": BACK_TEMPLATE, "each": "cards", "shows": shows}
        deck |= {"shows": tuple(_add_names(columns, missing)), "back": back}
        # Colours are shown on both sides: a colour may fill the back.
        columns |= {col: "image" if col in pictures else prose for col in backs}
    tables = {}
    if is_shared:
        deck["back"] = {"template": BACK_TEMPLATE, "all": "backs"}
        tables["backs"] = _build_shared_back(table[_COMMON_BACK][0], pictures, missing, prose)
    for col in counts:
        # An empty count is 1: a cycle fills empty cells with 1 to 1, again and again.
        columns[col] = {"type": "number", "cycle": 1, "silent": True}
    columns |= {col: {"type": "plain", "silent": True} for col in skipped}
    columns = _add_names(columns, missing)
    game_data = {
        "game": {"id": id_, "name": title},
        "prints": {"deck": _drop_empty(deck)},
        "cards": _drop_empty(listed) | {"columns": columns},
        **tables,
    }
    files = dict.fromkeys(read_picture_name(cell) for col in pictures for cell in table[col])
    return DeckSpec(game_data, places, rows, tuple(filter(None, files)), missing)


def derive_id_and_name(stem: str, *, has_font: bool = False) -> tuple[str, str]:
    """Return the id and the name of a game, from the name of a file or folder.

    The name is printed in margins. So a long one is cut, and letters that the bundled fonts lack
    are left out, unless the deck has its own font.
    """
    ascii_stem = normalize("NFKD", stem).encode("ascii", "ignore").decode().lower()
    id_ = re.sub(r"[^a-z0-9]+", "-", ascii_stem).strip("-")[:40]
    # Windows cannot create a folder named like a device, such as con or nul.
    id_ = f"{id_}-deck" if WINDOWS_DEVICE.fullmatch(id_) else id_
    printable = (
        normalize("NFC", stem) if has_font else _OTHER_SCRIPTS.sub("", normalize("NFC", stem))
    )
    name = " ".join(re.split(r"[\s_-]+", printable)).strip() or "Deck"
    return id_ or "deck", name if len(name) <= _MAX_TITLE else f"{name[: _MAX_TITLE - 1].rstrip()}…"


def _check_counts(
    counts: Mapping[str, Sequence[Node]], places: Mapping[str, Place], log: Log
) -> None:
    """Report mistakes in the columns with the number of copies. `counts` are their cells."""
    for name, cells in counts.items():
        for cell in cells:
            if cell.data and not _COUNT.fullmatch(_read_count(cell)):
                hint = "write how many to print, 0 to 99999; an empty cell is 1"
                cell.report(f'"{_read_count(cell)}" is not valid in the column {name}', hint)
        if cells and all(_read_count(cell) == "0" for cell in cells):
            log.report(places[name], "the number of copies is 0 in every row", "write 1 or more")
    if len(counts) > 1:
        first, second, *_ = counts
        message = f"{first} and {second} both contain the number of copies"
        log.report(places[second], message, "delete or rename one of them")


def _check_names(
    table: Mapping[str, Sequence[Node]], places: Mapping[str, Place], log: Log, *, has_back: bool
) -> None:
    """Report column names that differ only in capital letters, and note suspicious names.

    Suspicious are a name similar to one for the number of copies, a name above empty cells, and a
    number: then the first line may be a card.
    """
    names: dict[str, str] = {}
    for name in table:
        if (other := names.setdefault(name.casefold(), name)) != name:
            hint = "rename or delete one of them"
            log.report(places[name], f"{other} and {name} differ only in capital letters", hint)
    has_count = any(lower_name(name) in COUNT_NAMES for name in table)
    for name, cells in table.items():
        close = get_close_matches(lower_name(name), COUNT_NAMES, n=1, cutoff=0.85)
        meant = close or ["qty"] * (lower_name(name) in _POSSIBLE_COUNT_NAMES)
        if meant and not has_count and all(_COUNT.fullmatch(_read_count(cell)) for cell in cells):
            message = f"the column {name} does not set the number of copies"
            hint = f"rename it to {meant[0]} if it contains the number of copies"
            log.note(places[name], message, f"did you mean {close[0]}?" if close else hint)
    if figure := next(filter(_NUMBER_PATTERN.fullmatch, table), ""):
        hint = "if the first line is a card, write a line of column names above it"
        log.note(places[figure], f'"{figure}" is read as a column name, not as a card', hint)
    if has_back and _COMMON_BACK in table:
        message = f"the name {_COMMON_BACK} is reserved for the option {_COMMON_BACK}"
        log.report(places[_COMMON_BACK], message, "rename the column")
    empty = [name for name, cells in table.items() if not any(cell.data for cell in cells)]
    # An empty column of backs is filled by the option.
    empty = [name for name in empty if not (has_back and lower_name(name) in _BACK_NAMES)]
    for name in empty[:1] if any(table.values()) else ():
        more = f" and {len(empty) - 1} more are" if empty[1:] else " is"
        hint = "write something below it, or delete it"
        log.note(places[name], f"the column {name}{more} empty, so not printed", hint)


def _check_marks(cells: Sequence[Node], log: Log, *, is_prose: bool) -> None:
    """Note characters that would be markup in prose, and are printed as they are."""
    marks = list[tuple[Node, str]]()
    for cell in cells:
        text = str(cell.data)
        if not is_prose and (match := _PROSE_MARK.search(text)):
            marks.append((cell, match[0]))
        # An odd number of ** leaves one that is not closed.
        elif is_prose and re.sub(r"\\.", "", text).count("**") % 2:
            marks.append((cell, "**"))
    for cell, mark in marks[:1]:
        more = f", here and in {len(marks) - 1:,} more" if len(marks) > 1 else ""
        hint = (
            "close it with another **" if is_prose else "use --prose for **bold**, *italic*, :mark:"
        )
        fixes = () if is_prose else (set_options(prose=""),)
        log.note(cell.place, f'"{mark}" is printed as written{more}', hint, *fixes)


def _find_skipped_columns(leave: str, places: Mapping[str, Place], log: Log) -> Sequence[str]:
    """Return the columns named in `leave`, separated by commas. Reports unknown names."""
    by_name = {lower_name(column): column for column in places}
    names = [lower_name(column.replace(".", " ")) for column in leave.split(",") if column.strip()]
    for name in names:
        log.check(Place(subject=f"--leave {leave}"), name, by_name, "column")
    return [by_name[name] for name in names if name in by_name]


def _read_roles(text: str, columns: Iterable[str], log: Log) -> dict[str, str]:
    """Return the roles by column in a text such as cost=index,kind=type. Reports mistakes."""
    by_name = {lower_name(column): column for column in columns}
    place, roles = Place(subject=f"--role {text}"), dict[str, str]()
    for item in filter(None, text.split(",")):
        name, sign, role = (part.strip() for part in item.partition("="))
        if not sign:
            log.report(place, f"{item} has no role", "write COLUMN=ROLE, such as cost=index")
        elif lower_name(name) in COUNT_NAMES:
            log.report(place, f"{name} is the number of copies", "leave it out of --role")
        elif log.check(place, lower_name(name), by_name, "column") and log.check(
            place, role, ROLES, "role"
        ):
            if roles.setdefault(by_name[lower_name(name)], role) != role:
                log.report(place, f"{name} has two roles", "keep one of them")
            if [*roles.values()].count("colour") > 1:
                log.report(place, "two columns have the role colour", "keep one of them")
    return roles


def _find_backs(
    table: Mapping[str, Sequence[Node]], counts: Sequence[str], roles: Mapping[str, str]
) -> list[str]:
    """Return the names of the columns that are printed on the backs of cards.

    `counts` are the columns with the number of copies.
    """
    filled = [col for col in table if col not in counts and any(cell.data for cell in table[col])]
    # A single column is the front, whatever its name.
    names = filled if len(filled) > 1 else ()
    return [col for col in names if lower_name(col) in _BACK_NAMES and col not in roles]


def _add_common_back(
    text: str,
    table: dict[str, list[Node]],
    rows: tuple[Node, ...],
    backs: list[str],
    log: Log,
) -> tuple[Node, ...]:
    """Add a column to `table` with `text`, the back of all cards without another one.

    `backs` are the columns with the backs of single cards. If there are any, the new column is
    added to them, and is empty for cards that have one. Otherwise it has one cell, for a back that
    all cards share. Return the rows with the new column.
    """
    if not text:
        return rows
    place = Place(subject=f"--back {text}")
    cell = Node(log, place, place, text)
    if not backs:
        table[_COMMON_BACK] = [cell]
        return rows
    has_own = [any(row.get(col).data for col in backs) for row in rows]
    if all(has_own):
        log.note(place, f"is not printed: each card has its own {backs[0]}", "leave it out")
        return rows
    backs.append(_COMMON_BACK)
    table[_COMMON_BACK] = [replace(cell, data="" if own else text) for own in has_own]
    pairs = zip(rows, table[_COMMON_BACK], strict=True)
    return tuple(row.as_dict({**row.parts, _COMMON_BACK: back}) for row, back in pairs)


def _build_shared_back(
    cell: Node, pictures: Sequence[str], missing: Mapping[str, Set[str]], text_type: Any
) -> dict[str, Any]:
    """Return the table, as in a game.yaml, of the back that all cards share.

    It has one row, with the picture or the text in `cell`, or with the name of a missing picture.
    `text_type` is the declaration of a text column.
    """
    if _COMMON_BACK in missing:
        return {"columns": {"text": text_type}, "rows": ({"text": _shorten_name(str(cell.data))},)}
    if _COMMON_BACK in pictures:
        return {"columns": {"picture": "image"}, "rows": ({"picture": read_picture_name(cell)},)}
    return {"columns": {"text": text_type}, "rows": ({"text": str(cell.data)},)}


def _read_count(cell: Node) -> str:
    """Return the number of copies in a cell as text. The number format of a workbook is ignored."""
    return format_general(cell.raw) if isinstance(cell.raw, float) else str(cell.data)


def _add_names(columns: Mapping[str, Any], missing: Mapping[str, Set[str]]) -> dict[str, Any]:
    """Return the columns, with two for each that has missing pictures.

    One has the pictures that exist, and the other has the names of the missing ones.
    """
    result = dict[str, Any]()
    for column, kind in columns.items():
        result |= {column + _PICTURE: _PICTURE_COLUMN} if column in missing else {}
        result[column] = "plain" if column in missing else kind
    return result


def _typeset_cells(table: Table, row: Row, *, plain_signs: bool) -> Row:
    """Return the row with texts as they are printed.

    Lists such as a;b may break after each sign. Typed quotes and hyphens become typographic ones,
    unless `plain_signs`.
    """
    convert = str if plain_signs else set_signs
    texts = {
        column.name: add_break_points(convert(row.cells[column.name]))
        for column in table.columns
        if column.type in ("text", "plain", "prose") and row.cells[column.name]
    }
    return replace(row, cells={**row.cells, **texts})


def _frame_missing(row: Row, missing: Mapping[str, Set[str]]) -> Row:
    """Return the row with two cells for each cell that may name a missing picture.

    One has the picture, and the other has the name of the missing picture; one of them is empty.
    """
    cells = dict(row.cells)
    for column in (column for column in missing if column in row.cells):
        name = str(cells[column] or "").replace("\\", "/")
        is_missing = name in missing[column]
        cells[column + _PICTURE] = None if is_missing or name in ("", "0") else name
        cells[column] = _shorten_name(name) if is_missing else None
    return replace(row, cells=cells)


def _shorten_name(name: str) -> str:
    """Return the name of a missing picture as it is printed in its placeholder."""
    short = name if len(name) <= _MAX_NAME else name[: _MAX_NAME - 1] + "…"
    # A soft hyphen lets a long file name break inside its placeholder.
    return _BREAK_POINTS.sub("\\g<0>\u00ad", short)


def _drop_empty(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data without empty values."""
    return {key: value for key, value in data.items() if value}


def _build_node(log: Log, where: Place, key: str, data: Any, places: Mapping[str, Place]) -> Node:
    """Return data as the node that a game.yaml with this data would have.

    Columns get the places of their names in the table. All other nodes have the place `where`.
    `key` is the key of the data.
    """
    if isinstance(data, str | int):
        return Node(log, where, where, PlainScalar("true" if data is True else data))
    if not isinstance(data, Mapping):
        items = (_build_node(log, where, key, item, places) for item in data)
        return Node(log, where, where, data, dict(enumerate(items)))
    known_places = places if key == "columns" else {}
    parts = {
        inner: _build_node(log, known_places.get(inner, where), inner, part, places)
        for inner, part in data.items()
    }
    return Node(log, where, where, data, parts)
