"""Turn laid boxes into the items of a face.

Backgrounds and borders come before what stands on them. What is laid the same in the same place is
painted once. It decides nothing but where each line starts; every size is already known.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from printgen.layout.boxes import Anchor, Laid, LaidFigure, LaidPart, LaidWords
from printgen.layout.breaks import LineBox
from printgen.layout.face import OWN, Colour, Item, Segment, Shape, TextRun
from printgen.layout.frame import AS_IT_IS, Frame, of
from printgen.layout.geometry import IDENTITY, MM_PER_POINT, Matrix
from printgen.layout.outlines import rounded, transformed
from printgen.layout.style import Style
from printgen.layout.transform import extent
from printgen.once import Answers

MAX_KEPT = 8_192

_SPACES = " \u00a0"
"""What leaves no ink: it belongs to no run's ends, and alone it is no run."""

_Later = tuple[float, float, LaidPart]

_NOWHERE = (float("inf"), float("inf"), float("-inf"), float("-inf"))


@dataclass(frozen=True, slots=True)
class PaintedBox:
    """What a laid box prints, in painting order, and its reach: left, top, right and bottom.

    `later` is what in it is positioned, with its place, for a box around it to paint. `part` is the
    box, held so that its identity stays its own.
    """

    items: tuple[Item, ...]
    reach: tuple[float, float, float, float]
    later: tuple[_Later, ...] = ()
    part: LaidPart | None = None


class Painter:
    """Paints laid boxes; what was painted is kept by the box and its place."""

    def __init__(self) -> None:
        self._kept: Answers[object, PaintedBox] = Answers(MAX_KEPT)

    def layers(self, laid: Laid, x: float, y: float, matrix: Matrix) -> PaintedBox:
        """A box and then, in the document's order, what in it is positioned.

        Its top left corner is at `x`, `y` before `matrix`, which must keep shapes, and be upright
        where there are form fields.
        """
        flow = self._flow(laid, x, y, matrix)
        if not flow.later:
            return flow
        places = {id(box): (x + dx, y + dy, part) for box, dx, dy, part in laid.placed}
        painted = [flow]
        for at_x, at_y, part in flow.later:
            place = places[id(part.box)] if isinstance(part, Anchor) else (at_x, at_y, part)
            painted.append(self._once(*place, matrix))
        return _joined((), painted, (), laid)

    def _once(self, x: float, y: float, part: LaidPart, matrix: Matrix) -> PaintedBox:
        key = id(part), x, y, None if matrix is IDENTITY else matrix
        painted = self._kept.get(key)
        if painted is None:
            painted = self._kept.keep(key, self._painted(x, y, part, matrix))
        return painted

    def _painted(self, x: float, y: float, part: LaidPart, matrix: Matrix) -> PaintedBox:
        if isinstance(part, Laid):
            style = part.style
            if style is None or not style.frame.placed:
                return self._flow(part, x, y, matrix)
            if style.frame.transform != AS_IT_IS:
                matrix = matrix @ shown(style.frame, x, y, part.width, part.height)
            return self.layers(part, x, y, matrix)
        items: list[Item] = []
        if isinstance(part, LaidWords):
            _words(part, x, y, matrix, items)
        elif isinstance(part, LaidFigure):
            _figure(part, x, y, matrix, items)
        return _joined(items, (), (), part)

    def _flow(self, laid: Laid, x: float, y: float, matrix: Matrix) -> PaintedBox:
        """A box and what in it is not positioned."""
        own: list[Item] = []
        if laid.style is not None:
            _decorate(laid, laid.style, x, y, matrix, own)
        painted: list[PaintedBox] = []
        later: list[_Later] = []
        for dx, dy, part in laid.children:
            if _is_later(part):
                later.append((x + dx, y + dy, part))
                continue
            # What stands in a box without a style is made anew for each face.
            is_made = isinstance(part, Laid) and part.style is None
            inner = (self._painted if is_made else self._once)(x + dx, y + dy, part, matrix)
            painted.append(inner)
            later += inner.later
        return _joined(own, painted, later, laid)


def _is_later(part: LaidPart) -> bool:
    """Whether a part is positioned, and so painted by a box around it."""
    if isinstance(part, Laid):
        return part.style is not None and part.style.frame.placed
    if isinstance(part, LaidFigure):
        return part.figure.style.frame.placed
    return isinstance(part, Anchor)


def _joined(
    own: Sequence[Item], painted: Sequence[PaintedBox], later: Sequence[_Later], part: LaidPart
) -> PaintedBox:
    """What a box prints of its own and then in it."""
    items = [*own]
    reaches = []
    for one in own:
        box = extent(one)
        reaches.append((box.x, box.y, box.x + box.width, box.y + box.height))
    for inner in painted:
        items += inner.items
        reaches.append(inner.reach)
    lefts, tops, rights, bottoms = zip(_NOWHERE, *reaches, strict=True)
    reach = min(lefts), min(tops), max(rights), max(bottoms)
    return PaintedBox(tuple(items), reach, tuple(later), part)


def _figure(laid: LaidFigure, x: float, y: float, matrix: Matrix, items: list[Item]) -> None:
    style, figure = laid.figure.style, laid.figure
    frame = style.frame
    if frame.transform != AS_IT_IS:
        matrix = matrix @ shown(frame, x, y, laid.width, laid.height)
    _decorate(laid, style, x, y, matrix, items)
    top, right, bottom, left = frame.edges(0.0)
    width, height = laid.width - left - right, laid.height - top - bottom
    if width > 0 and height > 0:
        items.extend(figure.draw(width, height, matrix @ Matrix(e=x + left, f=y + top)))


def shown(frame: Frame, x: float, y: float, width: float, height: float) -> Matrix:
    """How a box is turned and scaled whose top left corner is at `x`, `y`."""
    turn, scale = frame.transform
    x, y = x + width * frame.origin[0], y + height * frame.origin[1]
    sine, cosine = {0: (0.0, 1.0), 90: (1.0, 0.0), 180: (0.0, -1.0), 270: (-1.0, 0.0)}[turn]
    sine, cosine = sine * scale, cosine * scale
    return Matrix(e=x, f=y) @ Matrix(cosine, sine, -sine, cosine) @ Matrix(e=-x, f=-y)


def _words(laid: LaidWords, x: float, y: float, matrix: Matrix, items: list[Item]) -> None:
    align = laid.words.align
    for line in laid.lines:
        spare = laid.room - line.width
        start = x + (spare if align == "right" else spare / 2 if align == "center" else 0.0)
        _line(laid, line, start, y + line.above, matrix, items)
        y += line.above + line.below


def _line(
    laid: LaidWords, line: LineBox, x: float, baseline: float, matrix: Matrix, items: list[Item]
) -> None:
    scale, angle = matrix.scale, matrix.angle
    for span in line.spans:
        if span.picture >= 0:
            picture = laid.words.pictures[span.picture]
            moved = Matrix(e=x + span.x, f=baseline - picture.height)
            items.extend(picture.draw(matrix @ moved))
            continue
        ink, text = span.ink, span.text.strip(_SPACES)
        if not text:
            continue
        skipped = len(span.text) - len(span.text.lstrip(_SPACES))
        left = span.x + (ink.width(span.text[:skipped]) if skipped else 0.0)
        at_x, at_y = matrix.apply(x + left, baseline)
        items.append(
            TextRun(
                at_x,
                at_y,
                text,
                ink.typeface,
                ink.size * scale / MM_PER_POINT,
                ink.colour,
                ink.width(text) * scale,
                None if ink.field == OWN else ink.field,
                ink.tracking * scale / MM_PER_POINT,
                angle,
                line.goes_on and span is line.spans[0],
                ink.field == OWN,
            )
        )


def _decorate(
    laid: Laid | LaidFigure, style: Style, x: float, y: float, matrix: Matrix, items: list[Item]
) -> None:
    width, height = laid.width, laid.height
    if any(style.frame.radii):
        _rounded(laid, style, style.frame.radii, x, y, matrix, items)
        return
    if style.background is not None:
        items.append(_filled(x, y, width, height, style.background, matrix))
    top, right, bottom, left = style.border
    if not (top or right or bottom or left):
        return
    inks = style.border_colours
    if top == right == bottom == left and len(set(inks)) == 1:
        half = top / 2
        path = _box(x + half, y + half, width - top, height - top, matrix)
        items.append(Shape(path, None, inks[0], top * matrix.scale))
        return
    # The corners belong to the upper and lower border: mitres would show only where the
    # colours differ.
    if top:
        items.append(_filled(x, y, width, top, inks[0], matrix))
    if bottom:
        items.append(_filled(x, y + height - bottom, width, bottom, inks[2], matrix))
    between = height - top - bottom
    if right:
        items.append(_filled(x + width - right, y + top, right, between, inks[1], matrix))
    if left:
        items.append(_filled(x, y + top, left, between, inks[3], matrix))


def _rounded(
    laid: Laid | LaidFigure,
    style: Style,
    radii: tuple[float, ...],
    x: float,
    y: float,
    matrix: Matrix,
    items: list[Item],
) -> None:
    """A box of rounded corners; its border has one width and colour."""
    width, height = laid.width, laid.height
    corners = [(of(one, width) or 0.0, of(one, height) or 0.0) for one in radii]
    (a, b), (c, d), (e, f), (g, h) = corners
    sums = ((a + c, width), (e + g, width), (b + h, height), (d + f, height))
    share = min([1.0, *(side / total for total, side in sums if total > 0)])
    corners = [(across * share, down * share) for across, down in corners]
    if style.background is not None:
        path = rounded(x, y, width, height, corners)
        items.append(Shape(transformed(path, matrix), style.background))
    border = style.border[0]
    if border:
        half = border / 2
        inner = [(max(across - half, 0.0), max(down - half, 0.0)) for across, down in corners]
        path = rounded(x + half, y + half, width - border, height - border, inner)
        ink = style.border_colours[0]
        items.append(Shape(transformed(path, matrix), None, ink, border * matrix.scale))


def _filled(x: float, y: float, width: float, height: float, fill: Colour, matrix: Matrix) -> Shape:
    return Shape(_box(x, y, width, height, matrix), fill)


def _box(x: float, y: float, width: float, height: float, matrix: Matrix) -> tuple[Segment, ...]:
    corners = ((x + width, y), (x + width, y + height), (x, y + height))
    path: list[Segment] = [("M", *matrix.apply(x, y))]
    path += [("L", *matrix.apply(*corner)) for corner in corners]
    path.append(("Z",))
    return tuple(path)
