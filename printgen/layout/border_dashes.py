"""Dashed and dotted borders: the dashes of one straight side.

CSS Backgrounds 3, 3.2 leaves the lengths of dashes and gaps open. These are Chromium's
(`StyledStrokeData` in Blink), but thin dots are spaced like thick ones. Lengths are in mm.
"""

from math import floor

from printgen.geometry import MM_PER_PX
from printgen.layout.face import Segment
from printgen.layout.svg_geometry import Path, make_rectangle

_THICK = 3 * MM_PER_PX
"""The thickness from which dashes are shorter, and above which dots are round."""


def make_dashes(box: tuple[float, float, float, float], style: str, *, is_vertical: bool) -> Path:
    """Return the path of a side of a border; `style` is solid, dashed or dotted.

    The side fills a box of a left, top, width and height.
    """
    x, y, width, height = box
    length, thickness = (height, width) if is_vertical else (width, height)
    dash, gap = _measure_dashes(style, length, thickness)
    radius = thickness / 2 if style == "dotted" and thickness > _THICK else 0.0
    path, start = list[Segment](), 0.0
    while start < length - 0.001:
        size = min(dash, length - start)
        part = (x, y + start, width, size) if is_vertical else (x + start, y, size, height)
        path += make_rectangle(*part, radius, radius)
        start += dash + gap
    return tuple(path)


def _measure_dashes(style: str, length: float, thickness: float) -> tuple[float, float]:
    """Return the length of a dash, and of the gap after it."""
    dashes, gaps = (1, 1) if style == "dotted" else (2, 1) if thickness >= _THICK else (3, 2)
    dash, gap = dashes * thickness, gaps * thickness
    if style == "solid" or length <= 2 * dash:
        return length, length
    # A dash begins and ends the side: choose the number of dashes whose gap differs least.
    count = max(floor((length + gap) / (dash + gap)), 2)
    choices = ((length - number * dash) / (number - 1) for number in (count, count + 1))
    return dash, min((one for one in choices if one > 0), key=lambda one: abs(one - gap))
