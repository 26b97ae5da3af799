"""Turn the value of a CSS property into what it says.

It holds the closed list of properties and, for each, the values that are understood; anything else
is an error that says what to write. It must not know selectors, the cascade or any element.
"""

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any

from tinycss2.color3 import parse_color

from printgen.layout import box_properties as boxes
from printgen.layout.values import (
    EXAMPLE,
    SIDES,
    Length,
    NotUnderstoodError,
    Reader,
    Units,
    Value,
    keyword,
    length,
    refused,
    written,
)


def read_property(name: str, tokens: list[Any], units: Units) -> Mapping[str, Value]:
    """The longhand properties that one declaration of a property of the subset sets.

    `tokens` are tinycss2's, without white space and comments, every var() already resolved.
    Raises `NotUnderstoodError`.
    """
    shorthands, longhands, _ = _of(units)
    reader = shorthands.get(name)
    if reader is not None:
        return reader(name, tokens, units)
    return {name: longhands[name](name, tokens, units)}


def is_property(name: str, units: Units) -> bool:
    """Whether the subset holds this property."""
    return any(name in names for names in _of(units)[:2])


def hint_for(name: str, units: Units) -> str:
    """What to write in place of a property that the subset does not hold."""
    shorthands, longhands, instead = _of(units)
    close = get_close_matches(name, (*shorthands, *longhands, *instead), n=1, cutoff=0.8)
    usual = f"did you mean {close[0]}?" if close else "leave it out;"
    where = "docs/boxes.md" if units == "boxes" else "docs/templates.md"
    return instead.get(name, f"{usual} {where} lists the properties")


def read_points(tokens: list[Any]) -> float:
    """A size in printed points, as `--min-size` is written. Raises `NotUnderstoodError`."""
    if len(tokens) == 1 and tokens[0].type == "dimension" and tokens[0].lower_unit == "pt":
        value = float(tokens[0].value)
        if value > 0:
            return value
    found = written(tokens)
    message = f"--min-size: {found} is not a size in printed points"
    raise NotUnderstoodError(message, "write it as 6.5pt")


def _colour(*, none: bool, current: bool) -> Reader:
    def read(name: str, tokens: list[Any], units: Units) -> Value:
        instead = "a colour such as #A12115" + (" or none" if none else "")
        if len(tokens) != 1:
            raise refused(name, tokens, instead)
        (token,) = tokens
        word = token.lower_value if token.type == "ident" else ""
        if none and word == "none":
            return None
        mixed = _mixed(name, token) if token.type == "function" else None
        if mixed is not None:
            return mixed
        colour = parse_color(token)
        if colour is None:
            raise refused(name, tokens, instead)
        if colour == "currentColor":
            if current:
                return "currentcolor"
            raise refused(name, tokens, instead)
        if name == "background-color" and word == "transparent":
            return None
        if colour.alpha != 1:
            message = f"{name}: {written(tokens)} is partly see-through"
            raise NotUnderstoodError(message, "write an opaque colour: print has no transparency")
        red, green, blue = (round(255 * min(1.0, max(0.0, part))) for part in colour[:3])
        return red, green, blue

    return read


def _mixed(name: str, token: Any) -> Value:
    """The colour of color-mix(in srgb, one 20%, other); None where it is no such function."""
    if token.lower_name != "color-mix":
        return None
    parts: list[list[Any]] = [[]]
    for one in token.arguments:
        if one == ",":
            parts.append([])
        elif one.type not in ("whitespace", "comment"):
            parts[-1].append(one)
    shares = [one for part in parts for one in part if one.type == "percentage"]
    colours = [[one for one in part if one.type != "percentage"] for part in parts[1:]]
    of_first = bool(shares) and shares[0] in (parts[1] if len(parts) > 1 else ())
    spaces = [one.lower_value for one in parts[0] if one.type == "ident"]
    is_whole = len(parts) == 3 and len(shares) == 1 and spaces == ["in", "srgb"]
    if not is_whole or not 0 <= shares[0].value <= 100:
        raise refused(name, [token], "such as color-mix(in srgb, #a12115 20%, white)")
    read = _colour(none=False, current=False)
    one, other = (read(name, colour, "boxes") for colour in colours)
    share = shares[0].value / 100 if of_first else 1 - shares[0].value / 100
    assert isinstance(one, tuple) and isinstance(other, tuple)  # noqa: S101, PT018 - colours
    return tuple(round(a * share + b * (1 - share)) for a, b in zip(one, other, strict=True))


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
            raise refused(name, tokens, f"the name of a font, such as {example}")
        found.append(" ".join(token.value for token in family))
    return FAMILIES.join(found)


def _weight(name: str, tokens: list[Any], units: Units) -> Value:
    if len(tokens) == 1:
        (token,) = tokens
        if token.type == "ident" and token.lower_value in ("normal", "bold"):
            return 400 if token.lower_value == "normal" else 700
        if token.type == "number" and token.is_integer and 1 <= token.int_value <= 1000:
            return int(token.int_value)
    raise refused(name, tokens, "normal, bold, or a number such as 600")


def _font_size(name: str, tokens: list[Any], units: Units) -> Value:
    size = length()(name, tokens, units)
    if isinstance(size, Length) and size.value > 0:
        return size
    raise refused(name, tokens, "a size above 0, such as " + EXAMPLE[units])


def _line_height(name: str, tokens: list[Any], units: Units) -> Value:
    height = length(number=True)(name, tokens, units)
    if isinstance(height, Length) and height.value > 0:
        return height
    raise refused(name, tokens, "a number such as 1.2, or a length")


def _spacing(name: str, tokens: list[Any], units: Units) -> Value:
    if len(tokens) == 1 and tokens[0].type == "ident" and tokens[0].lower_value == "normal":
        return Length(0.0, "mm")
    return length(least=None)(name, tokens, units)


def _columns(name: str, tokens: list[Any], units: Units) -> Value:
    if len(tokens) == 1 and tokens[0].type == "number" and tokens[0].is_integer:
        count = int(tokens[0].int_value)
        if 1 <= count <= 12:
            return count
    raise refused(name, tokens, "how many columns, 1 to 12")


def _four(name: str, tokens: list[Any], units: Units) -> Mapping[str, Value]:
    """margin and padding: one to four lengths, clockwise from the top."""
    read = length(least=None if name == "margin" else 0.0, percent=units == "boxes")
    values = boxes.four(name, tokens, units, read)
    return dict(zip((f"{name}-{side}" for side in SIDES), values, strict=True))


def _border(name: str, tokens: list[Any], units: Units) -> Mapping[str, Value]:
    """border and border-<side>: none, or width, solid and colour in any order."""
    sides = SIDES if name == "border" else (name.removeprefix("border-"),)
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
    wrong = refused(name, tokens, f"none, or width, solid and colour: {example}")
    solid = [token for token in tokens if _is(token, "solid")]
    rest = [token for token in tokens if not _is(token, "solid")]
    widths = [token for token in rest if token.type in ("dimension", "number")]
    colours = [token for token in rest if token.type not in ("dimension", "number")]
    if len(solid) != 1 or len(widths) != 1 or len(colours) > 1:
        raise wrong
    width = length()(name, widths, units)
    read = _colour(none=False, current=True)
    return width, read(name, colours, units) if colours else "currentcolor"


def _is(token: Any, word: str) -> bool:
    return bool(token.type == "ident" and token.lower_value == word)


_LONGHANDS: Mapping[str, Reader] = {
    "font-family": _family,
    "font-size": _font_size,
    "font-weight": _weight,
    "font-style": keyword("normal", "italic"),
    "color": _colour(none=False, current=False),
    "fill": _colour(none=True, current=True),
    "stroke": _colour(none=True, current=True),
    "stroke-width": length(number=True),
    "text-align": keyword("left", "center", "right"),
    "text-anchor": keyword("start", "middle", "end"),
    "line-height": _line_height,
    "letter-spacing": _spacing,
    "text-transform": keyword("none", "uppercase", "lowercase"),
    "white-space": keyword("normal", "nowrap", "pre-line"),
    "background-color": _colour(none=False, current=True),
    "width": length(percent=True, word="auto"),
    "height": length(word="auto"),
    "vertical-align": keyword("baseline", "top", "middle", "bottom"),
    "display": keyword("block", "none"),
    "columns": _columns,
    "column-gap": length(),
    "break-before": keyword("auto", "column"),
    "break-inside": keyword("auto", "avoid"),
    **{f"margin-{side}": length(least=None) for side in SIDES},
    **{f"padding-{side}": length() for side in SIDES},
}

_SHORTHANDS: Mapping[str, Callable[[str, list[Any], Units], Mapping[str, Value]]] = {
    "margin": _four,
    "padding": _four,
    "border": _border,
    **{f"border-{side}": _border for side in SIDES},
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

_PAGED = ("columns", "break-before", "break-inside", "text-anchor")
"""Of columns and SVG text: boxes know none of them."""

_BOXED = (
    {**_SHORTHANDS, **boxes.SHORTHANDS},
    {**{name: one for name, one in _LONGHANDS.items() if name not in _PAGED}, **boxes.LONGHANDS},
    {**_INSTEAD, **boxes.INSTEAD},
)


def _of(
    units: Units,
) -> tuple[
    Mapping[str, Callable[[str, list[Any], Units], Mapping[str, Value]]],
    Mapping[str, Reader],
    Mapping[str, str],
]:
    """The shorthands and longhands of a way of layout, and what to write for others."""
    return _BOXED if units == "boxes" else (_SHORTHANDS, _LONGHANDS, _INSTEAD)
