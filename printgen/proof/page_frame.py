"""The frame of a page: the rotation and offset under which its faces are upright and unmoved.

In its frame a page of backs is checked like a page of fronts. A back is then in the mirrored place
of its front: left and right are exchanged.
"""

from typing import NamedTuple

from printgen.geometry import Box
from printgen.sheet_layout import SheetLayout


class PageFrame(NamedTuple):
    """A mapping of points: multiplied by `sign` (1 or -1), then moved by the offsets, in mm."""

    sign: int = 1
    x_offset: float = 0.0
    y_offset: float = 0.0

    def rotate_180(self, width: float, height: float) -> "PageFrame":
        """Return this frame followed by a half turn around the centre of a page of that size."""
        return PageFrame(-self.sign, width - self.x_offset, height - self.y_offset)

    def map_point(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point of the page is in the frame."""
        return self.sign * x + self.x_offset, self.sign * y + self.y_offset

    def invert_point(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point of the frame is on the page."""
        return self.sign * (x - self.x_offset), self.sign * (y - self.y_offset)

    def map_box(self, box: Box) -> Box:
        """Return where a box of the page is in the frame."""
        (left, top), (right, bottom) = self.map_point(*box[:2]), self.map_point(*box[2:])
        return Box(min(left, right), min(top, bottom), max(left, right), max(top, bottom))


IDENTITY_FRAME = PageFrame()


def find_frame(layout: SheetLayout, size: tuple[float, float], *, are_backs: bool) -> PageFrame:
    """Return the frame of a page of that size in mm; its faces are all fronts or all backs."""
    frame = IDENTITY_FRAME
    if are_backs:
        # Undo the press: its half turn for the short edge, its offset, its turned landscape backs.
        frame = frame.rotate_180(*size) if layout.duplex == "short" else frame
        x, y = layout.offset
        frame = PageFrame(frame.sign, frame.x_offset - x, frame.y_offset - y)
        frame = frame.rotate_180(*size) if size[0] > size[1] else frame
    return frame
