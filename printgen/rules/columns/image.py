"""Images: a picture file of the game's folder, which a template places."""

from pathlib import PurePosixPath

from printgen.rules.columns.base import ColumnType
from printgen.rules.model import Column, Known
from printgen.rules.scalars import Fault, shown
from printgen.rules.scalars import text as read_text

_ENDINGS = (".png", ".jpg", ".jpeg")


class Image(ColumnType):
    """The name of a PNG or JPEG file, which layout finds and holds to its bounds."""

    form = "picture"

    def read(self, text: str, column: Column, known: Known) -> str:
        found = read_text(text)
        path = PurePosixPath(found)
        if path.is_absolute() or ".." in path.parts or path.suffix.lower() not in _ENDINGS:
            raise Fault(shown(found), "name a .png or .jpg file of the game's templates folder")
        return found
