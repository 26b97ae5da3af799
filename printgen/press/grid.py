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
from printgen.problems import ExitCode, Failure, Problem, Where

MARK_WIDTH = 0.15
"""How wide a crop mark is, in mm."""

HAIRLINE = 0.1
"""How wide a line to cut along is, in mm."""

SHORT_MARK = 4.0
"""How long crop marks are, in mm, where the margin's words must stand beyond them."""

_WORDS = 4.0
"""What a line of the margin's words takes, in mm, clear of all else."""

_LEAST_BETWEEN = 54.0
"""Between crop marks nearer than this the margin's bar has no room, in mm."""

_FOLD = 10.0
"""Between the fronts and the backs of a sheet that is folded, in mm: a fold is no clean edge."""

_DASH = 1.2
"""How long a dash of the fold's mark is, in mm, and what lies between two."""

_LEAST_GUTTER = 4 * HAIRLINE
"""What two lines need on either side of a gutter, in mm."""

_BLACK, _WHITE = (0, 0, 0), (255, 255, 255)
_TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True)
class Places:
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
    fold: float | None = None

    @property
    def places(self) -> int:
        """How many faces a sheet holds, or pairs of front and back."""
        return self.columns * (self.rows if self.fold is None else self.rows // 2)

    @property
    def painted(self) -> Rect:
        """The box round all pieces and their bleed."""
        box, more = self.block, 2 * self.bleed
        return Rect(box.x - self.bleed, box.y - self.bleed, box.width + more, box.height + more)

    @property
    def turns_backs(self) -> bool:
        """Whether what comes behind a front stands upside down: the paper turns on a level line."""
        return self.fold is not None or self.paper.width > self.paper.height

    def corner(self, place: int) -> tuple[float, float]:
        """The top left corner of a place, counted from 0 along the rows."""
        row, column = divmod(place, self.columns)
        top = self.block.y if self.fold is None else (self.paper.height + self.fold) / 2
        return (
            self.block.x + column * (self.face_width + self.gutters[0]),
            top + row * (self.face_height + self.gutters[1]),
        )

    def behind(self, place: int) -> tuple[float, float]:
        """The top left corner of what comes behind a place when the paper is turned or folded."""
        x, y = self.corner(place)
        if self.turns_backs:
            return x, self.paper.height - y - self.face_height
        return self.paper.width - x - self.face_width, y

    def turned_over(self) -> "Places":
        """The other side of the sheet; one that is in the page's middle is the same."""
        block = self.block
        x, y = self.paper.width - block.x - block.width, self.paper.height - block.y - block.height
        x, y = (block.x, y) if self.turns_backs else (x, block.y)
        if abs(x - block.x) + abs(y - block.y) < _TOLERANCE:
            return self
        return replace(self, block=Rect(x, y, block.width, block.height))

    def cuts_across(self) -> tuple[float, ...]:
        """The x of every vertical cut, left to right; butted faces share one."""
        return _cuts(self.block.x, self.face_width, self.gutters[0], self.columns)

    def cuts_down(self) -> tuple[float, ...]:
        """The y of every horizontal cut, top to bottom; butted faces share one."""
        if self.fold is None:
            return _cuts(self.block.y, self.face_height, self.gutters[1], self.rows)
        middle, below = self.paper.height / 2, (self.paper.height + self.fold) / 2
        cuts = _cuts(below, self.face_height, self.gutters[1], self.rows // 2)
        return (*(2 * middle - y for y in reversed(cuts)), *cuts)

    def crop_marks(self, *, short: bool = False) -> tuple[Shape, ...]:
        """The marks at every cut, from the block's bleed to `KEEP_OUT` from the page's edge.

        `short` ones leave room for words beyond them.
        """
        reach = partial(self._reach, short=short or self.short_marks)
        painted = self.painted
        left, top = painted.x, painted.y
        right, bottom = left + painted.width, top + painted.height
        ends = (
            *((x, y, x, to) for x in self.cuts_across() for y, to in reach(top, bottom)),
            *((x, y, to, y) for y in self.cuts_down() for x, to in reach(left, right, 1)),
        )
        return tuple(
            Shape((("M", x, y), ("L", to_x, to_y)), None, _BLACK, MARK_WIDTH)
            for x, y, to_x, to_y in ends
            if abs(to_x - x) + abs(to_y - y) > _TOLERANCE
        )

    def fold_marks(self, *, short: bool = False) -> Iterator[Shape]:
        """The dashes at both sides of the block where the sheet is folded, if it is."""
        y, left, right = self.paper.height / 2, self.painted.x, self.painted.x + self.painted.width
        sides = self._reach(left, right, 1, short=short or self.short_marks)
        for near, far in sides if self.fold is not None else ():
            dashes = max(1, round((abs(far - near) / _DASH - 1) / 2))
            step = (far - near) / (2 * dashes + 1)
            for dash in range(dashes + 1):
                x = near + 2 * dash * step
                yield Shape((("M", x, y), ("L", x + step, y)), None, _BLACK, MARK_WIDTH)

    def cut_lines(self) -> tuple[Shape, ...]:
        """Hairlines along the trims, within the gutters alone, so that none lies on a piece.

        Beside each lies a white one, further from the trim, so that they show on any colour.
        """
        box = self.block
        right, bottom = box.x + box.width, box.y + box.height
        lines = []
        for ink, away in ((_WHITE, 1.5 * HAIRLINE), (_BLACK, 0.5 * HAIRLINE)):
            upright = _inner(self.cuts_across(), away) if self.gutters[0] > _LEAST_GUTTER else ()
            level = _inner(self.cuts_down(), away) if self.gutters[1] > _LEAST_GUTTER else ()
            ends = [(x, box.y, x, bottom) for x in upright] + [(box.x, y, right, y) for y in level]
            lines += [
                Shape((("M", x, y), ("L", to_x, to_y)), None, ink, HAIRLINE)
                for x, y, to_x, to_y in ends
            ]
        return tuple(lines)

    def _reach(
        self, near: float, far: float, across: int = 0, *, short: bool
    ) -> tuple[tuple[float, float], ...]:
        size = self.paper.width if across else self.paper.height
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
    marked: bool = True,
) -> Places:
    """The grid for faces of that size, `gutter` mm apart, each of which paints `bleed` mm more.

    Small faces that are `marked` give up a row or a column where their crop marks stand too close
    for the margin's words, so that these find room beyond the marks. Raises `Failure` (does not
    fit) where the paper does not hold a single one.
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
    short_marks = marked and max(face_width, face_height) < _LEAST_BETWEEN
    if short_marks:
        beside = bleed + SHORT_MARK
        rows = _fitting(paper.height - 2 * (beside + _WORDS), face_height, gutter)
        columns = _fitting(paper.width - 2 * beside, face_width, gutter)
    width = columns * face_width + (columns - 1) * gutter
    height = rows * face_height + (rows - 1) * gutter
    block = Rect((paper.width - width) / 2, (paper.height - height) / 2, width, height)
    gutters = gutter, gutter
    return Places(paper, face_width, face_height, gutters, columns, rows, block, bleed, short_marks)


def make_folded(
    paper: Paper,
    face_width: float,
    face_height: float,
    gutter: float = 0.0,
    bleed: float = 0.0,
    *,
    marked: bool = True,
) -> Places:
    """The grid of fronts and backs head to head across a level fold through the page's middle.

    An upright `paper` is laid on its long side unless it holds more pairs as it is. Raises
    `Failure` (does not fit) where it holds none.
    """
    fold, found = max(_FOLD, gutter), []
    for sheet in dict.fromkeys((paper.turned(), paper)):
        # Half a sheet, whose edge along the fold the printer reaches.
        high = (sheet.height - fold) / 2 + KEEP_OUT + bleed
        half = Paper(f"half of {paper.id}", sheet.width, high)
        lay = partial(make_grid, half, face_width, face_height, gutter, bleed, marked=marked)
        with suppress(Failure):
            grid = lay()
            height = 2 * grid.block.height + fold
            top = (sheet.height - height) / 2
            block = Rect(grid.block.x, top, grid.block.width, height)
            found.append(replace(grid, paper=sheet, rows=2 * grid.rows, block=block, fold=fold))
    return max(found, key=lambda grid: grid.places) if found else lay()


def grid_of(stock: StockSheet, bleed: float = 0.0) -> Places:
    """The places of a sheet of the user's own."""
    left, top, right, bottom = stock.block
    block, gutters = Rect(left, top, right - left, bottom - top), (stock.across, stock.down)
    size = stock.width, stock.height
    return Places(stock.page, *size, gutters, stock.columns, stock.rows, block, bleed)


def _fitting(room: float, size: float, gutter: float) -> int:
    return int((room - 2 * KEEP_OUT + gutter + _TOLERANCE) // (size + gutter))


def _inner(cuts: tuple[float, ...], away: float) -> tuple[float, ...]:
    """The middles of lines so far from all cuts but the outermost, each in its gutter."""
    return tuple(cut + (away if at % 2 == 0 else -away) for at, cut in enumerate(cuts[1:-1]))


def _cuts(start: float, size: float, gutter: float, count: int) -> tuple[float, ...]:
    edges: list[float] = []
    for index in range(count):
        near = start + index * (size + gutter)
        if not edges or near - edges[-1] > _TOLERANCE:
            edges.append(near)
        edges.append(near + size)
    return tuple(edges)
