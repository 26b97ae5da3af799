"""Entry points of `printgen` and `python -m printgen`, and of `printgen-page`."""

import atexit
import gc
import os
import sys
from pathlib import Path

from printgen.system import limits


def main() -> int:
    """Run the command line within time and memory limits, and return the exit code."""
    # If a limit is reached: 5 (proof failed) for `printgen proof`, otherwise 3 (invalid rules).
    return limits.run_within_limits(_run_command, 5 if sys.argv[1:2] == ["proof"] else 3)


def main_page() -> int:
    """Open the page of printgen for a folder in the browser.

    By default, it is the folder printgen in the user's documents.
    """
    from platformdirs import user_documents_path

    # Windows starts a program without a console with no output at all.
    sys.stdout = sys.stdout or Path(os.devnull).open("w")  # noqa: SIM115 - open until the end
    sys.stderr = sys.stderr or sys.stdout
    folder = Path(*sys.argv[1:2]) if sys.argv[1:] else user_documents_path() / "printgen"
    folder.mkdir(parents=True, exist_ok=True)
    os.chdir(folder)
    sys.argv[1:] = ["preview"]
    return main()


def _run_command() -> int:
    """Run the command line, and return its exit code. Its modules are imported only here."""
    # Our objects have no reference cycles, and the default collection takes a tenth of a run. The
    # few cycles of Jinja2 and pypdf may wait: a deck of 60 cards ends before the first collection.
    # At 2,000 cards they need 16 MB more than if 50,000 objects started a collection. None is
    # needed at exit.
    gc.set_threshold(400_000, 20, 100)
    atexit.register(gc.freeze)
    from printgen.cli import main as run_cli

    return run_cli()


if __name__ == "__main__":
    sys.exit(main())
