"""Checks of standalone tables, and of folders of them, for `printgen check`."""

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor
from pathlib import Path

from printgen.cli import terminal
from printgen.cli.options.arguments import is_table_file, is_workbook_file
from printgen.cli.report import CheckedSource, is_report
from printgen.problems import ExitCode, Place, Problem, Severity, group_by_cause, select_errors
from printgen.roll_tables.cross_checks import is_known_table
from printgen.roll_tables.detect.options import AuditOptions
from printgen.roll_tables.diff import compare_editions
from printgen.roll_tables.report import AuditResult, audit_file, report_missing_tables
from printgen.system import limits
from printgen.system.executor import start_executor, submit_job

SUCCESS_TEXT = "each roll has one row"


def check_files(
    files: Sequence[Path], sheet: str, options: AuditOptions, sources: list[CheckedSource]
) -> ExitCode:
    """Print the problems of each file, a summary, and a line for each table if there are several.

    Append what was found in each file to `sources`. Return the exit code: `RULES` if a file has an
    error, or has nothing to check.
    """
    code = ExitCode.OK
    for file in files:
        result = audit_file(file, sheet if is_workbook_file(file.name) else "", options)
        # A workbook contains all tables that its cells name. Other files may name tables elsewhere.
        is_book = is_workbook_file(file.name)
        severity = Severity.ERROR if is_book else Severity.NOTE
        missing = report_missing_tables(result.table_calls, severity)
        result = result._replace(problems=(*result.problems, *missing))
        terminal.print_problems(result.problems, as_results=True)
        is_several = len(result.checked) > 1
        summary = (
            f"{_format_verdict(result)}, {len(result.checked)} tables"
            if is_several
            else _format_verdict(result)
        )
        table_summary = "" if is_several else "".join(result.checked)
        terminal.echo(": ".join(filter(None, (str(file), summary, table_summary))))
        skipped = [f"not checked: {result.unchecked}"] * bool(result.unchecked)
        for line in (*(result.checked if is_several else ()), *skipped):
            terminal.echo(f"  {line}")
        sources.append(_make_checked_source(file, result))
        if select_errors(result.problems) or not result.checked:
            code = ExitCode.RULES
    return code


def check_folder(
    folder: Path, sheet: str, options: AuditOptions, sources: list[CheckedSource]
) -> ExitCode:
    """Print a line for each file with tables in a folder and its subfolders, and a summary.

    Append what was found in each file to `sources`. A file without dice rolls is listed as "not
    claimed", which is no error. Return the exit code: `RULES` if any file has an error, or if no
    file has rolls.
    """
    files, other_files = _find_table_files(folder)
    verdicts = dict[str, str]()
    names, table_calls = list[str](), list[tuple[Place, str]]()
    for file, result in _audit_files(files, sheet, options):
        terminal.print_problems(result.problems, as_results=True)
        sources.append(_make_checked_source(file, result))
        verdict, *lines = sources[-1].summary
        terminal.echo(": ".join(filter(None, (str(file), verdict, "; ".join(lines)))))
        verdict = "right" if result.checked else "not claimed"
        verdicts[str(file)] = "wrong" if select_errors(result.problems) else verdict
        names += result.table_names
        table_calls += result.table_calls
    known = set(names)
    missing = [item for item in table_calls if not is_known_table(item[1], known)]
    verdicts |= {where.file: "wrong" for where, _ in missing}
    missing_tables = report_missing_tables(missing, Severity.ERROR)
    terminal.print_problems(missing_tables, as_results=True)
    for source in sources:
        source.problems.extend(item for item in missing_tables if item.where.file == source.name)
    if other_files:
        terminal.echo(f"{folder}: not checked: {', '.join(other_files)}")
    counts = Counter(verdicts.values())
    summary = ", ".join(f"{counts[item]} {item}" for item in _VERDICT_ORDER if counts[item])
    terminal.echo(f"{folder}: {terminal.format_count(len(files), 'file')}: {summary}")
    is_well = counts["right"] and not counts["wrong"]
    return ExitCode.OK if is_well else ExitCode.RULES


def _make_checked_source(file: Path, result: AuditResult) -> CheckedSource:
    skipped = [f"not checked: {result.unchecked}"] * bool(result.unchecked)
    summary = _format_verdict(result), *result.checked, *skipped
    return CheckedSource(str(file), [*result.problems], summary, result.tables)


def _audit_files(
    files: Sequence[Path], sheet: str, options: AuditOptions
) -> Iterator[tuple[Path, AuditResult]]:
    """Yield each file with the result of its audit, in the order of `files`.

    The files are read in worker processes. A file that exceeds the limits of time or memory gets a
    result with that error, and the other files are still checked.
    """
    # One worker would be this process.
    with start_executor(max(2, limits.choose_worker_count())) as executor:
        waits = [submit_job(executor, _audit_in_worker, file, sheet, options) for file in files]
        for file, wait in zip(files, waits, strict=True):
            try:
                yield file, wait()
            except (BrokenExecutor, MemoryError):
                message = "needs more time or memory than the limits allow"
                hint = "check it separately, or type PRINTGEN_SECONDS=300 before the command"
                problem = Problem(Place(str(file)), message, hint)
                yield file, AuditResult((problem,), (), "", False, (), ())


def _audit_in_worker(file: Path, sheet: str, options: AuditOptions) -> AuditResult:
    limits.set_limits(0)
    return audit_file(file, sheet if is_workbook_file(file.name) else "", options)


_VERDICT_ORDER = ("right", "wrong", "not claimed")


def print_changes(file: Path, old: Path, sheet: str, options: AuditOptions) -> None:
    """Print each row that differs from the older version `old` of a file, and how many differ."""
    changes = compare_editions(file, old, sheet, options)
    terminal.print_problems(changes, as_results=True)
    change_count = terminal.format_count(len(changes), "change")
    terminal.echo(f"{file}: {change_count if changes else 'no change'} since {old}")


def is_folder_of_tables(reference: str) -> bool:
    """Return whether `reference` is the path of a folder with table files, but not of a game."""
    folder = Path(reference)
    is_game = (folder / "game.yaml").exists()
    return folder.is_dir() and not is_game and bool(_find_table_files(folder)[0])


def _find_table_files(folder: Path) -> tuple[list[Path], list[str]]:
    """Return the table files below a folder, and the names of the paths there that are not checked.

    A name is followed by the reason, if it is not only that the file is no table.
    """
    files, other_files = list[Path](), list[str]()
    for path, note in sorted(_walk_folder(folder)):
        if note or not is_table_file(path.name):
            other_files.append(f"{path.relative_to(folder).as_posix()}{note}")
        else:
            files.append(path)
    return files, other_files


def _walk_folder(folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield each file below a folder, and each folder there that is not searched, with a note.

    The note is "" for a file, and the reason for a folder and for a report of printgen.
    """
    try:
        # Hidden files, and the ~$… of a workbook that is open in Excel, are caches and locks.
        paths = [path for path in folder.iterdir() if not path.name.startswith((".", "~$"))]
    except OSError:
        yield folder, " (it cannot be read)"
        return
    for path in paths:
        if not path.is_dir():
            yield path, " (a report of printgen)" * is_report(path)
        # Links are not followed: one could lead back to a parent folder, and never end.
        elif path.is_symlink() or (path / "game.yaml").exists():
            yield path, " (a link)" if path.is_symlink() else " (a game)"
        else:
            yield from _walk_folder(path)


def _format_verdict(result: AuditResult) -> str:
    """Return the result of one file in two or three words, such as "3 errors"."""
    error_count = len(group_by_cause(select_errors(result.problems)))
    if error_count:
        return terminal.format_count(error_count, "error")
    success_text = SUCCESS_TEXT if result.has_rolls else "checks passed"
    return success_text if result.checked else "nothing checked"
