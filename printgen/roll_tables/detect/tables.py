"""Detection of tables in a sheet of cells: titles, headings, rows and footnotes.

Lines are recognised by their position and by cells below them that are rolls. Tables below each
other and side by side are split. docs/tables.md, "How a layout is read", lists the rules.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise, zip_longest
from pathlib import Path

import msgspec
from msgspec.structs import replace

from printgen.problems import Log, Place, shorten_text
from printgen.roll_tables.detect.dice import parse_dice_heading
from printgen.roll_tables.detect.options import AuditOptions
from printgen.roll_tables.detect.roll_columns import (
    count_consecutive_bands,
    find_roll_columns,
    get_cell_text,
    read_roll_rows,
)
from printgen.roll_tables.detect.roll_ranges import parse_ranges
from printgen.rules.files.formats import read_tables
from printgen.rules.files.formats.cell_table import CellTable, Line, format_column_letters
from printgen.rules.files.nodes import Node

_MAX_TITLE, _MAX_TITLE_LINES = 80, 3
"""The most letters and lines of a title above a table; longer text is prose."""
_SAMPLE_SIZE = 100
"""The most earlier lines or tables that the next is compared with; limited for large files."""
_MAX_ROLL_GAP = 2
"""The second part of a table may start this many rolls too early or late, as an error in it."""


class HeadedTable(msgspec.Struct, frozen=True):
    """A table with headings, as it was read from a file.

    - `name`: the title above it, or "".
    - `places`: the place in the file of each column, by its heading. A column without a heading is
      named by its letter.
    - `rows`: mappings from these names to cells.
    - `others`: the first cells of lines around the table that are not its rows.
    - `doubt`: an earlier table with the same headings, if it is unclear whether this table
      continues it; else None.
    """

    name: str
    places: Mapping[str, Place]
    rows: tuple[Node, ...]
    others: tuple[Node, ...] = ()
    doubt: "HeadedTable | None" = None

    @property
    def header_place(self) -> Place:
        """The place of the first heading."""
        return next(iter(self.places.values()))


class _TableRegion(msgspec.Struct, frozen=True):
    """A block of lines with one table. The first line has the headings, or is empty without any.

    `left` is the index of its first column in the sheet. `name` is the title above the table, or
    "". `others` are the first cells of lines around the table that are not its rows.
    """

    left: int
    lines: list[Line]
    name: str
    others: list[Node]


def split_tables(table: CellTable) -> tuple[HeadedTable, ...]:
    """Return the tables in a sheet of cells. A table that is split into several parts is joined."""
    begun: list[_TableRegion] = []
    others: list[Line] = []
    has_header = table.header_count > 0 and any(cell.data for cell in table.lines[0])
    for left, lines, name in _split_into_blocks(table):
        titles: list[Line] = []
        is_wide = any(len(_list_filled_cells(line)) > 1 for line in lines)
        while not has_header and len(lines) > 1 and _is_title(lines, is_wide=is_wide):
            titles.append(lines.pop(0))
        previous = _find_previous_region(begun, left)
        is_headed = has_header or _has_header(lines, left, previous)
        is_table = is_wide or _find_roll_column_indexes(lines[1:])
        if not (is_table or (begun and lines[1:] and _find_roll_column_indexes(lines))):
            others += [*titles, *lines]
            continue
        if previous and not is_headed:
            missing = left - previous.left
            continued = (_prepend_empty_cells(item, missing) for item in (*titles, *lines))
            previous.lines.extend([*others, *continued])
        else:
            # Up to three lines above the first table are its title; above other tables, one line.
            max_titles = 0 if titles else 1 if begun else _MAX_TITLE_LINES
            while (
                others and len(titles) < max_titles and len(_read_title(others[-1])) <= _MAX_TITLE
            ):
                titles.insert(0, others.pop())
            title = ", ".join([name, *map(_read_title, titles)])
            region = _TableRegion(left, lines if is_headed else [[], *lines], title, [])
            (begun or [region])[-1].others.extend(_list_filled_cells(line)[0] for line in others)
            begun += _split_repeated_headers(region)
        others, has_header = [], False
    for item in begun[-1:]:
        item.others.extend(_list_filled_cells(line)[0] for line in others)
    return tuple(
        _join_tables([split for item in begun for split in _split_stacked_tables(item)], table.name)
    )


def read_headed_tables(
    path: Path, sheet: str, log: Log, options: AuditOptions
) -> list[HeadedTable]:
    """Return the tables of a file. `sheet` is a sheet of a workbook; "" for all."""
    source = path.parent, path.name, sheet, Place(str(path)), log, options.encoding
    cell_tables = read_tables(*source, hidden=options.hidden)
    return join_continued_tables(chain.from_iterable(map(split_tables, cell_tables)))


def join_continued_tables(tables: Iterable[HeadedTable]) -> list[HeadedTable]:
    """Return the tables of a file. A table that continues the one before it is joined to it.

    A table continues the one before it if it has the same headings and no other title, and if its
    rolls follow the last roll there.
    """
    joined: list[HeadedTable] = []
    for table in tables:
        first = joined[-1] if joined else table
        is_same = [*first.places] == [*table.places] and table.name in ("", first.name)
        ends = _find_boundary_rolls(first, table.rows) if is_same and joined else None
        if ends and ends[0] != ends[2] and abs(ends[1] + 1 - ends[2]) <= _MAX_ROLL_GAP:
            rows, others = (*first.rows, *table.rows), (*first.others, *table.others)
            joined[-1] = replace(first, rows=rows, others=others)
        else:
            joined.append(table)
    return joined


def _find_previous_region(regions: Sequence[_TableRegion], left: int) -> _TableRegion | None:
    """Return the last of `regions` with a column at the index `left`; None if none has one."""
    recent = reversed(regions[-_SAMPLE_SIZE:])
    return next((region for region in recent if 0 <= left - region.left < _get_width(region)), None)


def _read_title(line: Line) -> str:
    return get_cell_text(_list_filled_cells(line)[0])


def _has_header(lines: Sequence[Line], left: int, previous: _TableRegion | None) -> bool:
    """Return whether the first line has the headings of a new table.

    It does if it has words above rolls. If it has a roll in the column in which the table
    `previous` has its rolls, it is one more row of that table. `left` is the index of the first
    column.
    """
    rolls = _find_roll_column_indexes(previous.lines[1:_SAMPLE_SIZE]) if previous else []
    index = rolls[0] + previous.left - left if previous and rolls else -1
    is_roll = 0 <= index < len(lines[0]) and bool(parse_ranges(get_cell_text(lines[0][index])))
    return not is_roll and is_header(lines[0], lines[1:])


def _is_title(lines: Sequence[Line], *, is_wide: bool) -> bool:
    """Return whether the first line is a title: text in only one cell, above other lines.

    In a table of one column, the text is no title but a heading if there are rolls below it.
    `is_wide` means that the table has several columns.
    """
    cells = _list_filled_cells(lines[0])
    if len(cells) != 1 or parse_ranges(get_cell_text(cells[0])):
        return False
    index = list(lines[0]).index(cells[0])
    if parse_dice_heading(get_cell_text(cells[0])).is_bare and len(lines[1]) > index:
        # Otherwise it is the heading of the rolls, and the other columns have none.
        return not parse_ranges(get_cell_text(lines[1][index]))
    texts = map(get_cell_text, _list_filled_cells(lines[1]))
    return is_wide or not any(map(parse_ranges, texts))


def _prepend_empty_cells(line: Line, count: int) -> Line:
    return [*[Node(line[0].log, line[0].place, line[0].place, "")] * count, *line]


def _get_width(region: _TableRegion) -> int:
    return max(map(len, region.lines[:_SAMPLE_SIZE]))


def is_header(first: Line, below: Sequence[Line]) -> bool:
    """Return whether the line `first` has headings: words above columns of rolls `below`."""
    columns = _find_roll_column_indexes(below)
    # Without headings, the first line is a roll that the next line continues.
    for column in columns:
        cells = (line[column] for line in (first, *below))
        ends = [parse_ranges(get_cell_text(cell)) for cell in cells if cell.data]
        if first[column].data and len(ends) > 1 and ends[0] and ends[1]:
            last, after = ends[0][-1].high, ends[1][0].low
            if last and after and int(last) + 1 == int(after):
                return False
    texts = [text for column in columns if (text := get_cell_text(first[column]))]
    return not texts or not all(map(parse_ranges, texts))


def _list_filled_cells(line: Line) -> list[Node]:
    """Return the cells of a line that are not empty. A merged cell is returned once."""
    return list({id(cell): cell for cell in line if cell.data}.values())


def _find_roll_column_indexes(lines: Sequence[Line]) -> list[int]:
    """Return the indexes of columns in which at least half of the cells are rolls."""
    columns = []
    for column in range(max(map(len, lines), default=0)):
        column_cells = (line[column] for line in lines if len(line) > column)
        cells = [text for cell in column_cells if (text := get_cell_text(cell))]
        if cells and 2 * sum(1 for text in cells if parse_ranges(text)) >= len(cells):
            columns.append(column)
    return columns


def _split_into_blocks(table: CellTable) -> Iterator[tuple[int, list[Line], str]]:
    """Yield the blocks of lines that are separated by blank lines or blank columns.

    Each is a tuple: the index of its first column, its lines, and its title.
    """
    width = max(map(len, table.lines), default=0)
    lines: list[Line] = []
    for line in (*table.lines, ()):
        if any(cell.data for cell in line):
            blank = Node(line[0].log, line[0].place, line[0].place, "")
            lines.append([*line, *[blank] * (width - len(line))])
        elif lines:
            yield from _split_adjacent_tables(lines, width)
            lines = []


def _split_adjacent_tables(lines: list[Line], width: int) -> Iterator[tuple[int, list[Line], str]]:
    """Yield the tables side by side in a block of lines, which blank columns separate.

    If there is only one table, yield the block. Each item is a tuple: the index of the first column
    of the table in the block, its lines, and its title.
    """
    above = 0
    while above < len(lines) - 1 and len(_list_filled_cells(lines[above])) == 1:
        above += 1
    used = [any(line[col].data for line in lines[above:]) for col in range(width)]
    starts = [col for col in range(width) if used[col] and not (col and used[col - 1])]
    ends = [col + 1 for col in range(width) if used[col] and not any(used[col + 1 : col + 2])]
    table_starts = [
        col
        for col, end in zip(starts, ends, strict=True)
        if col == starts[0] or _is_separate_table([line[col:end] for line in lines[above:]])
    ]
    first_lines = [line[starts[0] : ends[0]] for line in lines[above:]]
    if len(table_starts) < 2 or not _is_separate_table(first_lines):
        yield 0, lines, ""
        return
    name = ", ".join(get_cell_text(_list_filled_cells(line)[0]) for line in lines[:above])
    for left, end in pairwise([*table_starts, width]):
        table_lines = [line[left:end] for line in lines[above:]]
        yield left, [line for line in table_lines if any(cell.data for cell in line)], name


def _is_separate_table(lines: Sequence[Line]) -> bool:
    """Return whether lines next to a blank column are a table of their own.

    They are if a heading mentions a roll, or if the first column contains ranges.
    """
    while len(lines) > 1 and len(_list_filled_cells(lines[0])) < 2 <= len(
        _list_filled_cells(lines[1])
    ):
        lines = lines[1:]
    headers = [get_cell_text(cell) for cell in lines[0]]
    if any(parse_dice_heading(item).is_roll for item in headers):
        return True
    first = [ends for line in lines if (ends := parse_ranges(get_cell_text(line[0])))]
    return len(first) > 1 and any(item.low != item.high for ends in first for item in ends)


def _split_repeated_headers(region: _TableRegion) -> Iterator[_TableRegion]:
    """Yield the tables side by side in a region whose first line repeats the same headings.

    Each table begins where the first heading is repeated, or the first heading that mentions a
    roll. Without a repeated heading, yield the region.
    """
    headers = [get_cell_text(cell).casefold() for cell in region.lines[0]]
    rolls = [col for col, header in enumerate(headers) if parse_dice_heading(header).is_roll]
    for key_column in [*[0] * bool(headers), *rolls[:1]]:
        first, others = headers[key_column], range(key_column + 2, len(headers))
        repeats = [col for col in others if first and headers[col] == first]
        for left, right in pairwise([0, *repeats, _get_width(region)] if repeats else ()):
            lines = [line[left:right] for line in region.lines]
            lines = [line for line in lines if any(cell.data for cell in line)]
            texts_above = [] if left else region.others
            yield _TableRegion(region.left + left, lines, region.name, texts_above)
        if repeats:
            return
    yield region


def _split_stacked_tables(region: _TableRegion) -> Iterator[_TableRegion]:
    """Yield the tables in a region that are below each other without a blank line between them.

    Each begins with the same headings as the first one, or with a heading of dice.
    """
    header, *rest = region.lines
    headers, name, others = [get_cell_text(cell) for cell in header], region.name, region.others
    lines, min_cells = [header], min(2, len(_list_filled_cells(header)))
    for index, line in enumerate(rest):
        texts = [get_cell_text(cell) for cell in line]
        next_line = rest[index + 1] if index + 1 < len(rest) else ()
        rolls = _find_roll_column_indexes(lines[1:] or rest)[:1]
        is_dice = any(
            (heading := parse_dice_heading(text)).dice
            and (heading.is_bare or index in rolls)
            and parse_ranges(get_cell_text(cell))
            for index, (text, cell) in enumerate(zip(texts, next_line, strict=False))
        )
        if is_dice:  # the dice may be in a result, such as "d6 coins", so check the roll column
            roll_headers = [texts[i] for i in rolls if i < len(texts)]
            is_dice = all(roll_headers) and not any(map(parse_ranges, texts))
        if (is_dice or texts == headers) and len(_list_filled_cells(line)) >= min_cells:
            titles: list[str] = []
            while len(lines) > 1 and _is_title([lines[-1], line], is_wide=True):
                titles.insert(0, get_cell_text(_list_filled_cells(lines.pop())[0]))
            yield _TableRegion(region.left, lines, name, others)
            lines, headers, name, others = [], texts, ", ".join(titles), []
        lines.append(line)
    yield _TableRegion(region.left, lines, name, others)


def _join_tables(regions: Sequence[_TableRegion], name: str) -> Iterator[HeadedTable]:
    """Yield the tables in `regions`. A table that continues an earlier one is joined to it.

    It has the same headings, and its rolls follow those of the earlier table. If it begins with the
    same roll, it is another table. If neither is certain, it is yielded with `doubt`. `name` is the
    name of the sheet.
    """
    joined: list[tuple[str, HeadedTable]] = []
    for region in regions:
        table = _make_table(region, name)
        # A blank column after the last one separates it from the table to its right.
        heads = "\t".join(get_cell_text(cell).casefold() for cell in region.lines[0]).rstrip("\t")
        index = next((index for index, item in enumerate(joined) if heads and item[0] == heads), -1)
        first = joined[index][1] if index >= 0 else table
        named = (zip(first.places, row.parts.values(), strict=False) for row in table.rows)
        rows = [
            row.make_mapping_node(dict(pairs)) for row, pairs in zip(table.rows, named, strict=True)
        ]
        ends = _find_boundary_rolls(first, rows) if index >= 0 else None
        turns = [row for pair in zip_longest(first.rows, rows) for row in pair if row]
        if index >= 0 and _has_continuous_rolls(first.places, turns):
            joined[index] = heads, replace(first, rows=(*turns,))
        elif not ends or ends[0] == ends[2]:
            joined.append((heads, table))
        elif abs(ends[1] + 1 - ends[2]) <= _MAX_ROLL_GAP:
            joined[index] = heads, replace(first, rows=(*first.rows, *rows))
        else:
            joined.append((heads, replace(table, doubt=first)))
    yield from (table for _, table in joined)


def _has_continuous_rolls(names: Collection[str], rows: Sequence[Node]) -> bool:
    """Return whether each roll in `rows` follows the one above it, with at most two exceptions.

    `names` are the columns of the rows.
    """
    for column in find_roll_columns(names, rows):
        lines = [line for lines in column.tables.values() for line in lines]
        _, bands = column.scale.fit_bands("", (item for line in lines for item in line.ends))
        joints, breaks = count_consecutive_bands([bands])
        return joints > 2 >= breaks and not column.doubt
    return False


def _find_boundary_rolls(table: HeadedTable, rows: Sequence[Node]) -> tuple[int, int, int] | None:
    """Return the first and the last roll of a table, and the first roll of the rows below it.

    `rows` are the rows below it. Return None if a column of rolls is missing or doubtful.
    """
    for column in find_roll_columns(tuple(table.places), table.rows):
        others = [name for name in table.places if name not in column.names]
        parts = [
            [item for line in read_roll_rows(column.names, others, group) for item in line.ends]
            for group in (table.rows, rows)
        ]
        _, bands = column.scale.fit_bands("", [item for part in parts for item in part])
        count = len(parts[0])
        above, below = [*filter(None, bands[:count])], [*filter(None, bands[count:])]
        if above and below and not (column.doubt or column.other_dice):
            return int(above[0].lowest), int(above[-1].highest), int(below[0].lowest)
    return None


def _make_table(region: _TableRegion, name: str) -> HeadedTable:
    head, *lines = region.lines
    width = max(map(len, region.lines))
    places, names = dict[str, Place](), list[str]()
    for col in range(width):
        cell = head[col] if col < len(head) and not (col and head[col] is head[col - 1]) else None
        # Spreadsheet programs show this letter above the column.
        column = f"column {format_column_letters(region.left + col)}"
        text = " ".join(get_cell_text(cell).split())[:60].strip() if cell else ""
        text = f"{text} ({column})" if text in places else text or column
        below = next((line[col] for line in lines if len(line) > col and line[col].data), None)
        names.append(text if text != column or below else "")
        if not names[-1]:
            continue
        source_cell = cell or below or next(item for line in region.lines for item in line)
        places[text] = source_cell.place
    rows, line_above = list[Node](), list[Node]()
    for line in lines:
        cells = [
            _blank_repeated_cell(*neighbours)
            for neighbours in zip_longest(line, line_above[: len(line)], (None, *line[:-1]))
        ]
        place = next((new for new, cell in zip(cells, line, strict=True) if new is cell), cells[0])
        parts = {name: cell for name, cell in zip(names, cells, strict=False) if name}
        rows.append(place.make_mapping_node(parts))
        line_above = [*line]
    title = shorten_text(", ".join(filter(None, (name, region.name.strip(", ")))))
    return HeadedTable(title, places, tuple(rows), tuple(region.others))


def _blank_repeated_cell(cell: Node, above: Node | None, left_cell: Node | None) -> Node:
    """Return an empty cell if `cell` is a repetition of a merged cell; otherwise `cell`.

    `above` and `left_cell` are its neighbours. The text of a merged cell counts once in a row. In a
    column, it counts once if it has rolls. `raw` of the empty cell is true: then checks know that
    the cell is part of a merged one.
    """
    is_repeated = cell is left_cell or (cell is above and parse_ranges(get_cell_text(cell)))
    return Node(cell.log, cell.place, cell.place, "", raw=True) if is_repeated else cell
