"""Turn cells of a table into the pictures by it that they name, or into what is missing.

A picture lies beside the table or in a folder below, or in a folder that was named, or below that.
"""

import os
import re
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from printgen.rules.columns.image import PICTURE_SUFFIXES
from printgen.rules.source_node import Node

_PICTURE_COLUMNS = ("art", "artwork", "illustration", "image", "picture", "img")
"""Columns of pictures by their names, where any cell looks like a file's name."""
_FILE_NAME = re.compile(r"[^\n]{1,80}\.[A-Za-z]{3,4}")
_URL_MARK = "://"
"""What stands in an address in the web."""
_DOWNLOAD_HINT = "nothing is fetched: save the pictures, and write the names of their files"
_FOLDER_HINT = ", or name their folder: --pictures FOLDER"
_MAX_DEPTH, _MAX_FILES = 5, 20_000
"""Folders below each other, and files in them all, that are looked through."""


class Gallery(NamedTuple):
    """The folders where pictures of a table are looked for, the nearest first.

    The `direct` are beside the table, or named; `pictures` are those in them all, by their names.
    Where pictures may be missing (`is_missed`), a column called as one of theirs needs no more.
    """

    table: Path
    main_folders: tuple[Path, ...]
    folders: tuple[Path, ...]
    pictures: tuple[str, ...]
    allows_missing: bool

    def find_files(self, name: str) -> tuple[Path, ...]:
        """The file of a name; several where it lies in several folders and beside none."""
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts:
            return ()
        main_files = [item / path for item in self.main_folders if _is_file(item / path)]
        other_files = [item / path for item in self.folders if _is_file(item / path)]
        return tuple(main_files[:1] or {item.resolve(): item for item in other_files}.values())

    def find_nearest(self, name: str) -> str:
        """The picture whose name is most like one; nothing where none is."""
        wanted = PurePosixPath(name).name.lower()[:80]
        shorts = {PurePosixPath(picture).name.lower(): picture for picture in self.pictures}
        by_stem = {PurePosixPath(short).stem: picture for short, picture in shorts.items()}
        close = get_close_matches(wanted, shorts, n=1, cutoff=0.7)
        return by_stem.get(PurePosixPath(wanted).stem) or (shorts[close[0]] if close else "")

    def has_pictures(self, column: str, cells: Sequence[Node]) -> bool:
        """Whether cells name pictures: most by their endings, or one by a file that is there."""
        names = [text for text in map(read_picture_name, cells) if text]
        ends = [name for name in names if name.lower().endswith(PICTURE_SUFFIXES)]
        if ends and (2 * len(ends) >= len(names) or any(map(self.find_files, ends))):
            return True
        is_called = column.lower().rstrip("s") in _PICTURE_COLUMNS
        return (
            is_called
            and bool(names)
            and (
                self.allows_missing
                or any(
                    _FILE_NAME.fullmatch(text) or _URL_MARK in text or self.find_nearest(text)
                    for text in names
                )
            )
        )


def read_picture_name(cell: Node) -> str:
    """The name of a picture that a cell holds; 0 is none."""
    return "" if cell.data == "0" else str(cell.data).replace("\\", "/")


def check_pictures(cells: Sequence[Node], gallery: Gallery) -> frozenset[str]:
    """Report the cells of a column that name no picture; the names of those that may be missing.

    Pictures that are nowhere, and none of a like name either, have one cause and are told once.
    """
    missing_hint = f"put them beside {gallery.table.name}{_FOLDER_HINT}"
    missing_hint += "" if gallery.allows_missing else "; --missing prints frames in their places"
    missing: dict[tuple[str, str], dict[str, Node]] = {}
    for cell in cells:
        name = read_picture_name(cell)
        is_picture = name.lower().endswith(PICTURE_SUFFIXES)
        files = gallery.find_files(name) if is_picture else ()
        if not name or len(files) == 1:
            continue
        if files:
            choices = " or ".join(one for one in gallery.pictures if f"/{one}".endswith(f"/{name}"))
            cell.report(f"{len(files)} pictures are called {name}", f"write {choices}")
        elif similar := gallery.find_nearest(name):
            missing[f"did you mean {similar}?", name] = {name: cell}
        elif is_picture or _URL_MARK in name or gallery.allows_missing:
            hint = _DOWNLOAD_HINT if _URL_MARK in name else missing_hint
            missing.setdefault((hint, ""), {}).setdefault(name, cell)
        else:
            hint = "name a picture in each cell of the column, or in none"
            message = f"“{name[:40]}” is no picture, and others of its column are"
            cell.report(message, f"{hint}: words want one of their own")
    for (hint, _), names in missing.items():
        first, cell = next(iter(names.items()))
        message = f"no picture {first}"
        message += f", and {len(names) - 1:,} more" if len(names) > 1 else ""
        if gallery.allows_missing:
            one, several = "a frame with its name is", "frames with their names are"
            frames = several if len(names) > 1 else one
            cell.log.note(cell.place, f"{message}, so {frames} printed", hint)
        else:
            cell.report(message, hint)
    return frozenset(name for names in missing.values() for name in names if gallery.allows_missing)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a long text is no name
        return False


def find_gallery(table: Path, extra_folder: Path | None, *, allows_missing: bool) -> Gallery:
    """Where pictures of a table may lie: beside it or below, in a folder named or below that."""
    direct = (*filter(None, (extra_folder,)), table.parent)
    below, pictures = dict[Path, None](), dict[str, None]()
    for folder in direct:
        file_count = 0
        for path, inner, files in os.walk(folder):
            relative = Path(path).relative_to(folder)
            is_far = len(relative.parts) >= _MAX_DEPTH or file_count > _MAX_FILES
            inner[:] = [] if is_far else sorted(item for item in inner if not item.startswith("."))
            file_count += len(files) + len(inner)
            own_pictures = sorted(item for item in files if item.lower().endswith(PICTURE_SUFFIXES))
            pictures |= dict.fromkeys((relative / item).as_posix() for item in own_pictures)
            for item in (relative, *relative.parents) if own_pictures else ():
                below[folder / item] = None
    return Gallery(
        table, direct, tuple(dict.fromkeys((*direct, *below))), tuple(pictures), allows_missing
    )
