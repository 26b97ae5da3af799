"""Coverage of one roll table: report rolls without a row, rolls with two, and how to fix them.

A band is the range of rolls of one row. Each roll of the dice must be in exactly one band. A repair
is the change of one row that removes most gaps and overlaps.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import msgspec

from printgen.problems import Log
from printgen.roll_tables.detect.roll_columns import RollColumn, RollRow, get_cell_text
from printgen.roll_tables.detect.roll_ranges import (
    NO_END,
    RollRange,
    is_otherwise_cell,
    is_step_cell,
)
from printgen.rules.files.formats.records import OverlappingRange
from printgen.rules.files.nodes import Node
from printgen.rules.files.scalars import quote
from printgen.rules.values.bands import Band, BandConflict, find_band_conflicts

RowBands = Sequence[Band | None]
"""Bands in the order of their rows; None for a row without a band."""

_MAX_GAPS = 20
"""Up to this number of gaps, a row may be moved to any gap; above it, only to a gap next to it."""


class Repair(msgspec.Struct, frozen=True):
    """A change of one row of a table of rolls that removes gaps or overlaps (conflicts).

    - `row_index`: the index of the row.
    - `band`: its new range of rolls; None deletes the row.
    - `conflicts_left`: the gaps and overlaps that are left.
    - `rank`: of two repairs, the one with the lower rank is better. Its items are: the number of
      rows that get out of order, the number of conflicts that are left, whether the row is deleted,
      the factor by which its range gets wider or narrower, and a number that is lower for later
      rows.
    """

    rank: tuple[int, int, bool, float, int]
    row_index: int
    band: Band | None
    conflicts_left: frozenset[BandConflict]


def find_conflicts(bands: RowBands, low: int, high: int) -> list[BandConflict]:
    """Return the gaps and overlaps of `bands`, which should contain each roll exactly once.

    `low` and `high` are the lowest and the highest roll. In the result, `len(bands)` is the index
    of all numbers below `low`, and `len(bands) + 1` that of all numbers above `high`, as if these
    were two more ranges.
    """
    return list(find_band_conflicts([*bands, Band(None, low - 1), Band(high + 1, None)]))


def find_repairs(bands: RowBands, low: int, high: int, indexes: Iterable[int]) -> list[Repair]:
    """Return the best change of one range of rolls, then others that leave the same conflicts.

    Conflicts are gaps and overlaps of `bands`. Only the bands at `indexes` are changed. `low` and
    `high` are the lowest and the highest roll. The list is empty if no change leaves fewer
    conflicts.
    """
    conflicts = find_conflicts(bands, low, high)
    disorder = _count_rows_out_of_order(bands)
    repairs = []
    for index in indexes:
        changed_bands = [*bands[:index], None, *bands[index + 1 :]]
        conflicts_without = find_conflicts(changed_bands, low, high)
        # A row without rolls, or whose rolls are all in other rows, may go anywhere or be deleted.
        is_free = sum(map(_count_rolls, conflicts_without)) < sum(map(_count_rolls, conflicts))
        for band in _suggest_bands(bands[index], conflicts_without, is_free=is_free):
            changed_bands[index] = band
            remaining = find_conflicts(changed_bands, low, high)
            if len(remaining) < len(conflicts):
                added_disorder = max(_count_rows_out_of_order(changed_bands) - disorder, 0)
                change = _measure_width_change(bands[index], band)
                rank = added_disorder, len(remaining), band is None, change, -index
                repairs.append(Repair(rank, index, band, frozenset(remaining)))
    best: dict[int, Repair] = {}
    for repair in sorted(repairs, key=lambda candidate: candidate.rank):
        first = next(iter(best.values()), repair)
        if (repair.rank[0], repair.conflicts_left) == (first.rank[0], first.conflicts_left):
            best.setdefault(repair.row_index, repair)
    return list(best.values())


def _suggest_bands(
    band: Band | None, conflicts: Sequence[BandConflict], *, is_free: bool
) -> Iterator[Band | None]:
    """Yield bands that a row could have instead of `band`. None means to delete the row.

    `conflicts` are those of the table without the row. Suggested are the gaps next to `band`. If
    the row `is_free` (it has no rolls, or other rows have them all), any gap and None are suggested
    too.
    """
    gaps = [conflict for conflict in conflicts if not conflict.is_overlap]
    if is_free:
        yield None
    for conflict in gaps:
        is_near = band and conflict.low <= band.highest + 1 and band.lowest <= conflict.high + 1
        if is_near or (len(gaps) <= _MAX_GAPS and (is_free or band is None)):
            yield Band(int(conflict.low), int(conflict.high))


def _count_rolls(conflict: BandConflict) -> float:
    """Return how many rolls are in a gap or an overlap."""
    return conflict.high - conflict.low + 1


def _measure_width_change(old_band: Band | None, new_band: Band | None) -> float:
    """Return the factor by which a band gets wider or narrower, 1 or more."""
    widths = [item.highest - item.lowest + 1 for item in (old_band, new_band) if item]
    return max(widths, default=1) / min(widths, default=1)


def _count_rows_out_of_order(bands: RowBands) -> int:
    """Return how many rows break the order of the table, in which rolls only rise or only fall."""
    pairs = list(pairwise(band.lowest for band in bands if band))
    falls = sum(current > following for current, following in pairs)
    return min(falls, sum(current < following for current, following in pairs))


_MAX_ATTEMPTS = 50_000
"""Limit of rows times repairs tried. Past it, conflicts are reported without a suggested repair."""
_MAX_CONFLICTS = 6
"""The most conflicts whose rows are repaired together: one wrong end may overlap several bands."""

FollowingRows = dict[Node | None, list[Node]]
"""Rows without a roll, by the last row with a roll above them; by None if there is no such row."""


class RollCoverage:
    """Finds the rolls of a table that no row has, or that two rows have.

    - `items`: pairs of a row and one of its ranges, as written.
    - `bands`: the same ranges as numbers; None for a range that cannot be read.
    - `scale`: the dice, and how the column writes their rolls.
    - `limits`: the lowest and the highest roll.
    - `is_combined`: whether the dice are rolled together with others. Then problems have no
      suggested repairs.
    """

    def __init__(
        self,
        column: RollColumn,
        label: str,
        lines: Sequence[RollRow],
        following_rows: FollowingRows,
        log: Log,
        *,
        is_combined: bool,
    ) -> None:
        self.names, self.log, self.is_combined = column.names, log, is_combined
        prefix = ", ".join(filter(None, (label, column.names[-1])))
        self.prefix = f"{prefix}: " if is_combined else ""
        self.items = [(line, ends) for line in lines for ends in line.ends or (RollRange("", ""),)]
        title, ends = "" if is_combined else label, (ends for _, ends in self.items)
        self.scale, self.bands = column.scale.fit_bands(title, ends)
        self.limits = low, high = self.scale.lowest, self.scale.highest
        first = min((band.highest for band in self.bands if band), default=low)
        last = max((band.lowest for band in self.bands if band), default=high)
        begin = self.scale.format_rolls(low, first if low == -NO_END else low)
        end = self.scale.format_rolls(last if high == NO_END else high, high)
        self.span = f"{begin} to {end}"
        is_closed = all(None not in item for _, item in self.items)
        if column.scale.lowest > low and high > column.scale.highest > 0 and is_closed:
            message = f"the rolls are {self.span}, beyond both ends of {self.scale.dice}"
            hint = "right if numbers are added to the roll and subtracted; if not, correct the ends"
            self.log.note(self.items[0][0].cells[0].place, message, hint)
        self._drop_inner_ranges()
        if any(self.bands) and not is_combined:
            self._add_missing_rows(lines, following_rows)

    def _drop_inner_ranges(self) -> None:
        """Remove ranges inside another range, if one roll draws the results of both. Note each."""
        inner = {
            i
            for conflict in find_conflicts(self.bands, *self.limits)
            if conflict.is_overlap and max(conflict[:2]) < len(self.bands)
            for i in conflict[:2]
            if self.bands[i] == Band(int(conflict.low), int(conflict.high))
        }
        for i in sorted(inner, reverse=True):
            cell = self.items[i][0].cells[0]
            if isinstance(cell.raw, OverlappingRange):
                message = f"{quote(get_cell_text(cell))} is inside the range of another row"
                hint = "both are drawn; to draw only one, give each its own range"
                self.log.note(cell.place, message, hint)
                del self.items[i], self.bands[i]

    def _add_missing_rows(self, lines: Sequence[RollRow], following_rows: FollowingRows) -> None:
        """Insert rows without a roll between two rows, if a roll between these two is missing.

        The inserted rows have the band None. `following_rows` has rows without a roll, by the row
        above them.
        """
        rows = [*(line.row for line, _ in self.items), None, None]
        conflicts = find_conflicts(self.bands, *self.limits)
        pairs = [conflict[:2] for conflict in conflicts if not conflict.is_overlap]
        gaps = {frozenset(rows[index] for index in pair) for pair in pairs}
        index = len(self.items)
        for line, next_line in [*pairwise([None, *lines, None])][::-1]:
            row = line and line.row
            followers = following_rows.get(row, ())
            is_merged = any(item.get(self.names[0]).raw is True for item in followers)
            is_gap = frozenset({row, next_line and next_line.row}) in gaps
            if row in following_rows and is_gap and not is_merged:
                missing_rows = following_rows.pop(row)
                cells = [tuple(item.get(name) for name in self.names) for item in missing_rows]
                self.items[index:index] = [
                    (RollRow(item, row_cells, "", ()), RollRange("", ""))
                    for item, row_cells in zip(missing_rows, cells, strict=True)
                ]
                self.bands[index:index] = [None] * len(missing_rows)
            index -= len(line.ends or "1") if line else 0

    def report_conflicts(self) -> None:
        """Report cells that cannot be read, then the gaps and overlaps of rolls.

        After each report, the best repair is applied to the ranges. So a mistake in one end of a
        range is reported only once, although it may cause several gaps and overlaps.
        """
        # Each attempt tries every row of the table, so that large tables get fewer.
        attempts = _MAX_ATTEMPTS // len(self.items)
        has_rest = any(is_otherwise_cell(line.text) for line, _ in self.items)
        is_whole = any(self.bands) and not find_conflicts(self.bands, *self.limits)
        for i, band in enumerate(self.bands):
            if band is None and not self._is_ignored_row(i, is_whole=is_whole):
                attempts -= 1
                is_tried = attempts >= 0 and any(self.bands) and not self.is_combined
                repairs = find_repairs(self.bands, *self.limits, [i]) if is_tried else []
                self._report_unreadable(i, repairs)
        while any(self.bands) and (conflicts := find_conflicts(self.bands, *self.limits)):
            # A row such as "otherwise" covers all gaps; overlaps remain.
            if has_rest:
                conflicts = [conflict for conflict in conflicts if conflict.is_overlap]
            if not conflicts:
                return
            nearby = {i for conflict in conflicts[:_MAX_CONFLICTS] for i in conflict[:2]}
            nearby = {i for i in nearby if i < len(self.items)}
            is_tried = attempts > 0 and not self.is_combined and not has_rest
            repairs = find_repairs(self.bands, *self.limits, nearby) if is_tried else []
            if not repairs:
                for conflict in conflicts:
                    i = max(i for i in conflict[:2] if i < len(self.items))
                    cell = self.items[i][0].cells[0]
                    gap_hint = f"add a row for {self._format_conflict_rolls(conflict)}"
                    hint = "give each roll one row" if conflict.is_overlap else gap_hint
                    if conflict.is_overlap and max(conflict[:2]) >= len(self.items):
                        hint = f"write only rolls of {self.scale.dice}"
                    cell.report(self.prefix + self._describe_conflicts(i, [conflict]), hint)
                return
            # Report at the cell to change: with a low and a high cell, at the high cell if
            # the low end stays.
            best, attempts = repairs[0], attempts - 1
            old_band, cells = self.bands[best.row_index], self.items[best.row_index][0].cells
            cell = cells[-1 if old_band and best.band and old_band.low == best.band.low else 0]
            fixed = [conflict for conflict in conflicts if conflict not in best.conflicts_left]
            message = self._describe_conflicts(best.row_index, fixed)
            cell.report(message, self._suggest_fixes(repairs, fixed))
            self.bands[best.row_index] = best.band

    def _is_ignored_row(self, index: int, *, is_whole: bool) -> bool:
        """Return whether the row at `index` needs no roll, because of what its cell of rolls says.

        It needs none if it means all other rolls, such as "otherwise", or if it continues the rolls
        above, such as "each +10". `is_whole` means that the other rows contain each roll: then any
        text without a digit is ignored too. A note names the row, except for "otherwise".
        """
        line = self.items[index][0]
        if is_otherwise_cell(line.text):
            return True
        if is_step_cell(line.text):
            message = f"{quote(line.text)} continues the rolls above, and is not checked"
            self.log.note(line.cells[0].place, message, "write rolls to check them, such as 31+")
            return True
        if not is_whole or not line.text or re.search(r"\d", line.text):
            return False
        hint = "if you mean a roll, write it there"
        message = f"{quote(line.text)} is not a roll, and the other rows contain each roll once"
        self.log.note(line.cells[0].place, message, hint)
        return True

    def _report_unreadable(self, index: int, repairs: Sequence[Repair]) -> None:
        """Report the cell of rolls at `index`, which cannot be read or is empty.

        `repairs` are changes of this row that remove conflicts, the best first. The best is
        suggested.
        """
        line, ends = self.items[index]
        message = f"{quote(line.text)} is not a roll or a range of rolls"
        if not line.text:
            message = "the roll is missing"
            if repairs and (gap := repairs[0].band):
                rolls = self.scale.format_rolls(gap.lowest, gap.highest, " to ")
                message += f"; no row contains {rolls}"
        hint = "write one roll or several, such as 7, 01-30, 5 or less"
        neighbours = [*self.bands[max(index - 1, 0) : index], *self.bands[index + 1 : index + 2]]
        if repairs and not repairs[0].rank[0]:
            # If a neighbouring row cannot be read either, the missing rolls may belong to both.
            hint = hint if None in neighbours else self._describe_edit(index, repairs[0].band)
            self.bands[index] = repairs[0].band
        if any(ends):
            is_roll = all(self.scale.make_band(RollRange(end, end)) for end in ends if end)
            no_roll = f"is not a roll of {self.scale.dice}"
            no_roll += f", where each digit is 1 to {self.scale.faces}" * bool(self.scale.faces)
            message = f"{quote(line.text)} {'runs downwards' if is_roll else no_roll}"
        line.cells[0].report(message, hint)

    def _suggest_fixes(self, repairs: Sequence[Repair], fixed: Sequence[BandConflict]) -> str:
        """Return a hint with the first of `repairs`, and up to two more as alternatives.

        `fixed` are the conflicts that any of the repairs removes.
        """
        suggestions = [self._describe_edit(repairs[0].row_index, repairs[0].band)]
        for index, band in ((repair.row_index, repair.band) for repair in repairs[1:3]):
            suggestions.append(self._describe_edit(index, band) + self._format_place(index))
        if len(fixed) == 1 and not fixed[0].is_overlap:
            suggestions.append(f"add a row for {self._format_conflict_rolls(fixed[0])}")
        if len(fixed) == 1 and (edit := self._suggest_open_end(repairs[0].row_index, fixed[0])):
            suggestions.append(edit)
        return ", or ".join(suggestions)

    def _suggest_open_end(self, index: int, conflict: BandConflict) -> str:
        """Return a hint to write a band that goes beyond the dice with an open end, such as 19+.

        The hint is "" if this does not solve `conflict`.
        """
        band, edge = self.bands[index], max(conflict[:2]) - len(self.items)
        has_two_cells = len(self.items[index][0].cells) > 1
        if band is None or has_two_cells or edge < 0 or not conflict.is_overlap:
            return ""
        low, high = band.lowest, band.highest
        if edge == 0 and high >= self.scale.lowest - 1 and not self.scale.zeros:
            low = -NO_END
        elif edge == 1 and low <= self.scale.highest + 1:
            high = NO_END
        else:
            return ""
        return f'for rolls with modifiers write "{self.scale.format_rolls(low, high)}"'

    def _describe_edit(self, index: int, band: Band | None) -> str:
        """Return the part of a hint that says what to write for the band `band` in a row.

        None as the band means to delete the row.
        """
        line, ends = self.items[index]
        old_band, suffix = self.bands[index], ""
        if len(line.ends) > 1:
            suffix = f" for {'-'.join(dict.fromkeys(filter(None, ends)))}"
        if band is None:
            return f"write nothing{suffix}" if suffix else "delete the row"
        if len(line.cells) == 1:
            separator = re.fullmatch(r"\d+(\D+)\d+", line.text) if line.ends else None
            dash = separator[1] if separator else "-"
            text = self.scale.format_rolls(band.lowest, band.highest, dash)
            return f'write "{text}"{suffix}'
        old_ends = (old_band.lowest, old_band.highest) if old_band else (None, None)
        new_ends = (band.lowest, band.highest)
        changed = [
            f"{self.scale.format_rolls(end, end) if abs(end) < NO_END else 'nothing'} under {name}"
            for end, old_end, name in zip(new_ends, old_ends, self.names, strict=True)
            if end != old_end
        ]
        return f"write {' and '.join(changed)}"

    def _describe_conflicts(self, index: int, conflicts: Iterable[BandConflict]) -> str:
        """Return a message about conflicts. It is reported at the row at `index`."""
        texts = []
        for conflict in conflicts:
            first, last = (self._describe_band(position, index) for position in conflict[:2])
            rolls = self._format_conflict_rolls(conflict)
            if not conflict.is_overlap:
                texts.append(f"no row contains {rolls}, between {first} and {last}")
            elif max(conflict[:2]) < len(self.items):
                texts.append(f"{first} and {last} both contain {rolls}")
            else:
                band, edge = (first, last) if conflict.before < len(self.items) else (last, first)
                texts.append(f"{band} contains {rolls}, beyond {edge}")
        return "; ".join(texts)

    def _describe_band(self, i: int, message_index: int) -> str:
        """Return the text of the band at `i` in quotes, with the place of its row.

        `message_index` is the row at which the message is reported. Its own place is left out.
        """
        if i >= len(self.items):
            end = "beginning" if i == len(self.items) else "end"
            return f"the {end} of {self.scale.dice or 'the rolls'}"
        line, ends = self.items[i]
        # Of a list, quote the range that the message is about; 4, 6 is short enough.
        is_list = len(line.ends) > 2 - any(low != high for low, high in line.ends)
        text = "-".join(dict.fromkeys(filter(None, ends))) if is_list else line.text
        name = quote(text) if text else "the row without a roll"
        return name + ("" if i == message_index else self._format_place(i))

    def _format_place(self, index: int) -> str:
        place = self.items[index][0].cells[0].place
        inside = (place.subject or place.sheet_and_cell).rpartition(", ")[2]
        return f" in line {place.line}" if place.line and not place.subject else f" in {inside}"

    def _format_conflict_rolls(self, conflict: BandConflict) -> str:
        return self.scale.format_rolls(conflict.low, conflict.high, " to ")
