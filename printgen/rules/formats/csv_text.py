"""CSV (RFC 4180) with commas, semicolons, tabs or bars between cells, and tab-separated text."""

import csv
import re
from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import zip_longest

from printgen.problems import Log, Place
from printgen.rules.formats.cell_table import CellTable, Line, make_cell
from printgen.rules.source_node import Node

_VALID_CELLS = r'(?:(?:"(?:[^"]|"")*+"|[^"{0}\n][^{0}\n]*+|)(?:[{0}\n]|$))*+'
"""Valid cells up to the first error, quoted or not, with their delimiter or line end."""
_OPEN_QUOTE = re.compile(r'"(?:[^"]|"")*+')
_DELIMITER_NAMES = {",": "comma", ";": "semicolon", "\t": "tab", "|": "vertical bar"}
_USUAL_DELIMITERS = ",;\t"
_OTHER_DELIMITERS = "|:/^~=\\"
"""Characters that separate cells if each line has as many of them. Only the first is read."""


def read_delimited(text: str, file: str, log: Log) -> Iterator[CellTable]:
    """Yield the table of a CSV file. The delimiter is guessed, except that .tsv files have tabs."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    delimiter = "\t"
    if not file.lower().endswith(".tsv"):
        delimiter = _guess_delimiter([line for line in lines if line.strip()], Place(file, 1), log)
    rows = list(_parse_lines(lines, delimiter, file, log))
    yield CellTable(Place(file), rows, delimiter=_DELIMITER_NAMES[delimiter])


def read_tab_separated(text: str, file: str, log: Log) -> Iterator[CellTable]:
    """Yield the table of tab-separated text. Quotes have no meaning there."""
    lines = list[Line]()
    for number, line in enumerate(text.splitlines(), 1):
        cells, column = list[Node](), 1
        for part in line.split("\t"):
            cells.append(make_cell(part, Place(file, number, column), log))
            column += len(part) + 1
        lines.append(cells)
    yield CellTable(Place(file), lines, delimiter=_DELIMITER_NAMES["\t"])


def _guess_delimiter(lines: Sequence[str], where: Place, log: Log) -> str:
    """Return the delimiter of the first line whose delimiter also occurs in the next line.

    Notes another character that may separate cells.
    """
    if lines[1:] and not any(map(lines[0].count, _USUAL_DELIMITERS)):
        found = [char for char in _OTHER_DELIMITERS if all(char in line for line in lines)]
        if "|" in found:
            return "|"
        for delimiter in found[:1]:
            message = f'each line contains "{delimiter}", which is not read as the end of a cell'
            log.note(where, message, "separate cells with commas if you meant several columns")
    # A title above the table may contain a comma; the line below it usually does not.
    guesses = [(line, max(_USUAL_DELIMITERS, key=line.count)) for line in lines[:50]]
    delimiters = [
        delimiter
        for (line, delimiter), next_line in zip(guesses, [*lines[1:50], ""], strict=False)
        if delimiter in line and (delimiter in next_line or not next_line)
    ]
    return next(iter(delimiters), guesses[0][1])


def _parse_lines(lines: Sequence[str], sep: str, file: str, log: Log) -> Iterator[Line]:
    """Yield the lines of cells, and report the first error with its place."""
    # RFC 4180, 2, rule 4: spaces are part of a cell. Spaces around a quoted cell are dropped
    # anyway, because hand-written files have them after commas.
    quoted = r'"(?:[^"]|"")*+"'
    quoted_cell = re.compile(rf"(?:(?<=[{sep}\n]) +)?({quoted}) *(?=[{sep}\n]|$)|{quoted}")
    text = quoted_cell.sub(lambda match: match[1] or match[0], "\n".join(lines))
    reader = csv.reader(StringIO(text, newline=""), strict=True, delimiter=sep)
    number = 1
    cell_start = re.compile(rf"(?: *{quoted} *|[^{sep}]*)(?:{sep}|$)")
    try:
        for cells in reader:
            # RFC 4180, 2, rule 6: a quoted cell may contain line breaks. The place of a
            # cell after such a break is column 1, because its column is unknown.
            starts = [match.start() + 1 for match in cell_start.finditer(lines[number - 1])]
            places = [Place(file, number, column) for column in starts[: len(cells)]]
            yield [
                make_cell(cell, place or Place(file, number, 1), log)
                for cell, place in zip_longest(cells, places)
            ]
            number = reader.line_num + 1
    except csv.Error as error:
        text = "\n".join(lines[number - 1 :])
        end = re.match(_VALID_CELLS.format(sep), text).end()  # type: ignore[union-attr] # always matches
        message, hint = str(error), "shorten the cell"
        if open_quote := _OPEN_QUOTE.match(text, end):
            # RFC 4180, 2, rule 7: a quote inside a quoted cell is doubled.
            message, hint = 'a " inside a quoted cell', 'write "" instead: "a ""big"" one"'
            if "\n" in open_quote[0]:
                message, hint = "a quote that is not closed", 'write " at the end of the cell'
        end = end if open_quote else 0
        where = Place(file, number + text.count("\n", 0, end), end - text.rfind("\n", 0, end))
        log.report(where, f"not CSV: {message}", hint)
