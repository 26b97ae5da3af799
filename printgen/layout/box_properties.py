"""Turn the value of a CSS property of boxes into what it says.

It holds the properties that flex, grid and placed boxes add to the closed list of `properties`; it
must not know selectors, the cascade or any element.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from printgen.layout.values import (
    SIDES,
    Length,
    NotUnderstoodError,
    Reader,
    Units,
    Value,
    keyword,
    length,
    refused,
)

MAX_TRACKS = 64


class Track(NamedTuple):
    """A column or row of a grid: a length, or how it is sized: `auto`, `max-content`, `fr`."""

    kind: str
    value: Any = 0.0


def _number(name: str, tokens: list[Any], units: Units) -> Value:
    if len(tokens) == 1 and tokens[0].type == "number" and tokens[0].value >= 0:
        return float(tokens[0].value)
    raise refused(name, tokens, "a number such as 1")


def _flex(name: str, tokens: list[Any], units: Units) -> Mapping[str, Value]:
    """flex: none, auto, or grow, shrink and basis."""
    grow: Value = 1.0
    shrink: Value = 1.0
    basis: Value = Length(0.0, "%")
    if len(tokens) == 1 and tokens[0].type == "ident":
        word = str(keyword("none", "auto")(name, tokens, units))
        grow = shrink = 0.0 if word == "none" else 1.0
        basis = None
    else:
        numbers = [token for token in tokens[:2] if token.type == "number"]
        rest = tokens[len(numbers) :]
        if not numbers or len(rest) > 1:
            raise refused(name, tokens, "none, auto, or such as 1, 1 0 auto or 2 1 10mm")
        grow = _number(name, numbers[:1], units)
        shrink = _number(name, numbers[1:], units) if len(numbers) > 1 else 1.0
        basis = length(percent=True, word="auto")(name, rest, units) if rest else basis
    return {"flex-grow": grow, "flex-shrink": shrink, "flex-basis": basis}


def _gap(name: str, tokens: list[Any], units: Units) -> Mapping[str, Value]:
    if not 1 <= len(tokens) <= 2:
        raise refused(name, tokens, "one or two lengths")
    values = [length()(name, [token], units) for token in tokens]
    return {"row-gap": values[0], "column-gap": values[-1]}


def _inset(name: str, tokens: list[Any], units: Units) -> Mapping[str, Value]:
    read = length(least=None, percent=True, word="auto")
    return dict(zip(SIDES, four(name, tokens, units, read), strict=True))


def four(name: str, tokens: list[Any], units: Units, read: Reader) -> tuple[Value, ...]:
    """One to four values, clockwise from the top."""
    if not 1 <= len(tokens) <= 4:
        raise refused(name, tokens, "one to four lengths")
    values = [read(name, [token], units) for token in tokens]
    return tuple(values[one] for one in _FOUR[len(values) - 1])


_FOUR = ((0, 0, 0, 0), (0, 1, 0, 1), (0, 1, 2, 1), (0, 1, 2, 3))


def _radius(name: str, tokens: list[Any], units: Units) -> Mapping[str, Value]:
    values = four(name, tokens, units, length(percent=True))
    return {f"radius-{one}": value for one, value in zip(_CORNER, values, strict=True)}


class Transform(NamedTuple):
    """A turn in degrees clockwise, and how large a box is shown."""

    turn: int = 0
    scale: float = 1.0


def _transform(name: str, tokens: list[Any], units: Units) -> Value:
    if len(tokens) == 1 and tokens[0].type == "ident" and tokens[0].lower_value == "none":
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


def _origin(name: str, tokens: list[Any], units: Units) -> Value:
    """Shares of a box's width and height."""
    found = {str(one.lower_value) for one in tokens if one.type == "ident"}
    if found == {"center"}:
        return 0.5, 0.5
    for word, (x, y) in _CORNER.items():
        if len(tokens) == 2 and found == {*word.split("-")}:
            return x, y
    raise refused(name, tokens, "center, or a corner such as top left")


_CORNER = {
    "top-left": (0.0, 0.0),
    "top-right": (1.0, 0.0),
    "bottom-right": (1.0, 1.0),
    "bottom-left": (0.0, 1.0),
}


def _tracks(name: str, tokens: list[Any], units: Units) -> Value:
    found = tuple(_each_track(name, tokens, units))
    if not 1 <= len(found) <= MAX_TRACKS:
        raise refused(name, tokens, f"1 to {MAX_TRACKS} tracks, such as 12mm max-content 1fr")
    return found


def _each_track(name: str, tokens: list[Any], units: Units) -> list[Track]:
    found: list[Track] = []
    for token in tokens:
        if token.type == "function" and token.lower_name == "repeat":
            first, *rest = (one for one in token.arguments if one.type != "whitespace")
            is_count = first.type == "number" and first.is_integer and len(rest) > 1
            if not is_count or not 1 <= first.int_value <= MAX_TRACKS or rest[0] != ",":
                raise refused(name, [token], "how often and what, such as repeat(3, 1fr)")
            found += _each_track(name, rest[1:], units) * first.int_value
        elif token.type == "dimension" and token.lower_unit == "fr" and token.value > 0:
            found.append(Track("fr", float(token.value)))
        elif token.type == "ident" and token.lower_value in ("auto", "max-content"):
            found.append(Track(token.lower_value))
        else:
            try:
                value = length(percent=True)(name, [token], units)
            except NotUnderstoodError as error:
                instead = "a length, max-content, auto, such as 1fr, or repeat(3, 1fr)"
                raise refused(name, [token], instead) from error
            assert isinstance(value, Length)  # noqa: S101 - for the type checker
            found.append(Track("length", value))
    return found


def _track(name: str, tokens: list[Any], units: Units) -> Value:
    found = _each_track(name, tokens, units)
    if len(found) != 1:
        raise refused(name, tokens, "one track, such as 1fr")
    return found[0]


def _span(name: str, tokens: list[Any], units: Units) -> Value:
    if len(tokens) == 2 and tokens[0].type == "ident" and tokens[0].lower_value == "span":
        token = tokens[1]
        if token.type == "number" and token.is_integer and 1 <= token.int_value <= MAX_TRACKS:
            return int(token.int_value)
    raise refused(name, tokens, "over how many, such as span 2")


_START = ("start", "flex-start", "center", "end", "flex-end")
_SPREAD = (*_START, "space-between", "space-around", "space-evenly", "stretch", "normal")
_PART = (*_START, "stretch", "normal", "baseline")
_PLACE = length(least=None, percent=True, word="auto")

LONGHANDS: Mapping[str, Reader] = {
    "display": keyword("block", "flow-root", "inline", "flex", "grid", "none"),
    "flex-direction": keyword("row", "column"),
    "flex-wrap": keyword("nowrap", "wrap"),
    "flex-grow": _number,
    "flex-shrink": _number,
    "flex-basis": length(percent=True, word="auto"),
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
    "text-wrap": keyword("wrap", "balance"),
    "box-sizing": keyword("border-box"),
    "height": length(percent=True, word="auto"),
    **{f"min-{side}": length(percent=True, word="auto") for side in ("width", "height")},
    **{f"max-{side}": length(percent=True, word="none") for side in ("width", "height")},
    **dict.fromkeys(SIDES, _PLACE),
    **{f"padding-{side}": length(percent=True) for side in SIDES},
    **{f"margin-{side}": length(least=None, percent=True) for side in SIDES},
}

SHORTHANDS: Mapping[str, Callable[[str, list[Any], Units], Mapping[str, Value]]] = {
    "flex": _flex,
    "gap": _gap,
    "inset": _inset,
    "border-radius": _radius,
}

INSTEAD = {
    "float": "write display: flex on the element around it",
    "grid-area": "write grid-column: span 2",
    "grid-auto-flow": "leave it out: a grid is filled row by row",
    "grid-auto-columns": "write grid-template-columns",
    "order": "write the elements in the order wanted",
    "z-index": "leave it out: what is positioned is painted last, in the document's order",
    "overflow": "leave it out: what does not fit is told, nothing is cut off",
    "columns": "write display: grid, or flex",
    "column-count": "write display: grid, or flex",
    "background-image": 'begin the body with <img class="ground" src="…"/>: "A drawn ground"',
    "opacity": "make a picture paler in a drawing program, and mix a colour: color-mix(…)",
    "text-anchor": "write text-align",
    "place-items": "write align-items",
    "flex-flow": "write flex-direction and flex-wrap",
}
"""Properties that the boxes lack."""
