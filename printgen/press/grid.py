"""Turn a paper and a face's size into the grid of places on it.

As many columns and rows as the keep-out leaves room for, the block of them centred on the page, so
that a sheet turned over its long edge brings mirrored columns behind the columns.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from printgen.layout.face import Shape
from printgen.layout.geometry import Rect
from printgen.press.paper import KEEP_OUT, Paper, StockSheet
from printgen.problems import ExitCode, Failure, Problem, Spot

MARK_WIDTH = 0.15
"""How wide a crop mark is, in mm."""

HAIRLINE = 0.1
"""How wide a line to cut along is, in mm."""

SHORT_MARK = 4.0
"""How long crop marks are, in mm, where the margin's words must stand beyond them."""

_WORDS = 4.0
"""What a line of the margin's words takes, in mm, clear of all else."""

_MIN_BAR_ROOM = 54.0
"""Between crop marks nearer than this the margin's bar has no room, in mm."""

_MIN_FOLD_GAP = 10.0
"""Between the fronts and the backs of a sheet that is folded, in mm: a fold is no clean edge."""

_DASH_LENGTH = 1.2
"""How long a dash of the fold's mark is, in mm, and what lies between two."""

_LEAST_GUTTER = 4 * HAIRLINE
"""What two lines need on either side of a gutter, in mm."""

_BLACK, _WHITE = (0, 0, 0), (255, 255, 255)
_TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True)
class ImpositionGrid:
    """Places for faces of one size on one paper, all in mm; `block` is the box round their trims.

    `gutters` lie between two columns and between two rows; each piece paints `bleed` over its trim.
    `short_marks` says that crop marks are short and the margin's words stand beyond them. Sheets
    to be folded have a `fold`, the gap round the page's middle: below it are the fronts' rows,
    counted outward, above it as many for their backs.
    """

    paper: Paper
    face_width: float
    face_height: float
    gutters: tuple[float, float]
    columns: int
    rows: int
    block: Rect
    bleed: float = 0.0
    short_marks: bool = False
    fold_gap: float | None = None

    @property
    def place_count(self) -> int:
        """How many faces a sheet holds, or pairs of front and back."""
        return self.columns * (self.rows if self.fold_gap is None else self.rows // 2)

    @property
    def bleeds(self) -> Rect:
        """The box round all pieces and their bleed."""
        box, more = self.block, 2 * self.bleed
        return Rect(box.x - self.bleed, box.y - self.bleed, box.width + more, box.height + more)

    @property
    def has_turned_backs(self) -> bool:
        """Whether what comes behind a front stands upside down: the paper turns on a level line."""
        return self.fold_gap is not None or self.paper.width > self.paper.height

    def find_corner(self, place: int) -> tuple[float, float]:
        """The top left corner of a place, counted from 0 along the rows."""
        row, column = divmod(place, self.columns)
        top = self.block.y if self.fold_gap is None else (self.paper.height + self.fold_gap) / 2
        return (
            self.block.x + column * (self.face_width + self.gutters[0]),
            top + row * (self.face_height + self.gutters[1]),
        )

    def find_back_corner(self, place: int) -> tuple[float, float]:
        """The top left corner of what comes behind a place when the paper is turned or folded."""
        x, y = self.find_corner(place)
        if self.has_turned_backs:
            return x, self.paper.height - y - self.face_height
        return self.paper.width - x - self.face_width, y

    def turn_over(self) -> "ImpositionGrid":
        """The other side of the sheet; one that is in the page's middle is the same."""
        block = self.block
        x, y = self.paper.width - block.x - block.width, self.paper.height - block.y - block.height
        x, y = (block.x, y) if self.has_turned_backs else (x, block.y)
        if abs(x - block.x) + abs(y - block.y) < _TOLERANCE:
            return self
        return replace(self, block=Rect(x, y, block.width, block.height))

    def x_cuts(self) -> tuple[float, ...]:
        """The x of every vertical cut, left to right; butted faces share one."""
        return _list_cuts(self.block.x, self.face_width, self.gutters[0], self.columns)

    def y_cuts(self) -> tuple[float, ...]:
        """The y of every horizontal cut, top to bottom; butted faces share one."""
        if self.fold_gap is None:
            return _list_cuts(self.block.y, self.face_height, self.gutters[1], self.rows)
        middle, below = self.paper.height / 2, (self.paper.height + self.fold_gap) / 2
        cuts = _list_cuts(below, self.face_height, self.gutters[1], self.rows // 2)
        return (*(2 * middle - y for y in reversed(cuts)), *cuts)

    def draw_crop_marks(self, *, short: bool = False) -> tuple[Shape, ...]:
        """The marks at every cut, from the block's bleed to `KEEP_OUT` from the page's edge.

        `short` ones leave room for words beyond them.
        """
        find_ends = partial(self._find_mark_ends, short=short or self.short_marks)
        bleed_box = self.bleeds
        left, top = bleed_box.x, bleed_box.y
        right, bottom = left + bleed_box.width, top + bleed_box.height
        ends = (
            *((x, y, x, end) for x in self.x_cuts() for y, end in find_ends(top, bottom)),
            *((x, y, end, y) for y in self.y_cuts() for x, end in find_ends(left, right, 1)),
        )
        return tuple(
            Shape((("M", x, y), ("L", to_x, to_y)), None, _BLACK, MARK_WIDTH)
            for x, y, to_x, to_y in ends
            if abs(to_x - x) + abs(to_y - y) > _TOLERANCE
        )

    def draw_fold_marks(self, *, short: bool = False) -> Iterator[Shape]:
        """The dashes at both sides of the block where the sheet is folded, if it is."""
        y, left, right = self.paper.height / 2, self.bleeds.x, self.bleeds.x + self.bleeds.width
        sides = self._find_mark_ends(left, right, 1, short=short or self.short_marks)
        for near, far in sides if self.fold_gap is not None else ():
            dashes = max(1, round((abs(far - near) / _DASH_LENGTH - 1) / 2))
            step = (far - near) / (2 * dashes + 1)
            for dash in range(dashes + 1):
                x = near + 2 * dash * step
                yield Shape((("M", x, y), ("L", x + step, y)), None, _BLACK, MARK_WIDTH)

    def draw_cut_lines(self) -> tuple[Shape, ...]:
        """Hairlines along the trims, within the gutters alone, so that none lies on a piece.

        Beside each lies a white one, further from the trim, so that they show on any colour.
        """
        box = self.block
        right, bottom = box.x + box.width, box.y + box.height
        lines = []
        for ink, offset in ((_WHITE, 1.5 * HAIRLINE), (_BLACK, 0.5 * HAIRLINE)):
            vertical = _shift_cuts(self.x_cuts(), offset) if self.gutters[0] > _LEAST_GUTTER else ()
            level = _shift_cuts(self.y_cuts(), offset) if self.gutters[1] > _LEAST_GUTTER else ()
            ends = [(x, box.y, x, bottom) for x in vertical] + [(box.x, y, right, y) for y in level]
            lines += [
                Shape((("M", x, y), ("L", to_x, to_y)), None, ink, HAIRLINE)
                for x, y, to_x, to_y in ends
            ]
        return tuple(lines)

    def _find_mark_ends(
        self, near: float, far: float, is_across: int = 0, *, short: bool
    ) -> tuple[tuple[float, float], ...]:
        size = self.paper.width if is_across else self.paper.height
        ends = min(near, KEEP_OUT), max(far, size - KEEP_OUT)
        if short:
            ends = max(ends[0], near - SHORT_MARK), min(ends[1], far + SHORT_MARK)
        return (near, ends[0]), (far, ends[1])


def make_grid(
    paper: Paper,
    face_width: float,
    face_height: float,
    gutter: float = 0.0,
    bleed: float = 0.0,
    *,
    has_marks: bool = True,
) -> ImpositionGrid:
    """The grid for faces of that size, `gutter` mm apart, each of which paints `bleed` mm more.

    Small faces that are `marked` give up a row or a column where their crop marks stand too close
    for the margin's words, so that these find room beyond the marks. Raises `Failure` (does not
    fit) where the paper does not hold a single one.
    """
    columns = _count_fitting(paper.width - 2 * bleed, face_width, gutter)
    rows = _count_fitting(paper.height - 2 * bleed, face_height, gutter)
    if not columns or not rows:
        room = f"{paper.width - 2 * KEEP_OUT:g} × {paper.height - 2 * KEEP_OUT:g} mm"
        problem = Problem(
            Spot(subject=f"a face of {face_width:g} × {face_height:g} mm"),
            f"does not fit on {paper.id}, where the printer reaches {room}",
            "make the face smaller, or print on another paper",
        )
        raise Failure(ExitCode.DOES_NOT_FIT, (problem,))
    short_marks = has_marks and max(face_width, face_height) < _MIN_BAR_ROOM
    if short_marks:
        mark_room = bleed + SHORT_MARK
        rows = _count_fitting(paper.height - 2 * (mark_room + _WORDS), face_height, gutter)
        columns = _count_fitting(paper.width - 2 * mark_room, face_width, gutter)
    width = columns * face_width + (columns - 1) * gutter
    height = rows * face_height + (rows - 1) * gutter
    block = Rect((paper.width - width) / 2, (paper.height - height) / 2, width, height)
    gutters = gutter, gutter
    return ImpositionGrid(
        paper, face_width, face_height, gutters, columns, rows, block, bleed, short_marks
    )


def make_folded_grid(
    paper: Paper,
    face_width: float,
    face_height: float,
    gutter: float = 0.0,
    bleed: float = 0.0,
    *,
    has_marks: bool = True,
) -> ImpositionGrid:
    """The grid of fronts and backs head to head across a level fold through the page's middle.

    An upright `paper` is laid on its long side unless it holds more pairs as it is. Raises
    `Failure` (does not fit) where it holds none.
    """
    fold, grids = max(_MIN_FOLD_GAP, gutter), []
    for sheet in dict.fromkeys((paper.to_landscape(), paper)):
        # Half a sheet, whose edge along the fold the printer reaches.
        half_height = (sheet.height - fold) / 2 + KEEP_OUT + bleed
        half = Paper(f"half of {paper.id}", sheet.width, half_height)
        lay_out = partial(
            make_grid, half, face_width, face_height, gutter, bleed, has_marks=has_marks
        )
        with suppress(Failure):
            grid = lay_out()
            height = 2 * grid.block.height + fold
            top = (sheet.height - height) / 2
            block = Rect(grid.block.x, top, grid.block.width, height)
            grids.append(replace(grid, paper=sheet, rows=2 * grid.rows, block=block, fold_gap=fold))
    return max(grids, key=lambda grid: grid.place_count) if grids else lay_out()


def make_stock_grid(stock: StockSheet, bleed: float = 0.0) -> ImpositionGrid:
    """The places of a sheet of the user's own."""
    left, top, right, bottom = stock.block
    block, gutters = Rect(left, top, right - left, bottom - top), (stock.across, stock.down)
    size = stock.width, stock.height
    return ImpositionGrid(stock.page, *size, gutters, stock.columns, stock.rows, block, bleed)


def _count_fitting(room: float, size: float, gutter: float) -> int:
    return int((room - 2 * KEEP_OUT + gutter + _TOLERANCE) // (size + gutter))


def _shift_cuts(cuts: tuple[float, ...], offset: float) -> tuple[float, ...]:
    """The middles of lines so far from all cuts but the outermost, each in its gutter."""
    return tuple(cut + (offset if pos % 2 == 0 else -offset) for pos, cut in enumerate(cuts[1:-1]))


def _list_cuts(start: float, size: float, gutter: float, count: int) -> tuple[float, ...]:
    edges: list[float] = []
    for index in range(count):
        near = start + index * (size + gutter)
        if not edges or near - edges[-1] > _TOLERANCE:
            edges.append(near)
        edges.append(near + size)
    return tuple(edges)
