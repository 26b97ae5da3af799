"""Turn this process into one a terminal can live with: its output, its memory, its last words.

It knows no command and no game.
"""

import atexit
import gc
import os
import sys
from pathlib import Path

from printgen import __version__, console
from printgen.problems import ExitCode


def prepare() -> None:
    """Set the process up for one run: its output and its memory."""
    if sys.stdout is None:  # closed by the caller: writing to what can only be read fails aloud
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w")
    if hasattr(sys.stdout, "reconfigure"):
        # A console that lacks a character shows its number instead of ending the run.
        sys.stdout.reconfigure(errors="backslashreplace")
    # Faces and findings hold no cycles: looking for some as often as by default takes a tenth of a
    # run. Seldom is enough for a library's few, and the end of the process needs no search at all.
    gc.set_threshold(100_000, 20, 100)
    atexit.register(gc.freeze)


def give_up_on_stdout(reason: BaseException) -> ExitCode:
    """Keep the interpreter from a second complaint when it closes what takes no more.

    A reader that went away, as `head` does, has what it wanted: no word of that.
    """
    if isinstance(reason, OSError):
        console.show(f"the standard output could not be written: {reason.strerror}", err=True)
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return ExitCode.CANNOT_WRITE


def confess(fault: Exception) -> ExitCode:
    """Tell of a mistake in printgen itself, and how to report it."""
    import traceback

    last = traceback.extract_tb(fault.__traceback__)[-1]
    if os.environ.get("PRINTGEN_TRACEBACK"):
        traceback.print_exc()
    else:
        console.show(
            f"printgen {__version__} failed by a fault of its own, not by yours: "
            f"{type(fault).__name__} in {Path(last.filename).name}, line {last.lineno}\n"
            "  No file was left half written. Please report it to the makers of printgen, with\n"
            "  the command you typed and what it prints when PRINTGEN_TRACEBACK=1 is set.",
            err=True,
        )
    return ExitCode.OWN_FAULT
