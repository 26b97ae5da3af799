"""Turn an SVG text element into text runs.

White space collapses as in a browser; letter-spacing follows every letter, the last too; kerning
and ligatures are off. Text marked to be fitted shrinks to its box, but not below its least size.
It must not know what the words mean.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import floor
from typing import Any

from printgen.layout.breaks import foreign
from printgen.layout.document import SVG
from printgen.layout.elements import field_of, local
from printgen.layout.face import OWN, TextRun
from printgen.layout.fonts import SOFT, VARIANTS
from printgen.layout.geometry import MM_PER_POINT, Matrix
from printgen.layout.outlines import read_number, read_numbers
from printgen.layout.report import Report
from printgen.layout.style import Chain, Style
from printgen.problems import Failure

_UNSEEN = str.maketrans("", "", f"{SOFT}{VARIANTS}")
_SPACES = re.compile(r"[ \t\r\n\f]+")

Attributes = Callable[[Any], bool]
"""Whether an element carries only what it may; what it may not is reported."""


@dataclass(slots=True)
class _Piece:
    """Letters of one style. `x` or `y` given begins a chunk, which is anchored by itself."""

    text: str
    style: Style
    field: str | None
    line: int
    x: float | None
    y: float | None
    dx: float
    starts: bool
    width: float = 0.0


def set_text(
    element: Any, chain: Chain, matrix: Matrix, report: Report, attributes: Attributes
) -> tuple[TextRun, ...]:
    """The runs of a text element; mistakes and what does not fit go to `report`."""
    line: int = element.sourceline
    if not matrix.keeps_shapes:
        hint = "turn, move and scale both ways alike"
        report.wrong(line, "text stands under an uneven transform", hint)
        return ()
    try:
        pieces = list(_gather(element, chain, element.get("data-field"), report, attributes))
        _collapse(pieces)
        pieces = [piece for piece in pieces if piece.text or piece.starts or piece.dx]
        for piece in pieces:
            _check(piece, report)
        fit = element.get("data-fit")
        if fit is not None:
            _fit(fit, pieces, matrix, report, line)
    except ValueError as error:
        report.wrong(line, str(error))
        return ()
    except Failure as failure:
        report.take(failure.problems, line)
        return ()
    return tuple(_place(pieces, matrix))


def _gather(
    element: Any, chain: Chain, field: str | None, report: Report, attributes: Attributes
) -> Iterator[_Piece]:
    """The pieces of an element in reading order; the first carries its x, y and dx."""
    style, line = chain.style, element.sourceline
    if style.display == "none":
        return
    x, y, dx = (element.get(name) for name in ("x", "y", "dx"))
    yield _Piece(
        element.text or "",
        style,
        field,
        line,
        read_number(x) if x is not None else None,
        read_number(y) if y is not None else None,
        read_number(dx) if dx is not None else 0.0,
        x is not None or y is not None or element.tag != SVG + "tspan",
    )
    for child in element:
        if child.tag != SVG + "tspan":
            tag = local(child)
            report.wrong(child.sourceline, f"<{tag}> may not stand in text", "write tspan")
        elif attributes(child):
            below = chain.child("tspan", child.get("id", ""), child.get("class", ""))
            yield from _gather(child, below, field_of(child, field), report, attributes)
        if child.tail:
            yield _Piece(child.tail, style, field, line, None, None, 0.0, starts=False)


def _collapse(pieces: list[_Piece]) -> None:
    """White space becomes one space, none at either end, as if all pieces were one string."""
    spaced = True
    last: _Piece | None = None
    for piece in pieces:
        text = _SPACES.sub(" ", piece.text)
        if spaced and text.startswith(" "):
            text = text[1:]
        if text:
            spaced = text.endswith(" ")
            last = piece
        piece.text = piece.style.cased(text).translate(_UNSEEN)
    if last is not None and last.text.endswith(" "):
        last.text = last.text[:-1]


def _check(piece: _Piece, report: Report) -> None:
    """Reports what cannot be set; raises `Failure` where there is no such font."""
    style, text = piece.style, piece.text
    if not text:
        return
    box = piece.field or f'"{text[:30]}"'
    if style.fill is None:
        report.wrong(piece.line, "text without fill is not seen", "give it a fill", box)
    if style.stroke is not None:
        report.wrong(piece.line, "stroke on text is not in the subset", "write stroke: none", box)
    if style.white_space == "pre-line":
        hint = "place each line by its own tspan with x and y"
        report.wrong(piece.line, "white-space: pre-line has no meaning in SVG text", hint, box)
    odd = foreign(text)
    if odd:
        message = f"text with {odd} (U+{ord(odd):04X}) would not be set rightly"
        hint = "only scripts set from left to right, letter by letter, are laid out"
        report.unfit(piece.line, message, hint, box)
    stretches = style.faced(text)
    lacking = "".join(face.missing(part) for part, face in stretches)
    report.lacks(piece.line, "" if odd else lacking, box)
    piece.width = _width(style, text)


def _width(style: Style, text: str) -> float:
    """The advance of a text; tracking follows every letter."""
    advances = (face.advance(part, style.size) for part, face in style.faced(text))
    return sum(advances) + style.letter_spacing * len(text)


def _fit(fit: str, pieces: list[_Piece], matrix: Matrix, report: Report, line: int) -> None:
    """Shrinks the one piece of a text that is marked to be fitted, as far as it must and may."""
    numbers = read_numbers(fit)
    if len(numbers) != 2 or min(numbers) <= 0:
        raise ValueError(f'data-fit="{fit}" is not understood: write width and height in mm')
    if len(pieces) != 1:
        raise ValueError("data-fit takes plain text: no tspan may stand in it")
    (piece,) = pieces
    style = piece.style
    width, height = numbers
    share = min(1.0, height / style.size, width / piece.width if piece.width > 0 else 1.0)
    if share == 1.0:
        return
    # Rounded down, so that what was computed to fit still does when written in decimals.
    size = floor(style.size * share * 1000) / 1000
    share = size / style.size
    printed = size * matrix.scale / MM_PER_POINT
    least = style.min_size
    if least is None or printed < least - 1e-9:
        box = piece.field or f'"{piece.text[:30]}"'
        bound = "its font-size is fixed" if least is None else f"--min-size is {least:g} pt"
        message = (
            f'"{piece.text}" would need {printed:.2f} pt to fit {width:g} × {height:g} mm; {bound}'
        )
        hint = "shorten the text, enlarge the box or allow a smaller --min-size"
        report.unfit(line, message, hint, box)
    piece.style = replace(style, size=size, letter_spacing=style.letter_spacing * share)
    piece.width *= share


def _place(pieces: list[_Piece], matrix: Matrix) -> Iterator[TextRun]:
    """The runs, each chunk of pieces anchored at its own start."""
    x = y = 0.0
    for chunk in _chunks(pieces):
        first = chunk[0]
        x = first.x if first.x is not None else x
        y = first.y if first.y is not None else y
        lead = next((piece for piece in chunk if piece.text), first)
        anchor = lead.style.text_anchor
        if anchor != "start":
            length = sum(piece.dx + piece.width for piece in chunk)
            x -= length / 2 if anchor == "middle" else length
        for piece in chunk:
            x += piece.dx
            yield from _runs(piece, x, y, matrix)
            x += piece.width


def _chunks(pieces: list[_Piece]) -> Iterator[list[_Piece]]:
    chunk: list[_Piece] = []
    for piece in pieces:
        if piece.starts and chunk:
            yield chunk
            chunk = []
        chunk.append(piece)
    if chunk:
        yield chunk


def _runs(piece: _Piece, x: float, y: float, matrix: Matrix) -> Iterator[TextRun]:
    """The runs of one piece, each of one typeface and without the spaces at its ends."""
    style = piece.style
    points = matrix.scale / MM_PER_POINT
    if style.fill is None:
        return
    for stretch, face in style.faced(piece.text):
        inner = stretch.strip(" ")
        skipped = stretch[: len(stretch) - len(stretch.lstrip(" "))]
        before, width, whole = (
            face.advance(text, style.size) + style.letter_spacing * len(text)
            for text in (skipped, inner, stretch)
        )
        at_x, at_y = matrix.apply(x + before, y)
        x += whole
        if not inner:
            continue
        yield TextRun(
            at_x,
            at_y,
            inner,
            face,
            style.size * points,
            style.fill,
            width * matrix.scale,
            None if piece.field == OWN else piece.field,
            style.letter_spacing * points,
            matrix.angle,
            own=piece.field == OWN,
        )
