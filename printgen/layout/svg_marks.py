"""Turn symbols into drawings: pictures in a box of their own, drawn once and shown often.

Two symbols of one id that look the same are one and the same drawing, so that the proof can tell by
the drawing which value a mark shows. It must not know where a drawing is shown.
"""

from dataclasses import replace
from typing import Any

from lxml import etree

from printgen.layout.cascade import ByCustom, Chain
from printgen.layout.diagnostics import Report
from printgen.layout.face import Colour, Drawing, Shape
from printgen.layout.geometry import Matrix
from printgen.layout.html_subset import only, tag_of
from printgen.layout.images import Rasters
from printgen.layout.svg_geometry import (
    bounds,
    read_numbers,
    read_transform,
    rectangle,
    transformed,
)
from printgen.layout.svg_shapes import SHAPES, read_shape
from printgen.layout.xml import SVG
from printgen.problems import Failure
from printgen.system.cache import Answers

MAX_KEPT = 1_024

_G = SVG + "g"

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


class Drawings:
    """The drawings met so far, by what they look like."""

    def __init__(self, pictures: Rasters) -> None:
        self.pictures = pictures
        self._read: ByCustom[Drawing | None] = ByCustom(MAX_KEPT)
        self._alike: dict[Drawing, Drawing] = {}
        self.symbols: dict[tuple[str, str], tuple[str, Any]] = {}
        self._fitted: Answers[tuple[Drawing, str, float], Drawing] = Answers(MAX_KEPT)

    def drawing(self, symbol: Any, chain: Chain, report: Report) -> Drawing | None:
        """What a symbol shows under `chain`; None where it is wrong, which is then reported."""
        key = (etree.tostring(symbol, with_tail=False), chain.sheet, chain.key)

        def make() -> tuple[Drawing | None, bool]:
            drawing = self._draw(symbol, chain, report)
            return drawing, drawing is not None

        return self._read.once(key, chain, make)

    def _draw(self, symbol: Any, chain: Chain, report: Report) -> Drawing | None:
        before = len(report)
        _may_stand(symbol, report)
        if "href" in symbol.attrib:
            style = chain.style
            ink = style.fill or style.stroke or style.colour
            return self.picture(symbol, report, symbol.get("id", ""), ink)
        try:
            box = read_numbers(symbol.get("viewBox", ""))
        except ValueError as error:
            report.wrong(symbol.sourceline, f"viewBox: {error}")
            return None
        if len(box) != 4 or box[2] <= 0 or box[3] <= 0:
            hint = 'write viewBox="0 0 100 100"'
            report.wrong(symbol.sourceline, "a drawing needs a viewBox", hint)
            return None
        shapes: list[Shape] = []
        _shapes(symbol, chain, Matrix(e=-box[0], f=-box[1]), shapes, report)
        width, height = box[2], box[3]
        _inside(symbol, width, height, shapes, report)
        if len(report) > before:
            return None
        drawing = Drawing(symbol.get("id", ""), width, height, tuple(shapes))
        return self._alike.setdefault(drawing, drawing)

    def picture(
        self, element: Any, report: Report, name: str, ink: Colour | None = None
    ) -> Drawing | None:
        """What the SVG file draws that an element names; one of one tone in `ink`, if given."""
        try:
            artwork = self.pictures.artwork(element.get("href"))
        except ValueError as error:
            report.wrong(element.sourceline, str(error), getattr(error, "hint", ""))
        except Failure as failure:
            report.take(failure.problems)
        else:
            shapes = artwork.inked(ink) if ink else artwork.shapes
            drawing = Drawing(name, artwork.width, artwork.height, shapes)
            return self._alike.setdefault(drawing, drawing)
        return None

    def fitted(
        self, drawing: Drawing, fit: str, width: float, height: float
    ) -> tuple[Drawing, Matrix]:
        """A drawing stretched (`fill`) or cut (`cover`) to a box, and what leads there."""
        key = drawing, fit, round(width / height, 6)
        how = _stretched if fit == "fill" else _cut
        made = self._fitted.once(key, lambda: how(drawing, width, height))
        scale = width / made.width
        return made, Matrix(scale, 0.0, 0.0, scale)


def _stretched(drawing: Drawing, width: float, height: float) -> Drawing:
    """A drawing in other proportions."""
    high = drawing.width * height / width
    stretch = Matrix(d=high / drawing.height)
    shapes = (replace(one, path=transformed(one.path, stretch)) for one in drawing.shapes)
    return Drawing(drawing.id, drawing.width, high, tuple(shapes))


def _cut(drawing: Drawing, width: float, height: float) -> Drawing:
    """The middle of a drawing, in other proportions."""
    # Only a drawing that is cut needs Skia.
    from printgen.layout.path_boolean import cut

    scale = max(width / drawing.width, height / drawing.height)
    wide, high = width / scale, height / scale
    back = Matrix(e=(wide - drawing.width) / 2, f=(high - drawing.height) / 2)
    frame = rectangle(0.0, 0.0, wide, high)
    paths = (cut(transformed(one.path, back), frame) for one in drawing.shapes)
    cuts = zip(drawing.shapes, paths, strict=True)
    return Drawing(drawing.id, wide, high, tuple(replace(one, path=p) for one, p in cuts if p))


def _shapes(parent: Any, chain: Chain, matrix: Matrix, shapes: list[Shape], report: Report) -> None:
    if chain.style.frame.display == "none":
        return
    for child in parent:
        if not _may_stand(child, report):
            continue
        below = chain.child(tag_of(child), child.get("id", ""), child.get("class", ""))
        try:
            inner = matrix @ read_transform(child.get("transform", ""))
            if child.tag in SHAPES:
                shapes += read_shape(child, below.style, inner)
            elif child.tag == _G:
                _shapes(child, below, inner, shapes, report)
            else:
                raise ValueError(f"<{tag_of(child)}> may not stand in a drawing")
        except ValueError as error:
            report.wrong(child.sourceline, str(error))


def _inside(symbol: Any, width: float, height: float, shapes: list[Shape], report: Report) -> None:
    """A browser cuts a symbol off at its viewBox; here nothing may reach beyond it."""
    slack = 1e-3 * max(width, height)
    for shape in shapes:
        box = bounds(shape.path)
        over = max(-box.x, -box.y, box.x + box.width - width, box.y + box.height - height)
        if over > slack:
            name = symbol.get("id", "") or "a drawing"
            message = f"{name} reaches {over:.3g} beyond its viewBox"
            report.wrong(symbol.sourceline, message, "enlarge the viewBox")
            return


def _may_stand(element: Any, report: Report) -> bool:
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
