"""Turn an .xlsx into its sheets. What its cells show is told by the codes of their formats."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, time, timedelta
from posixpath import normpath
from typing import Any, NamedTuple
from zipfile import ZipFile

from printgen.rules.formats.number_format import is_date_format
from printgen.rules.formats.workbook_model import BookSheet, Corner, DayCount, SheetCell, iter_tags

_BUILTIN_FORMATS = {
    1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00",
    12: "# ?/?", 13: "# ??/??", 14: "[short date]", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy",
    18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "[short date] h:mm",
    37: "#,##0_);(#,##0)", 38: "#,##0_);(#,##0)", 39: "#,##0.00_);(#,##0.00)",
    40: "#,##0.00_);(#,##0.00)", 45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0",
}  # fmt: skip
"""Codes that are called by numbers; how short dates look is for each country to say."""
_CELL_REF = re.compile(r"([A-Z]{1,3})(\d{1,7})")
_ESCAPED_CHAR = re.compile(r"_x([0-9A-Fa-f]{4})_")


class _CellStyles(NamedTuple):
    """The code of each style of cells, and by how many days the sheets begin to count later."""

    format_codes: tuple[str, ...]
    later: int = 0


def read_xlsx(book: ZipFile, wanted_sheet: str) -> Mapping[str, BookSheet]:
    """The sheets by their names; of others than the one `wanted`, if any is, no cells."""
    links = {
        link.get("Id"): normpath(f"xl/{target}" if target[0] != "/" else target[1:])
        for link in iter_tags(book, "xl/_rels/workbook.xml.rels", "Relationship")
        if link.get("Type", "").endswith("/worksheet") and (target := link.get("Target"))
    }
    texts = [_join_runs(item) for item in iter_tags(book, "xl/sharedStrings.xml", "si")]
    styles, parts = _CellStyles(tuple(_read_format_codes(book))), dict[str, str]()
    for element in iter_tags(book, "xl/workbook.xml", "workbookPr", "sheet"):
        if element.tag.endswith("workbookPr"):
            if element.get("date1904") in ("1", "true"):
                styles = styles._replace(later=1462)
        elif part := next((links[id_] for id_ in element.attrib.values() if id_ in links), ""):
            parts[element.get("name")] = part
    rows = (iter_tags(book, part, "row", "mergeCell") for part in parts.values())
    return {
        name: _read_sheet(sheet_rows if wanted_sheet in ("", name) else (), texts, styles)
        for name, sheet_rows in zip(parts, rows, strict=True)
    }


def _join_runs(item: Any) -> str:
    """The text of a cell, all its runs together, without how they sound."""
    runs = (run for run in item.iter("{*}t") if not run.getparent().tag.endswith("rPh"))
    text = "".join(run.text or "" for run in runs)
    return _ESCAPED_CHAR.sub(lambda match: chr(int(match[1], 16)), text)


def _read_format_codes(book: ZipFile) -> Iterator[str]:
    """The code of each style of cells; none for what shows a value as it is."""
    custom = dict[str, str]()
    for element in iter_tags(book, "xl/styles.xml", "numFmts", "cellXfs"):
        if element.tag.endswith("numFmts"):
            custom |= {child.get("numFmtId"): child.get("formatCode", "") for child in element}
            continue
        for id_ in (child.get("numFmtId", "0") for child in element.iterchildren("{*}xf")):
            code = custom.get(id_) or _BUILTIN_FORMATS.get(int(id_), "")
            yield "" if code.casefold() in ("general", "@") else code


def _read_sheet(rows: Iterable[Any], texts: Sequence[str], styles: _CellStyles) -> BookSheet:
    sheet, row = BookSheet({}, []), -1
    for element in rows:
        # Names with their space are found sooner than those of any.
        namespace = element.tag[: element.tag.find("}") + 1]
        if element.tag == f"{namespace}mergeCell":
            begin, _, end = element.get("ref", "").partition(":")
            sheet.spans.extend([(_parse_cell_ref(begin), _parse_cell_ref(end))] if end else [])
            continue
        row, column = int(element.get("r", row + 2)) - 1, -1
        for cell in element.iterchildren(f"{namespace}c"):
            ref = cell.get("r")
            row, column = _parse_cell_ref(ref) if ref else (row, column + 1)
            if sheet_cell := _get_cell(cell, namespace, texts, styles):
                sheet.cells[row, column] = sheet_cell
    return sheet


def _get_cell(cell: Any, space: str, texts: Sequence[str], styles: _CellStyles) -> SheetCell | None:
    """What a cell holds; None for one that holds nothing."""
    kind, text = cell.get("t", "n"), cell.findtext(f"{space}v") or ""
    style = int(cell.get("s", 0))
    code = styles.format_codes[style] if style < len(styles.format_codes) else ""
    if kind == "e":
        return SheetCell(error=text or "#N/A")
    if kind == "inlineStr":
        return SheetCell(_join_runs(cell), code)
    if not text:
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
    """A date, with its time or without, or a time alone, as a sheet counts it."""
    epoch = datetime(1899, 12, 30)  # noqa: DTZ001
    try:
        moment = datetime.fromisoformat(text).replace(tzinfo=None)
    except ValueError:
        moment = datetime.combine(epoch, time.fromisoformat(text).replace(tzinfo=None))
    return (moment - epoch) / timedelta(1)


def _parse_cell_ref(ref: str) -> Corner:
    """The place that a spreadsheet calls B3."""
    match = _CELL_REF.fullmatch(ref)
    if not match:
        raise ValueError(f"{ref} is no cell")
    column = -1
    for letter in match[1]:
        column = 26 * (column + 1) + ord(letter) - 65
    return int(match[2]) - 1, column
