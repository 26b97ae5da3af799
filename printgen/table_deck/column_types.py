"""Turn the names and cells of a table's columns into the types that a card prints them by."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

_TITLE_NAMES = {"name", "title"}
_COLOURS = ("colour", "color")
_TEXT_NAMES = ("text", "rules", "flavour", "flavor", "flavour text", "flavor text")
"""Columns that are a text by their name, which nobody prints over it."""

_MAX_FIGURE, _MAX_LINE = 6, 32
"""Letters: what is no longer stands as a figure in a box, or on a line beside its label."""

_WHOLE_NUMBER, _SIGNED_NUMBER = re.compile("0|-?[1-9][0-9]{0,8}"), re.compile("[+-][1-9][0-9]{0,8}")
_NUMBER = re.compile(r"[-+−]?\d+(?:[.,]\d+)*%?|[-–—]")
_TRAILING_NUMBER = re.compile(r"[\s_]*\d+$")
_PROSE_MARKS = frozenset("*_:\\")
"""Signs that may mean something in prose."""


def suggest_columns(
    cells: Mapping[str, Sequence[str]], pictures: Sequence[str], *, prose: bool
) -> dict[str, Any]:
    """The columns in the order in which a card has them, each as its declaration says it.

    The first is the title, what has a head is a value, what has none stands for itself.
    """
    named = [key for key in cells if fold(key) in _TITLE_NAMES]
    named += [key for key in cells if _TITLE_NAMES & {*re.split(r"[\s_-]+", fold(key))}]
    texts = [key for key in cells if not all(map(_NUMBER.fullmatch, filter(None, cells[key])))]
    long_texts = [key for key in texts if fold(key) in _TEXT_NAMES or _mean(cells[key]) > _MAX_LINE]
    short = [key for key in texts if key not in long_texts]
    # Beside pictures or figures a text needs no title, and is none.
    has_no_title = bool(long_texts and not short and (pictures or len(long_texts) < len(cells)))
    others = [key for key in texts if fold(key) not in _TEXT_NAMES] or texts or [*cells]
    title = next(iter(named or ([] if has_no_title else others)), "")
    colour = next((key for key in cells if fold(key) in _COLOURS and _has_colours(cells[key])), "")
    values = [key for key in cells if key not in (title, colour)]
    labels = {key: " ".join(key.lstrip("@").replace("_", " ").split()) or key for key in values}
    text_names = [key for key in values if labels[key].casefold() in _TEXT_NAMES]
    # Columns that are numbered, such as option 1 and option 2, look alike.
    stems = {key: _TRAILING_NUMBER.sub("", fold(key)) for key in values}
    similar = {
        key: [cell for other in values if stems[other] == stems[key] for cell in cells[other]]
        for key in values
    }
    long = [
        key
        for key in values
        if max(map(_measure_cell, similar[key])) > _MAX_LINE and key not in text_names
    ]
    # Beside a column of texts one that is long here and there is no text.
    long = [key for key in long if _mean(similar[key]) > _MAX_LINE] or ([] if text_names else long)
    is_only = len(values) == 1 and not pictures
    plain: dict[str, Any] = {"type": "prose", "breaks": True} if prose else {"type": "plain"}
    columns: dict[str, Any] = {title: plain} if title else {}
    columns |= dict.fromkeys(pictures, "image")
    for key in values:
        label = labels[key][0].upper() + labels[key][1:]
        has_marks = prose and any(_PROSE_MARKS & set(cell) for cell in cells[key])
        if key in text_names:
            columns[key] = plain
        elif key in long:
            # A text by itself needs no label.
            columns[key] = plain | ({"title": label} if len(long) > 1 else {})
        elif kind := _detect_signed_type(cells[key]):
            columns[key] = {"type": kind, "head": label}
        elif max(map(_measure_cell, similar[key])) <= _MAX_FIGURE and not has_marks:
            columns[key] = {"type": "text", "head": label}
        else:
            # Nor does an answer.
            columns[key] = plain | {"head": label} if prose or not is_only else {"type": "text"}
    columns |= {colour: "colour"} if colour else {}
    if not title:  # the first column without a head would be one
        last = [key for key, spec in columns.items() if "head" not in spec and key not in pictures]
        columns |= {key: columns.pop(key) for key in last}
    return {
        column: spec["type"] if isinstance(spec, dict) and len(spec) == 1 else spec
        for column, spec in columns.items()
    }


def _detect_signed_type(cells: Sequence[str]) -> str:
    """The type of numbers below nought, which are printed with a minus; nothing for other cells."""
    filled = list(filter(None, cells))
    if any(cell.startswith("-") for cell in filled):
        for kind, pattern in (("number", _WHOLE_NUMBER), ("modifier", _SIGNED_NUMBER)):
            if all(map(pattern.fullmatch, filled)):
                return kind
    return ""


def fold(name: str) -> str:
    """The name of a column as it is recognised."""
    return name.lstrip("@").strip().casefold()


def _measure_cell(cell: str) -> int:
    """How many letters a cell has; no line holds one of several lines, or parted by tabs."""
    return len(cell) + _MAX_LINE * any(char in cell for char in "\n\t")


def _mean(cells: Sequence[str]) -> float:
    """How many letters a cell has that is not empty."""
    return sum(map(_measure_cell, cells)) / len(list(filter(None, cells)))


def _has_colours(cells: Sequence[str]) -> bool:
    """Whether cells are inks; red and blue alone may be what a card is in play."""
    return any(cell.startswith("#") for cell in cells)
