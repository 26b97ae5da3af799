"""Numbered lists of results below a line that names dice, such as "Encounters (d20)", as tables.

Only lists that belong to their dice are read: a list of steps may be below such a line too.
"""

import re
from collections.abc import Iterator

from printgen.problems import Log, Place
from printgen.rules.files.formats.cell_table import CellTable, Line, make_cell
from printgen.rules.files.formats.text import mark_code_lines, strip_markup

_ITEM = re.compile(
    r"(\s*(?:[-*+•]\s+)?(?:\*\*|__)?)(\d{1,4}(?:\s?[-–—]\s?\d{1,4}|\+)?)"
    r"(?:(?:\*\*|__)?[.):]+(?:\*\*|__)?\s*|(?:\*\*|__)?\s+[-–—=]\s+|\s+)(?=\S)(.+)"
)
"""An item of a list: what is before its number, the number or range, and the result."""
_DICE = re.compile(r"(?<![\w.])(\d{0,2})[dDwW](\d{1,4}|%)(?!\w)")
_MAX_HEADING_LENGTH = 100
_LEAST_SHARE = 2 / 3
"""The least number of items per side of the die in a list that ends before the highest roll."""


def read_roll_lists(text: str, file: str, log: Log) -> Iterator[CellTable]:
    """Yield the lists of a text in which each item has a roll, as tables with two columns."""
    heading, rows = Place(file), list[Line]()
    lines = [*text.splitlines(), ""]
    is_code = mark_code_lines(lines)
    for number, line in enumerate(lines, 1):
        item = None if is_code[number - 1] else _ITEM.fullmatch(line)
        if item:
            ends = Place(file, number, item.start(2) + 1), Place(file, number, item.start(3) + 1)
            result = strip_markup(item[3])
            rows.append([make_cell(item[2], ends[0], log), make_cell(result, ends[1], log)])
        # Blank lines, and indented lines that continue an item, do not end a list.
        if item or (number < len(lines) and (not line.strip() or (rows and line[0].isspace()))):
            continue
        if heading.line and rows:
            yield from _make_table(lines[heading.line - 1], heading, rows, log)
        heading, rows = Place(file, number), []


def _make_table(title: str, place: Place, rows: list[Line], log: Log) -> Iterator[CellTable]:
    """Yield the table of a list below the line `title`, if the list has the rolls of its dice."""
    dice = _DICE.findall(title)
    if len(dice) != 1 or len(title) > _MAX_HEADING_LENGTH or len(rows) < 2:
        return
    ((count, sides),) = dice
    highest = int(count or 1) * int(sides.replace("%", "100"))
    numbers = [[int(end) for end in re.findall(r"\d+", str(row[0].data))] for row in rows]
    is_last = numbers[-1][-1] in (highest, 0)
    is_first = numbers[0][0] <= int(count or 1) or "66" in sides
    has_ranges = any(len(ends) > 1 for ends in numbers)
    if is_last or (is_first and (has_ranges or len(rows) > _LEAST_SHARE * highest)):
        name = strip_markup(title).strip("#*_ :")
        head = [make_cell(text, place, log) for text in (f"{count}d{sides}", "Result")]
        yield CellTable(place, [head, *rows], name, header_count=1)
