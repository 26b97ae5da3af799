"""Replaced elements: marks, drawings, pictures, examples and form fields.

A mark is an SVG file or a symbol, read once and printed with its own aspect ratio. Mistakes are
reported with their line. The printed size is unknown here.
"""

import re
from collections.abc import Callable, Mapping
from functools import partial
from math import hypot
from pathlib import PurePosixPath
from typing import Any, Literal, NamedTuple

from msgspec.structs import replace

from printgen.data_files import read_hints
from printgen.face.face import (
    Drawing,
    Face,
    FormField,
    Item,
    PictureFill,
    PlacedImage,
    PlacedMark,
    Shape,
)
from printgen.face.outlines import has_overlapping_paths
from printgen.face.raster import (
    Raster,
    crop_raster,
    downsample_picture,
    enlarge_pixels,
    find_lowest_alpha,
)
from printgen.face.transform import fade, prefix_field_name, transform_item
from printgen.geometry import MM_PER_POINT, MM_PER_PX, Box, Matrix, make_fit_matrix
from printgen.layout.elements.html_subset import MarkupChecker, get_element_label
from printgen.layout.elements.page_drawings import resolve_percentages
from printgen.layout.elements.svg_marks import DrawingCache, has_empty_corner
from printgen.layout.flow.boxes import ReplacedBox
from printgen.layout.pictures.images import is_svg
from printgen.layout.pictures.svg_import import make_text_box_path
from printgen.layout.pictures.svg_reader import make_fit_error, read_preserve_aspect_ratio
from printgen.layout.style.backgrounds import BackgroundImage, PictureFile
from printgen.layout.style.cascade import ElementChain
from printgen.layout.style.computed import ComputedStyle
from printgen.layout.style.stylesheet import PICTURE_SIZES
from printgen.layout.style.values import Percentage, resolve_point
from printgen.layout.template.diagnostics import MISSING_FILE, FaceReport
from printgen.layout.template.render import TemplateRenderer
from printgen.layout.template.source_map import RenderedText
from printgen.layout.template.xml import SVG, get_tag_name, has_only_attributes, read_document
from printgen.problems import Failure, InputError

_DrawContent = Callable[[float, float, Matrix], tuple[Item, ...]]
"""Returns the items of the content for a width and height in mm, moved by a matrix."""


class _ReplacedContent(NamedTuple):
    """What a replaced element shows: its aspect ratio, and a function that draws it.

    `ratio` is width / height, 0 for none. `width` is the natural width in mm, None without one.
    """

    ratio: float
    draw: _DrawContent
    width: float | None = None


_SHARP_PIXELS = ("crisp-edges", "pixelated")
_USE_TAG = SVG + "use"
_PROCESSING_INSTRUCTION = re.compile(r"<\?.*?\?>", re.DOTALL)


class ReplacedSources(NamedTuple):
    """The files and faces that a template can show.

    - `templates`: finds the files.
    - `drawings`: reads drawings, and caches them.
    - `folder`: the folder in which files are searched first.
    - `examples`: the small faces of other prints that `<object>` can show, by name.
    """

    templates: TemplateRenderer
    drawings: DrawingCache
    folder: str
    examples: Mapping[str, Face]


class ReplacedReader:
    """Reads the replaced elements of one face, such as marks, drawings and form fields."""

    def __init__(self, report: FaceReport, markup: MarkupChecker, sources: ReplacedSources) -> None:
        self._report, self._markup = report, markup
        self._templates, self._drawings, self._folder, self._examples = sources

    def read(self, element: Any, chain: ElementChain, *, is_turned: bool) -> ReplacedBox | None:
        """Return the box of a replaced element, or None after reporting what is wrong.

        `chain` has the computed style of the element. `is_turned` says that a box around the
        element is rotated, which is an error for a form field.
        """
        line, tag, style = element.sourceline, get_tag_name(element), chain.style
        if style.padding_percents and tag not in _FORM_FIELD_TAGS:
            message = f"padding in % is not allowed on <{tag}>"
            self._report.error(line, message, "write it in mm, or on a box around it")
        try:
            content = self._read_content(element, tag, chain, is_turned or bool(style.turn))
        except (ValueError, InputError) as error:
            hint = getattr(error, "hint", "printgen docs templates shows how to write each element")
            self._report.error(line, str(error), hint, element.get("data-field", ""))
            return None
        if content is None:
            return None
        # Messages name the field, the form field, or else the element.
        name = element.get("data-field") or element.get("name") or get_element_label(element)
        ratio = style.ratio or content.ratio
        return ReplacedBox(style, ratio, content.draw, name, line, content.width)

    def _read_content(
        self, element: Any, tag: str, chain: ElementChain, is_turned: bool
    ) -> _ReplacedContent | None:
        """Return the content of a replaced element, or None after reporting an error."""
        if tag == "svg":
            uses = [child for child in element if isinstance(child.tag, str)]
            if len(uses) == 1 and uses[0].tag == _USE_TAG:
                return self._read_mark(element, uses[0], chain)
            width, height = chain.style.width, chain.style.height
            if "viewBox" not in element.attrib and type(width) is type(height) is float:
                # SVG 1.1, 7.2: without a viewBox, a unit is 1 px.
                element.set("viewBox", f"0 0 {width / MM_PER_PX:.6g} {height / MM_PER_PX:.6g}")
                resolve_percentages(element)
            for picture in element.iter(f"{SVG}image"):
                name = self._templates.files.resolve_name(picture.get("href", ""), self._folder)
                picture.set("href", name)
            drawing = self._drawings.read_symbol(element, chain, self._report)
            # Shapes over each other fade as one if they are placed as one.
            draw = partial(_draw_mark, None) if chain.style.opacity != 1 else draw_shapes
            return self._make_drawing_content(drawing, element, chain.style, draw)
        if tag == "img":
            return self._read_image(element, chain)
        if tag == "object":
            return self._read_example(element)
        if tag in _FORM_FIELD_TAGS:
            return self._read_form_field(element, tag, chain, is_turned)
        hint = read_hints("elements").get(tag, "printgen docs templates lists the elements")
        self._report.error(element.sourceline, f"<{tag}> is not allowed here", hint)
        return None

    def _read_mark(self, svg: Any, use: Any, chain: ElementChain) -> _ReplacedContent | None:
        """Return the content for a mark: the drawing of a file with its own aspect ratio.

        `svg` is the element of the mark, and `use` the element inside `svg` that names the file.
        """
        has_only_attributes(svg, ("class", "id", "data-field"), self._report)
        has_only_attributes(use, ("href", "class"), self._report)
        if (href := use.get("href", "")).startswith("#"):
            hint = f'save the symbol as marks/{href[1:]}.svg, and write href="marks/{href[1:]}.svg"'
            raise InputError(f'href="{href}" is not in this <svg>', hint)
        own_place = self._report.locate_line(use.sourceline)
        try:
            file, symbol = self._load_symbol(use.get("href", ""))
        except Failure as failure:  # other marks of the face may be missing too
            self._report.add_problems(
                replace(problem, where=own_place) if problem.kind == MISSING_FILE else problem
                for problem in failure.problems
            )
            return None
        symbol_report = FaceReport(file, "")  # without a face: the mistake is in the file
        use_chain = chain.get_child_chain(use)
        symbol_chain = use_chain.get_child_chain(symbol)
        self._markup.report_ineffective_properties(use, use_chain.style, "in mark")
        symbol_markup = MarkupChecker(symbol_report, "")
        symbol_markup.report_ineffective_properties(symbol, symbol_chain.style, "in mark")
        drawing = self._drawings.read_symbol(symbol, symbol_chain, symbol_report)
        self._report.add_problems(symbol_report.problems)
        if drawing and drawing.has_more_than_opaque_shapes and "data-field" in svg.attrib:
            message = "a mark has a partly transparent colour, or a gradient"
            hint = "write opaque colours, and give the <svg> an opacity"
            self._report.error(svg.sourceline, message, hint)
        draw = partial(_draw_mark, svg.get("data-field"))
        return self._make_drawing_content(drawing, symbol, chain.style, draw)

    def _make_drawing_content(
        self,
        drawing: Drawing | None,
        source: Any,
        style: ComputedStyle,
        draw: Callable[..., tuple[Item, ...]],
    ) -> _ReplacedContent | None:
        """Return the content for the drawing of the element `source`; None without a drawing.

        `draw` returns the items of a drawing, given the drawing, a width, a height and a matrix.
        If `source` has a preserveAspectRatio, the drawing is fitted to its box by it instead.
        """
        if drawing is None:
            return None
        _reject_group_opacity(drawing, style)
        if (fit := source.get("preserveAspectRatio")) is not None:
            fitted = _apply_preserve_aspect_ratio(fit, style)
            draw = partial(self._draw_fitted_drawing, fitted)
        return _ReplacedContent(drawing.width / drawing.height, partial(draw, drawing))

    def _load_symbol(self, href: str) -> tuple[str, Any]:
        """Return the file name of a mark and its symbol element; `href` is the link to it."""
        key = self._folder, href
        entry = self._drawings.symbols.get(key)
        if entry is None:
            merged = self._templates.render(
                self._templates.files.resolve_name(href, self._folder), {}, self._folder
            )
            file = str(self._templates.files.find_file(merged.template) or href)
            # XML 1.0, 2.6: processing instructions are for programs, and draw nothing.
            shapes = _PROCESSING_INSTRUCTION.sub("", merged.text)
            wrapped = f'<svg xmlns="{SVG[1:-1]}">{shapes}</svg>'
            symbols = list(read_document(RenderedText(file, wrapped), FaceReport(file, "")))
            if not symbols:
                raise ValueError(f"{file} contains no <symbol> and is not an SVG file")
            entry = self._drawings.symbols[key] = file, symbols[0]
        return entry

    def _read_image(self, element: Any, chain: ElementChain) -> _ReplacedContent | None:
        allowed = ("class", "id", "src", "alt", "data-field", *PICTURE_SIZES)
        has_only_attributes(element, allowed, self._report)
        name = self._templates.files.resolve_name(element.get("src", ""), self._folder)
        if is_svg(name):
            stem = "data" if name.startswith("data:") else PurePosixPath(name).stem
            line = element.sourceline
            drawing = self._drawings.load_drawing(name, line, self._report, stem)
            draw_fitted = partial(self._draw_fitted_drawing, chain.style)
            return self._make_drawing_content(drawing, element, chain.style, draw_fitted)
        picture = self._drawings.pictures.load_raster(name)
        ratio, draw = picture.width / picture.height, partial(_draw_raster, picture, chain.style)
        # CSS Images 3, 5.1: a pixel of a picture is 1 px of CSS.
        return _ReplacedContent(ratio, draw, picture.width * MM_PER_PX)

    def load_background(self, element: Any, style: ComputedStyle) -> ComputedStyle:
        """Return the style of an element with the pictures of its background and mask loaded.

        Pictures that cannot be loaded are reported.
        """
        if isinstance(style.mask, PictureFile):
            style = self._load_mask(style.mask.url, element.sourceline, style)
        if not any(isinstance(image, PictureFile) for image in style.images):
            return style
        if style.image_rendering in _SHARP_PIXELS:
            message = "image-rendering has no effect on a picture in a background"
            self._report.error(element.sourceline, message, "show the picture with <img>")
        images: list[BackgroundImage] = []
        for image in style.images:
            try:
                images.append(
                    self._load_background_picture(image, element.sourceline)
                    if isinstance(image, PictureFile)
                    else image
                )
            except (ValueError, InputError) as error:
                hint = getattr(error, "hint", "save the picture as PNG or JPEG")
                self._report.error(element.sourceline, f"background: {error}", hint)
        return replace(style, images=tuple(images))

    def _load_mask(self, url: str, line: int, style: ComputedStyle) -> ComputedStyle:
        """Return a style with the shape of an SVG file as its clip path, instead of its mask."""
        name = self._templates.files.resolve_name(url, self._folder)
        style = replace(style, mask=None)
        drawing = is_svg(name) and self._drawings.load_drawing(name, line, self._report, "mask")
        if not drawing:
            if drawing is False:
                hint = 'cut it out in a drawing program, and show the result with <img src="…"/>'
                self._report.error(line, "mask: a picture that is no SVG file", hint)
            return style
        if style.clip_path or drawing.has_more_than_opaque_shapes:
            message = "mask: a drawing that is not opaque, or a box that has a clip-path too"
            self._report.error(line, message, "give the shapes one opaque colour, and no clip-path")
        path = tuple(segment for shape in drawing.shapes for segment in shape.path)
        return replace(style, clip_path=("drawing", path, drawing.width, drawing.height))

    def _load_background_picture(self, image: PictureFile, line: int) -> BackgroundImage:
        name = self._templates.files.resolve_name(image.url, self._folder)
        if not is_svg(name):
            return self._drawings.pictures.load_raster(name)
        drawing = self._drawings.load_drawing(name, line, self._report, "background")
        if drawing and any(shape.shade for shape in drawing.shapes):
            hint = "write its gradient as another layer, or begin the box with an <img>"
            raise InputError("an SVG file with a gradient or a picture", hint)
        return drawing or image

    def _draw_fitted_drawing(
        self, style: ComputedStyle, source: Drawing, width: float, height: float, matrix: Matrix
    ) -> tuple[Item, ...]:
        """Return the part of a drawing that is visible in a box, placed as object-fit says."""
        place, visible = _fit_object(style, source, width, height)
        drawing = self._drawings.crop_drawing(source, visible)
        items = _place_drawing(drawing, matrix @ place @ Matrix(e=visible.left, f=visible.top))
        share = _measure_shown_share(style, source, visible)
        return tuple(
            replace(item, shown=share) if isinstance(item, PlacedMark) else item for item in items
        )

    def _read_example(self, element: Any) -> _ReplacedContent | None:
        """Return the content for an example: another face, scaled to its box.

        The names of its fields get the name of the example as a prefix.
        """
        has_only_attributes(element, ("class", "id", "data"), self._report)
        name = element.get("data", "")
        face = self._examples.get(name)
        if face is None:
            raise ValueError(f"no example is called {name}")
        return _ReplacedContent(face.width / face.height, partial(_draw_example, name, face))

    def _read_form_field(
        self, element: Any, tag: str, chain: ElementChain, is_turned: bool
    ) -> _ReplacedContent | None:
        line, report = element.sourceline, self._report
        self._markup.check_attributes(element)
        kind, name = element.get("type", "text"), element.get("name", "")
        if not name:
            report.error(line, f"<{tag}> without a name", 'write name="soldier.1.weapon"')
        elif tag == "input" and kind not in ("text", "checkbox"):
            hint = 'write type="text" or type="checkbox"'
            report.error(line, f'<input type="{kind}"> is not in the subset', hint)
        elif (element.text or "").strip() or len(element):
            report.error(line, f"<{tag}> contains text", "leave it empty")
        # A widget annotation has an upright rectangle (ISO 32000-1, 12.5.2, Rect).
        elif is_turned:
            raise ValueError("a form field cannot be rotated: remove the transform around it")
        else:
            self._markup.report_ineffective_properties(element, chain.style, "on form field")
            check: Literal["text", "check"] = "check" if kind == "checkbox" else "text"
            points, is_large = chain.style.size / MM_PER_POINT, tag == "textarea"
            form_field = FormField(name, check, 0.0, 0.0, 0.0, 0.0, points, is_large)
            return _ReplacedContent(0.0, partial(_draw_form_field, form_field))
        return None


def _apply_preserve_aspect_ratio(text: str, style: ComputedStyle) -> ComputedStyle:
    """Return a style with the object-fit and object-position of a preserveAspectRatio.

    `text` is the value of this attribute (SVG 1.1, 7.8).
    """
    kind, *shares = read_preserve_aspect_ratio(text)
    if not kind:
        raise make_fit_error(text)
    fit = {"none": "fill", "slice": "cover", "meet": "contain"}[kind]
    position = tuple(Percentage(100 * share) for share in shares)
    return replace(style, object_fit=fit, object_position=position)


_FORM_FIELD_TAGS = ("input", "textarea")


def _draw_mark(
    field: str | None, drawing: Drawing, width: float, height: float, matrix: Matrix
) -> tuple[Item, ...]:
    inner = matrix @ make_fit_matrix(drawing.width, drawing.height, width, height)
    return _place_drawing(drawing, inner, field)


def _place_drawing(drawing: Drawing, matrix: Matrix, field: str | None = None) -> tuple[Item, ...]:
    """Return a drawing placed by `matrix`: as one mark that prints `field`, or as separate items.

    A drawing with texts, transparency or a gradient becomes its shapes and texts, because the form
    XObject of a mark has none of these.
    """
    if drawing.has_more_than_opaque_shapes:
        return _draw_items(drawing, matrix)
    return (PlacedMark(drawing, matrix, field),)


def _reject_group_opacity(drawing: Drawing, style: ComputedStyle) -> None:
    """Raise `InputError` for an opacity on a drawing whose shapes overlap and fade separately.

    Shapes fade separately if the drawing has texts, transparency or a gradient. Any other drawing
    is printed as one mark.
    """
    if style.opacity == 1 or not drawing.has_more_than_opaque_shapes:
        return
    paths = [shape.path for shape in drawing.shapes]
    if has_overlapping_paths((*paths, *map(make_text_box_path, drawing.texts))):
        message = "opacity on a drawing whose transparent shapes or gradients overlap"
        raise InputError(message, "give each shape an opacity, or opaque colours")


def draw_shapes(drawing: Drawing, width: float, height: float, matrix: Matrix) -> tuple[Item, ...]:
    """Return the shapes of a drawing, each placed by `matrix` as an item of the face."""
    inner = matrix @ make_fit_matrix(drawing.width, drawing.height, width, height)
    return _draw_items(drawing, inner)


def _draw_items(drawing: Drawing, matrix: Matrix) -> tuple[Item, ...]:
    """Return what is in a drawing, each part moved by `matrix` as an item of the face."""
    items: tuple[Item, ...] = (*drawing.shapes, *drawing.texts)
    return tuple(_draw_picture_fill(transform_item(item, matrix)) for item in items)


def _draw_picture_fill(item: Item) -> Item:
    """Return the picture of a shape that a picture fills, or another item as it is."""
    if not isinstance(item, Shape) or not isinstance(item.shade, PictureFill):
        return item
    matrix = item.shade.matrix
    picture = downsample_picture(item.shade.raster, matrix.scale, hypot(matrix.c, matrix.d))
    image = fade(PlacedImage(picture.data, 0.0, 0.0, 1.0, 1.0), (*(item.fill or ()), 255)[3] / 255)
    return replace(transform_item(image, matrix), clip=item.path)


def _fit_object(
    style: ComputedStyle, source: Drawing | Raster, width: float, height: float
) -> tuple[Matrix, Box]:
    """Return how a picture is fitted to a box of `width` x `height` mm (CSS Images 3, 5.5).

    The matrix maps the units of the picture to mm; the box is the visible part of the picture, in
    its units.
    """
    # CSS Images 3, 5.5 (object-fit) and 5.6 (object-position): percentages refer to the free space.
    across, down = scales = width / source.width, height / source.height
    fit, position = style.object_fit, style.object_position
    if fit == "cover" and style.max_crop is not None:
        # A figure without a ground is shown whole, and stands at the foot of its box.
        if isinstance(source, Raster):
            is_figure = find_lowest_alpha(source.data) == 0
        else:
            is_figure = has_empty_corner(source)
        if is_figure or 1 - min(scales) / max(scales) > style.max_crop:
            fit, position = "contain", (position[0], Percentage(100.0 if is_figure else 50.0))
    if fit != "fill":
        across = down = min(scales) if fit == "contain" else max(scales)
    x, y = resolve_point(position, width - source.width * across, height - source.height * down)
    left, top = max(-x / across, 0.0), max(-y / down, 0.0)
    right, bottom = min((width - x) / across, source.width), min((height - y) / down, source.height)
    return Matrix(across, 0.0, 0.0, down, x, y), Box(left, top, max(left, right), max(top, bottom))


def _measure_shown_share(style: ComputedStyle, source: Drawing | Raster, visible: Box) -> float:
    """Return the share of a picture that is visible; 1 if its style has no `--max-crop`."""
    if style.max_crop is None:
        return 1.0
    return visible.width * visible.height / (source.width * source.height)


def _draw_raster(
    picture: Raster, style: ComputedStyle, width: float, height: float, matrix: Matrix
) -> tuple[Item, ...]:
    place, visible = _fit_object(style, picture, width, height)
    left, top = (matrix @ place).transform_point(visible.left, visible.top)
    shown_width, shown_height = visible.width * place.a, visible.height * place.d
    shown = downsample_picture(crop_raster(picture, visible), shown_width, shown_height)
    if style.image_rendering in _SHARP_PIXELS:
        shown = enlarge_pixels(shown, shown_width, shown_height)
    share = _measure_shown_share(style, picture, visible)
    return (PlacedImage(shown.data, left, top, shown_width, shown_height, shown=share),)


def _draw_example(
    name: str, face: Face, width: float, height: float, matrix: Matrix
) -> tuple[Item, ...]:
    inner = matrix @ make_fit_matrix(face.width, face.height, width, height)
    return tuple(prefix_field_name(name, transform_item(item, inner)) for item in face.items)


def _draw_form_field(
    form_field: FormField, width: float, height: float, matrix: Matrix
) -> tuple[Item, ...]:
    return (transform_item(replace(form_field, width=width, height=height), matrix),)
