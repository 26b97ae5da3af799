"""Geometry of SVG attributes: numbers, transforms, paths and basic shapes (SVG 1.1, 7 to 9).

All curves become cubic Bézier curves. Quarter circles are exact to 0.03 % of their radius. Errors
are `ValueError`s that say what to write.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations
from math import hypot, isclose, isfinite, radians, tan
from typing import Any

from fontTools.misc.bezierTools import calcCubicBounds
from fontTools.pens.basePen import BasePen

from printgen.face.face import Segment
from printgen.geometry import IDENTITY, Box, Matrix, enclose_points, list_hex_corners, make_rotation

Path = tuple[Segment, ...]

MAX_COORDINATE = 100_000.0

_CHORDS_PER_CURVE = 8
_CIRCLE_KAPPA = 0.5522847498307936
"""4/3 (√2 - 1): distance of the control points of a quarter circle from its ends, in radii."""


def read_number(text: str) -> float:
    """Return the number in an attribute; raise `ValueError` for a unit or anything else."""
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not isfinite(value) or "_" in text or abs(value) > MAX_COORDINATE:
        raise ValueError(f'"{text}" is not a number: write it without a unit, 1 is 1 mm')
    return value


def read_numbers(text: str) -> list[float]:
    """Return numbers separated by commas, white space, a sign or a second point."""
    # SVG 1.1, 8.3.9: "100-200" is two numbers, and so is "0.6.5".
    separated = _NUMBER.sub(r" \g<0>", text)
    return [read_number(part) for part in _SEPARATOR.split(separated) if part]


_ROUNDING = 0.01
"""How far the boxes of paths that only touch may overlap, in their units."""
_SEPARATOR = re.compile(r"[\s,]+")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_PATH_DATA = re.compile(r"\s*[Mm][MmLlHhVvCcSsQqTtAaZz\s\d.,eE+-]*")
_TRANSFORM_FUNCTION = re.compile(r"\s*([A-Za-z]+)\s*\(([^()]*)\)\s*,?\s*")


def read_transform(text: str) -> Matrix:
    """Return the matrix of a transform attribute (SVG 1.1, 7.6)."""
    matrix, position = IDENTITY, 0
    while position < len(text):
        match = _TRANSFORM_FUNCTION.match(text, position)
        if match is None:
            raise ValueError(f'transform="{text}" is not understood: write translate(3 4)')
        try:
            # SVG 1.1, 7.6: as if each transform were on a nested group, in the order given.
            matrix = matrix @ _TRANSFORMS[match[1]](*read_numbers(match[2]))
        except (KeyError, TypeError) as error:
            message = "is not in the subset: write translate, scale, rotate or matrix"
            raise ValueError(f'transform="{text}" {message}') from error
        position = match.end()
    return matrix


def _make_rotation(angle: float, *centre: float) -> Matrix:
    """Return a rotation by `angle` degrees clockwise about `centre`.

    `centre` is its x and y. Without it, the centre is 0, 0.
    """
    # SVG 1.1, 7.6: rotate(a x y) has both coordinates of its centre, or none.
    if len(centre) not in (0, 2):
        raise TypeError
    return make_rotation(angle, *centre)


_TRANSFORMS: Mapping[str, Callable[..., Matrix]] = {
    # SVG 1.1, 7.6: a missing ty is 0, a missing sy is sx.
    "translate": lambda x, y=0.0: Matrix(e=x, f=y),
    "scale": lambda x, y=None: Matrix(a=x, d=x if y is None else y),
    "skewX": lambda angle: Matrix(c=tan(radians(angle))),
    "skewY": lambda angle: Matrix(b=tan(radians(angle))),
    "rotate": _make_rotation,
    "matrix": lambda a, b, c, d, e, f: Matrix(a, b, c, d, e, f),
}


def make_rectangle(
    x: float, y: float, width: float, height: float, rx: float = 0.0, ry: float = 0.0
) -> Path:
    """Return a rectangle; `rx` and `ry` are the radii of its corners, at most half its sides."""
    # SVG 1.1, 9.2: rx is at most half the width, ry half the height.
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    radius = (rx, ry) if rx and ry else (0.0, 0.0)
    return make_rounded_box(x, y, width, height, (radius,) * 4)


def reverse_path(path: Path) -> Path:
    """Return a closed path with its direction reversed, for example for a hole."""
    ends: list[Any] = [segment[-2:] for segment in path[:-1]]
    reversed_path: list[Any] = [("M", *ends[-1])]
    for segment, end in zip(path[-2:0:-1], ends[-2::-1], strict=True):
        points = (*segment[3:5], *segment[1:3]) if segment[0] == "C" else ()
        reversed_path.append((segment[0], *points, *end))
    return (*reversed_path, ("Z",))


def make_rounded_box(
    x: float, y: float, width: float, height: float, radii: Sequence[tuple[float, float]]
) -> Path:
    """Return a rectangle with rounded corners.

    `radii` are the horizontal and vertical radius of each corner, clockwise from the upper left.
    """
    right, bottom = x + width, y + height
    if not any(map(any, radii)):
        return (("M", x, y), ("L", right, y), ("L", right, bottom), ("L", x, bottom), ("Z",))
    (a, b), (c, d), (e, f), (g, h) = radii
    near = 1 - _CIRCLE_KAPPA
    return (
        ("M", x + a, y),
        ("L", right - c, y),
        ("C", right - c * near, y, right, y + d * near, right, y + d),
        ("L", right, bottom - f),
        ("C", right, bottom - f * near, right - e * near, bottom, right - e, bottom),
        ("L", x + g, bottom),
        ("C", x + g * near, bottom, x, bottom - h * near, x, bottom - h),
        ("L", x, y + b),
        ("C", x, y + b * near, x + a * near, y, x + a, y),
        ("Z",),
    )


def make_hexagon(box: Box, margin: float) -> Path:
    """Return the hexagon inscribed in a box, with its sides moved outwards by `margin` mm."""
    return make_polyline([*chain.from_iterable(list_hex_corners(box, margin))], closed=True)


def make_ellipse(cx: float, cy: float, rx: float, ry: float) -> Path:
    """Return an ellipse, drawn clockwise from its rightmost point."""
    kx, ky = rx * _CIRCLE_KAPPA, ry * _CIRCLE_KAPPA
    return (
        ("M", cx + rx, cy),
        ("C", cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry),
        ("C", cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy),
        ("C", cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry),
        ("C", cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy),
        ("Z",),
    )


def make_polyline(numbers: Sequence[float], *, closed: bool) -> Path:
    """Return straight lines through points, given as alternating x and y."""
    if len(numbers) < 4 or len(numbers) % 2:
        raise ValueError("points needs an x and a y for each of at least two points")
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    path: list[Segment] = [("M", *points[0])]
    path += [("L", *point) for point in points[1:]]
    if closed:
        path.append(("Z",))
    return tuple(path)


@lru_cache(maxsize=1_024)
def read_path(data: str) -> Path:
    """Return the segments of path data (SVG 1.1, 8.3), all curves as cubic curves."""
    wrong = "d: not path data: write commands such as M 1 2 L 3 4 Z, M first"
    if not _PATH_DATA.fullmatch(data):
        raise ValueError(wrong)
    # Imported late: only templates with path data need the parser.
    from fontTools.svgLib.path.parser import parse_path

    pen = PathPen()
    try:
        parse_path(data, pen)
    # The parser raises many kinds of exceptions for invalid path data.
    except Exception as error:
        raise ValueError(f"{wrong}, each with all of its numbers") from error
    for segment in pen.segments:
        for value in segment[1:]:
            if not isfinite(value) or abs(value) > MAX_COORDINATE:
                raise ValueError(f"d: a number beyond {MAX_COORDINATE:,.0f}")
    return tuple(pen.segments)


class PathPen(BasePen):  # type: ignore[misc] # it has no types
    """A pen that records the segments drawn with it; all curves become cubic curves.

    The path parser and Skia draw with it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.segments: list[Any] = []

    def _moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802 - fontTools' names
        self.segments.append(("M", *point))

    def _lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self.segments.append(("L", *point))

    def _curveToOne(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self.segments.append(("C", *chain.from_iterable(points)))

    def _closePath(self) -> None:  # noqa: N802
        self.segments.append(("Z",))


def transform_path(path: Path, matrix: Matrix) -> Path:
    """Return the path transformed by `matrix`."""
    if matrix == IDENTITY:
        return path
    a, b, c, d, e, f = matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f
    segments: list[Any] = []
    for kind, *numbers in path:
        points = zip(numbers[::2], numbers[1::2], strict=True)
        moved = [n for x, y in points for n in (a * x + c * y + e, b * x + d * y + f)]
        segments.append((kind, *moved))
    return tuple(segments)


def find_stroke_scale(matrix: Matrix) -> float | None:
    """Return the factor by which `matrix` scales strokes; None if it depends on the direction."""
    # Even means: both axes scale alike and stay perpendicular.
    across, along = hypot(matrix.a, matrix.b), hypot(matrix.c, matrix.d)
    square = matrix.a * matrix.c + matrix.b * matrix.d
    if isclose(across, along, rel_tol=1e-6) and abs(square) <= 1e-6 * across * along:
        return across
    return None


def has_overlapping_paths(paths: Iterable[Path]) -> bool:
    """Return whether the boxes of any two of the paths overlap, and do not only touch."""
    boxes = map(find_path_bounds, paths)
    return any(box.overlaps(other, _ROUNDING) for box, other in combinations(boxes, 2))


def find_path_bounds(path: Path) -> Box:
    """Return the bounding box of a path without its stroke, exact for curves."""
    xs: list[float] = []
    ys: list[float] = []
    for segment in path:
        if segment[0] == "C":
            start, points = (xs[-1], ys[-1]), (segment[1:3], segment[3:5], segment[5:])
            left, top, right, bottom = calcCubicBounds(start, *points)
            xs += left, right
            ys += top, bottom
        if segment[0] != "Z":
            xs.append(segment[-2])
            ys.append(segment[-1])
    return enclose_points(xs, ys)


def measure_double_area(ring: Sequence[tuple[float, float]]) -> float:
    """Return twice the area of a polygon, negative if its points run anticlockwise."""
    pairs = zip(ring, (*ring[1:], ring[0]), strict=True)
    return float(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs))


def flatten_path(path: Path) -> list[list[tuple[float, float]]]:
    """Return the polygons of a path, as lists of points; curves become short straight lines."""
    rings: list[list[tuple[float, float]]] = []
    for segment in path:
        match segment:
            case ("M", x, y):
                rings.append([(x, y)])
            case ("L", x, y):
                rings[-1].append((x, y))
            # ISO 32000-1, 8.5.2.2: a cubic Bézier curve from the current point.
            case ("C", bx, by, cx, cy, x, y):
                ax, ay = rings[-1][-1]
                for a, b, c, d in _BEZIER_WEIGHTS:
                    curve_x = a * ax + b * bx + c * cx + d * x
                    rings[-1].append((curve_x, a * ay + b * by + c * cy + d * y))
            case _:
                rings[-1].append(rings[-1][0])
    return rings


def list_glyph_rings(path: Path) -> list[tuple[list[tuple[float, float]], bool]]:
    """Return the polygons of a glyph, the largest first, and whether each encloses a hole."""
    rings = [(measure_double_area(ring), ring) for ring in flatten_path(path)]
    rings = sorted((pair for pair in rings if len(pair[1]) > 2), key=lambda pair: -abs(pair[0]))
    # TrueType and CFF fill by the nonzero winding rule: holes run against the outermost line.
    return [(ring, (area > 0) is not (rings[0][0] > 0)) for area, ring in rings]


_CHORD_ENDS = [step / _CHORDS_PER_CURVE for step in range(1, _CHORDS_PER_CURVE + 1)]
_BEZIER_WEIGHTS = [
    ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3) for t in _CHORD_ENDS
]
"""The Bernstein weights of a curve's four points, at the end of each chord."""
