"""An edit of a CSV file changes one cell, row or line, and no other byte."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
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
from printgen.rules.files.table_file import read_table_file

# All of them have the letter ü. UTF-16 begins with a mark. In UTF-7 a letter is a sequence.
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-be", "cp1252", "mac-roman", "gb18030", "utf-7")
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
            needs_quotes = any(char in value for char in f'{delimiter}"\r\n') or not value
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


EDITED: list[int] = []


@settings(
    max_examples=15 * settings().max_examples,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(table=raw_tables(), texts=st.tuples(TEXTS, TEXTS, TEXTS, TEXTS))
def test_an_edit_of_a_cell_changes_nothing_else(
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
                start = end = cells[-1][2]
                place = table.locate(start)
                place = Place(name, place.line, place.column + 1 + column - len(cells))
            text = texts[(row + column) % len(texts)]
            changed = replace_cell(data, name, place, text, encoding)
            EDITED.append(1)
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


def test_zz():
    print(len(EDITED))
