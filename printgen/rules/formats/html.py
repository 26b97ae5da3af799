"""Tables of a saved HTML page, named by their captions or the headings above them."""

from collections.abc import Iterable, Iterator
from typing import Any

from printgen.problems import Log, Place
from printgen.rules.formats.cell_table import CellTable, Line, make_cell
from printgen.rules.source_node import Node

_MAX_CELLS = 200_000
"""The most cells of a table, counting each place of merged ones: more would fill the memory."""


def read_html(text: str, file: str, log: Log) -> Iterator[CellTable]:
    """Yield the tables of a page, except layout tables, which contain other tables."""
    # Imported here: lxml is slow to load, and most games have no HTML.
    from lxml import etree

    parser = etree.HTMLParser(encoding="utf-8", no_network=True, remove_comments=True)
    root = etree.fromstring(text.encode(), parser)
    name = ""
    elements: Iterable[Any] = root.iter() if root is not None else ()
    for element in elements:
        if element.tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
            name = _extract_text(element)
        if element.tag != "table":
            continue
        place = Place(file, element.sourceline or 1)
        if element.find(".//table") is not None:
            hint = "only the inner tables are read"
            log.note(place, "a table that contains tables", hint)
            continue
        rows = list[Any](element.iter("tr"))
        # HTML 4.9.6: the rows of thead are the column headers. Many pages write only th cells.
        header_count = len([row for row in rows if row.getparent().tag == "thead"])
        header_count = header_count or int(bool(rows) and all(cell.tag == "th" for cell in rows[0]))
        lines = _expand_spans(rows, file, log)
        if lines is None:
            message = f"the cells of a table span more than {_MAX_CELLS:,} places"
            log.report(place, message, "reduce its rowspan and colspan")
            continue
        if header_count > 1:
            lines = [_merge_headers(lines[:header_count]), *lines[header_count:]]
        # HTML 4.9.2: the caption is the title of its table.
        caption = element.find("caption")
        title = _extract_text(caption) if caption is not None else name
        yield CellTable(place, lines, title[:80].strip(), header_count=min(header_count, 1))


def _expand_spans(rows: list[Any], file: str, log: Log) -> list[Line] | None:
    """Return the rows with each cell in every place it spans; None if there are too many."""
    grid: dict[tuple[int, int], Node] = {}
    for number, row in enumerate(rows):
        column = 0
        # HTML 4.9.12.1 (forming a table): a cell goes into the next slot that is still free.
        for cell in row.iterchildren("td", "th"):
            while (number, column) in grid:
                column += 1
            node = make_cell(_extract_text(cell), Place(file, cell.sourceline or 1), log)
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
    for number, row in enumerate(rows):
        blank = make_cell("", Place(file, row.sourceline or 1), log)
        lines.append([grid.get((number, column), blank) for column in range(width)])
    return lines


def _merge_headers(lines: list[Line]) -> Line:
    """Join header lines into one: the upper header comes before the lower ones."""
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
    """Return the visible text of an element, without footnote marks such as [1]."""
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
