"""Turn text whose cells are parted by commas, semicolons or tabs into a table of cells."""

import csv
import re
from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import zip_longest

from printgen.problems import Where
from printgen.rules.formats.cell_table import CellTable, Line, make_cell
from printgen.rules.problem_log import Scope
from printgen.rules.source_node import Entry

_IN_ORDER = r'(?:(?:"(?:[^"]|"")*+"|[^"{0}\n][^{0}\n]*+|)(?:[{0}\n]|$))*+'
"""Cells, each in quotes or without, and what parts them."""
_OPENED = re.compile(r'"(?:[^"]|"")*+')
_SIGNS = {",": "comma", ";": "semicolon", "\t": "tab"}


def read_separated(text: str, file: str, scope: Scope) -> Iterator[CellTable]:
    """The one table of a CSV file, its cells parted as those of the first line that has several."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    sign = "\t" if file.lower().endswith(".tsv") else _sign([one for one in lines if one.strip()])
    cells = list(_lines(lines, sign, file, scope))
    yield CellTable(Where(file), cells, sign=_SIGNS[sign])


def read_tabs(text: str, file: str, scope: Scope) -> Iterator[CellTable]:
    """The one table of a text whose cells are parted by tabs; a quote there is a quote."""
    lines = list[Line]()
    for number, line in enumerate(text.splitlines(), 1):
        cells, column = list[Entry](), 1
        for part in line.split("\t"):
            cells.append(make_cell(part, Where(file, number, column), scope))
            column += len(part) + 1
        lines.append(cells)
    yield CellTable(Where(file), lines, sign=_SIGNS["\t"])


def _sign(lines: Sequence[str]) -> str:
    """What parts the cells: a title above them may hold such a sign too, and then stands alone."""
    best = [(line, max(_SIGNS, key=line.count)) for line in lines[:50]]
    signs = [
        sign
        for (line, sign), after in zip(best, [*lines[1:50], ""], strict=False)
        if sign in line and (sign in after or not after)
    ]
    return next(iter(signs), best[0][1])


def _lines(lines: Sequence[str], sign: str, file: str, scope: Scope) -> Iterator[Line]:
    # Blanks about a quoted cell are nothing; within it, and about a stray quote, they stay.
    quoted = r'"(?:[^"]|"")*+"'
    bare = re.compile(rf"(?:(?<=[{sign}\n]) +)?({quoted}) *(?=[{sign}\n]|$)|{quoted}")
    text = bare.sub(lambda found: found[1] or found[0], "\n".join(lines))
    reader = csv.reader(StringIO(text, newline=""), strict=True, delimiter=sign)
    number = 1
    start = re.compile(rf"(?: *{quoted} *|[^{sign}]*)(?:{sign}|$)")
    try:
        for cells in reader:
            # A cell after a quoted line break stands in no column of its row's first line.
            starts = [match.start() + 1 for match in start.finditer(lines[number - 1])]
            places = [Where(file, number, column) for column in starts[: len(cells)]]
            yield [
                make_cell(cell, place or Where(file, number, 1), scope)
                for cell, place in zip_longest(cells, places)
            ]
            number = reader.line_num + 1
    except csv.Error as error:
        text = "\n".join(lines[number - 1 :])
        at = re.match(_IN_ORDER.format(sign), text).end()  # type: ignore[union-attr] # as of nothing
        found, hint = str(error), "write less into the cell"
        if opened := _OPENED.match(text, at):
            found, hint = 'a " inside a cell in "', 'write "" for it: "a ""big"" one"'
            if "\n" in opened[0]:
                found, hint = "a quote that is not closed", 'write " again where the cell ends'
        at = at if opened else 0
        where = Where(file, number + text.count("\n", 0, at), at - text.rfind("\n", 0, at))
        scope.report(where, f"not CSV: {found}", hint)
