"""Gradients of drawings: `<linearGradient>` and `<radialGradient>` (SVG 1.1, 13.2).

What a gradient fills, and how its colours are painted, is unknown here.
"""

from collections.abc import Callable, Mapping, Sequence
from math import hypot
from typing import Any

from printgen.colour import Colour
from printgen.face.face import GradientFill
from printgen.face.outlines import read_transform
from printgen.geometry import IDENTITY, Box, Matrix
from printgen.layout.template.xml import SVG, get_tag_name
from printgen.problems import InputError

GRADIENT_TAGS = ("linearGradient", "radialGradient")
GRADIENT_ATTRIBUTES = (
    *("gradientUnits", "gradientTransform", "spreadMethod", "offset"),
    *("x1", "y1", "x2", "y2", "cx", "cy", "r", "fx", "fy", "fr"),
)
_MAX_LINKS = 20
"""The most gradients that continue each other."""

ReadLength = Callable[[str, str], float]
"""Returns the length in px of an attribute, given its name and its text."""


def list_linked_gradients(gradient: Any, find_target: Callable[[Any], Any]) -> list[Any]:
    """Return a gradient, the gradient that it links to, the one that this one links to, and so on.

    `find_target` returns the gradient that another one links to, or None. SVG 1.1, 13.2.2: a
    gradient has the attributes and stops of the gradient that it links to, if it has none.
    """
    chain = [gradient]
    while (target := find_target(chain[-1])) is not None and len(chain) < _MAX_LINKS:
        chain.append(target)
    return chain


def _check_gradient_attributes(values: Mapping[str, str]) -> None:
    """Raise `InputError` if a gradient has an attribute that would change its colours."""
    if (spread := values.get("spreadMethod", "pad")) != "pad":
        message = f'a gradient with spreadMethod="{spread[:20]}", which is not supported'
        raise InputError(message, "repeat its stops instead, and make it longer")
    if values.get("fr", "0").strip() not in ("0", "0%"):
        raise InputError("a gradient with fr, which is not supported", "remove fr")


def read_gradient(
    chain: Sequence[Any],
    read_stop: Callable[[Any], tuple[float, Colour]],
    parse_length: ReadLength,
    viewport: tuple[float, float],
    box: Box,
) -> GradientFill | Colour | None:
    """Return a gradient in the units of the shape that it paints: a colour if it has only one.

    Return None if the gradient paints nothing.

    - `chain`: the element of the gradient, and the gradients that it links to.
    - `read_stop`: a function that returns the position and the colour of a stop.
    - `parse_length`: a function that returns a length from the name and the text of an attribute.
    - `viewport`: the size of the drawing. `box`: the box of the shape.

    Raises `InputError` if the gradient is not supported, and `ValueError` if a number is wrong.
    """
    values: dict[str, str] = {}
    for element in reversed(chain):
        values |= element.attrib
    _check_gradient_attributes(values)
    elements = next(filter(None, (each.findall(f"{SVG}stop") for each in chain)), ())
    stops = tuple(map(read_stop, elements))
    is_in_box = values.get("gradientUnits", "objectBoundingBox") == "objectBoundingBox"
    # SVG 1.1, 7.11: a box without a width or a height has no gradient.
    if not stops or (is_in_box and not (box.width and box.height)):
        return None
    width, height = (1.0, 1.0) if is_in_box else viewport
    # SVG 1.1, 7.10: percentages of other lengths refer to the diagonal, divided by √2.
    bases = {"x": width, "y": height, "": hypot(width, height) / 2**0.5}

    def read(name: str, default: str) -> float:
        text = values.get(name, default).strip()
        if not text.endswith("%"):
            return parse_length(name, text)
        try:
            return float(text[:-1]) / 100 * bases[name.strip("cfr12")]
        except ValueError:
            raise ValueError(f'{name}="{text[:40]}", which is not a length') from None

    matrix = Matrix(box.width, 0.0, 0.0, box.height, *box[:2]) if is_in_box else IDENTITY
    matrix = matrix @ read_transform(values.get("gradientTransform", ""))
    focus = None
    if get_tag_name(chain[0]) == "linearGradient":
        x, y = read("x1", "0%"), read("y1", "0%")
        across, down = read("x2", "100%") - x, read("y2", "0%") - y
    else:
        x, y, across, down = read("cx", "50%"), read("cy", "50%"), read("r", "50%"), 0.0
        if across < 0:
            raise ValueError(f'r="{values["r"]}" is negative')
        focus = read("fx", repr(x)) - x, read("fy", repr(y)) - y
        if across and hypot(*focus) >= across:
            hint = "move fx and fy into its circle"
            raise InputError(
                "a gradient with its focus outside of it, which is not supported", hint
            )
        focus = focus[0] / (across or 1.0), focus[1] / (across or 1.0)
    matrix = matrix @ Matrix(across, down, -down, across, x, y)
    # SVG 1.1, 13.2.2 and 13.2.3: without a length, the area has the colour of the last stop.
    is_flat = len(stops) == 1 or not matrix.a * matrix.d - matrix.b * matrix.c
    return stops[-1][1] if is_flat else GradientFill(stops, matrix, focus)
