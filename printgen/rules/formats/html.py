"""Turn the tables of a saved HTML page into tables of cells, each called what heads it."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from printgen.problems import Where
from printgen.rules.formats.cell_table import CellTable, Line, make_cell
from printgen.rules.problem_log import Scope
from printgen.rules.source_node import Entry

_MOST = 200_000
"""Places of a table: what spans thousands of rows and columns would fill the memory."""


def read_page(text: str, file: str, scope: Scope) -> Iterator[CellTable]:
    """The tables of a page but for those that hold others, which are its layout."""
    # Only who has a page pays for its reader.
    from lxml import etree

    parser = etree.HTMLParser(encoding="utf-8", no_network=True, remove_comments=True)
    root = etree.fromstring(text.encode(), parser)
    name = ""
    elements: Iterable[Any] = root.iter() if root is not None else ()
    for element in elements:
        if element.tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
            name = _text(element)
        if element.tag != "table":
            continue
        place = Where(file, element.sourceline or 1)
        if element.find(".//table") is not None:
            hint = "only the inner ones were read"
            scope.note(place, "a table that holds tables", hint)
            continue
        rows = list[Any](element.iter("tr"))
        heads = len([row for row in rows if row.getparent().tag == "thead"])
        heads = heads or int(bool(rows) and all(cell.tag == "th" for cell in rows[0]))
        lines = _lines(rows, file, scope)
        if lines is None:
            message = f"a table whose cells span more than {_MOST:,} places"
            scope.report(place, message, "make its rowspan and colspan smaller")
            continue
        if heads > 1:
            lines = [_one_head(lines[:heads]), *lines[heads:]]
        caption = element.find("caption")
        called = _text(caption) if caption is not None else name
        yield CellTable(place, lines, called[:80].strip(), heads=min(heads, 1))


def _lines(rows: list[Any], file: str, scope: Scope) -> list[Line] | None:
    """The rows with each cell in all of its places; None if these are too many."""
    grid: dict[tuple[int, int], Entry] = {}
    for number, row in enumerate(rows):
        column = 0
        for cell in row.iterchildren("td", "th"):
            while (number, column) in grid:
                column += 1
            made = make_cell(_text(cell), Where(file, cell.sourceline or 1), scope)
            high, wide = (_span(cell.get(one)) for one in ("rowspan", "colspan"))
            if len(grid) + min(high, len(rows) - number) * wide > _MOST:
                return None
            for down in range(number, min(number + high, len(rows))):
                for right in range(column, column + wide):
                    grid.setdefault((down, right), made)
            column += wide
    width = max((right for _, right in grid), default=-1) + 1
    lines = list[Line]()
    for number, row in enumerate(rows):
        blank = make_cell("", Where(file, row.sourceline or 1), scope)
        lines.append([grid.get((number, column), blank) for column in range(width)])
    return lines


def _one_head(lines: list[Line]) -> Line:
    """The heads of several lines in one: what stands above others goes before these."""
    heads = []
    for cells in zip(*lines, strict=True):
        own = {id(cell): cell for cell in cells if cell.data}.values()
        last = next(reversed(own), cells[-1])
        heads.append(make_cell(" ".join(str(one.data) for one in own), last.place, last.scope))
    same = [after is before for before, after in pairwise(lines[-1])]
    return [heads[0], *(heads[at] if one else heads[at + 1] for at, one in enumerate(same))]


def _span(written: str | None) -> int:
    return max(int(written), 1) if written and written.isascii() and written.isdigit() else 1


def _text(element: Any) -> str:
    """What an element shows, without marks of footnotes such as [1]."""
    parts = []
    for one in element.iter():
        is_shown = one.tag not in ("script", "style")
        is_mark = one.tag == "sup" and "".join(one.itertext()).strip().startswith("[")
        if isinstance(one.tag, str) and is_shown:
            parts.append(
                ("" if is_mark else one.text or "") + "\n" * (one.tag in ("br", "p", "li"))
            )
        if one is not element:
            parts.append(one.tail or "")
    return " ".join("".join(parts).split())
