"""The figures that Combat Leader's deck is known by, as literals: none is computed from its law."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb, log2
from pathlib import Path

from printgen.rules.checks.check import check_game
from printgen.rules.model import Game, Row, Table
from printgen.rules.queries.export import export_csv

GOLDEN = Path(__file__).parent / "golden"


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
    (found,) = (name for name, band in row.cells["accuracy"].items() if band.contains(value))
    return found


def test_d6_of_the_value_cards_is_not_uniform(cards: Table) -> None:
    """Uniformity holds over all sixty cards, not over the 52."""
    found = Counter(d6(row) for row in cards.rows if one(row, "kind") == "value")
    assert [found[face] for face in range(1, 7)] == [9, 9, 9, 9, 8, 8]


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


def test_nothing_is_found(combat_leader: Game) -> None:
    """The game holds all it declares, without a note."""
    assert [*check_game(combat_leader)] == []


def test_exported_list(combat_leader: Game, cards: Table) -> None:
    """The deck as CSV, byte for byte."""
    golden = (GOLDEN / "combat-leader-deck.csv").read_bytes()
    assert export_csv(combat_leader, cards).encode() == golden
    assert len(golden.splitlines()) == 61
