"""Turn a file with tables, of any format, into tables of cells, each with its place.

A file here is a format: it knows what a cell is there and where it stands, and nothing of what
cells mean. Which line is a head, a title or a footnote is for those who ask.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path

from printgen.problems import Spot
from printgen.rules.files import is_encoding, read_bytes, read_text
from printgen.rules.formats.cell_table import CellTable
from printgen.rules.formats.csv_text import read_delimited, read_tab_separated
from printgen.rules.formats.fivetools import read_fivetools
from printgen.rules.formats.foundry import read_foundry
from printgen.rules.formats.html import read_html
from printgen.rules.formats.markdown import read_markdown
from printgen.rules.formats.records import parse_json, read_records
from printgen.rules.formats.workbook import read_workbook
from printgen.rules.problem_log import Log
from printgen.rules.yaml_reader import parse_yaml

TextReader = Callable[[str, str, Log], Iterator[CellTable]]
"""The tables in a text, given with the name of its file."""


def _read_json_or_yaml(text: str, file: str, scope: Log) -> Iterator[CellTable]:
    """The tables in a tree of records: those of virtual tables, or else lists of records."""
    root = (parse_json if file.lower().endswith(".json") else parse_yaml)(text, file, scope)
    if root is not None:
        tables = [*read_foundry(root), *read_fivetools(root)]
        yield from tables or read_records(root)


def _read_plain_text(text: str, file: str, scope: Log) -> Iterator[CellTable]:
    """The table of a text whose cells are parted by tabs, or those of Markdown."""
    yield from (read_tab_separated if "\t" in text else read_markdown)(text, file, scope)


_TEXT_READERS: Mapping[str, TextReader] = {
    ".csv": read_delimited,
    ".tsv": read_delimited,
    ".json": _read_json_or_yaml,
    ".yaml": _read_json_or_yaml,
    ".yml": _read_json_or_yaml,
    ".md": read_markdown,
    ".markdown": read_markdown,
    ".txt": _read_plain_text,
    ".html": read_html,
    ".htm": read_html,
}
WORKBOOK_SUFFIXES = (".xlsx", ".ods")
SUFFIXES = (".csv", ".tsv", ".json", *WORKBOOK_SUFFIXES)
"""What the names of files that list the rows of a game or a deck end in."""
TABLE_SUFFIXES = (*_TEXT_READERS, *WORKBOOK_SUFFIXES)
"""What the names of all files end in whose tables can be read."""

_ENCODING_HINT = (
    "save it as UTF-8, or name its encoding, such as cp1252:"
    " --encoding cp1252, or in a game encoding: cp1252"
)


def read_tables(
    folder: Path,
    name: str,
    sheet: str,
    where: Spot,
    scope: Log,
    encoding: str = "",
    suffixes: Collection[str] = TABLE_SUFFIXES,
) -> Iterator[CellTable]:
    """The tables in the file `name` in `folder`, read one by one; what is wrong is reported.

    `sheet` names one of a workbook's, all if empty; `named` is the line that names the file;
    `encoding` is that of its text, UTF-8 if empty; `endings` are those of the formats wanted.
    """
    suffix = Path(name).suffix.lower()
    if suffix in (".xls", ".xlsm", ".xlsb", ".numbers"):
        scope.report(where, f"{name} is no .xlsx", "open it where it was made and save it as .xlsx")
    elif suffix not in suffixes:
        *others, last = suffixes
        hint = f"name a file that ends in {', '.join(others)} or {last}"
        scope.report(where, f'"{name}" lists no rows', hint)
    elif sheet and suffix in _TEXT_READERS:
        scope.report(where, f"{name} has no sheets", "leave the sheet out, or name a workbook")
    elif encoding and suffix in WORKBOOK_SUFFIXES:
        message = f"{name} says by itself how it is encoded"
        scope.report(where, message, "leave the encoding out")
    elif encoding and not is_encoding(encoding):
        message = f"no encoding is called {encoding}"
        scope.report(where, message, "write its name, such as cp1252, mac-roman or utf-16")
    elif suffix in WORKBOOK_SUFFIXES:
        data = read_bytes(folder, name, scope)
        if data is not None:
            yield from read_workbook(data, folder / name, sheet, where, scope)
    else:
        text = read_text(folder, name, scope, encoding or "UTF-8", _ENCODING_HINT) or ""
        if text.strip():
            yield from _TEXT_READERS[suffix](text, str(folder / name), scope)


def list_sheet_names(file: Path, scope: Log) -> tuple[str, ...]:
    """The names of a workbook's sheets that hold anything; what is wrong with any is reported."""
    tables = read_tables(file.parent, file.name, "", Spot(str(file)), scope)
    return tuple(table.name.removeprefix("sheet ") for table in tables if table.lines)
