"""Turn bands that leave gaps or overlap into the one change that mends most of it, by trying.

It knows no file and no words. All bands here have two ends.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from printgen.rules.bands import Band, BandConflict, find_band_conflicts

RowBands = Sequence[Band | None]
"""Bands in the order of their rows; None where a row has none."""

_MAX_GAPS = 20
"""Gaps of a table any of which a row may be meant for; of more, the one where it is."""


class Repair(NamedTuple):
    """Another band for the row at a place, None where it is to go, and the flaws that it leaves.

    The better it is, the less is its `rank`: by rows that come to stand out of order, flaws left,
    whether the row goes, how far its ends move.
    """

    rank: tuple[int, int, bool, float, int]
    row_index: int
    band: Band | None
    flaws_left: frozenset[BandConflict]


def find_flaws(bands: RowBands, low: int, high: int) -> list[BandConflict]:
    """The gaps and overlaps of bands that are to hold each roll from `low` to `high` once.

    What lies below has the place after the last band, what lies above the next one.
    """
    return list(find_band_conflicts([*bands, Band(None, low - 1), Band(high + 1, None)]))


def find_repairs(bands: RowBands, low: int, high: int, indexes: Iterable[int]) -> list[Repair]:
    """The best change of one of the bands at some places, and those that leave the same flaws.

    There is none where no change that was tried leaves fewer.
    """
    flaws = find_flaws(bands, low, high)
    disorder = _count_disorder(bands)
    repairs = []
    for index in indexes:
        changed_bands = [*bands[:index], None, *bands[index + 1 :]]
        flaws_without = find_flaws(changed_bands, low, high)
        # A row that holds what others hold anyhow, or nothing, may hold anything or go.
        is_free = sum(map(_count_rolls, flaws_without)) < sum(map(_count_rolls, flaws))
        for band in _suggest_bands(bands[index], flaws_without, is_free=is_free):
            changed_bands[index] = band
            remaining = find_flaws(changed_bands, low, high)
            if len(remaining) < len(flaws):
                added_disorder = max(_count_disorder(changed_bands) - disorder, 0)
                rank = (
                    added_disorder,
                    len(remaining),
                    band is None,
                    _measure_change(bands[index], band),
                    -index,
                )
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
    """What a row may hold instead: what the others leave where it is, or anywhere."""
    gaps = [seam for seam in flaws if not seam.is_twice]
    if is_free:
        yield None
    for seam in gaps:
        is_near = band and seam.low <= band.highest + 1 and band.least <= seam.high + 1
        if is_near or (len(gaps) <= _MAX_GAPS and (is_free or band is None)):
            yield Band(int(seam.low), int(seam.high))


def _count_rolls(seam: BandConflict) -> float:
    return seam.high - seam.low + 1


def _measure_change(old_band: Band | None, new_band: Band | None) -> float:
    """How many times more or fewer rolls a row holds."""
    widths = [item.highest - item.least + 1 for item in (old_band, new_band) if item]
    return max(widths, default=1) / min(widths, default=1)


def _count_disorder(bands: RowBands) -> int:
    """How many rows go against the order of most."""
    pairs = list(pairwise(band.least for band in bands if band))
    return min(
        sum(current > following for current, following in pairs),
        sum(current < following for current, following in pairs),
    )
