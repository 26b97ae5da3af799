"""Turn a file into findings: of each table in it the rolls that no row holds or two do.

What holds rolls it claims to be whole or says what is wrong; what may hold some and may not it
names, claims nothing of, and says how to settle it.
"""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from printgen.problems import Problem, Severity, Where
from printgen.roll_tables.coverage import After, AuditedTable
from printgen.roll_tables.cross_checks import (
    calls,
    is_called,
    names_in,
    report_expected,
    report_stated,
)
from printgen.roll_tables.dice import read_heading, words
from printgen.roll_tables.options import NOTHING_ASKED, Asked
from printgen.roll_tables.roll_columns import Banded, banded, cell_text
from printgen.roll_tables.table_detection import HeadedTable, part_tables
from printgen.rules.formats import BOOKS, read_tables
from printgen.rules.formats.cell_table import is_date
from printgen.rules.problem_log import PROBLEMS_LIMIT, Scope, cut
from printgen.rules.scalars import shown
from printgen.rules.source_node import Entry


class Audited(NamedTuple):
    """What is wrong with a file, and what was looked at: a line for each table that holds rolls.

    `left` names the tables that were not, `calls` are those that cells say to roll on and that
    are none of the file's `names`. It `has_rolls`, or says other things that were looked at.
    """

    problems: tuple[Problem, ...]
    checked: tuple[str, ...]
    left: str
    has_rolls: bool
    names: tuple[str, ...]
    calls: tuple[tuple[Where, str], ...]


def audit(path: Path, sheet: str = "", asked: Asked = NOTHING_ASKED) -> Audited:
    """What is wrong with the bands of the tables in a file, and what was looked at.

    `sheet` names one of a workbook's, all if empty.
    """
    scope, checked = Scope(), list[str]()
    doubts, faint, left = list[_Doubt](), list[str](), list[str]()
    where, tables, has_rolls = Where(str(path)), list[HeadedTable](), False
    # A workbook in a folder of texts says by itself how it is encoded.
    encoding = "" if path.suffix.lower() in BOOKS else asked.encoding
    for found in read_tables(path.parent, path.name, sheet, where, scope, encoding):
        for cell in (cell for line in found.lines for cell in line if is_date(cell)):
            message = "a date or time, which a spreadsheet makes of cells such as 1-2"
            cell.report(message, "format the cell as text and write it again")
        # Cells that could not be read leave little to say of the others.
        parted = part_tables(found) if not scope.problems else ()
        tables += parted
        left += [found.name] * (
            not parted and any(cell.data for one in found.lines for cell in one)
        )
    known = [name.casefold() for table in tables for name in table.places]
    for name in (*asked.rolls, *(one.column for one in asked.expected)) if known else ():
        scope.known(where, name.casefold(), known, f"column of {path.name}")
    unclear = [one.places for table in tables if table.doubt for one in (table, table.doubt)]
    for table in tables:
        if not any(table.places is places for places in unclear):
            own = _TableAudit(table, asked, scope)
            said, is_rolled = own.report()
            has_rolls |= is_rolled
            doubts += own.doubts
            faint += own.faint
            if said:
                checked.append(said)
            else:
                spot = _span(table.rows) if table.rows else _lines([table.place])
                left.append(f"{table.name}, {spot}".removeprefix(", "))
        elif table.doubt:
            doubts.append(_stands_twice(table, table.doubt))
    if not (checked or doubts or scope.problems):
        seen = "no column holds rolls of dice, so nothing was checked"
        hint = "head one by its dice, such as d100, above cells such as 01-30, 31–60, 61 to 99, 00,"
        hint += " or 5 or less, 6, 7+; two columns, low and high, will do too"
        if faint:
            seen += f"; ranges stand under {cut(', '.join(dict.fromkeys(faint)))}"
            hint = "if they are rolls, say so: --rolls COLUMN, or name the dice, such as --dice d20"
        doubts.append((where, seen, hint))
    unclaimed = [
        Problem(at, cut(seen), hint, Severity.UNCLAIMED) for at, seen, hint in dict.fromkeys(doubts)
    ]
    problems = sorted(scope.problems, key=lambda one: (not one.where.line, one.where.line))
    said = cut("; ".join(filter(None, left))) if checked else ""
    names = (path.stem, *(name for table in tables for name in names_in(table)))
    called = (one for table in tables for one in calls(table) if not is_called(one[1], names))
    told = (*scope.notes, *unclaimed, *problems)
    return Audited(told, tuple(checked), said, has_rolls, names, tuple(called))


def tell_missing(called: Iterable[tuple[Where, str]], severity: Severity) -> tuple[Problem, ...]:
    """What is told of tables that cells say to roll on and that are not there."""
    hint = "write that table, or mend its name here"
    return tuple(Problem(at, f"no table is called {name}", hint, severity) for at, name in called)


_Doubt = tuple[Where, str, str]
"""Of what nothing is claimed: its place, what was seen, and how to settle it."""


def _stands_twice(table: HeadedTable, first: HeadedTable) -> _Doubt:
    """The doubt about a table whose head stood before, over rolls that neither go on nor begin."""
    seen = f"these heads stood in {_lines([first.place])}, and their rolls here"
    hint = "give the second table a head of its own, or mend the rolls that it begins with"
    return table.place, f"{seen} neither go on from there nor begin anew", hint


class _TableAudit:
    """A table as it is looked at: its columns of rolls, and of what nothing is claimed.

    The rows that go on with one are `after` it; `faint` are columns that hardly hold rolls.
    """

    def __init__(self, table: HeadedTable, asked: Asked, scope: Scope) -> None:
        self.table, self.rows, self.scope, self.asked = table, table.rows, scope, asked
        self.names = tuple(table.places)
        found = tuple(banded(self.names, table.rows, asked))
        self.columns = [one for one in found if not one.doubt]
        self.faint = [" and ".join(one.names) for one in found if one.is_faint]
        self.unsure = [one for one in found if one.doubt and not one.is_faint]
        self.doubts: list[_Doubt] = []
        self.rolls = {name for one in self.columns for name in one.names}
        lines = (line for one in self.columns for own in one.tables.values() for line in own)
        self.own = {line.row: line for line in lines}
        self.after = self._after()

    def _doubt(self, column: Banded) -> _Doubt:
        name = column.names[0]
        called = name if name.isalnum() else f'"{name}"'
        hint = f"if they are, say so: --rolls {called}, or name the dice, such as --dice d20"
        return self.table.places[name], f"{column.doubt}, which may be no rolls", hint

    def _after(self) -> After:
        last, after = None, After()
        ends = max((at for at, row in enumerate(self.rows, 1) if row in self.own), default=0)
        for at, row in enumerate(self.rows):
            held = [name for name in row.parts if cell_text(row.at(name))]
            if row in self.own:
                last = row
            elif at >= ends and held == [self.names[0]]:
                continue  # a footnote
            elif self.rolls.isdisjoint(held):
                after.setdefault(last, []).append(row)
        return after

    def report(self) -> tuple[str, bool]:
        """Report what is wrong; what was looked at, and whether that were rolls."""
        on = {row for following in self.after.values() for row in following}
        apart = [*self.table.apart, *(row for row in self.rows if row not in on)]
        checked = [self._check(column) for column in self.columns]
        for column in self.columns:
            self._report_empty(column)
        self.doubts += map(self._doubt, self.unsure)
        stated = report_stated(self.table, self.columns, self.scope)
        stated += report_expected(self.table, self.asked.expected)
        used = {name for one in stated for name in one.columns}
        whole = "; ".join(filter(None, (*checked, *(one.said for one in stated))))
        others = [name for name in self.names if name not in used]
        if any(checked):
            whole += self._rest(others, apart)
        elif whole:
            whole += f", in {_span(self.rows)}"
            whole += f". Not looked at: {cut(', '.join(others))}" * bool(others)
        name = self.table.name
        return f"{name}: {whole}" if name and whole else whole, any(checked)

    def _check(self, column: Banded) -> str:
        """Report what is wrong with a column, and say what was looked at."""
        spans, reaches, scope = list[str](), dict[str, list[str]](), self.scope
        for one in column.before:
            tables = [
                AuditedTable(one, *table, {}, scope, is_crossed=True)
                for table in one.tables.items()
            ]
            spans.append(tables[0].span)
            for table in tables:
                table.report()
        names = (" with " if spans else " and ").join(column.names)
        odd = column.label if read_heading(words(column.label)).is_odd else ""
        for label, lines in column.tables.items():
            if len(scope.problems) > PROBLEMS_LIMIT:
                continue
            title, is_crossed = label or _dice_in(self.table.name), bool(spans)
            table = AuditedTable(column, title, lines, self.after, scope, is_crossed=is_crossed)
            if odd or table.scale.is_odd:
                found = f"the dice of {shown(odd or label or names)} are not understood"
                hint = (
                    "write a sum of dice, such as 2d6, d66, d100, d6+1 or 3d6×10; or Roll, and the"
                    " lowest and highest are the rows' own; or --dice d20"
                )
                named = self.table.places[odd or column.names[0]]
                self.doubts.append((named if odd or not label else lines[0].row.place, found, hint))
            else:
                table.report()
                reach = f"rolls {' with '.join([*spans, table.span])} {table.scale.how}"
                reaches.setdefault(reach, []).append(label)
        if not reaches:
            return ""
        count = len({line.row for lines in column.tables.values() for line in lines})
        said = f"{names}, {count} row{'s' * (count > 1)}"
        if len(column.tables) > 1 and not spans:
            said += f" in {len(column.tables)} tables"
        for reach, labels in reaches.items():
            more = " …" if len(labels) > 5 else ""
            said += f", {reach}" + f" ({', '.join(labels[:5])}{more})" * (len(reaches) > 1)
        return said

    def _report_empty(self, column: Banded) -> None:
        """Report each roll that gives nothing, neither in its row nor in those that go on."""
        results = self._results(column)
        for line in (line for lines in column.tables.values() for line in lines if line.ends):
            own = (line.row, *self.after.get(line.row, ()))
            if results and not any(cell_text(row.at(name)) for row in own for name in results):
                hint = "write one, or – for nothing; rolls of one result go in one row, such as 2-4"
                line.cells[0].report(f"{shown(line.text)} has no result", hint)

    def _results(self, column: Banded) -> Sequence[str]:
        """The columns of what a roll gives: of tables side by side those up to the next rolls."""
        rolls = self.rolls | {one.label for one in self.columns}
        runs, begin = dict[str, list[str]](), ""
        for name in self.names:
            begin = name if name in rolls else begin
            runs.setdefault(begin, []).extend([name] * (name not in rolls))
        beside = [runs[one.names[-1]] for one in self.columns]
        if "" not in runs and len(beside) > 1 and all(beside):
            return beside[self.columns.index(column)]
        return [name for name in self.names if name not in rolls]

    def _rest(self, names: Sequence[str], apart: Sequence[Entry]) -> str:
        """Which rows were looked at, which rows and columns not; notes which rows go on."""
        follows = {row for last in self.own for row in self.after.get(last, ())}
        on = [
            row
            for row in self.rows
            if row in follows and not any(row.at(name).raw is True for name in self.rolls)
        ]
        if on:
            many = (
                f"{len(on)} rows without a roll go" if len(on) > 1 else "a row without a roll goes"
            )
            message = f"{many} on with the row above: {_lines(row.place for row in on)}"
            self.scope.note(on[0].place, message, "if a roll is meant, write it there")
        labels = {one.label for one in self.columns}
        used = self.rolls | {one for one in labels if not read_heading(words(one)).is_roll}
        left = [name for name in names if name not in used]
        titles = self.rolls & labels
        rest = [row for row in apart if row not in self.own]
        rest = [row for row in rest if not any(cell_text(row.at(name)) for name in titles)]
        rest += self.after.get(None, ())
        left += [_lines(row.place for row in rest)] if rest else []
        said = f", in {_span([row for row in self.rows if row in self.own])}"
        return said + f". Not looked at: {cut(', '.join(left))}" * bool(left)


def _dice_in(title: str) -> str:
    """The dice that a title names apart from its words: Loot (d20), or first of all: d20 loot."""
    for said in re.split(r"[()\[\],;:–—]| - |^sheet ", title):
        part: str
        for part in (said, *said.split()[:1]):
            heading = read_heading(words(part))
            if heading.dice and heading.is_bare:
                return part
    return ""


def _span(rows: Sequence[Entry]) -> str:
    """The first and the last of some rows."""
    return _lines((row.place for row in (*rows[:1], *rows[1:][-1:])), " to ")


def _lines(places: Iterable[Where], sign: str = ", ") -> str:
    """Places as a message calls them: lines 3, 6; of a workbook cells A3, A6."""
    kinds = {str(one.line or one.file.rpartition(" ")[2]): bool(one.line) for one in places}
    return f"{'line' if any(kinds.values()) else 'cell'}{'s' * (len(kinds) > 1)} {sign.join(kinds)}"
