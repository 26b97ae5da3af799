"""One face as an SVG file that a browser shows as it is printed.

One user unit is 1 mm, and items follow in painting order. Pictures are embedded; font files are
referenced by their relative path from the folder of the SVG file.
"""

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from os.path import relpath
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

from lxml import etree
from tinycss2.serializer import serialize_string_value

from printgen.colour import Colour
from printgen.face.face import (
    Drawing,
    Face,
    FormField,
    Item,
    PlacedImage,
    PlacedMark,
    Shape,
    TextRun,
)
from printgen.face.fonts import Typeface
from printgen.geometry import MM_PER_POINT
from printgen.press.writing.labels import format_factor

_SVG_NAMESPACE = "http://www.w3.org/2000/svg"
_NAMESPACES: Any = {None: _SVG_NAMESPACE}
_XML_SPACE = "{http://www.w3.org/XML/1998/namespace}space"

_WORD = re.compile(r"\s*\S+\s*|\s+")
_Resource = TypeVar("_Resource", Typeface, Drawing)

# Browsers may not kern small text.
_TEXT_RULE = "text { font-kerning: normal; }"


def make_face_svg(face: Face, folder: Path) -> bytes:
    """Return the text of the SVG file of a face, which will be saved in `folder`."""
    typefaces = list_typefaces(face)
    addresses = (relpath(typeface.path.resolve(), folder.resolve()) for typeface in typefaces)
    pairs = zip(typefaces, addresses, strict=True)
    root = draw_face(face, [format_font_face(font, Path(path).as_posix()) for font, path in pairs])
    etree.indent(root)
    for word in root.iter(f"{{{_SVG_NAMESPACE}}}tspan"):
        word.getparent().text = word.tail = None  # spaces in a text are printed
    return bytes(etree.tostring(root, encoding="utf-8", xml_declaration=True)) + b"\n"


def list_typefaces(face: Face) -> tuple[Typeface, ...]:
    """Return the typefaces of the texts of a face, each once."""
    return tuple(_assign_names("type", _iterate_typefaces(face)))


def format_font_face(typeface: Typeface, address: str) -> str:
    """Return the CSS @font-face rule of a typeface whose font file has the URL `address`."""
    return f'@font-face {{ {_format_font(typeface)} src: url("{quote(address)}"); }}'


def draw_face(face: Face, font_faces: Iterable[str] = ()) -> Any:
    """Return the <svg> element that shows a face; `font_faces` are its @font-face rules.

    If `font_faces` is empty, the page that shows the element must have the rules of all its
    typefaces.
    """
    width, height = format_factor(face.width), format_factor(face.height)
    root: Any = etree.Element(f"{{{_SVG_NAMESPACE}}}svg", nsmap=_NAMESPACES)
    root.set("width", f"{width}mm")
    root.set("height", f"{height}mm")
    root.set("viewBox", f"0 0 {width} {height}")
    # SVG 1.1, 10.15: keep repeated and leading spaces of text.
    root.set(_XML_SPACE, "preserve")
    classes = _assign_names("type", _iterate_typefaces(face))
    drawings = (item.drawing for item in face.items if isinstance(item, PlacedMark))
    symbols = _assign_names("mark", drawings)
    rules = [f".{name} {{ {_format_font(typeface)} }}" for typeface, name in classes.items()]
    _add_element(root, "style").text = "\n".join((*font_faces, *rules, _TEXT_RULE))
    for drawing, name in symbols.items():
        # SVG 1.1, 5.5: a symbol is drawn only where a use element refers to it.
        box = f"0 0 {format_factor(drawing.width)} {format_factor(drawing.height)}"
        symbol = _add_element(root, "symbol", id=name, viewBox=box)
        for shape in drawing.shapes:
            _add_shape(symbol, shape)
    for item in face.items:
        _add_item(root, item, classes, symbols)
        if (opacity := getattr(item, "opacity", 1.0)) != 1:
            root[-1].set("opacity", format_factor(opacity))
    return root


def _iterate_typefaces(face: Face) -> Iterator[Typeface]:
    return (item.typeface for item in face.items if isinstance(item, TextRun))


def _assign_names(kind: str, items: Iterable[_Resource]) -> dict[_Resource, str]:
    """Return a name for each different item: `kind`, a hyphen and a number from 1."""
    return {item: f"{kind}-{number}" for number, item in enumerate(dict.fromkeys(items), 1)}


def _format_font(typeface: Typeface) -> str:
    """Return the CSS declarations that select a typeface."""
    family = serialize_string_value(typeface.family)
    weight, style = typeface.weight, typeface.style
    return f'font-family: "{family}"; font-weight: {weight}; font-style: {style};'


def _add_item(
    root: Any, item: Item, classes: Mapping[Typeface, str], symbols: Mapping[Drawing, str]
) -> None:
    if isinstance(item, TextRun):
        _add_text_run(root, item, classes[item.typeface])
    elif isinstance(item, Shape):
        _add_shape(root, item)
    elif isinstance(item, PlacedMark):
        _add_mark(root, item, symbols[item.drawing])
    elif isinstance(item, PlacedImage):
        clip_id = f"clip-{len(root)}"
        if item.clip:
            clip = _add_element(root, "clipPath", id=clip_id)
            _add_shape(clip, Shape(item.clip, (0, 0, 0)))
        image = _add_element(root, "image", **_format_box(item), preserveAspectRatio="none")
        if item.clip:
            image.set("clip-path", f"url(#{clip_id})")
        kind = "png" if item.data.startswith(b"\x89PNG") else "jpeg"
        image.set("href", f"data:image/{kind};base64,{b64encode(item.data).decode()}")
    else:
        # A form field prints nothing: the rectangle only records its name and place.
        _add_element(root, "rect", **_format_box(item), fill="none").set("data-input", item.name)


def _add_text_run(root: Any, run: TextRun, class_name: str) -> None:
    x, y = format_factor(run.x), format_factor(run.y)
    # SVG 2, 11.4.5: text from right to left begins at its right edge.
    start = format_factor(run.x + _measure_text(run, run.text)) if run.is_rtl else x
    text = _add_element(root, "text", x=start, y=y, fill=_format_colour(run.colour))
    _add_words(text, run)
    text.set("class", class_name)
    text.set("font-size", format_factor(run.size * MM_PER_POINT))
    if run.tracking:
        text.set("letter-spacing", format_factor(run.tracking * MM_PER_POINT))
    if run.features:
        settings = ", ".join(f'"{tag}" {value}' for tag, value in run.features)
        text.set("font-feature-settings", settings)
    if run.is_rtl:
        text.set("direction", "rtl")
        text.set("unicode-bidi", "bidi-override")
    if run.angle or run.stretch != 1:
        shift = format_factor(run.x * (1 - run.stretch))
        stretch = f" matrix({format_factor(run.stretch)} 0 0 1 {shift} 0)"
        stretch = "" if run.stretch == 1 else stretch
        text.set("transform", f"rotate({format_factor(run.angle)} {x} {y}){stretch}")
    if run.outline is not None:
        text.set("stroke", _format_colour(run.outline))
        text.set("stroke-width", format_factor(run.outline_width))
    if run.field is not None:
        text.set("data-field", run.field)


def _add_words(text: Any, run: TextRun) -> None:
    """Add the words of a run to its text element.

    If the font kerns letters with spaces, each word is added with its own position. Browsers would
    shape the whole text together, but layout has shaped each word separately.
    """
    if run.is_rtl or not run.typeface.has_kerned_spaces(run.text, run.features):
        text.text = run.text
        return
    for word in _WORD.finditer(run.text):
        x = format_factor(run.x + _measure_text(run, run.text[: word.start()]))
        _add_element(text, "tspan", x=x).text = word[0]


def _measure_text(run: TextRun, text: str) -> float:
    """Return the width of a part of a run in mm."""
    width = run.typeface.measure(text, run.size, run.features)
    if run.tracking:
        width += run.tracking * run.typeface.count_clusters(text, run.features)
    return width * MM_PER_POINT


def _add_shape(parent: Any, shape: Shape) -> None:
    """Add a path for a shape.

    Its fill rule, line join and line cap are the defaults of SVG 1.1 (11.3 and 11.4), as on a face.
    """
    segments = (f"{sign}{' '.join(map(format_factor, numbers))}" for sign, *numbers in shape.path)
    data = " ".join(segments)
    path = _add_element(parent, "path", d=data, fill=_format_colour(shape.fill))
    if shape.stroke is not None:
        path.set("stroke", _format_colour(shape.stroke))
        path.set("stroke-width", format_factor(shape.stroke_width))


def _add_mark(root: Any, mark: PlacedMark, name: str) -> None:
    drawing, m = mark.drawing, mark.matrix
    width, height = format_factor(drawing.width), format_factor(drawing.height)
    use = _add_element(root, "use", href=f"#{name}", width=width, height=height)
    use.set("transform", f"matrix({' '.join(map(format_factor, (m.a, m.b, m.c, m.d, m.e, m.f)))})")
    if mark.field is not None:
        use.set("data-field", mark.field)


def _format_box(item: PlacedImage | FormField) -> dict[str, str]:
    return {name: format_factor(getattr(item, name)) for name in ("x", "y", "width", "height")}


def _format_colour(colour: Colour | None) -> str:
    return "none" if colour is None else f"#{bytes(colour).hex()}"


def _add_element(parent: Any, tag: str, **attributes: str) -> Any:
    return etree.SubElement(parent, f"{{{_SVG_NAMESPACE}}}{tag}", attributes)
