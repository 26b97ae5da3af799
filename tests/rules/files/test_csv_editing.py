"""An edit of a CSV file changes one cell, row or line, and no other byte."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printgen.problems import InputError, Log, Place
from printgen.rules.files.csv_editing import (
    add_row,
    digest_bytes,
    edit_file,
    read_cell,
    read_line,
    read_row,
    remove_row,
    replace_cell,
    replace_line,
)
from printgen.rules.files.formats import read_tables
from printgen.rules.files.nodes import Node

ENCODINGS = (
    "utf-8",
    "utf-8-sig",
    "utf-16",
    "utf-16-be",
    "utf-32",
    "cp1252",
    "mac-roman",
    "gb18030",
)
"""Encodings with the letter ü. Three of them begin with a byte order mark."""
INVISIBLE = "\x07"
LINE_END = re.compile("\r\n|\r|\n")


class RawTable(NamedTuple):
    """A CSV file, and for each cell its text, its start and its end in the file's text."""

    name: str
    encoding: str
    text: str
    width: int
    rows: list[list[tuple[str, int, int]]]

    def locate(self, index: int) -> Place:
        """Return the place of an index; invisible characters are not counted."""
        *lines, last = LINE_END.split(self.text[:index].replace(INVISIBLE, ""))
        return Place(self.name, len(lines) + 1, len(last) + 1)


NASTY = [*"aaü:", *',;|"', '""', '","', "\t", "\n", "\r\n", "\r", " ", INVISIBLE]
TEXTS = st.lists(st.sampled_from(NASTY), max_size=5).map("".join)


@st.composite
def raw_tables(draw: st.DrawFn) -> RawTable:
    """Tables with named columns. Rows may be short, lines may be blank."""
    delimiter = draw(st.sampled_from(",;\t|"))
    line_ends = draw(st.sampled_from([["\n"], ["\r\n"], ["\r"], ["\n", "\r\n", "\r"]]))
    width = draw(st.integers(2, 3))
    text, rows = "", list[list[tuple[str, int, int]]]()
    for row in range(draw(st.integers(2, 4))):
        text += draw(st.sampled_from([*line_ends, line_ends[0] * 2])) if row else ""
        rows.append([])
        # A vertical bar separates cells only if each line has one.
        is_short = row > 1 and delimiter != "|" and draw(st.booleans())
        for column in range(1 if is_short else width):
            value = draw(TEXTS) if row else f"n{column}"
            text += delimiter if column else ""
            start = len(text)
            is_blank = not value.replace(INVISIBLE, "")
            needs_quotes = is_blank or any(char in value for char in f'{delimiter}"\r\n')
            if needs_quotes or draw(st.integers(0, 3)) == 0:
                space = draw(st.sampled_from(["", "", " "]))
                value_text = value.replace('"', '""')
                text += f'{space}"{value_text}"{space}'
            else:
                text += value
            rows[-1].append((value, start, len(text)))
    text += draw(st.sampled_from(["", line_ends[-1]]))
    name = "t.tsv" if delimiter == "\t" and draw(st.booleans()) else "t.csv"
    return RawTable(name, draw(st.sampled_from(ENCODINGS)), text, width, rows)


def read(folder: Path, name: str, data: bytes, encoding: str = "") -> list[list[Node]]:
    """Return the rows of a file, which must be readable."""
    (folder / name).write_bytes(data)
    log = Log()
    (table,) = read_tables(folder, name, "", Place(name), log, encoding)
    assert not log.problems
    return [list(line) for line in table.lines if line]


def read_texts(folder: Path, name: str, data: bytes, encoding: str = "") -> list[list[object]]:
    """Return the texts of the rows of a file, which must be readable."""
    return [[cell.data for cell in row] for row in read(folder, name, data, encoding)]


def clean(text: str) -> str:
    """Return the text of a cell as the reader returns it."""
    return LINE_END.sub("\n", text.replace(INVISIBLE, "")).strip()


@pytest.mark.slow
@settings(max_examples=8 * settings().max_examples)
@given(table=raw_tables(), texts=st.tuples(TEXTS, TEXTS, TEXTS, TEXTS))
def test_an_edit_changes_one_cell_or_one_row(
    tmp_path: Path, table: RawTable, texts: tuple[str, ...]
) -> None:
    """Each cell is found at its place, also one that is left out at the end of its row."""
    name, encoding = table.name, table.encoding
    data = table.text.encode(encoding)
    rows = read(tmp_path, name, data, encoding)
    values = [[clean(value) for value, *_ in row] for row in table.rows]
    assert [[cell.data for cell in row] for row in rows] == values
    for row, cells in enumerate(table.rows):
        for column in range(table.width):
            if column < len(cells):
                _, start, end = cells[column]
                place = table.locate(start)
                found = rows[row][column].place
                assert (found.line, found.column) == (place.line, place.column)
            else:
                # Invisible characters at the end of a row follow the cells that are added.
                start = end = len(table.text[: cells[-1][2]].rstrip(INVISIBLE))
                place = table.locate(start)
                place = Place(name, place.line, place.column + 1 + column - len(cells))
            text = texts[(row + column) % len(texts)]
            changed = replace_cell(data, name, place, text, encoding)
            # The file was encoded in one piece, so equal text around the cell is equal bytes.
            changed_text = changed.decode(encoding)
            assert changed == changed_text.encode(encoding)
            assert changed_text.startswith(table.text[:start])
            assert changed_text[start:].endswith(table.text[end:])
            expected = [list(row) for row in values]
            expected[row] += [""] * (column + 1 - len(cells))
            expected[row][column] = clean(text)
            assert read_texts(tmp_path, name, changed, encoding) == expected
            assert clean(read_cell(changed, name, place, encoding)) == clean(text)
        # A row that is added below this one, and then removed.
        added = add_row(data, name, place, texts[: table.width], encoding)
        expected = [list(row) for row in values]
        expected.insert(row + 1, [*map(clean, texts[: table.width])])
        new_rows = read(tmp_path, name, added, encoding)
        assert [[cell.data for cell in row] for row in new_rows] == expected
        new_place = new_rows[row + 1][0].place
        removed = remove_row(added, name, new_place, encoding).decode(encoding)
        # An invisible character at the end of a row may go or stay.
        assert removed.replace(INVISIBLE, "") == data.decode(encoding).replace(INVISIBLE, "")


EDITS = {
    "a cell after a line break": (b'n,m\n"a\nb",c\n', (3, 4), "d", b'n,m\n"a\nb",d\n'),
    "the last cell": (b"n;m\n1;2", (2, 3), "3", b"n;m\n1;3"),
    "an empty cell": (b"n,m\n,2\n", (2, 1), "1", b"n,m\n1,2\n"),
    "a cell in quotes keeps them": (b'n,m\n"a",b\n', (2, 1), "c", b'n,m\n"c",b\n'),
    "spaces around quotes are kept": (b'n, m\na, "b" \n', (2, 3), "c", b'n, m\na, "c" \n'),
    "spaces are part of a cell": (b"n, m\na, b\n", (2, 3), "c", b"n, m\na,c\n"),
    "a quote": (b'n,m\n5",b\n', (2, 1), '6"', b'n,m\n"6""",b\n'),
    "a delimiter": (b"n,m\na,b\n", (2, 3), "c,d", b'n,m\na,"c,d"\n'),
    "a comma between semicolons": (b"n;m\na;b\n", (2, 3), "c,d", b"n;m\na;c,d\n"),
    "a comma in the only column": (b"n\na\n", (2, 1), "b,c", b'n\n"b,c"\n'),
    "an empty cell in the only column": (b"n\na\n", (2, 1), "", b'n\n""\n'),
    "a line break of CRLF": (b"n,m\r\na,b\r\n", (2, 3), "c\nd", b'n,m\r\na,"c\r\nd"\r\n'),
    "a line break of CR": (b"n,m\ra,b", (2, 3), "c\r\nd", b'n,m\ra,"c\rd"'),
    "a cell left out": (b"n,m,o\na\n", (2, 4), "c", b"n,m,o\na,,c\n"),
    "a cell left out after a line break": (b'n,m\n"a\nb"', (3, 4), "c", b'n,m\n"a\nb",c'),
    "a title": (b"Loot\nn,m\na,b\n", (1, 1), "Loot, gold", b'"Loot, gold"\nn,m\na,b\n'),
    "before an error": (b'n,m\na,b\n"c', (2, 3), "d", b'n,m\na,d\n"c'),
    "after a mark": (b"\xef\xbb\xbfn,m\na,b", (1, 1), "o", b"\xef\xbb\xbfo,m\na,b"),
}


@pytest.mark.parametrize(("data", "spot", "text", "changed"), EDITS.values(), ids=EDITS)
def test_a_cell_is_replaced(data: bytes, spot: tuple[int, int], text: str, changed: bytes) -> None:
    """The quotes and line ends around it are those that it had."""
    assert replace_cell(data, "t.csv", Place("", *spot), text) == changed


@pytest.mark.parametrize("encoding", ["shift_jis", "iso2022_jp", "utf-16-le", "utf-16-be"])
def test_bytes_of_every_encoding_are_kept(encoding: str) -> None:
    """Also of characters with several codes, and with a byte order mark of either order."""
    mark = "\ufeff" if encoding.startswith("utf-16") else ""
    data = f"{mark}名,m\nは,に\nほ,へ\n".encode(encoding)
    name = "utf-16" if mark else encoding
    changed = replace_cell(data, "t.csv", Place("", 2, 3), "とち", name)
    assert changed == f"{mark}名,m\nは,とち\nほ,へ\n".encode(encoding)
    # U+2252 has three codes in cp932. The one here is not that which Python writes.
    assert replace_cell(b"n,m\n\x81\xe0,a", "t.csv", Place("", 2, 3), "b", "cp932") == (
        b"n,m\n\x81\xe0,b"
    )


def test_rows_are_added_and_removed() -> None:
    """A row gets the line end and the quotes of the row above; a last line without end stays so."""
    data = b'n;m\r\n"a";b\nc;d'
    place = Place("", 2, 5)
    added = add_row(data, "t.csv", place, ("e", "f;g"))
    assert added == b'n;m\r\n"a";b\n"e";"f;g"\nc;d'
    assert add_row(data, "t.csv", Place("", 3, 1), ("e", "")) == b'n;m\r\n"a";b\nc;d\ne;'
    assert add_row(b"n", "t.csv", Place("", 1, 1), ("",)) == b'n\n""'
    assert read_row(data, "t.csv", place) == ("a", "b")
    assert remove_row(data, "t.csv", place) == b"n;m\r\nc;d"
    assert remove_row(data, "t.csv", Place("", 3, 1)) == b'n;m\r\n"a";b'
    assert remove_row(b"\xef\xbb\xbfn,m\n", "t.csv", Place("", 1, 1)) == b"\xef\xbb\xbf"
    assert remove_row(b'n,m\n"a\nb",c\nd,e\n', "t.csv", Place("", 3, 4)) == b"n,m\nd,e\n"


def test_a_line_is_replaced_as_it_is_written() -> None:
    """So that a line which cannot be read can be corrected."""
    data = b'\xef\xbb\xbfn,m\r\n"a" b,c\r'
    assert read_line(data, 1) == "n,m"
    assert read_line(data, 2) == '"a" b,c'
    assert replace_line(data, 2, '"a b",c') == b'\xef\xbb\xbfn,m\r\n"a b",c\r'
    assert replace_line(data, 1, "n;m") == b'\xef\xbb\xbfn;m\r\n"a" b,c\r'
    with pytest.raises(InputError, match="the file has no line 4"):
        read_line(data, 4)
    with pytest.raises(InputError, match="a line cannot contain a line break"):
        replace_line(data, 1, "a\nb")


REFUSALS = {
    "no cell at this column": (b"n,m\na,b\n", (2, 2), "c", "", "no cell begins at this place"),
    "no cell at this line": (b"n,m\na,b\n", (3, 1), "c", "", "no cell begins at this place"),
    "more cells than columns": (b"n,m\na\n", (2, 4), "c", "", "no cell begins at this place"),
    "a blank line": (b"n,m\n\na,b", (2, 1), "c", "", "no cell begins at this place"),
    "an empty file": (b"\n", (1, 1), "c", "", "no cell begins at this place"),
    "after an error": (b'n,m\n"a"b,c\nd,e', (3, 1), "c", "", "no cell begins at this place"),
    "a letter": (b"n,m\na,b\n", (2, 1), "\u9f8d", "cp1252", "the encoding cp1252 has no 龍"),
    "half a letter": (b"n,m\na,b\n", (2, 1), "\ud800", "", r"has no U\+D800"),
    "a byte": (b"n,m\n\xfc,b\n", (2, 1), "a", "", "the byte 0xFC is not valid utf-8"),
    "no encoding": (b"n,m\na,b\n", (2, 1), "a", "klingon", "unknown encoding klingon"),
    "too long": (b"n,m\na,b\n", (2, 1), 140_000 * "a", "", "read differently"),
}


@pytest.mark.parametrize(
    ("data", "spot", "text", "encoding", "message"), REFUSALS.values(), ids=REFUSALS
)
def test_an_edit_is_refused(
    data: bytes, spot: tuple[int, int], text: str, encoding: str, message: str
) -> None:
    """The message says why."""
    with pytest.raises(InputError, match=message):
        replace_cell(data, "t.csv", Place("", *spot), text, encoding)


def test_a_file_is_edited_only_if_it_is_as_it_was_read(tmp_path: Path) -> None:
    """It keeps its permissions. The old bytes are returned, for undo."""
    path = tmp_path / "t.csv"
    path.write_bytes(b"n,m\na,b\n")
    path.chmod(0o640)
    digest = digest_bytes(b"n,m\na,b\n")

    def edit(data: bytes) -> bytes:
        return replace_cell(data, path.name, Place("", 2, 1), "c")

    assert edit_file(path, digest, edit) == b"n,m\na,b\n"
    assert path.read_bytes() == b"n,m\nc,b\n"
    assert path.stat().st_mode & 0o777 == 0o640
    with pytest.raises(InputError, match=r"t\.csv was changed by another program"):
        edit_file(path, digest, edit)
    assert [file.name for file in tmp_path.iterdir()] == ["t.csv"]
