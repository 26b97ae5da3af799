"""Turn points and the affine maps of a content stream into places on the page, in mm, y down."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

MM_PER_POINT = 25.4 / 72

Point = tuple[float, float]
Outline = tuple[tuple[Point, ...], ...]
"""Polygons, curves as chords; one that the path closes ends where it began."""

Matrix = tuple[float, float, float, float, float, float]
"""The map x' = a x + c y + e, y' = b x + d y + f."""

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class Box(NamedTuple):
    """An upright box by its edges."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Box") -> bool:
        """Whether they share any area."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def holds(self, other: "Box", slack: float = 0.0) -> bool:
        """Whether `other` lies inside, give or take `slack`."""
        return (
            self.left <= other.left + slack
            and self.top <= other.top + slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )

    def grown(self, by: float) -> "Box":
        """The box with every edge moved outwards."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)


def united(one: Box, other: Box) -> Box:
    """The box round two boxes."""
    return Box(
        min(one.left, other.left),
        min(one.top, other.top),
        max(one.right, other.right),
        max(one.bottom, other.bottom),
    )


def compose(inner: Matrix, outer: Matrix) -> Matrix:
    """The map `outer` after `inner`."""
    a, b, c, d, e, f = inner
    p, q, r, s, t, u = outer
    return (
        a * p + b * r,
        a * q + b * s,
        c * p + d * r,
        c * q + d * s,
        e * p + f * r + t,
        e * q + f * s + u,
    )


def apply(matrix: Matrix, x: float, y: float) -> Point:
    """The image of a point."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def bounds(points: Iterable[Point]) -> Box:
    """The upright box round points; there must be one."""
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


def is_upright(polygon: Sequence[Point]) -> bool:
    """Whether a polygon is a rectangle with upright edges, to a thousandth of a mm."""
    if len(polygon) == 5 and polygon[0] == polygon[4]:
        polygon = polygon[:4]
    if len(polygon) != 4:
        return False
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = polygon
    return (_near(ax, bx) and _near(by, cy) and _near(cx, dx) and _near(dy, ay)) or (
        _near(ay, by) and _near(bx, cx) and _near(cy, dy) and _near(dx, ax)
    )


def _near(one: float, other: float) -> bool:
    return abs(one - other) < 0.001
