"""Turn cells and tables into the names, words, marks and inputs of one face.

Whatever is printed goes through here once, and no name is given twice. It knows no template, and
not which rows or columns a print shows.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Literal, NamedTuple

import msgspec

from printgen.content.model import Grid, GridCell, GridColumn, GridLine, Group, Line
from printgen.problems import ExitCode, Failure, Problem, Where
from printgen.rules.columns import type_of
from printgen.rules.columns.tally import share
from printgen.rules.model import Column, Game, Row, Table, TableRef
from printgen.rules.paths import follow, rows_of
from printgen.rules.prose import Block, Span, plain, read_prose


class Writing:
    """The content of one face while it is being gathered."""

    def __init__(self, game: Game, title: str) -> None:
        self.game = game
        self.title = title
        self.fields: dict[str, str] = {}
        self.marks: dict[str, str] = {}
        self.inputs: dict[str, Literal["text", "check"]] = {}
        self.prose: dict[str, tuple[Block, ...]] = {}
        self.lines: list[tuple[Line, ...]] = []
        self.groups: list[Group] = []
        self.grids: dict[str, Grid] = {}

    def word(self, name: str, text: str) -> tuple[str, ...]:
        """Print words under a name; nothing where there are none."""
        if not text:
            return ()
        self._new(name, self.fields)
        self.fields[name] = text
        return (name,)

    def picture(self, name: str, mark: str) -> tuple[str, ...]:
        """Print a mark under a name."""
        self._new(name, self.marks)
        self.marks[name] = mark
        return (name,)

    def _input(self, name: str, kind: Literal["text", "check"]) -> tuple[str, ...]:
        self._new(name, self.inputs)
        self.inputs[name] = kind
        return (name,)

    def _new(self, name: str, among: dict[str, Any]) -> None:
        if name in among:
            message = f"two things on this face would be called {name}"
            hint = "give the row, the column or the table another name"
            problem = Problem(Where(subject=self.title), message, hint)
            raise Failure(ExitCode.RULES, (problem,))

    # cells

    def cell(
        self, name: str, column: Column, value: Any, row: Row, table: Table
    ) -> tuple[str, ...]:
        """Print one cell under a name; the names that it took, none where it prints nothing."""
        kind = type_of(column)
        if kind.form == "boxes":
            return self._boxes(name, column, value, row, table)
        if value is None:
            if column.blank or kind.form == "input":
                return self._input(name, "text")
            return self.word(name, column.empty)
        if kind.form == "mark":
            return self.picture(name, value)
        if kind.form == "prose":
            return self._prose(name, value)
        if column.refers:
            return self._reference(name, column, value)
        if column.type == "tally":
            shown = {"count": str(value.found), "share": share(value)}
            first, *rest = column.shows or ("count",)
            names = self.word(name, shown[first])
            return names + tuple(
                n for ending in rest for n in self.word(f"{name}.{ending}", shown[ending])
            )
        if kind.form != "words":
            return ()
        return self.word(name, _with_unit(kind.printed(value, column, self.game), column))

    def _boxes(
        self, name: str, column: Column, value: Any, row: Row, table: Table
    ) -> tuple[str, ...]:
        """So many boxes as the cell says, or the one that the column names; else one."""
        count = value
        for path in column.of if value is None else ():
            count = next((leaf.value for leaf in follow(self.game, table, row, path)), 0)
        if count is None:
            return self._input(name, "check")
        names = (f"{name}.{number}" for number in range(1, count + 1))
        return tuple(taken for each in names for taken in self._input(each, "check"))

    def _prose(self, name: str, value: str) -> tuple[str, ...]:
        marks: list[str] = []

        def named(span: Span) -> Span:
            if not span.mark:
                return span
            marks.extend(self.picture(f"{name}.mark.{len(marks) + 1}", span.mark))
            return span._replace(field=marks[-1])

        blocks = read_prose(value)
        self.prose[name] = tuple(
            block._replace(spans=tuple(map(named, block.spans))) for block in blocks
        )
        return (*self.word(name, plain(blocks)), *marks)

    def _reference(self, name: str, column: Column, value: tuple[str, ...]) -> tuple[str, ...]:
        if column.shows is None:
            return self.word(name, type_of(column).printed(value, column, self.game))
        there = self.game.table(column.refers)
        return tuple(
            taken
            for key in value
            for path in column.shows
            for taken in self.path(
                f"{name}.{key}.{path}" if column.many else f"{name}.{path}",
                there,
                there.by_key[key],
                path,
            )
        )

    def path(self, name: str, table: Table, row: Row, path: str) -> tuple[str, ...]:
        """Print the cell that a path leads to, under a name."""
        first, _, rest = path.partition(".")
        column = table.by_name.get(first)
        if column is None or (column.each and rest):
            return tuple(
                taken
                for leaf in follow(self.game, table, row, path)
                for taken in self.cell(name, leaf.column, leaf.value, row, table)
            )
        value = row.cells[first]
        if not rest:
            return self.cell(name, column, value, row, table)
        there = self.game.table(column.refers)
        before = name.removesuffix(f".{rest}")
        return tuple(
            taken
            for key in value or ()
            for taken in self.path(
                f"{before}.{key}.{rest}" if column.many else name, there, there.by_key[key], rest
            )
        )

    def column(self, name: str, column: Column, row: Row, table: Table) -> tuple[str, ...]:
        """Print a column of the face's own row, with its title and head where it has them."""
        if column.each:
            return self._turned(name, column, row, table)
        value = row.cells[column.name]
        # What a row is called needs no head on a face of its own.
        head = "" if column.type == "key" or column.name == "label" else column.head
        alone = not (column.title or head)
        if column.type == "table":
            names = self.tables(name, value or (), heads_group=alone)
        elif column.rows:
            inner = self.game.table(column.rows)
            if not alone:
                # One title heads them; the column's is the nearer.
                inner = msgspec.structs.replace(inner, title="")
            names = self.grid(name, inner, value, heads_group=alone) if value else ()
        else:
            names = self.cell(name, column, value, row, table)
        if not names:
            return ()
        headed = (*self.word(f"{name}.head", head), *names)
        titled = self.word(f"{name}.title", column.title)
        if titled or head:
            heading, *members = (*titled, *headed)
            self.groups.append(Group(heading, tuple(members)))
        return (*titled, *headed)

    def _turned(self, name: str, column: Column, row: Row, table: Table) -> tuple[str, ...]:
        """A group of columns: a line for each head, after a line of what heads the lines."""
        values = row.cells[column.name]
        cells = tuple(
            (head, taken)
            for head, value in values.items()
            if (taken := self.cell(f"{name}.{head}", column, value, row, table))
        )
        if not cells:
            return ()
        frame = _frame(self.game, table.id, column.name, name, cells)
        for each in frame.fields:
            self._new(each, self.fields)
        self.fields.update(frame.fields)
        self.marks.update(frame.marks)
        self.lines.append(frame.lines)
        self.groups.extend(frame.groups)
        self.grids[name] = frame.grid
        meaning = self._letter(name, column) if column.letter in values.values() else ()
        return (*frame.names, *meaning)

    def _letter(self, name: str, column: Column) -> tuple[str, ...]:
        """A letter that stands on the face, and beside it what it means."""
        names = (
            *self.word(f"{name}.or", column.letter),
            *self.word(f"{name}.or.text", column.or_[column.letter]),
        )
        self.lines.append((names,))
        self.groups.append(Group(names[0], names[1:]))
        return names

    # tables

    def tables(self, name: str, refs: Iterable[TableRef], *, heads_group: bool) -> tuple[str, ...]:
        """Print the tables that a cell names, each a grid of its own."""
        return tuple(
            taken
            for ref in refs
            for there in [self.game.table(ref.table)]
            for taken in self.grid(
                f"{name}.{ref.table}",
                there,
                rows_of(self.game, there, ref.where),
                heads_group=heads_group,
            )
        )

    def grid(
        self, name: str, table: Table, rows: Iterable[Row], *, heads_group: bool
    ) -> tuple[str, ...]:
        """Print a table: its title, the heads of its columns, its rows; kept among the grids.

        With `heads_group` nothing else heads the table, so each head heads its own column.
        """
        title = self.word(f"{name}.title", table.title)
        subtitle = self.word(f"{name}.subtitle", table.subtitle)
        shown = shown_columns(table, None)
        columns = [one for column in shown for one in self._heads(name, column)]
        lines = [
            GridLine(row.key, tuple(self._cells(f"{name}.{row.key}", shown, row, table)))
            for row in rows
        ]
        grid = Grid(name, table.id, "".join(title), "".join(subtitle), tuple(columns), tuple(lines))
        self.grids[name] = grid
        head = tuple(taken for column in columns for taken in column.heads)
        body = [tuple(taken for cell in line.cells for taken in cell.names) for line in lines]
        self.lines.append(tuple(line for line in (head, *body) if line))
        members = (*subtitle, *head, *(taken for line in body for taken in line))
        if heads_group and title:
            self.groups.append(Group(title[0], members))
        elif heads_group:
            for place, column in enumerate(columns):
                below = tuple(n for line in lines for n in line.cells[place].names)
                if column.heads and below:
                    self.groups.append(Group(column.heads[0], (*column.heads[1:], *below)))
        return (*title, *members)

    def _heads(self, name: str, column: Column) -> Iterator[GridColumn]:
        """The columns of a printed table that one column makes, each with what heads it."""
        if not column.each:
            heads = self.word(f"{name}.{column.name}.head", column.head)
            yield GridColumn(column.name, column.type, heads)
            return
        there = self.game.table(column.each)
        shown = shown_columns(there, column.shows)
        for row in there.rows:
            heads = tuple(
                taken
                for one in shown
                for taken in self.cell(
                    f"{name}.{column.name}.{row.key}.{one.name}",
                    one,
                    row.cells[one.name],
                    row,
                    there,
                )
            )
            yield GridColumn(row.key, column.type, heads)

    def _cells(
        self, name: str, shown: tuple[Column, ...], row: Row, table: Table
    ) -> Iterator[GridCell]:
        for column in shown:
            here = f"{name}.{column.name}"
            value = row.cells[column.name]
            if column.each:
                for head, one in value.items():
                    names = self.cell(f"{here}.{head}", column, one, row, table)
                    yield GridCell(head, column.type, names)
            else:
                yield GridCell(column.name, column.type, self.cell(here, column, value, row, table))


class _Frame(NamedTuple):
    """All of a turned group but its values: what heads its lines, and how they stand."""

    fields: dict[str, str]
    marks: dict[str, str]
    lines: tuple[Line, ...]
    groups: tuple[Group, ...]
    grid: Grid
    names: tuple[str, ...]


@lru_cache(maxsize=256)
def _frame(
    game: Game, table: str, of: str, name: str, cells: tuple[tuple[str, tuple[str, ...]], ...]
) -> _Frame:
    """The frame round the group `of` a table; `cells` are the heads filled and the names in each.

    It is the same on most cards, so it is made once.
    """
    column = game.table(table).by_name[of]
    heads = game.table(column.each)
    shown = shown_columns(heads, column.shows)
    writing = Writing(game, name)
    found = []
    for key, taken in cells:
        head = heads.by_key[key]
        words = tuple(
            each
            for one in shown
            for each in writing.cell(
                f"{name}.{key}.{one.name}", one, head.cells[one.name], head, heads
            )
        )
        label = GridCell("head", "text", words)
        found.append(GridLine(key, (label, GridCell(of, column.type, taken))))
    axis = writing.word(f"{name}.head", column.head)
    labels = tuple(n for one in shown for n in writing.word(f"{name}.head.{one.name}", one.head))
    # The value comes first, since it is what the line is looked up by.
    lines = [(*line.cells[1].names, *line.cells[0].names) for line in found]
    title = writing.word(f"{name}.title", column.title)
    members = (*axis, *labels, *(each for line in lines for each in line))
    columns = (GridColumn("head", "text", labels), GridColumn(of, column.type, axis))
    return _Frame(
        writing.fields,
        writing.marks,
        tuple(line for line in ((*axis, *labels), *lines) if line),
        (Group(title[0], members),) if title else (),
        Grid(name, heads.id, "".join(title), "", columns, tuple(found)),
        (*title, *members),
    )


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
