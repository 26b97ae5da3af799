"""Turn the cells under a heading into bands on the scale of its dice, and back.

It reads what people write: 01-30, 96–00, 5 or less, ≤5, 11+, 7, or a list such as 2, 12. What bands
must be together is not its business.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import NamedTuple
from unicodedata import normalize

from printgen.roll_tables.dice import ASKED, Heading, read_heading, words
from printgen.rules.bands import Band

_MOST = 300
"""Sides of all dice together whose ways are counted."""
OPEN = 10**7
"""An end that is open, and with a minus the lower one: no number that is read goes so far."""

_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2192"), "-")
_COUNTED = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|"
    "sixteen|seventeen|eighteen|nineteen|twenty"
)
_COUNT = re.compile(rf"\b(?:{_COUNTED})\b")
_NUMBER = r"[+-]?\d{1,6}"
_TO = r"\s*(?:-|to|thru|through|bis|\.{2,3})\s*"
_OR = r"\s*(?:or|and|oder|und|&)\s*"
_FORMS = tuple(
    re.compile(form)
    for form in (
        rf"(?P<one>{_NUMBER})",
        rf"(?:from\s*)?(?P<low>\+?\d{{1,6}}){_TO}(?P<high>\+?\d{{1,6}})",
        rf"(?P<low>-\d{{1,6}}){_TO}(?P<high>{_NUMBER})",  # -3--1; but 12--15 is a slip
        rf"between\s*(?P<low>{_NUMBER})\s*and\s*(?P<high>{_NUMBER})",
        rf"(?:<=|=<|≤|up to|at most)\s*(?P<high>{_NUMBER})",
        rf"(?P<high>{_NUMBER})(?:\s?-|{_OR}(?:less|lower|fewer|below|under|weniger))",
        rf"(?:>=|=>|≥|at least)\s*(?P<low>{_NUMBER})",
        rf"(?P<low>{_NUMBER})(?:\s?\+|{_OR}(?:more|higher|greater|above|over|up|better|mehr))",
        rf"(?:<|(?:less|lower|fewer) than|under|below)\s*(?P<under>{_NUMBER})",
        rf"(?:>|(?:more|higher|greater) than|over|above)\s*(?P<over>{_NUMBER})",
    )
)
_LIST = re.compile(rf"\s*[,;]\s*|{_OR}")
_SLASHES = re.compile(r"\d{1,3}(?:\s*/\s*\d{1,3})+")
_REST = re.compile(
    r"(?:(?:any|all|every)(?:thing)?\s*(?:other|else|others)(?: results?| rolls?)?"
    r"|else|otherwise|(?:the )?(?:rest|others?)|sonst)"
)


class Ends(NamedTuple):
    """The two numbers of a cell as they are written; None where that end is open."""

    low: str | None
    high: str | None


_OWN = "by its own ends"
_NAMED = ("dice", "lowest", "highest", "is_odd", "parts", "step")
"""What the title of a table says of dice where its heading says nothing."""


@dataclass(frozen=True, slots=True)
class Scale(Heading):
    """What is rolled, as its heading says or its cells do, and how numbers are written on it.

    `lowest` and `highest` are 0 while nothing tells them; `how` is what does. `full` is what 00
    stands for, `zeros` how the column writes that. Numbers have `width` digits. Of dice that are
    read off digit by digit 21 comes after 16; of those times a `step` each total is counted once.
    """

    how: str = _OWN
    full: int = 0
    zeros: str = ""
    width: int = 1

    def band(self, ends: Ends) -> Band | None:
        """The band between two ends; None if one is no such roll, or they run downwards."""
        low = -OPEN if ends.low is None else self._roll(ends.low)
        high = OPEN if ends.high is None else self._roll(ends.high)
        if low == self.full != high and not (ends.low or "1").strip("0"):
            low = 0  # 00-05 begins at nothing
        if self.step > 1 and low is not None and high is not None:
            # What no roll gives, such as 61 to 69, may be left out or not.
            low = low if low == -OPEN else -(-low // self.step)
            high = high if high == OPEN else high // self.step
        return None if low is None or high is None or low > high else Band(low, high)

    def _roll(self, text: str) -> int | None:
        if self.faces:
            digits = [int(digit) for digit in text if "1" <= digit <= str(self.faces)]
            places = (self.faces**place for place in reversed(range(self.digits)))
            roll = 1 + sum((at - 1) * many for at, many in zip(digits, places, strict=False))
            return roll if len(digits) == len(text) == self.digits else None
        is_full = not text.strip("0") and (len(text) > 1 or self.full == 10)
        return self.full if is_full and self.full else int(text)

    def closed(self, band: Band) -> Band:
        """The band, its open ends where the rolls end."""
        low, high = int(band.least), int(band.greatest)
        low = min(self.lowest, high) if low == -OPEN else low
        return Band(low, max(self.highest, low) if high == OPEN else high)

    def read(self, label: str, ends: Iterable[Ends]) -> tuple["Scale", list[Band | None]]:
        """The scale of one table, called `label`, and its bands there, none with an open end."""
        bands = [self.band(one) if any(one) else None for one in ends]
        scale = self.within(label, [band for band in bands if band])
        return scale, [band and scale.closed(band) for band in bands]

    def written(self, low: float, high: float, to: str = "-") -> str:
        """The rolls from one to another as the column writes them."""
        if low == -OPEN:
            return f"{self.written(high, high)} or less"
        if high == OPEN:
            return f"{self.written(low, low)}+"
        if low != high:
            return self.written(low, low) + to + self.written(high, high)
        value = int(low)
        if self.faces:
            places = (self.faces**place for place in reversed(range(self.digits)))
            return "".join(str((value - 1) // many % self.faces + 1) for many in places)
        if self.step > 1:
            return str(value * self.step)
        if self.zeros and value == self.full:
            return self.zeros
        # Beside a 00 that is a hundred, nothing is 0.
        return f"{value:0{self.width if value or self.highest != self.full else 1}}"

    def ways(self) -> Mapping[int, int]:
        """In how many ways each total is rolled; nothing where nobody knows, or it is too much."""
        many = sum(abs(dice) * sides for dice, sides in self.parts)
        if self.faces or (not self.parts and self.lowest == 1):
            return dict.fromkeys(range(self.lowest, self.highest + 1), 1)
        ways = Counter({0: 1} if 0 < many <= _MOST else {})
        for sides in (
            [sides for dice, sides in self.parts for _ in range(abs(dice))] if ways else ()
        ):
            ways = Counter(
                {
                    total: sum(ways[total - roll] for roll in range(sides))
                    for total in range(max(ways) + sides)
                }
            )
        # From the lowest total up, dice that are taken away are rolled as others are.
        low = self.lowest if self.highest - self.lowest == max(ways, default=-1) else OPEN
        return {total + low: many for total, many in ways.items() if low < OPEN}

    def within(self, label: str, bands: Sequence[Band]) -> "Scale":
        """The scale of one table, called `label`, with the lowest and highest of its rolls."""
        ends = [int(end) for one in bands for end in (one.least, one.greatest) if abs(end) != OPEN]
        if not ends:
            return self
        scale, low, high = self, min(ends), max(ends)
        is_open = not scale.highest or (scale.how == ASKED and not scale.faces)
        if is_open and (named := read_heading(words(label))).dice:
            said = {one: getattr(named, one) for one in _NAMED}
            scale = replace(scale, **said, how="as its name says")
        if not scale.highest and (low > 0 or self.zeros) and low <= 10 and 90 < high <= 100:
            how = self.how if (low, high) == (1, 100) else "since its own ends come near"
            scale = replace(scale, dice="d100", lowest=1, highest=100, how=how)
        if low == 0 and self.full == scale.highest > high:
            return replace(scale, lowest=0, highest=scale.highest - 1)  # 00-04 to 95-99
        lowest, highest = scale.lowest, scale.highest
        # An open end beyond the dice is for rolls with modifiers: what lies between is rolled too.
        if not highest or any(band.greatest < lowest and band.least == -OPEN for band in bands):
            lowest = int(min(band.least for band in bands))
        if not highest or any(band.least > highest and band.greatest == OPEN for band in bands):
            highest = int(max(band.greatest for band in bands))
        return replace(scale, lowest=lowest, highest=highest)


def _scale(heading: Heading) -> Scale:
    said = {one.name: getattr(heading, one.name) for one in fields(Heading)}
    return Scale(**(said if heading.dice else said | {"how": _OWN}))


def read_scale(heading: Heading, ends: Iterable[Ends]) -> Scale:
    """The scale that a column's heading and its ends make.

    Ends of 11 to 66 are those of a d66; under that heading others are not understood, and under
    one such as d44, which may have so many sides, they are its rolls.
    """
    scale = _scale(heading)
    texts = [text for one in ends for text in one if text is not None]
    if not heading.dice:
        heading = replace(heading, lowest=1, highest=36, faces=6, digits=2)
    on = sum(1 for text in texts if _scale(heading)._roll(text)) if heading.faces else 0
    if not scale.dice and 5 * on > 4 * len(texts) and {"11", "66"} <= set(texts):
        return Scale("d66", 1, 36, is_roll=True, is_bare=heading.is_bare, faces=6, digits=2)
    if scale.faces and 2 * on > len(texts):
        return scale
    if scale.faces:
        sides = int(str(scale.faces) * scale.digits)
        is_odd = scale.faces == 6 or (sides < 100 and str(sides) not in texts)
        bare, how = heading.is_bare, scale.how
        scale = Scale(scale.dice, 1, sides, is_roll=True, is_bare=bare, is_odd=is_odd, how=how)
    longest = max((len(text) for text in texts if text.strip("-+0")), default=1)
    full = scale.highest * (scale.lowest == 1) if scale.highest else 10 ** max(2, longest)
    full = full if full in (10, 100, 1_000, 10_000) and scale.step == 1 else 0
    padded = [text for text in texts if text[0] == "0" and len(text) > 1]
    zeros = next((text for text in padded if not text.strip("0")), "")
    width = 1 if any(len(text) == 1 for text in texts) else max(map(len, padded), default=1)
    if width > 1 and str(full) not in texts:
        zeros = zeros or "0" * width
    return replace(scale, full=full, zeros=zeros * (full > 0), width=width)


def plain(text: str) -> str:
    """A cell without what means nothing: capitals, kinds of dashes, per cent, footnote signs.

    Nothing is left of dashes alone.
    """
    text = normalize("NFKC", text).translate(_DASHES).lower().replace("%", "")
    text = re.sub('^=(?=")', "", text).strip("\"'`*_†‡§.:;,()[] \t\n")
    return (
        _COUNT.sub(lambda one: str(_COUNTED.split("|").index(one[0]) + 1), text)
        if text.strip("-")
        else ""
    )


def is_rest(text: str) -> bool:
    """Whether a cell stands for all rolls that no other row holds."""
    return bool(_REST.fullmatch(plain(text)))


@lru_cache(maxsize=4096)
def read_ends(text: str) -> tuple[Ends, ...]:
    """The ends that a cell writes, several where it is a list, none where it is no band."""
    text = plain(text)
    for form in _FORMS:
        if match := form.fullmatch(text):
            found = match.groupdict()
            one, under, over = (found.get(name) for name in ("one", "under", "over"))
            low = str(int(over) + 1) if over else found.get("low", one)
            return (Ends(low, str(int(under) - 1) if under else found.get("high", one)),)
    if _SLASHES.fullmatch(text):
        return tuple(Ends(one, one) for one in re.split(r"\s*/\s*", text))
    pieces = _LIST.split(text)
    parts = [part for piece in pieces if len(pieces) > 1 for part in read_ends(piece)]
    is_list = len(parts) == len(pieces) and all(None not in part for part in parts)
    return tuple(parts) if is_list else ()
