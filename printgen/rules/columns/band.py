"""Bands: ranges of a roll or total that together hold every value between their ends once."""

from collections.abc import Iterator, Sequence
from typing import Any

from printgen.rules.bands import Band, Seam, parse, printed, seams
from printgen.rules.columns.base import CellFlaw, CheckedCell, ColumnType


class BandType(ColumnType):
    """From a lowest to a highest value, either end open. Unasked: no gap, no overlap."""

    takes = ("dice", "partition", "shift")

    @property
    def wants(self) -> str:
        bands = (Band(None, 3), Band(4, 6), Band(7, None))
        return f"write {', '.join(map(self._quoted, bands))}, or one number"

    def value(self, text: str) -> Band | None:
        return parse(text, self.known.words.band)

    def printed(self, value: Any) -> str:
        return printed(value, self.known.words.band)

    def flaws(self, cells: Sequence[CheckedCell]) -> Iterator[CellFlaw]:
        """Gaps, overlaps, and rolls of the column's dice that no band holds."""
        for seam in seams([cell.value for cell in cells]):
            yield self._flaw(cells[seam.before], cells[seam.after], seam)
        if cells and self.column.dice is not None:
            count, sides = self.column.dice
            out = f"leaves out the {{}} of {count}d{sides}"
            lowest, highest = count, count * sides
            first = min(cells, key=lambda cell: cell.value.least)
            last = max(cells, key=lambda cell: cell.value.greatest)
            if first.value.least > lowest:
                found = f"{self._quoted(first.value)} {out.format(lowest)}"
                yield CellFlaw(first, found, f"begin it at {lowest}, or lower")
            if last.value.greatest < highest:
                found = f"{self._quoted(last.value)} {out.format(highest)}"
                yield CellFlaw(last, found, f"end it at {highest}, or higher")

    def _flaw(self, before: CheckedCell, cell: CheckedCell, seam: Seam) -> CellFlaw:
        """A gap or an overlap between a band and the next one up."""
        pair = f"{self._quoted(before.value)} and {self._quoted(cell.value)}"
        hint = f"begin it at {before.value.greatest + 1:g}"
        values = f"{seam.low:g}" if seam.low == seam.high else f"{seam.low:g} to {seam.high:g}"
        if not seam.is_twice:
            return CellFlaw(cell, f"nothing holds {values}, between {pair}", hint)
        if before.value.high is None:
            return CellFlaw(cell, f"{pair} overlap", "close the upper end of the lower band")
        if cell.value.low is None:
            return CellFlaw(cell, f"{pair} overlap", "close the lower end of the upper band")
        return CellFlaw(cell, f"{pair} both hold {values}", hint)

    def _quoted(self, band: Band) -> str:
        return f'"{self.printed(band) or "every value"}"'
