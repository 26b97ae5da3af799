"""Pixels of pictures: PNG, JPEG, WebP and GIF files, cropped, reduced and encoded."""

from collections.abc import Callable
from functools import lru_cache
from io import BytesIO
from typing import Any

import msgspec
from msgspec.structs import replace

from printgen.geometry import Box
from printgen.problems import InputError

MAX_IMAGE_BYTES = 8 * 1024 * 1024
MAX_PIXELS = 24_000_000
"""Limits above which a picture is reduced to 300 dpi at its printed size."""
_MAX_READ_PIXELS = 80_000_000
_REDUCED_SIDE = 4000
"""Longer side, in pixels, to which a picture above the limits is reduced when it is read."""
_PIXELS_PER_MM = 300 / 25.4  # 300 dpi, the usual resolution for offset and laser printing
_JPEG_QUALITY = 95
"""JPEG quality (1 to 100) of pictures that are encoded again."""
_PRINTABLE_MODES = ("1", "L", "P", "RGB", "LA", "RGBA")
_EXIF_ORIENTATION = 0x0112
"""Orientation tag of TIFF 6.0 and Exif; 1 means that the picture is upright."""


class Raster(msgspec.Struct, frozen=True):
    """A picture: the data of a PNG or JPEG file in grey or RGB, and its size in pixels.

    A PNG may have transparency. `is_large` is true if the original file exceeded the limits.
    """

    data: bytes
    width: int
    height: int
    is_large: bool = False


def decode_raster(name: str, data: bytes) -> Raster:
    """Return the picture in the data of a file; `name` names it in messages.

    Raises `InputError` if the file cannot be used.
    """
    # Imported late: only templates with pictures need Pillow.
    from PIL import Image

    too_large = InputError(
        f"{name} has more than {_MAX_READ_PIXELS:,} pixels", "save a smaller version"
    )
    try:
        with Image.open(BytesIO(data), formats=("PNG", "JPEG", "WEBP", "GIF")) as picture:
            pixel_count = picture.width * picture.height
            if pixel_count > _MAX_READ_PIXELS:
                raise too_large
            is_large = pixel_count > MAX_PIXELS or len(data) > MAX_IMAGE_BYTES
            if is_large:
                picture.thumbnail((_REDUCED_SIDE, _REDUCED_SIDE))
            picture.load()
            image = _convert_to_printable(picture)
            if image is not picture or picture.format in ("WEBP", "GIF") or is_large:
                # RFC 9649, section 2: a lossy WebP file has a "VP8 " chunk, a lossless one "VP8L".
                is_photo = picture.format in ("JPEG", "MPO") or b"VP8 " in data[12:64]
                # JPEG has no alpha channel: a photo with transparency becomes a PNG.
                is_opaque = image.mode in ("L", "RGB")
                data = encode_picture(image, "JPEG" if is_photo and is_opaque else "PNG")
            return Raster(data, image.width, image.height, is_large)
    except InputError:
        raise
    # Pillow has a limit of its own, at about 180 million pixels.
    except Image.DecompressionBombError as error:
        raise too_large from error
    # Pillow raises many kinds of exceptions for damaged files.
    except Exception as error:
        hint = "save it again in one of these formats"
        raise InputError(f"{name} is not a valid PNG, JPEG, WebP or GIF file", hint) from error


def encode_picture(image: Any, file_format: Any) -> bytes:
    """Return the data of a file with an image of Pillow; `file_format` is PNG or JPEG."""
    stream = BytesIO()
    image.save(stream, file_format, quality=_JPEG_QUALITY)
    return stream.getvalue()


def downsample_picture(picture: Raster, width: float, height: float) -> Raster:
    """Return a large picture reduced to 300 dpi at `width` x `height` mm.

    Any other picture is returned unchanged.
    """
    columns, rows = (max(round(side * _PIXELS_PER_MM), 1) for side in (width, height))
    if not picture.is_large or columns >= picture.width:
        return picture
    return _resize_raster(picture, columns, rows)


def enlarge_pixels(picture: Raster, width: float, height: float) -> Raster:
    """Return a small picture with its pixels enlarged, to 300 dpi at `width` x `height` mm."""
    size = round(width * _PIXELS_PER_MM), round(height * _PIXELS_PER_MM)
    if size[0] <= picture.width or size[1] <= picture.height:
        return picture
    return _resize_raster(picture, *size, has_sharp_pixels=True)


@lru_cache(maxsize=64)
def crop_raster(raster: Raster, box: Box) -> Raster:
    """Return the part of a picture inside `box`, whose edges are in pixels.

    The result is at least one pixel wide and high.
    """
    width, height = max(round(box.width), 1), max(round(box.height), 1)
    if (width, height) == (raster.width, raster.height):
        return raster
    left, top = int(box.left), int(box.top)
    return _edit_image(raster, lambda image: image.crop((left, top, left + width, top + height)))


@lru_cache(maxsize=64)
def find_lowest_alpha(data: bytes) -> int:
    """Return the alpha of the most transparent pixel of a picture file, from 0 to 255."""
    from PIL import Image

    with Image.open(BytesIO(data)) as picture:
        alpha: Any = picture.convert("RGBA").getchannel("A")
        return int(alpha.getextrema()[0])


@lru_cache(maxsize=64)
def _resize_raster(
    raster: Raster, width: int, height: int, *, has_sharp_pixels: bool = False
) -> Raster:
    filters = {"resample": 0} if has_sharp_pixels else {}  # 0 is Pillow's NEAREST
    return replace(
        _edit_image(raster, lambda image: image.resize((width, height), **filters)), is_large=False
    )


def _edit_image(raster: Raster, edit: Callable[[Any], Any]) -> Raster:
    """Return a picture changed by `edit`, a function of Pillow's image, in the same file format."""
    from PIL import Image

    with Image.open(BytesIO(raster.data)) as picture:
        image = edit(picture)
        data = encode_picture(image, picture.format)
    return Raster(data, image.width, image.height, raster.is_large)


def _convert_to_printable(picture: Any) -> Any:
    """Return an image of Pillow upright and with 8 bits per channel, in grey or RGB.

    Alpha is kept only if a pixel needs it. An image that is already printable is unchanged.
    """
    from PIL import ImageOps

    image, profile = picture, picture.info.get("icc_profile")
    if picture.getexif().get(_EXIF_ORIENTATION, 1) != 1:
        image = ImageOps.exif_transpose(picture)
    if image.mode.startswith("I"):  # 16 bits: Pillow would clip the values at 255
        image = image.convert("I").point(lambda level: level * (1 / 257)).convert("L")
    if image.has_transparency_data:
        image = image if image.mode in ("LA", "RGBA") else image.convert("RGBA")
        # Without transparent pixels the PDF needs no soft mask (ISO 32000-1, 11.6.5.3).
        if image.getchannel("A").getextrema()[0] == 255:
            image = image.convert(image.mode.removesuffix("A"))
    elif image.mode == "CMYK" and profile:
        image = _convert_to_srgb(image, profile)
    return image if image.mode in _PRINTABLE_MODES else image.convert("RGB")


def _convert_to_srgb(picture: Any, profile: bytes) -> Any:
    """Return an image of Pillow converted to sRGB from `profile`, its ICC profile.

    If the profile is damaged, return the image unchanged.
    """
    from PIL import ImageCms

    try:
        srgb = ImageCms.createProfile("sRGB")
        return ImageCms.profileToProfile(picture, BytesIO(profile), srgb, outputMode="RGB")
    except ImageCms.PyCMSError:
        return picture
