"""Every mistake in a game's files is reported where it stands, with what to write instead.

One folder of bad/ a mistake: its files replace those of base/, and its expected.txt holds what the
loader says. UPDATE_EXPECTED=1 rewrites those texts; the difference is then to be read.
"""

import os
import shutil
from pathlib import Path

import pytest
from workbooks import write_xlsx

from printgen.problems import ExitCode, Failure, Problem
from printgen.rules.checks.check import check_game
from printgen.rules.loading.load import load_game

HERE = Path(__file__).parent
CASES = sorted(folder.name for folder in (HERE / "bad").iterdir())
MADE = {
    "file-too-large": "the file is larger than 8,388,608 bytes\n  split it into several",
    "rows-too-many": "the row expands to over 20,000 rows\n  write fewer values or copies",
    "too-many-mistakes": "slip.yaml: error: 500 mistakes; there may be more\n  correct these first",
    "yaml-too-many-mistakes": "slip.yaml: error: 500 mistakes; there may be more",
    "yaml-deep": "slip.yaml: error: nested too deeply\n  remove the outer brackets",
    "yaml-deep-dashes": "slip.yaml: error: nested too deeply\n",
    "workbook-date": (
        "book.xlsx, sheet One, cell B3: error: a date in a format that differs between countries\n"
        "  choose a format such as yyyy-mm-dd; if you meant 1-2, format it as text"
    ),
    "workbook-unknown-sheet": (
        "slip.yaml:1:11: error: no sheet of book.xlsx is called Ine\n  write one of: One"
    ),
    "workbook-is-none": "slip.yaml:1:11: error: book.xlsx is not a valid workbook",
    "workbook-cell": (
        'book.xlsx, sheet One, cell B3: error: "8.5" is not valid in the column cost\n'
        "  write a whole number, such as 12 or -3"
    ),
    "workbook-missing": (
        "book.xlsx: error: the file does not exist\n  create it, or correct its name"
    ),
}
"""Cases that a test makes, since their files are long or binary, and what is said of each."""


def make(name: str, base: Path, folder: Path) -> Path:
    """The game of one case, in `folder`."""
    shutil.copytree(base, folder)
    slip = folder / "slip.yaml"
    if name == "file-missing-game":
        (folder / "game.yaml").unlink()
    elif name not in MADE:
        shutil.copytree(HERE / "bad" / name, folder, dirs_exist_ok=True)
        (folder / "expected.txt").unlink(missing_ok=True)
    elif name.startswith("workbook"):
        sheet = "Ine" if name == "workbook-unknown-sheet" else "One"
        slip.write_text(
            f"a: {{file: book.xlsx, sheet: {sheet}, columns: {{name: key, cost: number}}}}"
        )
        cost = {"workbook-date": "date", "workbook-cell": 8.5}.get(name, 8)
        write_xlsx(folder / "book.xlsx", {"One": [["name", "cost"], ["axe", 8], ["bow", cost]]})
        if name == "workbook-is-none":
            (folder / "book.xlsx").write_bytes(b"PK no workbook")
        if name == "workbook-missing":
            (folder / "book.xlsx").unlink()
    else:
        slip.write_text(LONG[name])
    return folder


LONG = {
    "file-too-large": "#" * (8 << 20) + "\n",
    "rows-too-many": "a: {columns: {k: number}, rows: [{k: 1 to 20000, copies: 2}]}\n",
    "too-many-mistakes": "a: {columns: {k: key}, rows: [" + "[x, y], " * 600 + "]}\n",
    "yaml-too-many-mistakes": "k: 1\n" * 600,
    "yaml-deep": "k: " + "[" * 5_000 + "]" * 5_000 + "\n",
    "yaml-deep-dashes": "- " * 150 + "k\n",
}
"""The file of each case that has too much of something."""


def _problems(folder: Path) -> tuple[Problem, ...]:
    """What the loader says of a folder, or what the checks say of what it loads."""
    failure = None
    try:
        return tuple(check_game(load_game(folder)))
    except Failure as found:
        failure = found
    assert failure.exit_code is ExitCode.RULES
    return failure.problems


def said(name: str, base: Path, tmp_path: Path) -> str:
    """Everything the loader reports of a case, without the folder's own path."""
    folder = make(name, base, tmp_path / name)
    return "\n".join(map(str, _problems(folder))).replace(f"{folder}/", "") + "\n"


@pytest.mark.parametrize("name", CASES)
def test_each_mistake_is_told(name: str, base: Path, tmp_path: Path) -> None:
    """The loader says exactly what expected.txt holds, all of it in one run."""
    found = said(name, base, tmp_path)
    expected = HERE / "bad" / name / "expected.txt"
    if os.environ.get("UPDATE_EXPECTED"):
        expected.write_text(found, encoding="utf-8")
    assert found == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", MADE)
def test_what_is_too_large_or_no_text_is_told(name: str, base: Path, tmp_path: Path) -> None:
    """What is over a stated size is refused by name and size, a workbook's cell by its letters."""
    assert MADE[name] in said(name, base, tmp_path)


def test_every_error_says_what_to_write() -> None:
    """Each expected error names a file and has a hint under it."""
    for name in CASES:
        lines = (HERE / "bad" / name / "expected.txt").read_text(encoding="utf-8").splitlines()
        for line, after in zip(lines, [*lines[1:], ""], strict=True):
            if not line.startswith("  "):
                assert ": error: " in line or ": note: " in line
                assert after.startswith("  "), line
