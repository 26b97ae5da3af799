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
    """A shadow of a text: a copy of its letters, painted below it.

    - `dx`, `dy`: how far the copy is moved to the right and down.
    - `blur`: the blur radius; 0 for a sharp copy.
    - `ink`: the colour of the copy.
    - `outline_width`, `join`: the width of the outline of its letters, and how the corners of the
      outline are joined, as in `stroke-linejoin`.

    Lengths are in mm, or in units of a drawing.
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
    """Text in one typeface on one line.

    - `x`, `y`: where its baseline starts, in mm. `angle`: its rotation around that point, in
      degrees clockwise.
    - `width`: its advance width in mm. `size`: its type size in points.
    - `tracking`: the space that is added after each letter, in points.
    - `stretch`: the factor by which the letters are wider than in the font. It is included in
      `width`, but does not change `tracking`.
    - `field`: the name of the field whose value it prints; None for text of the template.
    - `continues_field`: whether no space separates this text from the text before it in the same
      field, for example on the next line, or after the padding of an inline box.
    - `is_own_text`: whether it is text of the template with the class `own`. The checks allow such
      text next to a value.
    - `outline`, `outline_width`: the letters are filled with `colour`, then stroked with the colour
      `outline`, this many mm wide.
    - `features`: OpenType features that are switched on or off.
    - `is_rtl`: whether it is written from right to left.
    - `is_on_artwork`: whether the designer accepts a low contrast with what is below the text.
    - `shadows`: the shadows of the letters. They are painted below the text, as separate items.
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
    """A gradient that fills a shape.

    - `stops`: the position of each stop, from 0 to 1, and its colour.
    - `matrix`: maps the gradient to the units of the shape. A linear gradient goes from 0, 0 to 1,
      0; a radial gradient fills the circle of radius 1 around 0, 0.
    - `focus`: the point inside this circle at which the colours of a radial gradient begin; None
      for a linear gradient.
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

    `multiplied_line`: if the colours are multiplied with those below, the line of its box in the
    rendered template. On a finished face it is None, because layout has drawn the mixed areas.
    """

    path: tuple[Segment, ...]
    fill: Colour | None
    stroke: Colour | None = None
    stroke_width: float = 0.0
    shade: GradientFill | PictureFill | None = None
    multiplied_line: int | None = None


class Drawing(msgspec.Struct, frozen=True, cache_hash=True):
    """A vector picture that can be placed many times on faces.

    - `shapes`: its shapes. `texts`: its texts, painted over the shapes.
    - `width`, `height`: its size in its own units. Its top left corner is 0, 0.
    - `credit`: the author and the licence, if it is an icon from a set of icons; otherwise "".
    - `natural_size`: the width and height in mm that its file sets; None for each that it does not.
    """

    id: str
    width: float
    height: float
    shapes: tuple[Shape, ...]
    credit: str = ""
    texts: tuple[TextRun, ...] = ()
    natural_size: tuple[float | None, float | None] = (None, None)

    @property
    def has_more_than_opaque_shapes(self) -> bool:
        """Whether it has texts, a gradient, a picture, or a colour that is partly transparent.

        Such a drawing is placed on a face as separate shapes and texts, not as one item.
        """
        if self.texts:
            return True
        inks = (ink for shape in self.shapes for ink in (shape.fill, shape.stroke))
        return any(len(ink or ()) > 3 for ink in inks) or any(s.shade for s in self.shapes)


class PlacedMark(msgspec.Struct, frozen=True):
    """A drawing on a face.

    - `matrix`: maps the units of the drawing to mm on the face.
    - `field`: the name of the field whose value it shows; None if it shows no value.
    - `opacity`: from 0 to 1.
    - `shown`: the share of the drawing that is not cropped, if a template crops it (`--max-crop`);
      1 if all of it is shown.
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
    """A raster picture that fills a box.

    - `data`: the bytes of a PNG or JPEG file.
    - `clip`: a path. What is outside of it is not painted; an empty path clips nothing.
    - `shown`: the share of the picture that is not cropped, if a template crops it (`--max-crop`);
      1 if all of it is shown.
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

    `size` is the size of the letters that are typed in it, in points. `multiline` says whether
    several lines can be typed.
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
    """One side of one piece, such as a card.

    - `width`, `height`: its size in mm after it is cut out.
    - `items`: what is painted on it, in painting order.
    - `bleed`: the width of the bleed in mm.
    - `clip`: the shape of the face, if paint extends so far beyond it that it must be cut off in
      the PDF; else None.
    - `has_smaller_text`: whether its text is smaller than that of most faces of its print, as
      `--same: text 90%` allows.
    - `notes`: notes about the style sheets. On the last face of a print, also the notes about all
      of its faces.
    """

    id: str
    width: float
    height: float
    items: tuple[Item, ...]
    bleed: float = 0.0
    clip: Outline | None = None
    has_smaller_text: bool = False
    notes: tuple[Problem, ...] = ()
