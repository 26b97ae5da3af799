"""Turn the name of a picture file into the bytes that the press embeds.

Only whole PNG and JPEG files of the template folders are taken, within stated sizes; nothing is
fetched and nothing see-through is printed. It must not know where the picture will stand.
"""

from dataclasses import dataclass
from io import BytesIO

from printgen.layout.templates import Templates

MAX_IMAGE_BYTES = 8 * 1024 * 1024
MAX_PIXELS = 24_000_000


@dataclass(frozen=True, slots=True)
class Picture:
    """A raster file and its size in pixels."""

    data: bytes
    width: int
    height: int


class Pictures:
    """The picture files of the template folders, each read once."""

    def __init__(self, templates: Templates) -> None:
        self._templates = templates
        self._read: dict[str, Picture] = {}

    def picture(self, name: str) -> Picture:
        """The file of this name; raises `ValueError` that says what is wrong with it."""
        picture = self._read.get(name)
        if picture is None:
            picture = self._read[name] = self._load(name)
        return picture

    def _load(self, name: str) -> Picture:
        if ":" in name:
            raise ValueError(f'href="{name[:40]}": put the picture into a file beside the template')
        path = self._templates.find(name)
        if path is None:
            raise ValueError(f"no picture {name} in the template folders")
        with path.open("rb") as file:
            data = file.read(MAX_IMAGE_BYTES + 1)
        if len(data) > MAX_IMAGE_BYTES:
            raise ValueError(f"{name} is larger than {MAX_IMAGE_BYTES:,} bytes")
        # Only templates with pictures pay for loading the reader.
        from PIL import Image

        try:
            with Image.open(BytesIO(data), formats=("PNG", "JPEG")) as picture:
                width, height = picture.size
                if width * height > MAX_PIXELS:
                    raise ValueError(f"{name} has more than {MAX_PIXELS:,} pixels")
                see_through = picture.has_transparency_data
                colours = picture.mode
                picture.load()
        except ValueError:
            raise
        # A broken file can fail in as many ways as its format has parts.
        except Exception as error:
            raise ValueError(f"{name} is no sound PNG or JPEG file") from error
        if see_through:
            raise ValueError(f"{name} is partly see-through: flatten it on a colour")
        if colours == "CMYK":
            raise ValueError(f"{name} is in CMYK: save it in RGB or grey")
        return Picture(data, width, height)
