"""Turn a table of cards, as CSV or YAML, into rows of cells with their places.

It guarantees that every row has every column once, and reads the cells as text only: what they
mean is for columns.py. A file costs no more than its bounded size.
"""

import csv
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from printgen.problems import Problem, Where
from printgen.rules.columns import Column
from printgen.rules.tree import Tree, parse
from printgen.rules.wording import nearest

_VALUES_LIMIT = 400_000
"""Keys and values of a list of cards, as many as a file of the largest size can hold."""

_CELL = re.compile(r'(?:^|(?<=,))(?:"(?:[^"]|"")*"|[^,]*)')


@dataclass(frozen=True, slots=True)
class Row:
    """One row: its cells in the order of the columns, and where it stands."""

    cells: tuple[str, ...]
    file: str
    line: int
    starts: tuple[int, ...] | str
    """The cells' columns in the line; for CSV the line, from which they are counted when asked."""
    order: tuple[int, ...]

    def where(self, place: int, subject: str = "") -> Where:
        """The place of the cell at `place` of the columns."""
        if isinstance(self.starts, str):
            starts = [match.start() for match in _CELL.finditer(self.starts)]
            at = self.order[place]
            return Where(self.file, self.line, starts[at] + 1 if at < len(starts) else 1, subject)
        return Where(self.file, self.line, self.starts[place], subject)


def csv_rows(
    text: str, file: str, columns: tuple[Column, ...], problems: list[Problem]
) -> Iterator[Row]:
    """The rows of a CSV file under a line of column names; what is wrong joins `problems`."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    reader = csv.reader(lines, strict=True)
    order: tuple[int, ...] | None = None
    width = 0
    try:
        for cells in reader:
            line = reader.line_num
            if not any(map(str.strip, cells)):
                continue
            if order is None:
                order = _header(cells, Row((), file, line, lines[line - 1], ()), columns, problems)
                width = len(cells)
                if order is None:
                    return
                continue
            if len(cells) != width:
                problems.append(
                    Problem(
                        Where(file, line, 1),
                        f"{len(cells)} cells under {width} column names",
                        "write one cell a column; put quotes round a text with a comma",
                    )
                )
                continue
            yield Row(
                tuple(cells[place].strip() for place in order), file, line, lines[line - 1], order
            )
    except csv.Error as error:
        problems.append(
            Problem(
                Where(file, reader.line_num, 1),
                f"not CSV: {error}",
                "close every quote, and double a quote inside a quoted text",
            )
        )
    if order is None and not problems:
        problems.append(
            Problem(
                Where(file, 1, 1),
                "the file is empty",
                f"begin with the line {','.join(column.name for column in columns)}",
            )
        )


def yaml_rows(
    text: str, file: str, columns: tuple[Column, ...], problems: list[Problem]
) -> Iterator[Row]:
    """The rows of a YAML list of mappings, one a card; what is wrong joins `problems`."""
    tree = parse(text, file, most=_VALUES_LIMIT)
    if not isinstance(tree, Tree):
        problems.extend(tree)
        return
    if not isinstance(tree.data, tuple):
        problems.append(
            Problem(
                tree.where(()), "no list of cards", "begin each card with a dash: - {card: 1, …}"
            )
        )
        return
    names = [column.name for column in columns]
    for index, item in enumerate(tree.data):
        here = tree.where((index,))
        if not isinstance(item, Mapping):
            problems.append(Problem(here, "no card", "write - {card: 1, kind: …}"))
            continue
        problems.extend(
            Problem(
                tree.where((index, key), key=True), f"the unknown key {key}", nearest(key, names)
            )
            for key in item
            if key not in names
        )
        cells = []
        for name in names:
            cell = item.get(name, "")
            if not isinstance(cell, str):
                problems.append(
                    Problem(tree.where((index, name)), "a list or mapping", "write one word")
                )
                cell = ""
            cells.append(str(cell))
        starts = tuple(tree.where((index, name)).column for name in names)
        yield Row(tuple(cells), file, here.line, starts, ())


def _header(
    cells: list[str], head: Row, columns: tuple[Column, ...], problems: list[Problem]
) -> tuple[int, ...] | None:
    """Where each column stands in a line, or None where the header is at fault."""
    found = [cell.strip() for cell in cells]
    names = [column.name for column in columns]
    head = Row(head.cells, head.file, head.line, head.starts, tuple(range(len(found))))
    before = len(problems)
    if len(found) == 1 and ";" in found[0]:
        problems.append(
            Problem(head.where(0), "cells parted by ;", "save the file with commas between cells")
        )
        return None
    for place, name in enumerate(found):
        if name not in names:
            problems.append(
                Problem(head.where(place), f'the unknown column "{name}"', nearest(name, names))
            )
        elif found.index(name) != place:
            problems.append(
                Problem(head.where(place), f"the column {name} stands twice", "delete one")
            )
    problems.extend(
        Problem(Where(head.file, head.line, 1), f"the column {name} is missing", "add it")
        for name in names
        if name not in found
    )
    return None if len(problems) > before else tuple(found.index(name) for name in names)
