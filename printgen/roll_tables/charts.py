"""The tables of a file for drawings of them: their cells, ranges of dice and exact chances."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path

import msgspec

from printgen.problems import Log, Place
from printgen.roll_tables.coverage import find_conflicts
from printgen.roll_tables.cross_checks import find_matrix_columns
from printgen.roll_tables.detect.options import NO_OPTIONS, AuditOptions
from printgen.roll_tables.detect.roll_columns import RollColumn, find_roll_columns, get_cell_text
from printgen.roll_tables.detect.roll_ranges import NO_END, is_otherwise_cell
from printgen.roll_tables.detect.tables import HeadedTable, read_headed_tables
from printgen.roll_tables.odds import compute_overlapping_chances
from printgen.rules.files.nodes import Node
from printgen.rules.values.bands import Band


class ChartRow(msgspec.Struct, frozen=True):
    """A range of rolls, both ends included, and what its row says.

    `text` are the other texts of the row. `label` is the range as the table writes it.
    """

    low: int
    high: int
    text: str
    place: Place
    label: str


class Chart(msgspec.Struct, frozen=True):
    """A drawing of the ranges of one table of dice rolls, as data.

    - `low`, `high`: the lowest and the highest roll of the dice.
    - `ends`: the same two rolls as the table writes them.
    - `rows`: the ranges of the rows.
    - `conflicts`: the ranges of rolls that are in no row or in two rows. Their `text` says which.
    - `head`: the place of the column's name.
    """

    title: str
    low: int
    high: int
    rows: Sequence[ChartRow]
    conflicts: Sequence[ChartRow]
    ends: tuple[str, str]
    head: Place


class ChartedTable(msgspec.Struct, frozen=True):
    """A table as it was read, with one chart for each table of rolls in it.

    - `chances`: the exact chances of rows, by the place of the cell with the rolls.
    - `matrix`: the columns that have numbers as headings, if these are a table of numbers.
    """

    title: str
    table: HeadedTable
    charts: Sequence[Chart] = ()
    chances: Mapping[Place, Fraction] = {}
    matrix: Collection[str] = ()


def read_tables_and_roll_columns(
    path: Path, sheet: str = "", options: AuditOptions = NO_OPTIONS
) -> Iterator[tuple[HeadedTable, Sequence[RollColumn]]]:
    """Yield each table of a file with its columns of rolls, which may be none.

    Tables that cannot be read are left out. `sheet` is a sheet of a workbook; if empty, all sheets
    are read.
    """
    for table in read_headed_tables(path, sheet, Log(), options):
        columns = find_roll_columns(tuple(table.places), table.rows, options)
        yield table, [column for column in columns if not column.doubt]


def read_charts(path: Path, sheet: str = "", options: AuditOptions = NO_OPTIONS) -> list[Chart]:
    """Return the charts of all columns of rolls in a file.

    Cells that cannot be read are left out.
    """
    return [
        chart
        for table, columns in read_tables_and_roll_columns(path, sheet, options)
        for column in columns
        if not column.scale.is_unsupported
        for chart, *_ in _make_charts(
            table, column, column.find_result_columns(table.places, columns)
        )
    ]


def join_cells(row: Node, names: Iterable[str]) -> str:
    """Return the texts of a row in the columns `names`, joined to one text."""
    return ", ".join(filter(None, (get_cell_text(row.get(name)) for name in names)))


def make_charted_table(
    table: HeadedTable, candidates: Collection[str], options: AuditOptions
) -> ChartedTable:
    """Return a table with one chart for each table of rolls in it.

    `candidates` are the names of columns that may contain rolls.
    """
    names, charts, chances = [*table.places], list[Chart](), dict[Place, Fraction]()
    columns = [*find_roll_columns(candidates, table.rows, options)]
    for column in columns:
        is_read = not (column.doubt or column.scale.is_unsupported)
        results = column.find_result_columns(table.places, columns)
        for chart, ways, rest in _make_charts(table, column, results) if is_read else ():
            bands = dict[Place, list[Band]]()
            for row in chart.rows:
                bands.setdefault(row.place, []).append(Band(row.low, row.high))
            charts.append(chart)
            # The chance of a roll of several dice depends on the other dice.
            if ways and not column.other_dice:
                found = compute_overlapping_chances(ways, bands)
                chances |= found
                if rest and not chart.conflicts:
                    chances[rest] = 1 - sum(found.values(), Fraction())
    title = table.name or ", ".join(names[:3])
    matrix = find_matrix_columns(names[1:], table.rows)
    return ChartedTable(title, table, charts, chances, matrix)


def _make_charts(
    table: HeadedTable, column: RollColumn, results: Sequence[str]
) -> Iterator[tuple[Chart, Mapping[int, int], Place | None]]:
    """Yield a chart for each table that a column of rolls contains, with two more values.

    The second value is how many ways there are to roll each total; empty if unknown. The third is
    the place of the row for all other rolls, such as "otherwise"; None without one. `results` are
    the columns with the results of the rolls.
    """
    for label, lines in column.tables.items():
        ends = [(line.row, item) for line in lines for item in line.ends]
        scale, bands = column.get_scale(label).fit_bands(label, [item for _, item in ends])
        every = [end for band in bands if band for end in (band.lowest, band.highest)]
        # Without known dice, the ends of the lowest and the highest range may be open.
        finite = [int(end) for end in (scale.lowest, scale.highest, *every) if abs(end) != NO_END]
        if not every or not finite:
            continue
        low, high = min(finite), max(finite)
        rows = [
            ChartRow(
                max(int(band.lowest), low),
                min(int(band.highest), high),
                join_cells(row, results),
                row.get(column.names[0]).place,
                scale.format_rolls(open_band.lowest, open_band.highest, "–"),
            )
            for (row, item), band in zip(ends, bands, strict=True)
            if band and (open_band := scale.make_band(item))
        ]
        rest = next((line.cells[0].place for line in lines if is_otherwise_cell(line.text)), None)
        conflicts = list[ChartRow]()
        for *pair, first, last, is_overlap in find_conflicts(bands, scale.lowest, scale.highest):
            text = "two rows" if max(pair) < len(bands) else "not on the dice"
            if is_overlap or not rest:
                written = scale.format_rolls(first, last, "–")
                text = text if is_overlap else "no row"
                conflicts.append(ChartRow(int(first), int(last), text, Place(), written))
        title = label or table.name or column.names[0]
        limits = scale.format_rolls(low, low), scale.format_rolls(high, high)
        chart = Chart(title, low, high, rows, conflicts, limits, table.places[column.names[0]])
        yield chart, scale.count_dice_totals(), rest
