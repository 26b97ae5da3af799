"""A cell that was hit by mistake, far from the table, is named and costs nothing."""

import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from workbooks import add_stray, write_ods, write_xlsx

from printgen.problems import Log, Place
from printgen.rules.files.table_file import read_table_file
from printgen.rules.standalone.deck import TableDeck

FAR = [(5_000, 702, "ZZ5000"), (3, 16_384, "XFD3"), (1_048_576, 1, "A1048576"),
       (1_048_576, 16_384, "XFD1048576")]  # fmt: skip


@pytest.fixture(params=[(".xlsx", write_xlsx), (".ods", write_ods)], ids=["xlsx", "ods"])
def book(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A workbook of two sheets."""
    ending, write = request.param
    path = tmp_path / f"b{ending}"
    make: Callable[..., None] = write
    make(
        path,
        {"Loot &amp; co": [["d6", "Item"], ["1-3", "Gold"]], "Foes": [["d6", "Foe"], [1, "Rat"]]},
    )
    return path


@pytest.mark.parametrize(("row", "column", "at"), FAR, ids=[one[2] for one in FAR])
def test_a_stray_cell_is_named_and_the_table_read(
    book: Path, row: int, column: int, at: str
) -> None:
    add_stray(book, row, column, at)
    scope = Log()
    tracemalloc.start()
    places, rows = read_table_file(book.parent, book.name, "Foes", Place("f"), scope)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (list(places), [one.data for one in rows]) == (
        ["d6", "Foe"],
        [{"d6": "1", "Foe": "Rat"}],
    )
    assert most < 20_000_000  # of which eight are read at once
    (note,) = map(str, scope.notes)
    assert note == (
        f"{book}, sheet Foes, cell {at}: note: ignored, because it is far from the table: {at}\n"
        "  empty the cell, or move it to the table"
    )
    assert not scope.problems


def test_a_stray_cell_of_another_sheet_is_no_matter(book: Path) -> None:
    """Nor where the sheets are only listed."""
    add_stray(book, 1_048_576, 16_384, "XFD1048576")
    scope = Log()
    assert len(read_table_file(book.parent, book.name, "Loot & co", Place("f"), scope)[1]) == 1
    decks = TableDeck(book, "all").split_sheets()
    assert [one.sheet for one in decks] == ["Loot & co", "Foes"]
    assert not scope.notes
    assert not scope.problems


def test_what_is_near_is_read(book: Path) -> None:
    """A hundred empty columns or fewer are the table's. A lone cell below it has a note."""
    add_stray(book, 4_000, 1, "A4000")
    scope = Log()
    rows = read_table_file(book.parent, book.name, "Foes", Place("f"), scope)[1]
    assert [one.data for one in rows][1:] == [{"d6": "hit", "Foe": ""}]
    assert len(scope.notes) == 1
