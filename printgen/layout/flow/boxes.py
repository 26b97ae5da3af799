"""The box tree of a face: first without sizes, then laid out with sizes and positions.

`box_builder` builds boxes, `block` lays them out, and `paint` turns laid boxes into the items of a
face. Boxes contain no elements and no selectors. Lengths are in mm.
"""

from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, ClassVar, TypeVar

import msgspec
from msgspec.structs import replace

from printgen.face.face import Item
from printgen.geometry import Matrix
from printgen.layout.flow.floats import Float
from printgen.layout.flow.line_breaking import LineBox
from printgen.layout.flow.text_pieces import TextPiece
from printgen.layout.style.computed import INITIAL_STYLE, ComputedStyle
from printgen.system.cache import Cache

_make_box_cache = partial(Cache, 256)
"""A bounded cache of the results for one box, which may be laid out in many sizes."""

Value = TypeVar("Value")

DrawAtMatrix = Callable[[Matrix], tuple[Item, ...]]
"""Draws a picture; the matrix maps its top left corner, at 0, 0, to its position."""


class InlinePicture(msgspec.Struct, frozen=True):
    """A drawing or box in a line of text.

    - `width`, `height`: the size of its margin box in mm.
    - `below`: how much of the height is below the baseline.
    - `draw`: a function that returns the items of the picture, transformed by a matrix.
    """

    width: float
    height: float
    draw: DrawAtMatrix
    below: float = 0.0


class TextFlow(msgspec.Struct, frozen=True, eq=False):
    """Text, with pictures in it, to be broken into lines.

    - `pieces`: the text, in pieces with one style each. `pictures`: the pictures in it.
    - `above`, `below`: how far each line extends at least above and below its baseline, known as
      the strut (CSS 2.1, 10.8.1).
    - `line`: the line of the element in the rendered template.
    - `min_factor`: the smallest factor by which text in the font size of the block may be reduced;
      1 if it may not shrink.
    - `align_last`: how the last line of each paragraph is aligned; "auto" as the others.
    - `floats`: the floats next to it, from its top left corner.
    - `continues_field`: whether it begins inside a word of a field, after a first letter.
    - `cache`: results of layout, to use again.
    """

    # CSS 2.1, 9.2.1.1: text is in an anonymous box; inherited properties are in its pieces.

    style: ClassVar[ComputedStyle] = INITIAL_STYLE
    name: ClassVar[str] = ""

    pieces: tuple[TextPiece, ...]
    pictures: tuple[InlinePicture, ...]
    above: float
    below: float
    text_align: str
    line: int
    text_wrap: str = "wrap"
    direction: str = "auto"
    min_factor: float = 1.0
    align_last: str = "auto"
    floats: tuple[Float, ...] = ()
    continues_field: bool = False
    cache: Cache[Any, Any] = msgspec.field(default_factory=_make_box_cache)

    def replace(self, **changes: Any) -> "TextFlow":
        """Return a copy of the text with other values for some fields, and an empty cache."""
        return replace(self, **changes, cache=_make_box_cache())


class ReplacedBox(msgspec.Struct, frozen=True, eq=False):
    """A replaced element: a mark, drawing, picture or form field.

    - `ratio`: its width divided by its height; 0 if it has no fixed ratio.
    - `draw`: a function that returns its items for a width, a height and a matrix.
    - `name`: what messages call it. `line`: its line in the rendered template.
    - `natural_width`: its width in mm if no style sets one; None if it has none.
    """

    style: ComputedStyle
    ratio: float
    draw: Callable[[float, float, Matrix], tuple[Item, ...]]
    name: str
    line: int
    natural_width: float | None = None


class BlockBox(msgspec.Struct, frozen=True, eq=False):
    """A box that contains boxes.

    - `children`: the boxes in it, in order.
    - `name`: what messages call it. `line`: its line in the rendered template.
    - `placed`: the absolutely positioned descendants whose containing block is this box.
    - `unplaced`: the absolutely positioned descendants whose containing block is an ancestor of it.
    - `cache`: results of layout, to use again.
    """

    style: ComputedStyle
    children: tuple["AnyBox", ...]
    name: str
    line: int
    placed: tuple["BlockBox | ReplacedBox", ...] = ()
    unplaced: tuple["BlockBox | ReplacedBox", ...] = ()
    cache: Cache[Any, Any] = msgspec.field(default_factory=_make_box_cache)

    def replace(self, **changes: Any) -> "BlockBox":
        """Return a copy of the box with other values for some fields, and an empty cache."""
        return replace(self, **changes, cache=_make_box_cache())


AnyBox = BlockBox | TextFlow | ReplacedBox
"""Any box that a block can contain."""


class LaidText(msgspec.Struct, frozen=True):
    """Text broken into lines; `width` is the width in which the lines had to fit."""

    flow: TextFlow
    lines: tuple[LineBox, ...]
    width: float
    height: float
    misfits: tuple["Misfit", ...] = ()

    @property
    def baseline(self) -> float | None:
        """The distance from the top to the baseline of the first line; None without lines."""
        return self.lines[0].above if self.lines else None


class LaidBlock(msgspec.Struct, frozen=True):
    """A block after layout, with the size of its border box in mm.

    - `style`: how it is painted.
    - `children`: the x, the y and the laid-out box of each child, from the top left corner of the
      block, in painting order.
    - `baseline`: the distance from the top to the baseline of the first line; None without lines.
    - `misfits`: what does not fit.
    - `placed`: the absolutely positioned boxes whose containing block is this one: each box, its x,
      its y, and the laid-out box. An `OutOfFlowAnchor` marks its position in the painting order.
    - `factor`: the factor by which its text is smaller than in the template.
    - `line`: its line in the rendered template. `name`: what messages call it.
    """

    style: ComputedStyle
    width: float
    height: float
    children: tuple[tuple[float, float, "LaidPart"], ...]
    baseline: float | None
    misfits: tuple["Misfit", ...] = ()
    placed: tuple[tuple["BlockBox | ReplacedBox", float, float, "LaidPart"], ...] = ()
    factor: float = 1.0
    line: int = 0
    name: str = ""

    @property
    def parts(self) -> tuple["LaidPart", ...]:
        """All laid-out parts in the block: its children, then its placed boxes."""
        return (*(item[-1] for item in self.children), *(item[-1] for item in self.placed))


class LaidReplaced(msgspec.Struct, frozen=True):
    """A replaced box with the size of its border box."""

    box: ReplacedBox
    width: float
    height: float
    misfits: tuple["Misfit", ...] = ()
    baseline: float | None = None


class OutOfFlowAnchor(msgspec.Struct, frozen=True):
    """Marks, among the children of a box, where an absolutely positioned box is in the source.

    It takes no space, but keeps the place of the box in the painting order.
    """

    box: BlockBox | ReplacedBox
    height: float = 0.0


def group_by_box(pairs: Iterable[tuple[BlockBox | ReplacedBox, Value]]) -> dict[int, deque[Value]]:
    """Return the values of each box in order, by the Python `id` of the box.

    `pairs` are boxes with a value each. Equal elements share one box, so a box may occur several
    times.
    """
    values: dict[int, deque[Value]] = {}
    for box, value in pairs:
        values.setdefault(id(box), deque()).append(value)
    return values


LaidBox = LaidBlock | LaidText | LaidReplaced
LaidPart = LaidBox | OutOfFlowAnchor


class Misfit(msgspec.Struct, frozen=True):
    """A box or word that does not fit.

    - `line`: its line in the rendered template. `name`: what messages call it.
    - `hint`: what to change, if smaller text would not help; otherwise "".
    - `share`: the available size divided by the required size, if there is no `hint`.
    - `overflows`: whether the content is only too large, so that it could be clipped.
    """

    line: int
    name: str
    message: str
    hint: str = ""
    share: float = 1.0
    overflows: bool = False
