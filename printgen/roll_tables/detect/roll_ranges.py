"""Parsing of cells with rolls into bands on the scale of their dice, and formatting of bands.

Cells such as 01-30, 96–00, 5 or less, ≤5, 11+, 7, or a list such as 2, 12 are understood.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import NamedTuple

from msgspec.structs import asdict, replace

from printgen.roll_tables.detect.dice import DiceHeading, convert_digits, parse_dice_heading
from printgen.roll_tables.detect.options import DICE_FROM_OPTION
from printgen.roll_tables.odds import combine_dice_totals, count_kept_totals
from printgen.rules.files.scalars import NUMBER_WORDS
from printgen.rules.queries.query import count_totals
from printgen.rules.values.bands import Band

_MAX_SIDES, _MAX_KEPT_SIDES = 1_000, 300
"""The most sides, of all dice together, for which the ways to roll each total are counted; fewer if
only some dice are kept. One die may have any number."""
NO_END = 10**7
"""The value of an open upper end; negative, of an open lower end. Numbers in cells are smaller."""

_PLAIN_DASHES = dict.fromkeys(
    map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2192\u301c"), "-"
)
_NUMBER_WORD = re.compile(rf"\b(?:{NUMBER_WORDS})\b")
_NUMBER = r"[+-]?\d{1,6}"
_RANGE_SIGN = r"(?:\s*(?:-|~|to|thru|through|bis|\.{2,3})\s*|\s+(?:do|до|till?|a|à)\s+)"
_LIST_WORD = r"\s*(?:or|and|oder|und|&)\s*"
_RANGE_FORMS = tuple(
    re.compile(form)
    for form in (
        rf"(?P<one>{_NUMBER})",
        rf"(?:from\s*)?(?P<low>\+?\d{{1,6}}){_RANGE_SIGN}(?P<high>\+?\d{{1,6}})",
        rf"(?P<low>-\d{{1,6}}){_RANGE_SIGN}(?P<high>{_NUMBER})",  # -3--1; 12--15 is a typing error
        rf"between\s*(?P<low>{_NUMBER})\s*and\s*(?P<high>{_NUMBER})",
        rf"(?:<=|=<|≤|up to|at most)\s*(?P<high>{_NUMBER})",
        rf"(?P<high>{_NUMBER})(?:\s?-|{_LIST_WORD}(?:less|lower|fewer|below|under|weniger))",
        rf"(?:>=|=>|≥|at least)\s*(?P<low>{_NUMBER})",
        rf"(?P<low>{_NUMBER})(?:\s?\+|{_LIST_WORD}(?:more|higher|greater|above|over|up|better|mehr))",
        rf"(?:<|(?:less|lower|fewer) than|under|below)\s*(?P<under>{_NUMBER})",
        rf"(?:>|(?:more|higher|greater) than|over|above)\s*(?P<over>{_NUMBER})",
    )
)
_LIST_SEPARATOR = re.compile(rf"\s*[,;]\s*|{_LIST_WORD}")
_SLASH_LIST = re.compile(r"\d{1,3}(?:\s*/\s*\d{1,3})+")
_REST_WORDS = re.compile(
    r"(?:(?:any|all|every)(?:thing)?\s*(?:other|else|others)(?: results?| rolls?)?"
    r"|else|otherwise|(?:the )?(?:rest|others?)|sonst)"
)
_STEP_PATTERN = re.compile(
    r"(?:for )?(?:each|every|per|je|jede\w*|chaque|cada)\b[^\d]*\+?\d{1,4}\D*"
)
_FOOTNOTE_SIGN = re.compile(
    r"(?<=\w)(?:\[\^?\w{1,3}\]|[\u2070\u00b9\u00b2\u00b3\u2074-\u2079\u1d43-\u1d50]+|[*†‡§¶#]+)"
)


def strip_footnotes(text: str) -> str:
    """Return the text of a cell without footnote signs after it, such as *, ¹ and [^1]."""
    return _FOOTNOTE_SIGN.sub(" ", text).strip()


class RollRange(NamedTuple):
    """The two ends of a range as they are written; None for an open end."""

    low: str | None
    high: str | None


_FROM_CELLS = "as its cells say"
_TITLE_FIELDS = ("dice", "lowest", "highest", "is_unsupported", "parts", "modifier", "step")
"""Fields that are taken from the title of a table if its heading names no dice."""


class RollScale(DiceHeading, frozen=True):
    """The dice of a column of rolls, and how the column writes numbers.

    - `how`: where the dice are named, in words for the summary.
    - `lowest`, `highest`: the lowest and the highest roll; 0 while they are unknown.
    - `zero_value`: the roll that zeros mean, such as 100 for 00. `zeros`: how the column writes it.
    - `digit_width`: the least number of digits of a number.
    - `is_reduced`: whether something is subtracted from the roll, so that rows may begin below the
      lowest roll of the dice.
    - `sorted_rolls`: all rolls as written (11, 12 … 22 … 66), if the order of the dice does not
      count.

    Ranges of rolls do not count the written numbers, but the possible rolls in order: 21 follows 16
    on dice that are read digit by digit, and 40 follows 30 on dice with a `step`, such as 3d6×10.
    """

    how: str = _FROM_CELLS
    zero_value: int = 0
    zeros: str = ""
    digit_width: int = 1
    is_reduced: bool = False
    sorted_rolls: tuple[str, ...] = ()

    def make_band(self, ends: RollRange) -> Band | None:
        """Return a written range as numbers.

        The result is None if an end is not a roll, or if the low end is higher.
        """
        low = -NO_END if ends.low is None else self._parse_roll(ends.low)
        high = NO_END if ends.high is None else self._parse_roll(ends.high)
        if low == self.zero_value != high and not (ends.low or "1").strip("0"):
            low = 0  # in 00-05, 00 is 0
        if self.step > 1 and low is not None and high is not None:
            # Numbers between totals, such as 61 to 69, may be included or not.
            low = low if low == -NO_END else -(-low // self.step)
            high = high if high == NO_END else high // self.step
        return None if low is None or high is None or low > high else Band(low, high)

    def _parse_roll(self, text: str) -> int | None:
        """Return the number of a roll in the order of all rolls; None if it is not on the dice."""
        if self.sorted_rolls:
            return self.sorted_rolls.index(text) + 1 if text in self.sorted_rolls else None
        if self.faces:
            digits = [int(digit) for digit in text if "1" <= digit <= str(self.faces)]
            places = (self.faces**place for place in reversed(range(self.digits)))
            roll = 1 + sum((value - 1) * unit for value, unit in zip(digits, places, strict=False))
            return roll if len(digits) == len(text) == self.digits else None
        is_full = not text.strip("0") and (len(text) > 1 or self.zero_value == 10)
        return self.zero_value if is_full and self.zero_value else int(text)

    def close_open_ends(self, band: Band) -> Band:
        """Return the band with the lowest and the highest roll of the dice instead of open ends."""
        low, high = int(band.lowest), int(band.highest)
        low = min(self.lowest, high) if low == -NO_END else low
        return Band(low, max(self.highest, low) if high == NO_END else high)

    def fit_bands(
        self, label: str, ends: Iterable[RollRange]
    ) -> tuple["RollScale", list[Band | None]]:
        """Return a copy of the scale for one table, and the ranges of the table as numbers.

        `label` is the name of the table, which may name its dice. `ends` are its ranges as written.
        Open ends become the lowest and the highest roll. A range that cannot be read becomes None.
        """
        bands = [self.make_band(item) if any(item) else None for item in ends]
        scale = self.fit_to_table(label, [band for band in bands if band])
        return scale, [band and scale.close_open_ends(band) for band in bands]

    def format_rolls(self, low: float, high: float, separator: str = "-") -> str:
        """Return the rolls from `low` to `high` as the column writes them, such as 01-30 or 19+."""
        if low == -NO_END:
            return f"{self.format_rolls(high, high)} or less"
        if high == NO_END:
            return f"{self.format_rolls(low, low)}+"
        if low != high:
            return self.format_rolls(low, low) + separator + self.format_rolls(high, high)
        value = int(low)
        if self.sorted_rolls and 0 < value <= len(self.sorted_rolls):
            return self.sorted_rolls[value - 1]
        if self.faces:
            places = (self.faces**place for place in reversed(range(self.digits)))
            return "".join(str((value - 1) // weight % self.faces + 1) for weight in places)
        if self.step > 1:
            return str(value * self.step)
        if self.zeros and value == self.zero_value:
            return self.zeros
        # If 00 means 100, no roll is 0, so 0 is not padded to 00.
        return f"{value:0{self.digit_width if value or self.highest != self.zero_value else 1}}"

    def count_ways(self) -> Mapping[int, int]:
        """Return the number of ways to roll each total.

        It is empty if unknown, or if the table also has rows for totals that the dice cannot roll.
        """
        ways = self.count_dice_totals()
        return ways if ways and (min(ways), max(ways)) == (self.lowest, self.highest) else {}

    def count_dice_totals(self) -> Mapping[int, int]:
        """Return the number of ways to roll each total of the dice, whatever rows the table has.

        It is empty if the dice are unknown, or if they are too many to count.
        """
        if self.sorted_rolls:
            repeats = (Counter(roll).values() for roll in self.sorted_rolls)
            orders = (factorial(self.digits) // prod(map(factorial, item)) for item in repeats)
            return dict(enumerate(orders, 1))
        is_one_die = not self.parts and self.lowest in (0, 1) and self.highest < NO_END
        if self.faces or is_one_die:
            return dict.fromkeys(range(self.lowest, self.highest + 1), 1)
        sides = sum(abs(count) * faces for count, faces, _ in self.parts)
        limit = _MAX_KEPT_SIDES if any(kept for *_, kept in self.parts) else _MAX_SIDES
        if not self.parts or (sides > limit and [abs(part[0]) for part in self.parts] != [1]):
            return {}
        totals: Mapping[int, int] = {self.modifier: 1}
        for count, faces, kept in self.parts:
            # Subtracted dice roll as added dice do, read backwards: -1 to -6 is 6 to 1, less 7.
            kept, lost = (kept, 0) if count > 0 else (-kept, (abs(kept) or -count) * (faces + 1))
            rolled = count_kept_totals(abs(count), faces, kept) if kept else None
            rolled = rolled or count_totals([faces] * abs(count))
            totals = combine_dice_totals(
                totals, {total - lost: ways for total, ways in rolled.items()}
            )
        # In 00 to 99 of d100, 00 is 0 and not 100.
        is_shifted = self.lowest == 0 and self.highest == max(totals) - 1 and min(totals) == 1
        return {total - is_shifted: ways for total, ways in totals.items()}

    def fit_to_table(self, label: str, bands: Sequence[Band]) -> "RollScale":
        """Return a copy of the scale with the lowest and the highest roll that a table must cover.

        These are the rolls of the dice. If the column names no dice, they are those of `label`, the
        name of the table. If that names none, they are usually the ends of `bands`, its ranges of
        rolls. Ranges that are open beyond the dice extend them, for rolls with modifiers.
        """
        ends = [
            int(end) for val in bands for end in (val.lowest, val.highest) if abs(end) != NO_END
        ]
        if not ends:
            return self
        scale, low, high = self, min(ends), max(ends)
        is_open = not scale.highest or (scale.how == DICE_FROM_OPTION and not scale.faces)
        if is_open and (title_heading := parse_dice_heading(label)).dice:
            values = {val: getattr(title_heading, val) for val in _TITLE_FIELDS}
            scale = replace(scale, **values, how="as its name says")
        if not scale.highest and (low > 0 or self.zeros) and low <= 10 and 90 < high <= 100:
            how = self.how if (low, high) == (1, 100) else "as its cells suggest"
            scale = replace(scale, dice="d100", lowest=1, highest=100, how=how)
        if low == 0 and self.zero_value == scale.highest > high:
            return replace(scale, lowest=0, highest=scale.highest - 1)  # 00-04 to 95-99
        lowest, highest = scale.lowest, scale.highest
        if self.is_reduced:
            lowest = int(min(lowest, *(band.lowest for band in bands)))
        # An open end beyond the dice is for rolls with modifiers; they reach rolls in between too.
        if not highest or any(band.highest < lowest and band.lowest == -NO_END for band in bands):
            lowest = int(min(band.lowest for band in bands))
        if not highest or any(band.lowest > highest and band.highest == NO_END for band in bands):
            highest = int(max(band.highest for band in bands))
        # Rows beyond both ends are for rolls with modifiers, too: a typing error has one end.
        if highest and low < lowest and high > highest and not scale.faces:
            lowest, highest = low, high
        return replace(scale, lowest=lowest, highest=highest)


def _make_scale(heading: DiceHeading) -> RollScale:
    values = asdict(heading)
    return RollScale(**(values if heading.dice else values | {"how": _FROM_CELLS}))


def read_scale(heading: DiceHeading, ends: Iterable[RollRange]) -> RollScale:
    """Return the scale of a column from its heading and the ends of its ranges.

    If the heading names no dice, the ends are rolls of a d66 if more than four in five of them have
    two digits of 1 to 6, and 11 and 66 are among them. If the heading is d66, d44 or similar, and
    at most half of the ends are such rolls, the column has rolls of one die with 66 or 44 sides.
    Rolls of such a die are not checked (`is_unsupported`) if the heading is d66, or if the die has
    fewer than 100 sides and its highest number is not among the ends.
    """
    scale = _make_scale(heading)
    texts = [text for pair in ends for text in pair if text is not None]
    if not heading.dice:
        heading = replace(heading, lowest=1, highest=36, faces=6, digits=2)
    parse_digits = _make_scale(heading)._parse_roll
    digit_roll_count = len([*filter(parse_digits, texts)]) if heading.faces else 0
    if not scale.dice and 5 * digit_roll_count > 4 * len(texts) and {"11", "66"} <= set(texts):
        is_bare = heading.is_bare
        scale = RollScale("d66", 1, 36, is_roll=True, is_bare=is_bare, faces=6, digits=2)
    if scale.faces and 2 * digit_roll_count > len(texts):
        return _add_sorted_rolls(scale, texts)
    if scale.faces:
        sides = int(str(scale.faces) * scale.digits)
        is_unsupported = scale.faces == 6 or (sides < 100 and str(sides) not in texts)
        bare, how = heading.is_bare, scale.how
        scale = RollScale(
            scale.dice, 1, sides, is_roll=True, is_bare=bare, is_unsupported=is_unsupported, how=how
        )
    longest = max((len(text) for text in texts if text.strip("-+0")), default=1)
    full = scale.highest * (scale.lowest == 1) if scale.highest else 10 ** max(2, longest)
    full = full if full in (10, 100, 1_000, 10_000) and scale.step == 1 else 0
    padded = [text for text in texts if text[0] == "0" and len(text) > 1]
    zero_text = next((text for text in padded if not text.strip("0")), "")
    digit_width = 1 if any(len(text) == 1 for text in texts) else max(map(len, padded), default=1)
    if digit_width > 1 and str(full) not in texts:
        zero_text = zero_text or "0" * digit_width
    return replace(scale, zero_value=full, zeros=zero_text * (full > 0), digit_width=digit_width)


def _add_sorted_rolls(scale: RollScale, texts: Sequence[str]) -> RollScale:
    """Return the scale with `sorted_rolls` if nearly all of `texts` have their digits in order.

    The digits rise or fall: then the order of the dice does not count, and a d66 has 21 rolls.
    `scale` is that of dice that are read digit by digit. It is returned unchanged if the digits are
    not in order.
    """
    faces = range(1, scale.faces + 1)
    rising = [
        "".join(map(str, item)) for item in combinations_with_replacement(faces, scale.digits)
    ]
    for rolls in (rising, sorted(roll[::-1] for roll in rising)):
        known = [text for text in texts if text in rolls]
        if 5 * len(known) > 4 * len(texts) and 5 * len({*known}) > 4 * len(rolls):
            return replace(scale, highest=len(rolls), sorted_rolls=(*rolls,))
    return scale


def normalize_roll_text(text: str) -> str:
    """Return the text of a cell in a plain form, from which rolls are read.

    It is in lower case, with hyphens for dashes, and without %, footnote marks and punctuation.
    Number words become digits. A cell that has only dashes becomes "".
    """
    text = convert_digits(strip_footnotes(text)).translate(_PLAIN_DASHES).lower().replace("%", "")
    # ="1-3" keeps a spreadsheet from turning the cell into a date.
    text = re.sub('^=(?=")', "", text).strip("\"'`*_†‡§.:;,()[] \t\n")
    if not text.strip("-"):
        return ""
    return _NUMBER_WORD.sub(lambda match: str(NUMBER_WORDS.split("|").index(match[0]) + 1), text)


def is_otherwise_cell(text: str) -> bool:
    """Return whether a cell means all rolls that no other row contains, such as "otherwise"."""
    return bool(_REST_WORDS.fullmatch(normalize_roll_text(text)))


def is_step_cell(text: str) -> bool:
    """Return whether a cell continues the rolls of the rows above, such as "each +10"."""
    return bool(_STEP_PATTERN.fullmatch(normalize_roll_text(text)))


@lru_cache(maxsize=4096)
def parse_ranges(text: str) -> tuple[RollRange, ...]:
    """Return the ranges that a cell lists; empty if it cannot be read as rolls.

    A single roll is a range with two equal ends.
    """
    text = normalize_roll_text(text)
    for pattern in _RANGE_FORMS:
        if match := pattern.fullmatch(text):
            groups = match.groupdict()
            number, under, over = (groups.get(name) for name in ("one", "under", "over"))
            low = str(int(over) + 1) if over else groups.get("low", number)
            return (RollRange(low, str(int(under) - 1) if under else groups.get("high", number)),)
    if _SLASH_LIST.fullmatch(text):
        return tuple(RollRange(number, number) for number in re.split(r"\s*/\s*", text))
    pieces = _LIST_SEPARATOR.split(text)
    parts = [part for piece in pieces if len(pieces) > 1 for part in parse_ranges(piece)]
    is_list = len(parts) == len(pieces) and all(None not in part for part in parts)
    return tuple(parts) if is_list else ()
