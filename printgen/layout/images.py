"""Turn the name of a picture file into what it shows: pixels that the press embeds, or shapes.

Only whole files of the template folders are taken, within stated sizes; nothing is fetched. It must
not know where the picture will stand.
"""

from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Any

from printgen.layout.diagnostics import RefusedError
from printgen.layout.jinja_templates import Templates
from printgen.system.cache import Answers

if TYPE_CHECKING:
    from printgen.layout.svg_import import Artwork

MAX_IMAGE_BYTES = 8 * 1024 * 1024
MAX_PIXELS = 24_000_000
"""What is more is made smaller, to what its place shows."""
_MOST_BYTES, _MOST_PIXELS = 64 * 1024 * 1024, 80_000_000
_MOST_READ = 1_024
_ENOUGH = 4000
"""Pixels of the longer side that a large picture is read in."""
_PER_MM = 300 / 25.4
_QUALITY = 95
"""Of a JPEG that had to be written anew."""
_PRINTED = ("1", "L", "P", "RGB", "LA", "RGBA")
_ORIENTATION = 0x0112
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


class Rasters:
    """The picture files of the template folders, each read once."""

    def __init__(self, templates: Templates) -> None:
        self._templates = templates
        self._read: Answers[str, Raster] = Answers(_MOST_READ)
        self._drawn: Answers[str, Artwork] = Answers(_MOST_READ)

    def picture(self, name: str) -> Raster:
        """The pixels of the file of this name; raises `ValueError` that says what is wrong."""
        return self._read.once(name, lambda: _pixels(name, self._load(name)[1]))

    def artwork(self, name: str) -> "Artwork":
        """What the SVG file of this name draws; raises `ValueError`, and `Failure` of the file."""
        # Only templates with drawings pay for loading the reader.
        from printgen.layout.svg_import import read_artwork

        return self._drawn.once(name, lambda: read_artwork(*self._load(name)))

    def _load(self, name: str) -> tuple[str, bytes]:
        if ":" in name:
            raise ValueError(f"{name[:40]}: put the picture into a file beside the template")
        path = self._templates.find(name)
        if path is None:
            raise self._templates.lacking("picture", name)
        with path.open("rb") as file:
            most = MAX_IMAGE_BYTES if name.lower().endswith(".svg") else _MOST_BYTES
            data = file.read(most + 1)
        if len(data) > most:
            raise RefusedError(f"{name} is larger than {most:,} bytes", "save it smaller")
        return str(path), data


def _pixels(name: str, data: bytes) -> Raster:
    # Only templates with pictures pay for loading the reader.
    from PIL import Image

    try:
        with Image.open(BytesIO(data), formats=("PNG", "JPEG", "WEBP")) as picture:
            many = picture.width * picture.height
            if many > _MOST_PIXELS:
                raise RefusedError(
                    f"{name} has more than {_MOST_PIXELS:,} pixels", "save it smaller"
                )
            is_large = many > MAX_PIXELS or len(data) > MAX_IMAGE_BYTES
            if is_large:
                picture.thumbnail((_ENOUGH, _ENOUGH))
            picture.load()
            pixels = _printable(picture)
            if pixels is not picture or picture.format == "WEBP" or is_large:
                is_photo = picture.format in ("JPEG", "MPO") or b"VP8 " in data[12:64]
                stream, is_whole = BytesIO(), pixels.mode in ("L", "RGB")
                pixels.save(stream, "JPEG" if is_photo and is_whole else "PNG", quality=_QUALITY)
                data = stream.getvalue()
            return Raster(data, pixels.width, pixels.height, is_large)
    except ValueError:
        raise
    # A broken file can fail in as many ways as its format has parts.
    except Exception as error:
        hint = "save it again as one of these"
        raise RefusedError(f"{name} is no sound PNG, JPEG or WebP file", hint) from error


def sized(picture: Raster, width: float, height: float) -> Raster:
    """One that was over the bounds at 300 dpi of its place, in mm; any other as it is."""
    wide, high = max(round(width * _PER_MM), 1), max(round(height * _PER_MM), 1)
    return _resized(picture, wide, high) if picture.is_large and wide < picture.width else picture


@lru_cache(maxsize=64)
def cropped(whole: Raster, ratio: float) -> Raster:
    """The middle of a picture, as large as it can be at this width over height."""
    from PIL import Image

    width = min(whole.width, max(round(whole.height * ratio), 1))
    height = min(whole.height, max(round(whole.width / ratio), 1))
    if (width, height) == (whole.width, whole.height):
        return whole
    left, top = (whole.width - width) // 2, (whole.height - height) // 2
    stream = BytesIO()
    with Image.open(BytesIO(whole.data)) as picture:
        part = picture.crop((left, top, left + width, top + height))
        part.save(stream, picture.format, quality=_QUALITY)
    return Raster(stream.getvalue(), width, height, whole.is_large)


@lru_cache(maxsize=64)
def _resized(whole: Raster, width: int, height: int) -> Raster:
    from PIL import Image

    stream = BytesIO()
    with Image.open(BytesIO(whole.data)) as picture:
        part = picture.resize((width, height))
        part.save(stream, picture.format, quality=_QUALITY)
    return Raster(stream.getvalue(), *part.size)


def _printable(picture: Any) -> Any:
    """The picture upright, in grey or RGB of 8 bits, with alpha where it needs it; or as it is."""
    from PIL import ImageOps

    made, profile = picture, picture.info.get("icc_profile")
    if picture.getexif().get(_ORIENTATION, 1) != 1:
        made = ImageOps.exif_transpose(picture)
    if made.mode.startswith("I"):  # 16 bits, which Pillow would cut off at 255
        made = made.convert("I").point(lambda level: level * (1 / 257)).convert("L")
    if made.has_transparency_data:
        made = made if made.mode in ("LA", "RGBA") else made.convert("RGBA")
        if made.getchannel("A").getextrema()[0] == 255:
            made = made.convert(made.mode.removesuffix("A"))
    elif made.mode == "CMYK" and profile:
        made = _in_srgb(made, profile)
    return made if made.mode in _PRINTED else made.convert("RGB")


def _in_srgb(picture: Any, profile: bytes) -> Any:
    """The picture in the colours that its profile means; one that cannot be read means nothing."""
    from PIL import ImageCms

    try:
        srgb = ImageCms.createProfile("sRGB")
        return ImageCms.profileToProfile(picture, BytesIO(profile), srgb, outputMode="RGB")
    except ImageCms.PyCMSError:
        return picture
