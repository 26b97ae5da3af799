"""The figures that Combat Leader's deck is known by, as literals: none is computed from its law."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb, log2

import pytest

from printgen.rules.model import Card, Deck
from printgen.rules.odds import counts

ROWS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)


def d6(card: Card) -> int:
    """The card's d6: row 6 has no redraw."""
    cell = card.strip[ROWS.index(6)]
    assert cell is not None
    return cell


def test_sixty_cards_in_order(deck: Deck) -> None:
    """52 value cards, suit by suit from the ace, then four Jam! and four Reshuffle!"""
    assert [card.number for card in deck.cards] == list(range(1, 61))
    ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    assert [card.rank for card in deck.cards] == ranks * 4 + [None] * 8
    suits = ["spades", "hearts", "diamonds", "clubs"]
    assert [card.suit for card in deck.cards[:52]] == [suit for suit in suits for _ in range(13)]
    assert [card.kind for card in deck.cards] == ["value"] * 52 + ["jam"] * 4 + ["reshuffle"] * 4


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
def test_every_soldier_is_as_likely(deck: Deck, size: int, each: int, redraw: int) -> None:
    """Over all sixty cards each soldier of a row stands on as many, R on the rest."""
    found = Counter(card.strip[ROWS.index(size)] for card in deck.cards)
    wanted = dict.fromkeys(range(1, size + 1), each)
    assert found == (wanted | {None: redraw} if redraw else wanted)


def test_redraw_stands_past_the_last_whole_cycle(deck: Deck) -> None:
    """R stands on these cards of these rows and on no others."""
    found = {
        size: [card.number for card in deck.cards if card.strip[place] is None]
        for place, size in enumerate(ROWS)
    }
    assert {size: numbers for size, numbers in found.items() if numbers} == {
        7: [57, 58, 59, 60],
        8: [57, 58, 59, 60],
        9: [55, 56, 57, 58, 59, 60],
        11: [56, 57, 58, 59, 60],
    }


def test_d6_of_the_value_cards_is_not_uniform(deck: Deck) -> None:
    """Uniformity holds over all sixty cards, not over the 52."""
    found = Counter(d6(card) for card in deck.cards if card.kind == "value")
    assert [found[face] for face in range(1, 7)] == [9, 9, 9, 9, 8, 8]


def test_repair(deck: Deck) -> None:
    """Totals over the sixty cards; FIXED! comes before BROKEN! in 20 of 32 cases."""
    found = Counter(card.outcomes[0] for card in deck.cards)
    assert found == {"fixed": 20, "na": 24, "broken": 12, None: 4}
    assert Fraction(found["fixed"], found["fixed"] + found["broken"]) == Fraction(20, 32)
    by_rank = {card.rank: card.outcomes[0] for card in deck.cards if card.rank}
    assert [rank for rank, outcome in by_rank.items() if outcome == "fixed"] == list("A2345")
    assert [rank for rank, outcome in by_rank.items() if outcome == "broken"] == ["Q", "K"]


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
def test_accuracy_counts(deck: Deck, value: int) -> None:
    """How many of the 52 value cards give each result at each Mod FP."""
    assert counts(deck, value) == tuple(4 * count for count in ACCURACY[value])


def test_two_d6_drawn(deck: Deck) -> None:
    """Two cards summed, of 1,770 pairs: close to 2d6, and exactly how close."""
    faces = [d6(card) for card in deck.cards]
    sums = Counter(one + other for one, other in combinations(faces, 2))
    assert [sums[total] for total in range(2, 13)] == [
        45, 100, 145, 200, 245, 300, 245, 200, 145, 100, 45,
    ]  # fmt: skip
    assert sums.total() == 1770
    dice = Counter(one + other for one in range(1, 7) for other in range(1, 7))
    apart = sum(abs(Fraction(sums[at], 1770) - Fraction(dice[at], 36)) for at in range(2, 13)) / 2
    assert apart == Fraction(1, 118)
    doubles = sum(one == other for one, other in combinations(faces, 2))
    assert Fraction(doubles, 1770) == Fraction(9, 59)
    variance = sum(Fraction((at - 7) ** 2 * count, 1770) for at, count in sums.items())
    assert variance == Fraction(1015, 177)


def test_first_reshuffle(deck: Deck) -> None:
    """On average the first Reshuffle! is card 61/5 of a shuffled deck; its median is the 10th."""
    total, marked = 60, sum(card.kind == "reshuffle" for card in deck.cards)
    at = {
        place: Fraction(comb(total - place, marked - 1), comb(total, marked))
        for place in range(1, total + 1)
    }
    assert sum(at.values()) == 1
    assert sum(place * chance for place, chance in at.items()) == Fraction(61, 5)
    below = [sum(at[place] for place in range(1, last + 1)) for last in (9, 10)]
    assert below[0] < Fraction(1, 2) <= below[1]


def test_fields_of_one_card_depend_on_each_other(deck: Deck) -> None:
    """Over the 52 value cards row 12 and the accuracy result share 1.029 bits at Mod FP 2."""
    cards = [card for card in deck.cards if card.bands]
    pairs = Counter(
        (card.strip[ROWS.index(12)], next(i for i, b in enumerate(card.bands) if b.holds(2)))
        for card in cards
    )
    soldiers = Counter(card.strip[ROWS.index(12)] for card in cards)
    results = Counter[int]()
    for (_, result), count in pairs.items():
        results[result] += count
    bits = sum(
        count / 52 * log2(Fraction(count * 52, soldiers[soldier] * results[result]))
        for (soldier, result), count in pairs.items()
    )
    assert round(bits, 3) == 1.029
    misses = [Fraction(pairs[soldier, 0], soldiers[soldier]) for soldier in range(1, 13)]
    assert [float(share) for share in misses] == [
        0.2, 0.4, 0.6, 0.8, 0.75, 0.5, 0.25, 0, 0, 0, 0, 0,
    ]  # fmt: skip
