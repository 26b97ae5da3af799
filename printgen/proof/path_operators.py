"""Turn the path operators of a content stream into shapes and clips (ISO 32000-1, 8.5)."""

from math import hypot

from printgen.proof.geometry import Box, Point, apply, bounds
from printgen.proof.lex import Operand
from printgen.proof.painted import Shape
from printgen.proof.state import Canvas, Operator, numbers, take_none

SHARPEST = 4.0
"""The mitre limit of every line of the press's, SVG's own. A PDF begins with 10."""
_CHORDS = 6
_NOTHING = Shape((), Box(0.0, 0.0, 0.0, 0.0), False, False, None, None, 0.0, True, False)


def _move(canvas: Canvas, operands: list[Operand]) -> None:
    x, y = numbers(operands)
    canvas.at = x, y
    canvas.path.append([apply(canvas.state.ctm, x, y)])


def _line(canvas: Canvas, operands: list[Operand]) -> None:
    x, y = numbers(operands)
    canvas.at = x, y
    canvas.path[-1].append(apply(canvas.state.ctm, x, y))


def _curve(canvas: Canvas, operands: list[Operand]) -> None:
    x1, y1, x2, y2, x3, y3 = numbers(operands)
    (x0, y0), polygon, ctm = canvas.at, canvas.path[-1], canvas.state.ctm
    for p, q, r, s in _SHARES:
        x, y = p * x0 + q * x1 + r * x2 + s * x3, p * y0 + q * y1 + r * y2 + s * y3
        polygon.append(apply(ctm, x, y))
    canvas.at, canvas.curved = (x3, y3), True


def _curve_from_here(canvas: Canvas, operands: list[Operand]) -> None:
    _curve(canvas, [*canvas.at, *operands])


def _curve_to_its_end(canvas: Canvas, operands: list[Operand]) -> None:
    _curve(canvas, [*operands, *operands[2:]])


def _close(canvas: Canvas, operands: list[Operand]) -> None:
    take_none(operands)
    if canvas.path:
        canvas.path[-1].append(canvas.path[-1][0])


def _rectangle(canvas: Canvas, operands: list[Operand]) -> None:
    x, y, width, height = numbers(operands)
    corners = (x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)
    canvas.path.append([apply(canvas.state.ctm, *corner) for corner in corners])
    canvas.at = x, y


def _clip(*, even_odd: bool) -> Operator:
    def operator(canvas: Canvas, operands: list[Operand]) -> None:
        take_none(operands)
        canvas.clip_even_odd = even_odd

    return operator


def _paint(
    *, fill: bool = False, stroke: bool = False, even_odd: bool = False, close: bool = False
) -> Operator:
    """An operator that ends the path: it paints, then clips where W came before."""

    def operator(canvas: Canvas, operands: list[Operand]) -> None:
        take_none(operands)
        if close:
            _close(canvas, operands)
        state, half = canvas.state, 0.0
        if stroke:
            a, b, c, d, _, _ = state.ctm
            half = state.line_width * max(hypot(a, b), hypot(c, d)) / 2
            if state.mitre > SHARPEST:
                canvas.fault(f"strokes with corners sharper than the mitre limit {SHARPEST:g}")
        if fill or stroke:
            shape = canvas.shape(fill=fill, stroke=stroke, even_odd=even_odd, half=half)
            if shape is not None:
                canvas.add(shape)
                if stroke:
                    _add_corners(canvas, shape)
        if canvas.clip_even_odd is not None:
            clip = canvas.shape(fill=True, stroke=False, even_odd=canvas.clip_even_odd, half=0.0)
            state.clips = (*state.clips, clip or _NOTHING)
        canvas.path, canvas.clip_even_odd, canvas.curved = [], None, False

    return operator


def _add_corners(canvas: Canvas, line: Shape) -> None:
    """Paint what a line's acute corners reach past its width: as a shape of its own each."""
    for polygon in line.outline:
        ring = (*polygon, polygon[1]) if len(polygon) > 2 and polygon[0] == polygon[-1] else polygon
        for (ax, ay), (bx, by), (cx, cy) in zip(ring, ring[1:], ring[2:], strict=False):
            ux, uy, vx, vy = bx - ax, by - ay, cx - bx, cy - by
            if ux * vx + uy * vy >= 0:
                continue  # at right angles or less it stays within the line's box
            u, v = hypot(ux, uy), hypot(vx, vy)
            tx, ty = ux / u - vx / v, uy / u - vy / v
            out = hypot(tx, ty)  # twice the cosine of half the angle between the lines
            sine = (1 - min(out / 2, 1.0) ** 2) ** 0.5
            if sine * canvas.state.mitre < 1:
                continue  # cut off, which its box holds
            tip = line.half / sine
            point = bx + tx / out * tip, by + ty / out * tip
            one, other = _beside(ux / u, uy / u, tx, ty), _beside(vx / v, vy / v, tx, ty)
            corner = (
                (bx, by),
                (bx + one[0] * line.half, by + one[1] * line.half),
                point,
                (bx + other[0] * line.half, by + other[1] * line.half),
                (bx, by),
            )
            colour = line.stroke
            canvas.add(
                Shape((corner,), bounds(corner), True, False, colour, None, 0.0, False, False)
            )


def _beside(dx: float, dy: float, tx: float, ty: float) -> Point:
    """The direction at right angles to (dx, dy) on the side of (tx, ty)."""
    return (-dy, dx) if ty * dx - tx * dy >= 0 else (dy, -dx)


def _shares(t: float) -> tuple[float, float, float, float]:
    """How much each control point of a cubic counts at `t`."""
    u = 1 - t
    return u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t


_SHARES = tuple(_shares(step / _CHORDS) for step in range(1, _CHORDS + 1))

PATH_OPERATORS: dict[bytes, Operator] = {
    b"m": _move,
    b"l": _line,
    b"c": _curve,
    b"v": _curve_from_here,
    b"y": _curve_to_its_end,
    b"h": _close,
    b"re": _rectangle,
    b"W": _clip(even_odd=False),
    b"W*": _clip(even_odd=True),
    b"n": _paint(),
    b"f": _paint(fill=True),
    b"F": _paint(fill=True),
    b"f*": _paint(fill=True, even_odd=True),
    b"S": _paint(stroke=True),
    b"s": _paint(stroke=True, close=True),
    b"B": _paint(fill=True, stroke=True),
    b"B*": _paint(fill=True, stroke=True, even_odd=True),
    b"b": _paint(fill=True, stroke=True, close=True),
    b"b*": _paint(fill=True, stroke=True, even_odd=True, close=True),
}
