"""Turn the columns that an entry declares into columns, or into what is wrong with them.

It guarantees that every name in a column is defined, and that its keys are of use to its type.
"""

from collections.abc import Collection, Mapping
from typing import Annotated, Any

import msgspec

from printgen.problems import Where
from printgen.rules.columns import DECLARED, type_of
from printgen.rules.entry import Entry
from printgen.rules.model import Column, Table
from printgen.rules.paths import listed_names
from printgen.rules.records import Id, Text, read_record
from printgen.rules.scalars import Fault, shown
from printgen.rules.scalars import name as read_name
from printgen.rules.tables import Tables

Raw = Annotated[Any, lambda value: value]
"""What another reader takes apart."""

RESERVED = frozenset(("title", "head", "or"))
"""Names on a face beside those of a group's heads."""

_LAWS = ("from_", "by", "shift", "cycle")

_OPTIONS = tuple(dict.fromkeys(key for each in DECLARED.values() for key in each.takes))
"""Keys of a column that only some types take."""

_PLAIN = Column(name="")
"""A column of which nothing is written."""


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


def declared(
    tables: Tables, id_: str, spec: Spec, entry: Entry, named: Mapping[str, Where]
) -> tuple[Column, ...] | None:
    """The columns of the table of an entry; None where they are at fault, which is reported.

    `named` are the columns that its file has, each with its place.
    """
    columns = {} if spec.columns is None else spec.columns
    at = entry.at("columns")
    if not isinstance(columns, Mapping):
        at.report(f"{shown(columns)} where columns are wanted", "write columns: {name: type}")
        return None
    if not columns and not named:
        if not spec.file:
            entry.report("a table without columns", "add columns: {name: type}", key=True)
        return None
    before = len(tables.scope.problems)
    found = _Columns(tables, id_, at)
    for name in columns:
        found.add(name)
    if spec.like and tables.known(spec.like, entry.where("like")):
        found.add_listed(tables.table(spec.like))
    if named and len(tables.scope.problems) == before:
        undeclared = found.add_named(named)
        if columns and undeclared:
            hint = "declare a type for each under columns:, or delete them from the file"
            at.report(f"{spec.file} also has {', '.join(undeclared)}", hint)
        if not spec.like:
            found.check_missing(named, Where(str(tables.folder / spec.file), 1, 1))
    found.check_names()
    return tuple(found.columns.values()) if len(tables.scope.problems) == before else None


class _Columns:
    """The columns of one table as they are read, each of which may speak of those before it."""

    def __init__(self, tables: Tables, id_: str, entry: Entry) -> None:
        self.tables = tables
        self.id = id_
        self.entry = entry
        self.columns: dict[str, Column] = {}

    def add(self, name: str) -> None:
        """The column of that name, as it is declared."""
        entry = self.entry.at(name)
        column = self._read(name, entry)
        if column is not None:
            self._check_keys(column, entry)
            self._check_laws(column, entry)
            self.columns[name] = column

    def add_listed(self, table: Table) -> None:
        """The columns that a list of another table has: no keys, no laws, and cells left out."""
        for column in table.columns:
            if column.type != "key" and column.name not in self.columns:
                partition = "none" if column.type == "band" else None
                taken = msgspec.structs.replace(column.without_laws(), partition=partition)
                self.columns[column.name] = taken

    def add_named(self, named: Collection[str]) -> list[str]:
        """Columns of text for what a file has and nobody declared; their names."""
        known = {name for name, _, _ in listed_names(self.tables, self.columns.values())}
        undeclared = [name for name in named if name not in known]
        self.columns |= {name: Column(name=name, type="text") for name in undeclared}
        return undeclared

    def check_missing(self, named: Collection[str], file: Where) -> None:
        """Report columns declared that a file has not, where no law fills them."""
        for name, column, _ in listed_names(self.tables, self.columns.values()):
            is_filled = column != column.without_laws() or column.type in ("key", "input", "box")
            if name not in named and not is_filled:
                message = f"no column {name}, which the table {self.id} declares"
                self.tables.scope.report(file, message, "add it, or take it out of columns:")

    def check_names(self) -> None:
        """Report names that would stand for two things."""
        keys = [column.name for column in self.columns.values() if column.type == "key"]
        if len(keys) > 1:
            message = f"two columns of keys, {keys[0]} and {keys[1]}"
            self.entry.report(message, "make one of them text", keys[1])
        seen: dict[str, str] = {}
        for name, column, head in listed_names(self.tables, self.columns.values()):
            if head in RESERVED:
                message = f"{head} is the name of something else in the group {column.name}"
                hint = f"choose another key in the table {column.each}"
                self.entry.report(message, hint, column.name, key=True)
            if name in seen:
                message = f"{name} is a column of {seen[name]} and of {column.name}"
                hint = "choose another name, or another key in the table"
                self.entry.report(message, hint, column.name, key=True)
            seen[name] = column.name

    def _read(self, name: str, entry: Entry) -> Column | None:
        try:
            read_name(name)
        except Fault as fault:
            entry.report(fault.found, fault.hint, key=True)
            return None
        if isinstance(entry.data, str):
            column: Column | None = Column(name=name, type=str(entry.data))
        else:
            column = read_record(Column, entry, name=name)
        if column is None:
            return None
        for key in ("refers", "rows", "each"):
            id_ = getattr(column, key)
            if id_ and not self.tables.known(id_, entry.where(key)):
                return None
        given = [key for key in ("type", "refers", "rows") if getattr(column, key)]
        if not given and column.from_:
            return self._inherited(column, entry)
        if len(given) != 1:
            found = f"a column with {' and '.join(given)}" if given else "a column without a type"
            entry.report(found, f"write one of type: ({', '.join(DECLARED)}), refers:, rows:")
            return None
        if column.type and not entry.scope.known(entry.where(), column.type, DECLARED, "type"):
            return None
        return msgspec.structs.replace(column, type=column.type or given[0])

    def _inherited(self, column: Column, entry: Entry) -> Column | None:
        """A column of the type of the cells that it takes, but for what it says itself."""
        there = self._reached(column.from_[0], entry.where("from"))
        if there is None:
            return None
        said = {
            name: value
            for name in Column.__struct_fields__
            if (value := getattr(column, name)) != getattr(_PLAIN, name)
        }
        plain = {"type": _kind(there)[0], "partition": None, "silent": False, "head": ""}
        return msgspec.structs.replace(there.without_laws(), **(plain | said))

    def _check_keys(self, column: Column, entry: Entry) -> None:
        """Report keys of a column that its type has no use for, and names in them."""
        if column.each and column.type in ("key", "rows", "table"):
            hint = "leave each: out, or choose another type"
            entry.report(f"a group of the type {column.type}", hint, "each")
        for key in () if column.from_ else _OPTIONS:
            is_given = getattr(column, key) != getattr(_PLAIN, key)
            if is_given and key not in type_of(column, self.tables).takes:
                name = key.rstrip("_")
                hint = f"leave it out; {column.type} has no use for it"
                entry.report(f"{name}: with the type {column.type}", hint, name)
        if column.type == "choice" and not column.of:
            entry.report("a choice of nothing", "add of: [one, another]")
        target = column.refers or column.each
        for path in column.shows or () if target else ():
            self.tables.check_path(self.tables.table(target), path, entry.where("shows"))

    def _check_laws(self, column: Column, entry: Entry) -> None:
        """Report names in a column's laws that nothing answers to, or of another type."""
        laws = [law for law in _LAWS if getattr(column, law) != getattr(_PLAIN, law)]
        if len(laws) > 1:
            first, second = (law.rstrip("_") for law in laws[:2])
            entry.report(f"two laws, {first}: and {second}:", "leave one of them out", second)
        if column.by and not column.refers:
            entry.report("by: without refers:", "add refers: with a table's name", "by")
        for name in column.by if column.refers else ():
            if self.tables.scope.known(entry.where("by"), name, self.columns, "earlier column"):
                there = self.tables.table(column.refers)
                self._check_alike(name, there, self.columns[name], entry.where("by"))
        for law, amount in (("shift", column.shift), ("cycle", column.cycle)):
            if isinstance(amount, str) and column.each:
                numbers = Column(name=amount, type="number")
                self._check_alike(amount, self.tables.table(column.each), numbers, entry.where(law))
            elif isinstance(amount, str):
                hint = "write a number; only a group's columns have heads to look at"
                entry.report(f"{law}: {amount} outside a group", hint, law)
        self._check_paths(column, entry)

    def _check_paths(self, column: Column, entry: Entry) -> None:
        """Report paths of a column that lead nowhere, or to cells of another type."""
        for path in column.from_:
            found = self._reached(path, entry.where("from"))
            if found and _kind(found) != _kind(column):
                message = f"{path} holds {found.type}, and this column {column.type}"
                entry.report(message, "take cells of one type", "from")
        for path in column.of if column.type == "box" else ():
            found = self._reached(path, entry.where("of"))
            if found and found.type not in ("number", "box"):
                entry.report(f"{path} holds no numbers", "name a column of numbers", "of")

    def _reached(self, path: str, where: Where) -> Column | None:
        """The column that a path leads to through references; reported where it does not."""
        *through, last = path.split(".")
        columns: Mapping[str, Column] = self.columns
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
                # What is wrong there was told where it stands.
                self.tables.broken.add(self.id)
                return None
            columns, noun = there.by_name, f"column of {there.id}"
        return columns[last] if self.tables.scope.known(where, last, columns, noun) else None

    def _check_alike(self, name: str, table: Table, column: Column, where: Where) -> None:
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
