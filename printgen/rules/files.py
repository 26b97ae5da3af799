"""Turn the name of a file in a game's folder into its text, or into the problem with it.

It guarantees that nothing outside the folder is read, that nothing larger than a stated size is,
and that the text is UTF-8 without control characters. It knows nothing of YAML, CSV or rules.
"""

import re
import stat
from pathlib import Path

from printgen.problems import Problem, Where

YAML_LIMIT = 1 << 20
"""The largest YAML file in bytes: a megabyte is some fifty times the largest bundled one."""

CSV_LIMIT = 8 << 20
"""The largest CSV file in bytes, room for a hundred thousand listed cards."""

_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


def read_inside(folder: Path, name: str, limit: int) -> str | Problem:
    """The text of the file `name` in `folder`; `limit` in bytes. A byte order mark is left out."""
    data = read_inside_bytes(folder, name, limit)
    return data if isinstance(data, Problem) else decode(data, str(folder / name))


def read_inside_bytes(folder: Path, name: str, limit: int) -> bytes | Problem:
    """What the file `name` in `folder` holds; `limit` in bytes."""
    path = folder / name
    if Path(name).is_absolute() or not _lies_in(folder, path):
        return Problem(
            Where(str(path)),
            "the file lies outside the game's folder",
            "put the file itself into the folder and write its name alone",
        )
    return _read_bytes(path, limit)


def decode(data: bytes, file: str) -> str | Problem:
    """`data` as text; `file` is the name that a problem carries."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        return Problem(
            Where(file, line, column),
            f"the byte 0x{data[error.start]:02X} is not UTF-8",
            "save the file as UTF-8 in your editor",
        )
    found = _UNPRINTABLE.search(text)
    if found:
        at = found.start()
        return Problem(
            Where(file, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)),
            f"the control character U+{ord(found[0]):04X}",
            "delete it; it shows nothing in an editor and nothing in print",
        )
    return text


def _read_bytes(path: Path, limit: int) -> bytes | Problem:
    try:
        # A device or a pipe would block or never end, so only a plain file is opened.
        if not stat.S_ISREG(path.stat().st_mode):
            return Problem(Where(str(path)), "not a file", "put a plain file in its place")
        with path.open("rb") as stream:
            data = stream.read(limit + 1)
    except FileNotFoundError:
        return Problem(Where(str(path)), "there is no such file", "create it, or mend its name")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        return Problem(
            Where(str(path)), f"the file cannot be read: {reason}", "check its name and permissions"
        )
    if len(data) > limit:
        return Problem(
            Where(str(path)),
            f"the file is larger than {limit:,} bytes",
            "split what it holds, or list its rows in a CSV file",
        )
    return data


def _lies_in(folder: Path, path: Path) -> bool:
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):
        return False
