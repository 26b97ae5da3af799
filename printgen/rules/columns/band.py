"""Bands: ranges of a roll or total that together hold every value between their ends once."""

from collections.abc import Iterator, Sequence
from typing import Any

from printgen.rules.bands import Band, parse, printed
from printgen.rules.columns.base import Cell, ColumnType, Flaw


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

    def flaws(self, cells: Sequence[Cell]) -> Iterator[Flaw]:
        """Gaps, overlaps, and rolls of the column's dice that no band holds."""
        if not cells:
            return
        ordered = sorted(cells, key=lambda cell: _least(cell.value))
        first = before = ordered[0]
        for cell in ordered[1:]:
            yield from self._between(before, cell)
            before = cell if _greatest(cell.value) >= _greatest(before.value) else before
        if self.column.dice is not None:
            count, sides = self.column.dice
            out = f"leaves out the {{}} of {count}d{sides}"
            lowest, highest = count, count * sides
            if _least(first.value) > lowest:
                found = f"{self._quoted(first.value)} {out.format(lowest)}"
                yield Flaw(first, found, f"begin it at {lowest}, or lower")
            if _greatest(before.value) < highest:
                found = f"{self._quoted(before.value)} {out.format(highest)}"
                yield Flaw(before, found, f"end it at {highest}, or higher")

    def _between(self, before: Cell, cell: Cell) -> Iterator[Flaw]:
        """A gap or an overlap between a band and the next one up."""
        last, first = _greatest(before.value), _least(cell.value)
        pair = f"{self._quoted(before.value)} and {self._quoted(cell.value)}"
        hint = f"begin it at {last + 1:g}"
        if first > last + 1:
            gap = f"{last + 1:g}" if first == last + 2 else f"{last + 1:g} to {first - 1:g}"
            yield Flaw(cell, f"nothing holds {gap}, between {pair}", hint)
        elif last == float("inf"):
            yield Flaw(cell, f"{pair} overlap", "close the upper end of the lower band")
        elif first == float("-inf"):
            yield Flaw(cell, f"{pair} overlap", "close the lower end of the upper band")
        elif first <= last:
            end = min(last, _greatest(cell.value))
            both = f"{first:g}" if first == end else f"{first:g} to {end:g}"
            yield Flaw(cell, f"{pair} both hold {both}", hint)

    def _quoted(self, band: Band) -> str:
        return f'"{self.printed(band) or "every value"}"'


def _least(band: Band) -> float:
    return float("-inf") if band.low is None else band.low


def _greatest(band: Band) -> float:
    return float("inf") if band.high is None else band.high
