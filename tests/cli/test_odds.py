"""`printgen odds`: chances of tables, decks and games, against literals and every roll, listed."""

import csv
import io
import json
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, pairwise, product
from pathlib import Path
from random import Random

import pytest

from printgen.roll_tables.detect.options import NO_OPTIONS
from printgen.roll_tables.odds import OUTSIDE, RollTable
from printgen.roll_tables.odds_tables import read_file_odds
from tests.command_line import Printgen

Roll = Sequence[int]


def d66(roll: Roll) -> int:
    return int("".join(map(str, roll)))


def best(count: int) -> Callable[[Roll], int]:
    return lambda roll: sum(sorted(roll)[-count:])


def worst(count: int) -> Callable[[Roll], int]:
    return lambda roll: sum(sorted(roll)[:count])


# The heading of a table, the sides of each die, and the number that a roll of them is.
DICE: list[tuple[str, Sequence[int], Callable[[Roll], int]]] = [
    ("d4", [4], sum), ("d6", [6], sum), ("1d8", [8], sum), ("Roll (d10)", [10], sum),
    ("d12", [12], sum), ("d20", [20], sum), ("d30", [30], sum), ("d100", [100], sum),
    ("d%", [100], sum), ("W6", [6], sum), ("k20", [20], sum), ("2T6", [6] * 2, sum),
    ("3к6", [6] * 3, sum), ("ק20", [20], sum), ("d1000", [1000], sum), ("2d4", [4] * 2, sum),
    ("2d6", [6] * 2, sum), ("2d8", [8] * 2, sum), ("2d10", [10] * 2, sum),
    ("2d20", [20] * 2, sum), ("3d4", [4] * 3, sum), ("3d6", [6] * 3, sum),
    ("3d8", [8] * 3, sum), ("4d6", [6] * 4, sum), ("5d4", [4] * 5, sum),
    ("1d6+1d6", [6] * 2, sum), ("d6+d8", [6, 8], sum), ("d4+d6+d8", [4, 6, 8], sum),
    ("2d6+1", [6] * 2, lambda roll: sum(roll) + 1), ("1d4-1", [4], lambda roll: roll[0] - 1),
    ("2d6-d4+3", [6, 6, 4], lambda roll: roll[0] + roll[1] - roll[2] + 3),
    ("2d10+1d6+3", [10, 10, 6], lambda roll: sum(roll) + 3),
    ("d66", [6] * 2, d66), ("d666", [6] * 3, d66),
    ("3d6×10", [6] * 3, lambda roll: 10 * sum(roll)),
    ("d6x100", [6], lambda roll: 100 * roll[0]),
    ("4d6kh3", [6] * 4, best(3)), ("4d6 drop lowest", [6] * 4, best(3)),
    ("4d6, keep highest 3", [6] * 4, best(3)), ("4d6 keep 3", [6] * 4, best(3)),
    ("4d6dl1", [6] * 4, best(3)), ("2d20kl", [20] * 2, worst(1)), ("2d20dl", [20] * 2, best(1)),
    ("4d6kl2", [6] * 4, worst(2)), ("3d6 drop highest", [6] * 3, worst(2)),
    ("5d4k2", [4] * 5, best(2)), ("4d6 keep the best 3", [6] * 4, best(3)),
    ("3d8kh2+1d6", [8, 8, 8, 6], lambda roll: best(2)(roll[:3]) + roll[3]),
    ("2d6 keep lowest +2", [6] * 2, lambda roll: min(roll) + 2),
]  # fmt: skip


def read(path: Path, text: str) -> RollTable:
    path.write_text(text, encoding="utf-8")
    (table,), *_ = read_file_odds(path, "", NO_OPTIONS, "", "")
    assert isinstance(table, RollTable)
    return table


@pytest.mark.parametrize(("dice", "sides", "total"), DICE, ids=[dice for dice, *_ in DICE])
def test_odds_are_those_of_every_roll_listed(
    tmp_path: Path, dice: str, sides: Sequence[int], total: Callable[[Roll], int]
) -> None:
    """Each table has up to six rows, the first and the last sometimes with an open end."""
    random = Random(dice)
    rolls = [total(roll) for roll in product(*(range(1, side + 1) for side in sides))]
    totals = sorted(set(rolls))
    cuts = sorted(random.sample(range(1, len(totals)), min(5, len(totals) - 1)))
    rows = [totals[low:high] for low, high in pairwise([0, *cuts, len(totals)])]
    is_open = random.random() < 0.5 and totals[0] > 0 and len(rows[0]) > 1
    cells = [f"{row[0]}-{row[-1]}" if len(row) > 1 else f"{row[0]}" for row in rows]
    if is_open:
        cells[0], cells[-1] = f"{rows[0][-1]} or less", f"{rows[-1][0]}+"
    lines = [f"{cell},result {number}\n" for number, cell in enumerate(cells)]
    table = read(tmp_path / "t.csv", f'"{dice}",Result\n{"".join(lines)}')
    for modifier in (-2, -1, 0, 1, 2) if table.has_modifiers else (0,):
        counts = Counter[str]()
        for roll in (roll + modifier for roll in rolls):
            ends = [(row[0], row[-1]) for row in rows]
            if is_open:
                ends[0], ends[-1] = (-1000, ends[0][1]), (ends[-1][0], 10_000)
            inside = [number for number, (low, high) in enumerate(ends) if low <= roll <= high]
            counts[f"result {inside[0]}" if inside else OUTSIDE] += 1
        found = table.compute_chances(modifier)
        names = [*(f"result {number}" for number in range(len(rows))), OUTSIDE]
        assert found == {name: Fraction(counts[name], len(rolls)) for name in names}
        assert sum(found.values()) == 1


def test_there_are_forty_tables() -> None:
    assert len(DICE) >= 40


@pytest.mark.parametrize(
    ("dice", "roll", "chance"),
    [
        ("2d6", 7, (1, 6)), ("2d6", 2, (1, 36)), ("3d6", 10, (27, 216)), ("3d6", 3, (1, 216)),
        ("4d6kh3", 18, (21, 1296)), ("4d6kh3", 3, (1, 1296)), ("d66", 11, (1, 36)),
        ("d100", 1, (1, 100)), ("2d10", 11, (1, 10)), ("2d20kh1", 20, (39, 400)),
        ("2d20kl1", 20, (1, 400)),
    ],
)  # fmt: skip
def test_odds_that_everybody_knows(
    tmp_path: Path, dice: str, roll: int, chance: tuple[int, int]
) -> None:
    ends = {"d66": (11, 66)}.get(dice)
    low, high = ends or {"2d6": (2, 12), "3d6": (3, 18), "4d6kh3": (3, 18), "d100": (1, 100),
                         "2d10": (2, 20)}.get(dice, (1, 20))  # fmt: skip
    before, after = (15, 21) if dice == "d66" and roll == 16 else (roll - 1, roll + 1)
    after = 12 if dice == "d66" else after
    rows = [f"{low}-{before},other"] * (before >= low) + [f"{roll},it"]
    rows += [f"{after}-{high},other"] * (after <= high)
    table = read(tmp_path / "t.csv", "\n".join([f"{dice},Result", *rows]))
    assert table.compute_chances(0)["it"] == Fraction(*chance)


@pytest.mark.parametrize(("dice", "first"), [("d66", "low"), ("d66", "high"), ("d44", "low")])
def test_sorted_dice_have_the_odds_of_every_roll_listed(
    tmp_path: Path, dice: str, first: str
) -> None:
    sides = int(dice[-1])
    rolls = [
        sorted(roll, reverse=first == "high") for roll in product(range(1, sides + 1), repeat=2)
    ]
    counts = Counter(f"{roll[0]}{roll[1]}" for roll in rolls)
    rows = (f"{roll},it{roll}\n" for roll in sorted(counts))
    table = read(tmp_path / "t.csv", f"{dice},Result\n{''.join(rows)}")
    found = table.compute_chances(0)
    assert found.pop(OUTSIDE, 0) == 0
    assert found == {f"it{roll}": Fraction(count, sides**2) for roll, count in counts.items()}


def records(printgen: Printgen, *words: str) -> list[dict[str, object]]:
    said = printgen("odds", *words, "--format", "json")
    assert (said.code, said.err) == (0, "")
    found: list[dict[str, object]] = json.loads(said.out)
    return found


def chances(printgen: Printgen, *words: str) -> dict[tuple[str, str], Fraction]:
    """The values by their row, which is a result or a card, and the head of their column."""
    found = {}
    for one in records(printgen, *words):
        labels = [*one.values()]
        row = labels[2] if "rolls" in one else labels[1]
        value = Fraction(int(str(one["numerator"])), int(str(one["denominator"])))
        found[str(row), str(one["odds"])] = value
    return found


LOOT = "2d6,Loot,Worth\n2,Dragon,9\n3-5,Goblin,1\n6-8,Nothing,\n9-11,Goblin,1\n12,Dragon,9\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "loot.csv").write_text(LOOT)
    (tmp_path / "cards.csv").write_text("name,suit,qty\nWitch,swamp,2\nTroll,hill,1\n")
    return tmp_path


def test_rows_with_the_same_result_are_one(printgen: Printgen, here: Path) -> None:
    said = printgen("odds", "loot.csv", "--by", "Loot")
    assert (said.code, said.err) == (0, "")
    assert said.out.splitlines() == [
        "loot.csv: 2d6 as the heading says",
        "  rolls      Loot           chance",
        "  2, 12      Dragon   1/18   5.56%",
        "  3-5, 9-11  Goblin   9/18  50.00%",
        "  6-8        Nothing  8/18  44.44%",
    ]


def test_modifiers_are_columns_that_lose_nothing(printgen: Printgen, here: Path) -> None:
    said = printgen("odds", "loot.csv", "--by", "Loot", "--modifier", "-2..+2")
    assert said.out.splitlines()[1:] == [
        "  rolls      Loot                    -2       -1        0       +1       +2",
        "  2, 12      Dragon               8.33%    5.56%    5.56%    5.56%    8.33%",
        "  3-5, 9-11  Goblin              50.00%   50.00%   50.00%   50.00%   50.00%",
        "  6-8        Nothing             33.33%   41.67%   44.44%   41.67%   33.33%",
        "             outside the table    8.33%    2.78%    0.00%    2.78%    8.33%",
    ]
    found = chances(printgen, "loot.csv", "--by", "Loot", "--modifier", "-2..+2")
    for head in ("-2", "-1", "0", "+1", "+2"):
        assert sum(chance for (_, column), chance in found.items() if column == head) == 1


def test_a_single_modifier_is_named(printgen: Printgen, here: Path) -> None:
    lines = printgen("odds", "loot.csv", "--modifier", "+1").out.splitlines()
    assert lines[1].split() == ["rolls", "result", "+1"]
    assert lines[-1].split() == ["outside", "the", "table", "1/36", "2.78%"]


def test_several_rolls_have_a_chance_and_a_mean(printgen: Printgen, here: Path) -> None:
    found = chances(printgen, "loot.csv", "--by", "Loot", "--times", "3")
    assert found["Dragon", "1+ of 3"] == 1 - Fraction(17, 18) ** 3
    assert found["Dragon", "mean"] == Fraction(1, 6)


def test_no_line_is_wider_than_a_terminal(printgen: Printgen, here: Path) -> None:
    (here / "long.csv").write_text(f"d6,Result\n1-5,{'word ' * 40}\n6,x\n")
    (here / "cards.csv").write_text("name,text\n" + "".join(f"{'n' * n},t\n" for n in (3, 60)))
    for words in (
        ("long.csv",), ("long.csv", "--modifier", "-9..9"), ("loot.csv", "--times", "9"),
        ("cards.csv",),
        ("combat-leader", "--by", "selection.s6"), ("combat-leader", "--modifier", "-6..10"),
    ):  # fmt: skip
        said = printgen("odds", *words)
        assert (said.code, said.err) == (0, "")
        assert max(map(len, said.out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("d6,R\n1-2,a\n4-6,b\n", 't.csv:3:1: error: no row contains 3, between "1-2" in line 2'),
        ("d6,R\n1-3,a\n3-6,b\n", 't.csv:3:1: error: "1-3" in line 2 and "3-6" both contain 3'),
        ("4d6kh3,R\n3-9,a\n11-18,b\n", "t.csv:3:1: error: no row contains 10"),
        ("d6!,R\n1-3,a\n4-6,b\n", 't.csv:1:1: not claimed: cannot read the dice of "d6!"'),
        ("Roll,R\n2-6,a\n7-12,b\n", "t.csv:2:1: error: no dice named"),
        ("999d1000,R\n999-2000,a\n2001-999000,b\n", 'the rolls of "999d1000" cannot be counted'),
        ("10000d1000,R\n1-2,a\n3-4,b\n", 'cannot read the dice of "10000d1000"'),
    ],
)
def test_tables_without_odds(printgen: Printgen, here: Path, text: str, message: str) -> None:
    """What check reports, or why the rolls cannot be counted; always with exit code 3."""
    (here / "t.csv").write_text(text)
    said = printgen("odds", "t.csv")
    assert (said.code, said.out) == (3, "")
    assert message in said.err


def test_a_table_that_draws_two_results_at_once_has_no_odds(printgen: Printgen, here: Path) -> None:
    """Foundry draws a range and one inside it together, which is no error of the table."""
    results = [{"range": [1, 6], "text": "a"}, {"range": [2, 3], "text": "b"}]
    (here / "t.json").write_text(json.dumps({"formula": "1d6", "results": results}))
    assert printgen("check", "t.json").code == 0
    said = printgen("odds", "t.json")
    assert (said.code, said.out) == (3, "")
    assert said.err.startswith("t.json:1:")
    assert "error: two rows contain 2-3\n" in said.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("loot.csv", "--by", "Lot"), "no dice table has the column Lot\n  did you mean Loot?"),
        (("loot.csv", "--table", "x"), "no dice table is called x"),
        (("loot.csv", "--modifier", "x"), '"x" is not a range'),
        (("combat-leader", "--table", "card"), "no table is called card\n  did you mean cards?"),
        (
            ("combat-leader", "--by", "kind", "--times", "61"),
            "cannot draw 61 cards from a deck of 60",
        ),
        (
            ("combat-leader", "--by", "kind", "--modifier", "1"),
            "only sums of dice take a modifier",
        ),
        (("combat-leader", "--by", "knid"), "did you mean kind?"),
        (("combat-leader", "--rolls", "x"), "--rolls needs a table file"),
        (("loot.csv", "--sheet", "x"), "--sheet needs a workbook"),
        (("cards.csv", "--dice", "d6"), "this file has no column of rolls"),
    ],
)
def test_wrong_usage(printgen: Printgen, here: Path, words: tuple[str, ...], message: str) -> None:
    said = printgen("odds", *words)
    assert (said.code, said.out) == (2, "")
    assert message in said.err


@pytest.mark.parametrize(
    ("text", "title", "chance"),
    [
        ("Roll,R\n00-04,it\n05-99,b\n", "t.csv: d100 as its cells suggest", (5, 100)),
        ("d100,R\n00-04,it\n05-99,b\n", "t.csv: d100 as the heading says", (5, 100)),
        ("d100,R\n01-95,a\n96-00,it\n", "t.csv: d100 as the heading says", (5, 100)),
        ("Roll,R\n1-29,a\n30,it\n", "t.csv: d30 as its cells say", (1, 30)),
        ("low,high,R\n1,50,it\n51,100,b\n", "t.csv: d100 as its cells say", (1, 2)),
        ("Table,d6,R\nA,1-5,it\nA,6,y\nB,1,z\nB,2-6,w\n", "A: d6 as the heading says", (5, 6)),
        ("1st d6,2nd d6,R\n1-3,1,it\n1-3,2-6,b\n4-6,1-5,c\n4-6,6,d\n",
         "1st d6 1-3: d6 as the heading says", (1, 6)),
        ("d6,a,b\n1,x,y\n2-5,z,\n6,it,\n", "t.csv: d6 as the heading says", (1, 6)),
        ("d20,R\n0 or less,a\n1-19,b\n20,it\n21+,c\n", "t.csv: d20 as the heading says", (1, 20)),
    ],
)  # fmt: skip
def test_tables_in_other_forms(
    printgen: Printgen, here: Path, text: str, title: str, chance: tuple[int, int]
) -> None:
    (here / "t.csv").write_text(text)
    found = records(printgen, "t.csv")
    assert found[0]["table"] == title
    (it,) = (one for one in found if one["result"] == "it")
    assert Fraction(int(str(it["numerator"])), int(str(it["denominator"]))) == Fraction(*chance)


def test_a_d66_takes_no_modifier(printgen: Printgen, here: Path) -> None:
    (here / "t.csv").write_text("d66,R\n11-16,a\n21-66,b\n")
    assert printgen("odds", "t.csv").out.splitlines()[2].split() == ["11-16", "a", "1/6", "16.67%"]
    said = printgen("odds", "t.csv", "--modifier", "+1")
    assert (said.code, "only sums of dice take a modifier" in said.err) == (2, True)


def test_csv_has_no_cell_that_is_a_date(printgen: Printgen, here: Path) -> None:
    said = printgen("odds", "loot.csv", "--by", "Loot", "--format", "csv")
    first, *_ = csv.DictReader(io.StringIO(said.out))
    assert first == {
        "table": "loot.csv: 2d6 as the heading says", "rolls": "2, 12", "Loot": "Dragon",
        "odds": "chance", "numerator": "1", "denominator": "18", "value": "0.05555555555555555",
    }  # fmt: skip


def test_of_several_tables_one_is_named(printgen: Printgen, here: Path) -> None:
    (here / "two.md").write_text(
        "# Gems\n\n| d6 | Gem |\n|---|---|\n| 1-6 | Ruby |\n\n"
        "# Foes\n\n| d4 | Foe |\n|---|---|\n| 1-2 | Rat |\n| 3 | Cat |\n| else | Bat |\n"
    )
    assert printgen("odds", "two.md").out.count(" as the heading says") == 2
    lines = printgen("odds", "two.md", "--table", "foes").out.splitlines()
    assert [line.split() for line in lines[2:]] == [
        ["1-2", "Rat", "2/4", "50.00%"],
        ["3", "Cat", "1/4", "25.00%"],
        ["else", "Bat", "1/4", "25.00%"],
    ]


def test_what_has_no_odds_is_reported(printgen: Printgen, here: Path) -> None:
    """A table without rolls, beside one with rolls."""
    (here / "two.md").write_text(
        "# Gems\n\n| d6 | Gem |\n|---|---|\n| 1-6 | Ruby |\n\n"
        "# Foes\n\n| Name | Foe |\n|---|---|\n| Ann | Rat |\n| Bob | Bat |\n"
    )
    said = printgen("odds", "two.md")
    assert (said.code, said.err) == (0, "two.md: no odds of Foes, lines 11 to 12\n")


def test_a_deck_respects_the_number_of_copies(printgen: Printgen, here: Path) -> None:
    (here / "cards.csv").write_text("name,suit,qty\nWitch,swamp,2\nTroll,hill,1\nImp,swamp,\n")
    found = chances(printgen, "cards.csv", "--by", "suit")
    assert found["swamp", "1 draw"] == Fraction(3, 4)
    assert (found["hill", "1+ of 2"], found["hill", "all 2*"]) == (Fraction(1, 2), Fraction(1, 16))
    said = printgen("odds", "cards.csv", "--times", "1")
    assert said.out.splitlines()[:3] == [
        "cards.csv: 4 cards",
        "  name   cards       1 draw  first at",
        "  Witch  2      2/4  50.00%      1.67",
    ]


def test_two_draws_of_the_strip(printgen: Printgen, here: Path) -> None:
    """Ten of sixty cards have each number of a die: 45 of 1770 pairs have it twice."""
    found = chances(printgen, "combat-leader", "--by", "selection.s6")
    assert {chance for (_, head), chance in found.items() if head == "all 2"} == {
        Fraction(45, 1770)
    }
    pairs = [*combinations([number % 6 for number in range(60)], 2)]
    assert len(pairs) == 1770
    assert found["1", "1+ of 2"] == Fraction(sum(1 in pair for pair in pairs), 1770)


def test_cards_until_a_reshuffle(printgen: Printgen, here: Path) -> None:
    found = chances(printgen, "combat-leader", "--by", "kind")
    assert found["reshuffle", "first at"] == Fraction(61, 5)
    found = chances(printgen, "combat-leader", "--by", "kind", "--until", "reshuffle")
    assert found["jam", "before"] == Fraction(1, 2)
    assert found["value", "before"] == Fraction(52, 56)
    said = printgen("odds", "combat-leader", "--by", "kind", "--until", "x")
    assert said.code == 2
    assert 'no card has "x" under kind' in said.err


def test_accuracy_by_firepower(printgen: Printgen, here: Path) -> None:
    """How many of the thirteen cards of a suit give each result, as the checks of the game list."""
    found = chances(printgen, "combat-leader", "--table", "cards", "--by", "accuracy",
                    "--modifier", "-7..11")  # fmt: skip
    heads = [f"{value:+d}" if value else "0" for value in range(-7, 12)]
    for result, counts in {
        "miss": [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0, 0, 0, 0],
        "accurate_in_clear": [0, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 0, 0, 0, 0],
        "accurate_minus_1": [0, 0, 0, 1, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 2, 1, 0],
        "accurate": [0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
    }.items():
        assert [found[result, head] for head in heads] == [Fraction(count, 13) for count in counts]
