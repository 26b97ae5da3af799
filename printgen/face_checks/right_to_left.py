"""Moves pieces of text from right to left, so that the checks can read them from left to right.

Each piece of such a line is moved to the right of the piece before it in the text, with the space
that is printed between both. A piece that is printed in a wrong place then overlaps another one.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, product
from math import cos, inf, radians, sin
from typing import NamedTuple
from unicodedata import normalize

from msgspec.structs import replace

from printgen.directions import (
    RIGHT_TO_LEFT,
    find_embedding_levels,
    find_visual_order,
    has_direction,
    mirror_brackets,
)
from printgen.face_checks.printed_face import (
    OVERLAP_TOLERANCE,
    PrintedText,
    is_word_space,
    measure_gap,
)

_LETTERS_BEFORE, _LETTERS_AFTER = ("", "a", "א", "ع"), ("", "a", "א")
"""Letters of each direction, to try around a line: they decide the levels of signs at its ends."""
_UNPRINTED_SIGNS = re.compile("[\u00ad\u200b\\s]+")
_FAR_OVERLAP = 1e3
"""The overlap in mm that is reported for pieces that are not next to each other."""


class _LinePart(NamedTuple):
    """A piece of a line with the text that it should have, or the space between two pieces.

    `piece` is None for a space. `level` is the embedding level (UAX #9, 3.3): even from left to
    right, odd from right to left.
    """

    piece: PrintedText | None
    text: str
    level: int


def convert_pieces_to_ltr(
    pieces: Sequence[PrintedText], text: str = "", *, is_rtl: bool = False
) -> Sequence[PrintedText]:
    """Return the pieces of one text, moved and ordered as if it were written from left to right.

    `text` is what the pieces should say together. Without it, a space between any two pieces is
    accepted. If `is_rtl` is true, the text may be in a paragraph from right to left even if none of
    its letters has that direction.
    """
    if not (is_rtl or has_rtl_letters(pieces)):
        return pieces
    words = [normalize("NFD", piece.text) for piece in pieces]
    texts = _split_text_by_pieces(normalize("NFD", text), words) or _split_text_by_pieces(
        " ".join(words), words
    )
    if not texts:
        return pieces
    straightened = list[PrintedText]()
    start = 0
    for end in range(1, len(pieces) + 1):
        if end < len(pieces) and measure_gap(pieces[end - 1], pieces[end]) is not None:
            continue
        first, last = 2 * start, 2 * end - 1
        around = "".join(texts[:first]), "".join(texts[last:])
        straightened += _convert_line_to_ltr(pieces[start:end], texts[first:last], around)
        start = end
    return straightened


def has_rtl_letters(pieces: Iterable[PrintedText]) -> bool:
    """Return whether any letter of the pieces belongs to a script written from right to left."""
    return bool(RIGHT_TO_LEFT.search("".join([piece.text for piece in pieces])))


def _split_text_by_pieces(text: str, words: Sequence[str]) -> Sequence[str]:
    """Return `text` in parts: what each piece prints and, in between, what separates pieces.

    `words` are the printed texts of the pieces. The result is empty if they have more or fewer
    letters than `text`.
    """
    places = [place for place, letter in enumerate(text) if not _UNPRINTED_SIGNS.match(letter)]
    counts = [len(_UNPRINTED_SIGNS.sub("", word)) for word in words]
    if sum(counts) != len(places) or not all(counts):
        return ()
    parts, start, end = list[str](), 0, 0
    for count in counts:
        parts.append(text[end : places[start]])
        end = places[start + count - 1] + 1
        parts.append(text[places[start] : end])
        start += count
    return parts[1:]


def _convert_line_to_ltr(
    pieces: Sequence[PrintedText], texts: Sequence[str], around: tuple[str, str]
) -> Sequence[PrintedText]:
    """Return the pieces of one line, moved as if it were written from left to right.

    `texts` are the parts of `_split_text_by_pieces` for this line: what each piece should print
    and, in between, what separates pieces. `around` are the texts before and after the line. If
    several directions are possible, the one with the fewest differences from `texts` is used.
    """
    best, fewest = pieces, inf
    ends = [*accumulate(map(len, texts))]
    for levels in _find_possible_levels("".join(texts), around, has_rtl_letters(pieces)):
        own_levels = [levels[end - len(text) : end] for text, end in zip(texts, ends, strict=True)]
        if any(len(set(piece_levels)) > 1 for piece_levels in own_levels[::2]):
            continue  # layout begins a piece where the level changes
        parts = [
            _LinePart(None if index % 2 else pieces[index // 2], text, own_levels[index][0])
            for index, text in enumerate(texts)
            if index % 2 == 0 or any(map(str.isspace, text))
        ]
        straightened, faults = _order_pieces(parts)
        if faults < fewest:
            best, fewest = straightened, faults
        if not faults:
            break
    return best


def _find_possible_levels(
    line: str, around: tuple[str, str], is_rtl: bool
) -> Iterator[tuple[int, ...]]:
    """Yield each possible sequence of embedding levels of a line, the most likely first.

    A sequence has one level for each letter: even from left to right, odd from right to left.
    `around` are the texts before and after the line. With `is_rtl`, the line is more likely to be
    in a paragraph from right to left.
    """
    # UAX #9, 3.3.1: a template may set the direction of a paragraph, and it may begin with others.
    # The lines around may be in other paragraphs.
    bases = (1, 0) if is_rtl else (0, 1)
    for lines, base, left, right in product(
        (around, ("", "")), bases, _LETTERS_BEFORE, _LETTERS_AFTER
    ):
        before, after = left + lines[0], lines[1] + right
        levels = find_embedding_levels(f"{before}{line}{after}", base)
        yield levels[len(before) : len(before) + len(line)]


def _order_pieces(parts: Sequence[_LinePart]) -> tuple[Sequence[PrintedText], int]:
    """Return the pieces of a line as if printed from left to right, and a score of its faults.

    `parts` are the pieces and the spaces between them, in the order of the text. Each piece gets
    the position that it would have from left to right. A piece in a wrong order scores 2. A missing
    or extra space, or a text that differs from what the piece should print, scores 1.
    """
    seen = find_visual_order([part.level for part in parts])
    first = next(piece for index in seen if (piece := parts[index].piece))
    straightened, faults, distance = list[PrintedText](), 0, 0.0
    cosine, sine = cos(radians(first.angle)), sin(radians(first.angle))
    for index, (piece, text, level) in enumerate(parts):
        if piece is None:
            continue
        if straightened:
            gap = _measure_gap_before(index, parts, seen)
            has_space = parts[index - 1].piece is None
            # Pieces in another order are worse than a space that is lost.
            faults += 2 * (gap < -OVERLAP_TOLERANCE) + (is_word_space(gap, piece) != has_space)
            distance += straightened[-1].width + gap
        letters = piece.text
        if not has_direction(letters):
            letters = mirror_brackets(letters)[::-1] if level % 2 else letters
            faults += letters != text
        x, y = first.x + distance * cosine, first.y + distance * sine
        straightened.append(replace(piece, text=letters, x=x, y=y))
    return straightened, faults


def _measure_gap_before(index: int, parts: Sequence[_LinePart], seen: Sequence[int]) -> float:
    """Return the space in mm between the piece `parts[index]` and the piece before it in the text.

    `seen` has the indices of `parts` in the order in which they are printed from left to right. The
    result is a large negative number if the two are not printed next to each other.
    """
    before, part = parts[index - 1 : index + 1]
    if before.piece is None:
        left = seen.index(index - 1) - 1
        right = left + 2
    else:
        # They meet at the side of the one with the lower level that faces the other one.
        is_before = before.level <= part.level
        place = seen.index(index - 1 if is_before else index)
        is_right = is_before == (parts[seen[place]].level % 2 == 0)
        left = place if is_right else place - 1
        right = left + 1
    if left < 0 or right >= len(seen):
        return -_FAR_OVERLAP
    first, second = parts[seen[left]].piece, parts[seen[right]].piece
    gap = measure_gap(first, second) if first and second else None
    return -_FAR_OVERLAP if gap is None else gap
