"""What one page paints, in the order it paints it.

Lengths are mm from the page's top left corner, y down, type sizes points, angles degrees clockwise.
Thousands stand on a page, so they are named tuples, which cost a quarter of a frozen dataclass.
"""

from dataclasses import dataclass
from typing import NamedTuple

from printgen.proof.fonts import PrintFont

MM_PER_POINT = 25.4 / 72

Colour = tuple[float, float, float]
"""Red, green, blue from 0 to 1."""
Point = tuple[float, float]
Outline = tuple[tuple[Point, ...], ...]
"""Polygons, curves as chords; one that the path closes ends where it began."""


class Box(NamedTuple):
    """An upright box by its edges."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Box") -> bool:
        """Whether they share any area."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def holds(self, other: "Box", slack: float = 0.0) -> bool:
        """Whether `other` lies inside, give or take `slack`."""
        return (
            self.left <= other.left + slack
            and self.top <= other.top + slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )

    def grown(self, by: float) -> "Box":
        """The box with every edge moved outwards."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)


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


class Placed(NamedTuple):
    """A form XObject without text, placed: which picture (a digest), its box, what it paints."""

    picture: str
    box: Box
    shapes: tuple["Shape | Image", ...]


class Image(NamedTuple):
    """A raster picture and the box it fills."""

    box: Box


Item = Run | Shape | Placed | Image


@dataclass(frozen=True, slots=True)
class Painted:
    """All that one page paints, first to last, and what in it no print of ours may hold."""

    items: tuple[Item, ...]
    faults: tuple[str, ...]
