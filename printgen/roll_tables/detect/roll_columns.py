"""Columns of dice rolls: find them in a table, and split each by the tables it contains.

A column is recognised by its heading and its cells. Single numbers count only if the heading
mentions a roll. Ranges count only if each continues the one before, unlike pages or numbers of
players. Dice in several columns may be rolled together. Then the table needs each roll of the last
column for each roll of the other columns.
"""

from bisect import bisect
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby, pairwise
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from printgen.roll_tables.detect.dice import (
    DiceHeading,
    parse_dice_heading,
    split_heading_into_words,
)
from printgen.roll_tables.detect.options import NO_OPTIONS, AuditOptions
from printgen.roll_tables.detect.roll_ranges import (
    NO_END,
    RollRange,
    RollScale,
    normalize_roll_text,
    parse_ranges,
    read_scale,
)
from printgen.rules.files.nodes import Node
from printgen.rules.files.scalars import quote
from printgen.rules.values.bands import Band

_END_PAIRS = {"low": "high", "min": "max", "from": "to", "lower": "upper", "start": "end",
          "lowest": "highest", "minimum": "maximum", "von": "bis", "od": "do", "от": "до",
          "från": "till", "fra": "til", "desde": "hasta"}  # fmt: skip
_RESULT_WORDS = {"result", "results", "total"}
_COUNT_HEADINGS = (("column",), ("#",), ("no",), ("nr",), ("number",))
"""Headings, or none, under which single numbers may be rolls if they end like `_COMMON_DICE`."""
_RANGE_HEADINGS = (("range",), ("ranges",), ("score",), ("scores",), ("value",))
"""Headings under which ranges are rolls if they have at most one gap or overlap."""
_COMMON_DICE = (4, 6, 8, 10, 12, 20, 30, 100)
_MAX_WRONG_START = 2
"""How far the first roll of a table may differ from that of the others, as an error in it."""
_TABLE_HEADINGS = (("table",), ("tables",), ("table", "name"))


class RollRow(NamedTuple):
    """A row of a table of dice rolls.

    - `row`: the whole row.
    - `cells`: its one cell of rolls; or two cells, with the lowest and the highest roll.
    - `text`: the text of these cells.
    - `ends`: the ranges in it, each with a low and a high end.
    """

    row: Node
    cells: tuple[Node, ...]
    text: str
    ends: tuple[RollRange, ...]


class RollColumn(msgspec.Struct, frozen=True):
    """A column of rolls, and the tables of rolls in it.

    - `names`: the name of the column; or two names, of a column with the lowest rolls and a column
      with the highest.
    - `scale`: the dice, and how the column writes their rolls.
    - `tables`: the rows of each table by its name; "" is the name of a single table.
    - `label`: the column that has the names of the tables; "" without one.
    - `other_dice`: if dice are rolled one after the other and this column has the last one, the
      columns of the dice before. Each of these has one table for each roll of the dice before it.
    - `inner_scales`: the dice of inner tables, by the name of the table. An inner table has other
      dice, and is below one row of another table.
    - `doubt`: a message if the cells may not be rolls.
    - `is_unlikely`: whether they probably are no rolls.
    """

    names: tuple[str, ...]
    scale: RollScale
    tables: Mapping[str, Sequence[RollRow]]
    label: str = ""
    other_dice: "tuple[RollColumn, ...]" = ()
    inner_scales: Mapping[str, RollScale] = {}
    doubt: str = ""
    is_unlikely: bool = False

    def get_scale(self, label: str) -> RollScale:
        """Return the dice of the table called `label`, and how it writes their rolls."""
        return self.inner_scales.get(label, self.scale)

    def count_row_ways(self, label: str = "") -> tuple[Mapping[Node, int], int]:
        """Return the number of ways to roll each row of the table `label`, and the sum of them.

        If they are unknown, the mapping is empty and the number is 0.
        """
        lines = [line for table_lines in self.tables.values() for line in table_lines]
        row_ends = [(line.row, ends) for line in lines for ends in line.ends]
        scale, bands = self.scale.fit_bands(label, [ends for _, ends in row_ends])
        ways, counts = scale.count_ways(), Counter[Node]()
        for (row, _), band in zip(row_ends, bands, strict=True):
            if band:
                counts[row] += sum(ways[roll] for roll in ways if band.contains(roll))
        return counts, sum(ways.values())

    def find_result_columns(
        self, names: Iterable[str], columns: "Sequence[RollColumn]"
    ) -> list[str]:
        """Return the columns with the results of this column of rolls.

        `names` are all columns of the table, and `columns` all columns of rolls. If there are
        several columns of rolls, the results of each are between it and the next one.
        """
        roll_names = {name for item in columns for name in (*item.names, item.label)}
        groups, start = dict[str, list[str]](), ""
        for name in names:
            start = name if name in roll_names else start
            groups.setdefault(start, []).extend([name] * (name not in roll_names))
        is_split = "" not in groups and len(columns) > 1
        if is_split and all(groups[item.names[-1]] for item in columns):
            return groups[self.names[-1]]
        return [name for group in groups.values() for name in group]


def find_roll_columns(
    names: Collection[str], rows: Sequence[Node], options: AuditOptions = NO_OPTIONS
) -> Iterator[RollColumn]:
    """Yield the columns that contain rolls, then columns that may contain rolls (with a `doubt`).

    `names` are the columns of the table.
    """
    by_words = {split_heading_into_words(name): name for name in names}
    singles = dict.fromkeys(names)
    has_others = any(options.get_column_dice(name).is_roll for name in names)
    for name_words, name in by_words.items():
        for low in [word for word in name_words if word in _END_PAIRS]:
            words = tuple(_END_PAIRS[low] if word == low else word for word in name_words)
            high = by_words.get(words)
            heading = options.get_column_dice(name, low)
            if high and (column := _detect_column((name, high), heading, names, rows, has_others)):
                has_others |= not column.doubt
                singles = {item: None for item in singles if item not in column.names}
                yield column
    # Pairs of low and high come first: a low column on its own looks like rolls, too.
    if combined := _find_combined_dice(singles, names, rows):
        singles = {item: None for item in singles if item not in combined.names}
        has_others = True
        yield combined
    doubtful = list[RollColumn]()
    for name in singles:
        column = _detect_column((name,), options.get_column_dice(name), names, rows, has_others)
        doubtful += [column] if column and column.doubt else []
        if column and not column.doubt:
            has_others = True
            yield column
    # Dice given with --dice settle the doubt if only one column can be meant.
    is_meant = options.dice and not has_others and len(doubtful) == 1
    named = {name for name in names if options.is_in_rolls_option(name)}
    for item in doubtful:
        yield replace(item, doubt="") if is_meant or item.names[0] in named else item


def _is_named_after_die(name: str, names: Iterable[str]) -> bool:
    """Return whether a column is one of three or more neighbours named after different dice.

    Their cells are probably about these dice, such as their prices. `names` are all columns.
    """
    dice = {item: parse_dice_heading(item) for item in names}
    runs = (list(run) for _, run in groupby(dice, lambda item: bool(dice[item].dice)))
    run = next(run for run in runs if name in run)
    is_bare = all(dice[item].is_bare for item in run)
    return is_bare and len({dice[item].dice for item in run}) == len(run) > 2


def _detect_column(
    names: tuple[str, ...],
    heading: DiceHeading,
    other_names: Collection[str],
    rows: Sequence[Node],
    has_others: bool,
) -> RollColumn | None:
    """Return the column `names` as a column of rolls; None if it does not contain rolls.

    Two names are a low column and a high column, with the ends of ranges. Most cells must be rolls,
    and most ranges must begin directly after the one before. The cells in `other_names` say what
    each row is. `has_others` means that another column contains rolls; then the test is less
    strict.
    """
    is_kind = heading.is_bare and bool(heading.dice) and _is_named_after_die(names[0], other_names)
    other_names = [name for name in other_names if name not in names]
    lines = list(read_roll_rows(names, other_names, rows))
    ends = [item for line in lines for item in line.ends]
    has_ranges = any(item.low != item.high for item in ends)
    scale = read_scale(heading, ends)
    has_mostly_rolls = 2 * sum(1 for line in lines if line.ends) >= len(lines) > 0
    # low and high without other words mean rolls.
    is_pair = len(names) > 1 and len(split_heading_into_words(names[0])) == 1
    is_counted = split_heading_into_words(names[0])[:1] in _COUNT_HEADINGS and not has_others
    if not has_mostly_rolls or not (has_ranges or scale.is_roll or is_pair or is_counted):
        return None
    outer, inner, inner_scales = _split_inner_tables(lines, other_names, scale)
    label, tables = _split_rows_by_table(names[0], other_names, rows, outer, scale)
    groups = ((item for line in group for item in line.ends) for group in tables.values())
    lists = [[*map(scale.make_band, group)] for group in groups]
    joints, breaks = count_consecutive_bands(lists)
    bands = [band for group in lists for band in group if band]
    if not bands:
        return None
    least, greatest = min(item.lowest for item in bands), max(item.highest for item in bands)
    if is_pair:
        strict = spare = joints
    elif scale.is_roll:
        # One or two typing errors in a few rows leave few continued ranges. Single numbers
        # may continue each other by chance.
        strict = spare = max(joints, 2) if has_ranges or scale.is_bare else (joints - 1) // 2
    elif set(split_heading_into_words(names[0])) <= _RESULT_WORDS:
        strict = spare = joints // 3 if has_others else joints - 1
    else:
        # Ranges under other headings, such as Pages, must have no gap and no overlap.
        first_words = split_heading_into_words(names[0])[:1]
        is_likely = not has_others and first_words in (*_COUNT_HEADINGS, *_RANGE_HEADINGS)
        spare, strict = 0 if has_others else joints - 1, int(is_likely)
        strict = strict if least == 1 and (has_ranges or greatest in _COMMON_DICE) else -1
    is_run = joints > 0 and breaks <= max(strict, spare) and (scale.is_roll or least <= 3)
    # Such as 1-2 in a table without headings, above 3-4.
    heading_ends = parse_ranges(names[0])
    if heading_ends and lists[0] and _is_adjacent(scale.make_band(heading_ends[0]), lists[0][0]):
        return None  # no heading, but the first row
    # Under a heading of dice only, one range is enough. 4+ may be a number to reach.
    is_dice = scale.is_bare and any(item.low != item.high and None not in item for item in ends)
    lowest_rolls = [item.lowest for item in bands]
    is_ended = (min(lowest_rolls), greatest) == (scale.lowest, scale.highest)
    is_dice |= scale.is_bare and is_ended and lowest_rolls == sorted(set(lowest_rolls))
    column = RollColumn(names, scale, {**tables, **inner}, label, inner_scales=inner_scales)
    is_enough = is_ended or (not is_kind and _has_enough_rolls(scale, bands))
    if (not scale.highest or is_pair or is_enough) and (is_dice or (is_run and breaks <= strict)):
        return column
    if not scale.is_bare and (has_others or not (has_ranges or is_run)):
        return None
    examples = ", ".join(quote(line.text) for line in lines[:3] if line.ends)
    is_unlikely = not (is_run or scale.is_bare)
    return replace(column, doubt=f"{quote(names[0])} has {examples}", is_unlikely=is_unlikely)


def _has_enough_rolls(scale: RollScale, bands: Iterable[Band]) -> bool:
    """Return whether `bands` have half of the rolls of the dice, or their lowest or highest roll.

    If not, the numbers are probably something else, such as prices.
    """
    closed = {scale.close_open_ends(band) for band in bands}
    widths = (min(i.highest, scale.highest) - max(i.lowest, scale.lowest) + 1 for i in closed)
    count = sum(max(width, 0) for width in widths)
    is_end = min(i.lowest for i in closed) == scale.lowest
    is_end |= max(i.highest for i in closed) == scale.highest
    return is_end or 2 * count > scale.highest - scale.lowest


_CombinedLine = tuple[RollRow, Mapping[str, Node]]
"""A row of the last dice, and the cells of the dice before it, by column name."""


def _find_combined_dice(
    singles: Iterable[str], other_names: Collection[str], rows: Sequence[Node]
) -> RollColumn | None:
    """Return neighbouring columns of dice that are rolled together, as one column of rolls.

    There may be two to four of them. Return None if there are no such columns. `singles` are the
    columns to choose from.
    """
    dice = [name for name in singles if parse_dice_heading(name).highest]
    windows = (dice[i : i + count] for count in (4, 3, 2) for i in range(len(dice) - count + 1))
    return next(filter(None, (_combine_dice(names, other_names, rows) for names in windows)), None)


def _combine_dice(
    names: Sequence[str], other_names: Collection[str], rows: Sequence[Node]
) -> RollColumn | None:
    """Return columns of dice that are rolled together as one column of rolls; None if they are not.

    They are rolled together, such as a red and a blue d6, if most rolls of the last column occur
    for each roll of the others. An empty cell has the value of the cell above it, like a merged
    cell.
    """
    *firsts, last = names
    other_names = [name for name in other_names if name not in names]
    lines = {line.row: line for line in read_roll_rows((last,), other_names, rows)}
    labels = (name for name in other_names if split_heading_into_words(name) in _TABLE_HEADINGS)
    label_column = next(labels, "")
    above, label = dict[str, Node](), ""
    combined, tables = list[_CombinedLine](), dict[str, list[_CombinedLine]]()
    for row in rows:
        label = get_cell_text(row.get(label_column)) or label
        rolled = {
            name: row.get(name)
            for name in firsts
            if normalize_roll_text(get_cell_text(row.get(name)))
        }
        above |= rolled
        text = get_cell_text(row.get(last))
        # A dash beside the other rolls means that the last die is not needed.
        if text and len(rolled) == len(firsts) and not normalize_roll_text(text):
            whole = RollRange(None, str(parse_dice_heading(last).highest))
            lines[row] = RollRow(row, (row.get(last),), text, (whole,))
        if row in lines and len(above) == len(firsts):
            combined.append((lines[row], dict(above)))
            tables.setdefault(label, []).append(combined[-1])
    other_dice = list[RollColumn]()
    for name in firsts:
        scale = _make_scale(name, {cells[name]: None for _, cells in combined})
        roll_rows = dict[str, list[RollRow]]()
        parts = dict[str, list[_CombinedLine]]()
        for label, group in tables.items():
            for roll, line, below in _split_by_roll(group, name, scale):
                roll_rows.setdefault(label, []).append(line)
                parts[f"{label}, {name} {roll}".removeprefix(", ")] = below
        other_dice.append(RollColumn((name,), scale, roll_rows))
        tables = {label: group for label, group in parts.items() if group}
    scale = _make_scale(last, [line.cells[0] for line, _ in combined])
    if scale.is_unsupported or any(item.scale.is_unsupported for item in other_dice):
        return None
    lists = [
        [scale.make_band(item) for line, _ in group for item in line.ends]
        for group in tables.values()
    ]
    covered = [
        sum(min(band.highest, scale.highest) - max(band.lowest, scale.lowest) + 1 for band in bands)
        for bands in ({band for band in bands if band} for bands in lists)
    ]
    # If each roll occurs once, the other column has other numbers, such as those of a foe.
    is_alike = len({len(split_heading_into_words(name)) for name in names}) == 1
    rolls = {tuple(map(get_cell_text, cells.values())) for _, cells in combined}
    is_again = len(combined) > len(rolls)
    is_again |= is_alike and len(combined) > len({line.text for line, _ in combined})
    if not is_again or 2 * sum(covered) <= len(covered) * (scale.highest - scale.lowest + 1):
        return None
    roll_rows = {label: [line for line, _ in group] for label, group in tables.items()}
    return RollColumn(tuple(names), scale, roll_rows, label_column, tuple(other_dice))


def _make_scale(name: str, cells: Iterable[Node]) -> RollScale:
    ends = [item for cell in cells for item in parse_ranges(get_cell_text(cell))]
    return read_scale(parse_dice_heading(name), ends)


def _split_by_roll(
    lines: Sequence[_CombinedLine], name: str, scale: RollScale
) -> Iterator[tuple[str, RollRow, list[_CombinedLine]]]:
    """Yield each roll or range in a column: its text, its row, and all lines that have it.

    Cells that cannot be read come first, without lines.
    """
    read = dict[Node, list[Band]]()
    for _, cells in lines:
        ranges = parse_ranges(get_cell_text(cells[name]))
        read[cells[name]] = [*filter(None, map(scale.make_band, ranges))]
    fitted = scale.fit_to_table("", [*chain(*read.values())])
    read = {cell: [fitted.close_open_ends(band) for band in bands] for cell, bands in read.items()}
    for cell in (cell for cell, bands in read.items() if not bands):
        text = get_cell_text(cell)
        yield text, RollRow(cell, (cell,), text, parse_ranges(text)), []
    pairs = {(band.lowest, band.highest + 1) for band in chain(*read.values())}
    edges = sorted(map(int, {*chain(*pairs)}))
    groups: list[list[_CombinedLine]] = [[] for _ in edges]
    for item in lines:
        for band in read[item[1][name]]:
            for index in range(bisect(edges, band.lowest - 1), bisect(edges, band.highest)):
                groups[index].append(item)
    for (low, next_low), group in zip(pairwise(edges), groups, strict=False):
        if group:
            cell = group[0][1][name]
            ends = low, next_low - 1
            first, last = (None if abs(n) == NO_END else fitted.format_rolls(n, n) for n in ends)
            line = RollRow(cell, (cell,), get_cell_text(cell), (RollRange(first, last),))
            yield fitted.format_rolls(low, next_low - 1), line, group


def count_consecutive_bands(lists: Collection[Sequence[Band | None]]) -> tuple[int, int]:
    """Return how many bands begin directly after the band before, and how many do not.

    Each of `lists` has the bands of one table, which may rise or fall.
    """
    forward = sum(_is_adjacent(*pair) for bands in lists for pair in pairwise(bands))
    backward = sum(_is_adjacent(*pair) for bands in lists for pair in pairwise(bands[::-1]))
    joints = max(forward, backward)
    return joints, sum(len(bands) - 1 for bands in lists if bands) - joints


def _is_adjacent(band: Band | None, next_band: Band | None) -> bool:
    return band is not None and next_band is not None and band.highest + 1 == next_band.lowest


def read_roll_rows(
    names: tuple[str, ...], others: Collection[str], rows: Sequence[Node]
) -> Iterator[RollRow]:
    """Yield the rows that have rolls in the columns `names`, or another text there.

    Skipped are empty rows, rows that repeat the heading, and rows without a text in `others`.
    """
    for row in rows:
        cells = tuple(row.get(name) for name in names)
        texts = [*map(get_cell_text, cells)]
        texts = [text if parse_ranges(text) or normalize_roll_text(text) else "" for text in texts]
        first, last = (parse_ranges(text or "".join(texts)) for text in (texts[0], texts[-1]))
        if len(names) > 1:
            is_band = len(first) == len(last) == 1
            first = (RollRange(first[0].low, last[0].high),) if is_band else ()
        has_others = any(get_cell_text(row.get(name)) for name in others)
        is_roll_row = first or (has_others and texts != list(names))
        if any(texts) and (is_roll_row or not others):
            yield RollRow(row, cells, "–".join(texts), first)


def _split_rows_by_table(
    own_name: str,
    others: Collection[str],
    rows: Sequence[Node],
    lines: Sequence[RollRow],
    scale: RollScale,
) -> tuple[str, Mapping[str, Sequence[RollRow]]]:
    """Return the column that names the tables in a column of rolls, and their rows by name.

    That column is called table, or the rolls begin again at each new name in it. It may be the
    column of rolls itself, with titles between the rows. Without such a column, return "" and one
    table.
    """
    line_by_row = {line.row: line for line in lines}
    bands = [scale.make_band(ends) for line in lines for ends in line.ends]
    joints, breaks = count_consecutive_bands([bands])
    label_names = [name for name in others if split_heading_into_words(name) in _TABLE_HEADINGS]
    # If few bands continue the one before, splitting them into tables does not help.
    for name in (*label_names, *((own_name, *others) if 3 * joints >= breaks else ())):
        label, labels, tables = "", [""], dict[str, list[RollRow]]()
        for row in rows:
            if name != own_name or row not in line_by_row:
                label = get_cell_text(row.get(name)) or label
            if row in line_by_row:
                tables.setdefault(label, []).append(line_by_row[row])
                labels += [label] * (label != labels[-1])
        if name in label_names:
            return name, tables
        if 1 < len(tables) >= len(labels) - 1 and _has_same_first_roll([*tables.values()], scale):
            return name, tables
    return "", {"": lines}


def _has_same_first_roll(tables: Sequence[Sequence[RollRow]], scale: RollScale) -> bool:
    """Return whether the rolls of all tables begin with the same roll.

    A few tables may differ. But a table of only one range must contain all rolls: otherwise it is
    probably a part of another table. `scale` is the scale of all tables.
    """
    ends_by_table = ((ends for line in lines for ends in line.ends) for lines in tables)
    lists = [[*filter(None, map(scale.make_band, ends))] for ends in ends_by_table]
    if not all(lists):
        return False
    ends = [int(end) for band in chain(*lists) for end in (band.lowest, band.highest)]
    whole = Band(min(ends), max(ends))
    is_long = all(len(bands) > 1 or bands[0] == whole for bands in lists)
    ((start, count),) = Counter(bands[0].lowest for bands in lists).most_common(1)
    # With few tables, one wrong start is still a restart close to the others.
    is_restart = all(
        abs(bands[0].lowest - start) <= _MAX_WRONG_START and bands[0].lowest <= before[-1].lowest
        for before, bands in pairwise(lists)
    )
    return is_long and (5 * count >= 4 * len(lists) or is_restart)


def _split_inner_tables(
    lines: Sequence[RollRow], other_names: Collection[str], scale: RollScale
) -> tuple[Sequence[RollRow], Mapping[str, Sequence[RollRow]], Mapping[str, RollScale]]:
    """Return the rows of a table, and separately the rows and scales of its inner tables.

    The rows and the scales are by the names of the inner tables. An inner table is below a row that
    names other dice, such as "roll d4". It has the rows from the lowest roll of these dice to the
    next row that continues the rolls of the outer table.
    """
    bands = [scale.make_band(line.ends[0]) if line.ends else None for line in lines]
    outer, tables, scales = list[RollRow](), dict[str, Sequence[RollRow]](), dict[str, RollScale]()
    start = 0
    while start < len(lines):
        line, start = lines[start], start + 1
        outer.append(line)
        text = " ".join(get_cell_text(line.row.get(name)) for name in other_names).strip()
        heading = parse_dice_heading(text)
        end = _find_end_of_inner_table(bands, start, heading, scale)
        highest = max((band.highest for band in bands[start:end] if band), default=0)
        # Tables directly below each other may begin like that, but do not end with these dice.
        if end and highest in (heading.highest, NO_END):
            tables[text[:60]] = lines[start:end]
            ends = [item for line in lines[start:end] for item in line.ends]
            scales[text[:60]] = read_scale(heading, ends)
            start = end
    return outer, tables, scales


def _find_end_of_inner_table(
    bands: Sequence[Band | None], start: int, heading: DiceHeading, scale: RollScale
) -> int:
    """Return the index after the last row of a table inside another; 0 if there is no such table.

    It would begin at the index `start`, and its dice are those of `heading`. `bands` are the bands
    of all rows, and `scale` is the scale of the outer table.
    """
    above, first = bands[start - 1], bands[start] if start < len(bands) else None
    if (
        heading.is_unsupported
        or not above
        or not first
        or not heading.lowest == first.lowest <= above.highest
    ):
        return 0
    for end in range(start + 2, len(bands)):
        before, band = bands[end - 1 : end + 1]
        is_next = band is not None and band.lowest == above.highest + 1
        if is_next and not (before and before.highest == above.highest):
            return end
    return len(bands) if above.highest == scale.highest else 0


def get_cell_text(cell: Node) -> str:
    """Return the text of a cell without surrounding spaces."""
    return "" if cell.data is None else str(cell.data).strip()
