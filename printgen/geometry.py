"""Boxes, points, hexagons and affine transforms, in mm with y downwards from a top left corner.

A hexagon fills a box, and points up if the box is high, or to the sides if it is wide.
"""

from collections.abc import Sequence
from math import atan2, cos, degrees, hypot, isclose, radians, sin, sqrt
from typing import Literal, NamedTuple

import msgspec

# CSS Values 4, 6.2 and ISO 32000-1, 8.3.2.3: a point is 1/72 inch.
MM_PER_POINT = 25.4 / 72
# CSS Values 4, 6.2: an inch is 96 px.
MM_PER_PX = 25.4 / 96

Outline = Literal["box", "circle", "hexagon"]
"""The shape of a piece. The corners of a box may be round."""


class Spacing(NamedTuple):
    """The space between pieces on a sheet, in mm.

    - `across`: the space between columns. `down`: the space between rows. Either is negative if
      pieces interlock, such as hexagons.
    - `right`: how far every second row is then moved to the right.
    - `lower`: how far every second column is then moved downwards.
    """

    across: float = 0.0
    down: float = 0.0
    right: float = 0.0
    lower: float = 0.0

    @property
    def is_staggered(self) -> bool:
        """Whether every second row or column is moved to interlock with its neighbours."""
        return bool(self.right or self.lower)


class Box(NamedTuple):
    """A rectangle that is not rotated: its edges in mm."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """The distance from the left to the right edge, in mm."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """The distance from the top to the bottom edge, in mm."""
        return self.bottom - self.top

    @property
    def y_middle(self) -> float:
        """The y coordinate halfway between the top and the bottom edge, in mm."""
        return (self.top + self.bottom) / 2

    def overlaps(self, other: "Box", tolerance: float = 0.0) -> bool:
        """Return whether the boxes overlap by more than `tolerance` mm, both in x and in y."""
        return (
            self.left + tolerance < other.right
            and other.left + tolerance < self.right
            and self.top + tolerance < other.bottom
            and other.top + tolerance < self.bottom
        )

    def contains(self, other: "Box", tolerance: float = 0.0) -> bool:
        """Return whether `other` is inside this box, or at most `tolerance` mm beyond its edges."""
        return (
            self.left <= other.left + tolerance
            and self.top <= other.top + tolerance
            and other.right <= self.right + tolerance
            and other.bottom <= self.bottom + tolerance
        )

    def expand_by(self, margin: float) -> "Box":
        """Return the box with each edge moved outwards by `margin` mm."""
        return Box(self.left - margin, self.top - margin, self.right + margin, self.bottom + margin)

    def move_by(self, x: float, y: float) -> "Box":
        """Return the box moved right by `x` mm and down by `y` mm."""
        return Box(self.left + x, self.top + y, self.right + x, self.bottom + y)

    def intersect(self, other: "Box") -> "Box":
        """Return the part that both boxes share.

        If they share none, its width or its height is 0 or negative.
        """
        return Box(*map(max, self[:2], other[:2]), *map(min, self[2:], other[2:]))

    def measure_overflow(self, outer: "Box") -> float:
        """Return how far this box extends beyond `outer` at its worst edge, in mm.

        It is negative if the box is inside.
        """
        beyond_end = max(self.right - outer.right, self.bottom - outer.bottom)
        return max(outer.left - self.left, outer.top - self.top, beyond_end)

    def measure_gap_to(self, other: "Box") -> float:
        """Return the horizontal gap plus the vertical gap between two boxes, in mm.

        A gap is 0 if the boxes overlap in that direction.
        """
        horizontal_gap = max(other.left - self.right, self.left - other.right, 0.0)
        return horizontal_gap + max(other.top - self.bottom, self.top - other.bottom, 0.0)

    def __str__(self) -> str:
        return f"{self.left:.1f}, {self.top:.1f} to {self.right:.1f}, {self.bottom:.1f} mm"


def find_bounding_box(boxes: Sequence[Box]) -> Box:
    """Return the smallest box that contains all boxes; there must be at least one."""
    if len(boxes) == 1:
        return boxes[0]
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


def make_box(x: float, y: float, width: float, height: float) -> Box:
    """Return the box with its top left corner at `x`, `y`, and with this size, all in mm."""
    return Box(x, y, x + width, y + height)


def enclose_points(xs: Sequence[float], ys: Sequence[float]) -> Box:
    """Return the bounding box of points."""
    return Box(min(xs), min(ys), max(xs), max(ys))


class Matrix(msgspec.Struct, frozen=True):
    """The affine map x' = a x + c y + e, y' = b x + d y + f (SVG 1.1, 7.4)."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def __matmul__(self, inner: "Matrix") -> "Matrix":
        """Return the map that applies `inner` first, then this one (SVG 1.1, 7.5)."""
        return Matrix(
            self.a * inner.a + self.c * inner.b,
            self.b * inner.a + self.d * inner.b,
            self.a * inner.c + self.c * inner.d,
            self.b * inner.c + self.d * inner.d,
            self.a * inner.e + self.c * inner.f + self.e,
            self.b * inner.e + self.d * inner.f + self.f,
        )

    @property
    def inverse(self) -> "Matrix":
        """The map that undoes this one, which must not map all points to a line."""
        a, b, c, d, e, f = self.a, self.b, self.c, self.d, self.e, self.f
        area = a * d - b * c
        shift = (c * f - d * e) / area, (b * e - a * f) / area
        return Matrix(d / area, -b / area, -c / area, a / area, *shift)

    def transform_point(self, x: float, y: float) -> tuple[float, float]:
        """Return the coordinates to which the map moves a point."""
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    @property
    def scale(self) -> float:
        """The factor by which the map multiplies lengths along x."""
        return hypot(self.a, self.b)

    @property
    def angle(self) -> float:
        """The rotation in degrees, clockwise on the page."""
        return degrees(atan2(self.b, self.a))

    @property
    def is_uniform(self) -> bool:
        """Whether the map only moves, rotates, and scales both axes equally. Text requires that."""
        return isclose(self.a, self.d, abs_tol=1e-9) and isclose(self.b, -self.c, abs_tol=1e-9)


IDENTITY = Matrix()

_EXACT_TURNS = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}


def measure_angle_between(angle: float, other_angle: float) -> float:
    """Return the angle between two directions, from 0 to 180 degrees."""
    return abs((angle - other_angle + 180) % 360 - 180)


def make_rotation(angle: float, x: float = 0.0, y: float = 0.0, scale: float = 1.0) -> Matrix:
    """Return the map that rotates clockwise by `angle` degrees about the point `x`, `y`.

    It also multiplies lengths by `scale`. Quarter turns are exact, so that upright items stay
    upright.
    """
    turn = angle % 360
    cosine, sine = _EXACT_TURNS.get(turn, (cos(radians(turn)), sin(radians(turn))))
    cosine, sine = cosine * scale, sine * scale
    # SVG 1.1, 7.6 and CSS Transforms 1: move the point to 0, 0, transform, and move it back.
    return Matrix(e=x, f=y) @ Matrix(cosine, sine, -sine, cosine) @ Matrix(e=-x, f=-y)


def make_fit_matrix(width: float, height: float, room_width: float, room_height: float) -> Matrix:
    """Return the map that scales a box to fit into a room, and centres it there.

    The box and the room have their top left corner at 0, 0. The proportions of the box are kept, as
    xMidYMid meet does (SVG 1.1, 7.8).
    """
    scale = min(room_width / width, room_height / height)
    left, top = (room_width - width * scale) / 2, (room_height - height * scale) / 2
    return Matrix(scale, 0.0, 0.0, scale, left, top)


def find_text_corners(
    x: float, y: float, width: float, size: float, angle: float, height: float, depth: float = 0.0
) -> tuple[tuple[float, float], ...]:
    """Return the four corners of the box of a text, from the start of the baseline anticlockwise.

    The baseline begins at `x`, `y` and is `width` long, in mm. `size` is in points, and `angle` in
    degrees clockwise. The box extends `height` em above the baseline and `depth` em below it.
    """
    top, bottom = y - height * size * MM_PER_POINT, y + depth * size * MM_PER_POINT
    corners = (x, bottom), (x + width, bottom), (x + width, top), (x, top)
    if not angle:
        return corners
    return tuple(make_rotation(angle, x, y).transform_point(*corner) for corner in corners)


def find_text_box(
    x: float, y: float, width: float, size: float, angle: float, height: float, depth: float = 0.0
) -> Box:
    """Return the bounding box of a text that may be rotated.

    The baseline begins at `x`, `y` and is `width` long, in mm. `size` is in points, and `angle` in
    degrees clockwise. The text extends `height` em above the baseline and `depth` em below it.
    """
    corners = find_text_corners(x, y, width, size, angle, height, depth)
    if angle or width < 0:
        return enclose_points(*zip(*corners, strict=True))
    return Box(*corners[3], *corners[1])


SIDES_TO_CORNERS = 2 / sqrt(3)
"""The distance of opposite corners, divided by the distance of opposite sides."""

_HEX_CORNERS = (0, -1), (1, -0.5), (1, 0.5), (0, 1), (-1, 0.5), (-1, -0.5)
"""The corners of a hexagon that points up, clockwise, in halves of its box from the middle."""


def list_hex_corners(box: Box, margin: float = 0.0) -> list[tuple[float, float]]:
    """Return the corners of the hexagon that fills a box, in order around it.

    The sides of the hexagon are moved outwards by `margin` mm.
    """
    scale = 0.5 + (margin and margin / min(box.width, box.height))
    x, y = (box.left + box.right) / 2, box.y_middle
    is_wide, width, height = box.width > box.height, box.width * scale, box.height * scale
    corners = [(-down, across) for across, down in _HEX_CORNERS] if is_wide else _HEX_CORNERS
    return [(x + across * width, y + down * height) for across, down in corners]


def measure_outline_overflow(inner: Box, box: Box, outline: Outline, radius: float = 0.0) -> float:
    """Return how far the box `inner` extends beyond the outline that fills `box`, in mm.

    It is negative if `inner` is inside. `radius` is the radius of the corners if the outline is a
    box.
    """
    if outline == "hexagon":
        return _measure_hexagon_overflow(inner, box)
    if outline == "circle":
        radius = min(box.width, box.height) / 2
    centres = box.expand_by(-radius)
    across = max(centres.left - inner.left, inner.right - centres.right)
    down = max(centres.top - inner.top, inner.bottom - centres.bottom)
    if across <= 0 or down <= 0:
        return inner.measure_overflow(box)
    return max(hypot(across, down) - radius, inner.measure_overflow(box))


def _measure_hexagon_overflow(inner: Box, box: Box) -> float:
    left, top, right, bottom = inner.move_by(-(box.left + box.right) / 2, -box.y_middle)
    across, along = max(-left, right), max(-top, bottom)
    if box.width > box.height:
        across, along = along, across
    return max(across, across / 2 + along / SIDES_TO_CORNERS) - min(box.width, box.height) / 2


def find_hex_spacing(width: float, height: float, gutter: float) -> Spacing:
    """Return the spacing of hexagons that are `gutter` mm apart on all sides.

    `width` and `height` are the size of the box that each hexagon fills.
    """
    step = min(width, height) + gutter
    interlock = step / SIDES_TO_CORNERS - max(width, height)
    if width < height:
        return Spacing(gutter, interlock, right=step / 2)
    return Spacing(interlock, gutter, lower=step / 2)
