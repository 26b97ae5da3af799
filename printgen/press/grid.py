"""Turn a paper and a face's size into the grid of places on it.

As many columns and rows as the keep-out leaves room for, the block of them centred on the page, so
that a sheet turned over its long edge brings mirrored columns behind the columns.
"""

from dataclasses import dataclass

from printgen.layout.face import Shape
from printgen.layout.geometry import Rect
from printgen.press.paper import KEEP_OUT, Paper, StockSheet
from printgen.problems import ExitCode, Failure, Problem, Where

MARK_WIDTH = 0.15
"""How wide a crop mark is, in mm."""

SHORT_MARK = 4.0
"""How long crop marks are, in mm, where the margin's words must stand beyond them."""

_WORDS = 4.0
"""What a line of the margin's words takes, in mm, clear of all else."""

_LEAST_BETWEEN = 54.0
"""Between crop marks nearer than this the margin's bar has no room, in mm."""

_BLACK = (0, 0, 0)
_TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True)
class Places:
    """Places for faces of one size on one paper, all in mm; `block` is the box round their trims.

    `gutters` lie between two columns and between two rows; each piece paints `bleed` over its trim.
    `short_marks` says that crop marks are short and the margin's words stand beyond them.
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

    @property
    def places(self) -> int:
        """How many faces a sheet holds."""
        return self.columns * self.rows

    @property
    def painted(self) -> Rect:
        """The box round all pieces and their bleed."""
        box, more = self.block, 2 * self.bleed
        return Rect(box.x - self.bleed, box.y - self.bleed, box.width + more, box.height + more)

    def corner(self, place: int, *, mirrored: bool = False) -> tuple[float, float]:
        """The top left corner of a place, counted from 0 along the rows.

        `mirrored` counts each row from the right: the back of a sheet turned over its long edge.
        """
        row, column = divmod(place, self.columns)
        if mirrored:
            column = self.columns - 1 - column
        return (
            self.block.x + column * (self.face_width + self.gutters[0]),
            self.block.y + row * (self.face_height + self.gutters[1]),
        )

    def cuts_across(self) -> tuple[float, ...]:
        """The x of every vertical cut, left to right; butted faces share one."""
        return _cuts(self.block.x, self.face_width, self.gutters[0], self.columns)

    def cuts_down(self) -> tuple[float, ...]:
        """The y of every horizontal cut, top to bottom; butted faces share one."""
        return _cuts(self.block.y, self.face_height, self.gutters[1], self.rows)

    def crop_marks(self) -> tuple[Shape, ...]:
        """The marks at every cut, from the block's bleed to `KEEP_OUT` from the page's edge."""
        painted = self.painted
        left, top = painted.x, painted.y
        right, bottom = left + painted.width, top + painted.height
        ends = (
            *((x, y, x, to) for x in self.cuts_across() for y, to in self._reach(top, bottom)),
            *((x, y, to, y) for y in self.cuts_down() for x, to in self._reach(left, right, 1)),
        )
        return tuple(
            Shape((("M", x, y), ("L", to_x, to_y)), None, _BLACK, MARK_WIDTH)
            for x, y, to_x, to_y in ends
            if abs(to_x - x) + abs(to_y - y) > _TOLERANCE
        )

    def _reach(self, near: float, far: float, across: int = 0) -> tuple[tuple[float, float], ...]:
        size = self.paper.width if across else self.paper.height
        if self.short_marks:
            return (near, near - SHORT_MARK), (far, far + SHORT_MARK)
        return (near, KEEP_OUT), (far, size - KEEP_OUT)


def make_grid(
    paper: Paper, face_width: float, face_height: float, gutter: float = 0.0, bleed: float = 0.0
) -> Places:
    """The grid for faces of that size, `gutter` mm apart, each of which paints `bleed` mm more.

    Small faces that butt give up a row or a column where their crop marks stand too close for the
    margin's words, so that these find room beyond the marks. Raises `Failure` (does not fit) where
    the paper does not hold a single one.
    """
    columns = _fitting(paper.width - 2 * bleed, face_width, gutter)
    rows = _fitting(paper.height - 2 * bleed, face_height, gutter)
    if not columns or not rows:
        room = f"{paper.width - 2 * KEEP_OUT:g} × {paper.height - 2 * KEEP_OUT:g} mm"
        problem = Problem(
            Where(subject=f"a face of {face_width:g} × {face_height:g} mm"),
            f"does not fit on {paper.id}, where the printer reaches {room}",
            "make the face smaller, or print on another paper",
        )
        raise Failure(ExitCode.DOES_NOT_FIT, (problem,))
    short_marks = not gutter and max(face_width, face_height) < _LEAST_BETWEEN
    if short_marks:
        rows = _fitting(paper.height - 2 * (SHORT_MARK + _WORDS), face_height, gutter)
        columns = _fitting(paper.width - 2 * SHORT_MARK, face_width, gutter)
    width = columns * face_width + (columns - 1) * gutter
    height = rows * face_height + (rows - 1) * gutter
    block = Rect((paper.width - width) / 2, (paper.height - height) / 2, width, height)
    gutters = gutter, gutter
    return Places(paper, face_width, face_height, gutters, columns, rows, block, bleed, short_marks)


def grid_of(stock: StockSheet, bleed: float = 0.0) -> Places:
    """The places of a sheet of the user's own."""
    width = stock.columns * (stock.width + stock.across) - stock.across
    height = stock.rows * (stock.height + stock.down) - stock.down
    block, gutters = Rect(stock.x, stock.y, width, height), (stock.across, stock.down)
    size = stock.width, stock.height
    return Places(stock.page, *size, gutters, stock.columns, stock.rows, block, bleed)


def _fitting(room: float, size: float, gutter: float) -> int:
    return int((room - 2 * KEEP_OUT + gutter + _TOLERANCE) // (size + gutter))


def _cuts(start: float, size: float, gutter: float, count: int) -> tuple[float, ...]:
    edges: list[float] = []
    for index in range(count):
        near = start + index * (size + gutter)
        if not edges or near - edges[-1] > _TOLERANCE:
            edges.append(near)
        edges.append(near + size)
    return tuple(edges)
