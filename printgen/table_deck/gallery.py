"""Turn cells of a table into the pictures by it that they name, or into what is missing.

A picture lies beside the table or in a folder below, or in a folder that was named, or below that.
"""

import os
import re
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from printgen.rules.columns.image import ENDINGS
from printgen.rules.source_node import Entry

_NAMES = ("art", "artwork", "illustration", "image", "picture", "img")
"""Columns of pictures by their names, where any cell looks like a file's name."""
_FILE = re.compile(r"[^\n]{1,80}\.[A-Za-z]{3,4}")
_FETCHED = "://"
"""What stands in an address in the web."""
_SAVED = "nothing is fetched: save the pictures, and write the names of their files"
_NAMED = ", or name their folder: --pictures FOLDER"
_DEEPEST, _MOST = 5, 20_000
"""Folders below each other, and files in them all, that are looked through."""


class Gallery(NamedTuple):
    """The folders where pictures of a table are looked for, the nearest first.

    The `direct` are beside the table, or named; `pictures` are those in them all, by their names.
    Where pictures may be missing (`is_missed`), a column called as one of theirs needs no more.
    """

    table: Path
    direct: tuple[Path, ...]
    folders: tuple[Path, ...]
    pictures: tuple[str, ...]
    is_missed: bool

    def find(self, name: str) -> tuple[Path, ...]:
        """The file of a name; several where it lies in several folders and beside none."""
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts:
            return ()
        nearest = [one / path for one in self.direct if _is_there(one / path)]
        there = [one / path for one in self.folders if _is_there(one / path)]
        return tuple(nearest[:1] or {one.resolve(): one for one in there}.values())

    def nearest(self, name: str) -> str:
        """The picture whose name is most like one; nothing where none is."""
        wanted = PurePosixPath(name).name.lower()[:80]
        shorts = {PurePosixPath(one).name.lower(): one for one in self.pictures}
        bare = {PurePosixPath(short).stem: one for short, one in shorts.items()}
        close = get_close_matches(wanted, shorts, n=1, cutoff=0.7)
        return bare.get(PurePosixPath(wanted).stem) or (shorts[close[0]] if close else "")

    def are_pictures(self, column: str, cells: Sequence[Entry]) -> bool:
        """Whether cells name pictures: most by their endings, or one by a file that is there."""
        names = [one for one in map(picture_name, cells) if one]
        ends = [name for name in names if name.lower().endswith(ENDINGS)]
        if ends and (2 * len(ends) >= len(names) or any(map(self.find, ends))):
            return True
        is_called = column.lower().rstrip("s") in _NAMES
        return (
            is_called
            and bool(names)
            and (
                self.is_missed
                or any(
                    _FILE.fullmatch(one) or _FETCHED in one or self.nearest(one) for one in names
                )
            )
        )


def picture_name(cell: Entry) -> str:
    """The name of a picture that a cell holds; 0 is none."""
    return "" if cell.data == "0" else str(cell.data).replace("\\", "/")


def check_pictures(cells: Sequence[Entry], gallery: Gallery) -> frozenset[str]:
    """Report the cells of a column that name no picture; the names of those that may be missing.

    Pictures that are nowhere, and none of a like name either, have one cause and are told once.
    """
    beside = f"put them beside {gallery.table.name}{_NAMED}"
    beside += "" if gallery.is_missed else "; --missing prints frames in their places"
    lost: dict[tuple[str, str], dict[str, Entry]] = {}
    for cell in cells:
        name = picture_name(cell)
        is_picture = name.lower().endswith(ENDINGS)
        found = gallery.find(name) if is_picture else ()
        if not name or len(found) == 1:
            continue
        if found:
            shown = " or ".join(one for one in gallery.pictures if f"/{one}".endswith(f"/{name}"))
            cell.report(f"{len(found)} pictures are called {name}", f"write {shown}")
        elif like := gallery.nearest(name):
            lost[f"did you mean {like}?", name] = {name: cell}
        elif is_picture or _FETCHED in name or gallery.is_missed:
            hint = _SAVED if _FETCHED in name else beside
            lost.setdefault((hint, ""), {}).setdefault(name, cell)
        else:
            hint = "name a picture in each cell of the column, or in none"
            message = f"“{name[:40]}” is no picture, and others of its column are"
            cell.report(message, f"{hint}: words want one of their own")
    for (hint, _), names in lost.items():
        first, cell = next(iter(names.items()))
        message = f"no picture {first}"
        message += f", and {len(names) - 1:,} more" if len(names) > 1 else ""
        if gallery.is_missed:
            one, several = "a frame with its name is", "frames with their names are"
            frames = several if len(names) > 1 else one
            cell.scope.note(cell.place, f"{message}, so {frames} printed", hint)
        else:
            cell.report(message, hint)
    return frozenset(name for names in lost.values() for name in names if gallery.is_missed)


def _is_there(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a long text is no name
        return False


def find_gallery(table: Path, named: Path | None, *, is_missed: bool) -> Gallery:
    """Where pictures of a table may lie: beside it or below, in a folder named or below that."""
    direct = (*filter(None, (named,)), table.parent)
    below, pictures = dict[Path, None](), dict[str, None]()
    for folder in direct:
        seen = 0
        for path, inner, files in os.walk(folder):
            here = Path(path).relative_to(folder)
            is_far = len(here.parts) >= _DEEPEST or seen > _MOST
            inner[:] = [] if is_far else sorted(one for one in inner if not one.startswith("."))
            seen += len(files) + len(inner)
            own = sorted(one for one in files if one.lower().endswith(ENDINGS))
            pictures |= dict.fromkeys((here / one).as_posix() for one in own)
            for one in (here, *here.parents) if own else ():
                below[folder / one] = None
    return Gallery(
        table, direct, tuple(dict.fromkeys((*direct, *below))), tuple(pictures), is_missed
    )
