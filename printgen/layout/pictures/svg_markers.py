"""Markers of lines in drawings, such as arrowheads (SVG 1.1, 11.6): where they are placed."""

from math import atan2, degrees, hypot
from typing import NamedTuple

from printgen.face.outlines import Path

Direction = tuple[float, float]


class PathPoint(NamedTuple):
    """A point of a path, and the direction of the path before and after it; (0, 0) for none."""

    x: float
    y: float
    before: Direction = (0.0, 0.0)
    after: Direction = (0.0, 0.0)

    @property
    def angle(self) -> float:
        """The direction of the path in this point, in degrees; its middle in a corner."""
        x, y = (a + b for a, b in zip(self.before, self.after, strict=True))
        return degrees(atan2(y, x))


def list_path_points(path: Path) -> list[PathPoint]:
    """Return the points at which a path may have markers."""
    points, start = list[PathPoint](), (0.0, 0.0)
    for kind, *numbers in path:
        if kind == "M":
            start = numbers[0], numbers[1]
            points.append(PathPoint(*start))
            continue
        x, y = numbers[-2:] or start
        last = points[-1]
        # A control point on an end of its curve gives no direction.
        knots = [(last.x, last.y), *zip(numbers[:-2:2], numbers[1:-2:2], strict=True), (x, y)]
        points[-1] = last._replace(after=_find_direction(knots[0], knots[1:]))
        before_x, before_y = _find_direction(knots[-1], knots[-2::-1])
        points.append(PathPoint(x, y, (-before_x, -before_y)))
    return points


def _find_direction(start: tuple[float, float], others: list[tuple[float, float]]) -> Direction:
    """Return the direction from a point to the first of `others` that is elsewhere."""
    for x, y in others:
        if length := hypot(x - start[0], y - start[1]):
            return (x - start[0]) / length, (y - start[1]) / length
    return 0.0, 0.0
