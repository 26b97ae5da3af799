"""The longhand CSS properties of the subset, and a reader for the values of each.

Any other value is an error whose hint says what to write. This module does not depend
on selectors, the cascade or elements.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import chain
from math import inf, radians, tan
from typing import Any, NamedTuple

import msgspec

from printgen.geometry import MM_PER_PX
from printgen.layout.style.backgrounds import (
    LAYER_PROPERTIES,
    read_angle,
    read_background_images,
    read_border_image_slice,
    read_border_image_source,
    read_mask_image,
)
from printgen.layout.style.calculations import resolve_calculations
from printgen.layout.style.colours import make_colour_reader
from printgen.layout.style.values import (
    LENGTH_EXAMPLE,
    SIDES,
    Length,
    Percentage,
    Value,
    ValueReader,
    add_keywords,
    format_tokens,
    make_keyword_reader,
    make_length_reader,
    make_sides_reader,
    make_token_reader,
    make_value_error,
    read_integer,
    read_position,
    split_at_commas,
)
from printgen.problems import InputError

MAX_TRACKS = 64
"""Maximum number of tracks in a list, of repetitions, and of tracks that an item spans."""
_MAX_SHADOWS = 10
"""Maximum number of shadows of a box: a blurred one is drawn in many steps, which takes time."""


class GridTrack(msgspec.Struct, frozen=True):
    """A grid track (CSS Grid 2, 7.2).

    `kind` is `length`, `auto`, `max-content` or `fr`; `value` is the length or the flex factor. An
    `fr` track may have a `minimum`, a length; without one, its content is its minimum.
    """

    kind: str
    value: Any = 0.0
    minimum: Any = None


class GridLines(NamedTuple):
    """The grid lines of an item in one direction, None for auto, and how many tracks it spans.

    Lines are counted from 1, or from the end as -1 (CSS Grid 2, 8.3).
    """

    start: int | None = None
    end: int | None = None
    span: int = 1


class TransformStep(NamedTuple):
    """One function of a CSS transform: only one of the five fields differs from its default.

    `turn` is a rotation in degrees clockwise, `scale` a factor for both axes, and `stretch` a
    factor for widths only. `shift` is a translation; its percentages refer to the size of the box.
    `slant` has the angles of a skew along x and y, in degrees.
    """

    turn: float = 0.0
    scale: float = 1.0
    stretch: float = 1.0
    shift: tuple[Any, Any] = (0.0, 0.0)
    slant: tuple[float, float] = (0.0, 0.0)


class ContentPart(NamedTuple):
    """A part of the content of a ::before or ::after: only one of the three is not empty.

    It is a text, the value of an attribute, or the value of a counter.
    """

    text: str = ""
    attribute: str = ""
    counter: str = ""


class Property(msgspec.Struct, frozen=True):
    """A longhand property: the field of `ComputedStyle` that it sets, and its initial value.

    Several properties with one field set it to a tuple. Without a field, other fields are derived
    from the value. `read` is the function that reads its value from tokens. It is None if only
    shorthands set the property.
    """

    field: str
    initial: Any
    read: ValueReader | None = None


def _read_point_size(token: Any) -> float | None:
    """Return the font size in a token, in points; None if the token is not a size in pt above 0."""
    is_size = token.type == "dimension" and token.lower_unit == "pt" and token.value > 0
    return float(token.value) if is_size else None


def _read_whole_number(token: Any) -> int | None:
    """Return the whole number in a token; None if the token is not a whole number below 10,000."""
    is_small = token.type == "number" and token.is_integer and abs(token.int_value) < 10_000
    return int(token.int_value) if is_small else None


def _read_z_index(token: Any) -> int | str | None:
    """Return the level of a box, or auto; None for another token (CSS 2.1, 9.9.1)."""
    return "auto" if is_keyword(token, "auto") else _read_whole_number(token)


def _read_fraction(token: Any) -> float | None:
    """Return the number or percentage in a token as 0 to 1; None if the token is neither."""
    # CSS Color 4, 3.3: values outside the range are clamped.
    share = {"number": 1.0, "percentage": 0.01}.get(token.type)
    return share and float(min(max(token.value * share, 0.0), 1.0))


def _read_font_family(name: str, tokens: list[Any]) -> Value:
    """Return the names of the font families in a value."""
    families = []
    for family in split_at_commas(tokens):
        is_named = len(family) == 1 and family[0].type == "string"
        if not is_named and not (family and all(part.type == "ident" for part in family)):
            example = '"IBM Plex Sans Condensed"; add fallback fonts after commas'
            raise make_value_error(name, tokens, f"the name of a font, such as {example}")
        # CSS Fonts 3, 3.1: the words of an unquoted name are joined with single spaces.
        families.append(" ".join(token.value for token in family))
    return tuple(families)


def _read_font_weight(token: Any) -> int | None:
    """Return the font weight in a token as a number; None if the token is not a font weight."""
    # CSS Fonts 4, 2.2: normal is 400, bold is 700, and any number from 1 to 1000 is valid.
    if token.type == "ident":
        return {"normal": 400, "bold": 700}.get(token.lower_value)
    return read_integer(token, 1000)


def is_keyword(token: Any, word: str) -> bool:
    """Return whether a token is the keyword `word`; case does not matter."""
    return bool(token.type == "ident" and token.lower_value == word)


def _read_non_negative_number(token: Any) -> float | None:
    """Return the number in a token; None if the token is not a number, or negative."""
    return float(token.value) if token.type == "number" and token.value >= 0 else None


_read_number = make_token_reader("a number such as 1", _read_non_negative_number)

CORNERS = ("top-left", "top-right", "bottom-right", "bottom-left")


def _read_transform(name: str, tokens: list[Any]) -> Value:
    """Return the steps of a transform in order; () for none (CSS Transforms 1, 12)."""
    if len(tokens) == 1 and is_keyword(tokens[0], "none"):
        return ()
    steps = [_read_transform_step(name, token) for token in tokens]
    if None in steps:
        examples = "rotate(90deg), scale(0.7), scaleX(0.7) (0.5 or more), translate(-50%, 2mm)"
        raise make_value_error(name, tokens, f"{examples}, skewX(20deg) (up to 60deg) or none")
    return tuple(steps)


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
    if not 1 <= len(parts) <= 2 or any(len(part) != 1 for part in parts):
        return None
    (argument,) = parts[0]
    if function in ("skew", "skewx", "skewy") and (len(parts) == 1 or function == "skew"):
        angles = [read_angle(part[0]) for part in parts]
        if any(angle is None or abs(angle) > _MAX_SLANT for angle in angles):
            return None
        across, down = (0.0, *angles) if function == "skewy" else (*angles, 0.0)[:2]
        slant = across or 0.0, down or 0.0
        # Two angles that add up to 90 degrees make the box a line.
        area = 1 - tan(radians(slant[0])) * tan(radians(slant[1]))
        return TransformStep(slant=slant) if abs(area) >= _MIN_SLANTED_AREA else None
    if len(parts) > 1:
        return None
    factor = argument.value if argument.type == "number" else 0
    angle = read_angle(argument)
    if function in ("rotate", "rotatez") and angle is not None:
        return TransformStep(turn=angle % 360)
    if function == "scale" and factor > 0:
        return TransformStep(scale=float(factor))
    if function == "scalex" and factor >= 0.5:
        return TransformStep(stretch=float(factor))
    return None


def _make_track_reader(most: int, expected: str) -> ValueReader:
    """Return a function that reads a list of at most `most` tracks (CSS Grid 2, 7.2).

    `expected` says in messages what to write.
    """

    def read_tracks(name: str, tokens: list[Any]) -> Value:
        if most > 1 and len(tokens) == 1 and is_keyword(tokens[0], "none"):
            return ()
        tracks = tuple(_read_track_list(name, tokens))
        if not 1 <= len(tracks) <= most:
            raise make_value_error(name, tokens, expected)
        return tracks

    return read_tracks


def _read_track_list(name: str, tokens: list[Any]) -> list[GridTrack]:
    """Return the tracks in a value, with each repeat() expanded (CSS Grid 2, 7.2.3)."""
    tracks: list[GridTrack] = []
    for token in tokens:
        if token.type == "function" and token.lower_name == "repeat":
            repetitions, *rest = (part for part in token.arguments if part.type != "whitespace")
            count = read_integer(repetitions, MAX_TRACKS)
            if not count or len(rest) < 2 or rest[0] != ",":
                raise make_value_error(name, [token], "a count and tracks, such as repeat(3, 1fr)")
            tracks += _read_track_list(name, rest[1:]) * count
        elif token.type == "function" and token.lower_name == "minmax":
            tracks.append(_read_minmax(name, token))
        elif token.type == "dimension" and token.lower_unit == "fr" and token.value > 0:
            tracks.append(GridTrack("fr", float(token.value)))
        elif token.type == "ident" and token.lower_value in ("auto", "max-content"):
            tracks.append(GridTrack(token.lower_value))
        else:
            try:
                value = make_length_reader(percent=True)(name, [token])
            except InputError as error:
                expected = "a length, max-content, auto, 1fr, minmax(0, 1fr) or repeat(3, 1fr)"
                raise make_value_error(name, [token], expected) from error
            tracks.append(GridTrack("length", value))
    return tracks


def _read_minmax(name: str, token: Any) -> GridTrack:
    """Return the track of a minmax() with a length and a flex factor (CSS Grid 2, 7.2.4)."""
    parts = split_at_commas(token.arguments)
    tracks = [_read_track_list(name, part) for part in parts]
    if [[track.kind for track in part] for part in tracks] != [["length"], ["fr"]]:
        raise make_value_error(name, [token], "a length and a share, such as minmax(20mm, 1fr)")
    ((least,), (share,)) = tracks
    return GridTrack("fr", share.value, least.value)


def _read_grid_lines(name: str, tokens: list[Any]) -> Value:
    """Return grid lines: one or two of auto, a number and a span (CSS Grid 2, 8.3)."""
    slash = tokens.index("/") if "/" in tokens else len(tokens)
    lines, span = list[int | None](), 1
    for part in (tokens[:slash], tokens[slash + 1 :] or [None]):
        is_span = len(part) == 2 and is_keyword(part[0], "span")
        count = read_integer(part[1], MAX_TRACKS) if is_span else None
        number = _read_whole_number(part[0]) if len(part) == 1 and part[0] else None
        span = count or span
        lines.append(number)
        is_auto = part == [None] or (len(part) == 1 and is_keyword(part[0], "auto"))
        if not (is_auto or count or (number and abs(number) <= MAX_TRACKS)):
            raise make_value_error(
                name, tokens, "lines or a number of tracks, such as 2, 1 / -1 or span 2"
            )
    return GridLines(lines[0], lines[1], span)


def _read_grid_areas(name: str, tokens: list[Any]) -> Value:
    """Return the names in grid-template-areas, row by row (CSS Grid 2, 7.3)."""
    rows = tuple(tuple(token.value.split()) for token in tokens if token.type == "string")
    cells = {
        word: [(y, x) for y, row in enumerate(rows) for x, other in enumerate(row) if other == word]
        for word in chain.from_iterable(rows)
        if word.strip(".")
    }
    is_even = len(rows) == len(tokens) and len({*map(len, rows)}) == 1 and all(rows)
    if not is_even or not all(map(_is_rectangle, cells.values())) or len(rows) > MAX_TRACKS:
        expected = 'a text for each row, and rectangular areas: "art art" "name cost"'
        raise make_value_error(name, tokens, expected)
    return rows


def _is_rectangle(cells: Sequence[tuple[int, int]]) -> bool:
    """Return whether some cells, in reading order, fill a rectangle."""
    (top, left), (bottom, right) = cells[0], cells[-1]
    return left <= right and len(cells) == (bottom - top + 1) * (right - left + 1)


def _read_aspect_ratio(name: str, tokens: list[Any]) -> Value:
    """Return an aspect ratio: a number, or two as in 2 / 3; None for auto (CSS Sizing 4, 5.1)."""
    if len(tokens) == 1 and is_keyword(tokens[0], "auto"):
        return None
    numbers = [token.value for token in tokens[::2] if token.type == "number" and token.value > 0]
    if len(numbers) != len(tokens[::2]) or tokens[1::2] not in ([], ["/"]) or len(tokens) == 2:
        raise make_value_error(name, tokens, "a ratio of width and height, such as 2 / 3")
    return float(numbers[0] / numbers[-1]) if numbers[1:] else float(numbers[0])


def _read_shadows(name: str, tokens: list[Any]) -> Value:
    """Return the shadows of a box, the top one first (CSS Backgrounds 3, 6.1).

    Each has two offsets, a blur radius and a spread, its colour, and whether it is inset.
    """
    if len(tokens) == 1 and is_keyword(tokens[0], "none"):
        return ()
    shadows = split_at_commas(tokens)
    if len(shadows) > _MAX_SHADOWS:
        message = f"{name} has {len(shadows)} shadows, which is too many"
        raise InputError(message, f"write at most {_MAX_SHADOWS} shadows")
    return tuple(_read_shadow(name, shadow) for shadow in shadows)


def _read_text_shadows(name: str, tokens: list[Any]) -> Value:
    """Return the shadows of a text, the top one first (CSS Text Decoration 4, 4).

    Each has two offsets, a blur radius and its colour.
    """
    shadows: Any = _read_shadows(name, tokens)
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
    ink = _read_border_colour(name, colours) if colours else "currentcolor"
    return (*(*lengths, 0.0, 0.0)[:4], ink, bool(insets))


def _read_paint_order(name: str, tokens: list[Any]) -> Value:
    """Return whether an outline is painted before the letters (SVG 2, 13.8)."""
    words = [getattr(token, "lower_value", "") for token in tokens]
    if not words or not {*words} <= {"normal", "fill", "stroke", "markers"}:
        raise make_value_error(name, tokens, "normal, or stroke for an outline below the letters")
    return "stroke" in words and words.index("stroke") < [*words, "fill"].index("fill")


def _read_clip_path(name: str, tokens: list[Any]) -> Value:
    """Return a basic shape: its name and its lengths, () for none (CSS Shapes 1, 3.1).

    The points of a polygon are pairs. A circle has a radius, None without one, and a centre; an
    ellipse has two. An inset has its distances from the four sides, and the radius of its corners.
    """
    if len(tokens) == 1 and is_keyword(tokens[0], "none"):
        return ()
    kind = getattr(tokens[0], "lower_name", "") if len(tokens) == 1 else ""
    parts = split_at_commas(resolve_calculations(name, getattr(tokens[0], "arguments", ())))
    read = make_length_reader(minimum=None, percent=True)
    if kind == "polygon" and len(parts) > 2 and all(len(part) == 2 for part in parts):
        return kind, tuple(tuple(read(name, [part]) for part in pair) for pair in parts)
    words = [getattr(token, "lower_value", "") for token in parts[0]]
    if kind == "inset" and len(parts) == 1:
        sides, radius = parts[0], list[Any]()
        if "round" in words:
            sides, radius = sides[: words.index("round")], sides[words.index("round") + 1 :]
        if 1 <= len(sides) <= 4 and len(radius) == ("round" in words):
            distances = tuple(make_sides_reader(SIDES, read)(name, sides).values())
            corner = _read_radius(name, radius) if radius else 0.0
            return kind, distances, corner
    if kind in ("circle", "ellipse") and len(parts) == 1:
        end = words.index("at") if "at" in words else len(words)
        centre = read_position(name, parts[0][end + 1 :]) if words[end:] else _MIDDLE
        radii = tuple(_read_radius(name, [part]) for part in parts[0][:end])
        if kind == "circle" and end <= 1:
            return kind, radii[0] if radii else None, centre
        if kind == "ellipse" and end in (0, 2):
            return kind, radii or (None, None), centre
    expected = "polygon(0 0, 100% 0, 50% 100%), circle(50%), ellipse(50% 40%) or "
    expected += "inset(1mm 2mm round 2mm)"
    raise make_value_error(name, tokens, f"{expected}; draw another shape as an <svg>")


_read_radius = make_length_reader(percent=True)
_MIDDLE = (Length(50.0, "%"), Length(50.0, "%"))


def _read_share_group(name: str, tokens: list[Any]) -> Value:
    """Return the value of --same: a name, and optionally a percentage, as in "text 90%".

    The percentage is the share of rows that must keep the shared size.
    """
    kinds = [token.type for token in tokens]
    if kinds == ["ident"]:
        return str(tokens[0].value)
    if kinds != ["ident", "percentage"] or not 50 <= tokens[1].value <= 100:
        raise make_value_error(name, tokens, "a name, such as title, or a name and 50% to 100%")
    return f"{tokens[0].value} {tokens[1].value:g}%"


def _make_variant_reader(variants: Mapping[str, tuple[tuple[str, int], ...]]) -> ValueReader:
    """Return a function that reads keywords for OpenType features (CSS Fonts 4, 6).

    `variants` has the features of each keyword.
    """

    def read_variants(name: str, tokens: list[Any]) -> Value:
        words = [getattr(token, "lower_value", "") for token in tokens]
        if not words or any(word not in variants for word in words):
            raise make_value_error(name, tokens, ", ".join(variants))
        return tuple(pair for word in words for pair in variants[word])

    return read_variants


_LIGATURES = {
    "normal": (),
    "none": (("liga", 0), ("clig", 0), ("calt", 0)),
    "common-ligatures": (("liga", 1), ("clig", 1)),
    "no-common-ligatures": (("liga", 0), ("clig", 0)),
}
_CAPS = {"normal": (), "small-caps": (("smcp", 1),)}
_NUMERIC = {
    "normal": (),
    "lining-nums": (("lnum", 1),),
    "oldstyle-nums": (("onum", 1),),
    "proportional-nums": (("pnum", 1),),
    "tabular-nums": (("tnum", 1),),
}


def _read_feature_settings(name: str, tokens: list[Any]) -> Value:
    """Return OpenType tags with their numbers, 1 if left out (CSS Fonts 4, 6.12)."""
    if len(tokens) == 1 and is_keyword(tokens[0], "normal"):
        return ()
    features = []
    for tag, *values in split_at_commas(tokens):
        number = _read_feature_value(values)
        if tag.type != "string" or len(tag.value) != 4 or number is None:
            raise make_value_error(name, tokens, 'normal, or tags such as "ss01" or "zero" 1')
        features.append((str(tag.value), number))
    return tuple(features)


def _read_feature_value(tokens: list[Any]) -> int | None:
    """Return the number after an OpenType tag, 1 if it is left out; None if it is not valid."""
    if len(tokens) != 1:
        return None if tokens else 1
    (token,) = tokens
    if token.type == "ident":
        return {"on": 1, "off": 0}.get(token.lower_value)
    is_count = token.type == "number" and token.is_integer and 0 <= token.int_value <= 99
    return int(token.int_value) if is_count else None


def _read_content(name: str, tokens: list[Any]) -> Value:
    """Return the parts of generated content; None for none (CSS Content 3, 2)."""
    if len(tokens) == 1 and tokens[0].type == "ident" and tokens[0].lower_value in _NO_CONTENT:
        return None
    parts = []
    for token in tokens:
        arguments = split_at_commas(getattr(token, "arguments", ()))
        names = [part.value for part in arguments[0] if _is_plain_name(part)]
        function = getattr(token, "lower_name", "")
        if token.type == "string":
            parts.append(ContentPart(str(token.value)))
        elif function in ("attr", "counter") and len(arguments) == len(names) == 1:
            key = "attribute" if function == "attr" else function
            parts.append(ContentPart(**{key: names[0]}))
        else:
            expected = "texts in quotes, attr(data-name) and counter(name); print fields and "
            expected += 'pictures in the template: {{ f("name") }}'
            raise make_value_error(name, tokens, expected)
    return tuple(parts)


_NO_CONTENT = ("none", "normal")


def _is_plain_name(token: Any) -> bool:
    """Return whether a token is a name that an attribute can have, too."""
    return token.type == "ident" and bool(re.fullmatch(r"[A-Za-z_][\w-]*", token.value, re.ASCII))


def _make_counter_reader(default: int) -> ValueReader:
    """Return a function that reads names of counters, each with a number (CSS Lists 3, 4.1).

    A number that is left out is `default`.
    """

    def read_counters(name: str, tokens: list[Any]) -> Value:
        if len(tokens) == 1 and is_keyword(tokens[0], "none"):
            return ()
        counters: list[tuple[str, int]] = []
        for token in tokens:
            number = _read_whole_number(token)
            if _is_plain_name(token):
                counters.append((str(token.value), default))
            elif counters and number is not None and tokens[0] is not token:
                counters[-1] = counters[-1][0], number
            else:
                raise make_value_error(
                    name, tokens, "the name of a counter, such as step or step 2"
                )
        return tuple(counters)

    return read_counters


def _read_filters(name: str, tokens: list[Any]) -> Value:
    """Return the functions of a filter, each with its amount (Filter Effects 1, 8)."""
    if len(tokens) == 1 and is_keyword(tokens[0], "none"):
        return ()
    filters = []
    for token in tokens:
        function, arguments = getattr(token, "lower_name", ""), getattr(token, "arguments", ())
        amounts = [part for part in arguments if part.type != "whitespace"]
        share = {"number": 1.0, "percentage": 0.01}.get(amounts[0].type) if amounts else None
        amount = amounts[0].value * share if share else 1.0
        is_known = function in _FILTERS and len(amounts) <= 1 and bool(amounts) == bool(share)
        if not is_known or not 0 <= amount < inf:
            expected = ", ".join(f"{word}()" for word in _FILTERS)
            hint = f"{expected}, with 0 or more; for a shadow, box-shadow or text-shadow; "
            raise make_value_error(name, tokens, f"{hint}blur a picture in a drawing program")
        filters.append((function, min(float(amount), _MAX_AMOUNT)))
    return tuple(filters)


_MAX_AMOUNT = 1e6
"""An amount of a filter beyond which no colour changes any more."""
_FILTERS = ("grayscale", "sepia", "saturate", "brightness", "contrast", "invert")


def _read_vertical_align(name: str, tokens: list[Any]) -> Value:
    """Return a place on the line, as a keyword or a length upwards (CSS 2.1, 10.8.1)."""
    if tokens[0].type == "ident":
        return make_keyword_reader(*_LINE_PLACES)(name, tokens)
    return _read_offset(name, tokens)


def _read_drawing_length(name: str, tokens: list[Any]) -> Length:
    """Return a length in units of a drawing, where 1 px is a unit (SVG 2, 8.9)."""
    length = make_length_reader(number=True)(name, tokens)
    if length.unit in ("em", "rem"):
        raise make_value_error(name, tokens, "a number of units of the drawing, such as 2")
    return Length(length.value / (1.0 if length.unit == "number" else MM_PER_PX), "mm")


def _read_dashes(name: str, tokens: list[Any]) -> Value:
    """Return the lengths of dashes as text, in units of the drawing; or none (SVG 1.1, 11.4)."""
    if len(tokens) == 1 and is_keyword(tokens[0], "none"):
        return "none"
    lengths = [_read_drawing_length(name, [part]) for part in tokens if part != ","]
    return " ".join(f"{length.value:.6g}" for length in lengths)


def _read_paint(name: str, tokens: list[Any]) -> Value:
    """Return a colour, None for none, or the link to a gradient as text (SVG 1.1, 11.2)."""
    link = tokens[0]
    # tinycss2 reads url(#sky) as a token, but url("#sky") as a function.
    if link.type == "function" and link.lower_name == "url" and len(link.arguments) == 1:
        (link,) = link.arguments
    if link.type in ("url", "string") and link.value.startswith("#"):
        return f"url({link.value}) {format_tokens(tokens[1:])}"
    return make_colour_reader(allows_none=True, allows_current=True)(name, tokens)


_LINE_PLACES = ("baseline", "middle", "top", "bottom", "sub", "super", "text-top", "text-bottom")
_BASELINES = ("auto", "alphabetic", "middle", "central", "hanging")
_INLINE_DISPLAYS = ("inline-block", "inline-flex", "inline-grid")
_DISPLAYS = ("block", "flow-root", "inline", "flex", "grid", "none", *_INLINE_DISPLAYS)
_POSITIONS = ("start", "flex-start", "center", "end", "flex-end")
_CONTENT_ALIGNMENTS = (
    *_POSITIONS,
    "space-between",
    "space-around",
    "space-evenly",
    "stretch",
    "normal",
)
_SELF_POSITIONS = (*_POSITIONS, "stretch", "normal")
_ITEM_ALIGNMENTS = (*_SELF_POSITIONS, "baseline")
_keyword = make_keyword_reader
_read_length = make_length_reader()
# CSS 2.1, 10.8.1 and 15.7: percentages of both refer to a font size, as em does.
_read_line_height = add_keywords(make_length_reader(percent="em", number=True), {"normal": None})
_read_font_length = make_length_reader(
    percent="em", positive=f"a size above 0, such as {LENGTH_EXAMPLE}"
)
# CSS Fonts 4, 2.5, and CSS Backgrounds 3, 3.3: the lengths of keywords, as in browsers.
_FONT_SIZES = {"xx-small": 9, "x-small": 10, "small": 13, "medium": 16, "large": 18}
_FONT_SIZES |= {"x-large": 24, "xx-large": 32, "xxx-large": 48}
FONT_SIZE_WORDS = (*_FONT_SIZES, "smaller", "larger")
_FONT_LENGTHS = {word: Length(size * MM_PER_PX, "mm") for word, size in _FONT_SIZES.items()}
_FONT_LENGTHS |= {"smaller": Length(1 / 1.2, "em"), "larger": Length(1.2, "em")}
_BORDER_LENGTHS = {
    word: Length(size * MM_PER_PX, "mm")
    for word, size in (("thin", 1), ("medium", 3), ("thick", 5))
}
_read_font_size = add_keywords(_read_font_length, _FONT_LENGTHS)
_read_weight = make_token_reader("normal, bold, or a number such as 600", _read_font_weight)
_read_spacing = add_keywords(make_length_reader(minimum=None), {"normal": Length(0.0, "mm")})
_read_min_size = make_token_reader("a size in pt, such as 6.5pt", _read_point_size)
_read_tracks = _make_track_reader(
    MAX_TRACKS, f"1 to {MAX_TRACKS} tracks, such as 12mm max-content 1fr"
)
_read_track = _make_track_reader(1, "one track, such as 1fr")
_read_percent = make_length_reader(percent=True)
_read_size = add_keywords(_read_percent, {"auto": None})
_read_max_size = add_keywords(_read_percent, {"none": None})
_read_offset_share = make_length_reader(minimum=None, percent=True)
_read_offset_or_auto = add_keywords(_read_offset_share, {"auto": None})

_read_list_style = make_token_reader(
    'none; for a bullet, write li::before { content: "• "; }',
    lambda token: "none" if is_keyword(token, "none") else None,
)
_read_decoration = make_token_reader(
    "none or underline; for another line, border-bottom: 0.2mm dotted #1976d2 on the text",
    lambda token: next((word for word in ("none", "underline") if is_keyword(token, word)), None),
)
_read_display = make_token_reader(
    f"{', '.join(_DISPLAYS)}; to centre text in height, flex and align-items: center; for "
    "-webkit-box with -webkit-line-clamp, leave out both: text is never cut off",
    lambda token: next((word for word in _DISPLAYS if is_keyword(token, word)), None),
)
_read_no_spacing = make_token_reader(
    "0: give the cells a padding", lambda token: 0 if getattr(token, "value", 1) == 0 else None
)
_FIXED_VALUES = {
    "visibility": "visible",
    "print-color-adjust": "exact",
    "-webkit-print-color-adjust": "exact",
}
"""Properties with one allowed value, because faces always behave like that."""
# In a reversed direction, flex-start is not start (CSS Box Alignment 3, 4.1).
_read_justify = make_token_reader(
    " or ".join(_CONTENT_ALIGNMENTS),
    lambda token: next((word for word in _CONTENT_ALIGNMENTS if is_keyword(token, word)), None),
)
_read_offset = make_length_reader(minimum=None)
_read_border_colour = make_colour_reader(allows_current=True)

# CSS Backgrounds 3, 3.1 to 3.3: the initial border is medium, here 3 px, none and currentcolor.
BORDER_PARTS = {
    "width": Property("border", 3 * MM_PER_PX, add_keywords(_read_length, _BORDER_LENGTHS)),
    "style": Property(
        "border_styles", "none", _keyword("none", "solid", "dashed", "dotted", "double")
    ),
    "color": Property("border_colours", "currentcolor", _read_border_colour),
}
_read_share = make_token_reader("0 to 1, such as 0.5", _read_fraction)
DRAWING_STYLES: Mapping[str, ValueReader] = {
    **dict.fromkeys(("fill-opacity", "stroke-opacity"), _read_share),
    "fill-rule": _keyword("nonzero", "evenodd"),
    "stroke-dasharray": _read_dashes,
    "stroke-linecap": _keyword("butt", "round", "square"),
    "stroke-linejoin": _keyword("miter", "round", "bevel"),
}
"""Properties of shapes that attributes set, too (SVG 1.1, 11); None if no rule sets them."""

INHERITED: Mapping[str, Property] = {
    **{name: Property("drawing_styles", None, read) for name, read in DRAWING_STYLES.items()},
    "font-family": Property("", ("",), _read_font_family),
    # CSS Fonts 4, 2.5: medium, which is 16 px in browsers.
    "font-size": Property("size", 16 * MM_PER_PX, _read_font_size),
    "font-weight": Property("weight", 400, _read_weight),
    "font-style": Property("slant", "normal", _keyword("normal", "italic")),
    "color": Property("colour", (0, 0, 0), make_colour_reader()),
    "fill": Property("fill", (0, 0, 0), _read_paint),
    "stroke": Property("stroke", None, _read_paint),
    "stroke-width": Property("stroke_width", 1.0, _read_drawing_length),
    "text-anchor": Property("text_anchor", "start", _keyword("start", "middle", "end")),
    "dominant-baseline": Property("dominant_baseline", "auto", _keyword(*_BASELINES)),
    "paint-order": Property("is_outline_below", False, _read_paint_order),
    "text-shadow": Property("text_shadows", (), _read_text_shadows),
    "-webkit-text-stroke-width": Property("outline_width", 0.0),
    "-webkit-text-stroke-color": Property("outline", "currentcolor"),
    "lang": Property("language", ""),
    "direction": Property("direction", "auto", _keyword("ltr", "rtl")),
    "text-align": Property(
        "text_align", "start", _keyword("start", "end", "left", "center", "right", "justify")
    ),
    "line-height": Property("", None, _read_line_height),
    "letter-spacing": Property("letter_spacing", 0.0, _read_spacing),
    "word-spacing": Property("word_spacing", 0.0, _read_spacing),
    "text-indent": Property("text_indent", 0.0, make_length_reader(minimum=None)),
    "font-kerning": Property("kerning", "auto", _keyword("auto", "normal", "none")),
    "font-variant-ligatures": Property("variants", (), _make_variant_reader(_LIGATURES)),
    "font-variant-caps": Property("variants", (), _make_variant_reader(_CAPS)),
    "font-variant-numeric": Property("variants", (), _make_variant_reader(_NUMERIC)),
    "font-feature-settings": Property("variants", (), _read_feature_settings),
    "text-transform": Property(
        "text_transform", "none", _keyword("none", "uppercase", "lowercase", "capitalize")
    ),
    "text-wrap": Property("text_wrap", "wrap", _keyword("wrap", "balance", "pretty")),
    "white-space": Property("white_space", "normal", _keyword("normal", "nowrap", "pre-line")),
    "hyphens": Property("hyphens", "manual", _keyword("none", "manual", "auto")),
    "overflow-wrap": Property("overflow_wrap", "normal", _keyword("normal", "anywhere")),
    "--min-size": Property("min_font_size", None, _read_min_size),
    "--contrast": Property("contrast", "checked", _keyword("checked", "artwork")),
}
"""The inherited properties (CSS Cascade 4, 7.2)."""

PROPERTIES: Mapping[str, Property] = {
    **INHERITED,
    "content": Property("content", None, _read_content),
    "counter-reset": Property("counter_resets", (), _make_counter_reader(0)),
    "counter-increment": Property("counter_steps", (), _make_counter_reader(1)),
    "text-decoration": Property("", "none", _read_decoration),
    "background-color": Property("background", None, make_colour_reader(allows_current=True)),
    "box-shadow": Property("shadows", (), _read_shadows),
    "outline-width": Property("box_outline_width", 0.0, _read_length),
    "outline-color": Property("box_outline_colour", "currentcolor", _read_border_colour),
    "outline-offset": Property("box_outline_offset", 0.0, _read_offset),
    "border-image-source": Property("border_image", None, read_border_image_source),
    "border-image-slice": Property(
        "border_image_slice", Percentage(100.0), read_border_image_slice
    ),
    "background-image": Property("images", (), read_background_images),
    **{
        f"background-{key}": Property(f"image_{key}s", initial, read)
        for key, (read, initial) in LAYER_PROPERTIES.items()
    },
    "clip-path": Property("clip_path", (), _read_clip_path),
    "filter": Property("filters", (), _read_filters),
    "mask-image": Property("mask", None, read_mask_image),
    "overflow": Property("overflow", "visible", _keyword("visible", "hidden", "clip")),
    "opacity": Property("opacity", 1.0, _read_share),
    "vertical-align": Property("vertical_align", "baseline", _read_vertical_align),
    "display": Property("display", "natural", _read_display),
    "flex-direction": Property(
        "", "row", _keyword("row", "column", "row-reverse", "column-reverse")
    ),
    # CSS Flexbox 1, 5: wrap-reverse is not in the subset.
    "flex-wrap": Property("", "nowrap", _keyword("nowrap", "wrap")),
    # CSS Flexbox 1, 7.2: the initial values of grow, shrink and basis.
    "flex-grow": Property("grow", 0.0, _read_number),
    "flex-shrink": Property("shrink", 1.0, _read_number),
    "flex-basis": Property("basis", None, _read_size),
    "order": Property("order", 0, make_token_reader("a whole number", _read_whole_number)),
    **dict.fromkeys(("row-gap", "column-gap"), Property("gaps", 0.0, _read_length)),
    "align-items": Property("align_items", "normal", _keyword(*_ITEM_ALIGNMENTS)),
    "align-self": Property("align_self", "auto", _keyword(*_ITEM_ALIGNMENTS, "auto")),
    "justify-items": Property("justify_items", "normal", _keyword(*_SELF_POSITIONS)),
    "justify-self": Property("justify_self", "auto", _keyword(*_SELF_POSITIONS, "auto")),
    "justify-content": Property("justify", "normal", _read_justify),
    "align-content": Property("align", "normal", _keyword(*_CONTENT_ALIGNMENTS)),
    "grid-template-columns": Property("columns", (), _read_tracks),
    "grid-template-rows": Property("rows", (), _read_tracks),
    "grid-auto-rows": Property("auto_rows", (GridTrack("auto"),), _read_track),
    "grid-template-areas": Property("areas", (), _read_grid_areas),
    "area-name": Property("area", ""),
    **dict.fromkeys(
        ("grid-column", "grid-row"), Property("grid_lines", GridLines(), _read_grid_lines)
    ),
    "z-index": Property(
        "z_index", "auto", make_token_reader("auto, or a whole number such as 1", _read_z_index)
    ),
    "isolation": Property("isolation", "auto", _keyword("auto", "isolate")),
    "position": Property("", "static", _keyword("static", "relative", "absolute")),
    "transform": Property("transform", (), _read_transform),
    # CSS Transforms 1 and CSS Images 3: the initial values are the centre of the box.
    "transform-origin": Property("origin", (Percentage(50.0),) * 2, read_position),
    "object-position": Property("object_position", (Percentage(50.0),) * 2, read_position),
    # CSS Images 3, object-fit: scale-down and none are not in the subset.
    "object-fit": Property("object_fit", "fill", _keyword("fill", "contain", "cover")),
    "--max-crop": Property("max_crop", None, make_token_reader("0% to 100%", _read_fraction)),
    # CSS Sizing 3, 3.3: every box here is sized as border-box, so no other value is accepted.
    "box-sizing": Property("", "border-box", _keyword("border-box")),
    "aspect-ratio": Property("ratio", None, _read_aspect_ratio),
    **{name: Property("", value, _keyword(value)) for name, value in _FIXED_VALUES.items()},
    **dict.fromkeys(("list-style", "list-style-type"), Property("", "none", _read_list_style)),
    "border-collapse": Property("border_collapse", "separate", _keyword("separate", "collapse")),
    "border-spacing": Property("", 0, _read_no_spacing),
    "--same": Property("share_group", "", _read_share_group),
    "width": Property("width", None, _read_size),
    "height": Property("height", None, _read_size),
    **dict.fromkeys(("min-width", "min-height"), Property("min_size", None, _read_size)),
    **dict.fromkeys(("max-width", "max-height"), Property("max_size", None, _read_max_size)),
    **dict.fromkeys(SIDES, Property("inset", None, _read_offset_or_auto)),
    **{f"padding-{side}": Property("", 0.0, _read_percent) for side in SIDES},
    **{f"margin-{side}": Property("margin", 0.0, _read_offset_or_auto) for side in SIDES},
    **{f"border-{side}-{part}": item for part, item in BORDER_PARTS.items() for side in SIDES},
    **{f"radius-{corner}": Property("radii", 0.0) for corner in CORNERS},
}
"""All longhand properties. Properties that set one field are in the order of its values."""

UNSET = "unset"
"""The value of an inherited property that takes that of the parent, as if it were not set."""
LONGHANDS = {name: item.read for name, item in PROPERTIES.items() if item.read}
