"""What a user said of a file with tables: its dice, its columns of rolls, what these are to be."""

import re
from dataclasses import replace
from typing import NamedTuple

from printgen.roll_tables.dice import ASKED, Heading, read_heading, words


class Expectation(NamedTuple):
    """What is expected of a column: that it `sums` to a value, or is `unique`, and so on."""

    column: str
    verb: str
    value: str = ""


class Asked(NamedTuple):
    """The dice of columns that name none, columns that hold rolls, and what is expected.

    `encoding` is that of the file's text.
    """

    dice: str = ""
    rolls: tuple[str, ...] = ()
    expected: tuple[Expectation, ...] = ()
    encoding: str = ""

    def heading(self, name: str, without: str = "") -> Heading:
        """What a column's name says of dice, but for one of its words, and what the user said."""
        said = read_heading(word for word in words(name) if word != without)
        if self.dice and (said.is_odd or not said.dice):
            asked = read_heading(words(self.dice))
            said = replace(asked, is_roll=said.is_roll, is_bare=said.is_bare, how=ASKED)
        is_named = name.casefold() in map(str.casefold, self.rolls)
        return replace(said, is_roll=True, is_bare=True) if is_named else said


NOTHING_ASKED = Asked()


def read_expected(text: str) -> Expectation | None:
    """What a user typed, such as `Chance sums 100` or `Name unique`; None if it is nothing such."""
    form = r"(.+?) (?:(sums) (-?\d+(?:\.\d+)?)|(unique|rises|falls|same))"
    found = re.fullmatch(form, text.strip())
    return Expectation(found[1], found[2] or found[4], found[3] or "") if found else None
