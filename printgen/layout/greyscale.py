"""Turn a Face into the same in greys, as a printer without colours would show it.

Each colour becomes the grey of its luma, 0.299 red + 0.587 green + 0.114 blue, as PDF and Pillow
have it; so a picture and what is drawn beside it stay alike. What is grey stays as it is.
"""

from dataclasses import replace
from functools import lru_cache
from io import BytesIO

from printgen.layout.face import (
    Colour,
    Drawing,
    Face,
    Item,
    PlacedImage,
    PlacedMark,
    Shape,
    TextRun,
)

GREY_CLASS = "ink-grey"
"""What the root of each template is of besides, where it is printed in greys."""

_JPEG_QUALITY = 95


def convert_face_to_grey(face: Face) -> Face:
    """The same face, every colour of it a grey."""
    return replace(face, items=tuple(map(_convert_item, face.items)))


def convert_colour_to_grey(colour: Colour) -> Colour:
    """The grey that a colour is printed as, in Pillow's own integers."""
    red, green, blue = colour
    level = (19595 * red + 38470 * green + 7471 * blue + 32768) >> 16
    return level, level, level


def _convert_item(item: Item) -> Item:
    if isinstance(item, TextRun):
        return replace(item, colour=convert_colour_to_grey(item.colour))
    if isinstance(item, Shape):
        return _convert_shape(item)
    if isinstance(item, PlacedMark):
        return replace(item, drawing=_convert_drawing(item.drawing))
    if isinstance(item, PlacedImage):
        return replace(item, data=_convert_picture(item.data))
    return item


def _convert_shape(shape: Shape) -> Shape:
    fill, stroke = (paint and convert_colour_to_grey(paint) for paint in (shape.fill, shape.stroke))
    return replace(shape, fill=fill, stroke=stroke)


@lru_cache(maxsize=1024)
def _convert_drawing(drawing: Drawing) -> Drawing:
    return replace(drawing, shapes=tuple(map(_convert_shape, drawing.shapes)))


@lru_cache(maxsize=32)
def _convert_picture(data: bytes) -> bytes:
    """The bytes of a PNG or JPEG file that shows the same in greys."""
    # Only prints with pictures pay for loading the reader.
    from PIL import Image

    with Image.open(BytesIO(data)) as picture:
        if picture.mode in ("1", "L", "LA"):
            return data
        stream = BytesIO()
        grey = picture.convert("LA" if picture.mode == "RGBA" else "L")
        is_photo = picture.format in ("JPEG", "MPO")
        grey.save(stream, "JPEG" if is_photo else "PNG", quality=_JPEG_QUALITY)
    return stream.getvalue()
