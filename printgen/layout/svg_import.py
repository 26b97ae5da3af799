"""Turn an SVG file, as drawing programs write it, into filled shapes in its own colours.

What a program notes for itself is left out; what would not print as it is shown is told with the
file's line and what to do in the program. It must not know templates, or where a drawing is shown.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from math import sqrt
from types import SimpleNamespace
from typing import Any

import cssselect2
import tinycss2
from lxml import etree

from printgen.colour import read_ink
from printgen.layout.face import Colour, Shape
from printgen.layout.geometry import Matrix, centred
from printgen.layout.path_boolean import cut, even_odd, stroked, united
from printgen.layout.svg_geometry import (
    Path,
    bounds,
    read_numbers,
    read_transform,
    rectangle,
    transformed,
)
from printgen.layout.svg_shapes import SHAPES, outline
from printgen.layout.xml import SVG, mistakes
from printgen.problems import ExitCode, Failure, Problem, Where

_LARGEST = 20
"""Times that a shape may be as large as its drawing: to cut a larger one takes too long."""

_NEUTRAL = 16
"""Levels between the parts of a colour that is still a black, a grey or a white."""

_TOLD = 5
"""Of how many more lines with one fault a message tells."""

_SOLID = 0.995
"""The least opacity that is only rounded off."""

_FINE = 4096.0
"""Units across a drawing while it is worked on."""


@dataclass(frozen=True, slots=True)
class Artwork:
    """What a file draws, in a box from 0, 0."""

    width: float
    height: float
    shapes: tuple[Shape, ...]

    def inked(self, ink: Colour) -> tuple[Shape, ...]:
        """The shapes in `ink` where all are of one black, grey or white; else as they are."""
        fills = {one.fill for one in self.shapes if one.fill}
        if len(fills) > 1 or any(max(one) - min(one) > _NEUTRAL for one in fills):
            return self.shapes
        return tuple(replace(one, fill=ink) for one in self.shapes)


def read_artwork(file: str, data: bytes) -> Artwork:
    """What an SVG file draws; raises `Failure` (rules) with all that is wrong with it."""
    # Illustrator writes its namespaces as entities.
    safe: Any = {"resolve_entities": "internal", "no_network": True, "remove_comments": True}
    try:
        reader = _ArtworkReader(etree.fromstring(data, etree.XMLParser(**safe)))
    except etree.XMLSyntaxError as error:
        known = error.lineno or 1, error.msg.partition(", line")[0], ""
        line, found, _ = next(mistakes(data), known)
        problem = Problem(Where(file, line), f"not XML: {found}", _SAVE)
        raise Failure(ExitCode.RULES, (problem,)) from error
    artwork, problems = reader.read(), []
    for (found, hint), lines in reader.wrong.items():
        first, *more = dict.fromkeys(lines)
        also = f", also on line {', '.join(map(str, more[:_TOLD]))}" if more else ""
        problems.append(Problem(Where(file, first), found + also, hint))
    if problems:
        raise Failure(ExitCode.RULES, problems)
    return artwork


_SAVE = "save it again from the drawing program, as plain SVG"
_PATHS = "Inkscape Path > Object to Path, in Illustrator Type > Create Outlines, in Figma Flatten"
_PNG = "or save it as a PNG, which a picture may be, though no mark"
_SEE_THROUGH = ("something see-through", f"give it an opaque colour, {_PNG}")
_LINE_END = ("an arrowhead or another marker", "in Inkscape: Path > Stroke to Path")
_REFUSED = {
    "text": ("text in a drawing", f"turn it into paths: in {_PATHS}"),
    "image": ("a raster picture in a drawing", f"take it out or trace it, {_PNG}"),
    "foreignObject": ("a foreignObject", "in Illustrator save without its editing capabilities"),
    "filter": ("a filter, such as a blur or a shadow", f"take it off, {_PNG}"),
    "mask": ("a mask", f"cut the shapes themselves, {_PNG}"),
    "mix-blend-mode": ("a blend mode", f"set it to normal, {_PNG}"),
    "transform": ("a transform in a style", "write it as an attribute"),
    "marker": _LINE_END,
    "marker-start": _LINE_END,
    "marker-mid": _LINE_END,
    "marker-end": _LINE_END,
}
"""Elements, and properties that are not none: what was found, and what to do about it."""

_HANDED = r"color|fill(-\w+)?|stroke(-\w+)?|marker(-\w+)?|clip-rule|paint-order|visibility"
_IS_HANDED = re.compile(_HANDED).fullmatch
_IS_STYLE = re.compile(rf"{_HANDED}|opacity|display|clip-path|filter|mask").fullmatch
_IS_LENGTH = re.compile("width|height|[xy][12]?|c[xy]|r[xy]?").fullmatch
_UNSEEN = re.compile(
    "defs|symbol|clipPath|mask|filter|marker|pattern|(linear|radial)Gradient|s(cript|tyle)"
    "|title|desc|metadata|view"
).fullmatch
_UNITS = {"": 1, "px": 1, "pt": 4 / 3, "pc": 16, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96}
_LENGTH = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*([a-z]*)\s*")
_DECLARED = re.compile(r"""([\w-]+)\s*:((?:[^;"'(]|"[^"]*"|'[^']*'|\([^)]*\))*)""")

_Style = Mapping[str, str]


class _ArtworkReader:
    """Draws one file; `wrong` has the lines of what was found, with what to do about it."""

    def __init__(self, root: Any) -> None:
        self.wrong: dict[tuple[str, str], list[int]] = {}
        self._root = root
        self._shapes: list[Shape] = []
        self._is_clip = False
        self._by_id = {one.get("id"): one for one in root.iter("*")}
        self._rules = cssselect2.Matcher()
        self._wrapped: dict[Any, Any] = {}

    def read(self) -> Artwork:
        """What the file draws, where nothing is wrong."""
        root = self._root
        for note in root.xpath("//processing-instruction('xml-stylesheet')"):
            self._refuse(note.sourceline, "a style sheet in another file", "copy it into <style>")
        etree.strip_tags(root, etree.ProcessingInstruction)
        for script in root.iter(f"{SVG}script"):
            self._refuse(script.sourceline, "a script", "take it out: paper runs none")
        for sheet in root.iter(f"{SVG}style"):
            self._add_rules(sheet)
            wrapper = cssselect2.ElementWrapper.from_xml_root(root)
            self._wrapped = {one.etree_element: one for one in wrapper.iter_subtree()}
        try:
            sides = (_length(name, root.get(name, "")) for name in ("width", "height"))
            x, y, width, height = read_numbers(root.get("viewBox", "")) or (0.0, 0.0, *sides)
            scale = _FINE / max(width, height)
            frame = rectangle(0.0, 0.0, width * scale, height * scale)
        except (ValueError, ZeroDivisionError):
            hint = 'write viewBox="0 0 100 100" on <svg>, as large as the drawing is'
            self._refuse(root.sourceline, "a drawing without a size", hint)
            return Artwork(1.0, 1.0, ())
        try:
            self._draw(root, {}, Matrix(scale, 0, 0, scale, -x * scale, -y * scale))
            self._cut(frame, 0)
        except RecursionError:
            self._refuse(root.sourceline, "a <use> that shows itself", _SAVE)
        except ValueError as error:
            self._refuse(root.sourceline, str(error), _SAVE)
        if not self._shapes and not self.wrong:
            self._refuse(root.sourceline, "a drawing of nothing", _SAVE)
        back = Matrix(a=1 / scale, d=1 / scale)
        shapes = (replace(one, path=transformed(one.path, back)) for one in self._shapes)
        return Artwork(width, height, tuple(shapes))

    def _refuse(self, line: int, found: str, hint: str) -> None:
        self.wrong.setdefault((found, hint), []).append(line)

    def _add_rules(self, sheet: Any) -> None:
        for node in tinycss2.parse_stylesheet(sheet.text or "", True, True):
            try:
                if node.type != "qualified-rule":
                    raise cssselect2.SelectorError
                for selector in cssselect2.compile_selector_list(node.prelude):
                    self._rules.add_selector(selector, tinycss2.serialize(node.content))
            except (cssselect2.SelectorError, TypeError):  # the one of what is no CSS
                name = f"@{node.at_keyword}" if node.type == "at-rule" else "a rule"
                found = f"{name} in a style sheet, which is not understood"
                self._refuse(sheet.sourceline + node.source_line - 1, found, "take it out")

    def _style(self, element: Any, above: _Style) -> _Style:
        """How an element looks: by attributes, style sheets, its own style, or as handed down."""
        own = {name: value for name, value in element.items() if _IS_STYLE(name)}
        if element in self._wrapped:
            for *_, declared in sorted(self._rules.match(self._wrapped[element])):
                own |= _declared(declared)
        own |= _declared(element.get("style", ""))
        handed = {name: value for name, value in above.items() if _IS_HANDED(name)}
        return handed | {name: value for name, value in own.items() if value != "inherit"}

    def _draw(self, element: Any, above: _Style, matrix: Matrix) -> None:
        """Draws an element and all in it."""
        space, _, tag = element.tag.rpartition("}")
        style = self._style(element, above)
        is_drawn = space == SVG[:-1] and not _UNSEEN(tag) and style.get("display") != "none"
        if not is_drawn or self._is_clear(element, "opacity", style):
            return
        for name, what in _REFUSED.items():
            if name == tag or style.get(name, "none") not in ("none", "normal"):
                self._refuse(element.sourceline, *what)
        if tag in _REFUSED:
            return
        try:
            matrix = matrix @ read_transform(element.get("transform", ""))
            clip, first = style.get("clip-path", "none"), len(self._shapes)
            self._paint(element, tag, style, matrix)
            if clip != "none":
                self._cut(self._area(clip, matrix), first)
        except ValueError as error:
            self._refuse(element.sourceline, str(error), _SAVE)

    def _paint(self, element: Any, tag: str, style: _Style, matrix: Matrix) -> None:
        if f"{SVG}{tag}" in SHAPES:
            self._shape(element, tag, style, matrix)
        elif tag == "use":
            self._use(element, style, matrix)
        elif tag in ("g", "a") or element is self._root:
            for child in element:
                self._draw(child, style, matrix)
        else:
            raise ValueError(f"<{tag}>, which is not known here")

    def _use(self, element: Any, style: _Style, matrix: Matrix) -> None:
        href = element.get("href") or element.get("{http://www.w3.org/1999/xlink}href", "")
        target = self._by_id.get(href[1:]) if href.startswith("#") else None
        if target is None:
            found = f"<use> of “{href[:60]}”, which is not in this file"
            self._refuse(element.sourceline, found, "copy what it shows into the drawing")
            return
        x, y = (_length(name, element.get(name, "0")) for name in ("x", "y"))
        matrix = matrix @ Matrix(e=x, f=y)
        if target.tag != f"{SVG}symbol":
            self._draw(target, style, matrix)
            return
        box = read_numbers(target.get("viewBox", ""))
        if len(box) == 4 and min(box[2:]) > 0:
            width, height = (_length(name, element.get(name, "")) for name in ("width", "height"))
            matrix = matrix @ centred(box[2], box[3], width, height)
            matrix = matrix @ Matrix(e=-box[0], f=-box[1])
        for child in target:
            self._draw(child, self._style(target, style), matrix)

    def _shape(self, element: Any, tag: str, style: _Style, matrix: Matrix) -> None:
        said = dict(element.items())
        scale = sqrt(abs(matrix.a * matrix.d - matrix.b * matrix.c))
        is_seen = scale and style.get("visibility", "visible") == "visible"
        if not is_seen or not said.get("d", "M").strip():
            return
        said |= {name: repr(_length(name, said[name])) for name in filter(_IS_LENGTH, said)}
        # A stroke is drawn in its size, before what stretches it.
        path = outline(SimpleNamespace(tag=element.tag, get=said.get), tag)
        path, layers = transformed(path, Matrix(a=scale, d=scale)), []
        if not path:
            return
        fill = (0, 0, 0) if self._is_clip else self._colour(element, "fill", style)
        box = bounds(path)
        if max(box.width, box.height) > _LARGEST * _FINE:
            raise ValueError(f"a shape {_LARGEST} times as large as the drawing")
        # A line holds nothing to fill, but some readers of PDFs fill it.
        if fill and tag != "line" and min(box.width, box.height) > 0:
            rule = style.get("clip-rule" if self._is_clip else "fill-rule")
            layers.append((even_odd(path) if rule == "evenodd" else path, fill))
        stroke = None if self._is_clip else self._colour(element, "stroke", style)
        if stroke:
            layers.append((_line(path, style, scale), stroke))
        if style.get("paint-order", "").startswith("stroke"):
            layers.reverse()
        matrix = matrix @ Matrix(a=1 / scale, d=1 / scale)
        self._shapes += [Shape(transformed(area, matrix), ink) for area, ink in layers if area]

    def _colour(self, element: Any, name: str, style: _Style) -> Colour | None:
        value = style.get(name, "black" if name == "fill" else "none")
        if value.lower() == "currentcolor":
            value = style.get("color", "black")
        if value == "none" or self._is_clear(element, f"{name}-opacity", style):
            return None
        found = read_ink(value)
        if not found:
            what = "a gradient or a pattern" if "url(" in value else f"“{value[:40]}”, no colour"
            self._refuse(element.sourceline, f"{name}: {what}", f"give it one colour, {_PNG}")
            return None
        ink, opacity = found
        if 0 < opacity < 1:
            self._refuse(element.sourceline, *_SEE_THROUGH)
        return ink if opacity else None

    def _is_clear(self, element: Any, name: str, style: _Style) -> bool:
        """Whether by an opacity nothing is seen; one that is neither that nor all is refused."""
        try:
            text = style.get(name, "1")
            share = float(text.rstrip("% ")) / (100 if "%" in text else 1)
        except ValueError:
            share = 0.5
        if 0 < share < _SOLID:
            self._refuse(element.sourceline, *_SEE_THROUGH)
        return share <= 0

    def _area(self, clip: str, matrix: Matrix) -> Path:
        """What a clip leaves to be seen."""
        target = self._by_id.get(clip.strip("url()#'\" "))
        said = {} if target is None else target.attrib
        is_plain = said.get("clipPathUnits", "userSpaceOnUse") == "userSpaceOnUse"
        if target is None or "clip-path" in said or not is_plain:
            raise ValueError(f"clip-path: {clip[:40]}, which is not understood")
        matrix = matrix @ read_transform(target.get("transform", ""))
        kept, self._shapes, self._is_clip = self._shapes, [], True
        for child in target:
            self._draw(child, {}, matrix)
        areas, self._shapes, self._is_clip = [one.path for one in self._shapes], kept, False
        return reduce(united, areas) if areas else ()

    def _cut(self, area: Path, first: int) -> None:
        """Cuts what was drawn, from one shape on, to an area."""
        cuts = [replace(one, path=cut(one.path, area)) for one in self._shapes[first:]]
        self._shapes[first:] = [one for one in cuts if one.path]


def _line(path: Path, style: _Style, scale: float) -> Path:
    """The outline of a stroke."""

    usual = {"width": "1", "miterlimit": "4", "dashoffset": "0"}
    width, limit, offset = (
        _length(f"stroke-{name}", style.get(f"stroke-{name}", text)) for name, text in usual.items()
    )
    texts = style.get("stroke-dasharray", "none").replace("none", "").replace(",", " ").split()
    dashes = [_length("stroke-dasharray", text) * scale for text in texts] * (1 + len(texts) % 2)
    cap, join = style.get("stroke-linecap", ""), style.get("stroke-linejoin", "")
    if width <= 0:
        return ()
    return stroked(path, width * scale, cap, join, limit, dashes, offset * scale)


@lru_cache(maxsize=4096)
def _declared(text: str) -> _Style:
    """What a style attribute, or a rule between its braces, declares."""
    found = _DECLARED.findall(text)
    return {name.lower(): value.replace("!important", "").strip() for name, value in found}


def _length(name: str, text: str) -> float:
    found = _LENGTH.fullmatch(text)
    if not found or found[2] not in _UNITS:
        raise ValueError(f'{name}="{text[:40]}", which is no length')
    return float(found[1]) * _UNITS[found[2]]
