"""Turn laid boxes into the items of a face.

Backgrounds and borders come before what stands on them. What is laid the same in the same place is
painted once. It decides nothing but where each line starts; every size is already known.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from printgen.layout.box_style import AS_IT_IS, Frame, of
from printgen.layout.boxes import Anchor, Laid, LaidFigure, LaidPart, LaidWords
from printgen.layout.computed_style import Style
from printgen.layout.face import OWN, Item, Shape, TextRun
from printgen.layout.geometry import MM_PER_POINT, Matrix
from printgen.layout.line_breaking import LineBox
from printgen.layout.svg_geometry import rectangle, rounded
from printgen.layout.transform import extent, transform
from printgen.system.cache import Answers

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

    def layers(self, laid: Laid, x: float, y: float) -> PaintedBox:
        """A box with its top left corner at `x`, `y`, and then, in the document's order, what in
        it is positioned."""
        flow = self._flow(laid, x, y)
        if not flow.later:
            return flow
        places = {id(box): (x + dx, y + dy, part) for box, dx, dy, part in laid.placed}
        painted = [flow]
        for at_x, at_y, part in flow.later:
            place = places[id(part.box)] if isinstance(part, Anchor) else (at_x, at_y, part)
            painted.append(self._once(*place))
        return _joined((), painted, (), laid)

    def _once(self, x: float, y: float, part: LaidPart) -> PaintedBox:
        key = id(part), x, y
        return self._kept.once(key, lambda: self._painted(x, y, part))

    def _painted(self, x: float, y: float, part: LaidPart) -> PaintedBox:
        items: list[Item] = []
        if isinstance(part, Laid):
            frame = part.style.frame
            if not frame.placed:
                return self._flow(part, x, y)
            painted = self.layers(part, x, y)
            if frame.transform == AS_IT_IS:
                return painted
            matrix = shown(frame, x, y, part.width, part.height)
            items += (transform(item, matrix) for item in painted.items)
        elif isinstance(part, LaidWords):
            _words(part, x, y, items)
        elif isinstance(part, LaidFigure):
            _figure(part, x, y, items)
        return _joined(items, (), (), part)

    def _flow(self, laid: Laid, x: float, y: float) -> PaintedBox:
        """A box and what in it is not positioned."""
        own: list[Item] = []
        _decorate(laid, laid.style, x, y, own)
        painted: list[PaintedBox] = []
        later: list[_Later] = []
        for dx, dy, part in laid.children:
            if _is_later(part):
                later.append((x + dx, y + dy, part))
                continue
            inner = self._once(x + dx, y + dy, part)
            painted.append(inner)
            later += inner.later
        return _joined(own, painted, later, laid)


def _is_later(part: LaidPart) -> bool:
    """Whether a part is positioned, and so painted by a box around it."""
    if isinstance(part, Laid):
        return part.style.frame.placed
    if isinstance(part, LaidFigure):
        return part.figure.frame.placed
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


def _figure(laid: LaidFigure, x: float, y: float, items: list[Item]) -> None:
    style, figure = laid.figure.style, laid.figure
    frame = style.frame
    _decorate(laid, style, x, y, items)
    top, right, bottom, left = frame.edges(0.0)
    width, height = laid.width - left - right, laid.height - top - bottom
    if width > 0 and height > 0:
        items.extend(figure.draw(width, height, Matrix(e=x + left, f=y + top)))
    if frame.transform != AS_IT_IS:
        matrix = shown(frame, x, y, laid.width, laid.height)
        items[:] = [transform(item, matrix) for item in items]


def shown(frame: Frame, x: float, y: float, width: float, height: float) -> Matrix:
    """How a box is turned and scaled whose top left corner is at `x`, `y`."""
    turn, scale = frame.transform
    x, y = x + width * frame.origin[0], y + height * frame.origin[1]
    sine, cosine = {0: (0.0, 1.0), 90: (1.0, 0.0), 180: (0.0, -1.0), 270: (-1.0, 0.0)}[turn]
    sine, cosine = sine * scale, cosine * scale
    return Matrix(e=x, f=y) @ Matrix(cosine, sine, -sine, cosine) @ Matrix(e=-x, f=-y)


def _words(laid: LaidWords, x: float, y: float, items: list[Item]) -> None:
    align = laid.words.align
    for line in laid.lines:
        spare = laid.width - line.width
        start = x + (spare if align == "right" else spare / 2 if align == "center" else 0.0)
        _line(laid, line, start, y + line.above, items)
        y += line.above + line.below


def _line(laid: LaidWords, line: LineBox, x: float, baseline: float, items: list[Item]) -> None:
    for span in line.spans:
        if span.picture >= 0:
            picture = laid.words.pictures[span.picture]
            items.extend(picture.draw(Matrix(e=x + span.x, f=baseline - picture.height)))
            continue
        ink, text = span.ink, span.text.strip(_SPACES)
        if not text:
            continue
        skipped = len(span.text) - len(span.text.lstrip(_SPACES))
        left = span.x + (ink.width(span.text[:skipped]) if skipped else 0.0)
        items.append(
            TextRun(
                x + left,
                baseline,
                text,
                ink.typeface,
                ink.size / MM_PER_POINT,
                ink.colour,
                ink.width(text),
                None if ink.field == OWN else ink.field,
                ink.tracking / MM_PER_POINT,
                goes_on=line.goes_on and span is line.spans[0],
                own=ink.field == OWN,
            )
        )


def _decorate(laid: Laid | LaidFigure, style: Style, x: float, y: float, items: list[Item]) -> None:
    width, height = laid.width, laid.height
    if any(style.frame.radii):
        _rounded(laid, style, x, y, items)
        return
    if style.background is not None:
        items.append(Shape(rectangle(x, y, width, height), style.background))
    top, right, bottom, left = style.border
    if not (top or right or bottom or left):
        return
    inks = style.border_colours
    if top == right == bottom == left and len(set(inks)) == 1:
        half = top / 2
        path = rectangle(x + half, y + half, width - top, height - top)
        items.append(Shape(path, None, inks[0], top))
        return
    # The corners belong to the upper and lower border: mitres would show only where the
    # colours differ.
    if top:
        items.append(Shape(rectangle(x, y, width, top), inks[0]))
    if bottom:
        items.append(Shape(rectangle(x, y + height - bottom, width, bottom), inks[2]))
    between = height - top - bottom
    if right:
        items.append(Shape(rectangle(x + width - right, y + top, right, between), inks[1]))
    if left:
        items.append(Shape(rectangle(x, y + top, left, between), inks[3]))


def _rounded(laid: Laid | LaidFigure, style: Style, x: float, y: float, items: list[Item]) -> None:
    """A box of rounded corners; its border has one width and colour."""
    width, height = laid.width, laid.height
    corners = [(of(one, width) or 0.0, of(one, height) or 0.0) for one in style.frame.radii]
    (a, b), (c, d), (e, f), (g, h) = corners
    sums = ((a + c, width), (e + g, width), (b + h, height), (d + f, height))
    share = min([1.0, *(side / total for total, side in sums if total > 0)])
    corners = [(across * share, down * share) for across, down in corners]
    if style.background is not None:
        items.append(Shape(rounded(x, y, width, height, corners), style.background))
    border = style.border[0]
    if border:
        half = border / 2
        inner = [(max(across - half, 0.0), max(down - half, 0.0)) for across, down in corners]
        path = rounded(x + half, y + half, width - border, height - border, inner)
        items.append(Shape(path, None, style.border_colours[0], border))
