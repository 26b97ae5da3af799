"""A workbook's cells are read as its sheet shows them; what shows nothing sound is named."""

from collections.abc import Callable, Mapping
from datetime import date, datetime, time, timedelta
from pathlib import Path
from zipfile import ZipFile

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.comments import Comment
from openpyxl.formatting.rule import Rule
from openpyxl.styles import Font
from openpyxl.styles.differential import DifferentialStyle
from workbooks import write_ods, write_xlsx

from printgen.problems import Log, Place
from printgen.rules.files.formats import read_tables
from printgen.rules.files.formats.number_format import format_general
from printgen.rules.files.nodes import Node
from printgen.rules.loading.load import load_game

SHOWN = [
    (5, "00", "05"),
    (3, "+0;-0;0", "+3"),
    (-3, "+0;−0;0", "−3"),
    (0, "+0;-0;none", None),
    (0, '+0;-0;"none"', "none"),
    (0.125, "0%", "13%"),
    (0.125, "0.0 %", "12.5 %"),
    (2.5, "# ?/?", "2 1/2"),
    (0.5, "# ?/?", "1/2"),
    (2.375, "# ?/8", "2 3/8"),
    (-4, "#,##0_);(#,##0)", "(4)"),
    (-1234.5, "#,##0.00_);[Red]\\(#,##0.00\\)", "(1,234.50)"),
    (-4.0, "0;[Red]0", "-4"),
    (4.0, "0;[Red]0", "4"),
    (-7.0, "[Blue]0;0", "-7"),
    (7.0, "[Blue]0;0", "7"),
    (-5.5, "0.0_);[Red]0.0", "-5.5"),
    (5.5, "0.0_);[Red]0.0", "5.5"),
    (-12.0, '0" ";[Color3] 0', "-12"),
    (-6.0, "[Green]0_);[Magenta]0_)", "-6"),
    (-8.0, "[Cyan]0;(0)", "(8)"),
    (-9.0, '[Red]0;"less "0', "less 9"),
    (-3.0, "[Blue]0;", None),
    (-2.0, "0;0", "2"),
    (-0.2, "0;[Red]0", "0"),
    (-4.0, "0;0", "4"),
    (12, "#,##0.00\\ [$€-407]", "12.00 €"),
    (12, '"$"#,##0', "$12"),
    (12, '_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)', "$12.00"),
    (0, '_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)', "$-"),
    (3, 'General" HP"', "3 HP"),
    (3, '0" 🔥"', "3 🔥"),
    (1500, '0,"k"', "2k"),
    (-0.3, "0", "0"),
    (0, ";;;", ""),
    (7, ";;;", None),
    (1234, "0.00E+00", "1.23E+03"),
    (9.996, "0.00E+00", "1.00E+01"),
    (12345, "##0.0E+0", "12.3E+3"),
    (0.0005, "0.0E-00", "5.0E-04"),
    (1500, '0.0,"K"', "1.5K"),
    (7, "0.##", "7"),
    (0, '[<1]"few";0', None),
    (timedelta(seconds=754.5), "mm:ss.0", "12:34.5"),
    (timedelta(seconds=754.5), "mm:ss", None),
    (timedelta(days=1.5), "yyyy-mm-dd", None),
    (5551234, "000-0000", None),
    (3, "[>5]0;0.0", None),
    ("x", '@" y"', "x y"),
    (True, "General", "TRUE"),
    (date(2026, 1, 2), "d-mmm", "2-Jan"),
    (date(2026, 5, 2), "dddd, d. mmmm yyyy", "Saturday, 2. May 2026"),
    (date(2026, 5, 2), "mmmmm yy", "M 26"),
    (date(2026, 5, 2), "[$-407]d. mmmm yyyy", None),
    (date(2026, 5, 2), "mm-dd-yy", None),
    (datetime(2026, 1, 2, 13, 5, 9), "yyyy-mm-dd hh:mm:ss", "2026-01-02 13:05:09"),  # noqa: DTZ001
    (time(13, 5), "h:mm AM/PM", "1:05 PM"),
    (timedelta(hours=30, minutes=5), "[h]:mm", "30:05"),
]


def read(path: Path) -> tuple[list[list[Node]], Log]:
    scope = Log()
    found = read_tables(path.parent, path.name, "", Place("f"), scope)
    return [list(line) for table in found for line in table.lines], scope


def written(path: Path, *rows: tuple[object, str]) -> Path:
    """A workbook of one column of values, each in the format of a code."""
    book = Workbook()
    for number, (value, code) in enumerate(rows, 1):
        cell = book.active.cell(number, 1, value)  # type: ignore[union-attr]
        cell.number_format = code
    book.save(path)
    return path


def test_a_cell_is_what_its_format_shows_or_an_error_that_names_it(tmp_path: Path) -> None:
    path = written(tmp_path / "b.xlsx", *((value, code) for value, code, _ in SHOWN))
    lines, scope = read(path)
    assert [(line[0].data) for line in lines] == [shown or "" for _, _, shown in SHOWN]
    refused = [f"cell A{at}" for at, (*_, shown) in enumerate(SHOWN, 1) if shown is None]
    assert [str(one.where).rpartition(", ")[2] for one in scope.problems] == refused
    assert 'the format "000-0000" is not supported' in " ".join(map(str, scope.problems))
    assert all("choose a format such as" in one.hint for one in scope.problems)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (45 / 17, "2.647058824"),
        (100 / 3, "33.33333333"),
        (0.1 + 0.2, "0.3"),
        (1234567.891234, "1234567.891"),
        (-0.5, "-0.5"),
        (1e-12, "0"),
        (3.0, "3"),
        (1e40, "1" + 40 * "0"),
    ],
)
def test_a_number_without_a_format_is_as_in_a_wide_column(value: float, shown: str) -> None:
    assert format_general(value) == shown


def test_what_is_rounded_is_noted_once_with_its_cells(tmp_path: Path) -> None:
    rows = [(one, "General") for one in ("n", 1 / 3, 2.5, 2 / 3, 0.1 + 0.2)]
    lines, scope = read(written(tmp_path / "b.xlsx", *rows))
    assert [line[0].data for line in lines] == ["n", "0.333333333", "2.5", "0.666666667", "0.3"]
    assert lines[1][0].raw == pytest.approx(1 / 3)
    (note,) = scope.notes
    assert str(note).endswith(
        "cell A2: note: 0.3333333333333333 is read as 0.333333333, as a wide column"
        " shows it; also rounded: A4\n  round it, such as =ROUND(A2,2), or choose a format"
        " with fewer decimals"
    )


def test_errors_and_formulas_that_were_never_worked_out_are_named(tmp_path: Path) -> None:
    lines, scope = read(written(tmp_path / "b.xlsx", ("=1/3", "General"), ("#REF!", "General")))
    assert [line[0].data for line in lines] == ["", ""]
    assert [one.message for one in scope.problems] == [
        "a formula without a calculated value",
        "the cell has the error #REF!",
    ]
    assert [str(one.where)[-2:] for one in scope.problems] == ["A1", "A2"]


def test_an_ods_is_read_as_it_shows(tmp_path: Path) -> None:
    """With line breaks, tabs and blanks, without comments; in each of several places."""
    path = tmp_path / "b.ods"
    write_ods(path, {"Other": [["not here"]], "S": [["@"]]})
    lined = '<text:p>3<text:tab/>dice<text:line-break/>x<text:s text:c="2"/> &amp;  y</text:p>'
    comment = "<office:annotation><text:p>no</text:p></office:annotation>"
    cell = '<table:table-cell office:value-type="{}" {}>{}</table:table-cell>'.format
    cells = (
        cell("string", "", f"<text:p>Move <text:span>5</text:span></text:p>{lined}"),
        cell("percentage", 'office:value="0.5"', "<text:p>50 %</text:p>"),
        cell(
            "float",
            'office:value="3" table:number-columns-repeated="2"',
            f"{comment}<text:p>+3</text:p>",
        ),
        cell("float", f'office:value="{45 / 17}"', "<text:p>2.64705882352941</text:p>"),
        cell("date", 'office:date-value="2026-01-02"', "<text:p>2. Jan</text:p>"),
        cell("string", 'table:formula="of:=1/0"', "<text:p>#DIV/0!</text:p>"),
        '<table:table-cell table:formula="of:=1"></table:table-cell>',
    )
    mark = cell("string", "", "<text:p>@</text:p>").replace(" >", ">")
    change_content(path, {mark: "".join(cells)})
    (_, line), scope = read(path)
    assert [cell.data for cell in line] == [
        *("Move 5\n3\tdice\nx   & y", "50 %", "+3", "+3", "2.647058824", "2. Jan", "", ""),
    ]
    assert sorted((str(one.where)[-2:], one.message) for one in scope.problems) == [
        ("G1", "the cell has the error #DIV/0!"),
        ("H1", "a formula without a calculated value"),
    ]


def change_content(path: Path, changes: Mapping[str, str]) -> None:
    """Replace parts of what an .ods file contains."""
    with ZipFile(path) as book:
        parts = {name: book.read(name).decode() for name in book.namelist()}
    for old, new in changes.items():
        assert old in parts["content.xml"]
        parts["content.xml"] = parts["content.xml"].replace(old, new)
    with ZipFile(path, "w") as book:
        for name, text in parts.items():
            book.writestr(name, text)


@pytest.mark.parametrize("properties", ['fo:color="#ff0000"', 'fo:font-weight="bold"'])
@pytest.mark.parametrize(
    ("value", "text"),
    [
        (-4, "4"),
        (4, "4"),
        (-1234.5, "1,234.50"),
        (-5, "5 cm"),
        (-4, "(4)"),
        (-4, "-4"),
        (-0.1, "0"),
    ],
)
def test_an_ods_has_the_minus_that_only_a_colour_shows(
    tmp_path: Path, value: float, text: str, properties: str
) -> None:
    path = tmp_path / "b.ods"
    write_ods(path, {"S": [[0]]})
    number_format = (
        f"<office:automatic-styles><number:number-style {ODS_NAMES}>"
        f"<style:text-properties {properties}/><number:number/>"
        "</number:number-style></office:automatic-styles>"
    )
    changes = {
        'office:value="0"><text:p>0<': f'office:value="{value}"><text:p>{text}<',
        "<office:body>": f"{number_format}<office:body>",
    }
    change_content(path, changes)
    ((cell,),), _ = read(path)
    is_lost = value <= -1 and text[0] not in "(-" and "color" in properties
    assert cell.data == (f"-{text}" if is_lost else text)


@pytest.mark.parametrize(("word", "shown"), [("under", "4 under"), ("over", "-4 over")])
def test_an_ods_has_no_minus_where_a_word_tells_negative_numbers(
    tmp_path: Path, word: str, shown: str
) -> None:
    """As in 0" over";[RED]0" under": the format of other numbers has another word."""
    path = tmp_path / "b.ods"
    write_ods(path, {"S": [[0]]})
    number_formats = (
        f"<office:automatic-styles {ODS_NAMES}>"
        '<number:number-style style:name="P"><number:number/><number:text> over</number:text>'
        '</number:number-style><number:number-style style:name="N">'
        '<style:text-properties fo:color="#ff0000"/><number:number/>'
        f"<number:text> {word}</number:text>"
        '<style:map style:condition="value()&gt;=0" style:apply-style-name="P"/>'
        "</number:number-style></office:automatic-styles>"
    )
    changes = {
        'office:value="0"><text:p>0<': f'office:value="-4"><text:p>4 {word}<',
        "<office:body>": f"{number_formats}<office:body>",
    }
    change_content(path, changes)
    ((cell,),), _ = read(path)
    assert cell.data == shown


def test_a_number_that_shows_otherwise_calculates_as_it_is(tmp_path: Path) -> None:
    """What a number's column would refuse is read from beneath."""
    rows = [("n", "General"), (1500, "#,##0"), (12, '0" cards"'), (3, "0.00")]
    written(tmp_path / "b.xlsx", *rows)
    (tmp_path / "game.yaml").write_text(
        "game: {id: t, name: T}\nt: {file: b.xlsx, columns: {n: number}}\n"
        "checks: [{sum: t.n, is: 1515}]\n"
    )
    assert [row.cells["n"] for row in load_game(tmp_path).table("t").rows] == [1500, 12, 3]


ODS_NAMES = " ".join(
    f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for prefix, name in (
        ("number", "datastyle"),
        ("style", "style"),
        ("fo", "xsl-fo-compatible"),
    )
)
SHEET = '<x:worksheet xmlns:x="{}"><x:sheetData>{}</x:sheetData></x:worksheet>'.format
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def test_a_sheet_is_read_as_any_program_writes_it(tmp_path: Path) -> None:
    """With names of its own, cells without places, runs of text, sounds, days from 1904, ISO.

    A sheet that is a chart holds no cells and is none.
    """
    path = tmp_path / "b.xlsx"
    write_xlsx(path, {"S": [["x"]]})
    with ZipFile(path) as book:
        parts = {name: book.read(name).decode() for name in book.namelist()}
    parts["xl/sharedStrings.xml"] = (
        f'<sst xmlns="{MAIN}"><si><r><t>Big </t></r><r><t>orc_x000D_</t></r>'
        '<rPh sb="0" eb="3"><t>no</t></rPh></si></sst>'
    )
    own = '<numFmt numFmtId="{}" formatCode="{}"/>'.format
    parts["xl/styles.xml"] = (
        parts["xl/styles.xml"]
        .replace(
            "<cellXfs", f"<numFmts>{own(170, 'yyyy-mm-dd')}{own(171, '[h]')}</numFmts><cellXfs"
        )
        .replace('<xf numFmtId="14"/>', '<xf numFmtId="170"/><xf numFmtId="171"/>')
    )
    chart = '<workbookPr date1904="1"/><sheets><sheet name="Chart" sheetId="9" r:id="r9"/>'
    parts["xl/workbook.xml"] = parts["xl/workbook.xml"].replace("<sheets>", chart)
    link = '<Relationship Id="r9" Type="x/chartsheet" Target="chartsheets/c1.xml"/></Rel'
    name = "xl/_rels/workbook.xml.rels"
    parts[name] = parts[name].replace("</Rel", link)
    parts["xl/worksheets/s1.xml"] = SHEET(
        MAIN,
        '<x:row><x:c t="s"><x:v>0</x:v></x:c><x:c t="b"><x:v>0</x:v></x:c></x:row>'
        '<x:row><x:c s="1"><x:v>366</x:v></x:c><x:c s="9"><x:v>7</x:v></x:c>'
        '<x:c t="str"><x:f>IF(1,"")</x:f></x:c>'
        '<x:c t="d" s="1"><x:v>2026-05-02T00:00:00</x:v></x:c>'
        '<x:c s="2"><x:v>1.5</x:v></x:c></x:row>',
    )
    with ZipFile(path, "w") as book:
        for name, text in parts.items():
            book.writestr(name, text)
    lines, scope = read(path)
    assert [[cell.data for cell in line] for line in lines] == [
        ["Big orc", "FALSE", "", "", ""],
        ["1905-01-01", "7", "", "2026-05-02", "36"],
    ]
    assert not scope.problems


def test_an_ods_says_true_as_it_shows_and_a_value_without_a_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / "b.ods"
    write_ods(path, {"S": [["@"]]})
    cell = "<table:table-cell office:value-type={}</table:table-cell>".format
    cells = (
        cell('"boolean" office:boolean-value="true"><text:p>WAHR</text:p>'),
        cell('"boolean" office:boolean-value="true">'),
        cell('"percentage" office:value="0.5">'),
        cell('"time" office:time-value="PT1H">'),
    )
    with ZipFile(path) as book:
        parts = {name: book.read(name).decode() for name in book.namelist()}
    old = '<table:table-cell office:value-type="string"><text:p>@</text:p></table:table-cell>'
    assert old in parts["content.xml"]
    for many, found in (("1", ["WAHR", "TRUE", "", ""]), ("3000000", None)):
        row = f'<table:table-row table:number-rows-repeated="{many}">'
        text = parts["content.xml"].replace("<table:table-row>", row).replace(old, "".join(cells))
        with ZipFile(path, "w") as book:
            book.writestr("content.xml", text)
        lines, scope = read(path)
        assert [[cell.data for cell in line] for line in lines] == ([found] if found else [])
        assert [str(one.where)[-2:] for one in scope.problems] == (["C1", "D1"] if found else ["f"])


def test_a_moment_may_be_written_out(tmp_path: Path) -> None:
    """A date, with its time and its zone or without, and a time alone, as ISO has them."""
    book = Workbook(iso_dates=True)
    moments = (datetime(2024, 1, 2), datetime(2024, 1, 2, 6), time(12, 30))  # noqa: DTZ001
    for number, moment in enumerate(moments, 1):
        cell = book.active.cell(number, 1, moment)  # type: ignore[union-attr]
        cell.number_format = "hh:mm" if isinstance(moment, time) else "yyyy-mm-dd hh:mm"
    book.save(path := tmp_path / "b.xlsx")
    lines, scope = read(path)
    assert not scope.problems
    shown = ["2024-01-02 00:00", "2024-01-02 06:00", "12:30"]
    assert [line[0].data for line in lines] == shown
    with ZipFile(path) as old, ZipFile(tmp_path / "z.xlsx", "w") as new:
        for part in old.namelist():
            new.writestr(part, old.read(part).replace(b"06:00:00<", b"06:00:00Z<"))
    assert [line[0].data for line in read(tmp_path / "z.xlsx")[0]] == shown


def add_comment(path: Path) -> None:
    book = load_workbook(path)
    book.active["A2"].comment = Comment("Its price is wrong.", "Ann")
    book.save(path)


def add_strike(path: Path, *, strike: bool = True) -> None:
    book = load_workbook(path)
    style = DifferentialStyle(font=Font(strike=strike, color="FF0000"))
    rule = Rule(type="cellIs", operator="greaterThan", formula=["3"], dxf=style)
    book.active.conditional_formatting.add("B2:B3", rule)
    book.save(path)


def add_part(path: Path, name: str, content: str) -> None:
    with ZipFile(path, "a") as book:
        book.writestr(name, content)


def write_annotated(path: Path, inner: str) -> None:
    content = (
        '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
        ' xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
        ' xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"'
        ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body>'
        '<office:spreadsheet><table:table table:name="S"><table:table-row><table:table-cell'
        f' office:value-type="string">{inner}<text:p>name</text:p></table:table-cell>'
        "</table:table-row></table:table></office:spreadsheet></office:body>"
        "</office:document-content>"
    )
    path.unlink()
    add_part(path, "content.xml", content)


TEXT_BOX = '<d xmlns:xdr="x"><xdr:txBody>Twice only.</xdr:txBody></d>'
UNREAD: dict[str, tuple[str, Callable[[Path], None]]] = {
    "a comment": ("comments and text boxes are not read", add_comment),
    "a thread": (
        "comments and text boxes are not read",
        lambda path: add_part(path, "xl/threadedComments/threadedComment1.xml", "<t/>"),
    ),
    "a text box": (
        "comments and text boxes are not read",
        lambda path: add_part(path, "xl/drawings/drawing1.xml", TEXT_BOX),
    ),
    "a drawing": ("", lambda path: add_part(path, "xl/drawings/drawing1.xml", "<d/>")),
    "an annotation": (
        "comments and text boxes are not read",
        lambda path: write_annotated(
            path, "<office:annotation><text:p>No.</text:p></office:annotation>"
        ),
    ),
    "a frame": (
        "comments and text boxes are not read",
        lambda path: write_annotated(
            path, "<draw:frame><draw:text-box><text:p>No.</text:p></draw:text-box></draw:frame>"
        ),
    ),
    "a line by a condition": ("conditions that strike out cells", add_strike),
    "a colour by a condition": ("", lambda path: add_strike(path, strike=False)),
    "cells": ("", lambda path: None),
}


@pytest.mark.parametrize("form", UNREAD)
def test_what_is_not_in_cells_is_noted(tmp_path: Path, form: str) -> None:
    words, add = UNREAD[form]
    path = written(tmp_path / "b.xlsx", ("name", "General"), ("Imp", "General"), (4, "0"))
    add(path)
    lines, scope = read(path)
    assert lines[0][0].data == "name"
    assert not scope.problems
    assert [words in str(note) for note in scope.notes] == [True] * bool(words)
