"""Turn the bands of one table into findings: rolls that no row holds or two do, and mends."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from printgen.roll_tables.repair import Mend, find_flaws, find_mends
from printgen.roll_tables.roll_columns import Banded, BandLine
from printgen.roll_tables.roll_ranges import OPEN, Ends, is_rest
from printgen.rules.bands import Band, Seam
from printgen.rules.problem_log import Scope
from printgen.rules.scalars import shown
from printgen.rules.source_node import Entry

_TRIED = 50_000
"""Rows of a table times what is mended of it: past that its flaws are told without."""
_NEAR = 6
"""Flaws whose rows are tried at a time: one wrong end may overlap a few others."""

After = dict[Entry | None, list[Entry]]
"""By the row of a roll the rows without any that follow it; those before the first by None."""


class AuditedTable:
    """The bands of one table, each with its line, on its scale."""

    def __init__(
        self,
        column: Banded,
        label: str,
        lines: Sequence[BandLine],
        after: After,
        scope: Scope,
        *,
        is_crossed: bool,
    ) -> None:
        self.names, self.scope, self.is_crossed = column.names, scope, is_crossed
        under = ", ".join(filter(None, (label, column.names[-1])))
        self.under = f"{under}: " if is_crossed else ""
        self.items = [(line, ends) for line in lines for ends in line.ends or (Ends("", ""),)]
        title, ends = "" if is_crossed else label, (ends for _, ends in self.items)
        self.scale, self.bands = column.scale.read(title, ends)
        self.limits = low, high = self.scale.lowest, self.scale.highest
        first = min((band.greatest for band in self.bands if band), default=low)
        last = max((band.least for band in self.bands if band), default=high)
        begin = self.scale.written(low, first if low == -OPEN else low)
        end = self.scale.written(last if high == OPEN else high, high)
        self.span = f"{begin} to {end}"
        if any(self.bands) and not is_crossed:
            self._miss(lines, after)

    def _miss(self, lines: Sequence[BandLine], after: After) -> None:
        """Take the rows without a roll that stand where one is missing for those of what is."""
        rows = [*(line.row for line, _ in self.items), None, None]
        flaws = find_flaws(self.bands, *self.limits)
        gaps = {frozenset(rows[at] for at in seam[:2]) for seam in flaws if not seam.is_twice}
        at = len(self.items)
        for line, following in [*pairwise([None, *lines, None])][::-1]:
            row = line and line.row
            is_merged = any(one.at(self.names[0]).raw is True for one in after.get(row, ()))
            is_gap = frozenset({row, following and following.row}) in gaps
            if row in after and is_gap and not is_merged:
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
        rest = any(is_rest(line.text) for line, _ in self.items)
        is_whole = any(self.bands) and not find_flaws(self.bands, *self.limits)
        for at, band in enumerate(self.bands):
            if band is None and not self._is_apart(at, is_whole=is_whole):
                left -= 1
                is_tried = left >= 0 and any(self.bands) and not self.is_crossed
                mends = find_mends(self.bands, *self.limits, [at]) if is_tried else []
                self._report_unread(at, mends)
        while any(self.bands) and (flaws := find_flaws(self.bands, *self.limits)):
            if rest and not (flaws := [seam for seam in flaws if seam.is_twice]):
                return
            near = {at for one in flaws[:_NEAR] for at in one[:2] if at < len(self.items)}
            is_tried = left > 0 and not self.is_crossed and not rest
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

    def _is_apart(self, at: int, *, is_whole: bool) -> bool:
        """Whether a row that is no roll stands for all others, or beside others that hold each."""
        line = self.items[at][0]
        if is_rest(line.text):
            return True
        if not is_whole or not line.text or re.search(r"\d", line.text):
            return False
        hint = "if a roll is meant, write it there"
        message = f"{shown(line.text)} is no roll, and the other rows hold each roll once"
        self.scope.note(line.cells[0].place, message, hint)
        return True

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
            no_roll = f"is no roll of {self.scale.dice}"
            no_roll += f", where each digit is 1 to {self.scale.faces}" * bool(self.scale.faces)
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
