"""Turn laid boxes into the items of a face.

Backgrounds and borders come before what stands on them. It decides nothing but where each line
starts; every size is already known.
"""

from printgen.layout.boxes import Laid, LaidEntry, LaidPart, LaidWords, Picture
from printgen.layout.breaks import Line
from printgen.layout.face import OWN, Colour, FormField, Item, Segment, Shape, TextRun
from printgen.layout.geometry import MM_PER_POINT, Matrix
from printgen.layout.style import Style

_SPACES = " \u00a0"
"""What leaves no ink: it belongs to no run's ends, and alone it is no run."""


def paint(laid: LaidPart, x: float, y: float, matrix: Matrix, items: list[Item]) -> None:
    """Appends what a laid box prints, its top left corner at `x`, `y` before `matrix`.

    `matrix` must keep shapes, and be upright where there are form fields.
    """
    if isinstance(laid, LaidWords):
        _words(laid, x, y, matrix, items)
    elif isinstance(laid, LaidEntry):
        items.append(_field(laid, x, y, matrix))
    elif isinstance(laid, Picture):
        items.extend(laid.draw(matrix @ Matrix(e=x, f=y)))
    else:
        if laid.style is not None:
            _decorate(laid, laid.style, x, y, matrix, items)
        for dx, dy, child in laid.children:
            paint(child, x + dx, y + dy, matrix, items)


def _words(laid: LaidWords, x: float, y: float, matrix: Matrix, items: list[Item]) -> None:
    align = laid.words.align
    for line in laid.lines:
        spare = laid.room - line.width
        start = x + (spare if align == "right" else spare / 2 if align == "center" else 0.0)
        _line(laid, line, start, y + line.above, matrix, items)
        y += line.above + line.below


def _line(
    laid: LaidWords, line: Line, x: float, baseline: float, matrix: Matrix, items: list[Item]
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


def _field(laid: LaidEntry, x: float, y: float, matrix: Matrix) -> FormField:
    entry = laid.entry
    left, top = matrix.apply(x, y)
    scale = matrix.scale
    return FormField(
        entry.name,
        entry.kind,
        left,
        top,
        laid.width * scale,
        laid.height * scale,
        entry.style.size * scale / MM_PER_POINT,
        entry.multiline,
    )


def _decorate(
    laid: Laid, style: Style, x: float, y: float, matrix: Matrix, items: list[Item]
) -> None:
    width, height = laid.width, laid.height
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


def _filled(x: float, y: float, width: float, height: float, fill: Colour, matrix: Matrix) -> Shape:
    return Shape(_box(x, y, width, height, matrix), fill)


def _box(x: float, y: float, width: float, height: float, matrix: Matrix) -> tuple[Segment, ...]:
    corners = ((x + width, y), (x + width, y + height), (x, y + height))
    path: list[Segment] = [("M", *matrix.apply(x, y))]
    path += [("L", *matrix.apply(*corner)) for corner in corners]
    path.append(("Z",))
    return tuple(path)
