"""Turn a drawing's element and its attributes into findings: what it may be and carry, what not.

It holds the closed list of SVG elements and their attributes. It must not know what they mean.
"""

from typing import Any

from printgen.layout.document import SVG
from printgen.layout.markup import only, tag_of
from printgen.layout.report import Report

_PLACED = ("class", "id", "transform")

ATTRIBUTES: dict[str, tuple[str, ...]] = {
    "svg": ("class", "id", "viewBox"),
    "symbol": ("class", "id", "viewBox", "href"),
    "g": _PLACED,
    "rect": (*_PLACED, "x", "y", "width", "height", "rx", "ry"),
    "circle": (*_PLACED, "cx", "cy", "r"),
    "ellipse": (*_PLACED, "cx", "cy", "rx", "ry"),
    "line": (*_PLACED, "x1", "y1", "x2", "y2"),
    "polyline": (*_PLACED, "points"),
    "polygon": (*_PLACED, "points"),
    "path": (*_PLACED, "d"),
}

_COMMENT = "leave it out, or write it as a Jinja2 comment: {# … #}"
_ONE_COLOUR = "fill with one colour"
_AS_SEEN = "draw the shape as it is seen"
_OVER = "print words in a box that lies over the drawing"
_INSTEAD = {
    **dict.fromkeys(("title", "desc", "metadata"), _COMMENT),
    **dict.fromkeys(("linearGradient", "radialGradient", "pattern"), _ONE_COLOUR),
    **dict.fromkeys(("clipPath", "mask"), _AS_SEEN),
    **dict.fromkeys(("text", "tspan", "foreignObject"), _OVER),
    "image": "write an img in a box of its own",
    "use": "a mark is an svg with nothing but one use in it",
    "style": "write it into a file that is linked",
    "filter": "leave it out",
}


def may_stand(element: Any, report: Report) -> bool:
    """Whether the element and its attributes are in the subset; what is not is reported."""
    line, tag = element.sourceline, tag_of(element)
    if not element.tag.startswith(SVG):
        hint = 'write xmlns="http://www.w3.org/2000/svg" on <svg>, and nothing like it inside'
        report.wrong(line, f"<{tag}> is not in the namespace of SVG", hint)
        return False
    if tag not in ATTRIBUTES:
        hint = _INSTEAD.get(tag, "a drawing holds shapes and groups only")
        report.wrong(line, f"<{tag}> may not stand in a drawing", hint)
        return False
    return only(element, ATTRIBUTES[tag], report)
