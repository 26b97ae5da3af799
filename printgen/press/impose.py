"""Turn faces into pages: side by side on paper, with crop marks and a margin.

Pages stream: one sheet's faces are held at a time. Each face takes exactly one place and no two
share one. It decides where things stand on the paper, never what a face or the margin says.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice

from printgen.layout.face import Face
from printgen.layout.fonts import Typeface
from printgen.layout.geometry import Rect
from printgen.press.grid import Places
from printgen.press.imposition import Cut
from printgen.press.margin import set_margin
from printgen.press.page import Page, Placement


def impose(
    faces: Iterable[Face],
    runs: Sequence[int],
    grid: Places,
    margin: Callable[[int, int], Mapping[str, str]],
    typeface: Typeface,
    *,
    skip: int = 0,
    cut: Cut = "marks",
    backs: bool = False,
) -> Iterator[Page]:
    """Lay faces on as many sheets as they need, in order, along the rows; each run begins a row.

    `runs` are how many faces each run has. `margin` gives a sheet's words by name
    (`press.margin.LINES`), from its number and how many there are; they are set in `typeface`. The
    trim box is the grid's whole block on every sheet, full or not, the bleed box that and its
    bleed. The first `skip` places of the first sheet stay empty. `cut` by none, the margin still
    has its words and bar: a punch needs no marks. `backs` lie behind such places. Raises `Failure`
    where the margin does not fit.
    """
    sheets = number_of_sheets(runs, grid, skip)
    side = grid.turned_over() if backs else grid
    turned = backs and grid.turns_backs
    marked = cut != "none"
    lines = side.cut_lines() if cut == "lines" else ()
    waiting = iter(faces)
    taken = _taken(runs, grid.columns, skip)
    for sheet, places in groupby(taken, lambda place: place // grid.places):
        corner = grid.behind if backs else grid.corner
        corners = [corner(place % grid.places) for place in places]
        here = tuple(islice(waiting, len(corners)))
        set_words = set_margin(margin(sheet + 1, sheets), side, typeface, marked=marked)
        yield Page(
            grid.paper.width,
            grid.paper.height,
            side.block,
            side.painted,
            tuple(
                Placement(face, x, y, turned) for face, (x, y) in zip(here, corners, strict=True)
            ),
            (
                *(side.crop_marks(short=set_words.short_marks) if marked else ()),
                *side.fold_marks(short=set_words.short_marks),
                *lines,
            ),
            set_words.runs,
            set_words.bar,
        )


def number_of_sheets(runs: Sequence[int], grid: Places, skip: int = 0) -> int:
    """How many sheets `impose` lays such runs on."""
    return last_place(runs, grid, skip) // grid.places + 1


def last_place(runs: Sequence[int], grid: Places, skip: int = 0) -> int:
    """The last place that is taken, counted on from the first sheet's, which is 0; -1 for none."""
    return max(_taken(runs, grid.columns, skip), default=-1)


def _taken(runs: Sequence[int], columns: int, skip: int) -> Iterator[int]:
    """The places taken, counted from the first sheet's first."""
    start = skip
    for run in runs:
        yield from range(start, start + run)
        # A run of none begins no row.
        start = -(-(start + run) // columns) * columns if run else start


def single(face: Face) -> Page:
    """The page that a face makes by itself: its trim is the page's edge, and it has no marks."""
    page = Rect(0.0, 0.0, face.width, face.height)
    return Page(face.width, face.height, page, page, (Placement(face, 0.0, 0.0),), (), ())
