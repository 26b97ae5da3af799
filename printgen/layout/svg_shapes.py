"""Turn SVG's shape elements into shapes.

It must not know faces or where a shape is used. Errors are `ValueError`s that say what to write.
"""

from typing import Any

from printgen.layout.computed_style import Style
from printgen.layout.face import Shape
from printgen.layout.geometry import Matrix
from printgen.layout.html_subset import tag_of
from printgen.layout.svg_geometry import (
    Path,
    ellipse,
    polyline,
    read_number,
    read_numbers,
    read_path,
    rectangle,
    stroke_scale,
    transformed,
)
from printgen.layout.xml import SVG

SHAPES = frozenset(
    SVG + name for name in ("rect", "circle", "ellipse", "line", "polyline", "polygon", "path")
)


def read_shape(element: Any, style: Style, matrix: Matrix) -> tuple[Shape, ...]:
    """The shape of an element as it stands under `matrix`; none where nothing would be seen."""
    if style.frame.display == "none":
        return ()
    tag = tag_of(element)
    path = outline(element, tag)
    fill = None if tag == "line" else style.fill
    stroke, width = (style.stroke, style.stroke_width) if style.stroke else (None, 0.0)
    if stroke is not None and width > 0:
        scale = stroke_scale(matrix)
        if scale is None:
            raise ValueError("a stroke stands under an uneven transform: scale both ways alike")
        width *= scale
    else:
        stroke, width = None, 0.0
    if not path or (fill is None and stroke is None):
        return ()
    return (Shape(transformed(path, matrix), fill, stroke, width),)


def length(element: Any, name: str, default: float | None = None) -> float:
    """A number of an attribute that may not be negative."""
    value = number(element, name, default)
    if value < 0:
        raise ValueError(f'{name}="{element.get(name)}" is negative')
    return value


def number(element: Any, name: str, default: float | None = 0.0) -> float:
    """A number of an attribute; without a default it must be there."""
    text = element.get(name)
    if text is None:
        if default is None:
            raise ValueError(f'<{tag_of(element)}> needs {name}="…"')
        return default
    try:
        return read_number(text)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from error


def outline(element: Any, tag: str) -> Path:
    match tag:
        case "rect":
            return _rect(element)
        case "circle":
            radius = length(element, "r")
            return _round(element, radius, radius)
        case "ellipse":
            return _round(element, length(element, "rx"), length(element, "ry"))
        case "line":
            ends = [number(element, name) for name in ("x1", "y1", "x2", "y2")]
            return polyline(ends, closed=False)
        case "path":
            return read_path(element.get("d", ""))
    return polyline(read_numbers(element.get("points", "")), closed=tag == "polygon")


def _rect(element: Any) -> Path:
    x, y = number(element, "x"), number(element, "y")
    width, height = length(element, "width"), length(element, "height")
    rx, ry = element.get("rx"), element.get("ry")
    across = length(element, "rx" if rx is not None else "ry", 0.0)
    down = length(element, "ry" if ry is not None else "rx", 0.0)
    if width == 0 or height == 0:
        return ()
    return rectangle(x, y, width, height, across, down)


def _round(element: Any, rx: float, ry: float) -> Path:
    if rx == 0 or ry == 0:
        return ()
    return ellipse(number(element, "cx"), number(element, "cy"), rx, ry)
