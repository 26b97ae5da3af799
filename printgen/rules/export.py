"""Exports a table of a `Game` as CSV (RFC 4180), one line for each row."""

import csv
import io
from collections.abc import Iterator

from printgen.rules.model import Column, Game, Table
from printgen.rules.paths import export_cell, flatten_columns, get_cell


def export_csv(game: Game, table: Table) -> str:
    """Return the table as CSV with a header line, line feeds, and a hyphen for minus."""
    buffer = io.StringIO()
    # RFC 4180, 2 ends lines with CRLF. Line feeds are used because git and diff expect them.
    writer = csv.writer(buffer, lineterminator="\n")
    columns = tuple(list_export_columns(game, table))
    writer.writerow(name for name, _, _ in columns)
    for row in table.rows:
        writer.writerow(
            export_cell(game, column, get_cell(row, column, head)) for _, column, head in columns
        )
    return buffer.getvalue()


def find_main_table(game: Game) -> Table | None:
    """Return the table whose rows are the faces of the first print; None if there is none."""
    parts = (part for print_ in game.prints for part in print_.parts if part.each)
    first = next(parts, None)
    return game.table(first.each) if first else None


def list_export_columns(game: Game, table: Table) -> Iterator[tuple[str, Column, str]]:
    """Yield the exported columns of a table: all but nested rows and unlisted columns."""
    # Nested rows do not fit into one cell of a CSV line.
    columns = (column for column in table.columns if not (column.rows or column.unlisted))
    return flatten_columns(game, columns)
