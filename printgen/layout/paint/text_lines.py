"""Painting of laid-out lines of text, with the inline boxes and underlines in them.

All sizes are already known. Only `text-align` and `word-spacing` are applied here.
"""

import re
from collections.abc import Iterator
from math import inf

from msgspec.structs import replace

from printgen.face.face import OWN_TEXT_FIELD, Item, Shape, TextRun
from printgen.face.letters import draw_letters
from printgen.face.outlines import make_rectangle
from printgen.face.transform import transform_item
from printgen.geometry import MM_PER_POINT, Matrix, make_box
from printgen.layout.flow.boxes import LaidText, TextFlow
from printgen.layout.flow.line_breaking import LineBox
from printgen.layout.flow.lines import lay_out_text
from printgen.layout.flow.text_pieces import NO_BREAK_SPACE, InlineBox, TextPiece
from printgen.layout.paint.box_decorations import paint_box_decorations, paint_inner_outline
from printgen.layout.paint.text_shadows import paint_text_shadows

_UNPRINTED_SPACES = " " + NO_BREAK_SPACE
"""Spaces that are not printed at the ends of a text run."""
_AFTER_SPACE = re.compile(f"(?<=[ {NO_BREAK_SPACE}])")
"""The place after each space that separates words."""


def paint_text(laid: LaidText, x: float, y: float, items: list[Item]) -> None:
    """Append the items of a laid-out text with its top left corner at `x`, `y` to `items`."""
    flow, shadows = laid.flow, list[Item]()
    first = len(items)
    for line in laid.lines:
        room = laid.width if line.room is None else line.room
        spare = room - line.width  # CSS Text 3, 6.1 (text-align)
        # CSS Text 3, 6.3: with auto, justified text is at the start of its last line.
        is_set = line.is_last and flow.align_last != "auto"
        align = flow.align_last if is_set else flow.text_align
        is_justified = align == "justify" and (is_set or not line.is_last)
        if is_justified or any(span.style.word_spacing for span in line.spans):
            line = _justify_line(line, spare if is_justified else 0.0)
            spare = room - line.width
        starts = ("start", "justify") if line.is_rtl else ("end",)
        is_right = align == "right" or align in starts
        start = x + line.left + (spare if is_right else spare / 2 if align == "center" else 0.0)
        _paint_text_line(laid, line, start, y + line.above, items, shadows)
        y += line.above + line.below
    if shadows:
        # CSS Text Decoration 4, 4: no shadow is painted over the text next to it.
        added = items[first:]
        texts = [item for item in added if isinstance(item, TextRun)]
        others = [item for item in added if not isinstance(item, TextRun)]
        items[first:] = (*others, *shadows, *texts)


def draw_text_line(flow: TextFlow) -> tuple[tuple[Item, ...], float]:
    """Return the items of a text on one line, from the start of its baseline, and its width."""
    laid, items = lay_out_text(flow.replace(text_align="left"), inf, 1.0), list[Item]()
    (line,) = laid.lines
    paint_text(laid, 0.0, -line.above, items)
    return tuple(items), line.width


def _justify_line(line: LineBox, spare: float) -> LineBox:
    """Return a line with each word in a span of its own, and `spare` mm shared among its spaces."""
    # CSS Text 3, 7.1: a no-break space separates words, too. The thin spaces do not.
    parts = [
        (span, [span.text] if span.picture >= 0 else _AFTER_SPACE.split(span.text))
        for span in sorted(line.spans, key=lambda span: span.x)
    ]
    count = sum(len(texts) - 1 for _, texts in parts)
    # CSS Text 3, 6.4: a line without spaces stays as it is.
    extra, shift = max(spare, 0.0) / count if count else 0.0, 0.0
    spans: list[TextPiece] = []
    for span, texts in parts:
        x, is_rtl, last = span.x + shift, span.level % 2 == 1, len(texts) - 1
        for number in range(len(texts))[:: -1 if is_rtl else 1]:
            has_space = number < last
            opens, closes = 0 if number else span.opens, 0 if has_space else span.closes
            piece = replace(span, text=texts[number], opens=opens, closes=closes)
            gap = extra if has_space else 0.0
            width = span.style.measure_width(piece.text) if span.picture < 0 else span.width
            width += sum(piece.edges) if span.picture < 0 else 0.0
            # The space of a word from right to left is on its left.
            spans.append(replace(piece, x=x + gap if is_rtl else x, width=width + gap))
            x, shift = x + width + gap, shift + gap
    return replace(line, spans=tuple(spans), width=line.width + extra * count)


def _paint_text_line(
    laid: LaidText, line: LineBox, x: float, baseline: float, items: list[Item], shadows: list[Item]
) -> None:
    """Append the items of a line to `items`, and the shadows of its text to `shadows`."""
    line_baseline, boxes = baseline, set[InlineBox]()
    previous: TextPiece | None = None
    for span in line.spans:
        edge = 0.0
        continues = (
            _is_continuation(span, previous)
            if previous
            else line.continues_field and span is line.spans[0]
        )
        previous = span
        if span.style.boxes:
            edge, _ = span.edges
            # CSS 2.1, appendix E.2, 7.2.1: an inline box is painted before its content.
            for box in span.style.boxes:
                if box not in boxes:
                    items += _paint_inline_box(box, line, x, line_baseline)
            boxes.update(span.style.boxes)
        if span.picture >= 0:
            picture = laid.flow.pictures[span.picture]
            top_left = x + span.x + edge, line_baseline - span.style.above
            items.extend(picture.draw(Matrix(e=top_left[0], f=top_left[1])))
            continue
        # Spaces at the ends of a run leave no ink, and would confuse the reading of the PDF.
        style, text = span.style, span.text.strip(_UNPRINTED_SPACES)
        baseline = line_baseline - style.shift
        if style.underline:
            # CSS Text Decoration 3, 5.3: underlines are painted before the text.
            top, thickness, ink = style.underline
            width = span.width - sum(span.edges)
            place = x + span.x + edge, baseline + top * style.size, width, thickness * style.size
            items.append(Shape(make_rectangle(*place), ink))
        if not text:
            continue
        skipped = len(span.text) - len(span.text.lstrip(_UNPRINTED_SPACES))
        if span.level % 2:
            skipped = len(span.text) - len(span.text.rstrip(_UNPRINTED_SPACES))
        left = span.x + edge + (style.measure_width(" " * skipped) if skipped else 0.0)
        run = TextRun(
            x + left,
            baseline,
            text,
            style.typeface,
            style.size / MM_PER_POINT,
            style.colour,
            style.measure_width(text),
            None if style.field == OWN_TEXT_FIELD else style.field,
            style.tracking / MM_PER_POINT,
            continues_field=continues,
            is_own_text=style.field == OWN_TEXT_FIELD,
            outline=style.outline,
            outline_width=style.outline_width,
            features=style.features,
            is_rtl=span.level % 2 == 1,
            is_on_artwork=style.is_on_artwork,
            shadows=style.shadows,
        )
        items.append(draw_letters(run) if style.is_ornament else run)
        shadows += paint_text_shadows(run, style.shadows)


def _is_continuation(span: TextPiece, previous: TextPiece) -> bool:
    """Return whether a span continues the word that ends the span before it, `previous`.

    The two are separate because an edge of an inline box, or a shift of the baseline, is between
    them.
    """
    style, last = span.style, previous.style
    is_apart = style.boxes != last.boxes or style.shift != last.shift
    is_joined = not (previous.text.endswith(" ") or span.text.startswith(" "))
    return is_apart and is_joined and style.field == last.field


def _paint_inline_box(box: InlineBox, line: LineBox, x: float, baseline: float) -> Iterator[Item]:
    """Yield the background and border of the part of an inline box on a line (CSS 2.1, 8.6)."""
    spans = [span for span in line.spans if box in span.style.boxes]
    style, scale = box.style, spans[0].style.box_scale
    lefts, rights, ends = list[float](), list[float](), set[int]()
    for span in spans:
        places = [0.0, 0.0]
        for end, side in enumerate((3, 1)):
            boxes = span.edge_boxes[end]
            if box in boxes:
                outer = sum(other.sides[side] for other in boxes[: boxes.index(box)])
                places[end] = (outer + style.resolve_margins(0.0)[side]) * scale
                ends.add(side)
        lefts.append(span.x + places[0])
        rights.append(span.x + span.width - places[1])
    top, _, bottom, _ = style.border_padding
    # CSS Backgrounds 3, 5.4: at a break, the box has no border and no rounded corners.
    ends |= {0, 2}
    border = tuple(size if side in ends else 0.0 for side, size in enumerate(style.border))
    corners = ((3,), (1,), (1,), (3,))
    radii = tuple(
        radius if ends.issuperset(sides) else 0.0
        for radius, sides in zip(style.radii, corners, strict=True)
    )
    width, height = (max(rights) - min(lefts)) / scale, box.ascent + top + box.descent + bottom
    items: list[Item] = []
    part, part_style = make_box(0.0, 0.0, width, height), replace(style, border=border, radii=radii)
    paint_box_decorations(part_style, part, items)
    items += paint_inner_outline(part_style, part)
    place = x + min(lefts), baseline - (box.ascent + top) * scale
    matrix = Matrix(a=scale, d=scale, e=place[0], f=place[1])
    yield from (transform_item(item, matrix) for item in items)
