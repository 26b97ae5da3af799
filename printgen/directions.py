"""Directions of text (UAX #9): its scripts, the level of each letter, and the order that is seen.

The control characters for embeddings and isolates are not supported.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from unicodedata import bidirectional

_STRONG_CLASSES = ("L", "R", "AL")
_SIDED_CLASSES = ("L", "R", "EN", "AN")
_BRACKETS = (
    "()",
    "[]",
    "{}",
    "⟨⟩",
    "⟪⟫",
    "「」",
    "『』",
    "【】",
    "〈〉",
    "《》",
    "（）",
    "［］",
    "｛｝",
)
_CLOSING_BY_OPENING = {pair[0]: pair[1] for pair in _BRACKETS}

RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""Matches a letter of a script that is written from right to left."""


_MIRROR_SIGNS = str.maketrans("()[]{}<>«»‹›≤≥≪≫⟨⟩⟪⟫", ")(][}{><»«›‹≥≤≫≪⟩⟨⟫⟪")


def has_direction(text: str) -> bool:
    """Return whether a text has a letter or a digit.

    Texts without any are written in either direction.
    """
    return any(bidirectional(letter) in (*_STRONG_CLASSES, "EN", "AN") for letter in text)


def mirror_brackets(text: str) -> str:
    """Return a text with each opening bracket replaced by the closing one, and the other way round.

    In text from right to left, brackets are drawn mirrored (UAX #9, L4).
    """
    return text.translate(_MIRROR_SIGNS)


def find_visual_order(levels: Sequence[int]) -> list[int]:
    """Return the indexes of the parts of a line, in the order in which they are seen from the left.

    `levels` is the embedding level of each part: even from left to right, odd from right to left.
    """
    order = list(range(len(levels)))
    for level in range(max(levels, default=0), 0, -1):  # UAX #9, L2
        start = 0
        for is_higher, group in groupby([levels[index] >= level for index in order]):
            end = start + len(list(group))
            if is_higher:
                order[start:end] = order[start:end][::-1]
            start = end
    return order


def find_base_level(text: str) -> int:
    """Return 1 if the first letter with a direction is written from right to left, else 0."""
    # UAX #9, P2 and P3
    return int(
        next((kind for kind in map(bidirectional, text) if kind in _STRONG_CLASSES), "L") != "L"
    )


@lru_cache(maxsize=4096)
def find_embedding_levels(text: str, base: int) -> tuple[int, ...]:
    """Return the embedding level (UAX #9) of each character of a paragraph.

    It is even for characters from left to right, and odd from right to left. `base` is the level of
    the paragraph, the result of `find_base_level`.
    """
    edge = "R" if base else "L"
    kinds = _resolve_separators(_resolve_numbers(text, edge))
    # UAX #9, W7: a number in text from left to right belongs to it.
    before = edge
    for index, kind in enumerate(kinds):
        if kind == "EN" and before == "L":
            kinds[index] = "L"
        elif kind in _STRONG_CLASSES:
            before = kind
    _resolve_brackets(text, kinds, edge)
    # N1 and N2: other signs take the direction on both sides of them, else that of the paragraph.
    index = 0
    for is_neutral, group in groupby(kinds[:], lambda kind: kind not in ("L", "R", "EN", "AN")):
        end = index + len(list(group))
        if is_neutral:
            sides = {_get_direction(kinds, index - 1, edge), _get_direction(kinds, end, edge)}
            kinds[index:end] = [edge if len(sides) > 1 else sides.pop()] * (end - index)
        index = end
    # I1 and I2
    steps = {"L": base, "R": 1 - base, "EN": 2 - base, "AN": 2 - base}
    return tuple(base + steps[kind] for kind in kinds)


def _resolve_brackets(text: str, kinds: list[str], edge: str) -> None:
    """Set the classes of both brackets of each pair in `kinds` to L or R (UAX #9, N0).

    `kinds` has the class of each character. `edge` is the direction of the paragraph, L or R.
    """
    for first, last in sorted(_pair_brackets(text)):
        inside = {
            "L" if kind == "L" else "R" for kind in kinds[first:last] if kind in _SIDED_CLASSES
        }
        before = (index for index in range(first - 1, -1, -1) if kinds[index] in _SIDED_CLASSES)
        if inside:
            side = edge if edge in inside else _get_direction(kinds, next(before, -1), edge)
            kinds[first] = kinds[last] = side


def _pair_brackets(text: str) -> Iterator[tuple[int, int]]:
    """Yield the indexes of an opening bracket and of the one that closes it (UAX #9, BD16)."""
    open_brackets: list[tuple[str, int]] = []
    for index, letter in enumerate(text):
        if letter in _CLOSING_BY_OPENING:
            open_brackets.append((_CLOSING_BY_OPENING[letter], index))
        closings = [closing for closing, _ in open_brackets]
        if letter in closings:
            place = len(closings) - 1 - closings[::-1].index(letter)
            yield open_brackets[place][1], index
            del open_brackets[place:]


def _get_direction(kinds: Sequence[str], index: int, edge: str) -> str:
    """Return the direction of the character at `index`, L or R.

    For an index outside the text, return `edge`, the direction of the paragraph.
    """
    if not 0 <= index < len(kinds):
        return edge
    return "L" if kinds[index] == "L" else "R"


def _resolve_numbers(text: str, edge: str) -> list[str]:
    """Return the bidirectional class of each character after the rules W1 to W3 (UAX #9).

    `edge` is the direction of the paragraph, L or R.
    """
    kinds: list[str] = []
    last_strong = edge
    for letter in text:
        kind = bidirectional(letter) or "L"
        if kind in _STRONG_CLASSES:
            last_strong = kind
        elif kind == "NSM":  # W1: a mark has the class of its letter
            kind = kinds[-1] if kinds else edge
        # W2 and W3: a number after an Arabic letter is an Arabic number.
        kinds.append(
            "AN" if kind == "EN" and last_strong == "AL" else "R" if kind == "AL" else kind
        )
    return kinds


def _resolve_separators(kinds: list[str]) -> list[str]:
    """Return the bidirectional classes of characters after the rules W4 to W6 (UAX #9).

    They make signs within or next to a number a part of it. `kinds` is changed too.
    """
    for index in range(1, len(kinds) - 1):
        first, kind, last = kinds[index - 1 : index + 2]
        is_part = (kind == "CS" and first in ("EN", "AN")) or (kind == "ES" and first == "EN")
        if is_part and first == last:
            kinds[index] = first
    index = 0
    for kind, group in groupby(kinds[:]):
        end = index + len(list(group))
        if kind == "ET" and "EN" in (*kinds[max(index - 1, 0) : index], *kinds[end : end + 1]):
            kinds[index:end] = ["EN"] * (end - index)
        index = end
    return ["ON" if kind in ("ES", "ET", "CS") else kind for kind in kinds]
