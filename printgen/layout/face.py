"""The Face: placed items on one side of one piece, with nothing left to decide.

The items are a closed set; the press transcribes them in order and adds nothing. Lengths are mm
from the face's top left corner, y down; type sizes are points, after every transform.
"""

from dataclasses import dataclass
from typing import Literal

from printgen.layout.fonts import Typeface
from printgen.layout.geometry import Matrix, Rect, enclose_points

Colour = tuple[int, int, int]
"""Red, green, blue, 0 to 255; the press prints neutral ones as grey."""

OWN_TEXT_FIELD = "<own>"
"""Stands for a field's name, while it is laid out, where a template says that words are its own."""

Segment = (
    tuple[Literal["M", "L"], float, float]
    | tuple[Literal["C"], float, float, float, float, float, float]
    | tuple[Literal["Z"]]
)


@dataclass(frozen=True, slots=True)
class TextRun:
    """One run of one typeface on one baseline, from `x`, `y`, turned `angle` degrees clockwise.

    `width` is its advance in mm, `tracking` the points added after each letter. `field` names the
    rules value it prints; None marks words that a template brought along. One that `goes_on`
    begins a line that was broken without a space, as after a hyphen. A template's `own` words may
    stand by a value.
    """

    x: float
    y: float
    text: str
    typeface: Typeface
    size: float
    colour: Colour
    width: float
    field: str | None = None
    tracking: float = 0.0
    angle: float = 0.0
    goes_on: bool = False
    is_own_text: bool = False


@dataclass(frozen=True, slots=True)
class Shape:
    """A path filled, stroked or both; the fill rule is nonzero, joins mitred, ends butt."""

    path: tuple[Segment, ...]
    fill: Colour | None
    stroke: Colour | None = None
    stroke_width: float = 0.0


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture used more than once: shapes in a box of its own units, from 0, 0."""

    id: str
    width: float
    height: float
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class PlacedMark:
    """A drawing placed by `matrix`; `field` names the rules value that it pictures."""

    drawing: Drawing
    matrix: Matrix
    field: str | None = None

    @property
    def bounding_box(self) -> Rect:
        """The upright box round the drawing's box, in mm."""
        width, height = self.drawing.width, self.drawing.height
        corners = [self.matrix.transform_point(x, y) for x in (0.0, width) for y in (0.0, height)]
        return enclose_points(*zip(*corners, strict=True))


@dataclass(frozen=True, slots=True)
class PlacedImage:
    """A raster picture, as the bytes of a PNG or JPEG file, filling a box."""

    data: bytes
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class FormField:
    """A place to type or tick on screen; it draws nothing."""

    name: str
    kind: Literal["text", "check"]
    x: float
    y: float
    width: float
    height: float
    size: float
    multiline: bool = False


Item = TextRun | Shape | PlacedMark | PlacedImage | FormField

PAINT_TYPES = (Shape, PlacedMark, PlacedImage)
"""What may run over the trim where it bears no field's name."""


@dataclass(frozen=True, slots=True)
class Face:
    """One side of one piece, trimmed to `width` × `height` mm; items in painting order.

    Paint that runs further over the trim than `bleed` mm is cut off by a `clip` round it, a box or
    a circle; without one there is no such paint.
    """

    id: str
    width: float
    height: float
    items: tuple[Item, ...]
    bleed: float = 0.0
    clip: Literal["box", "circle"] | None = None
