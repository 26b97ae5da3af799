"""Floats: boxes at the left or right of a block, with text next to them (CSS 2.1, 9.5).

Only positions are known here. A float is in the flow of one block, and no line is above an earlier
float of it. Lengths are in mm.
"""

from collections.abc import Iterable, Sequence
from math import inf
from typing import NamedTuple

_TOLERANCE = 0.001
"""Tolerance for rounding, in mm: an edge of a float may exceed another one by this much."""


class Float(NamedTuple):
    """The margin box of a float at the `side` left or right, from the corner of a content box."""

    side: str
    left: float
    top: float
    right: float
    bottom: float

    def move_by(self, x: float, y: float) -> "Float":
        """Return the float as seen from a corner that is `x`, `y` to the right and below."""
        return Float(self.side, self.left - x, self.top - y, self.right - x, self.bottom - y)


def find_room(
    floats: Iterable[Float], width: float, top: float, height: float = 0.0
) -> tuple[float, float]:
    """Return the left and the right edge of the space between floats, in a block of this width.

    The space begins at `top` and has this height.
    """
    low, high = 0.0, width
    for side, left, start, right, end in floats:
        if start < max(top + height, top + 2 * _TOLERANCE) - _TOLERANCE and end > top + _TOLERANCE:
            low, high = (max(low, right), high) if side == "left" else (low, min(high, left))
    return low, high


def find_end_of_float(floats: Iterable[Float], top: float) -> float:
    """Return where the first of the floats beside or below `top` ends; infinity without any."""
    return min((each.bottom for each in floats if each.bottom > top + _TOLERANCE), default=inf)


def clear_floats(floats: Iterable[Float], sides: str, top: float) -> float:
    """Return the first place from `top` on that is below the floats at `sides` (CSS 2.1, 9.5.2)."""
    return max([top, *(each.bottom for each in floats if sides in (each.side, "both"))])


def place_float(
    floats: Sequence[Float], side: str, size: tuple[float, float], width: float, top: float
) -> Float:
    """Return the place of a new float with this margin box, in a block of this width.

    It is at `top`, or below if it does not fit next to other floats (CSS 2.1, 9.5.1).
    """
    top = max([top, *(each.top for each in floats)])
    low, high = find_room(floats, width, top)
    while high - low < size[0] - _TOLERANCE and (end := find_end_of_float(floats, top)) < inf:
        low, high = find_room(floats, width, end)
        top = end
    left = low if side == "left" else high - size[0]
    return Float(side, left, top, left + size[0], top + size[1])
