"""Greyscale: converts the colours of a face to greys, for a printer without colours.

The grey of a colour is its luma, 0.299 red + 0.587 green + 0.114 blue (ITU-R BT.601). Pillow uses
the same formula, so pictures and drawings keep matching colours. Colours that are grey do not
change.
"""

from functools import lru_cache
from io import BytesIO

from msgspec.structs import replace

from printgen.colour import convert_colour_to_grey
from printgen.face.face import Face
from printgen.face.raster import encode_picture
from printgen.face.transform import recolour_item

GREY_CLASS = "ink-grey"
"""The class added to the root element of each template that is printed in greys."""


def convert_face_to_grey(face: Face) -> Face:
    """Return the face with every colour converted to grey."""
    return replace(
        face,
        items=tuple(
            recolour_item(item, convert_colour_to_grey, _convert_picture) for item in face.items
        ),
    )


@lru_cache(maxsize=32)
def _convert_picture(data: bytes) -> bytes:
    """Return the data of a PNG or JPEG file with the same picture in greys."""
    # Importing Pillow is slow, and only prints with pictures need it.
    from PIL import Image

    with Image.open(BytesIO(data)) as picture:
        if picture.mode in ("1", "L", "LA"):
            return data
        grey = picture.convert("LA" if picture.mode == "RGBA" else "L")
        # MPO: some cameras and phones write several JPEG pictures to one file.
        is_photo = picture.format in ("JPEG", "MPO")
        return encode_picture(grey, "JPEG" if is_photo else "PNG")
