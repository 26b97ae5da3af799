"""Turn the elements that show something into figures: marks, drawings, pictures and form fields.

A mark is a file in its own proportions, read once. What is wrong is reported with its line. It must
not know how large a figure will be.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import PurePosixPath
from typing import Any, Literal, NamedTuple

from lxml import etree

from printgen.layout.boxes import Figure
from printgen.layout.cascade import Chain
from printgen.layout.diagnostics import Report
from printgen.layout.face import Drawing, Face, FormField, Item, PlacedImage, PlacedMark
from printgen.layout.geometry import MM_PER_POINT, Matrix, centred
from printgen.layout.html_subset import ENTRY, INSTEAD, Markup, name_of, tag_of
from printgen.layout.images import Raster, cropped, sized
from printgen.layout.jinja_templates import Missing, Templates
from printgen.layout.svg_marks import Drawings
from printgen.layout.transform import transform, under
from printgen.layout.xml import SVG, mistakes
from printgen.problems import ExitCode, Failure, Problem, Where

_Draw = Callable[[float, float, Matrix], tuple[Item, ...]]
"""Draws in a width and a height, under a matrix."""

_Found = tuple[float, _Draw] | None
"""The proportions of what is shown, 0 where it has none, and how it is drawn."""

_USE = SVG + "use"


class Sources(NamedTuple):
    """Of what a face shows figures: marks and pictures, looked for in `folder` first; and
    `examples`, other faces by their names."""

    templates: Templates
    drawings: Drawings
    folder: str
    examples: Mapping[str, Face]


class Figures:
    """Reads the figures of one face."""

    def __init__(self, report: Report, markup: Markup, sources: Sources) -> None:
        self._report, self._markup = report, markup
        self._templates, self._drawings, self._folder, self._examples = sources

    def figure(self, element: Any, chain: Chain, *, turned: bool) -> Figure | None:
        """What an element shows, `turned` where a box around it is; None where it is wrong."""
        line, tag, frame = element.sourceline, tag_of(element), chain.style.frame
        if frame.shares and tag not in _FIELDS:
            message = f"padding in % on <{tag}> is not in the subset"
            self._report.wrong(line, message, "write it in mm, or on a box around it")
        try:
            found = self._found(element, tag, chain, turned or bool(frame.transform.turn))
        except ValueError as error:
            hint = getattr(error, "hint", "docs/templates.md shows how each is written")
            self._report.wrong(line, str(error), hint, element.get("data-field", ""))
            return None
        if found is None:
            return None
        name = element.get("data-field") or element.get("name") or name_of(element)
        return Figure(chain.style, *found, name, line)

    def _found(self, element: Any, tag: str, chain: Chain, turned: bool) -> _Found:
        if tag == "svg":
            uses = [one for one in element if isinstance(one.tag, str)]
            if len(uses) == 1 and uses[0].tag == _USE:
                return self._mark(element, uses[0], chain)
            drawing = self._drawings.drawing(element, chain, self._report)
            return _of(drawing, _drawn)
        if tag == "img":
            return self._image(element, chain, turned)
        if tag == "object":
            return self._example(element)
        if tag in _FIELDS:
            return self._field(element, tag, chain, turned)
        hint = INSTEAD.get(tag, "docs/templates.md lists the elements")
        self._report.wrong(element.sourceline, f"<{tag}> may not stand here", hint)
        return None

    def _mark(self, svg: Any, use: Any, chain: Chain) -> _Found:
        """A mark: the drawing of a file, in its own proportions."""
        self._markup.only(svg, ("class", "id", "data-field"))
        self._markup.only(use, ("href", "class"))
        try:
            file, symbol = self._symbol(use.get("href", ""))
        except Missing as lack:
            (one,) = lack.problems
            where = self._report.where(use.sourceline)
            raise Missing(lack.name, replace(one, where=where)) from None
        inner = Report(file, "")  # whatever face shows it
        shown = chain.child("use", "", use.get("class", ""))
        below = shown.child("symbol", symbol.get("id", ""), symbol.get("class", ""))
        drawing = self._drawings.drawing(symbol, below, inner)
        try:
            inner.close()
        except Failure as failure:
            self._report.take(failure.problems)
        return _of(drawing, partial(_marked, svg.get("data-field")))

    def _symbol(self, href: str) -> tuple[str, Any]:
        """The file of a mark and the symbol in it, each read once."""
        key = self._folder, href
        found = self._drawings.symbols.get(key)
        if found is None:
            merged = self._templates.render(
                self._templates.beside(href, self._folder), {}, self._folder
            )
            file = str(self._templates.find(merged.template))
            try:
                symbol = etree.fromstring(f'<svg xmlns="{SVG[1:-1]}">{merged.text}</svg>')[0]
            except (etree.XMLSyntaxError, IndexError) as error:
                is_drawn = merged.text.lstrip().startswith("<")
                for line, wrong, hint in mistakes(merged.text.encode()) if is_drawn else ():
                    problem = Problem(Where(file, line), f"not XML: {wrong}", hint)
                    raise Failure(ExitCode.RULES, (problem,)) from error
                raise ValueError(f"{file} holds no symbol, and is no SVG file") from error
            found = self._drawings.symbols[key] = file, symbol
        return found

    def _image(self, element: Any, chain: Chain, turned: bool) -> _Found:
        self._markup.only(element, ("class", "id", "src", "alt", "data-field"))
        name, fit = (
            self._templates.beside(element.get("src", ""), self._folder),
            chain.style.frame.object_fit,
        )
        if name.lower().endswith(".svg"):
            named = etree.Element("image", href=name)
            named.sourceline = element.sourceline
            whole = self._drawings.picture(named, self._report, PurePosixPath(name).stem)
            return _of(whole, partial(self._fitted, fit))
        if turned:
            raise ValueError("an image stands turned: turn the file, or take an SVG")
        picture = self._drawings.pictures.picture(name)
        return picture.width / picture.height, partial(_shown, picture, fit)

    def _fitted(
        self, fit: str, whole: Drawing, width: float, height: float, matrix: Matrix
    ) -> tuple[Item, ...]:
        if fit == "contain":
            return _marked(None, whole, width, height, matrix)
        drawing, placed = self._drawings.fitted(whole, fit, width, height)
        return (PlacedMark(drawing, matrix @ placed),)

    def _example(self, element: Any) -> _Found:
        """Another face, as large as its box; its fields bear their names under its own."""
        self._markup.only(element, ("class", "id", "data"))
        name = element.get("data", "")
        face = self._examples.get(name)
        if face is None:
            raise ValueError(f"no example is called {name}")
        return face.width / face.height, partial(_exemplified, name, face)

    def _field(self, element: Any, tag: str, chain: Chain, turned: bool) -> _Found:
        line, report = element.sourceline, self._report
        self._markup.attributes(element)
        kind, name = element.get("type", "text"), element.get("name", "")
        if not name:
            report.wrong(line, f"<{tag}> without a name", 'write name="soldier.1.weapon"')
        elif tag == "input" and kind not in ("text", "checkbox"):
            hint = 'write type="text" or type="checkbox"'
            report.wrong(line, f'<input type="{kind}"> is not in the subset', hint)
        elif (element.text or "").strip() or len(element):
            report.wrong(line, f"<{tag}> holds words", "a form field begins empty")
        elif turned:
            raise ValueError("a form field stands turned: it cannot be")
        else:
            hint = "put it round the field, on a div or a cell"
            self._markup.refuse(element, chain.style, ENTRY, hint)
            check: Literal["text", "check"] = "check" if kind == "checkbox" else "text"
            return 0.0, partial(_place, name, check, chain.style.size, tag == "textarea")
        return None


_FIELDS = ("input", "textarea")


def _of(drawing: Drawing | None, draw: Callable[..., tuple[Item, ...]]) -> _Found:
    """A drawing, if it is sound, and how it is drawn."""
    if drawing is None:
        return None
    return drawing.width / drawing.height, partial(draw, drawing)


def _marked(
    field: str | None, drawing: Drawing, width: float, height: float, matrix: Matrix
) -> tuple[Item, ...]:
    return (
        PlacedMark(drawing, matrix @ centred(drawing.width, drawing.height, width, height), field),
    )


def _drawn(drawing: Drawing, width: float, height: float, matrix: Matrix) -> tuple[Item, ...]:
    inner = matrix @ centred(drawing.width, drawing.height, width, height)
    return tuple(transform(shape, inner) for shape in drawing.shapes)


def _shown(
    picture: Raster, fit: str, width: float, height: float, matrix: Matrix
) -> tuple[Item, ...]:
    left, top, wide, high = matrix.e, matrix.f, width, height
    if fit == "cover":
        picture = cropped(picture, width / height)
    elif fit == "contain":
        place = matrix @ centred(picture.width, picture.height, width, height)
        left, top = place.e, place.f
        wide, high = picture.width * place.a, picture.height * place.d
    return (PlacedImage(sized(picture, wide, high).data, left, top, wide, high),)


def _exemplified(
    name: str, face: Face, width: float, height: float, matrix: Matrix
) -> tuple[Item, ...]:
    inner = matrix @ centred(face.width, face.height, width, height)
    return tuple(under(name, transform(item, inner)) for item in face.items)


def _place(
    name: str,
    kind: Literal["text", "check"],
    size: float,
    many: bool,
    width: float,
    height: float,
    matrix: Matrix,
) -> tuple[Item, ...]:
    (x, y), scale = matrix.apply(0.0, 0.0), matrix.scale
    points = size / MM_PER_POINT * scale
    return (FormField(name, kind, x, y, width * scale, height * scale, points, many),)
