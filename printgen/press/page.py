"""The Page: faces on paper, with crop marks and margin text, before any PDF exists."""

from dataclasses import dataclass

from printgen.layout.face import Face, Shape, TextRun
from printgen.layout.geometry import Rect


@dataclass(frozen=True, slots=True)
class Placement:
    """A face and where its trim's top left corner lies on the page, in mm from the top left.

    One that is `turned` stands upside down within the same trim.
    """

    face: Face
    x: float
    y: float
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """One side of a sheet of paper, in mm. `trim` and `bleed` become the PDF's boxes.

    `bar` is the line to measure the print by; its label is among the runs of `margin`.
    """

    width: float
    height: float
    trim: Rect
    bleed: Rect
    placements: tuple[Placement, ...]
    crop_marks: tuple[Shape, ...]
    margin: tuple[TextRun, ...]
    bar: tuple[Shape, ...] = ()
