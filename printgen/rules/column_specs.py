"""Turn the columns that an entry declares into columns, or into what is wrong with them.

It guarantees that every name in a column is defined, and that its keys are of use to its type.
"""

from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from printgen.problems import Where
from printgen.rules.columns import DECLARED, type_of
from printgen.rules.columns.refer import ReferType
from printgen.rules.derived_cells import LAWS
from printgen.rules.model import Column, Table
from printgen.rules.paths import listed_names
from printgen.rules.scalars import name as read_name
from printgen.rules.source_node import Entry
from printgen.rules.struct_reader import Id, Name, Text, is_key, read_record
from printgen.rules.tables import Tables

Raw = Annotated[Any, lambda value: value]
"""What another reader takes apart."""

_RESERVED = frozenset(("title", "head", "or"))
"""Names on a face beside those of a group's heads."""

_NUMBER = Column(name="", type="number")
_OPTIONS = {key for each in DECLARED.values() for key in each.takes} | {*ReferType.takes}
"""Keys of a column that only some types take."""


class Spec(msgspec.Struct, frozen=True):
    """A table as written. `like` has the columns of a listed file, `open` those of a player's.

    Of the rows `changes` says what is otherwise by their keys, and `adds` has more.
    """

    title: Text = ""
    subtitle: Text = ""
    columns: dict[Raw, Raw] = {}
    rows: Raw = None
    changes: dict[Text, Raw] = {}
    adds: Raw = None
    file: Text = ""
    sheet: Text = ""
    encoding: Text = ""
    like: Id = ""
    open: tuple[Name, ...] = ()
    source: Text = ""
    note: Text = ""


def declared(
    tables: Tables, id_: str, spec: Spec, entry: Entry, named: Mapping[str, Where]
) -> tuple[Column, ...] | None:
    """The columns of the table of an entry; None where they are at fault, which is reported.

    `named` are the columns that its file has, each with its place.
    """
    if not spec.columns and not named:
        if not spec.file:
            entry.report("a table without columns", "add columns: {name: type}", key=True)
        return None
    before = len(tables.scope.problems)
    found = _Columns(tables, id_, entry.at("columns"))
    for name in spec.columns:
        found.add(name)
    if spec.like and tables.known(spec.like, entry.where("like")):
        found.add_listed(tables.table(spec.like))
    if named and len(tables.scope.problems) == before:
        found.match(named, spec)
    found.check_names()
    for name in spec.open if len(tables.scope.problems) == before else ():
        tables.scope.known(entry.where("open"), name, found.columns, f"column of {id_}")
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
            listed = column.type != "key" and not column.unlisted
            if listed and column.name not in self.columns:
                partition = "none" if column.type == "band" else None
                taken = replace(column.without_laws(), partition=partition)
                self.columns[column.name] = taken

    def match(self, named: Mapping[str, Where], spec: Spec) -> None:
        """Hold the columns to those of a file; where none are declared, all of them are text."""
        listed = {name: one for name, one, _ in listed_names(self.tables, self.columns.values())}
        undeclared = [name for name in named if name not in listed]
        self.columns |= {name: Column(name=name, type="text") for name in undeclared}
        missing = [
            name
            for name, column in listed.items()
            if name not in named
            and column == column.without_laws()
            and column.type not in ("key", "input", "box")
            and not column.unlisted
            and not spec.like
        ]
        report = self.tables.scope.report
        for name in [*undeclared] if self.entry.data else ():
            for meant in get_close_matches(name, missing, n=1):
                message = f"the table {self.id} declares no column {name}"
                report(named[name], message, f"did you mean {meant}?")
                undeclared.remove(name)
                missing.remove(meant)
        if undeclared and self.entry.data:
            hint = "declare a type for each under columns:, or delete them from the file"
            self.entry.report(f"{spec.file} also has {', '.join(undeclared)}", hint)
        for name in missing:
            file = Where(str(Path(self.entry.place.file).parent / spec.file), 1, 1)
            message = f"no column {name}, which the table {self.id} declares"
            report(file, message, "add it, or take it out of columns:")

    def check_names(self) -> None:
        """Report names that would stand for two things."""
        keys = [column.name for column in self.columns.values() if column.type == "key"]
        if len(keys) > 1:
            message = f"two columns of keys, {keys[0]} and {keys[1]}"
            self.entry.report(message, "make one of them text", keys[1])
        seen: dict[str, str] = {}
        for name, column, head in listed_names(self.tables, self.columns.values()):
            if head in _RESERVED:
                message = f"{head} is the name of something else in the group {column.name}"
                hint = f"choose another key in the table {column.each}"
                self.entry.report(message, hint, column.name, key=True)
            if name in seen:
                message = f"{name} is a column of {seen[name]} and of {column.name}"
                hint = "choose another name, or another key in the table"
                self.entry.report(message, hint, column.name, key=True)
            seen[name] = column.name

    def _read(self, name: str, entry: Entry) -> Column | None:
        if not is_key(read_name, name, entry):
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
            # A column of the type of the cells that it takes, but for what it says itself.
            there = self.tables.check_path(self._earlier(), column.from_[0], entry.where("from"))
            kind = {"type": "text"} if there and there.type == "key" else {}
            plain = {"partition": None, "silent": False, "head": "", "heads": None} | kind
            return there and replace(there.without_laws(), **(plain | _said(column)))
        if len(given) != 1:
            found = f"a column with {' and '.join(given)}" if given else "a column without a type"
            entry.report(found, f"write one of type: ({', '.join(DECLARED)}), refers:, rows:")
            return None
        if column.type and not entry.scope.known(entry.where(), column.type, DECLARED, "type"):
            return None
        return replace(column, type=column.type or given[0])

    def _check_keys(self, column: Column, entry: Entry) -> None:
        """Report keys of a column that its type has no use for, and names in them."""
        if column.each and column.type in ("key", "rows", "table"):
            hint = "leave each: out, or choose another type"
            entry.report(f"a group of the type {column.type}", hint, "each")
        useless = _OPTIONS.difference(type_of(column, self.tables).takes)
        for key in () if column.from_ else _said(column):
            if key in useless:
                name = key.rstrip("_")
                hint = f"leave it out; {column.type} has no use for it"
                entry.report(f"{name}: with the type {column.type}", hint, name)
        if column.heads and not (column.head or column.title or column.each):
            hint = "write head: with it, or leave it out"
            entry.report("heads: of a column that has no head", hint, "heads")
        if column.heads == "line" and not (column.each or column.from_):
            entry.report(
                "heads: line outside a group", "write heads: below, or leave it out", "heads"
            )
        if column.type == "choice" and not column.of:
            entry.report("a choice of nothing", "add of: [one, another]")
        target = column.refers or column.each
        for path in column.shows or () if target else ():
            self.tables.check_shown(self.tables.table(target), path, entry.where("shows"))

    def _check_laws(self, column: Column, entry: Entry) -> None:
        """Report names in a column's laws that nothing answers to, or of another type."""
        laws = [law.rstrip("_") for law in _said(column) if law in LAWS]
        if len(laws) > 1:
            found = f"two laws, {laws[0]}: and {laws[1]}:"
            entry.report(found, "leave one of them out", laws[1])
        earlier = self._earlier()
        for path in column.from_:
            self._check_kind(earlier, path, column, entry.where("from"))
        for path in column.of if column.type == "box" else ():
            self._check_kind(earlier, path, _NUMBER, entry.where("of"))
        for name in column.by if column.refers else ():
            like = self.tables.check_path(earlier, name, entry.where("by"))
            self._check_kind(self.tables.table(column.refers), name, like, entry.where("by"))
        self._check_sum(column, entry)
        for law, amount in (("shift", column.shift), ("cycle", column.cycle)):
            if isinstance(amount, str) and column.each:
                heads = self.tables.table(column.each)
                self._check_kind(heads, amount, _NUMBER, entry.where(law))
            elif isinstance(amount, str):
                hint = "write a number; only a group's columns have heads to look at"
                entry.report(f"{law}: {amount} outside a group", hint, law)

    def _check_sum(self, column: Column, entry: Entry) -> None:
        """Report what of a sum leads to no numbers, or goes with no sum."""
        for key in ("sum", "less"):
            for path in getattr(column, key):
                self._check_added(path, entry.where(key))
        if column.sum and column.type not in ("number", "modifier", "box"):
            hint = "write type: number, modifier or box, or leave it out"
            entry.report(f"sum: with the type {column.type}", hint, "sum")
        for key in ("less", "half") if not column.sum else ():
            if getattr(column, key):
                entry.report(f"{key}: without sum:", "add sum: with the numbers to begin with", key)

    def _check_added(self, path: str, where: Where) -> None:
        """Report a path that leads to no numbers, from this row or through a table."""
        id_, _, rest = path.partition(".")
        if id_ in self.columns or not rest:
            self._check_kind(self._earlier(), path, _NUMBER, where)
        elif self.tables.known(id_, where):
            self._check_kind(self.tables.table(id_), rest, _NUMBER, where)

    def _earlier(self) -> Table:
        """The table as far as its columns are read."""
        columns = tuple(self.columns.values())
        return Table(f"{self.id} above this one", "", "", columns, (), self.entry.place)

    def _check_kind(self, table: Table, path: str, like: Column | None, where: Where) -> None:
        """Report a path that leads nowhere, or to cells of another type than a column's."""
        found = like and self.tables.check_path(table, path, where)
        if found and like and _kind(found) != _kind(like):
            hint = f"name a column of {table.id} with {_kind(like)}"
            self.tables.scope.report(where, f"{path} has {_kind(found)}", hint)


def _said(column: Column) -> dict[str, Any]:
    """What a column says itself, by the names of fields."""
    plain = Column(name="")
    fields = ((name, getattr(column, name)) for name in Column.__struct_fields__)
    return {name: value for name, value in fields if value != getattr(plain, name)}


def _kind(column: Column) -> str:
    """What two columns have in common if one may take the cells of the other."""
    kind = {"key": "text", "box": "number"}.get(column.type, column.type)
    said = f"refers: {column.refers}" if column.refers else f"type: {kind}"
    return f"{said}, each: {column.each}" if column.each else said
