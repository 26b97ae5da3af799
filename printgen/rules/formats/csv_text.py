"""Turn text whose cells are parted by commas, semicolons or tabs into a table of cells."""

import csv
import re
from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import zip_longest

from printgen.problems import Spot
from printgen.rules.formats.cell_table import CellTable, Line, make_cell
from printgen.rules.problem_log import Log
from printgen.rules.source_node import Node

_VALID_CELLS = r'(?:(?:"(?:[^"]|"")*+"|[^"{0}\n][^{0}\n]*+|)(?:[{0}\n]|$))*+'
"""Cells, each in quotes or without, and what parts them."""
_OPEN_QUOTE = re.compile(r'"(?:[^"]|"")*+')
_DELIMITER_NAMES = {",": "comma", ";": "semicolon", "\t": "tab"}


def read_delimited(text: str, file: str, scope: Log) -> Iterator[CellTable]:
    """The one table of a CSV file, its cells parted as those of the first line that has several."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    delimiter = (
        "\t"
        if file.lower().endswith(".tsv")
        else _guess_delimiter([line for line in lines if line.strip()])
    )
    rows = list(_parse_lines(lines, delimiter, file, scope))
    yield CellTable(Spot(file), rows, delimiter=_DELIMITER_NAMES[delimiter])


def read_tab_separated(text: str, file: str, scope: Log) -> Iterator[CellTable]:
    """The one table of a text whose cells are parted by tabs; a quote there is a quote."""
    lines = list[Line]()
    for number, line in enumerate(text.splitlines(), 1):
        cells, column = list[Node](), 1
        for part in line.split("\t"):
            cells.append(make_cell(part, Spot(file, number, column), scope))
            column += len(part) + 1
        lines.append(cells)
    yield CellTable(Spot(file), lines, delimiter=_DELIMITER_NAMES["\t"])


def _guess_delimiter(lines: Sequence[str]) -> str:
    """What parts the cells: a title above them may hold such a sign too, and then stands alone."""
    guesses = [(line, max(_DELIMITER_NAMES, key=line.count)) for line in lines[:50]]
    delimiters = [
        delimiter
        for (line, delimiter), next_line in zip(guesses, [*lines[1:50], ""], strict=False)
        if delimiter in line and (delimiter in next_line or not next_line)
    ]
    return next(iter(delimiters), guesses[0][1])


def _parse_lines(lines: Sequence[str], sign: str, file: str, scope: Log) -> Iterator[Line]:
    # Blanks about a quoted cell are nothing; within it, and about a stray quote, they stay.
    quoted = r'"(?:[^"]|"")*+"'
    quoted_cell = re.compile(rf"(?:(?<=[{sign}\n]) +)?({quoted}) *(?=[{sign}\n]|$)|{quoted}")
    text = quoted_cell.sub(lambda found: found[1] or found[0], "\n".join(lines))
    reader = csv.reader(StringIO(text, newline=""), strict=True, delimiter=sign)
    number = 1
    cell_start = re.compile(rf"(?: *{quoted} *|[^{sign}]*)(?:{sign}|$)")
    try:
        for cells in reader:
            # A cell after a quoted line break stands in no column of its row's first line.
            starts = [match.start() + 1 for match in cell_start.finditer(lines[number - 1])]
            places = [Spot(file, number, column) for column in starts[: len(cells)]]
            yield [
                make_cell(cell, place or Spot(file, number, 1), scope)
                for cell, place in zip_longest(cells, places)
            ]
            number = reader.line_num + 1
    except csv.Error as error:
        text = "\n".join(lines[number - 1 :])
        end = re.match(_VALID_CELLS.format(sign), text).end()  # type: ignore[union-attr] # as of nothing
        found, hint = str(error), "write less into the cell"
        if open_quote := _OPEN_QUOTE.match(text, end):
            found, hint = 'a " inside a cell in "', 'write "" for it: "a ""big"" one"'
            if "\n" in open_quote[0]:
                found, hint = "a quote that is not closed", 'write " again where the cell ends'
        end = end if open_quote else 0
        where = Spot(file, number + text.count("\n", 0, end), end - text.rfind("\n", 0, end))
        scope.report(where, f"not CSV: {found}", hint)
