"""Turn rows as written into rows of cells, typed by their columns and filled by their laws."""

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import Any

from printgen.problems import Where
from printgen.rules.columns import type_of
from printgen.rules.deal import fill, multiplied
from printgen.rules.listing import RawRow, yaml_rows
from printgen.rules.model import Column, Filter, Row, Table, TableRef
from printgen.rules.paths import listed_names
from printgen.rules.scalars import Fault, shown, written
from printgen.rules.scope import nearest
from printgen.rules.tables import Tables

_BESIDE = ("copies", "source", "note")
"""Words of a row of a YAML file that are no columns."""


def written_rows(
    tables: Tables, table: Table, rows: object, at: Callable[..., Where]
) -> tuple[Row, ...]:
    """The rows of a list in a YAML file; `at` says where a part of the list stands."""
    names = tuple(name for name, _, _ in listed_names(tables, table.columns))
    raws = [
        one
        # A table without columns is at fault, which was told where it stands.
        for row in (yaml_rows(rows, names, at, tables.scope) if rows and names else ())
        for one in multiplied(row, table, tables, tables.scope)
    ]
    return _rows(tables, table, raws, _BESIDE)


def listed_rows(tables: Tables, table: Table, raws: Iterable[RawRow]) -> tuple[Row, ...]:
    """The rows of a listed file, which stand for themselves alone."""
    return _rows(tables, table, tuple(raws), ())


def _rows(
    tables: Tables, table: Table, raws: Collection[RawRow], beside: tuple[str, ...]
) -> tuple[Row, ...]:
    flat = {name: (column, head) for name, column, head in listed_names(tables, table.columns)}
    cells = [_cells(tables, table, raw, flat, beside) for raw in raws]
    fill(table, cells, tables)
    rows: list[Row] = []
    seen: dict[str, Where] = {}
    for index, (raw, values) in enumerate(zip(raws, cells, strict=True), 1):
        key, place = str(index), raw.place
        if table.key is not None:
            key = values[table.key.name] = values[table.key.name] or key
            place = raw.at(table.key.name)
        if key in seen:
            first = f", first in line {seen[key].line}" if seen[key].line else ""
            message = f"the {table.noun} {key} stands twice{first}"
            tables.scope.report(place, message, "give each its own key")
        seen.setdefault(key, place)
        rows.append(Row(key, values, raw.place, raw.at))
    return tuple(rows)


def _cells(
    tables: Tables,
    table: Table,
    raw: RawRow,
    flat: Mapping[str, tuple[Column, str]],
    beside: tuple[str, ...],
) -> dict[str, Any]:
    """The cells of one row by column; what nobody wrote is None."""
    cells: dict[str, Any] = {column.name: None for column in table.columns}
    for column in table.columns:
        if column.each:
            cells[column.name] = {row.key: None for row in tables.table(column.each).rows}
    for name, value in raw.cells.items():
        if name in flat:
            column, head = flat[name]
            group = cells[column.name] if head else cells
            group[head or name] = _cell(tables, column, value, partial(raw.at, name), name)
        elif name in beside:
            if name == "source":
                tables.check_source(str(value), raw.at(name))
        # The columns of a group are not known where its heads are at fault.
        elif not any(column.each in tables.broken for column in table.columns):
            hint = nearest(name, (*flat, *beside))
            tables.scope.report(raw.at(name), f"the unknown column {name}", hint)
    return cells


def _cell(tables: Tables, column: Column, value: Any, at: Callable[..., Where], name: str) -> Any:
    """One cell; what is at fault is reported and left empty."""
    try:
        if value is None or value == "":
            return None
        if column.type == "table":
            return tuple(_table_ref(tables, one, at()) for one in _several(value))
        if column.type == "rows":
            return written_rows(tables, tables.table(column.rows), value, at)
        texts = value if isinstance(value, tuple) and column.many else (value,)
        found = [_read(tables, column, written(one)) for one in texts]
    except Fault as fault:
        if not column.refers or column.refers not in tables.broken:
            tables.scope.report(at(), f"{fault.found} in the column {name}", fault.hint)
        return None
    return tuple(key for keys in found for key in keys) if column.many else found[0]


def _read(tables: Tables, column: Column, text: str) -> Any:
    # A folded text ends with one line break, which is no part of what it says.
    line = text if column.type == "prose" else text.removesuffix("\n")
    return type_of(column, tables).read(line)


def _table_ref(tables: Tables, value: object, where: Where) -> TableRef:
    """A table named in a cell, with a filter of its rows."""
    filters: Filter = {}
    if isinstance(value, Mapping) and len(value) == 1:
        ((name, wanted),) = value.items()
        if not isinstance(wanted, Mapping):
            raise Fault(f"{shown(wanted)} after {name}", "write {table: {column: word}}")
        filters = {key: tuple(map(written, _several(word))) for key, word in wanted.items()}
    else:
        name = written(value)
    # A table that is being made cannot be looked into yet.
    known = tables.scope.known(where, name, tables.entries, "table")
    if known and not tables.is_being_made(name):
        table = tables.table(name)
        tables.check_filter(table, filters, lambda *_, **__: where)
        inner = [one.name for one in table.columns if one.rows or one.type == "table"]
        if any(not table.by_name[one].silent for one in inner):
            hint = "make that column silent, or print its rows in a table of their own"
            raise Fault(f"{name}, whose column {inner[0]} is a table by itself", hint)
    return TableRef(name, filters)


def _several(value: object) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)
