"""Turn the name of a file in a game's folder into what it holds, or report what is wrong with it.

It guarantees that nothing outside the folder is read, that nothing very large is, and that text is
of the encoding named, else UTF-8, without control characters. It knows no YAML, CSV or rules.
"""

import re
import stat
from pathlib import Path

from printgen.problems import Spot, guess
from printgen.rules.problem_log import Log

LARGEST = 8 << 20
"""Bytes of one file: room for a hundred thousand listed cards."""

_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_ENCODING_HINT = "save the file as UTF-8 in your editor"


def read_text(
    folder: Path, name: str, log: Log, encoding: str = "UTF-8", hint: str = _ENCODING_HINT
) -> str | None:
    """The text of the file `name` in `folder`; a byte order mark is left out.

    `hint` says what to do where a byte is not of the encoding, which must be a known one.
    """
    data = read_bytes(folder, name, log)
    if data and encoding == "UTF-8" and (data[:2] in _UTF16_MARKS or b"\0" in data[:4]):
        hint = hint.replace("cp1252", "utf-16")
        log.report(Spot(str(folder / name)), "the text is UTF-16, not UTF-8", hint)
        return None
    file = str(folder / name)
    if data is None:
        return None
    try:
        text = data.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        place = _locate_end(file, data[: error.start].decode(encoding, "replace"))
        message = f"the byte 0x{data[error.start]:02X} is not {encoding}"
        log.report(place, message, hint)
        return None
    match = _UNPRINTABLE.search(text)
    if match:
        message = f"the control character U+{ord(match[0]):04X}"
        hint = "delete it; it shows nothing in an editor and nothing in print"
        log.report(_locate_end(file, text[: match.start()]), message, hint)
        return None
    return text


def read_bytes(folder: Path, name: str, log: Log) -> bytes | None:
    """What the file `name` in `folder` holds."""
    path = folder / name
    place = Spot(str(path))
    try:
        if not path.resolve().is_relative_to(folder.resolve()):
            hint = "put the file itself into the folder and write its name alone"
            log.report(place, "the file lies outside the game's folder", hint)
            return None
        # A device or a pipe would block or never end, so only a plain file is opened.
        if not stat.S_ISREG(path.stat().st_mode):
            log.report(place, "not a file", "put a plain file in its place")
            return None
        with path.open("rb") as stream:
            data = stream.read(LARGEST + 1)
    except FileNotFoundError:
        # What data name is a list; a game.yaml is looked for unasked.
        file_names = () if path.suffix == ".yaml" else (file.name for file in path.parent.glob("*"))
        hint = guess(path.name, file_names) + "create it, or mend its name"
        log.report(place, "there is no such file", hint)
        return None
    except (OSError, RuntimeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        log.report(place, f"the file cannot be read: {reason}", "check its name and permissions")
        return None
    if len(data) > LARGEST:
        log.report(place, f"the file is larger than {LARGEST:,} bytes", "split what it holds")
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


def _locate_end(file: str, before: str) -> Spot:
    """The line and column that come after some text."""
    return Spot(file, before.count("\n") + 1, len(before) - before.rfind("\n"))
