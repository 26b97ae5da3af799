"""Text in drawings of templates: `<text>` and `<tspan>` (SVG 1.1, 10).

Its lines are set like those of any other text, with their fields. So they are checked in the same
way. Lengths are in units of the drawing, unless a name says mm.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from printgen.face.face import Item
from printgen.face.outlines import read_number
from printgen.face.transform import move_item
from printgen.geometry import MM_PER_PX, Matrix
from printgen.layout.elements.html_subset import MarkupChecker, get_inline_field
from printgen.layout.elements.inline import InlineBuilder
from printgen.layout.flow.boxes import TextFlow
from printgen.layout.flow.text_pieces import NO_BREAK_SPACE
from printgen.layout.style.cascade import ElementChain
from printgen.layout.style.computed import ComputedStyle
from printgen.layout.style.stylesheet import PRESENTATION
from printgen.layout.template.diagnostics import FaceReport
from printgen.layout.template.xml import find_unknown_attributes, get_tag_name
from printgen.problems import InputError

DrawLine = Callable[[TextFlow], tuple[tuple[Item, ...], float]]
"""Returns the items of a text on one line, and its width, in mm from the start of its baseline."""

_PLACES = ("x", "y", "dx", "dy")
_ATTRIBUTES = ("class", "id", "data-field", *_PLACES, *PRESENTATION)
_WHOLE_ATTRIBUTES = (*_ATTRIBUTES, "transform", "opacity", "stroke-linejoin")
_UNITS = 1 / MM_PER_PX
"""Units of a drawing in a mm: a unit is 1 px of CSS (SVG 1.1, 7.10)."""
_NO_PLACES = (None,) * len(_PLACES)
_SHARES = {"middle": 0.5, "end": 1.0}
"""The share of a line that is before its place, by text-anchor."""
_SPACES = re.compile(r"[ \t\r\n\f]+")


class _Text(NamedTuple):
    """A text, and the element, the chain and the field of the element that it is in.

    `places` are the x, y, dx and dy of the element, if the text is the first in it.
    """

    text: str
    places: tuple[str | None, ...]
    element: Any
    chain: ElementChain
    field: str | None


def set_svg_text(
    element: Any, find_chain: Callable[[Any], ElementChain], report: FaceReport, draw_line: DrawLine
) -> list[Item]:
    """Return the items of a `<text>`; `find_chain` returns the chain of an element in it.

    Raises `InputError` or `ValueError` for what is not in the subset.
    """
    items, chunk = list[Item](), list[Item]()
    markup, joins = MarkupChecker(report, ""), element.get("stroke-linejoin", "miter")
    x = y = start = share = 0.0
    for text, places, source, chain, field in _collapse(_list_texts(element, find_chain)):
        new_x, new_y, dx, dy = (None if each is None else read_number(each) for each in places)
        if new_x is not None or new_y is not None:
            items += _shift(chunk, share * (start - x))
            chunk = []
        x = (x if new_x is None else new_x) + (dx or 0.0)
        y = (y if new_y is None else new_y) + (dy or 0.0)
        if not chunk:
            # SVG 1.1, 10.5: what follows an absolute place is a chunk, anchored as a whole.
            start, share = x, _SHARES.get(chain.style.text_anchor, 0.0)
        line = source.sourceline
        builder = InlineBuilder(chain, line, markup, report, lambda *_: None, joins)
        builder.add_text(text if chunk else text.removeprefix(NO_BREAK_SPACE), field)
        builder.flush_content()
        for flow in builder.boxes:
            drawn, width = draw_line(flow)  # type: ignore[arg-type] # there are no blocks
            place = Matrix(_UNITS, d=_UNITS, e=x, f=y + _find_baseline(chain.style) * _UNITS)
            chunk += (move_item(item, place) for item in drawn)
            x += width * _UNITS
    return items + _shift(chunk, share * (start - x))


def _list_texts(
    element: Any, find_chain: Callable[[Any], ElementChain], outer_field: str | None = None
) -> Iterator[_Text]:
    tag, chain = get_tag_name(element), find_chain(element)
    if tag not in ("text", "tspan"):
        hint = "write a <tspan>; for text on a curve, write it straight, or as an SVG file of paths"
        raise InputError(f"<{tag}> in a <text> is not supported", hint)
    allowed = _WHOLE_ATTRIBUTES if tag == "text" else _ATTRIBUTES
    if unknown := find_unknown_attributes(element, allowed):
        hint = "place its parts with x, y, dx and dy of a <tspan>"
        raise InputError(f'{unknown[0]}="…" on a <{tag}> is not supported', hint)
    if chain.style.display == "none":
        return
    field, places = get_inline_field(element, outer_field), tuple(map(element.get, _PLACES))
    yield _Text(element.text or "", places, element, chain, field)
    for child in element.iterchildren("*"):
        yield from _list_texts(child, find_chain, field)
        yield _Text(child.tail or "", _NO_PLACES, element, chain, field)


def _collapse(texts: Iterable[_Text]) -> Iterator[_Text]:
    """Yield the texts with one space for each run of white space, and none at both ends.

    A space between two texts is a no-break space, with which the second begins.
    """
    has_space, is_first = False, True
    for text in texts:
        words = _SPACES.sub(" ", text.text)
        has_space = has_space or words.startswith(" ")
        lead = NO_BREAK_SPACE if has_space and not is_first else ""
        if words.strip():
            yield text._replace(text=lead + words.strip())
            has_space, is_first = words.endswith(" "), False
        else:
            yield text._replace(text="")


def _find_baseline(style: ComputedStyle) -> float:
    """Return how far the baseline of a text is below its place, in mm.

    SVG 1.1, 10.9.2 leaves it to the font. These are the values of Chromium.
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
    return [move_item(item, Matrix(e=dx)) for item in items]
