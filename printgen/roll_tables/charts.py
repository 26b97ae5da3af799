"""The ranges of dice tables on the scale of their dice, for drawings of them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from printgen.problems import Log, Place
from printgen.roll_tables.options import NO_OPTIONS, AuditOptions
from printgen.roll_tables.roll_columns import RollColumn, cell_text, find_roll_columns
from printgen.roll_tables.table_detection import HeadedTable, split_tables
from printgen.rules.formats import read_tables
from printgen.rules.source_node import Node


@dataclass(frozen=True, slots=True)
class ChartRow:
    """A range of rolls, both ends included, and the texts of its row."""

    low: int
    high: int
    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class Chart:
    """The ranges of one table. `low` and `high` are the lowest and the highest roll of its dice."""

    title: str
    low: int
    high: int
    rows: tuple[ChartRow, ...]


def find_columns(
    path: Path, sheet: str = "", options: AuditOptions = NO_OPTIONS
) -> Iterator[tuple[HeadedTable, Sequence[RollColumn]]]:
    """Yield each table of a file with its columns of rolls. What cannot be read is left out."""
    log, where = Log(), Place(str(path))
    source = path.parent, path.name, sheet, where, log, options.encoding
    for cell_table in read_tables(*source, hidden=options.hidden):
        for table in split_tables(cell_table):
            columns = find_roll_columns(tuple(table.places), table.rows, options)
            yield table, [column for column in columns if not column.doubt]


def read_charts(path: Path, sheet: str = "", options: AuditOptions = NO_OPTIONS) -> list[Chart]:
    """Return a chart for each column of rolls in a file. Cells that cannot be read are left out."""
    return [
        chart
        for table, columns in find_columns(path, sheet, options)
        for column in columns
        for chart in _make_charts(table, column, column.find_results(table.places, columns))
    ]


def join_cells(row: Node, names: Iterable[str]) -> str:
    """Return the texts of a row in these columns."""
    return ", ".join(filter(None, (cell_text(row.get(name)) for name in names)))


def _make_charts(table: HeadedTable, column: RollColumn, results: Sequence[str]) -> Iterator[Chart]:
    for label, lines in column.tables.items():
        ends = [(line.row, item) for line in lines for item in line.ends]
        scale, bands = column.scale.read(label, [item for _, item in ends])
        rows = tuple(
            ChartRow(
                int(band.least),
                int(band.highest),
                join_cells(row, results),
                row.get(column.names[0]).place,
            )
            for (row, _), band in zip(ends, bands, strict=True)
            if band
        )
        if rows:
            low = min(scale.lowest or rows[0].low, *(row.low for row in rows))
            high = max(scale.highest, *(row.high for row in rows))
            title = label or table.name or column.names[0]
            yield Chart(title, low, high, rows)
