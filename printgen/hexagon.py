"""Regular hexagons. Each fills a box and points up if the box is high, or to the sides if wide."""

from math import sqrt

from printgen.geometry import Box, Spacing

SIDES_TO_CORNERS = 2 / sqrt(3)
"""The distance of opposite corners, divided by the distance of opposite sides."""

_CORNERS = (0, -1), (1, -0.5), (1, 0.5), (0, 1), (-1, 0.5), (-1, -0.5)
"""The corners of a hexagon that points up, clockwise, in halves of its box from the middle."""


def list_corners(box: Box, margin: float = 0.0) -> list[tuple[float, float]]:
    """Return the corners of the hexagon in a box, its sides moved outwards by `margin` mm."""
    scale = 0.5 + (margin and margin / min(box.width, box.height))
    x, y = (box.left + box.right) / 2, box.y_middle
    is_wide, width, height = box.width > box.height, box.width * scale, box.height * scale
    corners = [(-down, across) for across, down in _CORNERS] if is_wide else _CORNERS
    return [(x + across * width, y + down * height) for across, down in corners]


def measure_reach(inner: Box, box: Box) -> float:
    """Return how far a box reaches beyond the sides of the hexagon in `box`; negative inside."""
    left, top, right, bottom = inner.move_by(-(box.left + box.right) / 2, -box.y_middle)
    across, along = max(-left, right), max(-top, bottom)
    if box.width > box.height:
        across, along = along, across
    return max(across, across / 2 + along / SIDES_TO_CORNERS) - min(box.width, box.height) / 2


def find_spacing(width: float, height: float, gutter: float) -> Spacing:
    """Return the spacing of hexagons in boxes of that size, `gutter` mm apart on all sides."""
    step = min(width, height) + gutter
    interlock = step / SIDES_TO_CORNERS - max(width, height)
    if width < height:
        return Spacing(gutter, interlock, right=step / 2)
    return Spacing(interlock, gutter, lower=step / 2)
