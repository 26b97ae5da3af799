"""What a user said of a file with tables: its dice, its columns of rolls, what these are to be."""

import re
from dataclasses import replace
from typing import NamedTuple

from printgen.roll_tables.dice import FROM_OPTION, DiceHeading, get_words, read_heading


class Expectation(NamedTuple):
    """What is expected of a column: that it `sums` to a value, or is `unique`, and so on."""

    column: str
    verb: str
    value: str = ""


class AuditOptions(NamedTuple):
    """The dice of columns that name none, columns that hold rolls, and what is expected.

    `encoding` is that of the file's text.
    """

    dice: str = ""
    rolls: tuple[str, ...] = ()
    expectations: tuple[Expectation, ...] = ()
    encoding: str = ""

    def read_column_heading(self, name: str, skipped_word: str = "") -> DiceHeading:
        """What a column's name says of dice, but for one of its words, and what the user said."""
        heading = read_heading(word for word in get_words(name) if word != skipped_word)
        if self.dice and (heading.is_odd or not heading.dice):
            dice_heading = read_heading(get_words(self.dice))
            heading = replace(
                dice_heading, is_roll=heading.is_roll, is_bare=heading.is_bare, how=FROM_OPTION
            )
        is_named = name.casefold() in map(str.casefold, self.rolls)
        return replace(heading, is_roll=True, is_bare=True) if is_named else heading


NO_OPTIONS = AuditOptions()


def parse_expectation(text: str) -> Expectation | None:
    """What a user typed, such as `Chance sums 100` or `Name unique`; None if it is nothing such."""
    pattern = r"(.+?) (?:(sums) (-?\d+(?:\.\d+)?)|(unique|rises|falls|same))"
    match = re.fullmatch(pattern, text.strip())
    return Expectation(match[1], match[2] or match[4], match[3] or "") if match else None
