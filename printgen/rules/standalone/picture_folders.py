"""Pictures of a standalone table: find the files that its cells name, and report missing ones.

Pictures are searched in the folder of the table and in the folder of --pictures, and below both. A
picture in a folder above the table is found by its path, inside the working folder.
"""

import os
import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path, PurePosixPath

import msgspec

from printgen.problems import make_fix
from printgen.rules.columns.words import normalize_picture_path
from printgen.rules.files.nodes import Node
from printgen.rules.standalone.column_names import list_usual_names, normalize_name
from printgen.system.file_suffixes import PICTURE_SUFFIXES
from printgen.system.files import find_file
from printgen.system.shell_words import quote_argument

_FILE_NAME = re.compile(r"[^\n]{1,80}\.[A-Za-z]{3,4}")
_FILE_STEM = re.compile(r"[^\W_]+((_+|-(?=\d))[^\W_]+)+")
"""The name of a file without its extension, such as 2_of_clubs or wolf-2, unlike a text."""
_DIGITS = re.compile(r"\d+")
_URL_MARK = "://"
"""Part of every web address."""
_DOWNLOAD_HINT = "printgen downloads no pictures: save them, and write their file names"
_FOLDER_HINT = ", or name their folder: --pictures FOLDER"
_OTHER_FORMATS = (".tif", ".tiff", ".bmp", ".svgz", ".avif", ".heic", ".psd", ".ai", ".eps", ".tga")
"""Extensions of pictures that are not read."""
_SAVE_HINT = "save pictures as .png, or drawings as .svg: this format is not read"
_PICTURE_FILE = rf"(?i)\S{{1,80}}({'|'.join(map(re.escape, (*PICTURE_SUFFIXES, *_OTHER_FORMATS)))})"
"""A cell that is the name of a picture file, without spaces."""
_MAX_LEVELS = 2
"""Most levels of folders above the table in which a picture is found."""
_MAX_DEPTH, _MAX_FILES = 5, 20_000
"""Most levels of folders, and most files, that are searched."""


class PictureFolders(msgspec.Struct, frozen=True):
    """The folders in which the pictures of a table are searched.

    - `table`: the table file.
    - `main_folders`: the folder of --pictures, then that of the table.
    - `folders`: these, and the folders below them. `upper_folders`: the folders above the table,
      the nearest first.
    - `pictures`: the paths of all pictures in `folders`.
    - `allows_missing`: whether a column called image or similar is a column of pictures, even if
      none of the files exists.
    """

    table: Path
    main_folders: tuple[Path, ...]
    folders: tuple[Path, ...]
    upper_folders: tuple[Path, ...]
    pictures: tuple[str, ...]
    allows_missing: bool

    def find_files(self, name: str) -> tuple[Path, ...]:
        """Return the files that the name in a cell may mean: usually one, none if no file exists.

        The name may lack its extension, such as .png. The result has several files if they differ
        only in the extension, or if folders below the main ones have files of the same name and the
        main folders have none. For a name that begins with ../, files in the folders above count as
        well.
        """
        path = PurePosixPath(normalize_picture_path(name))
        endings = ["", *PICTURE_SUFFIXES]
        endings = [end for end in endings if (path.suffix + end).lower() in PICTURE_SUFFIXES]
        if path.is_absolute() or ".." in path.parts:
            return ()

        def find_in(folder: Path) -> Sequence[Path]:
            return [file for end in endings if (file := _find_file(folder, f"{path}{end}"))]

        main_files = next(filter(None, map(find_in, self.main_folders)), ())
        upper_files = next(filter(None, map(find_in, self.upper_folders)), ())
        other_files = [file for folder in self.folders for file in find_in(folder)]
        # A template finds a name without an extension only if all folders have one such file.
        extensions = {file.suffix.lower() for file in (*main_files, *other_files, *upper_files)}
        if name.startswith("..") or len(extensions) > 1:
            other_files += upper_files
            main_files = ()
        files = {file.resolve(): file for file in main_files or other_files or upper_files}
        return tuple(files.values())

    def find_most_similar(self, name: str) -> str:
        """Return the path of the picture with the most similar name, or an empty text."""
        wanted = PurePosixPath(name[-80:].lower()).stem
        by_stem = {PurePosixPath(picture).stem.lower(): picture for picture in self.pictures}
        # A short name or another number is another picture.
        names = [stem for stem in by_stem if _DIGITS.findall(stem) == _DIGITS.findall(wanted)]
        close = get_close_matches(wanted, names, n=1, cutoff=0.75)
        return by_stem[close[0]] if close else ""

    def has_pictures(self, column: str, cells: Sequence[Node]) -> bool:
        """Return whether the cells of a column name pictures.

        They do if most cells end like picture files, or if one names an existing file. A column
        called image or similar also has pictures if it is empty, if `allows_missing` is set, or if
        a cell looks like the name of a picture.
        """
        names = [text for text in map(read_picture_name, cells) if text]
        # A text may end like a file name, so one such cell is not enough without the file.
        suffixes = (*PICTURE_SUFFIXES, *_OTHER_FORMATS)
        ends = [name for name in names if name.lower().endswith(suffixes)]
        if ends and (2 * len(ends) >= len(names) or any(map(self.find_files, ends))):
            return True
        if normalize_name(column) not in list_usual_names("picture"):
            return False
        # An empty column with such a name is for pictures that are still to come.
        if not names or self.allows_missing:
            return True
        if any(_FILE_NAME.fullmatch(text) or _URL_MARK in text for text in names):
            return True
        return any(self.find_files(text) or self.find_most_similar(text) for text in names)


def read_picture_name(cell: Node) -> str:
    """Return the name of the picture in a cell, with slashes for backslashes.

    The cell "0" means no picture: then return "".
    """
    return "" if cell.data == "0" else str(cell.data).replace("\\", "/")


def check_pictures(cells: Sequence[Node], folders: PictureFolders) -> frozenset[str]:
    """Report the cells of a picture column for which there is no picture file, or more than one.

    With `folders.allows_missing`, missing pictures are only noted, and their names are returned;
    otherwise the result is empty. Missing pictures without a similar file name are reported
    together.
    """
    missing_hint = f"put them next to {folders.table.name}{_FOLDER_HINT}"
    missing_hint += "" if folders.allows_missing else "; --missing prints placeholders"
    missing: dict[tuple[str, str], dict[str, Node]] = {}
    texts: list[Node] = []
    for cell in cells:
        name = read_picture_name(cell)
        files = folders.find_files(name) if name else ()
        if not name or len(files) == 1:
            continue
        if files:
            ends = tuple(f"/{name}{end}" for end in ("", *PICTURE_SUFFIXES))
            paths = [path for path in folders.pictures if f"/{path}".endswith(ends)]
            hint = f"write {' or '.join(paths)}" if paths else "rename one of them"
            cell.report(f"{len(files)} pictures are called {name}", hint)
        elif hint := _explain_missing(name, folders, missing_hint):
            # Each question is about one name. Other hints are about all names that have them.
            asked_name = name if hint.endswith("?") else ""
            missing.setdefault((hint, asked_name), {}).setdefault(name, cell)
        else:
            texts.append(cell)
    if texts:
        more = f", and {len(texts) - 1:,} more," if texts[1:] else ""
        message = f"“{str(texts[0].data)[:40]}”{more} is not a picture, as others of its column are"
        texts[0].report(message, "name only pictures here, and move texts to another column")
    for (hint, _), names in missing.items():
        first, cell = next(iter(names.items()))
        message = f"cannot {'read' if hint == _SAVE_HINT else 'find'} picture {first}"
        message += f", and {len(names) - 1:,} more" if len(names) > 1 else ""
        if folders.allows_missing:
            frames = "placeholders are" if len(names) > 1 else "a placeholder is"
            cell.log.note(cell.place, f"{message}, so {frames} printed", hint)
        else:
            fixes = [make_fix(missing="")] if hint == missing_hint else []
            cell.log.report(cell.place, message, hint, *fixes)
    return frozenset(name for names in missing.values() for name in names if folders.allows_missing)


def note_picture_names(columns: Mapping[str, Sequence[Node]], folders: PictureFolders) -> None:
    """Add a note for columns that are printed as text, and have names of missing picture files.

    In a column called image or similar, names without extensions count too, if all cells look like
    them. `columns` are the columns that are printed as text although nobody asked for it.
    """
    for column, cells in columns.items():
        filled = [cell for cell in cells if cell.data]
        named = [cell for cell in filled if re.fullmatch(_PICTURE_FILE, str(cell.data))]
        is_for_pictures = normalize_name(column) in list_usual_names("picture")
        if is_for_pictures and all(_FILE_STEM.fullmatch(str(cell.data)) for cell in filled):
            named = named or filled
        named = [cell for cell in named if _URL_MARK not in str(cell.data)]
        named = [cell for cell in named if not folders.find_files(read_picture_name(cell))]
        if named:
            more = f", and {len(named) - 1} more" if len(named) > 1 else ""
            message = f'no picture is called "{named[0].data}"{more}, so texts are printed'
            hint = f"put pictures next to the table{_FOLDER_HINT}"
            hint += "; --missing prints placeholders" * is_for_pictures
            fixes = [make_fix(missing="")] if is_for_pictures else []
            named[0].log.note(named[0].place, message, hint, *fixes)


def _explain_missing(name: str, folders: PictureFolders, missing_hint: str) -> str:
    """Return a hint for a missing picture; "" if `name` is probably a text and not a picture.

    `missing_hint` is the hint if nothing more exact is known.
    """
    is_picture = name.lower().endswith(PICTURE_SUFFIXES) or bool(_FILE_STEM.fullmatch(name))
    if _URL_MARK in name:
        return _DOWNLOAD_HINT
    if name.startswith("..") and is_picture and _find_file(folders.table.parent, name):
        return _advise_folder(folders.table, name)
    if similar := folders.find_most_similar(name):
        return f"did you mean {similar}?"
    if name.lower().endswith(_OTHER_FORMATS):
        return _SAVE_HINT
    return missing_hint if is_picture or folders.allows_missing else ""


def _advise_folder(table: Path, name: str) -> str:
    """Return a hint for a picture outside of the current folder, where it is not read."""
    above = table.resolve().parent.parents[:_MAX_LEVELS]
    picture = (table.parent / name).resolve()
    shared = next((path for path in above if picture.is_relative_to(path)), None)
    if shared is None:
        return "it is outside the folder in which you work: copy it into the folder of the table"
    folder, inner = os.path.relpath(shared), table.resolve().relative_to(shared)
    change = f"cd {quote_argument(folder)}"
    return f"it is outside the folder in which you work: {change}, and name {inner} there"


def _find_file(folder: Path, name: str) -> Path | None:
    """Return the path of a file; None if it does not exist.

    `name` may be any text of a cell, also one that is too long for a file name.
    """
    try:
        return find_file(folder, name)
    except OSError:  # the text is too long for a file name
        return None


def find_picture_folders(
    table: Path, extra_picture_folder: Path | None, output: Path, *, allows_missing: bool
) -> PictureFolders:
    """Return the folders in which the pictures of a table are searched.

    These are the folder of the table, `extra_picture_folder`, and all folders below them. Left out
    are the folder `output`, which has pictures of printed cards, and folders of games: a game that
    `printgen new` made from the table has copies of its pictures.
    """
    direct = (*filter(None, (extra_picture_folder,)), table.parent)
    below, pictures = dict[Path, None](), dict[str, None]()
    output_folder = output.resolve()
    for folder in direct:
        file_count = 0
        for path, inner, files in os.walk(folder):
            relative = Path(path).relative_to(folder)
            # Someone may keep a table in a home folder, whose whole tree takes minutes to search.
            is_far = len(relative.parts) >= _MAX_DEPTH or file_count > _MAX_FILES
            inner[:] = sorted(name for name in inner if not (is_far or name.startswith(".")))
            inner[:] = [name for name in inner if Path(path, name).resolve() != output_folder]
            inner[:] = [name for name in inner if not Path(path, name, "game.yaml").is_file()]
            file_count += len(files) + len(inner)
            own_pictures = sorted(name for name in files if name.lower().endswith(PICTURE_SUFFIXES))
            pictures |= dict.fromkeys((relative / name).as_posix() for name in own_pictures)
            for parent in (relative, *relative.parents) if own_pictures else ():
                below[folder / parent] = None
    folders = tuple(dict.fromkeys((*direct, *below)))
    # A table from a stranger must not read files outside the folder in which the user works.
    working_folder, above = Path.cwd().resolve(), table.resolve().parent.parents[:_MAX_LEVELS]
    upper = tuple(path for path in above if path.is_relative_to(working_folder))
    return PictureFolders(table, direct, folders, upper, tuple(pictures), allows_missing)
