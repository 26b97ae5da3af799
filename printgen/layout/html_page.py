"""Browser preview: builds an XHTML page that a browser shows almost like the printed face.

The page links style sheets, fonts and pictures in their own folders, so that a change is visible
after a reload. Marks are copied into the page. Text does not shrink in a browser. This module does
not depend on games.
"""

from collections.abc import Sequence
from os.path import relpath
from pathlib import Path
from typing import Any
from urllib.parse import quote

from lxml import etree

from printgen.layout.diagnostics import FaceReport
from printgen.layout.greyscale import GREY_CLASS
from printgen.layout.jinja_templates import Rendered, Templates
from printgen.layout.stylesheet import read_custom_properties
from printgen.layout.xml import SVG, XHTML, read_document
from printgen.problems import Failure


def build_browser_page(
    merged: Rendered,
    size: tuple[float, float] | None,
    templates: Templates,
    sheets: Sequence[Path],
    folder: Path,
    *,
    grey: bool = False,
) -> bytes | None:
    """Return the page as XHTML to be saved in `folder`, None if the template is not valid XML.

    `size` is the size of the face in mm, None if its style sheet sets it. `sheets` are linked
    before the style sheets of the template. With `grey` the root gets the class `ink-grey`, but
    colours are not converted.
    """
    try:
        root = read_document(merged, FaceReport(merged.name, ""))
    except Failure:
        return None
    if not isinstance(root.tag, str) or not root.tag.endswith("html"):
        return None
    html = XHTML if root.tag.startswith(XHTML) else ""

    def resolve_address(name: str) -> str:
        path = templates.find_file(templates.resolve_name(name, merged.folder))
        return _make_relative_url(path, folder) if path else name

    for attribute, tag in (("href", "link"), ("src", "img")):
        for element in root.iter(html + tag):
            element.set(attribute, resolve_address(element.get(attribute, "")))
    for element in root.iter(html + "object"):
        # The picture of an example is saved in the folder of the page, under its quoted name.
        element.set("data", quote(quote(element.get("data", ""), safe="") + ".svg"))
    # A mark is a template, which a browser cannot load, so its symbol is copied into the page.
    for use in tuple(root.iter(SVG + "use")):
        svg = use.getparent()
        text = templates.render(templates.resolve_name(use.get("href", ""), merged.folder), {}).text
        symbol = etree.fromstring(f'<svg xmlns="{SVG[1:-1]}">{text}</svg>')[0]
        svg.set("viewBox", symbol.get("viewBox", ""))
        svg.replace(use, symbol)
        symbol.tag = SVG + "g"
    if grey:
        root.set("class", f"{root.get('class', '')} {GREY_CLASS}")
    custom_properties, _ = read_custom_properties(merged.name, 1, root.get("style", ""), grey=grey)
    values = ("".join(token.serialize() for token in decl.tokens) for decl in custom_properties)
    style = [f"{decl.name}: {value}" for decl, value in zip(custom_properties, values, strict=True)]
    style += [f"width: {size[0]:g}mm; height: {size[1]:g}mm"] if size else []
    root.set("style", "; ".join(style))
    head: Any = root.find(html + "head")
    for path in reversed(sheets):
        link = etree.Element(html + "link", rel="stylesheet", href=_make_relative_url(path, folder))
        head.insert(0, link)
    return bytes(etree.tostring(root, encoding="utf-8")) + b"\n"


def _make_relative_url(path: Path, folder: Path) -> str:
    """Return the relative URL of a file for a page in `folder`."""
    return quote(Path(relpath(path.resolve(), folder.resolve())).as_posix())
