"""Tables of a Markdown text (GFM 4.10), named by the headings above them."""

import re
from collections.abc import Iterator

from printgen.problems import Log, Place
from printgen.rules.formats.cell_table import CellTable, Line, make_cell
from printgen.rules.source_node import Node

_DELIMITER_ROW = re.compile(r"(?=.*\|)\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*")
# CommonMark 0.31, 4.5: a fence is indented by at most three spaces.
_FENCE = re.compile(r"\s{0,3}(```|~~~)")
_QUOTED = re.compile(r"^\s*>[\s>]*(?=\|)")
# GFM 4.10: a pipe in a cell is written \|.
_CELL = re.compile(r"((?:\\.|[^|\\]|\\$)*)(?:\||$)")
_TITLE_LINE = re.compile(r"\s*(?:#+ .*|\*\*[^*]+\*\*:?|__[^_]+__:?|[^|]{1,60}:)\s*")
"""A line that may be the title of the table below: a heading, bold text, or ending in a colon."""
_MAX_TITLE = 80


def read_markdown(text: str, file: str, log: Log) -> Iterator[CellTable]:
    """Yield tables with a delimiter row, and tables whose lines start with |."""
    # Tables in block quotes (CommonMark 0.31, 5.1) are read; spaces keep the column numbers.
    lines = [_QUOTED.sub(lambda match: " " * len(match[0]), raw, 1) for raw in text.splitlines()]
    name, index, is_code = "", 0, False
    while index < len(lines):
        line, next_line = lines[index], lines[index + 1] if index + 1 < len(lines) else ""
        is_code ^= bool(_FENCE.match(line))
        has_head = "|" in line and bool(_DELIMITER_ROW.fullmatch(next_line))
        if is_code or not (has_head or line.lstrip().startswith("|")):
            if _TITLE_LINE.fullmatch(line) and not is_code:
                name = _strip_markup(line).strip("# :")[:_MAX_TITLE]
            index += 1
            continue
        place, rows = Place(file, index + 1), list[Line]()
        while index < len(lines) and "|" in lines[index]:
            # GFM 4.10: the delimiter row is not part of the data.
            if not _DELIMITER_ROW.fullmatch(lines[index]):
                rows.append(list(_split_cells(lines[index], Place(file, index + 1), log)))
            index += 1
        yield CellTable(place, rows, name, header_count=int(has_head))
        name = ""


def _split_cells(line: str, where: Place, log: Log) -> Iterator[Node]:
    parts = list(_CELL.finditer(line))
    # GFM 4.10: the pipes at the start and the end of a row are optional.
    for part in parts[not parts[0][1].strip() : len(parts) - (not parts[-1][1].strip())]:
        column = part.start() + len(part[1]) - len(part[1].lstrip()) + 1
        yield make_cell(_strip_markup(part[1]), Place(where.file, where.line, column), log)


def _strip_markup(text: str) -> str:
    """Return the text without emphasis, code marks, backslash escapes and <br>."""
    text = re.sub(r"(\*\*|__|`|\*)(?=\S)(.+?)(?<=\S)\1", r"\2", text)
    return re.sub(r"\\(\W)|<br ?/?>", lambda match: match[1] or " ", text)
