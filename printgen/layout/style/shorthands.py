"""The shorthand CSS properties of the subset, and the reading of any declaration.

A property that is not in the subset gets a hint that says what to write.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from itertools import groupby, pairwise
from typing import Any

from tinycss2 import parse_one_component_value

from printgen.data_files import read_hints
from printgen.layout.style.backgrounds import read_background, read_border_image, read_mask
from printgen.layout.style.calculations import resolve_calculations
from printgen.layout.style.colours import make_colour_reader
from printgen.layout.style.effects import (
    CORNER_LONGHANDS,
    CORNERS,
    join_radii,
    read_radii,
    read_radius,
)
from printgen.layout.style.properties import (
    BORDER_PARTS,
    FONT_SIZE_WORDS,
    INHERIT,
    INHERITED,
    LONGHANDS,
    OTHER_LINE_HINT,
    PROPERTIES,
    SHAPE_PROPERTIES,
    UNSET,
)
from printgen.layout.style.values import (
    SIDES,
    Length,
    ShorthandReader,
    Value,
    ValueReader,
    is_keyword,
    make_length_reader,
    make_sides_reader,
    make_value_error,
)
from printgen.problems import InputError


def read_declaration(name: str, tokens: list[Any]) -> Mapping[str, Value]:
    """Return the values of the longhand properties that a declaration sets (CSS Cascade 4, 3).

    `tokens` are tinycss2's, without white space and comments, with every var() resolved. Raises
    `InputError` for a value that is not in the subset.
    """
    if not tokens:
        raise make_value_error(name, tokens, "a value, or leave out the property")
    word = getattr(tokens[0], "lower_value", "") if len(tokens) == 1 else ""
    if word == "none" and name in ("grid-template", "mask"):
        word = "initial"
    if word in ("inherit", "initial", "unset"):
        return _read_css_wide_keyword(name, tokens, word)
    tokens = resolve_calculations(name, tokens)
    reader = SHORTHANDS.get(name)
    return reader(name, tokens) if reader else {name: LONGHANDS[name](name, tokens)}


def _read_css_wide_keyword(name: str, tokens: list[Any], word: str) -> Mapping[str, Value]:
    """Return the longhands of a property whose value is inherit, initial or unset.

    `word` is this value (CSS Cascade 4, 7.3).
    """
    longhands = [*_LONGHANDS.get(name, (key for key in PROPERTIES if _is_longhand_of(key, name)))]
    if word == "inherit" and {*longhands} <= {*SHAPE_PROPERTIES}:
        return dict.fromkeys(longhands, INHERIT)
    are_inherited = INHERITED.keys() >= {*longhands}
    if word == "inherit" and not are_inherited:
        expected = "the value itself: only properties of text, clip-path and border-radius inherit"
        raise make_value_error(name, tokens, expected)
    longhands += ["line-height"] * (name == "font")
    is_initial = word == "initial"
    return {
        key: UNSET if key in INHERITED and not is_initial else PROPERTIES[key].initial
        for key in longhands
    }


def _is_longhand_of(longhand: str, name: str) -> bool:
    """Return whether the property `name` sets a longhand: it is that longhand, or its shorthand."""
    return longhand == name or (name in SHORTHANDS and longhand.startswith(f"{name}-"))


def is_known_property(name: str) -> bool:
    """Return whether the subset has this property."""
    return name in SHORTHANDS or name in LONGHANDS


def is_screen_property(name: str) -> bool:
    """Return whether a property has no effect on a face."""
    name = name.removeprefix("-webkit-")
    return name in _SCREEN_PROPERTIES or name.startswith(("animation-", "transition-"))


_SCREEN_PROPERTIES = frozenset(
    (
        *("pointer-events", "cursor", "user-select", "text-overflow"),
        *("page-break-before", "page-break-after", "page-break-inside", "text-rendering"),
        *("break-before", "break-after", "break-inside", "font-smoothing"),
        *("transition", "will-change", "animation", "orphans", "widows"),
        *("-moz-osx-font-smoothing", "font-synthesis", "font-optical-sizing", "text-size-adjust"),
        *("tab-size", "tap-highlight-color", "touch-action", "scroll-behavior", "resize"),
        *("caret-color", "accent-color", "backface-visibility", "forced-color-adjust"),
    )
)
"""Properties without effect on a face: there is no mouse, no time, and only one page.

Text that does not fit is an error, so nothing is left out where `text-overflow` would show it.
"""


def is_custom_property(name: str) -> bool:
    """Return whether a name is that of a custom property (CSS Variables 1, 2)."""
    return name.startswith("--") and not is_known_property(name)


def suggest_property(name: str) -> str:
    """Return a hint for a property that the subset does not have."""
    hints = read_hints("properties")
    known = (*SHORTHANDS, *LONGHANDS, *hints)
    close = get_close_matches(name, known, n=1, cutoff=0.8)
    hint = f"did you mean {close[0]}?" if close else "leave it out;"
    hint = f"{hint} printgen docs templates lists the properties"
    return hints.get(name.removeprefix("-webkit-"), hints.get(name, hint))


def _read_lengths_and_colour(
    name: str, tokens: list[Any], read_length: ValueReader
) -> tuple[list[Any], Any]:
    """Return the lengths among the tokens, and the colour, by default that of the text.

    `read_length` reads one length.
    """
    lengths = [token for token in tokens if token.type in ("dimension", "number")]
    colours = [token for token in tokens if token not in lengths]
    ink = make_colour_reader(allows_current=True)(name, colours) if colours else "currentcolor"
    return [read_length(name, [length]) for length in lengths], ink


def _read_text_stroke(name: str, tokens: list[Any]) -> Mapping[str, Value]:
    """Return the longhands of -webkit-text-stroke: a width, and a colour before or after it."""
    widths, ink = _read_lengths_and_colour(name, tokens, make_length_reader())
    if len(widths) != 1 or len(ink) == 4:
        raise make_value_error(name, tokens, "a width and an opaque colour, such as 0.3mm #000")
    return {f"{name}-width": widths[0], f"{name}-color": ink}


def _read_unordered_longhands(
    name: str, tokens: list[Any], initial: Mapping[str, Any], expected: str
) -> Mapping[str, Value]:
    """Return the longhands of a shorthand whose parts may have any order.

    Each token sets the first longhand that can read it and is not set yet. A longhand that no token
    sets gets its value in `initial`. With the value none, all longhands do.
    """
    values: dict[str, Value] = {}
    for token in [] if len(tokens) == 1 and is_keyword(tokens[0], "none") else tokens:
        for longhand in [key for key in initial if key not in values]:
            with suppress(InputError):
                values[longhand] = LONGHANDS[longhand](name, [token])
                break
        else:
            if token.type in ("dimension", "number"):
                LONGHANDS[next(iter(initial))](name, [token])  # explains what is wrong with a unit
            raise make_value_error(name, tokens, expected)
    return {**initial, **values}


def _read_line(name: str, tokens: list[Any]) -> tuple[Value, ...]:
    """Return the width, the style and the colour of a border or an outline, in any order."""
    initial = {f"border-top-{part}": item.initial for part, item in BORDER_PARTS.items()}
    return tuple(_read_unordered_longhands(name, tokens, initial, _LINE_EXAMPLE).values())


def _read_border(name: str, tokens: list[Any]) -> Mapping[str, Value]:
    """Return the longhands of border or border-<side>: none, or width, style and colour."""
    values = _read_line(name, tokens)
    # CSS Backgrounds 3, 3.2: a border without a style is invisible, which nobody means.
    if values[1] == "none" and tokens[0].serialize() not in ("none", "0"):
        raise make_value_error(name, tokens, _LINE_EXAMPLE)
    sides = _AXES.get(name.removeprefix("border"), [name.removeprefix("border-")])
    longhands = {
        f"border-{side}-{part}": value
        for side in sides
        for part, value in zip(BORDER_PARTS, values, strict=True)
    }
    # CSS Backgrounds 3, 3.4: border resets border-image too.
    return longhands | ({"border-image-source": None} if name == "border" else {})


def _read_outline(name: str, tokens: list[Any]) -> Mapping[str, Value]:
    """Return the longhands of outline: none, or a width, a style and a colour (CSS UI 4, 3)."""
    parts = zip(BORDER_PARTS, _read_line(name, tokens), strict=True)
    return {f"outline-{part}": value for part, value in parts}


def _read_font(name: str, tokens: list[Any]) -> Mapping[str, Value]:
    """Return the longhands of font: style and weight, size/line-height, families.

    See CSS Fonts 4, 2.7.
    """
    sizes = (
        index
        for index, token in enumerate(tokens)
        if token.type in ("dimension", "percentage")
        or getattr(token, "lower_value", "") in FONT_SIZE_WORDS
    )
    size = next(sizes, len(tokens))
    family = size + 3 if tokens[size + 1 : size + 2] == ["/"] else size + 1
    expected = 'style, weight, size and family: italic 700 9pt/1.2 "Roboto Condensed"'
    if not tokens[family:]:
        raise make_value_error(name, tokens, expected)
    initial, height = {"font-style": "normal", "font-weight": 400}, tokens[size + 2 : family]
    return {
        **_read_unordered_longhands(name, tokens[:size], initial, expected),
        "font-size": LONGHANDS["font-size"](name, [tokens[size]]),
        "line-height": LONGHANDS["line-height"](name, height) if height else None,
        "font-family": LONGHANDS["font-family"](name, tokens[family:]),
    }


_LINE_EXAMPLE = "none, or width, style and colour: 0.2mm solid #888"


def _read_flex(name: str, tokens: list[Any]) -> Mapping[str, Value]:
    """Return the longhands of flex: none, auto, or grow, shrink and basis.

    See CSS Flexbox 1, 7.1.
    """
    if len(tokens) == 1 and is_keyword(tokens[0], "none"):
        return {"flex-grow": 0.0, "flex-shrink": 0.0, "flex-basis": None}
    # CSS Flexbox 1, 7.1: in this shorthand, an omitted grow or shrink is 1 and an omitted basis 0.
    initial = {"flex-grow": 1.0, "flex-shrink": 1.0, "flex-basis": Length(0.0, "%")}
    return _read_unordered_longhands(
        name, tokens, initial, "none, auto, or numbers, such as 1 or 1 0 auto"
    )


def _read_flex_flow(name: str, tokens: list[Any]) -> Mapping[str, Value]:
    """Return the longhands of flex-flow: a direction and wrap, in any order."""
    initial = {"flex-direction": "row", "flex-wrap": "nowrap"}
    return _read_unordered_longhands(
        name, tokens, initial, "a direction, wrap or both, such as column wrap"
    )


def _read_place_shorthand(name: str, tokens: list[Any]) -> Mapping[str, Value]:
    """Return the longhands of place-content, place-items or place-self (CSS Box Alignment 3)."""
    if len(tokens) > 2:
        raise make_value_error(name, tokens, "one or two positions, such as center")
    parts = zip(_LONGHANDS[name], (tokens[:1], tokens[-1:]), strict=True)
    return {longhand: LONGHANDS[longhand](name, part) for longhand, part in parts}


def _read_grid_area(name: str, tokens: list[Any]) -> Mapping[str, Value]:
    """Return the longhands of grid-area: a name, or lines (CSS Grid 2, 8.4)."""
    if len(tokens) == 1 and tokens[0].type == "ident":
        return {"area-name": str(tokens[0].value)}
    parts = [list(part) for is_line, part in groupby(tokens, lambda part: part != "/") if is_line]
    if not 2 <= len(parts) <= 4:
        raise make_value_error(
            name, tokens, "a name of grid-template-areas, or lines: 1 / 1 / 2 / -1"
        )
    # CSS Grid 2, 8.4: an end that is left out is auto.
    slash = [tokens[tokens.index("/")]]
    return {
        f"grid-{axis}": LONGHANDS[f"grid-{axis}"](name, [*part, *(slash * bool(end)), *end])
        for axis, part, end in zip(("row", "column"), parts, (*parts[2:], [], []), strict=False)
    }


def _read_grid_template(name: str, tokens: list[Any]) -> Mapping[str, Value]:
    """Return the longhands of grid-template: rows or areas, a slash and columns.

    See CSS Grid 2, 7.4.
    """
    values: dict[str, Value] = {"grid-template-areas": ()}
    slash = tokens.index("/") if "/" in tokens else len(tokens)
    parts = {"rows": tokens[:slash], "columns": tokens[slash + 1 :]}
    names = [token for token in parts["rows"] if token.type == "string"]
    if names and parts["rows"][0].type == "string":
        # CSS Grid 2, 7.4: the height of a row is written after its areas; without one, it is auto.
        values["grid-template-areas"] = LONGHANDS["grid-template-areas"](name, names)
        auto = parse_one_component_value("auto")
        parts["rows"] = [
            token if token.type != "string" else auto
            for token, after in pairwise((*parts["rows"], names[0]))
            if token.type != "string" or after.type == "string"
        ]
        if len(parts["rows"]) > len(names):
            raise make_value_error(name, tokens, "areas and at most one height for each row")
    elif names or not 0 < slash < len(tokens) - 1:
        example = "rows / columns, such as auto / 1fr 2fr, or areas with the heights of their rows"
        raise make_value_error(name, tokens, f'{example}: "art art" 8mm "name cost" / 1fr auto')
    values["grid-template-columns"] = ()
    for key, part in parts.items():
        if not part:
            continue
        longhand = f"grid-template-{key}"
        values[longhand] = LONGHANDS[longhand](name, part)
    return values


def _read_text_decoration(name: str, tokens: list[Any]) -> Mapping[str, Value]:
    """Return the longhands of text-decoration, in any order (CSS Text Decoration 4, 2.5)."""
    parts = ("line", "style", "color", "thickness")
    initial = {f"{name}-{part}": PROPERTIES[f"{name}-{part}"].initial for part in parts}
    if not any(is_keyword(token, "underline") for token in tokens):
        return {**initial, f"{name}-line": LONGHANDS[f"{name}-line"](name, tokens)}
    expected = f"underline with a colour and a thickness; {OTHER_LINE_HINT}"
    return _read_unordered_longhands(name, tokens, initial, expected)


def _read_font_variant(name: str, tokens: list[Any]) -> Mapping[str, Value]:
    """Return the longhands of font-variant: their keywords in any order (CSS Fonts 4, 6.11)."""
    initial = {f"font-variant-{part}": () for part in ("caps", "numeric", "ligatures")}
    return _read_unordered_longhands(
        name, tokens, initial, "small-caps, tabular-nums, oldstyle-nums or normal"
    )


_read_corner_radii = make_sides_reader(("across", "down"), read_radius)


def _read_corner_radius(name: str, tokens: list[Any]) -> Mapping[str, Value]:
    """Return the radius of one corner, or a horizontal and a vertical one."""
    (longhand,) = _LONGHANDS[name]
    return {longhand: join_radii(*_read_corner_radii(name, tokens).values())}


# CSS Logical Properties 1, 4: in text from left to right. Boxes are not reversed for other text.
_LOGICAL_WORDS = {
    "inset-inline-start": "left",
    "inset-inline-end": "right",
    "inset-block-start": "top",
    "inset-block-end": "bottom",
    "inline-start": "left",
    "inline-end": "right",
    "block-start": "top",
    "block-end": "bottom",
    "inline-size": "width",
    "block-size": "height",
    "start-start": "top-left",
    "start-end": "top-right",
    "end-start": "bottom-left",
    "end-end": "bottom-right",
}
"""The words for sides, sizes and corners in names of properties, and what they mean."""
_AXES = {"": SIDES, "-inline": ("left", "right"), "-block": ("top", "bottom")}
"""The sides that a shorthand sets, by what follows its name."""


_OLDER_NAMES = {"word-wrap": "overflow-wrap", "grid-gap": "gap"}
_OLDER_NAMES |= {f"grid-{axis}-gap": f"{axis}-gap" for axis in ("row", "column")}


def find_physical_name(name: str) -> str:
    """Return the property of a physical side or size for a logical one; any other name unchanged.

    An example is margin-left for margin-inline-start. An older name gives the current one.
    """
    name = physical = _OLDER_NAMES.get(name, name)
    for word, meaning in _LOGICAL_WORDS.items():
        physical = physical.replace(word, meaning)
    return physical if is_known_property(physical) else name


_SIDED_PARTS = {"margin": ("",), "padding": ("",), "border": [f"-{part}" for part in BORDER_PARTS]}
_SIDED_SHORTHANDS: Mapping[str, tuple[Sequence[str], ValueReader]] = {
    # CSS 2.1, 8.3 and 8.4: unlike margins, padding cannot be negative.
    **{
        f"{name}{axis}{part}": (
            [f"{name}-{side}{part}" for side in sides],
            LONGHANDS[f"{name}-top{part}"],
        )
        for name, parts in _SIDED_PARTS.items()
        for part in parts
        for axis, sides in _AXES.items()
    },
    **{f"inset{axis}": (sides, LONGHANDS["top"]) for axis, sides in _AXES.items()},
    "gap": (("row-gap", "column-gap"), LONGHANDS["row-gap"]),
}
"""Shorthands with one to four values of one kind: their longhands, and the reader of a value."""

SHORTHANDS: Mapping[str, ShorthandReader] = {
    **{name: make_sides_reader(*parts) for name, parts in _SIDED_SHORTHANDS.items()},
    "-webkit-text-stroke": _read_text_stroke,
    "outline": _read_outline,
    "border": _read_border,
    **{f"border-{side}": _read_border for side in (*SIDES, "inline", "block")},
    "flex-flow": _read_flex_flow,
    "background": read_background,
    "border-image": read_border_image,
    "mask": read_mask,
    "font": _read_font,
    "border-radius": read_radii,
    **{f"border-{corner}-radius": _read_corner_radius for corner in CORNERS},
    "flex": _read_flex,
    **{f"place-{what}": _read_place_shorthand for what in ("content", "items", "self")},
    "grid-area": _read_grid_area,
    "grid-template": _read_grid_template,
    "font-variant": _read_font_variant,
    "text-decoration": _read_text_decoration,
}
_LONGHANDS: Mapping[str, Sequence[str]] = {
    **{name: longhands for name, (longhands, _) in _SIDED_SHORTHANDS.items()},
    **{
        f"border{axis}": [f"border-{side}-{part}" for side in sides for part in BORDER_PARTS]
        for axis, sides in _AXES.items()
        if axis
    },
    # CSS UI 4, 3: unlike the other parts, outline-offset is not set.
    "outline": ("outline-width", "outline-style", "outline-color"),
    "border-radius": CORNER_LONGHANDS,
    **{f"border-{corner}-radius": (f"radius-{corner}",) for corner in CORNERS},
    "flex": ("flex-grow", "flex-shrink", "flex-basis"),
    "flex-flow": ("flex-direction", "flex-wrap"),
    **{
        f"place-{what}": (f"align-{what}", f"justify-{what}")
        for what in ("content", "items", "self")
    },
    "grid-area": ("area-name", "grid-row", "grid-column"),
}
"""The longhands of shorthands. Those of the others begin with the name of the shorthand."""
