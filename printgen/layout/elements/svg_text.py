"""Text in drawings of templates: `<text>` and `<tspan>` (SVG 1.1, 10).

Its lines are set like those of any other text, with their fields. So they are checked in the same
way. Lengths are in units of the drawing, unless a name says mm.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from printgen.face.face import Item
from printgen.face.outlines import read_number
from printgen.face.transform import transform_item
from printgen.geometry import MM_PER_PX, Matrix
from printgen.layout.elements.html_subset import MarkupChecker, get_inline_field
from printgen.layout.elements.inline import DrawnTextPaint, InlineBuilder
from printgen.layout.flow.boxes import TextFlow
from printgen.layout.flow.text_pieces import NO_BREAK_SPACE
from printgen.layout.pictures.svg_import import read_opacity
from printgen.layout.pictures.svg_reader import UNPRINTED
from printgen.layout.style.cascade import ElementChain
from printgen.layout.style.computed import ComputedStyle
from printgen.layout.style.stylesheet import PRESENTATION
from printgen.layout.template.diagnostics import FaceReport
from printgen.layout.template.xml import get_tag_name, has_only_attributes
from printgen.problems import InputError

DrawLine = Callable[[TextFlow], tuple[tuple[Item, ...], float]]
"""Returns the items of a text on one line, and its width, in mm from the start of its baseline."""

_PLACES = ("x", "y", "dx", "dy")
_INHERITED_STYLES = (
    *("fill-opacity", "stroke-opacity"),
    *("stroke-dasharray", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit"),
)
_ATTRIBUTES = ("class", "id", *_PLACES, *PRESENTATION, *_INHERITED_STYLES)
_WHOLE_ATTRIBUTES = (*_ATTRIBUTES, "transform", "opacity")
_UNITS = 1 / MM_PER_PX
"""Units of a drawing in a mm: a unit is 1 px of CSS (SVG 1.1, 7.10)."""
_NO_PLACES = (None,) * len(_PLACES)
_SHARES = {"middle": 0.5, "end": 1.0}
"""The share of a line that is before its place, by text-anchor."""
_SPACES = re.compile(r"[ \t\r\n\f]+")


class _TextPart(NamedTuple):
    """A part of a `<text>`, and the element that contains it, with the field that it prints.

    `chain` has the CSS style of the element, and `style` its SVG properties. `places` are the x, y,
    dx and dy of the element; all are None if the part is not the first of the element. `lead` has
    the no-break spaces between this part and the one before it.
    """

    text: str
    places: tuple[str | None, ...]
    element: Any
    chain: ElementChain
    field: str | None
    style: Mapping[str, str]
    lead: str = ""


def lay_out_svg_text(
    element: Any,
    style: Mapping[str, str],
    viewport: tuple[float, float],
    find_chain: Callable[[Any], ElementChain],
    report: FaceReport,
    draw_line: DrawLine,
) -> list[Item]:
    """Return the items of a `<text>` element in a drawing.

    - `style`: the values of the SVG properties that apply to the element.
    - `viewport`: the width and height of the viewBox.
    - `find_chain`: a function that returns an element inside the text with its computed CSS style.
    - `draw_line`: a function that returns the items and the width of a line of text.

    Raises `InputError` for an element, attribute or value outside the supported subset, and
    `ValueError` for a value that is not valid.
    """
    items, chunk = list[Item](), list[Item]()
    markup = MarkupChecker(report, "")
    x = y = start = share = 0.0
    texts = _list_texts(element, style, find_chain, report, markup)
    for text, places, source, chain, field, svg_style, lead in _collapse_spaces(texts):
        em = chain.style.size * _UNITS
        new_x, new_y, dx, dy = (
            None if place is None else _read_coordinate(place, size, em)
            for place, size in zip(places, viewport * 2, strict=True)
        )
        if new_x is not None or new_y is not None:
            items += _shift(chunk, share * (start - x))
            chunk = []
        x = (x if new_x is None else new_x) + (dx or 0.0)
        y = (y if new_y is None else new_y) + (dy or 0.0)
        if not chunk:
            # SVG 1.1, 10.5: what follows an absolute place is a chunk, anchored as a whole.
            start, share = x, _SHARES.get(chain.style.text_anchor, 0.0)
            if chain.style.direction == "rtl":
                share = 1.0 - share
        elif text and chain.style.direction == "rtl":
            hint = "write it without a <tspan>, or give each <tspan> an x"
            raise InputError("a text in a drawing, from right to left, has several parts", hint)
        paint = _read_paint(chain.style, svg_style) if text else None
        line = source.sourceline
        builder = InlineBuilder(chain, line, markup, report, lambda *_: None, paint)
        builder.add_text(lead + text if chunk else text, field)
        builder.flush_content()
        # No element was given to the builder, so all its boxes are text flows.
        for flow in (box for box in builder.boxes if isinstance(box, TextFlow)):
            drawn, width = draw_line(flow)
            place = Matrix(_UNITS, d=_UNITS, e=x, f=y + _find_baseline(chain.style) * _UNITS)
            chunk += (transform_item(item, place) for item in drawn)
            x += width * _UNITS
    return items + _shift(chunk, share * (start - x))


def _list_texts(
    element: Any,
    outer_style: Mapping[str, str],
    find_chain: Callable[[Any], ElementChain],
    report: FaceReport,
    markup: MarkupChecker,
    outer_field: str | None = None,
) -> Iterator[_TextPart]:
    tag, chain = get_tag_name(element), find_chain(element)
    if tag not in ("text", "tspan"):
        hint = "write a <tspan>, with a class for its style"
        if tag == "textPath":
            hint = "write the text straight, or as an SVG file of paths"
        raise InputError(f"<{tag}> in a <text> is not supported", hint)
    if tag == "tspan" and "opacity" in element.attrib:
        hint = "write fill-opacity and stroke-opacity"
        raise InputError('opacity="…" on a <tspan> is not supported', hint)
    allowed = _WHOLE_ATTRIBUTES if tag == "text" else _ATTRIBUTES
    is_allowed = has_only_attributes(element, (*allowed, "data-field"), report)
    if not is_allowed or chain.style.display == "none":
        return
    markup.report_ineffective_properties(element, chain.style, "in drawn text")
    own_style = {name: element.get(name) for name in _INHERITED_STYLES if name in element.attrib}
    style = {**outer_style, **own_style, **chain.get_drawing_styles()}
    field, places = get_inline_field(element, outer_field), tuple(map(element.get, _PLACES))
    yield _TextPart(element.text or "", places, element, chain, field, style)
    for child in element.iterchildren("*"):
        if get_tag_name(child) not in UNPRINTED:
            yield from _list_texts(child, style, find_chain, report, markup, field)
        yield _TextPart(child.tail or "", _NO_PLACES, element, chain, field, style)


def _read_coordinate(text: str, size: float, em: float) -> float:
    """Return an x, y, dx or dy in units; `size` is what 100 % means, and `em` the font size."""
    for unit, factor in (("%", size / 100), ("em", em)):
        if text.strip().endswith(unit):
            return read_number(text.strip().removesuffix(unit)) * factor
    return read_number(text)


def _read_paint(style: ComputedStyle, svg_style: Mapping[str, str]) -> DrawnTextPaint:
    """Return how a text is painted; raise `InputError` for an outline that is not supported."""
    join = svg_style.get("stroke-linejoin", "miter")
    if style.stroke and style.stroke_width:
        if svg_style.get("stroke-dasharray", "none") != "none":
            hint = 'write stroke-dasharray="none" on the <text>'
            raise InputError("the outline of a text in a drawing has dashes", hint)
        if join == "miter" and svg_style.get("stroke-miterlimit", "4") != "4":
            hint = 'write stroke-miterlimit="4" on the <text>, or stroke-linejoin="round"'
            raise InputError(
                "the outline of a text in a drawing has another stroke-miterlimit", hint
            )
        if join != "miter" and not style.is_outline_below:
            hint = 'write paint-order="stroke", or stroke-linejoin="miter", on the <text>'
            raise InputError(f"the outline over a text in a drawing has {join} joins", hint)
    opacities = (read_opacity(f"{name}-opacity", svg_style) for name in ("fill", "stroke"))
    return DrawnTextPaint(join, *opacities)


def _collapse_spaces(texts: Iterable[_TextPart]) -> Iterator[_TextPart]:
    """Yield the texts with one space for each run of white space, and none at both ends.

    A space between two texts is a no-break space, in the `lead` of the second.
    """
    has_space, is_first, unprinted = False, True, ""
    for text in texts:
        words = _SPACES.sub(" ", text.text)
        has_space = has_space or words.startswith(" ")
        if not words.strip(" " + NO_BREAK_SPACE):
            unprinted += words.strip(" ")
            yield text._replace(text="")
            continue
        lead = unprinted + NO_BREAK_SPACE * (has_space and not is_first)
        yield text._replace(text=words.strip(" "), lead=lead)
        has_space, is_first, unprinted = words.endswith(" "), False, ""


def _find_baseline(style: ComputedStyle) -> float:
    """Return how far the baseline of a text is below its y, in mm.

    It depends on dominant-baseline. SVG 1.1, 10.9.2 leaves the values to the font. These are
    Chromium's.
    """
    if style.dominant_baseline == "auto":
        return 0.0
    face = style.font
    return style.size * {
        "middle": face.x_height / 2,
        "central": (face.ascent - face.descent) / 2,
        "hanging": 0.8 * face.ascent,
    }.get(style.dominant_baseline, 0.0)


def _shift(items: Sequence[Item], dx: float) -> list[Item]:
    return [transform_item(item, Matrix(e=dx)) for item in items]
