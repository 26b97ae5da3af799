"""Output of results, problems and progress: coloured on a terminal, plain anywhere else.

Results go to the standard output, problems and progress to the standard error. Text from files
(rules data, PDFs) never reaches the terminal as a control sequence. The set-up of the process and
the report of a crash are here too.
"""

import json
import os
import re
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path

import click

from printgen import __version__
from printgen.problems import ExitCode, Problem, Severity, group_by_cause, select_errors

PROOFED_STATUS = click.style("proofed", fg="green")
"""The status of a PDF that passed the proof."""

FORMATS = ("text", "json", "github", "junit")
"""Output formats: for a person, for a program, as annotations on GitHub, or for a test report."""
EVENTS = "events"
"""The output format for the page of the preview: each event is printed at once, as JSON."""
_COLLECTED_FORMATS = ("json", "junit")
"""Formats whose results are collected, and printed at the end as one document."""
_output_format = FORMATS[0]
_json_results: dict[str, list[object]] = {"problems": [], "said": []}
"""The problems and lines collected so far for JSON output."""


@contextmanager
def use_output_format(output_format: str) -> Iterator[None]:
    """Show the results of the `with` block as text, json, github (annotations) or junit."""
    global _output_format
    _output_format = output_format
    try:
        yield
    finally:
        _output_format = FORMATS[0]
        if output_format == "json":
            echo(json.dumps(_json_results, ensure_ascii=False, indent=1))
        for entries in _json_results.values():
            entries.clear()


_temporary_folders: list[str] = []


def hide_path_in_messages(folder: Path) -> None:
    """Remove the path of a temporary folder from all output, so that only file names remain."""
    _temporary_folders.append(f"{folder}{os.sep}")


def _remove_temporary_folders(text: str) -> str:
    for folder in _temporary_folders:
        text = text.replace(folder, "")
    return text


def enable_json_events() -> None:
    """Print each step and result as one line of JSON from now on, for the page of the preview."""
    global _output_format
    _output_format = EVENTS


def send_event(event: str, **values: object) -> None:
    """Print an event as a line of JSON. Do nothing unless `enable_json_events` was called."""
    if _output_format == EVENTS:
        print(json.dumps({"event": event, **values}), flush=True)


def echo(text: str, *, err: bool = False, newline: bool = True) -> None:
    """Print one line to the standard output, or to the standard error with `err`."""
    text = _remove_temporary_folders(text)
    if _output_format == EVENTS:
        send_event("said", text=click.unstyle(text))
        return
    if _output_format in _COLLECTED_FORMATS and not err:
        _json_results["said"].append(text)
        return
    colour = False if os.environ.get("NO_COLOR") else None
    with ignore_stderr_errors() if err else nullcontext():
        click.echo(text, err=err, color=colour, nl=newline)


@contextmanager
def ignore_stderr_errors() -> Iterator[None]:
    """Ignore errors of the `with` block, which prints problems to the standard error.

    After an error, nothing more is printed there. The exit code still says that there were
    problems.
    """
    try:
        yield
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def print_problems(problems: Iterable[Problem], *, as_results: bool = False) -> None:
    """Print problems to the standard error; with `as_results`, to the standard output.

    Problems with the same cause are printed as one problem, with a second line that names the other
    places.
    """
    if as_results and _output_format != FORMATS[0]:
        for problem in problems:
            if _output_format in _COLLECTED_FORMATS:
                _json_results["problems"].append(_problem_to_json(problem))
            else:
                echo(_format_annotation(problem))
        return
    for first, *others in group_by_cause(problems):
        if _output_format == EVENTS:
            send_event("problem", **_problem_to_json(first), count=1 + len(others))
            continue
        echo(_format_problem(first), err=not as_results)
        names = tuple(dict.fromkeys(filter(None, (other.where.full_subject for other in others))))
        if names:
            examples = clean_message(", ".join(names[:_MAX_EXAMPLES]))
            more = f" and {len(names) - _MAX_EXAMPLES:,} more" if len(names) > _MAX_EXAMPLES else ""
            echo(f"  the same: {examples}{more}", err=not as_results)


def print_verdict(subject: str, problems: Sequence[Problem], success_text: str) -> bool:
    """Print the problems of a subject and one summary line, as results on the standard output.

    The line counts the errors, or is `success_text`. Return whether there is no error.
    """
    print_problems(problems, as_results=True)
    error_count = len(group_by_cause(select_errors(problems)))
    echo(f"{subject}: {format_count(error_count, 'error') if error_count else success_text}")
    return not error_count


def format_table(rows: Sequence[Sequence[str]]) -> Sequence[str]:
    """Return the rows as lines of aligned columns, two spaces apart.

    Numbers are right-aligned, except in the first column.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if index and cell[:1].isdigit() else cell.ljust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def print_table(rows: Sequence[Sequence[str]], indent: str = "") -> None:
    """Print rows as lines of aligned columns, each after `indent`."""
    for line in format_table(rows):
        echo(indent + line)


def format_count(number: int, noun: str) -> str:
    """Return a number with its noun: "1 page", "7 pages"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def format_kilobytes(size: int) -> str:
    """Return a size in bytes as whole kilobytes, rounded up."""
    return f"{-(-size // 1000):,} KB"


@contextmanager
def show_progress() -> Iterator[Callable[[str], None]]:
    """Yield a function that shows the current step in one line. The line is cleared at the end.

    Nothing is shown if the standard error is not a terminal.
    """
    is_terminal = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
    width = 0

    def show_step(step: str) -> None:
        nonlocal width
        send_event("step", text=step)
        if is_terminal:
            echo(f"\r{click.style(step.ljust(width), dim=True)}", err=True, newline=False)
            width = len(step)

    try:
        yield show_step
    finally:
        if width:
            # Spaces clear the line without escape codes, which not every terminal knows.
            echo(f"\r{' ' * width}\r", err=True, newline=False)


def prepare_process() -> None:
    """Set up the output of the process for one run."""
    if sys.stdout is None:  # closed by the caller: opened read-only, so that writing fails
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w")
    if hasattr(sys.stdout, "reconfigure"):
        # A character that the terminal cannot encode is shown as its number.
        sys.stdout.reconfigure(errors="backslashreplace")
    # Warnings are for programmers, who ask for them with -W. Workers get the option, and so does
    # the process of multiprocessing that finds the semaphores of a run that was interrupted.
    if not sys.warnoptions:
        warnings.simplefilter("ignore")
        sys.warnoptions.append("ignore")


def replace_broken_stdout(reason: BaseException) -> ExitCode:
    """Replace a standard output that failed for `reason`, and return the exit code.

    Without this, Python would report the error again at exit. A closed pipe is not reported: the
    reader, such as `head`, has read what it wanted.
    """
    if isinstance(reason, OSError):
        echo(f"the standard output could not be written: {reason.strerror}", err=True)
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return ExitCode.CANNOT_WRITE


def report_crash(error: Exception) -> ExitCode:
    """Print that printgen has a bug, and how to report it."""
    import traceback

    # The cause of an error in a worker process is the text of its traceback there.
    frames = re.findall(r'File "(.+)", line (\d+)', str(error.__cause__))
    frame = frames[-1] if frames else traceback.extract_tb(error.__traceback__)[-1][:2]
    if os.environ.get("PRINTGEN_TRACEBACK"):
        traceback.print_exc()
    else:
        echo(
            f"printgen {__version__} stopped because of a bug in printgen: "
            f"{type(error).__name__} in {Path(frame[0]).name}, line {frame[1]}\n"
            "  No incomplete file was left. Please report this to the makers of printgen with the\n"
            "  command that you typed and its output with PRINTGEN_TRACEBACK=1.",
            err=True,
        )
    return ExitCode.INTERNAL_ERROR


# Control characters can move the cursor, ring, change colours or, as UAX #9 embeddings, overrides
# and isolates, the reading direction. Line feed and tab are kept.
_CONTROL_SIGNS = dict.fromkeys(
    (*range(9), *range(11, 32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A)),
    "\ufffd",
) | {0xFFFE: "\ufffd", 0xFFFF: "\ufffd"}  # XML 1.0, 2.2 excludes these
_MAX_EXAMPLES = 5
"""How many further subjects are listed for one problem."""
_SEVERITY_COLOURS = {Severity.ERROR: "red", Severity.NOTE: "yellow", Severity.UNVERIFIED: "yellow"}

_MAX_LETTERS = 400
"""Most characters of one part of a message: a word in a file may have millions."""


def clean_message(text: str) -> str:
    """Return text shortened, without control characters, and with relative paths."""
    text = _remove_temporary_folders(text)
    with suppress(OSError):
        working_folder = str(Path.cwd())
        if working_folder != os.sep:
            text = re.sub(rf"(?<![\w.\-/\\]){re.escape(working_folder + os.sep)}", "", text)
    shown = text if len(text) <= _MAX_LETTERS else text[:_MAX_LETTERS] + "…"
    return replace_control_characters(shown)


def replace_control_characters(text: str) -> str:
    """Return text with a replacement character for each control character."""
    return text.translate(_CONTROL_SIGNS)


def _problem_to_json(problem: Problem) -> dict[str, object]:
    where = problem.where
    sheet = {"sheet": clean_message(where.sheet), "cell": where.cell} if where.sheet else {}
    return {
        "file": clean_message(where.file),
        **sheet,
        **({"line": where.line, "column": where.column} if where.line else {}),
        **({"subject": clean_message(where.subject)} if where.subject else {}),
        "severity": str(problem.severity),
        "message": clean_message(problem.message),
        "hint": clean_message(problem.hint),
        **({"option": problem.option} if problem.option else {}),
        **({"fixes": [dict(fix) for fix in problem.fixes]} if problem.fixes else {}),
    }


_ANNOTATIONS = {Severity.ERROR: "error", Severity.NOTE: "notice", Severity.UNVERIFIED: "warning"}


def _format_annotation(problem: Problem) -> str:
    """Return a problem as a workflow command of GitHub, which shows it at its line in a diff."""
    where = problem.where
    message = ": ".join(filter(None, (where.sheet_and_cell, where.subject, problem.message)))
    position = {"file": clean_message(where.file), "line": where.line, "col": where.column}
    properties = ",".join(
        f"{name}={_escape_annotation(str(value)).replace(':', '%3A').replace(',', '%2C')}"
        for name, value in position.items()
        if value
    )
    text = _escape_annotation(clean_message(f"{message}\n{problem.hint}".rstrip()))
    return f"::{_ANNOTATIONS[problem.severity]} {properties}::{text}"


def _escape_annotation(text: str) -> str:
    # GitHub reads a workflow command up to the line break; it decodes these escapes.
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _format_problem(problem: Problem) -> str:
    where = click.style(clean_message(str(problem.where)), bold=True)
    severity = click.style(problem.severity, fg=_SEVERITY_COLOURS[problem.severity], bold=True)
    hint = f"\n  {clean_message(problem.hint)}" if problem.hint else ""
    message = f"{severity}: {clean_message(problem.message)}{hint}"
    return f"{where}: {message}" if str(problem.where) else message
