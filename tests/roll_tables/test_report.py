"""What is said of a lone table is what was reviewed: each message whole, and of a right one none.

In golden/faults.txt a paragraph is a table, and under it all that is said.
"""

import csv
import re
from pathlib import Path
from random import Random
from zipfile import ZipFile

import pytest
from hypothesis import settings
from workbooks import DATE, Cell, write_ods, write_xlsx

from printgen.problems import Problem, Severity, select_errors
from printgen.roll_tables.report import audit_file

HERE = Path(__file__).parent
GOLDEN = HERE / "golden" / "faults.txt"


def said(path: Path, text: str) -> str:
    """All that is said of a file that holds a text."""
    path.write_text(text, encoding="utf-8")
    problems, checked = audit_file(path)[:2]
    return "\n".join([*map(str, problems), *(f"= {one}" for one in checked or [""])]).replace(
        str(path), path.name
    )


def test_each_message_is_what_was_reviewed(tmp_path: Path) -> None:
    reviewed = GOLDEN.read_text(encoding="utf-8")
    again = []
    for paragraph in reviewed.rstrip("\n").split("\n\n"):
        table = re.sub(r"(?m)^(t\.csv:|  |= ).*\n?", "", paragraph)
        again.append(table + said(tmp_path / "t.csv", table) + "\n")
    assert "\n".join(again) == reviewed


RIGHT = {
    "abilities": "Score, 12 rows, rolls 1 to 22+ as its cells say, in lines 2 to 13",
    "crit": "Roll, 10 rows, rolls 5 or less to 120+ as its cells say, in lines 2 to 11",
    "d66": "D66, 14 rows, rolls 11 to 66 as the heading says, in lines 2 to 15",
    "dungeon": (
        "Roll_Min and Roll_Max, 9 rows in 3 tables, rolls 1 to 100 as its cells say, "
        "in lines 2 to 10"
    ),
    "excel": '="d8", 3 rows, rolls 1 to 8 as the heading says, in lines 2 to 4',
    "german": "W100, 4 rows, rolls 01 to 00 as the heading says, in lines 2 to 5",
    "hex": "2d6, 8 rows in 2 tables, rolls 2 to 12 as the heading says, in lines 2 to 9",
    "individual_treasure": "d100, 5 rows, rolls 01 to 00 as the heading says, in lines 2 to 6",
    "levels": (
        "Level 1, 3 rows, rolls 1 to 20 as its cells say; "
        "Level 2–3, 5 rows, rolls 1 to 20 as its cells say; "
        "Level 4–5, 6 rows, rolls 1 to 20 as its cells say; "
        "Level 6+, 5 rows, rolls 1 to 20 as its cells say, in lines 2 to 7"
    ),
    "morale": "Roll 2d6, 5 rows, rolls 2 to 12 as the heading says, in lines 2 to 6",
    "sections": "1d6, 8 rows in 2 tables, rolls 1 to 6 as the heading says, in lines 3 to 11",
    "spells": "d%, 4 rows, rolls 01 to 100 as the heading says, in lines 2 to 5",
    "table_d10": "d10, 10 rows, rolls 1 to 10 as the heading says, in lines 2 to 11",
    "wandering": "Roll (1d20), 15 rows, rolls 1 to 20 as the heading says, in lines 2 to 16",
    "wrapped": "d12, 4 rows, rolls 1 to 12 as the heading says, in lines 2 to 7",
    "zeros": "Roll d100, 5 rows, rolls 00 to 99 as the heading says, in lines 2 to 6",
}
LEFT = {
    "hex": "Find, Days, Pages",
    "levels": "Result",
    "sections": "Encounter",
    "table_d10": "Name, Cost (gp), d6 damage",
    "wrapped": "Rumour, Truth, line 8",
    "zeros": "Mutation, Weight, line 7",
}
"""What was not looked at; columns that name tables were, and so were titles between rows."""


def test_tables_as_people_write_them_are_right() -> None:
    """Wrapped rows, titles, notes, dashes for nothing, other columns of ranges: no false alarm."""
    found = {path.stem: audit_joined(path) for path in sorted((HERE / "right").iterdir())}
    told = {name: checked.split(". Not checked: ") for name, (_, checked) in found.items()}
    assert {name: checked[0] for name, checked in told.items()} == RIGHT
    assert {name: checked[1] for name, checked in told.items() if name in LEFT} == LEFT
    (note,) = [one for problems, _ in found.values() for one in problems]
    assert str(note).replace(str(HERE), "") == (
        "/right/wrapped.csv:3:1: note: 2 rows without a roll continue the row above: lines 3, 6\n"
        "  if you mean a roll, write it there"
    )


@pytest.mark.parametrize(
    ("table", "checked"),
    [
        ("d100,R\n01-99,a\n00,b", "d100, 2 rows, rolls 01 to 00 as the heading says"),
        ("d100 (d%),R\n01-99,a\n00,b", "d100 (d%), 2 rows, rolls 01 to 00 as the heading says"),
        ("d20,R\n20,a\n11-19,b\n1-10,c", "d20, 3 rows, rolls 1 to 20 as the heading says"),
        ("2d6,R\n2–6,a\n7–11,b\n12,c", "2d6, 3 rows, rolls 2 to 12 as the heading says"),
        (
            "2d6,R\n≤1,z\n2-7,a\n8-11,b\n12+,c",
            "2d6, 4 rows, rolls 1 or less to 12 as the heading says",
        ),
        (
            "2D6,R\n0-,a\n1-12,b\n13,c\n14+,d",
            "2D6, 4 rows, rolls 0 or less to 14+ as the heading says",
        ),
        (
            "2d6+STAT,R\n6-,a\n7–9,b\n10+,c",
            "2d6+STAT, 3 rows, rolls 6 or less to 10+ as its cells say",
        ),
        ("2d6-2,R\n0-3,a\n4-9,b\n10,c", "2d6-2, 3 rows, rolls 0 to 10 as the heading says"),
        ("d20+2,R\n3-10,a\n11-22,b", "d20+2, 2 rows, rolls 3 to 22 as the heading says"),
        (
            "W6,R\n2 oder weniger,a\n3 bis 4,b\n5 oder mehr,c",
            "W6, 3 rows, rolls 1 to 6 as the heading says",
        ),
        ("**d6**,R\n**1–3**,a\n`4-6`,b", "**d6**, 2 rows, rolls 1 to 6 as the heading says"),
        ("d6\n1-3\n4-6", "d6, 2 rows, rolls 1 to 6 as the heading says"),
        (
            "d6,A,d8,B\n1-2,a,1-4,b\n3-6,a,5-7,b\n,,8,b",
            "d6, 2 rows, rolls 1 to 6 as the heading says; d8, 3 rows",
        ),
        (
            "d6 A,R,d6 B,S\n1-3,a,1-2,b\n4-6,a,3-6,b",
            "d6 A, 2 rows, rolls 1 to 6 as the heading says; d6 B, 2 rows",
        ),
        (
            "low,high,R\n1,3,a\n4,6,b\n7,10,c",
            "low and high, 3 rows, rolls 1 to 10 as its cells say",
        ),
        (
            "Red d6,Blue d6,R\n1-3,1-2,a\n,3-6,b\n4-6,1-6,c",
            "Red d6 with Blue d6, 3 rows, rolls 1 to 6 with 1 to 6 as the heading says",
        ),
        (
            "d4,d6,R\n1-3,1-2,a\n1-2,3-6,b\n3,3-6,b\n4,1-6,c",
            "d4 with d6, 4 rows, rolls 1 to 4 with 1 to 6 as the heading says",
        ),
        (
            "1st d6,2nd d6,3rd d6,R\n1-3,1-6,1-3,a\n1-3,1-6,4-6,b\n4-6,1-3,1-6,c\n4-6,4-6,1-6,d",
            "1st d6 with 2nd d6 with 3rd d6, 4 rows, rolls 1 to 6 with 1 to 6 with 1 to 6",
        ),
        (
            "d4,Axe,d6 damage\n1,a,2\n2,b,2\n3,c,1\n4,d,2",
            "d4, 4 rows, rolls 1 to 4 as the heading says, ",
        ),
        ("d6,R\n1-5,\n,a\n6,–", "d6, 2 rows, rolls 1 to 6 as the heading says"),
    ],
    ids=lambda text: text.partition("\n")[0],
)
def test_other_tables_that_are_right(tmp_path: Path, table: str, checked: str) -> None:
    problems, found = audit_text(tmp_path / "t.csv", table)
    assert not select_errors(problems)
    assert found.startswith(checked)


@pytest.mark.parametrize(
    "dice",
    ["d6xd6", "d6 × d6", "1d6+1×10", "2xd6", "d6/2", "d6!", "2d20kh3", "4d6 drop",
     "d20 or d12", "d0", "0d6"],
)  # fmt: skip
def test_of_dice_that_are_not_understood_nothing_is_claimed(tmp_path: Path, dice: str) -> None:
    """Alone, and where they are rolled with others."""
    for table in (
        f"{dice},R\n1-3,a\n4-6,b",
        f"1st {dice},d8,R\n1,1-4,a\n1,5-8,b\n2,1-4,c\n2,5-8,d",
    ):
        (problem,), checked = audit_text(tmp_path / "t.csv", table)
        assert re.fullmatch(
            r'cannot read the dice of "(1st )?(.*)"',
            problem.message,
        )
        assert (dice in problem.message, checked) == (True, "")


@pytest.mark.parametrize(
    "table",
    [
        "name,damage,range,weight,cost,qty\nBow,1-6,20-200,2,25,1\nAxe,1-6,1,2,7,1-2\nAx,1-4,1,1,3,2",
        "id,name,cost,power\n1,Troll,3,4\n2,Imp,1,1\n3,Elf,2,2\n5,Orc,4,2",
        "Title,Year,Pages,Players,Age\nRoot,2018,1-14,2-4,10+\nArk,2021,15-18,1-4,14+\nUno,71,24,2-10,7+",
        "Level,XP\n1,0\n2,300\n3,900\n5,6500",
        "Years,King\n1066-1087,William I\n1087-1100,William II\n1100-1135,Henry I",
        "Item,Chance %\nSword,30%\nShield,60%\nHelm,25%",
        "Class,d6 pools,HD d8\nFighter,1,3\nWizard,2,1\nRogue,3,2\nBard,2,2",
        "Unit,Roll,Save\nGuard,4+,3+\nMilitia,5+,6+\nKnight,3+,2+",
        "Beast,Min,Max\nWolf,1,6\nBear,2,12\nRat,1,2",
        "Skill,Roll\nClimb,12\nSwim,15\nHide,12\nRide,10",
        "d6,Result",
    ],
    ids=lambda table: table.partition("\n")[0],
)
def test_what_is_no_roll_is_taken_for_none(tmp_path: Path, table: str) -> None:
    """Numbers, damage, needs, pages: of a file without rolls that is said, not that it is right."""
    problems, checked = audit_text(tmp_path / "t.csv", table)
    assert {problem.severity for problem in problems} == {Severity.UNVERIFIED}
    assert checked == ""


def audit_text(path: Path, text: str) -> tuple[tuple[Problem, ...], str]:
    path.write_text(text, encoding="utf-8")
    return audit_joined(path)


def audit_joined(path: Path, sheet: str = "") -> tuple[tuple[Problem, ...], str]:
    """All that is said of a file, what was looked at in one line."""
    problems, checked = audit_file(path, sheet)[:2]
    return problems, "; ".join(checked)


CELLS = """
1 2 3 4 5 6 7 10 11 12 16 20 21 36 66 99 00 000 01 06 100 9999999 -2 −2 1-2 3-4 5–6 01-30 31–60
61—00 96-0 12--15 1O-20 20-1 5- 11+ ≤5 <=3 ≥9 -3--1 2-Jan twelve ? – * % ² ١٢ , ; & + - 1..3 ="1-2"
5_or_less 7_and_up 1_to_3 2,_12 1_or_2 " 1_thru _
"""
HEADS = """
d100 2d6 d66 Roll roll low high min max from to Table % d10 d0 0d6 w1 d99999 d20+1 d6-2 2d6+d4 Level
1-4 7 d100_low d100_high from_low
"""


@pytest.mark.slow
def test_any_table_ends_in_findings_or_in_what_was_checked(tmp_path: Path) -> None:
    random = Random(1)
    cells, names = ([one.replace("_", " ") for one in text.split()] for text in (CELLS, HEADS))
    ends = set()
    for _ in range(max(120, 4 * settings().max_examples)):
        heads = random.sample(names, random.randint(1, 4))
        rows = [
            ["".join(random.choices(cells, k=random.choice((0, 1, 1, 1, 2)))) for _ in heads]
            for _ in range(random.randint(0, 12))
        ]
        path = tmp_path / "t.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([heads, *rows])
        problems, checked = audit_joined(path)
        assert all(one.message and one.hint and one.where.file for one in problems)
        ends.add((bool(problems), bool(checked)))
    assert ends == {(True, True), (True, False), (False, True)}


BOOK: dict[str, list[list[Cell]]] = {
    "Loot": [["d6", "Item"], ["1-3", "Gold"], [4, "Gem"], ["5-6", "Ring"]],
    "Foes": [["d6", "Foe"], ["1-3", "Rat"], [3, "Bat"], ["5-6", "Cat"]],
    "Dates": [["d6", "Foe"], ["1-3", "Rat"], [DATE, "Bat"]],
}


@pytest.mark.parametrize("name", ["t.xlsx", "t.ods"])
def test_a_workbook_s_sheet_and_cells_are_named(tmp_path: Path, name: str) -> None:
    sheets = {sheet: rows for sheet, rows in BOOK.items() if sheet != "Dates"}
    path = tmp_path / name
    (write_xlsx if name.endswith("x") else write_ods)(path, sheets)
    said = " rows, rolls 1 to 6 as the heading says, in cells A2 to A4. Not checked: "
    assert audit_file(path).checked == (
        f"sheet Loot: d6, 3{said}Item",
        f"sheet Foes: d6, 3{said}Foe",
    )
    (problem,), checked = audit_joined(path, "Foes")
    assert str(problem).replace(str(path), name) == (
        f'{name}, sheet Foes, cell A3: error: "1-3" in cell A2 and "3" both contain 3; '
        'no row contains 4, between "3" and "5-6" in cell A4\n  write "4"'
    )
    assert checked.startswith("sheet Foes: d6, 3 rows, rolls 1 to 6 as the heading says, in cells")


def test_a_date_of_a_workbook_is_named(tmp_path: Path) -> None:
    write_xlsx(tmp_path / "t.xlsx", BOOK)
    (problem,), checked = audit_joined(tmp_path / "t.xlsx", "Dates")
    assert "sheet Dates, cell A3: error: a date in a format that differs" in str(problem)
    assert checked == ""
    path = tmp_path / "t.xlsx"
    with ZipFile(path) as book:
        parts = {name: book.read(name).replace(b'"14"', b'"16"') for name in book.namelist()}
    with ZipFile(path, "w") as book:
        for name, data in parts.items():
            book.writestr(name, data)
    (problem,), checked = audit_joined(path, "Dates")
    assert str(problem).endswith(
        "sheet Dates, cell A3: error: a date or time: spreadsheet programs turn cells such as 1-2 "
        "into dates\n  format the cell as text, then type it again"
    )


def test_a_table_that_is_wrong_all_over_is_told_in_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of many overlaps some hundreds are told, the first found with what mends them."""
    monkeypatch.setattr("printgen.roll_tables.coverage._MAX_ATTEMPTS", 6_000)
    rows = "".join(f"{number * 9 + 1}-{number * 9 + 11},x\n" for number in range(600))
    problems, _ = audit_text(tmp_path / "t.csv", f"Roll,Result\n{rows}")
    hints = [problem.hint for problem in problems]
    assert hints.count("correct these first") == 1
    assert sum(hint.startswith("write ") for hint in hints) == 10
    assert hints.count("give each roll one row") == 490
