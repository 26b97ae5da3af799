"""Geometry of SVG attributes: numbers, transforms, paths and basic shapes (SVG 1.1, 7 to 9).

All curves become cubic Bézier curves. Quarter circles are exact to 0.03 % of their radius. Errors
are `ValueError`s that say what to write.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from math import hypot, isclose, isfinite, radians, sqrt, tan
from typing import Any

from printgen.layout.face import Segment
from printgen.layout.geometry import IDENTITY, Matrix, Rect, enclose_points, make_rotation

Path = tuple[Segment, ...]

MAX_COORDINATE = 100_000.0

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


_SEPARATOR = re.compile(r"[\s,]+")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_PATH_DATA = re.compile(r"\s*[Mm][MmLlHhVvCcSsQqTtAaZz\s\d.,eE+-]*")
_FUNCTION = re.compile(r"\s*([A-Za-z]+)\s*\(([^()]*)\)\s*,?\s*")


def read_transform(text: str) -> Matrix:
    """Return the matrix of a transform attribute (SVG 1.1, 7.6)."""
    matrix, position = IDENTITY, 0
    while position < len(text):
        match = _FUNCTION.match(text, position)
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
    """Return a clockwise rotation about a point, in degrees."""
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
    """Return a rectangle, its corners rounded by at most half its sides."""
    # SVG 1.1, 9.2: rx is at most half the width, ry half the height.
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    right, bottom = x + width, y + height
    if rx == 0 or ry == 0:
        return (("M", x, y), ("L", right, y), ("L", right, bottom), ("L", x, bottom), ("Z",))
    return make_rounded_box(x, y, width, height, ((rx, ry),) * 4)


def make_rounded_box(
    x: float, y: float, width: float, height: float, radii: Sequence[tuple[float, float]]
) -> Path:
    """Return a rectangle with rounded corners.

    `radii` are the horizontal and vertical radius of each corner, clockwise from the upper left.
    """
    right, bottom = x + width, y + height
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
    if not _PATH_DATA.fullmatch(data):
        raise ValueError("d: not path data: write commands such as M 1 2 L 3 4 Z, M first")
    # Imported late: only templates with path data need the parser.
    from fontTools.svgLib.path.parser import parse_path

    pen = PathPen()
    try:
        parse_path(data, pen)
    # The parser raises many kinds of exceptions for invalid path data.
    except Exception as error:
        raise ValueError(f"d: not path data ({str(error) or type(error).__name__})") from error
    for segment in pen.segments:
        for value in segment[1:]:
            if not isfinite(value) or abs(value) > MAX_COORDINATE:
                raise ValueError(f"d: a number beyond {MAX_COORDINATE:,.0f}")
    return tuple(pen.segments)


class PathPen:
    """Records the segments drawn by the path parser or by Skia (fontTools pen protocol)."""

    def __init__(self) -> None:
        self.segments: list[Any] = []
        self._current_point = (0.0, 0.0)

    def moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802 - names of the pen protocol
        self._add_segment("M", point)

    def lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self._add_segment("L", point)

    def curveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self._add_segment("C", *points)

    def qCurveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        control, end = points
        (x, y), (cx, cy), (ex, ey) = self._current_point, control, end
        # A quadratic curve as a cubic one: control points at two thirds of the way to its control.
        first = (x + (cx - x) * 2 / 3, y + (cy - y) * 2 / 3)
        second = (ex + (cx - ex) * 2 / 3, ey + (cy - ey) * 2 / 3)
        self.curveTo(first, second, end)

    def closePath(self) -> None:  # noqa: N802
        self.segments.append(("Z",))

    def endPath(self) -> None:  # noqa: N802
        """Do nothing: an open path needs no segment at its end."""

    def _add_segment(self, kind: str, *points: tuple[float, float]) -> None:
        self.segments.append((kind, *chain.from_iterable(points)))
        self._current_point = points[-1]


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
    """Return the factor for stroke widths under `matrix`, or None if it is uneven."""
    # Even means: both axes scale alike and stay perpendicular.
    across, along = hypot(matrix.a, matrix.b), hypot(matrix.c, matrix.d)
    square = matrix.a * matrix.c + matrix.b * matrix.d
    if isclose(across, along, rel_tol=1e-6) and abs(square) <= 1e-6 * across * along:
        return across
    return None


def find_path_bounds(path: Path) -> Rect:
    """Return the bounding box of a path without its stroke, exact for curves."""
    xs: list[float] = []
    ys: list[float] = []
    x = y = 0.0
    for segment in path:
        if segment[0] == "Z":
            continue
        if segment[0] == "C":
            _, x1, y1, x2, y2, x3, y3 = segment
            xs += _find_extrema(x, x1, x2, x3)
            ys += _find_extrema(y, y1, y2, y3)
        x, y = segment[-2:]
        xs.append(x)
        ys.append(y)
    return enclose_points(xs, ys)


def _find_extrema(p0: float, p1: float, p2: float, p3: float) -> list[float]:
    """Return the local extremes of one coordinate of a cubic curve between its ends.

    Empty if the control points prove that the ends are the extremes.
    """
    low, high = min(p0, p3), max(p0, p3)
    if low <= p1 <= high and low <= p2 <= high:
        return []
    # The zeros of the derivative, a quadratic in t (up to a factor of 3): a t² + b t + c.
    a = -p0 + 3 * p1 - 3 * p2 + p3
    b = 2 * (p0 - 2 * p1 + p2)
    c = p1 - p0
    if abs(a) < 1e-12:
        roots = [-c / b] if abs(b) > 1e-12 else []
    else:
        discriminant = b * b - 4 * a * c
        if discriminant < 0:
            return []
        roots = [(-b + sqrt(discriminant)) / (2 * a), (-b - sqrt(discriminant)) / (2 * a)]
    return [
        (1 - t) ** 3 * p0 + 3 * (1 - t) ** 2 * t * p1 + 3 * (1 - t) * t * t * p2 + t**3 * p3
        for t in roots
        if 0 < t < 1
    ]
