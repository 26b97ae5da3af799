"""Reading of drawings: the shapes of a <symbol> or <svg> in a template, and the base for SVG files.

A drawing in a template is styled by the style sheets of its face, and only elements and attributes
of the subset are allowed in it. Where a drawing is printed is unknown here.
"""

import re
from collections.abc import Iterable
from typing import Any

from printgen.data_files import read_hints
from printgen.face import outlines
from printgen.face.face import Drawing, Shape, TextRun
from printgen.face.transform import find_item_bounds, transform_item
from printgen.geometry import Box, Matrix
from printgen.layout.style.computed import ComputedStyle, list_ineffective_properties
from printgen.layout.style.stylesheet import PICTURE_SIZES, PRESENTATION
from printgen.layout.template.diagnostics import FaceReport
from printgen.layout.template.xml import SVG, get_tag_name, has_only_attributes
from printgen.problems import InputError

COMMON_ATTRIBUTES = ("class", "id", "transform", *PRESENTATION)

ALLOWED_ATTRIBUTES: dict[str, tuple[str, ...]] = {
    "svg": ("class", "id", "viewBox", "preserveAspectRatio", *PICTURE_SIZES, *PRESENTATION),
    "symbol": ("class", "id", "viewBox", "href", "preserveAspectRatio", *PRESENTATION),
    "g": COMMON_ATTRIBUTES,
    "rect": (*COMMON_ATTRIBUTES, "x", "y", "width", "height", "rx", "ry"),
    "circle": (*COMMON_ATTRIBUTES, "cx", "cy", "r"),
    "ellipse": (*COMMON_ATTRIBUTES, "cx", "cy", "rx", "ry"),
    "line": (*COMMON_ATTRIBUTES, "x1", "y1", "x2", "y2"),
    "polyline": (*COMMON_ATTRIBUTES, "points"),
    "polygon": (*COMMON_ATTRIBUTES, "points"),
    "path": (*COMMON_ATTRIBUTES, "d"),
}

_SHAPE_TAGS = [
    SVG + name for name in ("rect", "circle", "ellipse", "line", "polyline", "polygon", "path")
]

UNPRINTED = ("title", "desc", "metadata")
"""Elements that describe a drawing (SVG 1.1, 5.4 and 21.2)."""


def explain_unsupported_element(tag: str) -> tuple[str, str]:
    """Return the message and the hint for an element that no drawing in a template can have."""
    hint = read_hints("drawings").get(tag, "use only shapes and groups")
    return f"<{tag}> is not allowed in a drawing", hint


def list_ignored_styles(element: Any, style: ComputedStyle) -> list[tuple[str, str]]:
    """Return the message and the hint for each property that is set, and has no effect.

    `style` is that of `element`, which is inside a drawing.
    """
    if style.display == "none":
        return []
    tag = get_tag_name(element)
    return [
        (f"{name} on <{tag}> has no effect", hint)
        for name, hint in list_ineffective_properties(style, "in drawing")
        # SVG 2, 7.4: other shapes have no width, and no height.
        if tag in ("rect", "image") or name not in ("width", "height")
    ]


def read_preserve_aspect_ratio(text: str) -> tuple[str, float, float]:
    """Return how a drawing fits into its viewport: meet, slice or none, and its alignment.

    The two numbers say how much of the free space is to its left, and above it: 0, 0.5 or 1. The
    word is "" if the attribute, `text`, is not understood (SVG 1.1, 7.8).
    """
    match = re.fullmatch(r"\s*x(Min|Mid|Max)Y(Min|Mid|Max)(?:\s+(meet|slice))?\s*", text)
    if not match:
        return text.strip() if text.strip() == "none" else "", 0.5, 0.5
    shares = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
    return match[3] or "meet", shares[match[1]], shares[match[2]]


def make_fit_error(text: str) -> InputError:
    """Return the error for a preserveAspectRatio that is not understood."""
    hint = 'write preserveAspectRatio="xMidYMid slice", "xMinYMin meet" or "none"'
    return InputError(f'preserveAspectRatio="{text[:40]}" is not understood', hint)


class BasicSvgReader:
    """Reads one drawing into `shapes`; `root` is the element of the drawing.

    In templates, the style of an element is an `ElementChain`. If a drawing that is not a mark
    extends beyond its viewBox, `needs_clip` is True after reading.
    """

    working_size = 0.0
    """Size to which the drawing is scaled while it is read, in units; 0 for its own size."""
    hint = ""
    """The hint of mistakes without a special one."""

    def __init__(self, root: Any, report: FaceReport) -> None:
        self.root, self.report = root, report
        self.shapes: list[Shape] = []
        self.texts: list[TextRun] = []
        self.needs_clip = False

    def read_drawing(self, name: str, style: Any) -> Drawing:
        """Return the drawing with the id `name`. It may be used only if no problem was reported.

        `style` is that of the root element.
        """
        root = self.root
        try:
            # SVG 1.1, 7.7: min-x and min-y of the viewBox are the origin of the drawing.
            x, y, width, height = outlines.read_numbers(root.get("viewBox", ""))
            scale = (self.working_size or max(width, height)) / max(width, height)
            if min(width, height) <= 0:
                raise ValueError
        except (ValueError, ZeroDivisionError):
            hint = 'write viewBox="0 0 100 100", as large as the drawing is'
            self.add_problem(root.sourceline, "a drawing without a size", hint)
            return Drawing(name, 1.0, 1.0, ())
        self.draw_element(root, style, Matrix(scale, 0, 0, scale, -x * scale, -y * scale))
        self.report_or_clip_overflow(width * scale, height * scale)
        unscale = Matrix(a=1 / scale, d=1 / scale)
        shapes: Any = tuple(transform_item(shape, unscale) for shape in self.shapes)
        texts: Any = tuple(transform_item(text, unscale) for text in self.texts)
        return Drawing(name, width, height, shapes, texts=texts)

    def add_problem(self, line: int, message: str, hint: str) -> None:
        """Report what is wrong in a line of the drawing."""
        self.report.error(line, message, hint)

    def draw_element(self, element: Any, parent_style: Any, matrix: Matrix) -> None:
        """Draw an element and its descendants; `matrix` places them in the drawing."""
        style = self.resolve_style(element, parent_style)
        try:
            if not self.is_drawn(element, style):
                return
            # SVG 1.1, 7.5: the transforms of nested elements accumulate.
            matrix = matrix @ outlines.read_transform(element.get("transform", ""))
            self.draw_visible_element(element, get_tag_name(element), style, matrix)
        except ValueError as error:
            self.add_problem(element.sourceline, str(error), self.hint)

    def draw_visible_element(self, element: Any, tag: str, style: Any, matrix: Matrix) -> None:
        """Draw an element that is visible; raise `ValueError` if it cannot be drawn."""
        if element.tag in _SHAPE_TAGS:
            self.draw_shape(element, tag, style, matrix)
        elif tag in ("g", "a") or element is self.root:
            for child in element.iterchildren("*"):
                self.draw_element(child, style, matrix)
        else:
            raise ValueError(f"<{tag}>, which is not supported")

    def resolve_style(self, element: Any, parent_style: Any) -> Any:
        """Return the style of an element, given the style of its parent.

        For the root, `parent_style` is its own style. In templates a style is an `ElementChain`.
        The reader of SVG files overrides this method.
        """
        return parent_style if element is self.root else parent_style.get_child_chain(element)

    def is_drawn(self, element: Any, style: Any) -> bool:
        """Return whether an element is visible; report one that is not in the subset."""
        line, tag = element.sourceline, get_tag_name(element)
        is_svg = element.tag.startswith(SVG)
        if is_svg and tag in UNPRINTED:
            return False
        if not is_svg:
            hint = 'write xmlns="http://www.w3.org/2000/svg" on <svg>, and on no element inside'
            self.add_problem(line, f"<{tag}> is not in the namespace of SVG", hint)
        elif tag not in ALLOWED_ATTRIBUTES:
            self.add_problem(line, *explain_unsupported_element(tag))
        elif has_only_attributes(element, ALLOWED_ATTRIBUTES[tag], self.report):
            for mistake in style.mistakes:
                self.add_problem(line, mistake.message, mistake.hint)
            if element is not self.root:
                for message, hint in list_ignored_styles(element, style.style):
                    self.add_problem(line, message, hint)
            return bool(style.style.display != "none")
        return False

    def parse_length(self, name: str, text: str) -> float:
        """Return the number in the attribute `name` of a shape."""
        try:
            return outlines.read_number(text)
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from error

    def read_shape_path(self, element: Any, tag: str) -> outlines.Path:
        """Return the path of a shape in its own coordinates (SVG 1.1, chapter 9)."""

        def read(name: str, default: float | None = 0.0) -> float:
            text = element.get(name)
            if text is None and default is None:
                raise ValueError(f'<{tag}> needs {name}="…"')
            return default or 0.0 if text is None else self.parse_length(name, text)

        def read_size(name: str, default: float | None = None) -> float:
            size = read(name, default)
            if size < 0:
                raise ValueError(f'{name}="{element.get(name)}" is negative')
            return size

        # SVG 1.1, 9.2 to 9.4: a width, height or radius of zero disables rendering.
        match tag:
            case "rect":
                width, height = read_size("width"), read_size("height")
                # SVG 1.1, 9.2: a missing rx takes the value of ry, and the reverse.
                rx = read_size("rx", read_size("ry", 0.0))
                box = read("x"), read("y"), width, height, rx, read_size("ry", rx)
                return outlines.make_rectangle(*box) if width and height else ()
            case "circle" | "ellipse":
                rx, ry = map(read_size, ("r", "r") if tag == "circle" else ("rx", "ry"))
                return outlines.make_ellipse(read("cx"), read("cy"), rx, ry) if rx and ry else ()
            case "line":
                return outlines.make_polyline([*map(read, ("x1", "y1", "x2", "y2"))], closed=False)
            case "path":
                return outlines.read_path(element.get("d", ""))
        return outlines.make_polyline(
            outlines.read_numbers(element.get("points", "")), closed=tag == "polygon"
        )

    def draw_shape(self, element: Any, tag: str, style: Any, matrix: Matrix) -> None:
        """Add the shape of an element to the drawing, if anything of it is visible."""
        style, path = style.style, self.read_shape_path(element, tag)
        for paint in (style.fill, style.stroke):
            if isinstance(paint, str):
                raise ValueError(f"{paint.rstrip()} is not in this drawing: add it to its <defs>")
        # SVG 1.1, 9.5: a line has no interior, so it is never filled.
        fill = None if tag == "line" else style.fill
        stroke, width = (style.stroke, style.stroke_width) if style.stroke else (None, 0.0)
        scale = outlines.find_stroke_scale(matrix) if width > 0 else 0.0
        # A PDF shape has one stroke width: an uneven scale cannot be stored in it.
        if scale is None:
            raise ValueError("a stroke has an uneven scale: scale x and y by the same factor")
        stroke = stroke if width > 0 else None
        path = outlines.transform_path(path, matrix)
        if stroke and style.is_outline_below:
            self.shapes.append(Shape(path, None, stroke, width * scale))
            stroke = None
        if path and (fill is not None or stroke is not None):
            self.shapes.append(Shape(path, fill, stroke, width * scale))

    def report_or_clip_overflow(self, width: float, height: float) -> None:
        """Report a mark that extends beyond its viewBox, which is `width` x `height` units.

        Note another drawing that does, so that it is clipped.
        """
        if get_tag_name(self.root) == "symbol":
            # A mark may have lines on its edges.
            paths = (outlines.find_path_bounds(shape.path) for shape in self.shapes)
            self.report_overflow(paths, width, height)
        else:
            boxes = map(find_item_bounds, self.shapes)
            self.needs_clip = _measure_overflow(boxes, width, height) > 0

    def report_overflow(self, boxes: Iterable[Box], width: float, height: float) -> None:
        """Report that something in one of `boxes` extends beyond the viewBox."""
        if share := _measure_overflow(boxes, width, height):
            name = self.root.get("id", "") or "a drawing"
            units = max(outlines.read_numbers(self.root.get("viewBox", ""))[2:])
            message = f"{name} reaches {share * units:.3g} beyond its viewBox"
            self.add_problem(self.root.sourceline, message, "enlarge the viewBox")


def _measure_overflow(boxes: Iterable[Box], width: float, height: float) -> float:
    """Return how far the first box that extends beyond a drawing does, 0 if none does.

    It is a share of the longer side of the drawing, which is `width` x `height` units.
    """
    frame, side = Box(0.0, 0.0, width, height), max(width, height)
    shares = (box.measure_overflow(frame) / side for box in boxes)
    return next((share for share in shares if share > 1e-3), 0.0)
