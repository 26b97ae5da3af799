"""Turn a lone table into findings: the rolls that no row holds or two do, and what mends it."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from printgen.lone.banded import Banded, Line, banded
from printgen.lone.mend import Mend, find_flaws, find_mends
from printgen.lone.rolls import OPEN, Ends
from printgen.problems import Problem, Where
from printgen.rules.bands import Band, Seam
from printgen.rules.listing import read_listing
from printgen.rules.scalars import shown
from printgen.rules.scope import PROBLEMS_LIMIT, Scope

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
    checked = [_checked(column, scope) for column in banded(tuple(places), rows)]
    if places and not checked:
        found = "no column holds rolls of dice, so nothing was checked"
        hint = "head one by its dice, such as d100, above cells such as 01-30, 31–60, 61 to 99, 00,"
        also = "or 5 or less, 6, 7+; two columns, low and high, will do too"
        scope.report(Where(str(path)), found, f"{hint} {also}")
    file = next((place.file for place in places.values()), "")
    of = re.search(r", (sheet .*), cell \w+$", file)  # a workbook may have others
    problems = sorted(scope.problems, key=lambda one: (not one.where.line, one.where.line))
    return (*scope.notes, *problems), (f"{of[1]}: " if of else "") + "; ".join(checked)


def _checked(column: Banded, scope: Scope) -> str:
    """Report what is wrong with a column, and say what was looked at."""
    reaches = dict[str, list[str]]()
    for label, lines in column.tables.items():
        if len(scope.problems) <= PROBLEMS_LIMIT:
            table = _Table(column, label, lines, scope)
            table.report()
            reaches.setdefault(table.reach, []).append(label)
    count = sum(map(len, column.tables.values()))
    said = f"{' and '.join(column.names)}, {count} row{'s' * (count > 1)}"
    if len(column.tables) > 1:
        said += f" in {len(column.tables)} tables"
    for reach, labels in reaches.items():
        more = " …" if len(labels) > 5 else ""
        said += f", {reach}" + (f" ({', '.join(labels[:5])}{more})" if len(reaches) > 1 else "")
    return said


class _Table:
    """The bands of one table, each with its line, on its scale."""

    def __init__(self, column: Banded, label: str, lines: Sequence[Line], scope: Scope) -> None:
        self.names, self.scope = column.names, scope
        self.items = [(line, ends) for line in lines for ends in line.ends or (Ends("", ""),)]
        read = [column.scale.band(ends) if any(ends) else None for _, ends in self.items]
        self.scale = column.scale.within(label, [band for band in read if band])
        self.bands = [band and self.scale.closed(band) for band in read]
        self.limits = low, high = self.scale.lowest, self.scale.highest
        first = min((band.greatest for band in self.bands if band), default=low)
        last = max((band.least for band in self.bands if band), default=high)
        begin = self.scale.written(low, first if low == -OPEN else low)
        end = self.scale.written(last if high == OPEN else high, high)
        self.reach = f"rolls {begin} to {end} {self.scale.how}"

    def report(self) -> None:
        """Report what cannot be read, then gaps and overlaps, each cause once."""
        left = _TRIED // len(self.items)
        for at, band in enumerate(self.bands):
            if band is None:
                left -= 1
                is_tried = left >= 0 and any(self.bands)
                self._report_unread(at, find_mends(self.bands, *self.limits, [at] * is_tried))
        while any(self.bands) and (flaws := find_flaws(self.bands, *self.limits)):
            near = {at for one in flaws[:_NEAR] for at in one[:2] if at < len(self.items)}
            mends = find_mends(self.bands, *self.limits, near) if left > 0 else []
            if not mends:
                for seam in flaws:
                    at = max(at for at in seam[:2] if at < len(self.items))
                    cell = self.items[at][0].cells[0]
                    cell.report(self._said(at, [seam]), "give each roll one row")
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
        text, hint = shown(line.text), "write one roll or several, such as 7, 01-30, 5 or less"
        beside = [*self.bands[max(at - 1, 0) : at], *self.bands[at + 1 : at + 2]]
        if mends and not mends[0].rank[0]:
            # Where the next row cannot be read either, what is missing is of both.
            hint = hint if None in beside else self._write(at, mends[0].band)
            self.bands[at] = mends[0].band
        found = f"{text} is no roll and no range of rolls"
        if any(ends):
            is_roll = all(self.scale.band(Ends(end, end)) for end in ends if end)
            no_roll = f"is no roll of {self.scale.dice}, where each digit is 1 to 6"
            found = f"{text} {'runs downwards' if is_roll else no_roll}"
        line.cells[0].report(found, hint)

    def _hint(self, mends: Sequence[Mend], gone: Sequence[Seam]) -> str:
        """What to write in this row, or elsewhere if that does as well."""
        ways = [self._write(mends[0].at, mends[0].band)]
        ways += [self._write(one.at, one.band) + self._line(one.at) for one in mends[1:3]]
        if len(gone) == 1 and not gone[0].is_twice:
            ways.append(f"add a row for {self._span(gone[0])}")
        return ", or ".join(ways)

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
        return shown(self.items[at][0].text) + ("" if at == here else self._line(at))

    def _line(self, at: int) -> str:
        place = self.items[at][0].cells[0].place
        return f" in line {place.line}" if place.line else f" in {place.file.rpartition(', ')[2]}"

    def _span(self, seam: Seam) -> str:
        return self.scale.written(seam.low, seam.high, " to ")
