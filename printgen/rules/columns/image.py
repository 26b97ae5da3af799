"""Images: a picture file of the game's folder, which a template places."""

from pathlib import PurePosixPath

from printgen.rules.columns.base import ColumnType
from printgen.rules.scalars import text as read_text


class Image(ColumnType):
    """The name of a picture file, which layout finds and holds to its bounds."""

    form = "picture"
    wants = "name a .png, .jpg, .webp or .svg file of the game's templates folder"

    def value(self, text: str) -> str | None:
        path = PurePosixPath(read_text(text))
        is_inside = not path.is_absolute() and ".." not in path.parts
        is_picture = path.suffix.lower() in (".png", ".jpg", ".jpeg", ".webp", ".svg")
        return read_text(text) if is_inside and is_picture else None
