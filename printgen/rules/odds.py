"""Exact odds: the chances of the rows of a table when dice are rolled or cards are drawn.

Pure functions of whole numbers, with results as `Fraction`: nothing is simulated or rounded, and no
file is read. Callers say what the rows are; results are mappings with the same keys.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Hashable, Mapping
from fractions import Fraction
from itertools import accumulate
from math import comb
from typing import Any, TypeVar

from printgen.problems import InputError
from printgen.rules.bands import Band, find_band_conflicts

OUTSIDE: Any = "outside the table"
"""The key of all totals that are in no row, such as 13 of 2d6 with a modifier of +1."""

Row = TypeVar("Row", bound=Hashable)


def add_totals(first: Mapping[int, int], second: Mapping[int, int]) -> Mapping[int, int]:
    """Return how many rolls of two sets of dice together have each total."""
    totals = Counter[int]()
    for total, ways in first.items():
        totals.update({total + other: ways * count for other, count in second.items()})
    return totals


def count_kept_totals(dice: int, sides: int, kept: int) -> Mapping[int, int]:
    """Return how many rolls of `dice` dice have each total of the `kept` highest.

    If `kept` is negative, the lowest are kept. All rolls together are `sides ** dice`.
    """
    faces = range(sides, 0, -1) if kept > 0 else range(1, sides + 1)
    # Face by face, the kept ones first: how many dice show a face so far, and the total kept.
    states = Counter({(0, 0): 1})
    for face in faces:
        previous, states = states, Counter()
        for (shown, total), ways in previous.items():
            free = max(abs(kept) - shown, 0)
            for more in range(dice - shown + 1):
                key = shown + more, total + face * min(more, free)
                states[key] += ways * comb(dice - shown, more)
    return {total: ways for (shown, total), ways in states.items() if shown == dice}


def compute_roll_chances(
    ways: Mapping[int, int],
    bands: Mapping[Row, Collection[Band]],
    modifier: int = 0,
    rest: Row | None = None,
) -> Mapping[Row, Fraction]:
    """Return the chance of each row, and of `OUTSIDE`, for a roll with a modifier; the sum is 1.

    `ways` is how many rolls have each total, and `bands` are the totals of each row. The row `rest`
    also has all totals that no other row has. Raises `InputError` if a total is in two rows, or if
    one without a modifier is in no row.
    """
    every_band = [band for parts in bands.values() for band in parts]
    if twice := next((item for item in find_band_conflicts(every_band) if item.is_twice), None):
        raise InputError(f"two rows contain {twice.low:g}", "give each roll one row")
    chances = {**compute_need_chances(ways, bands, modifier)}
    left = 1 - sum(chances.values())
    if left and rest is None and not modifier:
        missing = next(roll for roll in ways if not any(band.covers(roll) for band in every_band))
        raise InputError(f"no row contains {missing}", "give each roll one row")
    chances[OUTSIDE] = Fraction(0)
    chances[OUTSIDE if rest is None else rest] += left
    return chances


def compute_need_chances(
    ways: Mapping[int, int], bands: Mapping[Row, Collection[Band]], modifier: int = 0
) -> Mapping[Row, Fraction]:
    """Return the chance of each row by itself: rows may share totals, as 5+ and 8+ do."""
    rolls = sorted(ways)
    sums = [0, *accumulate(ways[roll] for roll in rolls)]
    counts = {
        row: sum(
            sums[bisect_right(rolls, band.highest - modifier)]
            - sums[bisect_left(rolls, band.least - modifier)]
            for band in parts
        )
        for row, parts in bands.items()
    }
    return {row: Fraction(count, sums[-1]) for row, count in counts.items()}


def compute_repeat_chances(chances: Mapping[Row, Fraction], times: int) -> Mapping[Row, Fraction]:
    """Return the chance to get each row at least once in `times` independent rolls."""
    return {row: 1 - (1 - chance) ** times for row, chance in chances.items()}


def compute_draw_chances(
    counts: Mapping[Row, int], draws: int, *, is_returned: bool, is_every: bool = False
) -> Mapping[Row, Fraction]:
    """Return the chance that at least one of `draws` cards is of each row, or with `is_every` all.

    `counts` is how many cards each row has. With `is_returned`, each card is put back and the deck
    shuffled before the next draw. Raises `InputError` for more draws than cards.
    """
    total = sum(counts.values())
    if not total or (draws > total and not is_returned):
        raise InputError(f"the deck has {total:,} cards", f"draw 1 to {total:,}")

    def find_chance(cards: int) -> Fraction:
        """Return the chance that all drawn cards are among these."""
        share = Fraction(cards, total) ** draws
        return share if is_returned else Fraction(comb(cards, draws), comb(total, draws))

    return {
        row: find_chance(cards) if is_every else 1 - find_chance(total - cards)
        for row, cards in counts.items()
    }


def compute_mean_draws(counts: Mapping[Row, int]) -> Mapping[Row, Fraction | None]:
    """Return how many cards are drawn on average, up to the first of each row; None for no card.

    Cards are not put back.
    """
    total = sum(counts.values())
    return {row: Fraction(total + 1, cards + 1) if cards else None for row, cards in counts.items()}


def compute_chances_before(counts: Mapping[Row, int], end: Row) -> Mapping[Row, Fraction | None]:
    """Return the chance to draw each row before the first card of the row `end`; None for `end`.

    It is the same whether cards are put back or not.
    """
    return {
        row: Fraction(cards, max(cards + counts[end], 1)) if row != end else None
        for row, cards in counts.items()
    }
