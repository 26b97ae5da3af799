"""The face: the placed items on one side of one piece.

The kinds of items are a closed set. The press draws them in order and decides nothing. Lengths are
in mm from the top left corner of the face, with y downwards. Font sizes are in points, after all
transforms.
"""

from typing import Literal, NamedTuple

import msgspec

from printgen.colour import Colour
from printgen.face.fonts import Typeface
from printgen.face.raster import Raster
from printgen.face.shaping import Features
from printgen.geometry import Box, Matrix, Outline, enclose_points
from printgen.problems import Problem

OWN_TEXT_FIELD = "<own>"
"""Marks text with the class `own` during layout, in place of a field name."""

Segment = (
    tuple[Literal["M", "L"], float, float]
    | tuple[Literal["C"], float, float, float, float, float, float]
    | tuple[Literal["Z"]]
)


class TextShadow(NamedTuple):
    """A shadow of a text: its offsets and its blur radius, and its colour.

    The letters of the shadow have an outline `outline_width` wide, with joins as in
    `stroke-linejoin`. Lengths are in mm, or in units of a drawing.
    """

    dx: float
    dy: float
    blur: float
    ink: Colour
    outline_width: float = 0.0
    join: str = "miter"

    def scale_by(self, factor: float) -> "TextShadow":
        dx, dy, blur, width = (factor * length for length in (*self[:3], self.outline_width))
        return TextShadow(dx, dy, blur, self.ink, width, self.join)


class TextRun(msgspec.Struct, frozen=True):
    """Text in one typeface on one baseline, from `x`, `y`, rotated `angle` degrees clockwise.

    `width` is its advance in mm, `size` its type size in points, `tracking` the points added after
    each letter. `field` names the value from the rules that it prints; it is None for text of the
    template. `continues_field` means that no space separates this text from the run before it, for
    example on the next line or after the padding of an inline box. `is_own_text` means text of the
    template with the class `own`, which the checks allow next to a value. `stretch` is the factor
    by which the letters are wider than in the font; `width` includes it, `tracking` does not. The
    letters are filled, then stroked with the colour `outline`, `outline_width` mm wide. `features`
    are OpenType features, and `is_rtl` text is written from right to left. `is_on_artwork` means
    that the designer accepts a low contrast with what is below the text. `shadows` are the copies
    of its letters that other items paint below it.
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
    continues_field: bool = False
    is_own_text: bool = False
    stretch: float = 1.0
    outline: Colour | None = None
    outline_width: float = 0.0
    features: Features = ()
    is_rtl: bool = False
    is_on_artwork: bool = False
    shadows: tuple[TextShadow, ...] = ()


class GradientFill(msgspec.Struct, frozen=True):
    """A gradient: its stops, each with its position from 0 to 1 and its colour.

    `matrix` maps the line from 0, 0 to 1, 0 of a linear gradient, or the circle of radius 1 around
    0, 0 of a radial gradient, to the units of the shape that it fills. `focus` is the point inside
    this circle at which the colours of a radial gradient begin. It is None for a linear gradient.
    """

    stops: tuple[tuple[float, Colour], ...]
    matrix: Matrix
    focus: tuple[float, float] | None = None


class PictureFill(msgspec.Struct, frozen=True):
    """A picture that fills a shape of a drawing; the alpha of the shape's `fill` fades it.

    `matrix` maps the square from 0, 0 to 1, 1 to the units of the drawing.
    """

    raster: Raster
    matrix: Matrix


class Shape(msgspec.Struct, frozen=True):
    """A path that is filled, stroked or both.

    The fill rule is nonzero, joins are mitred and caps are butt: the initial values of SVG 1.1
    (11.3 and 11.4). Only in a drawing, a gradient or a picture in `shade` may replace the colour of
    the fill. On a finished face, `shade` is None: layout renders such a shape as a picture.
    """

    path: tuple[Segment, ...]
    fill: Colour | None
    stroke: Colour | None = None
    stroke_width: float = 0.0
    shade: GradientFill | PictureFill | None = None


class Drawing(msgspec.Struct, frozen=True):
    """A vector picture that can be placed many times.

    `shapes`, `texts` over them, and the size are in units of the drawing; its top left corner is
    0, 0. `credit` names the author and the licence of an icon from a set; it is "" for any other
    drawing.
    """

    id: str
    width: float
    height: float
    shapes: tuple[Shape, ...]
    credit: str = ""
    texts: tuple[TextRun, ...] = ()

    @property
    def has_more_than_opaque_shapes(self) -> bool:
        """Whether it has texts, a gradient, a picture, or a colour that is partly transparent.

        Such a drawing is placed as its parts, not as a mark.
        """
        if self.texts:
            return True
        inks = (ink for shape in self.shapes for ink in (shape.fill, shape.stroke))
        return any(len(ink or ()) > 3 for ink in inks) or any(s.shade for s in self.shapes)


class PlacedMark(msgspec.Struct, frozen=True):
    """A drawing on a face. `matrix` maps its units to mm; `field` names the value that it shows.

    `field` is None if the drawing shows no value. `opacity` is from 0 to 1. `shown` is the share of
    the drawing that a template with `--max-crop` shows, 1 if it shows all of it.
    """

    drawing: Drawing
    matrix: Matrix
    field: str | None = None
    opacity: float = 1.0
    shown: float = 1.0

    @property
    def bounding_box(self) -> Box:
        """The bounding box of the transformed box of the drawing, in mm."""
        width, height = self.drawing.width, self.drawing.height
        corners = [self.matrix.transform_point(x, y) for x in (0.0, width) for y in (0.0, height)]
        return enclose_points(*zip(*corners, strict=True))


class PlacedImage(msgspec.Struct, frozen=True):
    """A raster picture that fills a box; `data` are the bytes of a PNG or JPEG file.

    What is outside the path `clip` is not painted; an empty path clips nothing. `shown` is the
    share of a picture that a template with `--max-crop` shows, 1 if it shows all of it.
    """

    data: bytes
    x: float
    y: float
    width: float
    height: float
    opacity: float = 1.0
    clip: tuple[Segment, ...] = ()
    shown: float = 1.0


class FormField(msgspec.Struct, frozen=True):
    """A form field to type in or to tick on screen (ISO 32000-1, 12.7); it draws nothing.

    `size` is the type size in points.
    """

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
"""The kinds of items that may extend into the bleed, if they have no field name."""


class Face(msgspec.Struct, frozen=True):
    """One side of one piece, trimmed to `width` × `height` mm; items in painting order.

    `bleed` is the width of the bleed in mm. `clip` is the shape of the face if paint that extends
    more than `bleed` mm beyond it must be cut off, else None. `has_smaller_text` is true if the
    text of the face is smaller than that of most faces of its print, as `--same: text 90%` allows.
    `notes` are notes about the style sheets. On the last face of a print, they include the notes of
    preflight about all of its faces.
    """

    id: str
    width: float
    height: float
    items: tuple[Item, ...]
    bleed: float = 0.0
    clip: Outline | None = None
    has_smaller_text: bool = False
    notes: tuple[Problem, ...] = ()
