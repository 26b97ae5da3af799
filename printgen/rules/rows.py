"""Turn rows as written into rows of cells, typed by their columns and filled by their laws."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from printgen.problems import Where
from printgen.rules.columns import type_of
from printgen.rules.deal import fill, multiplied
from printgen.rules.listing import RawRow, yaml_rows
from printgen.rules.model import Column, Filter, Row, Table, TableRef
from printgen.rules.paths import listed_names
from printgen.rules.records import nearest
from printgen.rules.scalars import Fault, shown, written
from printgen.rules.tables import Tables

_ROW_WORDS = ("copies", "source", "note")


@dataclass(slots=True)
class RowReader:
    """Reads the rows of one game's tables."""

    tables: Tables

    def written(self, rows: object, table: Table, at: Callable[..., Where]) -> tuple[Row, ...]:
        """The rows of a list in a YAML file; `at` says where a part of the list stands."""
        tables = self.tables
        names = tuple(name for name, _, _ in listed_names(tables, table.columns))
        raws = [
            one
            # A table without columns is at fault, which was told where it stands.
            for row in (yaml_rows(rows, names, at, tables.scope) if rows and names else ())
            for one in multiplied(row, table, tables, tables.scope)
        ]
        return self.rows(table, raws, listed=False)

    def rows(self, table: Table, raws: Collection[RawRow], *, listed: bool) -> tuple[Row, ...]:
        """The rows that `raws` write; those of a list stand for themselves alone."""
        flat = {
            name: (column, head) for name, column, head in listed_names(self.tables, table.columns)
        }
        cells = [self._cells(table, raw, flat, listed=listed) for raw in raws]
        fill(table, cells, self.tables)
        rows: list[Row] = []
        seen: dict[str, Where] = {}
        key_column = table.key
        for index, (raw, values) in enumerate(zip(raws, cells, strict=True), 1):
            key = str(index)
            if key_column is not None:
                key = values.get(key_column.name) or key
                values[key_column.name] = key
            if key in seen:
                self.tables.scope.report(
                    raw.at(key_column.name) if key_column else raw.place,
                    f"the {table.noun} {key} stands twice, first in line {seen[key].line}"
                    if seen[key].line
                    else f"the {table.noun} {key} stands twice",
                    "give each its own key",
                )
            seen.setdefault(key, raw.at(key_column.name) if key_column else raw.place)
            rows.append(Row(key, values, raw.place, raw.at))
        return tuple(rows)

    def _cells(
        self, table: Table, raw: RawRow, flat: Mapping[str, tuple[Column, str]], *, listed: bool
    ) -> dict[str, Any]:
        cells: dict[str, Any] = {column.name: None for column in table.columns}
        for column in table.columns:
            if column.each:
                heads = self.tables.table(column.each).rows
                cells[column.name] = dict.fromkeys((row.key for row in heads), None)
        for name, value in raw.cells.items():
            if name not in flat:
                self._beside(name, value, raw, table, [*flat, *(() if listed else _ROW_WORDS)])
                continue
            column, head = flat[name]
            try:
                found = self._value(column, value, partial(raw.at, name), raw)
            except Fault as fault:
                if column.refers not in self.tables.broken or not column.refers:
                    message = f"{fault.found} in the column {name}"
                    self.tables.scope.report(raw.at(name), message, fault.hint)
                continue
            if head:
                cells[column.name][head] = found
            else:
                cells[column.name] = found
        return cells

    def _beside(
        self, name: str, value: Any, raw: RawRow, table: Table, names: Collection[str]
    ) -> None:
        """A word of a row that is no column."""
        if name not in names:
            # The columns of a group are not known where its heads are at fault.
            if not any(one.each in self.tables.broken for one in table.columns):
                hint = nearest(name, names)
                self.tables.scope.report(raw.at(name), f"the unknown column {name}", hint)
        elif name == "source":
            self.source(value, raw.at(name))

    def _value(self, column: Column, value: Any, at: Callable[[], Where], raw: RawRow) -> Any:
        """One cell; raises `Fault`."""
        if value is None or value == "":
            return None
        if column.type == "table":
            return tuple(self._table_ref(one, at()) for one in _several(value))
        if column.type == "rows":
            inner = self.tables.table(column.rows)
            return self.written(value, inner, partial(raw.at, column.name))
        if isinstance(value, tuple) and column.many:
            texts = [written(one) for one in value]
            return tuple(key for one in texts for key in self._one(column, one))
        if column.type == "prose":
            return self._one(column, written(value))
        return self._one(column, written(value).removesuffix("\n"))

    def _one(self, column: Column, text: str) -> Any:
        return type_of(column).read(text, column, self.tables)

    def _table_ref(self, value: object, where: Where) -> TableRef:
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
        known = self.tables.scope.known(where, name, self.tables.entries, "table")
        if known and not self.tables.is_being_made(name):
            table = self.tables.table(name)
            for path, words in filters.items():
                self.tables.check_words(table, path, words, where, where)
            inner = [one.name for one in table.columns if one.rows or one.type == "table"]
            if any(not table.by_name[one].silent for one in inner):
                hint = "make that column silent, or print its rows in a table of their own"
                raise Fault(f"{name}, whose column {inner[0]} is a table by itself", hint)
        return TableRef(name, filters)

    def source(self, value: object, where: Where) -> None:
        """A source named must be a row of the table of sources, where the game has one."""
        if value and "sources" in self.tables.entries and not self.tables.is_being_made("sources"):
            sources = self.tables.table("sources").by_key
            if "sources" not in self.tables.broken:
                self.tables.scope.known(where, str(value), sources, "source")


def _several(value: object) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)
