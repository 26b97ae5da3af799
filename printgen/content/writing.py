"""Turn cells and tables into the names, words, marks and inputs of one face.

Whatever is printed goes through here once. It knows no template, and not which rows or columns a
print shows.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, count
from typing import Any, Literal, NamedTuple

from printgen.content.model import Grid, GridCell, GridColumn, GridLine, Group, Line
from printgen.rules.columns import type_of
from printgen.rules.columns.tally import share
from printgen.rules.model import Column, Filter, Game, Row, Table, TableRef
from printgen.rules.paths import follow, listed_names, rows_of
from printgen.rules.prose import Block, plain, read_prose


class TableRow(NamedTuple):
    """A row, and the table that it is of."""

    table: Table
    row: Row


def table_rows(game: Game, id_: str, where: Filter | None = None) -> tuple[TableRow, ...]:
    """The rows of a table that a filter means, else all of them."""
    table = game.table(id_)
    return tuple(TableRow(table, row) for row in rows_of(game, table, where or {}))


class Item(NamedTuple):
    """One thing printed under a name: words, in `blocks` if prose, a mark, or an input's kind."""

    name: str
    kind: Literal["words", "mark", "input"]
    value: str
    blocks: tuple[Block, ...] = ()


class Writing:
    """What one face prints, or a part of it, while it is being gathered."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.items: list[Item] = []
        self.lines: list[tuple[Line, ...]] = []
        self.groups: list[Group] = []
        self.grids: dict[str, Grid] = {}

    def take(self, items: Iterable[Item]) -> tuple[str, ...]:
        """Print things; the names of those that there is anything of."""
        filled = [item for item in items if item.value or item.blocks]
        self.items += filled
        return tuple([item.name for item in filled])

    def word(self, name: str, text: str) -> tuple[str, ...]:
        """Print words under a name; nothing where there are none."""
        return self.take((Item(name, "words", text),))

    def column(self, column: Column, of: TableRow) -> None:
        """Print a column of the face's own row, with its title and head where it has them."""
        name, value = column.name, of.row.cells[column.name]
        if column.each:
            self._turned(column, of)
            return
        # What a row is called needs no head on a face of its own.
        head = "" if column.type == "key" or name == "label" else column.head
        alone = not (column.title or head)
        if column.type == "table":
            names = self.tables(name, value or (), heads_group=alone)
        elif column.rows:
            inner = self.game.table(column.rows)
            # One title heads them; the column's is the nearer.
            title = inner.title if alone else ""
            names = self._grid(name, inner, title, value, heads_group=alone) if value else ()
        else:
            names = self.take(items_at(self.game, name, of))
        if names:
            names = (*self.word(f"{name}.head", head), *names)
            titled = self.word(f"{name}.title", column.title)
            if not alone:
                heading, *members = (*titled, *names)
                self.groups.append(Group(heading, tuple(members)))

    def _turned(self, column: Column, of: TableRow) -> None:
        """A group of columns: a grid with a line for each head that has a cell."""
        name, values = column.name, of.row.cells[column.name]
        cells = {head: self.take(items_at(self.game, f"{name}.{head}", of)) for head in values}
        lines = []
        for head, names in cells.items():
            if names:
                label = self.take(_heading(self.game, of.table.id, name, head, name))
                value = GridCell(name, column.type, names)
                lines.append(GridLine(head, (GridCell("head", "text", label), value)))
        if not lines:
            return
        heads = self.game.table(column.each)
        shown = shown_columns(heads, column.shows)
        over = self.take(Item(f"{name}.head.{one.name}", "words", one.head) for one in shown)
        axis = self.word(f"{name}.head", column.head)
        title = "".join(self.word(f"{name}.title", column.title))
        columns = (GridColumn("head", "text", over), GridColumn(name, column.type, axis))
        grid = Grid(name, heads.id, title, "", columns, tuple(lines))
        self.lay(grid, heads_group=bool(title), turned=True)
        if column.letter in values.values():
            (letter,) = self.word(f"{name}.or", column.letter)
            meaning = self.word(f"{name}.or.text", column.or_[column.letter])
            self.lines.append(((letter, *meaning),))
            self.groups.append(Group(letter, meaning))

    def tables(self, name: str, refs: Iterable[TableRef], *, heads_group: bool) -> tuple[str, ...]:
        """Print the tables that a cell names, each a grid of its own.

        With `heads_group` nothing else heads them: their titles do, or each head its own column.
        """
        names: list[str] = []
        for ref in refs:
            there = self.game.table(ref.table)
            rows = rows_of(self.game, there, ref.where)
            below = f"{name}.{ref.table}"
            names += self._grid(below, there, there.title, rows, heads_group=heads_group)
        return tuple(names)

    def _grid(
        self, name: str, table: Table, titled: str, rows: Iterable[Row], *, heads_group: bool
    ) -> tuple[str, ...]:
        """A table: its title, the heads of its columns, its rows."""
        title = self.word(f"{name}.title", titled)
        subtitle = self.word(f"{name}.subtitle", table.subtitle)
        shown = tuple(listed_names(self.game, shown_columns(table, None)))
        columns = []
        for one, column, head in shown:
            if head:
                path = f"{name}.{column.name}"
                heads = self.take(_heading(self.game, table.id, column.name, head, path))
            else:
                heads = self.word(f"{name}.{one}.head", column.head)
            columns.append(GridColumn(one, column.type, heads))
        lines = []
        for row in rows:
            cells = []
            for one, column, head in shown:
                path = f"{column.name}.{head}" if head else one
                found = items_at(self.game, path, TableRow(table, row), f"{name}.{row.key}.")
                cells.append(GridCell(one, column.type, self.take(found)))
            lines.append(GridLine(row.key, tuple(cells)))
        grid = Grid(name, table.id, "".join(title), "".join(subtitle), tuple(columns), tuple(lines))
        return self.lay(grid, heads_group=heads_group)

    def lay(self, grid: Grid, *, heads_group: bool, turned: bool = False) -> tuple[str, ...]:
        """Keep a grid, what stands on a line of it, and what heads what; the names in it."""
        self.grids[grid.name] = grid
        rows: list[Sequence[tuple[str, ...]]] = [[column.heads for column in grid.columns]]
        rows += ([cell.names for cell in line.cells] for line in grid.lines)
        # A turned line begins with its value: that is what it is looked up by.
        step = -1 if turned else 1
        lines = [tuple(chain.from_iterable(row[::step])) for row in rows]
        self.lines.append(tuple(filter(None, lines)))
        members = (*filter(None, [grid.subtitle]), *chain.from_iterable(lines))
        if heads_group and grid.title:
            self.groups.append(Group(grid.title, members))
        elif heads_group:
            for heads, *cells in zip(*rows, strict=True):
                below = tuple(chain.from_iterable(cells))
                if heads and below:
                    self.groups.append(Group(heads[0], (*heads[1:], *below)))
        return (*filter(None, [grid.title]), *members)


def _cell(game: Game, name: str, column: Column, value: Any, of: TableRow) -> Iterator[Item]:
    """What one cell prints under a name, in order."""
    kind = type_of(column, game)
    if kind.form == "boxes":
        yield from _boxes(game, name, column, value, of)
    elif value is None and (column.blank or kind.form == "input"):
        yield Item(name, "input", "text")
    elif value is None:
        yield Item(name, "words", column.empty)
    elif kind.form == "mark":
        yield Item(name, "mark", value)
    elif kind.form == "prose":
        yield from _prose(name, value)
    elif column.refers and column.shows is not None:
        yield from _referred(game, name, column, value, column.shows)
    elif column.type == "tally":
        shown = {"count": str(value.found), "share": share(value)}
        first, *rest = column.shows or ("count",)
        yield Item(name, "words", shown[first])
        yield from (Item(f"{name}.{ending}", "words", shown[ending]) for ending in rest)
    elif kind.form == "words":
        yield Item(name, "words", _with_unit(kind.printed(value), column))


def _boxes(
    game: Game, name: str, column: Column, count: int | None, of: TableRow
) -> Iterator[Item]:
    """So many boxes as the cell says, or the one that the column names; else one."""
    for path in column.of if count is None else ():
        count = next((leaf.value for leaf in follow(game, of.table, of.row, path)), 0)
    if count is None:
        yield Item(name, "input", "check")
    else:
        yield from (Item(f"{name}.{place}", "input", "check") for place in range(1, count + 1))


def items_at(game: Game, path: str, of: TableRow, before: str = "") -> Iterator[Item]:
    """What the cell that a path leads to prints, under the path, or it with words before it."""
    first, _, rest = path.partition(".")
    column = of.table.by_name.get(first)
    if column is None:
        # The key of a head by itself leads to its column of a group.
        for leaf in follow(game, of.table, of.row, path):
            yield from _cell(game, before + path, leaf.column, leaf.value, of)
        return
    value = of.row.cells[first]
    if rest and column.refers:
        yield from _referred(game, before + first, column, value or (), (rest,))
    elif column.each and not rest:
        for head, one in value.items():
            yield from _cell(game, f"{before}{first}.{head}", column, one, of)
    else:
        yield from _cell(game, before + path, column, value[rest] if rest else value, of)


def _referred(
    game: Game, name: str, column: Column, keys: Iterable[str], paths: tuple[str, ...]
) -> Iterator[Item]:
    """What the cells at some paths from the rows referred to print."""
    there = game.table(column.refers)
    for key in keys:
        before = f"{name}.{key}." if column.many else f"{name}."
        for path in paths:
            yield from items_at(game, path, TableRow(there, there.by_key[key]), before)


def _prose(name: str, text: str) -> Iterator[Item]:
    """Blocks of prose, and the marks in their lines, which are numbered."""
    marks: list[Item] = []
    blocks = []
    numbers = count(1)
    for block in read_prose(text):
        spans = []
        for span in block.spans:
            if span.mark:
                span = span._replace(field=f"{name}.mark.{next(numbers)}")
                marks.append(Item(span.field, "mark", span.mark))
            spans.append(span)
        blocks.append(block._replace(spans=tuple(spans)))
    yield Item(name, "words", plain(tuple(blocks)), tuple(blocks))
    yield from marks


@lru_cache(maxsize=1024)
def _heading(game: Game, table: str, group: str, head: str, before: str) -> tuple[Item, ...]:
    """What is shown of the row that heads a column of a group: on most faces the same, so kept."""
    column = game.table(table).by_name[group]
    there = game.table(column.each)
    of = TableRow(there, there.by_key[head])
    shown = shown_columns(there, column.shows)
    found = (items_at(game, one.name, of, f"{before}.{head}.") for one in shown)
    return tuple(chain.from_iterable(found))


def shown_columns(table: Table, shows: tuple[str, ...] | None) -> tuple[Column, ...]:
    """The columns of a table that are printed: those named, else those that are not silent.

    Where a label speaks for a row, its key is silent.
    """
    if shows is not None:
        return tuple(column for column in table.columns if column.name in shows)
    labelled = "label" in table.by_name
    return tuple(
        column
        for column in table.columns
        if not column.silent and not (labelled and column.type == "key")
    )


def _with_unit(text: str, column: Column) -> str:
    if not text or not column.unit:
        return text
    # Signs such as ″ and % close up; words stand apart.
    return f"{text} {column.unit}" if column.unit[0].isalpha() else f"{text}{column.unit}"
