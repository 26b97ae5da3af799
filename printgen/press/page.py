"""Imposed pages: placed faces, crop marks and margin text, before they are written as PDF."""

from dataclasses import dataclass

from printgen.geometry import Box
from printgen.layout.face import Face, Item


@dataclass(frozen=True, slots=True)
class Placement:
    """A face and the top left corner of its trim on the page, in mm from the top left.

    If `turned`, the face is upside down within the same trim.
    """

    face: Face
    x: float
    y: float
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """One side of a sheet of paper, in mm.

    `trim` and `bleed` become the TrimBox and the BleedBox (ISO 32000-1, 14.11.2). `bar` is the
    scale bar; its text is one of the runs of `margin`.
    """

    width: float
    height: float
    trim: Box
    bleed: Box
    placements: tuple[Placement, ...]
    crop_marks: tuple[Item, ...]
    margin: tuple[Item, ...]
    bar: tuple[Item, ...] = ()
