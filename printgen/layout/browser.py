"""Turn a merged document into a page that a browser shows as the face was set.

It adds the base sheet, the addresses of fonts and pictures, and the sizes that text was fitted to.
Browsers round the height of every font to whole CSS px, which inside an SVG drawing are whole mm:
so boxes of text are laid out many times larger and shown as much smaller. It changes nothing else,
and must not know how the sizes came about.
"""

from collections.abc import Callable, Iterator
from os.path import relpath
from pathlib import Path
from typing import Any
from urllib.parse import quote

from lxml import etree

from printgen.layout.document import SVG, XHTML
from printgen.layout.elements import local
from printgen.layout.flow import inner_width
from printgen.layout.fonts import Fonts
from printgen.layout.style import Chain
from printgen.layout.svg import Shrunk

_SVG_FINER, _HTML_FINER = 100, 32

_AGREED = f"""
body, div, section, article, header, footer, main, p, h1, h2, h3, h4, h5, h6, ul, ol, li {{
  display: flow-root; }}
li {{ list-style: none; }}
input, textarea {{ box-sizing: border-box; width: 100%; height: 100%; }}
text {{ text-rendering: auto; }}
foreignObject > * {{ zoom: {_SVG_FINER}; }}
"""
"""What a browser must be told to set text as printgen does; templates need not say it.

In SVG text geometricPrecision would cut every advance to 1/64 mm; `auto` measures at screen size.
"""


def write_page(
    root: Any,
    chain: Chain,
    shrunk: tuple[Shrunk, ...],
    base: str,
    fonts: Fonts,
    find: Callable[[str], Path | None],
    folder: Path,
) -> str:
    """The page's text, SVG or HTML as its root is; `chain` is the root's.

    `find` knows where a template's pictures lie; `folder` is where the page's file will.
    """
    for one in shrunk:
        if one.factor == 1.0:
            one.element.set("style", f"font-size:{one.size:.6g}px;{_spaced(one.tracking)}")
        else:
            _shrink(one.element, one.chain, one.factor)
    namespace = root.tag[: root.tag.find("}") + 1]
    style = etree.Element(namespace + "style")
    # A layer gives way to the template's rules whatever their selectors weigh, as the base must.
    ground = f"@layer ground {{\n{_AGREED}{base}}}\n"
    style.text = "".join(_font_faces(fonts, folder)) + ground
    for element in root.iter(SVG + "image"):
        picture = find(element.get("href", ""))
        if picture is not None:
            element.set("href", _address(picture, folder))
    for element in root.iter(SVG + "foreignObject"):
        _refine(element)
    if root.tag == SVG + "svg":
        root.insert(0, style)
        return str(etree.tostring(root, encoding="unicode"))
    head = next((child for child in root if local(child) == "head"), None)
    if head is None:
        head = etree.Element(namespace + "head")
        root.insert(0, head)
    style.text += _finer_body(root, chain)
    head.insert(0, style)
    head.insert(0, etree.Element(namespace + "meta", charset="utf-8"))
    for element in list(root.iter(XHTML + "*")):
        # In a namespace a br would be written with an end tag, which HTML reads as another br.
        element.tag = local(element)
    etree.cleanup_namespaces(root)
    return "<!DOCTYPE html>\n" + str(etree.tostring(root, encoding="unicode", method="html"))


def _finer_body(html: Any, chain: Chain) -> str:
    """The rule that lays a page's body out larger and shows it smaller, on screen alone.

    Its width and margins must be said: else they would be those of the page as it is shown.
    """
    body = next(child for child in html if local(child) == "body")
    style = chain.child("body", body.get("id", ""), body.get("class", "")).style
    inner = inner_width(style, chain.style.width or 0.0, "body", 0, [])
    margin = " ".join(f"{side / _HTML_FINER:.6g}mm" for side in style.margin)
    return (
        f"@media screen {{ body {{ zoom: {_HTML_FINER}; transform: scale({1 / _HTML_FINER});"
        f" transform-origin: 0 0; width: {inner:.6g}mm !important;"
        f" margin: {margin} !important; }} }}\n"
    )


def _refine(element: Any) -> None:
    """Makes a foreignObject larger by what its content is zoomed by, and scales it back."""
    x, y, width, height = (float(element.get(name, "0")) for name in _BOX)
    before = element.get("transform", "")
    back = f"translate({x:.6g} {y:.6g}) scale({1 / _SVG_FINER:g})"
    element.set("transform", f"{before} {back}".strip())
    for name, value in zip(_BOX, (0, 0, width, height), strict=True):
        element.set(name, f"{value * _SVG_FINER:.6g}")


_BOX = ("x", "y", "width", "height")


def _shrink(element: Any, chain: Chain, factor: float) -> None:
    """Writes the type of everything in a box in its shrunk size."""
    for child in element:
        below = chain.child(local(child), child.get("id", ""), child.get("class", ""))
        style = below.style
        size, line = style.size * factor, style.line_height * factor
        spaced = _spaced(style.letter_spacing * factor)
        # Edges may be written in em: they stay what they were before the type shrank.
        edges = "".join(
            f"{name}:{' '.join(f'{side:.6g}px' for side in sides)};"
            for name, sides in (("margin", style.margin), ("padding", style.padding))
        )
        type_ = f"font-size:{size:.6g}px;line-height:{line:.6g}px;{spaced}"
        child.set("style", edges + type_)
        _shrink(child, below, factor)


def _spaced(tracking: float) -> str:
    return f"letter-spacing:{tracking:.6g}px" if tracking else ""


def _font_faces(fonts: Fonts, folder: Path) -> Iterator[str]:
    for family, weight, style, path in fonts.sources():
        address = _address(path, folder)
        yield (
            f'@font-face {{ font-family: "{family}"; font-weight: {weight}; '
            f'font-style: {style}; src: url("{address}"); }}\n'
        )


def _address(path: Path, folder: Path) -> str:
    """How a page in `folder` names a file."""
    return quote(Path(relpath(path.resolve(), folder.resolve())).as_posix())
