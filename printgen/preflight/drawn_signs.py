"""Shapes of a template next to a number that look like one of its signs: a bar, a 1 or a point.

A thin box or line is read as text if it has the size, the place and nearly the colour of one.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from printgen.colour import compute_contrast_ratio
from printgen.face.face import Face, Shape, TextRun
from printgen.face.outlines import find_path_bounds, transform_path
from printgen.face.transform import find_item_bounds
from printgen.face_checks.seen_face import make_field_problem, quote_text
from printgen.geometry import MM_PER_POINT, Box, find_text_box, make_rotation
from printgen.problems import Problem

_MIN_CONTRAST = 7.0
"""The contrast with a text below which a shape is read as text of the same ink."""
_MAX_SIDE = 1.35
"""The longest side of a shape that is read as a sign, in em."""

_MAX_OVERLAP = 0.1
"""How far the box of a sign may reach over that of a number, in em."""
_MIN_DISTANCE = 0.2
"""The distance from other shapes, in mm, below which a shape is a part of a drawing."""


class _Sign(NamedTuple):
    """The bounds of the width, height and middle of a sign in em; the middle is above the baseline.

    `gap` is the distance from a number below which it is read with it.
    """

    widths: tuple[float, float]
    heights: tuple[float, float]
    middles: tuple[float, float]
    gap: float
    name: str


_SIGNS = (
    _Sign((0.2, 0.8), (0.02, 0.15), (0.15, 0.5), 0.25, "a minus"),
    _Sign((0.02, 0.17), (0.5, _MAX_SIDE), (0.2, 0.5), 0.15, "a 1"),
    _Sign((0.06, 0.2), (0.06, 0.2), (0.0, 0.12), 0.15, "a point"),
)


def find_drawn_signs(face: Face) -> Iterator[Problem]:
    """Yield a problem for each shape that looks like a sign of a number next to it."""
    texts = (item for item in face.items if isinstance(item, TextRun) and item.field)
    values = [text for text in texts if re.search(r"\d", text.text)]
    if not values:
        return
    max_side = _MAX_SIDE * MM_PER_POINT * max(value.size for value in values)
    shapes = [item for item in face.items if isinstance(item, Shape) and item.path]
    boxes = [find_item_bounds(shape) for shape in shapes]
    small = [n for n, box in enumerate(boxes) if max(box.width, box.height) < max_side]
    for number in small:
        box = boxes[number]
        near = box.expand_by(_MIN_DISTANCE)
        # Parts of a drawing are no signs.
        if any(near.overlaps(boxes[other]) for other in small if other != number):
            continue
        for value in values:
            em = value.size * MM_PER_POINT
            place = find_text_box(value.x, value.y, value.width, value.size, value.angle, 1.0)
            sign = place.expand_by(em).overlaps(box) and _find_sign(value, shapes[number])
            if sign:
                message = "a shape next to {} looks like {} of the number"
                hint = "move it away, or give it another size or a paler colour"
                yield make_field_problem(
                    value.field or "", message, hint, quote_text(value.text), sign
                )


def _find_sign(value: TextRun, shape: Shape) -> str:
    """Return the name of the sign that a shape looks like next to a value; "" for no sign."""
    ink = shape.fill or shape.stroke or value.colour
    if compute_contrast_ratio(ink[:3], value.colour[:3]) >= _MIN_CONTRAST:
        return ""
    # The box of the shape in em, from the start of the baseline.
    path = transform_path(shape.path, make_rotation(-value.angle, value.x, value.y))
    bounds = find_path_bounds(path).expand_by(shape.stroke_width / 2).move_by(-value.x, -value.y)
    em = value.size * MM_PER_POINT
    box, words = Box(*(edge / em for edge in bounds)), value.text.split()
    gaps = (-box.right, words[0]), (box.left - value.width / em, words[-1])
    for sign in _SIGNS:
        sizes = (box.width, sign.widths), (box.height, sign.heights), (-box.y_middle, sign.middles)
        if all(low <= size <= high for size, (low, high) in sizes) and any(
            -_MAX_OVERLAP < gap < sign.gap and re.search(r"\d", word) for gap, word in gaps
        ):
            return sign.name
    return ""
