"""Turn a table of a Game into CSV: a line a row, in the columns that a listed table has."""

import csv
import io
from collections.abc import Iterator

from printgen.rules.model import Column, Game, Table
from printgen.rules.paths import cell, exported, listed_names


def export_csv(game: Game, table: Table) -> str:
    """The table as CSV with a line of column names, line feeds, and a hyphen for minus."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    known = tuple(listed_columns(game, table))
    writer.writerow(name for name, _, _ in known)
    for row in table.rows:
        writer.writerow(
            exported(game, column, cell(row, column, head)) for _, column, head in known
        )
    return out.getvalue()


def dealt_table(game: Game) -> Table | None:
    """The table that a game's first print has a face for each row of; None where it has none."""
    parts = (part for print_ in game.prints for part in print_.parts if part.each)
    first = next(parts, None)
    return game.table(first.each) if first else None


def listed_columns(game: Game, table: Table) -> Iterator[tuple[str, Column, str]]:
    """Each column of a list; rows within a row have no place in one, nor has what is unlisted."""
    columns = (one for one in table.columns if not (one.rows or one.unlisted))
    return listed_names(game, columns)
