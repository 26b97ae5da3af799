"""Sheets of an .ods workbook (ODF 1.2 part 1).

Unlike in .xlsx files, a cell contains the text that it shows as well as its value.
"""

import re
from collections.abc import Mapping
from itertools import product
from typing import Any
from zipfile import ZipFile

from msgspec.structs import replace

from printgen.rules.files.formats.number_format import (
    SCRIPT_FIGURES,
    STRUCK_TEXT,
    DayCount,
    WorkbookCell,
    WorkbookSheet,
    iter_xml_elements,
)

_NAMESPACES = "urn:oasis:names:tc:opendocument:xmlns"
_TABLE, _OFFICE, _TEXT, _STYLE = (
    f"{{{_NAMESPACES}:{prefix}:1.0}}" for prefix in ("table", "office", "text", "style")
)
# LibreOffice marks error cells in its own namespace; ODF 1.2 has no value type for them.
_VALUE_TYPE = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}value-type"
_ERROR_TEXT = re.compile(r"#[A-Z/0!?]{3,}|Err:\d{3}")
# ODF 1.2 part 1, 6.1.3 to 6.1.5: text:s, text:tab and text:line-break do not collapse. They are
# control characters, which XML does not allow, until the other white space has collapsed.
_WHITESPACE_TAGS = {f"{_TEXT}s": "\0", f"{_TEXT}tab": "\1", f"{_TEXT}line-break": "\2"}
_WHITESPACE = str.maketrans("\0\1\2", " \t\n")
# ODF 1.2 part 1, 16.27: the elements with the formats of numbers.
_NUMBER_FORMATS = ("number-style", "currency-style", "percentage-style")
_NUMBER_FORMAT_TAGS = {f"{{{_NAMESPACES}:datastyle:1.0}}{name}" for name in _NUMBER_FORMATS}
_COLOUR = "{urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0}color"
_UNSIGNED = r"(?=.*[1-9])[^-−(]+"
_MAX_SPACES = 999
"""Most consecutive spaces: a longer run is an error or an attack."""
_MAX_CELLS = 2_000_000
"""Most cells of a sheet: a cell repeated over all rows would fill the memory."""
_MAX_ROWS, _MAX_COLUMNS = 1 << 20, 1 << 14
"""Most rows and columns of a sheet in spreadsheet programs."""


def read_ods(book: ZipFile, wanted_sheet: str) -> Mapping[str, WorkbookSheet]:
    """Return all sheets of a workbook by name.

    If `wanted_sheet` is not empty, only the sheet of that name has its cells in the result.
    """
    formats = _NumberFormats()
    for number_format in iter_xml_elements(book, "styles.xml", *_NUMBER_FORMATS):
        formats.add(number_format)
    sheets, sheet, row, column = dict[str, WorkbookSheet](), WorkbookSheet(), 0, 0
    hidden_styles, text_styles = set[str](), dict[str, str]()
    tags = (*_NUMBER_FORMATS, "style", "table-column", "table-row", "table")
    # iter_xml_elements yields an element at its end, so the rows of a table come before the table.
    # ODF 1.2 part 1, 3.1.3: styles come before all tables.
    for element in iter_xml_elements(book, "content.xml", *tags):
        name, begin = element.get(f"{_TABLE}name", ""), column
        # ODF 1.2 part 1, 19.749: collapse hides a row or column, and filter a row.
        is_hidden = element.get(f"{_TABLE}visibility") in ("collapse", "filter")
        if element.tag == f"{_STYLE}style":
            # ODF 1.2 part 1, 20.402: display says whether the sheets of a style are hidden.
            if element.find(f"{_STYLE}table-properties[@{_TABLE}display='false']") is not None:
                hidden_styles.add(element.get(f"{_STYLE}name"))
            if text_style := _read_text_style(element):
                text_styles[element.get(f"{_STYLE}name")] = text_style
        elif element.tag in _NUMBER_FORMAT_TAGS:
            formats.add(element)
        elif element.tag == f"{_TABLE}table-column":
            column = min(column + _read_count_attribute(element, "columns-repeated"), _MAX_COLUMNS)
            sheet.hidden_columns.update(range(begin, column) if is_hidden else ())
        elif element.tag == f"{_TABLE}table-row":
            row = _add_row(sheet, row, element, text_styles, is_hidden=is_hidden)
        else:
            is_hidden = element.get(f"{_TABLE}style-name") in hidden_styles
            if formats.has_colour_only_negatives():
                sheet.cells.update({at: _restore_minus(cell) for at, cell in sheet.cells.items()})
            empty = WorkbookSheet()
            shown = sheet if wanted_sheet in ("", name) else empty
            sheets[name] = replace(shown, is_hidden=is_hidden)
            sheet, row, column = empty, 0, 0
    return sheets


class _NumberFormats:
    """The number formats of a workbook, to find out whether negative numbers have a minus sign."""

    def __init__(self) -> None:
        self._texts: dict[str, list[str]] = {}
        self._coloured: list[tuple[str, list[str]]] = []

    def add(self, style: Any) -> None:
        """Add the format of a style element."""
        texts = [text.strip() for text in style.itertext() if text.strip()]
        self._texts[style.get(f"{_STYLE}name", "")] = texts
        if style.find(f"{_STYLE}text-properties[@{_COLOUR}]") is not None:
            # ODF 1.2 part 1, 16.3: the format of numbers that are not negative.
            positive = style.find(f"{_STYLE}map[@{_STYLE}apply-style-name]")
            name = "" if positive is None else positive.get(f"{_STYLE}apply-style-name")
            self._coloured.append((name, texts))

    def has_colour_only_negatives(self) -> bool:
        """Return whether a format distinguishes negative numbers only by colour, as in 0;[RED]0."""
        return any(self._texts.get(name, texts) == texts for name, texts in self._coloured)


def _read_text_style(style: Any) -> str:
    """Return "superscript", "subscript" or `STRUCK_TEXT` if `style` sets one of these, else ""."""
    properties = style.find(f"{_STYLE}text-properties")
    if properties is None:
        return ""
    # ODF 1.2 part 1, 20.358 and 20.384: a line through the text, and its place on the line.
    if properties.get(f"{_STYLE}text-line-through-style", "none") != "none":
        return STRUCK_TEXT
    place = properties.get(f"{_STYLE}text-position", "0%").split()[0]
    if place in ("super", "sub"):
        return f"{place}script"
    rise = float(place.removesuffix("%"))
    return "superscript" if rise > 0 else "subscript" if rise < 0 else ""


def _add_row(
    sheet: WorkbookSheet, row: int, element: Any, styles: Mapping[str, str], *, is_hidden: bool
) -> int:
    """Add the cells of a row element to a sheet, and return the index of the next row.

    A repeated row element is added as often as it says. `row` is the index of its first row.
    `styles` has the result of `_read_text_style` for each style, by its name.
    """
    # ODF 1.2 part 1, 9.1.3 to 9.1.5: rows and cells have a number of repetitions.
    next_row, column = row + _read_count_attribute(element, "rows-repeated"), 0
    sheet.hidden_rows.update(range(row, min(next_row, _MAX_ROWS)) if is_hidden else ())
    for cell in element.iterchildren(f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
        begin, column = column, column + _read_count_attribute(cell, "columns-repeated")
        # Skip empty cells: the empty rest of a sheet is one cell repeated thousands of times.
        if sheet_cell := _read_cell(cell, styles):
            if len(sheet.cells) + (next_row - row) * (column - begin) > _MAX_CELLS:
                raise ValueError(f"more than {_MAX_CELLS:,} cells in a sheet")
            places = product(range(row, next_row), range(begin, column))
            sheet.cells.update(dict.fromkeys(places, sheet_cell))
            row_span = _read_count_attribute(cell, "rows-spanned")
            column_span = _read_count_attribute(cell, "columns-spanned")
            if row_span * column_span > 1:
                sheet.spans.append(((row, begin), (row + row_span - 1, begin + column_span - 1)))
    return next_row


def _read_count_attribute(element: Any, attribute: str) -> int:
    """Return the value of a table:number-… attribute, such as the number of repetitions of a row.

    `attribute` is the rest of its name. The result is 1 if the element does not have it.
    """
    return int(element.get(f"{_TABLE}number-{attribute}", 1))


def _read_cell(cell: Any, styles: Mapping[str, str]) -> WorkbookCell | None:
    """Return the value and the shown text of a cell element; None if it is empty."""
    parts = cell.iter(f"{_TEXT}span", f"{_TABLE}table-cell")
    filled = (part for part in parts if "".join(part.itertext()).strip())
    names = (part.get(f"{_TEXT}style-name") or part.get(f"{_TABLE}style-name") for part in filled)
    if STRUCK_TEXT in map(styles.get, names):
        return WorkbookCell(error=STRUCK_TEXT)
    kind, has_formula = cell.get(f"{_OFFICE}value-type"), cell.get(f"{_TABLE}formula") is not None
    # ODF 1.2 part 1, 9.1.4: a cell contains paragraphs. Their text is what the cell shows.
    lines = [_read_text(line, styles) for line in cell.iterchildren(f"{_TEXT}p")]
    # ODF 1.2 part 1, 6.1.2: other white space collapses, across the elements of a paragraph.
    lines = [re.sub("[ \t\r\n]+", " ", line).strip(" ").translate(_WHITESPACE) for line in lines]
    text = "\n".join(lines) if lines else None
    if cell.get(_VALUE_TYPE) == "error" or (has_formula and _ERROR_TEXT.fullmatch(text or "")):
        return WorkbookCell(error=text or "#N/A")
    if not kind:
        return WorkbookCell(error="=") if has_formula and not text else None
    value: str | float | DayCount = text or cell.get(f"{_OFFICE}string-value", "")
    if kind in ("float", "percentage", "currency"):
        value = float(cell.get(f"{_OFFICE}value", ""))
    elif kind in ("date", "time"):
        value = DayCount(0)  # only its type is used, because the text is known
    elif kind == "boolean" and text is None:
        value = cell.get(f"{_OFFICE}boolean-value", "").upper()
    if text is None:
        code = f"[{kind}]" if kind in ("percentage", "currency", "date", "time") else ""
        return WorkbookCell(value, code)
    # Drop a text of many decimals, so that the value is rounded and noted as in .xlsx files.
    is_long = kind == "float" and re.search(r"[.,]\d{10,}$", text)
    return WorkbookCell(value) if is_long else WorkbookCell(value, text=text)


def _restore_minus(cell: WorkbookCell) -> WorkbookCell:
    """Return a cell with a minus sign in its text, if the cell is negative and its text has none.

    Formats such as 0;[RED]0 show negative numbers only by colour, which is lost in print.
    """
    text = cell.text or ""
    is_lost = isinstance(cell.value, float) and cell.value < 0 and re.fullmatch(_UNSIGNED, text)
    return cell._replace(text=f"-{text}") if is_lost else cell


def _read_text(element: Any, styles: Mapping[str, str]) -> str:
    """Return the text of an element and its children, with all white space as written.

    Superscript and subscript digits become characters such as ².
    """
    space = _WHITESPACE_TAGS.get(element.tag, "")
    text = space * min(int(element.get(f"{_TEXT}c", 1)), _MAX_SPACES) or element.text or ""
    text += "".join(_read_text(child, styles) + (child.tail or "") for child in element)
    figures = SCRIPT_FIGURES.get(styles.get(element.get(f"{_TEXT}style-name"), ""))
    return text.translate(figures) if figures else text
