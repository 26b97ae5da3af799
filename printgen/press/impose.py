"""Turn faces into pages: side by side on paper, with crop marks and a margin.

Pages stream: one sheet's faces are held at a time. Each face takes exactly one place and no two
share one. It decides where things stand on the paper, never what a face or the margin says.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice

from printgen.layout.face import Face
from printgen.layout.fonts import Typeface
from printgen.layout.geometry import Rect
from printgen.press.grid import ImpositionGrid
from printgen.press.imposition import CutStyle
from printgen.press.margin import place_margin
from printgen.press.page import Page, Placement


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
    """Lay faces on as many sheets as they need, in order, along the rows; each run begins a row.

    `runs` are how many faces each run has. `margin` gives a sheet's words by name
    (`press.margin.LINES`), from its number and how many there are; they are set in `typeface`. The
    trim box is the grid's whole block on every sheet, full or not, the bleed box that and its
    bleed. The first `skip` places of the first sheet stay empty. `cut` by none, the margin still
    has its words and bar: a punch needs no marks. `backs` lie behind such places. Raises `Failure`
    where the margin does not fit.
    """
    sheets = count_sheets(runs, grid, skip)
    side = grid.turn_over() if are_backs else grid
    turned = are_backs and grid.has_turned_backs
    has_marks = cut != "none"
    lines = side.draw_cut_lines() if cut == "lines" else ()
    remaining_faces = iter(faces)
    place_numbers = _list_places(runs, grid.columns, skip)
    for sheet, places in groupby(place_numbers, lambda place: place // grid.place_count):
        find_corner = grid.find_back_corner if are_backs else grid.find_corner
        corners = [find_corner(place % grid.place_count) for place in places]
        batch = tuple(islice(remaining_faces, len(corners)))
        placed_margin = place_margin(margin(sheet + 1, sheets), side, typeface, has_marks=has_marks)
        yield Page(
            grid.paper.width,
            grid.paper.height,
            side.block,
            side.bleeds,
            tuple(
                Placement(face, x, y, turned) for face, (x, y) in zip(batch, corners, strict=True)
            ),
            (
                *(side.draw_crop_marks(short=placed_margin.short_marks) if has_marks else ()),
                *side.draw_fold_marks(short=placed_margin.short_marks),
                *lines,
            ),
            placed_margin.runs,
            placed_margin.bar,
        )


def count_sheets(runs: Sequence[int], grid: ImpositionGrid, skip: int = 0) -> int:
    """How many sheets `impose` lays such runs on."""
    return find_last_place(runs, grid, skip) // grid.place_count + 1


def find_last_place(runs: Sequence[int], grid: ImpositionGrid, skip: int = 0) -> int:
    """The last place that is taken, counted on from the first sheet's, which is 0; -1 for none."""
    return max(_list_places(runs, grid.columns, skip), default=-1)


def _list_places(runs: Sequence[int], columns: int, skip: int) -> Iterator[int]:
    """The places taken, counted from the first sheet's first."""
    start = skip
    for run in runs:
        yield from range(start, start + run)
        # A run of none begins no row.
        start = -(-(start + run) // columns) * columns if run else start


def make_single_page(face: Face) -> Page:
    """The page that a face makes by itself: its trim is the page's edge, and it has no marks."""
    page = Rect(0.0, 0.0, face.width, face.height)
    return Page(face.width, face.height, page, page, (Placement(face, 0.0, 0.0),), (), ())
