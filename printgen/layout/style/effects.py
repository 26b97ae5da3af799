"""Values of properties that change how a box is painted.

They are transforms, shadows, clip paths and filters.
"""

from collections.abc import Mapping
from contextlib import suppress
from math import inf, radians, tan
from typing import Any, NamedTuple

from tinycss2.ast import FunctionBlock, LiteralToken

from printgen.face.outlines import read_path, transform_path
from printgen.geometry import MM_PER_PX, Matrix
from printgen.layout.style.backgrounds import read_angle
from printgen.layout.style.colours import make_colour_reader
from printgen.layout.style.values import (
    SIDES,
    Length,
    Value,
    is_keyword,
    make_length_reader,
    make_sides_reader,
    make_value_error,
    read_position,
    split_at_commas,
)
from printgen.problems import InputError

_read_offset = make_length_reader(minimum=None)
_read_offset_share = make_length_reader(minimum=None, percent=True)
_read_shadow_colour = make_colour_reader(allows_current=True)
_MAX_SHADOWS = 10
"""Maximum number of shadows of a box: a blurred one is drawn in many steps, which takes time."""


class TransformStep(NamedTuple):
    """One function of a CSS transform.

    - `turn`: a rotation in degrees clockwise.
    - `scale`: a factor for both axes.
    - `stretch`: a factor for widths only; negative if the box is mirrored.
    - `shift`: a translation. Its percentages refer to the size of the box.
    - `slant`: the angles of a skew along x and y, in degrees.
    """

    turn: float = 0.0
    scale: float = 1.0
    stretch: float = 1.0
    shift: tuple[Any, Any] = (0.0, 0.0)
    slant: tuple[float, float] = (0.0, 0.0)


def read_transform(name: str, tokens: list[Any]) -> Value:
    """Return the steps of a transform in order (CSS Transforms 1, 12)."""
    steps = [_read_transform_step(name, token) for token in tokens]
    if None in steps:
        examples = "rotate(90deg), scale(0.7), scaleX(0.7) (0.5 or more), scaleX(-1), "
        examples += "translate(-50%, 2mm), skewX(20deg) (up to 60deg) or none"
        raise make_value_error(name, tokens, examples)
    return tuple(steps)


def read_single_transform(name: str, tokens: list[Any]) -> Value:
    """Return the steps of the property rotate, scale or translate (CSS Transforms 2, 4)."""
    comma = LiteralToken(0, 0, ",")
    arguments = [part for token in tokens for part in (token, comma)][:-1]
    return read_transform(name, [FunctionBlock(0, 0, name, arguments)])


_MIN_STRETCH = 0.5
"""The smallest ratio of the factor of widths to that of heights."""
_MAX_SLANT = 60.0
"""The largest angle of a skew, in degrees."""
_MIN_SLANTED_AREA = 0.1
"""The smallest area of a slanted box, as a share of its own."""
_SHIFTS = {"translate": "xy", "translatex": "x", "translatey": "y"}
"""The axes of the arguments of each function that moves a box."""


def _read_transform_step(name: str, token: Any) -> TransformStep | None:
    """Return the function of a transform in a token; None if it is not in the subset."""
    parts = split_at_commas(getattr(token, "arguments", ()))
    function = getattr(token, "lower_name", "")
    if function in _SHIFTS and all(parts) and len(parts) <= len(_SHIFTS[function]):
        lengths: dict[str, Any] = {"x": 0.0, "y": 0.0}
        axes = zip(_SHIFTS[function], parts, strict=False)
        lengths |= {axis: _read_offset_share(name, part) for axis, part in axes}
        return TransformStep(shift=(lengths["x"], lengths["y"]))
    arguments = [part[0] for part in parts if len(part) == 1]
    if len(arguments) < len(parts):
        return None
    if function in ("skew", "skewx", "skewy"):
        return _read_skew(function, arguments)
    if function in ("scale", "scalex", "scaley"):
        return _read_scale(function, arguments)
    angle = read_angle(arguments[0]) if len(arguments) == 1 else None
    if function in ("rotate", "rotatez") and angle is not None:
        return TransformStep(turn=angle % 360)
    return None


def _read_scale(function: str, arguments: list[Any]) -> TransformStep | None:
    """Return the step of a scale(), scaleX() or scaleY(); None for factors that are not allowed."""
    factors = [float(part.value) for part in arguments if part.type == "number" and part.value]
    if not 0 < len(factors) == len(arguments) <= (2 if function == "scale" else 1):
        return None
    across = 1.0 if function == "scaley" else factors[0]
    down = 1.0 if function == "scalex" else factors[-1]
    # A box that is upside down is mirrored and turned by half a turn.
    stretch, turn = across / down, 180.0 if down < 0 else 0.0
    return TransformStep(turn, abs(down), stretch) if abs(stretch) >= _MIN_STRETCH else None


def _read_skew(function: str, arguments: list[Any]) -> TransformStep | None:
    """Return the step of a skew() of one or two angles, a skewX() or a skewY() of one.

    Return None for other arguments, and for angles that are too large.
    """
    angles = [angle for angle in map(read_angle, arguments) if angle is not None]
    is_complete = 0 < len(angles) == len(arguments) <= (2 if function == "skew" else 1)
    if not is_complete or any(abs(angle) > _MAX_SLANT for angle in angles):
        return None
    slant = (0.0, angles[0]) if function == "skewy" else (angles[0], sum(angles[1:], 0.0))
    # Two angles that add up to 90 degrees make the box a line.
    area = 1 - tan(radians(slant[0])) * tan(radians(slant[1]))
    return TransformStep(slant=slant) if abs(area) >= _MIN_SLANTED_AREA else None


def read_shadows(name: str, tokens: list[Any]) -> Value:
    """Return the shadows of a box, the top one first (CSS Backgrounds 3, 6.1).

    Each has two offsets, a blur radius and a spread, its colour, and whether it is inset.
    """
    shadows = split_at_commas(tokens)
    if len(shadows) > _MAX_SHADOWS:
        message = f"{name} has {len(shadows)} shadows, which is too many"
        raise InputError(message, f"write at most {_MAX_SHADOWS} shadows")
    return tuple(_read_shadow(name, shadow) for shadow in shadows)


def read_text_shadows(name: str, tokens: list[Any]) -> Value:
    """Return the shadows of a text, the top one first (CSS Text Decoration 4, 4).

    Each has two offsets, a blur radius and its colour.
    """
    shadows: Any = read_shadows(name, tokens)
    if any(spread != 0.0 or is_inset for *_, spread, _, is_inset in shadows):
        raise make_value_error(
            name, tokens, "offsets, a blur and a colour: 0.3mm 0.3mm 0.5mm #0006"
        )
    return tuple((*lengths, ink) for *lengths, _, ink, _ in shadows)


def _read_shadow(name: str, tokens: list[Any]) -> tuple[Any, ...]:
    numbers = [token for token in tokens if token.type in ("dimension", "number")]
    insets = [token for token in tokens if is_keyword(token, "inset")]
    colours = [token for token in tokens if token not in numbers and token not in insets]
    lengths = [_read_offset(name, [number]) for number in numbers]
    is_negative = any(part.value < 0 for part in lengths[2:3])
    if not 2 <= len(lengths) <= 4 or len(insets) > 1 or is_negative:
        expected = "offsets, a blur, a spread and a colour: 0.5mm 0.5mm 1mm 0.2mm #0006"
        raise make_value_error(name, tokens, expected)
    ink = _read_shadow_colour(name, colours) if colours else "currentcolor"
    return (*(*lengths, 0.0, 0.0)[:4], ink, bool(insets))


CORNERS = ("top-left", "top-right", "bottom-right", "bottom-left")
CORNER_LONGHANDS = tuple(f"radius-{corner}" for corner in CORNERS)


def read_radius(name: str, tokens: list[Any]) -> Length:
    """Return the radius of a corner: a length, a percentage, or 100vmax for a round end."""
    is_large = len(tokens) == 1 and getattr(tokens[0], "lower_unit", "") == "vmax"
    if is_large and tokens[0].value >= 100:
        # Every radius larger than the box looks the same, and no box is larger than the face.
        return Length(_MAX_RADIUS, "mm")
    return make_length_reader(percent=True)(name, tokens)


_MAX_RADIUS = 9999.0
"""A radius in mm that is larger than any box."""
_read_corners = make_sides_reader(CORNER_LONGHANDS, read_radius)


def read_radii(name: str, tokens: list[Any]) -> Mapping[str, Value]:
    """Return the radius of each corner by its longhand (CSS Backgrounds 3, 4.1).

    If the value has vertical radii, after a slash, a radius is a pair: horizontal and vertical.
    """
    if "/" not in tokens:
        return _read_corners(name, tokens)
    slash = tokens.index("/")
    across, down = (_read_corners(name, part) for part in (tokens[:slash], tokens[slash + 1 :]))
    return {corner: join_radii(across[corner], down[corner]) for corner in across}


def join_radii(across: Value, down: Value) -> Value:
    """Return the radius of a corner, or a pair if the horizontal and the vertical one differ."""
    return across if across == down else (across, down)


def read_clip_path(name: str, tokens: list[Any]) -> Value:
    """Return a basic shape: its name and its lengths (CSS Shapes 1, 3.1).

    - polygon: its points, as pairs.
    - circle: its radius and its centre. ellipse: its two radii and its centre. A radius that is
      left out is None.
    - path: its segments.
    - inset: its distances from the four sides, and the radii of its corners.
    """
    kind = getattr(tokens[0], "lower_name", "") if len(tokens) == 1 else ""
    if kind == "path":
        data = [part for part in tokens[0].arguments if part.type != "whitespace"]
        # A fill rule before the data is refused: boxes are cut by the nonzero rule.
        text = data[0].value if [part.type for part in data] == ["string"] else ""
        with suppress(ValueError):
            # CSS Shapes 2, 4.2: the units of path data are px.
            return kind, transform_path(read_path(text), Matrix(MM_PER_PX, d=MM_PER_PX))
    parts = split_at_commas(getattr(tokens[0], "arguments", ()))
    read = make_length_reader(minimum=None, percent=True)
    if kind == "polygon" and len(parts) > 2 and all(len(part) == 2 for part in parts):
        return kind, tuple(tuple(read(name, [part]) for part in pair) for pair in parts)
    words = [getattr(token, "lower_value", "") for token in parts[0]]
    if kind == "inset" and len(parts) == 1:
        sides, radius = parts[0], list[Any]()
        if "round" in words:
            sides, radius = sides[: words.index("round")], sides[words.index("round") + 1 :]
        if 1 <= len(sides) <= 4 and bool(radius) == ("round" in words):
            distances = tuple(make_sides_reader(SIDES, read)(name, sides).values())
            radii = tuple(read_radii(name, radius).values()) if radius else (0.0,) * 4
            return kind, distances, radii
    if kind in ("circle", "ellipse") and len(parts) == 1:
        end = words.index("at") if "at" in words else len(words)
        centre = read_position(name, parts[0][end + 1 :]) if words[end:] else _MIDDLE
        radii = tuple(read_radius(name, [part]) for part in parts[0][:end])
        if kind == "circle" and end <= 1:
            return kind, radii[0] if radii else None, centre
        if kind == "ellipse" and end in (0, 2):
            return kind, radii or (None, None), centre
    expected = "polygon(0 0, 100% 0, 50% 100%), circle(50%), ellipse(50% 40%), "
    expected += "inset(1mm 2mm round 2mm) or path('M0 0H60L30 40Z')"
    raise make_value_error(name, tokens, f"{expected}; draw another shape as an <svg>")


_MIDDLE = (Length(50.0, "%"), Length(50.0, "%"))


def read_filters(name: str, tokens: list[Any]) -> Value:
    """Return the functions of a filter, each with its amount (Filter Effects 1, 8).

    The amount of drop-shadow() is a tuple: two offsets, a blur radius and a colour.
    """
    filters: list[tuple[str, Any]] = []
    for token in tokens:
        function = getattr(token, "lower_name", "")
        amounts, *others = split_at_commas(getattr(token, "arguments", ()))
        if function == "drop-shadow" and not others:
            shadows: Any = read_text_shadows("drop-shadow()", amounts)
            filters += ((function, shadow) for shadow in shadows)
            continue
        share = {"number": 1.0, "percentage": 0.01}.get(amounts[0].type) if amounts else None
        amount = amounts[0].value * share if share else 1.0
        is_known = function in _FILTERS and len(amounts) <= 1 and bool(amounts) == bool(share)
        if not is_known or others or not 0 <= amount < inf:
            expected = ", ".join(f"{word}()" for word in _FILTERS)
            hint = f"{expected}, with 0 or more, or drop-shadow(0 0.5mm 1mm #0008); "
            raise make_value_error(name, tokens, f"{hint}blur a picture in a drawing program")
        filters.append((function, min(float(amount), _MAX_AMOUNT)))
    return tuple(filters)


_MAX_AMOUNT = 1e6
"""An amount of a filter beyond which all colours stay the same."""
_FILTERS = ("grayscale", "sepia", "saturate", "brightness", "contrast", "invert")
