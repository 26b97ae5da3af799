"""Inline content of an element, as pieces of text that each have one style.

The rules are those of CSS 2.1, 9.2.2 (inline-level elements) and 10.8.1 (leading). Characters
missing from all fonts, and properties without effect on inline text, are reported. Line widths are
unknown here: `line_breaking` breaks the lines.
"""

import re
from collections.abc import Callable, Iterator
from itertools import groupby
from operator import add
from typing import Any, NamedTuple
from unicodedata import category, normalize

import msgspec
from lxml import etree
from msgspec.structs import replace

from printgen.colour import Colour, fade_colour
from printgen.face.face import TextShadow
from printgen.face.fonts import VARIATION_SELECTORS, Typeface
from printgen.geometry import MM_PER_PX
from printgen.layout.elements.html_subset import (
    BLOCK_TAGS,
    DRAWN_TAGS,
    INLINE_TAGS,
    MarkupChecker,
    get_inline_field,
)
from printgen.layout.flow.boxes import AnyBox, InlinePicture, TextFlow
from printgen.layout.flow.hyphenation import find_hyphenation_problem
from printgen.layout.flow.lines import find_min_factor
from printgen.layout.flow.text_pieces import (
    LINE_BREAK,
    NO_BREAK_SPACE,
    PICTURE_SIGN,
    InlineBox,
    TextPiece,
    TextStyle,
    collapse_spaces,
    find_bidi_control,
)
from printgen.layout.style.backgrounds import Gradient
from printgen.layout.style.cascade import ElementChain
from printgen.layout.style.computed import ComputedStyle
from printgen.layout.style.properties import CARVED_BORDERS, QUOTE_KEYWORDS, ContentPart
from printgen.layout.template.diagnostics import FaceReport
from printgen.layout.template.xml import get_tag_name
from printgen.problems import Failure
from printgen.spaced_numbers import DIGIT_LETTERS, NUMBER_SIGNS

FIRST_LETTER = "first-letter"
_TAGS_IN_TEXT = INLINE_TAGS | BLOCK_TAGS | frozenset(DRAWN_TAGS)
"""Elements that may be in a line of text, if their style says so."""


def is_ornament(text: str) -> bool:
    """Return whether a text has only signs such as ★, “ or », apart from spaces around them.

    Signs that may change a number, such as + and ”, are none, nor are letters such as ℃.
    """
    signs = text.strip()
    return all(category(sign) in ("So", "Pi", "Pf", "Mn") for sign in signs) and not any(
        sign in NUMBER_SIGNS or re.fullmatch(DIGIT_LETTERS, sign) or normalize("NFKD", sign) != sign
        for sign in signs
    )


def is_inline(tag: str, style: ComputedStyle) -> bool:
    """Return whether an element is part of a line of text (CSS Display 3, 2.4)."""
    is_natural = style.display == "natural" and tag not in BLOCK_TAGS
    return tag in _TAGS_IN_TEXT and (style.is_atomic or is_natural or style.display == "inline")


def iterate_children_with_text(
    element: Any, chain: ElementChain
) -> Iterator[tuple[Any, str | None]]:
    """Yield the children of an element, each with the text after it; None in place of a comment.

    The first is the pseudo-element `::before`, with the text before the first child. The last is
    `::after`, without text (CSS Content 3, 2). Each of the two is None if the element does not have
    it.
    """
    yield _make_pseudo_element(element, chain, "before"), element.text or ""
    for child in element:
        yield child if isinstance(child.tag, str) else None, child.tail
    yield _make_pseudo_element(element, chain, "after"), None


def has_edge_or_background(style: ComputedStyle) -> bool:
    """Return whether an inline element has a box of its own to lay out or to paint.

    It has one with a border, padding, outline or background, or a margin to its left or right.
    """
    has_edges = any(style.border_padding) or style.padding_percents or any(style.margin[1::2])
    has_ground = style.background or has_vertical_gradients(style)
    return bool(has_edges or has_ground or style.box_outline_width)


def has_vertical_gradients(style: ComputedStyle) -> bool:
    """Return whether all background images are gradients that are equal on all parts of a line.

    Other images would continue on the next line (CSS Backgrounds 3, 5.4).
    """
    lines = [image.line if isinstance(image, Gradient) else "" for image in style.images]
    return bool(lines) and {*lines} <= {(0.0, 1.0), (0.0, -1.0)}


def has_generated_content(element: Any, chain: ElementChain) -> bool:
    """Return whether the style sheets give an element a `::before` or `::after`."""
    return any(
        find_pseudo_element(element, chain, name)[0] is not None for name in ("before", "after")
    )


def find_first_letter(element: Any, chain: ElementChain) -> tuple[Any, int]:
    """Return the `::first-letter` of an element as a <span>, and where its text ends.

    The <span> is None if no style sheet gives the element one, or if the element is empty. It has
    no text if the element does not begin with a letter (CSS Pseudo 4, 3.2).
    """
    span, _ = find_pseudo_element(element, chain, FIRST_LETTER)
    if span is None:
        return None, 0
    before, content = find_pseudo_element(element, chain, "before")
    first = _FIRST_LETTER.match(element.text or "")
    if content and not chain.get_child_chain(before).style.is_absolute:
        return span, 0
    if first is None:
        return (span if "".join(element.itertext()).strip() else None), 0
    span.text = first[0].lstrip()
    return span, first.end()


def _make_pseudo_element(element: Any, chain: ElementChain, name: str) -> Any:
    """Return the pseudo-element `name` (before or after) of an element as a <span>, or None."""
    span, content = find_pseudo_element(element, chain, name)
    if span is not None:
        # `write_counters` gave the element an attribute for each counter.
        span.text = "".join(
            element.attrib[get_counter_attribute(name, part)]
            if part.counter
            else element.get(part.attribute, "")
            if part.attribute
            else part.text
            for part in content
        )
    return span


def find_pseudo_element(
    element: Any, chain: ElementChain, name: str
) -> tuple[Any, tuple[ContentPart, ...]]:
    """Return the pseudo-element `name` of an element as an empty <span>, and its content.

    `name` is before or after. The <span> is None if the element has no such pseudo-element.
    """
    if name not in chain.cascade.pseudo_elements or chain.pseudo_element:
        return None, ()
    # It is not a sibling of the other children, so its parent is a copy.
    parent, namespace = etree.Element(element.tag), element.tag.removesuffix(get_tag_name(element))
    attributes = {"id": f"::{name}", "class": element.get("class", "")}
    span = etree.SubElement(parent, f"{namespace}span", attributes)
    inner, span.sourceline = chain.get_child_chain(span), element.sourceline
    style = inner.style
    if name == FIRST_LETTER:
        return (span if chain.cascade.has_rules(inner) else None), ()
    if style.content is None:
        return None, ()
    signs = dict(zip(QUOTE_KEYWORDS, style.quotes, strict=True))
    return span, tuple(
        ContentPart(signs[part.quote]) if part.quote else part for part in style.content
    )


def get_counter_attribute(pseudo_element: str, part: ContentPart) -> str:
    """Return the name of our attribute that keeps the counter of `part` of a pseudo-element.

    It is set on the element that has the pseudo-element, such as `before`.
    """
    return f"data--{pseudo_element}-{part.counter}-{part.counter_style}"


class DrawnTextPaint(NamedTuple):
    """The joins of the outline of a text in a drawing, and the opacities of its fill and stroke."""

    join: str
    fill_opacity: float
    stroke_opacity: float


class InlineBuilder(msgspec.Struct, eq=False):
    """Collects the text and other inline content of one element.

    The content is appended to the list `boxes`, as texts to break into lines. The caller appends
    the blocks inside the element to the same list, and the boxes of `absolute_children`: absolute
    elements inside inline ones, each with the chain and the field of its parent.

    - `_chain`: the element with its computed style. `_line`: its line in the rendered template.
    - `_read_picture`: a function that makes the box of a drawing or inline-block inside the text.
    - `_paint`: for the text of a drawing, how it is painted; None for any other text.
    - `has_content`: whether anything was collected since the last `flush_content`.
    - `continues_field`: whether the collected text begins inside a word of a field, because the
      first letter of the word is a float.
    """

    _chain: ElementChain
    _line: int
    _markup: MarkupChecker
    _report: FaceReport
    _read_picture: Callable[[Any, ElementChain, str | None], InlinePicture | None]
    _paint: DrawnTextPaint | None = None
    boxes: list[AnyBox] = []
    absolute_children: list[tuple[Any, ElementChain, str | None]] = []
    _pieces: list[TextPiece] = []
    _pictures: list[InlinePicture] = []
    has_content: bool = False
    continues_field: bool = False
    _has_no_font: bool = False

    def add_text(self, text: str | None, field: str | None) -> None:
        """Add text that is directly inside the element and prints `field`."""
        if text:
            self._append_text(text, self._chain, field, None, self._line)

    def add_element(
        self, element: Any, chain: ElementChain, field: str | None, outer: TextStyle | None = None
    ) -> None:
        """Add an inline element (b, i, span, br, svg or img), with its content.

        `chain` has the computed style of the element. `field` is the field that its parent prints.
        `outer` is the text style of the inline element around it; None if there is none.
        """
        tag, line = get_tag_name(element), element.sourceline
        if tag in DRAWN_TAGS or chain.style.is_atomic:
            self._add_picture(element, chain, field, outer)
            return
        self._markup.check_attributes(element)
        if tag == "br":
            self._markup.report_ineffective_properties(element, chain.style, "on br")
            if text_style := self._make_text_style(chain, field, outer, line):
                self._pieces.append(TextPiece(LINE_BREAK, text_style))
                self.has_content = True
            return
        # The colour of a text fades, but not what else is in it.
        kept = ["background-image"] * has_vertical_gradients(chain.style)
        if not (len(element) or has_edge_or_background(chain.style)):
            kept.append("opacity")
        self._markup.report_ineffective_properties(element, chain.style, "in line", kept)
        field = get_inline_field(element, field)
        self._reject_first_letter(element, chain)
        style = self._make_text_style(chain, field, outer, line)
        is_box = has_edge_or_background(chain.style)
        if style and is_box:
            style = replace(style, boxes=(*style.boxes, self._make_inline_box(chain, style, line)))
        start = len(self._pieces)
        for child, text in iterate_children_with_text(element, chain):
            if child is not None:
                self._add_child(child, chain, field, style)
            if text is not None and style:
                self._append_text(text, chain, field, outer, line, style)
        if is_box and not any(piece.text.strip() for piece in self._pieces[start:]):
            message = f"<{tag}> has a background, border, padding or margin, but no text"
            self._report.error(line, message, "make it display: inline-block")

    def _reject_first_letter(self, element: Any, chain: ElementChain) -> None:
        if find_first_letter(element, chain)[0] is not None:
            message = f"::first-letter of <{get_tag_name(element)}> has no effect in a line of text"
            self._report.error(element.sourceline, message, "set it on the block around it")

    def _add_child(
        self, child: Any, parent: ElementChain, field: str | None, style: TextStyle | None
    ) -> None:
        tag = get_tag_name(child)
        chain = parent.get_child_chain(child)
        display = chain.style.display
        if display == "none":
            return
        if chain.style.float_side != "none":
            message = f"float of <{tag}> inside <{get_tag_name(child.getparent())}>"
            self._report.error(child.sourceline, message, "put it before the text, in its block")
        if chain.style.is_absolute:
            self.absolute_children.append((child, parent, field))
        elif is_inline(tag, chain.style):
            self.add_element(child, chain, field, style)
        else:
            # CSS 2.1, 9.2.1.1 would split the inline box around the block; not supported here.
            parent_tag = get_tag_name(child.getparent())
            message = f"<{tag}> is a block inside <{parent_tag}>"
            self._report.error(child.sourceline, message, f"close <{parent_tag}> before it")

    def _make_inline_box(self, chain: ElementChain, text: TextStyle, line: int) -> InlineBox:
        """Return the box of an inline element, at `line` of the template.

        `chain` has the style of the element, and `text` that of its letters.
        """
        style = chain.style
        if style.padding_percents or not style.has_fixed_margin:
            message = "a margin or padding in % or auto is not supported on inline text"
            self._report.error(line, message, "write it in mm or em")
        lines = {"double", *CARVED_BORDERS}.intersection(style.border_styles)
        is_plain = style.has_plain_border and style.box_outline_style not in CARVED_BORDERS
        if lines or (any(style.radii) and not is_plain):
            message = "inline text has no double or carved borders, and round corners only with "
            message += "solid borders of one colour"
            self._report.error(line, message, "make it display: inline-block")
        sides: Any = tuple(map(add, style.border_padding, style.resolve_margins(0.0)))
        ascent, descent = text.typeface.ascent * text.size, text.typeface.descent * text.size
        return InlineBox(style, ascent + text.shift, descent - text.shift, sides)

    def _add_picture(
        self, element: Any, chain: ElementChain, field: str | None, outer: TextStyle | None
    ) -> None:
        picture = self._read_picture(element, chain, field)
        style = self._make_text_style(self._chain, None, None, self._line) if picture else None
        if picture and style:
            # CSS 2.1, 10.8.1: a box without a baseline has its bottom edge on the line's baseline.
            above, below = picture.height - picture.below, picture.below
            shift = self._find_baseline_shift(
                chain.style, outer or style, above, below, element.sourceline
            )
            style = replace(style, above=above + shift, below=below - shift)
            style = replace(style, boxes=outer.boxes) if outer and outer.boxes else style
            self._pieces.append(TextPiece(PICTURE_SIGN, style, len(self._pictures), picture.width))
            self._pictures.append(picture)
            self.has_content = True

    def flush_content(self) -> None:
        """Append the content collected so far to `boxes` as a text flow, and start a new one.

        Called before each block inside the element, and at its end.
        """
        # CSS 2.1, 9.2.1.1: inline content between blocks gets an anonymous block box.
        text_style = (
            self._make_text_style(self._chain, None, None, self._line) if self.has_content else None
        )
        if text_style:
            style = self._chain.style
            pieces = collapse_spaces(self._pieces)
            if style.text_indent and not self.boxes and not self._paint:
                # CSS Text 3, 8.1: the first line of a block begins after empty space. A break after
                # it would leave that line empty, so it is a space that forbids breaks.
                indent, unbroken = style.text_indent, replace(text_style, breaks_words="")
                space = TextPiece(NO_BREAK_SPACE, unbroken, len(self._pictures), indent)
                pieces = (space, *pieces)
                self._pictures.append(InlinePicture(indent, 0.0, lambda _: ()))
            flow = TextFlow(
                pieces,
                tuple(self._pictures),
                text_style.above,
                text_style.below,
                style.text_align,
                self._line,
                style.text_wrap,
                style.direction,
                find_min_factor(text_style),
                style.text_align_last,
                continues_field=self.continues_field,
            )
            self.boxes.append(flow)
            self.continues_field = False
        self._pieces.clear()
        self._pictures.clear()
        self.has_content = False

    def _append_text(
        self,
        text: str,
        chain: ElementChain,
        field: str | None,
        outer_style: TextStyle | None,
        line: int,
        style: TextStyle | None = None,
    ) -> None:
        """Add text that prints `field` in `style`, or in the style of `chain` if `style` is None.

        `outer_style` is the text style of the inline element around the text.
        """
        # CSS Text 3, 3 (white-space): only pre-line keeps line ends, as forced line breaks.
        has_line_end = chain.style.white_space == "pre-line" and "\n" in text
        if text.isspace() and not self._pieces and not has_line_end:
            return
        style = style or self._make_text_style(chain, field, outer_style, line)
        if style is None:
            return
        if chain.pseudo_element and chain.style.is_absolute:
            style = replace(style, is_ornament=is_ornament(text))
        if chain.style.white_space != "pre-line":
            text = text.translate(_LINE_END_TO_SPACE)
        self._pieces += self._split_by_font(line, text, chain.style, style)
        self.has_content = self.has_content or has_line_end or bool(text.strip(" \t\r\n\f"))

    def _make_text_style(
        self, chain: ElementChain, field: str | None, outer_style: TextStyle | None, line: int
    ) -> TextStyle | None:
        """Return the text style of an inline element that prints `field`, or None after an error.

        `outer_style` is the text style of the inline element around it. The extents of the line in
        the result include those of `outer_style`.
        """
        if self._has_no_font:
            return None
        style = chain.style
        try:
            face, underline = style.font, style.underline
        except Failure as failure:
            # Reported once per element: without a font nothing else can be measured.
            self._report.add_problems(failure.problems, line)
            self._has_no_font = True
            return None
        self._report_unsupported_typography(style, face, line)
        ascent, descent = face.ascent * style.size, face.descent * style.size
        # CSS 2.1, 10.8.1: half of the leading goes above the glyphs and half below.
        content = ascent + descent
        line_height = content if style.line_height is None else style.line_height
        half_leading = (line_height - content) / 2
        above, below = ascent + half_leading, descent + half_leading
        shift = outer_style.shift if outer_style else 0.0
        if chain is not self._chain and style.vertical_align != "baseline":
            parent = outer_style or self._make_text_style(self._chain, None, None, self._line)
            shift = self._find_baseline_shift(style, parent, above, below, line) if parent else 0.0
        above, below = above + shift, below - shift
        if outer_style:
            above, below = max(above, outer_style.above), max(below, outer_style.below)
        paint = self._make_text_paint(style, line)
        if paint is None:
            return None
        colour, outline, width, shadows = paint
        features = style.features
        if style.opacity != 1 and chain is not self._chain:
            colour = fade_colour(colour, style.opacity)
            outline = outline and fade_colour(outline, style.opacity)
            if underline:
                underline = *underline[:2], fade_colour(underline[2], style.opacity)
        if style.small_caps and face.find_missing_features(style.small_caps):
            features = tuple(pair for pair in features if pair not in style.small_caps)
        return TextStyle(
            face,
            style.size,
            style.letter_spacing,
            colour,
            above,
            below,
            style.white_space,
            None if chain.pseudo_element in ("before", "after") else field,
            style.min_font_size,
            "" if style.white_space == "nowrap" else style.overflow_wrap.replace("normal", ""),
            underline,
            outline,
            width,
            shadows,
            features,
            style.language if style.hyphens == "auto" else "",
            shift,
            outer_style.boxes if outer_style else (),
            is_on_artwork=style.contrast == "artwork",
            word_spacing=style.word_spacing,
        )

    def _make_text_paint(
        self, style: ComputedStyle, line: int
    ) -> tuple[Colour, Colour | None, float, tuple[TextShadow, ...]] | None:
        """Return the colour of a text, the colour and width (mm) of its outline, and its shadows.

        An outline below the letters is one of the shadows. Returns None after reporting a text of a
        drawing without a colour.
        """
        colour, width = style.colour, style.outline_width
        outline: Colour | None = style.outline
        if self._paint:
            outline = style.stroke
            width = style.stroke_width * MM_PER_PX if outline else 0.0
            if style.fill is None or isinstance(style.fill, str) or isinstance(outline, str):
                hint = "give it one colour, such as fill: #a12115"
                self._report.error(line, "text in a drawing has no fill, or a gradient", hint)
                return None
            colour = fade_colour(style.fill, self._paint.fill_opacity)
            outline = outline and fade_colour(outline, self._paint.stroke_opacity)
        shadows = [
            TextShadow(dx, dy, blur, style.colour if ink == "currentcolor" else ink, width)
            for dx, dy, blur, ink in style.text_shadows
        ]
        if outline and width and style.is_outline_below:
            join = self._paint.join if self._paint else ""
            shadows.insert(0, TextShadow(0.0, 0.0, 0.0, outline, width, join))
            outline = None
        if shadows and style.opacity != 1:
            message = "opacity would fade a text and its shadow separately"
            hint = "fade their colours, such as color: #14505c80, or write text-shadow: none "
            hint += "and paint-order: normal"
            self._report.error(line, message, hint)
        return colour, outline if width else None, width, tuple(shadows)

    def _find_baseline_shift(
        self, style: ComputedStyle, parent: TextStyle, above: float, below: float, line: int
    ) -> float:
        """Return how far the baseline of a box is above the baseline of its line, in mm.

        `above` and `below` are how far the box extends above and below its own baseline, in mm.
        `parent` is the style of the text around the box.
        """
        place, size, face = style.vertical_align, parent.size, parent.typeface
        if place == "baseline":
            return parent.shift
        if isinstance(place, float):
            return parent.shift + place
        if place in ("top", "bottom"):
            message = f"vertical-align: {place} is not possible in a line of text"
            self._report.error(line, message, f"write vertical-align: text-{place}")
        # CSS 2.1, 10.8.1 leaves sub and super open. These are Chromium's (`ComputeBaselineShift`).
        shifts = {
            "sub": -(size / 5 + MM_PER_PX),
            "super": size / 3 + MM_PER_PX,
            "middle": (face.x_height * size - above + below) / 2,
            "text-top": face.ascent * size - above,
            "text-bottom": below - face.descent * size,
        }
        return parent.shift + shifts.get(place, 0.0)

    def _report_unsupported_typography(
        self, style: ComputedStyle, face: Typeface, line: int
    ) -> None:
        """Report OpenType features that the font lacks, and a language without hyphenation."""
        if style.required_features:
            missing = face.find_missing_features(style.required_features)
            if missing:
                message = f'the font "{face.family}" has no {missing}'
                hint = "remove the property, or use a font with this OpenType feature"
                self._report.error(line, message, hint)
        if style.hyphens == "auto" and (problem := find_hyphenation_problem(style.language)):
            self._report.error(line, *problem)

    def _split_by_font(
        self, line: int, text: str, style: ComputedStyle, base: TextStyle
    ) -> list[TextPiece]:
        """Return a text in pieces of one typeface each; report letters that cannot be printed."""
        text = style.transform_case(text).translate(_WITHOUT_VARIANTS)
        # CSS Fonts 3, 5.3: each character takes the first font of the list that contains it.
        # CSS 2.1, 10.8: an empty inline element still influences the height of its line.
        font_runs = style.split_by_typeface(text) or [(text, base.typeface)]
        missing_letters = "".join(
            face.find_missing_letters(part.translate(_WITHOUT_SPACES)) for part, face in font_runs
        )
        self._report.add_missing_letters(line, missing_letters, base.field or "")
        letter = find_bidi_control(text)
        if letter and not missing_letters:
            message = f"U+{ord(letter):04X} changes the direction of text, and is not supported"
            hint = "delete it, and set dir or direction in the template"
            self._report.error(line, message, hint, base.field or "", message)
        pieces = list[TextPiece]()
        for part, face in font_runs:
            if pieces and _CLOSING_SIGN.match(part):
                pieces += _close_gap_after_emoji(pieces.pop(), base.typeface)
            own_style = base if face is base.typeface else replace(base, typeface=face)
            if style.features == base.features:
                pieces.append(TextPiece(part, own_style))
                continue
            # CSS Fonts 4, 6.6: small capitals that a font lacks are reduced capitals. In
            # all-small-caps, all signs are reduced, as in Chromium.
            small = replace(own_style, size=own_style.size * _SMALL_CAPS_SIZE)
            is_reduced = str.islower if len(style.small_caps) == 1 else bool
            for is_small, letters in groupby(part, is_reduced):
                text = "".join(letters)
                pieces.append(
                    TextPiece(text.upper(), small) if is_small else TextPiece(text, own_style)
                )
        return pieces


def _close_gap_after_emoji(piece: TextPiece, main: Typeface) -> list[TextPiece]:
    """Return a piece in parts, so that no wide gap is before a full stop that follows the piece.

    If its last character is a sign in another font than `main`, such as an emoji, this character is
    a separate part, without most of the space to its right.
    """
    style, letter = piece.style, piece.text[-1:]
    if style.typeface is main or letter.isalnum() or letter.isspace():
        return [piece]
    gap = max(style.typeface.measure_right_bearing(letter) - _EMOJI_GAP, 0.0) * style.size
    closed = TextPiece(letter, replace(style, tracking=style.tracking - gap))
    return [TextPiece(piece.text[:-1], style), closed] if len(piece.text) > 1 else [closed]


_PUNCTUATION = re.escape(
    "".join(
        sign for sign in map(chr, range(0x3100)) if category(sign) in ("Ps", "Pe", "Pi", "Pf", "Po")
    )
)
_FIRST_LETTER = re.compile(
    rf"\s*[{_PUNCTUATION}]*[^\s{_PUNCTUATION}][\u0300-\u036f\ufe0f]*[{_PUNCTUATION}]*"
)
"""The first letter of a text, with the punctuation before and after it, but no dash."""
_SMALL_CAPS_SIZE = 0.7
"""The size of small capitals that a font lacks, in em; that of Chromium."""
_EMOJI_GAP = 0.05
"""The space between an emoji and a sign after it, in em."""
_CLOSING_SIGN = re.compile(r"[.,:;!?)\]]")
_LINE_END_TO_SPACE = str.maketrans("\n", " ")
_WITHOUT_VARIANTS = str.maketrans("", "", VARIATION_SELECTORS)
_WITHOUT_SPACES = str.maketrans("", "", "\t\r\n\f ")
