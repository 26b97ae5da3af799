"""Bands: ranges of a roll or total that together hold every value between their ends once."""

from collections.abc import Iterator, Sequence
from typing import Any

from printgen.rules.bands import Band, parse, printed
from printgen.rules.columns.base import Cell, ColumnType, Flaw
from printgen.rules.model import Column, Known
from printgen.rules.scalars import Fault, shown


class BandType(ColumnType):
    """From a lowest to a highest value, either end open. Unasked: no gap, no overlap."""

    takes = ("dice", "partition", "shift")

    def read(self, text: str, column: Column, known: Known) -> Band:
        words = known.words.band
        found = parse(text, words)
        if found is None:
            forms = (printed(band, words) for band in (Band(None, 3), Band(4, 6), Band(7, None)))
            one, two, three = (f'"{form}"' for form in forms)
            raise Fault(shown(text), f"write {one}, {two}, {three}, or one number")
        return found

    def printed(self, value: Any, column: Column, known: Known) -> str:
        return printed(value, known.words.band)

    def flaws(self, column: Column, cells: Sequence[Cell], known: Known) -> Iterator[Flaw]:
        """Gaps, overlaps, and rolls of the column's dice that no band holds."""
        if not cells:
            return
        ordered = sorted(cells, key=lambda cell: _least(cell.value))
        before = ordered[0]
        for cell in ordered[1:]:
            yield from _between(before, cell, known)
            before = cell if _greatest(cell.value) >= _greatest(before.value) else before
        if column.dice is not None:
            count, sides = column.dice
            lowest, highest = count, count * sides
            what = f"{'' if count == 1 else count}d{sides}"
            if _least(ordered[0].value) > lowest:
                yield Flaw(
                    ordered[0],
                    f'"{_said(ordered[0], known)}" leaves out the {lowest} of {what}',
                    f"begin it at {lowest}, or lower",
                )
            if _greatest(before.value) < highest:
                yield Flaw(
                    before,
                    f'"{_said(before, known)}" leaves out the {highest} of {what}',
                    f"end it at {highest}, or higher",
                )


def _between(before: Cell, cell: Cell, known: Known) -> Iterator[Flaw]:
    """A gap or an overlap between a band and the next one up."""
    last, first = _greatest(before.value), _least(cell.value)
    if first == last + 1:
        return
    pair = f'"{_said(before, known)}" and "{_said(cell, known)}"'
    if first > last + 1:
        gap = f"{last + 1:g}" if first == last + 2 else f"{last + 1:g} to {first - 1:g}"
        yield Flaw(cell, f"nothing holds {gap}, between {pair}", f"begin it at {last + 1:g}")
    elif last == float("inf"):
        yield Flaw(cell, f"{pair} overlap", "close the upper end of the lower band")
    elif first == float("-inf"):
        yield Flaw(cell, f"{pair} overlap", "close the lower end of the upper band")
    else:
        both = (
            f"{first:g}" if first == last else f"{first:g} to {min(last, _greatest(cell.value)):g}"
        )
        yield Flaw(cell, f"{pair} both hold {both}", f"begin it at {last + 1:g}")


def _said(cell: Cell, known: Known) -> str:
    return printed(cell.value, known.words.band) or "every value"


def _least(band: Band) -> float:
    return float("-inf") if band.low is None else band.low


def _greatest(band: Band) -> float:
    return float("inf") if band.high is None else band.high
