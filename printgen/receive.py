"""Turn a file that a user names into its bytes: of bounded number, or none at all.

It knows nothing of what the bytes mean.
"""

import os
from pathlib import Path
from stat import S_ISFIFO, S_ISREG

from printgen.problems import ExitCode, Failure, Problem, Where


def receive(path: Path, largest: int) -> bytes:
    """The bytes of a regular file or a pipe, no more than `largest` + 1, so that more is seen.

    Raises `Failure` (usage) on anything else, a device for one, and on what cannot be read.
    """
    try:
        with path.open("rb") as file:
            found = os.fstat(file.fileno())
            if not (S_ISREG(found.st_mode) or S_ISFIFO(found.st_mode)):
                raise _refused(path, "it is a device or the like, not a file", "name a file")
            return file.read(largest + 1)
    except OSError as error:
        reason = error.strerror or str(error)
        hint = "see that you may read it, and that its disk is there"
        raise _refused(path, f"could not be read: {reason}", hint) from error


def _refused(path: Path, message: str, hint: str) -> Failure:
    return Failure(ExitCode.USAGE, (Problem(Where(file=str(path)), message, hint),))
