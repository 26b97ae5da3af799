"""Dashed and dotted borders: the dashes of one straight side.

CSS Backgrounds 3, 3.2 leaves the lengths of dashes and gaps open. These are Chromium's
(`StyledStrokeData` in Blink). Lengths are in mm.
"""

from math import floor

from printgen.geometry import MM_PER_PX
from printgen.layout.face import Segment
from printgen.layout.svg_geometry import Path, make_rectangle

_THICK = 3 * MM_PER_PX
"""The thickness from which dashes are shorter, and above which dots are round."""

_MIN_THICKNESS = 0.1
"""Thinner lines have the dashes of this thickness, so that their number is limited."""


def make_dashes(
    x: float, y: float, width: float, height: float, style: str, *, is_vertical: bool
) -> Path:
    """Return the path of one side of a border that fills a box; `style` is dashed or dotted."""
    length, thickness = (height, width) if is_vertical else (width, height)
    dash, gap = _measure_dashes(style, length, max(thickness, _MIN_THICKNESS))
    radius = thickness / 2 if style == "dotted" and thickness > _THICK else 0.0
    path, start = list[Segment](), 0.0
    while start < length - 0.001:
        size = min(dash, length - start)
        box = (x, y + start, width, size) if is_vertical else (x + start, y, size, height)
        path += make_rectangle(*box, radius, radius)
        start += dash + gap
    return tuple(path)


def _measure_dashes(style: str, length: float, thickness: float) -> tuple[float, float]:
    """Return the length of a dash, and of the gap after it."""
    if style == "dotted":
        dash = gap = thickness
        if thickness <= _THICK:
            return dash, gap
    elif thickness >= _THICK:
        dash, gap = 2 * thickness, thickness
    else:
        dash, gap = 3 * thickness, 2 * thickness
    if length <= 2 * dash:
        return (dash if style == "dotted" else length), length
    # A dash begins and ends the side: choose the number of dashes whose gap differs least.
    count = max(floor((length + gap) / (dash + gap)), 2)
    gaps = ((length - number * dash) / (number - 1) for number in (count, count + 1))
    return dash, min((one for one in gaps if one > 0), key=lambda one: abs(one - gap))
