"""Turn ranges of whole numbers into bands: what they hold, and how they are printed.

A band is one cell of a results table: every modified value from `low` to `high`, both included;
an open end is None. Printing and reading use the words of the game's own data.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

MINUS = "\u2212"

_NUMBER = r"(0|[-\u2212]?[1-9][0-9]{0,5})"


@dataclass(frozen=True, slots=True)
class BandWords:
    """How a band is printed: patterns holding {low} and {high}."""

    or_less: str
    to: str
    or_more: str


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


@lru_cache(maxsize=4096)
def printed(band: Band, words: BandWords) -> str:
    """The band as it is printed, with U+2212 for minus; a band of one value is the number alone.

    A band with both ends open prints the empty text: there is no number to name.
    """
    if band.low is None:
        return "" if band.high is None else words.or_less.replace("{high}", signed(band.high))
    if band.high is None:
        return words.or_more.replace("{low}", signed(band.low))
    if band.low == band.high:
        return signed(band.low)
    return words.to.replace("{low}", signed(band.low)).replace("{high}", signed(band.high))


@lru_cache(maxsize=4096)
def parse(text: str, words: BandWords) -> Band | None:
    """The band that `text` prints, with U+2212 or a hyphen for minus; None where it prints none.

    A range that runs downwards, or one that two patterns could have printed, is none.
    """
    found = {band for pattern in _patterns(words) if (band := _matched(pattern, text))}
    return found.pop() if len(found) == 1 else None


@lru_cache(maxsize=64)
def _patterns(words: BandWords) -> tuple[re.Pattern[str], ...]:
    spelled = (words.or_less, words.to, words.or_more, "{one}")
    return tuple(re.compile(_regex(pattern)) for pattern in spelled)


def _regex(pattern: str) -> str:
    parts = re.split(r"\{(low|high|one)\}", pattern)
    return "".join(
        _NUMBER.replace("(", f"(?P<{part}>", 1) if index % 2 else re.escape(part)
        for index, part in enumerate(parts)
    )


def _matched(pattern: re.Pattern[str], text: str) -> Band | None:
    match = pattern.fullmatch(text)
    if not match:
        return None
    ends = {name: int(end.replace(MINUS, "-")) for name, end in match.groupdict().items()}
    if "one" in ends:
        return Band(ends["one"], ends["one"])
    band = Band(ends.get("low"), ends.get("high"))
    return (
        None if band.low is not None and band.high is not None and band.low >= band.high else band
    )
