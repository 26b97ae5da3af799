"""Tiny workbooks for tests, written with the standard library alone."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

Cell = str | int | float | bool | None
DATE = "date"
"""A cell that a spreadsheet made a date of."""

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_DOC = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_STYLES = (
    f'<styleSheet xmlns="{_MAIN}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/>'
    "</cellXfs></styleSheet>"
)


def write_xlsx(path: Path, sheets: Mapping[str, Sequence[Sequence[Cell]]]) -> None:
    """A workbook of sheets by their names; the text `date` is written as a date."""
    numbers = range(1, len(sheets) + 1)
    with ZipFile(path, "w", ZIP_DEFLATED) as book:
        kinds = "application/vnd.openxmlformats-officedocument.spreadsheetml"
        parts = "".join(
            f'<Override PartName="/xl/worksheets/s{n}.xml" ContentType="{kinds}.worksheet+xml"/>'
            for n in numbers
        )
        book.writestr(
            "[Content_Types].xml",
            f'<Types xmlns="{_PACKAGE}/content-types">'
            '<Default Extension="rels" '
            'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Override PartName="/xl/workbook.xml" ContentType="{kinds}.sheet.main+xml"/>'
            f'<Override PartName="/xl/styles.xml" ContentType="{kinds}.styles+xml"/>'
            f"{parts}</Types>",
        )
        book.writestr("_rels/.rels", _relations(("officeDocument", "xl/workbook.xml")))
        book.writestr(
            "xl/_rels/workbook.xml.rels",
            _relations(
                *(("worksheet", f"worksheets/s{n}.xml") for n in numbers), ("styles", "styles.xml")
            ),
        )
        named = "".join(
            f'<sheet name="{name}" sheetId="{n}" r:id="r{n}"/>' for n, name in enumerate(sheets, 1)
        )
        book.writestr(
            "xl/workbook.xml",
            f'<workbook xmlns="{_MAIN}" xmlns:r="{_DOC}"><sheets>{named}</sheets></workbook>',
        )
        book.writestr("xl/styles.xml", _STYLES)
        for n, rows in enumerate(sheets.values(), 1):
            lines = "".join(_row(number, row) for number, row in enumerate(rows, 1))
            book.writestr(
                f"xl/worksheets/s{n}.xml",
                f'<worksheet xmlns="{_MAIN}"><sheetData>{lines}</sheetData></worksheet>',
            )


def _relations(*targets: tuple[str, str]) -> str:
    relations = "".join(
        f'<Relationship Id="r{n}" Type="{_DOC}/{kind}" Target="{target}"/>'
        for n, (kind, target) in enumerate(targets, 1)
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{relations}</Relationships>'


def _row(number: int, row: Sequence[Cell]) -> str:
    cells = "".join(_cell(f"{chr(65 + place)}{number}", cell) for place, cell in enumerate(row))
    return f'<row r="{number}">{cells}</row>'


def _cell(at: str, cell: Cell) -> str:
    if cell is None:
        return ""
    if cell == DATE:
        return f'<c r="{at}" s="1"><v>45000</v></c>'
    if isinstance(cell, bool):
        return f'<c r="{at}" t="b"><v>{int(cell)}</v></c>'
    if isinstance(cell, str):
        text = cell.replace("&", "&amp;").replace("<", "&lt;")
        return f'<c r="{at}" t="inlineStr"><is><t>{text}</t></is></c>'
    # A spreadsheet keeps every number as a decimal one.
    return f'<c r="{at}"><v>{float(cell)}</v></c>'


def write_ods(path: Path, sheets: Mapping[str, Sequence[Sequence[Cell]]]) -> None:
    """The same as OpenDocument, as LibreOffice writes it."""
    names = "urn:oasis:names:tc:opendocument:xmlns"
    tables = "".join(
        f'<table:table table:name="{name}">'
        + "".join(
            "<table:table-row>" + "".join(map(_ods_cell, row)) + "</table:table-row>"
            for row in rows
        )
        + "</table:table>"
        for name, rows in sheets.items()
    )
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    with ZipFile(path, "w", ZIP_DEFLATED) as book:
        book.writestr("mimetype", kind)
        book.writestr(
            "META-INF/manifest.xml",
            f'<manifest:manifest xmlns:manifest="{names}:manifest:1.0">'
            f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{kind}"/>'
            "</manifest:manifest>",
        )
        book.writestr(
            "content.xml",
            f'<office:document-content xmlns:office="{names}:office:1.0" '
            f'xmlns:table="{names}:table:1.0" xmlns:text="{names}:text:1.0">'
            f"<office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body>"
            "</office:document-content>",
        )


def _ods_cell(cell: Cell) -> str:
    if cell is None:
        return "<table:table-cell/>"
    if isinstance(cell, str):
        text = cell.replace("&", "&amp;").replace("<", "&lt;")
        text = "".join(f"<text:p>{line}</text:p>" for line in text.split("\n"))
        return f'<table:table-cell office:value-type="string">{text}</table:table-cell>'
    return (
        f'<table:table-cell office:value-type="float" office:value="{cell}"><text:p>{cell}'
        "</text:p></table:table-cell>"
    )


def add_stray(path: Path, row: int, column: int, at: str) -> None:
    """One cell more, `at` that place of the last sheet, as spreadsheets write it."""
    with ZipFile(path) as book:
        parts = {name: book.read(name).decode() for name in book.namelist()}
    if path.suffix == ".xlsx":
        cell = f'<row r="{row}"><c r="{at}" t="inlineStr"><is><t>hit</t></is></c></row>'
        part, close = max(name for name in parts if "worksheets" in name), "</sheetData>"
    else:
        part, close = "content.xml", "</table:table>"
        rows = row - parts[part].rpartition("<table:table ")[2].count("<table:table-row") - 1
        cell = (
            f'<table:table-row table:number-rows-repeated="{rows}"><table:table-cell/>'
            "</table:table-row><table:table-row>"
            f'<table:table-cell table:number-columns-repeated="{column - 1}"/>'
            f"{_ods_cell('hit')}</table:table-row>"
        )
    before, _, after = parts[part].rpartition(close)
    parts[part] = before + cell + close + after
    with ZipFile(path, "w", ZIP_DEFLATED) as book:
        for name, text in parts.items():
            book.writestr(name, text)
