"""Tallies: how many were counted, of how many; the cells of a view."""

from fractions import Fraction
from typing import Any, NamedTuple

from printgen.rules.columns.base import ColumnType


class Tally(NamedTuple):
    """So many of a whole."""

    found: int
    whole: int


class TallyType(ColumnType):
    """A count, its share of the whole in whole per cent, or both, as the column `shows`."""

    def exported(self, value: Any) -> str:
        return str(value.found)


def share(tally: Tally) -> str:
    """The share in whole per cent, halves up; never 0 or 100 unless it is exactly so."""
    exact = Fraction(tally.found, tally.whole)
    nearest = int(exact * 100 + Fraction(1, 2))
    return f"{min(max(nearest, 1), 99) if 0 < exact < 1 else nearest}%"
