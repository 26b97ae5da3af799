"""Turn the rows of a table into findings: out of order or step, unlike another's, or unused."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from printgen.problems import Problem
from printgen.rules.bands import Band
from printgen.rules.check import finding, on_row
from printgen.rules.model import Check, Column, Filter, Game, Row, Table
from printgen.rules.paths import cell, count_of, exported, listed_names, rows_of, words
from printgen.rules.query import Cells, possible, word
from printgen.rules.scalars import Fault
from printgen.rules.struct_reader import Dotted, Id, Name, Whole


class InOrder(Check, frozen=True, kw_only=True):
    """The rows stand in the order of the tables that some columns refer to; digits from 1."""

    order: Id
    by: tuple[Name, ...]

    reads = ("order", "by")
    takes = {"by": ("refers",)}

    def findings(self, game: Game) -> Iterator[Problem]:
        table = game.table(self.order)
        orders = [tuple(possible(game, table, {}, name)) for name in self.by]
        last: tuple[int, ...] = ()
        for number, row in enumerate(table.rows, 1):
            if row.key.isdecimal() and int(row.key) != number:
                hint = "number the rows from 1, each once"
                yield finding(self, on_row(row, table), f"stands in place {number}", hint)
            found = (word(game, table, row, name) for name in self.by)
            place = tuple(
                order.index(one) if one in order else -1
                for order, one in zip(orders, found, strict=True)
            )
            if place < last:
                hint = f"order the rows by {', then by '.join(self.by)}"
                message = "comes after one that it should precede"
                yield finding(self, on_row(row, table), message, hint)
            last = place


class Steps(Check, frozen=True, kw_only=True):
    """Each cell is so much higher than in the row before, or runs from 1 to a number and round.

    `within` names a column each of whose words begins anew, `wraps` the number of a group's heads;
    past the last whole round stands `rest`.
    """

    steps: Cells
    where: Filter = {}
    within: Dotted = ""
    step: Whole = 1
    wraps: Name = ""
    rest: Name = ""

    reads = ("steps", "within")
    takes = {"steps": ("band", "number", "modifier")}

    def findings(self, game: Game) -> Iterator[Problem]:
        id_, asked = self.steps
        table = game.table(id_)
        rows = rows_of(game, table, self.where)
        anew = groupby(rows, lambda row: self.within and words(game, table, row, self.within))
        runs = [list(run) for _, run in anew]
        listed = [
            one for one in listed_names(game, table.columns) if asked in (one[0], one[1].name)
        ]
        if not listed:
            raise Fault(f"{asked} is no column of {id_} itself", "write table.column")
        for name, column, head in listed:
            size = self._size(game, column, head) if self.wraps or self.rest else 0
            for run in runs:
                # Every run begins as the first of them all.
                right = cell(rows[0], column, head)
                for place, row in enumerate(run):
                    found = cell(row, column, head)
                    if size:
                        is_whole = place < len(run) - len(run) % size
                        right = place * self.step % size + 1 if is_whole else self.rest or None
                    if found != right:
                        hint = f'the steps declared want "{exported(game, column, right)}"'
                        message = f'"{exported(game, column, found)}"'
                        yield finding(self, on_row(row, table, name), message, hint)
                    right = self._next(found)

    def _next(self, before: Any) -> Any:
        """What the cell after one must be."""
        if isinstance(before, Band):
            return before.shifted(self.step)
        return before + self.step if isinstance(before, int) else None

    def _size(self, game: Game, column: Column, head: str) -> int:
        """The number at which a column of a group begins anew."""
        size = game.table(column.each).by_key[head].cells.get(self.wraps) if head else None
        if not isinstance(size, int) or size < 1:
            hint = "name under wraps: a column of the heads' table that holds numbers from 1"
            raise Fault(f"{head or column.name} has no number {self.wraps or 'to wrap at'}", hint)
        return size


class Agrees(Check, frozen=True, kw_only=True):
    """What a table says of the rows of another is what that says; empty cells say nothing."""

    agrees: Id
    with_: Id

    def names(self) -> Iterator[tuple[str, str, str]]:
        yield "agrees", self.agrees, ""
        yield "with", self.with_, ""

    def findings(self, game: Game) -> Iterator[Problem]:
        table, other = game.table(self.agrees), game.table(self.with_)
        refers = (one for one in table.columns if one.refers == other.id and not one.each)
        reference = next(refers, None)
        apart = (reference, table.key)
        shared = [one for one in table.columns if one not in apart and _alike(one, other)]
        if not shared:
            hint = "give both a column of the same name and type"
            raise Fault(f"{table.id} and {other.id} have nothing to compare", hint)
        for row in table.rows:
            keys = (row.cells[reference.name] if reference else None) or (row.key,)
            right = other.by_key.get(keys[0])
            if right is None:
                message = f"{other.id} has no row of that key"
                yield finding(self, on_row(row, table), message, "mend the key")
                continue
            for name, column, head in listed_names(game, shared):
                said, found = cell(row, column, head), cell(right, column, head)
                if said not in (None, found):
                    message = f'"{exported(game, column, found)}"'
                    hint = f'{row.at(name)} has "{exported(game, column, said)}"'
                    yield finding(self, on_row(right, other, name), message, hint)


def _alike(column: Column, other: Table) -> bool:
    """Whether another table has a column of that name and of such cells."""
    there = other.by_name.get(column.name)
    kind = (column.type, column.refers, column.each)
    return there is not None and kind == (there.type, there.refers, there.each)


class Used(Check, frozen=True, kw_only=True):
    """Every row is named by a column of another table, or printed by a print."""

    used: Id
    in_: tuple[Dotted, ...]

    def names(self) -> Iterator[tuple[str, str, str]]:
        yield "used", self.used, ""
        for name in self.in_:
            table, _, path = name.partition(".")
            yield "in", table, path

    def findings(self, game: Game) -> Iterator[Problem]:
        table = game.table(self.used)
        for name in self.in_:
            other, dot, path = name.partition(".")
            if dot:
                there = game.table(other)
                used = {word for row in there.rows for word in words(game, there, row, path)}
                message = f"no row of {other} names it"
                hint = f"name it in {path} of the row that uses it"
            else:
                used = set(_printed(game, table, other))
                message = f"{other} does not print it"
                hint = f"print the table {table.id} there, all of it, or leave {other} out of in:"
            for row in table.rows:
                if row.key not in used:
                    yield finding(self, on_row(row, table), message, hint)


def _printed(game: Game, table: Table, print_id: str) -> Iterator[str]:
    """The keys of the rows of `table` that a print puts on paper."""
    print_ = game.find_print(print_id)
    for part in print_.parts if print_ else ():
        # A back is of no row.
        if not part.table:
            continue
        there = game.table(part.table)
        for row in rows_of(game, there, part.where):
            if count_of(part, row):
                yield from _on_row(game, table, there, row, part.shows)


def _on_row(
    game: Game, table: Table, there: Table, row: Row, shows: tuple[str, ...] | None
) -> Iterator[str]:
    """The keys of `table` that one printed row shows: itself, references, heads, tables in it."""
    if there.id == table.id:
        yield row.key
    shown = None if shows is None else {path.partition(".")[0] for path in shows}
    for column in there.columns:
        value = row.cells[column.name]
        if value is None or (column.silent if shown is None else column.name not in shown):
            continue
        if table.id == column.each:
            yield from value
        if table.id == column.refers:
            for keys in value.values() if column.each else (value,):
                yield from keys or ()
        for inner in value if column.rows else ():
            yield from _on_row(game, table, game.table(column.rows), inner, None)
        for ref in value if column.type == "table" else ():
            named = game.table(ref.table)
            for inner in rows_of(game, named, ref.where):
                yield from _on_row(game, table, named, inner, None)
