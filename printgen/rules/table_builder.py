"""Builds one table from its entry: a view, or columns and rows."""

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from printgen.problems import Place
from printgen.rules.column_specs import TableSpec, build_columns
from printgen.rules.inheritance import apply_changes
from printgen.rules.model import Table
from printgen.rules.row_reader import expand_rows, read_rows
from printgen.rules.source_node import Node
from printgen.rules.struct_reader import read_struct
from printgen.rules.table_file import read_table_file
from printgen.rules.tables import Tables
from printgen.rules.views import build_view

FileReader = Callable[..., tuple[Mapping[str, Place], tuple[Node, ...]]]
"""Reads the rows of a table file: see `read_table_file`."""


def build_table(
    tables: Tables, id_: str, entry: Node, read_file: FileReader = read_table_file
) -> Table | None:
    """Return the table of an entry; None if it is faulty, which is reported."""
    if isinstance(entry.data, Mapping) and "count" in entry.data:
        return build_view(tables, id_, entry)
    spec = read_struct(TableSpec, entry)
    if spec is None:
        return None
    place, log = entry.locate("file"), tables.log
    if spec.file and spec.rows is not None:
        entry.report('both "file:" and "rows:"', "keep one of them", "file")
    source = spec.file, spec.sheet, place, log, spec.encoding, spec.hidden
    names, lines = read_file(Path(place.file).parent, *source) if spec.file else ({}, ())
    columns = build_columns(tables, id_, spec, entry, names)
    # A file that could not be read has no column names, and has been reported.
    if columns is None or (spec.file and not names):
        return None
    tables.check_source(spec.source, entry.locate("source"))
    place, is_player_written = entry.locate(key=True), id_ in tables.player_tables
    table = Table(id_, spec.title, spec.subtitle, columns, (), place, spec.open, is_player_written)
    # Rows of a data file never expand: there a comma or "1 to 3" is ordinary text.
    written_rows = lines or expand_rows(tables, table, entry.get("rows"))
    updated = apply_changes(tables, table, written_rows, entry.get("changes"))
    added_rows = expand_rows(tables, table, entry.get("adds"))
    return msgspec.structs.replace(table, rows=read_rows(tables, table, [*updated, *added_rows]))
