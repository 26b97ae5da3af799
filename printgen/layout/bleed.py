"""Turn the items of a face into the same items with its flat colours run on over its trim.

What is filled up to the trim would show white where a cut goes a little astray. So each straight
edge of a filled shape, or of a closed outline, that lies on the trim goes on as a strip of the same
colour, as wide as the bleed; within the trim nothing changes. It knows no paper.
"""

from collections.abc import Iterable, Iterator

from printgen.layout.face import Colour, Item, Segment, Shape
from printgen.layout.svg_geometry import make_rectangle

_SLACK = 0.02
"""How near to the trim, in mm, an edge lies on it."""

_Edge = tuple[float, float, float, float]


def add_bleed(items: Iterable[Item], width: float, height: float, bleed: float) -> Iterator[Item]:
    """The items of a face of that size, each shape followed by what of it bleeds."""
    for item in items:
        yield item
        if isinstance(item, Shape):
            yield from _make_bleed_strips(item, width, height, bleed)


def _make_bleed_strips(shape: Shape, width: float, height: float, bleed: float) -> Iterator[Shape]:
    ink: Colour | None = shape.fill
    half_stroke = 0.0
    if shape.stroke is not None and shape.stroke_width and shape.path[-1][0] == "Z":
        # Mitred corners: the outer edge of an outline lies half its width further out.
        ink, half_stroke = shape.stroke, shape.stroke_width / 2
    if ink is None:
        return
    for x1, y1, x2, y2 in _list_straight_edges(shape.path):
        if abs(x1 - x2) < _SLACK and (side := _find_trim_side(x1, width, half_stroke)):
            low, high = _find_strip_ends(y1, y2, height, half_stroke, bleed)
            yield Shape(make_rectangle(-bleed if side < 0 else width, low, bleed, high - low), ink)
        if abs(y1 - y2) < _SLACK and (side := _find_trim_side(y1, height, half_stroke)):
            low, high = _find_strip_ends(x1, x2, width, half_stroke, bleed)
            yield Shape(make_rectangle(low, -bleed if side < 0 else height, high - low, bleed), ink)


def _find_trim_side(pos: float, size: float, half: float) -> int:
    """-1 where an edge lies on the near side of the trim, 1 on the far one, else 0."""
    return -1 if abs(pos - half) < _SLACK else 1 if abs(size - half - pos) < _SLACK else 0


def _find_strip_ends(
    start: float, end: float, size: float, half_stroke: float, bleed: float
) -> tuple[float, float]:
    """From where to where a strip runs: round the corner where its edge ends in one."""
    low, high = min(start, end) - half_stroke, max(start, end) + half_stroke
    return (-bleed if low < _SLACK else low), (size + bleed if high > size - _SLACK else high)


def _list_straight_edges(path: tuple[Segment, ...]) -> Iterator[_Edge]:
    """The straight lines of a path, those that close it too."""
    start = point = (0.0, 0.0)
    for segment in path:
        if segment[0] == "Z":
            yield (*point, *start)
            point = start
            continue
        end: tuple[float, float] = segment[-2:]
        if segment[0] == "M":
            start = end
        elif segment[0] == "L":
            yield (*point, *end)
        point = end
