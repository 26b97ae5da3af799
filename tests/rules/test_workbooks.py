"""What a workbook hides is left out; merged, named and nested parts are read as the file says."""

import re
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from openpyxl import Workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.styles import Font
from test_looks import read
from workbooks import DATE, write_ods, write_xlsx

import printgen.rules.files.formats.workbook as workbook_reader
from printgen.problems import Log, Place
from printgen.rules.files.formats import list_sheet_names, read_tables


def read_texts(path: Path, *, hidden: bool = False) -> tuple[dict[str, list[list[str]]], Log]:
    """The texts of each sheet of a workbook."""
    log = Log()
    tables = read_tables(path.parent, path.name, "", Place("f"), log, hidden=hidden)
    return {
        table.name: [[str(cell.data) for cell in line] for line in table.lines] for table in tables
    }, log


def change(path: Path, part: str, *pairs: tuple[str, str]) -> Path:
    """Replace texts in a part of a workbook."""
    with ZipFile(path) as book:
        parts = {name: book.read(name) for name in book.namelist()}
    for old, new in pairs:
        assert old.encode() in parts[part]
        parts[part] = parts[part].replace(old.encode(), new.encode())
    with ZipFile(path, "w", ZIP_DEFLATED) as book:
        for name, data in parts.items():
            book.writestr(name, data)
    return path


@pytest.mark.parametrize("id_", [*range(27, 37), *range(50, 59)])
def test_a_built_in_date_that_differs_between_languages_is_an_iso_date(
    tmp_path: Path, id_: int
) -> None:
    write_xlsx(path := tmp_path / "b.xlsx", {"A": [[DATE], [DATE], [DATE]]})
    change(path, "xl/styles.xml", ('numFmtId="14"', f'numFmtId="{id_}"'))
    for row, days in (("A2", "45000.25"), ("A3", "0.5")):
        old, new = (f'r="{row}" s="1"><v>{value}<' for value in ("45000", days))
        change(path, "xl/worksheets/s1.xml", (old, new))
    lines, log = read(path)
    assert [line[0].data for line in lines] == ["2023-03-15", "2023-03-15 06:00:00", "12:00:00"]
    assert not log.problems
    (note,) = log.notes
    assert str(note).startswith(f"{path}, sheet A: note: dates whose format differs between lang")


@pytest.mark.parametrize("id_", [23, 26, 59, 81, 163])
def test_an_unknown_built_in_format_is_an_error_that_names_the_cell(
    tmp_path: Path, id_: int
) -> None:
    write_xlsx(path := tmp_path / "b.xlsx", {"A": [["n"], [DATE]]})
    change(path, "xl/styles.xml", ('numFmtId="14"', f'numFmtId="{id_}"'))
    (problem,) = read(path)[1].problems
    assert str(problem.where).endswith("sheet A, cell A2")
    assert problem.message == f'the format "[built-in format {id_}]" is not supported'


def make_hidden_xlsx(path: Path) -> None:
    """Row 3 and the columns B to D are hidden, and the first sheet."""
    book = Workbook()
    book.active.title = "Old"
    book.active.append(["not shown"])
    book.active.sheet_state = "veryHidden"
    sheet = book.create_sheet("Cards")
    for row in (["name", "x", "y"], ["Imp", 1, "a"], ["Orc", "#N/A", "b"], ["Elf", 3, "c"]):
        sheet.append([*row[:2], None, None, row[2]])
    sheet.row_dimensions[3].hidden = True
    sheet.row_dimensions[9].hidden = True
    sheet.column_dimensions.group("B", "D", hidden=True)
    book.active = 1
    book.save(path)


def make_hidden_ods(path: Path) -> None:
    """The same. Row 3 is filtered out."""
    rows = [
        ["name", "x", None, None, "y"],
        ["Imp", 1, None, None, "a"],
        ["Orc", 2, None, None, "b"],
    ]
    write_ods(path, {"Old": [["not shown"]], "Cards": [*rows, ["Elf", 3, None, None, "c"]]})
    third = '<table:table-row><table:table-cell office:value-type="string"><text:p>Orc'
    column = "<table:table-column {}/>".format
    columns = column('table:number-columns-repeated="1"') + column(
        'table:number-columns-repeated="3" table:visibility="collapse"'
    )
    style = '<style:style style:name="h"><style:table-properties table:display="false"/>'
    styles = f"<office:automatic-styles>{style}</style:style></office:automatic-styles>"
    spaces = 'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:table='
    change(
        path,
        "content.xml",
        (third, third.replace("-row>", '-row table:visibility="filter">', 1)),
        ('table:name="Old"', 'table:name="Old" table:style-name="h"'),
        ('table:name="Cards">', f'table:name="Cards">{columns}'),
        ("<office:body>", f"{styles}<office:body>"),
        ("xmlns:table=", spaces),
    )


@pytest.mark.parametrize("suffix", ["xlsx", "ods"])
def test_what_a_workbook_hides_is_left_out_with_a_note(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"b.{suffix}"
    (make_hidden_xlsx if suffix == "xlsx" else make_hidden_ods)(path)
    texts, log = read_texts(path)
    assert texts == {"sheet Cards": [["name", "y"], ["Imp", "a"], ["Elf", "c"]]}
    assert not log.problems
    (note,) = log.notes
    assert str(note) == (
        f"{path}, sheet Cards: note: hidden, and so not read: 1 row, 1 column, 1 sheet\n"
        '  unhide what you need, or write --hidden (in a game "hidden: true")'
    )
    assert list_sheet_names(path, Log()) == ("Cards",)
    texts, log = read_texts(path, hidden=True)
    assert texts["sheet Old"] == [["not shown"]]
    assert [line[0] for line in texts["sheet Cards"]] == ["name", "Imp", "Orc", "Elf"]
    assert not log.notes
    # The error of a hidden cell is reported if the cell is read.
    assert len(log.problems) == (suffix == "xlsx")
    # A hidden sheet is read if it is named.
    tables = read_tables(tmp_path, path.name, "Old", Place("f"), Log())
    assert [str(table.lines[0][0].data) for table in tables] == ["not shown"]


@pytest.mark.parametrize("new", ["", 'r:id="r9"', 'r:id="r3"'])
def test_a_sheet_that_cannot_be_found_is_an_error(tmp_path: Path, new: str) -> None:
    write_xlsx(path := tmp_path / "b.xlsx", {"A": [["x"]], "B": [["y"]], "C": [["z"]]})
    change(path, "xl/workbook.xml", ('r:id="r2"', new))
    change(path, "xl/_rels/workbook.xml.rels", ("worksheets/s3.xml", "worksheets/s9.xml"))
    texts, log = read_texts(path)
    assert not texts
    assert "is not a valid workbook" in next(iter(log.problems)).message


def test_a_workbook_that_hides_all_sheets_is_refused(tmp_path: Path) -> None:
    write_xlsx(path := tmp_path / "b.xlsx", {"A": [["x"]]})
    change(path, "xl/workbook.xml", ('sheetId="1"', 'sheetId="1" state="hidden"'))
    (problem,) = read_texts(path)[1].problems
    assert "it has no visible sheets" in problem.message
    assert read_texts(path, hidden=True)[0] == {"sheet A": [["x"]]}


def test_a_merged_cell_whose_first_row_is_hidden_is_still_shown(tmp_path: Path) -> None:
    book = Workbook()
    for row in (["name", "kind"], ["Imp", "devil"], ["Orc", None], ["Elf", None]):
        book.active.append(row)
    book.active.merge_cells("B2:B4")
    book.active.row_dimensions[2].hidden = True
    book.save(path := tmp_path / "b.xlsx")
    assert read_texts(path)[0] == {
        "sheet Sheet": [["name", "kind"], ["Orc", "devil"], ["Elf", "devil"]]
    }


def test_a_merged_range_of_any_size_is_read(tmp_path: Path) -> None:
    write_xlsx(path := tmp_path / "b.xlsx", {"A": [["x", "y"], ["a", "b"]]})
    merged = '</sheetData><mergeCells count="1"><mergeCell ref="A2:XFD1048576"/></mergeCells>'
    change(path, "xl/worksheets/s1.xml", ("</sheetData>", merged))
    assert read_texts(path)[0] == {"sheet A": [["x", "y"], ["a", "a"]]}


def test_a_sheet_may_have_the_name_of_a_part(tmp_path: Path) -> None:
    book = Workbook()
    for name in ("rId2", "rId1", "Cards"):
        book.create_sheet(name).append([name])
    book.remove(book.active)
    book.save(path := tmp_path / "b.xlsx")
    assert read_texts(path)[0] == {f"sheet {name}": [[name]] for name in ("rId2", "rId1", "Cards")}


def test_a_strict_workbook_is_read(tmp_path: Path) -> None:
    """ISO/IEC 29500 Strict has other namespaces."""
    write_xlsx(path := tmp_path / "b.xlsx", {"A": [["x"], [5]]})
    for part in ("xl/workbook.xml", "xl/worksheets/s1.xml", "xl/_rels/workbook.xml.rels"):
        change(path, part)
        with ZipFile(path) as book:
            text = book.read(part).decode()
        for kind in ("spreadsheetml", "officeDocument"):
            old = f"http://schemas.openxmlformats.org/{kind}/2006/"
            if old in text:
                change(path, part, (old, f"http://purl.oclc.org/ooxml/{kind}/"))
    assert read_texts(path)[0] == {"sheet A": [["x"], ["5"]]}


def test_a_workbook_that_unpacks_to_too_much_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_xlsx(path := tmp_path / "b.xlsx", {"A": [["x" * 5000]]})
    monkeypatch.setattr(workbook_reader, "_MAX_UNPACKED", 5000)
    (problem,) = read_texts(path)[1].problems
    assert "it unpacks to more than 5,000 bytes" in problem.message


@pytest.mark.parametrize(
    ("written_text", "text"),
    [
        (
            "<text:span>Lose <text:span>2</text:span> wounds</text:span>, then gain 1 gold.",
            "Lose 2 wounds, then gain 1 gold.",
        ),
        ("Lose <text:a>2</text:a> wounds, <text:span>then</text:span>", "Lose 2 wounds, then"),
        ("a<text:tab/>b<text:line-break/>c", "a\tb\nc"),
        ("<text:span>a<text:line-break/>b</text:span>c", "a\nbc"),
        ("a<text:s/>b<text:s text:c=\"3\"/>c", "a b   c"),
        ("a <text:span> b</text:span>\n  c", "a b c"),
        ("a&#160;&#160;b<?x y?><!-- no -->c", "a\xa0\xa0bc"),
        ("first</text:p><text:p>second", "first\nsecond"),
    ],
)  # fmt: skip
def test_the_text_of_an_ods_is_in_order(tmp_path: Path, written_text: str, text: str) -> None:
    write_ods(path := tmp_path / "b.ods", {"A": [["@"]]})
    change(path, "content.xml", ("@", written_text))
    assert read_texts(path)[0] == {"sheet A": [[text]]}


@pytest.mark.parametrize("ending", ["xlsx", "ods"])
def test_a_workbook_with_a_password_is_named_as_such(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"b.{ending}"
    if ending == "xlsx":
        name = "EncryptedPackage".encode("utf-16-le")
        path.write_bytes(bytes.fromhex("D0CF11E0A1B11AE1") + bytes(1016) + name)
    else:
        write_ods(path, {"A": [["x"]]})
        entry = '<manifest:file-entry manifest:full-path="content.xml">'
        entry += "<manifest:encryption-data/></manifest:file-entry></manifest:manifest>"
        change(path, "META-INF/manifest.xml", ("</manifest:manifest>", entry))
    _, log = read_texts(path)
    (problem,) = log.problems
    assert str(problem) == (
        f"f: error: b.{ending} is not a valid workbook: it is protected with a password\n"
        "  save it again as .xlsx or .ods, without a password"
    )


@pytest.mark.slow
def test_a_sparse_sheet_costs_as_much_as_its_cells(tmp_path: Path) -> None:
    """Of the empty rows and columns between cells, only the first is read."""
    path, book = tmp_path / "b.xlsx", Workbook()
    sheet = book.active
    assert sheet is not None
    for step in range(100):
        sheet.cell(1 + 9_000 * step, 1 + 90 * step, "x")
    book.save(path)
    texts, log = read_texts(path)
    (lines,) = texts.values()
    assert not log.problems
    assert len(lines) == len(lines[0]) == 199
    assert sum(line.count("x") for line in lines) == 100


def make_struck_xlsx(path: Path, *, shared: bool) -> None:
    """Words, a number and a part of a text with a line through them; figures above and below."""
    book = Workbook()
    line, raised, lowered = (
        InlineFont(**style)
        for style in ({"strike": True}, {"vertAlign": "superscript"}, {"vertAlign": "subscript"})
    )
    rows = [
        ["Imp", CellRichText("Deal ", TextBlock(line, "3"), " 4"), 1],
        ["Orc", CellRichText("10", TextBlock(raised, "2"), " and H", TextBlock(lowered, "2")), 2],
        ["Elf", CellRichText("Runs", TextBlock(line, " ")), 3],
        ["Bat", " ", 4],
    ]
    for row in (["name", "text", "cost"], *rows):
        book.active.append(row)
    for place in ("A4", "C2", "B5"):
        book.active[place].font = Font(strike=True)
    book.active["B4"].font = Font(strike=False)
    book.save(path)
    if shared:
        part = "xl/worksheets/sheet1.xml"
        with ZipFile(path, "a") as file:
            strings = re.findall("<is>(.*?)</is>", file.read(part).decode())
            items = "".join(f"<si>{string}</si>" for string in strings)
            name = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
            file.writestr("xl/sharedStrings.xml", f'<sst xmlns="{name}">{items}</sst>')
        for index, string in enumerate(strings):
            cell = f't="inlineStr"><is>{string}</is>'
            change(path, part, (cell, f't="s"><v>{index}</v>'))


def make_struck_ods(path: Path) -> None:
    rows = [["name", "text", "cost"], ["Imp", "DEAL", 1], ["Orc", "TEN", 2], ["Elf", "RUNS", 3]]
    write_ods(path, {"Sheet": rows})
    styles = "".join(
        f'<style:style style:name="{name}"><style:text-properties {text}/></style:style>'
        for name, text in (
            ("line", 'style:text-line-through-style="solid"'),
            ("none", 'style:text-line-through-style="none"'),
            ("up", 'style:text-position="super 58%"'),
            ("down", 'style:text-position="-33% 58%"'),
        )
    )
    span = '<text:span text:style-name="{}">{}</text:span>'.format
    change(
        path,
        "content.xml",
        (
            "<office:body>",
            f"<office:automatic-styles>{styles}</office:automatic-styles><office:body>",
        ),
        (
            "xmlns:table=",
            'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:table=',
        ),
        ("DEAL", f"Deal {span('line', '3')} 4"),
        ("TEN", f"10{span('up', '2')} and H{span('down', '2')}"),
        (
            'office:value-type="string"><text:p>Elf',
            'office:value-type="string" table:style-name="line"><text:p>Elf',
        ),
        (
            'office:value-type="string"><text:p>RUNS',
            f'office:value-type="string" table:style-name="none"><text:p>Runs{span("line", " ")}',
        ),
        (
            'office:value-type="float" office:value="1"',
            'table:style-name="line" office:value-type="float" office:value="1"',
        ),
    )


@pytest.mark.parametrize("kind", ["inline", "shared", "ods"])
def test_struck_through_text_is_an_error_and_raised_figures_stay_so(
    tmp_path: Path, kind: str
) -> None:
    path = tmp_path / ("b.ods" if kind == "ods" else "b.xlsx")
    if kind == "ods":
        make_struck_ods(path)
    else:
        make_struck_xlsx(path, shared=kind == "shared")
    sheets, log = read_texts(path)
    (lines,) = sheets.values()
    assert lines[2][1] == "10² and H₂"
    assert lines[3][1:] == ["Runs", "3"]
    places = {str(problem.where).rpartition(" ")[2] for problem in log.problems}
    assert places == {"A4", "B2", "C2"}
    assert all("struck-through text" in problem.message for problem in log.problems)
