"""The files of the template folders: templates, style sheets, marks, pictures and icons.

Only files inside these folders can be opened. Of files with the same name, the first is used.
"""

import re
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path, PurePosixPath

from printgen.layout.template.icons import Icon, find_icon, find_similar_icons
from printgen.problems import InputError
from printgen.system.file_suffixes import PICTURE_SUFFIXES
from printgen.system.files import find_file

_MARK_FILE = re.compile(r"marks/([a-z0-9_:-]+)\.svg")
_WORD = re.compile(r"([\w-]+)([\"']? *~|\{[{%])?")
"""A word of a template, and the start of an expression that directly follows it."""
_STYLE_ELEMENT = re.compile(r"(?s)<style\b.*?</style>")
_STEM = re.compile(r"[^.:]{1,100}")
"""A file name without extension, perhaps with its folder."""
TEMPLATE_SUFFIXES = (*PICTURE_SUFFIXES, ".html", ".css")


class TemplateFiles:
    """The files in the template folders, and the icons in files of icons.

    The paths are called roots: each is a folder, or a file of icons. An icon is used for a mark
    only if no folder has a file for that mark.
    """

    def __init__(self, roots: tuple[Path, ...]) -> None:
        self.roots = tuple(path for path in roots if path.suffix.lower() != ".json")
        self._icon_files = tuple(path for path in roots if path.suffix.lower() == ".json")
        self._used_files: set[Path] = set()
        self._paths: dict[str, Path | None] = {}

    def find_file(self, name: str) -> Path | None:
        """Return the path of a file in the first folder that contains it, or None.

        Raise `ValueError` if the name is outside the folders.
        """
        if name not in self._paths:
            path = self._paths[name] = _find_in_roots(self.roots, name)
            if path is not None:
                self._used_files.add(path)
        return self._paths[name]

    def find_icon(self, name: str) -> Icon | None:
        """Return the icon for a name such as `marks/ID.svg`.

        None if there is no such icon, or if a template folder has a file of that name, which is
        used instead.
        """
        match = _MARK_FILE.fullmatch(name)
        return match and (None if self.find_file(name) else find_icon(self._icon_files, match[1]))

    def find_similar_icons(self, name: str) -> list[str]:
        """Return the names of icons that are most similar to `name`."""
        return find_similar_icons(self._icon_files, name)

    def resolve_name(self, name: str, folder: str) -> str:
        """Return the path of a file in the template folders.

        It is `name` in `folder` if such a file exists, else `name`. The name of a picture may lack
        its extension, if only one such picture exists. A `data:` URL contains its file, so no file
        is searched for.
        """
        if name.startswith("data:"):
            return name
        if folder and self.find_file(folder + name):
            return folder + name
        endings = PICTURE_SUFFIXES if _STEM.fullmatch(name) else ()
        paths = (start + name + end for start in {folder, ""} for end in endings)
        found = [path for path in paths if self.find_file(path)]
        return found[0] if len(found) == 1 else name

    def make_missing_file_error(self, kind: str, name: str) -> InputError:
        """Return the error for a missing file; its hint names the most similar file.

        `kind` says in the message what the file is.
        """
        suffix = PurePosixPath(name).suffix.lower()
        suffixes = PICTURE_SUFFIXES if suffix in ("", *PICTURE_SUFFIXES) else (suffix,)
        files = {
            path.relative_to(root).as_posix(): path.name
            for root in reversed(self.roots)  # a file of the user replaces a bundled one
            for path in sorted(root.rglob("*.*"))
            if path.suffix.lower() in suffixes
        }
        # People often leave out the folder or mistake the case of letters.
        known = {key.lower(): file for file, short in files.items() for key in (file, short)}
        close = get_close_matches(name[:80].lower(), known, n=1, cutoff=0.75)
        matches = [known[file] for file in close]
        hint = f"did you mean {matches[0]}?" if matches else "put it next to the template"
        return InputError(f"no {kind} {name} in the template folders", hint)

    def is_user_file(self, path: Path) -> bool:
        """Return whether a file is in the first folder, which is the user's."""
        return path.is_relative_to(self.roots[0])

    def find_unused_files(self) -> tuple[Path, ...]:
        """Return the files in the first folder, the user's, that no template has used."""
        files = (path for path in self.roots[0].rglob("*.*") if path not in self._used_files)
        return tuple(sorted(path for path in files if path.suffix in TEMPLATE_SUFFIXES))

    def can_output_name(self, name: str) -> bool:
        """Return whether a template that was used may print the word `name`.

        That is so if the template contains the word, or the beginning of the word directly before
        a value, as in `rank-{{ … }}`.
        """
        files = (path for path in self._used_files if path.suffix in (".svg", ".html"))
        for text in (path.read_text("utf-8", "replace") for path in files):
            words = _WORD.finditer(_STYLE_ELEMENT.sub("", text))
            if any(word[1] == name or (word[2] and name.startswith(word[1])) for word in words):
                return True
        return False


def _find_in_roots(roots: Sequence[Path], name: str) -> Path | None:
    """Return the path of a file in the first root that has it, or None.

    Raises `ValueError` for a name or a link to a file outside the roots.
    """
    parts = PurePosixPath(name).parts
    if not parts or name.startswith("/") or ".." in parts or "\\" in name or "\0" in name:
        raise ValueError(f"{name!r} is outside the template folders")
    for root in roots:
        try:
            path = find_file(root, name)
        except OSError as error:
            raise ValueError(f"{name} cannot be opened: {error.strerror}") from error
        if path:
            # A symbolic link must not open files outside the folders to other people's templates.
            if not path.resolve().is_relative_to(root.resolve()):
                raise ValueError(f"{name} is a link to a file outside the template folders")
            return path
    return None
