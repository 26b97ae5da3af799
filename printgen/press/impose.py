"""Turn faces into pages: side by side on paper, with crop marks and a margin.

Pages stream: one sheet's faces are held at a time. Each face takes exactly one place and no two
share one. It decides where things stand on the paper, never what a face or the margin says.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice

from printgen.layout.face import Face
from printgen.layout.fonts import Typeface
from printgen.layout.geometry import Rect
from printgen.press.grid import Grid
from printgen.press.margin import set_margin
from printgen.press.page import Page, Placement
from printgen.problems import ExitCode, Failure, Problem, Where

_TOLERANCE = 1e-6


def impose(
    faces: Iterable[Face],
    count: int,
    grid: Grid,
    margin: Callable[[int, int], Mapping[str, str]],
    typeface: Typeface,
    *,
    crop_marks: bool = True,
    mirrored: bool = False,
) -> Iterator[Page]:
    """Lay `count` faces on as many sheets as they need, in order, along the rows.

    `margin` gives a sheet's words by name (`press.margin.LINES`), from its number and how many
    there are; they are set in `typeface`. The trim box is the grid's whole block on every sheet,
    full or not. Without `crop_marks` the margin still has its words and bar: a punch needs no
    marks. `mirrored` counts each row from the right. Raises `Failure` where the margin does not
    fit, or (own fault) where a face is of another size than the grid's or `count` is wrong.
    """
    sheets = -(-count // grid.places)
    marks = grid.crop_marks() if crop_marks else ()
    corners = tuple(grid.corner(place, mirrored=mirrored) for place in range(grid.places))
    waiting = iter(faces)
    for sheet in range(1, sheets + 1):
        here = tuple(islice(waiting, min(grid.places, count - (sheet - 1) * grid.places)))
        _check(here, grid)
        if len(here) < min(grid.places, count - (sheet - 1) * grid.places):
            raise _fault("the press", f"fewer faces came than the {count} announced")
        set_words = set_margin(margin(sheet, sheets), grid, typeface, marked=crop_marks)
        yield Page(
            grid.paper.width,
            grid.paper.height,
            grid.block,
            grid.block,
            tuple(Placement(face, x, y) for face, (x, y) in zip(here, corners, strict=False)),
            marks,
            set_words.runs,
            set_words.bar,
        )
    if next(waiting, None) is not None:
        raise _fault("the press", f"more faces came than the {count} announced")


def single(face: Face) -> Page:
    """The page that a face makes by itself: its trim is the page's edge, and it has no marks."""
    page = Rect(0.0, 0.0, face.width, face.height)
    return Page(face.width, face.height, page, page, (Placement(face, 0.0, 0.0),), (), ())


def _check(faces: tuple[Face, ...], grid: Grid) -> None:
    for face in faces:
        if (
            abs(face.width - grid.face_width) > _TOLERANCE
            or abs(face.height - grid.face_height) > _TOLERANCE
        ):
            raise _fault(
                f"face {face.id}",
                f"is {face.width:g} × {face.height:g} mm, "
                f"the sheet's places are {grid.face_width:g} × {grid.face_height:g}",
            )


def _fault(subject: str, message: str) -> Failure:
    return Failure(ExitCode.OWN_FAULT, (Problem(Where(subject=subject), message),))
