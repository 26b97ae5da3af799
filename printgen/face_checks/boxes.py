"""An upright box by its edges, in mm from a top left corner, y down."""

from collections.abc import Iterable
from functools import lru_cache
from math import cos, radians, sin
from typing import NamedTuple
from unicodedata import combining, normalize

MM_PER_POINT = 25.4 / 72

CAPITAL = 0.68
"""The height of a capital in em: a text's box reaches from its baseline that far up."""

_ACCENTED = {True: 0.9, False: 0.76}
"""The same of a letter that has an accent above, by whether it is a capital."""
_ABOVE = 230
"""Unicode's class of the accents above a letter."""


class Box(NamedTuple):
    """An upright box."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Box", touch: float = 0.0) -> bool:
        """Whether they have more than `touch` in common, across and down."""
        return (
            self.left + touch < other.right
            and other.left + touch < self.right
            and self.top + touch < other.bottom
            and other.top + touch < self.bottom
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

    def moved(self, x: float, y: float) -> "Box":
        """The box so far to the right and down."""
        return Box(self.left + x, self.top + y, self.right + x, self.bottom + y)

    def away(self, other: "Box") -> float:
        """How far apart they are, across and down together."""
        across = max(other.left - self.right, self.left - other.right, 0.0)
        return across + max(other.top - self.bottom, self.top - other.bottom, 0.0)

    def __str__(self) -> str:
        return f"{self.left:.1f}, {self.top:.1f} to {self.right:.1f}, {self.bottom:.1f} mm"


def united(boxes: Iterable[Box]) -> Box:
    """The box round some boxes; there must be one."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


@lru_cache(maxsize=4096)
def height_of(text: str) -> float:
    """The height of a text in em with the accents on its letters."""
    accented = (one for one in text if _ABOVE in map(combining, normalize("NFD", one)))
    return max((_ACCENTED[letter.isupper()] for letter in accented), default=CAPITAL)


def corners_of_text(
    x: float, y: float, width: float, size: float, angle: float, tall: float = CAPITAL
) -> tuple[tuple[float, float], ...]:
    """The corners of a text's box: from its baseline at `x`, `y` as high as a capital or `tall` em.

    `size` is in points, `angle` in degrees clockwise; the corners go round.
    """
    tall *= size * MM_PER_POINT
    if not angle:
        return ((x, y), (x + width, y), (x + width, y - tall), (x, y - tall))
    along, across = cos(radians(angle)), sin(radians(angle))
    right, down = x + width * along, y + width * across
    return (
        (x, y),
        (right, down),
        (right + tall * across, down - tall * along),
        (x + tall * across, y - tall * along),
    )


def box_of_text(
    x: float, y: float, width: float, size: float, angle: float, tall: float = CAPITAL
) -> Box:
    """The upright box round a text: see `corners_of_text`."""
    xs, ys = zip(*corners_of_text(x, y, width, size, angle, tall), strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))
