"""Turn finished bytes into files that belong together: wholly there under their names, or not.

Earlier files of those names stand until every new one is complete on the disk, and stay when
anything goes wrong before. Only a regular file is ever replaced. It knows nothing of what the bytes
mean.
"""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from printgen.problems import ExitCode, Failure, Problem, Where


class Unpublished(Failure):
    """Could not write; `replaced` are the files that were exchanged before that, mostly none."""

    def __init__(self, problems: Iterable[Problem], replaced: Iterable[Path] = ()) -> None:
        super().__init__(ExitCode.CANNOT_WRITE, problems)
        self.replaced = tuple(replaced)


def publish(files: Mapping[Path, bytes], instead: str) -> None:
    """Put bytes in place of each file, in order, making its folder where it is missing.

    A symbolic link stays, and what it points at is replaced. Raises `Unpublished` naming the file
    and the system's reason, and `instead`, what the user may do otherwise, as its hint; unless the
    exchange itself failed midway, no file was replaced then. No half file is left, on an interrupt
    neither.
    """
    targets = {path: _pointed_at(path) for path in files}
    problems = [
        Problem(Where(file=str(path)), f"cannot be replaced: it is {found}", instead)
        for path, target in targets.items()
        if (found := _irregular(target))
    ]
    if problems:
        raise Unpublished(problems)
    temporaries: dict[Path, Path] = {}
    replaced: list[Path] = []
    path = Path()
    try:
        for path, data in files.items():
            target = targets[path]
            # In the same folder: only within one file system is the exchange a single step.
            temporary = target.with_name(f".{target.name}.{os.urandom(6).hex()}.part")
            temporaries[path] = temporary
            _write(data, temporary)
        for path, temporary in temporaries.items():
            temporary.replace(targets[path])
            replaced.append(path)
    except OSError as error:
        raise Unpublished((_unwritable(path, error, instead),), replaced) from error
    finally:
        for temporary in temporaries.values():
            _remove(temporary)


def _pointed_at(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError):  # links in a circle: a link is no regular file
        return path


def _irregular(target: Path) -> str:
    """What stands there, where it is no file; nothing where writing will tell."""
    try:
        mode = target.lstat().st_mode
    except OSError:
        return ""
    if S_ISREG(mode):
        return ""
    return "a folder" if S_ISDIR(mode) else "a device, a pipe or the like, not a file"


def _write(data: bytes, temporary: Path) -> None:
    temporary.parent.mkdir(parents=True, exist_ok=True)
    with temporary.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _remove(temporary: Path) -> None:
    try:
        temporary.unlink(missing_ok=True)
    except OSError:
        # The folder itself cannot be reached, which the user is being told already.
        return


def _unwritable(path: Path, error: OSError, instead: str) -> Problem:
    reason = error.strerror or str(error)
    return Problem(
        Where(file=str(path)),
        f"could not be written: {reason}",
        "the file that was there stands as it was; free some room, close the program that holds "
        f"it, or {instead}",
    )
