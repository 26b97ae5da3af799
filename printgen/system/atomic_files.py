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

from printgen.problems import ExitCode, Failure, Problem, Where
from printgen.system.cleanup import in_order

_KEPT = 40
"""Letters of a file's name in that of its part."""

_NAMED = 8
"""How many of what was replaced are named."""

_MINUTE = 60.0
"""How old a part is, in seconds, that nobody is writing any more."""


def publish(files: Mapping[Path, bytes | Callable[[], bytes]], instead: str) -> None:
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
                problems.append(Problem(Where(file=str(path)), message, instead))
        if problems:
            raise Failure(ExitCode.CANNOT_WRITE, problems)
        with in_order(partial(_clear, temporaries)):
            for path, data in files.items():
                target = targets[path]
                _sweep(target)
                # In the same folder: only within one file system is the exchange a single step.
                part = f".{target.name[:_KEPT]}.{os.urandom(6).hex()}.part"
                temporaries[path] = target.with_name(part)
                _write(data() if callable(data) else data, temporaries[path])
            for path, temporary in temporaries.items():
                temporary.replace(targets[path])
                replaced.append(path.name)
    except OSError as error:
        stands = "all else stands as it was; free some room, close the program that holds the file"
        more = f" and {len(replaced) - _NAMED} more" if len(replaced) > _NAMED else ""
        new = f"new already: {', '.join(replaced[:_NAMED])}{more}; "
        hint = f"{new}{stands}" if replaced else stands
        message = f"could not be written: {error.strerror or error}"
        problem = Problem(Where(file=str(path)), message, f"{hint}, or {instead}")
        raise Failure(ExitCode.CANNOT_WRITE, (problem,)) from error


def _clear(temporaries: Mapping[Path, Path]) -> None:
    for temporary in temporaries.values():
        # Where the folder itself cannot be reached the user is being told already.
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def _sweep(target: Path) -> None:
    """Removes the parts of a file that a run left which was killed."""
    for part in target.parent.glob(f".{escape(target.name[:_KEPT])}.*.part"):
        with suppress(OSError):
            if time.time() - part.stat().st_mtime > _MINUTE:
                part.unlink()


def _write(data: bytes, temporary: Path) -> None:
    temporary.parent.mkdir(parents=True, exist_ok=True)
    with temporary.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
