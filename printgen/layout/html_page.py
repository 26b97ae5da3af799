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

from printgen.layout.diagnostics import Report
from printgen.layout.greyscale import CLASS
from printgen.layout.jinja_templates import Merged, Templates
from printgen.layout.stylesheet import read_custom
from printgen.layout.xml import SVG, XHTML, read_document
from printgen.problems import Failure


def browsable(
    merged: Merged,
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
        root = read_document(merged, Report(merged.name, ""))
    except Failure:
        return None
    if not isinstance(root.tag, str) or not root.tag.endswith("html"):
        return None
    html = XHTML if root.tag.startswith(XHTML) else ""

    def address(name: str) -> str:
        path = templates.find(templates.beside(name, merged.folder))
        return _address(path, folder) if path else name

    for attribute, tag in (("href", "link"), ("src", "img")):
        for element in root.iter(html + tag):
            element.set(attribute, address(element.get(attribute, "")))
    for element in root.iter(html + "object"):
        # What shows an example lies beside the page, under its name.
        element.set("data", quote(quote(element.get("data", ""), safe="") + ".svg"))
    for use in tuple(root.iter(SVG + "use")):
        svg = use.getparent()
        text = templates.render(templates.beside(use.get("href", ""), merged.folder), {}).text
        symbol = etree.fromstring(f'<svg xmlns="{SVG[1:-1]}">{text}</svg>')[0]
        svg.set("viewBox", symbol.get("viewBox", ""))
        svg.replace(use, symbol)
        symbol.tag = SVG + "g"
    if grey:
        root.set("class", f"{root.get('class', '')} {CLASS}")
    own, _ = read_custom(merged.name, 1, root.get("style", ""), grey=grey)
    values = ("".join(token.serialize() for token in one.tokens) for one in own)
    style = [f"{one.name}: {value}" for one, value in zip(own, values, strict=True)]
    style += [f"width: {size[0]:g}mm; height: {size[1]:g}mm"] if size else []
    root.set("style", "; ".join(style))
    head: Any = root.find(html + "head")
    for path in reversed(sheets):
        link = etree.Element(html + "link", rel="stylesheet", href=_address(path, folder))
        head.insert(0, link)
    return bytes(etree.tostring(root, encoding="utf-8")) + b"\n"


def _address(path: Path, folder: Path) -> str:
    return quote(Path(relpath(path.resolve(), folder.resolve())).as_posix())
