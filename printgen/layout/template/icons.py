"""Marks from files of icons: Iconify JSON.

https://iconify.design/docs/types/iconify-json.html describes the format. Icons come from strangers,
so they are read by the reader of SVG files, with its limits. A file is read when a mark is not
among the drawings of the game, and kept until it changes. An icon is returned as the text of an
SVG file, with the credit of its set. Apart from the credit, later code treats it as a drawing.
"""

from collections.abc import Iterator
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from printgen.problems import ExitCode, InputError, Place, create_failure
from printgen.system.files import read_limited_bytes

MAX_FILE_BYTES = 32 * 1024 * 1024
_MAX_CREDIT = 400
"""Most characters of a credit."""

_SIZE_KEYS = ("left", "top", "width", "height")
_FLIP_KEYS = ("hFlip", "vFlip")
_NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
_SET_HINT = "download the set again, or move the file to another folder: see printgen docs icons"


class _IconSetInfo(msgspec.Struct, frozen=True):
    """Who made a set of icons: its name, its authors and its licence."""

    name: str = ""
    author: dict[str, str] = {}
    license: dict[str, str] = {}


class IconSet(msgspec.Struct, frozen=True):
    """One file of icons.

    - `prefix`: the name of the set.
    - `icons`: the entry of each icon by its name.
    - `aliases`: other names of icons. An alias has a `parent`, the name of the icon or alias that
      it changes, and no `body`.
    - `left`, `top`, `width`, `height`: the values for icons whose entries do not set them.
    - `info`: the author and the licence.
    """

    prefix: str
    icons: dict[str, dict[str, Any]]
    aliases: dict[str, dict[str, Any]] = {}
    left: float = 0
    top: float = 0
    width: float = 16
    height: float = 16
    info: _IconSetInfo = _IconSetInfo()

    def find_icon_entry(self, name: str, max_aliases: int = 8) -> dict[str, Any]:
        """Return the entry of an icon or of an alias, which is another name of an icon; {} if none.

        An alias can change the entry of its icon. It can also refer to another alias, up to
        `max_aliases` times.
        """
        entry = self.icons.get(name) or self.aliases.get(name, {})
        if "parent" not in entry or not max_aliases:
            return entry
        parent = self.find_icon_entry(str(entry["parent"]), max_aliases - 1)
        flips = {key: bool(parent.get(key)) != bool(entry.get(key)) for key in _FLIP_KEYS}
        rotate = float(str(parent.get("rotate", 0))) + float(str(entry.get("rotate", 0)))
        return {**parent, **entry, **flips, "rotate": rotate}

    def format_svg(self, name: str) -> str:
        """Return the icon `name` of this set as the text of an SVG file; "" if there is none.

        The icon is flipped, then rotated around its centre, as its entry in the file of the set
        says.
        """
        entry = self.find_icon_entry(name)
        # As text first: whatever is no number is a ValueError, also a list.
        sides = (float(str(entry.get(key, getattr(self, key)))) for key in _SIZE_KEYS)
        left, top, width, height = sides
        quarters = float(str(entry.get("rotate", 0)))
        across, down = (-1 if entry.get(key) else 1 for key in _FLIP_KEYS)
        transform = f"rotate({90 * quarters}) scale({across} {down})"
        transform += f" translate({-left - width / 2} {-top - height / 2})"
        width, height = (height, width) if quarters % 2 else (width, height)
        box = f"{-width / 2} {-height / 2} {width} {height}"
        group = f'<g transform="{transform}">{entry.get("body")}</g>'
        return f'<svg {_NAMESPACES} viewBox="{box}">{group}</svg>' if "body" in entry else ""

    def format_credit(self, name: str) -> str:
        """Return one line that credits an icon: its name, its set, the author and the licence."""
        details = ", ".join((*self.info.author.values(), *self.info.license.values()))
        credit = f"{name}: {self.info.name or self.prefix}, {details or 'author unknown'}"
        return " ".join(credit.split())[:_MAX_CREDIT]


class Icon(msgspec.Struct, frozen=True):
    """An icon as an SVG file: `source` is its name for messages, `svg` the data."""

    source: str
    svg: bytes
    credit: str


def find_icon(files: tuple[Path, ...], name: str) -> Icon | None:
    """Return an icon by its name, `set:icon`, or `icon` for the first set that has it; else None.

    Raises `Failure` (rules) if a file has no icons.
    """
    prefix, _, short = name.rpartition(":")
    for path, icons in read_icon_sets(files):
        if prefix in ("", icons.prefix) and (svg := icons.format_svg(short)):
            return Icon(f"{path}, icon {short}", svg.encode(), icons.format_credit(short))
    return None


def read_icon_sets(files: tuple[Path, ...]) -> Iterator[tuple[Path, IconSet]]:
    """Yield each file with its set of icons; raise `Failure` (rules) if it is not Iconify JSON."""
    times = (path.is_file() and path.stat().st_mtime_ns for path in files)
    return ((path, _read_icon_set(path, time)) for path, time in zip(files, times, strict=True))


def list_icons(files: tuple[Path, ...]) -> Iterator[tuple[str, IconSet]]:
    """Yield the name of each icon and alias, with the set that contains it."""
    for _, icons in read_icon_sets(files):
        yield from ((name, icons) for name in icons.icons | icons.aliases)


@lru_cache(maxsize=256)
def find_similar_icons(files: tuple[Path, ...], name: str) -> list[str]:
    """Return the icon names most similar to `name`, with their sets if `name` has one."""
    pairs = ((f"{icons.prefix}:" if ":" in name else "", icon) for icon, icons in list_icons(files))
    return get_close_matches(name[:80], set(map("".join, pairs)))


def find_icon_files(folder: Path) -> tuple[Path, ...]:
    """Return the files of icons of a game: icons/FILE.json and icons/SET/icons.json.

    `folder` is the folder of the game.
    """
    paths = (*folder.glob("icons/*.json"), *folder.glob("icons/*/icons.json"))
    return tuple(sorted(path for path in paths if path.is_file()))


@lru_cache(maxsize=256)
def _read_icon_set(path: Path, _modified: int) -> IconSet:
    """Return the set of icons in a file; in packages of Iconify, `info` is in a file next to it.

    `_modified` is the time of its last change, for the cache.
    """
    try:
        icons = msgspec.json.decode(read_limited_bytes(path, MAX_FILE_BYTES), type=IconSet)
        if path.name == "icons.json" and (path := path.with_name("info.json")).is_file():
            info = read_limited_bytes(path, MAX_FILE_BYTES)
            return msgspec.structs.replace(icons, info=msgspec.json.decode(info, type=_IconSetInfo))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, InputError) as error:
        message = f"not a file of icons: {error}"
        raise create_failure(ExitCode.RULES, Place(str(path)), message, _SET_HINT) from error
    return icons
