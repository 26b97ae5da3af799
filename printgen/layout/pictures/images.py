"""Picture files of the template folders: PNG, JPEG, WebP and GIF as pixels, SVG as shapes.

Only complete files inside the template folders are read, up to a maximum size, and pictures in
`data:` URLs, which the maximum sizes of templates and style sheets limit. Nothing is downloaded.
This module does not know where a picture is placed on the face.
"""

from base64 import b64decode
from urllib.parse import unquote_to_bytes

from msgspec.structs import replace

from printgen.face.face import Drawing
from printgen.face.raster import MAX_IMAGE_BYTES, Raster, decode_raster
from printgen.layout.pictures.svg_import import read_svg_file
from printgen.layout.template.files import TemplateFiles
from printgen.layout.template.icons import Icon
from printgen.problems import ExitCode, Place, create_failure
from printgen.system.cache import Cache
from printgen.system.files import read_limited_bytes

_MAX_READ_BYTES = 64 * 1024 * 1024
_CACHE_SIZE = 1_024
_COLOUR_HINT = "choose a set of one colour, or draw the mark yourself"


class ImageLoader:
    """Loads pictures from the template folders and caches them."""

    def __init__(self, files: TemplateFiles) -> None:
        self._files = files
        self._rasters: Cache[str, Raster] = Cache(_CACHE_SIZE)
        self._artworks: Cache[str, Drawing] = Cache(_CACHE_SIZE)

    def load_raster(self, name: str) -> Raster:
        """Return the pixels of a PNG, JPEG, WebP or GIF file of the template folders.

        `name` may be a `data:` URL. Only the first picture of an animated file is used. Raise
        `ValueError` for a bad file.
        """
        return self._rasters.fetch(
            name, lambda: decode_raster(_shorten_data_url(name), self._read_file(name)[1])
        )

    def load_artwork(self, name: str) -> Drawing:
        """Return the drawing in an SVG file of the template folders, or of an icon.

        Raise `ValueError` if it cannot be read, and `Failure` (rules) for problems inside it.
        """

        def read() -> Drawing:
            icon = self._files.find_icon(name)
            return read_icon_drawing(icon) if icon else read_svg_file(*self._read_file(name))

        return self._artworks.fetch(name, read)

    def _read_file(self, name: str) -> tuple[str, bytes]:
        """Return the name for messages, and the bytes, of a picture file or a data URL."""
        if name.startswith("data:"):
            return _shorten_data_url(name), _decode_data_url(name)
        if ":" in name:
            raise ValueError(f"{name[:40]}: save the picture as a file next to the template")
        path = self._files.find_file(name)
        if path is None:
            raise self._files.make_missing_file_error("picture", name)
        max_bytes = MAX_IMAGE_BYTES if name.lower().endswith(".svg") else _MAX_READ_BYTES
        return str(path), read_limited_bytes(path, max_bytes)


def is_svg(name: str) -> bool:
    """Return whether a picture is an SVG file, by its name or its data URL."""
    return name.lower().endswith(".svg") or name.startswith("data:image/svg+xml")


def _shorten_data_url(name: str) -> str:
    """Return the name of a picture for messages: of a data URL only the type."""
    return name.partition(",")[0].partition(";")[0] if name.startswith("data:") else name


def _decode_data_url(url: str) -> bytes:
    """Return the file that a data URL contains (RFC 2397). Raise `ValueError` if it is damaged."""
    head, _, text = url.partition(",")
    data = unquote_to_bytes(text)
    try:
        return b64decode(data) if head.endswith(";base64") else data
    except ValueError as error:
        raise ValueError(
            f"{_shorten_data_url(url)}: not base64, save the picture as a file"
        ) from error


def read_icon_drawing(icon: Icon) -> Drawing:
    """Return the drawing of an icon, which must have one colour.

    Raises `Failure` with the exit code RULES if it cannot be printed.
    """
    drawing = read_svg_file(icon.source, icon.svg)
    if len({shape.fill for shape in drawing.shapes}) > 1:
        message = "an icon in several colours"
        raise create_failure(ExitCode.RULES, Place(icon.source), message, _COLOUR_HINT)
    return replace(drawing, credit=icon.credit)
