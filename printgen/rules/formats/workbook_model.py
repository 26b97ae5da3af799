"""The sheets of a workbook: the values and formats of all cells that are not empty."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, NamedTuple
from zipfile import ZipFile

Corner = tuple[int, int]
"""The row and the column of a cell, counted from 0."""


@dataclass(frozen=True, slots=True)
class DayCount:
    """A date, a time or a duration, in days as spreadsheets count them.

    `later` is the number of days to add to dates, if the sheet's date system starts later than
    1900.
    """

    days: float
    later: int = 0


class SheetCell(NamedTuple):
    """A value with its number format code, or the `text` that is shown, or an error.

    `error` is a text such as #REF!, or = for a formula without a calculated value.
    """

    value: str | float | DayCount = ""
    format_code: str = ""
    text: str | None = None
    error: str = ""


@dataclass(frozen=True, slots=True)
class BookSheet:
    """The cells of a sheet, the first and last corners of merged ranges, and what is hidden."""

    is_hidden: bool = False
    cells: dict[Corner, SheetCell] = field(default_factory=dict)
    spans: list[tuple[Corner, Corner]] = field(default_factory=list)
    hidden_rows: set[int] = field(default_factory=set)
    hidden_columns: set[int] = field(default_factory=set)


def iter_tags(book: ZipFile, part: str, *tag_names: str) -> Iterator[Any]:
    """Yield the elements with these names in a part, each when it ends; none without the part.

    An element is cleared after use, to keep memory low.
    """
    if part not in book.namelist():
        return
    # Imported here: lxml is slow to load, and most games have no workbook.
    from lxml import etree

    data, tags = BytesIO(book.read(part)), [f"{{*}}{name}" for name in tag_names]
    options = {"resolve_entities": False, "remove_comments": True, "remove_pis": True}
    for _, element in etree.iterparse(data, tag=tags, **options):
        yield element
        element.clear()
