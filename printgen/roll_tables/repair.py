"""Search for the change of one row that removes most gaps and overlaps of bands.

Works on numbers only, without files or messages. Both ends of each band must be finite.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from printgen.rules.bands import Band, BandConflict, find_band_conflicts

RowBands = Sequence[Band | None]
"""Bands in the order of their rows; None for a row without a band."""

_MAX_GAPS = 20
"""Up to this number of gaps, a row may be moved to any gap; above it, only to a gap next to it."""


class Repair(NamedTuple):
    """Another band for the row at `row_index`, or None to delete the row, and the flaws left.

    Better repairs have a lower `rank`: rows newly out of order, flaws left, whether the row is
    deleted, factor by which its width changes, and the later row first.
    """

    rank: tuple[int, int, bool, float, int]
    row_index: int
    band: Band | None
    flaws_left: frozenset[BandConflict]


def find_flaws(bands: RowBands, low: int, high: int) -> list[BandConflict]:
    """Return gaps and overlaps of bands that should contain each roll from `low` to `high` once.

    In a flaw, the index `len(bands)` means all numbers below `low`, and the index after that means
    all numbers above `high`.
    """
    return list(find_band_conflicts([*bands, Band(None, low - 1), Band(high + 1, None)]))


def find_repairs(bands: RowBands, low: int, high: int, indexes: Iterable[int]) -> list[Repair]:
    """Return the best repair of the bands at `indexes`, then others that leave the same flaws.

    The list is empty if no change leaves fewer flaws.
    """
    flaws = find_flaws(bands, low, high)
    disorder = _count_disorder(bands)
    repairs = []
    for index in indexes:
        changed_bands = [*bands[:index], None, *bands[index + 1 :]]
        flaws_without = find_flaws(changed_bands, low, high)
        # A row without rolls, or whose rolls are all in other rows, may go anywhere or be deleted.
        is_free = sum(map(_count_rolls, flaws_without)) < sum(map(_count_rolls, flaws))
        for band in _suggest_bands(bands[index], flaws_without, is_free=is_free):
            changed_bands[index] = band
            remaining = find_flaws(changed_bands, low, high)
            if len(remaining) < len(flaws):
                added_disorder = max(_count_disorder(changed_bands) - disorder, 0)
                change = _measure_change(bands[index], band)
                rank = added_disorder, len(remaining), band is None, change, -index
                repairs.append(Repair(rank, index, band, frozenset(remaining)))
    best: dict[int, Repair] = {}
    for repair in sorted(repairs, key=lambda candidate: candidate.rank):
        first = next(iter(best.values()), repair)
        if (repair.rank[0], repair.flaws_left) == (first.rank[0], first.flaws_left):
            best.setdefault(repair.row_index, repair)
    return list(best.values())


def _suggest_bands(
    band: Band | None, flaws: Sequence[BandConflict], *, is_free: bool
) -> Iterator[Band | None]:
    """Yield bands that fill a gap next to a row, or any gap if it is free; None deletes the row."""
    gaps = [flaw for flaw in flaws if not flaw.is_twice]
    if is_free:
        yield None
    for flaw in gaps:
        is_near = band and flaw.low <= band.highest + 1 and band.least <= flaw.high + 1
        if is_near or (len(gaps) <= _MAX_GAPS and (is_free or band is None)):
            yield Band(int(flaw.low), int(flaw.high))


def _count_rolls(flaw: BandConflict) -> float:
    return flaw.high - flaw.low + 1


def _measure_change(old_band: Band | None, new_band: Band | None) -> float:
    """Return the factor by which the width of a band changes, 1 or more."""
    widths = [item.highest - item.least + 1 for item in (old_band, new_band) if item]
    return max(widths, default=1) / min(widths, default=1)


def _count_disorder(bands: RowBands) -> int:
    """Return how many rows are out of order; most tables rise or fall as a whole."""
    pairs = list(pairwise(band.least for band in bands if band))
    return min(
        sum(current > following for current, following in pairs),
        sum(current < following for current, following in pairs),
    )
