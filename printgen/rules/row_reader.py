"""Turn rows as written into rows of cells, typed by their columns and filled by their laws."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from printgen.problems import Spot, suggest
from printgen.rules.columns import ColumnType, make_column_type
from printgen.rules.derived_cells import expand_row, fill_cells
from printgen.rules.formats.number_format import format_general
from printgen.rules.model import Column, Filter, Row, Table, TableRef
from printgen.rules.paths import flatten_columns
from printgen.rules.scalars import BadData, parse_scalar
from printgen.rules.source_node import Node
from printgen.rules.struct_reader import read_struct
from printgen.rules.table_file import read_yaml_rows
from printgen.rules.tables import Tables

EXTRA_KEYS = ("copies", "source", "note")
"""Words of a row of a YAML file that are no columns."""


def expand_rows(tables: Tables, table: Table, rows: Node) -> Sequence[Node]:
    """The rows that those of a list in a YAML file stand for, each for itself alone."""
    names = tuple(name for name, _, _ in flatten_columns(tables, table.columns))
    # A table without columns is at fault, which was told where it stands.
    written_rows = read_yaml_rows(rows, names) if rows.data and names else ()
    return [expanded for row in written_rows for expanded in expand_row(row, table, tables)]


def read_rows(tables: Tables, table: Table, row_nodes: Collection[Node]) -> tuple[Row, ...]:
    """The rows of mappings that stand for themselves alone."""
    flat = {name: (column, head) for name, column, head in flatten_columns(tables, table.columns)}
    cells = [_read_cells(tables, table, row, flat) for row in row_nodes]
    # A law may look a row up by its number; a key that a law deals is none.
    if table.key is not None and table.key == table.key.without_derivation():
        for index, values in enumerate(cells, 1):
            values[table.key.name] = values[table.key.name] or str(index)
    fill_cells(table, cells, tables)
    rows: list[Row] = []
    seen: dict[str, Spot] = {}
    for index, (row, values) in enumerate(zip(row_nodes, cells, strict=True), 1):
        key, place = str(index), row.place
        if table.key is not None:
            key = values[table.key.name] = values[table.key.name] or key
            place = row.locate(table.key.name)
        if key in seen:
            earlier = replace(seen[key], column=0)
            first_text = f"line {earlier.line}" if earlier.file == place.file else str(earlier)
            first_text = f", first in {first_text}" if earlier.line else ""
            message = f"the {table.row_noun} {key} stands twice{first_text}"
            tables.log.report(place, message, "give each its own key, or leave one out")
        seen.setdefault(key, place)
        rows.append(Row(key, values, row.locate))
    return tuple(rows)


def _read_cells(
    tables: Tables, table: Table, row: Node, columns_by_name: Mapping[str, tuple[Column, str]]
) -> dict[str, Any]:
    """The cells of one row by column; what nobody wrote is None."""
    cells: dict[str, Any] = {column.name: None for column in table.columns}
    for column in table.columns:
        if column.each:
            cells[column.name] = dict.fromkeys(tables.table(column.each).by_key)
    for name, cell in row.parts.items():
        if name in columns_by_name:
            column, head = columns_by_name[name]
            group = cells[column.name] if head else cells
            group[head or name] = _read_cell(tables, column, cell, name)
        elif name in EXTRA_KEYS:
            if name == "source":
                tables.check_source(str(cell.data), cell.place)
        # The columns of a group are not known where its heads are at fault.
        elif not any(column.each in tables.broken for column in table.columns):
            hint = suggest(name, (*columns_by_name, *EXTRA_KEYS))
            tables.log.report(cell.place, f"the unknown column {name}", hint)
    return cells


def _read_cell(tables: Tables, column: Column, cell: Node, name: str) -> Any:
    """One cell; what is at fault is reported and left empty."""
    if cell.data in (None, "") or (column.type == "image" and cell.data == "0"):
        return None
    try:
        if column.type == "table":
            return tuple(_read_table_ref(tables, item) for item in cell.items())
        if column.type == "rows":
            inner = tables.table(column.rows)
            return read_rows(tables, inner, expand_rows(tables, inner, cell))
        texts = cell.items() if column.many else (cell,)
        column_type = make_column_type(column, tables)
        values = [_read_value(column_type, item) for item in texts]
    except BadData as error:
        if not column.refers or column.refers not in tables.broken:
            cell.report(f"{error.message} in the column {name}", error.hint)
        return None
    return tuple(key for keys in values for key in keys) if column.many else values[0]


def _read_value(column_type: ColumnType, cell: Node) -> Any:
    """The value of a cell: what it shows, or a workbook's number beneath a look of its own."""
    try:
        return column_type.read_value(parse_scalar(cell.data))
    except BadData:
        if isinstance(cell.raw, float) and str(cell.data) != format_general(cell.raw):
            return column_type.read_value(format_general(cell.raw))
        raise


def _read_table_ref(tables: Tables, cell: Node) -> TableRef:
    """A table named in a cell, with a filter of its rows; raises `Fault`."""
    filters: Filter = {}
    if isinstance(cell.data, Mapping) and len(cell.data) == 1:
        ((name, filter_entry),) = cell.parts.items()
        filters = read_struct(Filter, filter_entry) or {}
    else:
        name, filter_entry = parse_scalar(cell.data), cell
    is_known = tables.log.check(cell.place, name, tables.entries, "table")
    if is_known and name not in tables.in_progress:
        table = tables.table(name)
        tables.check_filter(table, filters, filter_entry.locate)
        inner = [column.name for column in table.columns if column.rows or column.type == "table"]
        if any(not table.by_name[column].silent for column in inner):
            hint = "make that column silent, or print its rows in a table of their own"
            raise BadData(f"{name}, whose column {inner[0]} is a table by itself", hint)
    return TableRef(name, filters)
