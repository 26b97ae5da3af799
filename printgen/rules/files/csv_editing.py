"""Edits of a cell, a row or a line of a CSV or TSV file. All other bytes stay as they are.

Functions take the bytes of a file and return its new bytes. `name` is the file's name. `place` is
the place of a cell, as the reader reports it. `encoding` is what the reader was given, by default
UTF-8. Each new file is read again. If any other cell changed, or if the file cannot be edited for
another reason, the function raises `InputError`.
"""

import codecs
import hashlib
import re
from collections.abc import Callable, Sequence
from itertools import zip_longest
from pathlib import Path

import msgspec

from printgen.problems import InputError, Log, Place
from printgen.rules.files.files import MAX_BYTES, replace_invisible_characters
from printgen.rules.files.formats.cell_table import LINE_SEPARATOR
from printgen.rules.files.formats.text import CsvRecord, find_delimiter, split_records
from printgen.system.files import read_limited_bytes, write_files

_LINE_END = re.compile(r"\r\n?|\n")


def read_cell(data: bytes, name: str, place: Place, encoding: str = "") -> str:
    """Return the text of the cell at `place`, without quotes and with line feeds as line ends."""
    file = _read_csv(data, name, encoding)
    row, column = file.find_cell(place)
    return _LINE_END.sub("\n", "".join(file.list_values()[row][column : column + 1]))


def replace_cell(data: bytes, name: str, place: Place, text: str, encoding: str = "") -> bytes:
    """Return `data` with the text of the cell at `place` replaced.

    Quotes around the cell stay, or are added if needed. If the cell is left out at the end of its
    row, it is added with the delimiters before it.
    """
    file = _read_csv(data, name, encoding)
    row, column = file.find_cell(place)
    record, values = file.records[row], file.list_values()
    text = _LINE_END.sub(file.find_line_end(row), text)
    added_count = max(column + 1 - len(record.cells), 0)
    values[row] += [""] * added_count
    values[row][column] = _remove_invisible_characters(text)
    if added_count:
        delimiters = file.delimiter * added_count
        forms = [delimiters + form for form in _list_cell_spellings(text, is_quoted=False)]
        return file.replace(record.end, record.end, forms, values)
    cell = record.cells[column]
    forms = _list_cell_spellings(text, is_quoted=cell.is_quoted)
    return file.replace(cell.start, cell.end, forms, values)


def read_row(data: bytes, name: str, place: Place, encoding: str = "") -> tuple[str, ...]:
    """Return the texts of all cells in the row of the cell at `place`, without quotes."""
    file = _read_csv(data, name, encoding)
    row, _ = file.find_cell(place)
    return tuple(_LINE_END.sub("\n", value) for value in file.list_values()[row])


def add_row(
    data: bytes, name: str, place: Place, texts: Sequence[str], encoding: str = ""
) -> bytes:
    """Return `data` with a new row after the row of the cell at `place`. `texts` are its cells.

    It has the same line end and the same use of quotes as the row before it.
    """
    file = _read_csv(data, name, encoding)
    row, _ = file.find_cell(place)
    record, line_end = file.records[row], file.find_line_end(row)
    texts = [_LINE_END.sub(line_end, text) for text in texts]
    cells = zip_longest(texts, record.cells[: len(texts)])
    forms = [
        _list_cell_spellings(text, is_quoted=bool(cell) and cell.is_quoted) for text, cell in cells
    ]
    rows = [file.delimiter.join(form[index] for form in forms) for index in (0, -1)]
    has_line_end = record.next_start > record.end
    rows = [new + line_end if has_line_end else line_end + new for new in rows]
    values = file.list_values()
    values.insert(row + 1, [*map(_remove_invisible_characters, texts)])
    return file.replace(record.next_start, record.next_start, rows, values)


def remove_row(data: bytes, name: str, place: Place, encoding: str = "") -> bytes:
    """Return `data` without the row of the cell at `place`, and without its line end.

    If the row is the last one and has no line end, the line end before it is removed.
    """
    file = _read_csv(data, name, encoding)
    row, _ = file.find_cell(place)
    record = file.records[row]
    is_unended = record.next_start == record.end and row > 0
    start = file.records[row - 1].end if is_unended else record.start
    values = file.list_values()
    del values[row]
    return file.replace(start, record.next_start, [""], values)


def read_line(data: bytes, line: int, encoding: str = "") -> str:
    """Return line number `line` of a text file, from 1, as it is written, without its line end."""
    text, _ = _decode(data, encoding)
    start, end = _find_line_bounds(text, line)
    return text[start:end]


def replace_line(data: bytes, line: int, text: str, encoding: str = "") -> bytes:
    """Return `data` with the text of line number `line` replaced, counted from 1.

    Its line end stays. Any text is written, even if the file cannot be read as a table after that.
    """
    old_text, codec = _decode(data, encoding)
    if _LINE_END.search(text):
        raise InputError("a line cannot contain a line break", "remove the line break")
    return _replace_text(data, old_text, codec, *_find_line_bounds(old_text, line), text)


def digest_bytes(data: bytes) -> str:
    """Return a digest of a file's bytes. It differs if the file has changed."""
    return hashlib.sha256(data).hexdigest()


def edit_file(path: Path, digest: str, edit: Callable[[bytes], bytes]) -> bytes:
    """Replace the bytes of a file by what `edit` returns for them, and return the old bytes.

    `digest` is the digest of the bytes that the user has seen. Raises `InputError` if the file has
    changed since then, and `Failure` if it cannot be written.
    """
    data = read_limited_bytes(path, MAX_BYTES)
    if digest_bytes(data) != digest:
        message = f"{path.name} was changed by another program"
        raise InputError(message, "look at its new text, and edit it again")
    write_files({path: edit(data)}, "edit it in another program")
    return data


class _CsvFile(msgspec.Struct, frozen=True):
    """A CSV file with its records.

    `text` is the decoded file. `visible_text` is what the CSV reader splits: `text` without
    invisible characters, such as a byte order mark. `offsets` has the index in `text` of each
    character of `visible_text`, and of its end. `codec` is the encoding for a part of the text.
    """

    data: bytes
    name: str
    encoding: str
    codec: str
    text: str
    visible_text: str
    offsets: Sequence[int]
    delimiter: str
    records: tuple[CsvRecord, ...]

    def find_cell(self, place: Place) -> tuple[int, int]:
        """Return the index of the row and of the column of the cell at a place."""
        place = Place(self.name, place.line, place.column)
        width = max((len(record.cells) for record in self.records), default=0)
        for row, record in enumerate(self.records):
            for column, cell in enumerate(record.cells):
                if cell.place == place:
                    return row, column
            count, end = len(record.cells), record.end_place
            column = count - 1 + place.column - end.column
            if place.line == end.line and 0 < count <= column < width:
                return row, column
        raise InputError("no cell begins at this place", "read the file again")

    def find_line_end(self, row: int) -> str:
        """Return the line end of the row with the index `row`.

        If the row has none, because it is the last one, return the line end of the row above.
        """
        for record in self.records[row::-1]:
            if line_end := self.visible_text[record.end : record.next_start]:
                return line_end
        return "\n"

    def list_values(self) -> list[list[str]]:
        """Return the values of the cells in each row."""
        return [[cell.value for cell in record.cells] for record in self.records]

    def replace(self, start: int, end: int, forms: Sequence[str], values: list[list[str]]) -> bytes:
        """Return the bytes of the file after visible characters `start` to `end` are replaced.

        `forms` are ways to write the new text, the best first, and `values` the cells that the file
        must then have. The first form that leads to these cells is used. Raises `InputError` if
        none does.
        """
        first, last = self._convert_visible_index(start), self._convert_visible_index(end)
        for form in forms:
            data = _replace_text(self.data, self.text, self.codec, first, last, form)
            if _read_csv(data, self.name, self.encoding).list_values() == values:
                return data
        message = "after this change, other cells would be read differently"
        raise InputError(message, "edit the file in a spreadsheet program")

    def _convert_visible_index(self, index: int) -> int:
        """Return the index in `text` that belongs to an index in `visible_text`.

        It is directly after the previous visible character, before any invisible ones.
        """
        return self.offsets[index - 1] + 1 if index else self.offsets[0]


def _read_csv(data: bytes, name: str, encoding: str) -> _CsvFile:
    """Return a CSV file as its records and as text, to edit it. `name` is the name of the file."""
    text, codec = _decode(data, encoding)
    visible_text = _remove_invisible_characters(text)
    left_out = {char for char in set(text) if not _remove_invisible_characters(char)}
    offsets: Sequence[int] = range(len(text) + 1)
    if left_out:
        offsets = [index for index in offsets if text[index : index + 1] not in left_out]
    delimiter = find_delimiter(visible_text, name, Log())
    records = tuple(split_records(visible_text, delimiter, name, Log()))
    return _CsvFile(data, name, encoding, codec, text, visible_text, offsets, delimiter, records)


def _remove_invisible_characters(text: str) -> str:
    return replace_invisible_characters(text, LINE_SEPARATOR)[0]


def _list_cell_spellings(text: str, *, is_quoted: bool) -> list[str]:
    """Return the ways to write a cell with this text in a CSV file, the best first.

    A cell may be written with or without quotes. `is_quoted` means that it must have them.
    """
    quoted = '"' + text.replace('"', '""') + '"'
    # RFC 4180, 2, rule 5: a cell without quotes around it has no quote in it.
    return [quoted] if is_quoted or '"' in text else [text, quoted]


def _find_line_bounds(text: str, line: int) -> tuple[int, int]:
    """Return the indexes in `text` of the start and the end of a line, without its line end.

    `line` is its number, from 1. A byte order mark is not part of the first line. Raises
    `InputError` if there is no such line.
    """
    starts = [len(text) - len(text.removeprefix("\ufeff"))]
    starts += (line_end.end() for line_end in _LINE_END.finditer(text))
    if not 0 < line <= len(starts):
        raise InputError(f"the file has no line {line}", "read the file again")
    start = starts[line - 1]
    line_end = _LINE_END.search(text, start)
    return start, line_end.start() if line_end else len(text)


def _decode(data: bytes, encoding: str) -> tuple[str, str]:
    """Return the text of a file with its byte order mark, and the codec that encodes a part of it.

    That codec adds no byte order mark. Raises `InputError` if the bytes are not in `encoding`.
    """
    try:
        # Python's codecs of these names write a byte order mark before each part.
        codec = codecs.lookup(encoding or "utf-8").name.removesuffix("-sig")
        if codec in ("utf-16", "utf-32"):
            codec += "-be" if b"\xfe\xff" in data[:4] else "-le"
        return data.decode(codec), codec
    except UnicodeDecodeError as error:
        message = f"the byte 0x{data[error.start]:02X} is not valid {error.encoding}"
        raise InputError(message, "name the encoding of the file, such as cp1252") from None
    except LookupError:
        message = f"unknown encoding {encoding}"
        raise InputError(message, "write its name, such as cp1252, mac-roman or utf-16") from None


def _replace_text(data: bytes, text: str, codec: str, start: int, end: int, new: str) -> bytes:
    """Return `data` with the characters `start` to `end` of its text replaced by `new`.

    `text` is the decoded `data`. Raises `InputError` if `codec` cannot encode `new`.
    """
    try:
        new_data = new.encode(codec)
    except UnicodeEncodeError as error:
        char = new[error.start]
        shown = f"{char} " if char.isprintable() else ""
        message = f"the encoding {codec} has no {shown}U+{ord(char):04X}"
        raise InputError(message, "write it differently, or save the file as UTF-8") from None
    before, after = text[:start].encode(codec, "replace"), text[end:].encode(codec, "replace")
    changed = data[: len(before)] + new_data + data[len(data) - len(after) :]
    if changed.decode(codec, "replace") != text[:start] + new + text[end:]:
        message = f"a file in the encoding {codec} cannot be edited here"
        raise InputError(message, "save it as UTF-8")
    return changed
