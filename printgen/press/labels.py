"""Turn what a page holds into the labels that say which field of which face it is.

A label is marked content of the PDF. It says which and where, in mm: a face's place is the page's,
all others are their face's. It never says what must stand there.
"""

from functools import lru_cache
from urllib.parse import quote

from printgen.layout.face import PlacedMark, TextRun
from printgen.press.page import Placement
from printgen.press.pdf_numbers import format_decimal

LABEL_END = "EMC"
"""Ends what the last label is of."""

BAR_LABEL = "/Bar BMC"
"""The label of the bar to measure by."""


def label_item(item: TextRun | PlacedMark) -> str:
    """The label of a text or a mark on a face.

    Words that a template brought along have no name; those of its own may stand by a value. A run
    that goes on without a space from the line before has a label of its own.
    """
    if isinstance(item, PlacedMark):
        box = item.bounding_box
        return _format_label("Mark", item.field, box.x, box.y, box.width, box.height)
    kind = "More" if item.goes_on else "Field"
    if item.field is None:
        kind = "Own" if item.is_own_text else "Words"
    return _format_label(kind, item.field, item.x, item.y, item.width, item.size, item.angle)


def label_face(placement: Placement) -> str:
    """The label of all that a face paints at its place."""
    face = placement.face
    return _format_label("Face", face.id, placement.x, placement.y, face.width, face.height)


def _format_label(kind: str, name: str | None, *numbers: float) -> str:
    name_entry = "" if name is None else f"/N {_encode_string(name)} "
    return f"/{kind} <<{name_entry}/At ({' '.join(map(format_decimal, numbers))})>> BDC"


@lru_cache(maxsize=1 << 14)
def _encode_string(text: str) -> str:
    # Any letters are written in plain ones: readers differ in how they decode a label's.
    return f"({quote(text, safe=' /')})"
