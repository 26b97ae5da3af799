"""Turn the words between two blocks of an element into pieces, each in one ink.

Letters that no font has, and what has no effect among words, are reported. It must not know how
wide a line will be.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from printgen.layout.boxes import AnyBox, Flow, PictureInLine
from printgen.layout.cascade import Chain
from printgen.layout.computed_style import Style
from printgen.layout.diagnostics import Report
from printgen.layout.fonts import VARIANTS
from printgen.layout.html_subset import IN_LINE, INLINE, Markup, field_of, tag_of
from printgen.layout.inline_layout import least_of
from printgen.layout.line_breaking import BREAK, PICTURE, Ink, Piece, collapse, foreign
from printgen.problems import Failure

NATURAL = ("natural", "inline")
"""How what may stand among words is displayed there."""


class Gathered:
    """Gathers the words of one element; `pictured` reads a drawing among them."""

    def __init__(
        self,
        chain: Chain,
        line: int,
        markup: Markup,
        report: Report,
        pictured: Callable[[Any, Chain], PictureInLine | None],
    ) -> None:
        self._chain = chain
        self._line = line
        self._markup = markup
        self._report = report
        self._pictured = pictured
        self._pieces: list[Piece] = []
        self._pictures: list[PictureInLine] = []
        self._inked = False
        self._broken = False

    def text(self, text: str | None, field: str | None) -> None:
        """Adds words that stand directly in the element."""
        if text:
            self._add(text, self._chain, field, None, self._line)

    def inline(
        self, element: Any, chain: Chain, field: str | None, outer: Ink | None = None
    ) -> None:
        """Adds a b, i, span, br or drawing and what it holds."""
        tag, line = tag_of(element), element.sourceline
        if tag == "svg":
            self._picture(element, chain)
            return
        self._markup.attributes(element)
        if tag == "br":
            self._add(BREAK, chain, field, outer, line, forced=True)
            return
        self._markup.refuse(element, chain.style, IN_LINE, "make it display: block")
        field = field_of(element, field)
        ink = self._add(element.text or "", chain, field, outer, line)
        for child in element:
            if isinstance(child.tag, str):
                self._inner(child, tag, chain, field, ink)
            if child.tail:
                self._add(child.tail, chain, field, outer, line)

    def _inner(
        self, child: Any, around: str, parent: Chain, field: str | None, ink: Ink | None
    ) -> None:
        tag = tag_of(child)
        chain = parent.child(tag, child.get("id", ""), child.get("class", ""))
        display = chain.style.frame.display
        if display == "none":
            return
        if (tag in INLINE or tag == "svg") and display != "block":
            self.inline(child, chain, field, ink)
        else:
            message = f"<{tag}> is a block and stands in <{around}>"
            self._report.wrong(child.sourceline, message, f"close <{around}> before it")

    def _picture(self, element: Any, chain: Chain) -> None:
        picture = self._pictured(element, chain)
        ink = self._ink(self._chain, None, None, self._line) if picture else None
        if picture and ink:
            ink = replace(ink, above=picture.height, below=0.0)
            self._pieces.append(Piece(PICTURE, ink, len(self._pictures), picture.width))
            self._pictures.append(picture)
            self._inked = True

    def close(self, boxes: list[AnyBox]) -> None:
        """Ends the words here: a block follows, or the element's end."""
        ink = self._ink(self._chain, None, None, self._line) if self._inked else None
        if ink:
            style = self._chain.style
            words = Flow(
                collapse(self._pieces),
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
        ink = self._ink(chain, field, outer, line)
        if ink is None:
            return None
        if forced:
            self._pieces.append(Piece(BREAK, ink))
            self._inked = True
            return ink
        if chain.style.white_space != "pre-line":
            text = text.translate(_ONE_LINE)
        self._pieces += self._set(line, text, chain.style, ink)
        self._inked = self._inked or ends_lines or bool(text.strip(" \t\r\n\f"))
        return ink

    def _ink(self, chain: Chain, field: str | None, outer: Ink | None, line: int) -> Ink | None:
        """How text is set under a chain; `outer` is the ink around it on the same line."""
        if self._broken:
            return None
        style = chain.style
        try:
            face = style.font
        except Failure as failure:
            # Said once for the element: without a font there is nothing to measure.
            self._report.take(failure.problems, line)
            self._broken = True
            return None
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

    def _set(self, line: int, text: str, style: Style, ink: Ink) -> list[Piece]:
        """The pieces of a text, each of one typeface; letters that cannot be set are reported."""
        text = style.cased(text).translate(_UNSEEN)
        # An empty piece makes room on its line.
        stretches = style.faced(text) or [(text, ink.typeface)]
        lacking = "".join(face.missing(part.translate(_UNPRINTED)) for part, face in stretches)
        self._report.lacks(line, lacking, ink.field or "")
        letter = foreign(text)
        if letter and not lacking:
            message = f"lines with {letter} (U+{ord(letter):04X}) are not broken rightly here"
            hint = "only scripts set from left to right with spaces between words are laid out"
            self._report.unfit(line, message, hint, ink.field or "")
        return [
            Piece(part, ink if face is ink.typeface else replace(ink, typeface=face))
            for part, face in stretches
        ]


_ONE_LINE = str.maketrans("\n", " ")
_UNSEEN = str.maketrans("", "", VARIANTS)
_UNPRINTED = str.maketrans("", "", "\t\r\n\f ")
