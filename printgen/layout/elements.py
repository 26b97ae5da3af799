"""Turn an SVG element's attributes into findings: which it may carry, which it may not.

It holds the closed list of SVG elements and their attributes. It must not know what they mean.
"""

from typing import Any

from printgen.layout.document import SVG
from printgen.layout.face import OWN
from printgen.layout.report import Report

_COMMON = frozenset(("class", "id"))
_PLACED = _COMMON | {"transform"}

ATTRIBUTES: dict[str, frozenset[str]] = {
    "svg": _COMMON | {"width", "height", "viewBox", "lang"},
    "g": _PLACED,
    "defs": _COMMON,
    "symbol": _COMMON | {"viewBox", "href"},
    "use": _PLACED | {"href", "x", "y", "width", "height", "data-field"},
    "rect": _PLACED | {"x", "y", "width", "height", "rx", "ry"},
    "circle": _PLACED | {"cx", "cy", "r"},
    "ellipse": _PLACED | {"cx", "cy", "rx", "ry"},
    "line": _PLACED | {"x1", "y1", "x2", "y2"},
    "polyline": _PLACED | {"points"},
    "polygon": _PLACED | {"points"},
    "path": _PLACED | {"d"},
    "text": _PLACED | {"x", "y", "data-field", "data-fit"},
    "tspan": _COMMON | {"x", "y", "dx", "data-field"},
    "image": _PLACED | {"href", "x", "y", "width", "height"},
    "foreignObject": _PLACED | {"x", "y", "width", "height"},
}

_STYLED = frozenset(
    (
        "fill",
        "stroke",
        "stroke-width",
        "font-size",
        "font-family",
        "font-weight",
        "font-style",
        "text-anchor",
        "letter-spacing",
        "color",
        "display",
        "style",
    )
)

_INSTEAD = {
    "a": "leave it out: paper has no links",
    "title": "leave it out, or write it as a Jinja2 comment: {# … #}",
    "desc": "leave it out, or write it as a Jinja2 comment: {# … #}",
    "metadata": "leave it out",
    "linearGradient": "fill with one colour",
    "radialGradient": "fill with one colour",
    "clipPath": "draw the shape as it is seen",
    "mask": "draw the shape as it is seen",
    "filter": "leave it out",
    "pattern": "draw the shapes, in a symbol where there are many",
    "marker": "draw the ends of the line as shapes",
    "textPath": "place the letters by tspan, or draw them as a path",
    "switch": "choose with Jinja2: {% if … %}",
    "script": "compute with Jinja2: paper runs no script",
    "animate": "leave it out: paper stands still",
}


def local(element: Any) -> str:
    """The element's name without its namespace."""
    tag: str = element.tag
    return tag.rpartition("}")[2]


def field_of(element: Any, field: str | None) -> str | None:
    """The field that an element among words prints; `field` is that of the element round it."""
    own = "own" in element.get("class", "").split()
    return element.get("data-field", OWN if own else field)  # type: ignore[no-any-return]


def may_stand(element: Any, report: Report) -> bool:
    """Whether the element and its attributes are in the subset; what is not is reported."""
    line = element.sourceline
    tag = local(element)
    if not element.tag.startswith(SVG):
        hint = 'write xmlns="http://www.w3.org/2000/svg" on <svg>, and nothing like it inside'
        report.wrong(line, f"<{tag}> is not in the namespace of SVG", hint)
        return False
    allowed = ATTRIBUTES.get(tag)
    if allowed is None:
        hint = _INSTEAD.get(tag, "docs/templates.md lists the elements")
        report.wrong(line, f"<{tag}> is not in the subset", hint)
        return False
    clean = True
    for name in element.attrib:
        if name not in allowed:
            clean = False
            report.wrong(line, f'{_shown(name)}="…" may not stand on <{tag}>', _instead(name))
    return clean


def _shown(name: str) -> str:
    space, _, word = name.rpartition("}")
    return f"xlink:{word}" if space.endswith("xlink") else word


def _instead(name: str) -> str:
    if name in _STYLED:
        return "write it in the style sheet under a class"
    if name.endswith("xlink}href"):
        return 'write href="…"'
    return "docs/templates.md lists the attributes of each element"
