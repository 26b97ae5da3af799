"""An upright box by its edges, in mm from a top left corner, y down."""

from collections.abc import Iterable
from functools import lru_cache
from math import cos, radians, sin
from typing import NamedTuple
from unicodedata import combining, normalize

MM_PER_POINT = 25.4 / 72

CAPITAL = 0.68
"""The height of a capital in em: a text's box reaches from its baseline that far up."""

_ACCENTED_HEIGHT = {True: 0.9, False: 0.76}
"""The same of a letter that has an accent above, by whether it is a capital."""
_ACCENT_ABOVE_CLASS = 230
"""Unicode's class of the accents above a letter."""


class Box(NamedTuple):
    """An upright box."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Box", tolerance: float = 0.0) -> bool:
        """Whether they have more than `touch` in common, across and down."""
        return (
            self.left + tolerance < other.right
            and other.left + tolerance < self.right
            and self.top + tolerance < other.bottom
            and other.top + tolerance < self.bottom
        )

    def covers(self, other: "Box", tolerance: float = 0.0) -> bool:
        """Whether `other` lies inside, give or take `slack`."""
        return (
            self.left <= other.left + tolerance
            and self.top <= other.top + tolerance
            and other.right <= self.right + tolerance
            and other.bottom <= self.bottom + tolerance
        )

    def expand_by(self, margin: float) -> "Box":
        """The box with every edge moved outwards."""
        return Box(self.left - margin, self.top - margin, self.right + margin, self.bottom + margin)

    def move_by(self, x: float, y: float) -> "Box":
        """The box so far to the right and down."""
        return Box(self.left + x, self.top + y, self.right + x, self.bottom + y)

    def distance_to(self, other: "Box") -> float:
        """How far apart they are, across and down together."""
        horizontal_gap = max(other.left - self.right, self.left - other.right, 0.0)
        return horizontal_gap + max(other.top - self.bottom, self.top - other.bottom, 0.0)

    def __str__(self) -> str:
        return f"{self.left:.1f}, {self.top:.1f} to {self.right:.1f}, {self.bottom:.1f} mm"


def find_bounding_box(boxes: Iterable[Box]) -> Box:
    """The box round some boxes; there must be one."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


@lru_cache(maxsize=4096)
def measure_em_height(text: str) -> float:
    """The height of a text in em with the accents on its letters."""
    accented = (c for c in text if _ACCENT_ABOVE_CLASS in map(combining, normalize("NFD", c)))
    return max((_ACCENTED_HEIGHT[letter.isupper()] for letter in accented), default=CAPITAL)


def find_text_corners(
    x: float, y: float, width: float, size: float, angle: float, height: float = CAPITAL
) -> tuple[tuple[float, float], ...]:
    """The corners of a text's box: from its baseline at `x`, `y` as high as a capital or `tall` em.

    `size` is in points, `angle` in degrees clockwise; the corners go round.
    """
    height *= size * MM_PER_POINT
    if not angle:
        return ((x, y), (x + width, y), (x + width, y - height), (x, y - height))
    cosine, sine = cos(radians(angle)), sin(radians(angle))
    end_x, end_y = x + width * cosine, y + width * sine
    return (
        (x, y),
        (end_x, end_y),
        (end_x + height * sine, end_y - height * cosine),
        (x + height * sine, y - height * cosine),
    )


def find_text_box(
    x: float, y: float, width: float, size: float, angle: float, height: float = CAPITAL
) -> Box:
    """The upright box round a text: see `corners_of_text`."""
    xs, ys = zip(*find_text_corners(x, y, width, size, angle, height), strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))
