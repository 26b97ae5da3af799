"""The report of `printgen check --html`: the findings, and the tables with their cells marked."""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from printgen.problems import Log, Place, Problem, Severity, get_cause, group_by_cause
from printgen.roll_tables.charts import ShownCell, ShownTable, show_table
from printgen.roll_tables.dice import get_words, read_heading
from printgen.roll_tables.options import AuditOptions
from printgen.roll_tables.table_detection import HeadedTable
from printgen.rules.check_coverage import ColumnCoverage
from printgen.rules.export import list_export_columns
from printgen.rules.model import Game
from printgen.rules.paths import export_cell, get_cell
from printgen.rules.source_node import Node
from printgen.system import terminal

_EXCERPT = 2
"""The lines of a file that are shown before and after a line with a finding."""


@dataclass
class CheckedSource:
    """What was checked in a file or a game: its problems, a summary, its tables and its checks."""

    name: str
    problems: list[Problem]
    summary: Sequence[str]
    tables: Sequence[ShownTable] = ()
    game: Game | None = None
    coverage: list[ColumnCoverage] = field(default_factory=list)

    def list_tables(self) -> list[ShownTable]:
        """Return the tables of the file or of the game."""
        return [*self.tables, *(_list_game_tables(self.game) if self.game else ())]


class Finding(NamedTuple):
    """Problems with one cause: the first of them, and the place of each with that of its cell."""

    id: str
    problem: Problem
    cells: Sequence[tuple[Place, Place | None]]


class CellIndex:
    """The cells of tables by their places, and the tables of the cells."""

    def __init__(self, tables: Iterable[ShownTable]) -> None:
        self.tables = dict[Place, ShownTable]()
        self.lines = dict[tuple[str, int], list[Place]]()
        self.subjects = dict[str, Place]()
        for table in tables:
            for cell in (*table.headings, *(c for row in table.rows for c in row), *table.others):
                self.tables.setdefault(cell.place, table)
                self.lines.setdefault((cell.place.file, cell.place.line), []).append(cell.place)
                # A row is named in messages as its cells are: card 17, and card 17, accuracy.
                for name in (cell.place.subject, cell.place.subject.rpartition(", ")[0]):
                    self.subjects.setdefault(name, cell.place)

    def find_cell(self, where: Place) -> Place | None:
        """Return the place of the cell in which a place is, or that its subject names."""
        cells = sorted(self.lines.get((where.file, where.line), ()), key=lambda item: item.column)
        before = [cell for cell in cells if cell.column <= where.column] or cells[:1]
        named = (self.subjects.get(name) for name in (where.full_subject, where.subject) if name)
        return next(filter(None, (*named, *before[-1:])), None)


def _list_game_tables(game: Game) -> Iterator[ShownTable]:
    """Yield the tables of a game, with their cells as in an export."""
    log = Log()
    for table in game.tables.values():
        columns = [*list_export_columns(game, table)]
        rows = list[Node]()
        for row in table.rows:
            cells = dict[str, Node]()
            for name, column, head in columns:
                place = replace(row.locate(name), subject=table.describe_key(row.key, name))
                text = export_cell(game, column, get_cell(row, column, head))
                cells[name] = Node(log, place, place, text)
            rows.append(Node(log, table.place, table.place).as_dict(cells))
        bands = [item for _, item, head in columns if item.type == "band" and not head]
        rolls = tuple(item.name for item in bands if item.partition != "none")
        dice = next(("{}d{}".format(*item.dice) for item in bands if item.dice), "")
        names = {name: table.place for name, *_ in columns}
        candidates = rolls or [name for name in names if read_heading(get_words(name)).dice]
        headed = HeadedTable(table.id, names, tuple(rows))
        tallies = [index for index, item in enumerate(columns) if item[1].type == "tally"]
        if columns:
            shown = show_table(headed, candidates, AuditOptions(dice, rolls))
            yield shown._replace(matrix=tallies or shown.matrix)


def _show_excerpts(places: Iterable[Place]) -> Iterator[ShownTable]:
    """Yield the lines of text files around these places, one table for each file."""
    numbers = dict[str, set[int]]()
    for place in (place for place in places if place.line):
        near = range(place.line - _EXCERPT, place.line + _EXCERPT + 1)
        numbers.setdefault(place.file, set()).update(near)
    for file, near_numbers in numbers.items():
        with suppress(OSError):
            lines = enumerate(Path(file).read_text("utf-8", "replace").split("\n"), 1)
            cells = [ShownCell(text, Place(file, n)) for n, text in lines if n in near_numbers]
            yield ShownTable("", [ShownCell("Text", Place(file))], [[cell] for cell in cells])


def is_report(path: Path) -> bool:
    """Return whether a file is such a report, which is no table to check."""
    with suppress(OSError), path.open("rb") as file:
        return b'<meta name="generator" content="printgen check">' in file.read(100)
    return False


def render_report(sources: Iterable[CheckedSource]) -> bytes:
    """Return an HTML file with the findings of all sources, and their tables."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    findings, marks = dict[str, Finding](), dict[Place, list[Finding]]()
    shown = list[tuple[CheckedSource, Sequence[ShownTable]]]()
    for source in sources:
        tables = source.list_tables()
        index, wheres = CellIndex(tables), [item.where for item in source.problems]
        tables += _show_excerpts(where for where in wheres if not index.find_cell(where))
        index = CellIndex(tables)
        for group in group_by_cause(source.problems):
            first = group[0]
            id_ = make_anchor(get_cause(first).where, f"{first}{first.kind}")
            cells = [(problem.where, index.find_cell(problem.where)) for problem in group]
            finding = Finding(id_, first, cells)
            # Two games may have a finding in one file that they share.
            if findings.setdefault(id_, finding) is finding:
                for cell in {cell for _, cell in cells if cell}:
                    marks.setdefault(cell, []).append(finding)
        shown.append((source, tables))
    loader = FileSystemLoader(Path(__file__).parent)
    environment = Environment(loader=loader, autoescape=True, undefined=StrictUndefined)
    environment.trim_blocks = environment.lstrip_blocks = True
    environment.filters |= {"anchor": make_anchor, "chance": format_chance, "place": name_place}
    by_severity = {
        severity: [item for item in findings.values() if item.problem.severity is severity]
        for severity in (Severity.ERROR, Severity.UNVERIFIED, Severity.NOTE)
    }
    template = environment.get_template("check_report.html")
    text = template.render(sources=shown, findings=by_severity, marks=marks)
    return terminal.replace_controls(text).encode("utf-8", "replace")


def make_anchor(place: Place, text: str = "") -> str:
    """Return an id made of a place and a text. It is the same in each report of the same input."""
    name = terminal.make_printable(f"{place}")
    digest = crc32(terminal.make_printable(f"{place}{text}").encode("utf-8", "replace"))
    return f"{re.sub('[^A-Za-z0-9.]+', '-', name)[-60:]}-{digest:08x}"


def name_place(place: Place) -> str:
    """Return the file and the line of a place in words."""
    file = terminal.make_printable(place.file)
    return f"{file}, line {place.line}" if place.line else file


def format_chance(chance: Fraction) -> str:
    """Return a chance in percent; if that is rounded, after the exact fraction."""
    percent = f"{float(100 * chance):.3g} %"
    return percent if (1000 * chance).denominator == 1 else f"{chance} ({percent})"
