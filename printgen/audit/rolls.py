"""Turn a heading into dice, and the cells under it into bands on their scale, and back.

It reads what people write: 01-30, 96–00, 5 or less, ≤5, 11+, 7, or a list such as 2, 12. What bands
must be together is not its business.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple
from unicodedata import normalize

from printgen.rules.bands import Band

OPEN = 10**7
"""An end that is open, and with a minus the lower one: no number that is read goes so far."""

_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"), "-")
_NUMBER = r"-?\d{1,6}"
_TO = r"\s*(?:-|to|thru|through|bis|\.{2,3})\s*"
_OR = r"\s*(?:or|and|oder|und|&)\s*"
_FORMS = tuple(
    re.compile(form)
    for form in (
        rf"(?P<one>{_NUMBER})",
        rf"(?P<low>{_NUMBER}){_TO}(?P<high>\d{{1,6}})",
        rf"(?P<low>-\d{{1,6}}){_TO}(?P<high>{_NUMBER})",  # -3--1; but 12--15 is a slip
        rf"(?:<=|=<|≤|up to)\s*(?P<high>{_NUMBER})",
        rf"(?P<high>{_NUMBER})(?:\s?-|{_OR}(?:less|lower|fewer|below|under|weniger))",
        rf"(?:>=|=>|≥)\s*(?P<low>{_NUMBER})",
        rf"(?P<low>{_NUMBER})(?:\s?\+|{_OR}(?:more|higher|greater|above|over|up|better|mehr))",
    )
)
_LIST = re.compile(rf"\s*[,;]\s*|{_OR}")
_SIXES = re.compile("[1-6][1-6]")
_DICE = re.compile(
    r"(?<![a-z0-9])(\d{0,2}) ?[dw](%|\d{1,5})s?(?![a-z0-9])(?: ?([+-] ?\d{1,3})(?![d\d]))?"
)
_ODD = re.compile(
    r"(?<![a-z])[dw](?:\d+(?:[a-rt-z!]|/\d| ?[*x×÷^] ?[\dd])|(?!66\b)([2-8])\1+\b)"
    r"|(?:\d ?|\b)[x×*] ?\d*[dw]\d"
)
"""Dice with something done to them, or of which each digit is a die."""
_TWISTS = {"advantage", "best", "disadvantage", "drop", "highest", "keep", "lowest", "worst"}
_ROLL = {"%", "d", "dice", "die", "percentile", "roll", "rolls", "wurf", "würfel"}
_FILLING = {*_ROLL, "a", "on", "range", "result", "table", "the", "total"}


class Ends(NamedTuple):
    """The two numbers of a cell as they are written; None where that end is open."""

    low: str | None
    high: str | None


class Scale(NamedTuple):
    """What is rolled, from `lowest` to `highest`, and how numbers are written on it.

    Both are 0 while nothing tells them; `how` is what does. The heading speaks of a roll where
    `is_roll`, of nothing else where `is_dice`, of dice that are not understood where `is_odd`.
    `full` is what 00 stands for, `zeros` how the column writes that. Numbers have `width` digits;
    `sixes` are two of 1 to 6, where 21 comes after 16.
    """

    dice: str = ""
    lowest: int = 0
    highest: int = 0
    how: str = "by its own ends"
    is_roll: bool = False
    is_dice: bool = False
    full: int = 0
    zeros: str = ""
    width: int = 1
    sixes: bool = False
    is_odd: bool = False

    def band(self, ends: Ends) -> Band | None:
        """The band between two ends; None if one is no such roll, or they run downwards."""
        low = -OPEN if ends.low is None else self._roll(ends.low)
        high = OPEN if ends.high is None else self._roll(ends.high)
        if low == self.full != high and not (ends.low or "1").strip("0"):
            low = 0  # 00-05 begins at nothing
        return None if low is None or high is None or low > high else Band(low, high)

    def _roll(self, text: str) -> int | None:
        if self.sixes:
            return 6 * int(text[0]) + int(text[1]) - 6 if _SIXES.fullmatch(text) else None
        is_full = not text.strip("0") and (len(text) > 1 or self.full == 10)
        return self.full if is_full and self.full else int(text)

    def closed(self, band: Band) -> Band:
        """The band, its open ends where the rolls end."""
        low, high = int(band.least), int(band.greatest)
        low = min(self.lowest, high) if low == -OPEN else low
        return Band(low, max(self.highest, low) if high == OPEN else high)

    def written(self, low: float, high: float, to: str = "-") -> str:
        """The rolls from one to another as the column writes them."""
        if low == -OPEN:
            return f"{self.written(high, high)} or less"
        if high == OPEN:
            return f"{self.written(low, low)}+"
        if low != high:
            return self.written(low, low) + to + self.written(high, high)
        value = int(low)
        if self.sixes:
            return f"{(value + 5) // 6}{(value + 5) % 6 + 1}"
        if self.zeros and value == self.full:
            return self.zeros
        # Beside a 00 that is a hundred, nothing is 0.
        return f"{value:0{self.width if value or self.highest != self.full else 1}}"

    def within(self, label: str, bands: Sequence[Band]) -> "Scale":
        """The scale of one table, called `label`, with the lowest and highest of its rolls."""
        ends = [int(end) for one in bands for end in (one.least, one.greatest) if abs(end) != OPEN]
        if not ends:
            return self
        scale, low, high = self, min(ends), max(ends)
        if not scale.highest and (named := read_heading(words(label))).dice:
            dice, low_end, high_end, *_ = named
            scale = scale._replace(dice=dice, lowest=low_end, highest=high_end, is_odd=named.is_odd)
            scale = scale._replace(how="as its name says")
        if not scale.highest and (low > 0 or self.zeros) and low <= 10 and 90 < high <= 100:
            how = self.how if (low, high) == (1, 100) else "since its own ends come near"
            scale = scale._replace(dice="d100", lowest=1, highest=100, how=how)
        if low == 0 and self.full == scale.highest > high:
            return scale._replace(lowest=0, highest=scale.highest - 1)  # 00-04 to 95-99
        lowest, highest = scale.lowest, scale.highest
        # An open end beyond the dice is for rolls with modifiers: what lies between is rolled too.
        if not highest or any(band.greatest < lowest and band.least == -OPEN for band in bands):
            lowest = int(min(band.least for band in bands))
        if not highest or any(band.least > highest and band.greatest == OPEN for band in bands):
            highest = int(max(band.greatest for band in bands))
        return scale._replace(lowest=lowest, highest=highest)


def words(heading: str) -> tuple[str, ...]:
    """The words of a heading; d100Min and d100_min are two."""
    apart = re.sub(
        r"(?<=[a-z0-9])(?=[A-Z])|[_\s()\[\]:;,.]+|/(?!\d)", " ", normalize("NFKC", heading)
    )
    apart = apart.replace("\u2212", "-")
    return tuple(apart.lower().split())


def read_heading(heading: Iterable[str]) -> Scale:
    """What the words of a heading say of dice."""
    said = " ".join(heading)
    found = list(_DICE.finditer(said))
    rest = set(_DICE.sub(" ", said).split())
    is_roll = bool(found or rest & _ROLL)
    scale = Scale(is_roll=is_roll, is_dice=is_roll and rest <= _FILLING)
    count, sides, more, name = "", "%", None, "d100"
    if {one[2] for one in found} == {"%", "100"} and not re.search("[+*x-]", said):
        found = found[:1]  # d100 (d%)
    if len(found) == 1:
        count, sides, more = found[0].groups()
        name = found[0][0].replace(" ", "")
    dice, is_sixes = int(count or 1), (count in ("", "1"), sides) == (True, "66")
    faces = 36 if is_sixes else 100 if sides in ("%", "00") else int(sides)
    if len(found) > 1 or _ODD.search(said) or (found and rest & _TWISTS) or not dice * faces:
        return scale._replace(dice=said, is_roll=True, is_odd=True)
    # With a modifier in words nobody knows the lowest and highest.
    if re.search(r"\+ ?[a-z]", said) or not (found or rest & {"%", "percentile"}):
        return scale
    low = dice + int((more or "0").replace(" ", ""))
    high = low + dice * (faces - 1)
    how = "as the heading says"
    return scale._replace(dice=name, lowest=low, highest=high, how=how, sixes=is_sixes)


def read_scale(heading: Scale, ends: Iterable[Ends]) -> Scale:
    """The scale that a column's heading and its ends make.

    Ends of 11 to 66 are those of a d66; under that heading others are not understood.
    """
    texts = [text for one in ends for text in one if text is not None]
    sixes = sum(1 for text in texts if _SIXES.fullmatch(text))
    if not heading.dice and 5 * sixes > 4 * len(texts) and {"11", "66"} <= set(texts):
        is_d66 = Scale("d66", 1, 36, "by its own ends", is_roll=True, sixes=True)
        return is_d66._replace(is_dice=heading.is_dice)
    if heading.sixes and 2 * sixes > len(texts):
        return heading
    if heading.sixes:
        heading = Scale("d66", is_roll=True, is_dice=heading.is_dice, is_odd=True)
    longest = max((len(text) for text in texts if text.strip("-0")), default=1)
    full = heading.highest * (heading.lowest == 1) if heading.highest else 10 ** max(2, longest)
    full = full if full in (10, 100, 1_000, 10_000) else 0
    padded = [text for text in texts if text[0] == "0" and len(text) > 1]
    zeros = next((text for text in padded if not text.strip("0")), "")
    width = 1 if any(len(text) == 1 for text in texts) else max(map(len, padded), default=1)
    if width > 1 and str(full) not in texts:
        zeros = zeros or "0" * width
    return heading._replace(full=full, zeros=zeros * (full > 0), width=width)


def plain(text: str) -> str:
    """A cell without what means nothing: capitals, kinds of dashes, per cent, footnote signs.

    Nothing is left of dashes alone.
    """
    text = normalize("NFKC", text).translate(_DASHES).lower().replace("%", "")
    text = re.sub('^=(?=")', "", text).strip("\"'`*†‡§.:;,()[] \t\n")
    return text if text.strip("-") else ""


@lru_cache(maxsize=4096)
def read_ends(text: str) -> tuple[Ends, ...]:
    """The ends that a cell writes, several where it is a list, none where it is no band."""
    text = plain(text)
    for form in _FORMS:
        if match := form.fullmatch(text):
            found = match.groupdict()
            one = found.get("one")
            return (Ends(found.get("low", one), found.get("high", one)),)
    pieces = _LIST.split(text)
    parts = [part for piece in pieces if len(pieces) > 1 for part in read_ends(piece)]
    is_list = len(parts) == len(pieces) and all(None not in part for part in parts)
    return tuple(parts) if is_list else ()
