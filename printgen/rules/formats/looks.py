"""Turn the parts of a workbook into how each cell looks: its format, its text, or its fault.

It reads what a reader of values leaves out. A cell that shows its value as it is has no look.
"""

import re
from collections.abc import Iterator, Mapping
from html import unescape
from typing import NamedTuple
from zipfile import ZipFile

from printgen.rules.formats.strays import Corner, part_names


class Look(NamedTuple):
    """The code of a cell's format, or the text that it shows, or why it shows nothing sound."""

    code: str = ""
    text: str | None = None
    fault: str = ""


_BUILT_IN = {
    1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00",
    12: "# ?/?", 13: "# ??/??", 14: "[short date]", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy",
    18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "[short date] h:mm",
    37: "#,##0_);(#,##0)", 38: "#,##0_);(#,##0)", 39: "#,##0.00_);(#,##0.00)",
    40: "#,##0.00_);(#,##0.00)", 45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0",
}  # fmt: skip
"""Codes that an .xlsx calls by numbers; how short dates look is for each country to say."""
_CELL = re.compile(
    rb"<(?:\w+:)?(?:row(\s[^>]*)?>|c(?=[\s/>])([^>]*?)(?:/>|>(.*?)</(?:\w+:)?c>))", re.DOTALL
)
_VALUE = re.compile(rb"<(?:\w+:)?v(?:\s[^>]*)?>([^<]+)<")
_FORMULA = re.compile(rb"<(?:\w+:)?f[\s/>]")
_SAID = re.compile(rb'([\w:-]+)="([^"]*)"')
_ERROR = re.compile(r"#[A-Z/0!?]{3,}|Err:\d{3}")

_ODS = re.compile(
    rb"<table:(table|table-row)(?=[\s>])([^>]*)>"
    rb"|<table:(?:covered-)?table-cell(\s[^>]*?)?(?:/>|>(.*?)</table:(?:covered-)?table-cell>)",
    re.DOTALL,
)
_ASIDE = re.compile(rb"<(office:annotation|draw:[\w-]+)\b(?:[^>]*/>|.*?</\1>)", re.DOTALL)
_PARAGRAPH = re.compile(rb"<text:p(?:\s[^>]*)?(?:/>|>(.*?)</text:p>)", re.DOTALL)


def read_looks(book: ZipFile, sheet: str, rows: int) -> Mapping[Corner, Look]:
    """The looks of the cells of a sheet by their places, of `rows` lines at most.

    Raises `ValueError`, `LookupError` and those of `zipfile` where the parts are not sound.
    """
    if "content.xml" in book.namelist():
        return dict(_ods(book.read("content.xml"), sheet, rows))
    parts = [part for part, name in part_names(book).items() if name == sheet]
    styles = book.read("xl/styles.xml").decode() if "xl/styles.xml" in book.namelist() else ""
    return dict(_xlsx(book.read(parts[0]), _codes(styles)))


def _codes(styles: str) -> tuple[str, ...]:
    """The code of each style of cells; none for what shows a value as it is."""
    own = {
        said.get("numFmtId"): unescape(said.get("formatCode", ""))
        for said in map(_said, re.findall(r"<(?:\w+:)?numFmt\s[^>]*>", styles))
    }
    (cells,) = re.findall(r"<(?:\w+:)?cellXfs[\s>].*?</(?:\w+:)?cellXfs>", styles, re.DOTALL)[
        :1
    ] or [""]
    ids = [_said(one).get("numFmtId", "0") for one in re.findall(r"<(?:\w+:)?xf[\s/>][^>]*", cells)]
    codes = (own.get(one) or _BUILT_IN.get(int(one), "") for one in ids)
    return tuple("" if code.casefold() in ("general", "@") else code for code in codes)


def _said(tag: str | bytes) -> dict[str, str]:
    raw = tag.encode() if isinstance(tag, str) else tag
    return {name.decode(): value.decode() for name, value in _SAID.findall(raw)}


def _xlsx(xml: bytes, codes: tuple[str, ...]) -> Iterator[tuple[Corner, Look]]:
    if not any(codes) and not _FORMULA.search(xml) and b't="e"' not in xml:
        return
    row, column = -1, -1
    for found in _CELL.finditer(xml):
        said = _said(found[2] or found[1] or b"")
        if found[2] is None:
            row, column = int(said.get("r", row + 2)) - 1, -1
            continue
        at = re.fullmatch(r"([A-Z]{1,3})(\d{1,7})", said.get("r", ""))
        column += 1
        if at:
            column, row = -1, int(at[2]) - 1
            for letter in at[1]:
                column = 26 * (column + 1) + ord(letter) - 65
        value = _VALUE.search(found[3] or b"")
        style = int(said.get("s", 0))
        if said.get("t") == "e":
            yield (row, column), Look(fault=value[1].decode() if value else "#N/A")
        elif _FORMULA.search(found[3] or b"") and not value and said.get("t") != "str":
            yield (row, column), Look(fault="=")
        elif style < len(codes) and codes[style]:
            yield (row, column), Look(codes[style])


def _ods(xml: bytes, sheet: str, rows: int) -> Iterator[tuple[Corner, Look]]:
    is_here, row, after, column = False, 0, 0, 0
    for kind, own, cell, body in _ODS.findall(xml):
        said = _said(own or cell)
        if kind == b"table":
            is_here, after = unescape(said.get("table:name", "")) == sheet, 0
        elif kind:
            row, column = after, 0
            after += int(said.get("table:number-rows-repeated", 1))
        else:
            many = int(said.get("table:number-columns-repeated", 1))
            look = _ods_look(said, body) if is_here else None
            # An empty rest of a sheet repeats far more often than anything that is shown.
            for at in range(row, min(after, max(rows, row + 1)) if look else row):
                yield from (((at, column + right), look) for right in range(many) if look)
            column += many


def _ods_look(said: Mapping[str, str], body: bytes) -> Look | None:
    """How a cell looks; None for one that holds nothing, or what is true or false."""
    kind = said.get("office:value-type", "")
    paragraphs = _PARAGRAPH.findall(_ASIDE.sub(b"", body))
    text = "\n".join(map(_text, paragraphs)) if paragraphs else None
    has_formula = "table:formula" in said
    if said.get("calcext:value-type") == "error" or (has_formula and _ERROR.fullmatch(text or "")):
        return Look(fault=text or "#N/A")
    if has_formula and not kind and not text:
        return Look(fault="=")
    if kind == "float" and re.search(r"[.,]\d{10,}$", text or ""):
        return None
    if text is None and kind in ("percentage", "currency", "date", "time"):
        return Look(f"[{kind}]")
    return None if kind in ("", "boolean") or text is None else Look(text=text)


def _text(paragraph: bytes) -> str:
    """A paragraph as it shows; blanks beside each other are one, unless they are written out."""
    text = re.sub(r"\s+", " ", paragraph.decode())
    text = re.sub(r"<text:line-break ?/>", "\n", text)
    text = re.sub(r"<text:tab\b[^>]*>", "\t", text)
    spaces = re.compile(r'<text:s(?:\s+text:c="(\d{1,3})")?\s*/>')
    text = spaces.sub(lambda found: " " * int(found[1] or 1), text)
    return unescape(re.sub(r"<[^>]*>", "", text))
