"""Axis-aligned boxes, and boxes around texts.

Coordinates are in mm from the top left corner, and y points down.
"""

from collections.abc import Iterable
from functools import lru_cache
from math import cos, radians, sin
from typing import NamedTuple
from unicodedata import combining, normalize

MM_PER_POINT = 25.4 / 72

CAPITAL = 0.68
"""The height of a capital in em, used as the height of a text's box above its baseline."""

_ACCENTED_HEIGHT = {True: 0.9, False: 0.76}
"""The height in em of a letter with an accent above it. The key is true for capitals."""
_ACCENT_ABOVE_CLASS = 230
"""The canonical combining class Above."""  # UAX #44, 5.7.4


class Box(NamedTuple):
    """A box without rotation: its edges in mm."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Box", tolerance: float = 0.0) -> bool:
        """Return whether the boxes overlap by more than `tolerance` in both directions."""
        return (
            self.left + tolerance < other.right
            and other.left + tolerance < self.right
            and self.top + tolerance < other.bottom
            and other.top + tolerance < self.bottom
        )

    def covers(self, other: "Box", tolerance: float = 0.0) -> bool:
        """Return whether `other` is inside this box, with a tolerance in mm."""
        return (
            self.left <= other.left + tolerance
            and self.top <= other.top + tolerance
            and other.right <= self.right + tolerance
            and other.bottom <= self.bottom + tolerance
        )

    def expand_by(self, margin: float) -> "Box":
        """Return the box with each edge moved outwards by `margin`."""
        return Box(self.left - margin, self.top - margin, self.right + margin, self.bottom + margin)

    def move_by(self, x: float, y: float) -> "Box":
        """Return the box moved right by `x` and down by `y`."""
        return Box(self.left + x, self.top + y, self.right + x, self.bottom + y)

    def distance_to(self, other: "Box") -> float:
        """Return the sum of the horizontal and the vertical gap between two boxes."""
        horizontal_gap = max(other.left - self.right, self.left - other.right, 0.0)
        return horizontal_gap + max(other.top - self.bottom, self.top - other.bottom, 0.0)

    def __str__(self) -> str:
        return f"{self.left:.1f}, {self.top:.1f} to {self.right:.1f}, {self.bottom:.1f} mm"


def find_bounding_box(boxes: Iterable[Box]) -> Box:
    """Return the smallest box that contains all boxes; there must be at least one."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


@lru_cache(maxsize=4096)
def measure_em_height(text: str) -> float:
    """Return the height of a text in em, including accents above its letters."""
    # UAX #15: form NFD separates accents from their letters.
    accented = (c for c in text if _ACCENT_ABOVE_CLASS in map(combining, normalize("NFD", c)))
    return max((_ACCENTED_HEIGHT[letter.isupper()] for letter in accented), default=CAPITAL)


def find_text_corners(
    x: float, y: float, width: float, size: float, angle: float, height: float = CAPITAL
) -> tuple[tuple[float, float], ...]:
    """Return the corners of a text's box, in order around it.

    The baseline begins at `x`, `y` and is `width` long, in mm. `size` is in points, `angle` in
    degrees clockwise, and `height` in em.
    """
    height *= size * MM_PER_POINT
    if not angle:
        return ((x, y), (x + width, y), (x + width, y - height), (x, y - height))
    # With y downwards, positive angles turn clockwise, as in CSS Transforms 1.
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
    """Return the axis-aligned box around a text. For the arguments see `find_text_corners`."""
    xs, ys = zip(*find_text_corners(x, y, width, size, angle, height), strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))
