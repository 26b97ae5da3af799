"""Turn files with tables, and folders of them, into what is wrong with their rolls, a line each."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from printgen.cli.arguments import is_table, is_workbook
from printgen.problems import ExitCode, Severity, Where, alike, errors
from printgen.roll_tables.cross_checks import is_called
from printgen.roll_tables.diff import changed
from printgen.roll_tables.options import Asked
from printgen.roll_tables.report import Audited, audit, tell_missing
from printgen.system import limits as bounded
from printgen.system import terminal as console

RIGHT = "each roll has one row"


def check_files(files: Sequence[Path], sheet: str, asked: Asked) -> ExitCode:
    """Show what is wrong with each file, and what was looked at, a line a table."""
    code = ExitCode.WELL
    for file in files:
        found = audit(file, sheet if is_workbook(file.name) else "", asked)
        # Elsewhere there may be another file with that table; a workbook has all of its own.
        is_book = is_workbook(file.name)
        severity = Severity.ERROR if is_book else Severity.NOTE
        missing = tell_missing(found.calls, severity)
        found = found._replace(problems=(*found.problems, *missing))
        console.show_problems(found.problems, as_results=True)
        several = len(found.checked) > 1
        said = f"{_verdict(found)}, {len(found.checked)} tables" if several else _verdict(found)
        alone = "" if several else "".join(found.checked)
        console.show(": ".join(filter(None, (str(file), said, alone))))
        left = [f"not looked at: {found.left}"] * bool(found.left)
        for one in (*(found.checked if several else ()), *left):
            console.show(f"  {one}")
        if errors(found.problems) or not found.checked:
            code = ExitCode.RULES
    return code


def check_folder(folder: Path, sheet: str, asked: Asked) -> ExitCode:
    """Show a line for each file with tables below a folder, and a sum.

    A file without rolls is told and no fault, unless no file has any.
    """
    files, others = _tables_below(folder)
    bounded.extend(len(files))
    verdicts = dict[str, str]()
    names, called = list[str](), list[tuple[Where, str]]()
    for file in files:
        found = audit(file, sheet if is_workbook(file.name) else "", asked)
        console.show_problems(found.problems, as_results=True)
        said = "; ".join((*found.checked, *[f"not looked at: {found.left}"] * bool(found.left)))
        console.show(": ".join(filter(None, (str(file), _verdict(found), said))))
        verdict = "right" if found.checked else "not claimed"
        verdicts[str(file)] = "wrong" if errors(found.problems) else verdict
        names += found.names
        called += found.calls
    known = set(names)
    missing = [one for one in called if not is_called(one[1], known)]
    verdicts |= {where.file.partition(", ")[0]: "wrong" for where, _ in missing}
    console.show_problems(tell_missing(missing, Severity.ERROR), as_results=True)
    if others:
        console.show(f"{folder}: not looked at: {', '.join(others)}")
    counts = Counter(verdicts.values())
    said = ", ".join(f"{counts[one]} {one}" for one in _ORDER if counts[one])
    console.show(f"{folder}: {console.counted(len(files), 'file')}: {said}")
    is_well = counts["right"] and not counts["wrong"]
    return ExitCode.WELL if is_well else ExitCode.RULES


_ORDER = ("right", "wrong", "not claimed")


def show_changes(file: Path, old: Path, sheet: str, asked: Asked) -> None:
    """Show what changed in a file since an older edition, row by row, and how much."""
    found = changed(file, old, sheet, asked)
    console.show_problems(found, as_results=True)
    several = console.counted(len(found), "change")
    console.show(f"{file}: {several if found else 'no change'} since {old}")


def is_folder_of_tables(reference: str) -> bool:
    """Whether what was typed is a folder of tables and no game's."""
    folder = Path(reference)
    is_game = (folder / "game.yaml").exists()
    return folder.is_dir() and not is_game and bool(_tables_below(folder)[0])


def _tables_below(folder: Path) -> tuple[list[Path], list[str]]:
    """The files with tables below a folder, and what else lies there, games as wholes."""
    files, others = list[Path](), list[str]()
    for path, what in sorted(_below(folder)):
        if what or not is_table(path.name):
            others.append(f"{path.relative_to(folder).as_posix()}{what}")
        else:
            files.append(path)
    return files, others


def _below(folder: Path) -> Iterator[tuple[Path, str]]:
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
            yield from _below(path)


def _verdict(found: Audited) -> str:
    wrong = len(alike(errors(found.problems)))
    if wrong:
        return console.counted(wrong, "error")
    held = RIGHT if found.has_rolls else "it holds"
    return held if found.checked else "nothing claimed"
