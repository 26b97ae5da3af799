"""The longhand CSS properties of the subset, and a reader for the values of each.

Any other value is an error whose hint says what to write. This module does not depend
on selectors, the cascade or elements.
"""

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec

from printgen.geometry import MM_PER_PX
from printgen.layout.style.backgrounds import (
    LAYER_PROPERTIES,
    read_background_images,
    read_border_image_slice,
    read_border_image_source,
    read_mask_image,
)
from printgen.layout.style.colours import make_colour_reader
from printgen.layout.style.effects import (
    CORNER_LONGHANDS,
    read_clip_path,
    read_filters,
    read_shadows,
    read_single_transform,
    read_text_shadows,
    read_transform,
)
from printgen.layout.style.grid_values import (
    GridLines,
    GridTrack,
    read_grid_areas,
    read_grid_lines,
    read_track,
    read_tracks,
)
from printgen.layout.style.values import (
    LENGTH_EXAMPLE,
    SIDES,
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
    read_integer,
    read_position,
    read_url,
    read_whole_number,
    split_at_commas,
)


class ContentPart(NamedTuple):
    """A part of the content of a ::before or ::after: only one of the four is not empty.

    It is a text, the value of an attribute, the value of a counter in `counter_style`, or the
    quotation mark `open-quote` or `close-quote`.
    """

    text: str = ""
    attribute: str = ""
    counter: str = ""
    counter_style: str = "decimal"
    quote: str = ""


class Property(msgspec.Struct, frozen=True):
    """A longhand property: the field of `ComputedStyle` that it sets, and its initial value.

    A field that several properties set is a tuple of their values. If `field` is empty, other
    fields are derived from the value. `read` is the function that reads the value from tokens. It
    is None if only shorthands set the property. `words` are keywords for the initial value.
    """

    field: str
    initial: Any
    read: ValueReader | None = None
    words: tuple[str, ...] = ()

    def read_value(self, name: str, tokens: list[Any]) -> Value:
        """Return the value in `tokens` of the property `name`."""
        assert self.read  # noqa: S101 - no other property is read
        word = tokens[0].lower_value if len(tokens) == 1 and tokens[0].type == "ident" else ""
        return self.initial if word in self.words else self.read(name, tokens)


def _read_point_size(token: Any) -> float | None:
    """Return the font size in a token, in points; None if the token is not a size in pt above 0."""
    is_size = token.type == "dimension" and token.lower_unit == "pt" and token.value > 0
    return float(token.value) if is_size else None


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


def _read_non_negative_number(token: Any) -> float | None:
    """Return the number in a token; None if the token is not a number, or negative."""
    return float(token.value) if token.type == "number" and token.value >= 0 else None


_read_number = make_token_reader("a number such as 1", _read_non_negative_number)


def _read_aspect_ratio(name: str, tokens: list[Any]) -> Value:
    """Return an aspect ratio: a number, or two as in 2 / 3 (CSS Sizing 4, 5.1)."""
    numbers = [token.value for token in tokens[::2] if token.type == "number" and token.value > 0]
    if len(numbers) != len(tokens[::2]) or tokens[1::2] not in ([], ["/"]) or len(tokens) == 2:
        raise make_value_error(name, tokens, "a ratio of width and height, such as 2 / 3")
    return float(numbers[0] / numbers[-1]) if numbers[1:] else float(numbers[0])


def _read_paint_order(name: str, tokens: list[Any]) -> Value:
    """Return whether an outline is painted before the letters (SVG 2, 13.8)."""
    words = [getattr(token, "lower_value", "") for token in tokens]
    if not words or not {*words} <= {"normal", "fill", "stroke", "markers"}:
        raise make_value_error(name, tokens, "normal, or stroke for an outline below the letters")
    return "stroke" in words and words.index("stroke") < [*words, "fill"].index("fill")


def _read_font_scale_group(name: str, tokens: list[Any]) -> Value:
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
_CAPS = {"normal": (), "small-caps": (("smcp", 1),), "all-small-caps": (("smcp", 1), ("c2sc", 1))}
_NUMERIC = {
    "normal": (),
    "lining-nums": (("lnum", 1),),
    "oldstyle-nums": (("onum", 1),),
    "proportional-nums": (("pnum", 1),),
    "tabular-nums": (("tnum", 1),),
}


def _read_feature_settings(name: str, tokens: list[Any]) -> Value:
    """Return OpenType tags with their numbers, 1 if left out (CSS Fonts 4, 6.12)."""
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
    """Return the parts of generated content (CSS Content 3, 2)."""
    parts = []
    for token in tokens:
        arguments = split_at_commas(getattr(token, "arguments", ()))
        names = [part.value for part in arguments[0] if _is_plain_name(part)]
        function = getattr(token, "lower_name", "")
        if token.type == "string":
            parts.append(ContentPart(str(token.value)))
        elif getattr(token, "lower_value", "") in QUOTE_KEYWORDS:
            parts.append(ContentPart(quote=token.lower_value))
        elif function == "attr" and len(arguments) == len(names) == 1:
            parts.append(ContentPart(attribute=names[0]))
        elif function == "counter" and len(arguments) == len(names) == 1:
            parts.append(ContentPart(counter=names[0]))
        elif function == "counter" and (style := _read_counter_style(arguments[1:])) and names:
            parts.append(ContentPart(counter=names[0], counter_style=style))
        else:
            expected = (
                "texts in quotes, attr(data-name), counter(name) and counter(name, upper-roman); "
                'print fields and pictures in the template: {{ f("name") }}'
            )
            raise make_value_error(name, tokens, expected)
    return tuple(parts)


QUOTE_KEYWORDS = ("open-quote", "close-quote")
"""The keywords in `content` for the two signs of `quotes`."""


def _read_quotes(name: str, tokens: list[Any]) -> Value:
    """Return the opening and the closing quotation mark (CSS Content 3, 3.1)."""
    if len(tokens) == 1 and is_keyword(tokens[0], "none"):
        return "", ""
    signs = [str(token.value) for token in tokens if token.type == "string"]
    if len(signs) != len(tokens) or len(signs) != len(QUOTE_KEYWORDS):
        raise make_value_error(name, tokens, 'none, or two signs: "„" "“"')
    return tuple(signs)


def _read_counter_style(arguments: list[list[Any]]) -> str:
    """Return the counter style in the arguments of counter() after the name; "" for any other."""
    words = [getattr(token, "lower_value", "") for part in arguments for token in part]
    return words[0] if len(words) == len(arguments) == 1 and words[0] in _COUNTER_STYLES else ""


_COUNTER_STYLES = (
    *("decimal", "decimal-leading-zero", "lower-alpha", "upper-alpha"),
    *("lower-latin", "upper-latin", "lower-roman", "upper-roman"),
)
"""How counter() can write a number (CSS Counter Styles 3, 6.1)."""


def _is_plain_name(token: Any) -> bool:
    """Return whether a token is a name that an attribute can have, too."""
    return token.type == "ident" and bool(re.fullmatch(r"[A-Za-z_][\w-]*", token.value, re.ASCII))


def _make_counter_reader(default: int) -> ValueReader:
    """Return a function that reads names of counters, each with a number (CSS Lists 3, 4.1).

    A number that is left out is `default`.
    """

    def read_counters(name: str, tokens: list[Any]) -> Value:
        counters: list[tuple[str, int]] = []
        for previous, token in pairwise((None, *tokens)):
            number = read_whole_number(token)
            if _is_plain_name(token):
                counters.append((str(token.value), default))
            elif previous and _is_plain_name(previous) and number is not None:
                counters[-1] = counters[-1][0], number
            else:
                raise make_value_error(
                    name, tokens, "the name of a counter, such as step or step 2"
                )
        return tuple(counters)

    return read_counters


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
    link = read_url(tokens[0])
    if link and link.startswith("#"):
        return f"url({link}) {format_tokens(tokens[1:])}"
    return make_colour_reader(allows_none=True, allows_current=True)(name, tokens)


def _read_link(name: str, tokens: list[Any]) -> Value:
    """Return the link to an element of a drawing as text, or none (SVG 1.1, 11.6)."""
    link = read_url(tokens[0])
    if len(tokens) == 1 and link and link.startswith("#"):
        return f"url({link})"
    return make_keyword_reader("none")(name, tokens)


_NONE = ("none",)
FIT_CONTENT = "fit-content"
"""The size of a box by its content, so that it does not fill the space that it has."""
MAX_CONTENT = "max-content"
"""The same, even if the content needs more space."""
_LINE_PLACES = ("baseline", "middle", "top", "bottom", "sub", "super", "text-top", "text-bottom")
_BASELINES = ("auto", "alphabetic", "middle", "central", "hanging")
_INLINE_DISPLAYS = ("inline-block", "inline-flex", "inline-grid")
_DISPLAYS = ("block", "flow-root", "inline", "flex", "grid", "none", *_INLINE_DISPLAYS)
_POSITIONS = ("start", "flex-start", "center", "end", "flex-end")
_SELF_POSITIONS = (*_POSITIONS, "stretch", "normal")
_CONTENT_ALIGNMENTS = (*_SELF_POSITIONS, "space-between", "space-around", "space-evenly")
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
_read_percent = make_length_reader(percent=True)
_read_size = add_keywords(_read_percent, {"auto": None})
_CONTENT_SIZES = {word: word for word in (FIT_CONTENT, MAX_CONTENT)}
_read_styled_size = add_keywords(_read_percent, {"auto": None, **_CONTENT_SIZES})
_read_max_size = add_keywords(_read_percent, {"none": None})
_read_offset_share = make_length_reader(minimum=None, percent=True)
_read_offset_or_auto = add_keywords(_read_offset_share, {"auto": None})

_read_list_style = _keyword(
    "none", expected='none; for a bullet, write li::before { content: "• "; }'
)
OTHER_LINE_HINT = "for another line, border-bottom: 0.2mm dotted #1976d2 on the text"
_read_decoration = _keyword("none", "underline", expected=f"none or underline; {OTHER_LINE_HINT}")
_read_decoration_style = _keyword("solid", expected=f"solid; {OTHER_LINE_HINT}")
# CSS Text Decoration 4, 2.3 and 2.9: per cent of both refer to the font size.
_read_decoration_thickness = add_keywords(
    make_length_reader(percent="em"), {"auto": None, "from-font": None}
)
_read_underline_offset = add_keywords(
    make_length_reader(minimum=None, percent="em"), {"auto": Length(0.0, "mm")}
)
_read_display = _keyword(
    *_DISPLAYS,
    expected=f"{', '.join(_DISPLAYS)}; to centre text in height, flex and align-items: center; for "
    "-webkit-box with -webkit-line-clamp, leave out both: text is never cut off",
)
_read_no_spacing = make_token_reader(
    "0: give the cells a padding", lambda token: 0 if getattr(token, "value", 1) == 0 else None
)


def _choose(field: str, *words: str) -> Property:
    """Return a property whose values are keywords; the first is the initial value."""
    return Property(field, words[0], make_keyword_reader(*words))


_FIXED_VALUES = {
    "visibility": "visible",
    "print-color-adjust": "exact",
    "-webkit-print-color-adjust": "exact",
}
"""Properties with one allowed value, because faces always behave like that."""
_read_offset = make_length_reader(minimum=None)
_read_border_colour = make_colour_reader(allows_current=True)

# CSS Backgrounds 3, 3.1 to 3.3: the initial border is medium, here 3 px, none and currentcolor.
CARVED_BORDERS = frozenset(("groove", "ridge", "inset", "outset"))
"""Styles of borders with lighter and darker sides."""
_BORDER_STYLES = ("none", "solid", "dashed", "dotted", "double", *sorted(CARVED_BORDERS))
BORDER_PARTS = {
    "width": Property("border", 3 * MM_PER_PX, add_keywords(_read_length, _BORDER_LENGTHS)),
    "style": Property("border_styles", "none", _keyword(*_BORDER_STYLES)),
    "color": Property("border_colours", "currentcolor", _read_border_colour),
}
_read_z_index = make_token_reader("auto, or a whole number such as 1", read_whole_number)
_read_share = make_token_reader("0 to 1, such as 0.5", _read_fraction)
DRAWING_STYLES: Mapping[str, ValueReader] = {
    **dict.fromkeys(("fill-opacity", "stroke-opacity"), _read_share),
    "fill-rule": _keyword("nonzero", "evenodd"),
    "stroke-dasharray": _read_dashes,
    "stroke-linecap": _keyword("butt", "round", "square"),
    "stroke-linejoin": _keyword("miter", "round", "bevel"),
    **dict.fromkeys(("marker-start", "marker-mid", "marker-end"), _read_link),
}
"""Properties of shapes that attributes set, too (SVG 1.1, 11); None if no rule sets them."""

INHERITED: Mapping[str, Property] = {
    **{name: Property("drawing_styles", None, read) for name, read in DRAWING_STYLES.items()},
    "font-family": Property("", ("",), _read_font_family),
    # CSS Fonts 4, 2.5: medium, which is 16 px in browsers.
    "font-size": Property("size", 16 * MM_PER_PX, _read_font_size),
    "font-weight": Property("weight", 400, _read_weight),
    "font-style": _choose("slant", "normal", "italic"),
    "color": Property("colour", (0, 0, 0), make_colour_reader()),
    "fill": Property("fill", (0, 0, 0), _read_paint),
    "stroke": Property("stroke", None, _read_paint),
    "stroke-width": Property("stroke_width", 1.0, _read_drawing_length),
    "text-anchor": _choose("text_anchor", "start", "middle", "end"),
    "dominant-baseline": Property("dominant_baseline", "auto", _keyword(*_BASELINES)),
    "paint-order": Property("is_outline_below", False, _read_paint_order),
    "text-shadow": Property("text_shadows", (), read_text_shadows, _NONE),
    "-webkit-text-stroke-width": Property("outline_width", 0.0),
    "-webkit-text-stroke-color": Property("outline", "currentcolor"),
    "lang": Property("language", ""),
    "direction": Property("direction", "auto", _keyword("ltr", "rtl")),
    "text-align": _choose("text_align", "start", "end", "left", "center", "right", "justify"),
    "text-align-last": _choose(
        "text_align_last", "auto", "start", "end", "left", "center", "right", "justify"
    ),
    "line-height": Property("", None, _read_line_height),
    "letter-spacing": Property("letter_spacing", 0.0, _read_spacing),
    "word-spacing": Property("word_spacing", 0.0, _read_spacing),
    "text-indent": Property("text_indent", 0.0, make_length_reader(minimum=None)),
    "font-kerning": _choose("kerning", "auto", "normal", "none"),
    "font-variant-ligatures": Property("variants", (), _make_variant_reader(_LIGATURES)),
    "font-variant-caps": Property("variants", (), _make_variant_reader(_CAPS)),
    "font-variant-numeric": Property("variants", (), _make_variant_reader(_NUMERIC)),
    "font-feature-settings": Property("variants", (), _read_feature_settings, ("normal",)),
    "text-transform": _choose("text_transform", "none", "uppercase", "lowercase", "capitalize"),
    "text-underline-offset": Property("", 0.0, _read_underline_offset),
    "text-wrap": _choose("text_wrap", "wrap", "balance", "pretty"),
    "white-space": _choose("white_space", "normal", "nowrap", "pre-line"),
    "border-collapse": _choose("border_collapse", "separate", "collapse"),
    "caption-side": _choose("caption_side", "top", "bottom"),
    "quotes": Property("quotes", ("“", "”"), _read_quotes),
    "text-orientation": _choose("", "mixed", "sideways"),
    "hyphens": Property("hyphens", "manual", _keyword("none", "manual", "auto")),
    "overflow-wrap": _choose("overflow_wrap", "normal", "anywhere", "break-word"),
    "image-rendering": _choose("image_rendering", "auto", "smooth", "crisp-edges", "pixelated"),
    "--min-size": Property("min_font_size", None, _read_min_size),
    "--contrast": _choose("contrast", "checked", "artwork"),
}
"""The inherited properties (CSS Cascade 4, 7.2)."""

SINGLE_TRANSFORMS = ("translate", "rotate", "scale")
"""The properties of one function each, in the order in which they come before `transform`."""

PROPERTIES: Mapping[str, Property] = {
    **INHERITED,
    "content": Property("content", None, _read_content, ("none", "normal")),
    "counter-reset": Property("counter_resets", (), _make_counter_reader(0), _NONE),
    "counter-increment": Property("counter_steps", (), _make_counter_reader(1), _NONE),
    "text-decoration-line": Property("", "none", _read_decoration),
    "text-decoration-style": Property("", "solid", _read_decoration_style),
    "text-decoration-color": Property("", "currentcolor", _read_border_colour),
    "text-decoration-thickness": Property("", None, _read_decoration_thickness),
    "background-color": Property("background", None, make_colour_reader(allows_current=True)),
    "box-shadow": Property("shadows", (), read_shadows, _NONE),
    "outline-width": Property("box_outline_width", 3 * MM_PER_PX, BORDER_PARTS["width"].read),
    "outline-style": _choose("box_outline_style", *_BORDER_STYLES),
    "outline-color": Property("box_outline_colour", "currentcolor", _read_border_colour),
    "outline-offset": Property("box_outline_offset", 0.0, _read_offset),
    "border-image-source": Property("border_image", None, read_border_image_source, _NONE),
    "border-image-slice": Property(
        "border_image_slice", Percentage(100.0), read_border_image_slice
    ),
    "background-image": Property("images", (), read_background_images, _NONE),
    **{
        f"background-{key}": Property(f"image_{key}s", initial, read)
        for key, (read, initial) in LAYER_PROPERTIES.items()
    },
    "clip-path": Property("clip_path", (), read_clip_path, _NONE),
    "filter": Property("filters", (), read_filters, _NONE),
    "mask-image": Property("mask", None, read_mask_image, _NONE),
    "overflow": _choose("overflow", "visible", "hidden", "clip"),
    "opacity": Property("opacity", 1.0, _read_share),
    "vertical-align": Property("vertical_align", "baseline", _read_vertical_align),
    "display": Property("display", "natural", _read_display),
    "flex-direction": _choose("", "row", "column", "row-reverse", "column-reverse"),
    # CSS Flexbox 1, 5: wrap-reverse is not in the subset.
    "flex-wrap": _choose("", "nowrap", "wrap"),
    # CSS Flexbox 1, 7.2: the initial values of grow, shrink and basis.
    "flex-grow": Property("grow", 0.0, _read_number),
    "flex-shrink": Property("shrink", 1.0, _read_number),
    "flex-basis": Property("basis", None, _read_size),
    "order": Property("order", 0, make_token_reader("a whole number", read_whole_number)),
    **dict.fromkeys(("row-gap", "column-gap"), Property("gaps", 0.0, _read_length)),
    "align-items": Property("align_items", "normal", _keyword(*_ITEM_ALIGNMENTS)),
    "align-self": Property("align_self", "auto", _keyword(*_ITEM_ALIGNMENTS, "auto")),
    "justify-items": Property("justify_items", "normal", _keyword(*_SELF_POSITIONS)),
    "justify-self": Property("justify_self", "auto", _keyword(*_SELF_POSITIONS, "auto")),
    "justify-content": Property("justify", "normal", _keyword(*_CONTENT_ALIGNMENTS)),
    "align-content": Property("align", "normal", _keyword(*_CONTENT_ALIGNMENTS)),
    "grid-template-columns": Property("columns", (), read_tracks),
    "grid-template-rows": Property("rows", (), read_tracks),
    "grid-auto-rows": Property("auto_rows", (GridTrack("auto"),), read_track),
    "grid-template-areas": Property("areas", (), read_grid_areas),
    "area-name": Property("area", ""),
    **dict.fromkeys(
        ("grid-column", "grid-row"), Property("grid_lines", GridLines(), read_grid_lines)
    ),
    "float": _choose("float_side", "none", "left", "right"),
    "clear": _choose("cleared_side", "none", "left", "right", "both"),
    "z-index": Property("z_index", "auto", _read_z_index, ("auto",)),
    "writing-mode": _choose("writing_mode", "horizontal-tb", "vertical-rl", "sideways-rl"),
    "isolation": _choose("isolation", "auto", "isolate"),
    "mix-blend-mode": _choose("blend_mode", "normal", "multiply"),
    "position": _choose("", "static", "relative", "absolute"),
    **dict.fromkeys(SINGLE_TRANSFORMS, Property("", (), read_single_transform, _NONE)),
    "transform": Property("transform", (), read_transform, _NONE),
    # CSS Transforms 1 and CSS Images 3: the initial values are the centre of the box.
    "transform-origin": Property("origin", (Percentage(50.0),) * 2, read_position),
    "object-position": Property("object_position", (Percentage(50.0),) * 2, read_position),
    # CSS Images 3, object-fit: scale-down and none are not in the subset.
    "object-fit": _choose("object_fit", "fill", "contain", "cover"),
    "--max-crop": Property("max_crop", None, make_token_reader("0% to 100%", _read_fraction)),
    # CSS Sizing 3, 3.3: every box here is sized as border-box, so no other value is accepted.
    "box-sizing": _choose("", "border-box"),
    "aspect-ratio": Property("ratio", None, _read_aspect_ratio, ("auto",)),
    **{name: _choose("", value) for name, value in _FIXED_VALUES.items()},
    **dict.fromkeys(("list-style", "list-style-type"), Property("", "none", _read_list_style)),
    "table-layout": _choose("", "fixed"),
    "border-spacing": Property("", 0, _read_no_spacing),
    "--same": Property("share_group", "", _read_font_scale_group),
    "width": Property("width", None, _read_styled_size),
    "height": Property("height", None, _read_styled_size),
    **dict.fromkeys(("min-width", "min-height"), Property("min_size", None, _read_size)),
    **dict.fromkeys(("max-width", "max-height"), Property("max_size", None, _read_max_size)),
    **dict.fromkeys(SIDES, Property("inset", None, _read_offset_or_auto)),
    **{f"padding-{side}": Property("", 0.0, _read_percent) for side in SIDES},
    **{f"margin-{side}": Property("margin", 0.0, _read_offset_or_auto) for side in SIDES},
    **{f"border-{side}-{part}": item for part, item in BORDER_PARTS.items() for side in SIDES},
    **dict.fromkeys(CORNER_LONGHANDS, Property("radii", 0.0)),
}
"""All longhand properties. Properties that set one field are in the order of its values."""

SHAPE_PROPERTIES = ("clip-path", *CORNER_LONGHANDS)
"""The properties that are not inherited, but may be with the value `INHERIT`."""
INHERIT = "inherit"
"""The value of such a property that takes that of the parent."""
UNSET = "unset"
"""The value of an inherited property that takes that of the parent, as if it were not set."""
LONGHANDS = {name: item.read_value for name, item in PROPERTIES.items() if item.read}
