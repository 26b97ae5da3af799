"""Turn finished bytes into a file: wholly there under its name, or not at all.

An earlier file of that name stands until the new one is complete on the disk, and stays when
anything goes wrong. It knows nothing of what the bytes mean.
"""

import os
from pathlib import Path

from printgen.problems import ExitCode, Failure, Problem, Where


def publish(data: bytes, target: Path) -> None:
    """Put `data` in place of the file `target`, making its folder where it is missing.

    Raises `Failure` (could not write) naming the file and the system's reason. On that, and on an
    interrupt, no half file is left.
    """
    # In the same folder, since only within one file system is the exchange a single step.
    temporary = target.with_name(f".{target.name}.{os.urandom(6).hex()}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with temporary.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(target)
    except OSError as error:
        raise Failure(ExitCode.CANNOT_WRITE, (_unwritable(target, error),)) from error
    finally:
        _remove(temporary)


def _remove(temporary: Path) -> None:
    try:
        temporary.unlink(missing_ok=True)
    except OSError:
        # The folder itself cannot be reached, which the user is being told already.
        return


def _unwritable(target: Path, error: OSError) -> Problem:
    reason = error.strerror or str(error)
    return Problem(
        Where(file=str(target)),
        f"could not be written: {reason}",
        "the file that was there stands as it was; free some room, close the program that holds "
        "it, or name another folder with --output",
    )
