"""A file of any format is read into the same cells, each with its text, its value and its place."""

from pathlib import Path
from zipfile import ZipFile

import pytest
from workbooks import write_ods, write_xlsx

from printgen.problems import Log, Place
from printgen.rules.files.formats import read_tables
from printgen.rules.files.formats.cell_table import CellTable
from printgen.rules.files.formats.records import parse_json


def tables(path: Path) -> list[CellTable]:
    scope = Log()
    found = list(read_tables(path.parent, path.name, "", Place(path.name), scope))
    assert not scope.problems, scope.problems
    return found


def spanned(path: Path, ending: str) -> None:
    """A sheet whose A1 spans two columns and A3 two rows."""
    rows = [["Loot", None], ["d6", "Item"], ["1-3", "Gold"], [None, "Gem"], ["4-6", "Ring"]]
    (write_xlsx if ending == "xlsx" else write_ods)(path, {"A": rows, "B": [["x"]]})
    with ZipFile(path) as book:
        parts = {name: book.read(name).decode() for name in book.namelist()}
    if ending == "xlsx":
        merged = '<mergeCells><mergeCell ref="A1:B1"/><mergeCell ref="A3:A4"/></mergeCells>'
        name = min(name for name in parts if "worksheets" in name)
        parts[name] = parts[name].replace("</sheetData>", f"</sheetData>{merged}")
    else:
        begin, span = '<table:table-cell office:value-type="string"', "table:number-{}-spanned="
        for text, way in (("Loot", "columns"), ("1-3", "rows")):
            old = f"{begin}><text:p>{text}<"
            assert old in parts["content.xml"]
            new = old.replace(begin, f'{begin} {span.format(way)}"2"')
            parts["content.xml"] = parts["content.xml"].replace(old, new)
    with ZipFile(path, "w") as book:
        for name, text in parts.items():
            book.writestr(name, text)


@pytest.mark.parametrize("ending", ["xlsx", "ods"])
def test_a_cell_that_spans_several_places_is_the_same_in_each(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"b.{ending}"
    spanned(path, ending)
    first, second = tables(path)
    assert (first.name, first.other_sheets, second.name) == ("sheet A", ("B",), "sheet B")
    texts = [[cell.data for cell in line] for line in first.lines]
    assert texts[:4] == [["Loot", "Loot"], ["d6", "Item"], ["1-3", "Gold"], ["1-3", "Gem"]]
    assert first.lines[0][0] is first.lines[0][1]
    assert first.lines[2][0] is first.lines[3][0]
    assert str(first.lines[3][0].place).endswith("sheet A, cell A3")


def test_a_title_with_a_comma_does_not_part_the_cells(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("Loot, and more\nd6;Item\n1-3;Gold, silver\n", "utf-8")
    (table,) = tables(tmp_path / "t.csv")
    assert table.delimiter == "semicolon"
    assert [cell.data for cell in table.lines[2]] == ["1-3", "Gold, silver"]


def test_every_record_of_json_stands_where_it_begins() -> None:
    text = '{"a": [\n  {"b": "}{["}, {"c": [1,\n [2]]}], "d": {}}'
    root = parse_json(text, "f.json", Log())
    assert root is not None
    assert root.data == {"a": ({"b": "}{["}, {"c": ("1", ("2",))}), "d": {}}
    at = [("a",), ("a", 0), ("a", 0, "b"), ("a", 1), ("a", 1, "c"), ("a", 1, "c", 1), ("d",)]
    places = [(root.locate(*one).line, root.locate(*one).column) for one in at]
    assert places == [(1, 7), (2, 3), (2, 3), (2, 17), (2, 23), (3, 2), (3, 15)]


@pytest.mark.parametrize("many", [400, 700, 5_000])
def test_json_that_is_nested_deep_is_refused(many: int) -> None:
    scope = Log()
    assert parse_json("[" * many + "]" * many, "f.json", scope) is None
    assert [one.message for one in scope.problems] == ["nested too deep"]
