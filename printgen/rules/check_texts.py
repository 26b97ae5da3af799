"""A check of the numbers and marks in the texts of a table."""

import re
from collections.abc import Iterator

from printgen.problems import Problem, suggest
from printgen.rules.check import new_problem
from printgen.rules.model import Check, Filter, Game
from printgen.rules.paths import filter_rows, get_words
from printgen.rules.query import Cells
from printgen.rules.scalars import MINUS
from printgen.rules.struct_reader import Name, Text

# A hyphen after a letter or digit is no sign: 1-2 is a range.
NUMBER_OR_MARK = re.compile(rf":([a-z][\w-]*(?::[a-z][\w-]*)?):|((?<!\w)[-+{MINUS}]\d+|\d+)")


def find_numbers(text: str) -> list[str]:
    """The numbers and marks in a text, in order, as a check names them."""
    return [_normalize(match[0]) for match in NUMBER_OR_MARK.finditer(text)]


class TextNumbersCheck(Check, frozen=True, kw_only=True):
    """The numbers and marks in the text of each row, in order; a row that is not listed has none.

    A sign before a number is part of it. A mark is named without its colons.
    """

    numbers: Cells
    is_: dict[Name, tuple[Text, ...]]
    where: Filter = {}

    reference_keys = ("numbers",)

    def find_problems(self, game: Game) -> Iterator[Problem]:
        id_, path = self.numbers
        table = game.table(id_)
        rows = filter_rows(game, table, self.where)
        keys = [row.key for row in rows]
        for key in self.is_:
            if key not in keys:
                message = f"no {table.row_noun} of this check has the key {key}"
                yield new_problem(self, "is", message, suggest(key, keys))
        for row in rows:
            actual = find_numbers(" ".join(get_words(game, table, row, path)))
            expected = [_normalize(item) for item in self.is_.get(row.key, ())]
            if actual != expected:
                found, declared = (", ".join(items) or "none" for items in (actual, expected))
                message = f"its numbers and marks are {found}; this check expects {declared}"
                hint = f"change the text ({row.locate(path.partition('.')[0])}), or this check"
                yield new_problem(self, table.describe_key(row.key, path), message, hint)


def _normalize(item: str) -> str:
    return item.strip(":").replace(MINUS, "-")
