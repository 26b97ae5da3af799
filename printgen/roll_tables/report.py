"""Audit of a file: its tables of dice rolls, what is wrong with them, and what was not checked.

A table with rolls is reported as complete or with its errors. A table that may contain rolls is
reported as not claimed (`Severity.UNVERIFIED`), with a hint how to make it clear.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from printgen.problems import MAX_PROBLEMS, Log, Place, Problem, Severity, shorten_text
from printgen.roll_tables import cross_checks
from printgen.roll_tables.charts import ChartedTable, make_charted_table
from printgen.roll_tables.coverage import FollowingRows, RollCoverage
from printgen.roll_tables.detect.dice import parse_dice_heading
from printgen.roll_tables.detect.options import NO_OPTIONS, AuditOptions
from printgen.roll_tables.detect.roll_columns import RollColumn, find_roll_columns, get_cell_text
from printgen.roll_tables.detect.roll_ranges import parse_ranges
from printgen.roll_tables.detect.tables import HeadedTable, join_continued_tables, split_tables
from printgen.rules.files.files import is_encoding, read_text
from printgen.rules.files.formats import read_tables
from printgen.rules.files.formats.cell_table import is_date_cell
from printgen.rules.files.nodes import Node
from printgen.rules.files.scalars import quote
from printgen.system.file_suffixes import WORKBOOK_SUFFIXES

_SUBTRACT_WORDS = re.compile(r"(?i)\b(?:subtract|deduct|minus\b)")
_LINES_ABOVE = 5
"""The number of lines above a table in which its rolls may be explained."""
_ROLL_SIGN = re.compile(
    r'(?i)\b\d*[dw](?:\d+|%)(?!\w)|\b(?:roll(?:s|ed)?|range)\b|"\d+ ?[-–] ?\d+"'
)
"""A sign that a JSON file may have a table of dice rolls."""


class AuditResult(NamedTuple):
    """The problems of a file, and what was checked in it.

    - `checked`: a summary line for each table that was checked; `unchecked` names the other tables.
    - `has_rolls`: whether any table has rolls.
    - `table_names`: the names of all tables in the file.
    - `table_calls`: the names of missing tables that cells say to roll on, with the place of the
      cell.
    - `unread_rows`: texts that name rows without rolls in tables with rolls.
    - `tables`: all tables as they were read, if a report needs them.
    - `wrong_tables`: the places of the first headings of tables with errors.
    """

    problems: tuple[Problem, ...]
    checked: tuple[str, ...]
    unchecked: str
    has_rolls: bool
    table_names: tuple[str, ...]
    table_calls: tuple[tuple[Place, str], ...]
    unread_rows: tuple[str, ...] = ()
    tables: tuple[ChartedTable, ...] = ()
    wrong_tables: tuple[Place, ...] = ()


def audit_file(path: Path, sheet: str = "", options: AuditOptions = NO_OPTIONS) -> AuditResult:
    """Return the problems of all tables in a file, and what was checked.

    `sheet` is the name of a sheet of a workbook; if empty, all sheets are checked.
    """
    log, doubts = Log(), Log()
    checked, unlikely, unchecked, unread_rows = (list[str]() for _ in range(4))
    where, tables, rolled_tables = Place(str(path)), list[HeadedTable](), list[HeadedTable]()
    readable, wrong_tables = list[HeadedTable](), list[Place]()
    # --encoding is for the text files of a folder; workbooks declare their encoding.
    is_book = path.suffix.lower() in WORKBOOK_SUFFIXES
    encoding = "" if is_book else options.encoding
    source = path.parent, path.name, sheet, where, log, encoding
    for cell_table in read_tables(*source, hidden=options.hidden):
        for cell in (cell for line in cell_table.lines for cell in line if is_date_cell(cell)):
            message = "a date or time: spreadsheet programs turn cells such as 1-2 into dates"
            cell.report(message, "format the cell as text, then type it again")
        parts = split_tables(cell_table)
        readable += parts
        # After cells that cannot be read, further errors would be misleading.
        parts = parts if not log.problems else ()
        tables += parts
        has_cells = any(cell.data for item in cell_table.lines for cell in item)
        unchecked += [cell_table.name] * (has_cells and not parts)
    shown_tables = join_continued_tables(readable) if options.is_shown else ()
    shown = [make_charted_table(part, part.places, options) for part in shown_tables]
    tables = join_continued_tables(tables)
    # A table may be explained in the text above it.
    is_text = not is_book and (not encoding or is_encoding(encoding))
    text = read_text(path.parent, path.name, Log(), encoding or "UTF-8") if is_text else None
    text_lines = (text or "").splitlines()
    known_names = [name.casefold() for table in tables for name in table.places]
    named = (*options.rolls, *(item.column for item in options.expectations))
    for name in named if known_names else ():
        log.check_name(where, name.casefold(), known_names, f"column of {path.name}")
    unclear = [item.places for table in tables if table.doubt for item in (table, table.doubt)]
    for table in tables:
        if not any(table.places is places for places in unclear):
            table_audit = _TableAudit(table, options, log, doubts, text_lines)
            error_count = log.count
            summary, is_rolled = table_audit.report_problems()
            wrong_tables += [table.header_place] * (log.count > error_count)
            rolled_tables += [table] * is_rolled
            unlikely += table_audit.unlikely
            unread_rows += table_audit.unread_rows
            if summary:
                checked.append(summary)
            else:
                head = format_places([table.header_place])
                span = _format_line_span(table.rows) if table.rows else head
                unchecked.append(f"{table.name}, {span}".removeprefix(", "))
        elif table.doubt:
            heads = format_places([table.doubt.header_place])
            message = f"the headings in {heads} are the same, but the rolls here neither continue"
            message += " those rolls nor start again"
            hint = "give the second table other headings, or correct its first rolls"
            doubts.report(table.header_place, message, hint)
    if not (checked or doubts.problems or log.problems):
        doubts.report(where, *_explain_missing_rolls(unlikely, has_tables=bool(tables)))
    problems = sorted(log.problems, key=lambda item: (not item.where.line, item.where.line))
    is_json = path.suffix.lower() == ".json"
    # JSON without a sign of rolls may be anything.
    is_other = is_json and not _ROLL_SIGN.search(" ".join(text_lines) or "roll")
    problems = _mark_unverified(problems) if is_other else problems
    summary = shorten_text("; ".join(filter(None, unchecked))) if checked else ""
    names = (path.stem, *chain(*map(cross_checks.list_table_names, tables)))
    table_calls = chain(*map(cross_checks.find_table_references, rolled_tables))
    missing = tuple(call for call in table_calls if not cross_checks.is_known_table(call[1], names))
    all_problems = (*log.notes, *_mark_unverified(doubts.problems), *problems)
    findings = all_problems, tuple(checked), summary, bool(rolled_tables), names, missing
    return AuditResult(*findings, tuple(unread_rows), tuple(shown), tuple(wrong_tables))


def _explain_missing_rolls(unlikely: Iterable[str], *, has_tables: bool) -> tuple[str, str]:
    """Return a message that a file has no rolls, and a hint.

    `unlikely` are the columns with ranges that are probably no rolls.
    """
    if not has_tables:
        hint = "write the rolls as a table with dice such as d20 in its heading, or, in a .md or"
        hint += " .txt file, as a numbered list below a line that names the dice"
        return "the file has no table, so nothing was checked", hint
    message = "no column contains rolls of dice, so nothing was checked"
    if names := ", ".join(dict.fromkeys(unlikely)):
        hint = "if they are rolls, add --rolls COLUMN, or name the dice, such as --dice d20"
        return f"{message}; ranges are in {shorten_text(names)}", hint
    hint = "name the dice in a heading, such as d100, above cells such as 01-30, 31–60, 61 to"
    return message, f"{hint} 99, 00, or 5 or less, 6, 7+; or use two columns, low and high"


def _mark_unverified(problems: Iterable[Problem]) -> list[Problem]:
    """Return the problems with the severity "could not be verified"."""
    return [replace(problem, severity=Severity.UNVERIFIED) for problem in problems]


def report_missing_tables(
    table_calls: Iterable[tuple[Place, str]], severity: Severity
) -> tuple[Problem, ...]:
    """Return a problem for each missing table: a table that a cell says to roll on.

    `table_calls` has the place of each cell, and the name of the table.
    """
    hint = "add this table, or correct its name here"
    messages = ((where, f"no table is called {name}") for where, name in table_calls)
    return tuple(Problem(where, message, hint, severity) for where, message in messages)


class _TableAudit:
    """Finds the problems of one table, and summarizes what was checked.

    `columns` contain rolls, and `doubtful_columns` may contain rolls. `unlikely` are the names of
    columns that probably do not. `after` has the rows without a roll, by the row with a roll above
    them. Problems are reported in `log`, and problems that cannot be verified in `doubts`.
    """

    def __init__(
        self,
        table: HeadedTable,
        options: AuditOptions,
        log: Log,
        doubts: Log,
        text_lines: Sequence[str],
    ) -> None:
        self.table, self.rows, self.options = table, table.rows, options
        self.log, self.doubts = log, doubts
        self.names = tuple(table.places)
        candidates = tuple(find_roll_columns(self.names, table.rows, options))
        cells = (get_cell_text(cell) for row in self.rows for cell in row.parts.values())
        texts = (*self.names, *map(get_cell_text, table.others), *(c for c in cells if "roll" in c))
        end = table.header_place.line
        texts += (table.name, *text_lines[max(end - _LINES_ABOVE, 0) : end])
        is_reduced = any(map(_SUBTRACT_WORDS.search, texts))
        self.columns = [
            replace(item, scale=replace(item.scale, is_reduced=is_reduced))
            for item in candidates
            if not item.doubt
        ]
        self.unlikely = [" and ".join(item.names) for item in candidates if item.is_unlikely]
        self.doubtful_columns = [item for item in candidates if item.doubt and not item.is_unlikely]
        self.rolls = {name for item in self.columns for name in item.names}
        lines = (line for item in self.columns for group in item.tables.values() for line in group)
        self.roll_rows = {line.row: line for line in lines}
        self.after = self._group_following_rows()
        self.unread_rows: Sequence[str] = ()

    def _report_doubtful_column(self, column: RollColumn) -> None:
        name = column.names[0]
        quoted_name = name if name.isalnum() else f'"{name}"'
        hint = f"if they are, add --rolls {quoted_name}, or name the dice, such as --dice d20"
        message = f"{column.doubt}, which are perhaps not rolls"
        self.doubts.report(self.table.places[name], message, hint)

    def _group_following_rows(self) -> FollowingRows:
        """Return the rows without a roll, by the row with a roll above them.

        The key None has the rows above the first roll. Footnotes are left out.
        """
        last, following_rows = None, FollowingRows()
        end = max((i for i, row in enumerate(self.rows, 1) if row in self.roll_rows), default=0)
        for i, row in enumerate(self.rows):
            filled = [name for name in row.parts if get_cell_text(row.get(name))]
            if row in self.roll_rows:
                last = row
            elif i >= end and filled == [self.names[0]]:
                continue  # a footnote
            elif self.rolls.isdisjoint(filled):
                following_rows.setdefault(last, []).append(row)
        return following_rows

    def report_problems(self) -> tuple[str, bool]:
        """Report the problems; return a summary of the checks, and whether rolls were checked."""
        message = "the first row looks like data, so the headings may be missing"
        hint = "add a line of headings above it, such as d6 and Result"
        roll_names = [name for name in self.rolls if re.search(r"[^\W\d]|[%#]", name)]
        if self.columns and not roll_names and any(map(parse_ranges, self.names)):
            self.doubts.report(self.table.header_place, message, hint)
            return "", False
        if self.columns and all(re.fullmatch("column [A-Z]+", name) for name in self.names):
            self.log.note(self.table.header_place, message, hint)
        followers = {row for following in self.after.values() for row in following}
        unused_rows = [*self.table.others, *(row for row in self.rows if row not in followers)]
        checked = [self._check_column(column) for column in self.columns]
        for column in self.columns:
            self._report_empty_results(column)
        for column in self.doubtful_columns:
            self._report_doubtful_column(column)
        checks = cross_checks.check_stated_figures(self.table, self.columns, self.log)
        checks += cross_checks.check_expectations(self.table, self.options.expectations)
        used = {name for check in checks for name in check.columns}
        summary = "; ".join(filter(None, (*checked, *(check.description for check in checks))))
        others = [name for name in self.names if name not in used]
        if any(checked):
            summary += self._describe_unchecked(others, unused_rows)
        elif summary:
            summary += f", in {_format_line_span(self.rows)}"
            summary += f". Not checked: {shorten_text(', '.join(others))}" * bool(others)
        name = self.table.name
        return f"{name}: {summary}" if name and summary else summary, any(checked)

    def _check_column(self, column: RollColumn) -> str:
        """Report the problems of a column of rolls, and return a summary of what was checked."""
        spans, coverages, log = list[str](), dict[str, list[str]](), self.log
        for other_dice in column.other_dice:
            tables = [
                RollCoverage(other_dice, *table, {}, log, is_combined=True)
                for table in other_dice.tables.items()
            ]
            spans.append(tables[0].span)
            for table in tables:
                table.report_conflicts()
        names = (" with " if spans else " and ").join(column.names)
        unsupported = column.label if parse_dice_heading(column.label).is_unsupported else ""
        for label, lines in column.tables.items():
            # The log keeps no more; finding repairs is slow.
            if len(log.problems) > MAX_PROBLEMS:
                continue
            title, is_crossed = label or find_dice(self.table.name), bool(spans)
            own = replace(column, scale=column.get_scale(label))
            table = RollCoverage(own, title, lines, self.after, log, is_combined=is_crossed)
            if unsupported or table.scale.is_unsupported:
                message = f"cannot read the dice of {quote(unsupported or label or names)}"
                hint = (
                    "write a sum of dice, such as 2d6, d66, d100, d6+1 or 3d6×10; or write Roll, to"
                    " use the lowest and highest of the rows; or add --dice d20"
                )
                where = self.table.places[unsupported or column.names[0]]
                place = where if unsupported or not label else lines[0].row.place
                self.doubts.report(place, message, hint)
            else:
                table.report_conflicts()
                coverage = f"rolls {' with '.join([*spans, table.span])} {table.scale.how}"
                coverages.setdefault(coverage, []).append(label)
        if not coverages:
            return ""
        count = len({line.row for lines in column.tables.values() for line in lines})
        summary = f"{names}, {count} row{'s' * (count > 1)}"
        if len(column.tables) > 1 and not spans:
            summary += f" in {len(column.tables)} tables"
        for coverage, labels in coverages.items():
            more = " …" if len(labels) > 5 else ""
            summary += f", {coverage}" + f" ({', '.join(labels[:5])}{more})" * (len(coverages) > 1)
        return summary

    def _report_empty_results(self, column: RollColumn) -> None:
        """Report each roll without a result, neither in its row nor in rows below that continue it.

        If most results are empty, there is only one note, because they may be meant to be.
        """
        # A table of rolls only has no result columns, so no result is missing.
        results = column.find_result_columns(self.names, self.columns)
        lines = [line for lines in column.tables.values() for line in lines if line.ends]
        rows = {line: (line.row, *self.after.get(line.row, ())) for line in lines if results}
        counts = {
            line: sum(bool(get_cell_text(row.get(name))) for row in own for name in results)
            for line, own in rows.items()
        }
        empty_lines = [line for line, count in counts.items() if not count]
        hint = "write a result, or – for none; one row can have several rolls, such as 2-4"
        # Half of a table of marks may be empty, and all of a form to fill in.
        is_sparse = len(results) > 1 and 2 * sum(counts.values()) <= len(lines) * len(results)
        if is_sparse or len(empty_lines) == len(lines) > 2:
            rolls = ", ".join(quote(line.text) for line in empty_lines)
            message = shorten_text(f"no result for {rolls}")
            if empty_lines:
                self.log.note(empty_lines[0].cells[0].place, message, hint)
            return
        for line in empty_lines:
            line.cells[0].report(f"{quote(line.text)} has no result", hint)

    def _describe_unchecked(self, names: Sequence[str], unused_rows: Sequence[Node]) -> str:
        """Return the end of the summary: the lines that were checked, and what was not checked.

        `names` are columns that no check has used. `unused_rows` are rows that may be unchecked.
        """
        followers = {row for last in self.roll_rows for row in self.after.get(last, ())}
        merged = {row for row in followers if any(row.get(name).raw is True for name in self.rolls)}
        continued = [row for row in self.rows if row in followers and row not in merged]
        if continued:
            several = f"{len(continued)} rows without a roll continue"
            phrase = several if len(continued) > 1 else "a row without a roll continues"
            message = f"{phrase} the row above: {format_places(row.place for row in continued)}"
            self.log.note(continued[0].place, message, "if you mean a roll, write it there")
        labels = {item.label for item in self.columns}
        used = self.rolls | {item for item in labels if not parse_dice_heading(item).is_roll}
        unchecked = [name for name in names if name not in used]
        titles = self.rolls & labels
        rest = [row for row in unused_rows if row not in self.roll_rows]
        rest = [row for row in rest if not any(get_cell_text(row.get(name)) for name in titles)]
        rest += self.after.get(None, ())
        self.unread_rows = [format_places(row.place for row in rest)] if rest else []
        unchecked += self.unread_rows
        summary = f", in {_format_line_span([row for row in self.rows if row in self.roll_rows])}"
        return summary + f". Not checked: {shorten_text(', '.join(unchecked))}" * bool(unchecked)


def find_dice(title: str) -> str:
    """Return the dice that a title names, as in Loot (d20) or d20 loot; "" without dice."""
    for segment in re.split(r"[()\[\],;:–—]| - |^sheet ", title):
        part: str
        for part in (segment, *segment.split()[:1]):
            heading = parse_dice_heading(part)
            if heading.dice and heading.is_bare:
                return part
    return ""


def _format_line_span(rows: Sequence[Node]) -> str:
    """Return the lines of the first and the last of some rows, such as lines 2 to 5."""
    return format_places((row.place for row in (*rows[:1], *rows[1:][-1:])), " to ")


def format_places(places: Iterable[Place], separator: str = ", ") -> str:
    """Return places as a message names them: lines 3, 6, or rows 3, 6, or cells A3, A6.

    Places in a workbook are named as cells. Places in a table that is written on one line are named
    as rows.
    """
    inside = [
        ("line", "", str(place.line))
        if place.line and not place.subject
        else (place.subject or place.sheet_and_cell).rpartition(", ")[2].partition(" ")
        for place in places
    ]
    names = dict.fromkeys(name for *_, name in inside)
    noun = inside[0][0] + "s" * (len(names) > 1)
    return f"{noun} {separator.join(names)}"
