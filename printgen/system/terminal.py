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
from printgen.problems import ExitCode, Problem, Severity, group_by_cause, select_errors

PROOFED = click.style("proofed", fg="green")
"""What is said of a PDF that was read back and found right."""


FORMS = ("text", "json", "github")
"""How results are shown: to a person, to a program, or as GitHub marks lines of a change."""
_output_format = FORMS[0]
_json_results: dict[str, list[object]] = {"problems": [], "said": []}
"""Of results in JSON what was found and said so far."""


@contextmanager
def use_output_format(output_format: str) -> Iterator[None]:
    """Show the results within in one of the `FORMS`."""
    global _output_format
    _output_format = output_format
    try:
        yield
    finally:
        _output_format = FORMS[0]
        if output_format == "json":
            echo(json.dumps(_json_results, ensure_ascii=False, indent=1))
        for entries in _json_results.values():
            entries.clear()


def echo(text: str, *, err: bool = False, newline: bool = True) -> None:
    """Print one line of the results, or with `err` of what went wrong."""
    if _output_format == "json" and not err:
        _json_results["said"].append(text)
        return
    colour = False if os.environ.get("NO_COLOR") else None
    with ignore_stderr_errors() if err else nullcontext():
        click.echo(text, err=err, color=colour, nl=newline)


@contextmanager
def ignore_stderr_errors() -> Iterator[None]:
    """Go on where the standard error takes nothing: who cannot be told has the exit code."""
    try:
        yield
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def print_problems(problems: Iterable[Problem], *, as_results: bool = False) -> None:
    """Print every problem, to the standard output where finding them was what was asked for.

    One that repeats itself on thing after thing is printed once, with the first of the things.
    """
    if as_results and _output_format != FORMS[0]:
        for problem in problems:
            if _output_format == "json":
                _json_results["problems"].append(_problem_to_json(problem))
            else:
                echo(_format_annotation(problem))
        return
    for first, *others in group_by_cause(problems):
        echo(_format_problem(first), err=not as_results)
        names = tuple(dict.fromkeys(filter(None, (other.where.full_subject for other in others))))
        if names:
            examples = _make_printable(", ".join(names[:_MAX_EXAMPLES]))
            more = f" and {len(names) - _MAX_EXAMPLES:,} more" if len(names) > _MAX_EXAMPLES else ""
            echo(f"  the same: {examples}{more}", err=not as_results)


def print_verdict(
    subject: str, problems: Sequence[Problem], success_text: str, details: str = ""
) -> bool:
    """Show what was found as the result, and in one line whether there is no error among it.

    `checked` says in it what was looked at.
    """
    print_problems(problems, as_results=True)
    error_count = len(group_by_cause(select_errors(problems)))
    outcome = count(error_count, "error") if error_count else success_text
    echo(": ".join(filter(None, (subject, outcome, details))))
    return not error_count


def format_table(rows: Sequence[Sequence[str]]) -> Sequence[str]:
    """Lines with their cells in columns two spaces apart; after the first, figures flush right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if index and cell[:1].isdigit() else cell.ljust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def count(number: int, noun: str) -> str:
    """A number of things: "1 page", "7 pages"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def format_kilobytes(size: int) -> str:
    """A size in bytes as it is told: whole kilobytes, rounded up."""
    return f"{-(-size // 1000):,} KB"


@contextmanager
def show_progress() -> Iterator[Callable[[str], None]]:
    """What tells on a terminal, in one line, what is being done; the line is cleared at the end."""
    is_terminal = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
    width = 0

    def show_step(step: str) -> None:
        nonlocal width
        if is_terminal:
            echo(f"\r{click.style(step.ljust(width), dim=True)}", err=True, newline=False)
            width = len(step)

    try:
        yield show_step
    finally:
        if width:
            # Blanks do it where escapes are not wanted.
            echo(f"\r{' ' * width}\r", err=True, newline=False)


def prepare_process() -> None:
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


def abandon_stdout(reason: BaseException) -> ExitCode:
    """Keep the interpreter from a second complaint when it closes what takes no more.

    A reader that went away, as `head` does, has what it wanted: no word of that.
    """
    if isinstance(reason, OSError):
        echo(f"the standard output could not be written: {reason.strerror}", err=True)
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return ExitCode.CANNOT_WRITE


def report_crash(error: Exception) -> ExitCode:
    """Tell of a mistake in printgen itself, and how to report it."""
    import traceback

    # One of another process has left its way there.
    frame = getattr(error, "raised_at", None) or traceback.extract_tb(error.__traceback__)[-1][:2]
    if os.environ.get("PRINTGEN_TRACEBACK"):
        traceback.print_exc()
    else:
        echo(
            f"printgen {__version__} failed by a fault of its own, not by yours: "
            f"{type(error).__name__} in {Path(frame[0]).name}, line {frame[1]}\n"
            "  No file was left half written. Please report it to the makers of printgen, with\n"
            "  the command you typed and what it prints when PRINTGEN_TRACEBACK=1 is set.",
            err=True,
        )
    return ExitCode.INTERNAL_ERROR


# What could move the cursor, ring, recolour or turn the reading order; a line break and a tab stay.
_CONTROLS = dict.fromkeys(
    (*range(9), *range(11, 32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A)),
    "\ufffd",
)
_MAX_EXAMPLES = 5
"""Things of which one problem is said, beside the first: enough to see what they share."""
_SEVERITY_COLOURS = {Severity.ERROR: "red", Severity.NOTE: "yellow", Severity.UNVERIFIED: "yellow"}


_MAX_LETTERS = 400
"""Letters of one part of a message: a word of a stranger's may have millions."""


def _make_printable(text: str) -> str:
    """Words of a stranger, cut, without what steers a terminal; paths as seen from here."""
    with suppress(OSError):
        working_folder = str(Path.cwd())
        if working_folder != os.sep:
            text = re.sub(rf"(?<![\w.\-/\\]){re.escape(working_folder + os.sep)}", "", text)
    return (text if len(text) <= _MAX_LETTERS else text[:_MAX_LETTERS] + "…").translate(_CONTROLS)


def _problem_to_json(problem: Problem) -> dict[str, object]:
    where = problem.where
    file, _, inside = _make_printable(where.file).partition(_SHEET_SEPARATOR)
    sheet, _, cell = inside.partition(", cell ")
    return {
        "file": file,
        **({"sheet": sheet, "cell": cell} if sheet else {}),
        **({"line": where.line, "column": where.column} if where.line else {}),
        **({"subject": _make_printable(where.subject)} if where.subject else {}),
        "severity": str(problem.severity),
        "message": _make_printable(problem.message),
        "hint": _make_printable(problem.hint),
    }


_SHEET_SEPARATOR = ", sheet "
"""What parts the name of a workbook from that of a sheet in it, and of a cell."""
_ANNOTATIONS = {Severity.ERROR: "error", Severity.NOTE: "notice", Severity.UNVERIFIED: "warning"}


def _format_annotation(problem: Problem) -> str:
    """A problem as a command to GitHub, which shows it at its line of a change."""
    where = problem.where
    file, sheet, cell = _make_printable(where.file).partition(_SHEET_SEPARATOR)
    inside = sheet.removeprefix(", ") + cell
    message = ": ".join(filter(None, (inside, where.subject, problem.message)))
    position = {"file": file, "line": where.line, "col": where.column}
    properties = ",".join(
        f"{name}={_escape_annotation(str(value)).replace(':', '%3A').replace(',', '%2C')}"
        for name, value in position.items()
        if value
    )
    text = _escape_annotation(_make_printable(f"{message}\n{problem.hint}".rstrip()))
    return f"::{_ANNOTATIONS[problem.severity]} {properties}::{text}"


def _escape_annotation(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _format_problem(problem: Problem) -> str:
    where = click.style(_make_printable(str(problem.where)), bold=True)
    severity = click.style(problem.severity, fg=_SEVERITY_COLOURS[problem.severity], bold=True)
    hint = f"\n  {_make_printable(problem.hint)}" if problem.hint else ""
    message = f"{severity}: {_make_printable(problem.message)}{hint}"
    return f"{where}: {message}" if str(problem.where) else message
