"""Relations of boxes in tables and under headings: next to, under, overlapping, in order."""

from math import cos, radians, sin

from printgen.geometry import Box, enclose_points

MIN_SHARED = 0.5
"""Overlap from which boxes are next to or under each other, as a share of the smaller box."""
MAX_TOUCH = 0.3
"""Overlap of separate boxes that is ignored, in mm."""


def rotate_box(box: Box, angle: float, *, across: bool) -> Box:
    """Return a box of a table as if the table were upright, with each row below the row before.

    `angle` is the rotation of the table's text, in degrees clockwise. `across` means that the rows
    of the table are printed side by side: then x and y are exchanged.
    """
    if angle:
        cosine, sine = cos(radians(angle)), sin(radians(angle))
        corners = [(x, y) for x in (box.left, box.right) for y in (box.top, box.bottom)]
        xs = [x * cosine + y * sine for x, y in corners]
        ys = [y * cosine - x * sine for x, y in corners]
        box = enclose_points(xs, ys)
    return Box(box.top, box.left, box.bottom, box.right) if across else box


def is_in_row_or_column(box: Box, other: Box) -> bool:
    """Return whether two boxes are side by side or one above the other, at any distance."""
    return is_beside(box, other) or is_in_column(box, other)


def is_in_column(box: Box, other: Box) -> bool:
    """Return whether one box is above the other, at any distance: they overlap horizontally."""
    return measure_horizontal_overlap(box, other) >= MIN_SHARED


def is_beside(box: Box, other: Box) -> bool:
    """Return whether two boxes are side by side, at any distance: they overlap vertically."""
    shared = min(box.bottom, other.bottom) - max(box.top, other.top)
    return shared >= MIN_SHARED * min(box.bottom - box.top, other.bottom - other.top)


def measure_horizontal_overlap(box: Box, other: Box) -> float:
    """Return the horizontal overlap of two boxes, as a share of the narrower one (0 to 1)."""
    shared = min(box.right, other.right) - max(box.left, other.left)
    return max(0.0, shared / max(0.01, min(box.right - box.left, other.right - other.left)))


def is_outside_part(box: Box, whole: Box, part: Box) -> bool:
    """Return whether the middle of `box` is between the sides of `whole`, but not of `part`.

    Only horizontal positions count.
    """
    middle = (box.left + box.right) / 2
    return whole.left < middle < whole.right and not part.left <= middle <= part.right


def compare_positions(box: Box, other: Box) -> tuple[int, int]:
    """Return the order of two boxes from left to right, and their order from top to bottom.

    An order is 1 if `box` comes first, -1 if `other` comes first, and 0 if they overlap in that
    direction.
    """
    return (
        (box.right <= other.left + MAX_TOUCH) - (other.right <= box.left + MAX_TOUCH),
        (box.bottom <= other.top + MAX_TOUCH) - (other.bottom <= box.top + MAX_TOUCH),
    )
