"""Reading of symbols into drawings, which are stored once and printed in many places.

Two symbols with the same id and the same look become the same drawing object. The proof relies on
it to find the value that a mark shows. Where a drawing is printed is unknown here.
"""

from dataclasses import replace
from typing import Any

from lxml import etree

from printgen.layout.cascade import CustomCache, ElementChain
from printgen.layout.diagnostics import FaceReport
from printgen.layout.face import Colour, Drawing, Shape
from printgen.layout.geometry import Matrix
from printgen.layout.html_subset import get_tag_name, has_only_attributes
from printgen.layout.images import ImageLoader
from printgen.layout.svg_geometry import (
    find_path_bounds,
    make_rectangle,
    read_numbers,
    read_transform,
    transform_path,
)
from printgen.layout.svg_shapes import SHAPES, read_shape
from printgen.layout.xml import SVG
from printgen.problems import Failure
from printgen.system.cache import Cache

MAX_CACHED_DRAWINGS = 1_024

_GROUP = SVG + "g"

_COMMON_ATTRIBUTES = ("class", "id", "transform")

ALLOWED_ATTRIBUTES: dict[str, tuple[str, ...]] = {
    "svg": ("class", "id", "viewBox"),
    "symbol": ("class", "id", "viewBox", "href"),
    "g": _COMMON_ATTRIBUTES,
    "rect": (*_COMMON_ATTRIBUTES, "x", "y", "width", "height", "rx", "ry"),
    "circle": (*_COMMON_ATTRIBUTES, "cx", "cy", "r"),
    "ellipse": (*_COMMON_ATTRIBUTES, "cx", "cy", "rx", "ry"),
    "line": (*_COMMON_ATTRIBUTES, "x1", "y1", "x2", "y2"),
    "polyline": (*_COMMON_ATTRIBUTES, "points"),
    "polygon": (*_COMMON_ATTRIBUTES, "points"),
    "path": (*_COMMON_ATTRIBUTES, "d"),
}

_COMMENT_HINT = "leave it out, or write it as a Jinja2 comment: {# … #}"
_COLOUR_HINT = "fill with one colour"
_SHAPE_HINT = "draw only the visible shape"
_TEXT_HINT = "put the text in a box on top of the drawing"
_ELEMENT_HINTS = {
    **dict.fromkeys(("title", "desc", "metadata"), _COMMENT_HINT),
    **dict.fromkeys(("linearGradient", "radialGradient", "pattern"), _COLOUR_HINT),
    **dict.fromkeys(("clipPath", "mask"), _SHAPE_HINT),
    **dict.fromkeys(("text", "tspan", "foreignObject"), _TEXT_HINT),
    "image": "use an <img> outside the drawing",
    "use": "for a mark, write an <svg> that contains only one <use>",
    "style": "move it to a linked style sheet",
    "filter": "leave it out",
}


class DrawingCache:
    """All drawings read so far; equal drawings are the same object."""

    def __init__(self, pictures: ImageLoader) -> None:
        self.pictures = pictures
        self._drawings: CustomCache[Drawing | None] = CustomCache(MAX_CACHED_DRAWINGS)
        self._unique_drawings: dict[Drawing, Drawing] = {}
        self.symbols: dict[tuple[str, str], tuple[str, Any]] = {}
        self._resized: Cache[tuple[Drawing, str, float], Drawing] = Cache(MAX_CACHED_DRAWINGS)

    def read_symbol(self, symbol: Any, chain: ElementChain, report: FaceReport) -> Drawing | None:
        """Return the drawing of a symbol styled by `chain`, or None after reporting mistakes."""
        key = (etree.tostring(symbol, with_tail=False), chain.cascade, chain.key)

        def draw_symbol() -> tuple[Drawing | None, bool]:
            drawing = self._draw_symbol(symbol, chain, report)
            return drawing, drawing is not None

        return self._drawings.fetch(key, chain, draw_symbol)

    def _draw_symbol(self, symbol: Any, chain: ElementChain, report: FaceReport) -> Drawing | None:
        problem_count = len(report)
        _is_allowed(symbol, report)
        if "href" in symbol.attrib:
            style = chain.style
            ink = style.fill or style.stroke or style.colour
            return self.load_drawing(symbol, report, symbol.get("id", ""), ink)
        try:
            box = read_numbers(symbol.get("viewBox", ""))
        except ValueError as error:
            report.error(symbol.sourceline, f"viewBox: {error}")
            return None
        if len(box) != 4 or box[2] <= 0 or box[3] <= 0:
            hint = 'write viewBox="0 0 100 100"'
            report.error(symbol.sourceline, "a drawing needs a viewBox", hint)
            return None
        # SVG 1.1, 7.7: min-x and min-y of the viewBox are the origin of the drawing.
        shapes: list[Shape] = []
        _collect_shapes(symbol, chain, Matrix(e=-box[0], f=-box[1]), shapes, report)
        width, height = box[2], box[3]
        _check_inside_view_box(symbol, width, height, shapes, report)
        if len(report) > problem_count:
            return None
        drawing = Drawing(symbol.get("id", ""), width, height, tuple(shapes))
        return self._unique_drawings.setdefault(drawing, drawing)

    def load_drawing(
        self, element: Any, report: FaceReport, name: str, colour: Colour | None = None
    ) -> Drawing | None:
        """Return the drawing of the SVG file in an element's href, or None after an error.

        `colour`, if given, replaces the colour of a drawing in one neutral colour.
        """
        try:
            artwork = self.pictures.load_artwork(element.get("href"))
        except ValueError as error:
            report.error(element.sourceline, str(error), getattr(error, "hint", ""))
        except Failure as failure:
            report.add_problems(failure.problems)
        else:
            shapes = artwork.recolour_shapes(colour) if colour else artwork.shapes
            drawing = Drawing(name, artwork.width, artwork.height, shapes)
            return self._unique_drawings.setdefault(drawing, drawing)
        return None

    def fit_drawing(
        self, drawing: Drawing, fit: str, width: float, height: float
    ) -> tuple[Drawing, Matrix]:
        """Return a drawing stretched (`fill`) or cropped (`cover`) to a box, and its matrix."""
        key = drawing, fit, round(width / height, 6)
        fit_function = _stretch_drawing if fit == "fill" else _crop_drawing
        result = self._resized.fetch(key, lambda: fit_function(drawing, width, height))
        scale = width / result.width
        return result, Matrix(scale, 0.0, 0.0, scale)


def _stretch_drawing(drawing: Drawing, width: float, height: float) -> Drawing:
    """Return a drawing stretched to the aspect ratio of a box."""
    new_height = drawing.width * height / width
    stretch = Matrix(d=new_height / drawing.height)
    shapes = (replace(shape, path=transform_path(shape.path, stretch)) for shape in drawing.shapes)
    return Drawing(drawing.id, drawing.width, new_height, tuple(shapes))


def _crop_drawing(drawing: Drawing, width: float, height: float) -> Drawing:
    """Return the centre of a drawing, cropped to the aspect ratio of a box."""
    # Imported late: only cropped drawings need Skia.
    from printgen.layout.path_boolean import intersect

    scale = max(width / drawing.width, height / drawing.height)
    new_width, new_height = width / scale, height / scale
    offset = Matrix(e=(new_width - drawing.width) / 2, f=(new_height - drawing.height) / 2)
    frame = make_rectangle(0.0, 0.0, new_width, new_height)
    paths = (intersect(transform_path(shape.path, offset), frame) for shape in drawing.shapes)
    cuts = zip(drawing.shapes, paths, strict=True)
    return Drawing(
        drawing.id, new_width, new_height, tuple(replace(shape, path=p) for shape, p in cuts if p)
    )


def _collect_shapes(
    parent: Any, chain: ElementChain, matrix: Matrix, shapes: list[Shape], report: FaceReport
) -> None:
    if chain.style.display == "none":
        return
    for child in parent:
        if not _is_allowed(child, report):
            continue
        child_chain = chain.child(get_tag_name(child), child.get("id", ""), child.get("class", ""))
        try:
            # SVG 1.1, 7.5: the transforms of nested elements accumulate.
            child_matrix = matrix @ read_transform(child.get("transform", ""))
            if child.tag in SHAPES:
                shapes += read_shape(child, child_chain.style, child_matrix)
            elif child.tag == _GROUP:
                _collect_shapes(child, child_chain, child_matrix, shapes, report)
            else:
                raise ValueError(f"<{get_tag_name(child)}> is not allowed in a drawing")
        except ValueError as error:
            report.error(child.sourceline, str(error))


def _check_inside_view_box(
    symbol: Any, width: float, height: float, shapes: list[Shape], report: FaceReport
) -> None:
    """Report a drawing that extends beyond its viewBox."""
    # SVG 1.1, 14.3.3: browsers clip it there (overflow: hidden), which would hide a mistake.
    tolerance = 1e-3 * max(width, height)
    for shape in shapes:
        box = find_path_bounds(shape.path)
        overflow = max(-box.x, -box.y, box.x + box.width - width, box.y + box.height - height)
        if overflow > tolerance:
            name = symbol.get("id", "") or "a drawing"
            message = f"{name} reaches {overflow:.3g} beyond its viewBox"
            report.error(symbol.sourceline, message, "enlarge the viewBox")
            return


def _is_allowed(element: Any, report: FaceReport) -> bool:
    """Return whether an element is in the subset; if not, report it or its unknown attributes."""
    line, tag = element.sourceline, get_tag_name(element)
    if not element.tag.startswith(SVG):
        hint = 'write xmlns="http://www.w3.org/2000/svg" on <svg>, and on no element inside'
        report.error(line, f"<{tag}> is not in the namespace of SVG", hint)
        return False
    if tag not in ALLOWED_ATTRIBUTES:
        hint = _ELEMENT_HINTS.get(tag, "use only shapes and groups")
        report.error(line, f"<{tag}> is not allowed in a drawing", hint)
        return False
    return has_only_attributes(element, ALLOWED_ATTRIBUTES[tag], report)
