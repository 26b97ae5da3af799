"""Turn ranges of whole numbers into bands: what they hold, and how they are printed.

A band is one cell of a results table: every value from `low` to `high`, both included; an open end
is None. Printing and reading use the words of the game's own data.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from printgen.rules.scalars import MINUS, parse_number
from printgen.rules.struct_reader import Text

_NUMBER_PATTERN = "(?:0|[-\u2212]?[1-9][0-9]{0,5})"


class BandWords(msgspec.Struct, frozen=True):
    """How a band is printed: patterns holding {low} and {high}."""

    or_less: Text = "{high} or less"
    to: Text = "{low} to {high}"
    or_more: Text = "{low} or more"


class Band(msgspec.Struct, frozen=True):
    """Whole numbers from `low` to `high`, both included; None is an open end."""

    low: int | None
    high: int | None

    def covers(self, value: int) -> bool:
        """Whether `value` falls in this band."""
        return (self.low is None or self.low <= value) and (self.high is None or value <= self.high)

    @property
    def least(self) -> float:
        """The lowest value it holds; minus infinity where that end is open."""
        return float("-inf") if self.low is None else self.low

    @property
    def highest(self) -> float:
        """The highest value it holds; infinity where that end is open."""
        return float("inf") if self.high is None else self.high

    def shift_by(self, offset: int) -> "Band":
        """The same band, `by` further up."""
        low, high = (None if end is None else end + offset for end in (self.low, self.high))
        return Band(low, high)


class BandConflict(NamedTuple):
    """Where two bands do not meet: their places in a list, and what both hold, or else neither."""

    before: int
    after: int
    low: float
    high: float
    is_twice: bool


def find_band_conflicts(bands: Sequence[Band | None]) -> Iterator[BandConflict]:
    """The gaps and overlaps of bands that together should hold each value once, from the lowest.

    A band is held against the one below it that reaches highest. None stands for no band.
    """
    sorted_bands = sorted(
        ((band.least, band.highest, index) for index, band in enumerate(bands) if band is not None),
        key=lambda item: item[0],
    )
    previous_index, highest = -1, float("-inf")
    for least, greatest, index in sorted_bands:
        if previous_index >= 0 and least > highest + 1:
            yield BandConflict(previous_index, index, highest + 1, least - 1, is_twice=False)
        elif previous_index >= 0 and least <= highest:
            yield BandConflict(previous_index, index, least, min(highest, greatest), is_twice=True)
        if greatest >= highest:
            previous_index, highest = index, greatest


def format_signed(value: int, *, plus: bool = False) -> str:
    """A whole number as it is printed: U+2212 for minus, and a plus where asked for."""
    if value < 0:
        return f"{MINUS}{-value}"
    return f"+{value}" if plus else str(value)


@lru_cache(maxsize=4096)
def format_band(band: Band, words: BandWords) -> str:
    """The band as it is printed, with U+2212 for minus; a band of one value is the number alone.

    A band with both ends open prints the empty text: there is no number to name.
    """
    low, high = ("" if end is None else format_signed(end) for end in (band.low, band.high))
    if low == high:
        return low
    pattern = words.to if low and high else words.or_more if low else words.or_less
    return pattern.replace("{low}", low).replace("{high}", high)


@lru_cache(maxsize=4096)
def parse_band(text: str, words: BandWords) -> Band | None:
    """The band that `text` prints, with U+2212 or a hyphen for minus; None where it prints none.

    Short forms are read too: 3-5, 3–5 and 19+. A range that runs downwards, or one that two
    patterns could have printed, is none.
    """
    bands = {_band_from_match(match) for form in _compile(words) if (match := form.fullmatch(text))}
    return bands.pop() if len(bands) == 1 else None


@lru_cache(maxsize=64)
def _compile(words: BandWords) -> tuple[re.Pattern[str], ...]:
    long_forms = [re.escape(form) for form in (words.or_less, words.to, words.or_more)]
    short_forms = (r"\{low\}\s?[-–]\s?\{high\}", r"\{low\}\+", r"\{one\}")
    return tuple(
        re.compile(re.sub(r"\\\{(\w+)\\\}", rf"(?P<\1>{_NUMBER_PATTERN})", form))
        for form in (*long_forms, *short_forms)
    )


def _band_from_match(match: re.Match[str]) -> Band | None:
    """The band whose ends a text has, or that of one number; None for a range downwards."""
    ends = {name: parse_number(end) for name, end in match.groupdict().items()}
    low, high = ends.get("low"), ends.get("high")
    if "one" in ends:
        return Band(ends["one"], ends["one"])
    return None if low is not None and high is not None and low >= high else Band(low, high)
