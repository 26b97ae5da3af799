"""Imposition of boards: each face on several pages, one part on each.

Every page has crop marks, dashed marks where the edge of the next part comes, and in its corner a
plan of all parts with its own one filled.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from printgen.board_parts import BoardParts
from printgen.face.face import Face, Shape
from printgen.face.fonts import Typeface
from printgen.face.outlines import make_rectangle
from printgen.geometry import Spacing, make_fit_matrix
from printgen.paper import KEEP_OUT
from printgen.press.imposing.grid import ImpositionGrid
from printgen.press.imposing.margin import place_margin
from printgen.press.imposing.page import Page, Placement

_PLAN_DISTANCE = 1.0
"""Distance of the plan from the crop marks, in mm."""

_MAX_PLAN_SIDE = 24.0  # mm
_PLAN_LINE_WIDTH = 0.1  # mm
_BLACK = (0, 0, 0)


def impose_board_parts(
    faces: Iterable[Face],
    parts: BoardParts,
    margin: Callable[[int, int], Mapping[str, str]],
    typeface: Typeface,
    face_count: int,
) -> Iterator[Page]:
    """Yield a page for each part of each face, the parts of a face row by row.

    `parts` are the parts into which each of `faces`, a board, is divided. `face_count` is the
    number of faces. `margin` takes the number of a page and the number of all pages, and returns
    the margin texts by name (see `press.imposing.margin.MARGIN_LINES`), which are set in
    `typeface`. Raises `Failure` if they do not fit.
    """
    number, trim, count = 0, parts.trim, parts.count
    size = parts.paper.width, parts.paper.height
    for face in faces:
        for index in range(count):
            number += 1
            grid = _make_part_grid(parts, index)
            words = margin(number, face_count * count)
            texts, bar, short = place_margin(words, grid, typeface, has_marks=True)
            marks = *grid.draw_crop_marks(short=short), *grid.draw_fold_and_seam_marks(short=short)
            plan = _draw_board_plan(parts, index)
            placement = Placement(face, *parts.find_board_corner(index), window=trim)
            yield Page(*size, trim, trim, (placement,), (*marks, *plan), texts, bar)


def _make_part_grid(parts: BoardParts, index: int) -> ImpositionGrid:
    """Return the grid of a page with part `index` as its only place.

    Its seams are the edges of the neighbouring parts that are glued over this part.
    """
    row, column = divmod(index, parts.columns)
    trim, overlap = parts.trim, parts.overlap
    xs = (trim.right - overlap,) if overlap and column < parts.columns - 1 else ()
    ys = (trim.bottom - overlap,) if overlap and row < parts.rows - 1 else ()
    sides = parts.width, parts.height
    return ImpositionGrid(parts.paper, *sides, Spacing(), 1, 1, trim, seams=(xs, ys))


def _draw_board_plan(parts: BoardParts, index: int) -> Iterator[Shape]:
    """Yield the cells of a small plan of all parts, in the top left corner of a page.

    The cell of part `index` is filled. A board with only one part has no plan.
    """
    if parts.count == 1:
        return
    room = min(parts.trim.left, parts.trim.top) - KEEP_OUT - _PLAN_DISTANCE
    room = min(room, _MAX_PLAN_SIDE)
    scale = make_fit_matrix(parts.columns * parts.width, parts.rows * parts.height, room, room).a
    width, height = parts.width * scale, parts.height * scale
    for cell in range(parts.count):
        row, column = divmod(cell, parts.columns)
        corner = KEEP_OUT + column * width, KEEP_OUT + row * height
        path = make_rectangle(*corner, width, height)
        yield Shape(path, _BLACK if cell == index else None, _BLACK, _PLAN_LINE_WIDTH)
