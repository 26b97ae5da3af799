"""Turn the columns that an entry declares into columns, or into what is wrong with them.

It guarantees that every name in a column is defined, and that its keys are of use to its type.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec

from printgen.problems import Where
from printgen.rules.columns import DECLARED, type_of
from printgen.rules.model import Column, Table
from printgen.rules.paths import listed_names
from printgen.rules.records import Id, Text, nearest, read_record
from printgen.rules.scalars import shown
from printgen.rules.tables import Tables
from printgen.rules.tree import Path, Tree

Raw = Annotated[Any, lambda value: value]
"""What another reader takes apart."""

RESERVED = frozenset(("title", "head", "or"))
"""Names on a face beside those of a group's heads."""

_LAWS = {"shift": ("band", "number", "modifier"), "cycle": ("number",)}
"""Laws that count, and the types that can be counted on."""

_OPTIONS: dict[str, tuple[object, ...]] = {
    "many": (False,),
    "digits": (1,),
    "dice": (None,),
    "of": ((),),
    "unit": ("",),
    "or_": ({},),
    "partition": (None,),
}
"""Keys of a column that only some types take, and what they are where nobody wrote them."""

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
class Declaration:
    """The columns of one entry being read; `named` are those that its file has."""

    tables: Tables
    id: str
    spec: Spec
    tree: Tree
    at: Path

    def columns(self, named: Collection[str]) -> tuple[Column, ...] | None:
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
            known = {name for name, _, _ in listed_names(tables, found)}
            undeclared = [Column(name=name, type="text") for name in named if name not in known]
            if declared and undeclared:
                names = ", ".join(column.name for column in undeclared)
                hint = "declare a type for each under columns:, or delete them from the file"
                scope.report(self.tree.where(at), f"{self.spec.file} also has {names}", hint)
            found += undeclared
            if not self.spec.like:
                self._check_missing(found, named)
        self._check_names(found, at)
        return tuple(found) if len(scope.problems) == before else None

    def _check_missing(self, columns: list[Column], named: Collection[str]) -> None:
        """Report columns declared that the file has not, where no law fills them."""
        file = Where(str(self.tables.folder / self.spec.file), 1, 1)
        for name, column, _ in listed_names(self.tables, columns):
            laws = column.from_ or column.by or column.shift is not None or column.cycle
            if name not in named and not laws and column.type not in ("key", "input", "box"):
                message = f"no column {name}, which the table {self.id} declares"
                self.tables.scope.report(file, message, "add it, or take it out of columns:")

    def _column(self, name: str, at: Path) -> Column | None:
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

    def _inherited(self, column: Column, at: Path) -> Column | None:
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

    def _check_names(self, columns: list[Column], at: Path) -> None:
        """Names that would stand for two things."""
        scope = self.tables.scope
        keys = [column.name for column in columns if column.type == "key"]
        if len(keys) > 1:
            message = f"two columns of keys, {keys[0]} and {keys[1]}"
            scope.report(self.tree.where((*at, keys[1])), message, "make one of them text")
        seen: dict[str, str] = {}
        for name, column, head in listed_names(self.tables, columns):
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

    def _check_keys(self, column: Column, at: Path) -> None:
        """Keys of a column that its type has no use for, and names in them."""
        report, where = self.tables.scope.report, self.tree.where
        at = (*at, column.name)
        if column.each and column.type in ("key", "rows", "table"):
            hint = "leave each: out, or choose another type"
            report(where((*at, "each")), f"a group of the type {column.type}", hint)
        for key, unset in _OPTIONS.items():
            given = getattr(column, key) not in unset
            if given and key not in type_of(column).takes and not column.from_:
                name = key.rstrip("_")
                hint = f"leave it out; {column.type} has no use for it"
                report(where((*at, name)), f"{name}: with the type {column.type}", hint)
        if column.type == "choice" and not column.of:
            report(where(at), "a choice of nothing", "add of: [one, another]")
        target = column.refers or column.each
        if target:
            for path in column.shows or ():
                self.tables.check_path(self.tables.table(target), path, where((*at, "shows")))

    def _check_laws(self, column: Column, earlier: Mapping[str, Column], at: Path) -> None:
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


def _kind(column: Column) -> tuple[str, str, str]:
    """What two columns have in common if one may take the cells of the other."""
    return "text" if column.type == "key" else column.type, column.refers, column.each


def _as_listed(column: Column) -> Column:
    """A column of another table in a list: without its laws, and with cells left out."""
    partition = "none" if column.type == "band" else None
    return msgspec.structs.replace(column.without_laws(), partition=partition)
