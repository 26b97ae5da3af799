"""The cells of a CSV file have exact places, also after line breaks and if they are left out."""

from pathlib import Path

from printgen.problems import Log, Place
from printgen.rules.files.formats import read_tables
from printgen.rules.files.table_file import read_table_file


def read_places(folder: Path, data: bytes) -> list[list[tuple[object, int, int]]]:
    """Return the text, the line and the column of each cell."""
    (folder / "t.csv").write_bytes(data)
    (table,) = read_tables(folder, "t.csv", "", Place("t.csv"), Log())
    return [
        [(cell.data, cell.place.line, cell.place.column) for cell in line] for line in table.lines
    ]


def test_cells_after_a_line_break_have_exact_places(tmp_path: Path) -> None:
    """Columns count from the start of the line in which the cell begins, after the delimiter."""
    for line_end in ("\n", "\r\n", "\r"):
        text = 'a,b,c\n"1\n\n2", "3""" ,4\n\n5,"6\n7",8'.replace("\n", line_end)
        assert read_places(tmp_path, b"\xef\xbb\xbf" + text.encode()) == [
            [("a", 1, 1), ("b", 1, 3), ("c", 1, 5)],
            [("1\n\n2", 2, 1), ('3"', 4, 4), ("4", 4, 12)],
            [],
            [("5", 6, 1), ("6\n7", 6, 3), ("8", 7, 4)],
        ]


def test_a_quote_inside_a_cell_does_not_reach_the_next_row(tmp_path: Path) -> None:
    """Spaces after the quoted cell are dropped, although a row above has one quote."""
    assert read_places(tmp_path, b'a,b\n5" pipe,"x" \n') == [
        [("a", 1, 1), ("b", 1, 3)],
        [('5" pipe', 2, 1), ("x", 2, 9)],
    ]


def test_a_cell_left_out_has_its_own_place(tmp_path: Path) -> None:
    """It is where the cell would begin, so that an edit does not change the first cell."""
    (tmp_path / "t.csv").write_text('a,b,c\n1\n"2\n3",4\n')
    _, rows = read_table_file(tmp_path, "t.csv", "", Place("t.csv"), Log())
    places = [[(cell.place.line, cell.place.column) for cell in row.parts.values()] for row in rows]
    assert places == [[(2, 1), (2, 3), (2, 4)], [(3, 1), (4, 4), (4, 6)]]


def test_a_delimiter_in_quotes_is_not_counted(tmp_path: Path) -> None:
    """A semicolon separates these cells, although commas are as many."""
    data = b'"Name, first";cost\n"Imp, red";"1, 2, 3"\n'
    assert read_places(tmp_path, data) == [
        [("Name, first", 1, 1), ("cost", 1, 15)],
        [("Imp, red", 2, 1), ("1, 2, 3", 2, 12)],
    ]
