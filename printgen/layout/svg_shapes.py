"""Basic shapes of SVG (SVG 1.1, chapter 9) and paths, as shapes with fill and stroke.

Errors are `ValueError`s that say what to write.
"""

from typing import Any

from printgen.layout.computed_style import ComputedStyle
from printgen.layout.face import Shape
from printgen.layout.geometry import Matrix
from printgen.layout.html_subset import get_tag_name
from printgen.layout.svg_geometry import (
    Path,
    find_stroke_scale,
    make_ellipse,
    make_polyline,
    make_rectangle,
    read_number,
    read_numbers,
    read_path,
    transform_path,
)
from printgen.layout.xml import SVG

SHAPES = frozenset(
    SVG + name for name in ("rect", "circle", "ellipse", "line", "polyline", "polygon", "path")
)


def read_shape(element: Any, style: ComputedStyle, matrix: Matrix) -> tuple[Shape, ...]:
    """Return the shape of an element transformed by `matrix`; empty if nothing is visible."""
    if style.display == "none":
        return ()
    tag = get_tag_name(element)
    path = read_outline(element, tag)
    # SVG 1.1, 9.5: a line has no interior, so it is never filled.
    fill = None if tag == "line" else style.fill
    stroke, width = (style.stroke, style.stroke_width) if style.stroke else (None, 0.0)
    if stroke is not None and width > 0:
        scale = find_stroke_scale(matrix)
        # A PDF shape has one stroke width: an uneven scale cannot be stored in it.
        if scale is None:
            raise ValueError("a stroke has an uneven scale: scale x and y by the same factor")
        width *= scale
    else:
        stroke, width = None, 0.0
    if not path or (fill is None and stroke is None):
        return ()
    return (Shape(transform_path(path, matrix), fill, stroke, width),)


def read_length(element: Any, name: str, default: float | None = None) -> float:
    """Return a number that may not be negative, from an attribute."""
    value = read_coordinate(element, name, default)
    if value < 0:
        raise ValueError(f'{name}="{element.get(name)}" is negative')
    return value


def read_coordinate(element: Any, name: str, default: float | None = 0.0) -> float:
    """Return a number from an attribute; without `default` the attribute is required."""
    text = element.get(name)
    if text is None:
        if default is None:
            raise ValueError(f'<{get_tag_name(element)}> needs {name}="…"')
        return default
    try:
        return read_number(text)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from error


def read_outline(element: Any, tag: str) -> Path:
    """Return the outline of a shape element, in its own coordinates."""
    match tag:
        case "rect":
            return _read_rectangle(element)
        case "circle":
            radius = read_length(element, "r")
            return _read_ellipse(element, radius, radius)
        case "ellipse":
            return _read_ellipse(element, read_length(element, "rx"), read_length(element, "ry"))
        case "line":
            coordinates = [read_coordinate(element, name) for name in ("x1", "y1", "x2", "y2")]
            return make_polyline(coordinates, closed=False)
        case "path":
            return read_path(element.get("d", ""))
    return make_polyline(read_numbers(element.get("points", "")), closed=tag == "polygon")


def _read_rectangle(element: Any) -> Path:
    x, y = read_coordinate(element, "x"), read_coordinate(element, "y")
    width, height = read_length(element, "width"), read_length(element, "height")
    # SVG 1.1, 9.2: a missing rx takes the value of ry, and the reverse.
    rx, ry = element.get("rx"), element.get("ry")
    radius_x = read_length(element, "rx" if rx is not None else "ry", 0.0)
    radius_y = read_length(element, "ry" if ry is not None else "rx", 0.0)
    # SVG 1.1, 9.2: a width or height of zero disables rendering.
    if width == 0 or height == 0:
        return ()
    return make_rectangle(x, y, width, height, radius_x, radius_y)


def _read_ellipse(element: Any, rx: float, ry: float) -> Path:
    # SVG 1.1, 9.3 and 9.4: a radius of zero disables rendering.
    if rx == 0 or ry == 0:
        return ()
    return make_ellipse(read_coordinate(element, "cx"), read_coordinate(element, "cy"), rx, ry)
