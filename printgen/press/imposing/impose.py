"""Imposition: faces placed on pages in a grid, with crop marks and a margin.

Pages are generated one at a time, so that only the faces of one sheet are in memory.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice

from printgen.face.face import Face
from printgen.face.fonts import Typeface
from printgen.geometry import Box
from printgen.press.imposing.grid import ImpositionGrid
from printgen.press.imposing.margin import place_margin
from printgen.press.imposing.page import Page, Placement
from printgen.sheet_layout import CutStyle, list_face_positions


def impose_faces(
    faces: Iterable[Face],
    runs: Sequence[int],
    grid: ImpositionGrid,
    margin: Callable[[int, int], Mapping[str, str]],
    typeface: Typeface,
    *,
    skip: int = 0,
    cut: CutStyle = "marks",
    are_backs: bool = False,
) -> Iterator[Page]:
    """Yield the pages with the faces placed in the grid, row by row.

    - `runs`: the numbers of faces in series. Each series begins a new row.
    - `margin`: a function that takes the number of a sheet and the number of all sheets, and
      returns the margin texts by name (see `press.imposing.margin.MARGIN_LINES`). They are set in
      `typeface`.
    - `skip`: how many places of the first sheet stay empty.
    - `cut`: the style of the cut marks. With "none", the margin still has its text and scale bar.
    - `are_backs`: whether the faces are backs, whose places are behind those of the fronts.

    The trim box of a page is the whole block of the grid, even if the sheet is not full. The bleed
    box is this block with its bleed (ISO 32000-1, 14.11.2). Raises `Failure` if the margin text
    does not fit.
    """
    sheets = count_sheets(runs, grid, skip)
    side = grid.turn_over() if are_backs else grid
    turned = are_backs and grid.has_turned_backs
    are_hexagons = grid.gutters.is_staggered
    has_marks = cut != "none" and not are_hexagons
    lines = side.draw_cut_lines() if cut == "lines" and has_marks else ()
    remaining_faces = iter(faces)
    place_numbers = list_face_positions(runs, grid.columns, skip)
    for sheet, places in groupby(place_numbers, lambda place: place // grid.place_count):
        find_corner = grid.find_back_corner if are_backs else grid.find_corner
        corners = [find_corner(place % grid.place_count) for place in places]
        batch = tuple(islice(remaining_faces, len(corners)))
        places_of_faces = zip(batch, corners, strict=True)
        placements = tuple(Placement(face, x, y, turned) for face, (x, y) in places_of_faces)
        words = margin(sheet + 1, sheets)
        texts, bar, short = place_margin(words, side, typeface, has_marks=has_marks)
        marks = side.draw_crop_marks(short=short) if has_marks else ()
        if are_hexagons and cut != "none":
            lines = grid.draw_hexagon_cut_lines(corners)
        marks = (*marks, *side.draw_fold_and_seam_marks(short=short), *lines)
        marks += () if are_backs else side.marks
        paper_size = grid.paper.width, grid.paper.height
        yield Page(*paper_size, side.block, side.bleed_box, placements, marks, texts, bar)


def count_sheets(runs: Sequence[int], grid: ImpositionGrid, skip: int = 0) -> int:
    """Return the number of sheets that some faces need.

    `runs` are the numbers of faces in series, each of which begins a new row. The first `skip`
    places stay empty.
    """
    return find_last_used_place(runs, grid, skip) // grid.place_count + 1


def find_last_used_place(runs: Sequence[int], grid: ImpositionGrid, skip: int = 0) -> int:
    """Return the last place that has a face, counted from 0 across all sheets; -1 without faces.

    `runs` are the numbers of faces in series, each of which begins a new row. The first `skip`
    places stay empty.
    """
    return max(list_face_positions(runs, grid.columns, skip), default=-1)


def make_single_page(face: Face) -> Page:
    """Return a page that is one face: its trim is the page's edge, and it has no marks."""
    page = Box(0.0, 0.0, face.width, face.height)
    return Page(face.width, face.height, page, page, (Placement(face, 0.0, 0.0),), (), ())
