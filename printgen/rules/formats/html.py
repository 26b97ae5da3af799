"""Turn the tables of a saved HTML page into tables of cells, each called what heads it."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from printgen.problems import Spot
from printgen.rules.formats.cell_table import CellTable, Line, make_cell
from printgen.rules.problem_log import Log
from printgen.rules.source_node import Node

_MAX_CELLS = 200_000
"""Places of a table: what spans thousands of rows and columns would fill the memory."""


def read_html(text: str, file: str, scope: Log) -> Iterator[CellTable]:
    """The tables of a page but for those that hold others, which are its layout."""
    # Only who has a page pays for its reader.
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
        place = Spot(file, element.sourceline or 1)
        if element.find(".//table") is not None:
            hint = "only the inner ones were read"
            scope.note(place, "a table that holds tables", hint)
            continue
        rows = list[Any](element.iter("tr"))
        header_count = len([row for row in rows if row.getparent().tag == "thead"])
        header_count = header_count or int(bool(rows) and all(cell.tag == "th" for cell in rows[0]))
        lines = _expand_spans(rows, file, scope)
        if lines is None:
            message = f"a table whose cells span more than {_MAX_CELLS:,} places"
            scope.report(place, message, "make its rowspan and colspan smaller")
            continue
        if header_count > 1:
            lines = [_merge_headers(lines[:header_count]), *lines[header_count:]]
        caption = element.find("caption")
        title = _extract_text(caption) if caption is not None else name
        yield CellTable(place, lines, title[:80].strip(), header_count=min(header_count, 1))


def _expand_spans(rows: list[Any], file: str, scope: Log) -> list[Line] | None:
    """The rows with each cell in all of its places; None if these are too many."""
    grid: dict[tuple[int, int], Node] = {}
    for number, row in enumerate(rows):
        column = 0
        for cell in row.iterchildren("td", "th"):
            while (number, column) in grid:
                column += 1
            node = make_cell(_extract_text(cell), Spot(file, cell.sourceline or 1), scope)
            row_span, column_span = (_parse_span(cell.get(name)) for name in ("rowspan", "colspan"))
            if len(grid) + min(row_span, len(rows) - number) * column_span > _MAX_CELLS:
                return None
            for down in range(number, min(number + row_span, len(rows))):
                for right in range(column, column + column_span):
                    grid.setdefault((down, right), node)
            column += column_span
    width = max((right for _, right in grid), default=-1) + 1
    lines = list[Line]()
    for number, row in enumerate(rows):
        blank = make_cell("", Spot(file, row.sourceline or 1), scope)
        lines.append([grid.get((number, column), blank) for column in range(width)])
    return lines


def _merge_headers(lines: list[Line]) -> Line:
    """The heads of several lines in one: what stands above others goes before these."""
    heads = []
    for cells in zip(*lines, strict=True):
        unique = {id(cell): cell for cell in cells if cell.data}.values()
        last = next(reversed(unique), cells[-1])
        heads.append(make_cell(" ".join(str(item.data) for item in unique), last.place, last.scope))
    repeats = [after is before for before, after in pairwise(lines[-1])]
    return [
        heads[0],
        *(heads[index] if item else heads[index + 1] for index, item in enumerate(repeats)),
    ]


def _parse_span(value: str | None) -> int:
    return max(int(value), 1) if value and value.isascii() and value.isdigit() else 1


def _extract_text(element: Any) -> str:
    """What an element shows, without marks of footnotes such as [1]."""
    parts = []
    for node in element.iter():
        is_shown = node.tag not in ("script", "style")
        is_mark = node.tag == "sup" and "".join(node.itertext()).strip().startswith("[")
        if isinstance(node.tag, str) and is_shown:
            parts.append(
                ("" if is_mark else node.text or "") + "\n" * (node.tag in ("br", "p", "li"))
            )
        if node is not element:
            parts.append(node.tail or "")
    return " ".join("".join(parts).split())
