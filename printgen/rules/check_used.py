"""Turn the rows of a table into findings: which of them no rule names, or a print leaves out."""

from collections.abc import Iterator

from printgen.problems import Problem
from printgen.rules.finding import finding, on_row
from printgen.rules.model import Check, Game, Row, Table
from printgen.rules.paths import count_of, rows_of, words
from printgen.rules.records import Dotted, Id


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
        if table.id in (column.refers, column.each):
            yield from value
        for inner in value if column.rows else ():
            yield from _on_row(game, table, game.table(column.rows), inner, None)
        for ref in value if column.type == "table" else ():
            named = game.table(ref.table)
            for inner in rows_of(game, named, ref.where):
                yield from _on_row(game, table, named, inner, None)
