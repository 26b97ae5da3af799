"""Turn two columns of one table into a note on what reading both from one row would do."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from printgen.problems import Problem, Severity
from printgen.rules.bands import signed
from printgen.rules.columns.refer import label
from printgen.rules.finding import finding
from printgen.rules.model import Check, Filter, Game, Row
from printgen.rules.paths import rows_of, words
from printgen.rules.query import Numbers
from printgen.rules.records import Dotted, Id

_TWO = "write columns: [one, a group of bands]"


class Linked(Check, frozen=True, kw_only=True):
    """Two columns of one row that depend on each other, the second a group of bands: a note.

    The population is the rows of the table that hold both; a check of which none can speak is an
    error.
    """

    linked: Id
    columns: tuple[Dotted, ...]
    at: Numbers
    where: Filter = {}

    def names(self) -> Iterator[tuple[str, str, str]]:
        yield "linked", self.linked, ""
        yield from (("columns", self.linked, path) for path in self.columns)

    def faults(self) -> Iterator[tuple[str, str, str]]:
        if len(self.columns) != 2:
            yield "columns", f"two columns are compared, not {len(self.columns)}", _TWO

    def findings(self, game: Game) -> Iterator[Problem]:
        return _linked(self, game)


def _linked(check: Linked, game: Game) -> Iterator[Problem]:
    """The result that depends most on the first column, in exact shares; else nothing."""
    table = game.table(check.linked)
    first, second = check.columns
    value = check.at[0]
    group = table.by_name.get(second)
    if group is None or not group.each or group.type != "band":
        yield finding(check, second, "no group of bands", _TWO)
        return
    rows = [
        (_word, row)
        for row in rows_of(game, table, check.where)
        for _word in words(game, table, row, first)
        if any(row.cells[second].values())
    ]
    if not rows:
        message = "no row has both a word in the first and a result in the second"
        yield finding(check, f"{first} and {second}", message, "name others, or delete the check")
        return
    heads = game.table(group.each)
    worst = max(
        ((*_difference(rows, second, head.key, value), head.key) for head in heads.rows),
        key=lambda found: found[0],
    )
    if worst[0]:
        most, least, every = worst[1]
        shares = (
            f"{label(heads, worst[2], game)} stands on {most[1]} of the rows with"
            f" {first} {most[0]}, "
            f"on {least[1]} of those with {first} {least[0]}, on {every} of all {len(rows)}"
        )
        yield finding(
            check,
            f"{first} and {second} at {signed(value)}",
            f"read from one row they depend on each other: {shares}",
            "use a row for each question; the sheet should say so",
            Severity.NOTE,
        )


_Shares = tuple[tuple[str, Fraction], tuple[str, Fraction], Fraction]


def _difference(
    rows: list[tuple[str, Row]], group: str, head: str, value: int
) -> tuple[Fraction, _Shares]:
    """How far the shares of a result lie apart; the word with most, with least, and all's share."""
    every = Counter(word for word, _ in rows)
    hits = Counter(
        word for word, row in rows if row.cells[group][head] and row.cells[group][head].holds(value)
    )
    shares = {word: Fraction(hits[word], count) for word, count in every.items()}
    most = max(shares, key=lambda word: shares[word])
    least = min(shares, key=lambda word: shares[word])
    every_share = Fraction(hits.total(), len(rows))
    return shares[most] - shares[least], (
        (most, shares[most]),
        (least, shares[least]),
        every_share,
    )
