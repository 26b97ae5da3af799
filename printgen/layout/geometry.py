"""Points, boxes and affine transforms, in mm with y downwards from the top left of a face."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import atan2, cos, degrees, hypot, isclose, radians, sin

# CSS Values 4, 6.2 and ISO 32000-1, 8.3.2.3: a point is 1/72 inch.
MM_PER_POINT = 25.4 / 72


@dataclass(frozen=True, slots=True)
class Rect:
    """An upright box in mm: its top left corner and its size."""

    x: float
    y: float
    width: float
    height: float


def enclose_points(xs: Iterable[float], ys: Iterable[float]) -> Rect:
    """Return the bounding box of points."""
    xs, ys = tuple(xs), tuple(ys)
    left, top = min(xs), min(ys)
    return Rect(left, top, max(xs) - left, max(ys) - top)


@dataclass(frozen=True, slots=True)
class Matrix:
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

    def transform_point(self, x: float, y: float) -> tuple[float, float]:
        """Return the image of a point."""
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    @property
    def scale(self) -> float:
        """The factor by which lengths along x grow."""
        return hypot(self.a, self.b)

    @property
    def angle(self) -> float:
        """The rotation in degrees, clockwise on the page."""
        return degrees(atan2(self.b, self.a))

    @property
    def is_uniform(self) -> bool:
        """Whether it only moves, rotates, and scales both axes equally; text requires that."""
        return isclose(self.a, self.d, abs_tol=1e-9) and isclose(self.b, -self.c, abs_tol=1e-9)


IDENTITY = Matrix()

_EXACT_TURNS = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}


def make_rotation(angle: float, x: float = 0.0, y: float = 0.0, scale: float = 1.0) -> Matrix:
    """Return a clockwise rotation in degrees about a point, with an even scale.

    Quarter turns are exact, so that upright items stay upright.
    """
    turn = angle % 360
    cosine, sine = _EXACT_TURNS.get(turn, (cos(radians(turn)), sin(radians(turn))))
    cosine, sine = cosine * scale, sine * scale
    # SVG 1.1, 7.6 and CSS Transforms 1: move the point to 0, 0, transform, and move it back.
    return Matrix(e=x, f=y) @ Matrix(cosine, sine, -sine, cosine) @ Matrix(e=-x, f=-y)


def centre(width: float, height: float, room_width: float, room_height: float) -> Matrix:
    """Return the map that scales a box to fit into another box and centres it there.

    It is xMidYMid meet of SVG 1.1, 7.8: the proportions are kept.
    """
    scale = min(room_width / width, room_height / height)
    left, top = (room_width - width * scale) / 2, (room_height - height * scale) / 2
    return Matrix(scale, 0.0, 0.0, scale, left, top)
