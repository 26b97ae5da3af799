"""The grid of places for faces of one size on a sheet of paper, and advice on paper.

The grid has as many columns and rows as fit into the printable area. Its block is centred on the
page, so that after flipping the sheet the mirrored columns of the back are behind the columns of
the front. The advice says how many faces fit on each paper, and which needs the fewest pages.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import chain, pairwise, product
from math import dist, prod

import msgspec
from msgspec.structs import replace

from printgen.colour import Colour
from printgen.face.face import Shape
from printgen.face.outlines import make_rectangle
from printgen.geometry import Box, Spacing, list_hex_corners, make_box
from printgen.paper import KEEP_OUT, LANDSCAPE, PAPERS, Paper, find_paper
from printgen.problems import ExitCode, Failure, Log, Problem, create_failure, make_fix, make_note
from printgen.sheet_layout import SheetLayout

MARK_WIDTH = 0.15
"""Line width of crop marks, in mm."""

CUT_LINE_WIDTH = 0.1
"""Line width of cut lines, in mm."""

WHITE_LINE_WIDTH = 0.25
"""Width of the white lines below the cut lines of hexagons, in mm."""

SHORT_MARK = 4.0
"""Length of crop marks, in mm, if the margin text is printed beyond them."""

_TEXT_HEIGHT = 4.0
"""Height of a line of margin text with its clearance, in mm."""

_MIN_BAR_ROOM = 54.0
"""Smallest space between two crop marks that has room for the scale bar, in mm."""

_MIN_FOLD_GAP = 10.0
"""Smallest gap between fronts and backs of a folded sheet, in mm: a fold is not a clean edge."""

_DASH_LENGTH = 1.2
"""Length of the dashes of a fold mark, and of the spaces between them, in mm."""

_MIN_LINED_GUTTER = 4 * CUT_LINE_WIDTH
"""Widest gutter without room for a pair of cut lines at each trim, in mm."""

_BLACK, _WHITE = (0, 0, 0), (255, 255, 255)
_TOLERANCE = 1e-6  # mm, for rounding errors of sizes in inches


class ImpositionGrid(msgspec.Struct, frozen=True):
    """The places for faces of one size on one sheet of paper, in mm.

    - `gutters`: the space between columns and between rows.
    - `columns`, `rows`: the numbers of columns and rows of places.
    - `block`: the box around all places, without bleed.
    - `short_marks`: whether crop marks are short, and the margin text is beyond them.
    - `fold_gap`: for a sheet to fold, the empty height around the middle of the page; else None.
      The rows of fronts are below this gap, counted from the fold. The same number of rows of backs
      is above it.
    - `marks`: the registration marks of a cutting machine. They are in the corners of the page, in
      squares with sides of `quiet_zone`.
    - `seams`: for one part of a board, where other parts are glued over it: the x of their vertical
      edges, and the y of their horizontal edges.
    """

    paper: Paper
    face_width: float
    face_height: float
    gutters: Spacing
    columns: int
    rows: int
    block: Box
    bleed: float = 0.0
    short_marks: bool = False
    fold_gap: float | None = None
    quiet_zone: float = 0.0
    marks: tuple[Shape, ...] = ()
    seams: tuple[tuple[float, ...], tuple[float, ...]] = ((), ())

    @property
    def place_count(self) -> int:
        """Number of faces on a sheet, or of pairs of front and back on a folded sheet."""
        return self.columns * (self.rows if self.fold_gap is None else self.rows // 2)

    @property
    def bleed_box(self) -> Box:
        """The box around all faces with their bleed."""
        return self.block.expand_by(self.bleed)

    @property
    def has_turned_backs(self) -> bool:
        """Whether backs are upside down: the sheet is folded or flipped on a horizontal axis."""
        return self.fold_gap is not None or self.paper.width > self.paper.height

    def find_corner(self, place: int) -> tuple[float, float]:
        """Return the top left corner of a place, in mm; places count from 0 along the rows."""
        row, column = divmod(place, self.columns)
        across, down, right, lower = self.gutters
        top = self.block.top if self.fold_gap is None else (self.paper.height + self.fold_gap) / 2
        x = self.block.left + column * (self.face_width + across) + row % 2 * right
        return x, top + row * (self.face_height + down) + column % 2 * lower

    def find_back_corner(self, place: int) -> tuple[float, float]:
        """Return where the back of a place is on the page of backs: its top left corner, in mm."""
        x, y = self.find_corner(place)
        if self.has_turned_backs:
            return x, self.paper.height - y - self.face_height
        return self.paper.width - x - self.face_width, y

    def turn_over(self) -> "ImpositionGrid":
        """Return the grid as seen from the other side of the sheet.

        A grid in the middle of the sheet is returned unchanged.
        """
        block = self.block
        if self.has_turned_backs:
            across, down = 0.0, self.paper.height - block.bottom - block.top
        else:
            across, down = self.paper.width - block.right - block.left, 0.0
        if abs(across) + abs(down) < _TOLERANCE:
            return self
        return replace(self, block=block.move_by(across, down))

    def x_cuts(self) -> tuple[float, ...]:
        """Return the x of every vertical cut, left to right; faces without a gutter share cuts."""
        return _list_face_edges(self.block.left, self.face_width, self.gutters[0], self.columns)

    def y_cuts(self) -> tuple[float, ...]:
        """Return the y of every horizontal cut, from the top; faces without a gutter share cuts."""
        if self.fold_gap is None:
            return _list_face_edges(self.block.top, self.face_height, self.gutters[1], self.rows)
        middle, below = self.paper.height / 2, (self.paper.height + self.fold_gap) / 2
        cuts = _list_face_edges(below, self.face_height, self.gutters[1], self.rows // 2)
        return (*(2 * middle - y for y in reversed(cuts)), *cuts)

    def draw_crop_marks(self, *, short: bool = False) -> tuple[Shape, ...]:
        """Return the crop marks of every cut, from the bleed to `KEEP_OUT` from the page's edge.

        `short` marks leave room for text beyond them.
        """
        x_ends, y_ends = (self._find_mark_ends(across, short=short) for across in (True, False))
        lines = [
            *((x, near, x, far) for x in self.x_cuts() for near, far in y_ends),
            *((near, y, far, y) for y in self.y_cuts() for near, far in x_ends),
        ]
        lines = [line for line in lines if dist(line[:2], line[2:]) > _TOLERANCE]
        return tuple(draw_line(*line, MARK_WIDTH) for line in lines)

    def draw_fold_and_seam_marks(self, *, short: bool = False) -> Iterator[Shape]:
        """Yield the dashes at both sides of the block that mark the fold of a sheet, or seams.

        A seam is an edge of another part of a board that is glued over this part. `short` marks
        leave room for text beyond them.
        """
        xs, ys = self.seams if self.fold_gap is None else ((), (self.paper.height / 2,))
        x_ends, y_ends = (self._find_mark_ends(across, short=short) for across in (True, False))
        for y, (near, far) in product(ys, chain(*map(_list_dashes, x_ends))):
            yield draw_line(near, y, far, y, MARK_WIDTH)
        for x, (near, far) in product(xs, chain(*map(_list_dashes, y_ends))):
            yield draw_line(x, near, x, far, MARK_WIDTH)

    def draw_cut_lines(self) -> tuple[Shape, ...]:
        """Return hairlines along the trims. They are only in the gutters: no face has a line.

        Next to each black line is a white line, further from the trim. On any colour, at least one
        of the two is visible.
        """
        left, top, right, bottom = self.block
        lines = []
        # The two lines touch each other, and the black one touches the trim from outside.
        for ink, offset in ((_WHITE, 1.5 * CUT_LINE_WIDTH), (_BLACK, 0.5 * CUT_LINE_WIDTH)):
            xs = _move_cuts_into_gutters(self.x_cuts(), self.gutters[0], offset)
            ys = _move_cuts_into_gutters(self.y_cuts(), self.gutters[1], offset)
            lines += [draw_line(x, top, x, bottom, CUT_LINE_WIDTH, ink) for x in xs]
            lines += [draw_line(left, y, right, y, CUT_LINE_WIDTH, ink) for y in ys]
        return tuple(lines)

    def draw_hexagon_cut_lines(self, corners: Iterable[tuple[float, float]]) -> tuple[Shape, ...]:
        """Return cut lines around hexagons: black lines on wider white lines.

        `corners` are the top left corners of the boxes around the hexagons. The lines are in the
        gutters, or on the trims of hexagons that touch.
        """
        size, gutter = (self.face_width, self.face_height), max(self.gutters[:2])
        offset = min(WHITE_LINE_WIDTH, gutter) / 2
        rings = [list_hex_corners(make_box(*corner, *size), offset) for corner in corners]
        # One line for each side: the proof checks the box of each.
        sides = [side for ring in rings for side in pairwise((*ring, ring[0]))]
        lines = (WHITE_LINE_WIDTH, _WHITE), (CUT_LINE_WIDTH, _BLACK)
        return tuple(draw_line(*a, *b, *line) for line in lines for a, b in sides)

    def _find_mark_ends(self, across: bool, *, short: bool) -> tuple[tuple[float, float], ...]:
        """Return the start and end of the crop marks before the block, and of those after it.

        They are in mm, along x if `across`, else along y. Marks that are `short` end earlier.
        """
        box = self.bleed_box
        near, far = (box.left, box.right) if across else (box.top, box.bottom)
        size = self.paper.width if across else self.paper.height
        ends = min(near, KEEP_OUT), max(far, size - KEEP_OUT)
        if short or self.short_marks:
            ends = max(ends[0], near - SHORT_MARK), min(ends[1], far + SHORT_MARK)
        return (near, ends[0]), (far, ends[1])


def _list_dashes(ends: tuple[float, float]) -> Iterator[tuple[float, float]]:
    """Yield the start and end of each dash of a line between two points on an axis."""
    start, end = ends
    dashes = max(1, round((abs(end - start) / _DASH_LENGTH - 1) / 2))
    step = (end - start) / (2 * dashes + 1)
    for dash in range(dashes + 1):
        near = start + 2 * dash * step
        yield near, near + step


def draw_line(
    x: float, y: float, to_x: float, to_y: float, width: float, ink: Colour = _BLACK
) -> Shape:
    """Return a line as a shape; `width` is the width of its stroke."""
    return Shape((("M", x, y), ("L", to_x, to_y)), None, ink, width)


def plan_grid(
    layout: SheetLayout, size: tuple[float, float], gaps: Spacing, bleed: float, *, has_marks: bool
) -> ImpositionGrid:
    """Return the grid of places for faces on a sheet with this layout. Lengths are in mm.

    - `size`: the width and height of a face.
    - `gaps`: the space between faces.
    - `bleed`: the width of the bleed around each face.
    - `has_marks`: whether crop marks are printed.

    Raises `Failure` if an option is impossible on this sheet, or if no face fits on it.
    """
    if sheet := layout.sheet:
        gaps, counts = Spacing(sheet.across, sheet.down), (sheet.columns, sheet.rows)
        face, block = (sheet.width, sheet.height), Box(*sheet.block)
        grid = ImpositionGrid(layout.page, *face, gaps, *counts, block, bleed)
    else:
        zone, boxes = layout.quiet_zone, layout.list_registration_marks() if layout.machine else ()
        paths = (make_rectangle(*box[:2], box.width, box.height) for box in boxes)
        make = make_folded_grid if layout.fold else partial(make_grid, quiet_zone=zone)
        grid = make(layout.page, *size, gaps, bleed, has_marks=has_marks)
        grid = replace(grid, quiet_zone=zone, marks=tuple(Shape(path, _BLACK) for path in paths))
    log = Log(ExitCode.USAGE)
    if layout.cut == "lines" and not any(grid.gutters):
        hint = "add space between cards, for example --gutter 6, or remove it"
        fix = make_fix(gutter="6")
        log.report("--cut lines", "needs space between cards", hint, fix)
    if layout.skip >= (count := grid.place_count):
        places = ("pair" if layout.fold else "place") + "s" * (count > 1)
        message = f"a sheet has only {count} {places}"
        log.report(f"--skip {layout.skip}", message, "skip fewer")
    log.raise_problems()
    return grid


def make_grid(
    paper: Paper,
    width: float,
    height: float,
    gaps: Spacing = Spacing(),  # noqa: B008 - it is frozen
    bleed: float = 0.0,
    *,
    has_marks: bool = True,
    quiet_zone: float = 0.0,
) -> ImpositionGrid:
    """Return the grid with as many places for faces of one size as fit on the paper.

    - `gaps`: the space between faces. `bleed`: the width of the bleed around each, in mm.
    - `has_marks`: whether crop marks are printed. Those of small faces leave no room for the margin
      text between them. Then the text is printed beyond the marks, which may cost a row or a
      column.
    - `quiet_zone`: no face reaches into squares of this size in the corners of the page, in mm.

    Hexagons have no crop marks, so they leave room for the margin text. Raises `Failure` (exit code
    DOES_NOT_FIT) if not a single face fits on the paper.
    """
    across, down, right, lower = gaps
    columns = _count_fitting_faces(paper.width - 2 * bleed - right, width, across)
    rows = _count_fitting_faces(paper.height - 2 * bleed - lower, height, down)
    if quiet_zone or gaps.is_staggered:
        # The faces avoid the corners, or the margin text, either across or down.
        inner = 2 * (bleed + (quiet_zone - KEEP_OUT if quiet_zone else _TEXT_HEIGHT))
        fewer_columns = _count_fitting_faces(paper.width - inner - right, width, across)
        fewer_rows = _count_fitting_faces(paper.height - inner - lower, height, down)
        choices = (min(columns, fewer_columns), rows), (columns, min(rows, fewer_rows))
        columns, rows = max(choices, key=prod)
    if not columns or not rows:
        room = f"{paper.width - 2 * KEEP_OUT:g} × {paper.height - 2 * KEEP_OUT:g} mm"
        message = f"does not fit on {paper.id}: printers can print only {room} of it"
        message += ", and marks are in its corners" * bool(quiet_zone)
        hint = "make the face smaller, or use larger paper"
        subject = f"a face of {width:g} × {height:g} mm"
        raise create_failure(ExitCode.DOES_NOT_FIT, subject, message, hint)
    short_marks = has_marks and not gaps.is_staggered and max(width, height) < _MIN_BAR_ROOM
    if short_marks:
        room_beyond = bleed + SHORT_MARK
        rows = _count_fitting_faces(paper.height - 2 * (room_beyond + _TEXT_HEIGHT), height, down)
        columns = _count_fitting_faces(paper.width - 2 * room_beyond, width, across)
    block_width = columns * width + (columns - 1) * across + right * (rows > 1)
    block_height = rows * height + (rows - 1) * down + lower * (columns > 1)
    x, y = (paper.width - block_width) / 2, (paper.height - block_height) / 2
    block = make_box(x, y, block_width, block_height)
    return ImpositionGrid(paper, width, height, gaps, columns, rows, block, bleed, short_marks)


def make_folded_grid(
    paper: Paper, width: float, height: float, gaps: Spacing, bleed: float, *, has_marks: bool
) -> ImpositionGrid:
    """Return the grid of places for a sheet that is folded in the middle, and glued.

    Fronts are below the fold and their backs above it, upside down. The paper is used landscape
    unless more pairs of front and back fit on it in portrait. Raises `Failure` (exit code
    DOES_NOT_FIT) if not a single pair fits.
    """
    fold, grids, log = max(_MIN_FOLD_GAP, *gaps[:2]), [], Log()
    for sheet in dict.fromkeys((paper.to_landscape(), paper)):
        # KEEP_OUT is added because the printer can print up to the fold: it is not a paper edge.
        half_height = (sheet.height - fold) / 2 + KEEP_OUT + bleed
        half = Paper(f"half of {paper.id}", sheet.width, half_height)
        with log.collect_failures():
            grid = make_grid(half, width, height, gaps, bleed, has_marks=has_marks)
            block_height = 2 * grid.block.height + fold
            top = (sheet.height - block_height) / 2
            block = make_box(grid.block.left, top, grid.block.width, block_height)
            grids.append(replace(grid, paper=sheet, rows=2 * grid.rows, block=block, fold_gap=fold))
    if not grids:
        log.raise_problems()
    return max(grids, key=lambda grid: grid.place_count)


def _count_fitting_faces(room: float, size: float, gutter: float) -> int:
    # N faces have only N - 1 gutters between them, so one more gutter is added to the room.
    """Return how many faces of this size fit into `room` mm of paper, `gutter` mm apart."""
    return int((room - 2 * KEEP_OUT + gutter + _TOLERANCE) // (size + gutter))


def _move_cuts_into_gutters(
    cuts: tuple[float, ...], gutter: float, offset: float
) -> tuple[float, ...]:
    """Return the cuts at the gutters, each moved `offset` mm from its face into the gutter.

    Return none if the gutters, which are `gutter` mm wide, have no room for cut lines.
    """
    inner_cuts = cuts[1:-1] if gutter > _MIN_LINED_GUTTER else ()
    return tuple(cut + (-offset if index % 2 else offset) for index, cut in enumerate(inner_cuts))


def _list_face_edges(start: float, size: float, gutter: float, count: int) -> tuple[float, ...]:
    """Return the positions of the edges of `count` faces in a row or a column, in mm.

    Two faces without a gutter between them share one edge.
    """
    edges: list[float] = []
    for index in range(count):
        near = start + index * (size + gutter)
        if not edges or near - edges[-1] > _TOLERANCE:
            edges.append(near)
        edges.append(near + size)
    return tuple(edges)


def note_best_paper(
    layout: SheetLayout, size: tuple[float, float], gaps: Spacing, bleed: float, *, has_marks: bool
) -> Problem:
    """Return a note with the number of faces per page on several papers, and the best of them.

    The papers are the chosen one, A4 and Letter, each portrait and landscape. If the best papers
    have room for the same number of faces, the first of them is advised. `size` is the width and
    height of a face in mm.
    """
    chosen, zone = layout.page, layout.quiet_zone
    counts = {chosen: 0}
    for paper in (find_paper(chosen.id.removesuffix(LANDSCAPE)), *PAPERS[:2]):
        counts |= dict.fromkeys((paper, paper.to_landscape()), 0)
    for paper in counts:
        with suppress(Failure):  # no face fits, so the count stays 0
            grid = make_grid(paper, *size, gaps, bleed, has_marks=has_marks, quiet_zone=zone)
            counts[paper] = grid.place_count
    best = max(counts, key=lambda paper: counts[paper])
    summary = ", ".join(f"{paper.option_text} {count}" for paper, count in counts.items())
    landscape = "" if best.id.endswith(LANDSCAPE) else None
    fix = make_fix(paper=best.id.removesuffix(LANDSCAPE), landscape=landscape)
    advice = "as it is" if best == chosen else f"--paper {best.option_text}"
    message = f"faces a page: {summary}; fewest pages: {advice}"
    return make_note("", message, fixes=() if best == chosen else (fix,))
