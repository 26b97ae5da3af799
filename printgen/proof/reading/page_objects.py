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
    """A map from points of a page to a frame: coordinates in which the faces are upright.

    `x` becomes `sign` (1 or -1) times `x`, plus `x_offset` in mm. `y` is mapped in the same way,
    with `y_offset`.
    """

    sign: int = 1
    x_offset: float = 0.0
    y_offset: float = 0.0

    def rotate_180(self, width: float, height: float) -> "PageTransform":
        """Return this transform, turned by 180° around the centre of a page of that size."""
        return PageTransform(-self.sign, width - self.x_offset, height - self.y_offset)

    def map_point(self, x: float, y: float) -> tuple[float, float]:
        """Convert a point of the page to the frame, in which faces are upright. Both are in mm."""
        return self.sign * x + self.x_offset, self.sign * y + self.y_offset

    def map_point_to_page(self, x: float, y: float) -> tuple[float, float]:
        """Convert a point of the frame, in which faces are upright, to the page. Both are in mm."""
        return self.sign * (x - self.x_offset), self.sign * (y - self.y_offset)

    def map_box(self, box: Box) -> Box:
        """Convert a box of the page to the frame, in which faces are upright. Both are in mm."""
        (left, top), (right, bottom) = self.map_point(*box[:2]), self.map_point(*box[2:])
        return Box(min(left, right), min(top, bottom), max(left, right), max(top, bottom))


IDENTITY_TRANSFORM = PageTransform()


def find_page_transform(
    layout: SheetLayout, size: tuple[float, float], *, are_backs: bool
) -> PageTransform:
    """Return the map from a page to a frame in which its faces are upright and not moved.

    Backs may be printed upside down, or moved to correct the printer. `size` is the size of the
    page in mm, and `are_backs` says whether the page has backs or fronts.
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
    """A label that printgen wrote into the PDF, to name a printed text, mark or face.

    - `kind`: the kind of the label, such as Field or Mark.
    - `name`: the name of the field or face.
    - `place`: the position at which it was printed, in mm, followed by sizes in mm or points. How
      many numbers there are depends on the kind (docs/proof.md).
    - `is_on_artwork`: whether the template accepts a low contrast of the text.
    """

    kind: str
    name: str
    place: tuple[float, ...]
    is_on_artwork: bool = False


class PaintedText(msgspec.Struct, frozen=True):
    """A text that was read from a page.

    - `label`: the label that names it; None without one.
    - `x`, `y`: its position in mm from the top left corner of its face. `box`: the box of its ink
      in mm.
    - `size`: its type size in points. `angle`: its rotation in degrees.
    - `render_mode`: the text rendering mode (ISO 32000-1, 9.3.6).
    - `stretch`: the factor by which the letters are wider than in their font; 0 if the text is
      slanted or mirrored.
    - `is_clipped`: whether a clipping path applies to it.
    - `closest`: the smallest distance between the starts of two letters, as a share of the advance
      width of the first of them.
    - `outline_width`: the width of the outline of its letters, in points.
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

    - `label`: the label that names it; None without one.
    - `covers`: whether it hides what is below it. `fills_box`: whether it does so in its whole box,
      as a rectangle does.
    - `turn`: its rotation in degrees; None if it is mirrored, stretched or slanted.
    - `is_picture`: true unless it is a path.
    - `is_blended`: whether it is a raster picture, or not opaque. Then only a picture of the page
      shows its colours.
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
    """What is painted on one face, in painting order, in mm from the top left corner of the face.

    - `texts`: its texts. `paints`: everything else.
    - `texts_before`: for each of `paints`, how many of the texts were painted before it.
    - `objects`: for each of `texts`, the addresses of its text objects. `paint_objects`: the
      address of each of `paints`.
    - `window`: if the page shows only a part of the face, as with a board on several pages, the box
      of that part; else None.
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
