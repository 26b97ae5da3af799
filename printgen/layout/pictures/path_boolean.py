"""Boolean operations on paths, and outlines of strokes, computed by Skia.

All results are paths for the nonzero rule (SVG 1.1, 11.3, fill-rule). Skia works to a fraction of a
unit, so callers scale a drawing to thousands of units. Errors are `ValueError`s.
"""

import pathops

from printgen.face.outlines import Path, PathPen, find_path_bounds

_SLACK = 0.01
_CAPS = {"round": pathops.LineCap.ROUND_CAP, "square": pathops.LineCap.SQUARE_CAP}
_JOINS = {"round": pathops.LineJoin.ROUND_JOIN, "bevel": pathops.LineJoin.BEVEL_JOIN}


def outline_stroke(
    path: Path, width: float, cap: str, join: str, limit: float, dashes: list[float], offset: float
) -> Path:
    """Return the outline of a stroke; cap, join and dashes have SVG's values (SVG 1.1, 11.4)."""
    line = _make_skia_path(path)
    cap_style, join_style = _CAPS.get(cap, pathops.LineCap.BUTT_CAP), _JOINS.get(join)
    line.stroke(width, cap_style, join_style or pathops.LineJoin.MITER_JOIN, limit, dashes, offset)
    # PDF has no conic sections (ISO 32000-1, 8.5.2: lines and cubic Bézier curves only).
    line.convertConicsToQuads(0.25)
    return _read_skia_path(line)


def outline_even_odd(path: Path) -> Path:
    """Return a nonzero outline of the area that a path fills by the even-odd rule."""
    area = _make_skia_path(path)
    area.fillType = pathops.FillType.EVEN_ODD
    return _combine_paths(area, pathops.Path(), pathops.PathOp.UNION)


def unite_paths(path: Path, other: Path) -> Path:
    """Return the outline of two areas together."""
    return _combine_paths(_make_skia_path(path), _make_skia_path(other), pathops.PathOp.UNION)


def intersect(path: Path, area: Path) -> Path:
    """Return the part of a path inside an area; the path itself if a box contains all of it."""
    # Skia's result has small rounding errors: avoid it where nothing is cut.
    points = [(round(segment[1], 3), round(segment[2], 3)) for segment in area if len(segment) == 3]
    is_box = len(area) == 5 and all(len({*numbers}) == 2 for numbers in zip(*points, strict=True))
    if path and is_box and find_path_bounds(area).covers(find_path_bounds(path), _SLACK):
        return path
    return _combine_paths(_make_skia_path(path), _make_skia_path(area), pathops.PathOp.INTERSECTION)


def _combine_paths(path: pathops.Path, other: pathops.Path, operation: pathops.PathOp) -> Path:
    try:
        return _read_skia_path(pathops.op(path, other, operation, fix_winding=True))
    except pathops.PathOpsError as error:
        raise ValueError("a shape that is too tangled") from error


def _make_skia_path(path: Path) -> pathops.Path:
    drawn = pathops.Path()
    write = {"M": drawn.moveTo, "L": drawn.lineTo, "C": drawn.cubicTo, "Z": drawn.close}
    for kind, *numbers in path:
        write[kind](*numbers)
    return drawn


def _read_skia_path(skia_path: pathops.Path) -> Path:
    pen = PathPen()
    skia_path.draw(pen)
    return tuple(pen.segments)
