"""Symbols and gradients that one <svg> of a page defines, and others use (SVG 1.1, 5.3).

Each drawing is read by itself. So what it uses from another one is copied into it first.
"""

import re
from copy import deepcopy
from typing import Any

from lxml import etree

from printgen.layout.template.xml import SVG, get_tag_name

_LINK = re.compile(r"url\(\s*[\"']?#([^\"')]+)")
_HIDDEN = re.compile(r"\s*display\s*:\s*none\s*;?\s*")


def copy_shared_symbols(root: Any) -> None:
    """Copy what drawings use from others into them, and remove those that only define symbols."""
    drawings = [svg for svg in root.iter(f"{SVG}svg") if svg.getparent() is not None]
    by_id: dict[str, Any] = {}
    for svg in drawings:
        for element in svg.iter("*"):
            by_id.setdefault(element.get("id", ""), element)
    for svg in drawings:
        # A mark of a field is a file, so that the proof knows it.
        if "data-field" not in svg.attrib:
            _copy_into(svg, _find_links(svg), by_id)
    for svg in drawings:
        is_hidden = _HIDDEN.fullmatch(svg.get("style", "")) or "hidden" in svg.attrib
        if is_hidden or (svg.get("width") == svg.get("height") == "0"):
            # What follows it stays in the page.
            svg.getparent().replace(svg, placeholder := etree.Comment(""))
            placeholder.tail = svg.tail


def _copy_into(svg: Any, names: set[str], by_id: dict[str, Any]) -> None:
    own = {element.get("id") for element in svg.iter("*")}
    shared = svg.makeelement(f"{SVG}defs")
    shared.sourceline = svg.sourceline
    while names := {name for name in names if name in by_id} - own:
        copies = [deepcopy(by_id[name]) for name in sorted(names)]
        own |= {element.get("id") for copy in copies for element in copy.iter("*")}
        names = set().union(*map(_find_links, copies))
        for copy in copies:
            copy.tail = None
            shared.append(copy)
    if not len(shared):
        return
    drawn = [child for child in svg if get_tag_name(child) != "defs"]
    svg.insert(0, shared)
    # SVG 1.1, 5.6: without a size, a <use> fills the drawing with its symbol.
    if "viewBox" not in svg.attrib and len(drawn) == 1 and not {"x", "y"} & {*drawn[0].attrib}:
        target = by_id.get(drawn[0].get("href", "").removeprefix("#"))
        box = (target.get("viewBox", "") if target is not None else "").replace(",", " ").split()
        if len(box) == 4:
            svg.set("viewBox", f"0 0 {box[2]} {box[3]}")


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
