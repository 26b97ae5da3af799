"""Turn an .ods into its sheets. Its cells have the texts that they show beside their values."""

import re
from collections.abc import Mapping
from itertools import product
from typing import Any
from zipfile import ZipFile

from printgen.rules.formats.workbook_model import BookSheet, DayCount, SheetCell, iter_tags

_NAMES = "urn:oasis:names:tc:opendocument:xmlns"
_TABLE, _OFFICE, _TEXT = (f"{{{_NAMES}:{prefix}:1.0}}" for prefix in ("table", "office", "text"))
_ERRS = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}value-type"
_ERROR_TEXT = re.compile(r"#[A-Z/0!?]{3,}|Err:\d{3}")
_WHITESPACE_TAGS = {f"{_TEXT}line-break": "\n", f"{_TEXT}tab": "\t"}
_MAX_SPACES = 999
"""Blanks in a row: more are no text."""
_MAX_CELLS = 2_000_000
"""Cells of a sheet: one that repeats over all lines would fill the memory."""


def read_ods(book: ZipFile, wanted_sheet: str) -> Mapping[str, BookSheet]:
    """The sheets by their names; of others than the one `wanted`, if any is, no cells."""
    sheets, sheet, row = dict[str, BookSheet](), BookSheet({}, []), 0
    for element in iter_tags(book, "content.xml", "table-row", "table"):
        name = element.get(f"{_TABLE}name", "")
        if element.tag == f"{_TABLE}table-row":
            row = _add_row(sheet, row, element)
        else:
            sheets[name] = sheet if wanted_sheet in ("", name) else BookSheet({}, [])
            sheet, row = BookSheet({}, []), 0
    return sheets


def _add_row(sheet: BookSheet, row: int, element: Any) -> int:
    """Add the cells of a row, which may stand for several, to a sheet; the row after it."""
    next_row, column = row + _count(element, "rows-repeated"), 0
    for cell in element.iterchildren(f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
        begin, column = column, column + _count(cell, "columns-repeated")
        # An empty rest of a sheet repeats far more often than anything that is shown.
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
    return int(element.get(f"{_TABLE}number-{attribute}", 1))


def _read_cell(cell: Any) -> SheetCell | None:
    """What a cell holds and shows; None for one that holds nothing."""
    kind, has_formula = cell.get(f"{_OFFICE}value-type"), cell.get(f"{_TABLE}formula") is not None
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
        value = DayCount(0)  # that it is one is all that is asked
    elif kind == "boolean" and text is None:
        value = cell.get(f"{_OFFICE}boolean-value", "").upper()
    if text is None:
        code = f"[{kind}]" if kind in ("percentage", "currency", "date", "time") else ""
        return SheetCell(value, code)
    # A sheet is narrow: what is rounded is rounded as in any workbook, and noted.
    is_long = kind == "float" and re.search(r"[.,]\d{10,}$", text)
    return SheetCell(value) if is_long else SheetCell(value, text=text)


def _read_paragraph(paragraph: Any) -> str:
    """A paragraph as it shows; blanks beside each other are one, unless they are written out."""
    text = ""
    for elem in paragraph.iter():
        spaces = (
            " " * min(int(elem.get(f"{_TEXT}c", 1)), _MAX_SPACES) if elem.tag == f"{_TEXT}s" else ""
        )
        text += spaces + _WHITESPACE_TAGS.get(elem.tag, "") + re.sub(r"\s+", " ", elem.text or "")
        text += re.sub(r"\s+", " ", elem.tail or "") if elem is not paragraph else ""
    return text
