"""Tallies: how many were counted, of how many; the cells of a view."""

from fractions import Fraction
from typing import Any, NamedTuple

from printgen.rules.columns.base import ColumnType


class Tally(NamedTuple):
    """So many of a whole."""

    counted: int
    total: int


class TallyType(ColumnType):
    """A count, its share of the whole in whole per cent, or both, as the column `shows`."""

    def export_value(self, value: Any) -> str:
        return str(value.counted)


def format_share(tally: Tally) -> str:
    """The share in whole per cent, halves up; never 0 or 100 unless it is exactly so."""
    exact = Fraction(tally.counted, tally.total)
    percent = int(exact * 100 + Fraction(1, 2))
    return f"{min(max(percent, 1), 99) if 0 < exact < 1 else percent}%"
