"""Boolean operations on paths, and outlines of strokes, computed by Skia.

All results are paths for the nonzero rule (SVG 1.1, 11.3, fill-rule). Skia works to a fraction of a
unit, so callers scale a drawing to thousands of units, as `apply_to_enlarged_paths` does. Errors
are `ValueError`s. If Skia is not installed, each function that needs it raises an `InputError`.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from printgen.face.face import Shape
from printgen.face.outlines import Path, PathPen, find_path_bounds, transform_path
from printgen.geometry import Matrix
from printgen.problems import InputError

try:
    import pathops
except ImportError:  # skia-pathops has no release for some systems
    pathops = None

_SKIA_SCALE = 1e3
"""The factor by which `apply_to_enlarged_paths` enlarges paths in mm."""
_TOLERANCE = 0.01


def apply_to_enlarged_paths(operation: Callable[..., Path], *paths: Path) -> Path:
    """Return the result in mm of an operation on paths in mm.

    The operation gets the paths enlarged, because Skia works to a fraction of a unit.
    """
    enlarged = (transform_path(path, Matrix(a=_SKIA_SCALE, d=_SKIA_SCALE)) for path in paths)
    return transform_path(operation(*enlarged), Matrix(a=1 / _SKIA_SCALE, d=1 / _SKIA_SCALE))


def outline_stroke(
    path: Path,
    width: float,
    cap: str,
    join: str,
    limit: float,
    dashes: Sequence[float] = (),
    offset: float = 0.0,
) -> Path:
    """Return the outline of the area that a stroke covers.

    `cap`, `join`, `limit` (the miter limit), `dashes` and `offset` (of the dashes) have SVG's
    values (SVG 1.1, 11.4).
    """
    line = _make_skia_path(path)
    caps, joins = pathops.LineCap, pathops.LineJoin
    cap_style = {"round": caps.ROUND_CAP, "square": caps.SQUARE_CAP}.get(cap, caps.BUTT_CAP)
    join_style = {"round": joins.ROUND_JOIN, "bevel": joins.BEVEL_JOIN}.get(join, joins.MITER_JOIN)
    line.stroke(width, cap_style, join_style, limit, list(dashes), offset)
    # PDF has no conic sections (ISO 32000-1, 8.5.2: lines and cubic Bézier curves only).
    line.convertConicsToQuads(0.25)
    return _read_skia_path(line)


def convert_even_odd_path(path: Path) -> Path:
    """Return a path that fills by the nonzero rule what `path` fills by the even-odd rule."""
    area = _make_skia_path(path)
    area.fillType = pathops.FillType.EVEN_ODD
    return _combine_paths(area, pathops.Path(), pathops.PathOp.UNION)


def unite_paths(path: Path, other: Path) -> Path:
    """Return the outline of the area that either path fills."""
    area, other_area = _make_skia_path(path), _make_skia_path(other)
    return _combine_paths(area, other_area, pathops.PathOp.UNION)


def subtract(path: Path, area: Path) -> Path:
    """Return the part of a path outside an area."""
    return _combine_paths(_make_skia_path(path), _make_skia_path(area), pathops.PathOp.DIFFERENCE)


def intersect_paths(path: Path, area: Path) -> Path:
    """Return the part of a path inside an area; the path itself if a box contains all of it."""
    # Skia's result has small rounding errors: avoid it where nothing is cut.
    points = [(round(segment[1], 3), round(segment[2], 3)) for segment in area if len(segment) == 3]
    is_box = len(area) == 5 and all(len({*numbers}) == 2 for numbers in zip(*points, strict=True))
    if path and is_box and find_path_bounds(area).contains(find_path_bounds(path), _TOLERANCE):
        return path
    shape, clip = _make_skia_path(path), _make_skia_path(area)
    return _combine_paths(shape, clip, pathops.PathOp.INTERSECTION)


def clip_shape(shape: Shape, area: Path) -> Iterator[Shape]:
    """Yield the parts of a shape inside an area: its fill, and its stroke as another shape."""
    if shape.fill and (path := clip_path_to_area(shape.path, area)):
        yield Shape(path, shape.fill, shade=shape.shade, multiplied_line=shape.multiplied_line)
    if shape.stroke and (path := clip_path_to_area(find_stroke_area(shape), area)):
        yield Shape(path, shape.stroke)


def clip_path_to_area(path: Path, area: Path) -> Path:
    """Return the part of a path inside an area; both are in mm."""
    return apply_to_enlarged_paths(intersect_paths, path, area)


def outline_line(
    path: Path, width: float, join: str = "miter", dashes: Sequence[float] = (), cap: str = "butt"
) -> Path:
    """Return the outline of the area that a line covers; all lengths are in mm."""
    width, *lengths = (length * _SKIA_SCALE for length in (width, *dashes))
    return apply_to_enlarged_paths(
        lambda each: outline_stroke(each, width, cap, join, 4.0, lengths), path
    )


def find_stroke_area(shape: Shape) -> Path:
    """Return the area that the stroke of a shape covers."""
    return outline_line(shape.path, shape.stroke_width)


def _combine_paths(path: Any, other: Any, operation: Any) -> Path:
    try:
        return _read_skia_path(pathops.op(path, other, operation, fix_winding=True))
    except pathops.PathOpsError as error:
        raise ValueError("a shape that is too tangled") from error


def _make_skia_path(path: Path) -> Any:
    if pathops is None:
        message = "strokes, even-odd fills and clips need the package skia-pathops"
        hint = "convert strokes to paths in the drawing program, or print on another computer"
        raise InputError(f"{message}, which is not installed", hint)
    drawn = pathops.Path()
    write = {"M": drawn.moveTo, "L": drawn.lineTo, "C": drawn.cubicTo, "Z": drawn.close}
    for kind, *numbers in path:
        write[kind](*numbers)
    return drawn


def _read_skia_path(skia_path: Any) -> Path:
    pen = PathPen()
    skia_path.draw(pen)
    return tuple(pen.segments)
