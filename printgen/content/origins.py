"""Where the game's files write each value that a face prints.

A word on a card may be written in the card's row, in a row that it refers to, or in a row above,
from which it is derived. Places are looked up only when a person asks for them.
"""

from collections.abc import Mapping
from itertools import chain, takewhile
from typing import Any, NamedTuple

from printgen.content.faces_of_print import FacePosition, fill_builder
from printgen.content.field_builder import Builder, Names, TableRow
from printgen.problems import Place
from printgen.rules.model import Column, Game, Lookup, Print
from printgen.rules.paths import follow_path


class CellOrigin(NamedTuple):
    """The cell whose value is printed. `head` is the key of the head in a group of columns."""

    table_row: TableRow
    column: Column
    head: str = ""


def locate_values(game: Game, print_: Print, position: FacePosition) -> Mapping[str, Place]:
    """Return where the data writes each field, mark and input of a face.

    Texts that are not cells, such as headings, have the place of their table or print.
    """
    tracer = _Tracer(game, "")
    fill_builder(tracer, print_, position)
    table = game.tables.get(position.part.table_id)
    common_place = table.place if table else print_.place[0]
    return {
        name: locate_cell(game, tracer.origins[name]) if name in tracer.origins else common_place
        for name in chain(tracer.fields, tracer.marks, tracer.inputs)
    }


def locate_cell(lookup: Lookup, origin: CellOrigin) -> Place:
    """Return where a cell is written; for a derived cell, where its value comes from."""
    (table, row), column, head = origin
    name = head or column.name
    place = row.locate(name)
    if place != row.locate():
        return place
    for path in column.from_:
        for leaf in follow_path(lookup, table, row, f"{path}.{head}" if head else path):
            source = CellOrigin(TableRow(leaf.table, leaf.row), leaf.column, leaf.head)
            return locate_cell(lookup, source)
    if column.by and row.cells[column.name]:
        (key,) = row.cells[column.name]
        return lookup.table(column.refers).by_key[key].locate()
    if column.shift is not None:
        # The value counts from the nearest row above in which it is written.
        rows_above = takewhile(lambda other: other is not row, table.rows)
        for other in reversed([*rows_above]):
            if (above := other.locate(name)) != other.locate():
                return above
    return place


class _Tracer(Builder):
    """A builder that also records the cell of each name that it adds."""

    def __init__(self, game: Game, title: str) -> None:
        super().__init__(game, title)
        self.origins: dict[str, CellOrigin] = {}

    def repeat_fields(self, ending: str, names: Names) -> None:
        super().repeat_fields(ending, names)
        for name in (self.prefix + name for name in names):
            if name in self.origins:
                self.origins[f"{name}.{ending}"] = self.origins[name]

    def _add_cell(self, name: str, column: Column, value: Any, table_row: TableRow) -> Names:
        names = super()._add_cell(name, column, value, table_row)
        origin = CellOrigin(table_row, column)
        if column.each:
            heads = (key for key in table_row.row.cells[column.name] if name.endswith(f".{key}"))
            origin = origin._replace(head=max(heads, key=len))
        elif column.refers and value and len(value) == 1:
            # The printed name of the row that the cell refers to is written in that row.
            table = self.game.table(column.refers)
            entry = TableRow(table, table.by_key[value[0]])
            origin = CellOrigin(entry, table.label_column or table.key or column)
        for added in names:
            self.origins.setdefault(added, origin)  # cells of rows referred to have their own
        return names
