"""Exact odds of dice, rows and cards, against literals and against every roll and draw, listed."""

from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import pytest

from printgen.problems import InputError
from printgen.roll_tables.odds import (
    OUTSIDE,
    combine_dice_totals,
    compute_at_least_once_chances,
    compute_chances_before,
    compute_draw_chances,
    compute_mean_draws,
    compute_overlapping_chances,
    compute_roll_chances,
    count_kept_totals,
)
from printgen.rules.values.bands import Band

TWO_DICE = {total: 6 - abs(total - 7) for total in range(2, 13)}
ROWS = {"low": (Band(2, 6),), "seven": (Band(7, 7),), "high": (Band(8, 12),)}


def test_the_three_best_of_four_dice() -> None:
    """The known odds of rolling abilities."""
    ways = count_kept_totals(4, 6, 3)
    assert (sum(ways.values()), ways[18], ways[13], ways[3]) == (1296, 21, 172, 1)


@pytest.mark.parametrize(
    ("dice", "sides", "kept"),
    [(4, 6, 3), (4, 6, -3), (2, 20, 1), (2, 20, -1), (3, 4, 2), (5, 3, -2), (3, 6, 3), (1, 6, 1)],
)
def test_kept_dice_are_those_of_every_roll_listed(dice: int, sides: int, kept: int) -> None:
    rolls = product(range(1, sides + 1), repeat=dice)
    listed = Counter(sum(sorted(roll, reverse=kept > 0)[: abs(kept)]) for roll in rolls)
    assert count_kept_totals(dice, sides, kept) == listed


def test_totals_are_added() -> None:
    six = dict.fromkeys(range(1, 7), 1)
    assert combine_dice_totals(six, six) == TWO_DICE


@pytest.mark.parametrize(
    ("modifier", "chances"),
    [
        (0, {"low": (15, 36), "seven": (6, 36), "high": (15, 36), OUTSIDE: (0, 1)}),
        (1, {"low": (10, 36), "seven": (5, 36), "high": (20, 36), OUTSIDE: (1, 36)}),
        (-2, {"low": (23, 36), "seven": (4, 36), "high": (6, 36), OUTSIDE: (3, 36)}),
        (20, {"low": (0, 1), "seven": (0, 1), "high": (0, 1), OUTSIDE: (1, 1)}),
    ],
)
def test_rolls_beyond_the_table_are_outside_it(
    modifier: int, chances: dict[str, tuple[int, int]]
) -> None:
    found = compute_roll_chances(TWO_DICE, ROWS, modifier)
    assert found == {row: Fraction(*ends) for row, ends in chances.items()}
    assert sum(found.values()) == 1


def test_open_ends_hold_modified_rolls() -> None:
    rows = {"miss": (Band(None, 6),), "hit": (Band(7, None),)}
    assert compute_roll_chances(TWO_DICE, rows, 3)[OUTSIDE] == 0
    assert compute_roll_chances(TWO_DICE, rows, 3)["hit"] == Fraction(33, 36)


def test_the_rest_has_what_no_other_row_has() -> None:
    """Its own rolls count too."""
    rows = {"gem": (Band(2, 2),), "coin": (Band(12, 12),)}
    found = compute_roll_chances(TWO_DICE, rows, 0, "coin")
    assert found == {"gem": Fraction(1, 36), "coin": Fraction(35, 36), OUTSIDE: 0}


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ({"a": (Band(2, 7),), "b": (Band(7, 12),)}, "two rows contain the same roll"),
        ({"a": (Band(2, 6),), "b": (Band(8, 12),)}, "no row contains some rolls"),
    ],
)
def test_a_table_with_a_gap_or_an_overlap_has_no_odds(
    rows: dict[str, tuple[Band]], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        compute_roll_chances(TWO_DICE, rows)


def test_needs_share_rolls() -> None:
    d10 = dict.fromkeys(range(1, 11), 1)
    needs = {"5+": (Band(5, None),), "8+": (Band(8, None),)}
    assert compute_overlapping_chances(d10, needs, 1) == {
        "5+": Fraction(7, 10),
        "8+": Fraction(4, 10),
    }


def test_several_rolls() -> None:
    assert compute_at_least_once_chances({"six": Fraction(1, 6)}, 4) == {"six": Fraction(671, 1296)}


DECKS: list[dict[str, int]] = [
    {"a": 1},
    {"a": 2, "b": 1},
    {"a": 1, "b": 1, "c": 1, "d": 1},
    {"a": 4, "b": 2},
    {"a": 3, "b": 3},
    {"a": 5, "b": 1, "c": 1},
    {"a": 2, "b": 0, "c": 3},
    {"a": 2, "b": 2, "c": 2},
    {"a": 1, "b": 2, "c": 3},
    {"a": 6, "b": 1},
]


@pytest.mark.parametrize("counts", DECKS, ids=str)
@pytest.mark.parametrize("draws", [1, 2, 3])
def test_draws_are_those_of_every_order_listed(counts: dict[str, int], draws: int) -> None:
    cards = [name for name, count in counts.items() for _ in range(count)]
    if draws > len(cards):
        with pytest.raises(InputError, match="cards from a deck of"):
            compute_draw_chances(counts, draws)
        return
    for is_returned in (False, True):
        hands = [*(product(cards, repeat=draws) if is_returned else permutations(cards, draws))]
        for is_every, test in ((False, any), (True, all)):
            found = compute_draw_chances(counts, draws, is_returned, is_every=is_every)
            assert found == {
                name: Fraction(
                    sum(test(card == name for card in hand) for hand in hands), len(hands)
                )
                for name in counts
            }


@pytest.mark.parametrize("counts", DECKS, ids=str)
def test_the_first_card_of_a_kind_is_that_of_every_order_listed(counts: dict[str, int]) -> None:
    cards = [name for name, count in counts.items() for _ in range(count)]
    orders = [*permutations(cards)]
    assert compute_mean_draws(counts) == {
        name: Fraction(sum(order.index(name) + 1 for order in orders), len(orders))
        for name in counts
        if counts[name]
    }
    assert compute_chances_before(counts, "a") == {
        name: Fraction(sum(name in order[: order.index("a")] for order in orders), len(orders))
        for name in counts
        if name != "a"
    }
