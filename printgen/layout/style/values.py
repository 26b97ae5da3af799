"""Readers for keywords and lengths in CSS values, used by all properties."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import isfinite
from typing import Any, Literal

import msgspec

from printgen.colour import Colour
from printgen.geometry import MM_PER_POINT, MM_PER_PX
from printgen.problems import InputError


class Length(msgspec.Struct, frozen=True):
    """A length as declared: in mm, a relative unit or percent, or a number without a unit.

    `plus` is a length in mm that is added to a percentage.
    """

    value: float
    unit: Literal["mm", "em", "rem", "vw", "vh", "vmin", "vmax", "%", "number"]
    plus: float = 0.0


class Percentage(msgspec.Struct, frozen=True):
    """A percentage: `value` is 50.0 for 50 %. `plus` is a length in mm that is added to it."""

    value: float
    plus: float = 0.0


Extent = float | Percentage | None
"""A length in mm, a percentage, or None for `auto` (for a maximum size: `none`)."""


def resolve_to_mm(length: Extent, base: float | None) -> float | None:
    """Return a length in mm; a percentage is that of `base`, in mm.

    The result is None for auto, and for a percentage if `base` is None (CSS 2.1, 10.5).
    """
    if not isinstance(length, Percentage):
        return length
    return None if base is None else base * length.value / 100 + length.plus


def resolve_point(place: Sequence[Extent], width: float, height: float) -> tuple[float, float]:
    """Return x and y in mm; percentages are those of `width` and `height`, and auto is 0."""
    across, down = place
    return resolve_to_mm(across, width) or 0.0, resolve_to_mm(down, height) or 0.0


Value = str | int | float | Length | Percentage | Colour | tuple[Any, ...] | None

ValueReader = Callable[[str, list[Any]], Value]
"""Reads the value of a property, given its name and tokens; raises `InputError`."""

LengthReader = Callable[[str, list[Any]], Length]
"""Reads one length, given the name of its property and its tokens; raises `InputError`."""

ShorthandReader = Callable[[str, list[Any]], Mapping[str, Value]]
"""Reads the value of a shorthand, given its name and tokens, into its longhands."""

SIDES = ("top", "right", "bottom", "left")

LENGTH_EXAMPLE = "2mm, 9pt or 0.5em"

PERCENTAGE_WITH_LENGTH = "percentage with length"
"""The type of a token for the sum of a percentage and a length, which has `value` and `plus`."""

UNITS = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": MM_PER_POINT, "px": MM_PER_PX}
UNITS |= {"pc": 12 * MM_PER_POINT, "q": 0.25}
"""Units of length on paper, in mm (CSS Values 4, 6.2): one inch is 25.4 mm, 96 px and 72 pt."""
RELATIVE_UNITS = ("em", "rem", "vw", "vh", "vmin", "vmax")
"""Units of a font size, or of a hundredth of the size of the face (CSS Values 4, 6.1)."""


def format_tokens(tokens: list[Any]) -> str:
    """Return tokens as CSS text, for messages."""
    return " ".join(token.serialize() for token in tokens).replace(" ,", ",")


def make_value_error(name: str, tokens: list[Any], expected: str) -> InputError:
    """Return the error for a value of property `name` that is not in the subset.

    Its hint is to write `expected`.
    """
    text = format_tokens(tokens) or "nothing"
    return InputError(f"{name}: {text} is not understood", f"write {expected}")


def read_url(token: Any) -> str | None:
    """Return the address in a url(); None for another token."""
    # tinycss2 reads url(#sky) as a token, but url("#sky") as a function.
    if token.type == "function" and token.lower_name == "url":
        parts = split_at_commas(token.arguments)[0]
        return str(parts[0].value) if [part.type for part in parts] == ["string"] else None
    return str(token.value) if token.type == "url" else None


def split_at_commas(tokens: Iterable[Any]) -> list[list[Any]]:
    """Return the parts of a value between its commas, without white space and comments."""
    parts: list[list[Any]] = [[]]
    for component in tokens:
        if component == ",":
            parts.append([])
        elif component.type not in ("whitespace", "comment"):
            parts[-1].append(component)
    return parts


def make_token_reader(expected: str, read: Callable[[Any], Value]) -> ValueReader:
    """Return a function that reads a value of one token with `read`.

    `read` returns None for a token that is not valid. The hint is then to write `expected`.
    """

    def read_token(name: str, tokens: list[Any]) -> Value:
        value = read(tokens[0]) if len(tokens) == 1 else None
        if value is None:
            raise make_value_error(name, tokens, expected)
        return value

    return read_token


def make_keyword_reader(*words: str, expected: str = "") -> ValueReader:
    """Return a function that reads one of these keywords; case does not matter (CSS 2.1, 4.1.3).

    For another value, the hint is to write `expected`, or else one of the words.
    """

    def read_keyword(token: Any) -> Value:
        return next((word for word in words if is_keyword(token, word)), None)

    return make_token_reader(expected or " or ".join(words), read_keyword)


def is_keyword(token: Any, word: str) -> bool:
    """Return whether a token is the keyword `word`; case does not matter."""
    return bool(token.type == "ident" and token.lower_value == word)


def read_integer(token: Any, maximum: int) -> int | None:
    """Return the whole number in a token; None if it is not a whole number from 1 to `maximum`."""
    is_integer = token.type == "number" and token.is_integer and 1 <= token.int_value <= maximum
    return int(token.int_value) if is_integer else None


def read_whole_number(token: Any) -> int | None:
    """Return the whole number in a token; None if the token is not a whole number below 10,000."""
    is_small = token.type == "number" and token.is_integer and abs(token.int_value) < 10_000
    return int(token.int_value) if is_small else None


def make_length_reader(
    *,
    minimum: float | None = 0.0,
    percent: bool | Literal["em"] = False,
    number: bool = False,
    positive: str = "",
) -> LengthReader:
    """Return a function that reads one length.

    No number may be less than `minimum`. `percent` allows percentages; if it is "em", they are
    percentages of the font size. `number` allows a number without a unit. With `positive`, 0 is an
    error, and `positive` says in its hint what to write.
    """

    def read_length(name: str, tokens: list[Any]) -> Length:
        if len(tokens) != 1:
            raise make_value_error(name, tokens, "one length, such as " + LENGTH_EXAMPLE)
        (token,) = tokens
        if token.type == "percentage" and percent:
            is_em = percent == "em"
            length = Length(token.value / 100, "em") if is_em else Length(token.value, "%")
        elif token.type == PERCENTAGE_WITH_LENGTH and percent is True:
            length = Length(token.value, "%", token.plus)
        elif token.type == "number" and number:
            length = Length(float(token.value), "number")
        else:
            length = _parse_length(name, token)
        if not isfinite(length.value):
            raise make_value_error(name, tokens, "a smaller number")
        if minimum is not None and length.value < minimum:
            raise make_value_error(name, tokens, "a length that is not negative")
        if positive and not length.value:
            raise make_value_error(name, tokens, positive)
        return length

    return read_length


def _parse_length(name: str, token: Any) -> Length:
    """Return the length in a token: in mm, converted to mm, or relative to a font size."""
    # CSS Values 4, 6: a zero length may be written without a unit.
    if token.type == "number" and token.value == 0:
        return Length(0.0, "mm")
    if token.type == "number":
        number = token.representation
        raise InputError(f"{name}: {number} has no unit", f"write {number}mm or {number}pt")
    unit: Any = token.lower_unit if token.type == "dimension" else ""
    if unit in RELATIVE_UNITS:
        return Length(float(token.value), unit)
    if unit in UNITS:
        return Length(token.value * UNITS[unit], "mm")
    if unit:
        hint = "write it in mm, cm, in, pt, px, em or rem, or in % of the box around it"
        raise InputError(f"{name}: {unit} is not a unit on paper", hint)
    raise make_value_error(name, [token], "a length, such as " + LENGTH_EXAMPLE)


def add_keywords(read: ValueReader, values: Mapping[str, Value]) -> ValueReader:
    """Return a function that reads one of the keywords in `values`, or a length with `read`."""

    def read_keyword_or_value(name: str, tokens: list[Any]) -> Value:
        is_word = len(tokens) == 1 and tokens[0].type == "ident"
        word = str(tokens[0].lower_value) if is_word else ""
        if word and word not in values:
            expected = f"{', '.join(values)} or a length, such as {LENGTH_EXAMPLE}"
            raise make_value_error(name, tokens, expected)
        return values[word] if word else read(name, tokens)

    return read_keyword_or_value


def make_sides_reader(names: Sequence[str], read: ValueReader) -> ShorthandReader:
    """Return a function that reads a shorthand of two or four properties, such as `margin`.

    `names` are these properties; four are clockwise from the top. The function reads each value
    with `read`. If there are fewer values than properties, values are repeated as in CSS.
    """

    def read_sides(name: str, tokens: list[Any]) -> Mapping[str, Value]:
        if not 1 <= len(tokens) <= len(names):
            raise make_value_error(name, tokens, f"1 to {len(names)} lengths")
        values = [read(name, [token]) for token in tokens]
        indexes = _SIDE_INDEXES[len(values) - 1]
        return {key: values[index] for key, index in zip(names, indexes, strict=False)}

    return read_sides


# CSS 2.1, 8.3: a missing left is the right, a missing bottom the top, a missing right the top.
_SIDE_INDEXES = ((0, 0, 0, 0), (0, 1, 0, 1), (0, 1, 2, 1), (0, 1, 2, 3))


def read_position(name: str, tokens: list[Any]) -> tuple[Length, ...]:
    """Return a point of a box, as its distances from the left and from the top (CSS Values 4, 8.3).

    The value has one or two keywords, percentages or lengths. If it has one, the point is centred
    on the other axis. Or it has two sides, each followed by the distance from that side.
    """
    words = [getattr(token, "lower_value", "-") for token in tokens]
    if len(tokens) == 4:
        sides = dict(zip(words[::2], tokens[1::2], strict=True))
        pairs = [
            pair for pair in (("left", "right"), ("top", "bottom")) if len({*pair} & {*sides}) == 1
        ]
        if len(pairs) == 2:
            return tuple(_read_side_distance(name, sides, *pair) for pair in pairs)
    lengths = [
        Length(_POSITION_PERCENTS[word], "%")
        if word in _POSITION_PERCENTS
        else _read_point_length(name, [token])
        for word, token in zip(words, tokens, strict=True)
    ]
    if len(tokens) == 1:
        words, lengths = [*words, "center"], [*lengths, Length(50.0, "%")]
    axes = "".join(word[0] for word in words)
    order = re.fullmatch("([lrc-][tbc-])|[tbc][lrc]", axes)
    if not order:
        raise make_value_error(name, tokens, "one or two of center, left, top, 25% or 2mm")
    return tuple(lengths if order[1] else lengths[::-1])


def _read_side_distance(name: str, sides: Mapping[str, Any], start: str, end: str) -> Length:
    """Return the distance of a point from the side `start` of a box.

    `sides` has the distance from `start` or from the opposite side, `end`.
    """
    if start in sides:
        return _read_point_length(name, [sides[start]])
    length = _read_point_length(name, [sides[end]])
    if length.unit not in ("mm", "%"):
        raise make_value_error(name, [sides[end]], "a distance in mm, pt, px or %")
    share, plus = (length.value, length.plus) if length.unit == "%" else (0.0, length.value)
    return Length(100.0 - share, "%", -plus)


_POSITION_PERCENTS = {"left": 0.0, "top": 0.0, "center": 50.0, "right": 100.0, "bottom": 100.0}
_read_point_length = make_length_reader(minimum=None, percent=True)
