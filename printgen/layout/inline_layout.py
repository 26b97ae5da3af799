"""Turn words into lines no wider than a room, their type shrunk by a factor.

Words are measured once, at their full size; no letter goes below its least size. It must not know
which box the words stand in.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple

from printgen.layout.boxes import InlinePicture, LaidText, Misfit, TextFlow
from printgen.layout.geometry import MM_PER_POINT, Matrix
from printgen.layout.line_breaking import (
    BREAK,
    LineBox,
    Paragraph,
    TextPiece,
    TextStyle,
    split_paragraphs,
)

SLACK = 0.001
"""Mm by which sums of lengths may miss: far below what is seen or cut."""

_MAX_BALANCED_LINES = 6
"""Lines that browsers balance at most."""


class IntrinsicWidths(NamedTuple):
    """How wide content makes a box: at least, with its type at its least size; with every break
    taken; and with none."""

    smallest: float
    min_content: float
    max_content: float


@dataclass(frozen=True, slots=True)
class _MeasuredText:
    """Words as measured: by how much they are scaled once broken, and the factors they reach."""

    flow: TextFlow
    paragraphs: tuple[Paragraph, ...]
    scale: float
    min_factor: float
    is_uniform: bool


def lay_out_text(flow: TextFlow, room: float, factor: float) -> LaidText:
    """The lines of words in a room, with what is too wide for it."""
    laid: LaidText = flow.cache.fetch((room, factor), lambda: _lay_out_lines(flow, room, factor))
    return laid


def measure_widths(flow: TextFlow, factor: float) -> IntrinsicWidths:
    """How wide words are with every break taken, at their least size and at `factor`; with none."""

    def compute_widths() -> IntrinsicWidths:
        smallest, _ = _sum_unit_widths(_measure_text(flow, 0.0))
        return IntrinsicWidths(smallest, *_sum_unit_widths(_measure_text(flow, factor)))

    result: IntrinsicWidths = flow.cache.fetch(("widths", factor), compute_widths)
    return result


def find_min_factor(style: TextStyle) -> float:
    """The factor at which type reaches its least size; 1 where it may not shrink."""
    if style.min_size is None:
        return 1.0
    return min(style.min_size * MM_PER_POINT / style.size, 1.0)


def _sum_unit_widths(measured: _MeasuredText) -> tuple[float, float]:
    min_content = max_content = 0.0
    for paragraph in measured.paragraphs:
        total = trailing = 0.0
        for _, text_width, space_width in paragraph.units:
            min_content, total, trailing = (
                max(min_content, text_width),
                total + text_width + space_width,
                space_width,
            )
        max_content = max(max_content, total - trailing)
    return min_content * measured.scale, max_content * measured.scale


def _measure_text(flow: TextFlow, factor: float) -> _MeasuredText:
    """The words to be broken for a factor: as they are where all type scales alike."""
    full_size: _MeasuredText = flow.cache.fetch("full", lambda: _measure_full_size(flow))
    if full_size.is_uniform or factor >= max(full_size.min_factor, flow.min_factor):
        if factor >= 1:
            return full_size
        return replace(full_size, scale=max(factor, full_size.min_factor))
    shrunk: _MeasuredText = flow.cache.fetch(factor, lambda: _measure_scaled_pieces(flow, factor))
    return shrunk


def _measure_full_size(flow: TextFlow) -> _MeasuredText:
    min_factors = [
        find_min_factor(piece.style) for piece in flow.pieces if piece.text or piece.picture >= 0
    ]
    split = tuple(map(Paragraph, split_paragraphs(flow.pieces)))
    min_factor = max(min_factors, default=1.0)
    is_uniform = min(min_factors, default=1.0) == min_factor == flow.min_factor
    return _MeasuredText(flow, split, 1.0, min_factor, is_uniform)


def _measure_scaled_pieces(flow: TextFlow, factor: float) -> _MeasuredText:
    """Words measured anew, each piece as far smaller as it may be."""
    scales = [max(factor, find_min_factor(piece.style)) for piece in flow.pieces]
    pieces = tuple(map(_scale_piece, flow.pieces, scales))
    pictures = list(flow.pictures)
    for piece, scale in zip(pieces, scales, strict=True):
        if piece.picture >= 0:
            pictures[piece.picture] = _scale_picture(pictures[piece.picture], scale)
    strut_scale = max(factor, flow.min_factor)
    above, below = flow.above * strut_scale, flow.below * strut_scale
    shrunk = replace(flow, pieces=pieces, pictures=tuple(pictures), above=above, below=below)
    return _MeasuredText(
        shrunk, tuple(map(Paragraph, split_paragraphs(pieces))), 1.0, 1.0, is_uniform=True
    )


def _lay_out_lines(flow: TextFlow, available: float, factor: float) -> LaidText:
    measured = _measure_text(flow, factor)
    flow, scale = measured.flow, measured.scale
    unscaled_width = available / scale
    lines: list[LineBox] = []
    width = _balance_width(measured, unscaled_width) if flow.balance else unscaled_width
    for paragraph in measured.paragraphs:
        line_ranges = paragraph.break_lines(width)
        lines += (paragraph.build_line(*item, flow.above, flow.below) for item in line_ranges)
    if scale != 1.0:
        lines = [_scale_line(line, scale) for line in lines]
        pictures = tuple(_scale_picture(item, scale) for item in flow.pictures)
        flow = replace(flow, pictures=pictures) if pictures else flow
    misfits: tuple[Misfit, ...] = ()
    line = max(lines, key=lambda line: line.width, default=None)
    if line and line.width > available + 2 * SLACK:
        text = "".join(span.text for span in line.spans)
        text = text if len(text) <= 60 else f"{text[:60]}…"
        message = f'"{text}" is {line.width:.2f} mm wide in a room of {max(available, 0.0):.2f} mm'
        field = next((span.style.field for span in line.spans if span.style.field), "")
        misfits = (
            Misfit(flow.line, field, message, share=max(available, 0.0) / max(line.width, SLACK)),
        )
    height = sum(line.above + line.below for line in lines)
    return LaidText(flow, tuple(lines), available, height, misfits)


def _balance_width(measured: _MeasuredText, available: float) -> float:
    """The least width in which the lines are no more than in the whole room."""
    if len(measured.paragraphs) != 1 or any(BREAK in piece.text for piece in measured.flow.pieces):
        return available
    (paragraph,) = measured.paragraphs
    count = len(tuple(paragraph.break_lines(available)))
    if not 1 < count <= _MAX_BALANCED_LINES:
        return available
    low, high = max(text_width for _, text_width, _ in paragraph.units), available
    while high - low > SLACK:
        middle = (low + high) / 2
        if len(tuple(paragraph.break_lines(middle))) > count:
            low = middle
        else:
            high = middle
    return high


def _scale_text_style(style: TextStyle, scale: float) -> TextStyle:
    return replace(
        style,
        size=style.size * scale,
        tracking=style.tracking * scale,
        above=style.above * scale,
        below=style.below * scale,
    )


def _scale_piece(piece: TextPiece, scale: float) -> TextPiece:
    style = _scale_text_style(piece.style, scale)
    return replace(piece, style=style, width=piece.width * scale, x=piece.x * scale)


def _scale_line(line: LineBox, scale: float) -> LineBox:
    return replace(
        line,
        spans=tuple(_scale_piece(span, scale) for span in line.spans),
        width=line.width * scale,
        above=line.above * scale,
        below=line.below * scale,
    )


def _scale_picture(picture: InlinePicture, scale: float) -> InlinePicture:
    return InlinePicture(
        picture.width * scale,
        picture.height * scale,
        lambda matrix: picture.draw(matrix @ Matrix(a=scale, d=scale)),
    )
