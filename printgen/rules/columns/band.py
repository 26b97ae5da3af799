"""Bands: ranges of a roll or a total. Together they cover each value exactly once."""

from collections.abc import Iterator, Sequence
from typing import Any

from printgen.problems import Problem
from printgen.rules.bands import Band, BandConflict, find_band_conflicts, format_band, parse_band
from printgen.rules.columns.base import CheckedCell, ColumnType


class BandType(ColumnType):
    """A range of whole numbers; either end may be open.

    A column of bands is always checked for gaps and overlaps.
    """

    takes = ("dice", "partition", "shift")

    @property
    def hint(self) -> str:
        bands = (Band(None, 3), Band(4, 6), Band(7, None))
        return f"write {', '.join(map(self._quote_band, bands))}, or one number"

    def parse_value(self, text: str) -> Band | None:
        return parse_band(text, self.known.words.band)

    def format_value(self, value: Any) -> str:
        return format_band(value, self.known.words.band)

    def find_problems(self, cells: Sequence[CheckedCell]) -> Iterator[Problem]:
        """Yield gaps, overlaps, and rolls of the column's dice that no band covers."""
        for conflict in find_band_conflicts([cell.value for cell in cells]):
            yield self._explain_seam(cells[conflict.before], cells[conflict.after], conflict)
        # Gaps between bands are found above; the dice may also roll below or above all bands.
        if cells and self.column.dice is not None:
            count, sides = self.column.dice
            template = f"does not cover {{}}, which {count}d{sides} can roll"
            lowest, highest = count, count * sides
            first = min(cells, key=lambda cell: cell.value.least)
            last = max(cells, key=lambda cell: cell.value.highest)
            if first.value.least > lowest:
                message = f"{self._quote_band(first.value)} {template.format(lowest)}"
                yield first.complain(message, f"start it at {lowest} or lower")
            if last.value.highest < highest:
                message = f"{self._quote_band(last.value)} {template.format(highest)}"
                yield last.complain(message, f"end it at {highest} or higher")
            # An open end is reached with modifiers, which the column's dice do not include.
            for cell in (first, last) if first is not last else (last,):
                low, high = cell.value.low, cell.value.high
                if low is not None and high is not None and (low < lowest or high > highest):
                    message = f"{count}d{sides} cannot roll all of {self._quote_band(cell.value)}"
                    hint = "correct it, or remove dice: from the column if modifiers are added"
                    yield cell.complain(message, hint)

    def _explain_seam(self, before: CheckedCell, cell: CheckedCell, seam: BandConflict) -> Problem:
        """Return the flaw for a gap or an overlap between a band and the next higher one."""
        pair = f"{self._quote_band(before.value)} and {self._quote_band(cell.value)}"
        hint = f"start it at {before.value.highest + 1:g}"
        values = f"{seam.low:g}" if seam.low == seam.high else f"{seam.low:g} to {seam.high:g}"
        if not seam.is_twice:
            return cell.complain(f"no row covers {values}, between {pair}", hint)
        # An open end overlaps without limit, so there are no values to list.
        if before.value.high is None:
            return cell.complain(f"{pair} overlap", "give the lower band a highest value")
        if cell.value.low is None:
            return cell.complain(f"{pair} overlap", "give the higher band a lowest value")
        return cell.complain(f"{pair} both cover {values}", hint)

    def _quote_band(self, band: Band) -> str:
        return f'"{self.format_value(band) or "every value"}"'
