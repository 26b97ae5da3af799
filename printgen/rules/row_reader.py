"""Turn rows as written into rows of cells, typed by their columns and filled by their laws."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from printgen.problems import Where, nearest
from printgen.rules.columns import ColumnType, type_of
from printgen.rules.derived_cells import fill, multiplied
from printgen.rules.formats.number_format import plain
from printgen.rules.model import Column, Filter, Row, Table, TableRef
from printgen.rules.paths import listed_names
from printgen.rules.scalars import Fault, written
from printgen.rules.source_node import Entry
from printgen.rules.struct_reader import read_record
from printgen.rules.table_file import yaml_rows
from printgen.rules.tables import Tables

BESIDE = ("copies", "source", "note")
"""Words of a row of a YAML file that are no columns."""


def row_entries(tables: Tables, table: Table, rows: Entry) -> Sequence[Entry]:
    """The rows that those of a list in a YAML file stand for, each for itself alone."""
    names = tuple(name for name, _, _ in listed_names(tables, table.columns))
    # A table without columns is at fault, which was told where it stands.
    listed = yaml_rows(rows, names) if rows.data and names else ()
    return [one for row in listed for one in multiplied(row, table, tables)]


def read_rows(tables: Tables, table: Table, lines: Collection[Entry]) -> tuple[Row, ...]:
    """The rows of mappings that stand for themselves alone."""
    flat = {name: (column, head) for name, column, head in listed_names(tables, table.columns)}
    cells = [_cells(tables, table, row, flat) for row in lines]
    # A law may look a row up by its number; a key that a law deals is none.
    if table.key is not None and table.key == table.key.without_laws():
        for index, values in enumerate(cells, 1):
            values[table.key.name] = values[table.key.name] or str(index)
    fill(table, cells, tables)
    rows: list[Row] = []
    seen: dict[str, Where] = {}
    for index, (row, values) in enumerate(zip(lines, cells, strict=True), 1):
        key, place = str(index), row.place
        if table.key is not None:
            key = values[table.key.name] = values[table.key.name] or key
            place = row.where(table.key.name)
        if key in seen:
            at = replace(seen[key], column=0)
            first = f"line {at.line}" if at.file == place.file else str(at)
            first = f", first in {first}" if at.line else ""
            message = f"the {table.noun} {key} stands twice{first}"
            tables.scope.report(place, message, "give each its own key, or leave one out")
        seen.setdefault(key, place)
        rows.append(Row(key, values, row.where))
    return tuple(rows)


def _cells(
    tables: Tables, table: Table, row: Entry, flat: Mapping[str, tuple[Column, str]]
) -> dict[str, Any]:
    """The cells of one row by column; what nobody wrote is None."""
    cells: dict[str, Any] = {column.name: None for column in table.columns}
    for column in table.columns:
        if column.each:
            cells[column.name] = dict.fromkeys(tables.table(column.each).by_key)
    for name, cell in row.parts.items():
        if name in flat:
            column, head = flat[name]
            group = cells[column.name] if head else cells
            group[head or name] = _cell(tables, column, cell, name)
        elif name in BESIDE:
            if name == "source":
                tables.check_source(str(cell.data), cell.place)
        # The columns of a group are not known where its heads are at fault.
        elif not any(column.each in tables.broken for column in table.columns):
            hint = nearest(name, (*flat, *BESIDE))
            tables.scope.report(cell.place, f"the unknown column {name}", hint)
    return cells


def _cell(tables: Tables, column: Column, cell: Entry, name: str) -> Any:
    """One cell; what is at fault is reported and left empty."""
    if cell.data in (None, "") or (column.type == "image" and cell.data == "0"):
        return None
    try:
        if column.type == "table":
            return tuple(_table_ref(tables, one) for one in cell.items())
        if column.type == "rows":
            inner = tables.table(column.rows)
            return read_rows(tables, inner, row_entries(tables, inner, cell))
        texts = cell.items() if column.many else (cell,)
        kind = type_of(column, tables)
        found = [_read(kind, one) for one in texts]
    except Fault as fault:
        if not column.refers or column.refers not in tables.broken:
            cell.report(f"{fault.found} in the column {name}", fault.hint)
        return None
    return tuple(key for keys in found for key in keys) if column.many else found[0]


def _read(kind: ColumnType, cell: Entry) -> Any:
    """The value of a cell: what it shows, or a workbook's number beneath a look of its own."""
    try:
        return kind.read(written(cell.data))
    except Fault:
        if isinstance(cell.raw, float) and str(cell.data) != plain(cell.raw):
            return kind.read(plain(cell.raw))
        raise


def _table_ref(tables: Tables, cell: Entry) -> TableRef:
    """A table named in a cell, with a filter of its rows; raises `Fault`."""
    filters: Filter = {}
    if isinstance(cell.data, Mapping) and len(cell.data) == 1:
        ((name, wanted),) = cell.parts.items()
        filters = read_record(Filter, wanted) or {}
    else:
        name, wanted = written(cell.data), cell
    known = tables.scope.known(cell.place, name, tables.entries, "table")
    if known and name not in tables.making:
        table = tables.table(name)
        tables.check_filter(table, filters, wanted.where)
        inner = [one.name for one in table.columns if one.rows or one.type == "table"]
        if any(not table.by_name[one].silent for one in inner):
            hint = "make that column silent, or print its rows in a table of their own"
            raise Fault(f"{name}, whose column {inner[0]} is a table by itself", hint)
    return TableRef(name, filters)
