"""Turn an .xlsx into its sheets. What its cells show is told by the codes of their formats."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, time, timedelta
from posixpath import normpath
from typing import Any, NamedTuple
from zipfile import ZipFile

from printgen.rules.formats.number_format import is_moment
from printgen.rules.formats.workbook_model import Corner, Moment, Sheet, SheetCell, elements

_BUILT_IN = {
    1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00",
    12: "# ?/?", 13: "# ??/??", 14: "[short date]", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy",
    18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "[short date] h:mm",
    37: "#,##0_);(#,##0)", 38: "#,##0_);(#,##0)", 39: "#,##0.00_);(#,##0.00)",
    40: "#,##0.00_);(#,##0.00)", 45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0",
}  # fmt: skip
"""Codes that are called by numbers; how short dates look is for each country to say."""
_AT = re.compile(r"([A-Z]{1,3})(\d{1,7})")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")


class _Styles(NamedTuple):
    """The code of each style of cells, and by how many days the sheets begin to count later."""

    codes: tuple[str, ...]
    later: int = 0


def read_xlsx(book: ZipFile, wanted: str) -> Mapping[str, Sheet]:
    """The sheets by their names; of others than the one `wanted`, if any is, no cells."""
    links = {
        link.get("Id"): normpath(f"xl/{target}" if target[0] != "/" else target[1:])
        for link in elements(book, "xl/_rels/workbook.xml.rels", "Relationship")
        if link.get("Type", "").endswith("/worksheet") and (target := link.get("Target"))
    }
    texts = [_words(item) for item in elements(book, "xl/sharedStrings.xml", "si")]
    styles, parts = _Styles(tuple(_codes(book))), dict[str, str]()
    for one in elements(book, "xl/workbook.xml", "workbookPr", "sheet"):
        if one.tag.endswith("workbookPr"):
            if one.get("date1904") in ("1", "true"):
                styles = styles._replace(later=1462)
        elif part := next((links[id_] for id_ in one.attrib.values() if id_ in links), ""):
            parts[one.get("name")] = part
    rows = (elements(book, part, "row", "mergeCell") for part in parts.values())
    return {
        name: _sheet(own if wanted in ("", name) else (), texts, styles)
        for name, own in zip(parts, rows, strict=True)
    }


def _words(item: Any) -> str:
    """The text of a cell, all its runs together, without how they sound."""
    runs = (run for run in item.iter("{*}t") if not run.getparent().tag.endswith("rPh"))
    text = "".join(run.text or "" for run in runs)
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)


def _codes(book: ZipFile) -> Iterator[str]:
    """The code of each style of cells; none for what shows a value as it is."""
    own = dict[str, str]()
    for one in elements(book, "xl/styles.xml", "numFmts", "cellXfs"):
        if one.tag.endswith("numFmts"):
            own |= {each.get("numFmtId"): each.get("formatCode", "") for each in one}
            continue
        for id_ in (each.get("numFmtId", "0") for each in one.iterchildren("{*}xf")):
            code = own.get(id_) or _BUILT_IN.get(int(id_), "")
            yield "" if code.casefold() in ("general", "@") else code


def _sheet(rows: Iterable[Any], texts: Sequence[str], styles: _Styles) -> Sheet:
    sheet, row = Sheet({}, []), -1
    for element in rows:
        # Names with their space are found sooner than those of any.
        space = element.tag[: element.tag.find("}") + 1]
        if element.tag == f"{space}mergeCell":
            begin, _, end = element.get("ref", "").partition(":")
            sheet.spans.extend([(_corner(begin), _corner(end))] if end else [])
            continue
        row, column = int(element.get("r", row + 2)) - 1, -1
        for cell in element.iterchildren(f"{space}c"):
            at = cell.get("r")
            row, column = _corner(at) if at else (row, column + 1)
            if made := _cell(cell, space, texts, styles):
                sheet.cells[row, column] = made
    return sheet


def _cell(cell: Any, space: str, texts: Sequence[str], styles: _Styles) -> SheetCell | None:
    """What a cell holds; None for one that holds nothing."""
    kind, written = cell.get("t", "n"), cell.findtext(f"{space}v") or ""
    style = int(cell.get("s", 0))
    code = styles.codes[style] if style < len(styles.codes) else ""
    if kind == "e":
        return SheetCell(fault=written or "#N/A")
    if kind == "inlineStr":
        return SheetCell(_words(cell), code)
    if not written:
        is_undone = kind != "str" and cell.find(f"{space}f") is not None
        return SheetCell(fault="=") if is_undone else None
    if kind in ("s", "str"):
        return SheetCell(texts[int(written)] if kind == "s" else written, code)
    if kind == "b":
        return SheetCell("TRUE" if written == "1" else "FALSE")
    if kind == "d":
        return SheetCell(Moment(_days(written)), code)
    number = float(written)
    return SheetCell(Moment(number, styles.later) if is_moment(code) else number, code)


def _days(written: str) -> float:
    """A date, with its time or without, or a time alone, as a sheet counts it."""
    begin = datetime(1899, 12, 30)  # noqa: DTZ001
    try:
        found = datetime.fromisoformat(written).replace(tzinfo=None)
    except ValueError:
        found = datetime.combine(begin, time.fromisoformat(written).replace(tzinfo=None))
    return (found - begin) / timedelta(1)


def _corner(at: str) -> Corner:
    """The place that a spreadsheet calls B3."""
    found = _AT.fullmatch(at)
    if not found:
        raise ValueError(f"{at} is no cell")
    column = -1
    for letter in found[1]:
        column = 26 * (column + 1) + ord(letter) - 65
    return int(found[2]) - 1, column
