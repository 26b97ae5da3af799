"""Turn bands that leave gaps or overlap into the one change that mends most of it, by trying.

It knows no file and no words. All bands here have two ends.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from printgen.rules.bands import Band, Seam, seams

Bands = Sequence[Band | None]
"""Bands in the order of their rows; None where a row has none."""

_HOLES = 20
"""Gaps of a table any of which a row may be meant for; of more, the one where it is."""


class Mend(NamedTuple):
    """Another band for the row at a place, None where it is to go, and the flaws that it leaves.

    The better it is, the less is its `rank`: by rows that come to stand out of order, flaws left,
    whether the row goes, how far its ends move.
    """

    rank: tuple[int, int, bool, float, int]
    at: int
    band: Band | None
    left: frozenset[Seam]


def find_flaws(bands: Bands, low: int, high: int) -> list[Seam]:
    """The gaps and overlaps of bands that are to hold each roll from `low` to `high` once.

    What lies below has the place after the last band, what lies above the next one.
    """
    return list(seams([*bands, Band(None, low - 1), Band(high + 1, None)]))


def find_mends(bands: Bands, low: int, high: int, near: Iterable[int]) -> list[Mend]:
    """The best change of one of the bands at some places, and those that leave the same flaws.

    There is none where no change that was tried leaves fewer.
    """
    flaws = find_flaws(bands, low, high)
    disorder = _disorder(bands)
    found = []
    for at in near:
        changed = [*bands[:at], None, *bands[at + 1 :]]
        without = find_flaws(changed, low, high)
        # A row that holds what others hold anyhow, or nothing, may hold anything or go.
        is_free = sum(map(_width, without)) < sum(map(_width, flaws))
        for band in _candidates(bands[at], without, is_free=is_free):
            changed[at] = band
            left = find_flaws(changed, low, high)
            if len(left) < len(flaws):
                more = max(_disorder(changed) - disorder, 0)
                rank = more, len(left), band is None, _moved(bands[at], band), -at
                found.append(Mend(rank, at, band, frozenset(left)))
    best: dict[int, Mend] = {}
    for one in sorted(found, key=lambda mend: mend.rank):
        first = next(iter(best.values()), one)
        if (one.rank[0], one.left) == (first.rank[0], first.left):
            best.setdefault(one.at, one)
    return list(best.values())


def _candidates(
    band: Band | None, without: Sequence[Seam], *, is_free: bool
) -> Iterator[Band | None]:
    """What a row may hold instead: what the others leave where it is, or anywhere."""
    holes = [seam for seam in without if not seam.is_twice]
    if is_free:
        yield None
    for seam in holes:
        is_near = band and seam.low <= band.greatest + 1 and band.least <= seam.high + 1
        if is_near or (len(holes) <= _HOLES and (is_free or band is None)):
            yield Band(int(seam.low), int(seam.high))


def _width(seam: Seam) -> float:
    return seam.high - seam.low + 1


def _moved(band: Band | None, new: Band | None) -> float:
    """How many times more or fewer rolls a row holds."""
    widths = [one.greatest - one.least + 1 for one in (band, new) if one]
    return max(widths, default=1) / min(widths, default=1)


def _disorder(bands: Bands) -> int:
    """How many rows go against the order of most."""
    pairs = list(pairwise(band.least for band in bands if band))
    return min(sum(one > after for one, after in pairs), sum(one < after for one, after in pairs))
