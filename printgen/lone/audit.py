"""Turn a lone table into findings: the rolls that no row holds or two do, and what mends it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from printgen.lone.banded import Banded, BandLine, banded, cell_text
from printgen.lone.mend import Mend, find_flaws, find_mends
from printgen.lone.rolls import OPEN, Ends, read_heading, words
from printgen.problems import Problem, Where
from printgen.rules.bands import Band, Seam
from printgen.rules.entry import Entry
from printgen.rules.listing import read_listing
from printgen.rules.scalars import shown
from printgen.rules.scope import PROBLEMS_LIMIT, Scope, cut

_TRIED = 50_000
"""Rows of a table times what is mended of it: past that its flaws are told without."""
_NEAR = 6
"""Flaws whose rows are tried at a time: one wrong end may overlap a few others."""


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


_After = dict[Entry | None, list[Entry]]
"""By the row of a roll the rows without any that follow it; those before the first by None."""


def _after(columns: Sequence[Banded], rows: Sequence[Entry]) -> _After:
    own = {line.row for column in columns for lines in column.tables.values() for line in lines}
    last, after = None, _After()
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


def _report_empty(column: Banded, results: Sequence[str], after: _After) -> None:
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
    after: _After,
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


def _checked(column: Banded, places: Mapping[str, Where], after: _After, scope: Scope) -> str:
    """Report what is wrong with a column, and say what was looked at."""
    spans, reaches = list[str](), dict[str, list[str]]()
    for one in column.before:
        tables = [
            _AuditedTable(one, *table, {}, scope, is_crossed=True) for table in one.tables.items()
        ]
        spans.append(tables[0].span)
        for table in tables:
            table.report()
    names = (" with " if spans else " and ").join(column.names)
    for label, lines in column.tables.items():
        if len(scope.problems) <= PROBLEMS_LIMIT:
            table = _AuditedTable(column, label, lines, after, scope, is_crossed=bool(spans))
            odd = column.label if read_heading(words(column.label)).is_odd else ""
            if odd or table.scale.is_odd:
                found = f"the dice of {shown(odd or label or names)} are not understood"
                hint = "write dice of one kind, such as 2d6, d66, d100 or d6+1; or Roll, and the"
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


class _AuditedTable:
    """The bands of one table, each with its line, on its scale."""

    def __init__(
        self,
        column: Banded,
        label: str,
        lines: Sequence[BandLine],
        after: _After,
        scope: Scope,
        *,
        is_crossed: bool,
    ) -> None:
        self.names, self.scope, self.is_crossed = column.names, scope, is_crossed
        under = ", ".join(filter(None, (label, column.names[-1])))
        self.under = f"{under}: " if is_crossed else ""
        self.items = [(line, ends) for line in lines for ends in line.ends or (Ends("", ""),)]
        read = [column.scale.band(ends) if any(ends) else None for _, ends in self.items]
        self.scale = column.scale.within(label * (not is_crossed), [band for band in read if band])
        self.bands = [band and self.scale.closed(band) for band in read]
        self.limits = low, high = self.scale.lowest, self.scale.highest
        first = min((band.greatest for band in self.bands if band), default=low)
        last = max((band.least for band in self.bands if band), default=high)
        begin = self.scale.written(low, first if low == -OPEN else low)
        end = self.scale.written(last if high == OPEN else high, high)
        self.span = f"{begin} to {end}"
        if any(self.bands) and not is_crossed:
            self._miss(lines, after)

    def _miss(self, lines: Sequence[BandLine], after: _After) -> None:
        """Take the rows without a roll that stand where one is missing for those of what is."""
        rows = [*(line.row for line, _ in self.items), None, None]
        flaws = find_flaws(self.bands, *self.limits)
        gaps = {frozenset(rows[at] for at in seam[:2]) for seam in flaws if not seam.is_twice}
        at = len(self.items)
        for line, following in [*pairwise([None, *lines, None])][::-1]:
            row = line and line.row
            if row in after and frozenset({row, following and following.row}) in gaps:
                missed = after.pop(row)
                cells = [tuple(one.at(name) for name in self.names) for one in missed]
                self.items[at:at] = [
                    (BandLine(one, own, "", ()), Ends("", ""))
                    for one, own in zip(missed, cells, strict=True)
                ]
                self.bands[at:at] = [None] * len(missed)
            at -= len(line.ends or "1") if line else 0

    def report(self) -> None:
        """Report what cannot be read, then gaps and overlaps, each cause once."""
        left = _TRIED // len(self.items)
        for at, band in enumerate(self.bands):
            if band is None:
                left -= 1
                is_tried = left >= 0 and any(self.bands) and not self.is_crossed
                mends = find_mends(self.bands, *self.limits, [at]) if is_tried else []
                self._report_unread(at, mends)
        while any(self.bands) and (flaws := find_flaws(self.bands, *self.limits)):
            near = {at for one in flaws[:_NEAR] for at in one[:2] if at < len(self.items)}
            is_tried = left > 0 and not self.is_crossed
            mends = find_mends(self.bands, *self.limits, near) if is_tried else []
            if not mends:
                for seam in flaws:
                    at = max(at for at in seam[:2] if at < len(self.items))
                    cell = self.items[at][0].cells[0]
                    gap = f"add what is to stand for {self._span(seam)}"
                    own = f"write no rolls but those of {self.scale.dice}"
                    twice = own if max(seam[:2]) >= len(self.items) else "give each roll one row"
                    hint = twice if seam.is_twice else gap
                    cell.report(self.under + self._said(at, [seam]), hint)
                return
            best, left = mends[0], left - 1
            was, cells = self.bands[best.at], self.items[best.at][0].cells
            cell = cells[-1 if was and best.band and was.low == best.band.low else 0]
            gone = [seam for seam in flaws if seam not in best.left]
            cell.report(self._said(best.at, gone), self._hint(mends, gone))
            self.bands[best.at] = best.band

    def _report_unread(self, at: int, mends: Sequence[Mend]) -> None:
        """Report a cell that is no band, and what its neighbours leave to it of what is missing."""
        line, ends = self.items[at]
        found = f"{shown(line.text)} is no roll and no range of rolls"
        if not line.text:
            held = mends[0].band if mends else None
            missing = held and self.scale.written(held.least, held.greatest, " to ")
            found = "no roll stands here" + (f", and nothing holds {missing}" if missing else "")
        hint = "write one roll or several, such as 7, 01-30, 5 or less"
        beside = [*self.bands[max(at - 1, 0) : at], *self.bands[at + 1 : at + 2]]
        if mends and not mends[0].rank[0]:
            # Where the next row cannot be read either, what is missing is of both.
            hint = hint if None in beside else self._write(at, mends[0].band)
            self.bands[at] = mends[0].band
        if any(ends):
            is_roll = all(self.scale.band(Ends(end, end)) for end in ends if end)
            no_roll = f"is no roll of {self.scale.dice}, where each digit is 1 to 6"
            found = f"{shown(line.text)} {'runs downwards' if is_roll else no_roll}"
        line.cells[0].report(found, hint)

    def _hint(self, mends: Sequence[Mend], gone: Sequence[Seam]) -> str:
        """What to write in this row, or elsewhere if that does as well."""
        ways = [self._write(mends[0].at, mends[0].band)]
        ways += [self._write(one.at, one.band) + self._line(one.at) for one in mends[1:3]]
        if len(gone) == 1 and not gone[0].is_twice:
            ways.append(f"add a row for {self._span(gone[0])}")
        if len(gone) == 1 and (way := self._opened(mends[0].at, gone[0])):
            ways.append(way)
        return ", or ".join(ways)

    def _opened(self, at: int, seam: Seam) -> str:
        """How to write a row that goes on beyond the dice, if rolls have modifiers."""
        band, edge = self.bands[at], max(seam[:2]) - len(self.items)
        if band is None or len(self.items[at][0].cells) > 1 or edge < 0 or not seam.is_twice:
            return ""
        low, high = band.least, band.greatest
        if edge == 0 and high >= self.scale.lowest - 1 and not self.scale.zeros:
            low = -OPEN
        elif edge == 1 and low <= self.scale.highest + 1:
            high = OPEN
        else:
            return ""
        return f'for rolls with modifiers write "{self.scale.written(low, high)}"'

    def _write(self, at: int, band: Band | None) -> str:
        """What to do with a row so that it holds a band."""
        line, ends = self.items[at]
        was, part = self.bands[at], ""
        if len(line.ends) > 1:
            part = f" for {'-'.join(dict.fromkeys(filter(None, ends)))}"
        if band is None:
            return f"write nothing{part}" if part else "delete the row"
        if len(line.cells) == 1:
            sign = re.fullmatch(r"\d+(\D+)\d+", line.text) if line.ends else None
            text = self.scale.written(band.least, band.greatest, sign[1] if sign else "-")
            return f'write "{text}"{part}'
        changed = [
            f"{self.scale.written(end, end) if abs(end) < OPEN else 'nothing'} under {name}"
            for end, before, name in (
                (band.least, was and was.least, self.names[0]),
                (band.greatest, was and was.greatest, self.names[1]),
            )
            if end != before
        ]
        return f"write {' and '.join(changed)}"

    def _said(self, at: int, flaws: Iterable[Seam]) -> str:
        """What is wrong with a band, flaw by flaw."""
        said = []
        for seam in flaws:
            first, last = (self._named(one, at) for one in seam[:2])
            if not seam.is_twice:
                said.append(f"nothing holds {self._span(seam)}, between {first} and {last}")
            elif max(seam[:2]) < len(self.items):
                said.append(f"{first} and {last} both hold {self._span(seam)}")
            else:
                band, edge = (first, last) if seam.before < len(self.items) else (last, first)
                said.append(f"{band} holds {self._span(seam)}, beyond {edge}")
        return "; ".join(said)

    def _named(self, at: int, here: int) -> str:
        """A band as a message calls it, with its line unless the message stands there."""
        if at >= len(self.items):
            end = "beginning" if at == len(self.items) else "end"
            return f"the {end} of {self.scale.dice or 'the rolls'}"
        named = (
            shown(self.items[at][0].text) if self.items[at][0].text else "the row without a roll"
        )
        return named + ("" if at == here else self._line(at))

    def _line(self, at: int) -> str:
        place = self.items[at][0].cells[0].place
        return f" in line {place.line}" if place.line else f" in {place.file.rpartition(', ')[2]}"

    def _span(self, seam: Seam) -> str:
        return self.scale.written(seam.low, seam.high, " to ")
