"""Values of background images: pictures and gradients, their sizes, places and repetition.

CSS Backgrounds 3, 2.3 to 2.10, and CSS Images 4, 3 (gradients).
"""

import re
from collections.abc import Mapping
from math import cos, pi, radians, sin
from typing import Any, NamedTuple

from printgen.colour import Colour
from printgen.face.face import Drawing
from printgen.face.raster import Raster
from printgen.geometry import MM_PER_PX
from printgen.layout.style.colours import make_colour_reader
from printgen.layout.style.values import (
    PERCENTAGE_WITH_LENGTH,
    Extent,
    Length,
    Percentage,
    Value,
    ValueReader,
    add_keywords,
    format_tokens,
    is_keyword,
    make_keyword_reader,
    make_length_reader,
    make_token_reader,
    make_value_error,
    read_position,
    read_url,
    split_at_commas,
)

_MIDDLE = Percentage(50.0)
_EXAMPLES = (
    'url("paper.jpg"), linear-gradient(to right, #fff, #a12115 80%) or '
    "radial-gradient(circle at top, #fff, #a12115)"
)
_LAYER_EXAMPLE = 'none, a colour such as #A12115, a gradient, or url("paper.jpg") center / cover'


class Gradient(NamedTuple):
    """A CSS gradient.

    - `line`: for a linear gradient, its direction as x and y; or "circle", "ellipse" or "conic".
    - `stops`: the position of each stop, None if it is left out, and its colour.
    - `centre`: the centre of a circle, an ellipse, or a conic gradient.
    - `repeats`: whether the stops are repeated.
    - `start`: the angle at which a conic gradient starts, in degrees.
    """

    line: tuple[float, float] | str
    stops: tuple[tuple[Extent, Any], ...]
    centre: tuple[Extent, ...] = (_MIDDLE, _MIDDLE)
    repeats: bool = False
    start: float = 0.0


class PictureFile(NamedTuple):
    """A picture that is not loaded: its URL in a style sheet."""

    url: str


BackgroundImage = Gradient | PictureFile | Raster | Drawing


def resolve_gradient_colour(image: Any, ink: Colour) -> Any:
    """Return an image; if it is a gradient, its stops of currentcolor have the colour `ink`."""
    if not isinstance(image, Gradient):
        return image
    stops = tuple((place, ink if stop == "currentcolor" else stop) for place, stop in image.stops)
    return image._replace(stops=stops)


def read_background_images(name: str, tokens: list[Any]) -> Value:
    """Return the images of background-image, from the top layer down."""
    return tuple(_read_image(name, part) for part in split_at_commas(tokens))


def _read_image(name: str, tokens: list[Any], expected: str = _EXAMPLES) -> Gradient | PictureFile:
    """Return the gradient or picture in a value; `expected` says in messages what to write."""
    kind = getattr(tokens[0], "lower_name", "") if len(tokens) == 1 else ""
    if len(tokens) == 1 and (url := read_url(tokens[0])) is not None:
        return PictureFile(url)
    if not re.fullmatch("(repeating-)?(linear|radial|conic)-gradient", kind):
        raise make_value_error(name, tokens, expected)
    return _read_gradient(name, tokens, expected)


def _read_gradient(name: str, tokens: list[Any], expected: str) -> Gradient:
    """Return the gradient in the one function in `tokens`.

    `expected` says in messages what to write.
    """
    (function,) = tokens
    kind = function.lower_name
    first, *rest = split_at_commas(function.arguments)
    line: tuple[float, float] | str | None
    default: tuple[float, float] | str
    centre, start = None, 0.0
    # CSS Images 4, 3.1 to 3.3: the default is to bottom, or an ellipse or circle in the middle.
    if "radial" in kind:
        default = "ellipse"
        line, centre = _read_radial_shape(name, first)
    elif "conic" in kind:
        default = "conic"
        line, centre, start = _read_conic_start(name, first)
    else:
        default = (0.0, 1.0)
        line = _read_gradient_direction(first)
    stops = tuple(
        stop
        for part in ((first, *rest) if line is None else rest)
        for stop in _read_gradient_stops(name, part, expected, is_conic="conic" in kind)
    )
    if len(stops) < 2:
        raise make_value_error(name, tokens, expected)
    repeats = kind.startswith("repeating-")
    return Gradient(line or default, stops, centre or (_MIDDLE, _MIDDLE), repeats, start)


def _read_only_gradient(name: str, tokens: list[Any], expected: str) -> Value:
    """Return a gradient; `expected` says in messages what to write."""
    if not getattr(tokens[0], "lower_name", "").endswith("gradient"):
        raise make_value_error(name, tokens, expected)
    return _read_image(name, tokens, expected)


def read_border_image_source(name: str, tokens: list[Any]) -> Value:
    """Return the gradient of a border (CSS Backgrounds 3, 5.1)."""
    expected = 'a gradient; draw another frame as an <img class="ground">, below the boxes'
    return _read_only_gradient(name, tokens, expected)


def read_mask_image(name: str, tokens: list[Any]) -> Value:
    """Return the gradient of a mask (CSS Masking 1, 7.1)."""
    expected = "a gradient: linear-gradient(#000 60%, transparent); for notches, put discs in the "
    expected += "colour of the ground over the edge; cut out a picture in a drawing program"
    if getattr(tokens[0], "lower_name", tokens[0].type) == "url":
        expected = 'mask: url("star.svg") center / contain no-repeat for the shape of an SVG file; '
        expected += "cut out a picture in a drawing program"
    return _read_only_gradient(name, tokens, expected)


def read_mask(name: str, tokens: list[Any]) -> Mapping[str, Value]:
    """Return the longhands of `mask`: a gradient, or a drawing that fits the box."""
    words = sorted(getattr(part, "lower_value", "") for part in tokens[1:] if part != "/")
    is_fitted = words[-3:] == ["center", "contain", "no-repeat"] and {*words[:-3]} <= {"center"}
    if is_fitted and getattr(tokens[0], "lower_name", tokens[0].type) == "url":
        return {"mask-image": _read_image(name, tokens[:1])}
    return {"mask-image": read_mask_image(name, tokens)}


def read_border_image(name: str, tokens: list[Any]) -> Mapping[str, Value]:
    """Return the longhands of `border-image`: a gradient and a slice (CSS Backgrounds 3, 5.6)."""
    is_none = is_keyword(tokens[0], "none")
    source = None if is_none else read_border_image_source(name, tokens[:1])
    cut = tokens[1:]
    if cut and getattr(cut[-1], "lower_value", "") == "stretch":
        cut = cut[:-1]
    # CSS Backgrounds 3, 5.2: without a slice, it is 100 %.
    share = read_border_image_slice(name, cut) if cut else Length(100.0, "%")
    return {"border-image-source": source, "border-image-slice": share}


def _read_slice(token: Any) -> Length | None:
    """Return a part of a picture: a percentage, or a number of pixels; None for another token."""
    if token.type == "percentage":
        return Length(float(token.value), "%") if token.value >= 0 else None
    is_number = token.type == "number" and token.value >= 0
    return Length(token.value * MM_PER_PX, "mm") if is_number else None


read_border_image_slice = make_token_reader("one number or percentage, such as 1", _read_slice)

_ANGLES = {"deg": 1.0, "turn": 360.0, "rad": 180 / pi, "grad": 0.9}
"""Units of angles, in degrees (CSS Values 4, 7.1)."""


def read_angle(token: Any) -> float | None:
    """Return the angle in a token in degrees, or None if the token is not an angle."""
    if token.type == "number" and token.value == 0:
        return 0.0
    factor = _ANGLES.get(token.lower_unit) if token.type == "dimension" else None
    return factor and float(token.value) * factor


def _read_gradient_direction(tokens: list[Any]) -> tuple[float, float] | None:
    """Return the direction of a linear gradient; None if the tokens are a stop."""
    word, *sides = [getattr(token, "lower_value", "") for token in tokens] or [""]
    if word == "to" and sides and {*sides} <= _SIDES.keys():
        across, down = map(sum, zip(*(_SIDES[side] for side in sides), strict=True))
        return float(across), float(down)
    # CSS Images 3, 3.1: an angle is clockwise from the top.
    angle = read_angle(tokens[0]) if len(tokens) == 1 else None
    return None if angle is None else (sin(radians(angle)), -cos(radians(angle)))


_SIDES = {"top": (0, -1), "bottom": (0, 1), "left": (-1, 0), "right": (1, 0)}


def _read_radial_shape(
    name: str, tokens: list[Any]
) -> tuple[str | None, tuple[Extent, ...] | None]:
    """Return the shape and the centre of a radial gradient, each None if it is left out."""
    # CSS Images 3, 3.2.2: farthest-corner is the default size.
    tokens = [token for token in tokens if getattr(token, "lower_value", "") != "farthest-corner"]
    words = [getattr(token, "lower_value", "") for token in tokens]
    end = words.index("at") if "at" in words else len(words)
    if words[:end] not in (["circle"], ["ellipse"]) and (words[:end] or end == len(words)):
        return None, None
    place = read_position(name, tokens[end + 1 :]) if words[end:] else ()
    return words[0] if end else "ellipse", tuple(
        _convert_gradient_length(name, tokens, part) for part in place
    ) or None


def _read_conic_start(
    name: str, tokens: list[Any]
) -> tuple[str | None, tuple[Extent, ...] | None, float]:
    """Return "conic", the centre and the first angle of a conic gradient.

    The first result is None if the tokens are a stop. The centre is None if it is left out.
    """
    words = [getattr(token, "lower_value", "") for token in tokens] or [""]
    if words[0] not in ("from", "at"):
        return None, None, 0.0
    end = words.index("at") if "at" in words else len(words)
    angle = read_angle(tokens[1]) if end == 2 else None
    if end and angle is None:
        raise make_value_error(name, tokens, "from, an angle, at and a place: from 90deg at top")
    place = read_position(name, tokens[end + 1 :]) if words[end:] else ()
    centre = tuple(_convert_gradient_length(name, tokens, part) for part in place)
    return "conic", centre or None, angle or 0.0


def _convert_gradient_length(name: str, tokens: list[Any], length: Length) -> Extent:
    """Return a length of a gradient in mm, or a percentage.

    Raises `InputError` for em and rem: the font size is not known here.
    """
    if length.unit == "%":
        return Percentage(length.value, length.plus)
    if length.unit != "mm":
        raise make_value_error(name, tokens, "places in % or mm")
    return length.value


def _read_gradient_stops(
    name: str, tokens: list[Any], expected: str, *, is_conic: bool
) -> list[tuple[Extent, Any]]:
    """Return the stops in one part of a gradient, each as position and colour.

    The part has one colour and up to two positions. A position that is left out is None. Positions
    in a conic gradient are angles or percentages.
    """
    places = [token for token in tokens if token.type in ("percentage", "dimension", "number")]
    colours = [token for token in tokens if token not in places]
    if len(colours) != 1 or len(places) > 2:
        raise make_value_error(name, tokens, expected)
    ink = _read_colour("background-image", colours)
    return [(_read_stop_place(name, place, is_conic=is_conic), ink) for place in places] or [
        (None, ink)
    ]


def _read_stop_place(name: str, token: Any, *, is_conic: bool) -> Extent:
    """Return the position of a stop in a gradient; an angle is returned as a percentage."""
    if not is_conic:
        length = make_length_reader(minimum=None, percent=True)(name, [token])
        return _convert_gradient_length(name, [token], length)
    angle = 3.6 * token.value if token.type == "percentage" else read_angle(token)
    if angle is None:
        raise make_value_error(name, [token], "an angle or a percentage, such as 90deg or 25%")
    return Percentage(float(angle) / 3.6)


_read_colour = make_colour_reader(allows_current=True)
_read_side = add_keywords(make_length_reader(percent=True), {"auto": None})
_REPEATS = ("repeat", "no-repeat", "repeat-x", "repeat-y")
_read_repeat = make_keyword_reader(*_REPEATS)
_BOXES = ("border-box", "padding-box")
_read_object_box = make_keyword_reader(
    *_BOXES, expected="border-box or padding-box; for text, color: #7a1f1a"
)


def _read_size(name: str, tokens: list[Any]) -> Value:
    """Return cover, contain, or a width and a height, None for auto (CSS Backgrounds 3, 2.9)."""
    if len(tokens) == 1 and getattr(tokens[0], "lower_value", "") in ("cover", "contain"):
        return str(tokens[0].lower_value)
    if not 1 <= len(tokens) <= 2:
        raise make_value_error(name, tokens, "cover, contain, or a width and a height")
    width, *height = (_read_side(name, [token]) for token in tokens)
    return width, height[0] if height else None


def _make_list_reader(read: ValueReader) -> ValueReader:
    """Return a function that reads a list of values with `read`, one for each layer."""
    return lambda name, tokens: tuple(read(name, part) for part in split_at_commas(tokens))


LAYER_PROPERTIES: Mapping[str, tuple[ValueReader, tuple[Any, ...]]] = {
    "size": (_make_list_reader(_read_size), ((None, None),)),
    "position": (_make_list_reader(read_position), ((Percentage(0.0), Percentage(0.0)),)),
    "repeat": (_make_list_reader(_read_repeat), ("repeat",)),
    "origin": (_make_list_reader(_read_object_box), ("padding-box",)),
    "clip": (_make_list_reader(_read_object_box), ("border-box",)),
}
"""The properties of the layers of a background: their readers and initial values."""


def read_background(name: str, tokens: list[Any]) -> Mapping[str, Value]:
    """Return the longhands of `background` (CSS Backgrounds 3, 2.10)."""
    images, ink = list[Any](), None
    layer_values: dict[str, list[Any]] = {key: [] for key in LAYER_PROPERTIES}
    *_, last = layers = split_at_commas(tokens)
    for layer in layers:
        parts = _split_layer(layer)
        colours, image = parts.pop("color"), parts.pop("image")
        # 2.10: only the last layer may have a colour, and only there may be no image.
        if (colours or not image) and layer is not last:
            raise make_value_error(name, tokens, _LAYER_EXAMPLE)
        if colours and (image or format_tokens(colours).lower() != "none"):
            ink = _read_colour("background", colours)
        if image:
            images.append(_read_image(name, image))
        elif any(parts.values()):
            raise make_value_error(name, tokens, _LAYER_EXAMPLE)
        for key, (read, initial) in LAYER_PROPERTIES.items():
            found: Any = read(name, parts[key]) if parts[key] else initial
            layer_values[key] += found
    values = {f"background-{key}": tuple(items) for key, items in layer_values.items()}
    return {"background-color": ink, "background-image": tuple(images), **values}


def _split_layer(tokens: list[Any]) -> dict[str, list[Any]]:
    """Return the tokens of one layer by the name of their property, without "background-"."""
    parts: dict[str, list[Any]] = {key: [] for key in ("image", "color", *LAYER_PROPERTIES)}
    slash = tokens.index("/") if "/" in tokens else len(tokens)
    for index, token in enumerate(tokens):
        word, kind = (getattr(token, "lower_value", ""), getattr(token, "lower_name", token.type))
        is_length = token.type in ("percentage", "dimension", "number", PERCENTAGE_WITH_LENGTH)
        if index == slash:
            continue
        if kind == "url" or kind.endswith("gradient"):
            parts["image"].append(token)
        elif word in _REPEATS:
            parts["repeat"].append(token)
        elif word in _BOXES:
            # 2.10: the first of two boxes is the origin, and one alone is both.
            parts["origin"] = parts["origin"] or [token]
            parts["clip"] = [token]
        elif index > slash and (is_length or word in ("auto", "cover", "contain")):
            parts["size"].append(token)
        elif is_length or word in ("left", "right", "top", "bottom", "center"):
            parts["position"].append(token)
        else:
            parts["color"].append(token)
    return parts
