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

CLASS = "ink-grey"
"""What the root of each template is of besides, where it is printed in greys."""

_QUALITY = 95


def greyed(face: Face) -> Face:
    """The same face, every colour of it a grey."""
    return replace(face, items=tuple(map(_item, face.items)))


def grey_of(colour: Colour) -> Colour:
    """The grey that a colour is printed as, in Pillow's own integers."""
    red, green, blue = colour
    level = (19595 * red + 38470 * green + 7471 * blue + 32768) >> 16
    return level, level, level


def _item(item: Item) -> Item:
    if isinstance(item, TextRun):
        return replace(item, colour=grey_of(item.colour))
    if isinstance(item, Shape):
        return _shape(item)
    if isinstance(item, PlacedMark):
        return replace(item, drawing=_drawing(item.drawing))
    if isinstance(item, PlacedImage):
        return replace(item, data=_picture(item.data))
    return item


def _shape(shape: Shape) -> Shape:
    fill, stroke = (one and grey_of(one) for one in (shape.fill, shape.stroke))
    return replace(shape, fill=fill, stroke=stroke)


@lru_cache(maxsize=1024)
def _drawing(drawing: Drawing) -> Drawing:
    return replace(drawing, shapes=tuple(map(_shape, drawing.shapes)))


@lru_cache(maxsize=32)
def _picture(data: bytes) -> bytes:
    """The bytes of a PNG or JPEG file that shows the same in greys."""
    # Only prints with pictures pay for loading the reader.
    from PIL import Image

    with Image.open(BytesIO(data)) as picture:
        if picture.mode in ("1", "L", "LA"):
            return data
        stream = BytesIO()
        grey = picture.convert("LA" if picture.mode == "RGBA" else "L")
        is_photo = picture.format in ("JPEG", "MPO")
        grey.save(stream, "JPEG" if is_photo else "PNG", quality=_QUALITY)
    return stream.getvalue()
