"""Turn what happened into lines for a person: coloured on a terminal, plain anywhere else.

Results go to the standard output, problems and progress to the standard error. What strangers
wrote (in rules data, in a PDF) never reaches the terminal as a control sequence. What else the
process owes a terminal is here too: its memory and its last words. It knows no command, no game.
"""

import atexit
import gc
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path

import click

from printgen import __version__
from printgen.problems import ExitCode, Problem, Severity, alike, errors

PROOFED = click.style("proofed", fg="green")
"""What is said of a PDF that was read back and found right."""


FORMS = ("text", "json", "github")
"""How results are shown: to a person, to a program, or as GitHub marks lines of a change."""
_form = FORMS[0]
_kept: dict[str, list[object]] = {"problems": [], "said": []}
"""Of results in JSON what was found and said so far."""


@contextmanager
def results_as(form: str) -> Iterator[None]:
    """Show the results within in one of the `FORMS`."""
    global _form
    _form = form
    try:
        yield
    finally:
        _form = FORMS[0]
        if form == "json":
            show(json.dumps(_kept, ensure_ascii=False, indent=1))
        for kept in _kept.values():
            kept.clear()


def show(text: str, *, err: bool = False, end: bool = True) -> None:
    """Print one line of the results, or with `err` of what went wrong."""
    if _form == "json" and not err:
        _kept["said"].append(text)
        return
    colour = False if os.environ.get("NO_COLOR") else None
    with told() if err else nullcontext():
        click.echo(text, err=err, color=colour, nl=end)


@contextmanager
def told() -> Iterator[None]:
    """Go on where the standard error takes nothing: who cannot be told has the exit code."""
    try:
        yield
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def show_problems(problems: Iterable[Problem], *, as_results: bool = False) -> None:
    """Print every problem, to the standard output where finding them was what was asked for.

    One that repeats itself on thing after thing is printed once, with the first of the things.
    """
    if as_results and _form != FORMS[0]:
        for problem in problems:
            if _form == "json":
                _kept["problems"].append(_as_data(problem))
            else:
                show(_annotation(problem))
        return
    for first, *others in alike(problems):
        show(_coloured(first), err=not as_results)
        names = tuple(dict.fromkeys(filter(None, (other.where.thing for other in others))))
        if names:
            few = _plain(", ".join(names[:_NAMED]))
            more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
            show(f"  the same: {few}{more}", err=not as_results)


def verdict(what: str, found: Sequence[Problem], right: str, checked: str = "") -> bool:
    """Show what was found as the result, and in one line whether there is no error among it.

    `checked` says in it what was looked at.
    """
    show_problems(found, as_results=True)
    wrong = len(alike(errors(found)))
    said = counted(wrong, "error") if wrong else right
    show(": ".join(filter(None, (what, said, checked))))
    return not wrong


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


def counted(number: int, noun: str) -> str:
    """A number of things: "1 page", "7 pages"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def kilobytes(size: int) -> str:
    """A size in bytes as it is told: whole kilobytes, rounded up."""
    return f"{-(-size // 1000):,} KB"


@contextmanager
def progress() -> Iterator[Callable[[str], None]]:
    """What tells on a terminal, in one line, what is being done; the line is cleared at the end."""
    live = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
    width = 0

    def tell(doing: str) -> None:
        nonlocal width
        if live:
            show(f"\r{click.style(doing.ljust(width), dim=True)}", err=True, end=False)
            width = len(doing)

    try:
        yield tell
    finally:
        if width:
            # Blanks do it where escapes are not wanted.
            show(f"\r{' ' * width}\r", err=True, end=False)


def prepare() -> None:
    """Set the process up for one run: its output and its memory."""
    if sys.stdout is None:  # closed by the caller: writing to what can only be read fails aloud
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w")
    if hasattr(sys.stdout, "reconfigure"):
        # A console that lacks a character shows its number instead of ending the run.
        sys.stdout.reconfigure(errors="backslashreplace")
    # Faces and findings hold no cycles: looking for some as often as by default takes a tenth of a
    # run. Seldom is enough for a library's few, and the end of the process needs no search at all.
    gc.set_threshold(50_000, 20, 100)
    atexit.register(gc.freeze)


def give_up_on_stdout(reason: BaseException) -> ExitCode:
    """Keep the interpreter from a second complaint when it closes what takes no more.

    A reader that went away, as `head` does, has what it wanted: no word of that.
    """
    if isinstance(reason, OSError):
        show(f"the standard output could not be written: {reason.strerror}", err=True)
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return ExitCode.CANNOT_WRITE


def report_crash(fault: Exception) -> ExitCode:
    """Tell of a mistake in printgen itself, and how to report it."""
    import traceback

    # One of another process has left its way there.
    at = getattr(fault, "raised_at", None) or traceback.extract_tb(fault.__traceback__)[-1][:2]
    if os.environ.get("PRINTGEN_TRACEBACK"):
        traceback.print_exc()
    else:
        show(
            f"printgen {__version__} failed by a fault of its own, not by yours: "
            f"{type(fault).__name__} in {Path(at[0]).name}, line {at[1]}\n"
            "  No file was left half written. Please report it to the makers of printgen, with\n"
            "  the command you typed and what it prints when PRINTGEN_TRACEBACK=1 is set.",
            err=True,
        )
    return ExitCode.OWN_FAULT


# What could move the cursor, ring, recolour or turn the reading order; a line break and a tab stay.
_CONTROLS = dict.fromkeys(
    (*range(9), *range(11, 32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A)),
    "\ufffd",
)
_NAMED = 5
"""Things of which one problem is said, beside the first: enough to see what they share."""
_COLOURS = {Severity.ERROR: "red", Severity.NOTE: "yellow", Severity.UNCLAIMED: "yellow"}


_MOST = 400
"""Letters of one part of a message: a word of a stranger's may have millions."""


def _plain(text: str) -> str:
    """Words of a stranger, cut, without what steers a terminal; paths as seen from here."""
    with suppress(OSError):
        here = str(Path.cwd())
        if here != os.sep:
            text = re.sub(rf"(?<![\w.\-/\\]){re.escape(here + os.sep)}", "", text)
    return (text if len(text) <= _MOST else text[:_MOST] + "…").translate(_CONTROLS)


def _as_data(problem: Problem) -> dict[str, object]:
    where = problem.where
    file, _, inside = _plain(where.file).partition(_SHEET)
    sheet, _, cell = inside.partition(", cell ")
    return {
        "file": file,
        **({"sheet": sheet, "cell": cell} if sheet else {}),
        **({"line": where.line, "column": where.column} if where.line else {}),
        **({"subject": _plain(where.subject)} if where.subject else {}),
        "severity": str(problem.severity),
        "message": _plain(problem.message),
        "hint": _plain(problem.hint),
    }


_SHEET = ", sheet "
"""What parts the name of a workbook from that of a sheet in it, and of a cell."""
_ANNOTATIONS = {Severity.ERROR: "error", Severity.NOTE: "notice", Severity.UNCLAIMED: "warning"}


def _annotation(problem: Problem) -> str:
    """A problem as a command to GitHub, which shows it at its line of a change."""
    where = problem.where
    file, sheet, cell = _plain(where.file).partition(_SHEET)
    inside = sheet.removeprefix(", ") + cell
    said = ": ".join(filter(None, (inside, where.subject, problem.message)))
    at = {"file": file, "line": where.line, "col": where.column}
    place = ",".join(
        f"{name}={_escaped(str(value)).replace(':', '%3A').replace(',', '%2C')}"
        for name, value in at.items()
        if value
    )
    text = _escaped(_plain(f"{said}\n{problem.hint}".rstrip()))
    return f"::{_ANNOTATIONS[problem.severity]} {place}::{text}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _coloured(problem: Problem) -> str:
    where = click.style(_plain(str(problem.where)), bold=True)
    severity = click.style(problem.severity, fg=_COLOURS[problem.severity], bold=True)
    hint = f"\n  {_plain(problem.hint)}" if problem.hint else ""
    said = f"{severity}: {_plain(problem.message)}{hint}"
    return f"{where}: {said}" if str(problem.where) else said
