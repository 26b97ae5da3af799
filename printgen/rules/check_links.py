"""Turn two columns of one table into a note on what reading both from one row would do."""

from collections.abc import Iterator
from fractions import Fraction
from operator import itemgetter
from typing import Annotated

from printgen.problems import Problem, Severity
from printgen.rules.bands import signed
from printgen.rules.columns.refer import label
from printgen.rules.finding import finding
from printgen.rules.model import Check, Filter, Game
from printgen.rules.paths import rows_of, words
from printgen.rules.query import falls
from printgen.rules.records import Id, Whole
from printgen.rules.scalars import Fault, path, shown


def _two(value: object) -> tuple[str, str]:
    if not isinstance(value, tuple) or len(value) != 2:
        message = f"{shown(value)} where two columns are wanted"
        raise Fault(message, "write columns: [one, a group of bands]")
    return path(value[0]), path(value[1])


class Linked(Check, frozen=True, kw_only=True):
    """Two columns of one row that depend on each other, the second a group of bands: a note.

    It tells of the result whose share differs most between words of the first, among the rows that
    hold both, in exact shares.
    """

    linked: Id
    columns: Annotated[tuple[str, str], _two]
    at: Whole
    where: Filter = {}

    def names(self) -> Iterator[tuple[str, str, str]]:
        yield "linked", self.linked, ""
        yield from (("columns", self.linked, path) for path in self.columns)

    def findings(self, game: Game) -> Iterator[Problem]:
        table = game.table(self.linked)
        first, second = self.columns
        rows = rows_of(game, table, self.where)
        met = dict.fromkeys(word for row in rows for word in words(game, table, row, first))
        fallen = {
            word: falls(game, game.tables, table.id, second, {**self.where, first: (word,)})
            for word in met
        }
        fallen = {word: found for word, found in fallen.items() if found.whole}
        if not fallen:
            message = f"no row has both a word of {first} and a result of {second}"
            raise Fault(message, "name others, or delete the check")
        heads = next(iter(fallen.values())).heads
        found = []
        for head in heads.by_key:
            shares = {
                word: Fraction(one.found(head, self.at), one.whole) for word, one in fallen.items()
            }
            found.append((max(shares.values()) - min(shares.values()), head, shares))
        spread, result, shares = max(found, key=itemgetter(0))
        if not spread:
            return
        most, least = max(shares, key=shares.__getitem__), min(shares, key=shares.__getitem__)
        whole = sum(one.whole for one in fallen.values())
        every = Fraction(sum(one.found(result, self.at) for one in fallen.values()), whole)
        message = (
            f"read from one row they depend on each other: {label(heads, result)} stands on"
            f" {shares[most]} of the rows with {first} {most}, on {shares[least]} of those with"
            f" {first} {least}, on {every} of all {whole}"
        )
        subject = f"{first} and {second} at {signed(self.at)}"
        hint = "use a row for each question; the sheet should say so"
        yield finding(self, subject, message, hint, Severity.NOTE)
