"""Turn cells of a table into the pictures beside it that they name, or into what is missing."""

from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path, PurePosixPath

from printgen.rules.columns.image import ENDINGS
from printgen.rules.entry import Entry


def are_pictures(cells: Sequence[Entry], folder: Path) -> bool:
    """Whether cells name pictures: all by their endings, or one by a file that is there."""
    names = [str(cell.data) for cell in cells if cell.data]
    ends = [name for name in names if name.lower().endswith(ENDINGS)]
    return bool(ends) and (ends == names or any(_is_there(folder / name) for name in ends))


def _is_there(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a long text is no name
        return False


def check_picture(cell: Entry, file: Path) -> None:
    """Report a cell that names no picture beside the file."""
    name = str(cell.data).replace("\\", "/")
    path = PurePosixPath(name)
    is_inside = not path.is_absolute() and ".." not in path.parts
    is_picture = is_inside and path.suffix.lower() in ENDINGS
    if not name or (is_picture and _is_there(file.parent / path)):
        return
    there = [
        one.relative_to(file.parent).as_posix()
        for pattern in ("*", "*/*")
        for one in file.parent.glob(pattern)
        if one.suffix.lower() in ENDINGS
    ]
    same = [one for one in there if one.endswith(f"/{path.name}")]
    close = same or get_close_matches(path.as_posix(), there, n=1)
    hint = f"did you mean {close[0]}?" if close else f"put the picture beside {file.name}"
    cell.report(f"no picture {name}", hint)
