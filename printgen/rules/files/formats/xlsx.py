"""Sheets of an .xlsx workbook (SpreadsheetML, ECMA-376 part 1, chapter 18), parsed by openpyxl.

The parsers below `load_workbook` are used. That function drops formulas without a value, creates a
cell for each place of a merged range, and refuses files because of colours or charts.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO, NamedTuple
from zipfile import ZipFile

from openpyxl.cell.text import Text
from openpyxl.reader.excel import ExcelReader
from openpyxl.styles.numbers import BUILTIN_FORMATS
from openpyxl.utils.cell import range_boundaries
from openpyxl.utils.datetime import CALENDAR_MAC_1904, to_excel
from openpyxl.utils.escape import unescape
from openpyxl.worksheet._reader import FORMULA_TAG, WorkSheetParser
from openpyxl.xml.constants import SHARED_STRINGS

from printgen.rules.files.formats.number_format import (
    ISO_DATE,
    SCRIPT_FIGURES,
    STRUCK_TEXT,
    DayCount,
    WorkbookCell,
    WorkbookSheet,
    has_strikethrough,
    is_date_format,
    iter_xml_elements,
)

# ECMA-376 part 1, 18.8.30. The short date depends on the country. Formats 27 to 36 and 50 to 58
# depend on the language. openpyxl's 44 lacks separators, and its 47 a colon that Excel shows.
_BUILTIN_CODES = (
    BUILTIN_FORMATS
    | {14: "[short date]", 22: "[short date] h:mm", 47: "mm:ss.0"}
    | {44: '_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)'}
    | dict.fromkeys((*range(27, 37), *range(50, 59)), ISO_DATE)
)
# ECMA-376 part 4: the names of namespaces have a year, except in Strict workbooks (part 1).
_STRICT_NAMES = re.compile(rb"http://purl\.oclc\.org/ooxml/(\w+)/")


class _WorkbookZip(ZipFile):
    """The zip file of a workbook.

    XML namespaces that openpyxl does not know are replaced by the equivalent ones that it does
    know.
    """

    def read(self, name: Any, pwd: bytes | None = None) -> bytes:
        """Return the file `name` in the zip file, with its XML namespaces replaced."""
        data = super().read(name, pwd)
        return _STRICT_NAMES.sub(rb"http://schemas.openxmlformats.org/\1/2006/", data)


def read_xlsx(file: BinaryIO, wanted_sheet: str) -> Mapping[str, WorkbookSheet]:
    """Return all sheets of a workbook by name.

    If `wanted_sheet` is not empty, only the sheet of that name has its cells in the result.
    """
    reader, book = ExcelReader(file, data_only=True, keep_links=False), _WorkbookZip(file)
    reader.archive = book
    reader.read_manifest()
    reader.read_workbook()
    part: Any = reader.package.find(SHARED_STRINGS)
    strings = part.PartName[1:] if part else "xl/sharedStrings.xml"
    # ECMA-376 part 1, 18.4.8: si is one shared string, which cells refer to by index.
    items: Iterator[Any] = map(Text.from_tree, iter_xml_elements(book, strings, "si"))
    # A dict, because a list accepts -1.
    texts = {index: _join_runs(item) for index, item in enumerate(items)}
    styles = tuple(_read_cell_styles(book))
    # ECMA-376 part 1, 18.2.28: date1904. That system starts 1462 days later.
    days_later = 1462 if reader.wb.epoch == CALENDAR_MAC_1904 else 0
    sheets = dict[str, WorkbookSheet]()
    for sheet, link in reader.parser.find_sheets():
        if link.Type.endswith("/worksheet") and book.getinfo(link.target):
            sheets[sheet.name] = content = WorkbookSheet(is_hidden=sheet.state != "visible")
            if wanted_sheet in ("", sheet.name):
                parser = WorkSheetParser(file, texts, data_only=True)
                for element in iter_xml_elements(book, link.target, "row", "col", "mergeCell"):
                    _add_element(content, element, parser, styles, days_later)
    return sheets


def _join_runs(text: Any) -> str:
    """Return the text of a shared string, which consists of runs with different fonts.

    Superscript and subscript digits become characters such as ². If a run is struck through, return
    `_STRUCK_STRING` instead.
    """
    if any(run.font and run.font.strike and (run.text or "").strip() for run in text.formatted):
        return _STRUCK_STRING
    for run in text.formatted:
        position = run.font.vertAlign if run.font else None
        if run.text and position in SCRIPT_FIGURES:
            run.text = run.text.translate(SCRIPT_FIGURES[position])
    return str(text.content)


_STRUCK_STRING = "\0"
"""Stands for a string with words that are struck through. XML has no such character."""


class _CellStyle(NamedTuple):
    """The number format of cells ("" for General and text), and whether it strikes text out."""

    format_code: str = ""
    is_struck: bool = False


def _read_cell_styles(book: ZipFile) -> Iterator[_CellStyle]:
    """Yield the cell styles in order."""
    custom, struck_fonts = dict[int, str](), set[int]()
    for element in iter_xml_elements(book, "xl/styles.xml", "numFmts", "fonts", "cellXfs"):
        if element.tag.endswith("numFmts"):
            custom |= {int(child.get("numFmtId")): child.get("formatCode", "") for child in element}
            continue
        if element.tag.endswith("fonts"):
            fonts = enumerate(element.iterchildren("{*}font"))
            struck_fonts |= {index for index, font in fonts if has_strikethrough(font)}
            continue
        # ECMA-376 part 1, 18.8.10: cells refer to the xf elements of cellXfs by index.
        for child in element.iterchildren("{*}xf"):
            id_ = int(child.get("numFmtId", 0))
            code = custom.get(id_) or _BUILTIN_CODES.get(id_, f"[built-in format {id_}]")
            is_struck = int(child.get("fontId", 0)) in struck_fonts
            yield _CellStyle("" if code.casefold() in ("general", "@") else code, is_struck)


def _add_element(
    sheet: WorkbookSheet,
    element: Any,
    parser: WorkSheetParser,
    styles: tuple[_CellStyle, ...],
    days_later: int,
) -> None:
    """Add to `sheet` what a row, col or mergeCell element of the file says.

    `styles` are the styles of cells in order. `days_later` is added to dates if the workbook counts
    days from a later date than 1900; otherwise, it is 0.
    """
    is_hidden = element.get("hidden") in ("1", "true")
    if element.tag.endswith("}mergeCell"):
        left, top, right, bottom = (int(n or 0) - 1 for n in range_boundaries(element.get("ref")))
        sheet.spans.append(((top, left), (bottom, right)))
    elif element.tag.endswith("}col"):
        # ECMA-376 part 1, 18.3.1.13: a col element is about the columns from min to max.
        columns = range(int(element.get("min")) - 1, min(int(element.get("max")), 1 << 14))
        sheet.hidden_columns.update(columns if is_hidden else ())
    else:
        row, cells = parser.parse_row(element)
        # A row that is filtered out is hidden too (18.3.1.73).
        sheet.hidden_rows.update({row - 1} if is_hidden else ())
        for cell, child in zip(cells, element, strict=True):
            if cell["row"] < 1:
                raise ValueError(f"{child.get('r')} is not a cell reference")
            if content := _convert_cell(cell, child, styles, days_later):
                sheet.cells[cell["row"] - 1, cell["column"] - 1] = content


def _convert_cell(
    cell: Mapping[str, Any], element: Any, styles: tuple[_CellStyle, ...], days_later: int
) -> WorkbookCell | None:
    """Return a cell of the sheet; None if it is empty.

    `cell` is what openpyxl has read from the c element `element`. `styles` are the styles of cells
    in order. `days_later` is added to dates if the workbook counts days from a later date than
    1900; otherwise, it is 0.
    """
    value, kind, style = cell["value"], cell["data_type"], cell["style_id"]
    code, is_struck = styles[style] if style < len(styles) else _CellStyle()
    if (inline := element.find("{*}is")) is not None:
        value = _join_runs(Text.from_tree(inline))
    if kind == "e":
        return WorkbookCell(error=value or "#N/A")
    if value is None:
        # ECMA-376 part 1, 18.3.1.40: f is the formula. Some programs save it without a value.
        is_uncalculated = kind != "str" and element.find(FORMULA_TAG) is not None
        return WorkbookCell(error="=") if is_uncalculated else None
    if value == _STRUCK_STRING or (is_struck and str(value).strip()):
        return WorkbookCell(error=STRUCK_TEXT)
    if kind == "s":
        return WorkbookCell(unescape(value), code)
    if kind == "b":
        return WorkbookCell(str(value).upper())
    if kind == "d":
        return WorkbookCell(DayCount(to_excel(value)), code)
    number = float(value)
    return WorkbookCell(DayCount(number, days_later) if is_date_format(code) else number, code)
