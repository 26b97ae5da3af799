"""Column types of numbers: numbers, modifiers, needs, dice, bands and tallies.

Whole numbers are printed with the unit of their column and with U+2212 as minus. Modifiers are
printed with their sign, and zero as +0. A need is the lowest roll that succeeds, printed as 5+.
Dice are printed with their number: d6 as 1d6. A band is a range of a roll or a total; the bands of
a column cover each value exactly once. A tally, the cell of a view, is a count of rows and the
total that it is part of.
"""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from printgen.problems import InputError, Problem
from printgen.rules.columns.base import CheckedCell, ColumnType
from printgen.rules.files.scalars import parse_dice, parse_number, quote
from printgen.rules.values.bands import (
    Band,
    BandConflict,
    find_band_conflicts,
    format_band,
    format_signed,
    parse_band,
)


class NumberType(ColumnType):
    """A whole number, or a letter instead of it.

    The option `or` of the column allows one letter: with `or: {X: no effect}`, a cell may be X.
    """

    special_keys: ClassVar[tuple[str, ...]] = ("unit", "or_", "shift", "cycle")

    @property
    def hint(self) -> str:
        alternative = f", or {self.column.fallback_letter}" if self.column.fallback_letter else ""
        return f"write a whole number, such as 12 or -3{alternative}"

    def parse_value(self, text: str) -> int | str | None:
        # The letter is accepted in either case, but printed as declared.
        letter = self.column.fallback_letter
        return letter if letter and text.casefold() == letter.casefold() else parse_number(text)

    def format_value(self, value: Any) -> str:
        return format_signed(value) if isinstance(value, int) else str(value)


class ModifierType(NumberType):
    """The type of a column with numbers that players add to a roll, written with their sign."""

    special_keys = ("unit", "shift")
    hint = "write a number with its sign, such as +1 or -2"

    def format_value(self, value: Any) -> str:
        return format_signed(value, plus=True)

    def export_value(self, value: Any) -> str:
        return str(value)


class NeededRollType(ColumnType):
    """A number to reach, such as 5+. The column's dice must be able to roll it."""

    special_keys = ("dice",)
    hint = "write the lowest roll that succeeds, such as 5+"

    def parse_value(self, text: str) -> int | None:
        need = int(text[:-1]) if re.fullmatch(r"[1-9][0-9]?\+", text) else None
        # Without dice any number of two digits is accepted.
        count, sides = self.column.dice or (1, 99)
        if need is not None and not count <= need <= count * sides:
            message = f"{count}d{sides} cannot roll {quote(text)}"
            raise InputError(message, f"write {count}+ to {count * sides}+")
        return need

    def format_value(self, value: Any) -> str:
        return f"{value}+"


class DiceType(ColumnType):
    """Dice such as 2d6, as their number and the number of their sides."""

    def parse_value(self, text: str) -> tuple[int, int]:
        return parse_dice(text)

    def format_value(self, value: Any) -> str:
        count, sides = value
        return f"{count}d{sides}"


class BandType(ColumnType):
    """A range of whole numbers; either end may be open.

    A column of bands is always checked for gaps and overlaps.
    """

    special_keys = ("dice", "partition", "shift")

    @property
    def hint(self) -> str:
        bands = (Band(None, 3), Band(4, 6), Band(7, None))
        return f"write {', '.join(map(self._quote_band, bands))}, or one number"

    def parse_value(self, text: str) -> Band | None:
        return parse_band(text, self.context.words.band)

    def format_value(self, value: Any) -> str:
        return format_band(value, self.context.words.band)

    def find_problems(self, cells: Sequence[CheckedCell]) -> Iterator[Problem]:
        """Yield gaps, overlaps, and rolls of the column's dice that no band covers."""
        for conflict in find_band_conflicts([cell.value for cell in cells]):
            yield self._explain_conflict(cells[conflict.before], cells[conflict.after], conflict)
        # Gaps between bands are found above; the dice may also roll below or above all bands.
        if cells and self.column.dice is not None:
            count, sides = self.column.dice
            template = f"does not cover {{}}, which {count}d{sides} can roll"
            lowest, highest = count, count * sides
            first = min(cells, key=lambda cell: cell.value.lowest)
            last = max(cells, key=lambda cell: cell.value.highest)
            if first.value.lowest > lowest:
                message = f"{self._quote_band(first.value)} {template.format(lowest)}"
                yield first.make_error(message, f"start it at {lowest} or lower")
            if last.value.highest < highest:
                message = f"{self._quote_band(last.value)} {template.format(highest)}"
                yield last.make_error(message, f"end it at {highest} or higher")
            # An open end is reached with modifiers, which the column's dice do not include.
            for cell in (first, last) if first is not last else (last,):
                low, high = cell.value.low, cell.value.high
                if low is not None and high is not None and (low < lowest or high > highest):
                    message = f"{count}d{sides} cannot roll all of {self._quote_band(cell.value)}"
                    hint = "correct it, or remove dice: from the column if modifiers are added"
                    yield cell.make_error(message, hint)

    def _explain_conflict(
        self, before: CheckedCell, cell: CheckedCell, conflict: BandConflict
    ) -> Problem:
        """Return the problem of a gap or an overlap between the bands of two cells.

        `before` is the cell with the lower band, `cell` the other one. `conflict` is the gap or
        overlap.
        """
        pair = f"{self._quote_band(before.value)} and {self._quote_band(cell.value)}"
        hint = f"start it at {before.value.highest + 1:g}"
        values = f"{conflict.low:g}"
        values += f" to {conflict.high:g}" if conflict.low != conflict.high else ""
        if not conflict.is_overlap:
            return cell.make_error(f"no row covers {values}, between {pair}", hint)
        # An open end overlaps without limit, so there are no values to list.
        if before.value.high is None:
            return cell.make_error(f"{pair} overlap", "give the lower band a highest value")
        if cell.value.low is None:
            return cell.make_error(f"{pair} overlap", "give the higher band a lowest value")
        return cell.make_error(f"{pair} both cover {values}", hint)

    def _quote_band(self, band: Band) -> str:
        return f'"{self.format_value(band) or "every value"}"'


class Tally(NamedTuple):
    """A count (`counted`), and the `total` that it is a part of."""

    counted: int
    total: int


class TallyType(ColumnType):
    """A count, its percentage of a total, or both: the option `shows` of the column says which."""

    def export_value(self, value: Any) -> str:
        return str(value.counted)


def format_percentage(part: Tally) -> str:
    """Return the count as a whole percentage of the total, rounded half up, such as "33%"."""
    exact = Fraction(part.counted, part.total)
    percent = int(exact * 100 + Fraction(1, 2))
    # Printing 0% or 100% would claim that none or all were counted.
    return f"{min(max(percent, 1), 99) if 0 < exact < 1 else percent}%"
