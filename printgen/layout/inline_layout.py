"""Turn words into lines no wider than a room, their type shrunk by a factor.

Words are measured once, at their full size; no letter goes below its least size. It must not know
which box the words stand in.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple

from printgen.layout.boxes import Flow, LaidWords, Misfit, PictureInLine
from printgen.layout.geometry import MM_PER_POINT, Matrix
from printgen.layout.line_breaking import BREAK, Ink, LineBox, Paragraph, Piece, paragraphs

SLACK = 0.001
"""Mm by which sums of lengths may miss: far below what is seen or cut."""

_BALANCED = 6
"""Lines that browsers balance at most."""


class Extents(NamedTuple):
    """How wide content makes a box: at least, with its type at its least size; with every break
    taken; and with none."""

    least: float
    narrow: float
    wide: float


@dataclass(frozen=True, slots=True)
class _Measured:
    """Words as measured: by how much they are scaled once broken, and the factors they reach."""

    words: Flow
    paragraphs: tuple[Paragraph, ...]
    scale: float
    least: float
    even: bool


def lay_words(words: Flow, room: float, factor: float) -> LaidWords:
    """The lines of words in a room, with what is too wide for it."""
    laid: LaidWords = words.known.once((room, factor), lambda: _lay(words, room, factor))
    return laid


def widths(words: Flow, factor: float) -> Extents:
    """How wide words are with every break taken, at their least size and at `factor`; with none."""

    def make() -> Extents:
        least, _ = _extents(_measured(words, 0.0))
        return Extents(least, *_extents(_measured(words, factor)))

    found: Extents = words.known.once(("widths", factor), make)
    return found


def least_of(ink: Ink) -> float:
    """The factor at which type reaches its least size; 1 where it may not shrink."""
    if ink.min_size is None:
        return 1.0
    return min(ink.min_size * MM_PER_POINT / ink.size, 1.0)


def _extents(found: _Measured) -> tuple[float, float]:
    narrow = wide = 0.0
    for paragraph in found.paragraphs:
        whole = trailing = 0.0
        for _, inked, spaces in paragraph.units:
            narrow, whole, trailing = max(narrow, inked), whole + inked + spaces, spaces
        wide = max(wide, whole - trailing)
    return narrow * found.scale, wide * found.scale


def _measured(words: Flow, factor: float) -> _Measured:
    """The words to be broken for a factor: as they are where all type scales alike."""
    full: _Measured = words.known.once("full", lambda: _in_full(words))
    if full.even or factor >= max(full.least, words.least):
        if factor >= 1:
            return full
        return replace(full, scale=max(factor, full.least))
    shrunk: _Measured = words.known.once(factor, lambda: _piecewise(words, factor))
    return shrunk


def _in_full(words: Flow) -> _Measured:
    leasts = [least_of(piece.ink) for piece in words.pieces if piece.text or piece.picture >= 0]
    parted = tuple(map(Paragraph, paragraphs(words.pieces)))
    most = max(leasts, default=1.0)
    even = min(leasts, default=1.0) == most == words.least
    return _Measured(words, parted, 1.0, most, even)


def _piecewise(words: Flow, factor: float) -> _Measured:
    """Words measured anew, each piece as far smaller as it may be."""
    scales = [max(factor, least_of(piece.ink)) for piece in words.pieces]
    pieces = tuple(map(_shrunk, words.pieces, scales))
    pictures = list(words.pictures)
    for piece, scale in zip(pieces, scales, strict=True):
        if piece.picture >= 0:
            pictures[piece.picture] = _smaller(pictures[piece.picture], scale)
    strut = max(factor, words.least)
    above, below = words.above * strut, words.below * strut
    shrunk = replace(words, pieces=pieces, pictures=tuple(pictures), above=above, below=below)
    return _Measured(shrunk, tuple(map(Paragraph, paragraphs(pieces))), 1.0, 1.0, even=True)


def _lay(words: Flow, room: float, factor: float) -> LaidWords:
    found = _measured(words, factor)
    words, scale = found.words, found.scale
    inner = room / scale
    lines: list[LineBox] = []
    width = _balanced(found, inner) if words.balance else inner
    for paragraph in found.paragraphs:
        ends = paragraph.fill(width)
        lines += (paragraph.line(*one, words.above, words.below) for one in ends)
    if scale != 1.0:
        lines = [_scaled(line, scale) for line in lines]
        pictures = tuple(_smaller(one, scale) for one in words.pictures)
        words = replace(words, pictures=pictures) if pictures else words
    misfits: tuple[Misfit, ...] = ()
    line = max(lines, key=lambda line: line.width, default=None)
    if line and line.width > room + 2 * SLACK:
        text = "".join(span.text for span in line.spans)
        text = text if len(text) <= 60 else f"{text[:60]}…"
        message = f'"{text}" is {line.width:.2f} mm wide in a room of {max(room, 0.0):.2f} mm'
        field = next((span.ink.field for span in line.spans if span.ink.field), "")
        misfits = (
            Misfit(words.line, field, message, share=max(room, 0.0) / max(line.width, SLACK)),
        )
    height = sum(line.above + line.below for line in lines)
    return LaidWords(words, tuple(lines), room, height, misfits)


def _balanced(found: _Measured, room: float) -> float:
    """The least width in which the lines are no more than in the whole room."""
    if len(found.paragraphs) != 1 or any(BREAK in one.text for one in found.words.pieces):
        return room
    (paragraph,) = found.paragraphs
    count = len(tuple(paragraph.fill(room)))
    if not 1 < count <= _BALANCED:
        return room
    low, high = max(inked for _, inked, _ in paragraph.units), room
    while high - low > SLACK:
        middle = (low + high) / 2
        if len(tuple(paragraph.fill(middle))) > count:
            low = middle
        else:
            high = middle
    return high


def _inked(ink: Ink, scale: float) -> Ink:
    return replace(
        ink,
        size=ink.size * scale,
        tracking=ink.tracking * scale,
        above=ink.above * scale,
        below=ink.below * scale,
    )


def _shrunk(piece: Piece, scale: float) -> Piece:
    ink = _inked(piece.ink, scale)
    return replace(piece, ink=ink, width=piece.width * scale, x=piece.x * scale)


def _scaled(line: LineBox, scale: float) -> LineBox:
    return replace(
        line,
        spans=tuple(_shrunk(span, scale) for span in line.spans),
        width=line.width * scale,
        above=line.above * scale,
        below=line.below * scale,
    )


def _smaller(picture: PictureInLine, scale: float) -> PictureInLine:
    return PictureInLine(
        picture.width * scale,
        picture.height * scale,
        lambda matrix: picture.draw(matrix @ Matrix(a=scale, d=scale)),
    )
