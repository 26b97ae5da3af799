"""Sheets of an .xlsx workbook (SpreadsheetML, ECMA-376 part 1, chapter 18).

Cells have values and number formats. `number_format` works out what they show.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, time, timedelta
from posixpath import normpath
from typing import Any, NamedTuple
from zipfile import ZipFile

from printgen.rules.formats.number_format import is_date_format
from printgen.rules.formats.workbook_model import BookSheet, Corner, DayCount, SheetCell, iter_tags

# ECMA-376 part 1, 18.8.30: formats with these ids are not written in the file.
_BUILTIN_FORMATS = {
    1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00",
    12: "# ?/?", 13: "# ??/??", 14: "[short date]", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy",
    18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "[short date] h:mm",
    37: "#,##0_);(#,##0)", 38: "#,##0_);(#,##0)", 39: "#,##0.00_);(#,##0.00)",
    40: "#,##0.00_);(#,##0.00)", 45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0",
}  # fmt: skip
"""Built-in format codes by id, as Excel shows them. Short dates depend on the country."""
_CELL_REF = re.compile(r"([A-Z]{1,3})(\d{1,7})")
# ECMA-376 part 1, 22.9.2.19 (ST_Xstring): _xHHHH_ is an escaped character.
_ESCAPED_CHAR = re.compile(r"_x([0-9A-Fa-f]{4})_")


class _CellStyles(NamedTuple):
    """The format code of each cell style, and the days to add in the 1904 date system."""

    format_codes: tuple[str, ...]
    later: int = 0


def read_xlsx(book: ZipFile, wanted_sheet: str) -> Mapping[str, BookSheet]:
    """Return all sheets by name. If `wanted_sheet` is not empty, only that one has cells."""
    # The paths of sheets may be anything: the relationships of the workbook part name them.
    links = {
        link.get("Id"): normpath(f"xl/{target}" if target[0] != "/" else target[1:])
        for link in iter_tags(book, "xl/_rels/workbook.xml.rels", "Relationship")
        if link.get("Type", "").endswith("/worksheet") and (target := link.get("Target"))
    }
    # ECMA-376 part 1, 18.4.8: si is one shared string, which cells refer to by index.
    texts = [_join_runs(item) for item in iter_tags(book, "xl/sharedStrings.xml", "si")]
    styles, parts = _CellStyles(tuple(_read_format_codes(book))), dict[str, str]()
    for element in iter_tags(book, "xl/workbook.xml", "workbookPr", "sheet"):
        if element.tag.endswith("workbookPr"):
            # ECMA-376 part 1, 18.2.28: date1904. That system starts 1462 days later.
            if element.get("date1904") in ("1", "true"):
                styles = styles._replace(later=1462)
        # ECMA-376 part 1, 18.2.19: sheet has a name and the id of its relationship.
        elif part := next((links[id_] for id_ in element.attrib.values() if id_ in links), ""):
            parts[element.get("name")] = part
    rows = (iter_tags(book, part, "row", "mergeCell") for part in parts.values())
    return {
        name: _read_sheet(sheet_rows if wanted_sheet in ("", name) else (), texts, styles)
        for name, sheet_rows in zip(parts, rows, strict=True)
    }


def _join_runs(item: Any) -> str:
    """Return the text of a string item: all its runs, without phonetic ones (18.4.6 rPh)."""
    runs = (run for run in item.iter("{*}t") if not run.getparent().tag.endswith("rPh"))
    text = "".join(run.text or "" for run in runs)
    return _ESCAPED_CHAR.sub(lambda match: chr(int(match[1], 16)), text)


def _read_format_codes(book: ZipFile) -> Iterator[str]:
    """Yield the format code of each cell style; empty for General and text."""
    custom = dict[str, str]()
    for element in iter_tags(book, "xl/styles.xml", "numFmts", "cellXfs"):
        if element.tag.endswith("numFmts"):
            custom |= {child.get("numFmtId"): child.get("formatCode", "") for child in element}
            continue
        # ECMA-376 part 1, 18.8.10: cells refer to the xf elements of cellXfs by index.
        for id_ in (child.get("numFmtId", "0") for child in element.iterchildren("{*}xf")):
            code = custom.get(id_) or _BUILTIN_FORMATS.get(int(id_), "")
            yield "" if code.casefold() in ("general", "@") else code


def _read_sheet(rows: Iterable[Any], texts: Sequence[str], styles: _CellStyles) -> BookSheet:
    """Return the cells and the merged ranges of a sheet."""
    sheet, row = BookSheet({}, []), -1
    for element in rows:
        # lxml finds children faster by a full name than by a wildcard.
        namespace = element.tag[: element.tag.find("}") + 1]
        if element.tag == f"{namespace}mergeCell":
            # ECMA-376 part 1, 18.3.1.54: the ref of mergeCell is a range such as A1:B2.
            begin, _, end = element.get("ref", "").partition(":")
            sheet.spans.extend([(_parse_cell_ref(begin), _parse_cell_ref(end))] if end else [])
            continue
        # ECMA-376 part 1, 18.3.1.73 and 18.3.1.4: without the optional r, a cell follows the last.
        row, column = int(element.get("r", row + 2)) - 1, -1
        for cell in element.iterchildren(f"{namespace}c"):
            ref = cell.get("r")
            row, column = _parse_cell_ref(ref) if ref else (row, column + 1)
            if sheet_cell := _get_cell(cell, namespace, texts, styles):
                sheet.cells[row, column] = sheet_cell
    return sheet


def _get_cell(cell: Any, space: str, texts: Sequence[str], styles: _CellStyles) -> SheetCell | None:
    """Return the content of a c element; None if it is empty."""
    # ECMA-376 part 1, 18.18.11: t is the type of the cell. Its default is n, a number.
    kind, text = cell.get("t", "n"), cell.findtext(f"{space}v") or ""
    style = int(cell.get("s", 0))
    code = styles.format_codes[style] if style < len(styles.format_codes) else ""
    if kind == "e":
        return SheetCell(error=text or "#N/A")
    # ECMA-376 part 1, 18.3.1.53: the text of an inline string is in the cell itself.
    if kind == "inlineStr":
        return SheetCell(_join_runs(cell), code)
    if not text:
        # ECMA-376 part 1, 18.3.1.40: f is the formula. Some programs save it without a value.
        is_uncalculated = kind != "str" and cell.find(f"{space}f") is not None
        return SheetCell(error="=") if is_uncalculated else None
    if kind in ("s", "str"):
        return SheetCell(texts[int(text)] if kind == "s" else text, code)
    if kind == "b":
        return SheetCell("TRUE" if text == "1" else "FALSE")
    if kind == "d":
        return SheetCell(DayCount(_count_days(text)), code)
    number = float(text)
    return SheetCell(DayCount(number, styles.later) if is_date_format(code) else number, code)


def _count_days(text: str) -> float:
    """Return an ISO 8601 date, time or both as the days that a sheet counts."""
    epoch = datetime(1899, 12, 30)  # noqa: DTZ001
    try:
        moment = datetime.fromisoformat(text).replace(tzinfo=None)
    except ValueError:
        moment = datetime.combine(epoch, time.fromisoformat(text).replace(tzinfo=None))
    return (moment - epoch) / timedelta(1)


def _parse_cell_ref(ref: str) -> Corner:
    """Return the row and the column of a reference such as B3."""
    match = _CELL_REF.fullmatch(ref)
    if not match:
        raise ValueError(f"{ref} is not a cell reference")
    column = -1
    for letter in match[1]:
        column = 26 * (column + 1) + ord(letter) - 65
    return int(match[2]) - 1, column
