"""Turn the name of a file in a game's folder into what it holds, or report what is wrong with it.

It guarantees that nothing outside the folder is read, that nothing very large is, and that text is
of the encoding named, else UTF-8, without control characters. It knows no YAML, CSV or rules.
"""

import re
import stat
from pathlib import Path

from printgen.problems import Where, meant
from printgen.rules.problem_log import Scope

LARGEST = 8 << 20
"""Bytes of one file: room for a hundred thousand listed cards."""

_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_SAVE = "save the file as UTF-8 in your editor"


def read_text(
    folder: Path, name: str, scope: Scope, encoding: str = "UTF-8", hint: str = _SAVE
) -> str | None:
    """The text of the file `name` in `folder`; a byte order mark is left out.

    `hint` says what to do where a byte is not of the encoding, which must be a known one.
    """
    data = read_bytes(folder, name, scope)
    if data and encoding == "UTF-8" and (data[:2] in _UTF16 or b"\0" in data[:4]):
        hint = hint.replace("cp1252", "utf-16")
        scope.report(Where(str(folder / name)), "the text is UTF-16, not UTF-8", hint)
        return None
    file = str(folder / name)
    if data is None:
        return None
    try:
        text = data.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        where = _place(file, data[: error.start].decode(encoding, "replace"))
        message = f"the byte 0x{data[error.start]:02X} is not {encoding}"
        scope.report(where, message, hint)
        return None
    found = _UNPRINTABLE.search(text)
    if found:
        message = f"the control character U+{ord(found[0]):04X}"
        hint = "delete it; it shows nothing in an editor and nothing in print"
        scope.report(_place(file, text[: found.start()]), message, hint)
        return None
    return text


def read_bytes(folder: Path, name: str, scope: Scope) -> bytes | None:
    """What the file `name` in `folder` holds."""
    path = folder / name
    where = Where(str(path))
    try:
        if not path.resolve().is_relative_to(folder.resolve()):
            hint = "put the file itself into the folder and write its name alone"
            scope.report(where, "the file lies outside the game's folder", hint)
            return None
        # A device or a pipe would block or never end, so only a plain file is opened.
        if not stat.S_ISREG(path.stat().st_mode):
            scope.report(where, "not a file", "put a plain file in its place")
            return None
        with path.open("rb") as stream:
            data = stream.read(LARGEST + 1)
    except FileNotFoundError:
        # What data name is a list; a game.yaml is looked for unasked.
        there = () if path.suffix == ".yaml" else (one.name for one in path.parent.glob("*"))
        hint = meant(path.name, there) + "create it, or mend its name"
        scope.report(where, "there is no such file", hint)
        return None
    except (OSError, RuntimeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        scope.report(where, f"the file cannot be read: {reason}", "check its name and permissions")
        return None
    if len(data) > LARGEST:
        scope.report(where, f"the file is larger than {LARGEST:,} bytes", "split what it holds")
        return None
    return data


def is_encoding(name: str) -> bool:
    """Whether a text's bytes can be read in the encoding of that name.

    Not all that Python calls so can: some are of bytes alone, some refuse to go on past a mistake.
    """
    try:
        return bool("a".encode(name) and b"\xff\xff".decode(name, "replace"))
    except (LookupError, ValueError):
        return False


def _place(file: str, before: str) -> Where:
    """The line and column that come after some text."""
    return Where(file, before.count("\n") + 1, len(before) - before.rfind("\n"))
