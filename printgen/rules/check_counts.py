"""Turn counts and sums of a table into findings, where they are not what the data declares.

A count is of rows, by the words of some columns or not; of those that fall on each number of a
range; or of the words in each row. A sum is of numbers in a table, or in each of its rows.
"""

import operator
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Annotated, Any

from msgspec.structs import replace

from printgen.problems import Problem, Severity, Where, nearest
from printgen.rules.bands import signed
from printgen.rules.check import finding, on_row
from printgen.rules.columns.refer import label
from printgen.rules.model import Check, Filter, Game, Row, Table
from printgen.rules.paths import find_column, follow, rows_of, words
from printgen.rules.query import Cells, Numbers, falls, possible, read_range, word
from printgen.rules.scalars import Fault, count, shown, span, whole
from printgen.rules.struct_reader import Amount, Dotted, Id, Name, Positive, Whole

_NUMBERS = ("number", "modifier", "box", "need")
_MEND = "mend the rows, or what is declared here"
_BOUNDS: dict[str, tuple[str, Callable[[int, Any], bool]]] = {
    "is_": ("", operator.eq),
    "at_most": ("at most ", operator.le),
    "at_least": ("at least ", operator.ge),
    "multiple_of": ("a multiple of ", lambda found, by: found % by == 0),
}
"""What may be claimed of a number: the field, how a message says it, and whether it holds."""


class Answer(Check, frozen=True, kw_only=True):
    """What the numbers that answer a question must be."""

    where: Filter = {}
    is_: Annotated[Any, whole] = None
    at_most: Annotated[Any, whole] = None
    at_least: Annotated[Any, whole] = None
    multiple_of: Positive | None = None

    def __post_init__(self) -> None:
        if not self.claims:
            raise Fault("a check without an answer", "add is: with what it must be")

    @property
    def claims(self) -> dict[str, Any]:
        """What is claimed, by field."""
        fields = {field: getattr(self, field) for field in _BOUNDS}
        return {field: claim for field, claim in fields.items() if claim is not None}

    def numbers(self, game: Game) -> Iterator[tuple[str, Where, int, Mapping[str, Any]]]:
        """Each number asked for: what it is of, where it stands, itself, what is claimed of it."""
        raise NotImplementedError

    def findings(self, game: Game) -> Iterator[Problem]:
        declared, mend = "the data declares", _MEND
        if game.given:
            declared, mend = "the rules want", f"the rule stands in {self.source or self.place}"
        for subject, at, found, claims in self.numbers(game):
            # What breaks a limit is wrong where a player wrote it.
            check = replace(self, place=at) if game.given else self
            for field, wanted in claims.items():
                said, holds = _BOUNDS[field]
                if wanted is not None and not holds(found, wanted):
                    message = f"{found}; {declared} {said}{shown(wanted)}"
                    yield finding(check, subject, message, mend)


class Sum(Answer, frozen=True, kw_only=True):
    """Numbers added up, each row's `times` its own; `fewer` is where a side's lack is written."""

    takes = {"sum": _NUMBERS, "times": _NUMBERS, "fewer": ("number",)}
    sum: tuple[Cells, ...]
    times: Name = ""
    fewer: Cells | None = None

    def names(self) -> Iterator[tuple[str, str, str]]:
        for id_, path in self.sum:
            yield "sum", id_, path
            if self.times:
                yield "times", id_, self.times
        if self.fewer:
            yield "fewer", *self.fewer

    def numbers(self, game: Game) -> Iterator[tuple[str, Where, int, Mapping[str, Any]]]:
        total = 0
        for id_, path in self.sum:
            table = game.table(id_)
            for row in rows_of(game, table, self.where):
                times = _total(game, table, row, self.times) if self.times else 1
                total += _total(game, table, row, path) * times
        subject = " + ".join(map(".".join, self.sum))
        yield subject, game.table(self.sum[0][0]).place, total, self.claims

    def totals(self, sides: Sequence[Game]) -> tuple[int, ...]:
        """The sum of each of several sides; none unless all wrote what is added up."""
        is_written = all(game.table(id_).given for game in sides for id_, _ in self.sum)
        found = (total for game in sides for _, _, total, _ in self.numbers(game))
        return tuple(found) if is_written else ()

    def compared(self, sides: Mapping[str, Game]) -> Iterator[str]:
        """What is said of each of several sides: its sum, and what it gets for having less."""
        if self.fewer and (totals := self.totals([*sides.values()])):
            id_, path = self.fewer
            head = next(iter(sides.values())).table(id_).by_name[path].head
            for name, total in zip(sides, totals, strict=True):
                yield f"{name}: {head}: {max(totals) - total} ({total} against {max(totals)})"
            yield f"  {self.says} {self.source}"


class Within(Answer, frozen=True, kw_only=True):
    """What each row, or row within it, has: words counted, `only` some, and numbers added up."""

    takes = {**dict.fromkeys(("sum", "is", "at_most", "at_least"), _NUMBERS), "each": ("rows",)}
    each: Dotted
    count: tuple[Dotted, ...] = ()
    only: tuple[Dotted, ...] = ()
    sum: tuple[Dotted, ...] = ()
    is_: Whole | Dotted | None = None
    at_most: Whole | Dotted | None = None
    at_least: Whole | Dotted | None = None

    def names(self) -> Iterator[tuple[str, str, str]]:
        id_, dot, within = self.each.partition(".")
        yield "each", id_, within
        yield from (("count", id_, f"{within}{dot}{path}") for path in self.count)
        yield from (("sum", id_, f"{within}{dot}{path}") for path in self.sum)
        for field, claim in self.claims.items():
            if isinstance(claim, str):
                yield field.rstrip("_"), id_, f"{within}{dot}{claim}"

    def numbers(self, game: Game) -> Iterator[tuple[str, Where, int, Mapping[str, Any]]]:
        id_, _, within = self.each.partition(".")
        table = game.table(id_)
        rows: Iterable[Row] = rows_of(game, table, self.where)
        if within:
            leaves = [leaf for row in rows for leaf in follow(game, table, row, within)]
            rows = [inner for leaf in leaves for inner in leaf.value]
            table = game.table(find_column(game, table, within).rows)
        paths = (*self.count, *self.sum)
        subject = " + ".join((*paths, *self.only))
        for row in rows:
            met = [one for path in self.count for one in words(game, table, row, path)]
            found = len([one for one in met if not self.only or one in self.only])
            found += sum(_total(game, table, row, path) for path in self.sum)
            claims = {
                field: _total(game, table, row, claim) if isinstance(claim, str) else claim
                for field, claim in self.claims.items()
            }
            at = row.at(paths[0].partition(".")[0]) if paths else row.at()
            yield on_row(row, table, subject), at, found, claims


def _counts(value: object) -> object:
    """A number, or such for each of some words; `1 to 6` stands for several."""
    if not isinstance(value, Mapping):
        return count(value)
    found: dict[str, object] = {}
    for key, item in value.items():
        for each in read_range(key) if span(key) else (key,):
            found[str(each)] = _counts(item)
    return found


class Count(Answer, frozen=True, kw_only=True):
    """How many rows; with `by`, how many of each combination of the words of some columns."""

    reads = ("count", "by")
    count: Id
    by: tuple[Dotted, ...] = ()
    is_: Annotated[Any, _counts] = None

    def numbers(self, game: Game) -> Iterator[tuple[str, Where, int, Mapping[str, Any]]]:
        table = game.table(self.count)
        rows = rows_of(game, table, self.where)
        for by, claim in self._asked(game, table):
            found = Counter(tuple(word(game, table, row, path) for path in by) for row in rows)
            wanted = _claimed(claim, by, partial(possible, game, table, self.where))
            # What nobody declared is none, where anything is declared.
            unsaid = None if self.is_ is None else 0
            for one in dict.fromkeys((*wanted, *found)):
                claims = {**self.claims, "is_": wanted.get(one, unsaid)}
                subject = ", ".join((" and ".join(by) or table.id, *one))
                yield subject, table.place, found[one], claims

    def _asked(self, game: Game, table: Table) -> Iterator[tuple[tuple[str, ...], object]]:
        """Paths to count by and what is claimed of them: a group's columns are each counted."""
        group = table.by_name.get(self.by[0]) if len(self.by) == 1 else None
        if group is None or not group.each:
            yield self.by, self.is_
            return
        heads, claims = game.table(group.each).by_key, self.is_
        if not isinstance(claims, Mapping) or not heads.keys() & claims.keys():
            claims = dict.fromkeys(heads, claims)
        for head in claims:
            if head not in heads:
                raise Fault(f"no column of {group.name} is called {head}", nearest(head, heads))
        for head in heads:
            yield (f"{group.name}.{head}",), claims.get(head, {})


def _claimed(
    claim: Any, by: Sequence[str], words_of: Callable[[str], Iterable[str]]
) -> dict[tuple[str, ...], Any]:
    """What is claimed of each combination of words; one number is of every word."""
    if not by:
        return {(): claim}
    by_word = claim if isinstance(claim, Mapping) else dict.fromkeys(words_of(by[0]), claim)
    return {
        (word, *rest): wanted
        for word, inner in by_word.items()
        for rest, wanted in _claimed(inner, by[1:], words_of).items()
    }


class CountAt(Check, frozen=True, kw_only=True):
    """Where rows or rolls fall at each number; with `by`, for each word of a column alike."""

    count: Dotted
    read: Dotted
    at: Numbers
    is_: dict[Name, tuple[Amount, ...]]
    where: Filter = {}
    by: Dotted = ""

    def names(self) -> Iterator[tuple[str, str, str]]:
        # Dice are no table; what they are read in is.
        id_, dot, column = self.read.partition(".")
        yield ("read", id_, column) if dot else ("count", self.count, "")
        if not dot:
            yield "read", self.count, self.read
        if self.by:
            yield "by", self.count, self.by

    def findings(self, game: Game) -> Iterator[Problem]:
        filters = {"": self.where}
        if self.by:
            each = possible(game, game.table(self.count), self.where, self.by)
            filters = {f", {one}": {**self.where, self.by: (one,)} for one in each}
        for whose, where in filters.items():
            fallen = falls(game, game.tables, self.count, self.read, where)
            heads = fallen.heads.by_key
            for head in dict.fromkeys((*heads, *self.is_)):
                found = [fallen.found(head, value) for value in self.at if head in heads]
                lines = found, self.is_.get(head, ())
                here, said = (", ".join(map(str, line)) or "nothing" for line in lines)
                if here != said:
                    message = f"{here}; the data declares {said}"
                    yield finding(self, f"{self.read}, {head}{whose}", message, _MEND)


class Linked(Check, frozen=True, kw_only=True):
    """Two columns of one row that depend on each other, the second a group of bands: a note.

    It tells of the result whose share differs most between words of the first, among the rows that
    hold both, in exact shares.
    """

    reads = ("linked", "columns")
    linked: Id
    columns: tuple[Dotted, ...]
    at: Whole
    where: Filter = {}

    def findings(self, game: Game) -> Iterator[Problem]:
        if len(self.columns) != 2:
            hint = "write columns: [one, a group of bands]"
            raise Fault(f"{' and '.join(self.columns)} where two columns are wanted", hint)
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


def _total(game: Game, table: Table, row: Row, path: str) -> int:
    """The numbers at a path added up."""
    return sum(leaf.value for leaf in follow(game, table, row, path) if isinstance(leaf.value, int))
