"""Images: a picture file of the game's folder, which a template places."""

from pathlib import PurePosixPath

from printgen.rules.columns.base import ColumnType
from printgen.rules.scalars import parse_text as read_text

PICTURE_SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".svg")
"""What the names of pictures end in."""


class ImageType(ColumnType):
    """The name of a picture file, which layout finds and holds to its bounds."""

    display = "picture"
    hint = "name a .png, .jpg, .webp or .svg file of the game's templates folder"

    def parse_value(self, text: str) -> str | None:
        name = read_text(text).replace("\\", "/")
        path = PurePosixPath(name)
        is_inside = not path.is_absolute() and ".." not in path.parts
        return name if is_inside and path.suffix.lower() in PICTURE_SUFFIXES else None
