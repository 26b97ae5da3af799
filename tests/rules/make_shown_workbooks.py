# ruff: noqa: DTZ001
"""Makes `shown.tar.xz`: workbooks, and what LibreOffice in English of the USA shows of them.

Run by hand, with XlsxWriter and LibreOffice installed: python tests/rules/make_shown_workbooks.py

The archive has 200 .xlsx and 60 .ods files, and a CSV file "as shown" for each of their sheets. The
workbooks are random, with a fixed seed, and are stored without compression, so that the archive
compresses what they have in common.
"""

import random
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZIP_STORED, ZipFile

import xlsxwriter
from openpyxl import Workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.styles.numbers import BUILTIN_FORMATS
from openpyxl.utils.datetime import CALENDAR_MAC_1904
from workbooks import write_ods

ARCHIVE = Path(__file__).with_name("shown.tar.xz")
AS_SHOWN = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true,false,false,-1"

# ECMA-376 part 1, 18.8.30: the codes of the built-in formats that all languages share, and of
# those that XlsxWriter writes by their ids.
NUMBER_IDS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 37, 38, 39, 40, 41, 42, 43, 44, 48, 49)
DATE_IDS = (14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47)
NUMBER_CODES = (
    "00", "000", "0.0", "0.000", "0.###", "#.##", "#", "#,##0.0", "#,###", "0000.00", "+0;-0;0",
    "+0;\\-0", "0.0%", "0 %", '0" HP"', '0\\"', '"x"0', 'General" pts"', '0.0,"K"', '0,"k"',
    '0.00,,"M"', "#,##0,", '"$"#,##0', '"$"#,##0.00', "[$€-407]#,##0.00", "#,##0.00\\ [$€-407]",
    "[$£-809]#,##0", "$#,##0.00", "[Red]0;[Blue]-0", "[Color10]0.0", "(0)", "0;(0);-", '0;;"none"',
    "0;-0;;@", ";;;", "# ?/?", "# ??/??", "# ?/8", "# ??/16", "?/?", "0.00E+00", "0.0E+0", "0E+00",
    "##0.0E+0", "0-0", "000-0000", "0.?", "???", "# ##0", "0.0_);(0.0)", "* 0", "[>5]0;0.0",
    '[<1]"few";[>9]"many";0', "0*x", "@",
)  # fmt: skip
DATE_CODES = (
    "yyyy-mm-dd", "dd/mm/yyyy", "d.m.yy", "d mmm yyyy", "dddd, d mmmm yyyy", "ddd d", "mmmmm yy",
    "mmm-yyyy", "yyyy-mm-dd hh:mm", "hh:mm:ss", "h:mm AM/PM", "h AM/PM", "[h]:mm",
    "[mm]:ss", "[ss]", "mm:ss.0", "hh:mm:ss.000", "[$-409]d mmmm yyyy", "[$-809]dd mmmm yyyy",
    "[$-407]d. mmmm yyyy", "yyyy", '"day" d', 'm"/"d', "d-mmm;@", "[$-F800]dddd, mmmm dd, yyyy",
)  # fmt: skip
TEXT_CODES = ("General", "@", '@" y"', '0;-0;0;"<"@">"', "0.0")
NUMBERS = (
    0, 1, -1, 2, 3, 5, 7, 8, 12, 42, -4, 0.5, -0.5, 0.25, 0.125, 1.5, 2.5, -2.5, 2.375, 0.05, 9.99,
    -0.3, 99.5, 100, 150, 999, 1000, 1500, 1499.5, -1234.5, 12345, 123456.789, 1234567, 5551234,
    0.001, 0.0625, 1e9,
)  # fmt: skip
TEXTS = (
    "Imp", "Two words", "a  b", "12", "1-2", "=x", "Zoë", "“quoted”", "3″", "a,b", 'say "hi"',
    "first\nsecond", "tab\there", "½", "🔥 fire", "x_y", "TRUE", "100%", "_x", "naïve – dash", "'q",
)  # fmt: skip
ERRORS = ("#N/A", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!")
MOMENTS = (
    date(2024, 2, 29), date(2026, 1, 2), date(1999, 12, 31), datetime(2026, 5, 2, 13, 5, 9),
    datetime(2024, 2, 29, 0, 30), datetime(2031, 11, 30, 23, 59, 59), time(13, 5), time(0, 30, 15),
    time(9, 0), time(1, 2, 3, 500_000),
    timedelta(hours=30, minutes=5), timedelta(minutes=90, seconds=7),
)  # fmt: skip


def _pick(random_: random.Random) -> tuple[str, Any, str | int]:
    """Return a kind of cell, its value, and the code or the id of its format."""
    kind = random_.choice(["number"] * 6 + ["date"] * 3 + ["text"] * 3 + ["rich", "error", "bool"])
    if kind in ("number", "date"):
        ids, codes = (DATE_IDS, DATE_CODES) if kind == "date" else (NUMBER_IDS, NUMBER_CODES)
        code = random_.choice(ids) if random_.random() < 0.4 else random_.choice(codes)
        return kind, random_.choice(MOMENTS if kind == "date" else NUMBERS), code
    values = {"error": ERRORS, "bool": (True, False)}.get(kind, TEXTS)
    value = random_.choice(values)
    # Only Excel formats truth values as such, and texts of several lines or formats.
    is_plain = kind in ("text", "error") and "\n" not in value
    return kind, value, random_.choice(TEXT_CODES) if is_plain else "General"


def _write_openpyxl(  # noqa: C901
    path: Path, random_: random.Random
) -> None:
    """Write a workbook of two sheets with openpyxl."""
    book = Workbook()
    if random_.random() < 0.25:
        book.epoch = CALENDAR_MAC_1904
    for sheet in (book.active, book.create_sheet(random_.choice(("Loot", "rId2", "A & B")))):
        for row, column in _iter_places(random_):
            kind, value, code = _pick(random_)
            if kind == "rich":
                value = CellRichText(value, TextBlock(InlineFont(b=True), " bold "), "end")
            cell = sheet.cell(row, column, value)
            if kind in ("text", "error") and str(value).startswith(("=", "#")):
                cell.data_type = "e" if kind == "error" else "s"
            cell.number_format = BUILTIN_FORMATS.get(code, code)
        if random_.random() < 0.3:
            sheet.cell(9, 1, "=1+1")
        if random_.random() < 0.4:
            sheet.merge_cells(random_.choice(("A2:B2", "B3:B5", "A6:C7", "C1:D1")))
        if random_.random() < 0.3:
            sheet.row_dimensions[random_.randint(2, 7)].hidden = True
        if random_.random() < 0.3:
            sheet.column_dimensions[random_.choice("BCD")].hidden = True
    if random_.random() < 0.2:
        book.worksheets[random_.randint(0, 1)].sheet_state = "hidden"
        book.active = next(n for n in (0, 1) if book.worksheets[n].sheet_state == "visible")
    book.save(path)


def _write_xlsxwriter(  # noqa: C901
    path: Path, random_: random.Random
) -> None:
    """Write a workbook of two sheets with XlsxWriter."""
    book = xlsxwriter.Workbook(path, {"date_1904": random_.random() < 0.25})
    bold = book.add_format({"bold": True})
    for name in ("Cards", random_.choice(("Loot", "rId2", "A & B"))):
        sheet = book.add_worksheet(name)
        for row, column in _iter_places(random_):
            kind, value, code = _pick(random_)
            spot, style = (row - 1, column - 1), book.add_format({"num_format": code})
            if kind == "rich":
                sheet.write_rich_string(*spot, value, bold, " bold ", "end")
            elif kind == "date":
                sheet.write_datetime(*spot, value, style)
            elif kind == "error":
                sheet.write_formula(*spot, "=NA()" if value == "#N/A" else "=1/0", style, value)
            elif kind == "number" and random_.random() < 0.2:
                sheet.write_formula(*spot, f"={value!r}", style, value)
            elif kind == "text":
                sheet.write_string(*spot, value, style)
            else:
                sheet.write(*spot, value, style)
        if random_.random() < 0.4:
            sheet.merge_range(random_.choice(("A9:B9", "B9:B10", "A9:C10")), "merged", bold)
        if random_.random() < 0.3:
            sheet.set_row(random_.randint(2, 7), None, None, {"hidden": True})
        if random_.random() < 0.3:
            sheet.set_column(*[random_.randint(1, 3)] * 2, None, None, {"hidden": True})
    if random_.random() < 0.2:
        sheet.hide()
    book.close()


def _iter_places(random_: random.Random) -> Iterator[tuple[int, int]]:
    """Yield the rows and columns of some cells, counted from 1; A1 is always one of them."""
    for row in range(1, 9):
        for column in range(1, 5):
            if row == column == 1 or random_.random() < 0.85:
                yield row, column


# LibreOffice drops line breaks, tabs and nested spans. They have a test in test_workbooks.py.
_PARTS = (
    "{}", "<text:span>{}</text:span>", " <text:span>{} </text:span>", "<text:s/>{}", "{}&#160;{}",
    "<text:span>{}<text:s/>{}</text:span>", '<text:s text:c="3"/>{}', "<text:span/>{}",
    '<text:a xlink:href="https://example.org/">{}</text:a>',
)  # fmt: skip
_WORDS = ("Lose", "2 wounds", "then gain", "1 gold", ".", "—", "Zoë", "&amp;", "x", "+1")


def _write_nested_ods(path: Path, random_: random.Random) -> None:
    """Write an .ods file of texts with nested elements, as other programs than ours may."""
    rows = [[f"@{row}.{column}@" for column in range(4)] for row in range(8)]
    write_ods(path, {"Texts": rows})
    with ZipFile(path) as book:
        parts = {name: book.read(name).decode() for name in book.namelist()}
    for row in rows:
        for mark in row:
            chosen = random_.choices(_PARTS, k=random_.randint(1, 4))
            text = "".join(part.format(*random_.choices(_WORDS, k=2)) for part in chosen)
            text += "</text:p><text:p>" + random_.choice(_WORDS) if random_.random() < 0.2 else ""
            parts["content.xml"] = parts["content.xml"].replace(mark, text)
    names = 'xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:text='
    parts["content.xml"] = parts["content.xml"].replace("xmlns:text=", names)
    with ZipFile(path, "w") as book:
        for name, text in parts.items():
            book.writestr(name, text)


def _convert(folder: Path, target: str, *files: Path) -> None:
    """Convert files with LibreOffice."""
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    command = ["soffice", profile, "--headless", "--convert-to", target, "--outdir", str(folder)]
    # LibreOffice does not convert hundreds of files in one run.
    for begin in range(0, len(files), 50):
        chunk = map(str, files[begin : begin + 50])
        subprocess.run([*command, *chunk], check=True, stdout=subprocess.DEVNULL)


def _store(path: Path) -> None:
    """Remove the compression of a workbook."""
    with ZipFile(path) as book:
        parts = [(name, book.read(name)) for name in book.namelist()]
    with ZipFile(path, "w", ZIP_STORED) as book:
        for name, data in parts:
            book.writestr(name, data)


def main() -> None:
    """Write the archive."""
    with TemporaryDirectory() as made:
        folder = Path(made)
        for number in range(200):
            write = _write_xlsxwriter if number % 2 else _write_openpyxl
            write(folder / f"x{number:03}.xlsx", random.Random(number))
        for number in range(60):
            random_ = random.Random(1000 + number)
            if number % 2:
                _write_nested_ods(folder / f"o{number:03}.ods", random_)
            else:
                write = _write_xlsxwriter if number % 4 else _write_openpyxl
                write(folder / f"o{number:03}.xlsx", random_)
        made_of = sorted(folder.glob("o*.xlsx"))
        # LibreOffice does not read all that it writes, such as tabs. It writes what it reads.
        _convert(folder / "once", "ods", *made_of)
        _convert(folder, "ods", *sorted((folder / "once").glob("*.ods")))
        shutil.rmtree(folder / "once")
        for path in made_of:
            path.unlink()
        books = sorted([*folder.glob("*.xlsx"), *folder.glob("*.ods")])
        _convert(folder, AS_SHOWN, *books)
        for path in books:
            _store(path)
        shutil.rmtree(folder / "profile", ignore_errors=True)
        with tarfile.open(ARCHIVE, "w:xz", preset=9) as archive:
            # Files of one kind next to each other compress better.
            for path in sorted(folder.iterdir(), key=lambda path: (path.suffix, path.name)):
                info = tarfile.TarInfo(path.name)
                info.size = path.stat().st_size
                with path.open("rb") as stream:
                    archive.addfile(info, stream)


if __name__ == "__main__":
    main()
