"""Images: a picture file in the game's folder, which a template places."""

from pathlib import PurePosixPath

from printgen.rules.columns.base import ColumnType
from printgen.rules.scalars import parse_text

PICTURE_SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".svg")
"""File name extensions of pictures."""


class ImageType(ColumnType):
    """The name of a picture file. Layout finds the file and checks its size."""

    hint = "name a .png, .jpg, .webp, .gif or .svg file in the game's templates folder"

    def parse_value(self, text: str) -> str | None:
        # People on Windows write paths with backslashes.
        name = parse_text(text).replace("\\", "/")
        path = PurePosixPath(name)
        # A game must not read files outside its own folders.
        is_inside = not path.is_absolute() and ".." not in path.parts
        return name if is_inside and path.suffix.lower() in PICTURE_SUFFIXES else None
