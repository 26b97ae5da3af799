"""Tables in text files: CSV, tab-separated text, Markdown and HTML.

CSV (RFC 4180) may have commas, semicolons, tabs or bars between its cells. Tables of a Markdown
text (GFM 4.10) are named by the headings above them, those of a saved HTML page by their captions
or the headings above them.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from operator import xor
from typing import Any

import msgspec
from msgspec.structs import replace

from printgen.problems import Log, Place
from printgen.rules.files.formats.cell_table import CellTable, Line, make_cell
from printgen.rules.files.nodes import Node
from printgen.rules.files.scalars import decode_html_references

_LINE_END = re.compile(r"\r\n?|\n")
_OPEN_QUOTE = re.compile(r'"(?:[^"]|"")*+')
_QUOTED_CELL = re.compile(r'(?<![^,;|\t\r\n]) *+"(?:[^"]|"")*+" *+(?=[,;|\t\r\n]|\Z)')
"""A quoted cell, whatever the delimiter."""
_MAX_CELL_LENGTH = 131_072
"""The most characters of a CSV cell, as in Python's csv module."""
_DELIMITER_NAMES = {",": "comma", ";": "semicolon", "\t": "tab", "|": "vertical bar"}
_USUAL_DELIMITERS = ",;\t"
_OTHER_DELIMITERS = "|:/^~=\\"
"""Characters that may separate cells if each line has the same number of them.

Only the first is supported; the others are reported.
"""


class CsvCell(msgspec.Struct, frozen=True, gc=False):
    """A cell of a CSV text: `text[start:end]` is how it is written, with its quotes.

    `place` is where the cell begins, after the delimiter. `value` is its text without quotes.
    """

    place: Place
    start: int
    end: int
    value: str

    @property
    def is_quoted(self) -> bool:
        """Whether the cell is written with quotes around it."""
        return self.end - self.start > len(self.value)


class CsvRecord(msgspec.Struct, frozen=True):
    """A row of a CSV text.

    - `cells`: its cells; none for a blank line.
    - `end_place`: the place after the last cell.
    - `start`, `end`: the row is `text[start:end]`, without its line end.
    - `next_start`: the index at which the next row begins.
    """

    cells: Sequence[CsvCell]
    end_place: Place
    start: int
    end: int
    next_start: int


def read_delimited_text(text: str, file: str, log: Log) -> Iterator[CellTable]:
    """Yield the table of a CSV text. `file` names the file in places."""
    delimiter = find_delimiter(text, file, log)
    rows, row_ends = list[Line](), dict[int, Place]()
    skipped = _find_delimiter_row(text) if delimiter == "|" else -1
    for record in split_records(text, delimiter, file, log):
        if record.start == skipped:
            continue
        rows.append([make_cell(cell.value, cell.place, log) for cell in record.cells])
        for cell in record.cells[:1]:
            row_ends[cell.place.line] = record.end_place
    yield CellTable(Place(file), rows, delimiter=_DELIMITER_NAMES[delimiter], row_ends=row_ends)


def find_delimiter(text: str, file: str, log: Log) -> str:
    """Return the delimiter of a CSV text: a tab for a .tsv file, or else a guess."""
    if file.lower().endswith(".tsv"):
        return "\t"
    if _find_delimiter_row(text) >= 0:
        return "|"
    # A character in a quoted cell does not separate cells.
    lines = _QUOTED_CELL.sub('""', text).replace("\r", "\n").split("\n")
    lines = [line for line in lines if line.strip()]
    return _guess_delimiter(lines, Place(file, 1), log)


def _find_delimiter_row(text: str) -> int:
    """Return the index of the row of dashes if `text` is a table as Markdown writes it, or -1.

    This row is directly below the header, which is the first line with a bar, and has as many
    cells. Without a bar at both ends of the row, each cell needs three dashes: fewer may be data.
    """
    if "|" not in text:
        return -1
    # A bar in a quoted cell does not separate cells. The text keeps its length.
    masked = _QUOTED_CELL.sub(lambda match: "x" * len(match[0]), text).replace("\r", "\n")
    lines = _LINE_WITH_BAR.finditer(masked)
    header, row = next(lines, None), next(lines, None)
    if not header or not row or masked[header.end() : row.start()].strip():
        return -1
    above = [line for line in masked[: row.start()].split("\n") if line.strip()]
    cells = header[0].split("|")
    outer = sum(not cell.strip() for cell in (cells[0], cells[-1]))
    dashes = re.split(r"[|+]", row[0].strip().removeprefix("|").removesuffix("|"))
    pattern = _DELIMITER_ROW if _BETWEEN_BARS.fullmatch(row[0]) else _LONG_DELIMITER_ROW
    is_found = len(above) < _MAX_HEAD_LINES and pattern.fullmatch(row[0])
    return row.start() if is_found and len(cells) - len(dashes) in (0, outer) else -1


def split_records(text: str, delimiter: str, file: str, log: Log) -> Iterator[CsvRecord]:
    """Yield the rows of a CSV text up to the first error, and report the error at its cell."""
    # RFC 4180, 2, rule 4: spaces are part of a cell. Spaces around a quoted cell are dropped
    # anyway, because hand-written files have them after commas.
    quoted_cell = rf' *+("(?:[^"]|"")*+") *+(?=[{delimiter}\r\n]|\Z)'
    pattern = rf'(?:{quoted_cell}|((?!")[^{delimiter}\r\n]*+))(\r\n?|[{delimiter}\n]|\Z)'
    match_cell = re.compile(pattern).match
    line, line_start, record_start, position = 1, 0, 0, 0
    cells = list[CsvCell]()
    while match := match_cell(text, position):
        quoted, value, end = match.groups()
        place = Place(file, line, position - line_start + 1)
        position = match.end()
        if quoted is None:
            start, cell_end = match.span(2)
        else:
            start, cell_end = match.span(1)
            value = quoted[1:-1].replace('""', '"')
            # RFC 4180, 2, rule 6: a quoted cell may contain line breaks.
            for line_break in _LINE_END.finditer(quoted):
                line += 1
                line_start = start + line_break.end()
        if len(value) > _MAX_CELL_LENGTH:
            message = f"not CSV: field larger than field limit ({_MAX_CELL_LENGTH})"
            log.report(place, message, "shorten the cell")
            return
        cells.append(CsvCell(place, start, cell_end, value))
        if end == delimiter:
            continue
        record_end = position - len(end)
        # RFC 4180, 2, rule 2: the last row may have a line end. No row comes after it.
        if end or record_end > record_start:
            end_place = Place(file, line, record_end - line_start + 1)
            own_cells = () if record_end == record_start else cells
            yield CsvRecord(own_cells, end_place, record_start, record_end, position)
        if not end:
            return
        line += 1
        line_start, record_start, cells = position, position, []
    # RFC 4180, 2, rule 7: a quote inside a quoted cell is doubled.
    message, hint = 'a " inside a quoted cell', 'write "" instead: "a ""big"" one"'
    open_quote = _OPEN_QUOTE.match(text, position)
    if open_quote and _LINE_END.search(open_quote[0]):
        message, hint = "a quote that is not closed", 'write " at the end of the cell'
    log.report(Place(file, line, position - line_start + 1), f"not CSV: {message}", hint)


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
    """Return the delimiter of the first line that has one which also occurs in the next line.

    Add a note if another character could be the delimiter too.
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
    return next(iter([*delimiters, *(delimiter for _, delimiter in guesses)]), ",")


_DELIMITER_ROW = re.compile(r"(?=.*\|)\s*\|?\s*:?-+:?\s*([|+]\s*:?-+:?\s*)*\|?\s*")
"""The row of dashes below a header: as in GFM 4.10, or with plus signs, as in Org manual, 3.1."""
_LONG_DELIMITER_ROW = re.compile(r"(?=.*\|)\s*\|?\s*:?-{3,}:?\s*([|+]\s*:?-{3,}:?\s*)*\|?\s*")
"""Such a row between rows of data, as Org has it: cells with fewer dashes are data there."""
_BETWEEN_BARS = re.compile(r"\s*\|.*\|\s*")
_LINE_WITH_BAR = re.compile(r"^[^|\n]*+\|.*", re.MULTILINE)
# CommonMark 0.31, 4.5: a fence is indented by at most three spaces.
_CODE_FENCE = re.compile(r"\s{0,3}(```|~~~)")
_QUOTE_PREFIX = re.compile(r"^\s*>[\s>]*(?=\|)")
# GFM 4.10: a pipe in a cell is written \|.
_CELL_PATTERN = re.compile(r"((?:\\.|[^|\\]|\\$)*)(?:\||$)")
_TITLE_LINE = re.compile(r"\s*(?:#+ .*|\*\*[^*]+\*\*:?|__[^_]+__:?|[^|]{1,60}:)\s*")
"""A line that may be the title of the table below: a heading, bold text, or ending in a colon."""
_MAX_TITLE = 80
_MAX_HEAD_LINES = 5
"""The most lines of a Markdown table with its title in which the row of dashes is searched."""


def read_markdown_tables(text: str, file: str, log: Log) -> Iterator[CellTable]:
    """Yield the Markdown tables of a text.

    These are tables with a delimiter row, and tables whose lines start with |.
    """
    # Tables in block quotes (CommonMark 0.31, 5.1) are read; spaces keep the column numbers.
    lines = [
        _QUOTE_PREFIX.sub(lambda match: " " * len(match[0]), raw, 1) for raw in text.splitlines()
    ]
    is_code = mark_code_lines(lines)
    name, index = "", 0
    while index < len(lines):
        line, next_line = lines[index], lines[index + 1] if index + 1 < len(lines) else ""
        has_head = "|" in line and bool(_DELIMITER_ROW.fullmatch(next_line))
        if is_code[index] or not (has_head or line.lstrip().startswith("|")):
            if _TITLE_LINE.fullmatch(line) and not is_code[index]:
                name = strip_markup(line).strip("# :")[:_MAX_TITLE]
            index += 1
            continue
        place, rows = Place(file, index + 1), list[Line]()
        while index < len(lines) and "|" in lines[index]:
            # GFM 4.10: the delimiter row is not part of the data.
            is_head = index + 1 - place.line <= has_head
            dashes = _DELIMITER_ROW if is_head else _LONG_DELIMITER_ROW
            if not dashes.fullmatch(lines[index]):
                rows.append(list(_split_cells(lines[index], Place(file, index + 1), log)))
            index += 1
        yield CellTable(place, rows, name, header_count=int(has_head))
        name = ""


def mark_code_lines(lines: Iterable[str]) -> list[bool]:
    """Return for each line of a Markdown text whether it is in a block of code between fences.

    The opening fence is in the block, the closing fence is not.
    """
    fences = (bool(_CODE_FENCE.match(line)) for line in lines)
    return list(accumulate(fences, xor))


def _split_cells(line: str, where: Place, log: Log) -> Iterator[Node]:
    """Yield the cells of a line of a Markdown table."""
    parts = list(_CELL_PATTERN.finditer(line))
    # GFM 4.10: the pipes at the start and the end of a row are optional.
    for part in parts[not parts[0][1].strip() : len(parts) - (not parts[-1][1].strip())]:
        column = part.start() + len(part[1]) - len(part[1].lstrip()) + 1
        yield make_cell(strip_markup(part[1]), Place(where.file, where.line, column), log)


_STYLE_TAG = re.compile(
    r"(?i)(?<![\\`])</?(b|center|div|em|font|i|small|span|strong|u)(\s+[\w-]+\s*=[^<>]*)?\s*>"
)


def strip_markup(text: str) -> str:
    """Return the text without emphasis, code marks, backslash escapes and tags, with &lt; as <.

    The tags are those for the look of a word, such as <b>, <font color="red"> or <div>.
    """
    text = _STYLE_TAG.sub("", text)
    text = re.sub(r"(\*\*|__|`|\*)(?=\S)(.+?)(?<=\S)\1", r"\2", text)
    text = re.sub(r"\\(\W)|<br ?/?>", lambda match: match[1] or " ", text)
    return decode_html_references(text)


_MAX_CELLS = 200_000
"""The most cells of a table, counting each place of merged ones: more would fill the memory."""


def read_html_tables(text: str, file: str, log: Log) -> Iterator[CellTable]:
    """Yield the tables of an HTML page, except tables that contain others and are for layout."""
    # Imported here: lxml is slow to load, and most games have no HTML.
    from lxml import etree

    parser = etree.HTMLParser(encoding="utf-8", no_network=True, remove_comments=True)
    root = etree.fromstring(text.encode(), parser)
    name, number = "", 0
    elements: Iterable[Any] = root.iter() if root is not None else ()
    for element in elements:
        if element.tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
            name = _extract_text(element).rstrip(" ¶")  # the sign is a link to the heading
        if element.tag != "table":
            continue
        place = Place(file, element.sourceline or 1)
        if element.find(".//table") is not None:
            hint = "only the inner tables are read"
            log.note(place, "a table that contains tables", hint)
            continue
        rows = list[Any](element.iter("tr"))
        # HTML 4.9.2: the caption is the title of its table.
        caption = element.find("caption")
        title = (_extract_text(caption) if caption is not None else name)[:80].strip()
        number += 1
        # Of rows on one line, the number of the line says nothing.
        is_one_line = len({row.sourceline for row in rows}) < len(rows)
        subject = f"table {title or number}" if is_one_line else ""
        # HTML 4.9.6: the rows of thead are the column headers. Many pages write only th cells.
        header_count = len([row for row in rows if row.getparent().tag == "thead"])
        header_count = header_count or int(bool(rows) and all(cell.tag == "th" for cell in rows[0]))
        lines = _expand_spans(rows, file, log, subject)
        if lines is None:
            message = f"the cells of a table span more than {_MAX_CELLS:,} places"
            log.report(place, message, "reduce its rowspan and colspan")
            continue
        if header_count > 1:
            lines = [_merge_headers(lines[:header_count]), *lines[header_count:]]
        yield CellTable(place, lines, title, header_count=min(header_count, 1))


def _expand_spans(rows: list[Any], file: str, log: Log, subject: str) -> list[Line] | None:
    """Return the rows of an HTML table. A cell is repeated in each row and column that it spans.

    `subject` names the table in the places of cells. If it is empty, these places have only the
    line in the file. Return None if there are too many cells.
    """
    grid: dict[tuple[int, int], Node] = {}
    places = [
        Place(file, row.sourceline or 1, subject=f"{subject}, row {number}" if subject else "")
        for number, row in enumerate(rows, 1)
    ]
    for number, row in enumerate(rows):
        column = 0
        # HTML 4.9.12.1 (forming a table): a cell goes into the next slot that is still free.
        for cell in row.iterchildren("td", "th"):
            while (number, column) in grid:
                column += 1
            place = replace(places[number], line=cell.sourceline or 1)
            node = make_cell(_extract_text(cell), place, log)
            # HTML 4.9.11: a rowspan of 0 spans all rows left in its section.
            left = sum(other.getparent() is row.getparent() for other in rows[number:])
            row_span = left if cell.get("rowspan") == "0" else _parse_span(cell.get("rowspan"))
            column_span = _parse_span(cell.get("colspan"))
            # HTML 4.9.12.1: a rowspan does not reach below the last row.
            if len(grid) + min(row_span, len(rows) - number) * column_span > _MAX_CELLS:
                return None
            for down in range(number, min(number + row_span, len(rows))):
                for right in range(column, column + column_span):
                    grid.setdefault((down, right), node)
            column += column_span
    width = max((right for _, right in grid), default=-1) + 1
    lines = list[Line]()
    for number in range(len(rows)):
        blank = make_cell("", places[number], log)
        lines.append([grid.get((number, column), blank) for column in range(width)])
    return lines


def _merge_headers(lines: list[Line]) -> Line:
    """Return one line for several header lines. A cell has the texts of its column, top first."""
    heads = list[Node]()
    for cells in zip(*lines, strict=True):
        unique = {id(cell): cell for cell in cells if cell.data}.values()
        last = next(reversed(unique), cells[-1])
        head = make_cell(" ".join(str(item.data) for item in unique), last.place, last.log)
        # A header that spans several columns is returned once, so that it can be unmerged.
        is_repeated = heads and cells[-1] is lines[-1][len(heads) - 1]
        heads.append(heads[-1] if is_repeated else head)
    return heads


def _parse_span(value: str | None) -> int:
    # HTML 4.9.11: a colspan of 0 is invalid.
    return max(int(value), 1) if value and value.isascii() and value.isdigit() else 1


def _extract_text(element: Any) -> str:
    """Return the visible text of an HTML element, without footnote marks such as [1]."""
    parts = []
    for node in element.iter():
        is_shown = node.tag not in ("script", "style")
        is_mark = node.tag == "sup" and "".join(node.itertext()).strip().startswith("[")
        if isinstance(node.tag, str) and is_shown:
            text = "" if is_mark else node.text or ""
            parts.append(text + "\n" * (node.tag in ("br", "p", "li")))
        if node is not element:
            parts.append(node.tail or "")
    return " ".join("".join(parts).split())
