"""Tallies: a count of rows and the total that it is part of. They are the cells of a view."""

from fractions import Fraction
from typing import Any, NamedTuple

from printgen.rules.columns.base import ColumnType


class Tally(NamedTuple):
    """A count and the total it is part of."""

    counted: int
    total: int


class TallyType(ColumnType):
    """A count, its percentage of the total, or both, as the column's `shows` says."""

    def export_value(self, value: Any) -> str:
        return str(value.counted)


def format_share(tally: Tally) -> str:
    """Return the share as a whole percentage, rounded half up, such as "33%"."""
    exact = Fraction(tally.counted, tally.total)
    percent = int(exact * 100 + Fraction(1, 2))
    # Printing 0% or 100% would claim that none or all were counted.
    return f"{min(max(percent, 1), 99) if 0 < exact < 1 else percent}%"
