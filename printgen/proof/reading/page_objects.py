"""The types of what is painted on a page: texts, graphics, and the labels that name them.

Records are in the frame of their page: the rotation and offset under which its faces are upright
and unmoved. In its frame a page of backs is checked like a page of fronts. A back is then in the
mirrored place of its front: left and right are exchanged.
"""

from typing import NamedTuple

import msgspec

from printgen.geometry import Box
from printgen.sheet_layout import SheetLayout


class PageTransform(msgspec.Struct, frozen=True):
    """A transformation of points from the page to its frame, in which the faces are upright.

    `x` becomes `sign` (1 or -1) times `x`, plus `x_offset` in mm. `y` is transformed in the same
    way.
    """

    sign: int = 1
    x_offset: float = 0.0
    y_offset: float = 0.0

    def rotate_180(self, width: float, height: float) -> "PageTransform":
        """Return this transform, turned by 180° around the centre of a page of that size."""
        return PageTransform(-self.sign, width - self.x_offset, height - self.y_offset)

    def map_point(self, x: float, y: float) -> tuple[float, float]:
        """Convert a point of the page to the frame. Both are in mm."""
        return self.sign * x + self.x_offset, self.sign * y + self.y_offset

    def map_point_to_page(self, x: float, y: float) -> tuple[float, float]:
        """Convert a point of the frame to the page. Both are in mm."""
        return self.sign * (x - self.x_offset), self.sign * (y - self.y_offset)

    def map_box(self, box: Box) -> Box:
        """Convert a box of the page to the frame. Both are in mm."""
        (left, top), (right, bottom) = self.map_point(*box[:2]), self.map_point(*box[2:])
        return Box(min(left, right), min(top, bottom), max(left, right), max(top, bottom))


IDENTITY_TRANSFORM = PageTransform()


def find_page_transform(
    layout: SheetLayout, size: tuple[float, float], *, are_backs: bool
) -> PageTransform:
    """Return the transform to the frame in which the faces of a page are upright and unmoved.

    `size` is the size of the page in mm. `are_backs` says whether the page has backs or fronts.
    """
    transform = IDENTITY_TRANSFORM
    if are_backs:
        # Undo the press: its half turn for the short edge, its offset, its turned landscape backs.
        transform = transform.rotate_180(*size) if layout.duplex == "short" else transform
        x, y = layout.offset
        transform = PageTransform(transform.sign, transform.x_offset - x, transform.y_offset - y)
        transform = transform.rotate_180(*size) if size[0] > size[1] else transform
    return transform


class Label(NamedTuple):
    """A label that the press wrote into the PDF, to name a printed text, mark or face.

    `kind` is the kind of the label and `name` the name of the field or face. `place` has numbers
    that depend on the kind: a position in mm, and sizes in mm or points (docs/proof.md). If
    `is_on_artwork` is true, the template accepts a low contrast of the text.
    """

    kind: str
    name: str
    place: tuple[float, ...]
    is_on_artwork: bool = False


class PaintedText(msgspec.Struct, frozen=True):
    """A text with one label, or without a label. `x` and `y` are in mm from the corner of its face.

    `box` is the box of its ink in mm, `size` its type size in points, `angle` in degrees.
    `render_mode` is the text rendering mode (ISO 32000-1, 9.3.6). `stretch` is the factor by which
    the letters are wider than in their font, 0 if the text is slanted or mirrored. `is_clipped` is
    true if a clipping path applies to it. `closest` is the smallest distance between the starts of
    two letters, as a share of the first letter's advance width. `outline_width` is in points.
    """

    label: Label | None
    text: str
    x: float
    y: float
    size: float
    angle: float
    colour: tuple[int, int, int]
    render_mode: int
    stretch: float
    is_clipped: bool
    box: Box
    closest: float = 1.0
    is_opaque: bool = True
    outline_width: float = 0.0

    @property
    def field(self) -> str:
        """The name of the field that the text prints; "" if it prints none."""
        return self.label.name if self.label else ""


class Graphic(msgspec.Struct, frozen=True):
    """Anything painted on a page that is no text: a path, a picture or a mark.

    If `covers` is true, the graphic hides what is below it; if `fills_box` is true, in its whole
    box, as a rectangle does. `turn` is in degrees; None if the graphic is mirrored, stretched or
    slanted. `is_picture` is true unless it is a path. `is_blended` is true for a raster picture,
    and for anything that is not opaque: then only a rendering of the page shows the colours.
    """

    label: Label | None
    box: Box
    covers: bool
    turn: float | None
    is_clipped: bool
    is_picture: bool = False
    is_blended: bool = False
    fills_box: bool = True


class PaintedFace(msgspec.Struct, frozen=True):
    """What is painted on one face, in painting order, in mm from the corner of the face.

    `texts` are its texts, and `paints` everything else. `texts_before` has for each of `paints` the
    number of texts painted before it. `objects` has for each of `texts` the addresses of its text
    objects, and `paint_objects` the address of each of `paints`. If a page has only a part of a
    board, it still paints the whole face, and `window` is the part that can be seen.
    """

    label: Label
    texts: list[PaintedText]
    paints: list[Graphic]
    texts_before: list[int]
    objects: list[tuple[int, ...]] = msgspec.field(default_factory=list)
    paint_objects: list[int] = msgspec.field(default_factory=list)
    window: Box | None = None

    def is_fully_visible(self, box: Box) -> bool:
        """Return whether a box on the face can be seen completely on the page."""
        return self.window is None or self.window.contains(box)


NO_FACE = Label("", "", ())
"""The label of everything on a page that belongs to no face."""
