"""Turn a workbook into one without its stray cells, and say which those are, and which cells span.

A cell that was hit by mistake, such as XFD1048576, makes a reader fill the sheet up to it. Stray is
what lies beyond a hundred empty columns or ten thousand empty rows. What is no workbook stays as it
is: its reader says what is wrong.
"""

import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from html import unescape
from io import BytesIO
from itertools import pairwise
from typing import NamedTuple
from zipfile import BadZipFile, ZipFile

_COLUMNS, _ROWS = 100, 10_000
"""Empty ones side by side that no table has within it."""

_FAR = re.compile(rb'\br="(?:[A-Z]+[0-9]{5}|[C-Z][A-Z][0-9]|[A-Z]{3})')
"""Where there is no such name, a large sheet need not be gone through."""
_XLSX = re.compile(
    rb'<(?:\w+:)?c\s(?:[^>]*?\s)?r="([A-Z]{1,3})(\d{1,7})"[^>]*(?<!/)>.*?</(?:\w+:)?c>', re.DOTALL
)
_ODS = re.compile(rb"<table:(table|table-row|table-cell|covered-table-cell)((?:\s[^>]*)?)>")
_SHEETS = re.compile(r"xl/worksheets/[^/]+\.xml|content\.xml")
_SAID = re.compile(r'(\w+)="([^"]*)"')
_SPAN = re.compile(rb'table:number-(rows|columns)-spanned="(\d{1,7})"')
_REPEATED = re.compile(rb'table:number-(?:rows|columns)-repeated="(\d{1,7})"')


Corner = tuple[int, int]
"""A cell's row and column, counted from 0."""


class _StrayCell(NamedTuple):
    """A cell that holds something: its sheet, its row and column from 1, its bytes in the part.

    It spans so many `rows` and `columns`.
    """

    sheet: str
    row: int
    column: int
    begin: int
    end: int
    rows: int = 1
    columns: int = 1


def without_strays(data: bytes) -> tuple[bytes, Mapping[str, Sequence[str]]]:
    """The bytes of a workbook without stray cells, and the names of these by their sheets."""
    try:
        with ZipFile(BytesIO(data)) as book:
            parts, gone = dict[str, bytes](), list[_StrayCell]()
            for part in filter(_SHEETS.fullmatch, book.namelist()):
                xml = book.read(part)
                cells = list(_ods(xml) if part == "content.xml" else _xlsx(xml, part))
                own = [
                    one for sheet in {one.sheet for one in cells} for one in _strays(cells, sheet)
                ]
                for one in sorted(own, key=lambda cell: -cell.begin):
                    parts[part] = xml = xml[: one.begin] + xml[one.end :]
                gone += sorted(own, key=lambda cell: cell.begin)
            if not gone:
                return data, {}
            names, strays = part_names(book), dict[str, list[str]]()
            for one in gone:
                at = f"{letters(one.column - 1)}{one.row}"
                strays.setdefault(names.get(one.sheet, one.sheet), []).append(at)
            written = BytesIO()
            with ZipFile(written, "w") as copy:
                for part in book.namelist():
                    copy.writestr(part, parts.get(part) or book.read(part))
            return written.getvalue(), strays
    except (BadZipFile, LookupError, RuntimeError, ValueError, zlib.error):
        return data, {}


def find_spans(data: bytes) -> Mapping[str, Sequence[tuple[Corner, Corner]]]:
    """By their sheets the first and the last place of each cell of an .ods that spans several."""
    spans = dict[str, list[tuple[Corner, Corner]]]()
    with suppress(BadZipFile, LookupError, RuntimeError, ValueError, zlib.error):
        with ZipFile(BytesIO(data)) as book:
            xml = book.read("content.xml")
        for one in _ods(xml) if b"-spanned=" in xml else ():
            if one.rows * one.columns > 1:
                first = one.row - 1, one.column - 1
                last = first[0] + one.rows - 1, first[1] + one.columns - 1
                spans.setdefault(one.sheet, []).append((first, last))
    return spans


def part_names(book: ZipFile) -> Mapping[str, str]:
    """The sheets' names by the parts of an .xlsx that hold them."""
    if "xl/workbook.xml" not in book.namelist():
        return {}
    links, sheets = (
        [dict(_SAID.findall(tag)) for tag in re.findall(rf"<(?:\w+:)?{name}\s[^>]*>", text)]
        for name, text in (
            ("Relationship", book.read("xl/_rels/workbook.xml.rels").decode()),
            ("sheet", book.read("xl/workbook.xml").decode()),
        )
    )
    parts = {link["Id"]: f"xl/worksheets/{link['Target'].rpartition('/')[2]}" for link in links}
    return {parts[sheet["id"]]: unescape(sheet["name"]) for sheet in sheets}


def letters(column: int) -> str:
    """The letters by which a spreadsheet calls a column, counted from 0."""
    before, last = divmod(column, 26)
    return (letters(before - 1) if before else "") + chr(65 + last)


def _strays(cells: Sequence[_StrayCell], sheet: str) -> Sequence[_StrayCell]:
    """The cells of a sheet that lie far from the others."""
    own = [one for one in cells if one.sheet == sheet]
    right = _last({one.column for one in own}, _COLUMNS)
    bottom = _last({one.row for one in own if one.column <= right}, _ROWS)
    return [one for one in own if one.column > right or one.row > bottom]


def _last(places: set[int], most: int) -> int:
    """The last place before so many empty ones."""
    ordered = sorted(places)
    return next((one for one, after in pairwise(ordered) if after - one > most), ordered[-1])


def _xlsx(xml: bytes, sheet: str) -> Iterator[_StrayCell]:
    for found in _XLSX.finditer(xml) if _FAR.search(xml) else ():
        column = 0
        for letter in found[1]:
            column = 26 * column + letter - 64
        yield _StrayCell(sheet, int(found[2]), column, *found.span())


def _ods(xml: bytes) -> Iterator[_StrayCell]:
    sheet, row, after, column = "", 0, 1, 1
    for found in _ODS.finditer(xml):
        kind, said = found.groups()
        repeated = _REPEATED.search(said)
        times = int(repeated[1]) if repeated else 1
        if kind == b"table":
            name = re.search(rb'table:name="([^"]*)"', said)
            sheet, after = unescape(name[1].decode()) if name else "", 1
        elif kind == b"table-row":
            row, after, column = after, after + times, 1
        else:
            if b"office:value-type" in said:
                last = found.end() - 1
                last = last if said.endswith(b"/") else xml.find(b"</table:", last)
                spans = {kind: int(many) for kind, many in _SPAN.findall(said)}
                rows, columns = spans.get(b"rows", 1), spans.get(b"columns", 1)
                end = xml.find(b">", last) + 1
                yield _StrayCell(sheet, row, column, found.start(), end, rows, columns)
            column += times
