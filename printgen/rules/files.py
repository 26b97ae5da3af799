"""Reads files in a game's folder safely, and reports why one cannot be read.

Nothing outside the folder is read, and no file over `LARGEST` bytes. Text is decoded as UTF-8 or in
the given encoding; invisible characters are read as what they mean, and noted.
"""

import stat
from pathlib import Path

from printgen.problems import Log, Place, guess
from printgen.rules.invisible_characters import find_first_invisible, read_invisible_characters

LARGEST = 8 << 20
"""The largest accepted file, in bytes: enough for 100,000 rows of cards."""

_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_ENCODING_HINT = "save the file as UTF-8 in your editor"


def read_text(
    folder: Path,
    name: str,
    log: Log,
    encoding: str = "UTF-8",
    hint: str = _ENCODING_HINT,
    line_break: str = " ",
) -> str | None:
    """Return the text of the file `name` in `folder`, without a byte order mark.

    Return None and report why if it cannot be read. `hint` is what to do if a byte is invalid in
    the encoding. The encoding must exist. `line_break` replaces invisible separators of lines.
    """
    data, file = read_bytes(folder, name, log), str(folder / name)
    if data is None:
        return None
    # UTF-16 text starts with a byte order mark or has a zero byte in its first ASCII character.
    if encoding == "UTF-8" and (data[:2] in _UTF16_MARKS or b"\0" in data[:4]):
        hint = hint.replace("cp1252", "utf-16")
        log.report(Place(file), "the text is UTF-16, not UTF-8", hint)
        return None
    try:
        text = data.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        place = _locate_after(file, data[: error.start].decode(encoding, "replace"))
        message = f"the byte 0x{data[error.start]:02X} is not valid {encoding}"
        log.report(place, message, hint)
        return None
    visible_text, readings = read_invisible_characters(text, line_break)
    if readings:
        place = _locate_after(file, text[: find_first_invisible(text)])
        log.note(place, f"invisible characters: {readings}", "delete them if you meant none")
    return visible_text


def read_bytes(folder: Path, name: str, log: Log) -> bytes | None:
    """Return the bytes of the file `name` in `folder`, or None and report why."""
    path = folder / name
    place = Place(str(path))
    try:
        # Links are resolved first, so that a link in the folder cannot lead outside it.
        if not path.resolve().is_relative_to(folder.resolve()):
            hint = "copy the file into the folder, and write only its name"
            log.report(place, "the file is outside the game's folder", hint)
            return None
        # A device or a pipe would block or never end, so only a plain file is opened.
        if not stat.S_ISREG(path.stat().st_mode):
            log.report(place, "this is not a file", "replace it with a plain file")
            return None
        with path.open("rb") as stream:
            # One byte more than allowed shows that a file is too large without reading all of it.
            data = stream.read(LARGEST + 1)
    except FileNotFoundError:
        # Names are suggested for files that the data mention, but not for a missing game.yaml.
        file_names = () if path.suffix == ".yaml" else (file.name for file in path.parent.glob("*"))
        hint = guess(path.name, file_names) + "create it, or correct its name"
        log.report(place, "the file does not exist", hint)
        return None
    except (OSError, RuntimeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        log.report(place, f"the file cannot be read: {reason}", "check its name and permissions")
        return None
    # Checked after reading, because the size of a file may change in between.
    if len(data) > LARGEST:
        log.report(place, f"the file is larger than {LARGEST:,} bytes", "split it into several")
        return None
    return data


def is_encoding(name: str) -> bool:
    """Return whether text can be decoded in the encoding of that name.

    Some of Python's codecs convert bytes to bytes, and some cannot skip an invalid byte.
    """
    try:
        return bool("a".encode(name) and b"\xff\xff".decode(name, "replace"))
    except (LookupError, ValueError):
        return False


def _locate_after(file: str, before: str) -> Place:
    """Return the line and column after the text `before`."""
    return Place(file, before.count("\n") + 1, len(before) - before.rfind("\n"))
