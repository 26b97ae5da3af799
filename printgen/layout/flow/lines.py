"""Layout of inline content: text broken into lines of a given width, at a given font scale.

Text is measured once, at its full size, and the measures are scaled (CSS 2.1, 9.4.2 and 10.8). No
letter becomes smaller than its `--min-size`. The box around the text is unknown here.
"""

from collections.abc import Sequence
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from printgen.geometry import MM_PER_POINT, Matrix
from printgen.layout.flow.better_lines import count_bad_breaks, improve_lines
from printgen.layout.flow.boxes import InlinePicture, LaidText, Misfit, TextFlow
from printgen.layout.flow.floats import find_end_of_float, find_room
from printgen.layout.flow.line_breaking import LineBox, LineRange, Paragraph
from printgen.layout.flow.text_pieces import LINE_BREAK, TextPiece, TextStyle, split_paragraphs

_Record = TypeVar("_Record", LineBox, TextStyle)

TOLERANCE = 0.001
"""Tolerance for rounding in sums of lengths, in mm: too small to see or to cut."""

_MAX_BALANCED_LINES = 6
"""Most lines that are balanced; CSS Text 4, text-wrap: balance lets engines set a limit."""
_WIDER_SHARES = (0.25, 0.5, 0.75, 1.0)
"""Shares of the width left by balanced lines that are tried too, to avoid flaws of lines."""


class IntrinsicWidths(NamedTuple):
    """The intrinsic widths of content, in mm (CSS Sizing 3, 5: intrinsic size determination).

    `min_content` is the width if lines break at every opportunity. `max_content` is the width if
    they never break. `smallest` is the min-content width at the minimum font size.
    """

    smallest: float
    min_content: float
    max_content: float


class _MeasuredText(msgspec.Struct, frozen=True):
    """A text measured at one size, and the font scale that is still to be applied to its lines.

    `min_factor` is the largest of the minimum font scales of its pieces. `is_uniform` says that all
    pieces scale by the same factor.
    """

    flow: TextFlow
    paragraphs: tuple[Paragraph, ...]
    scale: float
    min_factor: float
    is_uniform: bool


def lay_out_text(flow: TextFlow, width: float, factor: float) -> LaidText:
    """Return the text at the font scale `factor`, broken into lines at most `width` mm wide.

    What does not fit is in the misfits of the result.
    """
    laid: LaidText = flow.cache.fetch((width, factor), lambda: _lay_out_lines(flow, width, factor))
    return laid


def measure_widths(flow: TextFlow, factor: float) -> IntrinsicWidths:
    """Return the intrinsic widths of a text at the font scale `factor`."""

    def compute_widths() -> IntrinsicWidths:
        smallest, _ = _find_content_widths(_measure_text(flow, 0.0))
        return IntrinsicWidths(smallest, *_find_content_widths(_measure_text(flow, factor)))

    result: IntrinsicWidths = flow.cache.fetch(("widths", factor), compute_widths)
    return result


def find_min_factor(style: TextStyle) -> float:
    """Return the font scale at which text of this style has its minimum size.

    The result is 1 if the text may not shrink.
    """
    if style.min_size is None:
        return 1.0
    return min(style.min_size * MM_PER_POINT / style.size, 1.0)


def _find_content_widths(measured: _MeasuredText) -> tuple[float, float]:
    """Return the min-content and the max-content width of a measured text, in mm."""
    min_content = max_content = 0.0
    for paragraph in measured.paragraphs:
        total = trailing = 0.0
        for unit in paragraph.units:
            total, trailing = total + unit.width + unit.space_width, unit.space_width
        # CSS Text 3, 4.1.2: spaces at the end of a line are removed.
        max_content = max(max_content, total - trailing)
        min_content = max(min_content, paragraph.min_content)
    return min_content * measured.scale, max_content * measured.scale


def _measure_text(flow: TextFlow, factor: float) -> _MeasuredText:
    """Return the text measured for line breaking at a font scale.

    If all its pieces scale equally, it is measured only once, at full size, and gets a scale for
    its lines.
    """
    full_size: _MeasuredText = flow.cache.fetch("full", lambda: _measure_text_at_full_size(flow))
    if full_size.is_uniform or factor >= max(full_size.min_factor, flow.min_factor):
        if factor >= 1:
            return full_size
        return replace(full_size, scale=max(factor, full_size.min_factor))
    shrunk: _MeasuredText = flow.cache.fetch(factor, lambda: _measure_scaled_pieces(flow, factor))
    return shrunk


def _measure_text_at_full_size(flow: TextFlow) -> _MeasuredText:
    min_factors = [
        find_min_factor(piece.style) for piece in flow.pieces if piece.text or piece.picture >= 0
    ]
    split = _split_paragraphs(flow, flow.pieces)
    min_factor = max(min_factors, default=1.0)
    is_uniform = min(min_factors, default=1.0) == min_factor == flow.min_factor
    return _MeasuredText(flow, split, 1.0, min_factor, is_uniform)


def _measure_scaled_pieces(flow: TextFlow, factor: float) -> _MeasuredText:
    """Return the text measured with its pieces scaled, each to its own minimum size at least."""
    scales = [max(factor, find_min_factor(piece.style)) for piece in flow.pieces]
    pieces = tuple(map(_scale_piece, flow.pieces, scales))
    pictures = list(flow.pictures)
    for piece, scale in zip(pieces, scales, strict=True):
        if piece.picture >= 0:
            pictures[piece.picture] = _scale_picture(pictures[piece.picture], scale)
    # CSS 2.1, 10.8.1: the strut of the block gives each line its minimum height; it scales too.
    strut_scale = max(factor, flow.min_factor)
    above, below = flow.above * strut_scale, flow.below * strut_scale
    shrunk = flow.replace(pieces=pieces, pictures=tuple(pictures), above=above, below=below)
    return _MeasuredText(shrunk, _split_paragraphs(flow, pieces), 1.0, 1.0, is_uniform=True)


def _split_paragraphs(flow: TextFlow, pieces: Sequence[TextPiece]) -> tuple[Paragraph, ...]:
    """Return the paragraphs of a text, with the inline boxes that continue from one to the next."""
    parts = [*split_paragraphs(pieces)]
    if not any(piece.style.boxes for piece in pieces):
        return tuple(Paragraph(part, flow.direction) for part in parts)
    # CSS Fragmentation 3, 6.1.2: a box that continues on the next line has no edge at its break.
    ends = [(part[0].style.boxes, part[-1].style.boxes) if part else ((), ()) for part in parts]
    befores, afters = [(), *(last for _, last in ends)], [*(first for first, _ in ends[1:]), ()]
    places = zip(parts, zip(befores, afters, strict=False), strict=True)
    return tuple(Paragraph(part, flow.direction, outside) for part, outside in places)


def _lay_out_lines(flow: TextFlow, available: float, factor: float) -> LaidText:
    measured = _measure_text(flow, factor)
    flow, scale = measured.flow, measured.scale
    unscaled_width, width_of_lines = available / scale, available
    lines: list[LineBox] = []
    width = unscaled_width
    if flow.text_wrap == "balance":
        width = _find_balanced_width(measured, unscaled_width)
    if flow.floats:
        lines = _break_next_to_floats(measured, available)
    else:
        for paragraph in measured.paragraphs:
            ranges = _break_paragraph(paragraph, flow.text_wrap, width, unscaled_width)
            lines += (paragraph.build_line(*ends, flow.above, flow.below) for ends in ranges)
        if scale != 1.0:
            lines = [_scale_line(line, scale) for line in lines]
    if flow.continues_field and lines:
        lines[0] = replace(lines[0], continues_field=True)
    if scale != 1.0:
        pictures = tuple(_scale_picture(picture, scale) for picture in flow.pictures)
        flow = flow.replace(pictures=pictures) if pictures else flow
    misfits: tuple[Misfit, ...] = ()
    excess, line = max(
        ((line.width - _get_room(line, available), line) for line in lines),
        key=itemgetter(0),
        default=(0.0, None),
    )
    if line and excess > 2 * TOLERANCE:
        available = _get_room(line, available)
        text = "".join(span.text for span in line.spans).strip()
        text = text if len(text) <= 60 else f"{text[:60]}…"
        space = max(available, 0.0)
        message = f'"{text}" is {line.width:.2f} mm wide in a space of {space:.2f} mm'
        field = next((span.style.field for span in line.spans if span.style.field), "")
        share = space / max(line.width, TOLERANCE)
        misfits = (Misfit(flow.line, field, message, share=share),)
    height = sum(line.above + line.below for line in lines)
    return LaidText(flow, tuple(lines), width_of_lines, height, misfits)


def _get_room(line: LineBox, available: float) -> float:
    """Return the space for a line in mm, which is `available` without floats."""
    return available if line.room is None else line.room


def _break_next_to_floats(measured: _MeasuredText, available: float) -> list[LineBox]:
    """Return the lines of a text, each in the space that floats leave (CSS 2.1, 9.5).

    `available` is the width of all lines that are not next to a float.
    """
    flow, scale, y = measured.flow, measured.scale, 0.0
    lines: list[LineBox] = []
    for paragraph in measured.paragraphs:
        start, is_last = 0, False
        while not is_last:
            top, height = y, (flow.above + flow.below) * scale
            while True:
                low, high = find_room(flow.floats, available, top, height)
                ends = next(paragraph.break_lines((high - low) / scale, start))
                line = paragraph.build_line(*ends, flow.above, flow.below)
                line = _scale_line(line, scale)
                end = find_end_of_float(flow.floats, top)
                if line.width > high - low + 2 * TOLERANCE and (low, high) != (0.0, available):
                    # A word that does not fit next to a float is below it.
                    top, height = end, (flow.above + flow.below) * scale
                elif line.above + line.below > height + TOLERANCE:
                    height = line.above + line.below
                else:
                    break
            line = replace(line, above=line.above + top - y, left=low, room=high - low)
            lines.append(line)
            y += line.above + line.below
            start, is_last = ends.end, ends.end == len(paragraph.letters)
    return lines


def _break_paragraph(
    paragraph: Paragraph, text_wrap: str, width: float, available: float
) -> Sequence[LineRange]:
    """Return lines at most `width` wide, or up to `available` if that avoids flaws.

    Both are in mm, and `text_wrap` is the CSS property. A flaw is a break that should be avoided.
    """
    lines: Sequence[LineRange] = tuple(paragraph.break_lines(width))
    if text_wrap == "wrap":
        return lines
    lines = improve_lines(paragraph, lines, width)
    flaws = count_bad_breaks(paragraph, lines, width) if width < available else 0
    for share in _WIDER_SHARES:
        if not flaws:
            break
        wider = width + share * (available - width)
        others = improve_lines(paragraph, tuple(paragraph.break_lines(wider)), wider)
        if (count := count_bad_breaks(paragraph, others, wider)) < flaws:
            lines, flaws = others, count
    return lines


def _find_balanced_width(measured: _MeasuredText, available: float) -> float:
    """Return the smallest width in mm that needs no more lines than the width `available`."""
    if len(measured.paragraphs) != 1 or any(
        LINE_BREAK in piece.text for piece in measured.flow.pieces
    ):
        return available
    (paragraph,) = measured.paragraphs
    count = len(tuple(paragraph.break_lines(available)))
    if not 1 < count <= _MAX_BALANCED_LINES or paragraph.min_content >= available:
        return available
    # CSS Text 4, text-wrap: balance: same number of lines, as even as possible.
    width: float = measured.flow.cache.fetch(
        ("balanced", count), lambda: _find_narrowest_width(paragraph, count, available)
    )
    return min(width, available)


def _find_narrowest_width(paragraph: Paragraph, count: int, available: float) -> float:
    """Return the smallest width in mm at which a paragraph has `count` lines, by bisection.

    It has as many at the width `available`.
    """
    low, high = paragraph.min_content, available
    while high - low > TOLERANCE:
        middle = (low + high) / 2
        if len(tuple(paragraph.break_lines(middle))) > count:
            low = middle
        else:
            high = middle
    return high


def _scale_lengths(record: _Record, scale: float, *names: str) -> _Record:
    """Return a record with the lengths in the attributes `names` multiplied by `scale`."""
    changes: dict[str, Any] = {name: getattr(record, name) * scale for name in names}
    return replace(record, **changes)


def _scale_piece(piece: TextPiece, scale: float) -> TextPiece:
    names = ("size", "tracking", "above", "below", "shift", "box_scale", "word_spacing")
    style = _scale_lengths(piece.style, scale, *names)
    return replace(piece, style=style, width=piece.width * scale, x=piece.x * scale)


def _scale_line(line: LineBox, scale: float) -> LineBox:
    spans = tuple(_scale_piece(span, scale) for span in line.spans)
    return replace(_scale_lengths(line, scale, "width", "above", "below"), spans=spans)


def _scale_picture(picture: InlinePicture, scale: float) -> InlinePicture:
    return InlinePicture(
        picture.width * scale,
        picture.height * scale,
        lambda matrix: picture.draw(matrix @ Matrix(a=scale, d=scale)),
        picture.below * scale,
    )
