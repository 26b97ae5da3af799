"""The expected paper, gutters and bleed of a print, computed from its manifest.

The sizes of papers are repeated here on purpose: the proof does not import the press.
"""

import re
from typing import NamedTuple

from printgen.face_checks.boxes import Box
from printgen.manifest import PrintManifest
from printgen.rules.model import Print

PAPERS = {
    "a3": (297.0, 420.0),
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
    "letter": (215.9, 279.4),
    "legal": (215.9, 355.6),
    "tabloid": (279.4, 431.8),
    "4x6in": (101.6, 152.4),
}
"""Width and height in mm, by the name in the manifest."""

_LANDSCAPE = "-landscape"
_DIMENSIONS = re.compile(r"(\d{1,4}(?:\.\d{1,3})?)x(\d{1,4}(?:\.\d{1,3})?)", re.ASCII)
_DIMENSION_COUNT = 10


class ExpectedSheet(NamedTuple):
    """The expected placement of a print's faces; lengths are in mm.

    `paper` is None if its name is unknown. `gutters` are the spaces between columns and between
    rows, None if the size of the faces decides them. `block` is the area of the places on a custom
    sheet, and `size` the size of one place.
    """

    paper: tuple[float, float] | None
    gutters: tuple[float, float] | None
    bleed: float
    block: Box | None
    size: tuple[float, float] | None = None


def compute_expected_sheet(manifest: PrintManifest, print_: Print) -> ExpectedSheet:
    """Return the expected placement of a print with that manifest."""
    if print_.is_page:
        return ExpectedSheet(_find_paper_size(manifest.paper), None, 0.0, None)
    if len(manifest.sheet) != _DIMENSION_COUNT:
        gutters = None if manifest.gutter is None else (manifest.gutter, manifest.gutter)
        bleed = min(print_.bleed, (manifest.gutter or 0.0) / 2)
        return ExpectedSheet(_find_paper_size(manifest.paper), gutters, max(0.0, bleed), None)
    page_width, page_height, width, height, columns, rows, x, y, across, down = manifest.sheet
    right, bottom = x + columns * (width + across) - across, y + rows * (height + down) - down
    # Neighbours share a gap, so the bleed is at most half of it, and it must not leave the page.
    gap_limits = [across / 2] * (columns > 1) + [down / 2] * (rows > 1)
    bleed = max(0.0, min(print_.bleed, x, y, page_width - right, page_height - bottom, *gap_limits))
    # The back of a custom sheet is its mirror image.
    left, right = (page_width - right, page_width - x) if print_.backs_of else (x, right)
    block = Box(left, y, right, bottom)
    return ExpectedSheet((page_width, page_height), (across, down), bleed, block, (width, height))


def _find_paper_size(name: str) -> tuple[float, float] | None:
    upright = name.removesuffix(_LANDSCAPE)
    size = PAPERS.get(upright)
    if size is None and (match := _DIMENSIONS.fullmatch(upright)):
        size = float(match[1]), float(match[2])
    return (size[1], size[0]) if size and upright != name else size
