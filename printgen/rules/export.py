"""Turn a table of a Game into CSV: a line a row, in the columns that a listed table has."""

import csv
import io
from collections.abc import Iterator

from printgen.rules.model import Column, Game, Table
from printgen.rules.paths import export_cell, flatten_columns, get_cell


def export_csv(game: Game, table: Table) -> str:
    """The table as CSV with a line of column names, line feeds, and a hyphen for minus."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    columns = tuple(list_export_columns(game, table))
    writer.writerow(name for name, _, _ in columns)
    for row in table.rows:
        writer.writerow(
            export_cell(game, column, get_cell(row, column, head)) for _, column, head in columns
        )
    return buffer.getvalue()


def find_main_table(game: Game) -> Table | None:
    """The table that a game's first print has a face for each row of; None where it has none."""
    parts = (part for print_ in game.prints for part in print_.parts if part.each)
    first = next(parts, None)
    return game.table(first.each) if first else None


def list_export_columns(game: Game, table: Table) -> Iterator[tuple[str, Column, str]]:
    """Each column of a list; rows within a row have no place in one, nor has what is unlisted."""
    columns = (column for column in table.columns if not (column.rows or column.unlisted))
    return flatten_columns(game, columns)
