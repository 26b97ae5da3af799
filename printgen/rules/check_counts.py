"""Turn counts and sums of a table into findings, where they are not what the data declares.

A count is of rows, of rows by the words of some columns, or of those that fall on each number of a
range; a sum is of numbers in a table, or in each of its rows.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import msgspec

from printgen.problems import Problem
from printgen.rules.finding import counted, finding, on_row
from printgen.rules.model import Check, Filter, Game, Row, Table
from printgen.rules.paths import follow, rows_of, words
from printgen.rules.query import Numbers, falls, possible, word
from printgen.rules.records import Claimed, Dotted, Id, Name, Positive
from printgen.rules.scalars import Fault, shown

_RANGE = re.compile(r"(-?\d{1,5}) to (-?\d{1,5})")
_NUMBERS = ("number", "modifier", "box", "need")
_MEND = "mend the rows, or what is declared here"


class Answer(Check, frozen=True, kw_only=True):
    """What the answer to a question must be; `each` asks it of every row of a table."""

    each: Id = ""
    is_: Claimed = None
    at_most: Claimed = None
    at_least: Claimed = None
    multiple_of: Positive | None = None

    def claims(self) -> Iterator[tuple[str, Any]]:
        """Each key that claims something of the answer, and what it claims."""
        bounds = (("is", self.is_), ("at_most", self.at_most), ("at_least", self.at_least))
        yield from ((key, claim) for key, claim in bounds if claim is not None)

    def faults(self) -> Iterator[tuple[str, str, str]]:
        for key, claim in self.claims():
            if not isinstance(claim, int | (str if self.each else int)):
                also = ", or a column of each row" if self.each else ""
                yield key, f"{shown(claim)} where a number is wanted", f"write a number{also}"
        if self.multiple_of is None and not any(self.claims()):
            yield "", "a check without an answer", "add is: with what it must be"

    def claimed_columns(self) -> Iterator[tuple[str, str, str]]:
        """The columns that the answer in each row is held to."""
        yield from (
            (key, self.each, claim) for key, claim in self.claims() if isinstance(claim, str)
        )

    def held(
        self,
        game: Game,
        found: int,
        subject: str,
        table: Table | None = None,
        row: Row | None = None,
    ) -> Iterator[Problem]:
        """What is wrong with one number, held to all that is declared of it."""
        bounds = (("", self.is_), ("at most ", self.at_most), ("at least ", self.at_least))
        for bound, claim in bounds:
            if claim is None:
                continue
            wanted = claim
            if isinstance(claim, str) and table and row:
                wanted = _sum(game, table, row, claim)
            if found != wanted and not (bound and (found < wanted) == (bound == "at most ")):
                yield finding(self, subject, f"{found}; the data declares {bound}{wanted}", _MEND)
        if self.multiple_of and found % self.multiple_of:
            message = f"{found}; the data declares a multiple of {self.multiple_of}"
            yield finding(self, subject, message, _MEND)


class Sum(Answer, frozen=True, kw_only=True):
    """The numbers of some columns added up, each row's `times` a number of its own."""

    takes = {"sum": _NUMBERS, "times": _NUMBERS, "is": _NUMBERS}
    sum: tuple[Dotted, ...]
    where: Filter = {}
    times: Name = ""

    def names(self) -> Iterator[tuple[str, str, str]]:
        table = self.each or self.sum[0].partition(".")[0]
        for path in self.sum:
            first, _, rest = path.partition(".")
            yield "sum", *((self.each, path) if self.each else (first, rest))
        yield from (("where", table, path) for path in self.where)
        if self.times:
            yield "times", table, self.times
        yield from self.claimed_columns()

    def faults(self) -> Iterator[tuple[str, str, str]]:
        yield from super().faults()
        if not self.sum:
            yield "sum", "a sum of nothing", "write table.column"
        for path in self.sum:
            if not self.each and "." not in path:
                yield "sum", f"{shown(path)} names no column", "write table.column"

    def findings(self, game: Game) -> Iterator[Problem]:
        if self.each:
            table = game.table(self.each)
            for row in rows_of(game, table, self.where):
                found = sum(_sum(game, table, row, path) for path in self.sum)
                subject = on_row(row, table, " + ".join(self.sum))
                yield from self.held(game, found, subject, table, row)
            return
        total = 0
        for path in self.sum:
            id_, _, inner = path.partition(".")
            table = game.table(id_)
            for row in rows_of(game, table, self.where):
                times = _sum(game, table, row, self.times) if self.times else 1
                total += _sum(game, table, row, inner) * times
        yield from self.held(game, total, " + ".join(self.sum))


class Count(Answer, frozen=True, kw_only=True):
    """How many rows, by what, or where they fall; or how many cells each row has at a path."""

    count: Dotted
    where: Filter = {}
    by: tuple[Dotted, ...] = ()
    read: Dotted = ""
    at: Numbers = ()

    def names(self) -> Iterator[tuple[str, str, str]]:
        # Dice are no table; what they are read in is.
        table = self.each or (self.read.partition(".")[0] if "." in self.read else self.count)
        yield "each" if self.each else "count", table, self.count if self.each else ""
        if "." not in self.read and self.read:
            yield "read", table, self.read
        yield from (("where", table, path) for path in self.where)
        yield from (("by", table, path) for path in self.by)
        yield from self.claimed_columns()

    def faults(self) -> Iterator[tuple[str, str, str]]:
        if not self.by and not self.read:
            yield from super().faults()
        elif self.multiple_of is not None or [key for key, _ in self.claims()] != ["is"]:
            hint = "write is: with the counts, and no at_most:, at_least: or multiple_of:"
            yield "", "a count by words or numbers that is not held to them", hint
        elif len(self.by) > 1 and not isinstance(self.is_, int):
            yield "is", f"{shown(self.is_)} where a number is wanted", "write how many of each"
        elif self.read and not isinstance(self.is_, Mapping):
            hint = "write {result: [a count for each number]}"
            yield "is", f"{shown(self.is_)} where lists are wanted", hint
        elif not isinstance(self.is_, int | Mapping):
            yield "is", f"{shown(self.is_)} where counts are wanted", "write {word: count}"

    def findings(self, game: Game) -> Iterator[Problem]:
        if self.each:
            table = game.table(self.each)
            for row in rows_of(game, table, self.where):
                found = len(words(game, table, row, self.count))
                yield from self.held(game, found, on_row(row, table, self.count), table, row)
        elif self.read:
            yield from self._falls(game)
        else:
            table = game.table(self.count)
            rows = rows_of(game, table, self.where)
            if len(self.by) > 1:
                yield from self._by_several(game, table, rows)
            elif self.by:
                yield from self._by(game, table, rows, self.by[0])
            else:
                yield from self.held(game, len(rows), table.id)

    def _by(self, game: Game, table: Table, rows: tuple[Row, ...], name: str) -> Iterator[Problem]:
        """Rows by the words of a column, or of each column of a group."""
        column = table.by_name.get(name)
        claimed = self.is_
        heads = [row.key for row in game.table(column.each).rows] if column and column.each else []
        if isinstance(claimed, Mapping) and any(head in claimed for head in heads):
            for head in dict.fromkeys((*heads, *claimed)):
                if head not in heads:
                    yield finding(self, head, f"no column of {name} is called so", _MEND)
                    continue
                found = Counter(word(game, table, row, f"{name}.{head}") for row in rows)
                yield from self._tally(f"{name}.{head}", found, claimed.get(head, {}), table)
            return
        found = Counter(word(game, table, row, name) for row in rows)
        if isinstance(claimed, int):
            claimed = dict.fromkeys(possible(game, table, name) or found, claimed)
        yield from self._tally(name, found, claimed, table)

    def _tally(
        self, subject: str, found: Counter[str], claimed: Any, table: Table
    ) -> Iterator[Problem]:
        """What differs between counts by word and those declared; one not declared counts none."""
        wanted: dict[str, Any] = {}
        for text, count in (claimed if isinstance(claimed, Mapping) else {}).items():
            match = _RANGE.fullmatch(text)
            each = range(int(match[1]), int(match[2]) + 1) if match else (text,)
            wanted.update(dict.fromkeys(map(str, each), count))
        for text in dict.fromkeys((*wanted, *found)):
            if found[text] != wanted.get(text, 0):
                message = (
                    f"{counted(found[text], table.id)}; the data declares {wanted.get(text, 0)}"
                )
                yield finding(self, f"{subject}, {text}", message, _MEND)

    def _by_several(self, game: Game, table: Table, rows: tuple[Row, ...]) -> Iterator[Problem]:
        """Every combination of the words that the columns may hold, so often; and no other."""
        found = Counter(tuple(word(game, table, row, path) for path in self.by) for row in rows)
        spaces = [
            [one for one in possible(game, table, path) if one in self.where.get(path, (one,))]
            for path in self.by
        ]
        wanted = self.is_ if isinstance(self.is_, int) else 1
        for each in product(*spaces):
            if found[each] != wanted:
                message = f"{counted(found[each], table.id)}; the data declares {wanted}"
                yield finding(self, ", ".join(each), message, _MEND)
        for each, count in found.items():
            if any(one not in space for one, space in zip(each, spaces, strict=True)):
                hint = "fill these cells, or leave such rows out with where:"
                message = f"stands on {counted(count, table.id)}"
                yield finding(self, ", ".join(each), message, hint)

    def _falls(self, game: Game) -> Iterator[Problem]:
        """Rows or rolls that fall on each number, in lists; with `by`, for each word alike."""
        sets: list[tuple[str, Count]] = [("", self)]
        if self.by:
            table = game.tables.get(self.count)
            known = possible(game, table, self.by[0]) if table else []
            if not known:
                hint = "count the rows of a table by a reference or a choice, or leave by: out"
                yield finding(self, self.count, f"by: {self.by[0]} names no known words", hint)
            sets = [
                (
                    f", {one}",
                    msgspec.structs.replace(self, where={**self.where, self.by[0]: (one,)}),
                )
                for one in known
            ]
        claims = self.is_ if isinstance(self.is_, Mapping) else {}
        for whose, asked in sets:
            try:
                _, heads, found = falls(game, game.tables, asked)
            except Fault as fault:
                yield finding(self, self.count, fault.found, fault.hint)
                return
            for head in dict.fromkeys((*heads.by_key, *claims)):
                line = claims.get(head, ())
                if head not in heads.by_key or not _is_line(line, self.at):
                    names = ", ".join(heads.by_key)
                    hint = f"write {len(self.at)} counts under each of: {names}"
                    yield finding(self, head, "no counts for each number", hint)
                    continue
                for value, wanted in zip(self.at, line, strict=True):
                    count = found(head, value)
                    if count != wanted:
                        subject = f"{self.read}, {head} at {value}{whose}"
                        message = f"{count}; the data declares {wanted}"
                        yield finding(self, subject, message, _MEND)


def _is_line(line: object, at: tuple[int, ...]) -> bool:
    return isinstance(line, tuple) and len(line) == len(at)


def _sum(game: Game, table: Table, row: Row, path: str) -> int:
    return sum(leaf.value for leaf in follow(game, table, row, path) if isinstance(leaf.value, int))
