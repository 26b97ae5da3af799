"""Shapes of a template next to a number that look like one of its signs: a bar, a 1 or a point.

A thin box, line or picture is read as text if it has the size, the place and nearly the colour of
one. The signs of a number depend only on it and on what is painted near it, and are cached.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from io import BytesIO
from math import ceil, inf
from typing import NamedTuple

from msgspec.structs import replace
from PIL import Image

from printgen.colour import Colour, Ink, compute_contrast_ratio
from printgen.face.face import Face, Item, PlacedImage, PlacedMark, Shape, TextRun
from printgen.face.outlines import find_path_bounds, make_rectangle, transform_path
from printgen.face.transform import ASCENT_RATIO, fade, find_item_bounds, transform_item
from printgen.face_checks.printed_face import CAP_HEIGHT, make_field_problem, quote_text
from printgen.geometry import (
    MM_PER_POINT,
    Box,
    find_bounding_box,
    find_text_box,
    make_box,
    make_rotation,
)
from printgen.preflight.overlaps import ItemFacts
from printgen.preflight.painted_raster import measure_seen_ink
from printgen.preflight.path_masks import PX_PER_MM
from printgen.problems import Problem
from printgen.system.cache import Cache

_DIGIT = re.compile(r"\d")
_MIN_CONTRAST = 7.0
"""The contrast with a text below which a shape is read as text of the same ink."""
_MIN_SEEN_CONTRAST = 1.5
"""The least contrast of a shape with what is below it; with less, it is hardly seen."""
_MIN_ALPHA = 64
"""The alpha from which a pixel of a picture is seen."""
_MAX_SIDE = 1.35
"""The longest side of a shape that is read as a sign, in em."""
_REACH = 1.2
"""How far from the box of a number its signs may reach, in em."""

_MAX_OVERLAP = 0.1
"""How far the box of a sign may reach over that of a number, in em."""
_MIN_DISTANCE = 0.2
"""The distance from other shapes, in mm, below which a shape is a part of a drawing."""
_TOUCHING_DISTANCE = 0.05
"""The distance of two shapes, in mm, below which they look like one."""
_MAX_SHAPES = 4
"""The most shapes of a drawing that are compared one by one. Other drawings are one shape."""
_MAX_NEAR_SHAPES = 200
"""The most small shapes near a number among which a sign is seen. More are a pattern."""


class _Sign(NamedTuple):
    """A sign that a shape can look like: bounds of its width, height and middle, in em.

    The middle is measured upwards from the baseline. `gap` is the distance from a number below
    which readers take the sign for a part of the number.
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


class _ShapeGroup(NamedTuple):
    """Shapes of one colour that touch, given by their indexes, and the box around them.

    The edges of the box are in em from the start of the baseline of a number. If the number is
    rotated, the box is turned with it.
    """

    indexes: tuple[int, ...]
    box: Box


_sign_cache: Cache[tuple[object, ...], tuple[str, ...]] = Cache(8_192)
"""The names of the signs next to a text, by its number, those of the items near it, and the size.
"""


def find_drawn_signs(face: Face, item_facts: Sequence[ItemFacts]) -> Iterator[Problem]:
    """Yield a problem for each shape that looks like a minus, 1 or point of a number next to it.

    `item_facts` are the facts about each item of the face.
    """
    painted = [
        # What is seen of a picture may be small: its margins may be transparent.
        (facts.reach, 0.0 if isinstance(item, PlacedImage) else facts.smallest_part_size, item)
        for facts, item in zip(item_facts, face.items, strict=True)
        if isinstance(item, (Shape, PlacedMark, PlacedImage))
    ]
    size = round(face.width * PX_PER_MM) + 1, round(face.height * PX_PER_MM) + 1
    for facts, value in zip(item_facts, face.items, strict=True) if painted else ():
        if not (isinstance(value, TextRun) and value.field and _DIGIT.search(value.text)):
            continue
        em = value.size * MM_PER_POINT
        # The reach of a text begins at its ascent, and the signs are searched from 1 em above the
        # baseline: the margin has the difference, too.
        margin = ceil(((_REACH + 1.0 - ASCENT_RATIO) * em + _MIN_DISTANCE) * PX_PER_MM)
        number, left, top, right, bottom = facts.reach
        left, top, right, bottom = left - margin, top - margin, right + margin, bottom + margin
        near = [
            (other[0], side, item)
            for other, side, item in painted
            if other[1] < right and other[3] > left and other[2] < bottom and other[4] > top
        ]
        if min([side for _, side, _ in near], default=inf) >= _MAX_SIDE * em:
            continue
        key = number, size, *[near_item[0] for near_item in near]
        names = _sign_cache.get(key)
        if names is None:
            items = [(side, item) for _, side, item in near]
            names = _sign_cache.set(key, tuple(_find_signs(value, items, size)))
        for name in names:
            message = "a shape next to {} looks like {} of the number"
            hint = "move it away, or give it another size or a paler colour"
            yield make_field_problem(value.field, message, hint, quote_text(value.text), name)


def _find_signs(
    value: TextRun, items: Sequence[tuple[float, Item]], size: tuple[int, int]
) -> Iterator[str]:
    """Yield the name of each sign of a number that shapes next to `value` look like.

    `items` are the items near the value, each with the size of its smallest part in mm, 0 for a
    picture. `size` is the size of the face in pixels.
    """
    parts, boxes = list[Item](), dict[int, Box]()
    em = value.size * MM_PER_POINT
    place = find_text_box(value.x, value.y, value.width, value.size, value.angle, 1.0)
    box, max_side = place.expand_by(_REACH * em + _MIN_DISTANCE), _MAX_SIDE * em
    for side, item in items:
        # Large items are only needed to see what is below and above a sign.
        for part in _list_parts(item) if side < max_side else (item,):
            parts.append(part)
            bounds = find_item_bounds(part) if side < max_side else None
            if bounds and max(bounds.width, bounds.height) < max_side and bounds.overlaps(box):
                boxes[len(parts) - 1] = _find_box_in_em(part, bounds, value)
    if len(boxes) > _MAX_NEAR_SHAPES:
        return
    groups = _group_touching_shapes(parts, boxes, _TOUCHING_DISTANCE / em)
    for group in groups:
        name = _find_sign(value, group.box)
        inks = _measure_inks(parts, group, size) if name else None
        if not inks or compute_contrast_ratio(inks[0], value.colour[:3]) >= _MIN_CONTRAST:
            continue
        # Parts of a drawing are no signs. What is below the sign or the number is no such part.
        near = group.box.expand_by(_MIN_DISTANCE / em)
        letters = Box(0.0, -CAP_HEIGHT, value.width / em, 0.0)
        if not any(
            near.overlaps(other.box)
            and not other.box.contains(group.box)
            and not other.box.overlaps(letters, _MAX_OVERLAP)
            and _measure_inks(parts, other, size)
            for other in groups
            if other is not group
        ):
            yield name


def _list_parts(item: Item) -> Sequence[Item]:
    """Return the shapes of a drawing that may be a sign; any other item is its own part."""
    if isinstance(item, PlacedMark) and len(item.drawing.shapes) <= _MAX_SHAPES and not item.field:
        return _place_shapes(item)
    if isinstance(item, PlacedImage):
        return (_clip_to_paint(item),)
    return () if isinstance(item, Shape) and not item.path else (item,)


@lru_cache(maxsize=64)
def _place_shapes(mark: PlacedMark) -> Sequence[Item]:
    """Return the shapes of a drawing as they are on the face."""
    shapes = (shape for shape in mark.drawing.shapes if shape.path)
    return [fade(transform_item(shape, mark.matrix), mark.opacity) for shape in shapes]


@lru_cache(maxsize=64)
def _clip_to_paint(image: PlacedImage) -> PlacedImage:
    """Return a picture, clipped to the box around its pixels that are not transparent.

    Without transparent margins, a picture of a thin line has the box of this line. A picture
    without margins is returned as it is.
    """
    if not image.data.startswith(b"\x89PNG"):
        return image  # a JPEG file has no transparent pixels
    with Image.open(BytesIO(image.data)) as picture:
        width, height = picture.size
        alpha = picture.getchannel("A") if "A" in picture.getbands() else None
    edges = alpha and alpha.point(lambda level: level > _MIN_ALPHA and level).getbbox()
    if not edges or edges == (0, 0, width, height):
        return image
    across, down = image.width / width, image.height / height
    left, top, right, bottom = edges
    size = (right - left) * across, (bottom - top) * down
    seen = make_box(image.x + left * across, image.y + top * down, *size)
    if image.clip:
        seen = seen.intersect(find_path_bounds(image.clip))
        if min(seen.width, seen.height) <= 0:
            return image
    return replace(image, clip=make_rectangle(seen.left, seen.top, seen.width, seen.height))


def _find_box_in_em(part: Item, bounds: Box, value: TextRun) -> Box:
    """Return the box of a part in em from the start of the baseline of `value`.

    If the value is rotated, the box is turned with it. `bounds` is the box of the part on the face,
    in mm.
    """
    if value.angle:
        path, stroke_width = make_rectangle(*bounds[:2], bounds.width, bounds.height), 0.0
        if isinstance(part, Shape):
            path, stroke_width = part.path, part.stroke_width
        path = transform_path(path, make_rotation(-value.angle, value.x, value.y))
        bounds = find_path_bounds(path).expand_by(stroke_width / 2)
    em = value.size * MM_PER_POINT
    return Box(*(edge / em for edge in bounds.move_by(-value.x, -value.y)))


def _group_touching_shapes(
    parts: Sequence[Item], boxes: dict[int, Box], distance: float
) -> list[_ShapeGroup]:
    """Return the groups of parts: shapes of one ink that touch, or any other part.

    `boxes` has the box of each part by its index, and `distance` is the largest gap, in em.
    """
    groups: list[_ShapeGroup] = []
    for index, box in boxes.items():
        near, ink = box.expand_by(distance), _get_ink(parts[index])
        touching = [
            group
            for group in groups
            if near.overlaps(group.box) and ink and _get_ink(parts[group.indexes[0]]) == ink
        ]
        groups = [group for group in groups if group not in touching]
        indexes = (index, *(each for group in touching for each in group.indexes))
        groups.append(_ShapeGroup(indexes, find_bounding_box([box, *(g.box for g in touching)])))
    return groups


def _get_ink(part: Item) -> Colour | None:
    return part.fill or part.stroke if isinstance(part, Shape) else None


def _find_sign(value: TextRun, box: Box) -> str:
    """Return the name of the sign that a box next to a value looks like; "" for no sign."""
    words, end = value.text.split(), value.width / (value.size * MM_PER_POINT)
    gaps = (-box.right, words[0]), (box.left - end, words[-1])
    for sign in _SIGNS:
        sizes = (box.width, sign.widths), (box.height, sign.heights), (-box.y_middle, sign.middles)
        if all(low <= size <= high for size, (low, high) in sizes) and any(
            -_MAX_OVERLAP < gap < sign.gap and _DIGIT.search(word) for gap, word in gaps
        ):
            return sign.name
    return ""


def _measure_inks(
    parts: Sequence[Item], group: _ShapeGroup, size: tuple[int, int]
) -> tuple[Ink, Ink] | None:
    """Return the colour in which a group of parts is seen, and the colour below the group.

    Return None if nobody sees the group: if the two have nearly no contrast, or if something covers
    it. `size` is the size of the face in pixels.
    """
    inks = measure_seen_ink(parts, group.indexes, size)
    return inks if inks and compute_contrast_ratio(*inks) >= _MIN_SEEN_CONTRAST else None
