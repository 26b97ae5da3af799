"""Bleed: extends flat colours beyond the trim of a face.

A colour that ends exactly at the trim shows a white line if the cut is slightly off. Therefore
each straight edge on the trim, of a filled shape or of a closed outline, gets a strip of the same
colour, as wide as the bleed. Nothing changes inside the trim. This module does not depend on paper
sizes.
"""

from collections.abc import Iterable, Iterator

from printgen.colour import Colour
from printgen.face.face import Item, Segment, Shape
from printgen.face.outlines import make_rectangle

_TOLERANCE = 0.02
"""Largest distance from the trim, in mm, at which an edge counts as being on the trim."""

_Edge = tuple[float, float, float, float]


def add_bleed(items: Iterable[Item], width: float, height: float, bleed: float) -> Iterator[Item]:
    """Yield the items of a face, each shape followed by the strips that extend it into the bleed.

    `width`, `height` and `bleed` are in mm.
    """
    for item in items:
        yield item
        if isinstance(item, Shape) and bleed:
            yield from _make_bleed_strips(item, width, height, bleed)


def _make_bleed_strips(shape: Shape, width: float, height: float, bleed: float) -> Iterator[Shape]:
    """Yield one strip outside the trim for each straight edge of `shape` that is on the trim."""
    ink: Colour | None = shape.fill
    half_stroke = 0.0
    if shape.stroke is not None and shape.stroke_width and shape.path[-1][0] == "Z":
        # A stroke is centred on its path, so its outer edge is half its width outside of it.
        # SVG 1.1, 11.4: joins are mitred by default, so the corners are square.
        ink, half_stroke = shape.stroke, shape.stroke_width / 2
    if ink is None:
        return
    for x1, y1, x2, y2 in _list_straight_edges(shape.path):
        if max(abs(x1 - x2), abs(y1 - y2)) < _TOLERANCE:
            continue  # a rounding error in the outline of a curve
        if abs(x1 - x2) < _TOLERANCE and (side := _find_trim_side(x1, width, half_stroke)):
            low, high = _find_strip_ends(y1, y2, height, half_stroke, bleed)
            yield Shape(make_rectangle(-bleed if side < 0 else width, low, bleed, high - low), ink)
        if abs(y1 - y2) < _TOLERANCE and (side := _find_trim_side(y1, height, half_stroke)):
            low, high = _find_strip_ends(x1, x2, width, half_stroke, bleed)
            yield Shape(make_rectangle(low, -bleed if side < 0 else height, high - low, bleed), ink)


def _find_trim_side(position: float, size: float, half: float) -> int:
    """Return -1 if an edge is on the left or top trim, 1 if on the right or bottom trim, else 0.

    `position` is the x or y of the edge, `size` the width or height of the face, and `half` half of
    the width of the stroke, all in mm.
    """
    if abs(position - half) < _TOLERANCE:
        return -1
    return 1 if abs(size - half - position) < _TOLERANCE else 0


def _find_strip_ends(
    start: float, end: float, size: float, half_stroke: float, bleed: float
) -> tuple[float, float]:
    """Return the start and end of the bleed strip of an edge, in mm.

    If the edge reaches a corner of the face, the strip covers the bleed at this corner too. `size`
    is the width or height of the face, along the edge.
    """
    low, high = min(start, end) - half_stroke, max(start, end) + half_stroke
    low = -bleed if low < _TOLERANCE else low
    return low, size + bleed if high > size - _TOLERANCE else high


def _list_straight_edges(path: tuple[Segment, ...]) -> Iterator[_Edge]:
    """Yield the straight lines of a path, including the lines that close it."""
    start = point = (0.0, 0.0)
    for segment in path:
        if segment[0] == "Z":
            yield (*point, *start)
            # SVG 1.1, 8.3.3: after a closepath the next subpath starts at the same point.
            point = start
            continue
        end: tuple[float, float] = segment[-2:]
        if segment[0] == "M":
            start = end
        elif segment[0] == "L":
            yield (*point, *end)
        point = end
