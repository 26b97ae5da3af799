"""Drawings of a page as people and programs write them, changed to what the readers know.

Each drawing is read by itself. So the symbols and gradients that it uses from another one are
copied into it (SVG 1.1, 5.3).
"""

import re
from contextlib import suppress
from copy import deepcopy
from math import hypot, sqrt
from typing import Any

from lxml import etree

from printgen.face.outlines import read_numbers
from printgen.layout.template.diagnostics import FaceReport
from printgen.layout.template.xml import SVG, XLINK_HREF, get_tag_name, remove_element

_MAX_COPIED_LENGTH = 4 * 1024 * 1024
"""The most characters that are copied on a page, twice as many as a page may have."""
_LINK = re.compile(r"url\(\s*[\"']?#([^\"')]+)")
_UNUSED = ("version", "baseProfile", "focusable", "x", "y", "enable-background")
"""Attributes of a drawing that have no effect in a page (SVG 1.1, 5.1.2)."""
_ACROSS, _DOWN = ("x", "width", "cx", "rx", "x1", "x2"), ("y", "height", "cy", "ry", "y1", "y2")
_SIZED_TAGS = ("{*}rect", "{*}circle", "{*}ellipse", "{*}line", "{*}image")


def prepare_drawings(root: Any, report: FaceReport) -> None:
    """Change the SVG drawings of a template so that each can be read without the others.

    Links and percentages are rewritten. If a drawing uses symbols and gradients of another one,
    they are copied into it. Hidden drawings are removed. Raises `Failure` if too much is copied.
    """
    drawings = [svg for svg in root.iter(f"{SVG}svg") if _is_outermost(svg)]
    by_id: dict[str, Any] = {}
    for svg in drawings:
        _normalise_drawing(svg)
        # A whole drawing is not copied: it may have others in it.
        for element in svg.iterdescendants("*"):
            if name := element.get("id"):
                by_id.setdefault(name, element)
    # A mark of a field is a file, so that the proof knows it.
    users = [svg for svg in drawings if "data-field" not in svg.attrib]
    # All are found before any is copied, so that no copy is copied again.
    shared, length = list[tuple[Any, list[Any]]](), 0
    for svg in users:
        parts = _list_shared_elements(svg, by_id)
        shared.append((svg, parts))
        length += sum(len(etree.tostring(part, with_tail=False)) for part in parts)
        if length > _MAX_COPIED_LENGTH:
            message = f"drawings use more than {_MAX_COPIED_LENGTH:,} characters of other drawings"
            largest = max(parts, key=lambda part: len(etree.tostring(part)))
            name = largest.get("id")
            hint = f"save #{name} as marks/{name}.svg, or use it fewer times"
            report.error(largest.sourceline, message, hint)
            raise report.make_failure()
    for svg, parts in shared:
        _copy_into(svg, parts, by_id)
    for svg in drawings:
        if "hidden" in svg.attrib:
            remove_element(svg)


def _is_outermost(svg: Any) -> bool:
    parent = svg.getparent()
    return parent is not None and not parent.tag.startswith(SVG)


def _normalise_drawing(svg: Any) -> None:
    """Write links as `href` and percentages as numbers, and remove attributes without effect."""
    for name in {*_UNUSED}.intersection(svg.attrib):
        del svg.attrib[name]
    for element in svg.iter("*"):
        if XLINK_HREF in element.attrib:
            element.set("href", element.attrib.pop(XLINK_HREF))
    resolve_percentages(svg)


def resolve_percentages(svg: Any) -> None:
    """Write the lengths in percent of a drawing as numbers, if it has a viewBox."""
    with suppress(ValueError):  # a wrong viewBox is reported with the drawing
        _, _, width, height = read_numbers(svg.get("viewBox", ""))
        for element in svg.iter(_SIZED_TAGS):
            _resolve_shape_percentages(element, width, height)


def _resolve_shape_percentages(shape: Any, width: float, height: float) -> None:
    """Write the lengths in percent of a shape as numbers (SVG 1.1, 7.10).

    `width` and `height` are the size of the viewBox around the shape.
    """
    if not any(value.endswith("%") for value in shape.attrib.values()):
        return
    if any(get_tag_name(outer) == "symbol" for outer in shape.iterancestors()):
        return
    diagonal = hypot(width, height) / sqrt(2)
    for names, size in ((_ACROSS, width), (_DOWN, height), (("r",), diagonal)):
        for name in names:
            share = shape.get(name, "")
            with suppress(ValueError):
                if share.endswith("%"):
                    shape.set(name, f"{float(share[:-1]) / 100 * size:.6g}")


def _list_shared_elements(svg: Any, by_id: dict[str, Any]) -> list[Any]:
    """Return the elements in other drawings that a drawing links to, directly or indirectly.

    `by_id` has the elements of all drawings. An element inside another of the result is left out.
    """
    names, shared = _find_links(svg), dict[str, Any]()
    own = {element.get("id") for element in svg.iter("*")}
    while names := {name for name in names if name in by_id} - own - shared.keys():
        shared |= {name: by_id[name] for name in sorted(names)}
        names = set().union(*(_find_links(by_id[name]) for name in names))
    elements = {*shared.values()}
    return [part for part in shared.values() if elements.isdisjoint(part.iterancestors())]


def _copy_into(svg: Any, parts: list[Any], by_id: dict[str, Any]) -> None:
    shared = svg.makeelement(f"{SVG}defs")
    shared.sourceline = svg.sourceline
    for part in parts:
        copy = deepcopy(part)
        copy.tail = None
        shared.append(copy)
    if not len(shared):
        return
    drawn = [child for child in svg.iterchildren("*") if get_tag_name(child) != "defs"]
    svg.insert(0, shared)
    # SVG 1.1, 5.6: without a size, a <use> fills the drawing with its symbol.
    if "viewBox" not in svg.attrib and len(drawn) == 1 and not {"x", "y"} & {*drawn[0].attrib}:
        target = by_id.get(drawn[0].get("href", "").removeprefix("#"))
        if target is not None:
            with suppress(ValueError):  # a wrong viewBox is reported with the drawing
                _, _, width, height = read_numbers(target.get("viewBox", ""))
                svg.set("viewBox", f"0 0 {width:.6g} {height:.6g}")


def _find_links(element: Any) -> set[str]:
    """Return the ids that an element and those inside it refer to."""
    names = set[str]()
    for part in element.iter("*"):
        for key, value in part.attrib.items():
            if key.rpartition("}")[2] == "href" and value.startswith("#"):
                names.add(value[1:])
            elif "url(" in value:
                names.update(_LINK.findall(value))
    return names
