"""`printgen odds`: which tables it finds in a file, what it says about the rest, and its layout."""

import json
from pathlib import Path

import pytest
from workbooks import write_xlsx

from tests.command_line import Printgen

SIDE = "d6,Adj,d8,Noun\n1-3,red,1-4,cat\n4-6,blue,5-8,dog\n"
TWICE = "# Loot\n\n|d6|R|\n|-|-|\n|1-3|a|\n|4-6|b|\n\n# Loot\n\n|d6|Q|\n|-|-|\n|1-2|c|\n|3-6|d|\n"
FACES = ("Rat", "Cat", "Bat", "Imp", "Orc", "Elf")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def cells(printgen: Printgen, *words: str) -> list[list[str]]:
    """The words of each line."""
    said = printgen("odds", *words)
    assert said.code == 0
    return [line.split() for line in said.out.splitlines()]


def test_an_empty_cell_is_none(printgen: Printgen, here: Path) -> None:
    """Its roll is not a value of another row."""
    (here / "t.csv").write_text("d6,Loot,Worth\n1,Gem,3\n2,Coin,1\n3,Nothing,\n4-6,Ring,9\n")
    assert cells(printgen, "t.csv", "--by", "Worth")[2:5] == [
        ["1", "3", "1/6", "16.67%"],
        ["2", "1", "1/6", "16.67%"],
        ["3", "none", "1/6", "16.67%"],
    ]


@pytest.mark.parametrize("table", ["ranges", "recover"])
def test_a_table_without_dice_has_no_odds(printgen: Printgen, table: str) -> None:
    said = printgen("odds", "fistful-of-lead", "--table", table)
    assert (said.code, said.out) == (3, "")
    assert "error: no dice named\n  add --dice 1d10" in said.err


BESIDE_OTHERS = {
    "a gap": ("d6|Sky\n-|-\n1-3|sun\n5-6|fog\n", "no row contains 4"),
    "an overlap": ("d6|Sky\n-|-\n1-4|sun\n4-6|fog\n", "both contain 4"),
    "a word": ("d6|Sky\n-|-\n1-3|sun\n?4|fog\n5-6|ice\n", "is not a roll"),
    "no dice": ("Roll|Sky\n-|-\n2-3|sun\n4|fog\n5-12|ice\n", "no dice named"),
}


@pytest.mark.parametrize("kind", BESIDE_OTHERS)
def test_a_wrong_table_does_not_withhold_the_odds_of_others(
    printgen: Printgen, here: Path, kind: str
) -> None:
    wrong, message = BESIDE_OTHERS[kind]
    good = ["# Foes\n\nd4|Foe\n-|-\n1-3|Rat\n4|Cat\n", "# Loot\n\nd8|Loot\n-|-\n1-8|Gem\n"]
    (here / "t.md").write_text(f"{good[0]}\n# Sky\n\n{wrong}\n{good[1]}")
    said = printgen("odds", "t.md")
    titles = [line for line in said.out.splitlines() if line[:1].strip()]
    assert (said.code, titles) == (
        3,
        ["Foes: d4 as the heading says", "Loot: d8 as the heading says"],
    )
    assert message in said.err
    alone = printgen("odds", "t.md", "--table", "Loot")
    assert (alone.code, alone.out.splitlines()[0]) == (0, titles[1])
    bad = printgen("odds", "t.md", "--table", "Sky")
    assert (bad.code, bad.out) == (3, "")
    assert message in bad.err


def test_a_file_with_a_count_is_a_deck(printgen: Printgen, here: Path) -> None:
    rows = "".join(f"{number},{face},2\n" for number, face in enumerate(FACES, 1))
    (here / "t.csv").write_text(f"#,name,qty\n{rows}")
    assert printgen("odds", "t.csv").out.startswith("t.csv: 12 cards")
    (here / "t.csv").write_text(f"d6,name,qty\n{rows}")
    assert printgen("odds", "t.csv").out.startswith("t.csv: d6 as the heading says")


def test_a_column_that_may_be_no_rolls_is_named(printgen: Printgen, here: Path) -> None:
    rows = "".join(f"{number},{face}\n" for number, face in enumerate(FACES, 1))
    (here / "t.csv").write_text(f"#,name\n{rows}")
    assert printgen("odds", "t.csv").err == "t.csv: # is read as rolls; for cards, add --deck\n"
    assert printgen("odds", "t.csv", "--deck").out.startswith("t.csv: 6 cards")


def test_what_is_not_in_a_result_is_reported(printgen: Printgen, here: Path) -> None:
    (here / "t.csv").write_text("d6,R\n1-2,Goblin\n,with a bow\n3-6,Rat\n\nNote: about foes\n")
    said = printgen("odds", "t.csv")
    assert "t.csv:3:1: note: a row without a roll continues the row above: line 3" in said.err
    assert said.err.endswith("t.csv: no odds of line 6\n")


def test_tables_with_the_same_title(printgen: Printgen, here: Path) -> None:
    (here / "t.md").write_text(TWICE)
    heads = [
        "Loot, d6, line 3: d6 as the heading says",
        "Loot, d6, line 10: d6 as the heading says",
    ]
    out = printgen("odds", "t.md").out
    assert [line for line in out.splitlines() if "Loot" in line] == heads
    out = printgen("odds", "t.md", "--table", "loot, d6, line 10").out
    assert out.splitlines()[0] == heads[1]
    assert printgen("odds", "t.md", "--by", "Q").out.splitlines()[0] == heads[1]
    said = printgen("odds", "t.md", "--by", "X")
    assert (said.code, "no dice table has the column X" in said.err) == (2, True)


def test_a_sheet_is_found_by_its_name(printgen: Printgen, here: Path) -> None:
    rows = [["d6", "R"], ["1-3", "a"], ["4-6", "b"]]
    write_xlsx(here / "t.xlsx", {"Loot": rows, "Reaction": rows})
    out = printgen("odds", "t.xlsx", "--table", "reaction").out
    assert out.startswith("sheet Reaction: ")
    assert "Loot" not in out


def test_rolls_next_to_each_other(printgen: Printgen, here: Path) -> None:
    """Each has the results to its right."""
    (here / "t.csv").write_text(SIDE)
    lines = cells(printgen, "t.csv")
    assert [line[1] for line in lines if line and line[-1] == "50.00%"] == [
        "red", "blue", "cat", "dog",
    ]  # fmt: skip
    assert len(cells(printgen, "t.csv", "--rolls", "d6")) == 4


def test_rows_that_do_not_count(printgen: Printgen) -> None:
    words = "odds", "combat-leader", "--by", "accuracy", "--times", "3"
    title = printgen(*words).out.splitlines()[0]
    assert title == "cards: 52 of 60 rows have accuracy, put back"


def test_a_deck_of_one_card(printgen: Printgen, here: Path) -> None:
    (here / "t.csv").write_text("name,suit\nWitch,swamp\n")
    assert cells(printgen, "t.csv")[0] == ["t.csv:", "1", "card"]
    said = printgen("odds", "t.csv", "--times", "2")
    assert "cannot draw 2 cards from a deck of 1\n" in said.err


@pytest.mark.parametrize(
    ("name", "text", "words", "code", "message"),
    [
        ("t.csv", "d8,What\n1+,Yes\n", (), 3, '"d8" has "1+", which are perhaps not rolls'),
        ("t.md", "|a|b|\n|-|-|\n|x|y|\n", (), 3, '"t.md" cannot list cards or rows'),
        ("t.pdf", "", (), 2, "t.pdf is neither a table file (.csv, "),
        ("t.csv", SIDE, ("--rolls", "Adj"), 2, "no dice table has such rolls"),
        ("t.csv", SIDE, ("--modifier", "1000000"), 2, "from -999999 to 999999, such as -2..+2"),
        ("t.csv", SIDE, ("--modifier", "1..x"), 2, '--modifier "1..x" is not a range'),
        ("t.csv", SIDE, ("--modifier", "0..1", "--times", "2"), 2, "takes only one modifier"),
    ],
)
def test_messages(
    printgen: Printgen, here: Path, name: str, text: str, words: tuple[str, ...], code: int,
    message: str,
) -> None:  # fmt: skip
    (here / name).write_text(text)
    said = printgen("odds", name, *words)
    assert (said.code, said.out) == (code, "")
    assert message in said.err


def test_a_folder_is_no_table(printgen: Printgen, here: Path) -> None:
    (here / "t.csv").write_text(SIDE)
    assert ". is neither a table file" in printgen("odds", ".").err


def test_shared_rolls_have_a_place(printgen: Printgen, here: Path) -> None:
    """Each result is in a line."""
    results = [{"range": [1, 6], "text": "a"}, {"range": [2, 3], "text": "b"}]
    (here / "t.json").write_text(json.dumps({"formula": "1d6", "results": results}, indent=0))
    assert "t.json:11:" in printgen("odds", "t.json").err


def test_long_results_are_wrapped(printgen: Printgen, here: Path) -> None:
    """Two results that differ only at the end stay different."""
    text = "A goblin with a bow and a sack of coins that it stole from the village, and a "
    (here / "t.csv").write_text(f'd6,R\n1-3,"{text}cat"\n4-6,"{text}dog"\n')
    out = printgen("odds", "t.csv").out
    assert max(map(len, out.splitlines())) <= 80
    assert "…" not in out
    assert ("cat\n" in out, "dog\n" in out) == (True, True)


def test_blocks_are_apart_and_nothing_outside_is_left_out(printgen: Printgen, here: Path) -> None:
    (here / "t.csv").write_text("2d6,R\n6 or less,a\n7+,b\n")
    lines = printgen("odds", "t.csv", "--modifier", "-9..9").out.splitlines()
    assert lines.count("") > 0
    assert not any("outside" in line for line in lines)
