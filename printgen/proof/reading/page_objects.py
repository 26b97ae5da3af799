"""The types of what is painted on a page: texts, graphics, and the labels that name them.

Records are in the frame of their page: the rotation and offset under which its faces are upright
and unmoved. In its frame a page of backs is checked like a page of fronts. A back is then in the
mirrored place of its front: left and right are exchanged.
"""

from typing import NamedTuple

import msgspec

from printgen.geometry import Box
from printgen.sheet_layout import SheetLayout


class PageFrame(msgspec.Struct, frozen=True):
    """A mapping of points from the page to its frame: `sign` (1 or -1), then offsets in mm.

    `x` becomes `sign` times `x`, plus the offset, and so does `y`.
    """

    sign: int = 1
    x_offset: float = 0.0
    y_offset: float = 0.0

    def rotate_180(self, width: float, height: float) -> "PageFrame":
        """Return this frame followed by a half turn around the centre of a page of that size."""
        return PageFrame(-self.sign, width - self.x_offset, height - self.y_offset)

    def map_point(self, x: float, y: float) -> tuple[float, float]:
        """Return the position in the frame of a point of the page, in mm."""
        return self.sign * x + self.x_offset, self.sign * y + self.y_offset

    def map_point_to_page(self, x: float, y: float) -> tuple[float, float]:
        """Return the position on the page of a point of the frame, in mm."""
        return self.sign * (x - self.x_offset), self.sign * (y - self.y_offset)

    def map_box(self, box: Box) -> Box:
        """Return the position in the frame of a box of the page, in mm."""
        (left, top), (right, bottom) = self.map_point(*box[:2]), self.map_point(*box[2:])
        return Box(min(left, right), min(top, bottom), max(left, right), max(top, bottom))


IDENTITY_FRAME = PageFrame()


def find_frame(layout: SheetLayout, size: tuple[float, float], *, are_backs: bool) -> PageFrame:
    """Return the frame in which the faces of a page are upright and unmoved.

    `size` is that of the page in mm. The faces of a page are all fronts or all backs.
    """
    frame = IDENTITY_FRAME
    if are_backs:
        # Undo the press: its half turn for the short edge, its offset, its turned landscape backs.
        frame = frame.rotate_180(*size) if layout.duplex == "short" else frame
        x, y = layout.offset
        frame = PageFrame(frame.sign, frame.x_offset - x, frame.y_offset - y)
        frame = frame.rotate_180(*size) if size[0] > size[1] else frame
    return frame


class Label(NamedTuple):
    """A label in the PDF: its kind, the name in it, and its numbers.

    The numbers are a position in mm, and sizes in mm or points (docs/proof.md). `is_on_artwork`
    says that the template accepts a low contrast of the text.
    """

    kind: str
    name: str
    place: tuple[float, ...]
    is_on_artwork: bool = False


class PaintedText(msgspec.Struct, frozen=True):
    """A text with one label or none; `x` and `y` are in mm from the corner of its face.

    `box` is the box of its ink in mm, `size` its type size in points, `angle` in degrees.
    `render_mode` is the text rendering mode (ISO 32000-1, 9.3.6). `stretch` is the factor by which
    the letters are wider than in their font, 0 if the text is slanted or mirrored. `is_clipped` is
    true if a clipping path applies to it. `closest` is the smallest letter spacing, as in
    `ReadText`. `outline_width` is in points.
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
        """The name of the field that the text prints; empty if it prints none."""
        return self.label.name if self.label else ""


class Graphic(msgspec.Struct, frozen=True):
    """Anything else that is painted: a path, a picture or a mark.

    `covers` says that it hides what is under it, and `fills_box` that it does so in its whole box,
    as a rectangle does. `turn` is in degrees, None if the graphic is
    mirrored, stretched or slanted. `is_picture` says that it is not a path. `is_blended` says that
    it is a raster picture or not opaque, so that only a rendering shows its colours.
    """

    label: Label | None
    box: Box
    covers: bool
    turn: float | None
    is_clipped: bool
    is_picture: bool = False
    is_blended: bool = False
    fills_box: bool = True


class FaceInk(msgspec.Struct, frozen=True):
    """What is painted on one face, in painting order, measured in mm from the corner of the face.

    `paints` is all except text. `texts_before` has, for each of `paints`, the number of texts
    painted before it. `objects` has the addresses of the text objects of each of `texts`. A page
    with a part of a board has the whole face, and shows only what is in `window`.
    """

    label: Label
    texts: list[PaintedText]
    paints: list[Graphic]
    texts_before: list[int]
    objects: list[tuple[int, ...]] = msgspec.field(default_factory=list)
    window: Box | None = None

    def shows(self, box: Box) -> bool:
        """Return whether the page shows all of a box on the face."""
        return self.window is None or self.window.contains(box)


NO_FACE = Label("", "", ())
"""The label of everything on a page that belongs to no face."""
