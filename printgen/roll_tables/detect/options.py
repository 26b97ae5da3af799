"""Options of `printgen check FILE`: dice, columns of rolls, expected columns, text encoding."""

import re

import msgspec
from msgspec.structs import replace

from printgen.roll_tables.detect.dice import DiceHeading, parse_dice_heading

DICE_FROM_OPTION = "as --dice says"
"""`DiceHeading.how` for dice that were given with the option --dice."""


class Expectation(msgspec.Struct, frozen=True):
    """One rule of --expect: a column, and what must be true of its cells.

    `verb` is `sums`, `unique`, `rises`, `falls` or `same`. `value` is the sum that `sums` expects.
    """

    column: str
    verb: str
    value: str = ""


class AuditOptions(msgspec.Struct, frozen=True):
    """The options of `printgen check FILE`.

    - `dice`: the dice of columns whose heading names no dice that printgen supports.
    - `rolls`: the names of columns that contain rolls.
    - `expectations`: the rules of --expect.
    - `encoding`: the encoding of text files; "" for the default.
    - `hidden`: whether hidden rows, columns and sheets of a workbook are checked too.
    - `is_shown`: whether the result contains the tables, for a report.
    """

    dice: str = ""
    rolls: tuple[str, ...] = ()
    expectations: tuple[Expectation, ...] = ()
    encoding: str = ""
    hidden: bool = False
    is_shown: bool = False

    def get_column_dice(self, name: str, skipped_word: str = "") -> DiceHeading:
        """Return the dice that the name of a column mentions, or else those of the option --dice.

        `skipped_word` is a word in the name to ignore, because it is not about dice.
        """
        heading = parse_dice_heading(name, skipped_word)
        if self.dice and (heading.is_unsupported or not heading.dice):
            dice_heading = parse_dice_heading(self.dice)
            is_roll, is_bare = heading.is_roll, heading.is_bare
            heading = replace(dice_heading, is_roll=is_roll, is_bare=is_bare, how=DICE_FROM_OPTION)
        is_named = self.is_in_rolls_option(name)
        return replace(heading, is_roll=True, is_bare=True) if is_named else heading

    def is_in_rolls_option(self, name: str) -> bool:
        """Return whether the option --rolls names this column."""
        return name.casefold() in map(str.casefold, self.rolls)


NO_OPTIONS = AuditOptions()


def parse_expectation(text: str) -> Expectation | None:
    """Return the rule in a text such as `Chance sums 100` or `Name unique`; None if it has none."""
    pattern = r"(.+?) (?:(sums) (-?\d+(?:\.\d+)?)|(unique|rises|falls|same))"
    match = re.fullmatch(pattern, text.strip())
    return Expectation(match[1], match[2] or match[4], match[3] or "") if match else None
