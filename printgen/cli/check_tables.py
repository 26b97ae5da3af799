"""Turn files with tables, and folders of them, into what is wrong with their rolls, a line each."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from printgen.cli.arguments import is_table_file, is_workbook_file
from printgen.problems import ExitCode, Severity, Spot, group_by_cause, select_errors
from printgen.roll_tables.cross_checks import is_known_table
from printgen.roll_tables.diff import diff_files
from printgen.roll_tables.options import AuditOptions
from printgen.roll_tables.report import AuditResult, audit_file, report_missing_tables
from printgen.system import limits as bounded
from printgen.system import terminal as console

SUCCESS_TEXT = "each roll has one row"


def check_files(files: Sequence[Path], sheet: str, options: AuditOptions) -> ExitCode:
    """Show what is wrong with each file, and what was looked at, a line a table."""
    code = ExitCode.OK
    for file in files:
        result = audit_file(file, sheet if is_workbook_file(file.name) else "", options)
        # Elsewhere there may be another file with that table; a workbook has all of its own.
        is_book = is_workbook_file(file.name)
        severity = Severity.ERROR if is_book else Severity.NOTE
        missing = report_missing_tables(result.table_calls, severity)
        result = result._replace(problems=(*result.problems, *missing))
        console.print_problems(result.problems, as_results=True)
        is_several = len(result.checked) > 1
        summary = (
            f"{_format_verdict(result)}, {len(result.checked)} tables"
            if is_several
            else _format_verdict(result)
        )
        table_summary = "" if is_several else "".join(result.checked)
        console.echo(": ".join(filter(None, (str(file), summary, table_summary))))
        skipped = [f"not looked at: {result.unchecked}"] * bool(result.unchecked)
        for line in (*(result.checked if is_several else ()), *skipped):
            console.echo(f"  {line}")
        if select_errors(result.problems) or not result.checked:
            code = ExitCode.RULES
    return code


def check_folder(folder: Path, sheet: str, options: AuditOptions) -> ExitCode:
    """Show a line for each file with tables below a folder, and a sum.

    A file without rolls is told and no fault, unless no file has any.
    """
    files, other_files = _find_table_files(folder)
    bounded.raise_limits(len(files))
    verdicts = dict[str, str]()
    names, table_calls = list[str](), list[tuple[Spot, str]]()
    for file in files:
        result = audit_file(file, sheet if is_workbook_file(file.name) else "", options)
        console.print_problems(result.problems, as_results=True)
        summary = "; ".join(
            (*result.checked, *[f"not looked at: {result.unchecked}"] * bool(result.unchecked))
        )
        console.echo(": ".join(filter(None, (str(file), _format_verdict(result), summary))))
        verdict = "right" if result.checked else "not claimed"
        verdicts[str(file)] = "wrong" if select_errors(result.problems) else verdict
        names += result.table_names
        table_calls += result.table_calls
    known = set(names)
    missing = [item for item in table_calls if not is_known_table(item[1], known)]
    verdicts |= {where.file.partition(", ")[0]: "wrong" for where, _ in missing}
    console.print_problems(report_missing_tables(missing, Severity.ERROR), as_results=True)
    if other_files:
        console.echo(f"{folder}: not looked at: {', '.join(other_files)}")
    counts = Counter(verdicts.values())
    summary = ", ".join(f"{counts[item]} {item}" for item in _VERDICT_ORDER if counts[item])
    console.echo(f"{folder}: {console.count(len(files), 'file')}: {summary}")
    is_well = counts["right"] and not counts["wrong"]
    return ExitCode.OK if is_well else ExitCode.RULES


_VERDICT_ORDER = ("right", "wrong", "not claimed")


def print_changes(file: Path, old: Path, sheet: str, options: AuditOptions) -> None:
    """Show what changed in a file since an older edition, row by row, and how much."""
    changes = diff_files(file, old, sheet, options)
    console.print_problems(changes, as_results=True)
    change_count = console.count(len(changes), "change")
    console.echo(f"{file}: {change_count if changes else 'no change'} since {old}")


def is_folder_of_tables(reference: str) -> bool:
    """Whether what was typed is a folder of tables and no game's."""
    folder = Path(reference)
    is_game = (folder / "game.yaml").exists()
    return folder.is_dir() and not is_game and bool(_find_table_files(folder)[0])


def _find_table_files(folder: Path) -> tuple[list[Path], list[str]]:
    """The files with tables below a folder, and what else lies there, games as wholes."""
    files, other_files = list[Path](), list[str]()
    for path, note in sorted(_walk_folder(folder)):
        if note or not is_table_file(path.name):
            other_files.append(f"{path.relative_to(folder).as_posix()}{note}")
        else:
            files.append(path)
    return files, other_files


def _walk_folder(folder: Path) -> Iterator[tuple[Path, str]]:
    """The files below a folder, and what is told of those folders that are not gone through."""
    try:
        paths = [path for path in folder.iterdir() if not path.name.startswith(".")]
    except OSError:
        yield folder, " (it cannot be read)"
        return
    for path in paths:
        if not path.is_dir():
            yield path, ""
        elif path.is_symlink() or (path / "game.yaml").exists():
            yield path, " (a link)" if path.is_symlink() else " (a game)"
        else:
            yield from _walk_folder(path)


def _format_verdict(result: AuditResult) -> str:
    error_count = len(group_by_cause(select_errors(result.problems)))
    if error_count:
        return console.count(error_count, "error")
    success_text = SUCCESS_TEXT if result.has_rolls else "it holds"
    return success_text if result.checked else "nothing claimed"
