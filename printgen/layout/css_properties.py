"""Turn the value of a CSS property into what it says.

It holds the closed list of properties and, for each, the values that are understood; anything else
is an error that says what to write. It must not know selectors, the cascade or any element.
"""

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any, NamedTuple

from printgen.layout.css_colours import colour
from printgen.layout.css_values import (
    EXAMPLE,
    SIDES,
    Length,
    Reader,
    Value,
    four,
    keyword,
    length,
    listed,
    refused,
    written,
)
from printgen.layout.diagnostics import RefusedError

MAX_TRACKS = 64


class Track(NamedTuple):
    """A column or row of a grid: a length, or how it is sized: `auto`, `max-content`, `fr`."""

    kind: str
    value: Any = 0.0


class Transform(NamedTuple):
    """A turn in degrees clockwise, and how large a box is shown."""

    turn: int = 0
    scale: float = 1.0


def read_property(name: str, tokens: list[Any]) -> Mapping[str, Value]:
    """The longhand properties that one declaration of a property of the subset sets.

    `tokens` are tinycss2's, without white space and comments, every var() already resolved.
    Raises `RefusedError`.
    """
    reader = SHORTHANDS.get(name)
    return reader(name, tokens) if reader else {name: LONGHANDS[name](name, tokens)}


def is_property(name: str) -> bool:
    """Whether the subset holds this property."""
    return name in SHORTHANDS or name in LONGHANDS


def is_custom(name: str) -> bool:
    """Whether a name is that of a custom property, to be taken by var()."""
    return name.startswith("--") and not is_property(name)


def hint_for(name: str) -> str:
    """What to write in place of a property that the subset does not hold."""
    known = (*SHORTHANDS, *LONGHANDS, *_INSTEAD)
    close = get_close_matches(name, known, n=1, cutoff=0.8)
    usual = f"did you mean {close[0]}?" if close else "leave it out;"
    return _INSTEAD.get(name, f"{usual} docs/templates.md lists the properties")


def _points(_name: str, tokens: list[Any]) -> Value:
    """A size in printed points."""
    if len(tokens) == 1 and tokens[0].type == "dimension" and tokens[0].lower_unit == "pt":
        value = float(tokens[0].value)
        if value > 0:
            return value
    message = f"--min-size: {written(tokens)} is not a size in printed points"
    raise RefusedError(message, "write it as 6.5pt")


def _same(_name: str, tokens: list[Any]) -> Value:
    if len(tokens) == 1 and tokens[0].type == "ident":
        return str(tokens[0].value)
    raise RefusedError("--same is a name", "write it as --same: title")


FAMILIES = "\n"
"""What parts the names of several families in one value: no name holds a line break."""


def _family(name: str, tokens: list[Any]) -> Value:
    found = []
    for family in listed(tokens):
        is_named = len(family) == 1 and family[0].type == "string"
        if not is_named and not (family and all(one.type == "ident" for one in family)):
            example = '"IBM Plex Sans Condensed"; others after commas are for what it lacks'
            raise refused(name, tokens, f"the name of a font, such as {example}")
        found.append(" ".join(token.value for token in family))
    return FAMILIES.join(found)


def _weight(name: str, tokens: list[Any]) -> Value:
    if len(tokens) == 1:
        (token,) = tokens
        if token.type == "ident" and token.lower_value in ("normal", "bold"):
            return 400 if token.lower_value == "normal" else 700
        if token.type == "number" and token.is_integer and 1 <= token.int_value <= 1000:
            return int(token.int_value)
    raise refused(name, tokens, "normal, bold, or a number such as 600")


def _above_nothing(read: Reader, instead: str) -> Reader:
    """Reads a length that is more than 0."""

    def checked(name: str, tokens: list[Any]) -> Value:
        size = read(name, tokens)
        if isinstance(size, Length) and size.value > 0:
            return size
        raise refused(name, tokens, instead)

    return checked


def _spacing(name: str, tokens: list[Any]) -> Value:
    if len(tokens) == 1 and _is(tokens[0], "normal"):
        return Length(0.0, "mm")
    return length(least=None)(name, tokens)


def _sides(name: str, tokens: list[Any]) -> Mapping[str, Value]:
    """margin and padding: one to four lengths, clockwise from the top."""
    values = four(name, tokens, length(least=None if name == "margin" else 0.0, percent=True))
    return dict(zip((f"{name}-{side}" for side in SIDES), values, strict=True))


def _border(name: str, tokens: list[Any]) -> Mapping[str, Value]:
    """border and border-<side>: none, or width, solid and colour in any order."""
    sides = SIDES if name == "border" else (name.removeprefix("border-"),)
    width: Value = Length(0.0, "mm")
    ink: Value = "currentcolor"
    is_zero = len(tokens) == 1 and tokens[0].type == "number" and tokens[0].value == 0
    if not is_zero and not (len(tokens) == 1 and _is(tokens[0], "none")):
        rest = [token for token in tokens if not _is(token, "solid")]
        widths = [token for token in rest if token.type in ("dimension", "number")]
        colours = [token for token in rest if token.type not in ("dimension", "number")]
        if len(tokens) != len(rest) + 1 or len(widths) != 1 or len(colours) > 1:
            raise refused(name, tokens, f"none, or width, solid and colour: {_LINE}")
        width = length()(name, widths)
        ink = colour(current=True)(name, colours) if colours else ink
    return {
        key: value
        for side in sides
        for key, value in ((f"border-{side}-width", width), (f"border-{side}-color", ink))
    }


_LINE = "0.2mm solid #888"


def _is(token: Any, word: str) -> bool:
    return bool(token.type == "ident" and token.lower_value == word)


def _number(name: str, tokens: list[Any]) -> Value:
    if len(tokens) == 1 and tokens[0].type == "number" and tokens[0].value >= 0:
        return float(tokens[0].value)
    raise refused(name, tokens, "a number such as 1")


def _flex(name: str, tokens: list[Any]) -> Mapping[str, Value]:
    """flex: none, auto, or grow, shrink and basis."""
    grow: Value = 1.0
    shrink: Value = 1.0
    basis: Value = Length(0.0, "%")
    if len(tokens) == 1 and tokens[0].type == "ident":
        word = str(keyword("none", "auto")(name, tokens))
        grow = shrink = 0.0 if word == "none" else 1.0
        basis = None
    else:
        numbers = [token for token in tokens[:2] if token.type == "number"]
        rest = tokens[len(numbers) :]
        if not numbers or len(rest) > 1:
            raise refused(name, tokens, "none, auto, or such as 1, 1 0 auto or 2 1 10mm")
        grow = _number(name, numbers[:1])
        shrink = _number(name, numbers[1:]) if len(numbers) > 1 else 1.0
        basis = length(percent=True, word="auto")(name, rest) if rest else basis
    return {"flex-grow": grow, "flex-shrink": shrink, "flex-basis": basis}


def _gap(name: str, tokens: list[Any]) -> Mapping[str, Value]:
    if not 1 <= len(tokens) <= 2:
        raise refused(name, tokens, "one or two lengths")
    values = [length()(name, [token]) for token in tokens]
    return {"row-gap": values[0], "column-gap": values[-1]}


def _inset(name: str, tokens: list[Any]) -> Mapping[str, Value]:
    return dict(zip(SIDES, four(name, tokens, _PLACE), strict=True))


CORNERS = {
    "top-left": (0.0, 0.0),
    "top-right": (1.0, 0.0),
    "bottom-right": (1.0, 1.0),
    "bottom-left": (0.0, 1.0),
}


def _radius(name: str, tokens: list[Any]) -> Mapping[str, Value]:
    values = four(name, tokens, length(percent=True))
    return {f"radius-{one}": value for one, value in zip(CORNERS, values, strict=True)}


def _transform(name: str, tokens: list[Any]) -> Value:
    if len(tokens) == 1 and _is(tokens[0], "none"):
        return Transform()
    if len(tokens) == 1 and tokens[0].type == "function":
        said = [one for one in tokens[0].arguments if one.type not in ("whitespace", "comment")]
        match tokens[0].lower_name, [(one.type, one.value) for one in said]:
            case "rotate", [("dimension", degrees)] if said[0].lower_unit == "deg":
                if degrees % 90 == 0:
                    return Transform(turn=int(degrees % 360))
            case "scale", [("number", factor)] if factor > 0:
                return Transform(scale=float(factor))
    instead = "rotate(90deg), rotate(-90deg), rotate(180deg), such as scale(0.7), or none"
    raise refused(name, tokens, instead)


def _origin(name: str, tokens: list[Any]) -> Value:
    """Shares of a box's width and height."""
    found = {str(one.lower_value) for one in tokens if one.type == "ident"}
    if found == {"center"}:
        return 0.5, 0.5
    for word, (x, y) in CORNERS.items():
        if len(tokens) == 2 and found == {*word.split("-")}:
            return x, y
    raise refused(name, tokens, "center, or a corner such as top left")


def _tracks(name: str, tokens: list[Any]) -> Value:
    found = tuple(_each_track(name, tokens))
    if not 1 <= len(found) <= MAX_TRACKS:
        raise refused(name, tokens, f"1 to {MAX_TRACKS} tracks, such as 12mm max-content 1fr")
    return found


def _each_track(name: str, tokens: list[Any]) -> list[Track]:
    found: list[Track] = []
    for token in tokens:
        if token.type == "function" and token.lower_name == "repeat":
            first, *rest = (one for one in token.arguments if one.type != "whitespace")
            is_count = first.type == "number" and first.is_integer and len(rest) > 1
            if not is_count or not 1 <= first.int_value <= MAX_TRACKS or rest[0] != ",":
                raise refused(name, [token], "how often and what, such as repeat(3, 1fr)")
            found += _each_track(name, rest[1:]) * first.int_value
        elif token.type == "dimension" and token.lower_unit == "fr" and token.value > 0:
            found.append(Track("fr", float(token.value)))
        elif token.type == "ident" and token.lower_value in ("auto", "max-content"):
            found.append(Track(token.lower_value))
        else:
            try:
                value = length(percent=True)(name, [token])
            except RefusedError as error:
                instead = "a length, max-content, auto, such as 1fr, or repeat(3, 1fr)"
                raise refused(name, [token], instead) from error
            found.append(Track("length", value))
    return found


def _track(name: str, tokens: list[Any]) -> Value:
    found = _each_track(name, tokens)
    if len(found) != 1:
        raise refused(name, tokens, "one track, such as 1fr")
    return found[0]


def _span(name: str, tokens: list[Any]) -> Value:
    if len(tokens) == 2 and _is(tokens[0], "span"):
        token = tokens[1]
        if token.type == "number" and token.is_integer and 1 <= token.int_value <= MAX_TRACKS:
            return int(token.int_value)
    raise refused(name, tokens, "over how many, such as span 2")


_START = ("start", "flex-start", "center", "end", "flex-end")
_SPREAD = (*_START, "space-between", "space-around", "space-evenly", "stretch", "normal")
_PART = (*_START, "stretch", "normal", "baseline")
_PLACE = length(least=None, percent=True, word="auto")
_SIZE = length(percent=True, word="auto")

LONGHANDS: Mapping[str, Reader] = {
    "font-family": _family,
    "font-size": _above_nothing(length(), "a size above 0, such as " + EXAMPLE),
    "font-weight": _weight,
    "font-style": keyword("normal", "italic"),
    "color": colour(),
    "fill": colour(none=True, current=True),
    "stroke": colour(none=True, current=True),
    "stroke-width": length(number=True),
    "text-align": keyword("left", "center", "right"),
    "line-height": _above_nothing(length(number=True), "a number such as 1.2, or a length"),
    "letter-spacing": _spacing,
    "text-transform": keyword("none", "uppercase", "lowercase"),
    "text-wrap": keyword("wrap", "balance"),
    "white-space": keyword("normal", "nowrap", "pre-line"),
    "background-color": colour(current=True),
    "vertical-align": keyword("baseline", "top", "middle", "bottom"),
    "display": keyword("block", "flow-root", "inline", "flex", "grid", "none"),
    "flex-direction": keyword("row", "column"),
    "flex-wrap": keyword("nowrap", "wrap"),
    "flex-grow": _number,
    "flex-shrink": _number,
    "flex-basis": _SIZE,
    "row-gap": length(),
    "column-gap": length(),
    "align-items": keyword(*_PART),
    "align-self": keyword(*_PART, "auto"),
    "justify-content": keyword(*_SPREAD),
    "align-content": keyword(*_SPREAD),
    "grid-template-columns": _tracks,
    "grid-template-rows": _tracks,
    "grid-auto-rows": _track,
    "grid-column": _span,
    "grid-row": _span,
    "position": keyword("static", "relative", "absolute"),
    "transform": _transform,
    "transform-origin": _origin,
    "object-fit": keyword("fill", "contain", "cover"),
    "box-sizing": keyword("border-box"),
    "--min-size": _points,
    "--same": _same,
    **dict.fromkeys(("width", "height", "min-width", "min-height"), _SIZE),
    **dict.fromkeys(("max-width", "max-height"), length(percent=True, word="none")),
    **dict.fromkeys(SIDES, _PLACE),
    **{f"padding-{side}": length(percent=True) for side in SIDES},
    **{f"margin-{side}": length(least=None, percent=True) for side in SIDES},
}

SHORTHANDS: Mapping[str, Callable[[str, list[Any]], Mapping[str, Value]]] = {
    "margin": _sides,
    "padding": _sides,
    "border": _border,
    **{f"border-{side}": _border for side in SIDES},
    "border-radius": _radius,
    "flex": _flex,
    "gap": _gap,
    "inset": _inset,
}

_GRID = "write display: grid, or flex"
_BORDER = f"write border, such as border: {_LINE}"
_INSTEAD = {
    "background": "write background-color",
    "background-image": 'begin the body with <img class="ground" src="…"/>: "A drawn ground"',
    "font": "write font-family, font-size, font-weight and font-style",
    "opacity": "make a picture paler in a drawing program, and mix a colour: color-mix(…)",
    **dict.fromkeys(("border-width", "border-style", "border-color"), _BORDER),
    **dict.fromkeys(("columns", "column-count"), _GRID),
    "float": "write display: flex on the element around it",
    "grid-area": "write grid-column: span 2",
    "grid-auto-flow": "leave it out: a grid is filled row by row",
    "grid-auto-columns": "write grid-template-columns",
    "order": "write the elements in the order wanted",
    "z-index": "leave it out: what is positioned is painted last, in the document's order",
    "overflow": "leave it out: what does not fit is told, nothing is cut off",
    "text-anchor": "write text-align",
    "place-items": "write align-items",
    "flex-flow": "write flex-direction and flex-wrap",
}
