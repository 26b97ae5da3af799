"""Builder of a face's fields, marks, inputs and tables from the cells of rows.

Callers choose which rows and columns a print shows. Each name can be added once.
"""

from collections.abc import Iterable
from itertools import chain, count
from typing import Any, Literal, NamedTuple

from msgspec.structs import replace

from printgen.content.content import GridCell, GridColumn, GridRow, HeadingGroup, TableGrid
from printgen.problems import ExitCode, create_failure
from printgen.rules.columns import make_column_type
from printgen.rules.columns.numbers import format_percentage
from printgen.rules.columns.words import ProseType
from printgen.rules.model import Column, Filter, Game, Row, Table, TableRef
from printgen.rules.queries.paths import (
    filter_rows,
    flatten_columns,
    follow_path,
    get_cell,
    split_path,
)
from printgen.rules.values.commonmark import ProseBlock, convert_prose_to_text

Names = tuple[str, ...]
"""Names of the added fields, marks and inputs; empty for an empty cell."""


class TableRow(NamedTuple):
    """A row, and the table that it belongs to."""

    table: Table
    row: Row


def filter_table_rows(game: Game, id_: str, where: Filter | None = None) -> tuple[TableRow, ...]:
    """Return those rows of the table `id_` that pass the filter `where`; without it, all."""
    table = game.table(id_)
    return tuple(TableRow(table, row) for row in filter_rows(game, table, where or {}))


class ContentBuilder:
    """Collects the content of one face.

    - `title`: the name of the face in messages.
    - `prefix`: put before the names of everything that is added. It is "" except while an example
      is added: a small face of another print, which this face shows.
    - `across_tables`: the tables whose rows are printed from left to right. Each is given by its
      id, or by the column that it is in.

    Methods that add something return its names, with the prefix.
    """

    def __init__(self, game: Game, title: str) -> None:
        self.game = game
        self.title = title
        self.prefix = ""
        self.across_tables: Names = ()
        self.fields: dict[str, str] = {}
        self.marks: dict[str, str] = {}
        self.prose: dict[str, tuple[ProseBlock, ...]] = {}
        self.inputs: dict[str, Literal["text", "check"]] = {}
        self.trailing_heads: set[str] = set()
        self.small: set[str] = set()
        self.groups: list[HeadingGroup] = []
        self.grids: dict[str, TableGrid] = {}

    def add_text(self, name: str, text: str) -> Names:
        """Add a text field, and return its name.

        If the text is empty, add nothing and return ().
        """
        return self._add_unique_item(self.fields, name, text) if text else ()

    def repeat_fields(self, ending: str, names: Names) -> None:
        """Add the fields, marks and form fields `names` a second time, as `NAME.ending`."""
        for items in (self.fields, self.marks, self.inputs):
            for name in names:
                if text := items.get(self.prefix + name):
                    self._add_unique_item(items, f"{name}.{ending}", text)

    def add_cells_at_path(self, path: str, table_row: TableRow, prefix: str = "") -> Names:
        """Add the cells to which a path leads from a row, and return their names.

        A path is one column or several: `power.label` leads to the column `label` of the row that
        the cell `power` refers to. Each name begins with `prefix` and the path. Return () if the
        path leads to no cell.
        """
        column, head, rest = split_path(self.game, table_row.table, path)
        if column is None:
            return ()
        name = prefix + path.removesuffix(f".{rest}")
        value = table_row.row.cells[column.name]
        if head:
            value = value[head]
        if not rest and (head or not column.each):
            return self._add_cell(name, column, value, table_row)
        # A path to a group without a head means all its columns.
        cells = {name: value}
        if column.each and not head:
            cells = {f"{name}.{head}": cell_value for head, cell_value in value.items()}
        return _concatenate_names(
            self._add_linked_cells(name, column, cell_value or (), (rest,))
            if rest
            else self._add_cell(name, column, cell_value, table_row)
            for name, cell_value in cells.items()
        )

    def add_column(self, column: Column, table_row: TableRow, *, is_title: bool) -> None:
        """Add a row's cell in this column to the face, with the headings of the column.

        A column can have a short heading (`head`) and another one above it (`title`). If
        `is_title`, the cell is printed as the title of the face; the key of the row, or its label,
        is then added without the heading.
        """
        name, value = column.name, table_row.row.cells[column.name]
        if column.each:
            self._add_cells_as_lines(column, table_row)
            return
        title_columns = (table_row.table.key, table_row.table.label_column) if is_title else ()
        head = "" if column in title_columns else column.head
        is_untitled = not (column.title or head)
        if column.type == "table":
            names = self.add_tables(name, value or (), has_title_heading=is_untitled)
        elif column.rows:
            inner = self.game.table(column.rows)
            # One title is enough; the title of the column comes before that of the table.
            title = inner.title if is_untitled else ""
            names = ()
            if value:
                names = self._add_rows(name, inner, title, value, has_title_heading=is_untitled)
        else:
            names = self.add_cells_at_path(name, table_row)
        if names:
            names = (*self.add_text(f"{name}.head", head), *names)
            title_names = self.add_text(f"{name}.title", column.title)
            if not is_untitled:
                heading, *members = (*title_names, *names)
                self.groups.append(HeadingGroup(heading, tuple(members)))
                self.trailing_heads.update([heading] if column.heads == "below" else ())

    def _add_cells_as_lines(self, column: Column, table_row: TableRow) -> None:
        """Add the cells of a group of columns as a table, with a line for each filled cell."""
        name, values = column.name, table_row.row.cells[column.name]
        lines = []
        for head in values:
            value = self.add_cells_at_path(f"{name}.{head}", table_row)
            if value:
                head_cell = GridCell("head", "text", self._add_group_heading(column, head, name))
                cell = _make_grid_cell(name, column, values[head], value)
                lines.append(GridRow(head, (head_cell, cell)))
        if not lines:
            return
        heading_columns = self._list_heading_columns(column)
        head_names = _concatenate_names(
            self.add_text(f"{name}.head.{item.name}", item.head) for item in heading_columns
        )
        axis = self.add_text(f"{name}.head", column.head)
        title = "".join(self.add_text(f"{name}.title", column.title))
        columns = (GridColumn("head", "text", head_names), GridColumn(name, column.type, axis))
        in_line = column.heads == "line"
        grid = TableGrid(name, column.each, title, "", columns, tuple(lines), heads_in_line=in_line)
        if column.heads == "below":
            self.trailing_heads.update(filter(None, (title, *axis)))
        self.add_grid(grid, has_title_heading=bool(title))
        # A letter in place of a number needs an explanation on the face.
        if column.fallback_letter in values.values():
            (letter,) = self.add_text(f"{name}.or", column.fallback_letter)
            meaning = self.add_text(f"{name}.or.text", column.or_[column.fallback_letter])
            self.groups.append(HeadingGroup(letter, meaning))

    def add_tables(self, name: str, refs: Iterable[TableRef], *, has_title_heading: bool) -> Names:
        """Add each table that a cell names, and return the names of the added fields.

        `refs` are these tables. `name` is the name of the cell; the names of the fields begin with
        it. With `has_title_heading`, the title of a table counts as the heading of the fields below
        it.
        """
        names: list[str] = []
        for ref in refs:
            table = self.game.table(ref.table)
            rows = filter_rows(self.game, table, ref.where)
            # With a player's file, a table without rows is not printed, and neither are its heads.
            if ref.where and not rows and self.game.files:
                continue
            grid_name = f"{name}.{ref.table}"
            names += self._add_rows(
                grid_name, table, table.title, rows, has_title_heading=has_title_heading
            )
        return tuple(names)

    def _add_rows(
        self,
        name: str,
        table: Table,
        title_text: str,
        rows: Iterable[Row],
        *,
        has_title_heading: bool,
    ) -> Names:
        """Add rows of a table as a grid with title and column heads; return the names in it.

        With `has_title_heading`, the title becomes the heading of the fields.
        """
        title = self.add_text(f"{name}.title", title_text)
        subtitle = self.add_text(f"{name}.subtitle", table.subtitle)
        printed_columns = tuple(flatten_columns(self.game, select_shown_columns(table, None)))
        columns, group_heads = [], dict[str, Names]()
        for key, column, head in printed_columns:
            # Columns of a group share one title.
            if column.name not in group_heads:
                title_texts = {"title": column.title, "head": column.head if head else ""}
                path = f"{name}.{column.name}"
                group_heads[column.name] = _concatenate_names(
                    self.add_text(f"{path}.{ending}", title_texts[ending]) for ending in title_texts
                )
            if head:
                heads = self._add_group_heading(column, head, f"{name}.{column.name}")
            else:
                heads = self.add_text(f"{name}.{key}.head", column.head)
            # Heads below their cells may come after them on the face.
            own_group_heads = group_heads[column.name]
            columns.append(GridColumn(key, column.type, heads, own_group_heads))
            if column.heads == "below":
                self.trailing_heads.update((*own_group_heads, *heads))
        lines = []
        for row in rows:
            cells, table_row, prefix = [], TableRow(table, row), f"{name}.{row.key}."
            for key, column, head in printed_columns:
                path = f"{column.name}.{head}" if head else key
                cell_names = self.add_cells_at_path(path, table_row, prefix)
                cells.append(_make_grid_cell(key, column, get_cell(row, column, head), cell_names))
            lines.append(GridRow(row.key, tuple(cells)))
        title_name, subtitle_name = "".join(title), "".join(subtitle)
        grid = TableGrid(name, table.id, title_name, subtitle_name, tuple(columns), tuple(lines))
        return self.add_grid(grid, has_title_heading=has_title_heading)

    def add_grid(self, grid: TableGrid, *, has_title_heading: bool) -> Names:
        """Add a table whose fields were added before, and return the names of these fields.

        With `has_title_heading`, the title of the table counts as the heading of its other fields.
        """
        # `across` may name a table by its id, or the column in which it is.
        is_across = not {grid.table, grid.name.rpartition(".")[2]}.isdisjoint(self.across_tables)
        grid = replace(grid, name=self.prefix + grid.name, across=is_across)
        self.grids[grid.name] = grid
        group_heads = dict.fromkeys(_concatenate_names(column.over for column in grid.columns))
        heads = (*group_heads, *_concatenate_names(column.heads for column in grid.columns))
        cells = _concatenate_names(cell.names for line in grid.lines for cell in line.cells)
        members = (*filter(None, [grid.subtitle]), *heads, *cells)
        if has_title_heading and grid.title:
            self.groups.append(HeadingGroup(grid.title, members))
        return (*filter(None, [grid.title]), *members)

    def _add_cell(self, name: str, column: Column, value: Any, table_row: TableRow) -> Names:
        """Add a cell as its column prints it: text, mark, inputs, prose, or cells of other rows."""
        if column.type == "box":
            return self._add_tick_boxes(name, column, value, table_row)
        if value is None and (column.blank or column.type == "input"):
            return self._add_unique_item(self.inputs, name, "text")
        if value is None:
            return self.add_text(name, column.empty)
        if column.type == "mark":
            return self._add_unique_item(self.marks, name, value)
        column_type = make_column_type(column, self.game)
        if isinstance(column_type, ProseType):
            return self._add_prose(name, column_type.parse_blocks(value))
        if column.refers and column.shows is not None:
            return self._add_linked_cells(name, column, value, column.shows)
        if column.type == "tally":
            share = format_percentage(value)
            tally_texts = {"count": str(value.counted), "share": share, "percent": share[:-1]}
            first, *rest = column.shows or ("count",)
            also = (self.add_text(f"{name}.{ending}", tally_texts[ending]) for ending in rest)
            return _concatenate_names((self.add_text(name, tally_texts[first]), *also))
        # Pictures and colours are no text, and tables are added by the callers.
        if column.type in ("image", "colour", "table", "rows"):
            return ()
        return self.add_text(name, _append_unit(column_type.format_value(value), column))

    def _add_tick_boxes(
        self, name: str, column: Column, count: int | None, entry: TableRow
    ) -> Names:
        """Add `count` tick boxes, and return their names.

        If `count` is None, it is read from another cell: the one at the path in the column's key
        `of`. Without `of`, there is one tick box. `entry` is the row with the tick boxes.
        """
        for path in column.of if count is None else ():
            leaves = follow_path(self.game, entry.table, entry.row, path)
            count = next((leaf.value for leaf in leaves), 0)
        endings = [""] if count is None else [f".{number}" for number in range(1, count + 1)]
        return _concatenate_names(
            self._add_unique_item(self.inputs, name + number, "check") for number in endings
        )

    def _add_linked_cells(
        self, name: str, column: Column, keys: Names, paths: Iterable[str]
    ) -> Names:
        """Add the cells at `paths` of each row to which a cell refers; return their names.

        `keys` are the keys of these rows, and `name` is the name of the cell.
        """
        names: list[str] = []
        for index, key in enumerate(keys):
            prefix = f"{name}.{key}." if column.many else f"{name}."
            # A row that is referenced again needs names that differ from the first.
            if column.many and key in keys[:index]:
                prefix += f"{keys[: index + 1].count(key)}."
            names += self._add_row_cells(column.refers, key, paths, prefix)
        return tuple(names)

    def _add_group_heading(self, column: Column, head: str, prefix: str) -> Names:
        """Add the heading of one column in a group of columns, and return the names of its fields.

        The group has one column for each row of another table. `head` is the key of this row. Its
        cells are the heading.
        """
        paths = [heading_column.name for heading_column in self._list_heading_columns(column)]
        return self._add_row_cells(column.each, head, paths, f"{prefix}.{head}.")

    def _list_heading_columns(self, column: Column) -> tuple[Column, ...]:
        """Return the columns whose cells are the headings in a group of columns.

        The group has one column for each row of another table. The result are columns of that
        table.
        """
        # In a group of references, `shows` names cells of the referenced rows, not of the heads.
        shows = None if column.refers else column.shows
        return select_shown_columns(self.game.table(column.each), shows)

    def _add_row_cells(self, id_: str, key: str, paths: Iterable[str], prefix: str) -> Names:
        """Add the cells at `paths` of the row `key` of the table `id_`, and return their names."""
        table = self.game.table(id_)
        table_row = TableRow(table, table.by_key[key])
        return _concatenate_names(self.add_cells_at_path(path, table_row, prefix) for path in paths)

    def _add_prose(self, name: str, source_blocks: tuple[ProseBlock, ...]) -> Names:
        """Add a prose field, and one mark for each mark in its text; return the names.

        Marks in the text have the name of the field with a number.
        """
        marks: list[str] = []
        blocks = []
        numbers = count(1)
        for block in source_blocks:
            spans = []
            for span in block.spans:
                if span.mark:
                    mark_name = f"{name}.mark.{next(numbers)}"
                    (field,) = self._add_unique_item(self.marks, mark_name, span.mark)
                    span = replace(span, field=field)
                    marks.append(field)
                spans.append(span)
            blocks.append(replace(block, spans=tuple(spans)))
        self.prose[self.prefix + name] = tuple(blocks)
        # Prose that has marks only has no text to add.
        words = self.add_text(name, convert_prose_to_text(tuple(blocks)))
        return (*words, *marks)

    def _add_unique_item(self, items: dict[str, Any], name: str, value: str) -> Names:
        """Add a value to a mapping of this builder, such as `fields`, and return its name."""
        name = self.prefix + name
        if name in items:
            message = f"two fields on this face would have the name {name}"
            hint = "give the row, the column or the table another name"
            raise create_failure(ExitCode.RULES, self.title, message, hint)
        items[name] = value
        return (name,)


def _make_grid_cell(name: str, column: Column, value: Any, names: Names) -> GridCell:
    """Return a grid cell.

    It has the sign of its number, so that templates can choose a style by it. `names` are the names
    of the fields in the cell.
    """
    sign: Literal["", "plus", "minus"] = ""
    if isinstance(value, int) and value < 0:
        sign = "minus"
    elif isinstance(value, int) and column.type == "modifier":
        sign = "plus"
    is_letter = bool(column.fallback_letter) and value == column.fallback_letter
    return GridCell(name, column.type, names, sign, is_letter)


def _concatenate_names(parts: Iterable[Names]) -> Names:
    return tuple(chain.from_iterable(parts))


def select_shown_columns(table: Table, shows: tuple[str, ...] | None) -> tuple[Column, ...]:
    """Return the columns named in `shows`; if it is None, all columns that are not silent.

    Silent columns are printed only if `shows` names them. The same is true of the key column in a
    table with labels.
    """
    if shows is not None:
        return tuple(column for column in table.columns if column.name in shows)
    columns = (column for column in table.columns if not column.silent)
    return tuple(item for item in columns if not (table.label_column and item.type == "key"))


def _append_unit(text: str, column: Column) -> str:
    if not text or not column.unit:
        return text
    # Signs such as ″ and % follow the number directly, words after a space.
    return f"{text} {column.unit}" if column.unit[0].isalpha() else f"{text}{column.unit}"
