"""Turn one entry of a game's files into a table: a view, or columns and rows."""

from collections.abc import Mapping

import msgspec

from printgen.rules.declare import Declaration, Spec
from printgen.rules.listing import read_listing
from printgen.rules.model import Table
from printgen.rules.records import read_record
from printgen.rules.rows import RowReader
from printgen.rules.tables import Tables
from printgen.rules.tree import Path, Tree
from printgen.rules.views import make_view


def make_table(tables: Tables, id_: str, tree: Tree, at: Path) -> Table | None:
    """The table of the entry at `at`; None where it is at fault, which is reported."""
    data = tree.at(at)
    if isinstance(data, Mapping) and "count" in data:
        return make_view(tables, id_, tree, at)
    spec = read_record(Spec, tree, at, tables.scope)
    if spec is None:
        return None
    listing = None
    if spec.file:
        where = tree.where((*at, "file"))
        if spec.rows is not None:
            tables.scope.report(where, "a file beside rows", "keep one of them")
        listing = read_listing(tables.folder, spec.file, spec.sheet, where, tables.scope)
    columns = Declaration(tables, id_, spec, tree, at).columns(listing[0] if listing else ())
    if columns is None or bool(spec.file) != (listing is not None):
        return None
    reader = RowReader(tables)
    reader.source(spec.source, tree.where((*at, "source")))
    place = tree.where(at, key=True)
    table = Table(id_, spec.title, spec.subtitle, columns, (), place)
    if listing is not None:
        rows = reader.rows(table, listing[1], listed=True)
    else:
        rows = reader.written(spec.rows, table, lambda *rest: tree.where((*at, "rows", *rest)))
    return msgspec.structs.replace(table, rows=rows)
