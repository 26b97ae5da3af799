"""Turn painted outlines into answers: do they touch a box, do they hold a point?

Plain geometry of polygons and boxes; it knows neither PDF nor rules.
"""

from printgen.proof.geometry import Box, Outline, Point
from printgen.proof.painted import Shape


def touches(shape: Shape, box: Box) -> bool:
    """Whether the paint of `shape`, its fill or its stroke, reaches into `box`."""
    if not shape.box.meets(box):
        return False
    if shape.filled:
        if shape.rectangle:
            return True
        middle = (box.left + box.right) / 2, (box.top + box.bottom) / 2
        if holds(shape.outline, middle, shape.even_odd) or _crosses(shape.outline, box, close=True):
            return True
    return shape.stroked and _crosses(shape.outline, box.grown(shape.half), close=False)


def holds(outline: Outline, point: Point, even_odd: bool) -> bool:
    """Whether a point lies inside an outline, by the rule that the fill uses."""
    x, y = point
    winding = 0
    for polygon in outline:
        ax, ay = polygon[-1]
        for bx, by in polygon:
            if (ay <= y) != (by <= y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                winding += 1 if by > ay else -1
            ax, ay = bx, by
    return winding % 2 != 0 if even_odd else winding != 0


def fills(shape: Shape, point: Point) -> bool:
    """Whether the fill of `shape` covers a point."""
    left, top, right, bottom = shape.box
    if not shape.filled or not (left <= point[0] <= right and top <= point[1] <= bottom):
        return False
    return shape.rectangle or holds(shape.outline, point, shape.even_odd)


def within(box: Box, clip: Shape, slack: float = 0.05) -> bool:
    """Whether a box lies inside an outline that clips, give or take `slack` mm."""
    if not clip.box.holds(box, slack):
        return False
    if clip.rectangle:
        return True
    left, top, right, bottom = box
    corners = (left, top), (right, top), (right, bottom), (left, bottom)
    return all(holds(clip.outline, corner, clip.even_odd) for corner in corners) and not _crosses(
        clip.outline, box, close=True
    )


def _crosses(outline: Outline, box: Box, *, close: bool) -> bool:
    """Whether any edge has a part inside the box (Liang and Barsky's clipping of a line).

    A fill closes its polygons; a stroke draws a last edge only where the path has it.
    """
    for polygon in outline:
        ax, ay = polygon[-1] if close else polygon[0]
        for bx, by in polygon:
            low, high = 0.0, 1.0
            for start, step, least, most in (
                (ax, bx - ax, box.left, box.right),
                (ay, by - ay, box.top, box.bottom),
            ):
                if step == 0:
                    if not least < start < most:
                        high = -1.0
                    continue
                enter, leave = (least - start) / step, (most - start) / step
                low, high = max(low, min(enter, leave)), min(high, max(enter, leave))
            if low < high:
                return True
            ax, ay = bx, by
    return False
