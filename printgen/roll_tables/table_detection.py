"""Turn a table of cells into the tables of rolls that it may hold, each with a head and rows.

It tells titles, heads and footnotes by where they stand and by cells below them that read as rolls,
and parts what stands below or beside each other. docs/tables.md says which form goes before which.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, zip_longest
from typing import NamedTuple

from printgen.problems import Where
from printgen.roll_tables.dice import read_heading, words
from printgen.roll_tables.roll_columns import band_lines, banded, cell_text
from printgen.roll_tables.roll_ranges import read_ends
from printgen.rules.formats.cell_table import CellTable, Line, letters
from printgen.rules.problem_log import cut
from printgen.rules.source_node import Entry

_TITLE, _TITLES = 80, 3
"""Letters, and lines: what is longer is prose, and no table's name."""
_LOOKED = 100
"""Lines of a table, and tables, that tell what the next one is: enough, and of a large file few."""
_NEAR = 2
"""Rolls by which the second part of a table may miss the end of the first: a fault, not a table."""


class HeadedTable(NamedTuple):
    """The rows below a head, and what stands above it: its `name`, empty where nothing does.

    `places` are those of the columns by name; one without a head has the name of its letter.
    `apart` are lines above and below that are none of its rows. Where a head stands twice and
    nobody can tell whether the second goes on, `doubt` is the first.
    """

    name: str
    places: Mapping[str, Where]
    rows: tuple[Entry, ...]
    apart: tuple[Entry, ...] = ()
    doubt: "HeadedTable | None" = None

    @property
    def place(self) -> Where:
        """Where its heads stand."""
        return next(iter(self.places.values()))


class _Patch(NamedTuple):
    """Lines that stand together, the first of them the head, and the first column's number."""

    left: int
    lines: list[Line]
    name: str
    apart: list[Entry]


def part_tables(table: CellTable) -> tuple[HeadedTable, ...]:
    """The tables in a table of cells, those that go on joined with what they go on from."""
    begun: list[_Patch] = []
    apart: list[Line] = []
    is_told = table.heads > 0 and any(cell.data for cell in table.lines[0])
    for left, lines, name in _regions(table):
        titles: list[Line] = []
        is_wide = any(len(_held(line)) > 1 for line in lines)
        while not is_told and len(lines) > 1 and _is_title(lines, is_wide=is_wide):
            titles.append(lines.pop(0))
        before = _before(begun, left)
        is_led = is_told or _is_led(lines, left, before)
        if not is_wide and (len(lines) < 2 or not (_rolls(lines[1:]) or (_rolls(lines) and begun))):
            apart += [*titles, *lines]
            continue
        if before and not is_led:
            goes_on = (_shifted(one, left - before.left) for one in (*titles, *lines))
            before.lines.extend([*apart, *goes_on])
        else:
            # All that stands above the first table names it, above others what is next to it.
            many = 0 if titles else 1 if begun else _TITLES
            while apart and len(titles) < many and len(_words(apart[-1])) <= _TITLE:
                titles.insert(0, apart.pop())
            called = ", ".join([name, *map(_words, titles)])
            own = _Patch(left, lines if is_led else [[], *lines], called, [])
            (begun or [own])[-1].apart.extend(_held(line)[0] for line in apart)
            begun += _beside(own)
        apart, is_told = [], False
    for one in begun[-1:]:
        one.apart.extend(_held(line)[0] for line in apart)
    return tuple(_joined([split for one in begun for split in _stacked(one)], table.name))


def _before(begun: Sequence[_Patch], left: int) -> _Patch | None:
    """The last table in whose columns others begin."""
    near = reversed(begun[-_LOOKED:])
    return next((one for one in near if 0 <= left - one.left < _wide(one)), None)


def _words(line: Line) -> str:
    return cell_text(_held(line)[0])


def _is_led(lines: Sequence[Line], left: int, before: _Patch | None) -> bool:
    """Whether heads come first: words over rolls, and no roll where a table before has its own."""
    under = _rolls(before.lines[1:_LOOKED]) if before else []
    at = under[0] + before.left - left if before and under else -1
    is_roll = 0 <= at < len(lines[0]) and bool(read_ends(cell_text(lines[0][at])))
    return not is_roll and is_head(lines[0], lines[1:])


def _is_title(lines: Sequence[Line], *, is_wide: bool) -> bool:
    """Whether the first of some lines is a title: words that stand alone above others."""
    held = _held(lines[0])
    if len(held) != 1 or read_ends(cell_text(held[0])):
        return False
    at = list(lines[0]).index(held[0])
    if read_heading(words(cell_text(held[0]))).is_bare and len(lines[1]) > at:
        return not read_ends(cell_text(lines[1][at]))  # a head over rolls, the others unnamed
    return is_wide or not any(read_ends(cell_text(cell)) for cell in _held(lines[1]))


def _shifted(line: Line, by: int) -> Line:
    return [*[Entry(line[0].scope, line[0].place, line[0].place, "")] * by, *line]


def _wide(patch: _Patch) -> int:
    return max(map(len, patch.lines[:_LOOKED]))


def is_head(first: Line, below: Sequence[Line]) -> bool:
    """Whether a line names columns, as the lines below it tell: it has words over rolls."""
    columns = _rolls(below)
    for column in columns:
        ends = [read_ends(cell_text(line[column])) for line in (first, *below) if line[column].data]
        if first[column].data and len(ends) > 1 and ends[0] and ends[1]:
            last, after = ends[0][-1].high, ends[1][0].low
            if last and after and int(last) + 1 == int(after):
                return False
    own = [text for column in columns if (text := cell_text(first[column]))]
    return not own or not all(map(read_ends, own))


def _held(line: Line) -> list[Entry]:
    """The cells of a line that hold anything, one that spans several places once."""
    return list({id(cell): cell for cell in line if cell.data}.values())


def _rolls(lines: Sequence[Line]) -> list[int]:
    """The columns most of whose cells read as rolls."""
    found = []
    for column in range(max(map(len, lines), default=0)):
        own = (line[column] for line in lines if len(line) > column)
        cells = [text for cell in own if (text := cell_text(cell))]
        if cells and 2 * sum(1 for text in cells if read_ends(text)) >= len(cells):
            found.append(column)
    return found


def _regions(table: CellTable) -> Iterator[tuple[int, list[Line], str]]:
    """What blank lines part, and of that what blank columns part and what begins a table there."""
    width = max(map(len, table.lines), default=0)
    lines: list[Line] = []
    for line in (*table.lines, ()):
        if any(cell.data for cell in line):
            blank = Entry(line[0].scope, line[0].place, line[0].place, "")
            lines.append([*line, *[blank] * (width - len(line))])
        elif lines:
            yield from _groups(lines, width)
            lines = []


def _groups(lines: list[Line], width: int) -> Iterator[tuple[int, list[Line], str]]:
    above = 0
    while above < len(lines) - 1 and len(_held(lines[above])) == 1:
        above += 1
    used = [any(line[at].data for line in lines[above:]) for at in range(width)]
    starts = [at for at in range(width) if used[at] and not (at and used[at - 1])]
    ends = [at + 1 for at in range(width) if used[at] and not any(used[at + 1 : at + 2])]
    begins = [
        at
        for at, end in zip(starts, ends, strict=True)
        if at == starts[0] or _begins([line[at:end] for line in lines[above:]])
    ]
    if len(begins) < 2 or not _begins([line[starts[0] : ends[0]] for line in lines[above:]]):
        yield 0, lines, ""
        return
    name = ", ".join(cell_text(_held(line)[0]) for line in lines[:above])
    for left, end in pairwise([*begins, width]):
        own = [line[left:end] for line in lines[above:]]
        yield left, [line for line in own if any(cell.data for cell in line)], name


def _begins(lines: Sequence[Line]) -> bool:
    """Whether columns beside others are a table of their own: their head speaks of a roll."""
    while len(lines) > 1 and len(_held(lines[0])) < 2 <= len(_held(lines[1])):
        lines = lines[1:]
    heads = [cell_text(cell) for cell in lines[0]]
    if any(read_heading(words(one)).is_roll for one in heads):
        return True
    first = [ends for line in lines if (ends := read_ends(cell_text(line[0])))]
    return len(first) > 1 and any(one.low != one.high for ends in first for one in ends)


def _beside(patch: _Patch) -> Iterator[_Patch]:
    """The tables side by side under one line of heads, where the first or a roll stands again."""
    heads = [cell_text(cell).casefold() for cell in patch.lines[0]]
    rolls = [at for at, one in enumerate(heads) if read_heading(words(one)).is_roll]
    for own in [*[0] * bool(heads), *rolls[:1]]:
        again = [at for at in range(own + 2, len(heads)) if heads[own] and heads[at] == heads[own]]
        for left, right in pairwise([0, *again, _wide(patch)] if again else ()):
            lines = [line[left:right] for line in patch.lines]
            lines = [line for line in lines if any(cell.data for cell in line)]
            yield _Patch(patch.left + left, lines, patch.name, [] if left else patch.apart)
        if again:
            return
    yield patch


def _stacked(patch: _Patch) -> Iterator[_Patch]:
    """The tables right below each other: one begins where its head stands again, or other dice."""
    own, *rest = patch.lines
    heads, name, apart = [cell_text(cell) for cell in own], patch.name, patch.apart
    lines: list[Line] = [own]
    for at, line in enumerate(rest):
        texts = [cell_text(cell) for cell in line]
        below = rest[at + 1] if at + 1 < len(rest) else ()
        is_dice = any(
            (said := read_heading(words(text))).dice and said.is_bare and read_ends(cell_text(cell))
            for text, cell in zip(texts, below, strict=False)
        )
        if is_dice:  # and not what is rolled for of a result
            led = [texts[one] for one in _rolls(lines[1:])[:1] if one < len(texts)]
            is_dice = all(led) and not any(map(read_ends, texts))
        if (is_dice or texts == heads) and len(_held(line)) >= min(2, len(_held(own))):
            titles: list[str] = []
            while len(lines) > 1 and _is_title([lines[-1], line], is_wide=True):
                titles.insert(0, cell_text(_held(lines.pop())[0]))
            yield _Patch(patch.left, lines, name, apart)
            lines, heads, name, apart = [], texts, ", ".join(titles), []
        lines.append(line)
    yield _Patch(patch.left, lines, name, apart)


def _joined(patches: Sequence[_Patch], name: str) -> Iterator[HeadedTable]:
    """The tables; one whose head stood before goes on where that ends, or begins anew as it did."""
    made: list[tuple[str, HeadedTable]] = []
    for patch in patches:
        table = _headed(patch, name)
        # A blank column after the last parts it from what stands right of it.
        heads = "\t".join(cell_text(cell).casefold() for cell in patch.lines[0]).rstrip("\t")
        at = next((at for at, one in enumerate(made) if heads and one[0] == heads), -1)
        first = made[at][1] if at >= 0 else table
        named = (zip(first.places, row.parts.values(), strict=False) for row in table.rows)
        rows = [row.mapping(dict(own)) for row, own in zip(table.rows, named, strict=True)]
        ends = _ends(first, rows) if at >= 0 else None
        if not ends or ends[0] == ends[2]:
            made.append((heads, table))
        elif abs(ends[1] + 1 - ends[2]) <= _NEAR:
            made[at] = heads, first._replace(rows=(*first.rows, *rows))
        else:
            made.append((heads, table._replace(doubt=first)))
    yield from (table for _, table in made)


def _ends(first: HeadedTable, rows: Sequence[Entry]) -> tuple[int, int, int] | None:
    """The first and the last roll of a table, and the first of rows under the same heads."""
    for column in banded(tuple(first.places), first.rows):
        others = [name for name in first.places if name not in column.names]
        parts = [
            [one for line in band_lines(column.names, others, own) for one in line.ends]
            for own in (first.rows, rows)
        ]
        _, bands = column.scale.read("", [one for part in parts for one in part])
        above, below = (
            [band for band in own if band]
            for own in (bands[: len(parts[0])], bands[len(parts[0]) :])
        )
        if above and below and not (column.doubt or column.before):
            return int(above[0].least), int(above[-1].greatest), int(below[0].least)
    return None


def _headed(patch: _Patch, name: str) -> HeadedTable:
    head, *lines = patch.lines
    width = max(map(len, patch.lines))
    places, names = dict[str, Where](), list[str]()
    for at in range(width):
        cell = head[at] if at < len(head) and not (at and head[at] is head[at - 1]) else None
        column = f"column {letters(patch.left + at)}"
        text = " ".join(cell_text(cell).split())[:60].strip() if cell else ""
        text = f"{text} ({column})" if text in places else text or column
        below = next((line[at] for line in lines if len(line) > at and line[at].data), None)
        names.append(text if text != column or below else "")
        if not names[-1]:
            continue
        stands = cell or below or next(one for line in patch.lines for one in line)
        places[text] = stands.place
    rows, above = list[Entry](), list[Entry]()
    for line in lines:
        cells = [_own(*each) for each in zip_longest(line, above[: len(line)], (None, *line[:-1]))]
        place = next((own for own, cell in zip(cells, line, strict=True) if own is cell), cells[0])
        rows.append(
            place.mapping({name: cell for name, cell in zip(names, cells, strict=False) if name})
        )
        above = [*line]
    said = cut(", ".join(filter(None, (name, patch.name.strip(", ")))))
    return HeadedTable(said, places, tuple(rows), tuple(patch.apart))


def _own(cell: Entry, above: Entry | None, before: Entry | None) -> Entry:
    """A cell that spans several is empty right of its first place, and below it if it is a roll.

    Such an empty cell has something `raw`.
    """
    is_again = cell is before or (cell is above and read_ends(cell_text(cell)))
    return Entry(cell.scope, cell.place, cell.place, "", raw=True) if is_again else cell
