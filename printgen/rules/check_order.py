"""Turn the order of a table's rows into findings: out of order or step, or not another's."""

from collections.abc import Iterator
from typing import Any

from printgen.problems import Problem
from printgen.rules.bands import Band
from printgen.rules.columns import type_of
from printgen.rules.finding import finding, on_row
from printgen.rules.model import Check, Column, Filter, Game, Row, Table
from printgen.rules.paths import cell, find_column, rows_of, words
from printgen.rules.query import possible, word
from printgen.rules.records import Dotted, Id, Name, Whole


class InOrder(Check, frozen=True, kw_only=True):
    """The rows stand in the order of the tables that some columns refer to; digits from 1."""

    order: Id
    by: tuple[Name, ...]

    takes = {"by": ("refers",)}

    def names(self) -> Iterator[tuple[str, str, str]]:
        yield "order", self.order, ""
        yield from (("by", self.order, name) for name in self.by)

    def faults(self) -> Iterator[tuple[str, str, str]]:
        if not self.by:
            yield "by", "an order by nothing", "write by: [column, column]"

    def findings(self, game: Game) -> Iterator[Problem]:
        table = game.table(self.order)
        places = {
            name: {key: place for place, key in enumerate(possible(game, table, name))}
            for name in self.by
        }
        last: tuple[int, ...] = ()
        for number, row in enumerate(table.rows, 1):
            if row.key.isdigit() and int(row.key) != number:
                hint = "number the rows from 1, each once"
                yield finding(self, on_row(row, table), f"stands in place {number}", hint)
            found = ((name, word(game, table, row, name)) for name in self.by)
            place = tuple(places[name].get(text, -1) for name, text in found)
            if place < last:
                hint = f"order the rows by {', then by '.join(self.by)}"
                message = "comes after one that it should precede"
                yield finding(self, on_row(row, table), message, hint)
            last = place


class Steps(Check, frozen=True, kw_only=True):
    """Each cell is so much higher than in the row before, or runs on in a cycle."""

    steps: Dotted
    where: Filter = {}
    within: Name = ""
    step: Whole = 1
    wraps: Name = ""
    rest: Name = ""

    takes = {"steps": ("band", "number", "modifier")}

    def names(self) -> Iterator[tuple[str, str, str]]:
        table, _, path = self.steps.partition(".")
        yield "steps", table, path
        yield from (("where", table, one) for one in self.where)
        if self.within:
            yield "within", table, self.within

    def faults(self) -> Iterator[tuple[str, str, str]]:
        if self.steps.count(".") != 1:
            yield "steps", f"{self.steps} names no column of one table", "write table.column"

    def findings(self, game: Game) -> Iterator[Problem]:
        id_, _, name = self.steps.partition(".")
        table = game.table(id_)
        column = find_column(game, table, name)
        rows = rows_of(game, table, self.where)
        heads = game.table(column.each).by_key if column.each else {"": None}
        for head, row_of_head in heads.items() if name in table.by_name else [(name, heads[name])]:
            size = row_of_head.cells.get(self.wraps) if row_of_head else None
            if self.wraps and not (isinstance(size, int) and size > 0):
                hint = "name a column of the heads' table that holds numbers from 1"
                yield finding(self, head or name, f"has no number {self.wraps}", hint)
                continue
            wanted = (
                self._cycle(len(rows), size)
                if size
                else self._stepped(game, table, rows, column, head)
            )
            for row, right in zip(rows, wanted, strict=True):
                value = cell(row, column, head)
                if value != right:
                    how = (
                        "runs on in its cycle" if size else f"moves by {self.step} from row to row"
                    )
                    yield finding(
                        self,
                        on_row(row, table, head or name),
                        f'"{_said(value, column, game)}"',
                        f'the column {how}: write "{_said(right, column, game)}"',
                    )

    def _stepped(
        self, game: Game, table: Table, rows: tuple[Row, ...], column: Column, head: str
    ) -> Iterator[Any]:
        """What each cell must be, as far as the one before it is right.

        Within each word of `within`; the first of every such run is as the first of them all.
        """
        cells = [cell(row, column, head) for row in rows]
        runs = [words(game, table, row, self.within) if self.within else () for row in rows]
        for place in range(len(rows)):
            if not place or runs[place] != runs[place - 1]:
                yield cells[0]
            else:
                yield _moved(cells[place - 1], self.step)

    def _cycle(self, rows: int, size: int) -> Iterator[Any]:
        """1 to a size over and over; past the last whole cycle the letter of `rest`."""
        whole = rows - rows % size
        for place in range(rows):
            yield place * self.step % size + 1 if place < whole else self.rest or None


class Agrees(Check, frozen=True, kw_only=True):
    """What a table says of the rows of another is what that says; empty cells say nothing."""

    agrees: Id
    with_: Id

    def names(self) -> Iterator[tuple[str, str, str]]:
        yield "agrees", self.agrees, ""
        yield "with", self.with_, ""

    def findings(self, game: Game) -> Iterator[Problem]:
        table, other = game.table(self.agrees), game.table(self.with_)
        reference = next((one for one in table.columns if one.refers == other.id), None)
        apart = {one.name for one in (reference, table.key) if one}
        shared = [
            one
            for one in table.columns
            if one.name in other.by_name.keys() - apart and _alike(one, other.by_name[one.name])
        ]
        if not shared:
            hint = "give both a column of the same name and type"
            yield finding(self, f"{table.id} and {other.id}", "nothing to compare", hint)
            return
        for row in table.rows:
            found = row.cells[reference.name] if reference else None
            right = other.by_key.get(found[0] if found else row.key)
            if right is None:
                message = f"{other.id} has no row of that key"
                yield finding(self, on_row(row, table), message, "mend the key")
                continue
            for column in shared:
                yield from self._compared(game, row, right, column, other)

    def _compared(
        self, game: Game, row: Row, right: Row, column: Column, other: Table
    ) -> Iterator[Problem]:
        for head in [one.key for one in game.table(column.each).rows] if column.each else [""]:
            said, found = cell(row, column, head), cell(right, column, head)
            if said is not None and found != said:
                name = head or column.name
                yield finding(
                    self,
                    on_row(right, other, name),
                    f'"{_said(found, column, game)}"',
                    f'{row.at(name)} has "{_said(said, column, game)}"',
                )


def _alike(one: Column, other: Column) -> bool:
    return (one.type, one.refers, one.each) == (other.type, other.refers, other.each)


def _moved(value: Any, step: int) -> Any:
    if not isinstance(value, Band | int):
        return None
    return value.shifted(step) if isinstance(value, Band) else value + step


def _said(value: Any, column: Column, game: Game) -> str:
    return "" if value is None else type_of(column).exported(value, column, game)
