"""Turn an SVG drawing and its style sheet into placed items.

What an element becomes depends on its attributes, its text, its chain of styles and the transforms
above it, and on nothing else: so it is read and checked once and kept for every card after it. An
element, attribute or value outside the subset is reported with its line. It must not know any game.
"""

from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from lxml import etree

from printgen.layout.boxes import Draw
from printgen.layout.document import SVG
from printgen.layout.drawings import Drawings
from printgen.layout.elements import local, may_stand
from printgen.layout.face import Drawing, Image, Item, Mark
from printgen.layout.geometry import Matrix, Rect
from printgen.layout.html import set_box
from printgen.layout.lettering import set_text
from printgen.layout.moved import extent, moved
from printgen.layout.outlines import read_numbers, read_transform
from printgen.layout.rasters import Pictures
from printgen.layout.report import Report
from printgen.layout.shapes import SHAPES, length, number, read_shape
from printgen.layout.style import Chain, Stylesheet

MAX_KEPT = 4_096
"""Elements kept under one parent; where there are more they differ from card to card."""

TOLERANCE = 0.01
"""Mm by which an item may run over an edge: rounding, not ink."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A drawing's size in mm and its items, from its top left corner."""

    width: float
    height: float
    items: tuple[Item, ...]


class Painter:
    """Draws the SVG of one style sheet."""

    def __init__(self, sheet: Stylesheet, drawings: Drawings, pictures: Pictures) -> None:
        self.sheet = sheet
        self.drawings = drawings
        self.pictures = pictures
        self._roots: dict[object, _Group] = {}

    def paint(self, svg: Any, chain: Chain, report: Report) -> Drawn:
        """Draws an svg element; mistakes, and what runs off its edge, go to `report`."""
        size = _size(svg, report)
        if size is None:
            return Drawn(1.0, 1.0, ())
        width, height, matrix = size
        key = (chain, width, height, matrix)
        group = self._roots.get(key)
        if group is None:
            if len(self._roots) >= MAX_KEPT:
                self._roots.clear()
            group = self._roots[key] = _Group(chain, matrix)
        items: list[Item] = []
        work = _Work(self, svg, Rect(0.0, 0.0, width, height), report)
        work.children(svg, group, items)
        work.unused()
        return Drawn(width, height, tuple(items))

    def picture_of(
        self, svg: Any, chain: Chain, report: Report
    ) -> tuple[float, float, Draw] | None:
        """An svg element among words: its size and how it is drawn; None where it is wrong."""
        before = len(report)
        drawn = self.paint(svg, chain, report)
        if len(report) > before:
            return None

        def draw(matrix: Matrix) -> tuple[Item, ...]:
            return tuple(moved(item, matrix) for item in drawn.items)

        return drawn.width, drawn.height, draw


class _Group:
    """A parent: the chain and transform its children stand under, and what they became."""

    __slots__ = ("chain", "known", "matrix")

    def __init__(self, chain: Chain, matrix: Matrix) -> None:
        self.chain = chain
        self.matrix = matrix
        self.known: dict[object, tuple[Item, ...] | _Group] = {}


_Found = tuple[Item, ...] | _Group

_G, _USE, _TEXT, _STYLE = SVG + "g", SVG + "use", SVG + "text", SVG + "style"
_DEFS, _SYMBOL, _IMAGE = SVG + "defs", SVG + "symbol", SVG + "image"
_FOREIGN = SVG + "foreignObject"
_LEAVES = SHAPES | {_USE, _IMAGE}


class _Work:
    """The drawing of one svg element on one face."""

    def __init__(self, painter: Painter, svg: Any, frame: Rect, report: Report) -> None:
        self.painter = painter
        self.svg = svg
        self.frame = frame
        self.report = report
        self.shown: set[str] = set()
        self.symbols: dict[str, Any] = {}
        for symbol in svg.getroottree().getroot().iter(_SYMBOL):
            self._define(symbol)

    def children(self, parent: Any, group: _Group, items: list[Item]) -> None:
        """Appends what the children of `parent` become."""
        known = group.known
        text = parent.text
        if text and not text.isspace():
            self._stray(text, parent)
        for child in parent:
            tag = child.tag
            key: object
            if tag == _USE:
                name = child.get("href", "")
                self.shown.add(name[1:])
                key = (tag, self._signature(name), *child.items())
            elif len(child) and tag != _G:
                key = etree.tostring(child, with_tail=False)
            else:
                key = (tag, child.text, *child.items())
            found = known.get(key)
            if found is None:
                found = self._meet(child, group, key)
            if isinstance(found, tuple):
                items += found
            else:
                self.children(child, found, items)
            tail = child.tail
            if tail and not tail.isspace():
                self._stray(tail, child)

    def unused(self) -> None:
        """Reports mistakes in symbols that nothing shows, lest they be dropped in silence."""
        for name, symbol in self.symbols.items():
            if name not in self.shown:
                self.painter.drawings.drawing(symbol, self._chain_of(symbol), self.report)

    def _define(self, symbol: Any) -> None:
        name = symbol.get("id", "")
        if not name:
            self.report.wrong(symbol.sourceline, "a symbol without id", 'write id="name"')
        first = self.symbols.setdefault(name, symbol)
        if first is not symbol and _source(first) != _source(symbol):
            message = f'two symbols of id "{name}" that differ'
            self.report.wrong(symbol.sourceline, message, "give each its own id")

    def _stray(self, text: str, element: Any) -> None:
        found = " ".join(text.split())[:40]
        message = f'"{found}" stands outside of any text'
        self.report.wrong(element.sourceline, message, "put it into <text>")

    def _signature(self, name: str) -> bytes:
        symbol = self.symbols.get(name[1:])
        return b"" if symbol is None else _source(symbol)

    def _chain_of(self, element: Any) -> Chain:
        """The chain of any element of the document, from its root down."""
        above = element.getparent()
        link = (local(element), element.get("id", ""), element.get("class", ""))
        if above is None:
            return self.painter.sheet.root(*link)
        return self._chain_of(above).child(*link)

    def _meet(self, element: Any, group: _Group, key: object) -> _Found:
        """Reads an element not met before, and keeps what it became if nothing is wrong."""
        before = len(self.report)
        found = self._read(element, group)
        if isinstance(found, tuple) and len(self.report) == before:
            self._check_edges(found, element)
        if len(self.report) == before:
            if len(group.known) >= MAX_KEPT:
                group.known.clear()
            group.known[key] = found
        return found

    def _read(self, element: Any, group: _Group) -> _Found:
        tag = element.tag
        if tag == _STYLE and element.getparent() is self.svg:
            return ()
        if tag == _SYMBOL:
            return ()
        if not may_stand(element, self.report):
            return ()
        chain = group.chain.child(local(element), element.get("id", ""), element.get("class", ""))
        if chain.style.display == "none" and tag != _DEFS:
            return ()
        try:
            matrix = group.matrix @ read_transform(element.get("transform", ""))
            return self._become(element, tag, chain, matrix)
        except ValueError as error:
            self.report.wrong(element.sourceline, str(error), box=element.get("data-field", ""))
            return ()

    def _become(self, element: Any, tag: str, chain: Chain, matrix: Matrix) -> _Found:
        if tag in _LEAVES:
            self._childless(element)
        if tag in SHAPES:
            shape = read_shape(element, chain.style, matrix)
            return () if shape is None else (shape,)
        if tag == _TEXT:
            report = self.report
            return set_text(element, chain, matrix, report, lambda one: may_stand(one, report))
        if tag == _USE:
            return self._mark(element, chain, matrix)
        if tag == _G:
            return _Group(chain, matrix)
        if tag == _FOREIGN:
            return self._flow(element, chain, matrix)
        if tag == _IMAGE:
            return self._image(element, matrix)
        if tag == _DEFS:
            return self._definitions(element)
        raise ValueError(f"<{local(element)}> may not stand here")

    def _childless(self, element: Any) -> None:
        if len(element) or (element.text and not element.text.isspace()):
            raise ValueError(f"<{local(element)}> holds something: close it at once")

    def _definitions(self, element: Any) -> tuple[Item, ...]:
        for child in element:
            if child.tag != _SYMBOL:
                raise ValueError(f"<{local(child)}> may not stand in defs: put it in a symbol")
        return ()

    def _mark(self, element: Any, chain: Chain, matrix: Matrix) -> tuple[Item, ...]:
        name = element.get("href", "")
        symbol = self.symbols.get(name[1:])
        if not name.startswith("#") or symbol is None:
            have = ", ".join(f"#{one}" for one in self.symbols) or "none"
            raise ValueError(f'href="{name}" names no symbol of the page; there are: {have}')
        shadow = self._chain_of(symbol).under(chain)
        drawing = self.painter.drawings.drawing(symbol, shadow, self.report)
        return self._placed(element, drawing, matrix)

    def _placed(self, element: Any, drawing: Drawing | None, matrix: Matrix) -> tuple[Item, ...]:
        if drawing is None:
            return ()
        if not matrix.keeps_shapes:
            raise ValueError("a mark stands under an uneven transform: scale both ways alike")
        x, y = number(element, "x"), number(element, "y")
        width, height = length(element, "width"), length(element, "height")
        placed = _within(x, y, width, height, drawing.width, drawing.height)
        inner = Matrix(
            placed.width / drawing.width,
            0.0,
            0.0,
            placed.width / drawing.width,
            placed.x,
            placed.y,
        )
        return (Mark(drawing, matrix @ inner, element.get("data-field")),)

    def _image(self, element: Any, matrix: Matrix) -> tuple[Item, ...]:
        name = element.get("href", "")
        if name.lower().endswith(".svg"):
            drawing = self.painter.drawings.picture(element, self.report, PurePosixPath(name).stem)
            return self._placed(element, drawing, matrix)
        if matrix.b or matrix.c or matrix.a <= 0 or matrix.d <= 0:
            raise ValueError("an image stands turned: only move and scale it")
        picture = self.painter.pictures.picture(name)
        x, y = number(element, "x"), number(element, "y")
        width, height = length(element, "width"), length(element, "height")
        box = _within(x, y, width, height, picture.width, picture.height)
        left, top = matrix.apply(box.x, box.y)
        return (Image(picture.data, left, top, box.width * matrix.a, box.height * matrix.d),)

    def _flow(self, element: Any, chain: Chain, matrix: Matrix) -> tuple[Item, ...]:
        x, y = number(element, "x"), number(element, "y")
        box = Rect(x, y, length(element, "width"), length(element, "height"))
        report, painter = self.report, self.painter

        def picture(svg: Any, below: Chain, field: str | None) -> tuple[float, float, Draw] | None:
            return painter.picture_of(svg, below, report)

        return set_box(element, chain, box, matrix, report, picture)

    def _check_edges(self, items: tuple[Item, ...], element: Any) -> None:
        """Reports what runs off the face, of each text the line that runs farthest."""
        frame, farthest = self.frame, dict[str, float]()
        for item in items:
            box = extent(item)
            right, foot = box.x + box.width - frame.width, box.y + box.height - frame.height
            name = getattr(item, "field", None) or f"<{local(element)}>"
            farthest[name] = max(farthest.get(name, 0.0), -box.x, -box.y, right, foot)
        for name, over in farthest.items():
            if over > TOLERANCE:
                size = f"{frame.width:g} × {frame.height:g} mm"
                message = f"runs {over:.2f} mm off the face of {size}"
                self.report.unfit(element.sourceline, message, "move it inside", name)


def _source(element: Any) -> bytes:
    source: bytes = etree.tostring(element, with_tail=False)
    return source


def _within(
    x: float, y: float, width: float, height: float, own_width: float, own_height: float
) -> Rect:
    """The largest box of a picture's own proportions inside a box, in its middle."""
    if width == 0 or height == 0:
        raise ValueError("a mark or an image needs a width and a height above 0")
    scale = min(width / own_width, height / own_height)
    across, down = own_width * scale, own_height * scale
    return Rect(x + (width - across) / 2, y + (height - down) / 2, across, down)


def _size(svg: Any, report: Report) -> tuple[float, float, Matrix] | None:
    """The size in mm of an svg element, and what leads from its units to its corner."""
    before = len(report)
    may_stand(svg, report)
    width, height = (_millimetres(svg, name, report) for name in ("width", "height"))
    try:
        box = read_numbers(svg.get("viewBox", ""))
    except ValueError as error:
        report.wrong(svg.sourceline, f"viewBox: {error}")
        return None
    if len(report) > before:
        return None
    if len(box) != 4 or abs(box[2] - width) > 1e-6 or abs(box[3] - height) > 1e-6:
        hint = f'write viewBox="0 0 {width:g} {height:g}": 1 unit is 1 mm'
        report.wrong(svg.sourceline, "an svg needs a viewBox of its size in mm", hint)
        return None
    return width, height, Matrix(e=-box[0], f=-box[1])


def _millimetres(svg: Any, name: str, report: Report) -> float:
    text = svg.get(name, "")
    try:
        if text.endswith("mm"):
            value = float(text.removesuffix("mm"))
            if 0 < value <= 2_000:
                return value
    except ValueError:
        pass
    report.wrong(svg.sourceline, f'{name}="{text}" is no size', f'write {name}="63.5mm"')
    return 1.0
