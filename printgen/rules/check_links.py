"""Turn two columns of one table into a note on what reading both from one row would do."""

from collections.abc import Iterator
from fractions import Fraction
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
        every, *apart = (
            falls(game, game.tables, table.id, second, {**self.where, first: among})
            for among in (tuple(met), *((word,) for word in met))
        )
        if not every.whole:
            message = f"no row has both a word of {first} and a result of {second}"
            raise Fault(message, "name others, or delete the check")
        shares = {
            head: {
                word: Fraction(one.found(head, self.at), one.whole)
                for word, one in zip(met, apart, strict=True)
                if one.whole
            }
            for head in every.heads.by_key
        }
        result = max(
            shares, key=lambda head: max(shares[head].values()) - min(shares[head].values())
        )
        found = shares[result]
        most, least = max(found, key=found.__getitem__), min(found, key=found.__getitem__)
        if found[most] == found[least]:
            return
        of_all = Fraction(every.found(result, self.at), every.whole)
        message = (
            f"read from one row they depend on each other: {label(every.heads, result)} stands on"
            f" {found[most]} of the rows with {first} {most}, on {found[least]} of those with"
            f" {first} {least}, on {of_all} of all {every.whole}"
        )
        subject = f"{first} and {second} at {signed(self.at)}"
        hint = "use a row for each question; the sheet should say so"
        yield finding(self, subject, message, hint, Severity.NOTE)
