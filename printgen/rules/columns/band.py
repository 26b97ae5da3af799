"""Bands: ranges of a roll or total that together hold every value between their ends once."""

from collections.abc import Iterator, Sequence
from typing import Any

from printgen.rules.bands import Band, BandConflict, find_band_conflicts, format_band, parse_band
from printgen.rules.columns.base import CellFlaw, CheckedCell, ColumnType


class BandType(ColumnType):
    """From a lowest to a highest value, either end open. Unasked: no gap, no overlap."""

    takes = ("dice", "partition", "shift")

    @property
    def hint(self) -> str:
        bands = (Band(None, 3), Band(4, 6), Band(7, None))
        return f"write {', '.join(map(self._quote_band, bands))}, or one number"

    def parse_value(self, text: str) -> Band | None:
        return parse_band(text, self.known.words.band)

    def format_value(self, value: Any) -> str:
        return format_band(value, self.known.words.band)

    def find_flaws(self, cells: Sequence[CheckedCell]) -> Iterator[CellFlaw]:
        """Gaps, overlaps, and rolls of the column's dice that no band holds."""
        for seam in find_band_conflicts([cell.value for cell in cells]):
            yield self._flaw(cells[seam.before], cells[seam.after], seam)
        if cells and self.column.dice is not None:
            count, sides = self.column.dice
            template = f"leaves out the {{}} of {count}d{sides}"
            lowest, highest = count, count * sides
            first = min(cells, key=lambda cell: cell.value.least)
            last = max(cells, key=lambda cell: cell.value.highest)
            if first.value.least > lowest:
                message = f"{self._quote_band(first.value)} {template.format(lowest)}"
                yield CellFlaw(first, message, f"begin it at {lowest}, or lower")
            if last.value.highest < highest:
                message = f"{self._quote_band(last.value)} {template.format(highest)}"
                yield CellFlaw(last, message, f"end it at {highest}, or higher")

    def _flaw(self, before: CheckedCell, cell: CheckedCell, seam: BandConflict) -> CellFlaw:
        """A gap or an overlap between a band and the next one up."""
        pair = f"{self._quote_band(before.value)} and {self._quote_band(cell.value)}"
        hint = f"begin it at {before.value.highest + 1:g}"
        values = f"{seam.low:g}" if seam.low == seam.high else f"{seam.low:g} to {seam.high:g}"
        if not seam.is_twice:
            return CellFlaw(cell, f"nothing holds {values}, between {pair}", hint)
        if before.value.high is None:
            return CellFlaw(cell, f"{pair} overlap", "close the upper end of the lower band")
        if cell.value.low is None:
            return CellFlaw(cell, f"{pair} overlap", "close the lower end of the upper band")
        return CellFlaw(cell, f"{pair} both hold {values}", hint)

    def _quote_band(self, band: Band) -> str:
        return f'"{self.format_value(band) or "every value"}"'
