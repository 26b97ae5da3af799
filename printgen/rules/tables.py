"""Turn the entries of a game's files into tables: columns typed, rows read, laws applied.

A table is made when it is first asked for, after those that it refers to. Every mistake in it is
reported; what refers to a table at fault is not told that it misses its rows.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import msgspec

from printgen.problems import Where
from printgen.rules.columns import DECLARED, type_of
from printgen.rules.deal import fill, multiplied
from printgen.rules.listing import RawRow, read_listing, yaml_rows
from printgen.rules.model import EMPTY, Column, Filter, Known, Row, Table, TableRef, Words
from printgen.rules.paths import find_column
from printgen.rules.records import Id, Scope, Text, nearest, read_record
from printgen.rules.scalars import Fault, shown, written
from printgen.rules.tree import Path as TreePath
from printgen.rules.tree import Tree

Raw = Annotated[Any, lambda value: value]
"""What another reader takes apart."""

RESERVED = frozenset(("title", "head", "or"))
"""Names on a face beside those of a group's heads."""

_ROW_WORDS = ("copies", "source", "note")

_LAWS = {"shift": ("band", "number", "modifier"), "cycle": ("number",)}
"""Laws that count, and the types that can be counted on."""

_NUMBER = Column(name="", type="number")


class Spec(msgspec.Struct, frozen=True):
    """A table as its file writes it. `like` names the table whose columns a listed file has."""

    title: Text = ""
    subtitle: Text = ""
    columns: Raw = None
    rows: Raw = None
    file: Text = ""
    sheet: Text = ""
    like: Id = ""
    source: Text = ""
    note: Text = ""


@dataclass(slots=True)
class Tables:
    """The tables of one game, as far as they have been asked for."""

    folder: Path
    entries: Mapping[str, tuple[Tree, TreePath]]
    words: Words
    scope: Scope
    view: Callable[["Tables", str, Tree, TreePath], Table | None]
    """Makes a table that counts others."""
    _made: dict[str, Table] = field(default_factory=dict)
    _making: list[str] = field(default_factory=list)
    broken: set[str] = field(default_factory=set)

    def all(self) -> dict[str, Table]:
        """Every table, in the order of the files."""
        return {id_: self.table(id_) for id_ in self.entries}

    def table(self, id_: str) -> Table:
        """The table of that id, which must be one of the entries."""
        if id_ not in self._made:
            tree, at = self.entries[id_]
            before = len(self.scope.problems)
            self._making.append(id_)
            found = None
            data = tree.at(at)
            if isinstance(data, Mapping) and "count" in data:
                found = self.view(self, id_, tree, at)
            elif (spec := read_record(Spec, tree, at, self.scope)) is not None:
                found = _Maker(self, id_, spec, tree, at).table()
            self._making.pop()
            if len(self.scope.problems) > before or found is None:
                self.broken.add(id_)
            self._made[id_] = found or Table(id_, "", "", (), (), tree.where(at, key=True))
        if not self._made[id_].columns:
            # What is built on a table without columns cannot be held to names in it either.
            self.broken.update(self._making)
        return self._made[id_]

    def known(self, id_: str, where: Where) -> bool:
        """Whether a table is there to be referred to; reports it where it is not."""
        if id_ in self._making:
            circle = " → ".join([*self._making[self._making.index(id_) :], id_])
            message = f"tables that refer to each other in a circle: {circle}"
            self.scope.report(where, message, "leave one of these references out")
            return False
        return self.scope.known(where, id_, self.entries, "table")

    def check_path(self, table: Table, path: str, where: Where) -> Column | None:
        """The column that a path ends in; reported where it leads nowhere."""
        if table.id in self.broken:
            return None
        try:
            return find_column(self, table, path)
        except Fault as fault:
            self.scope.report(where, fault.found, fault.hint)
            return None

    def check_filter(self, table: Table, filters: Filter, tree: Tree, at: TreePath) -> None:
        """Report the columns and words of a filter that nothing answers to."""
        for path, wanted in filters.items():
            column = self.check_path(table, path, tree.where((*at, path), key=True))
            words: Collection[str] = column.of if column and column.type == "choice" else ()
            if column and column.refers and column.refers not in self.broken:
                words = self.table(column.refers).by_key
            for word in wanted if words else ():
                self.scope.known(tree.where((*at, path)), word, (*words, EMPTY), path)


@dataclass(slots=True)
class _Maker:
    """Makes one table."""

    tables: Tables
    id: str
    spec: Spec
    tree: Tree
    at: TreePath

    def table(self) -> Table | None:
        spec = self.spec
        names, raws = self._raw()
        columns = self._columns(names)
        if columns is None or raws is None:
            return None
        self._source(spec.source, self.tree.where((*self.at, "source")))
        place = self.tree.where(self.at, key=True)
        table = Table(self.id, spec.title, spec.subtitle, columns, (), place)
        if spec.file:
            rows = tuple(raws)
        else:
            rows = tuple(self._yaml_rows(table, spec.rows, (*self.at, "rows")))
        made = self._rows(table, rows, listed=bool(spec.file))
        return msgspec.structs.replace(table, rows=tuple(made))

    def _raw(self) -> tuple[Collection[str], tuple[RawRow, ...] | None]:
        """The column names and rows of the table's file, if it has one."""
        spec, tables = self.spec, self.tables
        if not spec.file:
            return (), ()
        where = self.tree.where((*self.at, "file"))
        if spec.rows is not None:
            tables.scope.report(where, "a file beside rows", "keep one of them")
        found = read_listing(tables.folder, spec.file, spec.sheet, where, tables.scope)
        return found if found is not None else ((), None)

    # columns

    def _columns(self, named: Collection[str]) -> tuple[Column, ...] | None:
        tables, scope = self.tables, self.tables.scope
        declared: object = {} if self.spec.columns is None else self.spec.columns
        at = (*self.at, "columns")
        if not isinstance(declared, Mapping):
            hint = "write columns: {name: type}"
            scope.report(self.tree.where(at), f"{shown(declared)} where columns are wanted", hint)
            return None
        if not declared and not named:
            where = self.tree.where(self.at, key=True)
            if not self.spec.file:
                scope.report(where, "a table without columns", "add columns: {name: type}")
            return None
        before = len(scope.problems)
        columns = [self._column(name, (*at, name)) for name in declared]
        if self.spec.like and tables.known(self.spec.like, self.tree.where((*self.at, "like"))):
            columns += [
                _as_listed(column)
                for column in tables.table(self.spec.like).columns
                if column.name not in declared and column.type != "key"
            ]
        found = [column for column in columns if column is not None]
        if named and len(scope.problems) == before:
            known = {name for name, _, _ in _flat(tables, found)}
            undeclared = [Column(name=name, type="text") for name in named if name not in known]
            if declared and undeclared:
                names = ", ".join(column.name for column in undeclared)
                hint = "declare a type for each under columns:, or delete them from the file"
                scope.report(self.tree.where(at), f"{self.spec.file} also has {names}", hint)
            found += undeclared
        self._check_names(found, at)
        return tuple(found) if len(scope.problems) == before else None

    def _column(self, name: str, at: TreePath) -> Column | None:
        tables, scope, tree = self.tables, self.tables.scope, self.tree
        where = tree.where(at)
        data = tree.at(at)
        if isinstance(data, str):
            column: Column | None = Column(name=name, type=str(data))
        else:
            column = read_record(Column, tree, at, scope, name=name)
        if column is None:
            return None
        if "." in name or not name:
            hint = "a dot parts names; use another sign"
            scope.report(tree.where(at, key=True), f'the name "{name}"', hint)
            return None
        for key in ("refers", "rows", "each"):
            id_ = getattr(column, key)
            if id_ and not tables.known(id_, tree.where((*at, key))):
                return None
        given = [key for key in ("type", "refers", "rows") if getattr(column, key)]
        if not given and column.from_:
            return self._inherited(column, at)
        if len(given) != 1:
            message = f"a column with {' and '.join(given)}" if given else "a column without a type"
            scope.report(
                where, message, f"write one of type: ({', '.join(DECLARED)}), refers:, rows:"
            )
            return None
        if column.type and column.type not in DECLARED:
            scope.report(where, f"no type is called {column.type}", nearest(column.type, DECLARED))
            return None
        return msgspec.structs.replace(column, type=column.type or given[0])

    def _inherited(self, column: Column, at: TreePath) -> Column | None:
        """A column filled through a reference, of the type of the cells that it takes."""
        tables = self.tables
        where = self.tree.where((*at, "from"))
        first, _, rest = column.from_[0].partition(".")
        data = self.tree.at((*self.at, "columns"))
        through = data.get(first) if isinstance(data, Mapping) else None
        table = through.get("refers") if isinstance(through, Mapping) else None
        if not isinstance(table, str) or not rest:
            message = f"{column.from_[0]} leads through no reference of this table"
            tables.scope.report(where, message, "write column.column, the first with refers:")
            return None
        if not tables.known(table, where):
            return None
        there = tables.check_path(tables.table(table), rest, where)
        if there is None:
            tables.broken.add(self.id)
            return None
        keep = {
            name: value
            for name in ("name", "head", "title", "silent", "shows", "empty", "from_", "unit")
            if (value := getattr(column, name)) not in ("", None, False)
        }
        taken = msgspec.structs.replace(
            there,
            type="text" if there.type == "key" else there.type,
            partition=None,
            shift=None,
            cycle=None,
            by=(),
            silent=False,
            head="",
        )
        return msgspec.structs.replace(taken, **keep)

    def _check_names(self, columns: list[Column], at: TreePath) -> None:
        """Names that would stand for two things."""
        scope = self.tables.scope
        keys = [column.name for column in columns if column.type == "key"]
        if len(keys) > 1:
            message = f"two columns of keys, {keys[0]} and {keys[1]}"
            scope.report(self.tree.where((*at, keys[1])), message, "make one of them text")
        seen: dict[str, str] = {}
        for name, column, head in _flat(self.tables, columns):
            where = self.tree.where((*at, column.name), key=True)
            if head in RESERVED:
                message = f"{head} is the name of something else in the group {column.name}"
                scope.report(where, message, f"choose another key in the table {column.each}")
            if name in seen:
                message = f"{name} is a column of {seen[name]} and of {column.name}"
                scope.report(where, message, "choose another name, or another key in the table")
            seen[name] = column.name
        earlier: dict[str, Column] = {}
        for column in columns:
            self._check_keys(column, at)
            self._check_laws(column, earlier, at)
            earlier[column.name] = column

    def _check_keys(self, column: Column, at: TreePath) -> None:
        """Keys of a column that its type has no use for, and names in them."""
        report, where = self.tables.scope.report, self.tree.where
        at = (*at, column.name)
        if column.each and column.type in ("key", "rows", "table"):
            hint = "leave each: out, or choose another type"
            report(where((*at, "each")), f"a group of the type {column.type}", hint)
        if column.many and column.type not in ("refers", "table"):
            hint = "leave it out; only references and tables may be several"
            report(where((*at, "many")), f"many: with the type {column.type}", hint)
        if column.type == "choice" and not column.of:
            report(where(at), "a choice of nothing", "add of: [one, another]")
        target = column.refers or column.each
        if target:
            for path in column.shows or ():
                self.tables.check_path(self.tables.table(target), path, where((*at, "shows")))

    def _check_laws(self, column: Column, earlier: Mapping[str, Column], at: TreePath) -> None:
        """Names in a column's laws that nothing answers to, or of another type."""
        tables, report = self.tables, self.tables.scope.report

        def where(key: str) -> Where:
            return self.tree.where((*at, column.name, key))

        if column.by and not column.refers:
            report(where("by"), "by: without refers:", "add refers: with a table's name")
        for name in column.by if column.refers else ():
            if tables.scope.known(where("by"), name, earlier, "earlier column"):
                self._alike(name, tables.table(column.refers), earlier[name], where("by"))
        for path in column.from_:
            found = self._reached(path, earlier, where("from"))
            if found and _kind(found) != _kind(column):
                message = f"{path} holds {found.type}, and this column {column.type}"
                report(where("from"), message, "take cells of one type")
        for path in column.of if column.type == "box" else ():
            found = self._reached(path, earlier, where("of"))
            if found and found.type not in ("number", "box"):
                report(where("of"), f"{path} holds no numbers", "name a column of numbers")
        self._check_counted(column, where)

    def _check_counted(self, column: Column, where: Callable[[str], Where]) -> None:
        """Laws that count on the type or the heads of a column."""
        report = self.tables.scope.report
        for law, types in _LAWS.items():
            value = getattr(column, law)
            if value is not None and column.type not in types:
                hint = f"give it the type {' or '.join(types)}"
                report(where(law), f"{law}: with the type {column.type}", hint)
            elif isinstance(value, str) and not column.each:
                hint = "write a number; only a group's columns have heads to look at"
                report(where(law), f"{law}: {value} outside a group", hint)
            elif isinstance(value, str):
                self._alike(value, self.tables.table(column.each), _NUMBER, where(law))

    def _reached(self, path: str, columns: Mapping[str, Column], where: Where) -> Column | None:
        """The column that a path leads to through references; reported where it does not."""
        *through, last = path.split(".")
        noun = "earlier column"
        for name in through:
            column = columns.get(name)
            if column is None or not column.refers or column.each:
                message = f"{path} leads through no reference of this table"
                hint = "write column.column, the first with refers: and above this one"
                self.tables.scope.report(where, message, hint)
                return None
            there = self.tables.table(column.refers)
            if there.id in self.tables.broken:
                return None
            columns, noun = there.by_name, f"column of {there.id}"
        return columns[last] if self.tables.scope.known(where, last, columns, noun) else None

    def _alike(self, name: str, table: Table, column: Column, where: Where) -> None:
        """Report a column of another table that is not there, or not of a column's type."""
        if table.id in self.tables.broken:
            return
        scope = self.tables.scope
        if scope.known(where, name, table.by_name, f"column of {table.id}"):
            there = table.by_name[name]
            if (there.type, there.refers) != (column.type, column.refers):
                message = f"{name} of {table.id} holds {there.type}"
                scope.report(where, message, f"name a column of the type {column.type}")

    # rows

    def _yaml_rows(self, table: Table, rows: object, at: TreePath) -> Iterator[RawRow]:
        if rows is None:
            return
        flat = tuple(name for name, _, _ in _flat(self.tables, table.columns))

        def where(*rest: str | int) -> Where:
            return self.tree.where((*at, *rest))

        for raw in yaml_rows(rows, flat, where, self.tables.scope):
            yield from multiplied(raw, table, self.tables, self.tables.scope)

    def _rows(self, table: Table, raws: tuple[RawRow, ...], *, listed: bool) -> list[Row]:
        flat = {name: (column, head) for name, column, head in _flat(self.tables, table.columns)}
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
        return rows

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
            self._source(value, raw.at(name))

    def _value(self, column: Column, value: Any, at: Callable[[], Where], raw: RawRow) -> Any:
        """One cell; raises `Fault`."""
        if value is None or value == "":
            return None
        if column.type == "table":
            return tuple(self._table_ref(one, at()) for one in _several(value))
        if column.type == "rows":
            return self._inner_rows(column, value, raw)
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
        if known and filters and name not in self.tables._making:
            for path in filters:
                self.tables.check_path(self.tables.table(name), path, where)
        return TableRef(name, filters)

    def _inner_rows(self, column: Column, value: object, raw: RawRow) -> tuple[Row, ...]:
        inner = self.tables.table(column.rows)
        flat = tuple(name for name, _, _ in _flat(self.tables, inner.columns))
        scope = self.tables.scope
        raws = [
            one
            for row in yaml_rows(value, flat, partial(raw.at, column.name), scope)
            for one in multiplied(row, inner, self.tables, scope)
        ]
        return tuple(self._rows(inner, tuple(raws), listed=False))

    def _source(self, value: object, where: Where) -> None:
        """A source named must be a row of the table of sources, where the game has one."""
        if value and "sources" in self.tables.entries and "sources" not in self.tables._making:
            sources = self.tables.table("sources").by_key
            if "sources" not in self.tables.broken:
                self.tables.scope.known(where, str(value), sources, "source")


def _kind(column: Column) -> tuple[str, str, str]:
    """What two columns have in common if one may take the cells of the other."""
    return "text" if column.type == "key" else column.type, column.refers, column.each


def _several(value: object) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


def _as_listed(column: Column) -> Column:
    """A column of another table in a list: without its laws, and with cells left out."""
    return msgspec.structs.replace(
        column, from_=(), by=(), shift=None, cycle=None, partition="none"
    )


def _flat(known: Known, columns: Any) -> Iterator[tuple[str, Column, str]]:
    """The columns as a list has them: a group's by the keys of its heads."""
    for column in columns:
        if column.each:
            yield from ((row.key, column, row.key) for row in known.table(column.each).rows)
        else:
            yield column.name, column, ""
