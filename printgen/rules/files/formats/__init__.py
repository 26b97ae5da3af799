"""Readers of table files: CSV, JSON, YAML, Markdown, HTML and workbooks.

Each module reads one format into tables of cells with their places. Readers do not interpret
cells: callers decide which line is a header, a title or a footnote.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from pathlib import Path

from printgen.problems import Log, Place
from printgen.rules.files.files import is_encoding, read_bytes, read_text
from printgen.rules.files.formats.cell_table import LINE_SEPARATOR, CellTable
from printgen.rules.files.formats.records import (
    has_unused_records,
    list_unused_keys,
    note_ignored_keys,
    parse_json,
    read_dice_lists,
    read_fivetools_tables,
    read_foundry_tables,
    read_record_tables,
)
from printgen.rules.files.formats.roll_lists import read_roll_lists
from printgen.rules.files.formats.text import (
    read_delimited_text,
    read_html_tables,
    read_markdown_tables,
    read_tab_separated,
)
from printgen.rules.files.formats.workbook import read_workbook
from printgen.rules.files.nodes import Node
from printgen.rules.files.yaml_reader import note_comments, parse_yaml
from printgen.system.file_suffixes import (
    DELIMITED_SUFFIXES,
    HTML_SUFFIXES,
    MARKDOWN_SUFFIXES,
    OLD_WORKBOOK_SUFFIX,
    SHEET_SUFFIXES,
    TABLE_SUFFIXES,
    WORKBOOK_SUFFIXES,
)

TextReader = Callable[[str, str, Log], Iterator[CellTable]]
"""Reads the tables of a text. Arguments: the text, its file's name, the log for problems."""


def _read_json_or_yaml(
    text: str, file: str, log: Log, *, is_deck: bool = False
) -> Iterator[CellTable]:
    """Yield the tables of a JSON or YAML file.

    These are its lists of dice rolls, or if it has none, its lists of records. With `is_deck`,
    lists of rolls are used only if there are no records outside of them; then a note names the
    other keys of the file.
    """
    is_json = file.lower().endswith(".json")
    root = (parse_json if is_json else parse_yaml)(text, file, log)
    if root is not None:
        if not is_json:
            note_comments(text, file, log)
        tables = [*read_foundry_tables(root), *read_fivetools_tables(root), *read_dice_lists(root)]
        if is_deck and tables:
            used = {node for table in tables for node in table.sources}
            if has_unused_records(root, used):
                tables = []
            else:
                ignored = dict[object, Node]()
                for key, node in list_unused_keys(root, used):
                    ignored.setdefault(key, node)
                note_ignored_keys(ignored, log, "no part of a roll table")
        yield from tables or read_record_tables(root)


def _read_text_tables(text: str, file: str, log: Log) -> Iterator[CellTable]:
    """Yield the one table of a text with tabs, or the tables and lists of other texts."""
    yield from (read_tab_separated if "\t" in text else _read_markdown)(text, file, log)


def _read_markdown(text: str, file: str, log: Log) -> Iterator[CellTable]:
    """Yield the tables of a text in Markdown, and then its lists of rolls."""
    yield from read_markdown_tables(text, file, log)
    yield from read_roll_lists(text, file, log)


_TEXT_READERS: Mapping[str, TextReader] = {
    **dict.fromkeys(DELIMITED_SUFFIXES, read_delimited_text),
    **dict.fromkeys(MARKDOWN_SUFFIXES, _read_markdown),
    ".txt": _read_text_tables,
    **dict.fromkeys(HTML_SUFFIXES, read_html_tables),
}

_ENCODING_HINT = (
    "save it as UTF-8, or name the encoding in which its words are right: --encoding cp1252,"
    ' --encoding cp850 or --encoding mac-roman (in a game "encoding: cp1252")'
)


def read_tables(
    folder: Path,
    name: str,
    sheet: str,
    where: Place,
    log: Log,
    encoding: str = "",
    suffixes: Collection[str] = TABLE_SUFFIXES,
    *,
    hidden: bool = False,
    empty: Collection[str] = (),
    is_deck: bool = False,
) -> Iterator[CellTable]:
    """Yield the tables of the file `name` in `folder`, and report problems to `log`.

    - `sheet`: a sheet of a workbook; "" for all.
    - `where`: the place that names the file.
    - `encoding`: the encoding of a text file; "" for UTF-8.
    - `suffixes`: the suffixes of the files that are accepted.
    - `hidden`: whether hidden rows, columns and sheets of a workbook are read too.
    - `empty`: errors, such as #N/A, that are read as empty cells.
    - `is_deck`: which tables of a JSON or YAML file are read. If true, its lists of records, or its
      roll tables if it has no such lists. If false, the other way round.
    """
    suffix = Path(name).suffix.lower()
    if suffix in (OLD_WORKBOOK_SUFFIX, ".xlsm", ".xlsb", ".numbers"):
        log.report(where, f"cannot read {name}", "open it in its program and save it as .xlsx")
    elif suffix not in suffixes:
        *others, last = suffixes
        hint = f"use another format: {', '.join(others)} or {last}"
        log.report(where, f'"{name}" cannot list cards or rows', hint)
    elif sheet and suffix not in SHEET_SUFFIXES:
        log.report(where, f"{name} has no sheets", "remove the sheet, or name a workbook")
    elif encoding and suffix in WORKBOOK_SUFFIXES:
        message = f"{name} is a workbook, which needs no encoding"
        log.report(where, message, "remove the encoding")
    elif encoding and not is_encoding(encoding):
        message = f"unknown encoding {encoding}"
        log.report(where, message, "write its name, such as cp1252, mac-roman or utf-16")
    elif suffix in WORKBOOK_SUFFIXES:
        data = read_bytes(folder, name, log)
        if data is not None:
            path = folder / name
            yield from read_workbook(data, path, sheet, where, log, hidden=hidden, empty=empty)
    else:
        # Only in these formats can a cell contain a line break.
        has_line_breaks = suffix in (*DELIMITED_SUFFIXES, ".json")
        line_break = LINE_SEPARATOR if has_line_breaks else " "
        text = read_text(folder, name, log, encoding or "UTF-8", _ENCODING_HINT, line_break) or ""
        if text.strip():
            reader = _TEXT_READERS.get(suffix, partial(_read_json_or_yaml, is_deck=is_deck))
            tables = reader(text, str(folder / name), log)
            yield from _select_record_list(tables, sheet, where, log) if sheet else tables


def _select_record_list(
    tables: Iterator[CellTable], name: str, where: Place, log: Log
) -> Iterator[CellTable]:
    """Yield the one table in `tables` that is called `name`; report it if there is none.

    `tables` are the lists of records of a file. `where` is the place that names the list.
    """
    by_name = {table.name: table for table in tables}
    if by_name and log.check_name(where, name, by_name, "list of records"):
        yield by_name[name]


def list_sheet_names(file: Path, log: Log, *, hidden: bool = False) -> tuple[str, ...]:
    """Return the names of the sheets of a workbook that are not empty.

    For a JSON or YAML file, return the names of its lists of records. Problems of the file are
    reported. With `hidden`, hidden sheets are listed too.
    """
    place = Place(str(file))
    tables = read_tables(file.parent, file.name, "", place, log, hidden=hidden, is_deck=True)
    names = (table.name.removeprefix("sheet ") for table in tables if table.lines)
    return tuple(filter(None, names))
