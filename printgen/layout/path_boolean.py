"""Turn what a path paints into an outline that fills by the nonzero rule and looks the same.

Skia does it, to a part of a unit: paths come in units of which thousands make a drawing. It must
not know elements or styles. Errors are `ValueError`s.
"""

from typing import Any

import pathops

from printgen.layout.svg_geometry import Path, Pen, bounds

_SLACK = 0.01
_CAPS = {"round": pathops.LineCap.ROUND_CAP, "square": pathops.LineCap.SQUARE_CAP}
_JOINS = {"round": pathops.LineJoin.ROUND_JOIN, "bevel": pathops.LineJoin.BEVEL_JOIN}


def stroked(
    path: Path, width: float, cap: str, join: str, limit: float, dashes: list[float], offset: float
) -> Path:
    """The outline of a stroke; its ends, turns and dashes are said as in SVG."""
    line = _skia(path)
    ends, turns = _CAPS.get(cap, pathops.LineCap.BUTT_CAP), _JOINS.get(join)
    line.stroke(width, ends, turns or pathops.LineJoin.MITER_JOIN, limit, dashes, offset)
    line.convertConicsToQuads(0.25)
    return _path(line)


def even_odd(path: Path) -> Path:
    """The outline of what a path fills by the even-odd rule."""
    area = _skia(path)
    area.fillType = pathops.FillType.EVEN_ODD
    return _combined(area, pathops.Path(), pathops.PathOp.UNION)


def united(one: Path, other: Path) -> Path:
    """The outline of two areas together."""
    return _combined(_skia(one), _skia(other), pathops.PathOp.UNION)


def cut(path: Path, area: Path) -> Path:
    """The outline of what lies in an area too; the path itself where a box holds all of it."""
    ends = [(round(one[1], 3), round(one[2], 3)) for one in area if len(one) == 3]
    xs, ys = {x for x, _ in ends}, {y for _, y in ends}
    if path and len(area) == 5 and len(xs) == len(ys) == 2:
        box = bounds(path)
        is_wide = min(xs) - _SLACK <= box.x and box.x + box.width <= max(xs) + _SLACK
        if is_wide and min(ys) - _SLACK <= box.y and box.y + box.height <= max(ys) + _SLACK:
            return path
    return _combined(_skia(path), _skia(area), pathops.PathOp.INTERSECTION)


def _combined(one: pathops.Path, other: pathops.Path, how: pathops.PathOp) -> Path:
    try:
        return _path(pathops.op(one, other, how, fix_winding=True))
    except pathops.PathOpsError as error:
        raise ValueError("a shape that is too tangled") from error


def _skia(path: Path) -> pathops.Path:
    drawn = pathops.Path()
    write = {"M": drawn.moveTo, "L": drawn.lineTo, "C": drawn.cubicTo, "Z": drawn.close}
    for kind, *numbers in path:
        write[kind](*numbers)
    return drawn


def _path(drawn: pathops.Path) -> Path:
    pen, kind = Pen(), pathops.PathVerb
    write: dict[Any, Any] = {kind.MOVE: pen.moveTo, kind.LINE: pen.lineTo, kind.QUAD: pen.qCurveTo}
    write |= {kind.CUBIC: pen.curveTo, kind.CLOSE: pen.closePath}
    for verb, points in drawn:
        write[verb](*points)
    return tuple(pen.segments)
