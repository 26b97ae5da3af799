"""The boxes of a face: as read, styles and text alone; then as laid, with size and place.

`reading` makes the first kind, `laying` turns it into the second, `paint` into a face's items. No
element and no selector is left in them. Lengths are mm.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar, Literal

from printgen.layout.box_style import BoxStyle, read_box_style
from printgen.layout.computed_style import ComputedStyle
from printgen.layout.face import Item
from printgen.layout.geometry import Matrix
from printgen.layout.line_breaking import LineBox, TextPiece
from printgen.system.cache import Cache

_make_box_cache = partial(Cache, 256)
"""What is found of one box is kept within a bound: it may be laid in many rooms."""

DrawAtMatrix = Callable[[Matrix], tuple[Item, ...]]
"""Draws a picture whose top left corner the matrix carries to its place."""


class _StyledBox:
    """What is laid out as its style says."""

    __slots__ = ()
    style: ComputedStyle

    @property
    def box_style(self) -> BoxStyle:
        """How its style lays it out."""
        return self.style.box_style


@dataclass(frozen=True, slots=True)
class InlinePicture:
    """A drawing set among the words."""

    width: float
    height: float
    draw: DrawAtMatrix


@dataclass(frozen=True, slots=True, eq=False)
class TextFlow:
    """Text to be broken into lines; each reaches at least `above` and `below` its baseline.

    `least` is the factor down to which type of the block's own size may shrink. What a layout finds
    out of it is kept in `known`, as of a block. It stands in a box of no style.
    """

    box_style: ClassVar[BoxStyle] = read_box_style({}, 0.0, balance=False)
    name: ClassVar[str] = ""

    pieces: tuple[TextPiece, ...]
    pictures: tuple[InlinePicture, ...]
    above: float
    below: float
    text_align: Literal["left", "center", "right"]
    line: int
    balance: bool = False
    min_factor: float = 1.0
    cache: Cache[Any, Any] = field(default_factory=_make_box_cache, init=False)


@dataclass(frozen=True, slots=True, eq=False)
class Replaced(_StyledBox):
    """A mark, drawing, picture or form field, as large as its style says.

    `ratio` is its own width over its height, 0 where it has none.
    """

    style: ComputedStyle
    ratio: float
    draw: Callable[[float, float, Matrix], tuple[Item, ...]]
    name: str
    line: int


@dataclass(frozen=True, slots=True, eq=False)
class BlockBox(_StyledBox):
    """A box with boxes in it. `name` is how messages call it.

    `placed` are the boxes among all in it that are placed in this one, `loose` those that are
    placed in one around it.
    """

    style: ComputedStyle
    children: tuple["AnyBox", ...]
    name: str
    line: int
    placed: tuple["BlockBox | Replaced", ...] = ()
    unplaced: tuple["BlockBox | Replaced", ...] = ()
    cache: Cache[Any, Any] = field(default_factory=_make_box_cache, init=False)


@dataclass(frozen=True, slots=True)
class CellBox:
    """A cell of a table, over `span` columns."""

    block: BlockBox
    span: int


@dataclass(frozen=True, slots=True)
class RowBox:
    """A row of a table; only height and background of its style are used."""

    style: ComputedStyle
    cells: tuple[CellBox, ...]


@dataclass(frozen=True, slots=True)
class TableBox(_StyledBox):
    """A table of fixed columns: one style a `col`, empty where the template gives none."""

    style: ComputedStyle
    columns: tuple[ComputedStyle, ...]
    rows: tuple[RowBox, ...]
    name: str
    line: int


AnyBox = BlockBox | TextFlow | TableBox | Replaced
"""What may stand in a block."""


@dataclass(frozen=True, slots=True)
class LaidText:
    """Words broken into lines, in a room of a width."""

    flow: TextFlow
    lines: tuple[LineBox, ...]
    width: float
    height: float
    misfits: tuple["Misfit", ...] = ()

    @property
    def baseline(self) -> float | None:
        """That of the first line, from the top."""
        return self.lines[0].above if self.lines else None


@dataclass(frozen=True, slots=True)
class LaidBlock:
    """A box with its size, border and padding included; `style` paints it.

    Children stand at x, y from its top left corner, in painting order; boxes that are placed in
    this one stand in `placed`, and what is painted of them where they are written. `baseline` is
    that of its first line, from its top; None where it has no line. `factor` is that of its type,
    `line` of the merged text where it is written.
    """

    style: ComputedStyle
    width: float
    height: float
    children: tuple[tuple[float, float, "LaidPart"], ...]
    baseline: float | None
    misfits: tuple["Misfit", ...] = ()
    placed: tuple[tuple["BlockBox | Replaced", float, float, "LaidPart"], ...] = ()
    factor: float = 1.0
    line: int = 0


@dataclass(frozen=True, slots=True)
class LaidReplaced:
    """A figure with its size."""

    box: Replaced
    width: float
    height: float
    misfits: tuple["Misfit", ...] = ()
    baseline: float | None = None


@dataclass(frozen=True, slots=True)
class OutOfFlowAnchor:
    """Where a box is written that is placed in another."""

    box: BlockBox | Replaced
    height: float = 0.0


LaidBox = LaidBlock | LaidText | LaidReplaced
LaidPart = LaidBox | OutOfFlowAnchor


@dataclass(frozen=True, slots=True)
class Misfit:
    """Something that does not fit: the line of the merged text, what it is and by how much.

    `hint` is given where no smaller type could help: then the template is wrong; else `share` is
    how much of its size there is room for.
    """

    line: int
    name: str
    message: str
    hint: str = ""
    share: float = 1.0
