"""Moving of items by a matrix, and their bounding boxes."""

from collections.abc import Callable
from functools import lru_cache
from io import BytesIO
from math import hypot
from typing import Any, TypeVar

from msgspec.structs import replace

from printgen.colour import Colour, fade_colour
from printgen.face.face import (
    Drawing,
    FormField,
    GradientFill,
    Item,
    PlacedImage,
    PlacedMark,
    Shape,
    TextRun,
)
from printgen.face.outlines import find_path_bounds, make_rectangle, transform_path
from printgen.face.raster import encode_picture
from printgen.geometry import Box, Matrix, find_text_box, make_box

Painted = TypeVar("Painted", bound=Item)

ASCENT_RATIO, DESCENT_RATIO = 0.75, 0.25
"""Share of the font size above and below the baseline in the bounding box of any text."""


def transform_item(item: Item, matrix: Matrix) -> Item:
    """Return an item transformed by `matrix`.

    Texts, form fields and marks must not be slanted, texts and form fields not mirrored, and form
    fields not rotated. If the matrix scales unevenly, strokes get the scale of widths.
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
            shadows=tuple([shadow.scale_by(down) for shadow in item.shadows]),
        )
    if isinstance(item, PlacedImage):
        if matrix.angle or matrix.d < 0 or abs(matrix.c) > _MIN_SLANT * matrix.scale:
            return _turn_picture(item, matrix)
        item = replace(item, clip=transform_path(item.clip, matrix))
    item = replace(item, x=x, y=y, width=item.width * across, height=item.height * down)
    return replace(item, size=item.size * down) if isinstance(item, FormField) else item


_MIN_SLANT = 1e-9
"""The tangent of an angle from which a matrix slants a picture; below it are rounding errors."""
_PIXELS_PER_MM = 12.0
"""Pixels per mm of a rotated picture: 300 dpi."""


@lru_cache(maxsize=64)
def _turn_picture(image: PlacedImage, matrix: Matrix) -> PlacedImage:
    """Return a picture moved by any `matrix`: upright pixels, cut off at its slanting edges."""
    # Imported late: only templates with pictures need Pillow.
    from PIL import Image

    frame = make_rectangle(image.x, image.y, image.width, image.height)
    edge = transform_path(frame, matrix)
    box = find_path_bounds(edge)
    with Image.open(BytesIO(image.data)) as picture:
        pixels = picture.convert("RGBA")
    # A picture keeps its resolution, up to 300 dpi.
    scale = min(_PIXELS_PER_MM, pixels.width / image.width / matrix.scale)
    size = max(round(box.width * scale), 1), max(round(box.height * scale), 1)
    to_page = Matrix(box.width / size[0], d=box.height / size[1], e=box.left, f=box.top)
    place = Matrix(image.width, d=image.height, e=image.x, f=image.y)
    # Half a pixel less on each side: pixels on the slanting edges take the colour next to them.
    across, down = pixels.width - 1, pixels.height - 1
    source = Matrix(across, d=down, e=0.5, f=0.5) @ (matrix @ place).inverse @ to_page
    row = source.a, source.c, source.e, source.b, source.d, source.f
    turned = pixels.transform(size, Image.Transform.AFFINE, row, Image.Resampling.BICUBIC)
    clip = transform_path(image.clip, matrix) if image.clip else edge
    data = encode_picture(turned, "PNG")
    return PlacedImage(data, box.left, box.top, box.width, box.height, image.opacity, clip)


def change_colours(item: Painted, change: Callable[[Colour], Colour]) -> Painted:
    """Return an item with `change` applied to each of its colours, or itself if it has none."""
    names = ("colour", "fill", "stroke", "outline")
    inks: Any = {name: change(ink) for name in names if (ink := getattr(item, name, None))}
    if isinstance(item, Shape) and isinstance(item.shade, GradientFill):
        stops = tuple((place, change(ink)) for place, ink in item.shade.stops)
        inks["shade"] = replace(item.shade, stops=stops)
    if isinstance(item, TextRun) and item.shadows:
        inks["shadows"] = tuple(each._replace(ink=change(each.ink)) for each in item.shadows)
    return replace(item, **inks) if inks else item


def recolour_item(
    item: Item, change: Callable[[Colour], Colour], change_picture: Callable[[bytes], bytes]
) -> Item:
    """Return an item with `change` applied to its colours, also to those of a drawing.

    `change_picture` returns the data of a picture in other colours.
    """
    if isinstance(item, PlacedImage):
        return replace(item, data=change_picture(item.data))
    if isinstance(item, PlacedMark):
        return replace(item, drawing=_recolour_drawing(item.drawing, change))
    return change_colours(item, change)


@lru_cache(maxsize=1024)
def _recolour_drawing(drawing: Drawing, change: Callable[[Colour], Colour]) -> Drawing:
    """Return a drawing in changed colours; equal drawings stay the same object."""
    return replace(drawing, shapes=tuple(change_colours(part, change) for part in drawing.shapes))


def fade(item: Painted, opacity: float) -> Painted:
    """Return an item with its opacity multiplied by `opacity`, from 0 to 1."""
    if opacity == 1:
        return item
    if isinstance(item, (PlacedMark, PlacedImage)):
        return replace(item, opacity=item.opacity * opacity)
    return change_colours(item, lambda ink: fade_colour(ink, opacity))


CAP_HEIGHT = 0.7
"""The height of a text that must be seen, in em."""


def find_essential_box(item: Item) -> Box:
    """Return the box around the part of an item that must be visible.

    Of a text, this is the part from its baseline to the top of its capitals.
    """
    if isinstance(item, TextRun):
        return find_text_box(item.x, item.y, item.width, item.size, item.angle, CAP_HEIGHT)
    return find_item_bounds(item)


def prefix_field_name(name: str, item: Item) -> Item:
    """Return an item with `name` and a period in front of the name of its field: NAME.FIELD."""
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
