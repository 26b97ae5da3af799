"""The reports of `printgen check`: HTML with the tables and their marked cells, and JUnit XML."""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from linecache import getline
from pathlib import Path
from zlib import crc32

import msgspec
from msgspec.structs import replace

from printgen.cli import terminal
from printgen.problems import Log, Place, Problem, group_by_cause, select_errors, strip_subject
from printgen.roll_tables.charts import ChartedTable, make_charted_table
from printgen.roll_tables.detect.dice import parse_dice_heading
from printgen.roll_tables.detect.options import AuditOptions
from printgen.roll_tables.detect.tables import HeadedTable
from printgen.rules.coverage.coverage import ColumnCoverage
from printgen.rules.files.nodes import Node
from printgen.rules.model import Game, Table
from printgen.rules.queries.export import list_export_columns
from printgen.rules.queries.paths import export_cell, get_cell

_LINES_AROUND = 2
"""The lines of a file that are shown before and after a line with a finding."""


class CheckedSource(msgspec.Struct):
    """What was checked in a file or a game: its problems, a summary, and its tables.

    A file has `tables`, and a game has them in `game`. `coverage` says for each column of a game
    which wrong values the checks would find; it is empty unless it was measured.
    """

    name: str
    problems: list[Problem]
    summary: Sequence[str]
    tables: Sequence[ChartedTable] = ()
    game: Game | None = None
    coverage: list[ColumnCoverage] = msgspec.field(default_factory=list)

    def list_tables(self) -> list[ChartedTable]:
        """Return the tables of the file or of the game."""
        game = self.game
        tables = (_make_shown_table(game, item) for item in game.tables.values()) if game else ()
        return [*self.tables, *(shown for shown in tables if shown.table.places)]


class CellIndex:
    """Finds the cell that a problem is about.

    `headings` maps the place of each cell to the place of its table's heading.
    """

    def __init__(self, tables: Iterable[ChartedTable]) -> None:
        self.headings = dict[Place, Place]()
        self.cells = dict[object, list[Place]]()
        for table in (shown.table for shown in tables):
            cells = (cell for row in table.rows for cell in row.parts.values())
            places = (cell.place for cell in (*cells, *table.others))
            for place in (*table.places.values(), *places):
                self.headings.setdefault(place, table.header_place)
                # Messages name rows as they name cells: card 17, and card 17, accuracy.
                row_name = place.subject.rpartition(", ")[0]
                for key in (
                    (place.file, place.sheet_and_cell, place.line),
                    place.subject,
                    row_name,
                ):
                    self.cells.setdefault(key, []).append(place)

    def find_cell(self, where: Place) -> Place | None:
        """Return the place of the cell that a problem at `where` is about; None if there is none.

        It is the cell that the subject of `where` names, or else the one that contains its line and
        column.
        """
        line = where.file, where.sheet_and_cell, where.line
        cells = sorted(self.cells.get(line, ()), key=lambda item: item.column)
        before = [cell for cell in cells if cell.column <= where.column] or cells[:1]
        names = filter(None, (where.full_subject, where.subject))
        named = (cell for name in names for cell in self.cells.get(name, ()))
        return next(chain(named, before[-1:]), None)


def _make_shown_table(game: Game, table: Table) -> ChartedTable:
    """Return a table of a game for the report. Its cells have the texts of an export."""
    columns, log = [*list_export_columns(game, table)], Log()
    rows = list[Node]()
    for row in table.rows:
        cells = dict[str, Node]()
        for name, column, head in columns:
            place = replace(row.locate(name), subject=table.describe_row(row.key, name))
            text = export_cell(game, column, get_cell(row, column, head))
            cells[name] = Node(log, place, place, text)
        rows.append(Node(log, table.place, table.place).make_mapping_node(cells))
    names = {name: table.place for name, *_ in columns}
    bands = [item for _, item, head in columns if item.type == "band" and not head]
    rolls = tuple(item.name for item in bands if item.partition != "none")
    dice = next(("{}d{}".format(*item.dice) for item in bands if item.dice), "")
    candidates = rolls or [name for name in names if parse_dice_heading(name).dice]
    headed = HeadedTable(table.id, names, tuple(rows))
    shown = make_charted_table(headed, candidates, AuditOptions(dice, rolls))
    tallies = [name for name, column, _ in columns if column.type == "tally"]
    return replace(shown, matrix=tallies or shown.matrix)


def _make_excerpt_table(file: str, line: int) -> ChartedTable:
    """Return a line of a text file and the lines around it, as a table with one column."""
    rows = list[Node]()
    for number in range(max(line - _LINES_AROUND, 1), line + _LINES_AROUND + 1):
        cell = Node(Log(), Place(file, number), Place(file, number), getline(file, number).rstrip())
        rows.append(cell.make_mapping_node({"Text": cell}))
    title = f"Lines of {Path(file).name}"
    return ChartedTable(title, HeadedTable(title, {"Text": Place(file)}, tuple(rows)))


def is_report(path: Path) -> bool:
    """Return whether a file is an HTML report of `printgen check`. It has no tables to check."""
    with suppress(OSError), path.open("rb") as file:
        return b'name="generator" content="printgen check"' in file.read(100)
    return False


def render_html(sources: Iterable[CheckedSource]) -> str:
    """Return an HTML file with the findings of all sources, and their tables."""
    findings, marks = dict[str, list[Problem]](), dict[Place, dict[str, Problem]]()
    cells, shown = (
        dict[Place, Place | None](),
        list[tuple[CheckedSource, list[ChartedTable], int]](),
    )
    for source in sources:
        tables = source.list_tables()
        index, wheres = CellIndex(tables), (problem.where for problem in source.problems)
        lost = dict.fromkeys((item.file, item.line) for item in wheres if not index.find_cell(item))
        tables += (_make_excerpt_table(*line) for line in lost if line[1])
        wrong = len(group_by_cause(select_errors(source.problems)))
        shown.append((source, tables, wrong))
        index = CellIndex(tables)
        for first, *others in group_by_cause(source.problems):
            id_ = make_anchor(
                strip_subject(first).where, f"{first.message}{first.hint}{first.kind}"
            )
            # Two games may have a problem in a file that they share: it is one finding.
            for problem in (first, *others) if id_ not in findings else ():
                cells[problem.where] = cell = index.find_cell(problem.where)
                if cell:
                    marks.setdefault(cell, {})[id_] = problem
            findings.setdefault(id_, [first, *others])
    context = {"sources": shown, "findings": [*findings.items()], "cells": cells, "marks": marks}
    return _render("check_report.html", context)


def render_junit(sources: Iterable[CheckedSource]) -> str:
    """Return JUnit XML: a test suite for each file, with a case for each table and each check."""
    cases = list[dict[str, object]]()
    for source in sources:
        tables, checks = source.list_tables(), source.game.checks if source.game else ()
        index, names = CellIndex(tables), {item.table.header_place: item.title for item in tables}
        names |= {check.place: check.question for check in checks}
        by_place = {place: list[Problem]() for place in names}
        for problem in source.problems:
            where = strip_subject(problem).where
            cell = None if where in names else index.find_cell(problem.where)
            by_place.setdefault(index.headings[cell] if cell else where, []).append(problem)
        for place, problems in by_place.items():
            file = terminal.clean_message(place.file or source.name)
            # The names of the severities are in the order of their importance.
            problems.sort(key=lambda item: item.severity)
            name = names.get(place) or problems[0].message
            cases.append({"file": file, "name": name, "place": place, "problems": problems})
    return _render("check_report.xml", {"cases": cases})


def _render(template: str, context: Mapping[str, object]) -> str:
    """Return the text of a template, rendered with a context.

    Text of the checked files is escaped.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    loader = FileSystemLoader(Path(__file__).parent)
    environment = Environment(loader=loader, autoescape=True, undefined=StrictUndefined)
    environment.trim_blocks = environment.lstrip_blocks = True
    environment.filters |= {"anchor": make_anchor, "printable": terminal.clean_message}
    text = environment.get_template(template).render(context)
    return terminal.replace_control_characters(text).encode("utf-8", "replace").decode()


def make_anchor(place: Place, cause: str = "") -> str:
    """Return the HTML id of the cell at a place or, if `cause` is given, of the problem there.

    The same input always has the same ids. The id of a problem begins with its file and line.
    """
    name = terminal.clean_message(str(place))
    digest = crc32(f"{name}{terminal.clean_message(cause)}".encode("utf-8", "replace"))
    readable = re.sub("[^A-Za-z0-9.]+", "-", name)[-50:] if cause else "cell"
    return f"{readable}-{digest:08x}"
