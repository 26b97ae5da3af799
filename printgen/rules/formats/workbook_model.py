"""The sheets of a workbook as its file has them: each cell that holds something, by its place."""

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any, NamedTuple
from zipfile import ZipFile

Corner = tuple[int, int]
"""A cell's row and column, counted from 0."""


@dataclass(frozen=True, slots=True)
class DayCount:
    """A date, a time, or how long something takes, as a sheet counts them: in days.

    Dates are so many days `later` where the sheet does not count from 1900.
    """

    days: float
    later: int = 0


class SheetCell(NamedTuple):
    """A value, and the code of the format that shows it; or the `text` shown; or what is at fault.

    The fault is an error such as #REF!, or = of a formula that was never worked out.
    """

    value: str | float | DayCount = ""
    format_code: str = ""
    text: str | None = None
    error: str = ""


class BookSheet(NamedTuple):
    """The cells of a sheet, and of those that span several places the first and the last."""

    cells: dict[Corner, SheetCell]
    spans: list[tuple[Corner, Corner]]


def iter_tags(book: ZipFile, part: str, *tag_names: str) -> Iterator[Any]:
    """The elements of a part that are called so, each when it ends; none if there is no such part.

    After that an element is emptied.
    """
    if part not in book.namelist():
        return
    # Only who has a workbook pays for its reader.
    from lxml import etree

    data, tags = BytesIO(book.read(part)), [f"{{*}}{name}" for name in tag_names]
    for _, element in etree.iterparse(data, tag=tags, resolve_entities=False, remove_comments=True):
        yield element
        element.clear()
