"""Turn a lone table into findings: the rolls that no row holds or two do, and what mends it."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from printgen.audit.banded import Banded, banded, cell_text
from printgen.audit.dice import read_heading, words
from printgen.audit.whole import After, AuditedTable
from printgen.problems import Problem, Where
from printgen.rules.entry import Entry
from printgen.rules.listing import read_listing
from printgen.rules.scalars import shown
from printgen.rules.scope import PROBLEMS_LIMIT, Scope, cut


def audit(path: Path, sheet: str) -> tuple[tuple[Problem, ...], str]:
    """What is wrong with the bands of the table in a file, and in few words what was looked at.

    `sheet` names one of a workbook's, the first if empty.
    """
    scope = Scope()
    places, rows = read_listing(path.parent, path.name, sheet, Where(str(path)), scope)
    names, columns = tuple(places), tuple(banded(tuple(places), rows))
    after = _after(columns, rows)
    on = {row for following in after.values() for row in following}
    apart = [row for row in rows if row not in on]
    checked = [_checked(column, places, after, scope) for column in columns]
    if places and not columns:
        found = "no column holds rolls of dice, so nothing was checked"
        hint = "head one by its dice, such as d100, above cells such as 01-30, 31–60, 61 to 99, 00,"
        also = "or 5 or less, 6, 7+; two columns, low and high, will do too"
        scope.report(Where(str(path)), found, f"{hint} {also}")
    for column in columns:
        _report_empty(column, _results(column, columns, names), after)
    whole = "; ".join(filter(None, checked))
    whole += _rest(columns, names, rows, apart, after, scope) if whole else ""
    file = next((place.file for place in places.values()), "")
    of = re.search(r", (sheet .*), cell \w+$", file)  # a workbook may have others
    problems = sorted(scope.problems, key=lambda one: (not one.where.line, one.where.line))
    return (*scope.notes, *problems), (f"{of[1]}: " if of else "") * bool(whole) + whole


def _after(columns: Sequence[Banded], rows: Sequence[Entry]) -> After:
    own = {line.row for column in columns for lines in column.tables.values() for line in lines}
    last, after = None, After()
    for row in rows:
        if row in own:
            last = row
        elif not any(cell_text(row.at(name)) for column in columns for name in column.names):
            after.setdefault(last, []).append(row)
    return after


def _results(column: Banded, columns: Sequence[Banded], names: Sequence[str]) -> Sequence[str]:
    """The columns of what a roll gives: of tables beside one another those up to the next rolls."""
    rolls = {name for one in columns for name in (*one.names, one.label)}
    runs, begin = dict[str, list[str]](), ""
    for name in names:
        begin = name if name in rolls else begin
        runs.setdefault(begin, []).extend([name] * (name not in rolls))
    beside = [runs[one.names[-1]] for one in columns]
    if "" not in runs and len(columns) > 1 and all(beside):
        return beside[columns.index(column)]
    return [name for name in names if name not in rolls]


def _report_empty(column: Banded, results: Sequence[str], after: After) -> None:
    """Report each roll that gives nothing, neither in its row nor in those that go on with it."""
    for line in (line for lines in column.tables.values() for line in lines if line.ends):
        own = (line.row, *after.get(line.row, ()))
        if results and not any(cell_text(row.at(name)) for row in own for name in results):
            hint = "write one, or – for nothing; rolls of one result go in one row, such as 2-4"
            line.cells[0].report(f"{shown(line.text)} has no result", hint)


def _rest(
    columns: Sequence[Banded],
    names: Sequence[str],
    rows: Sequence[Entry],
    apart: Sequence[Entry],
    after: After,
    scope: Scope,
) -> str:
    """Which rows were looked at, and which rows and columns were not; notes which rows go on."""
    own = {line.row for column in columns for lines in column.tables.values() for line in lines}
    follows = {row for last in own for row in after.get(last, ())}
    on = [row for row in rows if row in follows]
    if on:
        many = f"{len(on)} rows without a roll go" if len(on) > 1 else "a row without a roll goes"
        message = f"{many} on with the row above: {_lines(on)}"
        scope.note(on[0].place, message, "if a roll is meant, write it there")
    looked = [row for row in rows if row in own]
    used = {name for column in columns for name in column.names}
    used |= {one.label for one in columns if not read_heading(words(one.label)).is_roll}
    left = [name for name in names if name not in used]
    titles = {column.label for column in columns if column.label in column.names}
    rest = [row for row in apart if row not in own]
    rest = [row for row in rest if not any(cell_text(row.at(name)) for name in titles)]
    rest += after.get(None, ())
    left += [_lines(rest)] if rest else []
    said = f", in {_lines(looked[:1] + looked[1:][-1:], ' to ')}"
    return said + f". Not looked at: {cut(', '.join(left))}" * bool(left)


def _lines(rows: Sequence[Entry], sign: str = ", ") -> str:
    """Rows as a message calls them: lines 3, 6; of a workbook cells A3, A6."""
    places = [row.place for row in rows]
    said = list(dict.fromkeys(str(one.line or one.file.rpartition(" ")[2]) for one in places))
    return f"{'line' if rows[0].place.line else 'cell'}{'s' * (len(said) > 1)} {sign.join(said)}"


def _checked(column: Banded, places: Mapping[str, Where], after: After, scope: Scope) -> str:
    """Report what is wrong with a column, and say what was looked at."""
    spans, reaches = list[str](), dict[str, list[str]]()
    for one in column.before:
        tables = [
            AuditedTable(one, *table, {}, scope, is_crossed=True) for table in one.tables.items()
        ]
        spans.append(tables[0].span)
        for table in tables:
            table.report()
    names = (" with " if spans else " and ").join(column.names)
    for label, lines in column.tables.items():
        if len(scope.problems) <= PROBLEMS_LIMIT:
            table = AuditedTable(column, label, lines, after, scope, is_crossed=bool(spans))
            odd = column.label if read_heading(words(column.label)).is_odd else ""
            if odd or table.scale.is_odd:
                found = f"the dice of {shown(odd or label or names)} are not understood"
                hint = (
                    "write a sum of dice, such as 2d6, d66, d100, d6+1 or 3d6×10; or Roll, and the"
                )
                place = places[odd or column.names[0]] if odd or not label else lines[0].row.place
                hint = f"{hint} lowest and highest are the rows' own"
                scope.report(place, f"{found}, so nothing was checked of it", hint)
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
        said += f", {reach}" + (f" ({', '.join(labels[:5])}{more})" if len(reaches) > 1 else "")
    return said
