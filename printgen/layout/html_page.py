"""Turn a merged template of boxes into a page that a browser shows nearly as its face.

Style sheets, fonts and pictures are linked where they lie, so that who changes one sees it when the
page is loaded again; marks stand in the page. A browser shrinks no type. It must not know any game.
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
    """The page as XHTML that will lie in `folder`; None where the template is no sound XML.

    `size` is that of the face in mm, if not its own style's; `sheets` come before its own.
    One that is `grey` has the class that says so, and its own colours.
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
        # What shows an example lies beside the page, under its name.
        element.set("data", quote(quote(element.get("data", ""), safe="") + ".svg"))
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
    return quote(Path(relpath(path.resolve(), folder.resolve())).as_posix())
