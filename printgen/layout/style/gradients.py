"""Gradients (CSS Images 3, 3): their values in style sheets, and the pictures that are printed.

A gradient is printed as a picture of 300 dpi. So whatever supports pictures with transparency also
supports gradients: the press, greyscale, the checks of contrast and the proof.
"""

import re
from bisect import bisect_right
from functools import lru_cache
from math import cos, hypot, isfinite, radians, sin, sqrt
from typing import Any, NamedTuple

from printgen.colour import Colour, mix_colours
from printgen.face.outlines import flatten_path, make_rounded_box
from printgen.face.raster import encode_picture
from printgen.layout.style.colours import make_colour_reader
from printgen.layout.style.values import Value, join_tokens, make_error, split_at_commas

_PIXELS_PER_MM = 12.0
"""Pixels per mm: 300 dpi."""
_MAX_SIDE = 2_000
"""The largest width and height of the picture, in pixels."""
_CORNER_SCALE = 4
"""The factor by which rounded corners are drawn larger, to smooth their edges."""
_GRADIENT_FORMS = {
    "linear-gradient": (
        r"to (top|bottom)? ?(left|right)?|([-+]?(?:\d{1,6}(?:\.\d{1,9})?|\.\d{1,9}))deg"
    ),
    "radial-gradient": r"(circle|ellipse)()()",
}
_EXAMPLES = "linear-gradient(to right, #fff, #a12115 80%) or radial-gradient(circle, #fff, #a12115)"


class Gradient(NamedTuple):
    """A gradient: its line, and the position of each stop on it, from 0 to 1, with its colour.

    The line is a direction as x and y, or "circle" or "ellipse" around the middle of the box.
    """

    line: tuple[float, float] | str
    stops: tuple[tuple[float, Colour], ...]


def read_gradient(name: str, tokens: list[Any]) -> Value:
    """Return the value of background-image: none or one gradient."""
    if join_tokens(tokens).lower() == "none":
        return None
    kind = getattr(tokens[0], "lower_name", "") if len(tokens) == 1 else ""
    if kind not in _GRADIENT_FORMS:
        raise make_error(name, tokens, _EXAMPLES)
    first, *rest = split_at_commas(tokens[0].arguments)
    match = re.fullmatch(_GRADIENT_FORMS[kind], join_tokens(first).lower())
    # CSS Images 3, 3.1 and 3.2: the default is to bottom, or an ellipse.
    down, across, angle = match.groups() if match else ("bottom", "", "")
    stops: list[tuple[float | None, Any]] = []
    for part in rest if match else (first, *rest):
        places = [token.value / 100 for token in part if token.type == "percentage"]
        colours = [token for token in part if token.type != "percentage"]
        if len(colours) != 1 or not all(map(isfinite, places)):
            raise make_error(name, part, _EXAMPLES)
        ink = make_colour_reader()(name, colours)
        stops += ((place, ink) for place in places or [None])
    if len(stops) < 2:
        raise make_error(name, tokens, _EXAMPLES)
    line: Any = (across == "right") - (across == "left"), (down == "bottom") - (down == "top")
    if kind == "radial-gradient":
        line = down if match else "ellipse"
    elif angle:  # clockwise from the top
        line = sin(radians(float(angle))), -cos(radians(float(angle)))
    return Gradient(line, tuple(_place_stops(stops)))


def _place_stops(stops: list[tuple[float | None, Any]]) -> list[tuple[float, Any]]:
    """Return the stops with the positions that were left out filled in (CSS Images 3, 3.4.3)."""
    places: list[Any] = [place for place, _ in stops]
    places[0], places[-1] = places[0] or 0.0, 1.0 if places[-1] is None else places[-1]
    last, placed = places[0], []
    for index, (place, ink) in enumerate(zip(places, (ink for _, ink in stops), strict=True)):
        if place is None:
            count, end = next((n, p) for n, p in enumerate(places[index:], 1) if p is not None)
            place = last + (end - last) / count
        last = max(last, place)
        placed.append((last, ink))
    return placed


def _find_colour(gradient: Gradient, place: float) -> tuple[int, ...]:
    """Return red, green, blue and alpha, 0 to 255, at a position on the gradient line, 0 to 1."""
    stops = ((-9.0, gradient.stops[0][1]), *gradient.stops, (9.0, gradient.stops[-1][1]))
    index = bisect_right([stop for stop, _ in stops], place)
    (start, before), (end, after) = stops[index - 1 : index + 1]
    return (*mix_colours(before, after, (end - place) / (end - start)), 255)[:4]


@lru_cache(maxsize=64)
def draw_gradient(
    gradient: Gradient, width: float, height: float, radii: tuple[tuple[float, float], ...]
) -> bytes:
    """Return a PNG file of a box filled with a gradient; width, height and `radii` are in mm.

    The radii are those of the corners, clockwise from the top left.
    """
    # Imported late: only templates with gradients need Pillow.
    from PIL import Image, ImageChops, ImageDraw

    scale = min(_PIXELS_PER_MM, _MAX_SIDE / max(width, height))
    columns, rows = size = max(round(width * scale), 1), max(round(height * scale), 1)
    if isinstance(gradient.line, str):
        ramp, diagonal = Image.new("L", size, 255), hypot(*size)
        # CSS Images 3, 3.2.2: to the farthest corner. An ellipse has the proportions of the box.
        across, down = (diagonal / sqrt(2),) * 2 if gradient.line == "circle" else size
        for level in range(255, 0, -1):
            dx, dy = across * level / 255 / sqrt(2), down * level / 255 / sqrt(2)
            box = (columns / 2 - dx, rows / 2 - dy, columns / 2 + dx, rows / 2 + dy)
            ImageDraw.Draw(ramp).ellipse(box, level - 1)
    else:
        x, y = gradient.line
        # CSS Images 3, 3.1.1: the middle line of "to a corner" ends in the other two corners.
        x, y = (x * rows, y * columns) if abs(x) == abs(y) == 1 else (x, y)
        length = abs(columns * x) + abs(rows * y)
        start = 128 - 127.5 * (columns * x + rows * y) / length
        matrix = (0.0, 0.0, 128.0, 255 * x / length, 255 * y / length, start)
        ramp = Image.linear_gradient("L").transform(size, Image.Transform.AFFINE, matrix)
    bands = zip(*(_find_colour(gradient, level / 255) for level in range(256)), strict=True)
    picture = Image.merge("RGBA", [ramp.point(band) for band in bands])
    if any(map(any, radii)):
        outline = flatten_path(make_rounded_box(0, 0, width, height, radii))[0]
        mask = Image.new("L", (columns * _CORNER_SCALE, rows * _CORNER_SCALE))
        pen, fine = ImageDraw.Draw(mask), scale * _CORNER_SCALE
        pen.polygon([(x * fine, y * fine) for x, y in outline], 255)
        picture.putalpha(ImageChops.multiply(picture.getchannel("A"), mask.reduce(_CORNER_SCALE)))
    is_opaque = picture.getchannel("A").getextrema() == (255, 255)
    return encode_picture(picture.convert("RGB") if is_opaque else picture, "PNG")
