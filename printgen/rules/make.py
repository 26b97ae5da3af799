"""Turn one entry of a game's files into a table: a view, or columns and rows."""

from collections.abc import Mapping

import msgspec

from printgen.rules.cells import read_rows, written_rows
from printgen.rules.declare import Spec, declared
from printgen.rules.entry import Entry
from printgen.rules.listing import read_listing
from printgen.rules.model import Table
from printgen.rules.records import read_record
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
    listed = tables.folder, spec.file, spec.sheet, where, scope, spec.encoding
    names, lines = read_listing(*listed) if spec.file else ({}, ())
    columns = declared(tables, id_, spec, entry, names)
    # A file at fault has no names.
    if columns is None or (spec.file and not names):
        return None
    tables.check_source(spec.source, entry.where("source"))
    # Rows of another file than the table's are a player's.
    place, given = entry.where(key=True), entry.where("rows").file != entry.place.file
    table = Table(id_, spec.title, spec.subtitle, columns, (), place, spec.open, given)
    if spec.file:
        rows = read_rows(tables, table, lines)
    else:
        rows = written_rows(tables, table, entry.at("rows"))
    return msgspec.structs.replace(table, rows=rows)
