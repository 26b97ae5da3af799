"""Exact odds: the chances of the rows of a table when dice are rolled or cards are drawn.

Pure functions of whole numbers, with results as `Fraction`: nothing is simulated or rounded, and no
file is read. Callers say what the rows are; results are mappings with the same keys.
"""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Mapping
from fractions import Fraction
from math import comb
from typing import Any, TypeVar

import msgspec

from printgen.problems import InputError
from printgen.rules.values.bands import Band, find_band_conflicts

OUTSIDE: Any = "outside the table"
"""The key of all totals that are in no row, such as 13 of 2d6 with a modifier of +1."""

Row = TypeVar("Row", bound=Hashable)


class RollTable(msgspec.Struct, frozen=True):
    """A table of dice results, and how to compute their chances.

    - `dice`: a text that says what is rolled.
    - `result_head`: the heading above the results.
    - `rolls`: the rolls of each result, as the table writes them. Rows with the same result are
      combined.
    - `compute_chances`: a function that returns the chance of each result for a number that is
      added to the roll. If no two rows share a roll, the key `OUTSIDE` has the chance of all rolls
      that are in no row.
    - `has_modifiers`: whether a number can be added to the roll; not for d66, for example.
    - `is_draw`: whether a row is drawn at random, not rolled.
    """

    title: str
    dice: str
    result_head: str
    rolls: Mapping[str, str]
    compute_chances: Callable[[int], Mapping[str, Fraction]]
    has_modifiers: bool = True
    is_draw: bool = False


class DrawTable(msgspec.Struct, frozen=True):
    """A deck of cards. `counts` is the number of cards with each text in the column `by`."""

    title: str
    by: str
    counts: Mapping[str, int]
    has_modifiers: bool = False


OddsSource = RollTable | DrawTable


def combine_dice_totals(first: Mapping[int, int], second: Mapping[int, int]) -> Mapping[int, int]:
    """Return the number of ways to roll each total with two groups of dice together.

    `first` and `second` have the number of ways to roll each total with one group only.
    """
    totals = Counter[int]()
    for total, ways in first.items():
        totals.update({total + other: ways * count for other, count in second.items()})
    return totals


def count_kept_totals(dice: int, sides: int, kept: int) -> Mapping[int, int]:
    """Return the number of ways to roll each total if only the `kept` highest dice count.

    If `kept` is negative, only the lowest dice count. All ways together are `sides ** dice`.
    """
    # Face by face, the kept ones first: how many dice show a face so far, and the total kept.
    states = Counter({(0, 0): 1})
    for face in range(sides, 0, -1) if kept > 0 else range(1, sides + 1):
        previous, states = states, Counter()
        for (shown, total), ways in previous.items():
            for more in range(dice - shown + 1):
                gain = face * min(more, max(abs(kept) - shown, 0))
                states[shown + more, total + gain] += ways * comb(dice - shown, more)
    return {total: ways for (shown, total), ways in states.items() if shown == dice}


def compute_overlapping_chances(
    ways: Mapping[int, int], bands: Mapping[Row, Collection[Band]], modifier: int = 0
) -> dict[Row, Fraction]:
    """Return the chance of each row: that a roll plus `modifier` is in one of its bands.

    `ways` is the number of ways to roll each total. Two rows may have the same totals: a roll of 9
    is enough for the rows 5+ and 8+.
    """
    lowest, highest, all_ways = min(ways) + modifier, max(ways) + modifier, sum(ways.values())
    chances = dict.fromkeys(bands, Fraction())
    for row, parts in bands.items():
        for low, high in ((max(band.lowest, lowest), min(band.highest, highest)) for band in parts):
            totals = range(int(low), int(high) + 1)
            chances[row] += Fraction(sum(ways.get(item - modifier, 0) for item in totals), all_ways)
    return chances


def compute_roll_chances(
    ways: Mapping[int, int],
    bands: Mapping[Row, Collection[Band]],
    modifier: int = 0,
    rest: Row | None = None,
) -> Mapping[Row, Fraction]:
    """Return the chance of each row for a roll plus `modifier`; the sum of all chances is 1.

    The key `OUTSIDE` has the chance of all totals that are in no row. `ways` is the number of ways
    to roll each total, and `bands` are the totals of each row. The row `rest`, if there is one,
    also has all totals that no other row has. Raises `InputError` if two rows have the same total,
    or if a roll without a modifier is in no row.
    """
    chances = compute_overlapping_chances(ways, bands, modifier) | {OUTSIDE: Fraction()}
    left = 1 - sum(chances.values())
    every_band = [band for parts in bands.values() for band in parts]
    is_shared = any(item.is_overlap for item in find_band_conflicts(every_band))
    if is_shared or (left and rest is None and not modifier):
        problem = "two rows contain the same roll" if is_shared else "no row contains some rolls"
        raise InputError(problem, "give each roll one row")
    chances[OUTSIDE if rest is None else rest] += left
    return chances


def compute_at_least_once_chances(
    chances: Mapping[Row, Fraction], times: int
) -> Mapping[Row, Fraction]:
    """Return the chance of each row to be rolled at least once in `times` rolls.

    `chances` are the chances in one roll.
    """
    return {row: 1 - (1 - chance) ** times for row, chance in chances.items()}


def compute_draw_chances(
    counts: Mapping[Row, int], draws: int, is_returned: bool = False, *, is_every: bool = False
) -> Mapping[Row, Fraction]:
    """Return for each row the chance that at least one of `draws` cards belongs to it.

    With `is_every`, it is the chance that all drawn cards belong to the row. `counts` is the number
    of cards of each row. With `is_returned`, each card is put back and the deck shuffled before the
    next draw. Raises `InputError` for more draws than cards.
    """
    total = sum(counts.values())
    if draws > total:
        raise InputError(f"cannot draw {draws} cards from a deck of {total:,}", "draw fewer cards")

    def compute_group_chance(cards: int) -> Fraction:
        """Return the chance that all drawn cards belong to one group of `cards` cards."""
        share = Fraction(cards, total) ** draws
        return share if is_returned else Fraction(comb(cards, draws), comb(total, draws))

    return {
        row: compute_group_chance(cards) if is_every else 1 - compute_group_chance(total - cards)
        for row, cards in counts.items()
    }


def compute_mean_draws(counts: Mapping[Row, int]) -> Mapping[Row, Fraction]:
    """Return the average number of draws until the first card of each row is drawn.

    Cards are not put back. Rows without cards are left out. `counts` is the number of cards of each
    row.
    """
    total = sum(counts.values())
    return {row: Fraction(total + 1, cards + 1) for row, cards in counts.items() if cards}


def compute_chances_before(counts: Mapping[Row, int], end: Row) -> Mapping[Row, Fraction]:
    """Return the chance of each other row to be drawn before the first card of the row `end`.

    It is the same whether cards are put back or not.
    """
    others = ((row, cards) for row, cards in counts.items() if row != end)
    return {row: Fraction(cards, cards + counts[end]) for row, cards in others}
