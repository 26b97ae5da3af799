"""Turn `printgen`, or `python -m printgen`, into one run of the command line."""

import sys

from printgen.system import limits as bounded


def main() -> int:
    """Run what was typed within the system's limits; returns the process's exit code."""
    # The exit codes of rules that are invalid, and of a PDF that is not right.
    return bounded.run_limited(_run_command, 5 if sys.argv[1:2] == ["proof"] else 3)


def _run_command() -> int:
    from printgen.cli import main as command

    return command()


if __name__ == "__main__":
    sys.exit(main())
