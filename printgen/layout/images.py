"""Turn the name of a picture file into what it shows: pixels that the press embeds, or shapes.

Only whole files of the template folders are taken, within stated sizes; nothing is fetched. It must
not know where the picture will stand.
"""

from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Any

from printgen.layout.diagnostics import UserError
from printgen.layout.jinja_templates import Templates
from printgen.system.cache import Cache

if TYPE_CHECKING:
    from printgen.layout.svg_import import SvgArtwork

MAX_IMAGE_BYTES = 8 * 1024 * 1024
MAX_PIXELS = 24_000_000
"""What is more is made smaller, to what its place shows."""
_MAX_READ_BYTES, _MOST_PIXELS = 64 * 1024 * 1024, 80_000_000
_CACHE_SIZE = 1_024
_REDUCED_SIDE = 4000
"""Pixels of the longer side that a large picture is read in."""
_PER_MM = 300 / 25.4
_QUALITY = 95
"""Of a JPEG that had to be written anew."""
_PRINTABLE_MODES = ("1", "L", "P", "RGB", "LA", "RGBA")
_EXIF_ORIENTATION = 0x0112
"""Where EXIF says how the camera was held."""


@dataclass(frozen=True, slots=True)
class Raster:
    """A PNG or JPEG file, grey or RGB, in a PNG with transparency or not; its size in pixels.

    One `is_large` that was over the bounds.
    """

    data: bytes
    width: int
    height: int
    is_large: bool = False


class ImageLoader:
    """The picture files of the template folders, each read once."""

    def __init__(self, templates: Templates) -> None:
        self._templates = templates
        self._rasters: Cache[str, Raster] = Cache(_CACHE_SIZE)
        self._artworks: Cache[str, SvgArtwork] = Cache(_CACHE_SIZE)

    def load_raster(self, name: str) -> Raster:
        """The pixels of the file of this name; raises `ValueError` that says what is wrong."""
        return self._rasters.fetch(name, lambda: _decode_raster(name, self._read_file(name)[1]))

    def load_artwork(self, name: str) -> "SvgArtwork":
        """What the SVG file of this name draws; raises `ValueError`, and `Failure` of the file."""
        # Only templates with drawings pay for loading the reader.
        from printgen.layout.svg_import import read_artwork

        return self._artworks.fetch(name, lambda: read_artwork(*self._read_file(name)))

    def _read_file(self, name: str) -> tuple[str, bytes]:
        if ":" in name:
            raise ValueError(f"{name[:40]}: put the picture into a file beside the template")
        path = self._templates.find_file(name)
        if path is None:
            raise self._templates.make_missing_error("picture", name)
        with path.open("rb") as file:
            max_bytes = MAX_IMAGE_BYTES if name.lower().endswith(".svg") else _MAX_READ_BYTES
            data = file.read(max_bytes + 1)
        if len(data) > max_bytes:
            raise UserError(f"{name} is larger than {max_bytes:,} bytes", "save it smaller")
        return str(path), data


def _decode_raster(name: str, data: bytes) -> Raster:
    # Only templates with pictures pay for loading the reader.
    from PIL import Image

    try:
        with Image.open(BytesIO(data), formats=("PNG", "JPEG", "WEBP")) as picture:
            pixel_count = picture.width * picture.height
            if pixel_count > _MOST_PIXELS:
                raise UserError(f"{name} has more than {_MOST_PIXELS:,} pixels", "save it smaller")
            is_large = pixel_count > MAX_PIXELS or len(data) > MAX_IMAGE_BYTES
            if is_large:
                picture.thumbnail((_REDUCED_SIDE, _REDUCED_SIDE))
            picture.load()
            image = _convert_to_printable(picture)
            if image is not picture or picture.format == "WEBP" or is_large:
                is_photo = picture.format in ("JPEG", "MPO") or b"VP8 " in data[12:64]
                stream, is_opaque = BytesIO(), image.mode in ("L", "RGB")
                image.save(stream, "JPEG" if is_photo and is_opaque else "PNG", quality=_QUALITY)
                data = stream.getvalue()
            return Raster(data, image.width, image.height, is_large)
    except ValueError:
        raise
    # A broken file can fail in as many ways as its format has parts.
    except Exception as error:
        hint = "save it again as one of these"
        raise UserError(f"{name} is no sound PNG, JPEG or WebP file", hint) from error


def resize(picture: Raster, width: float, height: float) -> Raster:
    """One that was over the bounds at 300 dpi of its place, in mm; any other as it is."""
    target_width, target_height = max(round(width * _PER_MM), 1), max(round(height * _PER_MM), 1)
    return (
        _resize_raster(picture, target_width, target_height)
        if picture.is_large and target_width < picture.width
        else picture
    )


@lru_cache(maxsize=64)
def crop_to_ratio(raster: Raster, ratio: float) -> Raster:
    """The middle of a picture, as large as it can be at this width over height."""
    from PIL import Image

    width = min(raster.width, max(round(raster.height * ratio), 1))
    height = min(raster.height, max(round(raster.width / ratio), 1))
    if (width, height) == (raster.width, raster.height):
        return raster
    left, top = (raster.width - width) // 2, (raster.height - height) // 2
    stream = BytesIO()
    with Image.open(BytesIO(raster.data)) as picture:
        crop = picture.crop((left, top, left + width, top + height))
        crop.save(stream, picture.format, quality=_QUALITY)
    return Raster(stream.getvalue(), width, height, raster.is_large)


@lru_cache(maxsize=64)
def _resize_raster(raster: Raster, width: int, height: int) -> Raster:
    from PIL import Image

    stream = BytesIO()
    with Image.open(BytesIO(raster.data)) as picture:
        resized = picture.resize((width, height))
        resized.save(stream, picture.format, quality=_QUALITY)
    return Raster(stream.getvalue(), *resized.size)


def _convert_to_printable(picture: Any) -> Any:
    """The picture upright, in grey or RGB of 8 bits, with alpha where it needs it; or as it is."""
    from PIL import ImageOps

    image, profile = picture, picture.info.get("icc_profile")
    if picture.getexif().get(_EXIF_ORIENTATION, 1) != 1:
        image = ImageOps.exif_transpose(picture)
    if image.mode.startswith("I"):  # 16 bits, which Pillow would cut off at 255
        image = image.convert("I").point(lambda level: level * (1 / 257)).convert("L")
    if image.has_transparency_data:
        image = image if image.mode in ("LA", "RGBA") else image.convert("RGBA")
        if image.getchannel("A").getextrema()[0] == 255:
            image = image.convert(image.mode.removesuffix("A"))
    elif image.mode == "CMYK" and profile:
        image = _convert_to_srgb(image, profile)
    return image if image.mode in _PRINTABLE_MODES else image.convert("RGB")


def _convert_to_srgb(picture: Any, profile: bytes) -> Any:
    """The picture in the colours that its profile means; one that cannot be read means nothing."""
    from PIL import ImageCms

    try:
        srgb = ImageCms.createProfile("sRGB")
        return ImageCms.profileToProfile(picture, BytesIO(profile), srgb, outputMode="RGB")
    except ImageCms.PyCMSError:
        return picture
