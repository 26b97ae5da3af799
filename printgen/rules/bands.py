"""Turn ranges of whole numbers into bands: what they hold, and how they are printed.

A band is one cell of a results table: every modified value from `low` to `high`, both included;
an open end is None. Printing and reading use the words of the game's own data.
"""

from dataclasses import dataclass

MINUS = "\u2212"


@dataclass(frozen=True, slots=True)
class Band:
    """Whole numbers from `low` to `high`, both included; None is an open end."""

    low: int | None
    high: int | None

    def holds(self, value: int) -> bool:
        """Whether `value` falls in this band."""
        return (self.low is None or self.low <= value) and (self.high is None or value <= self.high)

    def shifted(self, by: int) -> "Band":
        """The same band, `by` further up."""
        return Band(
            None if self.low is None else self.low + by,
            None if self.high is None else self.high + by,
        )


def signed(value: int, *, plus: bool = False) -> str:
    """A whole number as it is printed: U+2212 for minus, and a plus where asked for."""
    if value < 0:
        return f"{MINUS}{-value}"
    return f"+{value}" if plus and value else str(value)
