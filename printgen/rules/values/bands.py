"""Bands: ranges of a roll or a total in cells of a game, such as "3 to 5" or "19 or more".

A band contains every value from `low` to `high`, both included. An open end is None. Bands are
printed and parsed with the words that the game defines (`words: band:`).
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

import msgspec

from printgen.rules.files.scalars import MINUS, parse_number
from printgen.rules.files.struct_reader import Text

_NUMBER_PATTERN = "(?:0|[-\u2212]?[1-9][0-9]{0,5})"


class BandWords(msgspec.Struct, frozen=True):
    """The texts that a game prints for bands, with {low} and {high} for the ends of the band."""

    or_less: Text = "{high} or less"
    to: Text = "{low} to {high}"
    or_more: Text = "{low} or more"


class Band(msgspec.Struct, frozen=True):
    """The whole numbers from `low` to `high`, both included; None is an open end."""

    low: int | None
    high: int | None

    def contains(self, value: int) -> bool:
        """Return whether `value` is in this band."""
        return (self.low is None or self.low <= value) and (self.high is None or value <= self.high)

    @property
    def lowest(self) -> float:
        """The lowest value in the band; minus infinity if the lower end is open."""
        return float("-inf") if self.low is None else self.low

    @property
    def highest(self) -> float:
        """The highest value in the band; infinity if the upper end is open."""
        return float("inf") if self.high is None else self.high

    def shift_by(self, offset: int) -> "Band":
        """Return the band with `offset` added to both ends."""
        low, high = (None if end is None else end + offset for end in (self.low, self.high))
        return Band(low, high)


class BandConflict(NamedTuple):
    """A gap or an overlap between two ranges of numbers.

    - `before`, `after`: the indexes of the two ranges in their list.
    - `low`, `high`: the first and the last number that is in both ranges (`is_overlap`), or in
      none.
    """

    before: int
    after: int
    low: float
    high: float
    is_overlap: bool


def find_band_conflicts(bands: Sequence[Band | None]) -> Iterator[BandConflict]:
    """Yield the gaps and overlaps between bands that should contain each value exactly once.

    None in `bands` is an empty cell, and is skipped. The bands are sorted by their lower ends. Then
    each is compared with one earlier band: the one with the highest upper end.
    """
    filled = ((index, band) for index, band in enumerate(bands) if band is not None)
    ends = ((band.lowest, band.highest, index) for index, band in filled)
    # Sort by lower end only: bands with the same lower end keep their order in the table.
    sorted_bands = sorted(ends, key=itemgetter(0))
    previous_index, highest = -1, float("-inf")
    for least, greatest, index in sorted_bands:
        if previous_index >= 0 and least > highest + 1:
            yield BandConflict(previous_index, index, highest + 1, least - 1, is_overlap=False)
        elif previous_index >= 0 and least <= highest:
            shared_end = min(highest, greatest)
            yield BandConflict(previous_index, index, least, shared_end, is_overlap=True)
        # A band inside another one must not hide a later overlap with the outer band.
        if greatest >= highest:
            previous_index, highest = index, greatest


def format_signed(value: int, *, plus: bool = False) -> str:
    """Return a whole number as it is printed: U+2212 for minus, and a plus sign if `plus`."""
    if value < 0:
        return f"{MINUS}{-value}"
    return f"+{value}" if plus else str(value)


def format_band(band: Band, words: BandWords) -> str:
    """Return the band as it is printed, with U+2212 for minus.

    A band of one value is printed as that number. A band with two open ends is the empty text.
    """
    low, high = ("" if end is None else format_signed(end) for end in (band.low, band.high))
    if low == high:
        return low
    pattern = words.to if low and high else words.or_more if low else words.or_less
    return pattern.replace("{low}", low).replace("{high}", high)


def parse_band(text: str, words: BandWords) -> Band | None:
    """Return the band that `text` describes, or None if it describes none.

    Minus may be U+2212 or a hyphen. Short forms such as 3-5, 3–5 and 19+ are accepted too. Return
    None for a descending range, and if `text` fits two forms that describe different bands.
    """
    # A set, because two patterns may agree on the band: then the text is not ambiguous.
    bands = {_make_band(match) for form in _compile_forms(words) if (match := form.fullmatch(text))}
    return bands.pop() if len(bands) == 1 else None


@lru_cache(maxsize=64)
def _compile_forms(words: BandWords) -> tuple[re.Pattern[str], ...]:
    """Return the patterns that match a written band: the texts in `words`, and 3-5, 6+ and 7."""
    long_forms = [re.escape(form) for form in (words.or_less, words.to, words.or_more)]
    # {one} is not a placeholder of `BandWords`: it matches a single number.
    return tuple(
        re.compile(re.sub(r"\\\{(\w+)\\\}", rf"(?P<\1>{_NUMBER_PATTERN})", form))
        for form in (*long_forms, r"\{low\}\s?[-–]\s?\{high\}", r"\{low\}\+", r"\{one\}")
    )


def _make_band(match: re.Match[str]) -> Band | None:
    """Return the band from the named groups of a match; None for a descending range."""
    ends = {name: parse_number(end) for name, end in match.groupdict().items()}
    low, high = ends.get("low"), ends.get("high")
    if "one" in ends:
        return Band(ends["one"], ends["one"])
    return None if low is not None and high is not None and low >= high else Band(low, high)
