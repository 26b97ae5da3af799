"""The figures that Combat Leader's deck is known by, as literals: none is computed from its law."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb, log2
from pathlib import Path

import pytest

from printgen.rules.check import findings
from printgen.rules.columns import type_of
from printgen.rules.columns.tally import Tally, share
from printgen.rules.export import export_csv
from printgen.rules.model import Game, Row, Table

GOLDEN = Path(__file__).parent / "golden"
RESULTS = ("miss", "accurate_in_clear", "accurate_minus_1", "accurate")


def one(row: Row, name: str) -> str | None:
    """The key that a reference of the card holds."""
    value = row.cells[name]
    return value[0] if value else None


def soldier(row: Row, size: int) -> int | str:
    """The card's cell of the strip, in the row for so many soldiers."""
    cell: int | str = row.cells["selection"][f"s{size}"]
    return cell


def d6(row: Row) -> int:
    """The card's d6: the row for six has no R."""
    cell = soldier(row, 6)
    assert isinstance(cell, int)
    return cell


def result(row: Row, value: int) -> str:
    """The one result of the card at a Mod FP."""
    (found,) = (name for name, band in row.cells["accuracy"].items() if band.holds(value))
    return found


def test_sixty_cards_in_order(cards: Table) -> None:
    """52 value cards, suit by suit from the ace, then four Jam! and four Reshuffle!"""
    assert [row.key for row in cards.rows] == [str(number) for number in range(1, 61)]
    ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    assert [one(row, "rank") for row in cards.rows] == ranks * 4 + [None] * 8
    suits = ["spades", "hearts", "diamonds", "clubs"]
    dealt = [suit for suit in suits for _ in range(13)]
    assert [one(row, "suit") for row in cards.rows] == dealt + [None] * 8
    kinds = ["value"] * 52 + ["jam"] * 4 + ["reshuffle"] * 4
    assert [one(row, "kind") for row in cards.rows] == kinds


@pytest.mark.parametrize(
    ("size", "each", "redraw"),
    [
        (2, 30, 0),
        (3, 20, 0),
        (4, 15, 0),
        (5, 12, 0),
        (6, 10, 0),
        (7, 8, 4),
        (8, 7, 4),
        (9, 6, 6),
        (10, 6, 0),
        (11, 5, 5),
        (12, 5, 0),
    ],
)
def test_every_soldier_is_as_likely(cards: Table, size: int, each: int, redraw: int) -> None:
    """Over all sixty cards each soldier of a row stands on as many, R on the rest."""
    found = Counter(soldier(row, size) for row in cards.rows)
    wanted: dict[int | str, int] = dict.fromkeys(range(1, size + 1), each)
    assert found == (wanted | {"R": redraw} if redraw else wanted)


def test_redraw_stands_past_the_last_whole_cycle(cards: Table) -> None:
    """R stands on these cards of these rows and on no others."""
    found = {
        size: [int(row.key) for row in cards.rows if soldier(row, size) == "R"]
        for size in range(2, 13)
    }
    assert {size: numbers for size, numbers in found.items() if numbers} == {
        7: [57, 58, 59, 60],
        8: [57, 58, 59, 60],
        9: [55, 56, 57, 58, 59, 60],
        11: [56, 57, 58, 59, 60],
    }


def test_d6_of_the_value_cards_is_not_uniform(cards: Table) -> None:
    """Uniformity holds over all sixty cards, not over the 52."""
    found = Counter(d6(row) for row in cards.rows if one(row, "kind") == "value")
    assert [found[face] for face in range(1, 7)] == [9, 9, 9, 9, 8, 8]


def test_repair(cards: Table) -> None:
    """Totals over the sixty cards; FIXED! comes before BROKEN! in 20 of 32 cases."""
    found = Counter(one(row, "repair") for row in cards.rows)
    assert found == {"FIXED!": 20, "N/A": 24, "BROKEN!": 12, None: 4}
    assert Fraction(found["FIXED!"], found["FIXED!"] + found["BROKEN!"]) == Fraction(20, 32)
    by_rank = {one(row, "rank"): one(row, "repair") for row in cards.rows if row.cells["rank"]}
    assert [rank for rank, repair in by_rank.items() if repair == "FIXED!"] == list("A2345")
    assert [rank for rank, repair in by_rank.items() if repair == "BROKEN!"] == ["Q", "K"]


ACCURACY = {
    -7: (13, 0, 0, 0),
    -6: (12, 1, 0, 0),
    -5: (11, 2, 0, 0),
    -4: (10, 2, 1, 0),
    -3: (9, 2, 2, 0),
    -2: (8, 2, 3, 0),
    -1: (7, 2, 3, 1),
    0: (6, 2, 3, 2),
    1: (5, 2, 3, 3),
    2: (4, 2, 3, 4),
    3: (3, 2, 3, 5),
    4: (2, 2, 3, 6),
    5: (1, 2, 3, 7),
    6: (0, 2, 3, 8),
    7: (0, 1, 3, 9),
    8: (0, 0, 3, 10),
    9: (0, 0, 2, 11),
    10: (0, 0, 1, 12),
    11: (0, 0, 0, 13),
}
"""Miss, Accurate in Clear, Accurate (−1), Accurate of the thirteen ranks, by Mod FP."""


@pytest.mark.parametrize("value", ACCURACY)
def test_accuracy_counts(cards: Table, value: int) -> None:
    """How many of the 52 value cards give each result at each Mod FP."""
    found = Counter(result(row, value) for row in cards.rows if any(row.cells["accuracy"].values()))
    assert tuple(found[name] for name in RESULTS) == tuple(4 * n for n in ACCURACY[value])


ODDS = {
    -7: ((0, "0%"), (0, "0%"), (0, "0%")),
    -6: ((4, "8%"), (0, "0%"), (0, "0%")),
    -5: ((8, "15%"), (0, "0%"), (0, "0%")),
    -4: ((12, "23%"), (4, "8%"), (0, "0%")),
    -3: ((16, "31%"), (8, "15%"), (0, "0%")),
    -2: ((20, "38%"), (12, "23%"), (0, "0%")),
    -1: ((24, "46%"), (16, "31%"), (4, "8%")),
    0: ((28, "54%"), (20, "38%"), (8, "15%")),
    1: ((32, "62%"), (24, "46%"), (12, "23%")),
    2: ((36, "69%"), (28, "54%"), (16, "31%")),
    3: ((40, "77%"), (32, "62%"), (20, "38%")),
    4: ((44, "85%"), (36, "69%"), (24, "46%")),
    5: ((48, "92%"), (40, "77%"), (28, "54%")),
    6: ((52, "100%"), (44, "85%"), (32, "62%")),
    7: ((52, "100%"), (48, "92%"), (36, "69%")),
    8: ((52, "100%"), (52, "100%"), (40, "77%")),
    9: ((52, "100%"), (52, "100%"), (44, "85%")),
    10: ((52, "100%"), (52, "100%"), (48, "92%")),
    11: ((52, "100%"), (52, "100%"), (52, "100%")),
}
"""Cards of 52 that hit, and the share printed beside: in Clear, elsewhere, with no −1."""


def test_odds_of_a_hit(combat_leader: Game) -> None:
    """The view counts these cards of 52 at each Mod FP, and prints these shares."""
    odds = combat_leader.table("odds")
    assert [column.name for column in odds.columns] == ["value", "clear", "elsewhere", "unmodified"]
    found = {row.cells["value"]: tuple(row.cells.values())[1:] for row in odds.rows}
    assert found == {
        value: tuple(Tally(count, 52) for count, _ in counts) for value, counts in ODDS.items()
    }
    for value, tallies in found.items():
        assert [share(tally) for tally in tallies] == [said for _, said in ODDS[value]]
    assert odds.subtitle == "of 52 value cards"


def test_two_d6_drawn(cards: Table) -> None:
    """Two cards summed, of 1,770 pairs: close to 2d6, and exactly how close."""
    faces = [d6(row) for row in cards.rows]
    sums = Counter(first + second for first, second in combinations(faces, 2))
    assert [sums[total] for total in range(2, 13)] == [
        45, 100, 145, 200, 245, 300, 245, 200, 145, 100, 45,
    ]  # fmt: skip
    assert sums.total() == 1770
    dice = Counter(first + second for first in range(1, 7) for second in range(1, 7))
    apart = sum(abs(Fraction(sums[at], 1770) - Fraction(dice[at], 36)) for at in range(2, 13)) / 2
    assert apart == Fraction(1, 118)
    doubles = sum(first == second for first, second in combinations(faces, 2))
    assert Fraction(doubles, 1770) == Fraction(9, 59)
    variance = sum(Fraction((at - 7) ** 2 * count, 1770) for at, count in sums.items())
    assert variance == Fraction(1015, 177)


def test_first_reshuffle(cards: Table) -> None:
    """On average the first Reshuffle! is card 61/5 of a shuffled deck; its median is the 10th."""
    total, marked = 60, sum(one(row, "kind") == "reshuffle" for row in cards.rows)
    at = {
        place: Fraction(comb(total - place, marked - 1), comb(total, marked))
        for place in range(1, total + 1)
    }
    assert sum(at.values()) == 1
    assert sum(place * chance for place, chance in at.items()) == Fraction(61, 5)
    below = [sum(at[place] for place in range(1, last + 1)) for last in (9, 10)]
    assert below[0] < Fraction(1, 2) <= below[1]


def test_fields_of_one_card_depend_on_each_other(cards: Table) -> None:
    """Over the 52 value cards row 12 and the accuracy result share 1.029 bits at Mod FP 2."""
    rows = [row for row in cards.rows if row.cells["rank"]]
    pairs = Counter((soldier(row, 12), result(row, 2)) for row in rows)
    soldiers = Counter(soldier(row, 12) for row in rows)
    results = Counter(result(row, 2) for row in rows)
    bits = sum(
        count / 52 * log2(Fraction(count * 52, soldiers[number] * results[name]))
        for (number, name), count in pairs.items()
    )
    assert round(bits, 3) == 1.029
    misses = [Fraction(pairs[number, "miss"], soldiers[number]) for number in range(1, 13)]
    assert [float(each) for each in misses] == [
        0.2, 0.4, 0.6, 0.8, 0.75, 0.5, 0.25, 0, 0, 0, 0, 0,
    ]  # fmt: skip


def test_only_the_note_is_found(combat_leader: Game) -> None:
    """The game holds all it declares; what is left to say is the note on one card, in shares."""
    (note,) = findings(combat_leader)
    assert str(note.severity) == "note"
    assert note.where.subject == "s12 and accuracy at 2"
    assert note.message == (
        "read from one row they depend on each other: Miss stands on 4/5 of the rows with "
        "s12 4, on 0 of those with s12 8, on 4/13 of all 52"
    )


def test_exported_list(combat_leader: Game, cards: Table) -> None:
    """The deck as CSV, byte for byte."""
    golden = (GOLDEN / "combat-leader-deck.csv").read_bytes()
    assert export_csv(combat_leader, cards).encode() == golden
    assert len(golden.splitlines()) == 61


def test_card_numbers_have_two_digits(combat_leader: Game, cards: Table) -> None:
    """A card's number is printed 01 to 60."""
    column = cards.by_name["card"]
    printed = [type_of(column, combat_leader).printed(row.key) for row in cards.rows]
    assert printed == [f"{number:02}" for number in range(1, 61)]


def test_no_prose_is_long(combat_leader: Game) -> None:
    """The sheet's prose stays within what one page holds, a card's within a glance."""
    texts = [row.cells["text"] or "" for row in combat_leader.table("sheet").rows]
    assert 0 < len(" ".join(texts).split()) <= 420
    words = [(row.cells["text"] or "").split() for row in combat_leader.table("kinds").rows]
    assert all(len(each) <= 25 for each in words)
