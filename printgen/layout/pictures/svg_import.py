"""Import of SVG 1.1 files from drawing programs, as filled shapes in their own colours.

Metadata of the program is ignored. Anything that would not print as the program shows it is
reported, with the line of the file and what to do in the program. The place where a
drawing is used is unknown here. `FullTemplateSvgReader` reads drawings in templates by the same
rules, and reports to the face.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import reduce
from itertools import pairwise
from math import dist, sqrt
from typing import Any, NamedTuple

import cssselect2
import tinycss2
from lxml import etree
from msgspec.structs import replace

from printgen.colour import Colour, add_alpha
from printgen.css_colour import parse_css_colour
from printgen.face.face import Drawing, GradientFill, Item, PictureFill, Shape, TextRun
from printgen.face.outlines import (
    Path,
    find_path_bounds,
    flatten_path,
    has_overlapping_paths,
    make_rectangle,
    read_number,
    read_numbers,
    read_transform,
    transform_path,
)
from printgen.face.raster import Raster
from printgen.face.transform import fade, find_essential_box, find_item_bounds, transform_item
from printgen.geometry import MM_PER_PX, Box, Matrix, make_rotation
from printgen.layout.pictures.path_boolean import (
    convert_even_odd_path,
    intersect_paths,
    outline_stroke,
    subtract,
    unite_paths,
)
from printgen.layout.pictures.svg_gradients import (
    GRADIENT_ATTRIBUTES,
    GRADIENT_TAGS,
    list_linked_gradients,
    read_gradient,
)
from printgen.layout.pictures.svg_markers import list_path_points
from printgen.layout.pictures.svg_reader import (
    ALLOWED_ATTRIBUTES,
    COMMON_ATTRIBUTES,
    UNPRINTED,
    BasicSvgReader,
    explain_unsupported_element,
    list_ignored_styles,
    make_fit_error,
    read_preserve_aspect_ratio,
)
from printgen.layout.pictures.tiles import repeat_path
from printgen.layout.style.cascade import ElementChain
from printgen.layout.style.properties import PROPERTIES
from printgen.layout.template.diagnostics import FaceReport
from printgen.layout.template.xml import (
    SVG,
    XLINK_HREF,
    find_unknown_attributes,
    find_xml_errors,
    get_tag_name,
    has_only_attributes,
)
from printgen.problems import ExitCode, InputError, Log, Place, Problem, create_failure

_MAX_SHAPE_RATIO = 20
"""Maximum size of a shape relative to the drawing: clipping a larger one takes too long."""

_MAX_USES = 10_000
"""Maximum number of copies in a drawing: a <use> of others multiplies them without limit."""

_MAX_OTHER_LINES = 5
"""Maximum number of further lines listed in a message."""

_MIN_OPAQUE = 0.995
"""Opacity that counts as opaque: drawing programs round."""

_MAX_DISTORTION = 0.01
"""How much the proportions of a viewBox may differ from those of the drawing: programs round."""

_WORKING_SIZE = 4096.0
"""Size to which a drawing is scaled for the boolean operations, in units."""


def read_svg_file(file: str, data: bytes) -> Drawing:
    """Return the drawing in the data of an SVG file; `file` names it in messages.

    Raises `Failure` (rules) with all its problems.
    """
    # Illustrator declares its namespaces as internal entities (XML 1.0, 4.2.1).
    options: Any = {"resolve_entities": "internal", "no_network": True, "remove_comments": True}
    try:
        reader = _SvgFileReader(etree.fromstring(data, etree.XMLParser(**options)))
    except etree.XMLSyntaxError as error:
        fallback = error.lineno or 1, error.msg.partition(", line")[0], ""
        line, message, _ = next(find_xml_errors(data), fallback)
        place, message = Place(file, line), f"not XML: {message}"
        raise create_failure(ExitCode.RULES, place, message, _SAVE_HINT) from error
    sides, artwork, log = tuple(_read_sides(reader.root)), reader.read_file(), Log()
    for (message, hint), lines in reader.problem_lines.items():
        first, *others = dict.fromkeys(lines)
        also = f", also on line {', '.join(map(str, others[:_MAX_OTHER_LINES]))}" if others else ""
        log.add(Problem(Place(file, first), message + also, hint))
    log.raise_problems()
    width, height = (size and size * MM_PER_PX for size in sides)
    return replace(artwork, natural_size=(width, height))


_SAVE_HINT = "save it again from the drawing program, as plain SVG"
_TO_PATHS = (
    "Inkscape Path > Object to Path, in Illustrator Type > Create Outlines, in Figma Flatten"
)
_PNG_HINT = "or save it as a PNG (only for pictures, not for marks)"
_TRANSPARENCY = (
    "opacity on shapes that are over each other",
    f"give each an opacity, or opaque colours, {_PNG_HINT}",
)
_LINE_MARKER = ("an arrowhead or another marker", "in Inkscape: Path > Stroke to Path")
_UNSUPPORTED = {
    "text": ("text in a drawing", f"turn it into paths: in {_TO_PATHS}"),
    "image": ("a raster picture in a drawing", f"remove it or trace it, {_PNG_HINT}"),
    "foreignObject": ("a foreignObject", "in Illustrator, save without editing capabilities"),
    "filter": ("a filter, such as a blur or a shadow", f"remove it, {_PNG_HINT}"),
    "mix-blend-mode": ("a blend mode", f"set it to normal, {_PNG_HINT}"),
    "transform": ("a transform in a style", "write it as an attribute"),
    "marker": _LINE_MARKER,
}
"""Message and hint for unsupported elements, and for properties other than none or normal."""

# SVG 1.1, 11.3 to 11.6: fill, stroke, visibility and marker properties are inherited.
_INHERITED = r"color|fill(-\w+)?|stroke(-\w+)?|marker(-\w+)?|clip-rule|paint-order|visibility"
_STYLE_PROPERTY = rf"{_INHERITED}|stop-\w+|opacity|display|overflow|clip-path|filter|mask(-type)?"
_PAINT_LINK = r"""\s*url\(\s*["']?#([^"')]+)["']?\s*\)\s*(.*?)\s*"""
# Never drawn directly, only by reference or not at all (SVG 1.1, 5.3 defs, 5.5 symbol).
_NEVER_DRAWN = (
    "defs|symbol|clipPath|mask|filter|marker|pattern|(linear|radial)Gradient|s(cript|tyle)"
    "|title|desc|metadata|view"
)
# CSS Values 4, 6.2: 1in = 96px = 72pt = 6pc = 25.4mm.
_UNITS = {"": 1, "px": 1, "pt": 4 / 3, "pc": 16, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96}
_LENGTH_PATTERN = r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*([a-z]*)\s*"
_DECLARATION = r"""([\w-]+)\s*:((?:[^;"'(]|"[^"]*"|'[^']*'|\([^)]*\))*)"""

_SvgStyle = Mapping[str, str]
SetText = Callable[
    [Any, _SvgStyle, tuple[float, float], Callable[[Any], ElementChain]], Sequence[Item]
]


class _Pattern(NamedTuple):
    """A paint: the element of a pattern, and its opacity."""

    element: Any
    opacity: float


class _SvgFileReader(BasicSvgReader):
    """Reads one SVG file.

    `problem_lines` has the lines of each problem, by its message and hint.
    """

    working_size, hint = _WORKING_SIZE, _SAVE_HINT
    is_file = True
    """Whether the drawing has a size of its own. One in a template has the size of its box."""

    def __init__(self, root: Any) -> None:
        super().__init__(root, FaceReport("", ""))
        self.problem_lines: dict[tuple[str, str], list[int]] = {}
        self._is_in_clip, self._use_count = False, 0
        self._viewport = 0.0, 0.0
        self._by_id = {element.get("id"): element for element in root.iter("*")}
        self._rules = cssselect2.Matcher()
        self._wrappers: dict[Any, Any] = {}

    def read_file(self) -> Drawing:
        """Return the drawing. It may be used only if `problem_lines` is empty afterwards."""
        root = self.root
        if root.tag == "svg":
            hint = 'write <svg xmlns="http://www.w3.org/2000/svg" …>'
            self.add_problem(root.sourceline, "an <svg> without xmlns", hint)
        for instruction in root.xpath("//processing-instruction('xml-stylesheet')"):
            self.add_problem(
                instruction.sourceline, "a style sheet in another file", "copy it into <style>"
            )
        for script in root.iter(f"{SVG}script"):
            self.add_problem(script.sourceline, "a script", "remove it")
        for sheet in root.iter(f"{SVG}style"):
            self._add_style_rules(sheet)
            wrapper = cssselect2.ElementWrapper.from_xml_root(root)
            self._wrappers = {node.etree_element: node for node in wrapper.iter_subtree()}
        sides, view_box = [size for size in _read_sides(root) if size], list[float]()
        sides = sides if len(sides) == 2 else []
        with suppress(ValueError):  # a wrong viewBox is reported with the drawing
            # SVG 1.1, 7.7: without a viewBox, width and height define the user space.
            view_box = read_numbers(root.get("viewBox", "")) or (sides and [0.0, 0.0, *sides])
        if len(view_box) == 4:
            self._viewport = view_box[2], view_box[3]
            # The face fits the drawing of a template, as its preserveAspectRatio says.
            if self.is_file:
                view_box = [*self._fit_view_box(root, sides or (0.0, 0.0), view_box)]
            root.set("viewBox", " ".join(map(repr, view_box)))
        try:
            return self.read_drawing("", {})
        except RecursionError:
            self.add_problem(root.sourceline, "a <use> that refers to itself", _SAVE_HINT)
        except ValueError as error:
            self.add_problem(root.sourceline, str(error), _SAVE_HINT)
        except InputError as error:
            self.add_problem(root.sourceline, error.message, error.hint)
        return Drawing("", 1.0, 1.0, ())

    def report_or_clip_overflow(self, width: float, height: float) -> None:
        """Clip the drawing at its viewBox of `width` x `height` units, as drawing programs do."""
        self._clip_shapes(make_rectangle(0.0, 0.0, width, height), 0)
        if not self.shapes and not self.problem_lines:
            self.add_problem(self.root.sourceline, "an empty drawing", _SAVE_HINT)

    def add_problem(self, line: int, message: str, hint: str) -> None:
        """Collect a problem, which is reported once with all its lines."""
        self.problem_lines.setdefault((message, hint), []).append(line)

    def _add_style_rules(self, sheet: Any) -> None:
        """Add the rules of a <style> element to those that elements are matched with."""
        for node in tinycss2.parse_stylesheet(sheet.text or "", True, True):
            try:
                if node.type != "qualified-rule":
                    raise cssselect2.SelectorError
                for selector in cssselect2.compile_selector_list(node.prelude):
                    self._rules.add_selector(selector, tinycss2.serialize(node.content))
            except (cssselect2.SelectorError, TypeError):  # TypeError: not CSS at all
                name = f"@{node.at_keyword}" if node.type == "at-rule" else "a rule"
                message = f"{name} in a style sheet, which is not supported"
                self.add_problem(sheet.sourceline + node.source_line - 1, message, "remove it")

    def resolve_style(self, element: Any, parent_style: _SvgStyle) -> _SvgStyle:
        """Return the style of an element: its own properties, and those that it inherits."""
        # SVG 1.1, 6.4: presentation attributes have a lower priority than all style rules.
        own = {
            name: value for name, value in element.items() if re.fullmatch(_STYLE_PROPERTY, name)
        }
        if element in self._wrappers:
            # Sorted by specificity and order (CSS 2.1, 6.4.3 and 6.4.1).
            for *_, declared in sorted(self._rules.match(self._wrappers[element])):
                own |= _parse_declarations(declared)
        own |= _parse_declarations(element.get("style", ""))
        inherited = {
            name: value for name, value in parent_style.items() if re.fullmatch(_INHERITED, name)
        }
        return inherited | {name: value for name, value in own.items() if value != "inherit"}

    def is_drawn(self, element: Any, style: _SvgStyle) -> bool:
        """Return whether an element is visible; report what is not supported in it."""
        namespace, _, tag = element.tag.rpartition("}")
        is_drawn = (
            namespace == SVG[:-1]
            and not re.fullmatch(_NEVER_DRAWN, tag)
            and style.get("display") != "none"
        )
        if not is_drawn or read_opacity("opacity", style) == 0:
            return False
        for name, problem in _UNSUPPORTED.items():
            if name == tag or style.get(name, "none") not in ("none", "normal"):
                self.add_problem(element.sourceline, *problem)
        return tag not in _UNSUPPORTED

    def draw_visible_element(
        self, element: Any, tag: str, style: _SvgStyle, matrix: Matrix
    ) -> None:
        """Draw an element that is visible, and clip it if it has a clip-path."""
        clip, first_shape = style.get("clip-path", "none"), len(self.shapes)
        mask = style.get("mask", "none")
        first_text = len(self.texts)
        if tag == "use":
            self._draw_use_element(element, style, matrix)
        elif tag == "text":
            self.draw_text(element, style, matrix)
        elif tag == "image":
            self.draw_image(element, style, matrix)
        else:
            super().draw_visible_element(element, tag, style, matrix)
        if ((clip, mask) != ("none", "none") or tag == "use") and self.texts[first_text:]:
            hint = "write the text by itself, after the <use> or the group with the clip-path"
            self.add_problem(element.sourceline, "text in a <use> or in a clip-path", hint)
        if clip != "none":
            self._clip_shapes(self._read_clip_area(clip, matrix), first_shape)
        if mask != "none":
            self._clip_shapes(self._read_mask_area(mask, matrix), first_shape)
        if (opacity := read_opacity("opacity", style)) < _MIN_OPAQUE:
            # CSS Color 4, 3.3: a group fades as a whole. Here each shape fades.
            paths = [shape.path for shape in self.shapes[first_shape:]]
            if has_overlapping_paths((*paths, *map(make_text_box_path, self.texts[first_text:]))):
                self.add_problem(element.sourceline, *_TRANSPARENCY)
            self.texts[first_text:] = [fade(text, opacity) for text in self.texts[first_text:]]
            faded = [fade(shape, opacity) for shape in self.shapes[first_shape:]]
            self.shapes[first_shape:] = faded

    def draw_text(self, element: Any, style: _SvgStyle, matrix: Matrix) -> None:
        """Add a text to the drawing. Only the reader of drawings in templates implements it."""
        raise NotImplementedError

    def draw_image(self, element: Any, style: _SvgStyle, matrix: Matrix) -> None:
        """Add a picture to the drawing. Only the reader of drawings in templates implements it."""
        raise NotImplementedError

    def _draw_use_element(self, element: Any, style: _SvgStyle, matrix: Matrix) -> None:
        href = _get_href(element)
        target = self._by_id.get(href[1:]) if href.startswith("#") else None
        if target is None:
            message = f"<use> of “{href[:60]}”, which is not in this file"
            self.add_problem(element.sourceline, message, "copy what it shows into the drawing")
            return
        self._use_count += 1
        if self._use_count > _MAX_USES:
            hint = "use fewer copies, or groups of them as a picture"
            raise InputError(f"more than {_MAX_USES:,} copies by <use> in a drawing", hint)
        # SVG 1.1, 5.6: x and y of a <use> are a translation after its own transform.
        x, y = (_parse_px_length(name, element.get(name, "0")) for name in ("x", "y"))
        matrix = matrix @ Matrix(e=x, f=y)
        if target.tag != f"{SVG}symbol":
            self.draw_element(target, style, matrix)
            return
        box = read_numbers(target.get("viewBox", ""))
        area: Path = ()
        if len(box) == 4 and min(box[2:]) > 0:
            # SVG 1.1, 5.6: a width or height that is left out is 100 % of the viewport.
            width, height = (
                _parse_px_length(name, element.get(name, repr(size)))
                for name, size in zip(("width", "height"), self._viewport, strict=True)
            )
            # SVG 1.1, 5.6: a width or a height of zero disables rendering.
            if min(width, height) <= 0:
                return
            area = transform_path(make_rectangle(0.0, 0.0, width, height), matrix)
            x, y, across, down = self._fit_view_box(target, (width, height), box)
            matrix = matrix @ Matrix(a=width / across, d=height / down) @ Matrix(e=-x, f=-y)
        first_shape, symbol_style = len(self.shapes), self.resolve_style(target, style)
        for child in target.iterchildren("*"):
            self.draw_element(child, symbol_style, matrix)
        if area:
            self._clip_overflow(symbol_style, area, first_shape)

    def _fit_view_box(
        self, element: Any, viewport: Sequence[float], view_box: Sequence[float]
    ) -> Sequence[float]:
        """Return the part of a drawing that a viewport shows: its x, y, width and height.

        `viewport` is a width and a height. If its proportions differ from those of the viewBox, the
        part is larger or smaller than the viewBox, as preserveAspectRatio says.
        """
        (across, down), (x, y, width, height) = viewport, view_box
        fit = element.get("preserveAspectRatio", "xMidYMid")
        kind, left, top = read_preserve_aspect_ratio(fit)
        is_alike = abs(width * down - height * across) <= _MAX_DISTORTION * height * across
        # Without a size, a drawing that may be stretched has no proportions.
        if is_alike and (across or kind in ("meet", "slice")):
            return view_box
        if kind in ("", "none"):
            message = f'preserveAspectRatio="{fit[:40]}", which is not supported'
            hint = "give the drawing a width and a height with the proportions of its viewBox"
            self.add_problem(element.sourceline, message, hint)
            return view_box
        # SVG 1.1, 7.8: the space that is left, or lacks, is at both ends or at one of them.
        shown = (min if kind == "slice" else max)(width, height * across / down)
        wider, higher = shown - width, shown * down / across - height
        return x - left * wider, y - top * higher, width + wider, height + higher

    def parse_length(self, name: str, text: str) -> float:
        """Return the length in an attribute in px, the unit of a drawing."""
        return read_number(repr(_parse_px_length(name, text)))

    def draw_shape(self, element: Any, tag: str, style: _SvgStyle, matrix: Matrix) -> None:
        """Add the areas that a shape fills and strokes to the drawing."""
        scale = sqrt(abs(matrix.a * matrix.d - matrix.b * matrix.c))
        is_visible = scale and style.get("visibility", "visible") == "visible"
        if not is_visible or not element.get("d", "M").strip():
            return
        # Outline the stroke in user space: a transform that stretches the shape stretches it too.
        outline = self.read_shape_path(element, tag)
        path, layers = transform_path(outline, Matrix(a=scale, d=scale)), []
        if not path:
            return
        place = outline, matrix
        fill = (0, 0, 0) if self._is_in_clip else self._read_paint(element, "fill", style, *place)
        box = find_path_bounds(path)
        if max(box.width, box.height) > _MAX_SHAPE_RATIO * _WORKING_SIZE:
            raise ValueError(f"a shape {_MAX_SHAPE_RATIO} times as large as the drawing")
        # A line has no area to fill, but some PDF viewers draw a hairline for it.
        if fill is not None and tag != "line" and min(box.width, box.height) > 0:
            # SVG 1.1, 14.3.5: inside a clipPath, clip-rule is used instead of fill-rule.
            rule = style.get("clip-rule" if self._is_in_clip else "fill-rule")
            layers.append((convert_even_odd_path(path) if rule == "evenodd" else path, fill))
        stroke = None if self._is_in_clip else self._read_paint(element, "stroke", style, *place)
        if stroke is not None:
            # SVG 2, 9.6: dashes are measured as if the path had this length.
            share = float(element.get("pathLength") or 0.0)
            unit = _measure_length(outline) / share if share > 0 else 1.0
            layers.append((_outline_stroke(path, style, scale, unit), stroke))
        # SVG 2, paint-order: the fill is painted before the stroke by default.
        if style.get("paint-order", "").startswith("stroke"):
            layers.reverse()
        to_drawing = matrix @ Matrix(a=1 / scale, d=1 / scale)
        for area, paint in layers:
            self._fill_area(transform_path(area, to_drawing), paint, outline, matrix)
        if tag in _MARKED_TAGS and not self._is_in_clip:
            self._draw_markers(element, style, outline, matrix)

    def _fill_area(self, area: Path, paint: Any, outline: Path, matrix: Matrix) -> None:
        """Fill an area of the drawing with a colour, a gradient or a pattern.

        `outline` is the path of the shape before `matrix`.
        """
        if area and isinstance(paint, GradientFill):
            self.shapes.append(Shape(area, paint.stops[0][1], shade=paint))
        elif area and isinstance(paint, _Pattern):
            self._draw_pattern(paint, area, find_path_bounds(outline), matrix)
        elif area:
            self.shapes.append(Shape(area, paint))

    def _read_paint(
        self, element: Any, name: str, style: _SvgStyle, path: Path, matrix: Matrix
    ) -> Any:
        """Return the paint of a property: a colour, a gradient, or a pattern.

        `path` is the shape that it paints.
        """
        link = re.fullmatch(_PAINT_LINK, style.get(name, ""))
        target = self._by_id.get(link[1]) if link else None
        if link and target is None and link[2]:
            style = {**style, name: link[2]}  # SVG 1.1, 11.2: the colour without the gradient
        if target is not None and get_tag_name(target) == "pattern":
            return _Pattern(target, read_opacity(f"{name}-opacity", style))
        if target is None or get_tag_name(target) not in GRADIENT_TAGS:
            return self._read_colour(element, name, style)
        chain = list_linked_gradients(target, lambda each: self._by_id.get(_get_href(each)[1:]))
        box = find_path_bounds(path)
        try:
            paint = read_gradient(
                chain, self._read_gradient_stop, _parse_px_length, self._viewport, box
            )
        except (InputError, ValueError) as error:
            self.add_problem(target.sourceline, str(error), getattr(error, "hint", self.hint))
            return None
        shape: Any = (
            Shape((), None, shade=paint) if isinstance(paint, GradientFill) else Shape((), paint)
        )
        faded: Any = fade(transform_item(shape, matrix), read_opacity(f"{name}-opacity", style))
        return faded.shade or faded.fill

    def _read_gradient_stop(self, stop: Any) -> tuple[float, Colour]:
        """Return the position of a stop in a gradient, from 0 to 1, and its colour.

        A value that is not a colour is reported.
        """
        style = self.resolve_style(stop, {})
        value = style.get("stop-color", "black")
        if value.lower() == "currentcolor":
            value = self._resolve_inherited_style(stop).get("color", "black")
        ink, opacity = parse_css_colour(value) or ((0, 0, 0), -1.0)
        if opacity < 0:
            message = f"stop-color: “{value[:40]}”, not a colour"
            self.add_problem(stop.sourceline, message, "write one such as #a12115")
        opacity = max(opacity, 0.0) * read_opacity("stop-opacity", style)
        return read_opacity("offset", {"offset": "0", **stop.attrib}), add_alpha(ink, opacity)

    def _resolve_inherited_style(self, element: Any) -> _SvgStyle:
        """Return the style of an element, with what it inherits from the elements around it."""
        is_root = element is self.root
        outer = {} if is_root else self._resolve_inherited_style(element.getparent())
        return self.resolve_style(element, outer)

    def _read_colour(self, element: Any, name: str, style: _SvgStyle) -> Colour | None:
        # SVG 1.1, 11.3 and 11.4: fill is black by default, stroke is none.
        value = style.get(name, "black" if name == "fill" else "none")
        if value.lower() == "currentcolor":
            value = style.get("color", "black")
        if value == "none":
            return None
        result = parse_css_colour(value)
        if not result:
            text = f"“{value[:40]}”, not a colour"
            text = "a pattern, or a gradient that the file lacks" if "url(" in value else text
            self.add_problem(
                element.sourceline, f"{name}: {text}", f"give it one colour, {_PNG_HINT}"
            )
            return None
        ink, opacity = result
        opacity *= read_opacity(f"{name}-opacity", style)
        return add_alpha(ink, min(opacity, 1.0)) if opacity > 0 else None

    def _read_clip_area(self, clip: str, matrix: Matrix) -> Path:
        """Return the area of a clip-path (SVG 1.1, 14.3.5); `clip` is the value of the property."""
        target = self._find_link_target(clip)
        attributes = {} if target is None else target.attrib
        is_user_space = attributes.get("clipPathUnits", "userSpaceOnUse") == "userSpaceOnUse"
        if target is None or "clip-path" in attributes or not is_user_space:
            raise ValueError(f"clip-path: {clip[:40]}, which is not supported")
        matrix = matrix @ read_transform(target.get("transform", ""))
        saved, self.shapes, self._is_in_clip = self.shapes, [], True
        for child in target.iterchildren("*"):
            self.draw_element(child, {}, matrix)
        areas, self.shapes, self._is_in_clip = [shape.path for shape in self.shapes], saved, False
        # SVG 1.1, 14.3.5: the area is the union of the children; an empty one hides everything.
        return reduce(unite_paths, areas) if areas else ()

    def _find_link_target(self, value: str) -> Any:
        """Return the element that a value such as url(#round) names, None for none."""
        link = re.fullmatch(_PAINT_LINK, value)
        return self._by_id.get(link[1]) if link else None

    def _draw_inside(self, element: Any, matrix: Matrix) -> list[Shape]:
        """Return the shapes inside an element that is drawn only by reference."""
        saved, self.shapes, text_count = self.shapes, [], len(self.texts)
        try:
            for child in element.iterchildren("*"):
                self.draw_element(child, self._resolve_inherited_style(element), matrix)
        finally:
            shapes, self.shapes = self.shapes, saved
        if len(self.texts) > text_count:
            del self.texts[text_count:]
            message = f"a text in a <{get_tag_name(element)}>"
            raise InputError(message, "convert it to paths in the drawing program")
        return shapes

    def _read_mask_area(self, mask: str, matrix: Matrix) -> Path:
        """Return the area that a mask of white and black shapes leaves (SVG 1.1, 14.4)."""
        target = self._find_link_target(mask)
        style = {} if target is None else self.resolve_style(target, {})
        is_alpha = style.get("mask-type", "luminance") != "luminance"
        if target is None or is_alpha or "maskContentUnits" in target.attrib:
            hint = "write a <mask> with this id, and white and black shapes in it"
            raise InputError(f"mask: {mask[:40]} is not in this drawing, or has units", hint)
        area: Path = ()
        for shape in self._draw_inside(target, matrix):
            if shape.shade or shape.fill not in ((255, 255, 255), (0, 0, 0)):
                hint = 'give its shapes fill="white" or fill="black"; fade a picture by mask-image'
                raise InputError("a mask with other colours than white and black", hint)
            area = unite_paths(area, shape.path) if shape.fill[0] else subtract(area, shape.path)
        if "width" in target.attrib:
            if target.get("maskUnits") != "userSpaceOnUse":
                raise InputError("a mask with a size in percent", "delete its width and height")
            names = ("x", "y", "width", "height")
            sides = (_parse_px_length(name, target.get(name, "0")) for name in names)
            area = intersect_paths(area, transform_path(make_rectangle(*sides), matrix))
        return area

    def _draw_pattern(self, paint: "_Pattern", area: Path, box: Box, matrix: Matrix) -> None:
        """Fill an area with a pattern (SVG 1.1, 13.3).

        `box` is the box of the shape before `matrix`. `area` is in the drawing.
        """
        pattern, opacity = paint
        allowed = {"patternContentUnits": "userSpaceOnUse", "viewBox": ""}
        is_allowed = all(pattern.get(name, value) == value for name, value in allowed.items())
        if _get_href(pattern) or not is_allowed:
            hint = "write only a width, a height, patternUnits and patternTransform"
            raise InputError("a pattern with a viewBox, a link or units of a box", hint)
        is_box = pattern.get("patternUnits", "objectBoundingBox") == "objectBoundingBox"
        sizes = (box.width, box.height) if is_box else self._viewport
        x, y, width, height = (
            float(text[:-1]) / 100 * size
            if (text := pattern.get(name, "0")).endswith("%")
            else _parse_px_length(name, text) * (size if is_box else 1.0)
            for name, size in zip(("x", "y", "width", "height"), sizes * 2, strict=True)
        )
        if min(width, height) <= 0:
            return  # SVG 1.1, 13.3: it disables rendering
        x, y = (x + box.left, y + box.top) if is_box else (x, y)
        # The content has its origin in the corner of the tile.
        place = matrix @ read_transform(pattern.get("patternTransform", "")) @ Matrix(e=x, f=y)
        tile = Box(0.0, 0.0, width, height)
        frame = transform_path(make_rectangle(0.0, 0.0, width, height), place)
        for shape in self._draw_inside(pattern, place):
            if shape.shade:
                raise InputError("a gradient in a pattern", "use plain colours")
            tiles = repeat_path(intersect_paths(shape.path, frame), tile, place, area)
            if path := intersect_paths(tiles, area):
                self.shapes.append(fade(replace(shape, path=path), opacity))

    def _draw_markers(self, element: Any, style: _SvgStyle, path: Path, matrix: Matrix) -> None:
        """Draw the markers at the points of a line (SVG 1.1, 11.6); `path` is before `matrix`."""
        points = list_path_points(path)
        for index, point in enumerate(points):
            kind = {0: "start", len(points) - 1: "end"}.get(index, "mid")
            value = style.get(f"marker-{kind}", "none")
            if value == "none":
                continue
            marker = self._find_link_target(value)
            if marker is None or get_tag_name(marker) != "marker":
                hint = "write a <marker> with this id in its <defs>"
                raise InputError(f"marker-{kind}: {value[:40]} is not in this drawing", hint)
            orient = marker.get("orient", "0")
            is_reversed = kind == "start" and orient == "auto-start-reverse"
            angle = point.angle + 180.0 * is_reversed
            if not orient.startswith("auto"):
                angle = float(orient.removesuffix("deg"))
            names = {"refX": "0", "refY": "0", "markerWidth": "3", "markerHeight": "3"}
            reads = (_parse_px_length(name, marker.get(name, text)) for name, text in names.items())
            ref_x, ref_y, width, height = reads
            box = read_numbers(marker.get("viewBox", "")) or (0.0, 0.0, width, height)
            if len(box) != 4 or min(box[2:]) <= 0:
                raise InputError("a <marker> without a size", 'write viewBox="0 0 10 10" on it')
            scale = min(width / box[2], height / box[3])
            if marker.get("markerUnits", "strokeWidth") == "strokeWidth":
                scale *= _parse_px_length("stroke-width", style.get("stroke-width", "1"))
            place = matrix @ Matrix(e=point.x, f=point.y) @ make_rotation(angle, scale=scale)
            place @= Matrix(e=-ref_x, f=-ref_y)
            first = len(self.shapes)
            self.shapes += self._draw_inside(marker, place)
            area = transform_path(make_rectangle(*box), place)
            self._clip_overflow(self.resolve_style(marker, {}), area, first)

    def _clip_overflow(self, style: _SvgStyle, area: Path, first: int) -> None:
        """Clip the shapes from index `first` on to the viewport of a marker or symbol."""
        # SVG 1.1, 14.3.3: they are clipped, unless the overflow is visible.
        if style.get("overflow") != "visible":
            self._clip_shapes(area, first)

    def _clip_shapes(self, area: Path, first: int) -> None:
        """Clip the shapes from index `first` on to an area; remove those outside it."""
        cuts = [
            replace(shape, path=intersect_paths(shape.path, area)) for shape in self.shapes[first:]
        ]
        self.shapes[first:] = [shape for shape in cuts if shape.path]


class FullTemplateSvgReader(_SvgFileReader):
    """Reads a drawing in a template that has more than simple shapes, such as clips or texts.

    The style sheets of the face apply to the drawing.

    - `chain`: the root element of the drawing, with its computed style.
    - `set_text`: a function that returns the items of a `<text>`. It takes the element, its style,
      the width and height of the viewBox, and a function that returns the computed style of an
      element.
    - `load_raster`: a function that returns a picture by its name.
    """

    is_file = False

    def __init__(
        self,
        root: Any,
        report: FaceReport,
        chain: ElementChain,
        set_text: SetText,
        load_raster: Callable[[str], Raster],
    ) -> None:
        super().__init__(root)
        self.report, self._set_text, self._load_raster = report, set_text, load_raster
        self._chains = {root: chain}
        self._shapes_below: list[int] = []

    def add_problem(self, line: int, message: str, hint: str) -> None:
        """Report what is wrong in a line of the template."""
        self.report.error(line, message, hint)

    def report_or_clip_overflow(self, width: float, height: float) -> None:
        """Clip the shapes of a drawing at its viewBox, which is `width` x `height` units.

        A mark, a text or a drawing with overflow: visible that extends beyond it is reported. A
        shape over a text is reported, too: texts are painted last.
        """
        if get_tag_name(self.root) == "symbol":
            BasicSvgReader.report_or_clip_overflow(self, width, height)
        elif self._chains[self.root].style.overflow == "visible":
            self.report_overflow(map(find_item_bounds, self.shapes), width, height)
        self.report_overflow(map(find_essential_box, self.texts), width, height)
        for text, count in zip(self.texts, self._shapes_below, strict=True):
            if any(
                intersect_paths(shape.path, make_text_box_path(text))
                for shape in self.shapes[count:]
            ):
                message = f'"{text.text}" has a shape painted over it'
                self.add_problem(self.root.sourceline, message, "write the text after the shape")
        # SVG 1.1, 14.3.3: overflow is hidden.
        self._clip_shapes(make_rectangle(0.0, 0.0, width, height), 0)

    def is_drawn(self, element: Any, style: _SvgStyle) -> bool:
        """Return whether an element is visible; report what is not supported in it.

        Unlike in SVG files, texts, pictures and a <symbol> as root are supported.
        """
        if element is self.root or (tag := get_tag_name(element)) in ("text", "image"):
            return style.get("display") != "none"
        if tag in _TEXT_TAGS:
            self.add_problem(
                element.sourceline, f"<{tag}> outside a <text>", "write it in a <text>"
            )
            return False
        return super().is_drawn(element, style)

    def draw_text(self, element: Any, style: _SvgStyle, matrix: Matrix) -> None:
        """Add the texts of a `<text>`, and its shadows as shapes; report a blurred shadow."""
        try:
            items = self._set_text(element, style, self._viewport, self._get_element_chain)
        except (ValueError, InputError) as error:
            hint = getattr(
                error, "hint", "write one number, such as 5; x, y, dx and dy may be 50% or 1.2em"
            )
            self.add_problem(element.sourceline, str(error), hint)
            return
        if get_tag_name(self.root) == "symbol":
            hint = "turn it into paths, or put the text in a box on top of the mark"
            self.add_problem(element.sourceline, "text in a mark", hint)
        if not matrix.is_uniform:
            hint = "move, rotate and scale text only, and scale it equally in both directions"
            self.add_problem(element.sourceline, "text in a drawing is slanted or stretched", hint)
        moved = [transform_item(item, matrix) for item in items]
        runs = [item for item in moved if isinstance(item, TextRun)]
        shapes = [item for item in moved if isinstance(item, Shape)]
        if len(runs) + len(shapes) < len(moved):
            hint = (
                "write text-shadow: none for it, a shadow without a blur, or put the text in a box"
            )
            self.add_problem(element.sourceline, "text in a drawing has a blurred shadow", hint)
        self.texts += runs
        self.shapes += shapes
        # The outlines of all runs of a text are below all its letters.
        self._shapes_below += [len(self.shapes)] * len(runs)

    def draw_image(self, element: Any, style: _SvgStyle, matrix: Matrix) -> None:
        """Add a picture as a shape that it fills (SVG 1.1, 5.7)."""
        if get_tag_name(self.root) == "symbol":
            self.add_problem(element.sourceline, *_UNSUPPORTED["image"])
            return
        fit = element.get("preserveAspectRatio", "xMidYMid")
        kind, left, top = read_preserve_aspect_ratio(fit)
        try:
            raster = self._load_raster(element.get("href"))
            if not kind:
                raise make_fit_error(fit)
        except InputError as error:
            self.add_problem(element.sourceline, error.message, error.hint)
            return
        names = ("x", "y", "width", "height")
        sizes = {name: _parse_px_length(name, element.get(name, "0")) for name in names}
        x, y, width, height = sizes.values()
        # SVG 2, 12.3: a size that is not set follows from the ratio of the picture.
        if "width" not in element.attrib:
            width = raster.width * (height / raster.height if "height" in element.attrib else 1)
        if "height" not in element.attrib:
            height = raster.height * width / raster.width
        if min(width, height) <= 0:
            return
        scales = width / raster.width, height / raster.height
        across, down = scales if kind == "none" else ((min, max)[kind == "slice"](scales),) * 2
        size = raster.width * across, raster.height * down
        place = Matrix(size[0], d=size[1], e=left * (width - size[0]), f=top * (height - size[1]))
        matrix @= Matrix(e=x, f=y)
        frame = make_rectangle(0.0, 0.0, width, height)
        area = intersect_paths(frame, transform_path(make_rectangle(0.0, 0.0, 1.0, 1.0), place))
        fill = PictureFill(raster, matrix @ place)
        self.shapes.append(Shape(transform_path(area, matrix), _PICTURE_INK, shade=fill))

    def resolve_style(self, element: Any, parent_style: _SvgStyle) -> _SvgStyle:
        """Return the style of an element: from style sheets and attributes, or inherited."""
        own = {name: value for name, value in element.items() if name in _TEMPLATE_STYLES}
        chain, parent = self._get_element_chain(element), element.getparent()
        for mistake in chain.mistakes:
            self.add_problem(element.sourceline, mistake.message, mistake.hint)
        if element is not self.root and get_tag_name(element) not in _TEXT_TAGS:
            for message, hint in list_ignored_styles(element, chain.style):
                self.add_problem(element.sourceline, message, hint)
        own |= chain.get_drawing_styles(is_root=element is self.root)
        outer = None if element is self.root else self._get_element_chain(parent).style
        for name in ("fill", "stroke", "stroke-width", "color"):
            field = PROPERTIES[name].field
            value = getattr(chain.style, field)
            # Leave out what the parent has too, so that shapes in a <use> inherit from the <use>.
            if outer is None or value != getattr(outer, field):
                own[name] = _format_svg_property(value)
        # The box of the drawing has the opacity of its root.
        if element is not self.root and chain.style.opacity != 1:
            own["opacity"] = _format_svg_property(chain.style.opacity)
        own["paint-order"] = "stroke" if chain.style.is_outline_below else "normal"
        own |= {"display": chain.style.display, "overflow": chain.style.overflow}
        return {**parent_style, **_NOT_INHERITED, **own}

    def _get_element_chain(self, element: Any) -> ElementChain:
        if element not in self._chains:
            self._chains[element] = self._get_element_chain(element.getparent()).get_child_chain(
                element
            )
        return self._chains[element]


_NOT_INHERITED = {"clip-path": "none", "mask": "none", "opacity": "1"}
_TEMPLATE_STYLES = (
    *("stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray"),
    *("stroke-dashoffset", "fill-rule", "clip-rule", "clip-path", "mask"),
    *("marker-start", "marker-mid", "marker-end"),
    *("opacity", "fill-opacity", "stroke-opacity", "stop-color", "stop-opacity"),
)
_TEXT_TAGS = ("text", "tspan", "textPath")
_MARKED_TAGS = ("path", "line", "polyline", "polygon")
"""The shapes that may have markers (SVG 1.1, 11.6)."""
_PICTURE_INK = (128, 128, 128)
"""The fill of a shape that a picture fills: only its opacity is used."""
_TEMPLATE_TAGS = ("defs", "use", "image", "clipPath", "stop", *GRADIENT_TAGS, *ALLOWED_ATTRIBUTES)
_TEMPLATE_TAGS += ("mask", "pattern", "marker")
_KNOWN_TAGS = (*_TEMPLATE_TAGS, *UNPRINTED)
_TEMPLATE_ATTRIBUTES = (
    *(*_TEMPLATE_STYLES, *GRADIENT_ATTRIBUTES),
    *("href", "x", "y", "width", "height", "viewBox", "pathLength", "preserveAspectRatio"),
    *("patternUnits", "patternContentUnits", "patternTransform", "maskUnits", "markerUnits"),
    *("markerWidth", "markerHeight", "refX", "refY", "orient"),
)


def make_text_box_path(text: TextRun) -> Path:
    """Return the rectangle around what must be seen of a text."""
    box = find_essential_box(text)
    return make_rectangle(box.left, box.top, box.width, box.height)


def _get_href(element: Any) -> str:
    """Return the link of an element, "" without one (SVG 1.1, 5.6)."""
    return str(element.get("href") or element.get(XLINK_HREF, ""))


_IN_DESCRIPTION = " or ".join(f"ancestor::*[local-name() = '{tag}']" for tag in UNPRINTED)
"""A condition of XPath for what is inside an element that describes a drawing."""


def needs_full_svg_reader(svg: Any, report: FaceReport) -> bool:
    """Return whether a drawing in a template must be read with `FullTemplateSvgReader`.

    Only a drawing without mistakes is read. If the drawing needs that reader, but has elements or
    attributes that the reader does not know, report them and return False.
    """
    needs_full_reader = False
    unknown: list[Any] = []
    for element in svg.xpath(f"descendant-or-self::*[not({_IN_DESCRIPTION})]"):
        tag = get_tag_name(element)
        if tag in _TEXT_TAGS or element.xpath("ancestor::*[local-name() = 'text']"):
            needs_full_reader = True
            continue
        allowed = (*COMMON_ATTRIBUTES, *ALLOWED_ATTRIBUTES.get(tag, ()))
        names = find_unknown_attributes(element, allowed)
        is_unknown = tag not in _KNOWN_TAGS or not {*names}.issubset(_TEMPLATE_ATTRIBUTES)
        if is_unknown:
            unknown.append(element)
        if tag in _KNOWN_TAGS and (tag not in ALLOWED_ATTRIBUTES or (names and not is_unknown)):
            needs_full_reader = True
    reported = {*unknown}
    for element in unknown if needs_full_reader else ():
        # What is inside an element that is reported is left out.
        if element.getparent() in reported:
            continue
        tag = get_tag_name(element)
        if tag in _KNOWN_TAGS:
            allowed = (*COMMON_ATTRIBUTES, *ALLOWED_ATTRIBUTES.get(tag, ()), *_TEMPLATE_ATTRIBUTES)
            has_only_attributes(element, allowed, report)
        else:
            report.error(element.sourceline, *explain_unsupported_element(tag))
    return needs_full_reader and not unknown


def _format_svg_property(value: Any) -> str:
    """Return the value of a property as text, in px without a unit."""
    if isinstance(value, tuple):
        return f"#{bytes(value).hex()}"
    return "none" if value is None else str(value)


def _measure_length(path: Path) -> float:
    return sum(dist(*ends) for ring in flatten_path(path) for ends in pairwise(ring))


def _outline_stroke(path: Path, style: _SvgStyle, scale: float, dash_unit: float = 1.0) -> Path:
    """Return the outline of the stroke of a path; empty if it has no width.

    `scale` is the factor by which strokes are enlarged, and `dash_unit` the length of a dash of 1.
    """
    # SVG 1.1, 11.4: the initial values.
    initial = {"width": "1", "miterlimit": "4", "dashoffset": "0"}
    width, miter_limit, offset = (
        _parse_px_length(f"stroke-{key}", style.get(f"stroke-{key}", text))
        for key, text in initial.items()
    )
    # SVG 1.1, 11.4: a list with an odd number of dashes is repeated.
    texts = style.get("stroke-dasharray", "none").replace("none", "").replace(",", " ").split()
    dash_scale = scale * dash_unit
    dashes = [_parse_px_length("stroke-dasharray", text) * dash_scale for text in texts]
    dashes *= 1 + len(texts) % 2
    cap, join = style.get("stroke-linecap", ""), style.get("stroke-linejoin", "")
    if width <= 0:
        return ()
    return outline_stroke(path, width * scale, cap, join, miter_limit, dashes, offset * dash_scale)


def _parse_declarations(text: str) -> _SvgStyle:
    """Return the values by property of a style attribute, or of a rule without its braces."""
    declarations = re.findall(_DECLARATION, text)
    return {name.lower(): value.replace("!important", "").strip() for name, value in declarations}


def read_opacity(name: str, style: _SvgStyle) -> float:
    """Return the opacity `name` of a style, from 0 to 1; 1 if it is missing."""
    text = style.get(name, "1").strip()
    try:
        opacity = float(text.rstrip("%")) / (100 if "%" in text else 1)
    except ValueError:
        raise ValueError(f"{name}: {text[:40]}, which is not a number") from None
    return 1.0 if opacity >= _MIN_OPAQUE else max(opacity, 0.0)


def _read_sides(root: Any) -> Iterator[float | None]:
    """Yield the width and the height in px that a drawing sets, None for each that it does not."""
    for name in ("width", "height"):
        size = None
        # SVG 1.1, 7.2: a percentage gives the drawing no size of its own.
        with suppress(ValueError):
            size = max(_parse_px_length(name, root.get(name, "")), 0.0)
        yield size or None


def _parse_px_length(name: str, text: str) -> float:
    match = re.fullmatch(_LENGTH_PATTERN, text)
    if not match or match[2] not in _UNITS:
        raise ValueError(f'{name}="{text[:40]}", which is not a length')
    return float(match[1]) * _UNITS[match[2]]
