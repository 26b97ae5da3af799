"""Turn cells and tables into the names, words, marks and inputs of one face.

Whatever is printed goes through here once. It knows no template, and not which rows or columns a
print shows.
"""

from collections.abc import Iterable
from itertools import chain, count
from typing import Any, Literal, NamedTuple

from printgen.content.content import Grid, GridCell, GridColumn, GridLine, Group
from printgen.problems import ExitCode, Failure, Problem, Where
from printgen.rules.columns import type_of
from printgen.rules.columns.prose import ProseType
from printgen.rules.columns.tally import share
from printgen.rules.commonmark import ProseBlock, plain
from printgen.rules.model import Column, Filter, Game, Row, Table, TableRef
from printgen.rules.paths import cell, follow, listed_names, rows_of, step

Names = tuple[str, ...]
"""What was printed, by name: nothing where a cell is empty."""


class TableRow(NamedTuple):
    """A row, and the table that it is of."""

    table: Table
    row: Row


def table_rows(game: Game, id_: str, where: Filter | None = None) -> tuple[TableRow, ...]:
    """The rows of a table that a filter means, else all of them."""
    table = game.table(id_)
    return tuple(TableRow(table, row) for row in rows_of(game, table, where or {}))


class Writing:
    """What one face prints, while it is being gathered; `title` names the face in messages.

    `across` are the tables that it sets so, by their ids or the names of their columns. All names
    begin with `before`, which says of which other face within this one they are.
    """

    def __init__(self, game: Game, title: str) -> None:
        self.game = game
        self.title = title
        self.before = ""
        self.across: Names = ()
        self.fields: dict[str, str] = {}
        self.marks: dict[str, str] = {}
        self.prose: dict[str, tuple[ProseBlock, ...]] = {}
        self.inputs: dict[str, Literal["text", "check"]] = {}
        self.below: set[str] = set()
        self.small: set[str] = set()
        self.groups: list[Group] = []
        self.grids: dict[str, Grid] = {}

    def word(self, name: str, text: str) -> Names:
        """Print words under a name."""
        return self._keep(self.fields, name, text) if text else ()

    def again(self, ending: str, names: Names) -> None:
        """Print a second time what has one of some names, under it with another ending."""
        for kept in (self.fields, self.marks, self.inputs):
            for name in names:
                if text := kept.get(self.before + name):
                    self._keep(kept, f"{name}.{ending}", text)

    def at(self, path: str, of: TableRow, before: str = "") -> Names:
        """Print the cells that a path leads to under the path, or it with words before it."""
        column, head, rest = step(self.game, of.table, path)
        if column is None:
            return ()
        name = before + path.removesuffix(f".{rest}")
        value = of.row.cells[column.name]
        cells = {name: value[head] if head else value}
        if column.each and not head:
            cells = {f"{name}.{head}": one for head, one in value.items()}
        return _joined(
            self._referred(name, column, one or (), (rest,))
            if rest
            else self._cell(name, column, one, of)
            for name, one in cells.items()
        )

    def column(self, column: Column, of: TableRow, *, is_title: bool) -> None:
        """Print a column of the face's own row, with its title and head where it has them.

        What the row is called needs no head where the face begins with it.
        """
        name, value = column.name, of.row.cells[column.name]
        if column.each:
            self._turned(column, of)
            return
        head = "" if is_title and column in (of.table.key, of.table.label) else column.head
        alone = not (column.title or head)
        if column.type == "table":
            names = self.tables(name, value or (), heads_group=alone)
        elif column.rows:
            inner = self.game.table(column.rows)
            # One title heads them; the column's is the nearer.
            title = inner.title if alone else ""
            names = self._grid(name, inner, title, value, heads_group=alone) if value else ()
        else:
            names = self.at(name, of)
        if names:
            names = (*self.word(f"{name}.head", head), *names)
            titled = self.word(f"{name}.title", column.title)
            if not alone:
                heading, *members = (*titled, *names)
                self.groups.append(Group(heading, tuple(members)))
                self.below.update([heading] if column.heads == "below" else ())

    def _turned(self, column: Column, of: TableRow) -> None:
        """A group of columns: a grid with a line for each head that has a cell."""
        name, values = column.name, of.row.cells[column.name]
        lines = []
        for head in values:
            value = self.at(f"{name}.{head}", of)
            if value:
                cells = (
                    GridCell("head", "text", self._heading(column, head, name)),
                    _grid_cell(name, column, values[head], value),
                )
                lines.append(GridLine(head, cells))
        if not lines:
            return
        shown = self._of_heads(column)
        over = _joined(self.word(f"{name}.head.{one.name}", one.head) for one in shown)
        axis = self.word(f"{name}.head", column.head)
        title = "".join(self.word(f"{name}.title", column.title))
        columns = (GridColumn("head", "text", over), GridColumn(name, column.type, axis))
        in_line = column.heads == "line"
        grid = Grid(name, column.each, title, "", columns, tuple(lines), heads_in_line=in_line)
        if column.heads == "below":
            self.below.update(filter(None, (title, *axis)))
        self.lay(grid, heads_group=bool(title))
        if column.letter in values.values():
            (letter,) = self.word(f"{name}.or", column.letter)
            meaning = self.word(f"{name}.or.text", column.or_[column.letter])
            self.groups.append(Group(letter, meaning))

    def tables(self, name: str, refs: Iterable[TableRef], *, heads_group: bool) -> Names:
        """Print the tables that a cell names, each a grid of its own.

        With `heads_group` nothing else heads them but their titles.
        """
        names: list[str] = []
        for ref in refs:
            there = self.game.table(ref.table)
            rows = rows_of(self.game, there, ref.where)
            # What a form has and a player's file does not fill in is not there, its heads neither.
            if ref.where and not rows and self.game.given:
                continue
            below = f"{name}.{ref.table}"
            names += self._grid(below, there, there.title, rows, heads_group=heads_group)
        return tuple(names)

    def _grid(
        self, name: str, table: Table, titled: str, rows: Iterable[Row], *, heads_group: bool
    ) -> Names:
        """A table: its title, the heads of its columns and of groups of them, its rows."""
        title = self.word(f"{name}.title", titled)
        subtitle = self.word(f"{name}.subtitle", table.subtitle)
        shown = tuple(listed_names(self.game, shown_columns(table, None)))
        columns, over = [], dict[str, Names]()
        for one, column, head in shown:
            if column.name not in over:
                said = {"title": column.title, "head": column.head if head else ""}
                path = f"{name}.{column.name}"
                over[column.name] = _joined(self.word(f"{path}.{n}", said[n]) for n in said)
            if head:
                heads = self._heading(column, head, f"{name}.{column.name}")
            else:
                heads = self.word(f"{name}.{one}.head", column.head)
            above = over[column.name]
            columns.append(GridColumn(one, column.type, heads, above))
            self.below.update((*above, *heads) if column.heads == "below" else ())
        lines = []
        for row in rows:
            cells = []
            for one, column, head in shown:
                path = f"{column.name}.{head}" if head else one
                found = self.at(path, TableRow(table, row), f"{name}.{row.key}.")
                cells.append(_grid_cell(one, column, cell(row, column, head), found))
            lines.append(GridLine(row.key, tuple(cells)))
        grid = Grid(name, table.id, "".join(title), "".join(subtitle), tuple(columns), tuple(lines))
        return self.lay(grid, heads_group=heads_group)

    def lay(self, grid: Grid, *, heads_group: bool) -> Names:
        """Keep a grid, and what its title heads; the names in it."""
        is_across = not {grid.table, grid.name.rpartition(".")[2]}.isdisjoint(self.across)
        grid = grid._replace(name=self.before + grid.name, across=is_across)
        self.grids[grid.name] = grid
        over = dict.fromkeys(_joined(column.over for column in grid.columns))
        heads = (*over, *_joined(column.heads for column in grid.columns))
        cells = _joined(cell.names for line in grid.lines for cell in line.cells)
        members = (*filter(None, [grid.subtitle]), *heads, *cells)
        if heads_group and grid.title:
            self.groups.append(Group(grid.title, members))
        return (*filter(None, [grid.title]), *members)

    def _cell(self, name: str, column: Column, value: Any, of: TableRow) -> Names:
        """Print one cell under a name."""
        kind = type_of(column, self.game)
        if kind.form == "boxes":
            return self._boxes(name, column, value, of)
        if value is None and (column.blank or kind.form == "input"):
            return self._keep(self.inputs, name, "text")
        if value is None:
            return self.word(name, column.empty)
        if kind.form == "mark":
            return self._keep(self.marks, name, value)
        if isinstance(kind, ProseType):
            return self._prose(name, kind.blocks(value))
        if column.refers and column.shows is not None:
            return self._referred(name, column, value, column.shows)
        if column.type == "tally":
            shown = {"count": str(value.found), "share": share(value)}
            first, *rest = column.shows or ("count",)
            also = (self.word(f"{name}.{ending}", shown[ending]) for ending in rest)
            return _joined((self.word(name, shown[first]), *also))
        if kind.form == "words":
            return self.word(name, _with_unit(kind.printed(value), column))
        return ()

    def _boxes(self, name: str, column: Column, count: int | None, of: TableRow) -> Names:
        """So many boxes as the cell says, or the one that the column names; else one."""
        for path in column.of if count is None else ():
            count = next((leaf.value for leaf in follow(self.game, of.table, of.row, path)), 0)
        places = [""] if count is None else [f".{place}" for place in range(1, count + 1)]
        return _joined(self._keep(self.inputs, name + place, "check") for place in places)

    def _referred(self, name: str, column: Column, keys: Names, paths: Iterable[str]) -> Names:
        """What the cells at some paths from the rows referred to print."""
        names: list[str] = []
        for place, key in enumerate(keys):
            before = f"{name}.{key}." if column.many else f"{name}."
            if column.many and key in keys[:place]:
                before += f"{keys[: place + 1].count(key)}."
            names += self._row(column.refers, key, paths, before)
        return tuple(names)

    def _heading(self, column: Column, head: str, before: str) -> Names:
        """What is shown of the row that heads a column of a group."""
        paths = [one.name for one in self._of_heads(column)]
        return self._row(column.each, head, paths, f"{before}.{head}.")

    def _of_heads(self, column: Column) -> tuple[Column, ...]:
        """The columns that are printed of the rows that head a group."""
        # A group of references shows cells of the rows referred to.
        return shown_columns(self.game.table(column.each), None if column.refers else column.shows)

    def _row(self, id_: str, key: str, paths: Iterable[str], before: str) -> Names:
        there = self.game.table(id_)
        of = TableRow(there, there.by_key[key])
        return _joined(self.at(path, of, before) for path in paths)

    def _prose(self, name: str, written: tuple[ProseBlock, ...]) -> Names:
        """Blocks of prose, and the marks in their lines, which are numbered."""
        marks: list[str] = []
        blocks = []
        numbers = count(1)
        for block in written:
            spans = []
            for span in block.spans:
                if span.mark:
                    (field,) = self._keep(self.marks, f"{name}.mark.{next(numbers)}", span.mark)
                    span = span._replace(field=field)
                    marks.append(field)
                spans.append(span)
            blocks.append(block._replace(spans=tuple(spans)))
        self.prose[self.before + name] = tuple(blocks)
        # Marks alone are no words.
        words = self.word(name, plain(tuple(blocks)))
        return (*words, *marks)

    def _keep(self, kept: dict[str, Any], name: str, value: str) -> Names:
        name = self.before + name
        if name in kept:
            message = f"two things on this face would be called {name}"
            hint = "give the row, the column or the table another name"
            problem = Problem(Where(subject=self.title), message, hint)
            raise Failure(ExitCode.RULES, (problem,))
        kept[name] = value
        return (name,)


def _grid_cell(name: str, column: Column, value: Any, names: Names) -> GridCell:
    """One cell of a grid, with what of its value a template may choose by."""
    sign: Literal["", "plus", "minus"] = ""
    if isinstance(value, int) and value < 0:
        sign = "minus"
    elif isinstance(value, int) and column.type == "modifier":
        sign = "plus"
    is_letter = bool(column.letter) and value == column.letter
    return GridCell(name, column.type, names, sign, is_letter)


def _joined(parts: Iterable[Names]) -> Names:
    return tuple(chain.from_iterable(parts))


def shown_columns(table: Table, shows: tuple[str, ...] | None) -> tuple[Column, ...]:
    """The columns of a table that are printed: those named, else those that are not silent.

    Where a label speaks for a row, its key is silent.
    """
    if shows is not None:
        return tuple(column for column in table.columns if column.name in shows)
    return tuple(
        column
        for column in table.columns
        if not column.silent and not (table.label and column.type == "key")
    )


def _with_unit(text: str, column: Column) -> str:
    if not text or not column.unit:
        return text
    # Signs such as ″ and % close up; words stand apart.
    return f"{text} {column.unit}" if column.unit[0].isalpha() else f"{text}{column.unit}"
