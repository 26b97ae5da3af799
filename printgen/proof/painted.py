"""What one page paints, in the order it paints it.

Lengths are mm from the page's top left corner, y down, type sizes points, angles degrees clockwise.
Thousands stand on a page, so they are named tuples, which cost a quarter of a frozen dataclass.
"""

from dataclasses import dataclass
from functools import cached_property
from math import atan2, degrees, hypot
from typing import NamedTuple

from printgen.proof.fonts import PrintFont
from printgen.proof.geometry import Box, Matrix, Outline, apply, bounds

Colour = tuple[float, float, float]
"""Red, green, blue from 0 to 1."""


class Run(NamedTuple):
    """One string shown. `box` is its ink's: from the baseline to the height of a capital.

    `colour` is None where it cannot be told, `mode` the text rendering mode (0 is filled),
    `clipped` whether a clip cuts it, `even` whether the text is neither slanted nor stretched.
    """

    text: str
    x: float
    y: float
    width: float
    size: float
    angle: float
    colour: Colour | None
    mode: int
    font: PrintFont
    box: Box
    clipped: bool
    even: bool


class Shape(NamedTuple):
    """A path painted. `box` includes the stroke, `half` is half its width.

    A `rectangle` fills its box less the stroke. A colour is None where it is not painted or
    cannot be told; `filled` and `stroked` say which.
    """

    outline: Outline
    box: Box
    filled: bool
    stroked: bool
    fill: Colour | None
    stroke: Colour | None
    half: float
    rectangle: bool
    even_odd: bool

    def mapped(self, matrix: Matrix) -> "Shape":
        """The shape under a map."""
        a, b, c, d, e, f = matrix
        outline = tuple(
            [
                tuple([(a * x + c * y + e, b * x + d * y + f) for x, y in ring])
                for ring in self.outline
            ]
        )
        half = self.half * max(hypot(a, b), hypot(c, d))
        upright = (b == 0 and c == 0) or (a == 0 and d == 0)
        return self._replace(
            outline=outline,
            box=bounds([point for ring in outline for point in ring]).grown(half),
            half=half,
            rectangle=self.rectangle and upright,
        )


class Image(NamedTuple):
    """A raster picture and the box it fills."""

    box: Box

    def mapped(self, matrix: Matrix) -> "Image":
        """The picture under a map."""
        left, top, right, bottom = self.box
        corners = [apply(matrix, x, y) for x in (left, right) for y in (top, bottom)]
        return Image(bounds(corners))


@dataclass(frozen=True, eq=False)
class Placed:
    """A form XObject without text, placed: which picture (a digest) and its box.

    `called` is what its name says that it pictures, "" where the name says nothing. `paints` is
    what it paints in its own space, which `matrix` maps to the page. `clipped` says whether a
    clip cuts its box.
    """

    picture: str
    called: str
    box: Box
    paints: tuple["Shape | Image", ...]
    matrix: Matrix
    clipped: bool

    @cached_property
    def shapes(self) -> tuple["Shape | Image", ...]:
        """What it paints, on the page; most are never asked for it."""
        return tuple([item.mapped(self.matrix) for item in self.paints])

    @property
    def ink(self) -> Box:
        """The box round what it paints, as far as its own box shows it."""
        left, top, right, bottom = self.box
        if not self.paints:
            return self.box
        shown = bounds([p for item in self.shapes for p in (item.box[:2], item.box[2:])])
        return Box(
            max(left, shown.left),
            max(top, shown.top),
            min(right, shown.right),
            min(bottom, shown.bottom),
        )

    @property
    def turn(self) -> float | None:
        """Degrees clockwise by which it is turned; None where it is mirrored or stretched."""
        a, b, c, d, _, _ = self.matrix
        if abs(a - d) + abs(b + c) > 1e-3 * hypot(a, b):
            return None
        return degrees(atan2(b, a))


Item = Run | Shape | Placed | Image


@dataclass(frozen=True, slots=True)
class Painted:
    """All that one page paints, first to last, and what in it no print of ours may hold.

    `followed` says that every operator was known and followed to the end, in bounds: another reader
    may be trusted with the page. `operations` counts them, those of forms included.
    """

    items: tuple[Item, ...]
    faults: tuple[str, ...]
    followed: bool
    operations: int
