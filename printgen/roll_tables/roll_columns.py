"""Turn the rows of a lone table into its columns of bands, each parted into the tables it holds.

Cells and heading tell such a column. Bare numbers alone are none unless the heading speaks of a
roll, and neither are ranges that do not follow on each other, such as pages or numbers of players.
Dice that are rolled together are one question: each roll of the last for each roll of the others.
"""

from bisect import bisect
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from printgen.roll_tables.dice import Heading, read_heading, words
from printgen.roll_tables.options import NOTHING_ASKED, Asked
from printgen.roll_tables.roll_ranges import OPEN, Ends, Scale, plain, read_ends, read_scale
from printgen.rules.bands import Band
from printgen.rules.scalars import shown
from printgen.rules.source_node import Entry

_PAIRS = {"low": "high", "min": "max", "from": "to", "lower": "upper", "start": "end",
          "lowest": "highest", "minimum": "maximum"}  # fmt: skip
_RESULT = {"result", "results", "total"}
_COUNTING = (("column",), ("#",), ("no",), ("nr",), ("number",))
"""Headings, or none, under which bare numbers may be rolls: if these are the `_USUAL` dice's."""
_NEARLY = (("range",), ("ranges",), ("score",), ("scores",), ("value",))
"""Headings of what may be rolls: with at most one seam they are."""
_USUAL = (4, 6, 8, 10, 12, 20, 30, 100)
_TABLE = (("table",), ("tables",), ("table", "name"))


class BandLine(NamedTuple):
    """One row's cell, or its low and its high cell, and the ends that they write."""

    row: Entry
    cells: tuple[Entry, ...]
    text: str
    ends: tuple[Ends, ...]


class Banded(NamedTuple):
    """A column of bands, or two that are one, and its lines by the names of their tables.

    `label` is the column that names these. Of dice that are rolled together it is the last, and
    `before` are the others, a table of each for each roll of those before it. `doubt` says what
    was seen of bands that may be no rolls, empty where they are; `is_faint` where they hardly are.
    """

    names: tuple[str, ...]
    scale: Scale
    tables: Mapping[str, Sequence[BandLine]]
    label: str = ""
    before: "tuple[Banded, ...]" = ()
    doubt: str = ""
    is_faint: bool = False

    def ways(self, label: str = "") -> tuple[Mapping[Entry, int], int]:
        """In how many ways each row with a roll is rolled, and all together; 0 if nobody knows."""
        lines = [line for own in self.tables.values() for line in own]
        rolled = [(line.row, ends) for line in lines for ends in line.ends]
        scale, bands = self.scale.read(label, [ends for _, ends in rolled])
        ways, many = scale.ways(), Counter[Entry]()
        for (row, _), band in zip(rolled, bands, strict=True):
            if band:
                many[row] += sum(ways[roll] for roll in ways if band.holds(roll))
        return many, sum(ways.values())


def banded(
    names: Collection[str], rows: Sequence[Entry], asked: Asked = NOTHING_ASKED
) -> Iterator[Banded]:
    """The columns of bands among those of these names, and those that may be some."""
    said = {words(name): name for name in names}
    singles = dict.fromkeys(names)
    is_beside = any(asked.heading(name).is_roll for name in names)
    for own, name in said.items():
        for low in [word for word in own if word in _PAIRS]:
            high = said.get(tuple(_PAIRS[low] if word == low else word for word in own))
            heading = asked.heading(name, low)
            if high and (found := _column((name, high), heading, names, rows, is_beside)):
                is_beside |= not found.doubt
                singles = {one: None for one in singles if one not in found.names}
                yield found
    if crossed := _crossed(singles, names, rows):
        singles = {one: None for one in singles if one not in crossed.names}
        is_beside = True
        yield crossed
    doubtful = list[Banded]()
    for name in singles:
        found = _column((name,), asked.heading(name), names, rows, is_beside)
        doubtful += [found] if found and found.doubt else []
        if found and not found.doubt:
            is_beside = True
            yield found
    # The dice that a user named are those of the one column that may hold rolls.
    is_meant = asked.dice and not is_beside and len(doubtful) == 1
    yield from (one._replace(doubt="") if is_meant else one for one in doubtful)


def _column(
    names: tuple[str, ...],
    heading: Heading,
    others: Collection[str],
    rows: Sequence[Entry],
    is_beside: bool,
) -> Banded | None:
    """The column, if most of its cells are bands and most of these follow on each other.

    Where it `is_beside` one that speaks of a roll, more of them are to.
    """
    others = [name for name in others if name not in names]
    lines = list(band_lines(names, others, rows))
    ends = [one for line in lines for one in line.ends]
    has_ranges = any(one.low != one.high for one in ends)
    scale = read_scale(heading, ends)
    is_most = 2 * sum(1 for line in lines if line.ends) >= len(lines) > 0
    is_pair = len(names) > 1 and len(words(names[0])) == 1  # low and high alone speak of rolls
    is_counted = words(names[0])[:1] in _COUNTING and not is_beside
    if not is_most or not (has_ranges or scale.is_roll or is_pair or is_counted):
        return None
    label, tables = _tables(names[0], others, rows, lines, scale)
    lists = [[scale.band(one) for line in own for one in line.ends] for own in tables.values()]
    good, broken = _joints(lists)
    bands = [band for own in lists for band in own if band]
    if not bands:
        return None
    least, most = min(one.least for one in bands), max(one.greatest for one in bands)
    if is_pair:
        strict = spare = good
    elif scale.is_roll:
        # A slip or two in a few rows leave little that follows on; bare numbers may by chance.
        strict = spare = max(good, 2) if has_ranges or scale.is_bare else (good - 1) // 2
    elif set(words(names[0])) <= _RESULT:
        strict = spare = good // 3 if is_beside else good - 1
    else:
        # Of ranges under another heading, such as Pages, more is asked.
        is_near = words(names[0])[:1] in (*_COUNTING, *_NEARLY) and not is_beside
        spare, strict = 0 if is_beside else good - 1, int(is_near)
        strict = strict if least == 1 and (has_ranges or most in _USUAL) else -1
    is_run = good > 0 and broken <= max(strict, spare) and (scale.is_roll or least <= 3)
    head = read_ends(names[0])
    if head and lists[0] and _follow(scale.band(head[0]), lists[0][0]):
        return None  # no heading, but the first row
    # Under dice alone a range says enough; 4+ may be what is needed.
    is_dice = scale.is_bare and any(one.low != one.high and None not in one for one in ends)
    rolled = [one.least for one in bands]
    is_ended = (min(rolled), most) == (scale.lowest, scale.highest)
    is_dice |= scale.is_bare and is_ended and rolled == sorted(set(rolled))
    found = Banded(names, scale, tables, label)
    if is_dice or (is_run and broken <= strict):
        return found
    if not scale.is_bare and (is_beside or not (has_ranges or is_run)):
        return None
    seen = ", ".join(shown(line.text) for line in lines[:3] if line.ends)
    return found._replace(
        doubt=f"{shown(names[0])} holds {seen}", is_faint=not (is_run or scale.is_bare)
    )


_Crossed = tuple[BandLine, Mapping[str, Entry]]
"""A line of the last dice, and by its name the cell of each dice before that it stands under."""


def _crossed(
    singles: Iterable[str], others: Collection[str], rows: Sequence[Entry]
) -> Banded | None:
    """The columns of dice that are rolled together, at most four."""
    dice = [name for name in singles if read_heading(words(name)).highest]
    windows = (dice[at : at + many] for many in (4, 3, 2) for at in range(len(dice) - many + 1))
    return next(filter(None, (_cross(names, others, rows) for names in windows)), None)


def _cross(names: Sequence[str], others: Collection[str], rows: Sequence[Entry]) -> Banded | None:
    """Dice that are rolled together: most of the last stand under each roll of those before it.

    A cell that is empty goes on with the one above, as merged cells do.
    """
    *firsts, last = names
    others = [name for name in others if name not in names]
    lines = {line.row: line for line in band_lines((last,), others, rows)}
    called = next((name for name in others if words(name) in _TABLE), "")
    above, own, tables, label = (
        dict[str, Entry](),
        list[_Crossed](),
        dict[str, list[_Crossed]](),
        "",
    )
    for row in rows:
        label = cell_text(row.at(called)) or label
        above |= {name: row.at(name) for name in firsts if plain(cell_text(row.at(name)))}
        if row in lines and len(above) == len(firsts):
            own.append((lines[row], dict(above)))
            tables.setdefault(label, []).append(own[-1])
    before = list[Banded]()
    for name in firsts:
        scale = _scale(name, {cells[name]: None for _, cells in own})
        asked = dict[str, list[BandLine]]()
        parts = dict[str, list[_Crossed]]()
        for label, held in tables.items():
            for roll, line, under in _parts(held, name, scale):
                asked.setdefault(label, []).append(line)
                parts[f"{label}, {name} {roll}".removeprefix(", ")] = under
        before.append(Banded((name,), scale, asked))
        tables = {label: held for label, held in parts.items() if held}
    scale = _scale(last, [line.cells[0] for line, _ in own])
    if scale.is_odd or any(one.scale.is_odd for one in before):
        return None
    lists = [[scale.band(one) for line, _ in held for one in line.ends] for held in tables.values()]
    covered = [
        sum(min(band.greatest, scale.highest) - max(band.least, scale.lowest) + 1 for band in bands)
        for bands in ({band for band in bands if band} for bands in lists)
    ]
    # Beside rolls that stand once each, numbers such as those of a foe are no dice.
    is_alike = len({len(words(name)) for name in names}) == 1
    is_again = len(own) > len({tuple(map(cell_text, cells.values())) for _, cells in own})
    is_again |= is_alike and len(own) > len({line.text for line, _ in own})
    if not is_again or 2 * sum(covered) <= len(covered) * (scale.highest - scale.lowest + 1):
        return None
    asked = {label: [line for line, _ in held] for label, held in tables.items()}
    return Banded(tuple(names), scale, asked, called, tuple(before))


def _scale(name: str, cells: Iterable[Entry]) -> Scale:
    return read_scale(
        read_heading(words(name)), [one for cell in cells for one in read_ends(cell_text(cell))]
    )


def _parts(
    held: Sequence[_Crossed], name: str, scale: Scale
) -> Iterator[tuple[str, BandLine, list[_Crossed]]]:
    """The rolls of one dice, each with a line and what stands under it; so a cell that is none."""
    read = dict[Entry, list[Band]]()
    for _, cells in held:
        cell = cells[name]
        read[cell] = [band for one in read_ends(cell_text(cell)) if (band := scale.band(one))]
    own = scale.within("", [band for bands in read.values() for band in bands])
    read = {cell: [own.closed(band) for band in bands] for cell, bands in read.items()}
    for cell, bands in read.items():
        if not bands:
            yield (
                cell_text(cell),
                BandLine(cell, (cell,), cell_text(cell), read_ends(cell_text(cell))),
                [],
            )
    ends = {
        edge for bands in read.values() for one in bands for edge in (one.least, one.greatest + 1)
    }
    edges = sorted(map(int, ends))
    under: list[list[_Crossed]] = [[] for _ in edges]
    for one in held:
        for band in read[one[1][name]]:
            for at in range(bisect(edges, band.least - 1), bisect(edges, band.greatest)):
                under[at].append(one)
    for (low, after), own_held in zip(pairwise(edges), under, strict=False):
        if own_held:
            cell = own_held[0][1][name]
            first, last = (
                None if abs(end) == OPEN else own.written(end, end) for end in (low, after - 1)
            )
            line = BandLine(cell, (cell,), cell_text(cell), (Ends(first, last),))
            yield own.written(low, after - 1), line, own_held


def _joints(lists: Collection[Sequence[Band | None]]) -> tuple[int, int]:
    """How many bands follow on the one before, up or down, and how many do not."""
    ways = (
        sum(_follow(*pair) for bands in lists for pair in pairwise(bands[::step]))
        for step in (1, -1)
    )
    good = max(ways)
    return good, sum(len(bands) - 1 for bands in lists if bands) - good


def _follow(band: Band | None, after: Band | None) -> bool:
    return band is not None and after is not None and band.greatest + 1 == after.least


def band_lines(
    names: tuple[str, ...], others: Collection[str], rows: Sequence[Entry]
) -> Iterator[BandLine]:
    """The lines of a column. A row that is empty there goes on with the one above.

    Nor does a row count that repeats the heading, or that holds words there and nothing else.
    """
    for row in rows:
        cells = tuple(row.at(name) for name in names)
        texts = [text if read_ends(text) or plain(text) else "" for text in map(cell_text, cells)]
        first, last = (read_ends(text or "".join(texts)) for text in (texts[0], texts[-1]))
        if len(names) > 1:
            is_band = len(first) == len(last) == 1
            first = (Ends(first[0].low, last[0].high),) if is_band else ()
        is_one = first or (texts != list(names) and any(cell_text(row.at(name)) for name in others))
        if any(texts) and (is_one or not others):
            yield BandLine(row, cells, "–".join(texts), first)


def _tables(
    own_name: str,
    others: Collection[str],
    rows: Sequence[Entry],
    lines: Sequence[BandLine],
    scale: Scale,
) -> tuple[str, Mapping[str, Sequence[BandLine]]]:
    """The lines by their tables, and what names these: a column called table.

    Or else one that begins with the same roll at each of its words; so do titles between rows.
    """
    of_row = {line.row: line for line in lines}
    good, broken = _joints([[scale.band(one) for line in lines for one in line.ends]])
    called = [name for name in others if words(name) in _TABLE]
    # Bands that seldom follow on as they stand do not do so by tables either.
    for name in (*called, *((own_name, *others) if 3 * good >= broken else ())):
        label, labels, tables = "", [""], dict[str, list[BandLine]]()
        for row in rows:
            if name != own_name or row not in of_row:
                label = cell_text(row.at(name)) or label
            if row in of_row:
                tables.setdefault(label, []).append(of_row[row])
                labels += [label] * (label != labels[-1])
        if name in called:
            return name, tables
        if 1 < len(tables) >= len(labels) - 1 and min(map(len, tables.values())) > 1:
            begins = [scale.band(own[0].ends[0]) for own in tables.values() if own[0].ends]
            alike = Counter(band.least for band in begins if band)
            if 5 * max(alike.values(), default=0) >= 4 * len(tables):
                return name, tables
    return "", {"": lines}


def cell_text(cell: Entry) -> str:
    """What a cell says, without blanks around it."""
    return "" if cell.data is None else str(cell.data).strip()
