"""Turn finished bytes into files that belong together: wholly there under their names, or not.

Earlier files of those names stand until every new one is complete on the disk, and stay when
anything goes wrong before. It knows nothing of what the bytes mean.
"""

import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from glob import escape
from pathlib import Path

from printgen.problems import ExitCode, Failure, Problem, Spot
from printgen.system.cleanup import on_exit

_MAX_NAME_LETTERS = 40
"""Letters of a file's name in that of its part."""

_MAX_NAMED = 8
"""How many of what was replaced are named."""

_STALE_SECONDS = 60.0
"""How old a part is, in seconds, that nobody is writing any more."""


def write_files(files: Mapping[Path, bytes | Callable[[], bytes]], alternative: str) -> None:
    """Put bytes in place of each file, in order, making its folder where it is missing.

    What is made of bytes by a call is made when it is its turn, so that few need be held at once.
    A symbolic link stays, and what it points at is replaced. Raises `Failure` (could not write)
    naming the file, the system's reason, what was replaced before, mostly none, and `instead`, what
    the user may do otherwise. No half file is left, on an interrupt neither.
    """
    targets = {path: Path(os.path.realpath(path)) for path in files}
    problems: list[Problem] = []
    temporaries: dict[Path, Path] = {}
    replaced: list[str] = []
    path = Path()
    try:
        for path, target in targets.items():
            if target.exists() and not target.is_file():
                message = "cannot be replaced: a folder or a device"
                problems.append(Problem(Spot(file=str(path)), message, alternative))
        if problems:
            raise Failure(ExitCode.CANNOT_WRITE, problems)
        with on_exit(partial(_delete_temporaries, temporaries)):
            for path, data in files.items():
                target = targets[path]
                _delete_stale_parts(target)
                # In the same folder: only within one file system is the exchange a single step.
                part = f".{target.name[:_MAX_NAME_LETTERS]}.{os.urandom(6).hex()}.part"
                temporaries[path] = target.with_name(part)
                _write_temporary(data() if callable(data) else data, temporaries[path])
            for path, temporary in temporaries.items():
                temporary.replace(targets[path])
                replaced.append(path.name)
    except OSError as error:
        kept = "all else stands as it was; free some room, close the program that holds the file"
        more = f" and {len(replaced) - _MAX_NAMED} more" if len(replaced) > _MAX_NAMED else ""
        new = f"new already: {', '.join(replaced[:_MAX_NAMED])}{more}; "
        hint = f"{new}{kept}" if replaced else kept
        message = f"could not be written: {error.strerror or error}"
        problem = Problem(Spot(file=str(path)), message, f"{hint}, or {alternative}")
        raise Failure(ExitCode.CANNOT_WRITE, (problem,)) from error


def _delete_temporaries(temporaries: Mapping[Path, Path]) -> None:
    for temporary in temporaries.values():
        # Where the folder itself cannot be reached the user is being told already.
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def _delete_stale_parts(target: Path) -> None:
    """Removes the parts of a file that a run left which was killed."""
    for part in target.parent.glob(f".{escape(target.name[:_MAX_NAME_LETTERS])}.*.part"):
        with suppress(OSError):
            if time.time() - part.stat().st_mtime > _STALE_SECONDS:
                part.unlink()


def _write_temporary(data: bytes, temporary: Path) -> None:
    temporary.parent.mkdir(parents=True, exist_ok=True)
    with temporary.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
