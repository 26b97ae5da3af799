"""Turn the value of a CSS property into what it says.

It holds the closed list of properties and, for each, the values that are understood; anything else
is an error that says what to write. It must not know selectors, the cascade or any element.
"""

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any, NamedTuple

from printgen.layout.css_colours import make_colour_reader
from printgen.layout.css_values import (
    LENGTH_EXAMPLE,
    SIDES,
    Length,
    Value,
    ValueReader,
    join_tokens,
    make_error,
    make_keyword_reader,
    make_length_reader,
    read_four_sides,
    split_at_commas,
)
from printgen.layout.diagnostics import UserError

MAX_TRACKS = 64


class GridTrack(NamedTuple):
    """A column or row of a grid: a length, or how it is sized: `auto`, `max-content`, `fr`."""

    kind: str
    value: Any = 0.0


class BoxTransform(NamedTuple):
    """A turn in degrees clockwise, and how large a box is shown."""

    turn: int = 0
    scale: float = 1.0


def read_declaration(name: str, tokens: list[Any]) -> Mapping[str, Value]:
    """The longhand properties that one declaration of a property of the subset sets.

    `tokens` are tinycss2's, without white space and comments, every var() already resolved.
    Raises `RefusedError`.
    """
    reader = SHORTHANDS.get(name)
    return reader(name, tokens) if reader else {name: LONGHANDS[name](name, tokens)}


def is_known_property(name: str) -> bool:
    """Whether the subset holds this property."""
    return name in SHORTHANDS or name in LONGHANDS


def is_variable(name: str) -> bool:
    """Whether a name is that of a custom property, to be taken by var()."""
    return name.startswith("--") and not is_known_property(name)


def suggest_property(name: str) -> str:
    """What to write in place of a property that the subset does not hold."""
    known = (*SHORTHANDS, *LONGHANDS, *_PROPERTY_HINTS)
    close = get_close_matches(name, known, n=1, cutoff=0.8)
    hint = f"did you mean {close[0]}?" if close else "leave it out;"
    return _PROPERTY_HINTS.get(name, f"{hint} docs/templates.md lists the properties")


def _read_min_size(_name: str, tokens: list[Any]) -> Value:
    """A size in printed points."""
    if len(tokens) == 1 and tokens[0].type == "dimension" and tokens[0].lower_unit == "pt":
        value = float(tokens[0].value)
        if value > 0:
            return value
    message = f"--min-size: {join_tokens(tokens)} is not a size in printed points"
    raise UserError(message, "write it as 6.5pt")


def _read_share_group(_name: str, tokens: list[Any]) -> Value:
    if len(tokens) == 1 and tokens[0].type == "ident":
        return str(tokens[0].value)
    raise UserError("--same is a name", "write it as --same: title")


FAMILY_SEPARATOR = "\n"
"""What parts the names of several families in one value: no name holds a line break."""


def _read_font_family(name: str, tokens: list[Any]) -> Value:
    families = []
    for family in split_at_commas(tokens):
        is_named = len(family) == 1 and family[0].type == "string"
        if not is_named and not (family and all(part.type == "ident" for part in family)):
            example = '"IBM Plex Sans Condensed"; others after commas are for what it lacks'
            raise make_error(name, tokens, f"the name of a font, such as {example}")
        families.append(" ".join(token.value for token in family))
    return FAMILY_SEPARATOR.join(families)


def _read_font_weight(name: str, tokens: list[Any]) -> Value:
    if len(tokens) == 1:
        (token,) = tokens
        if token.type == "ident" and token.lower_value in ("normal", "bold"):
            return 400 if token.lower_value == "normal" else 700
        if token.type == "number" and token.is_integer and 1 <= token.int_value <= 1000:
            return int(token.int_value)
    raise make_error(name, tokens, "normal, bold, or a number such as 600")


def _over_zero(read: ValueReader, expected: str) -> ValueReader:
    """Reads a length that is more than 0."""

    def read_positive(name: str, tokens: list[Any]) -> Value:
        size = read(name, tokens)
        if isinstance(size, Length) and size.value > 0:
            return size
        raise make_error(name, tokens, expected)

    return read_positive


def _read_letter_spacing(name: str, tokens: list[Any]) -> Value:
    if len(tokens) == 1 and _is_keyword(tokens[0], "normal"):
        return Length(0.0, "mm")
    return make_length_reader(minimum=None)(name, tokens)


def _read_sides(name: str, tokens: list[Any]) -> Mapping[str, Value]:
    """margin and padding: one to four lengths, clockwise from the top."""
    values = read_four_sides(
        name, tokens, make_length_reader(minimum=None if name == "margin" else 0.0, percent=True)
    )
    return dict(zip((f"{name}-{side}" for side in SIDES), values, strict=True))


def _read_border(name: str, tokens: list[Any]) -> Mapping[str, Value]:
    """border and border-<side>: none, or width, solid and colour in any order."""
    sides = SIDES if name == "border" else (name.removeprefix("border-"),)
    width: Value = Length(0.0, "mm")
    ink: Value = "currentcolor"
    is_zero = len(tokens) == 1 and tokens[0].type == "number" and tokens[0].value == 0
    if not is_zero and not (len(tokens) == 1 and _is_keyword(tokens[0], "none")):
        rest = [token for token in tokens if not _is_keyword(token, "solid")]
        widths = [token for token in rest if token.type in ("dimension", "number")]
        colours = [token for token in rest if token.type not in ("dimension", "number")]
        if len(tokens) != len(rest) + 1 or len(widths) != 1 or len(colours) > 1:
            raise make_error(name, tokens, f"none, or width, solid and colour: {_BORDER_EXAMPLE}")
        width = make_length_reader()(name, widths)
        ink = make_colour_reader(current=True)(name, colours) if colours else ink
    return {
        key: value
        for side in sides
        for key, value in ((f"border-{side}-width", width), (f"border-{side}-color", ink))
    }


_BORDER_EXAMPLE = "0.2mm solid #888"


def _is_keyword(token: Any, word: str) -> bool:
    return bool(token.type == "ident" and token.lower_value == word)


def _read_number(name: str, tokens: list[Any]) -> Value:
    if len(tokens) == 1 and tokens[0].type == "number" and tokens[0].value >= 0:
        return float(tokens[0].value)
    raise make_error(name, tokens, "a number such as 1")


def _read_flex(name: str, tokens: list[Any]) -> Mapping[str, Value]:
    """flex: none, auto, or grow, shrink and basis."""
    grow: Value = 1.0
    shrink: Value = 1.0
    basis: Value = Length(0.0, "%")
    if len(tokens) == 1 and tokens[0].type == "ident":
        word = str(make_keyword_reader("none", "auto")(name, tokens))
        grow = shrink = 0.0 if word == "none" else 1.0
        basis = None
    else:
        numbers = [token for token in tokens[:2] if token.type == "number"]
        rest = tokens[len(numbers) :]
        if not numbers or len(rest) > 1:
            raise make_error(name, tokens, "none, auto, or such as 1, 1 0 auto or 2 1 10mm")
        grow = _read_number(name, numbers[:1])
        shrink = _read_number(name, numbers[1:]) if len(numbers) > 1 else 1.0
        basis = make_length_reader(percent=True, word="auto")(name, rest) if rest else basis
    return {"flex-grow": grow, "flex-shrink": shrink, "flex-basis": basis}


def _read_gap(name: str, tokens: list[Any]) -> Mapping[str, Value]:
    if not 1 <= len(tokens) <= 2:
        raise make_error(name, tokens, "one or two lengths")
    values = [make_length_reader()(name, [token]) for token in tokens]
    return {"row-gap": values[0], "column-gap": values[-1]}


def _read_inset(name: str, tokens: list[Any]) -> Mapping[str, Value]:
    return dict(zip(SIDES, read_four_sides(name, tokens, _INSET_READER), strict=True))


CORNERS = {
    "top-left": (0.0, 0.0),
    "top-right": (1.0, 0.0),
    "bottom-right": (1.0, 1.0),
    "bottom-left": (0.0, 1.0),
}


def _read_border_radius(name: str, tokens: list[Any]) -> Mapping[str, Value]:
    values = read_four_sides(name, tokens, make_length_reader(percent=True))
    return {f"radius-{corner}": value for corner, value in zip(CORNERS, values, strict=True)}


def _read_transform(name: str, tokens: list[Any]) -> Value:
    if len(tokens) == 1 and _is_keyword(tokens[0], "none"):
        return BoxTransform()
    if len(tokens) == 1 and tokens[0].type == "function":
        arguments = [
            part for part in tokens[0].arguments if part.type not in ("whitespace", "comment")
        ]
        match tokens[0].lower_name, [(part.type, part.value) for part in arguments]:
            case "rotate", [("dimension", degrees)] if arguments[0].lower_unit == "deg":
                if degrees % 90 == 0:
                    return BoxTransform(turn=int(degrees % 360))
            case "scale", [("number", factor)] if factor > 0:
                return BoxTransform(scale=float(factor))
    expected = "rotate(90deg), rotate(-90deg), rotate(180deg), such as scale(0.7), or none"
    raise make_error(name, tokens, expected)


def _read_origin(name: str, tokens: list[Any]) -> Value:
    """Shares of a box's width and height."""
    words = {str(token.lower_value) for token in tokens if token.type == "ident"}
    if words == {"center"}:
        return 0.5, 0.5
    for word, (x, y) in CORNERS.items():
        if len(tokens) == 2 and words == {*word.split("-")}:
            return x, y
    raise make_error(name, tokens, "center, or a corner such as top left")


def _read_tracks(name: str, tokens: list[Any]) -> Value:
    tracks = tuple(_expand_tracks(name, tokens))
    if not 1 <= len(tracks) <= MAX_TRACKS:
        raise make_error(name, tokens, f"1 to {MAX_TRACKS} tracks, such as 12mm max-content 1fr")
    return tracks


def _expand_tracks(name: str, tokens: list[Any]) -> list[GridTrack]:
    tracks: list[GridTrack] = []
    for token in tokens:
        if token.type == "function" and token.lower_name == "repeat":
            repetitions, *rest = (part for part in token.arguments if part.type != "whitespace")
            is_count = repetitions.type == "number" and repetitions.is_integer and len(rest) > 1
            if not is_count or not 1 <= repetitions.int_value <= MAX_TRACKS or rest[0] != ",":
                raise make_error(name, [token], "how often and what, such as repeat(3, 1fr)")
            tracks += _expand_tracks(name, rest[1:]) * repetitions.int_value
        elif token.type == "dimension" and token.lower_unit == "fr" and token.value > 0:
            tracks.append(GridTrack("fr", float(token.value)))
        elif token.type == "ident" and token.lower_value in ("auto", "max-content"):
            tracks.append(GridTrack(token.lower_value))
        else:
            try:
                value = make_length_reader(percent=True)(name, [token])
            except UserError as error:
                expected = "a length, max-content, auto, such as 1fr, or repeat(3, 1fr)"
                raise make_error(name, [token], expected) from error
            tracks.append(GridTrack("length", value))
    return tracks


def _read_track(name: str, tokens: list[Any]) -> Value:
    tracks = _expand_tracks(name, tokens)
    if len(tracks) != 1:
        raise make_error(name, tokens, "one track, such as 1fr")
    return tracks[0]


def _read_span(name: str, tokens: list[Any]) -> Value:
    if len(tokens) == 2 and _is_keyword(tokens[0], "span"):
        token = tokens[1]
        if token.type == "number" and token.is_integer and 1 <= token.int_value <= MAX_TRACKS:
            return int(token.int_value)
    raise make_error(name, tokens, "over how many, such as span 2")


_POSITIONS = ("start", "flex-start", "center", "end", "flex-end")
_SPREAD = (*_POSITIONS, "space-between", "space-around", "space-evenly", "stretch", "normal")
_ITEM_ALIGNMENTS = (*_POSITIONS, "stretch", "normal", "baseline")
_INSET_READER = make_length_reader(minimum=None, percent=True, word="auto")
_SIZE_READER = make_length_reader(percent=True, word="auto")

LONGHANDS: Mapping[str, ValueReader] = {
    "font-family": _read_font_family,
    "font-size": _over_zero(make_length_reader(), "a size above 0, such as " + LENGTH_EXAMPLE),
    "font-weight": _read_font_weight,
    "font-style": make_keyword_reader("normal", "italic"),
    "color": make_colour_reader(),
    "fill": make_colour_reader(none=True, current=True),
    "stroke": make_colour_reader(none=True, current=True),
    "stroke-width": make_length_reader(number=True),
    "text-align": make_keyword_reader("left", "center", "right"),
    "line-height": _over_zero(make_length_reader(number=True), "a number such as 1.2, or a length"),
    "letter-spacing": _read_letter_spacing,
    "text-transform": make_keyword_reader("none", "uppercase", "lowercase"),
    "text-wrap": make_keyword_reader("wrap", "balance"),
    "white-space": make_keyword_reader("normal", "nowrap", "pre-line"),
    "background-color": make_colour_reader(current=True),
    "vertical-align": make_keyword_reader("baseline", "top", "middle", "bottom"),
    "display": make_keyword_reader("block", "flow-root", "inline", "flex", "grid", "none"),
    "flex-direction": make_keyword_reader("row", "column"),
    "flex-wrap": make_keyword_reader("nowrap", "wrap"),
    "flex-grow": _read_number,
    "flex-shrink": _read_number,
    "flex-basis": _SIZE_READER,
    "row-gap": make_length_reader(),
    "column-gap": make_length_reader(),
    "align-items": make_keyword_reader(*_ITEM_ALIGNMENTS),
    "align-self": make_keyword_reader(*_ITEM_ALIGNMENTS, "auto"),
    "justify-content": make_keyword_reader(*_SPREAD),
    "align-content": make_keyword_reader(*_SPREAD),
    "grid-template-columns": _read_tracks,
    "grid-template-rows": _read_tracks,
    "grid-auto-rows": _read_track,
    "grid-column": _read_span,
    "grid-row": _read_span,
    "position": make_keyword_reader("static", "relative", "absolute"),
    "transform": _read_transform,
    "transform-origin": _read_origin,
    "object-fit": make_keyword_reader("fill", "contain", "cover"),
    "box-sizing": make_keyword_reader("border-box"),
    "--min-size": _read_min_size,
    "--same": _read_share_group,
    **dict.fromkeys(("width", "height", "min-width", "min-height"), _SIZE_READER),
    **dict.fromkeys(("max-width", "max-height"), make_length_reader(percent=True, word="none")),
    **dict.fromkeys(SIDES, _INSET_READER),
    **{f"padding-{side}": make_length_reader(percent=True) for side in SIDES},
    **{f"margin-{side}": make_length_reader(minimum=None, percent=True) for side in SIDES},
}

SHORTHANDS: Mapping[str, Callable[[str, list[Any]], Mapping[str, Value]]] = {
    "margin": _read_sides,
    "padding": _read_sides,
    "border": _read_border,
    **{f"border-{side}": _read_border for side in SIDES},
    "border-radius": _read_border_radius,
    "flex": _read_flex,
    "gap": _read_gap,
    "inset": _read_inset,
}

_GRID_HINT = "write display: grid, or flex"
_BORDER_HINT = f"write border, such as border: {_BORDER_EXAMPLE}"
_PROPERTY_HINTS = {
    "background": "write background-color",
    "background-image": 'begin the body with <img class="ground" src="…"/>: "A drawn ground"',
    "font": "write font-family, font-size, font-weight and font-style",
    "opacity": "make a picture paler in a drawing program, and mix a colour: color-mix(…)",
    **dict.fromkeys(("border-width", "border-style", "border-color"), _BORDER_HINT),
    **dict.fromkeys(("columns", "column-count"), _GRID_HINT),
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
