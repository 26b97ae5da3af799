"""Turn the words between two blocks of an element into pieces, each in one ink.

Letters that no font has, and what has no effect among words, are reported. It must not know how
wide a line will be.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from printgen.layout.boxes import AnyBox, InlinePicture, TextFlow
from printgen.layout.cascade import ElementChain
from printgen.layout.computed_style import ComputedStyle
from printgen.layout.diagnostics import FaceReport
from printgen.layout.fonts import VARIATION_SELECTORS
from printgen.layout.html_subset import IN_LINE, INLINE, MarkupChecker, get_tag_name, inline_field
from printgen.layout.inline_layout import find_min_factor
from printgen.layout.line_breaking import (
    BREAK,
    PICTURE,
    TextPiece,
    TextStyle,
    collapse_spaces,
    find_unsupported_letter,
)
from printgen.problems import Failure

INLINE_DISPLAYS = ("natural", "inline")
"""How what may stand among words is displayed there."""


class InlineBuilder:
    """Gathers the words of one element; `pictured` reads a drawing among them."""

    def __init__(
        self,
        chain: ElementChain,
        line: int,
        markup: MarkupChecker,
        report: FaceReport,
        read_picture: Callable[[Any, ElementChain], InlinePicture | None],
    ) -> None:
        self._chain = chain
        self._line = line
        self._markup = markup
        self._report = report
        self._read_picture = read_picture
        self._pieces: list[TextPiece] = []
        self._pictures: list[InlinePicture] = []
        self._has_content = False
        self._has_no_font = False

    def add_text(self, text: str | None, field: str | None) -> None:
        """Adds words that stand directly in the element."""
        if text:
            self._append_text(text, self._chain, field, None, self._line)

    def add_element(
        self, element: Any, chain: ElementChain, field: str | None, outer: TextStyle | None = None
    ) -> None:
        """Adds a b, i, span, br or drawing and what it holds."""
        tag, line = get_tag_name(element), element.sourceline
        if tag == "svg":
            self._add_picture(element, chain)
            return
        self._markup.check_attributes(element)
        if tag == "br":
            self._append_text(BREAK, chain, field, outer, line, is_break=True)
            return
        self._markup.reject(element, chain.style, IN_LINE, "make it display: block")
        field = inline_field(element, field)
        style = self._append_text(element.text or "", chain, field, outer, line)
        for child in element:
            if isinstance(child.tag, str):
                self._add_child(child, tag, chain, field, style)
            if child.tail:
                self._append_text(child.tail, chain, field, outer, line)

    def _add_child(
        self,
        child: Any,
        parent_tag: str,
        parent_chain: ElementChain,
        field: str | None,
        style: TextStyle | None,
    ) -> None:
        tag = get_tag_name(child)
        chain = parent_chain.child(tag, child.get("id", ""), child.get("class", ""))
        display = chain.style.box_style.display
        if display == "none":
            return
        if (tag in INLINE or tag == "svg") and display != "block":
            self.add_element(child, chain, field, style)
        else:
            message = f"<{tag}> is a block and stands in <{parent_tag}>"
            self._report.error(child.sourceline, message, f"close <{parent_tag}> before it")

    def _add_picture(self, element: Any, chain: ElementChain) -> None:
        picture = self._read_picture(element, chain)
        style = self._style(self._chain, None, None, self._line) if picture else None
        if picture and style:
            style = replace(style, above=picture.height, below=0.0)
            self._pieces.append(TextPiece(PICTURE, style, len(self._pictures), picture.width))
            self._pictures.append(picture)
            self._has_content = True

    def flush_content(self, boxes: list[AnyBox]) -> None:
        """Ends the words here: a block follows, or the element's end."""
        text_style = self._style(self._chain, None, None, self._line) if self._has_content else None
        if text_style:
            style = self._chain.style
            flow = TextFlow(
                collapse_spaces(self._pieces),
                tuple(self._pictures),
                text_style.above,
                text_style.below,
                style.text_align,
                self._line,
                style.box_style.balance,
                find_min_factor(text_style),
            )
            boxes.append(flow)
        self._pieces.clear()
        self._pictures.clear()
        self._has_content = False

    def _append_text(
        self,
        text: str,
        chain: ElementChain,
        field: str | None,
        outer_style: TextStyle | None,
        line: int,
        *,
        is_break: bool = False,
    ) -> TextStyle | None:
        has_line_end = chain.style.white_space == "pre-line" and "\n" in text
        if not is_break and text.isspace() and not self._pieces and not has_line_end:
            return None
        style = self._style(chain, field, outer_style, line)
        if style is None:
            return None
        if is_break:
            self._pieces.append(TextPiece(BREAK, style))
            self._has_content = True
            return style
        if chain.style.white_space != "pre-line":
            text = text.translate(_LINE_END_TO_SPACE)
        self._pieces += self._split_by_font(line, text, chain.style, style)
        self._has_content = self._has_content or has_line_end or bool(text.strip(" \t\r\n\f"))
        return style

    def _style(
        self, chain: ElementChain, field: str | None, outer_style: TextStyle | None, line: int
    ) -> TextStyle | None:
        """How text is set under a chain; `outer` is the ink around it on the same line."""
        if self._has_no_font:
            return None
        style = chain.style
        try:
            face = style.font
        except Failure as failure:
            # Said once for the element: without a font there is nothing to measure.
            self._report.add_problems(failure.problems, line)
            self._has_no_font = True
            return None
        ascent, descent = face.ascent * style.size, face.descent * style.size
        half_leading = (style.line_height - ascent - descent) / 2
        above, below = ascent + half_leading, descent + half_leading
        if outer_style:
            above, below = max(above, outer_style.above), max(below, outer_style.below)
        return TextStyle(
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

    def _split_by_font(
        self, line: int, text: str, style: ComputedStyle, look: TextStyle
    ) -> list[TextPiece]:
        """The pieces of a text, each of one typeface; letters that cannot be set are reported."""
        text = style.transform_case(text).translate(_WITHOUT_VARIANTS)
        # An empty piece makes room on its line.
        font_runs = style.split_by_typeface(text) or [(text, look.typeface)]
        missing_letters = "".join(
            face.find_missing_letters(part.translate(_WITHOUT_SPACES)) for part, face in font_runs
        )
        self._report.add_missing_letters(line, missing_letters, look.field or "")
        letter = find_unsupported_letter(text)
        if letter and not missing_letters:
            message = f"lines with {letter} (U+{ord(letter):04X}) are not broken rightly here"
            hint = "only scripts set from left to right with spaces between words are laid out"
            self._report.add_misfit(line, message, hint, look.field or "")
        return [
            TextPiece(part, look if face is look.typeface else replace(look, typeface=face))
            for part, face in font_runs
        ]


_LINE_END_TO_SPACE = str.maketrans("\n", " ")
_WITHOUT_VARIANTS = str.maketrans("", "", VARIATION_SELECTORS)
_WITHOUT_SPACES = str.maketrans("", "", "\t\r\n\f ")
