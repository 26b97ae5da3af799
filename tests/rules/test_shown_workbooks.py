"""Every cell of 260 workbooks is what LibreOffice shows, or an error that names it.

`make_shown_workbooks.py` makes the workbooks, and has LibreOffice save what it shows of them.
"""

import csv
import tarfile
from collections import Counter
from itertools import zip_longest
from pathlib import Path

import pytest

from printgen.problems import Log, Place
from printgen.rules.files.formats import read_tables
from printgen.rules.files.formats.cell_table import CellTable, format_column_letters

ARCHIVE = Path(__file__).with_name("shown.tar.xz")
REFUSED = (  # what may be an error: LibreOffice is in English of the USA, and others show it alike
    "a date in a format that differs between countries",
    "a formula without a calculated value",
    "the cell has the error #",
    *(f'the format "{code}" is not supported' for code in ("# ##0", "000-0000", "0-0", ";;;")),
    *(f'the format "[{code}' for code in (">5]", "<1]")),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The workbooks and their CSV files."""
    target = tmp_path_factory.mktemp("shown")
    with tarfile.open(ARCHIVE) as archive:
        for member in archive:
            file = archive.extractfile(member)
            assert file
            (target / member.name).write_bytes(file.read())
    return target


@pytest.mark.quick(".ods")
@pytest.mark.parametrize("suffix", [".xlsx", ".ods"])
def test_each_cell_is_as_shown_or_an_error_names_it(folder: Path, suffix: str) -> None:
    books = sorted(folder.glob(f"*{suffix}"))
    assert len(books) == {".xlsx": 200, ".ods": 60}[suffix]
    wrong, refused, total = list[str](), Counter[str](), 0
    for book in books:
        log = Log()
        tables = list(read_tables(folder, book.name, "", Place("f"), log, hidden=True))
        errors = {str(problem.where): problem.message for problem in log.problems}
        refused.update(errors.values())
        # An error such as #N/A is reported once for each column.
        errors |= {
            f"{where.rstrip('0123456789')} #": message
            for where, message in errors.items()
            if message.startswith("the cell has the error")
        }
        sheets = {path.stem.partition("-")[2] for path in folder.glob(f"{book.stem}-*.csv")}
        assert {table.name.removeprefix("sheet ") for table in tables} == sheets
        for table in tables:
            shown = read_csv(folder / f"{book.stem}-{table.name.removeprefix('sheet ')}.csv")
            total += sum(bool(text) for row in shown for text in row)
            wrong += compare(table, shown, errors)
    assert not wrong
    assert total > {".xlsx": 10_000, ".ods": 2_000}[suffix]
    # A time has no date, and a text of nothing is shown for numbers only by mistake.
    unexpected = {
        message: count
        for message, count in refused.items()
        if not message.startswith(REFUSED) and not is_empty_or_time(message)
    }
    assert not unexpected


def is_empty_or_time(message: str) -> bool:
    """Whether the format shows nothing of a number, or the date of a time."""
    code = message.partition('"')[2].rpartition('"')[0]
    return code in ('0;;"none"', "???", "#", "#,###", "#.##") or bool({*"dmy"} & {*code})


def read_csv(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8-sig", newline="") as stream:
        return list(csv.reader(stream))


def compare(table: CellTable, shown: list[list[str]], errors: dict[str, str]) -> list[str]:
    """Return the cells that are not as shown. Only the first cell of merged ones has a text."""
    wrong = []
    for row, (line, texts) in enumerate(zip_longest(table.lines, shown, fillvalue=())):
        for column, (cell, text) in enumerate(zip_longest(line, texts)):
            place = f"{table.place}, cell {format_column_letters(column)}{row + 1}"
            read = str(cell.data) if cell and str(cell.place) == place else ""
            has_error = f"{place.rstrip('0123456789')} #" in errors and (text or "").startswith("#")
            is_reported = place in errors or (has_error and not read)
            if not is_reported and align(read) != align(text or ""):
                wrong.append(f"{Path(place).name}: {read!r} is shown as {text!r}")
    return wrong


def align(text: str) -> str:
    """Return a text without the spaces that only align it, as those of the format # ??/??."""
    return " ".join(text.split()).replace("- ", "-")
