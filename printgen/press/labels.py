"""Turn what a page holds into the labels that say which field of which face it is.

A label is marked content of the PDF. It says which and where, in mm: a face's place is the page's,
all others are their face's. It never says what must stand there.
"""

from functools import lru_cache
from urllib.parse import quote

from printgen.layout.face import PlacedMark, TextRun
from printgen.press.page import Placement
from printgen.press.pdf_numbers import decimal

END = "EMC"
"""Ends what the last label is of."""

BAR = "/Bar BMC"
"""The label of the bar to measure by."""


def label_of(item: TextRun | PlacedMark) -> str:
    """The label of a text or a mark on a face.

    Words that a template brought along have no name; those of its own may stand by a value. A run
    that goes on without a space from the line before has a label of its own.
    """
    if isinstance(item, PlacedMark):
        box = item.box
        return _label("Mark", item.field, box.x, box.y, box.width, box.height)
    kind = "More" if item.goes_on else "Field"
    if item.field is None:
        kind = "Own" if item.own else "Words"
    return _label(kind, item.field, item.x, item.y, item.width, item.size, item.angle)


def label_of_face(place: Placement) -> str:
    """The label of all that a face paints at its place."""
    face = place.face
    return _label("Face", face.id, place.x, place.y, face.width, face.height)


def _label(kind: str, name: str | None, *numbers: float) -> str:
    named = "" if name is None else f"/N {_string(name)} "
    return f"/{kind} <<{named}/At ({' '.join(map(decimal, numbers))})>> BDC"


@lru_cache(maxsize=1 << 14)
def _string(text: str) -> str:
    # Any letters are written in plain ones: readers differ in how they decode a label's.
    return f"({quote(text, safe=' /')})"
