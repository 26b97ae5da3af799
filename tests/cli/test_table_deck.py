"""`printgen check loot.csv`: a table by itself, beside games or alone, in words and exit codes."""

import json
import re
from pathlib import Path

import pytest
from workbooks import write_xlsx

from printgen.cli.options.arguments import is_table_file
from printgen.rules.files.formats import TABLE_SUFFIXES
from tests.cli.conftest import REPOSITORY
from tests.command_line import Printgen

from .small_game import GAME, card, write

RIGHT, WRONG, PLAIN = "d6,Loot\n1-3,Gold\n4-6,Gem\n", "d6,Loot\n1-3,Gold\n5-6,Gem\n", "a,b\n1,2\n"
LOOT = ", in lines 2 to 3. Not checked: Loot"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to be in, with a table that is right, one that is wrong, and one without rolls."""
    monkeypatch.chdir(tmp_path)
    for name, text in (("right.csv", RIGHT), ("wrong.csv", WRONG), ("plain.CSV", PLAIN)):
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def test_the_example_of_the_docs_is_what_is_said(here: Path, printgen: Printgen) -> None:
    page = (REPOSITORY / "docs" / "tables.md").read_text("utf-8")
    (table,) = re.findall(r"`loot.csv`:\n\n```csv\n(.*?)^```$", page, re.M | re.S)
    ((command, output),) = re.findall(r"^\$ printgen (.*loot.*)\n((?:[^`].*\n)+)", page, re.M)
    (here / "loot.csv").write_text(table, "utf-8")
    said = printgen(*command.split())
    assert (said.code, said.out, said.err) == (3, output, "")


def test_a_right_table_exits_0_with_one_line_that_says_what_was_checked(
    here: Path, printgen: Printgen
) -> None:
    said = printgen("check", "right.csv")
    line = f"right.csv: each roll has one row: d6, 2 rows, rolls 1 to 6 as the heading says{LOOT}\n"
    assert (said.code, said.out, said.err) == (0, line, "")


def test_a_file_without_rolls_exits_3_and_is_not_called_right(
    here: Path, printgen: Printgen
) -> None:
    said = printgen("check", "plain.CSV")
    assert (said.code, said.err) == (3, "")
    assert said.out == (
        "plain.CSV: not claimed: no column contains rolls of dice, so nothing was checked\n"
        "  name the dice in a heading, such as d100, above cells such as 01-30, "
        "31–60, 61 to 99, 00, "
        "or 5 or less, 6, 7+; or use two columns, low and high\n"
        "plain.CSV: nothing checked\n"
    )


def test_games_and_files_are_checked_in_one_run(here: Path, printgen: Printgen) -> None:
    write(here / "small", card())
    said = printgen("check", "right.csv", "small", "wrong.csv", "right.csv")
    assert (said.code, said.err) == (3, "")
    assert said.out == (
        "small: valid; its data declares no checks\n"
        f"right.csv: each roll has one row: d6, 2 rows, rolls 1 to 6 as the heading says{LOOT}\n"
        'wrong.csv:2:1: error: no row contains 4, between "1-3" and "5-6" in line 3\n'
        '  write "1-4", or write "4-6" in line 3, or add a row for 4\n'
        f"wrong.csv: 1 error: d6, 2 rows, rolls 1 to 6 as the heading says{LOOT}\n"
    )


def test_the_exit_code_is_the_first_that_fails(here: Path, printgen: Printgen) -> None:
    """A game whose text does not fit comes first."""
    template = card(css=".text { width: 20mm; height: 4mm; }")
    write(here / "small", template, GAME.replace("[1, a]", '[1, "So long a name"]'))
    assert printgen("check", "wrong.csv", "small").code == 4


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("no.csv", "none.xlsx"), "there is no file no.csv, none.xlsx"),
        (("right.csv", "--sheet", "Loot"), "--sheet needs a workbook"),
        (("right.csv", "--against", "wrong.csv"), "--against needs exactly one GAME"),
        (("right.doc",), "is neither a bundled game nor a folder with a game.yaml"),
        (("deck.docx",), "deck.docx is not a table: name a file that ends in .csv, .tsv, .json,"),
    ],
)
def test_wrong_usage_exits_2(
    here: Path, printgen: Printgen, words: tuple[str, ...], found: str
) -> None:
    (here / "deck.docx").touch()
    said = printgen("check", *words)
    assert (said.code, said.out) == (2, "")
    assert found in said.err


def test_a_sheet_is_named_by_the_option(here: Path, printgen: Printgen) -> None:
    """It is of the workbooks; a file beside them has none."""
    write_xlsx(here / "b.xlsx", {"A": [["d4"], ["1-4"]], "B": [["d4", "x"], ["1-2", "a"]]})
    said_of_a = "sheet A: d4, 1 row, rolls 1 to 4 as the heading says, in cell A2"
    wrong = (
        'b.xlsx, sheet B, cell A2: error: no row contains 3 to 4, between "1-2" and the end of d4\n'
        '  write "1-4", or add a row for 3 to 4\n'
    )
    said_of_b = f"sheet B: {said_of_a[9:]}. Not checked: x"
    said = printgen("check", "b.xlsx")
    assert said.out == f"{wrong}b.xlsx: 1 error, 2 tables\n  {said_of_a}\n  {said_of_b}\n"
    said = printgen("check", "b.xlsx", "right.csv", "--sheet", "B")
    assert said.code == 3
    assert said.out == (
        f"{wrong}b.xlsx: 1 error: {said_of_b}\n"
        f"right.csv: each roll has one row: d6, 2 rows, rolls 1 to 6 as the heading says{LOOT}\n"
    )
    said = printgen("check", "b.xlsx", "--sheet", "C")
    assert said.code == 3
    assert said.out.startswith(
        "b.xlsx: error: no sheet of b.xlsx is called C\n  write one of: A, B"
    )


def test_a_folder_is_told_a_line_a_file_and_in_sum(here: Path, printgen: Printgen) -> None:
    """A file without rolls is no fault beside one that has some; what is no table is named."""
    write(here / "small", card())
    (here / "more").mkdir()
    write_xlsx(here / "more" / "b.xlsx", {"A": [["d4"], ["1-4"]], "Notes": [["a", "b"]]})
    (here / "more" / "b.png").write_bytes(b"")
    (here / "more" / "notes.md").write_text("# Nothing\n\nNo table.\n", "utf-8")
    assert printgen("check", "more").out == (
        "more/b.xlsx: each roll has one row: sheet A: d4, 1 row, rolls 1 to 4 as the heading says, "
        "in cell A2; not checked: sheet Notes, cell A1\n"
        "more/notes.md: not claimed: the file has no table, so nothing was checked\n"
        "  write the rolls as a table with dice such as d20 in its heading, or, in a .md or .txt"
        " file, as a numbered list below a line that names the dice\n"
        "more/notes.md: nothing checked\n"
        "more: not checked: b.png\n"
        "more: 2 files: 1 right, 1 not claimed\n"
    )
    said = printgen("check", ".")
    assert said.code == 3
    assert said.out.endswith(
        ".: not checked: more/b.png, small (a game)\n.: 5 files: 2 right, 1 wrong, 2 not claimed\n"
    )
    (here / "none").mkdir()
    (here / "none" / "notes.md").write_text("No table.\n", "utf-8")
    assert printgen("check", "none").code == 3


def test_the_dice_and_the_columns_of_rolls_may_be_named(here: Path, printgen: Printgen) -> None:
    (here / "r.csv").write_text("Range,Loot\n3-5,a\n6-9,b\n10-12,c\n", "utf-8")
    said = printgen("check", "r.csv")
    assert (said.code, said.out.splitlines()[-1]) == (3, "r.csv: nothing checked")
    assert "not claimed" in said.out
    said = printgen("check", "r.csv", "--rolls", "range")
    assert (said.code, said.out[:50]) == (0, "r.csv: each roll has one row: Range, 3 rows, rolls")
    said = printgen("check", "r.csv", "--dice", "d12")
    assert said.out.startswith(
        "r.csv:2:1: error: no row contains 1 to 2, between the beginning of d12"
    )
    assert printgen("check", "r.csv", "--rolls", "Rang").code == 3
    for words in (("r.csv", "--dice", "dx"), ("combat-leader", "--dice", "d6")):
        assert printgen("check", *words).code == 2


def test_every_format_that_is_read_is_known_by_its_name() -> None:
    assert all(is_table_file(f"a{ending}") for ending in TABLE_SUFFIXES)
    assert not is_table_file("game.yaml")


OLD = "2d6,Loot,Cost\n2-6,Gold,1\n7-11,Gem,2\n12,Ring,3\n"
NEW = "2d6,Loot,Cost\n2-7,Gold,1\n8-11,Gem,5\n12,Sword,9\n"


def test_what_changed_since_an_older_file_is_told_row_by_row(
    here: Path, printgen: Printgen
) -> None:
    """And how likely each row is and was; which is no fault."""
    (here / "old.csv").write_text(OLD, "utf-8")
    (here / "new.csv").write_text(NEW, "utf-8")
    said = printgen("check", "new.csv", "--since", "old.csv")
    assert said.code == 0
    assert said.out.partition("\n")[2] == (
        'new.csv:2:1: note: "2-7" was "2-6"; 21 in 36, was 15 in 36\n'
        'new.csv:3:1: note: "8-11" was "7-11"; 14 in 36, was 20 in 36; Cost "5" was "2"\n'
        'new.csv:4:1: note: Loot "Sword" was "Ring"; Cost "9" was "3"\n'
        "new.csv: 3 changes since old.csv\n"
    )
    (here / "new.csv").write_text(OLD.replace("12,Ring,3\n", "") + "x,Crown,\n", "utf-8")
    said = printgen("check", "new.csv", "--since", "old.csv")
    assert 'new.csv:4:1: note: new row: "x", "Crown"\n' in said.out
    assert 'old.csv:4:1: note: removed row: "12", "Ring", "3" (1 in 36)\n' in said.out
    (here / "new.csv").write_text("d6,Loot\n1-2,Gold\n3-6,Gem\n7+,Ring\n", "utf-8")
    (here / "old.csv").write_text("d6,Loot\n1-3,Gold\n4-6,Gem\n", "utf-8")
    said = printgen("check", "new.csv", "--since", "old.csv")
    assert "no roll" not in said.out
    said = printgen("check", "old.csv", "--since", "old.csv")
    assert said.out.endswith("old.csv: no change since old.csv\n")
    assert printgen("check", "right.csv", "wrong.csv", "--since", "old.csv").code == 2


def test_a_table_that_a_cell_says_to_roll_on_is_missed(here: Path, printgen: Printgen) -> None:
    """Beside one file there may be others; a folder and a workbook hold all of theirs."""
    (here / "all").mkdir()
    call = "d6,Loot\n1-5,Gold\n6,Roll on the gem table\n"
    (here / "all" / "loot.csv").write_text(call, "utf-8")
    told = (
        "all/loot.csv:3:3: {}: no table is called gem\n  add this table, or correct its name here\n"
    )
    said = printgen("check", "all/loot.csv")
    assert (said.code, said.out.startswith(told.format("note"))) == (0, True)
    said = printgen("check", "all")
    assert (said.code, told.format("error") in said.out) == (3, True)
    (here / "all" / "gems.csv").write_text("d4,Gem\n1-4,Ruby\n", "utf-8")
    assert printgen("check", "all").code == 0
    rows = [line.split(",") for line in call.splitlines()]
    write_xlsx(here / "b.xlsx", {"Loot": rows})
    assert printgen("check", "b.xlsx").code == 3
    write_xlsx(here / "b.xlsx", {"Loot": rows, "Gems": [["d4"], ["1-4"]]})
    assert printgen("check", "b.xlsx").code == 0
    write_xlsx(here / "boots.xlsx", {"Loot": [["d4"], ["1-4", "roll on the Boss table"]]})
    assert "no table is called Boss" in printgen("check", "boots.xlsx").out


def test_a_column_is_held_to_what_is_expected(here: Path, printgen: Printgen) -> None:
    said = printgen("check", "plain.CSV", "--expect", "b sums 2", "--expect", "a unique")
    assert (said.code, said.out) == (0, "plain.CSV: checks passed: b sums 2; a unique, in line 2\n")
    assert printgen("check", "plain.CSV", "--expect", "b sums 3").code == 3
    assert printgen("check", "plain.CSV", "--expect", "b grows").code == 2


def test_results_are_shown_to_programs_too(here: Path, printgen: Printgen) -> None:
    said = printgen("check", "wrong.csv", "--format", "json")
    assert said.code == 3
    told = json.loads(said.out)
    assert told["problems"] == [
        {
            "file": "wrong.csv",
            "line": 2,
            "column": 1,
            "severity": "error",
            "message": 'no row contains 4, between "1-3" and "5-6" in line 3',
            "hint": 'write "1-4", or write "4-6" in line 3, or add a row for 4',
        }
    ]
    assert told["said"][0].startswith("wrong.csv: 1 error: d6, 2 rows")
    write_xlsx(here / "b.xlsx", {"A": [["d4", "x"], ["1-2", "100%,"], ["4", "b"]]})
    said = printgen("check", "b.xlsx", "--format", "github")
    assert said.out.splitlines()[0] == (
        '::error file=b.xlsx::sheet A, cell A2: no row contains 3, between "1-2" and "4" in cell A3'
        '%0Awrite "1-3", or write "3-4" in cell A3, or add a row for 3'
    )
    assert printgen("check", "plain.CSV", "--format", "github").out.startswith("::warning file=")
