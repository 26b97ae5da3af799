"""Build a game with one deck from a standalone table file.

The result is the data that a game.yaml would contain; it is then loaded like any game.
`printgen new` writes the same data to a file.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from pathlib import Path
from typing import Any
from unicodedata import normalize

import msgspec
from msgspec.structs import replace

from printgen.problems import ExitCode, Failure, Log, Place
from printgen.rules.columns.words import normalize_picture_path
from printgen.rules.files.formats import list_sheet_names
from printgen.rules.files.nodes import Node
from printgen.rules.files.table_file import make_column_name, read_table_file
from printgen.rules.files.yaml_reader import PlainScalar
from printgen.rules.loading.load import build_game
from printgen.rules.model import ROLES, Game
from printgen.rules.standalone.column_types import (
    normalize_column_name,
    split_roles,
    suggest_columns,
)
from printgen.rules.standalone.picture_folders import (
    PictureFolders,
    check_pictures,
    find_picture_folders,
    note_picture_names,
    read_picture_name,
)
from printgen.rules.standalone.table_checks import (
    BACK_NAMES,
    COMMON_BACK_NAME,
    COUNT_NAMES,
    check_column_names,
    check_counts,
    check_header,
    check_html_tags,
    find_count_columns,
    note_bare_colours,
    note_curly_quotes,
    note_dates,
    note_lines_with_one_cell,
    note_prose_marks,
    parse_count_cell,
)
from printgen.rules.values.sizes import SIZES
from printgen.system.file_suffixes import RECORD_SUFFIXES, SHEET_SUFFIXES
from printgen.system.files import is_download

CARD_TEMPLATE = "plain/card.html"
"""Template of the cards. It places columns by their types, and by whether they have a head."""

BACK_TEMPLATE = "plain/back.html"
"""Template of the backs, if a column contains their text or picture."""

BOX_TEMPLATE = "plain/box.html"

_BLEED_MM = 3
"""Bleed in mm, if there is space between cards. Print shops usually want 3 mm."""

_PICTURE_COLUMN, _PICTURE = {"type": "image", "unlisted": True}, " picture"
"""Declaration and name suffix of the column of pictures found, if others are missing."""

_COLOUR_COLUMNS = "colour", {"type": "colour", "role": "colour"}
"""How columns of colours may be declared."""

_MAX_NAME, _BREAK_POINTS = 30, re.compile(r"\w{8}(?=\w)|[/.-](?=\w)")
"""Most characters of a missing picture's name, and where its lines may break."""


class DeckSpec(msgspec.Struct, frozen=True):
    """The data of a game with one deck, made from a table file.

    - `game_data`: the content of a game.yaml for the deck, by key.
    - `places`: the places of the column names.
    - `rows`: the cards.
    - `pictures`: the names of the picture files.
    - `missing`: the names of missing pictures by column. Placeholders are printed for these.
    """

    game_data: Mapping[str, Any]
    places: Mapping[str, Place]
    rows: tuple[Node, ...]
    pictures: tuple[str, ...]
    missing: Mapping[str, Set[str]]


_MAX_TITLE = 48
_OTHER_SCRIPTS = r"[^ -~\u00a0-\u017fƠơƯưȘ-ț\u1ea0-\u1ef9\u2013-\u2026]"
"""Letters of names that are not in the Latin alphabets of Europe and Vietnam, and signs."""


class TableDeck(msgspec.Struct, frozen=True):
    """A standalone table file, which becomes a deck of cards, and the options to read it.

    - `sheet`: the sheet of a workbook, "all" for a deck of each.
    - `encoding`: the encoding of a text file.
    - `prose`: cells are parsed as prose, not as plain text.
    - `leave`: the columns that are not printed, separated by commas.
    - `role`: roles of columns, such as cost=index,kind=type.
    - `pictures`: an additional folder of pictures.
    - `missing`: placeholders are printed for missing pictures.
    - `plain_signs`: quotes and hyphens are printed as typed.
    - `font`: a font file, perhaps with the name of a face: "cjk.ttc#Noto Sans CJK KR".
    - `back`: the text or the picture for the back of each card that has no other back.
    - `look`: the name of a folder in `get_looks_folder`.
    - `hidden`: hidden rows, columns and sheets of a workbook are read too.
    - `columns`: the names of the columns, separated by commas, if the first line is a card.
    - `empty`: texts that are read as empty cells, separated by commas.
    - `box`: a tuck box for the cards is printed too.
    - `output`: the folder of the results, whose pictures are not used.
    - `is_sheet_named`: whether the name and the id of the deck contain its sheet, because the file
      becomes several decks.
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
    look: str = "crest"
    hidden: bool = False
    columns: str = ""
    empty: str = ""
    box: bool = False
    output: Path = Path("output")
    is_sheet_named: bool = False

    @property
    def name(self) -> str:
        """The name of the table in messages."""
        return f"{self.file.name}, sheet {self.sheet}" if self.is_sheet_named else self.file.name

    @property
    def picture_folders(self) -> PictureFolders:
        """The folders with its pictures."""
        folder = self.extra_picture_folder
        return find_picture_folders(self.file, folder, self.output, allows_missing=self.missing)

    @property
    def extra_picture_folder(self) -> Path | None:
        """The additional folder of pictures, of the option `--pictures`; None without one.

        For a downloaded table without this option, it is the current folder.
        """
        return self.pictures or (Path() if is_download(self.file) else None)

    def split_sheets(self) -> tuple["TableDeck", ...]:
        """Return one deck for each sheet of the file if `sheet` is "all"; otherwise only this deck.

        In a JSON or YAML file, each list of records counts as a sheet.
        """
        is_book = self.sheet == "all" and self.file.suffix.lower() in SHEET_SUFFIXES
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
        file_place = Place(str(self.file))
        places = {"backs": Place(subject=f"--back {self.back}")}
        columns = {key: deck.game_data["cards"][key] for key in ("columns", "signs")}
        entries = {
            key: _build_node(log, places.get(key, file_place), key, part, deck.places)
            for key, part in {**deck.game_data, "cards": columns}.items()
        }
        listed = Node(log, file_place, file_place).make_list_node(deck.rows)
        cards = entries["cards"].make_mapping_node({**entries["cards"].parts, "rows": listed})
        game = build_game(self.file.parent, entries | {"cards": cards}, log)
        # The output folder has the name of the file, which need not be a valid id.
        id_ = self.file.stem if self.file.stem.strip(".") else "deck"
        id_ += "-" + re.sub(r'[\\/:*?"<>|]', "_", self.sheet) if self.is_sheet_named else ""
        return replace(game, about=replace(game.about, id=id_))


def read_deck(source: TableDeck, log: Log) -> DeckSpec | None:
    """Return the data of the deck in a table file; None if it has mistakes, which are reported."""
    folder, name = source.file.parent, source.file.name
    file_place = Place(str(source.file))
    header, empty = split_list(source.columns), split_list(source.empty)
    leave = [normalize_column_name(make_column_name(name)) for name in split_list(source.leave)]
    places, rows = read_table_file(
        folder,
        name,
        source.sheet,
        file_place,
        log,
        encoding=source.encoding,
        hidden=source.hidden,
        header=header,
        empty=empty,
        leave=leave,
    )
    if not places:
        return None
    by_name = {normalize_column_name(column): column for column in places}
    leave_place = Place(subject=f"--leave {source.leave}")
    known = [name for name in leave if log.check_name(leave_place, name, by_name, "column")]
    skipped = [by_name[name] for name in known]
    table = {col: [row.get(col) for row in rows] for col in places if col not in skipped}
    counts = find_count_columns(table)
    parsed_counts = {col: [*map(parse_count_cell, table[col])] for col in counts}
    table |= parsed_counts
    rows = _replace_cells(rows, parsed_counts)
    roles = _read_roles(source.role, table, counts, log)
    check_column_names(table, places, log, has_back=bool(source.back))
    is_named = bool(header) or name.lower().endswith(RECORD_SUFFIXES)
    check_header(table, places, rows, log, is_named=is_named)
    note_lines_with_one_cell(rows, log)
    backs = _find_back_columns(table, counts, roles)
    common_back = _make_common_back(source.back, rows, backs, log)
    table |= common_back
    is_shared = bool(common_back) and not backs
    own_backs = {} if is_shared else common_back
    rows = _replace_cells(rows, own_backs)
    backs += own_backs
    folders = source.picture_folders
    pictures = [col for col in table if col not in counts]
    pictures = [col for col in pictures if roles.get(col, "picture") == "picture"]
    pictures = [col for col in pictures if col in roles or folders.has_pictures(col, table[col])]
    texts = [col for col in table if col not in counts + pictures]
    first_place = next(iter(places.values()))
    if not rows:
        log.report(first_place, "no rows below the column names", "write a row for each card")
    elif places.keys().isdisjoint(texts + pictures):
        log.report(first_place, "no column to print", "write the texts of the cards into columns")
    check_counts({col: table[col] for col in counts}, places, log)
    marked = [row.get(col) for row in rows for col in texts if col in places]
    marked += [cell for col in texts if col not in places for cell in table[col][:1]]
    note_prose_marks(() if source.prose else marked, log)
    check_html_tags(marked, log, is_prose=source.prose)
    listed_texts = {col: table[col] for col in texts if col in places}
    unasked = {col: cells for col, cells in listed_texts.items() if col not in roles}
    note_picture_names(unasked, folders)
    note_bare_colours(unasked, log)
    note_curly_quotes(listed_texts, log)
    note_dates(listed_texts, log)
    missing = {col: names for col in pictures if (names := check_pictures(table[col], folders))}
    for col in missing:
        if taken_place := places.get(col + _PICTURE):
            message = f"the name {col}{_PICTURE} is reserved for {col}"
            log.report(taken_place, message, "rename the column")
    if log.problems:
        return None
    cells = {col: [str(cell.data) for cell in table[col]] for col in table}
    rows = tuple(_split_picture_cells(row, missing) for row in rows)
    signs = {"signs": "typed" if source.plain_signs else "typographic"}
    how = {"encoding": source.encoding, "hidden": source.hidden, **signs}
    how |= {"header": header, "empty": empty}
    listed = {"file": name, "sheet": source.sheet, **how}
    deck: dict[str, Any] = {"template": CARD_TEMPLATE, "each": "cards", "count": "".join(counts)}
    deck |= {"sizes": tuple(SIZES), "bleed": _BLEED_MM}
    backs.sort(key=pictures.__contains__)
    fronts = {col: cells[col] for col in texts if col in places and col not in backs}
    images = [col for col in pictures if col in places and col not in backs]
    prose = {"type": "prose", "breaks": True} if source.prose else "plain"
    columns = suggest_columns(fronts, images, roles, prose=source.prose)
    if backs:
        inks = (col for col in columns if columns[col] == "colour")
        shows = (*_add_columns_of_missing_names(dict.fromkeys(backs), missing), *inks)
        back = {"template": BACK_TEMPLATE, "each": "cards", "shows": shows}
        deck |= {"shows": tuple(_add_columns_of_missing_names(columns, missing)), "back": back}
        # Colours are shown on both sides: a colour may fill the back.
        columns |= {col: "image" if col in pictures else prose for col in backs}
    tables = {}
    if is_shared:
        deck["back"] = {"template": BACK_TEMPLATE, "all": "backs"}
        tables["backs"] = signs | _build_shared_back(
            table[COMMON_BACK_NAME][0], pictures, missing, prose
        )
    # An empty number of copies is 1.
    copies = [str(cell.data) for cell in table[counts[0]]] if counts else ["1"] * len(rows)
    card_inks = [
        (ink, int(number) if number.isdecimal() else 1)
        for col in fronts
        if columns[col] in _COLOUR_COLUMNS
        for ink, number in zip(cells[col], copies, strict=True)
    ]
    box, ink_table = _build_box_print(card_inks) if source.box else ({}, {})
    for col in counts:
        # An empty count is 1: a cycle fills empty cells with 1 to 1, again and again.
        columns[col] = {"type": "number", "cycle": 1, "silent": True}
    columns |= {col: {"type": "plain", "silent": True} for col in skipped}
    columns = _add_columns_of_missing_names(columns, missing)
    game_data = {
        "game": {"name": derive_game_name(source.file.stem, has_font=bool(source.font))},
        "prints": {"deck": _drop_empty_values(deck), **box},
        "cards": _drop_empty_values(listed) | {"columns": columns},
        **tables,
        **ink_table,
    }
    picture_names = (read_picture_name(cell) for col in pictures for cell in table[col])
    files = dict.fromkeys(map(normalize_picture_path, picture_names))
    return DeckSpec(game_data, places, rows, tuple(filter(None, files)), missing)


def split_list(text: str) -> tuple[str, ...]:
    """Return the items of a text such as name,cost,text."""
    return tuple(item.strip() for item in text.split(",") if item.strip())


def derive_game_name(stem: str, *, has_font: bool = False) -> str:
    """Return a name for a game, made from the name of a file or folder without its ending.

    The name is printed in margins, so a long name is cut. Letters that the bundled fonts do not
    have are removed, unless the user chose a font for the deck (`has_font`).
    """
    printable = (
        normalize("NFC", stem) if has_font else re.sub(_OTHER_SCRIPTS, "", normalize("NFC", stem))
    )
    name = " ".join(re.split(r"[\s_-]+", printable)).strip() or "Deck"
    return name if len(name) <= _MAX_TITLE else f"{name[: _MAX_TITLE - 1].rstrip()}…"


def _read_roles(
    text: str, columns: Iterable[str], counts: Sequence[str], log: Log
) -> dict[str, str]:
    """Return the role of each column in a text such as cost=index,kind=type. Report mistakes.

    `counts` are the columns with the number of copies, which cannot have a role.
    """
    by_name = {normalize_column_name(column): column for column in columns}
    place, roles = Place(subject=f"--role {text}"), dict[str, str]()
    for name, role in split_roles(text):
        key = normalize_column_name(name)
        if not role:
            log.report(place, f"{name} has no role", "write COLUMN=ROLE, such as cost=index")
        elif key in (*COUNT_NAMES, *map(normalize_column_name, counts)):
            log.report(place, f"{name} is the number of copies", "leave it out of --role")
        elif log.check_name(place, key, by_name, "column") and log.check_name(
            place, role, ROLES, "role"
        ):
            if by_name[key] in roles:
                log.report(place, f"{name} is in --role twice", "keep one of them")
            roles[by_name[key]] = role
            if [*roles.values()].count("colour") > 1:
                log.report(place, "two columns have the role colour", "keep one of them")
    return roles


def _find_back_columns(
    table: Mapping[str, Sequence[Node]], counts: Sequence[str], roles: Mapping[str, str]
) -> list[str]:
    """Return the names of the columns that are printed on the backs of cards.

    `counts` are the columns with the number of copies, which are not printed. `roles` are the roles
    that the user chose.
    """
    filled = [col for col in table if col not in counts and any(cell.data for cell in table[col])]
    # A single column is the front, whatever its name.
    names = filled if len(filled) > 1 else ()
    return [col for col in names if normalize_column_name(col) in BACK_NAMES and col not in roles]


def _replace_cells(
    rows: tuple[Node, ...], columns: Mapping[str, Sequence[Node]]
) -> tuple[Node, ...]:
    """Return the rows with the cells of these columns, which are replaced or added."""
    for name, cells in columns.items():
        pairs = zip(rows, cells, strict=True)
        rows = tuple(row.make_mapping_node({**row.parts, name: cell}) for row, cell in pairs)
    return rows


def _make_common_back(
    text: str, rows: Sequence[Node], backs: Sequence[str], log: Log
) -> dict[str, list[Node]]:
    """Return a column, by its name, with `text` for each row that has no back in `backs`.

    `backs` are the columns with the backs of single cards. If there are none, all cards share one
    back, and the column has one cell. The result is empty if `text` is "" or would not be printed.
    """
    if not text:
        return {}
    place = Place(subject=f"--back {text}")
    has_own = [any(row.get(col).data for col in backs) for row in rows] if backs else [False]
    if all(has_own):
        log.note(place, f"is not printed: each card has its own {backs[0]}", "leave it out")
        return {}
    return {COMMON_BACK_NAME: [Node(log, place, place, "" if own else text) for own in has_own]}


def _build_shared_back(
    cell: Node, pictures: Sequence[str], missing: Mapping[str, Set[str]], text_type: Any
) -> dict[str, Any]:
    """Return the entry of a table, as in a game.yaml, for the back that all cards share.

    Its one row has the picture or the text in `cell`; or the name of the picture, if it is missing.
    `text_type` is the declaration of a text column.
    """
    if COMMON_BACK_NAME in missing:
        return {"columns": {"text": text_type}, "rows": ({"text": _shorten_name(str(cell.data))},)}
    if COMMON_BACK_NAME in pictures:
        return {"columns": {"picture": "image"}, "rows": ({"picture": read_picture_name(cell)},)}
    return {"columns": {"text": text_type}, "rows": ({"text": str(cell.data)},)}


def _build_box_print(inks: Iterable[tuple[str, int]]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the entries, as in a game.yaml, of a tuck box and of the table with its colour.

    The colour is the one that most cards have. Without colours, there is no table. `inks` has the
    colour of each row, and the number of copies of its card.
    """
    names = ("game", "contents")
    again = {"left": names, "right": names, "turned": names[:1]}
    box = {"of": "deck", "template": BOX_TEMPLATE, "shows": names, "again": again}
    counts = Counter[str]()
    for ink, number in inks:
        counts[ink] += number
    colour = max(counts, key=counts.__getitem__, default="")
    if not colour:
        return {"box": box}, {}
    rows = ({"ink": colour},)
    return {"box": box | {"all": "boxes"}}, {"boxes": {"columns": {"ink": "colour"}, "rows": rows}}


def _add_columns_of_missing_names(
    columns: Mapping[str, Any], missing: Mapping[str, Set[str]]
) -> dict[str, Any]:
    """Return the columns, with a second one for each column that has missing pictures.

    The second one shows the pictures that exist. The column itself shows the names of the missing
    pictures as text.
    """
    result = dict[str, Any]()
    for column, kind in columns.items():
        result |= {column + _PICTURE: _PICTURE_COLUMN} if column in missing else {}
        result[column] = "plain" if column in missing else kind
    return result


def _split_picture_cells(row: Node, missing: Mapping[str, Set[str]]) -> Node:
    """Return the row with two cells for each cell in a column that has missing pictures.

    One is for a picture that exists, the other for the name of a missing one. One of them is empty.
    """
    cells = dict(row.parts)
    for column in (column for column in missing if column in cells):
        cell, name = cells[column], read_picture_name(cells[column])
        is_missing = name in missing[column]
        cells[column + _PICTURE] = replace(cell, data="" if is_missing else name)
        cells[column] = replace(cell, data=_shorten_name(name) if is_missing else "")
    return row.make_mapping_node(cells)


def _shorten_name(name: str) -> str:
    """Return the name of a missing picture as it is printed in its placeholder."""
    short = name if len(name) <= _MAX_NAME else name[: _MAX_NAME - 1] + "…"
    # A soft hyphen lets a long file name break inside its placeholder.
    return _BREAK_POINTS.sub("\\g<0>\u00ad", short)


def _drop_empty_values(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return a mapping without the keys whose values are None, false, 0 or empty."""
    return {key: value for key, value in data.items() if value}


def _build_node(log: Log, where: Place, key: str, data: Any, places: Mapping[str, Place]) -> Node:
    """Return data as a node, as if it were read from a game.yaml.

    `key` is the key of `data` in that file. The nodes of columns get the places of their names in
    the table. All other nodes have the place `where`.
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
