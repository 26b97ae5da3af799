"""Turn how backs were asked to lie into the frame in which a page of them reads as it is held.

What is read in that frame is unmoved and has its faces upright, so that one proof does for fronts
and backs. Behind a front's place is then its mirror image across the page. It knows no rules.
"""

from typing import NamedTuple

from printgen.face_checks.boxes import Box
from printgen.manifest import PrintManifest


class PageFrame(NamedTuple):
    """Each point of a page at `sign` (1 or -1) times its place, then moved by so many mm."""

    sign: int = 1
    x_offset: float = 0.0
    y_offset: float = 0.0

    def rotate_180(self, width: float, height: float) -> "PageFrame":
        """The same, then turned round about the middle of a page of that size."""
        return PageFrame(-self.sign, width - self.x_offset, height - self.y_offset)

    def map_point(self, x: float, y: float) -> tuple[float, float]:
        """Where a place on the page is seen."""
        return self.sign * x + self.x_offset, self.sign * y + self.y_offset

    def invert_point(self, x: float, y: float) -> tuple[float, float]:
        """Where on the page is what is seen there."""
        return self.sign * (x - self.x_offset), self.sign * (y - self.y_offset)

    def map_box(self, box: Box) -> Box:
        """Where a box on the page is seen."""
        (left, top), (right, bottom) = self.map_point(*box[:2]), self.map_point(*box[2:])
        return Box(min(left, right), min(top, bottom), max(left, right), max(top, bottom))


IDENTITY_FRAME = PageFrame()


def find_frame(manifest: PrintManifest, size: tuple[float, float], *, are_backs: bool) -> PageFrame:
    """The frame of a page of that size in mm, all of whose faces are backs or none is."""
    frame = IDENTITY_FRAME
    if are_backs:
        frame = frame.rotate_180(*size) if manifest.duplex == "short" else frame
        x, y = manifest.offset
        frame = PageFrame(frame.sign, frame.x_offset - x, frame.y_offset - y)
        frame = frame.rotate_180(*size) if size[0] > size[1] else frame
    return frame
