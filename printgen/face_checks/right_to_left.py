"""Pieces of text from right to left, as the checks read them.

The checks follow a text from left to right. So the pieces of such a line are moved to where they
would be if its script were written like that: each after the piece before it in the text, with the
space that is printed between both. A piece in a wrong place then overlaps the one before it.
"""

import re
from collections.abc import Callable, Sequence
from math import cos, inf, radians, sin

import msgspec

from printgen.directions import RIGHT_TO_LEFT, reorder
from printgen.face_checks.seen_face import ReadText

_Gap = Callable[[ReadText, ReadText], float | None]

_LETTER = re.compile(r"[^\W\d_]")
_TOUCH = 0.05
"""Largest gap, in mm, between the pieces of one word."""


def straighten_pieces(pieces: Sequence[ReadText], measure_gap: _Gap) -> Sequence[ReadText]:
    """Return the pieces of a text, in its order, as if it were written from left to right."""
    text = " ".join(piece.text for piece in pieces)
    if not RIGHT_TO_LEFT.search(text):
        return pieces
    first = _LETTER.search(text)
    # The direction of a paragraph is that of its first letter, or what the template sets.
    bases = (1,) if first and RIGHT_TO_LEFT.match(first[0]) else (0, 1)
    levels = (_find_levels(pieces, base, measure_gap) for base in bases)
    found = (_straighten_lines(pieces, own_levels, measure_gap) for own_levels in levels)
    # The best direction has the fewest overlaps.
    return max(found, key=lambda pair: pair[0])[1]


def _find_levels(pieces: Sequence[ReadText], base: int, measure_gap: _Gap) -> list[int]:
    """Return the level of each piece: even from left to right, odd otherwise (UAX #9, 3.3).

    A number has the level of the letters before it, as its place depends on them (W7, I1, I2), or
    of the letters that it touches, as in 2d6: a word may be in several pieces, one for each font.
    """
    levels: list[int] = []
    last_strong = base
    for index, piece in enumerate(pieces):
        if RIGHT_TO_LEFT.search(piece.text):
            last_strong = 1
            levels.append(1)
        elif _LETTER.search(piece.text):
            last_strong = 0
            levels.append(2 * base)
        elif re.search(r"\d", piece.text):
            is_apart = not _touches_latin(piece, pieces[index + 1 : index + 2], measure_gap)
            levels.append(1 if last_strong and is_apart else 2 if last_strong else 2 * base)
        else:
            levels.append(base)
    return levels


def _touches_latin(piece: ReadText, following: Sequence[ReadText], measure_gap: _Gap) -> bool:
    """Return whether the next piece is text from left to right that begins where this one ends."""
    if not following or not _LETTER.match(following[0].text):
        return False
    gap = measure_gap(piece, following[0])
    is_rtl = RIGHT_TO_LEFT.search(following[0].text)
    return not is_rtl and gap is not None and abs(gap) < _TOUCH


def _straighten_lines(
    pieces: Sequence[ReadText], levels: Sequence[int], measure_gap: _Gap
) -> tuple[float, Sequence[ReadText]]:
    """Return the smallest gap on a line, and the moved pieces."""
    smallest, moved = inf, list[ReadText]()
    start = 0
    for end in range(1, len(pieces) + 1):
        if end < len(pieces) and measure_gap(pieces[end - 1], pieces[end]) is not None:
            continue
        line, line_levels = pieces[start:end], levels[start:end]
        seen = reorder(line_levels)
        start, moved_line = end, [_move(line[0], line[seen[0]], 0.0)]
        for index in range(len(line) - 1):
            gap = _measure_space_after(index, line, line_levels, seen, measure_gap)
            smallest = min(smallest, gap)
            before = moved_line[-1]
            moved_line.append(_move(line[index + 1], before, before.width + gap))
        moved += moved_line
    return smallest, moved


def _measure_space_after(
    index: int, line: Sequence[ReadText], levels: Sequence[int], seen: list[int], measure_gap: _Gap
) -> float:
    """Return the space in mm between a piece and the next one in the text."""
    # The space is at the side of the piece with the lower level that faces the other piece.
    is_after = levels[index] <= levels[index + 1]
    place = seen.index(index if is_after else index + 1)
    is_right = is_after == (levels[seen[place]] % 2 == 0)
    left, right = (place, place + 1) if is_right else (place - 1, place)
    gap = measure_gap(line[seen[left]], line[seen[right]]) if left >= 0 else None
    return -inf if gap is None else gap


def _move(piece: ReadText, other: ReadText, distance: float) -> ReadText:
    """Return a piece at a distance in mm from the start of another one, on its baseline."""
    cosine, sine = cos(radians(other.angle)), sin(radians(other.angle))
    x, y = other.x + distance * cosine, other.y + distance * sine
    return msgspec.structs.replace(piece, x=x, y=y)
