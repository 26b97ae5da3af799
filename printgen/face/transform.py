"""Moving of items by a matrix, and their bounding boxes."""

from collections.abc import Callable
from math import hypot
from typing import Any, TypeVar

from msgspec.structs import replace

from printgen.colour import Colour, add_alpha
from printgen.face.face import FormField, Item, PlacedImage, PlacedMark, Shape, TextRun
from printgen.face.outlines import find_path_bounds, transform_path
from printgen.geometry import Box, Matrix, find_text_box, make_box

Painted = TypeVar("Painted", bound=Item)

ASCENT_RATIO, DESCENT_RATIO = 0.75, 0.25
"""Share of the font size above and below the baseline in the bounding box of any text."""


def move_item(item: Item, matrix: Matrix) -> Item:
    """Return an item transformed by `matrix`.

    The matrix must not slant. For pictures and form fields it must not rotate. If it scales
    unevenly, strokes get the scale of widths.
    """
    if isinstance(item, Shape):
        shade = item.shade
        return replace(
            item,
            path=transform_path(item.path, matrix),
            stroke_width=item.stroke_width * matrix.scale,
            shade=shade and replace(shade, matrix=matrix @ shade.matrix),
        )
    if isinstance(item, PlacedMark):
        return replace(item, matrix=matrix @ item.matrix)
    x, y = matrix.transform_point(item.x, item.y)
    across, down = matrix.scale, hypot(matrix.c, matrix.d)
    if isinstance(item, TextRun):
        if item.angle % 180:
            across, down = down, across
        return replace(
            item,
            x=x,
            y=y,
            size=item.size * down,
            width=item.width * across,
            tracking=item.tracking * down,
            stretch=item.stretch * across / down,
            # Normalised to the range -180 (exclusive) to 180 (inclusive).
            angle=180 - (180 - item.angle - matrix.angle) % 360,
            outline_width=item.outline_width * down,
        )
    if isinstance(item, PlacedImage):
        item = replace(item, clip=transform_path(item.clip, matrix))
    item = replace(item, x=x, y=y, width=item.width * across, height=item.height * down)
    return replace(item, size=item.size * down) if isinstance(item, FormField) else item


def change_colours(item: Painted, change: Callable[[Colour], Colour]) -> Painted:
    """Return an item with `change` applied to each of its colours, or itself if it has none."""
    names = ("colour", "fill", "stroke", "outline")
    inks: Any = {name: change(ink) for name in names if (ink := getattr(item, name, None))}
    if isinstance(item, Shape) and (shade := item.shade):
        stops = tuple((place, change(ink)) for place, ink in shade.stops)
        inks["shade"] = replace(shade, stops=stops)
    return replace(item, **inks) if inks else item


def fade(item: Painted, opacity: float) -> Painted:
    """Return an item with its opacity multiplied by `opacity`, from 0 to 1."""
    if opacity == 1:
        return item
    if isinstance(item, (PlacedMark, PlacedImage)):
        return replace(item, opacity=item.opacity * opacity)
    return change_colours(item, lambda ink: add_alpha(ink[:3], (*ink, 255)[3] / 255 * opacity))


def prefix_field_name(name: str, item: Item) -> Item:
    """Return an item with `name` and a period in front of the name of its field."""
    if isinstance(item, FormField):
        return replace(item, name=f"{name}.{item.name}")
    if isinstance(item, (TextRun, PlacedMark)) and item.field is not None:
        return replace(item, field=f"{name}.{item.field}")
    return item


def find_item_bounds(item: Item) -> Box:
    """Return the bounding box of an item in mm.

    The box of a text has its advance width and its type size. That of a shape includes the stroke.
    """
    if isinstance(item, Shape):
        # A stroke is centred on its path. Points of miter joins may extend farther.
        return find_path_bounds(item.path).expand_by(item.stroke_width / 2)
    if isinstance(item, TextRun):
        place = item.x, item.y, item.width, item.size, item.angle
        return find_text_box(*place, ASCENT_RATIO, DESCENT_RATIO)
    if isinstance(item, PlacedMark):
        return item.bounding_box
    assert isinstance(item, (PlacedImage, FormField))  # noqa: S101 - the only types left
    if isinstance(item, PlacedImage) and item.clip:
        return find_path_bounds(item.clip)
    return make_box(item.x, item.y, item.width, item.height)
