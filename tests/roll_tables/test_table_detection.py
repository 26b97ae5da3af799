"""Each form of a table that people write: what is made of it, and in its verdict."""

from pathlib import Path

import pytest
from test_report import said

CSV = {
    "a title": ("Loot of kings,\nd6,Item\n1-3,a\n4-6,b", "= Loot of kings: d6, 2 rows"),
    "dice in title": ("Loot (d8),\nRoll,Item\n1-4,a\n5-7,b", 't.csv:4:1: error: no row contains 8'),
    "one head over rolls": ("d6,\n1-3,a\n4-6,b", "= d6, 2 rows, rolls 1 to 6 as the head"),
    "a title above a blank line": ("Loot\n\nd6,Item\n1-3,a\n4-6,b", "= Loot: d6, 2 rows"),
    "a footnote": (
        "d6,Item\n1-3,a\n4-6,b\n* if lit,", "in lines 2 to 3. Not checked: Item, line 4"),
    "a footnote in a first column of results": (
        "Item,d6\na,1-3\nb,4-6\nif lit,", "in lines 2 to 3. Not checked: Item, line 4"),
    "a blank line": (
        "d6,Item\n1-3,a\n,\n4-6,b", "2 rows, rolls 1 to 6 as the heading says, in lines 2 to 4"),
    "no head": ("1-3,a\n4-6,b", "= column A, 2 rows, rolls 1 to 6 as its cells say"),
    "no head, a gap": ("1-3,a\n4-5,b\n7-9,c", "t.csv:3:1: error: no row contains 6"),
    "numbers and no head": ("1,a\n2,b\n3,c\n4,d", "= column A, 4 rows, rolls 1 to 4"),
    "numbers that are no dice": ("1,a\n2,b\n3,c\n4,d\n5,e", "= "),
    "stacked": ("d6,Item\n1-6,a\n\nd4,Foe\n1-3,b", "t.csv:5:1: error: no row contains 4"),
    "stacked close": ("d6,Item\n1-6,a\nd4,Foe\n1-3,b", "t.csv:4:1: error: no row contains 4"),
    "side by side": (
        "d6,Item,,d4,Foe\n1-3,a,,1-2,c\n4-6,b,,3,d", "t.csv:3:8: error: no row contains 4"),
    "heads again, going on": ("d6,I,d6,I\n1-2,a,5,c\n3-4,b,6,d", "= d6, 4 rows, rolls 1 to 6"),
    "heads again with a gap": ("d6,I,d6,I\n1-2,a,6,c\n3-4,b,,", "error: no row contains 5"),
    "heads again after a blank": ("d6,I,,d6,I\n1-2,a,,5,c\n3-4,b,,6,d", "= d6, 4 rows, rolls 1"),
    "heads again, beginning": ("d6,I,d6,I\n1-6,a,1-5,c", "t.csv:2:7: error: no row contains 6"),
    "heads again, neither": (
        "d20,I,d20,I\n1-5,a,13-20,c\n6-9,b,,", "not claimed: the headings in line 1 are the same"),
    "heads again, beginning with an open range": (
        "2d6,I,2d6,I\n5 or less,a,4 or less,c\n6-12,b,5+,d", "= 2d6, 2 rows, rolls 2 to 12"),
    "heads again below": ("d6,I\n1-3,a\nd6,I\n4-6,b", "= d6, 2 rows, rolls 1 to 6"),
    "low and high alike": ("low,high,I\n1,1,a\n2,2,b\n4,4,c", "error: no row contains 3, between"),
    "a range from 1": ("Range,I\n1-3,a\n4-6,b\n7-9,c\n11-12,d", "error: no row contains 10"),
    "a range from 2": ("Range,I\n2-3,a\n4-6,b\n7-9,c", 't.csv:1:1: not claimed: "Range" has'),
    "a range with two gaps": ("Score,I\n1-3,a\n4-6,b\n7-9,c\n11-12,d\n14-15,e", "not claimed"),
    "pages with a gap": ("Pages,I\n1-3,a\n4-6,b\n7-9,c\n11-12,d", 'not claimed: "Pages" has'),
    "all others": ("d6,I\n1-3,a\notherwise,b", "= d6, 2 rows"),
    "a word beside rolls": ("d6,I\n1-3,a\n4-6,b\nDouble,c", 'note: "Double" is not a roll, and'),
    "words, halves and signs": ("d8,I\none,a\n2/3,b\n+4 to +5,c\nup to 1,d", "error: "),
    "up to": ("d20,I\nup to 19,a\n20,b", "= d20, 2 rows, rolls 1 to 20"),
    "a sum of dice": ("1d6+1d6,I\n2-11,a\n13,b", "t.csv:3:1: error: "),
    "dice times ten": ("3d6×10,I\n30-100,a\n120-180,b", "error: no row contains 110, between"),
    "a title with a comma": ("Loot, and more\nd6;Item\n1-3;a\n4-6;b", "= Loot, and more: d6"),
}  # fmt: skip


@pytest.mark.parametrize("form", CSV)
def test_a_layout(tmp_path: Path, form: str) -> None:
    table, expected = CSV[form]
    found = said(tmp_path / "t.csv", f"{table}\n")
    assert expected in found
    assert "error" in expected or "error" not in found.replace("error: add", "")


FILES = {
    "t.md": "# Loot (d6)\n\nWords.\n\n"
    "| Roll | *Item* |\n|:-:|--|\n| **1-3** | a \\| b |\n| 5–6 | c |\n",
    "bare.md": "| 1-3 | a |\n| 4 | b |\n| 6-7 | c |\n",
    "quoted.md": "d4 | I\n--|--\n1-4 | a\n\n> [!note] Loot\n> | d6 | I |\n"
    "> |--|--|\n> | 1-3 | b |\n> | 5-6 | c |\n",
    "t.txt": 'Loot\n\nd6\tItem\n1-3\t"a" b\n5-6\tc\n',
    "t.html": "<h2>Loot</h2><table><tr><th>d6<th>Item</tr><tr><td rowspan=2>1&ndash;3<td>a</tr>"
    "<tr><td>and b</tr><tr><td>5-6<sup>[1]</sup><td>c</tr></table>",
    "t.yaml": "loot:\n  - {d6: 1-3, item: a}\n  - {d6: 5-6, item: b}\n",
    "t.json": '{"loot": [{"d6": "1-3", "item": "a"}, {"d6": "5-6", "item": {"x": 1}}]}',
    "foundry.json": '{"name": "Loot", "formula": "1d6", "results": [{"text": "b", "range": [5, 6]},'
    '{"text": "<p>a</p>", "range": [1, 3]}, {"text": "c", "range": [5, 6]}]}',
    "tools.json": '{"x": [{"name": "Loot", "colLabels": ["{@dice d6}", "Item"], "rows": '
    '[["1-3", "{@item a|b|c}"], [{"type": "cell", "roll": {"min": 5, "max": 6}}, "d"]]}]}',
    "open.json": '[{"name": "Loot", "colLabels": ["d6", "Item"], "rows": [["1-3", "b"], '
    '[{"type": "cell", "roll": {"min": 5, "max": 100000000000000000000}}, "d"]]}]',
}
SAID = {
    "t.md": 't.md:7:3: error: no row contains 4, between "1-3" and "5–6" in line 8\n'
    '  write "1-4", or write "4–6" in line 8, or add a row for 4\n'
    "= Loot (d6): Roll, 2 rows, rolls 1 to 6 as its name says, in lines 7 to 8. "
    "Not checked: Item",
    "bare.md": 'bare.md:3:3: error: no row contains 5, between "4" in line 2 and "6-7"',
    "quoted.md": 'quoted.md:8:5: error: no row contains 4, between "1-3" and "5-6" in line 9',
    "t.txt": "t.txt:4:1: error: no row contains 4,",
    "t.html": "t.html:1: table Loot, row 2: error: no row contains 4,",
    "t.yaml": "t.yaml:2:5: error: no row contains 4,",
    "t.json": "t.json:1:11: error: no row contains 4,",
    "foundry.json": "foundry.json:1:118: note: 2 results have the range 5-6",
    "tools.json": "error: no row contains 4, between",
    "open.json": 'open.json:1:57: error: no row contains 4, between "1-3" and "5+"',
}


@pytest.mark.parametrize("name", FILES)
def test_a_format(tmp_path: Path, name: str) -> None:
    found = said(tmp_path / name, FILES[name])
    assert SAID[name] in found
    assert "no row contains" in found
    assert (
        "Loot: d6, 2 rows" in found
        or "loot: d6, 2 rows" in found
        or name.endswith(".md")
        or ("Loot: 1d6, 2 rows" in found)
    )
    assert "goes on" not in found  # a merged cell says that it does


@pytest.mark.parametrize(
    ("weights", "told"),
    [
        ((1, 1), ""),
        ((3, 3), ""),
        ((2, 6), "t.json:1:48: note: the weight 2 does not match a range of 3 rolls, and 1 more"),
    ],
)
def test_a_weight_that_its_range_is_not(
    tmp_path: Path, weights: tuple[int, int], told: str
) -> None:
    """It is drawn by the range alone; 1 stands there where nobody wrote any."""
    rows = ", ".join(
        f'{{"text": "a", "weight": {weight}, "range": [{low}, {low + 2}]}}'
        for weight, low in zip(weights, (1, 4), strict=True)
    )
    text = f'{{"name": "Loot", "formula": "1d6", "results": [{rows}]}}'
    found = said(tmp_path / "t.json", text)
    assert told in found
    assert ("note" in found) == bool(told)
