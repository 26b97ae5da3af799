"""Entry point of `printgen` and of `python -m printgen`."""

import sys

from printgen.system import limits


def main() -> int:
    """Run the command line within time and memory limits, and return the exit code."""
    # If a limit is reached: 5 (proof failed) for `printgen proof`, otherwise 3 (invalid rules).
    return limits.run_limited(_run_command, 5 if sys.argv[1:2] == ["proof"] else 3)


def _run_command() -> int:
    """Run the command line, imported only now, and return its exit code."""
    from printgen.cli import main as run_cli

    return run_cli()


if __name__ == "__main__":
    sys.exit(main())
