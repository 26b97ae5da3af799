"""Turn the names and cells of a table's columns into the types that a card prints them by."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

_TITLES = {"name", "title"}
_COLOURS = ("colour", "color")
_TEXTS = ("text", "rules", "flavour", "flavor", "flavour text", "flavor text")
"""Columns that are a text by their name, which nobody prints over it."""

_FIGURE, _LINE = 6, 32
"""Letters: what is no longer stands as a figure in a box, or on a line beside its label."""

_WHOLE, _SIGNED = re.compile("0|-?[1-9][0-9]{0,8}"), re.compile("[+-][1-9][0-9]{0,8}")
_NUMBER = re.compile(r"[-+−]?\d+(?:[.,]\d+)*%?|[-–—]")
_NUMBERED = re.compile(r"[\s_]*\d+$")
_MARKS = frozenset("*_:\\")
"""Signs that may mean something in prose."""


def suggest_columns(
    cells: Mapping[str, Sequence[str]], pictures: Sequence[str], *, prose: bool
) -> dict[str, Any]:
    """The columns in the order in which a card has them, each as its declaration says it.

    The first is the title, what has a head is a value, what has none stands for itself.
    """
    named = [one for one in cells if bare(one) in _TITLES]
    named += [one for one in cells if _TITLES & {*re.split(r"[\s_-]+", bare(one))}]
    texts = [one for one in cells if not all(map(_NUMBER.fullmatch, filter(None, cells[one])))]
    wordy = [one for one in texts if bare(one) in _TEXTS or _mean(cells[one]) > _LINE]
    short = [one for one in texts if one not in wordy]
    # Beside pictures or figures a text needs no title, and is none.
    is_none = bool(wordy and not short and (pictures or len(wordy) < len(cells)))
    others = [one for one in texts if bare(one) not in _TEXTS] or texts or [*cells]
    title = next(iter(named or ([] if is_none else others)), "")
    colour = next((one for one in cells if bare(one) in _COLOURS and _are_inks(cells[one])), "")
    values = [one for one in cells if one not in (title, colour)]
    said = {one: " ".join(one.lstrip("@").replace("_", " ").split()) or one for one in values}
    own = [one for one in values if said[one].casefold() in _TEXTS]
    # Columns that are numbered, such as option 1 and option 2, look alike.
    stems = {one: _NUMBERED.sub("", bare(one)) for one in values}
    kin = {
        one: [cell for other in values if stems[other] == stems[one] for cell in cells[other]]
        for one in values
    }
    long = [one for one in values if max(map(_length, kin[one])) > _LINE and one not in own]
    # Beside a column of texts one that is long here and there is no text.
    long = [one for one in long if _mean(kin[one]) > _LINE] or ([] if own else long)
    is_only = len(values) == 1 and not pictures
    plain: dict[str, Any] = {"type": "prose", "breaks": True} if prose else {"type": "plain"}
    columns: dict[str, Any] = {title: plain} if title else {}
    columns |= dict.fromkeys(pictures, "image")
    for one in values:
        label = said[one][0].upper() + said[one][1:]
        means = prose and any(_MARKS & set(cell) for cell in cells[one])
        if one in own:
            columns[one] = plain
        elif one in long:
            # A text by itself needs no label.
            columns[one] = plain | ({"title": label} if len(long) > 1 else {})
        elif kind := _signed(cells[one]):
            columns[one] = {"type": kind, "head": label}
        elif max(map(_length, kin[one])) <= _FIGURE and not means:
            columns[one] = {"type": "text", "head": label}
        else:
            # Nor does an answer.
            columns[one] = plain | {"head": label} if prose or not is_only else {"type": "text"}
    columns |= {colour: "colour"} if colour else {}
    if not title:  # the first column without a head would be one
        last = [one for one, spec in columns.items() if "head" not in spec and one not in pictures]
        columns |= {one: columns.pop(one) for one in last}
    return {
        name: spec["type"] if isinstance(spec, dict) and len(spec) == 1 else spec
        for name, spec in columns.items()
    }


def _signed(cells: Sequence[str]) -> str:
    """The type of numbers below nought, which are printed with a minus; nothing for other cells."""
    filled = list(filter(None, cells))
    if any(cell.startswith("-") for cell in filled):
        for kind, form in (("number", _WHOLE), ("modifier", _SIGNED)):
            if all(map(form.fullmatch, filled)):
                return kind
    return ""


def bare(name: str) -> str:
    """The name of a column as it is recognised."""
    return name.lstrip("@").strip().casefold()


def _length(cell: str) -> int:
    """How many letters a cell has; no line holds one of several lines, or parted by tabs."""
    return len(cell) + _LINE * any(one in cell for one in "\n\t")


def _mean(cells: Sequence[str]) -> float:
    """How many letters a cell has that is not empty."""
    return sum(map(_length, cells)) / len(list(filter(None, cells)))


def _are_inks(cells: Sequence[str]) -> bool:
    """Whether cells are inks; red and blue alone may be what a card is in play."""
    return any(cell.startswith("#") for cell in cells)
