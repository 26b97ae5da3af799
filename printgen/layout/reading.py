"""Turn the elements of a face into boxes for flex, grid and placed layout.

Boxes read are kept by their element's source under their chain of styles. Everything outside the
subset is reported with its line. It must not know how large a box will be.
"""

from collections.abc import Callable
from pathlib import PurePosixPath
from typing import Any

from lxml import etree

from printgen.layout.boxes import Block, Box, Figure, Picture
from printgen.layout.document import SVG
from printgen.layout.drawings import Drawings
from printgen.layout.elements import local
from printgen.layout.face import FormField, Image, Item, Mark
from printgen.layout.frame import AS_IT_IS, Share
from printgen.layout.geometry import MM_PER_POINT, Matrix
from printgen.layout.markup import BLOCKS, INLINE, INSTEAD, field_within, name_of, tag_of
from printgen.layout.moved import moved
from printgen.layout.report import Report
from printgen.layout.sizes import figure_size
from printgen.layout.style import Chain, Style
from printgen.layout.templates import Templates
from printgen.layout.xhtml import Builder, _Words
from printgen.problems import Failure

MAX_KEPT = 4_096

Kept = dict[object, tuple[tuple[str, ...], dict[object, Block]]]
"""The blocks that were read, by their chain, source and the folder of their pictures; then by what
the custom properties are that they use."""

_Draw = Callable[[float, float, Matrix], tuple[Item, ...]]

_USE = SVG + "use"
_BLOCKS = BLOCKS | {"aside", "nav"}
_ITEMS = ("flex", "grid")
_IN_LINE = ("natural", "inline")


class Reader(Builder):
    """Reads one face; its marks and pictures are looked for in `folder` first."""

    def __init__(
        self,
        report: Report,
        namespace: str,
        templates: Templates,
        drawings: Drawings,
        folder: str,
        kept: Kept,
        *,
        telling: bool = False,
    ) -> None:
        super().__init__(report, lambda *_: None, namespace)
        self._templates = templates
        self._drawings = drawings
        self._folder = folder
        self._kept = kept
        self._telling = telling
        self._loose: list[Block | Figure] = []
        self._turned = 0

    def block(self, element: Any, chain: Chain, field: str | None = None) -> Block:
        """The box of an element and all that it holds."""
        field = element.get("data-field", field)
        source = etree.tostring(element, with_tail=False)
        key = chain.key, source, self._folder, field
        uses, blocks = self._kept.get(key, ((), {}))
        block = blocks.get(chain.told(uses))
        if block is None:
            told, outer = len(self.report), chain.sheet.met
            chain.sheet.met = {*chain.uses}
            block = self._read(element, chain, field)
            uses = tuple(sorted(chain.sheet.met))
            chain.sheet.met = outer
            if len(self.report) == told:
                if len(self._kept) >= MAX_KEPT:
                    self._kept.clear()
                self._kept.setdefault(key, (uses, {}))[1][chain.told(uses)] = block
        chain.sheet.met.update(uses)
        self._loose += block.loose
        return block

    def _read(self, element: Any, chain: Chain, field: str | None) -> Block:
        self.markup.attributes(element)
        style, outer = chain.style, self._loose
        frame = style.frame
        self._loose = []
        self._turned += bool(frame.transform.turn)
        children = self._children(element, chain, field)
        if frame.display in _ITEMS and len(children) > 1:
            self._no_loose_words(element, frame.display)
        self._turned -= bool(frame.transform.turn)
        found, self._loose = tuple(self._loose), outer
        placed, loose = (found, ()) if frame.placed else ((), found)
        # Which field does not fit is asked for where something does not.
        name = field_within(element) or name_of(element) if self._telling else ""
        fixed = frame.display not in _ITEMS and frame.align in ("normal", "start", "stretch")
        fixed = fixed and not any(map(_is_of_height, children))
        line, away = element.sourceline, any(map(_is_absolute, children))
        return Block(style, children, name, line, placed, loose, fixed, away)

    def _no_loose_words(self, element: Any, display: str) -> None:
        for text in (element.text, *(child.tail for child in element)):
            if text and text.strip():
                found = " ".join(text.split())[:40]
                message = f'"{found}" stands beside elements in a {display} box'
                hint = "put it into a <p> or <span>: there it would lose its spaces"
                self.report.wrong(element.sourceline, message, hint)

    def _placing(self, element: Any, chain: Chain, around: Chain) -> None:
        """Reports what cannot be of how a box is placed and looks in the one around it."""
        frame = chain.style.frame
        tag, line = tag_of(element), element.sourceline
        if frame.absolute:
            across, down = frame.inset[1::2], frame.inset[::2]
            if across == (None, None) or down == (None, None):
                message = f"<{tag}> is absolute and has no place"
                hint = "give it left or right, and top or bottom"
                self.report.wrong(line, message, hint)
        elif not frame.relative and any(one is not None for one in frame.inset):
            message = f"left, top, right and bottom have no effect on <{tag}>"
            self.report.wrong(line, message, "give it position: relative or absolute")
        sides = {*zip(chain.style.border, chain.style.border_colours, strict=True)}
        if any(frame.radii) and any(chain.style.border) and len(sides) > 1:
            message = f"<{tag}> has rounded corners and borders that differ"
            hint = "give it one border on all sides, or put the other on a box in it"
            self.report.wrong(line, message, hint)
        columns = len(around.style.frame.columns) or 1
        if around.style.frame.display == "grid" and frame.spans[0] > columns:
            message = f"<{tag}> spans {frame.spans[0]} columns of {columns}"
            self.report.wrong(line, message, "name more columns in grid-template-columns")

    def _child(
        self, child: Any, parent: Chain, field: str | None, words: _Words, boxes: list[Box]
    ) -> None:
        tag = tag_of(child)
        chain = parent.child(tag, child.get("id", ""), child.get("class", ""))
        display = chain.style.display
        if display == "none":
            return
        is_item = parent.style.frame.display in _ITEMS
        if not is_item and display in _IN_LINE and (tag in INLINE or tag == "svg"):
            if tag != "svg":
                words.inline(child, tag, chain, field)
            elif picture := self.picture(child, chain, field):
                words.picture(picture)
            return
        words.close(boxes)
        self._placing(child, chain, parent)
        box: Box | None = None
        if tag in _BLOCKS or (tag in INLINE and tag != "br"):
            box = self.block(child, chain, field)
        elif tag == "table":
            box = self._table(child, chain, field)
        else:
            box = self._figure(child, tag, chain)
        if box is not None:
            boxes.append(box)
        if isinstance(box, (Block, Figure)) and box.style.frame.absolute:
            self._loose.append(box)

    def in_line(self, element: Any, style: Style) -> None:
        """Reports what has no effect on an element among words."""
        super().in_line(element, style)
        frame = style.frame
        said = {
            "position": frame.relative or frame.absolute,
            "transform": frame.transform != AS_IT_IS,
            "border-radius": any(frame.radii),
            "--same": bool(frame.same),
        }
        for name in (name for name, is_said in said.items() if is_said):
            message = f"{name} on <{tag_of(element)}> has no effect"
            self.report.wrong(element.sourceline, message, "make it display: block")

    def picture(self, element: Any, chain: Chain, field: str | None) -> Picture | None:
        """A drawing among words."""
        figure = self._figure(element, "svg", chain)
        if figure is None:
            return None
        width, height = figure_size(figure, None, None)
        if width is None or height is None:
            hint = "give it one in the style sheet, such as width: 1em; height: 1em"
            self.report.wrong(element.sourceline, "a drawing among words has no size", hint)
            return None
        return Picture(width, height, lambda matrix: figure.draw(width, height, matrix))

    def _figure(self, element: Any, tag: str, chain: Chain) -> Figure | None:
        line = element.sourceline
        found: tuple[float, _Draw] | None
        if chain.style.frame.shares:
            message = f"padding in % on <{tag}> is not in the subset"
            self.report.wrong(line, message, "write it in mm, or on a box around it")
        try:
            if tag == "svg":
                uses = [one for one in element if isinstance(one.tag, str)]
                is_mark = len(uses) == 1 and uses[0].tag == _USE
                found = (
                    self._mark(element, uses[0], chain)
                    if is_mark
                    else self._drawing(element, chain)
                )
            elif tag == "img":
                found = self._image(element, chain)
            elif tag in ("input", "textarea"):
                found = self._field(element, tag, chain)
            else:
                hint = INSTEAD.get(tag, "docs/boxes.md lists the elements")
                self.report.wrong(line, f"<{tag}> may not stand here", hint)
                return None
        except ValueError as error:
            hint = "docs/boxes.md shows how each is written"
            self.report.wrong(line, str(error), hint, element.get("data-field", ""))
            return None
        if found is None:
            return None
        name = element.get("data-field") or element.get("name") or name_of(element)
        ratio, draw = found
        return Figure(chain.style, ratio, draw, name, line)

    def _mark(self, svg: Any, use: Any, chain: Chain) -> Any:
        """A mark: the drawing of a file, in its own proportions."""
        for element, may in ((svg, ("class", "id", "data-field")), (use, ("href", "class"))):
            self._only(element, may)
        file, symbol = self._symbol(use.get("href", ""))
        inner = Report(file, self.report.title)
        shown = chain.child("use", "", use.get("class", ""))
        below = shown.child("symbol", symbol.get("id", ""), symbol.get("class", ""))
        drawing = self._drawings.drawing(symbol, below, inner)
        try:
            inner.close()
        except Failure as failure:
            self.report.take(failure.problems)
        if drawing is None:
            return None
        field = svg.get("data-field")

        def draw(width: float, height: float, matrix: Matrix) -> tuple[Item, ...]:
            return (
                Mark(drawing, matrix @ _meet(drawing.width, drawing.height, width, height), field),
            )

        return drawing.width / drawing.height, draw

    def _symbol(self, href: str) -> tuple[str, Any]:
        """The file of a mark and the symbol in it, each read once."""
        key = self._folder, href
        found = self._drawings.symbols.get(key)
        if found is None:
            merged = self._templates.render(self._found(href), {})
            file = str(self._templates.find(merged.template))
            try:
                symbol = etree.fromstring(f'<svg xmlns="{SVG[1:-1]}">{merged.text}</svg>')[0]
            except (etree.XMLSyntaxError, IndexError) as error:
                raise ValueError(f"{file} holds no drawing: {error}") from error
            found = self._drawings.symbols[key] = file, symbol
        return found

    def _drawing(self, svg: Any, chain: Chain) -> Any:
        drawing = self._drawings.drawing(svg, chain, self.report)
        if drawing is None:
            return None

        def draw(width: float, height: float, matrix: Matrix) -> tuple[Item, ...]:
            inner = matrix @ _meet(drawing.width, drawing.height, width, height)
            return tuple(moved(shape, inner) for shape in drawing.shapes)

        return drawing.width / drawing.height, draw

    def _image(self, element: Any, chain: Chain) -> Any:
        self._only(element, ("class", "id", "src", "alt", "data-field"))
        name, fit = (
            self._found(element.get("src", "")),
            chain.style.frame.object_fit,
        )
        if name.lower().endswith(".svg"):
            named = etree.Element("image", href=name)
            named.sourceline = element.sourceline
            whole = self._drawings.picture(named, self.report, PurePosixPath(name).stem)
            if whole is None:
                return None
            drawings = self._drawings

            def draw(width: float, height: float, matrix: Matrix) -> tuple[Item, ...]:
                drawing, placed = drawings.fitted(whole, fit, width, height)
                return (Mark(drawing, matrix @ placed),)

            return whole.width / whole.height, draw
        if self._turned:
            raise ValueError("an image stands turned: turn the file, or take an SVG")
        pictures = self._drawings.pictures
        picture = pictures.picture(name)

        def show(width: float, height: float, matrix: Matrix) -> tuple[Item, ...]:
            shown = pictures.cropped(picture, width / height) if fit == "cover" else picture
            high, wide = height, width
            if fit == "contain":
                scale = min(width / picture.width, height / picture.height)
                wide, high = picture.width * scale, picture.height * scale
            left, top = matrix.apply((width - wide) / 2, (height - high) / 2)
            return (Image(shown.data, left, top, wide * matrix.a, high * matrix.d),)

        return picture.width / picture.height, show

    def _field(self, element: Any, tag: str, chain: Chain) -> Any:
        entries: list[Any] = []
        self._entry(element, tag, chain, entries)
        if not entries:
            return None
        if self._turned:
            raise ValueError("a form field stands turned: it cannot be")
        (entry,) = entries
        size = entry.style.size / MM_PER_POINT

        def draw(width: float, height: float, matrix: Matrix) -> tuple[Item, ...]:
            x, y = matrix.apply(0.0, 0.0)
            scale = matrix.scale
            sides = width * scale, height * scale, size * scale
            return (FormField(entry.name, entry.kind, x, y, *sides, entry.multiline),)

        return 0.0, draw

    def _found(self, name: str) -> str:
        """The name of a file beside the print's template, else from the folders' root."""
        beside = self._folder + name
        return beside if self._folder and self._templates.find(beside) else name

    def _only(self, element: Any, may: tuple[str, ...]) -> None:
        for name in element.attrib:
            if name not in may:
                hint = "write it in the style sheet under a class"
                message = f'{name}="…" may not stand on <{local(element)}>'
                self.report.wrong(element.sourceline, message, hint)


def _is_absolute(box: Box) -> bool:
    return isinstance(box, (Block, Figure)) and box.style.frame.absolute


def _is_of_height(box: Box) -> bool:
    """Whether how high a box is depends on how high the box around it is."""
    if not isinstance(box, (Block, Figure)):
        return False
    frame = box.style.frame
    extents = (frame.height, frame.least[1], frame.most[1], *frame.inset[::2])
    return frame.absolute or any(type(one) is Share for one in extents)


def _meet(own_width: float, own_height: float, width: float, height: float) -> Matrix:
    """What leads from a drawing's units to the largest place of its proportions in a box."""
    scale = min(width / own_width, height / own_height)
    left, top = (width - own_width * scale) / 2, (height - own_height * scale) / 2
    return Matrix(scale, 0.0, 0.0, scale, left, top)
