"""Reading of symbols into drawings, which are stored once and printed in many places.

Two symbols with the same id and the same look become the same drawing object. The proof relies on
it to find the value that a mark shows. Where a drawing is printed is unknown here.
"""

from functools import lru_cache, partial
from typing import Any

from lxml import etree
from msgspec.structs import replace

from printgen.colour import Colour
from printgen.face.face import Drawing, Shape
from printgen.face.outlines import find_path_bounds, make_rectangle
from printgen.face.transform import transform_item
from printgen.geometry import Box, Matrix
from printgen.layout.elements.svg_text import DrawLine, lay_out_svg_text
from printgen.layout.pictures.images import ImageLoader
from printgen.layout.pictures.svg_import import FullTemplateSvgReader, needs_full_svg_reader
from printgen.layout.pictures.svg_reader import BasicSvgReader
from printgen.layout.style.cascade import ElementChain, ElementChainCache
from printgen.layout.style.computed import INITIAL_STYLE
from printgen.layout.template.diagnostics import FaceReport
from printgen.problems import Failure, InputError
from printgen.system.cache import Cache

MAX_CACHED_DRAWINGS = 1_024

_MAX_NEUTRAL_SPREAD = 16
"""Maximum difference between the red, green and blue (0 to 255) of a neutral colour."""


def recolour_drawing(drawing: Drawing, colour: Colour) -> Drawing:
    """Return a drawing in `colour` if all its shapes have one colour that is black, white or grey.

    Any other drawing is returned unchanged.
    """
    fills = {shape.fill for shape in drawing.shapes if shape.fill}
    if len(fills) > 1 or drawing.has_more_than_opaque_shapes:
        return drawing
    if any(max(fill) - min(fill) > _MAX_NEUTRAL_SPREAD for fill in fills):
        return drawing
    return replace(drawing, shapes=tuple(replace(shape, fill=colour) for shape in drawing.shapes))


class DrawingCache:
    """Reads drawings and caches them; equal drawings are the same object.

    `pictures` loads the files. `draw_line` is a function that returns the items and the width of a
    line of text, for drawings with texts.
    """

    def __init__(self, pictures: ImageLoader, draw_line: DrawLine) -> None:
        self.pictures, self._draw_line = pictures, draw_line
        self._drawings: ElementChainCache[Drawing | None] = ElementChainCache(MAX_CACHED_DRAWINGS)
        self._unique_drawings: Cache[Drawing, Drawing] = Cache(MAX_CACHED_DRAWINGS)
        self.symbols: dict[tuple[str, str], tuple[str, Any]] = {}
        self._cropped: Cache[tuple[Drawing, Box], Drawing] = Cache(MAX_CACHED_DRAWINGS)

    def read_symbol(self, symbol: Any, chain: ElementChain, report: FaceReport) -> Drawing | None:
        """Return the drawing of a symbol element, or None after reporting mistakes.

        `chain` has the computed style of the symbol.
        """
        key = (etree.tostring(symbol, with_tail=False), chain.cascade, chain.key)

        def draw_symbol() -> tuple[Drawing | None, bool]:
            drawing = self._draw_symbol(symbol, chain, report)
            return drawing, drawing is not None

        return self._drawings.fetch(key, chain, draw_symbol)

    def _draw_symbol(self, symbol: Any, chain: ElementChain, report: FaceReport) -> Drawing | None:
        name, problem_count = symbol.get("id", ""), report.count
        if "href" in symbol.attrib:
            style = chain.style
            ink = style.fill or style.stroke or style.colour
            if (style.fill and style.stroke) or isinstance(ink, str):
                hint = "set either fill or stroke: a mark from a file has one colour"
                message = "a mark has both fill and stroke, or a gradient"
                report.error(symbol.sourceline, message, hint)
                return None
            if lost := _find_ineffective_property(chain):
                hint = "write it in its file, or a colour such as fill: rgb(0 0 0 / 60%)"
                report.error(symbol.sourceline, f"{lost} has no effect on a mark from a file", hint)
            return self.load_drawing(symbol.get("href"), symbol.sourceline, report, name, ink)
        is_simple = not (
            needs_full_svg_reader(symbol, report) or _has_drawing_styles(symbol, chain)
        )
        if report.count > problem_count:
            return None
        if is_simple:
            basic_reader = BasicSvgReader(symbol, report)
            drawing = basic_reader.read_drawing(name, chain)
            is_simple = not basic_reader.needs_clip or report.count > problem_count
        if not is_simple:
            set_text = partial(lay_out_svg_text, report=report, draw_line=self._draw_line)
            load_raster = self.pictures.load_raster
            reader = FullTemplateSvgReader(symbol, report, chain, set_text, load_raster)
            drawing = replace(reader.read_file(), id=name)
        if report.count > problem_count:
            return None
        return self._unique_drawings.fetch(drawing, lambda: drawing)

    def load_drawing(
        self, file: str, line: int, report: FaceReport, name: str, colour: Colour | None = None
    ) -> Drawing | None:
        """Return the drawing of an SVG file, or None after an error, reported at `line`.

        `name` is the id of the drawing. `colour`, if given, replaces the colour of a drawing that
        has only one, and that is black, white or grey.
        """
        try:
            drawing = replace(self.pictures.load_artwork(file), id=name)
        except (ValueError, InputError) as error:
            report.error(line, str(error), getattr(error, "hint", ""))
        except Failure as failure:
            report.add_problems(failure.problems)
        else:
            drawing = recolour_drawing(drawing, colour) if colour else drawing
            return self._unique_drawings.fetch(drawing, lambda: drawing)
        return None

    def crop_drawing(self, drawing: Drawing, box: Box) -> Drawing:
        """Return the part of a drawing in `box`, which is in units of the drawing."""
        if max(drawing.width - box.width, drawing.height - box.height) < 1e-6:  # rounding errors
            return drawing
        key = drawing, Box(*(round(edge, 4) for edge in box))
        return self._cropped.fetch(key, lambda: _crop_drawing(drawing, box))


def _find_ineffective_property(chain: ElementChain) -> str | None:
    """Return a property that is set, but has no effect on a mark from a file, or None.

    Without a stroke, properties such as stroke-width have no effect in browsers either. They are
    not returned.
    """
    if chain.style.stroke and chain.style.stroke_width != INITIAL_STYLE.stroke_width:
        return "stroke-width"
    return next(
        (
            name
            for name in chain.get_drawing_styles(is_root=True)
            if chain.style.stroke or not name.startswith("stroke")
        ),
        None,
    )


def _has_drawing_styles(element: Any, chain: ElementChain) -> bool:
    """Return whether a rule sets one of `DRAWING_STYLES` for an element or a descendant.

    The opacity of a descendant counts too. The opacity of the element itself fades its box.
    """
    if any(value is not None for value in chain.style.drawing_styles):
        return True
    inner = ((child, chain.get_child_chain(child)) for child in element.iterchildren("*"))
    return any(
        child_chain.style.opacity != 1 or _has_drawing_styles(child, child_chain)
        for child, child_chain in inner
    )


@lru_cache(maxsize=MAX_CACHED_DRAWINGS)
def has_empty_corner(drawing: Drawing) -> bool:
    """Return whether a corner of a drawing is empty, which shows that it has no background."""
    width, height = drawing.width / 50, drawing.height / 50
    lefts, tops = (0.0, drawing.width - width), (0.0, drawing.height - height)
    corners = (Box(x, y, x + width, y + height) for x in lefts for y in tops)
    return not all(_crop_drawing(drawing, corner).shapes for corner in corners)


def _crop_drawing(drawing: Drawing, box: Box) -> Drawing:
    # Imported late: only cropped drawings need Skia.
    from printgen.layout.pictures.path_boolean import clip_shape, intersect_paths

    offset = Matrix(e=-box.left, f=-box.top)
    frame = make_rectangle(0.0, 0.0, box.width, box.height)
    moved: Any = (transform_item(shape, offset) for shape in drawing.shapes)
    shapes = list[Shape]()
    for shape in moved:
        bounds = find_path_bounds(shape.path).expand_by(shape.stroke_width / 2)
        if shape.stroke and not find_path_bounds(frame).contains(bounds):
            # Cut as an area, the path of a line would be closed.
            shapes += clip_shape(shape, frame)
        elif path := intersect_paths(shape.path, frame):
            shapes.append(replace(shape, path=path))
    texts: Any = tuple(transform_item(text, offset) for text in drawing.texts)
    return replace(drawing, width=box.width, height=box.height, shapes=tuple(shapes), texts=texts)
