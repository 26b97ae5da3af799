"""Turn the items of a face into the same items with its flat colours run on over its trim.

What is filled up to the trim would show white where a cut goes a little astray. So each straight
edge of a filled shape, or of a closed outline, that lies on the trim goes on as a strip of the same
colour, as wide as the bleed; within the trim nothing changes. It knows no paper.
"""

from collections.abc import Iterable, Iterator

from printgen.layout.face import Colour, Item, Segment, Shape
from printgen.layout.svg_geometry import rectangle

_ON = 0.02
"""How near to the trim, in mm, an edge lies on it."""

_Edge = tuple[float, float, float, float]


def bled(items: Iterable[Item], width: float, height: float, bleed: float) -> Iterator[Item]:
    """The items of a face of that size, each shape followed by what of it bleeds."""
    for item in items:
        yield item
        if isinstance(item, Shape):
            yield from _strips(item, width, height, bleed)


def _strips(shape: Shape, width: float, height: float, bleed: float) -> Iterator[Shape]:
    ink: Colour | None = shape.fill
    half = 0.0
    if shape.stroke is not None and shape.stroke_width and shape.path[-1][0] == "Z":
        # Mitred corners: the outer edge of an outline lies half its width further out.
        ink, half = shape.stroke, shape.stroke_width / 2
    if ink is None:
        return
    for x1, y1, x2, y2 in _edges(shape.path):
        if abs(x1 - x2) < _ON and (side := _side(x1, width, half)):
            low, high = _ends(y1, y2, height, half, bleed)
            yield Shape(rectangle(-bleed if side < 0 else width, low, bleed, high - low), ink)
        if abs(y1 - y2) < _ON and (side := _side(y1, height, half)):
            low, high = _ends(x1, x2, width, half, bleed)
            yield Shape(rectangle(low, -bleed if side < 0 else height, high - low, bleed), ink)


def _side(at: float, size: float, half: float) -> int:
    """-1 where an edge lies on the near side of the trim, 1 on the far one, else 0."""
    return -1 if abs(at - half) < _ON else 1 if abs(size - half - at) < _ON else 0


def _ends(one: float, other: float, size: float, half: float, bleed: float) -> tuple[float, float]:
    """From where to where a strip runs: round the corner where its edge ends in one."""
    low, high = min(one, other) - half, max(one, other) + half
    return (-bleed if low < _ON else low), (size + bleed if high > size - _ON else high)


def _edges(path: tuple[Segment, ...]) -> Iterator[_Edge]:
    """The straight lines of a path, those that close it too."""
    start = at = (0.0, 0.0)
    for segment in path:
        if segment[0] == "Z":
            yield (*at, *start)
            at = start
            continue
        to: tuple[float, float] = segment[-2:]
        if segment[0] == "M":
            start = to
        elif segment[0] == "L":
            yield (*at, *to)
        at = to
