"""Turn one entry of a game's files into a table: a view, or columns and rows."""

from collections.abc import Mapping
from pathlib import Path

import msgspec

from printgen.rules.column_specs import Spec, declared
from printgen.rules.inheritance import changed
from printgen.rules.model import Table
from printgen.rules.row_reader import read_rows, row_entries
from printgen.rules.source_node import Entry
from printgen.rules.struct_reader import read_record
from printgen.rules.table_file import read_listing
from printgen.rules.tables import Tables
from printgen.rules.views import make_view


def make_table(tables: Tables, id_: str, entry: Entry) -> Table | None:
    """The table of an entry; None where it is at fault, which is reported."""
    if isinstance(entry.data, Mapping) and "count" in entry.data:
        return make_view(tables, id_, entry)
    spec = read_record(Spec, entry)
    if spec is None:
        return None
    where, scope = entry.where("file"), tables.scope
    if spec.file and spec.rows is not None:
        entry.report("a file beside rows", "keep one of them", "file")
    read = Path(where.file).parent, spec.file, spec.sheet, where, scope, spec.encoding
    names, lines = read_listing(*read) if spec.file else ({}, ())
    columns = declared(tables, id_, spec, entry, names)
    # A file at fault has no names.
    if columns is None or (spec.file and not names):
        return None
    tables.check_source(spec.source, entry.where("source"))
    place, given = entry.where(key=True), id_ in tables.given
    table = Table(id_, spec.title, spec.subtitle, columns, (), place, spec.open, given)
    listed = lines or row_entries(tables, table, entry.at("rows"))
    kept = changed(tables, table, listed, entry.at("changes"))
    added = row_entries(tables, table, entry.at("adds"))
    return msgspec.structs.replace(table, rows=read_rows(tables, table, [*kept, *added]))
