"""Changes of a whole composed face: bleed beyond its trim, and greys instead of its colours.

A colour that ends exactly at the trim shows a white line if the cut is slightly off. Therefore
each straight edge on the trim, of a filled shape or of a closed outline, gets a strip of the same
colour, as wide as the bleed. Nothing changes inside the trim. This module does not depend on paper
sizes.

The grey of a colour is its luma, 0.299 red + 0.587 green + 0.114 blue (ITU-R BT.601). Pillow uses
the same formula, so pictures and drawings keep matching colours. Colours that are grey do not
change.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from io import BytesIO
from typing import Any

from msgspec.structs import replace

from printgen.colour import Colour, convert_colour_to_grey
from printgen.face.face import Drawing, Face, Item, PlacedImage, PlacedMark, Segment, Shape
from printgen.face.outlines import make_rectangle
from printgen.face.raster import encode_picture
from printgen.face.transform import change_colours

_SLACK = 0.02
"""Largest distance from the trim, in mm, at which an edge counts as being on the trim."""

_Edge = tuple[float, float, float, float]


def add_bleed(items: Iterable[Item], width: float, height: float, bleed: float) -> Iterator[Item]:
    """Yield the items of a face, each shape followed by its bleed strips.

    `width`, `height` and `bleed` are in mm.
    """
    for item in items:
        yield item
        if isinstance(item, Shape) and bleed:
            yield from _make_bleed_strips(item, width, height, bleed)


def _make_bleed_strips(shape: Shape, width: float, height: float, bleed: float) -> Iterator[Shape]:
    """Yield one strip outside the trim for each straight edge of `shape` that is on the trim."""
    ink: Colour | None = shape.fill
    half_stroke = 0.0
    if shape.stroke is not None and shape.stroke_width and shape.path[-1][0] == "Z":
        # A stroke is centred on its path, so its outer edge is half its width outside of it.
        # SVG 1.1, 11.4: joins are mitred by default, so the corners are square.
        ink, half_stroke = shape.stroke, shape.stroke_width / 2
    if ink is None:
        return
    for x1, y1, x2, y2 in _list_straight_edges(shape.path):
        if abs(x1 - x2) < _SLACK and (side := _find_trim_side(x1, width, half_stroke)):
            low, high = _find_strip_ends(y1, y2, height, half_stroke, bleed)
            yield Shape(make_rectangle(-bleed if side < 0 else width, low, bleed, high - low), ink)
        if abs(y1 - y2) < _SLACK and (side := _find_trim_side(y1, height, half_stroke)):
            low, high = _find_strip_ends(x1, x2, width, half_stroke, bleed)
            yield Shape(make_rectangle(low, -bleed if side < 0 else height, high - low, bleed), ink)


def _find_trim_side(pos: float, size: float, half: float) -> int:
    """Return -1 for an edge on the left or top trim, 1 on the right or bottom one, else 0."""
    return -1 if abs(pos - half) < _SLACK else 1 if abs(size - half - pos) < _SLACK else 0


def _find_strip_ends(
    start: float, end: float, size: float, half_stroke: float, bleed: float
) -> tuple[float, float]:
    """Return the start and end of a strip; it also covers the corner if its edge reaches one."""
    low, high = min(start, end) - half_stroke, max(start, end) + half_stroke
    return (-bleed if low < _SLACK else low), (size + bleed if high > size - _SLACK else high)


def _list_straight_edges(path: tuple[Segment, ...]) -> Iterator[_Edge]:
    """Yield the straight lines of a path, including the lines that close it."""
    start = point = (0.0, 0.0)
    for segment in path:
        if segment[0] == "Z":
            yield (*point, *start)
            # SVG 1.1, 8.3.3: after a closepath the next subpath starts at the same point.
            point = start
            continue
        end: tuple[float, float] = segment[-2:]
        if segment[0] == "M":
            start = end
        elif segment[0] == "L":
            yield (*point, *end)
        point = end


GREY_CLASS = "ink-grey"
"""The class added to the root element of each template that is printed in greys."""


def convert_face_to_grey(face: Face) -> Face:
    """Return the face with every colour converted to grey."""
    return replace(face, items=tuple(map(_convert_item, face.items)))


def _convert_item(item: Item) -> Item:
    """Return an item in greys; a form field has no colour."""
    if isinstance(item, PlacedMark):
        return replace(item, drawing=_convert_drawing(item.drawing))
    if isinstance(item, PlacedImage):
        return replace(item, data=_convert_picture(item.data))
    return change_colours(item, convert_colour_to_grey)


@lru_cache(maxsize=1024)
def _convert_drawing(drawing: Drawing) -> Drawing:
    """Return a drawing in greys."""
    shapes: Any = tuple(map(_convert_item, drawing.shapes))
    return replace(drawing, shapes=shapes)


@lru_cache(maxsize=32)
def _convert_picture(data: bytes) -> bytes:
    """Return the bytes of the same picture in greys, as a PNG or JPEG file."""
    # Importing Pillow is slow, and only prints with pictures need it.
    from PIL import Image

    with Image.open(BytesIO(data)) as picture:
        if picture.mode in ("1", "L", "LA"):
            return data
        grey = picture.convert("LA" if picture.mode == "RGBA" else "L")
        # MPO: some cameras and phones write several JPEG pictures to one file.
        is_photo = picture.format in ("JPEG", "MPO")
        return encode_picture(grey, "JPEG" if is_photo else "PNG")
