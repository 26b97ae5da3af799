"""Turn what happened into lines for a person: coloured on a terminal, plain anywhere else.

Results go to the standard output, problems and progress to the standard error. What strangers
wrote (in rules data, in a PDF) never reaches the terminal as a control sequence.
"""

import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace

import click

from printgen.problems import Problem, Severity


class Unprintable(Exception):  # noqa: N818 - the reader went away; that is no error of ours
    """The standard output takes no more: a closed pipe, a full disk."""


def show(line: str) -> None:
    """Print one line of the results."""
    _echo(line, err=False)


def show_data(text: str) -> None:
    """Print data for another program, as it is."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        raise Unprintable from error


def complain(line: str) -> None:
    """Print one line of what went wrong."""
    _echo(line, err=True)


def show_problems(problems: Iterable[Problem], *, as_results: bool = False) -> None:
    """Print every problem, to the standard output where finding them was what was asked for.

    One that repeats itself on thing after thing is printed once, with the first of the things.
    """
    alike: dict[Problem, list[str]] = {}
    for problem in problems:
        subject = problem.where.subject
        same = replace(problem, where=replace(problem.where, subject="")) if subject else problem
        alike.setdefault(same, []).append(subject)
    for problem, (first, *others) in alike.items():
        named = replace(problem, where=replace(problem.where, subject=first))
        _echo(_coloured(named), err=not as_results)
        if others:
            _echo(f"  the same: {_few(tuple(dict.fromkeys(others)))}", err=not as_results)


def table(rows: Sequence[Sequence[str]]) -> Sequence[str]:
    """Lines with their cells in columns two spaces apart; after the first, figures flush right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if place and cell[:1].isdigit() else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def emphasised(text: str) -> str:
    """Text to be seen first."""
    return click.style(text, bold=True)


def well(text: str) -> str:
    """Text that says that all is right."""
    return click.style(text, fg="green")


def counted(number: int, noun: str) -> str:
    """A number of things: "1 page", "7 pages"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def kilobytes(size: int) -> str:
    """A size in bytes as it is told: whole kilobytes, rounded up."""
    return f"{-(-size // 1000):,} KB"


class Progress:
    """One line that says what is being done, on a terminal; nothing anywhere else."""

    def __init__(self) -> None:
        self._live = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._width = 0

    def __call__(self, doing: str) -> None:
        """Show what is being done now, in place of what was shown before."""
        if self._live:
            shown = doing.ljust(self._width)
            self._width = len(doing)
            _echo(f"\r{click.style(shown, dim=True)}", err=True, newline=False)

    def done(self) -> None:
        """Clear the line, before anything else is printed."""
        if self._width:
            # Blanks do it where escapes are not wanted.
            _echo(f"\r{' ' * self._width}\r", err=True, newline=False)
            self._width = 0


# What could move the cursor, ring, recolour or turn the reading order; a line break and a tab stay.
_CONTROLS = dict.fromkeys(
    (*range(9), *range(11, 32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A)),
    "\ufffd",
)
_NAMED = 5
"""Things of which one problem is said, beside the first: enough to see what they share."""
_COLOURS = {Severity.ERROR: "red", Severity.NOTE: "yellow"}


def _few(names: Sequence[str]) -> str:
    more = len(names) - _NAMED
    rest = f" and {more:,} more" if more > 0 else ""
    return ", ".join(names[:_NAMED]).translate(_CONTROLS) + rest


def _coloured(problem: Problem) -> str:
    where = str(problem.where).translate(_CONTROLS)
    severity = click.style(str(problem.severity), fg=_COLOURS[problem.severity], bold=True)
    message = problem.message.translate(_CONTROLS)
    head = ": ".join(part for part in (emphasised(where) if where else "", severity) if part)
    hint = problem.hint.translate(_CONTROLS)
    return f"{head}: {message}" + (f"\n  {hint}" if hint else "")


def _echo(text: str, *, err: bool, newline: bool = True) -> None:
    colour = False if os.environ.get("NO_COLOR") else None
    try:
        click.echo(text, err=err, color=colour, nl=newline)
    except OSError as error:
        raise Unprintable from error
