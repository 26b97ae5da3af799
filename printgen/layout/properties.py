"""Turn the value of a CSS property into what it says.

It holds the closed list of properties and, for each, the values that are understood; anything else
is an error that says what to write. It must not know selectors, the cascade or any element.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Literal

from tinycss2.color3 import parse_color

from printgen.layout.face import Colour
from printgen.layout.geometry import MM_PER_POINT

Units = Literal["svg", "html"]
"""Which lengths a document is written in: px (1 = 1 mm) in SVG, mm and pt in HTML."""


@dataclass(frozen=True, slots=True)
class Length:
    """A length as written: in mm, in em, in percent of the containing width, or a bare number."""

    value: float
    unit: Literal["mm", "em", "%", "number"]


Value = str | int | float | Length | Colour | None


class NotUnderstoodError(ValueError):
    """A value that the subset does not hold: `args` are the message and the hint."""


def read_property(name: str, tokens: list[Any], units: Units) -> Mapping[str, Value]:
    """The longhand properties that one declaration of a property of the subset sets.

    `tokens` are tinycss2's, without white space and comments, every var() already resolved.
    Raises `NotUnderstoodError`.
    """
    reader = _SHORTHANDS.get(name)
    if reader is not None:
        return reader(name, tokens, units)
    return {name: _LONGHANDS[name](name, tokens, units)}


def is_property(name: str) -> bool:
    """Whether the subset holds this property."""
    return name in _SHORTHANDS or name in _LONGHANDS


def hint_for(name: str) -> str:
    """What to write in place of a property that the subset does not hold."""
    return _instead(name)


def read_points(tokens: list[Any]) -> float:
    """A size in printed points, as `--min-size` is written. Raises `NotUnderstoodError`."""
    if len(tokens) == 1 and tokens[0].type == "dimension" and tokens[0].lower_unit == "pt":
        value = float(tokens[0].value)
        if value > 0:
            return value
    found = _written(tokens)
    message = f"--min-size: {found} is not a size in printed points"
    raise NotUnderstoodError(message, "write it as 6.5pt")


def _written(tokens: list[Any]) -> str:
    return " ".join(token.serialize() for token in tokens).replace(" ,", ",")


_Reader = Callable[[str, list[Any], Units], Value]


def _refuse(name: str, tokens: list[Any], instead: str) -> NotUnderstoodError:
    found = _written(tokens) or "nothing"
    return NotUnderstoodError(f"{name}: {found} is not understood", f"write {instead}")


def _keyword(*words: str) -> _Reader:
    def read(name: str, tokens: list[Any], units: Units) -> Value:
        if len(tokens) == 1 and tokens[0].type == "ident" and tokens[0].lower_value in words:
            return str(tokens[0].lower_value)
        raise _refuse(name, tokens, " or ".join(words))

    return read


def _one_length(name: str, token: Any, units: Units) -> Length:
    """A length in a unit of the document; zero needs none."""
    if token.type == "number" and token.value == 0:
        return Length(0.0, "mm")
    if token.type != "dimension":
        raise _refuse(name, [token], "a length, such as " + _EXAMPLE[units])
    value, unit = float(token.value), token.lower_unit
    if unit == "em":
        return Length(value, "em")
    if units == "svg":
        if unit == "px":
            return Length(value, "mm")
        if unit in ("mm", "pt"):
            message = f"{name}: {unit} has no meaning inside an SVG drawing"
            raise NotUnderstoodError(
                message, "write px: 1px is 1 mm there (1 pt is 0.353px); or em"
            )
    elif unit == "mm":
        return Length(value, "mm")
    elif unit == "pt":
        return Length(value * MM_PER_POINT, "mm")
    elif unit == "px":
        message = f"{name}: px has no meaning on paper"
        raise NotUnderstoodError(message, "write mm, pt or em")
    raise _refuse(name, [token], "a length, such as " + _EXAMPLE[units])


_EXAMPLE: Mapping[Units, str] = {"svg": "2px (1px is 1 mm) or 0.5em", "html": "2mm, 9pt or 0.5em"}


def _length(
    *, least: float | None = 0.0, percent: bool = False, number: bool = False, word: str = ""
) -> _Reader:
    """Reads one length; `word` is the keyword that stands for None."""

    def read(name: str, tokens: list[Any], units: Units) -> Value:
        if len(tokens) != 1:
            raise _refuse(name, tokens, "one length, such as " + _EXAMPLE[units])
        (token,) = tokens
        if word and token.type == "ident" and token.lower_value == word:
            return None
        if token.type == "percentage" and percent:
            length = Length(float(token.value), "%")
        elif token.type == "number" and number:
            length = Length(float(token.value), "number")
        else:
            length = _one_length(name, token, units)
        if least is not None and length.value < least:
            raise _refuse(name, tokens, "a length that is not negative")
        return length

    return read


def _colour(*, none: bool, current: bool) -> _Reader:
    def read(name: str, tokens: list[Any], units: Units) -> Value:
        instead = "a colour such as #A12115" + (" or none" if none else "")
        if len(tokens) != 1:
            raise _refuse(name, tokens, instead)
        (token,) = tokens
        word = token.lower_value if token.type == "ident" else ""
        if none and word == "none":
            return None
        colour = parse_color(token)
        if colour is None:
            raise _refuse(name, tokens, instead)
        if colour == "currentColor":
            if current:
                return "currentcolor"
            raise _refuse(name, tokens, instead)
        if name == "background-color" and word == "transparent":
            return None
        if colour.alpha != 1:
            message = f"{name}: {_written(tokens)} is partly see-through"
            raise NotUnderstoodError(message, "write an opaque colour: print has no transparency")
        red, green, blue = (round(255 * min(1.0, max(0.0, part))) for part in colour[:3])
        return red, green, blue

    return read


FAMILIES = "\n"
"""What parts the names of several families in one value: no name holds a line break."""


def _family(name: str, tokens: list[Any], units: Units) -> Value:
    families: list[list[Any]] = [[]]
    for token in tokens:
        if token.type == "literal" and token.value == ",":
            families.append([])
        else:
            families[-1].append(token)
    found = []
    for family in families:
        is_named = len(family) == 1 and family[0].type == "string"
        if not is_named and not (family and all(one.type == "ident" for one in family)):
            example = '"IBM Plex Sans Condensed"; others after commas are for what it lacks'
            raise _refuse(name, tokens, f"the name of a font, such as {example}")
        found.append(" ".join(token.value for token in family))
    return FAMILIES.join(found)


def _weight(name: str, tokens: list[Any], units: Units) -> Value:
    if len(tokens) == 1:
        (token,) = tokens
        if token.type == "ident" and token.lower_value in ("normal", "bold"):
            return 400 if token.lower_value == "normal" else 700
        if token.type == "number" and token.is_integer and 1 <= token.int_value <= 1000:
            return int(token.int_value)
    raise _refuse(name, tokens, "normal, bold, or a number such as 600")


def _font_size(name: str, tokens: list[Any], units: Units) -> Value:
    length = _length()(name, tokens, units)
    if isinstance(length, Length) and length.value > 0:
        return length
    raise _refuse(name, tokens, "a size above 0, such as " + _EXAMPLE[units])


def _line_height(name: str, tokens: list[Any], units: Units) -> Value:
    length = _length(number=True)(name, tokens, units)
    if isinstance(length, Length) and length.value > 0:
        return length
    raise _refuse(name, tokens, "a number such as 1.2, or a length")


def _spacing(name: str, tokens: list[Any], units: Units) -> Value:
    if len(tokens) == 1 and tokens[0].type == "ident" and tokens[0].lower_value == "normal":
        return Length(0.0, "mm")
    return _length(least=None)(name, tokens, units)


def _columns(name: str, tokens: list[Any], units: Units) -> Value:
    if len(tokens) == 1 and tokens[0].type == "number" and tokens[0].is_integer:
        count = int(tokens[0].int_value)
        if 1 <= count <= 12:
            return count
    raise _refuse(name, tokens, "how many columns, 1 to 12")


_SIDES = ("top", "right", "bottom", "left")


def _four(name: str, tokens: list[Any], units: Units) -> Mapping[str, Value]:
    """margin and padding: one to four lengths, clockwise from the top."""
    read = _length(least=None if name == "margin" else 0.0)
    if not 1 <= len(tokens) <= 4:
        raise _refuse(name, tokens, "one to four lengths")
    values = [read(name, [token], units) for token in tokens]
    top = values[0]
    right = values[1] if len(values) > 1 else top
    bottom = values[2] if len(values) > 2 else top
    left = values[3] if len(values) > 3 else right
    return dict(zip((f"{name}-{side}" for side in _SIDES), (top, right, bottom, left), strict=True))


def _border(name: str, tokens: list[Any], units: Units) -> Mapping[str, Value]:
    """border and border-<side>: none, or width, solid and colour in any order."""
    sides = _SIDES if name == "border" else (name.removeprefix("border-"),)
    if len(tokens) == 1 and _is(tokens[0], "none"):
        width: Value = Length(0.0, "mm")
        colour: Value = "currentcolor"
    elif len(tokens) == 1 and tokens[0].type == "number" and tokens[0].value == 0:
        width, colour = Length(0.0, "mm"), "currentcolor"
    else:
        width, colour = _border_parts(name, tokens, units)
    values: dict[str, Value] = {}
    for side in sides:
        values[f"border-{side}-width"] = width
        values[f"border-{side}-color"] = colour
    return values


def _border_parts(name: str, tokens: list[Any], units: Units) -> tuple[Value, Value]:
    example = "0.2px solid #888" if units == "svg" else "0.2mm solid #888"
    wrong = _refuse(name, tokens, f"none, or width, solid and colour: {example}")
    solid = [token for token in tokens if _is(token, "solid")]
    rest = [token for token in tokens if not _is(token, "solid")]
    widths = [token for token in rest if token.type in ("dimension", "number")]
    colours = [token for token in rest if token.type not in ("dimension", "number")]
    if len(solid) != 1 or len(widths) != 1 or len(colours) > 1:
        raise wrong
    width = _length()(name, widths, units)
    read = _colour(none=False, current=True)
    return width, read(name, colours, units) if colours else "currentcolor"


def _is(token: Any, word: str) -> bool:
    return bool(token.type == "ident" and token.lower_value == word)


_LONGHANDS: Mapping[str, _Reader] = {
    "font-family": _family,
    "font-size": _font_size,
    "font-weight": _weight,
    "font-style": _keyword("normal", "italic"),
    "color": _colour(none=False, current=False),
    "fill": _colour(none=True, current=True),
    "stroke": _colour(none=True, current=True),
    "stroke-width": _length(number=True),
    "text-align": _keyword("left", "center", "right"),
    "text-anchor": _keyword("start", "middle", "end"),
    "line-height": _line_height,
    "letter-spacing": _spacing,
    "text-transform": _keyword("none", "uppercase", "lowercase"),
    "white-space": _keyword("normal", "nowrap", "pre-line"),
    "background-color": _colour(none=False, current=True),
    "width": _length(percent=True, word="auto"),
    "height": _length(word="auto"),
    "vertical-align": _keyword("baseline", "top", "middle", "bottom"),
    "display": _keyword("block", "none"),
    "columns": _columns,
    "column-gap": _length(),
    "break-before": _keyword("auto", "column"),
    "break-inside": _keyword("auto", "avoid"),
    **{f"margin-{side}": _length(least=None) for side in _SIDES},
    **{f"padding-{side}": _length() for side in _SIDES},
}

_SHORTHANDS: Mapping[str, Callable[[str, list[Any], Units], Mapping[str, Value]]] = {
    "margin": _four,
    "padding": _four,
    "border": _border,
    **{f"border-{side}": _border for side in _SIDES},
}

_INSTEAD = {
    "background": "write background-color",
    "font": "write font-family, font-size, font-weight and font-style",
    "opacity": "write an opaque colour: print has no transparency",
    "border-width": "write border, such as border: 0.2mm solid #888",
    "border-style": "write border, such as border: 0.2mm solid #888",
    "border-color": "write border, such as border: 0.2mm solid #888",
    "column-count": "write columns",
}


def _instead(name: str) -> str:
    close = get_close_matches(name, (*_SHORTHANDS, *_LONGHANDS, *_INSTEAD), n=1, cutoff=0.8)
    usual = f"did you mean {close[0]}?" if close else "leave it out;"
    return _INSTEAD.get(name, f"{usual} docs/templates.md lists the properties")
