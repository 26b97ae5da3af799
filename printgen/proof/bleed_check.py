"""Check that colour which reaches the trim of a face continues into the bleed.

Otherwise a cut that is slightly off shows white paper. For each side the check measures the length
that has ink in two places: just inside the trim, and just inside the end of the bleed.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise
from math import cos, dist, pi, sin

from printgen.geometry import Box, Matrix, Outline, list_hex_corners
from printgen.proof.reading.pages import PagePicture

_INK_DISTANCE = 0.2
"""Distance from the trim or the end of the bleed, in mm, at which ink is measured.

A pixel is about 0.17 mm.
"""
_INNER_DISTANCE = 1.5
"""Distance inside the trim, in mm, at which ink is measured for comparison."""
_MIN_INK_RATIO = 0.8
"""The share of the ink further inside that must also be at the trim.

With less, the ink only touches the trim.
"""
_MIN_BLEED = 0.6
"""The smallest bleed, in mm, that can be checked at the resolution of the picture."""
_MAX_INK_LEVEL = 246
"""Grey levels below this, of 255, are ink."""
_MIN_INKED_LENGTH = 2.0
"""The difference in mm above which a side is reported.

It is the length with ink at the trim minus the length with ink at the end of the bleed.
"""
_SAMPLE_STEP = 0.5

_PointFinder = Callable[[float, float], tuple[float, float]]


def find_sides_without_bleed(
    picture: PagePicture, place: Box, bleed: float, outline: Outline
) -> Iterator[str]:
    """Yield the name of each side of a face that has colour at its edge, but not in its bleed.

    `place` is the box of the face on the page, and `bleed` the width of its bleed, both in mm.
    """
    if bleed < _MIN_BLEED:
        return
    is_round = outline == "circle"
    sides = _trace_circle(place) if is_round else _trace_sides(place, outline)
    for side, length, find_point in sides:
        inside = _count_inked_points(picture, length, find_point, -_INK_DISTANCE)
        if inside <= _MIN_INKED_LENGTH / _SAMPLE_STEP:
            continue
        outside = _count_inked_points(picture, length, find_point, bleed - _INK_DISTANCE)
        if inside - outside <= _MIN_INKED_LENGTH / _SAMPLE_STEP or outside * 2 >= inside:
            continue
        deeper = _count_inked_points(picture, length, find_point, -_INNER_DISTANCE)
        # A round shape inside the face has less ink the nearer it is to the trim: it only touches.
        if is_round or inside >= deeper * _MIN_INK_RATIO:
            yield side


def _count_inked_points(
    picture: PagePicture, length: float, find_point: _PointFinder, out: float
) -> int:
    """Return the number of points with ink on a line parallel to one side of a face.

    The line is `out` mm outside the trim (inside, if `out` is negative). `length` is the length of
    the side in mm. `find_point` is the function that `_trace_sides` yields for the side.
    """
    steps = int(length / _SAMPLE_STEP)
    points = (find_point((step + 0.5) * length / steps, out) for step in range(steps))
    return sum(_has_ink(picture, *point) for point in points)


def _trace_sides(place: Box, outline: Outline) -> Iterator[tuple[str, float, _PointFinder]]:
    """Yield each side of a face: its name, its length in mm, and a function that returns a point.

    The function takes the distance from the start of the side along it, and the distance outwards
    from it, in mm. It returns the point on the page.
    """
    left, top, right, bottom = place
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    corners = list_hex_corners(place) if outline == "hexagon" else corners
    for start, end in pairwise((*corners, corners[0])):
        length = dist(start, end) or 1.0
        x_step, y_step = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        # Corners are listed clockwise: a side that runs to the right is at the top.
        row = "at the top " * (x_step > 0.1) or "at the bottom " * (x_step < -0.1) or "on the "
        column = "right" * (y_step > 0.1) or "left" * (y_step < -0.1)
        outwards = Matrix(x_step, y_step, y_step, -x_step, *start)
        yield (row + column).strip(), length, outwards.transform_point


def _trace_circle(place: Box) -> Iterator[tuple[str, float, _PointFinder]]:
    """Yield the edge of a round face as a single side, in the same form as `_trace_sides`."""
    x, y = (place.left + place.right) / 2, (place.top + place.bottom) / 2
    radius = (place.right - place.left) / 2

    def find_point(along: float, out: float) -> tuple[float, float]:
        turn = along / radius
        return x + (radius + out) * cos(turn), y + (radius + out) * sin(turn)

    yield "all round", 2 * pi * radius, find_point


def _has_ink(picture: PagePicture, x: float, y: float) -> bool:
    column, row, _, _ = map(int, picture.convert_to_pixels(Box(x, y, x, y)))
    width, height = picture.image.size
    if not (0 <= column < width and 0 <= row < height):
        return False
    level = picture.image.getpixel((column, row))
    return isinstance(level, (int, float)) and level < _MAX_INK_LEVEL
