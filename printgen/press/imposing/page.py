"""Imposed pages, before they are written as PDF: placed faces, crop marks and margin text.

Pages of backs are rotated by 180 degrees or shifted, with all that is on them.
"""

from functools import partial

import msgspec
from msgspec.structs import replace

from printgen.face.face import Face, Item
from printgen.face.transform import transform_item
from printgen.geometry import Box, Matrix, make_box


class Placement(msgspec.Struct, frozen=True):
    """A face on a page.

    - `x`, `y`: the top left corner of the face after cutting, in mm.
    - `turned`: whether the face is upside down, in the same place.
    - `window`: for a part of a board, the box on the page outside of which nothing is printed; else
      None.
    """

    face: Face
    x: float
    y: float
    turned: bool = False
    window: Box | None = None


class Page(msgspec.Struct, frozen=True):
    """One side of a sheet of paper, and what is printed on it. Lengths are in mm.

    - `trim`, `bleed`: the TrimBox and the BleedBox of the page (ISO 32000-1, 14.11.2).
    - `placements`: the faces.
    - `margin`: the texts in the margin. `bar`: the scale bar in the margin, without its text.
    """

    width: float
    height: float
    trim: Box
    bleed: Box
    placements: tuple[Placement, ...]
    crop_marks: tuple[Item, ...]
    margin: tuple[Item, ...]
    bar: tuple[Item, ...] = ()


def rotate_page(page: Page) -> Page:
    """Return the page upside down, for a sheet that is flipped on its other edge."""
    return _transform_page(page, Matrix(a=-1.0, d=-1.0, e=page.width, f=page.height))


def move_page(page: Page, right: float, down: float) -> Page:
    """Return the page with its contents moved by `right` and `down` mm."""
    return _transform_page(page, Matrix(e=right, f=down))


def _transform_page(page: Page, matrix: Matrix) -> Page:
    """Return the page transformed by a matrix that moves it or rotates it by 180 degrees."""
    is_turn = matrix.a < 0

    def map_box(box: Box) -> Box:
        corners = matrix.transform_point(*box[:2]), matrix.transform_point(*box[2:])
        return Box(*min(corners), *max(corners))

    places = []
    for place in page.placements:
        box = map_box(make_box(place.x, place.y, place.face.width, place.face.height))
        places.append(replace(place, x=box.left, y=box.top, turned=place.turned != is_turn))
    trim, bleed = page.trim, page.bleed
    # A face that fills its page is trimmed at the page's edge, so its boxes do not move.
    if trim != Box(0.0, 0.0, page.width, page.height):
        trim, bleed = map_box(trim), map_box(bleed)
    move = partial(transform_item, matrix=matrix)
    items = (tuple(map(move, part)) for part in (page.crop_marks, page.margin, page.bar))
    return Page(page.width, page.height, trim, bleed, tuple(places), *items)
