"""Turn one entry of a game's files into a table: a view, or columns and rows."""

from collections.abc import Mapping

import msgspec

from printgen.rules.declare import Spec, declared
from printgen.rules.entry import Entry
from printgen.rules.listing import read_listing
from printgen.rules.model import Table
from printgen.rules.records import read_record
from printgen.rules.rows import read_rows, written_rows
from printgen.rules.tables import Tables
from printgen.rules.views import make_view


def make_table(tables: Tables, id_: str, entry: Entry) -> Table | None:
    """The table of an entry; None where it is at fault, which is reported."""
    if isinstance(entry.data, Mapping) and "count" in entry.data:
        return make_view(tables, id_, entry)
    spec = read_record(Spec, entry)
    if spec is None:
        return None
    listing = None
    if spec.file:
        if spec.rows is not None:
            entry.report("a file beside rows", "keep one of them", "file")
        where = entry.where("file")
        listing = read_listing(tables.folder, spec.file, spec.sheet, where, tables.scope)
    columns = declared(tables, id_, spec, entry, listing[0] if listing else {})
    if columns is None or bool(spec.file) != (listing is not None):
        return None
    tables.check_source(spec.source, entry.where("source"))
    table = Table(id_, spec.title, spec.subtitle, columns, (), entry.where(key=True))
    if listing is not None:
        rows = read_rows(tables, table, listing[1])
    else:
        rows = written_rows(tables, table, entry.at("rows"))
    return msgspec.structs.replace(table, rows=rows)
