"""Shapes of dice tables that other people write: read without a false alarm.

Beside each is a neighbour with a mistake, which is still reported.
"""

import json
from pathlib import Path
from typing import NamedTuple

import pytest

from printgen.problems import Severity, select_errors
from printgen.roll_tables.charts import read_charts
from printgen.roll_tables.detect.options import AuditOptions
from printgen.roll_tables.report import AuditResult, audit_file


class Shape(NamedTuple):
    """A file that is right, the part of it that a mistake replaces, and what is said of both.

    `said` is part of what is said of the right file, and `error` of what is said of the wrong one.
    """

    name: str
    text: str
    old: str
    new: str
    said: str
    error: str


def md(*rows: str) -> str:
    """A Markdown table of rows whose cells are separated by bars."""
    head, *lines = (f"| {row.replace('|', ' | ')} |" for row in rows)
    return "\n".join([head, "|" + "---|" * (rows[0].count("|") + 1), *lines, ""])


def say(folder: Path, name: str, text: str) -> tuple[AuditResult, str]:
    """What is found in a file, and all that is said of it."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    result = audit_file(path)
    notes = [f"{one.severity}: {one.message}" for one in result.problems]
    return result, "\n".join([*notes, *result.checked, result.unchecked])


LETTERS = {
    "Polish": Shape(
        "t.csv", "Rzut k20,Wynik\n1-5,a\n6-19,b\n20,c\n", "6-19", "7-19",
        "Rzut k20, 3 rows, rolls 1 to 20 as the heading", "no row contains 6",
    ),
    "Czech with two dice": Shape(
        "t.md", md("2k6", "2-6", "7", "8-12"), "7", "6-7",
        "2k6, 3 rows, rolls 2 to 12", "both contain 6",
    ),
    "Swedish": Shape(
        "t.csv", "T20;Händelse\n1–10;a\n11–19;b\n20;c\n", "11–19", "11–18",
        "T20, 3 rows, rolls 1 to 20", "no row contains 19",
    ),
    "Norwegian, in a title": Shape(
        "t.md", "## Skatter (T100)\n\n" + md("Kast|Skatt", "1-50|a", "51-99|b", "100|c"),
        "51-99", "50-99", "Kast, 3 rows, rolls 1 to 100 as its name says", "both contain 50",
    ),
    "Russian": Shape(
        "t.csv", "к6,Итог\n1,a\n2,b\n3-5,c\n6,d\n", "\n6,d", "",
        "к6, 4 rows, rolls 1 to 6", "no row contains 6",
    ),
    "Hebrew": Shape(
        "t.csv", "ק20,x\n1-10,a\n11-20,b\n", "11-20", "11-21",
        "ק20, 2 rows, rolls 1 to 20", "beyond the end of d20",
    ),
    "German": Shape(
        "t.csv", "3W6,x\n3-10,a\n11-18,b\n", "3-10", "4-10",
        "3W6, 2 rows, rolls 3 to 18", "no row contains 3",
    ),
    "Persian digits": Shape(
        "t.csv", "d۶,x\n۱-۳,a\n۴-۶,b\n", "۴-۶", "۵-۶",
        "d۶, 2 rows, rolls 1 to 6", "no row contains 4",
    ),
    "Devanagari digits": Shape(
        "t.csv", "d२०,x\n१–१०,a\n११–२०,b\n", "११", "१०",
        "rolls 1 to 20", "both contain 10",
    ),
    "full-width digits": Shape(
        "t.csv", "２Ｄ６,x\n２〜６,a\n７,b\n８～１２,c\n", "７,b", "８,b",
        "rolls 2 to 12", "both contain 8",
    ),
    "low and high in other words": Shape(
        "t.csv", "von,bis,x\n1,3,a\n4,6,b\n7,10,c\n", "4,6", "4,5",
        "von and bis, 3 rows", "no row contains 6",
    ),
}  # fmt: skip


def dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


DICE_KEYS = {
    "min and max": Shape(
        "t.json",
        dumped({"name": "Loot", "dice": "2d6", "rows": [
            {"min": 2, "max": 6, "text": "a"}, {"min": 7, "max": 12, "text": "b"}]}),
        '"min": 7', '"min": 8', "Loot: 2d6, 2 rows, rolls 2 to 12 as the heading",
        "no row contains 7",
    ),
    "range": Shape(
        "t.json",
        dumped([{"title": "Sky", "dice": "d20", "entries": [
            {"range": [1, 10], "result": "a"}, {"range": [11, 19], "result": "b"},
            {"range": [20, 20], "result": "c"}]}]),
        "[11, 19]", "[10, 19]", "d20, 3 rows, rolls 1 to 20 as the heading",
        "both contain 10",
    ),
    "roll": Shape(
        "t.json",
        dumped({"tables": {"fog": {"dice": "1d6", "items": [
            {"roll": "1-3", "x": "a"}, {"roll": "4-5", "x": "b"}, {"roll": 6, "x": "c"}]}}}),
        '"roll": 6', '"roll": 5', "1d6, 3 rows, rolls 1 to 6 as the heading",
        "both contain 5",
    ),
    "low and high of a die": Shape(
        "t.json",
        dumped({"tables": [{"title": "Duty", "die": "d10", "page": "3", "rows": [
            {"low": 1, "high": 8, "label": "a"}, {"low": 9, "high": 10, "label": "b"}]}]}),
        '"low": 9', '"low": 8', "d10, 2 rows, rolls 1 to 10", "both contain 8",
    ),
    "in YAML": Shape(
        "t.yaml",
        "name: Rain\ndice: 1d8\nresults:\n- {range: 1-4, text: a}\n- {range: 5-8, text: b}\n",
        "5-8", "6-8", "Rain: 1d8, 2 rows, rolls 1 to 8 as the heading", "no row contains 5",
    ),
}  # fmt: skip

SORTED_D66 = [f"{low}{high}" for low in range(1, 7) for high in range(low, 7)]
FALLING_D66 = sorted(roll[::-1] for roll in SORTED_D66)
SORTED_D44 = [f"{low}{high}" for low in range(1, 5) for high in range(low, 5)]
HALVES = [f"{number}|a{number}|{number + 10}|b{number}" for number in range(1, 11)]
TURNS = [f"{2 * number - 1}|a|{2 * number}|b" for number in range(1, 11)]

LAYOUTS = {
    "two halves": Shape(
        "t.md", md("d20|Item|d20|Item", *HALVES), "| 14 |", "| 15 |",
        "d20, 20 rows, rolls 1 to 20", "no row contains 14",
    ),
    "two halves, line by line": Shape(
        "t.md", md("d20|Item|d20|Item", *TURNS), "| 7 |", "| 6 |",
        "d20, 20 rows, rolls 1 to 20", "no row contains 7",
    ),
    "two halves of a sheet": Shape(
        "t.csv", "d6,Foe,,d6,Foe\n1,a,,4,d\n2,b,,5,e\n3,c,,6,f\n", "5,e", "4,e",
        "d6, 6 rows, rolls 1 to 6", "no row contains 5",
    ),
    "two blocks": Shape(
        "t.md", "# Loot\n\n" + md("d6|x", "1-2|a", "3|b") + "\n\n" + md("d6|x", "4|c", "5-6|d"),
        "5-6", "6", "Loot: d6, 4 rows, rolls 1 to 6", "no row contains 5",
    ),
    "three blocks": Shape(
        "t.md", "\n\n".join([md("d6|x", "1|a", "2|b"), md("d6|x", "3|c", "4|d"),
                             md("d6|x", "5|e", "6|f")]),
        "| 4 |", "| 3 |", "d6, 6 rows, rolls 1 to 6", "no row contains 4",
    ),
    "two blocks of a page": Shape(
        "t.html",
        "<h2>Sky</h2><table>\n<tr><th>d10<th>x\n<tr><td>1-5<td>a</table>\n"
        "<table>\n<tr><th>d10<th>x\n<tr><td>6-10<td>b</table>",
        "6-10", "7-10", "Sky: d10, 2 rows, rolls 1 to 10", "no row contains 6",
    ),
    "sorted d66": Shape(
        "t.csv", "\n".join(["d66,x", *(f"{roll},a" for roll in SORTED_D66)]), "\n34,a", "",
        "d66, 21 rows, rolls 11 to 66", "no row contains 34",
    ),
    "sorted d66, the highest die first": Shape(
        "t.csv", "\n".join(["D66,x", *(f"{roll},a" for roll in FALLING_D66)]), "\n54,a", "\n53,a",
        "D66, 21 rows, rolls 11 to 66", "no row contains 54",
    ),
    "sorted d44": Shape(
        "t.csv", "\n".join(["d44,x", *(f"{roll},a" for roll in SORTED_D44)]), "\n23,a", "\n24,a",
        "d44, 10 rows, rolls 11 to 44", "no row contains 23",
    ),
    "levels": Shape(
        "t.csv",
        "Level,d6,x\n1st,1-3,a\n,4-6,b\n2nd,1-2,c\n,3-6,d\n3rd,1-6,e\n", "3-6,d", "4-6,d",
        "d6, 5 rows in 3 tables, rolls 1 to 6", "no row contains 3",
    ),
    "two levels": Shape(
        "t.md", md("Depth|d20|x", "1|1-10|a", "|11-20|b", "2|1-5|c", "|6-20|d"),
        "| 1-5 |", "| 2-5 |", "d20, 4 rows in 2 tables", "no row contains 1",
    ),
    "levels without dice": Shape(
        "t.csv",
        "Terrain,Roll,x\nHill,01-40,a\n,41-00,b\nMoor,01-99,c\n,00,d\nSea,01-00,e\n",
        "41-00", "40-00", "Roll, 5 rows in 3 tables", "both contain 40",
    ),
    "a table below a row": Shape(
        "t.csv",
        "d8,x\n1-4,coins\n5,a statue (roll d4)\n1,cat\n2,dog\n3,owl\n4,toad\n6-8,gems\n",
        "2,dog", "1,dog", "d8, 7 rows in 2 tables", "no row contains 2",
    ),
    "a table below the last row": Shape(
        "t.md", md("d6|x", "1-5|nothing", "6|roll 1d6", "1-2|ant", "3-6|bee"),
        "3-6", "4-6", "d6, 4 rows in 2 tables", "no row contains 3",
    ),
    "a table below a row, with higher rolls": Shape(
        "t.csv",
        "d4,x\n1,ale\n2,a die: d8\n1-3,red\n4-6,blue\n7-8,green\n3,beer\n4,wine\n",
        "7-8", "8", "d4, 7 rows in 2 tables", "no row contains 7",
    ),
    "more in steps": Shape(
        "t.csv", "Roll,x\n1-10,a\n11-20,b\n21-30,c\nEach +10,one more\n", "11-20", "12-20",
        'note: "Each +10" continues the rolls', "no row contains 11",
    ),
    "more in steps, of dice": Shape(
        "t.md", md("2d6|x", "2-7|a", "8-12|b", "every 2 more|c"), "8-12", "7-12",
        'note: "every 2 more" continues', "both contain 7",
    ),
    "more in steps, in German": Shape(
        "t.csv", "W20,x\n1-10,a\n11-20,b\nje +5,c\n", "11-20", "11-19",
        'note: "je +5" continues', "no row contains 20",
    ),
    "a second heading line": Shape(
        "t.md", md("Skarby|", "Rzut k6 na skarb|Co", "1-2|a", "3|b", "4-6|c"), "4-6", "5-6",
        "3 rows, rolls 1 to 6 as the heading", "no row contains 4",
    ),
    "a second heading line with other words": Shape(
        "t.csv", "Encuentros,\nTirada de 1d8,Encuentro\n1-4,a\n5-8,b\n", "5-8", "5-7",
        "2 rows, rolls 1 to 8 as the heading", "no row contains 8",
    ),
    "a second heading line of a page": Shape(
        "t.html",
        "<table>\n<tr><th colspan=2>Väder\n<tr><th>Slå T10 varje dag<th>Väder\n"
        "<tr><td>1-5<td>sol\n<tr><td>6-8<td>dis\n<tr><td>9-10<td>regn</table>",
        "6-8", "7-8", "3 rows, rolls 1 to 10 as the heading", "no row contains 6",
    ),
    "beyond both ends": Shape(
        "t.csv", "2d6,x\n0–6,a\n7–9,b\n10–100,c\n", "7–9", "8–9",
        "note: the rolls are 0 to 100, beyond both ends of 2d6", "no row contains 7",
    ),
    "beyond both ends, one by one": Shape(
        "t.csv", "d6,x\n0,a\n1,b\n2,c\n3,d\n4,e\n5,f\n6,g\n7,h\n", "4,e", "3,e",
        "note: the rolls are 0 to 7, beyond both ends of d6", "no row contains 4",
    ),
    "beyond one end": Shape(
        "t.csv", "3d6,x\n-2 to 8,a\n9-12,b\n13-25,c\n", "13-25", "12-25",
        "note: the rolls are -2 to 25, beyond both ends of 3d6", "both contain 12",
    ),
    "a record sheet": Shape(
        "t.csv", "d6,Name,Notes\n1,,\n2,,\n3,,\n4,,\n5,,\n6,,\n", "3,,", "2,,",
        "note: no result for \"1\", \"2\", \"3\"", "no row contains 3",
    ),
    "a record sheet in two columns": Shape(
        "t.md", md("d4|Ally|d6|Foe", "1||1|", "2||2|", "3||3|", "4||4|", "||5|", "||6|"),
        "| 5 |", "| 4 |", "note: no result for \"1\", \"2\", \"3\"", "no row contains 5",
    ),
    "a record sheet with one entry": Shape(
        "t.csv", "d100,Rumour\n01-50,\n51-75,\n76-00,\n", "76-00,", "76-00,x",
        "note: no result for \"01-50\", \"51-75\", \"76-00\"", '"01-50" has no result',
    ),
    "marks in a few columns": Shape(
        "t.md", md("d4|Empty|Trap|Lair", "1|X|X|X", "2|||X", "3|||X", "4|||"), "| 3 |", "| 2 |",
        'note: no result for "4"', "no row contains 3",
    ),
    "a second die that is not always rolled": Shape(
        "t.md", md("d4|d6|x", "1|-|a", "2|1-3|b", "|4-6|c", "3|1-6|d", "4|1|e", "|2-6|f"),
        "| 2-6 |", "| 3-6 |", "d4 with d6, 6 rows, rolls 1 to 4 with 1 to 6", "no row contains 2",
    ),
    "dice plus something": Shape(
        "t.csv", "d6+,x\n2-3,a\n4-6,b\n7-11,c\n12,d\n", "4-6", "5-6",
        "d6+, 4 rows, rolls 2 to 12 as its cells say", "no row contains 4",
    ),
    "a heading with tags": Shape(
        "t.md", md('<div style="width:9px;">Roll %</div>|x', "1-50|a", "51-99|b", "100|c"),
        "51-99", "52-99", "Roll %, 3 rows, rolls 1 to 100 as the heading", "no row contains 51",
    ),
    "lines of Org": Shape(
        "t.md", "| d6 | x |\n|----+---|\n| 1-3 | a |\n| 4-6 | b |\n", "4-6", "5-6",
        "d6, 2 rows, rolls 1 to 6", "no row contains 4",
    ),
    "lines of Org below the rows": Shape(
        "t.txt", "|----+---+---|\n| d8 | x | y |\n|----+---+---|\n| 1-7 | a | b |\n| 8 | c | d |\n"
        "|----+---+---|\n", "| 8 |", "| 7 |", "d8, 2 rows, rolls 1 to 8", "no row contains 8",
    ),
    "lines of Org between the rows": Shape(
        "t.md", "| d4 | x |\n|-+-|\n| 1 | a |\n|-+-|\n| 2-3 | b |\n|-+-|\n| 4 | c |\n",
        "2-3", "3", "d4, 3 rows, rolls 1 to 4", "no row contains 2",
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    "shape",
    [
        pytest.param(shape, id=name)
        for group in (LETTERS, DICE_KEYS, LAYOUTS)
        for name, shape in group.items()
    ],
)
def test_a_shape_is_right_and_its_neighbour_is_wrong(tmp_path: Path, shape: Shape) -> None:
    result, said = say(tmp_path, shape.name, shape.text)
    assert shape.said in said
    assert (select_errors(result.problems), result.has_rolls) == ((), True)
    assert shape.text.count(shape.old) == 1
    result, said = say(tmp_path, shape.name, shape.text.replace(shape.old, shape.new))
    assert shape.error in said
    assert select_errors(result.problems)


KINDS = {
    "prices of dice": ("Shop,d4,d6,d8,d10\nA,1,2,3,4\nB,2,3,5,6\nC,3,5,8,9\n", "d6"),
    "steps of a trait": (
        "Rank,d4,d6,d8,d10,d12\n1,1-2,1-3,1-4,1-5,1-6\n2,3,4-5,5-6,6-8,7-9\n",
        "d12",
    ),
    "chances by die": ("Need,d6,d8,d20\n2,1,2,3\n3,2,3,4\n4,3,4,6\n", "d8"),
}


@pytest.mark.parametrize("name", KINDS)
def test_dice_as_names_of_columns_are_no_rolls(tmp_path: Path, name: str) -> None:
    """But a column with each roll of its die is one, and --rolls makes any."""
    text, column = KINDS[name]
    result, _ = say(tmp_path, "t.csv", text)
    assert {one.severity for one in result.problems} == {Severity.UNVERIFIED}
    assert select_errors(audit_file(tmp_path / "t.csv", "", AuditOptions(rolls=(column,))).problems)


def test_neighbouring_tables_of_different_dice_are_rolls(tmp_path: Path) -> None:
    rows = "1,1,1\n2,2,2\n3,4,3\n4,4,4\n,5,5\n,6,6\n,,7\n,,8\n"
    result, said = say(tmp_path, "t.csv", f"d4,d6,d8\n{rows}")
    assert "no row contains 3" in said
    assert len(select_errors(result.problems)) == 1


PRICES = {
    "prices": "Item,Price (d20),Price (d6)\nAxe,10,3\nBow,11,4\nRope,12,5\nLamp,13,7\n",
    "armour": "Armour,d20,d6\nLeather,12,3\nChain,15,4\nPlate,18,4\nShield,19,3\n",
    "quantities": "Cargo,Quantity (2d6),Cost\nOre,20-30,5\nSilk,31-40,9\nTea,41-60,7\n",
}


@pytest.mark.parametrize("name", PRICES)
def test_prices_quantities_and_armour_are_no_rolls(tmp_path: Path, name: str) -> None:
    result, _ = say(tmp_path, "t.csv", PRICES[name])
    assert select_errors(result.problems) == ()
    assert not result.has_rolls


@pytest.mark.parametrize(
    "table",
    ["d20,Loot\n1-5,a\n6-8,b\n", "Loot (d6)\n1\n2\n3\n4\n5\n", "d100 price,x\n01-40,a\n41-95,b\n"],
)
def test_few_rolls_of_the_dice_are_still_rolls(tmp_path: Path, table: str) -> None:
    """They begin or end as the dice do."""
    _, said = say(tmp_path, "t.csv", table)
    assert "no row contains" in said


ONE_LINE = [
    ("<caption>Loot</caption>", "table Loot, row 4"),
    ("", "table 1, row 4"),
    ("<caption>Gems, and more</caption>", "table Gems, and more, row 4"),
]


@pytest.mark.parametrize(("caption", "place"), ONE_LINE)
def test_a_page_on_one_line_names_the_table_and_the_row(
    tmp_path: Path, caption: str, place: str
) -> None:
    rows = "<tr><th>d6<th>x<tr><td>1<td>a<tr><td>2-3<td>b<tr><td>5-6<td>c"
    result, _ = say(tmp_path, "t.html", f"<p>x</p><table>{caption}{rows}</table>")
    (problem,) = result.problems
    assert (problem.where.line, problem.where.subject) == (1, place)
    assert 'between "2-3" in row 3 and "5-6"' in problem.message
    assert result.checked[0].split(". Not")[0].endswith("in rows 2 to 4")
    apart = rows.replace("<tr>", "\n<tr>")
    result, _ = say(tmp_path, "t.html", f"<table>{caption}{apart}</table>")
    assert (result.problems[0].where.line, result.problems[0].where.subject) == (5, "")


@pytest.mark.parametrize(
    ("dice", "rolls", "labels"),
    [
        ("2d6", ["2-6", "7-11", "12+"], ["2–6", "7–11", "12+"]),
        ("2d6", ["5 or less", "6", "7 or more"], ["5 or less", "6", "7+"]),
        ("d20", ["01-19", "≥20"], ["01–19", "20+"]),
        ("d20", ["up to 1", "2-20"], ["1 or less", "2–20"]),
    ],
)
def test_a_chart_shows_open_ranges_as_open(
    tmp_path: Path, dice: str, rolls: list[str], labels: list[str]
) -> None:
    path = tmp_path / "t.csv"
    path.write_text("\n".join([f"{dice},x", *(f"{roll},a" for roll in rolls)]), encoding="utf-8")
    (chart,) = read_charts(path)
    assert [row.label for row in chart.rows] == labels
