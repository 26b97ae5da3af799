"""Guess the type and the role of each column of a standalone table, from its name and cells.

The role says what a column is on a card: its title, its index, its flavour text. Templates such as
`plain/card.html` place columns by their roles. `role:` of a column overrides the choice here.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple
from zlib import crc32

from printgen.rules.files.table_file import DECIMAL_DOT, make_column_name
from printgen.rules.model import ROLES, Column, Game, Role, Table
from printgen.rules.standalone.column_names import (
    find_column_meaning,
    list_usual_names,
    normalize_name,
)
from printgen.rules.values.commonmark import TAG

MAX_TYPES = 2
"""Most columns in the type line."""

_ROLES_BY_MEANING: Mapping[str, Role] = {role: role for role in ROLES} | {
    "cost": "index",
    "id": "credit",
}
"""The role of columns with a meaning. Most meanings are roles themselves."""

_INDEX_CELL = re.compile(r"\D{1,3}|(?!.{9})[-+−]?\d+(?:[.,:/]\d+)*%?")
"""A cell that an index corner has room for: a number of at most eight characters, or at most three
letters."""

_LONG_WORD = re.compile(r"[^\s-]{11}")
"""A word in the label of a column that is too wide for an index corner."""
_MAX_LABEL_WIDTH = 8.2
"""The width of a word that an index corner has room for in one line, in letters such as n."""


class ColumnRole(NamedTuple):
    """What a column is on cards, such as title, and a text that says why.

    - `kinds`: for a column that says what kind of card it is, its different cells, each with a
      number that chooses its colour; {} for any other column.
    - `longest`: the number of characters of the longest cell; a line break counts as 30.
    """

    role: Role
    reason: str
    kinds: Mapping[str, int] = MappingProxyType({})
    longest: int = 0


_LINE_LENGTH = 30
"""About how many characters of text a line on a card has."""


@lru_cache(maxsize=64)
def choose_roles(table: Table) -> Mapping[str, ColumnRole]:
    """Return the role of each printed column by its name, in the order of the columns."""
    columns = [column for column in table.columns if not column.silent]
    declared = {column.role for column in columns}
    choices: dict[str, ColumnRole] = {}
    for column in columns:
        choice = _choose_role(table, column)
        is_replaceable = not column.role
        if is_replaceable and choice.role == "text" and not choices and "title" not in declared:
            choice = ColumnRole("title", "the first column, without a label")
        elif is_replaceable and choice.role == "type":
            types = [name for name, other in choices.items() if other.role == "type"]
            choice = choice if len(types) < MAX_TYPES else ColumnRole("stat", "a short value")
        cells = _list_cells(table, column.name)
        longest = max((len(cell) + _LINE_LENGTH * cell.count("\n") for cell in cells), default=0)
        choices[column.name] = choice._replace(longest=longest)
    if "index" not in declared:
        names = [column.name for column in columns if not column.role]
        stats = [name for name in names if choices[name].role == "stat"]
        for name, choice in _choose_index_column(table, stats).items():
            choices[name] = choice._replace(longest=choices[name].longest)
    return choices


def split_roles(text: str) -> list[tuple[str, str]]:
    """Return the columns and their roles in a text such as cost=index,kind=type.

    The role of a column without one is "".
    """
    pairs = (item.partition("=") for item in text.split(",") if item)
    return [(make_column_name(name), role.strip()) for name, _, role in pairs]


def list_column_roles(game: Game, roles: str) -> list[tuple[str, str, str]]:
    """Return the columns that the user wrote in a standalone table, for a listing.

    Each has its name, its role and the reason for the role. The role of a column that is not on the
    front is "back". `roles` is the value of `--role`.
    """
    table, shown = game.table("cards"), game.prints[0].parts[0].shows
    chosen = {normalize_column_name(name) for name, _ in split_roles(roles)}
    return [
        (name, choice.role, "--role" if normalize_column_name(name) in chosen else choice.reason)
        if shown is None or name in shown
        else (name, "back", "its name")
        for name, choice in choose_roles(table).items()
        if not table.by_name[name].unlisted
    ]


def _choose_index_column(table: Table, stats: Sequence[str]) -> Mapping[str, ColumnRole]:
    """Return the column for the index corner of cards, with its role; empty if no column fits.

    `stats` are the names of the columns to choose from.
    """
    cells = {name: _list_cells(table, name) for name in stats}
    short = [name for name in stats if not _LONG_WORD.search(table.by_name[name].head)]
    short = [name for name in short if all(map(_INDEX_CELL.fullmatch, cells[name]))]
    fitting = [name for name in short if cells[name]]
    for meaning in ("cost", "index"):
        order = list_usual_names(meaning)
        if named := [name for name in fitting if find_column_meaning(name) == meaning]:
            # A name of several words, such as power cost, comes after the usual names.
            usual = [name for name in named if normalize_name(name) in order]
            by_order = sorted(usual, key=lambda name: order.index(normalize_name(name)))
            best, *_ = by_order or named
            return {best: ColumnRole("index", "its name, and its short values")}
    # Without a name that says so, only a column that most cards fill, and whose label needs no
    # break inside a word.
    common = [name for name in fitting if 2 * len(cells[name]) > len(table.rows)]
    widths = {name: _measure_widest_word(table.by_name[name].head) for name in common}
    common = [name for name in common if widths[name] < _MAX_LABEL_WIDTH]
    return {name: ColumnRole("index", "the first with short values only") for name in common[:1]}


def _measure_widest_word(label: str) -> float:
    """Return about the width of the widest word of a label, in letters such as n."""
    narrow, wide = re.compile("[fijlt]", re.IGNORECASE), re.compile("[mw]", re.IGNORECASE)
    words = re.findall(r"[^\s-]+", label)
    widths = (
        len(word) - len(narrow.findall(word)) / 2 + len(wide.findall(word)) / 2 for word in words
    )
    return max(widths, default=0.0)


def _choose_role(table: Table, column: Column) -> ColumnRole:
    """Return the role of a column, judged without the other columns.

    `choose_roles` may later make it the title or the index.
    """
    cells, meaning = _list_cells(table, column.name), find_column_meaning(column.name)
    named_role = _ROLES_BY_MEANING.get(meaning)
    different_cells = tuple(dict.fromkeys(cells))
    # Cells that are signs themselves, such as suits, get no other sign.
    has_words = column.type != "mark" and re.search(r"\w", "".join(different_cells))
    kinds = _assign_kind_numbers(different_cells) if has_words else {}
    if column.role:
        # For --role, a listing gives another reason.
        reason = {"text": "a text", "title": "no other column is a title"}.get(column.role, "")
        reason = reason if reason and column.role != named_role else "its name"
        return ColumnRole(column.role, reason, kinds if column.role == "type" else {})
    if column.type == "colour":
        return ColumnRole("colour", "its cells are colours")
    if column.type == "image" or f"{column.name} picture" in table.by_name:
        return ColumnRole("picture", "its cells name pictures")
    if named_role in ("flavour", "credit"):
        return ColumnRole(named_role, "its name")
    if not column.head:
        return ColumnRole("text", "a text")
    if len(cells) == len(table.rows) > len(different_cells) == 1:
        return ColumnRole("credit", "the same on every card")
    if named_role == "type":
        return ColumnRole("type", "its name", kinds)
    return ColumnRole("stat", "a short value")


_COLOURS_OF_KINDS = 8
"""How many kinds get a colour and a sign of their own: see plain/card.html."""


def _assign_kind_numbers(names: Collection[str]) -> Mapping[str, int]:
    """Return a number from 1 for each name of a kind of cards.

    The number depends on the name. So a kind keeps its colour when rows change places, and usually
    when another kind is added.
    """
    numbers, count = dict[str, int](), max(_COLOURS_OF_KINDS, len(names))
    for name in sorted(names):
        # CRC-32 is the same on every machine, unlike hash(). Of two kinds with the same number, the
        # second gets the next free one.
        number = crc32(name.casefold().encode()) % count
        while number + 1 in numbers.values():
            number = (number + 1) % count
        numbers[name] = number + 1
    return numbers


def _list_cells(table: Table, name: str) -> Sequence[str]:
    """Return the cells of a column that are not empty, as text.

    The result is empty for a column of references or tables.
    """
    column = table.by_name[name]
    if column.refers or column.rows or column.each:
        return ()
    return [str(row.cells[name]) for row in table.rows if row.cells[name] is not None]


COLOUR_NAMES = ("colour", "color")
"""Names of the column with the colour of each card, in lower case."""

_MAX_FIGURE, _MAX_LINE, _MAX_TITLE = 6, 32, 80
"""Most characters of a value printed in a box, of a value on the same line as its label, and of the
mean text in a title."""

_MAX_KINDS = 12
"""Most different cells of a column that tells kinds of cards apart."""

_WHOLE_NUMBER, _SIGNED_NUMBER = re.compile("0|-?[1-9][0-9]{0,8}"), re.compile("[+-][1-9][0-9]{0,8}")
_NUMBER = re.compile(r"[-+−]?\d+(?:[.,]\d+)*%?|[-–—]|\d{4}-\d\d-\d\d(?:[ T]\d\d:[\d:.+Z-]+)?")
"""A cell that is no word: a number, a dash, or a date with its time, as databases export it."""
_KIND = re.compile(r"[^\W\d_]{3}\D*")
"""A cell that names a kind of card without a label: words, neither a figure nor a letter."""

_BARE_NUMBER = re.compile(r"(?=.*\d)(?!.*[^\W\d_]{3}).+")
"""A cell with a number and without a word."""

_SENTENCE = re.compile(r"\S+ \S+ .+[.!?][\"”’')]?")
_TRAILING_NUMBER = re.compile(r"[\s_]*\d+$")
_PROSE_MARKS = frozenset("*_:\\")
"""Characters that may be markup in prose."""


def suggest_columns(
    cells: Mapping[str, Sequence[str]],
    pictures: Sequence[str],
    roles: Mapping[str, str],
    *,
    prose: bool,
) -> dict[str, Any]:
    """Return a suggested declaration for each column, as in a game.yaml, in the order on a card.

    `cells` are the texts of each column. The first column becomes the title. A declaration has a
    `head` if the column is printed with a label. `pictures` are the names of picture columns, and
    `roles` are the roles that the user chose. With `prose`, texts are declared as prose.
    """
    meanings = {key: find_column_meaning(key) for key in cells}
    text_names = [key for key in cells if meanings[key] in ("text", "flavour")]
    rules = [key for key in text_names if meanings[key] == "text"]
    # Numbered columns, such as option 1 and option 2, should get the same type.
    stems = {key: _TRAILING_NUMBER.sub("", normalize_column_name(key)) for key in cells}
    title = _choose_title(cells, pictures, roles, stems)
    colours = (key for key in cells if normalize_column_name(key) in COLOUR_NAMES)
    colours = (key for key in colours if _has_colours(cells[key]))
    colour = "" if "colour" in roles.values() else next(colours, "")
    values = [key for key in cells if key not in (title, colour)]
    spaced = {key: key.lstrip("@").replace("_", " ").replace(DECIMAL_DOT, ".") for key in values}
    labels = {key: " ".join(spaced[key].split()) or key for key in values}
    similar = {
        key: [cell for other in values if stems[other] == stems[key] for cell in cells[other]]
        for key in values
    }
    widths = {key: max(map(_measure_cell, similar[key])) for key in values}
    long = [key for key in values if widths[key] > _MAX_LINE and key not in text_names]
    # A few long cells do not make a column a text if another column is a text.
    texts = [key for key in long if _measure_mean_length(similar[key]) > _MAX_LINE]
    long = texts if texts or text_names else long
    long += [key for key in values if key not in long + text_names and _are_sentences(similar[key])]
    # With --prose, a line break in a cell stays a line break.
    is_only = len(values) == 1 and not pictures
    # Next to another text, or to a line with a label, nobody knows what a text without one is.
    half = _MAX_LINE / 2
    lines = [key for key in values if widths[key] > half]
    lines = [key for key in lines if _measure_mean_length(similar[key]) > half]
    has_labels = len({*long, *rules, *lines}) > 1
    plain: dict[str, Any] = {"type": "prose", "breaks": True} if prose else {"type": "plain"}
    is_id = bool(title) and meanings[title] in ("id", "credit")
    title_spec = plain | ({"role": "title"} if is_id else {})
    columns: dict[str, Any] = {title: title_spec} if title else {}
    columns |= dict.fromkeys(pictures, "image")
    for key in values:
        label = labels[key][0].upper() + labels[key][1:]
        has_marks = any(map(TAG.search, cells[key]))
        has_marks |= prose and any(_PROSE_MARKS & set(cell) for cell in cells[key])
        if key in text_names:
            columns[key] = plain | ({"title": label} if key in rules[1:] else {})
        elif key in long:
            columns[key] = plain | ({"title": label} if has_labels else {})
        elif kind := _detect_signed_type(cells[key]):
            columns[key] = {"type": kind, "head": label}
        elif widths[key] <= _MAX_FIGURE and not has_marks:
            columns[key] = {"type": "text", "head": label}
        else:
            # A single value, such as the answer to a question, needs no label, but a number does.
            is_number = all(map(_BARE_NUMBER.fullmatch, filter(None, cells[key])))
            has_label = prose or has_marks or not is_only or is_number
            columns[key] = plain | {"head": label} if has_label else {"type": "text"}
    columns |= {colour: "colour"} if colour else {}
    for key, role in roles.items():
        label = labels.get(key, key)
        columns[key] = _apply_role(role, columns[key], plain, label, cells.get(key, ()))
    kind_names = [key for key in values if key not in long and key not in roles]
    for key in _find_type_line_columns(kind_names if not is_only else (), roles, cells):
        columns[key] = plain | {"role": "type"}
    if not title:  # the template prints the first column without a head as title
        last = [key for key, spec in columns.items() if "head" not in spec and key not in pictures]
        columns |= {key: columns.pop(key) for key in last}
        if last and len(last) == len(columns):
            columns[last[0]] = {"role": "text"} | columns[last[0]]
    return {
        column: spec["type"] if isinstance(spec, dict) and len(spec) == 1 else spec
        for column, spec in columns.items()
    }


def _choose_title(
    cells: Mapping[str, Sequence[str]],
    pictures: Sequence[str],
    roles: Mapping[str, str],
    stems: Mapping[str, str],
) -> str:
    """Return the column with the titles of cards, or "" if the cards need none.

    `stems` are the names of the columns without a number at the end. The other arguments are those
    of `suggest_columns`.
    """
    meanings = {key: find_column_meaning(key) for key in cells}
    named = [key for key in cells if roles.get(key) == "title"]
    named += [key for key in cells if normalize_name(key) in list_usual_names("title")]
    named += [key for key in cells if meanings[key] == "title"]
    texts = [key for key in cells if not all(map(_NUMBER.fullmatch, filter(None, cells[key])))]
    text_names = [key for key in cells if meanings[key] in ("text", "flavour")]
    long_texts = [
        key for key in texts if key in text_names or _measure_mean_length(cells[key]) > _MAX_LINE
    ]
    # A title tells cards apart; what many cards share is shown as their type.
    kinds = [key for key in texts if key not in long_texts and _are_often_repeated(cells[key])]
    if long_texts:  # a card with a text needs no title
        others = [key for key in texts if key not in (*kinds, *long_texts)]
        types = [key for key in others if meanings[key] == "type"]
        repeated = {key for key in types if len({*cells[key]}) < len(cells[key])}
        repeated |= {key for key in others if [*stems.values()].count(stems[key]) > 1}
        kinds += [key for key in others if key in repeated]
    short = [key for key in texts if key not in long_texts + kinds]
    # A text next to pictures or numbers is not a title, and the card needs none. Nor is one of
    # several texts that are too long for a title.
    are_too_long = long_texts[1:] and _measure_mean_length(cells[long_texts[0]]) > _MAX_TITLE
    is_first_of_texts = not (pictures or are_too_long) and len(long_texts) == len(cells)
    has_no_title = bool(long_texts) and not short and not is_first_of_texts
    # An id tells cards apart too, but says nothing to a player.
    others = [key for key in texts if key not in text_names and meanings[key] != "id"]
    # A number is no title, because a title has no label, but an id tells cards of numbers apart.
    numbers = [key for key in cells if meanings[key] == "id" or len(cells) == 1]
    others = others or [key for key in texts if key not in text_names] or texts or numbers
    others = [key for key in others if key not in kinds or len(cells) == 1]
    return next(iter(named or ([] if has_no_title else others)), "")


def _find_type_line_columns(
    names: Sequence[str], roles: Mapping[str, str], cells: Mapping[str, Sequence[str]]
) -> Sequence[str]:
    """Return the columns for the type line: those whose cells are clear without a label.

    `names` are the columns to choose from, and `roles` are the roles that the user chose.
    """
    types = [key for key in names if find_column_meaning(key) == "type"]
    # What is the same on every card becomes a credit, which needs its label.
    types = [key for key in types if len(cells[key]) == 1 or len({*cells[key]}) > 1]
    types = [key for key, role in roles.items() if role == "type"] + types[:MAX_TYPES]
    return [key for key in types if all(map(_KIND.fullmatch, filter(None, cells[key])))]


def _apply_role(
    role: str, spec: Any, plain: Mapping[str, Any], label: str, cells: Sequence[str]
) -> dict[str, Any]:
    """Return the declaration of a column with the role that the user chose.

    `spec` is its declaration without the role, and `plain` that of a text column. `label` is the
    name of the column in print. `cells` are its texts.
    """
    declared = {"type": spec} if isinstance(spec, str) else dict(spec)
    head = {"head": label[0].upper() + label[1:]}
    if role in ("picture", "colour"):
        declared = {"type": "image" if role == "picture" else "colour"}
    elif role in ("title", "text", "flavour"):
        # Without its label, nobody knows what a bare number counts.
        needs_label = role != "title" and any(map(_BARE_NUMBER.fullmatch, cells))
        declared = {**plain, **(head if needs_label else {})}
    elif "head" not in declared:
        declared = {**plain, **head}
    return {**declared, "role": role}


def _detect_signed_type(cells: Sequence[str]) -> str:
    """Return `number` or `modifier` for cells with negative numbers of that type, else ""."""
    # As plain text, a negative number would be printed with a hyphen instead of a minus sign.
    filled = list(filter(None, cells))
    if any(cell.startswith("-") for cell in filled):
        for kind, pattern in (("number", _WHOLE_NUMBER), ("modifier", _SIGNED_NUMBER)):
            if all(map(pattern.fullmatch, filled)):
                return kind
    return ""


def normalize_column_name(name: str) -> str:
    """Return the name of a column in lower case, without a leading @, to compare it with others."""
    return name.lstrip("@").strip().casefold()


def _are_often_repeated(cells: Sequence[str]) -> bool:
    """Return whether a few different cells are shared by many cards, as in a type line."""
    different = {*filter(None, cells)}
    return len(different) <= min(_MAX_KINDS, len(cells) // 3)


def _are_sentences(cells: Sequence[str]) -> bool:
    """Return whether most filled cells are lines of three or more words that end as sentences."""
    filled = [*filter(None, cells)]
    return 2 * sum(bool(_SENTENCE.fullmatch(cell)) for cell in filled) > len(filled)


def _measure_cell(cell: str) -> int:
    """Return the number of characters in a cell, plus an amount for each line break and tab.

    The amount makes such a cell count as too long for one line.
    """
    return len(cell) + _MAX_LINE * any(char in cell for char in "\n\t")


def _measure_mean_length(cells: Sequence[str]) -> float:
    """Return the mean number of characters in the cells that are not empty."""
    return sum(map(_measure_cell, cells)) / len(list(filter(None, cells)))


def _has_colours(cells: Sequence[str]) -> bool:
    """Return whether cells are colours to print, such as #7a1f1a.

    Names such as red do not count: they may be terms of the game.
    """
    return any(cell.startswith("#") for cell in cells)
