"""Turn XHTML elements and their styles into boxes.

Everything outside the subset is reported with its line, as is a property that would be without
effect. It must not know where a box will stand or how wide it will be.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

from printgen.layout.boxes import Block, Box, Cell, Draw, Entry, Picture, Row, Table, Words
from printgen.layout.breaks import BREAK, PICTURE, Ink, Piece, collapse, foreign
from printgen.layout.elements import field_of
from printgen.layout.fonts import VARIANTS
from printgen.layout.lines import least_of
from printgen.layout.markup import (
    BLOCKS,
    CELL,
    COLUMN,
    ENTRY,
    GROUP,
    HOLDER,
    IN_LINE,
    INLINE,
    INSTEAD,
    ROW,
    Markup,
    field_within,
    name_of,
    tag_of,
)
from printgen.layout.report import Report
from printgen.layout.style import Chain, Style
from printgen.problems import Failure

XHTML = "{http://www.w3.org/1999/xhtml}"

PictureOf = Callable[[Any, Chain, str | None], tuple[float, float, Draw] | None]
"""Reads an <svg> element: its width, height and how to draw it; None where it was wrong."""


class Builder:
    """Reads one tree of XHTML; tags begin with `namespace`, type is scaled by `shrink`."""

    def __init__(
        self, report: Report, picture: PictureOf, namespace: str, shrink: float = 1.0
    ) -> None:
        self.report = report
        self._picture = picture
        self.markup = Markup(report, namespace)
        self._shrink = shrink
        self._columned = 0

    def block(self, element: Any, chain: Chain, field: str | None = None) -> Block:
        """The box of a block element, a body or what stands for one, and all that it holds."""
        self.markup.attributes(element)
        field = element.get("data-field", field)
        style = self.style(chain)
        if self._columned:
            self.markup.columned(element, style)
        self._columned += style.columns > 1
        children = self._children(element, chain, field)
        self._columned -= style.columns > 1
        return Block(style, children, name_of(element), element.sourceline)

    def content(self, element: Any, chain: Chain, height: float) -> Block:
        """What stands in a foreignObject, as one block of its height."""
        style = self.style(chain)
        self.markup.refuse(element, style, HOLDER, "give it to the element inside")
        children = self._children(element, chain, element.get("data-field"))
        for child in children:
            if isinstance(child, Words):
                hint = "put them into a paragraph"
                self.report.wrong(child.line, "loose words in a foreignObject", hint)
        name = field_within(element) or "foreignObject"
        return Block(replace(style, height=height), children, name, element.sourceline)

    def style(self, chain: Chain) -> Style:
        """The style of an element, shrunk where the text is."""
        style = chain.style
        if self._shrink == 1.0:
            return style
        return replace(
            style,
            size=style.size * self._shrink,
            line_height=style.line_height * self._shrink,
            letter_spacing=style.letter_spacing * self._shrink,
        )

    def _children(self, element: Any, chain: Chain, field: str | None) -> tuple[Box, ...]:
        boxes: list[Box] = []
        words = _Words(self, chain, element.sourceline)
        words.text(element.text, field)
        for child in element:
            if isinstance(child.tag, str):
                self._child(child, chain, field, words, boxes)
            words.text(child.tail, field)
        words.close(boxes)
        return tuple(boxes)

    def _child(
        self, child: Any, parent: Chain, field: str | None, words: "_Words", boxes: list[Box]
    ) -> None:
        tag = tag_of(child)
        chain = parent.child(tag, child.get("id", ""), child.get("class", ""))
        style = chain.style
        if style.display == "none":
            return
        if tag in INLINE and style.display != "block":
            words.inline(child, tag, chain, field)
            return
        if tag == "svg":
            picture = self.picture(child, chain, field)
            if picture and style.display == "block":
                words.close(boxes)
                boxes.append(picture)
            elif picture:
                words.picture(picture)
            return
        words.close(boxes)
        if tag in BLOCKS or tag in INLINE:
            boxes.append(self.block(child, chain, field))
        elif tag == "table":
            boxes.append(self._table(child, chain, field))
        elif tag in ("input", "textarea"):
            self._entry(child, tag, chain, boxes)
        else:
            hint = INSTEAD.get(tag, "docs/templates.md lists the elements")
            self.report.wrong(child.sourceline, f"<{tag}> may not stand here", hint)

    def picture(self, element: Any, chain: Chain, field: str | None) -> Picture | None:
        """The picture that an <svg> draws; None where it was wrong, which is then reported."""
        self.markup.refuse(element, chain.style, IN_LINE, "give it to the element round the svg")
        read = self._picture(element, chain, field)
        return Picture(*read) if read else None

    def _table(self, element: Any, chain: Chain, field: str | None) -> Table:
        self.markup.attributes(element)
        field = element.get("data-field", field)
        columns: list[Style] = []
        rows: list[Row] = []
        self._parts(element, chain, field, columns, rows)
        style = self.style(chain)
        if self._columned:
            self.markup.columned(element, style)
        return Table(style, tuple(columns), tuple(rows), name_of(element), element.sourceline)

    def _parts(
        self,
        element: Any,
        chain: Chain,
        field: str | None,
        columns: list[Style],
        rows: list[Row],
    ) -> None:
        """Reads what stands in a table or in a group of its rows or columns."""
        self.markup.no_words(element)
        for child in element:
            if not isinstance(child.tag, str):
                continue
            tag = tag_of(child)
            below = chain.child(tag, child.get("id", ""), child.get("class", ""))
            if below.style.display == "none":
                continue
            self.markup.attributes(child)
            own = child.get("data-field", field)
            if tag in ("thead", "tbody", "tfoot", "colgroup"):
                self.markup.refuse(child, below.style, GROUP, "give it to the cells")
                self._parts(child, below, own, columns, rows)
            elif tag == "col":
                self.markup.refuse(child, below.style, COLUMN, "a col takes width alone")
                columns += [below.style] * self.markup.count(child, "span")
            elif tag == "tr":
                self.markup.refuse(child, below.style, ROW, "give it to the cells")
                rows.append(self._row(child, below, own))
            else:
                hint = "a table holds col, thead, tbody, tr, and a tr holds th and td"
                self.report.wrong(child.sourceline, f"<{tag}> may not stand in a table", hint)

    def _row(self, element: Any, chain: Chain, field: str | None) -> Row:
        self.markup.no_words(element)
        cells: list[Cell] = []
        for child in element:
            if not isinstance(child.tag, str):
                continue
            tag = tag_of(child)
            if tag not in ("th", "td"):
                self.report.wrong(child.sourceline, f"<{tag}> may not stand in a tr", "write td")
                continue
            below = chain.child(tag, child.get("id", ""), child.get("class", ""))
            if below.style.display != "none":
                self.markup.refuse(child, below.style, CELL, "the width of a column is its col's")
                block = self.block(child, below, field)
                cells.append(Cell(block, self.markup.count(child, "colspan")))
        return Row(self.style(chain), tuple(cells), element.sourceline)

    def _entry(self, element: Any, tag: str, chain: Chain, boxes: list[Box]) -> None:
        line = element.sourceline
        self.markup.attributes(element)
        kind = element.get("type", "text")
        name = element.get("name", "")
        if not name:
            self.report.wrong(line, f"<{tag}> without a name", 'write name="soldier.1.weapon"')
        elif tag == "input" and kind not in ("text", "checkbox"):
            hint = 'write type="text" or type="checkbox"'
            self.report.wrong(line, f'<input type="{kind}"> is not in the subset', hint)
        elif (element.text or "").strip() or len(element):
            self.report.wrong(line, f"<{tag}> holds words", "a form field begins empty")
        else:
            check: Literal["text", "check"] = "check" if kind == "checkbox" else "text"
            style = self.style(chain)
            self.markup.refuse(element, style, ENTRY, "put it round the field, on a div or a cell")
            boxes.append(Entry(style, name, check, tag == "textarea", line))

    def in_line(self, element: Any, style: Style) -> None:
        """Reports what has no effect on an element among words."""
        self.markup.refuse(element, style, IN_LINE, "make it display: block")

    def ink(self, element_line: int, style: Style, field: str | None, outer: Ink | None) -> Ink:
        """How text of this style is set; `outer` is the ink around it on the same line."""
        try:
            face = style.font
        except Failure as failure:
            self.report.take(failure.problems, element_line)
            raise
        ascent, descent = face.ascent * style.size, face.descent * style.size
        half_leading = (style.line_height - ascent - descent) / 2
        above, below = ascent + half_leading, descent + half_leading
        if outer:
            above, below = max(above, outer.above), max(below, outer.below)
        return Ink(
            face,
            style.size,
            style.letter_spacing,
            style.colour,
            above,
            below,
            style.white_space,
            field,
            style.min_size,
        )

    def pieces(self, line: int, text: str, style: Style, ink: Ink) -> list[Piece]:
        """The pieces of a text, each of one typeface; letters that cannot be set are reported."""
        text = style.cased(text).translate(_UNSEEN)
        # An empty piece makes room on its line.
        stretches = style.faced(text) or [(text, ink.typeface)]
        lacking = "".join(face.missing(part.translate(_UNPRINTED)) for part, face in stretches)
        self.report.lacks(line, lacking, ink.field or "")
        letter = foreign(text)
        if letter and not lacking:
            message = f"lines with {letter} (U+{ord(letter):04X}) are not broken rightly here"
            hint = "only scripts set from left to right with spaces between words are laid out"
            self.report.unfit(line, message, hint, ink.field or "")
        return [
            Piece(part, ink if face is ink.typeface else replace(ink, typeface=face))
            for part, face in stretches
        ]


class _Words:
    """Gathers the words between two blocks of one element."""

    def __init__(self, builder: Builder, chain: Chain, line: int) -> None:
        self._builder = builder
        self._chain = chain
        self._line = line
        self._pieces: list[Piece] = []
        self._pictures: list[Picture] = []
        self._inked = False
        self._broken = False

    def text(self, text: str | None, field: str | None) -> None:
        """Adds words that stand directly in the element."""
        if text:
            self._add(text, self._chain, field, None, self._line)

    def inline(
        self, element: Any, tag: str, chain: Chain, field: str | None, outer: Ink | None = None
    ) -> None:
        """Adds a b, i, span or br and what it holds."""
        builder, style = self._builder, chain.style
        builder.markup.attributes(element)
        line = element.sourceline
        if tag == "br":
            self._add(BREAK, chain, field, outer, line, forced=True)
            return
        builder.in_line(element, style)
        field = field_of(element, field)
        ink = self._add(element.text or "", chain, field, outer, line)
        for child in element:
            if isinstance(child.tag, str):
                below_tag = tag_of(child)
                below = chain.child(below_tag, child.get("id", ""), child.get("class", ""))
                if below.style.display == "none":
                    pass
                elif below_tag in INLINE and below.style.display != "block":
                    self.inline(child, below_tag, below, field, ink)
                elif below_tag == "svg" and below.style.display != "block":
                    picture = builder.picture(child, below, field)
                    if picture:
                        self.picture(picture)
                else:
                    message = f"<{below_tag}> is a block and stands in <{tag}>"
                    hint = f"close <{tag}> before it"
                    builder.report.wrong(child.sourceline, message, hint)
            if child.tail:
                self._add(child.tail, chain, field, outer, line)

    def picture(self, picture: Picture) -> None:
        """Adds a picture that stands on the line."""
        ink = self._ink_of(self._chain, None, None, self._line)
        if ink:
            ink = replace(ink, above=picture.height, below=0.0)
            self._pieces.append(Piece(PICTURE, ink, len(self._pictures), picture.width))
            self._pictures.append(picture)
            self._inked = True

    def close(self, boxes: list[Box]) -> None:
        """Ends the words here: a block follows, or the element's end."""
        if self._inked:
            ink = self._ink_of(self._chain, None, None, self._line)
            if ink:
                style = self._chain.style
                pieces = collapse(self._pieces)
                words = Words(
                    pieces,
                    tuple(self._pictures),
                    ink.above,
                    ink.below,
                    style.text_align,
                    self._line,
                    style.frame.balance,
                    least_of(ink),
                )
                boxes.append(words)
        self._pieces.clear()
        self._pictures.clear()
        self._inked = False

    def _add(
        self,
        text: str,
        chain: Chain,
        field: str | None,
        outer: Ink | None,
        line: int,
        *,
        forced: bool = False,
    ) -> Ink | None:
        ends_lines = chain.style.white_space == "pre-line" and "\n" in text
        if not forced and text.isspace() and not self._pieces and not ends_lines:
            return None
        ink = self._ink_of(chain, field, outer, line)
        if ink is None:
            return None
        if forced:
            self._pieces.append(Piece(BREAK, ink))
            self._inked = True
            return ink
        if chain.style.white_space != "pre-line":
            text = text.translate(_ONE_LINE)
        self._pieces += self._builder.pieces(line, text, chain.style, ink)
        self._inked = self._inked or ends_lines or bool(text.strip(" \t\r\n\f"))
        return ink

    def _ink_of(self, chain: Chain, field: str | None, outer: Ink | None, line: int) -> Ink | None:
        if self._broken:
            return None
        try:
            return self._builder.ink(line, self._builder.style(chain), field, outer)
        except Failure:
            # Said once for the element: without a font there is nothing to measure.
            self._broken = True
            return None


_ONE_LINE = str.maketrans("\n", " ")
_UNSEEN = str.maketrans("", "", VARIANTS)
_UNPRINTED = str.maketrans("", "", "\t\r\n\f ")
