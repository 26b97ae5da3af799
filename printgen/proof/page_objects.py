"""What stands on a page, as pdfium says: texts, other paint, and the labels that name them.

It knows no rules, and no pdfium.
"""

from typing import NamedTuple

from printgen.face_checks.boxes import Box


class Label(NamedTuple):
    """What a label says: its kind, the name that it gives, and its numbers, in mm and points."""

    kind: str
    name: str
    place: tuple[float, ...]


class PaintedText(NamedTuple):
    """A text under one label, from its face's corner; `label` is None where it has none.

    `box` is its ink's; `mode` the text rendering mode (0 is filled); `even` says that it is neither
    slanted nor stretched, `clipped` that something may cut it; `closest` how near its letters
    stand, as in `SeenText`.
    """

    label: Label | None
    text: str
    x: float
    y: float
    size: float
    angle: float
    colour: tuple[int, int, int]
    render_mode: int
    is_undistorted: bool
    is_clipped: bool
    box: Box
    closest: float = 1.0


class Graphic(NamedTuple):
    """Anything else that is painted: a path, a picture, a mark; `turn` is None where it is uneven.

    `covers` says that it hides what lies under its box, `pictures` that it is more than a path.
    """

    label: Label | None
    box: Box
    covers: bool
    turn: float | None
    is_clipped: bool
    is_picture: bool = False


class FaceInk(NamedTuple):
    """What stands under one face's label, from the corner that it names, in the order of painting.

    `before` says of each of `paints` how many of `texts` were painted before it.
    """

    label: Label
    texts: list[PaintedText]
    paints: list[Graphic]
    texts_before: list[int]


NO_FACE = Label("", "", ())
"""In place of a face's label: of none."""
