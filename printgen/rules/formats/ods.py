"""Sheets of an .ods workbook (ODF 1.2 part 1).

Unlike .xlsx, a cell contains the text that it shows, as well as its value.
"""

import re
from collections.abc import Mapping
from itertools import product
from typing import Any
from zipfile import ZipFile

from printgen.rules.formats.workbook_model import BookSheet, DayCount, SheetCell, iter_tags

_NAMES = "urn:oasis:names:tc:opendocument:xmlns"
_TABLE, _OFFICE, _TEXT = (f"{{{_NAMES}:{prefix}:1.0}}" for prefix in ("table", "office", "text"))
# LibreOffice marks error cells in its own namespace; ODF 1.2 has no value type for them.
_ERRS = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}value-type"
_ERROR_TEXT = re.compile(r"#[A-Z/0!?]{3,}|Err:\d{3}")
# ODF 1.2 part 1, 6.1.4 and 6.1.5: text:tab and text:line-break.
_WHITESPACE_TAGS = {f"{_TEXT}line-break": "\n", f"{_TEXT}tab": "\t"}
_MAX_SPACES = 999
"""Most consecutive spaces: a longer run is an error or an attack."""
_MAX_CELLS = 2_000_000
"""Most cells of a sheet: a cell repeated over all rows would fill the memory."""


def read_ods(book: ZipFile, wanted_sheet: str) -> Mapping[str, BookSheet]:
    """Return all sheets by name. If `wanted_sheet` is not empty, only that one has cells."""
    sheets, sheet, row = dict[str, BookSheet](), BookSheet({}, []), 0
    # iter_tags yields an element at its end, so the rows of a table come before the table.
    for element in iter_tags(book, "content.xml", "table-row", "table"):
        name = element.get(f"{_TABLE}name", "")
        if element.tag == f"{_TABLE}table-row":
            row = _add_row(sheet, row, element)
        else:
            sheets[name] = sheet if wanted_sheet in ("", name) else BookSheet({}, [])
            sheet, row = BookSheet({}, []), 0
    return sheets


def _add_row(sheet: BookSheet, row: int, element: Any) -> int:
    """Add the cells of a row, with its repetitions, to a sheet. Return the next row's number."""
    # ODF 1.2 part 1, 9.1.3 to 9.1.5: rows and cells have a number of repetitions.
    next_row, column = row + _count(element, "rows-repeated"), 0
    for cell in element.iterchildren(f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
        begin, column = column, column + _count(cell, "columns-repeated")
        # Skip empty cells: the empty rest of a sheet is one cell repeated thousands of times.
        if sheet_cell := _read_cell(cell):
            if len(sheet.cells) + (next_row - row) * (column - begin) > _MAX_CELLS:
                raise ValueError(f"more than {_MAX_CELLS:,} cells in a sheet")
            places = product(range(row, next_row), range(begin, column))
            sheet.cells.update(dict.fromkeys(places, sheet_cell))
            row_span, column_span = _count(cell, "rows-spanned"), _count(cell, "columns-spanned")
            if row_span * column_span > 1:
                sheet.spans.append(((row, begin), (row + row_span - 1, begin + column_span - 1)))
    return next_row


def _count(element: Any, attribute: str) -> int:
    """Return the value of a table:number-... attribute, 1 if it is missing."""
    return int(element.get(f"{_TABLE}number-{attribute}", 1))


def _read_cell(cell: Any) -> SheetCell | None:
    """Return the value and the text of a cell; None if it is empty."""
    kind, has_formula = cell.get(f"{_OFFICE}value-type"), cell.get(f"{_TABLE}formula") is not None
    # ODF 1.2 part 1, 9.1.4: a cell contains paragraphs. Their text is what the cell shows.
    lines = [_read_paragraph(line) for line in cell.iterchildren(f"{_TEXT}p")]
    text = "\n".join(lines) if lines else None
    if cell.get(_ERRS) == "error" or (has_formula and _ERROR_TEXT.fullmatch(text or "")):
        return SheetCell(error=text or "#N/A")
    if not kind:
        return SheetCell(error="=") if has_formula and not text else None
    value: str | float | DayCount = text or cell.get(f"{_OFFICE}string-value", "")
    if kind in ("float", "percentage", "currency"):
        value = float(cell.get(f"{_OFFICE}value", ""))
    elif kind in ("date", "time"):
        value = DayCount(0)  # only its type is used, because the text is known
    elif kind == "boolean" and text is None:
        value = cell.get(f"{_OFFICE}boolean-value", "").upper()
    if text is None:
        code = f"[{kind}]" if kind in ("percentage", "currency", "date", "time") else ""
        return SheetCell(value, code)
    # Drop a text of many decimals, so that the value is rounded and noted as in .xlsx files.
    is_long = kind == "float" and re.search(r"[.,]\d{10,}$", text)
    return SheetCell(value) if is_long else SheetCell(value, text=text)


def _read_paragraph(paragraph: Any) -> str:
    """Return the text of a paragraph, with its white space collapsed."""
    # ODF 1.2 part 1, 6.1.2 and 6.1.3: white space collapses, and text:s writes spaces out.
    text = ""
    for elem in paragraph.iter():
        spaces = (
            " " * min(int(elem.get(f"{_TEXT}c", 1)), _MAX_SPACES) if elem.tag == f"{_TEXT}s" else ""
        )
        text += spaces + _WHITESPACE_TAGS.get(elem.tag, "") + re.sub(r"\s+", " ", elem.text or "")
        text += re.sub(r"\s+", " ", elem.tail or "") if elem is not paragraph else ""
    return text
