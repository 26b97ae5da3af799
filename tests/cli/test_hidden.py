"""What a workbook hides is left out by every command, with one note, unless --hidden is given."""

from pathlib import Path

import pytest
from openpyxl import Workbook

from tests.command_line import Printgen

NOTE = "note: hidden, and so not read: 1 row, 1 sheet\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, which is empty."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def book(here: Path) -> Path:
    """A workbook with one hidden row and one hidden sheet."""
    book = Workbook()
    book.active.title = "Loot"
    for row in (["d4", "loot"], ["1-2", "gold"], ["3-4", "old"], ["3-4", "gems"]):
        book.active.append(row)
    book.active.row_dimensions[3].hidden = True
    hidden = book.create_sheet("Notes")
    hidden.append(["name"])
    hidden.append(["secret"])
    hidden.sheet_state = "hidden"
    book.save(here / "b.xlsx")
    return here / "b.xlsx"


@pytest.mark.usefixtures("book")
def test_check_leaves_hidden_rows_out(printgen: Printgen) -> None:
    said = printgen("check", "b.xlsx")
    assert (said.code, (said.out + said.err).count(NOTE)) == (0, 1)
    said = printgen("check", "b.xlsx", "--hidden")
    assert said.code == 3
    assert '"3-4"' in said.out + said.err
    assert NOTE not in said.out + said.err
    said = printgen("check", "combat-leader", "--hidden")
    assert (said.code, "--hidden needs a workbook" in said.err) == (2, True)


@pytest.mark.slow
@pytest.mark.usefixtures("book")
def test_build_and_new_leave_hidden_rows_out(printgen: Printgen, here: Path) -> None:
    said = printgen("build", "b.xlsx", "--sheet", "all", "--dry-run")
    assert (said.code, (said.out + said.err).count(NOTE)) == (0, 1)
    assert "Notes" not in said.out
    said = printgen("build", "b.xlsx", "--sheet", "all", "--hidden", "--dry-run")
    assert "Notes" in said.out
    assert printgen("new", "mine", "--from", "b.xlsx", "--hidden").code == 0
    assert "hidden: true" in (here / "mine" / "game.yaml").read_text()
    assert printgen("check", "mine").code == 0
