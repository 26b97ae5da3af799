"""Reads the columns that a table declares, and reports what is wrong with them.

The columns that are built use only defined names, and only keys that apply to their types.
"""

from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec.structs import asdict, replace

from printgen.problems import Place, suggest_known_words
from printgen.rules.columns import TYPES, make_column_type
from printgen.rules.columns.relations import ReferenceType
from printgen.rules.files.nodes import Node, RawValue
from printgen.rules.files.scalars import parse_name as read_name
from printgen.rules.files.struct_reader import Flag, Id, Name, Text, is_valid_key, read_struct
from printgen.rules.loading.derived_cells import DERIVATIONS
from printgen.rules.loading.tables import Tables
from printgen.rules.model import Column, Table
from printgen.rules.queries.paths import flatten_columns

_RESERVED_NAMES = frozenset(("title", "head", "or"))
"""Names that printgen gives to parts of a group on a face, so that no head can have them."""

_OTHER_TYPES = {"int": "number", "string": "text", "str": "text", "markdown": "prose"}
_OTHER_TYPES |= {"float": "text, or number for whole numbers", "bool": "choice, and of: [yes, no]"}
"""What to write instead of the types of programming languages."""

_NUMBER_COLUMN = Column(name="", type="number")
_OPTIONS = {key for column_type in TYPES.values() for key in column_type.special_keys} | {
    *ReferenceType.special_keys
}
"""The keys of a column that only some types take."""


class TableSpec(msgspec.Struct, frozen=True):
    """The entry of a table in a file of the game.

    - `like`: a table whose columns are copied.
    - `open`: the columns that a player's file may write.
    - `changes`: for a table of another game that this game extends, new cells by the keys of rows.
    - `adds`: for such a table, rows to append.
    - `file`, `sheet`, `encoding`, `hidden`: the data file with the rows, and how to read it. With
      `hidden`, hidden rows and columns are read too.
    - `header`: the names of the columns, if the first line of the data file is a row.
    - `empty`: texts that are read as empty cells.
    - `signs`: whether typed quotes and hyphens become typographic ones, or stay as typed. If it is
      set, lines may also break after each separator of a list such as a;b;c.
    - `source`, `note`: where the data is from, and a remark.
    """

    title: Text = ""
    subtitle: Text = ""
    columns: dict[RawValue, RawValue] = {}
    rows: RawValue = None
    changes: dict[Text, RawValue] = {}
    adds: RawValue = None
    file: Text = ""
    sheet: Text = ""
    encoding: Text = ""
    hidden: Flag = False
    header: tuple[Name, ...] = ()
    empty: tuple[Text, ...] = ()
    signs: Literal["typographic", "typed"] | None = None
    like: Id = ""
    open: tuple[Name, ...] = ()
    source: Text = ""
    note: Text = ""


def build_columns(
    tables: Tables, id_: str, spec: TableSpec, entry: Node, file_columns: Mapping[str, Place]
) -> tuple[Column, ...] | None:
    """Return the columns that the entry of a table declares; None if they have mistakes.

    The mistakes are reported. `spec` is the entry as a struct. `file_columns` are the columns in
    the data file of the table, with the places of their names.
    """
    if not spec.columns and not file_columns:
        if not spec.file:
            entry.report("a table without columns", "add columns: {name: type}", key=True)
        return None
    problem_count = tables.log.count
    builder = _ColumnsBuilder(tables, id_, entry.get("columns"))
    for name in spec.columns:
        builder.add_column(name)
    if spec.like and tables.check_table_id(spec.like, entry.locate("like")):
        builder.copy_columns(tables.table(spec.like))
    if file_columns and tables.log.count == problem_count:
        builder.match_file_columns(file_columns, spec)
    builder.check_names()
    for name in spec.open if tables.log.count == problem_count else ():
        tables.log.check_name(entry.locate("open"), name, builder.columns, f"column of {id_}")
    return tuple(builder.columns.values()) if tables.log.count == problem_count else None


class _ColumnsBuilder:
    """Collects the columns of one table in `columns`. A column may only refer to earlier ones."""

    def __init__(self, tables: Tables, id_: str, entry: Node) -> None:
        self.tables = tables
        self.id = id_
        self.entry = entry
        self.columns: dict[str, Column] = {}

    def add_column(self, name: str) -> None:
        """Read the column `name` from the entry and add it. Report its mistakes."""
        entry = self.entry.get(name)
        column = self._read_column(name, entry)
        if column is not None:
            self._check_entry_keys(column, entry)
            self._check_derivation(column, entry)
            self.columns[name] = column

    def copy_columns(self, table: Table) -> None:
        """Add copies of the columns of another table that this table does not declare.

        The key column and columns that exports leave out are not copied. The copies derive no
        cells.
        """
        for column in table.columns:
            is_listed = column.type != "key" and not column.unlisted
            if is_listed and column.name not in self.columns:
                partition = "none" if column.type == "band" else None
                copied = replace(column.without_derivation(), partition=partition)
                self.columns[column.name] = copied

    def match_file_columns(self, file_columns: Mapping[str, Place], spec: TableSpec) -> None:
        """Report columns that are only in the entry, or only in the data file of the table.

        `file_columns` are the columns in the file, with the places of their names. If the entry
        declares no columns, those of the file are added as text columns. `spec` is the entry as a
        struct.
        """
        columns = flatten_columns(self.tables, self.columns.values())
        columns_by_label = {name: column for name, column, _ in columns}
        undeclared = [name for name in file_columns if name not in columns_by_label]
        self.columns |= {name: Column(name=name, type="text") for name in undeclared}
        missing_names = [
            name
            for name, column in columns_by_label.items()
            if name not in file_columns
            and column == column.without_derivation()
            and column.type not in ("key", "input", "box")
            and not column.unlisted
            and not spec.like
        ]
        report = self.tables.log.report
        for name in [*undeclared] if self.entry.data else ():
            # A misspelt name is reported once: neither as undeclared nor as missing.
            for suggestion in get_close_matches(name, missing_names, n=1):
                message = f"the table {self.id} declares no column {name}"
                report(file_columns[name], message, f"did you mean {suggestion}?")
                undeclared.remove(name)
                missing_names.remove(suggestion)
        if undeclared and self.entry.data:
            hint = "declare a type for each under columns:, or delete them from the file"
            self.entry.report(f"undeclared in {spec.file}: {', '.join(undeclared)}", hint)
        for name in missing_names:
            file = Place(str(Path(self.entry.place.file).parent / spec.file), 1, 1)
            message = f"the column {name} of the table {self.id} is missing"
            report(file, message, "add it, or remove it from columns:")

    def check_names(self) -> None:
        """Report reserved names, and names of several columns, counting the columns in groups."""
        keys = [column.name for column in self.columns.values() if column.type == "key"]
        if len(keys) > 1:
            message = f"two key columns, {keys[0]} and {keys[1]}"
            self.entry.report(message, "give one of them the type text", keys[1])
        seen: dict[str, str] = {}
        for name, column, head in flatten_columns(self.tables, self.columns.values()):
            if head in _RESERVED_NAMES:
                message = f"{head} is a reserved name in the group {column.name}"
                hint = f"choose another key in the table {column.each}"
                self.entry.report(message, hint, column.name, key=True)
            if name in seen:
                message = f"the column name {name} is used twice: {seen[name]}, {column.name}"
                hint = "choose another name, or another key in the table"
                self.entry.report(message, hint, column.name, key=True)
            seen[name] = column.name

    def _read_column(self, name: str, entry: Node) -> Column | None:
        """Return the column as declared, or None if it is faulty, which is reported."""
        if not is_valid_key(read_name, name, entry):
            return None
        if isinstance(entry.data, str):
            column: Column | None = Column(name=name, type=str(entry.data))
        else:
            column = read_struct(Column, entry, name=name)
        if column is None:
            return None
        for key in ("refers", "rows", "each"):
            id_ = getattr(column, key)
            if id_ and not self.tables.check_table_id(id_, entry.locate(key)):
                return None
        kinds = [key for key in ("type", "refers", "rows") if getattr(column, key)]
        if not kinds and column.from_:
            # Without a type, a column with from: copies the keys of its source; its own keys win.
            table, place = self._build_partial_table(), entry.locate("from")
            source_column = self.tables.check_path(table, column.from_[0], place)
            text_type = {"type": "text"} if source_column and source_column.type == "key" else {}
            defaults = {"partition": None, "silent": False, "head": "", "heads": None} | text_type
            own = defaults | _get_non_default_fields(column)
            return source_column and replace(source_column.without_derivation(), **own)
        if len(kinds) != 1:
            message = f"the column has {' and '.join(kinds) or 'no type'}"
            entry.report(message, f"write one of type: ({', '.join(TYPES)}), refers:, rows:")
            return None
        if column.type and column.type not in TYPES:
            other = _OTHER_TYPES.get(column.type.lower())
            hint = f"write type: {other}" if other else suggest_known_words(column.type, TYPES)
            entry.report(f"no type is called {column.type}", hint)
            return None
        return replace(column, type=column.type or kinds[0])

    def _check_entry_keys(self, column: Column, entry: Node) -> None:
        """Report keys in the entry of a column that do not go with its type or with each other.

        Also report columns that `shows` names and that do not exist in the table to which `column`
        refers.
        """
        if column.each and column.type in ("key", "rows", "table"):
            hint = "remove each:, or choose another type"
            entry.report(f"a group cannot have the type {column.type}", hint, "each")
        unused_keys = _OPTIONS.difference(make_column_type(column, self.tables).special_keys)
        for key in () if column.from_ else _get_non_default_fields(column):
            if key in unused_keys:
                name = key.rstrip("_")
                message = f"{name}: does not apply to the type {column.type}"
                entry.report(message, f"remove {name}:, or choose another type", name)
        if column.heads and not (column.head or column.title or column.each):
            hint = 'add "head:", or remove "heads:"'
            entry.report("heads: on a column without a head", hint, "heads")
        if column.heads == "line" and not (column.each or column.from_):
            hint = 'write "heads: below", or remove it'
            entry.report("heads: line outside a group", hint, "heads")
        if column.type == "choice" and not column.of:
            entry.report("the choice has no words", "add of: [word, word]")
        target_table = column.refers or column.each
        for path in column.shows or () if target_table else ():
            table = self.tables.table(target_table)
            self.tables.check_printable_path(table, path, entry.locate("shows"))

    def _check_derivation(self, column: Column, entry: Node) -> None:
        """Report unknown names in the keys that derive a column's cells, such as `from`.

        Also report paths to cells of another type than that of the column.
        """
        rules = (rule for rule in _get_non_default_fields(column) if rule in DERIVATIONS)
        derivations = [rule.rstrip("_") for rule in rules]
        if len(derivations) > 1:
            message = f"both {derivations[0]}: and {derivations[1]}: fill this column"
            entry.report(message, "remove one of them", derivations[1])
        partial_table = self._build_partial_table()
        for path in column.from_:
            self._check_type(partial_table, path, column, entry.locate("from"))
        for path in column.of if column.type == "box" else ():
            self._check_type(partial_table, path, _NUMBER_COLUMN, entry.locate("of"))
        for name in column.by if column.refers else ():
            own = self.tables.check_path(partial_table, name, entry.locate("by"))
            self._check_type(self.tables.table(column.refers), name, own, entry.locate("by"))
        self._check_sum_keys(column, entry)
        for rule, amount in (("shift", column.shift), ("cycle", column.cycle)):
            if isinstance(amount, str) and column.each:
                heads = self.tables.table(column.each)
                self._check_type(heads, amount, _NUMBER_COLUMN, entry.locate(rule))
            elif isinstance(amount, str):
                hint = "write a number; only a column of a group can name a column here"
                entry.report(f"{rule}: {amount} outside a group", hint, rule)

    def _check_sum_keys(self, column: Column, entry: Node) -> None:
        """Report paths of a sum that lead to no numbers, and keys that do not go with a sum."""
        for key in ("sum", "less"):
            for path in getattr(column, key):
                self._check_sum_path(path, entry.locate(key))
        if column.sum and column.type not in ("number", "modifier", "box"):
            hint = 'write "type: number", modifier or box, or remove "sum:"'
            entry.report(f"sum: does not apply to the type {column.type}", hint, "sum")
        for key in ("less", "half") if not column.sum else ():
            if getattr(column, key):
                entry.report(f"{key}: without sum:", f"add sum:, or remove {key}:", key)

    def _check_sum_path(self, path: str, place: Place) -> None:
        """Report a path of a sum that does not lead to numbers.

        The path begins with a column of this table, or with the id of another table.
        """
        id_, _, rest = path.partition(".")
        if id_ in self.columns or not rest:
            self._check_type(self._build_partial_table(), path, _NUMBER_COLUMN, place)
        elif self.tables.check_table_id(id_, place):
            self._check_type(self.tables.table(id_), rest, _NUMBER_COLUMN, place)

    def _build_partial_table(self) -> Table:
        """Return a table with the columns that have been read so far, and without rows."""
        columns = tuple(self.columns.values())
        return Table(f"{self.id} above this one", "", "", columns, (), self.entry.place)

    def _check_type(self, table: Table, path: str, expected: Column | None, place: Place) -> None:
        """Report a path from `table` that leads to no column, or to a column of another type.

        The type must be that of the column `expected`. None allows any type.
        """
        column = expected and self.tables.check_path(table, path, place)
        if column and expected and _describe_type(column) != _describe_type(expected):
            hint = f"name a column of {table.id} with {_describe_type(expected)}"
            self.tables.log.report(place, f"{path} has {_describe_type(column)}", hint)


def _get_non_default_fields(column: Column) -> dict[str, Any]:
    """Return the fields of a column that differ from their defaults."""
    values, defaults = asdict(column), asdict(Column(name=""))
    return {name: value for name, value in values.items() if value != defaults[name]}


def _describe_type(column: Column) -> str:
    """Return the type of a column's cells as a text, for comparison and for messages.

    Cells can be copied between two columns if this text is the same for both.
    """
    type_name = {"key": "text", "box": "number"}.get(column.type, column.type)
    type_text = f"refers: {column.refers}" if column.refers else f"type: {type_name}"
    return f"{type_text}, each: {column.each}" if column.each else type_text
