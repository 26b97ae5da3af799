"""Files: read up to a maximum size, written together, or kept from one start to the next.

No file is replaced until all are complete on the disk. If anything fails before that, the existing
files are kept.
"""

import os
import shutil
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from glob import escape
from pathlib import Path
from typing import TypeVar
from unicodedata import normalize

import msgspec

from printgen.problems import ExitCode, InputError, Log, Place, create_failure
from printgen.system.limits import call_on_exit

_State = TypeVar("_State")


def read_limited_bytes(path: Path, max_bytes: int) -> bytes:
    """Return the bytes of a file; raise `InputError` if it is too large or cannot be read."""
    try:
        with path.open("rb") as file:
            # One byte more than allowed is read, so that a huge file is never loaded whole.
            data = file.read(max_bytes + 1)
    except OSError as error:
        message = f"{path.name} cannot be read: {error.strerror}"
        raise InputError(message, "check its permissions") from error
    if len(data) > max_bytes:
        raise InputError(f"{path.name} is larger than {max_bytes:,} bytes", "use a smaller one")
    return data


def read_limited_text(path: Path, max_bytes: int) -> str:
    """Return the text of a UTF-8 file.

    Raises `InputError` if the file is too large, cannot be read, or is not UTF-8.
    """
    try:
        return read_limited_bytes(path, max_bytes).decode()
    except UnicodeDecodeError as error:
        message = f"{path.name}: byte {error.start} is not UTF-8"
        raise InputError(message, "save it as UTF-8") from error


def find_file(folder: Path, name: str) -> Path | None:
    """Return the path of the file of this name in a folder; None if there is none.

    An accented letter may be one or two characters: programs for macOS write two, and people type
    one. Raises `OSError` if the name is too long.
    """
    paths = (folder / form for form in (name, normalize("NFC", name), normalize("NFD", name)))
    return next(filter(Path.is_file, paths), None)


def read_state(file: Path, data_type: type[_State], default: _State) -> _State:
    """Return the value that `write_state` saved; `default` if the file is missing or unreadable."""
    with suppress(OSError, msgspec.DecodeError):
        return msgspec.json.decode(file.read_bytes(), type=data_type)
    return default


def write_state(file: Path, data: object) -> None:
    """Save a value as JSON for the next start of printgen. Only this user can read the file."""
    with suppress(OSError):  # the folder may be read-only: then nothing is saved
        file.parent.mkdir(parents=True, exist_ok=True)
        with open(file, "wb", opener=partial(os.open, mode=0o600)) as stream:
            stream.write(msgspec.json.encode(data))


DOWNLOADS_FOLDER = "downloaded-tables"
"""The folder of tables that were downloaded, in the cache of the user. Each has a folder in it."""


def is_download(file: Path) -> bool:
    """Return whether a file is in the folder of a downloaded table."""
    return file.parent.parent.name == DOWNLOADS_FOLDER


SKIPPED_FOLDERS = {"output", "node_modules", "__pycache__", "venv", "site-packages"}
"""Folders in which programs, and not people, keep files."""

_MAX_NAME_LETTERS = 40
"""How much of a file's name is used in the name of its temporary file."""

_MAX_LISTED = 8
"""How many replaced files a message names."""

_STALE_SECONDS = 60.0
"""A temporary file of this age, in seconds, was left by a run that was killed."""


def write_files(files: Mapping[Path, bytes | Callable[[], bytes]], alternative: str) -> None:
    """Write files, in order, and replace existing ones. Missing folders are created.

    A value that is a function is called when its file is written, so that only one result is in
    memory. If a path is a symbolic link, its target is replaced. A file that is replaced keeps its
    permissions. Raises `Failure` (cannot write), which names the file, the reason, the files that
    were already replaced (usually none), and `alternative`: a hint on what else to do. No
    incomplete file is left, even if the process is interrupted.
    """
    targets = {path: Path(os.path.realpath(path)) for path in files}
    log = Log(ExitCode.CANNOT_WRITE)
    temporaries: dict[Path, Path] = {}
    replaced: list[str] = []
    path = Path()
    try:
        for path, target in targets.items():
            if target.exists() and not target.is_file():
                message = "is a folder or a device, and cannot be replaced"
                log.report(Place(str(path)), message, alternative)
        log.raise_problems()
        with call_on_exit(partial(_delete_temporaries, temporaries)):
            for path, data in files.items():
                target = targets[path]
                _delete_stale_files(target)
                # In the same folder: os.replace is atomic only within one file system.
                part = f".{target.name[:_MAX_NAME_LETTERS]}.{os.urandom(6).hex()}.part"
                temporaries[path] = target.with_name(part)
                _write_temporary(data() if callable(data) else data, temporaries[path])
                if target.exists():
                    shutil.copymode(target, temporaries[path])
            for path, temporary in temporaries.items():
                temporary.replace(targets[path])
                replaced.append(path.name)
    except OSError as error:
        kept = "no other file changed; free disk space, close the program that uses the file"
        more = f" and {len(replaced) - _MAX_LISTED} more" if len(replaced) > _MAX_LISTED else ""
        new = f"already replaced: {', '.join(replaced[:_MAX_LISTED])}{more}; "
        hint = f"{new}{kept}" if replaced else kept
        message = f"could not be written: {error.strerror or error}"
        hint = f"{hint}, or {alternative}"
        raise create_failure(ExitCode.CANNOT_WRITE, Place(str(path)), message, hint) from error


def _delete_temporaries(temporaries: Mapping[Path, Path]) -> None:
    for temporary in temporaries.values():
        # If the folder cannot be reached, that error is already being reported.
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def _delete_stale_files(target: Path) -> None:
    """Delete temporary files for `target` that a killed process left behind."""
    for part in target.parent.glob(f".{escape(target.name[:_MAX_NAME_LETTERS])}.*.part"):
        with suppress(OSError):
            if time.time() - part.stat().st_mtime > _STALE_SECONDS:
                part.unlink()


def _write_temporary(data: bytes, temporary: Path) -> None:
    temporary.parent.mkdir(parents=True, exist_ok=True)
    with temporary.open("xb") as file:
        file.write(data)
        file.flush()
        # Without fsync, a power failure after the rename can leave an empty file.
        os.fsync(file.fileno())
