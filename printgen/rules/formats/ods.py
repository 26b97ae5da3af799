"""Turn an .ods into its sheets. Its cells have the texts that they show beside their values."""

import re
from collections.abc import Mapping
from itertools import product
from typing import Any
from zipfile import ZipFile

from printgen.rules.formats.workbook_model import Moment, Sheet, SheetCell, elements

_NAMES = "urn:oasis:names:tc:opendocument:xmlns"
_TABLE, _OFFICE, _TEXT = (f"{{{_NAMES}:{one}:1.0}}" for one in ("table", "office", "text"))
_ERRS = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}value-type"
_ERROR = re.compile(r"#[A-Z/0!?]{3,}|Err:\d{3}")
_SPOKEN = {f"{_TEXT}line-break": "\n", f"{_TEXT}tab": "\t"}
_BLANKS = 999
"""Blanks in a row: more are no text."""
_MOST = 2_000_000
"""Cells of a sheet: one that repeats over all lines would fill the memory."""


def read_ods(book: ZipFile, wanted: str) -> Mapping[str, Sheet]:
    """The sheets by their names; of others than the one `wanted`, if any is, no cells."""
    sheets, sheet, row = dict[str, Sheet](), Sheet({}, []), 0
    for element in elements(book, "content.xml", "table-row", "table"):
        name = element.get(f"{_TABLE}name", "")
        if element.tag == f"{_TABLE}table-row":
            row = _add_row(sheet, row, element)
        else:
            sheets[name] = sheet if wanted in ("", name) else Sheet({}, [])
            sheet, row = Sheet({}, []), 0
    return sheets


def _add_row(sheet: Sheet, row: int, element: Any) -> int:
    """Add the cells of a row, which may stand for several, to a sheet; the row after it."""
    after, column = row + _many(element, "rows-repeated"), 0
    for cell in element.iterchildren(f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
        begin, column = column, column + _many(cell, "columns-repeated")
        # An empty rest of a sheet repeats far more often than anything that is shown.
        if made := _cell(cell):
            if len(sheet.cells) + (after - row) * (column - begin) > _MOST:
                raise ValueError(f"more than {_MOST:,} cells in a sheet")
            places = product(range(row, after), range(begin, column))
            sheet.cells.update(dict.fromkeys(places, made))
            high, wide = _many(cell, "rows-spanned"), _many(cell, "columns-spanned")
            if high * wide > 1:
                sheet.spans.append(((row, begin), (row + high - 1, begin + wide - 1)))
    return after


def _many(element: Any, what: str) -> int:
    return int(element.get(f"{_TABLE}number-{what}", 1))


def _cell(cell: Any) -> SheetCell | None:
    """What a cell holds and shows; None for one that holds nothing."""
    kind, has_formula = cell.get(f"{_OFFICE}value-type"), cell.get(f"{_TABLE}formula") is not None
    lines = [_text(line) for line in cell.iterchildren(f"{_TEXT}p")]
    text = "\n".join(lines) if lines else None
    if cell.get(_ERRS) == "error" or (has_formula and _ERROR.fullmatch(text or "")):
        return SheetCell(fault=text or "#N/A")
    if not kind:
        return SheetCell(fault="=") if has_formula and not text else None
    value: str | float | Moment = text or cell.get(f"{_OFFICE}string-value", "")
    if kind in ("float", "percentage", "currency"):
        value = float(cell.get(f"{_OFFICE}value", ""))
    elif kind in ("date", "time"):
        value = Moment(0)  # that it is one is all that is asked
    elif kind == "boolean" and text is None:
        value = cell.get(f"{_OFFICE}boolean-value", "").upper()
    if text is None:
        code = f"[{kind}]" if kind in ("percentage", "currency", "date", "time") else ""
        return SheetCell(value, code)
    # A sheet is narrow: what is rounded is rounded as in any workbook, and noted.
    is_long = kind == "float" and re.search(r"[.,]\d{10,}$", text)
    return SheetCell(value) if is_long else SheetCell(value, text=text)


def _text(paragraph: Any) -> str:
    """A paragraph as it shows; blanks beside each other are one, unless they are written out."""
    said = ""
    for one in paragraph.iter():
        blanks = " " * min(int(one.get(f"{_TEXT}c", 1)), _BLANKS) if one.tag == f"{_TEXT}s" else ""
        said += blanks + _SPOKEN.get(one.tag, "") + re.sub(r"\s+", " ", one.text or "")
        said += re.sub(r"\s+", " ", one.tail or "") if one is not paragraph else ""
    return said
