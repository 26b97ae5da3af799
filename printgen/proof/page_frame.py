"""Turn how backs were asked to lie into the frame in which a page of them reads as it is held.

What is read in that frame is unmoved and has its faces upright, so that one proof does for fronts
and backs. Behind a front's place is then its mirror image across the page. It knows no rules.
"""

from typing import NamedTuple

from printgen.face_checks.boxes import Box
from printgen.manifest import Claim


class Orientation(NamedTuple):
    """Each point of a page at `sign` (1 or -1) times its place, then moved by so many mm."""

    sign: int = 1
    right: float = 0.0
    down: float = 0.0

    def turned(self, width: float, height: float) -> "Orientation":
        """The same, then turned round about the middle of a page of that size."""
        return Orientation(-self.sign, width - self.right, height - self.down)

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Where a place on the page is seen."""
        return self.sign * x + self.right, self.sign * y + self.down

    def back(self, x: float, y: float) -> tuple[float, float]:
        """Where on the page is what is seen there."""
        return self.sign * (x - self.right), self.sign * (y - self.down)

    def box(self, box: Box) -> Box:
        """Where a box on the page is seen."""
        (left, top), (right, bottom) = self.point(*box[:2]), self.point(*box[2:])
        return Box(min(left, right), min(top, bottom), max(left, right), max(top, bottom))


AS_IT_LIES = Orientation()


def upright(claim: Claim, size: tuple[float, float], *, are_backs: bool) -> Orientation:
    """The frame of a page of that size in mm, all of whose faces are backs or none is."""
    frame = AS_IT_LIES
    if are_backs:
        frame = frame.turned(*size) if claim.duplex == "short" else frame
        x, y = claim.offset
        frame = Orientation(frame.sign, frame.right - x, frame.down - y)
        frame = frame.turned(*size) if size[0] > size[1] else frame
    return frame
