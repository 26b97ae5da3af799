"""Pieces of styled text, and white space collapsing (CSS Text 3, 4.1).

Elements, style sheets and positions on the face are unknown here. Lengths are in mm.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from printgen.colour import Colour
from printgen.face.face import TextShadow
from printgen.face.fonts import Typeface
from printgen.face.shaping import Features
from printgen.layout.style.computed import ComputedStyle, Sides

WhiteSpace = Literal["normal", "nowrap", "pre-line"]

PICTURE_SIGN = "\ufffc"
"""OBJECT REPLACEMENT CHARACTER: represents an inline picture in the text of a piece."""

LINE_BREAK = "\n"
"""Forced line break in the text of a piece."""

NO_BREAK_SPACE = "\u00a0"
"""NO-BREAK SPACE. With an empty picture, it represents the space of `text-indent`."""

_TO_SPACES = str.maketrans("\t\r\n\f", "    ")
# Directional controls (UAX #9, 2) are not needed: the text and its `direction` say enough.
_UNSUPPORTED_SIGN = re.compile("[\u202a-\u202e\u2066-\u2069]")


class InlineBox(msgspec.Struct, frozen=True, eq=False):
    """The box of an inline element with a border, padding, margin or background (CSS 2.1, 10.6.1).

    `ascent` and `descent` are how far its font extends above and below the baseline of the line.
    `sides` are margin, border and padding together. Each element has a separate box, even if both
    are equal.
    """

    style: ComputedStyle
    ascent: float
    descent: float
    sides: Sides


class TextStyle(msgspec.Struct, frozen=True):
    """Font, size, colour and field of a piece of text: everything except its characters.

    - `size`, `tracking`: the type size, and the space added after each letter, in mm.
    - `above`, `below`: how far its line extends above and below the baseline, with the leading and
      the inline elements around it (CSS 2.1, 10.8.1).
    - `field`: the field that it prints; None for text of the template.
    - `min_size`: the smallest type size, in points; None if the text may not shrink.
    - `breaks_words`: the overflow-wrap by which a word that is too long for a line may break
      anywhere; "" if it may not.
    - `underline`: the distance of its top below the baseline and its thickness, both in em, and its
      colour.
    - `outline`, `outline_width`: the colour and the width of the outline of the letters.
    - `shift`: how far the text is raised above the baseline of its line.
    - `boxes`: the boxes of the inline elements around it, from the outside in.
    - `box_scale`: the factor for the lengths of these boxes.
    - `is_on_artwork`: whether the designer accepts a low contrast with what is below the text.
    - `word_spacing`: what is added to each space, in mm.
    - `is_ornament`: whether its letters are drawn, as a sign that says nothing.
    """

    typeface: Typeface
    size: float
    tracking: float
    colour: Colour
    above: float
    below: float
    white_space: WhiteSpace = "normal"
    field: str | None = None
    min_size: float | None = None
    breaks_words: str = ""
    underline: tuple[float, float, Colour] | None = None
    outline: Colour | None = None
    outline_width: float = 0.0
    shadows: tuple[TextShadow, ...] = ()
    features: Features = ()
    language: str = ""
    shift: float = 0.0
    boxes: tuple[InlineBox, ...] = ()
    box_scale: float = 1.0
    is_on_artwork: bool = False
    word_spacing: float = 0.0
    is_ornament: bool = False

    def measure_width(self, text: str) -> float:
        """Return the advance width of `text` in mm, with tracking after every visible letter."""
        width = self.typeface.measure(text, self.size, self.features)
        if self.word_spacing:
            width += self.word_spacing * (text.count(" ") + text.count(NO_BREAK_SPACE))
        if not self.tracking:
            return width
        # CSS Text 3, 7.2 (letter-spacing). The last letter has it too, as in browsers.
        return width + self.tracking * self.typeface.count_clusters(text, self.features)

    @property
    def hyphen(self) -> str:
        """The character printed for a soft hyphen at the end of a line."""
        return "-" if self.typeface.find_missing_letters("\u2010") else "\u2010"


class TextPiece(msgspec.Struct, frozen=True):
    """A piece of text in one style, or a picture in a line of text.

    - `picture`: the index of the picture, or -1 for text. The `above` and `below` of the style of a
      picture are its height.
    - `x`: its distance from the start of the line.
    - `width`: its advance width, with the edges of inline boxes.
    - `level`: its bidi embedding level (UAX #9): even from left to right, odd from right to left.
    - `opens`, `closes`: how many of the inline boxes around it begin with it, and how many end with
      it, both counted from the innermost box.
    """

    text: str
    style: TextStyle
    picture: int = -1
    width: float = 0.0
    x: float = 0.0
    level: int = 0
    opens: int = 0
    closes: int = 0

    @property
    def edge_boxes(self) -> tuple[tuple[InlineBox, ...], tuple[InlineBox, ...]]:
        """The boxes that have their left edge at this text, and those with their right edge."""
        boxes = self.style.boxes
        opening, closing = boxes[len(boxes) - self.opens :], boxes[len(boxes) - self.closes :]
        return (closing, opening) if self.level % 2 else (opening, closing)

    @property
    def edges(self) -> tuple[float, float]:
        """The widths of the edges of boxes to the left and right of the text, in mm."""
        scale, (lefts, rights) = self.style.box_scale, self.edge_boxes
        left, right = sum(box.sides[3] for box in lefts), sum(box.sides[1] for box in rights)
        return left * scale, right * scale


def mark_box_edges(
    pieces: Sequence[TextPiece], before: tuple[InlineBox, ...], after: tuple[InlineBox, ...]
) -> list[TextPiece]:
    """Return the pieces of a paragraph, each with the numbers of boxes that begin and end there.

    `before` are the inline boxes around the last text before the paragraph, and `after` those
    around the first text after it. A box that is also around the text next to it does not begin or
    end there.
    """
    marked = list(pieces)
    inked = [number for number, piece in enumerate(pieces) if piece.text.strip(" ")]
    stacks = [before, *(pieces[number].style.boxes for number in inked), after]
    for number, previous, boxes, following in zip(
        inked, stacks, stacks[1:], stacks[2:], strict=False
    ):
        opens = sum(box not in previous for box in boxes)
        closes = sum(box not in following for box in boxes)
        marked[number] = replace(pieces[number], opens=opens, closes=closes)
    return marked


def collapse_spaces(pieces: Sequence[TextPiece]) -> tuple[TextPiece, ...]:
    """Return the pieces with white space collapsed, also between pieces.

    Several spaces, tabs and line ends together become one space; at the start of a line, they are
    removed. With `white-space: pre-line`, line ends are kept. Empty pieces are kept: they influence
    the line height.
    """
    # CSS Text 3, 4.1.1 (collapsing) and 4.1.2 (removal at the start of a line).
    collapsed: list[TextPiece] = []
    at_start = True
    for piece in pieces:
        if piece.picture >= 0 or piece.text == LINE_BREAK:
            at_start = piece.picture < 0  # a space after a picture is kept, after a break not
            collapsed.append(piece)
            continue
        texts: list[str] = []
        parts = _split_forced_lines(piece)
        for number, part in enumerate(parts):
            if number:
                texts.append(LINE_BREAK)
                at_start = True
            words = part.translate(_TO_SPACES)
            collapsed_text = " ".join(word for word in words.split(" ") if word)
            if collapsed_text:
                if words[0] == " " and not at_start:
                    collapsed_text = " " + collapsed_text
                at_start = words[-1] == " "
                texts.append(collapsed_text + " " if at_start else collapsed_text)
            elif words and not at_start:
                at_start = True
                texts.append(" ")
        collapsed.append(TextPiece("".join(texts), piece.style))
    return tuple(collapsed)


def _split_forced_lines(piece: TextPiece) -> list[str]:
    """Return the text of a piece, split at the line ends that pre-line keeps."""
    if piece.style.white_space != "pre-line" or LINE_BREAK not in piece.text:
        return [piece.text]
    # CSS Text 3, 4.1.1: spaces and tabs around a kept line end are removed.
    return [part.strip(" \t\r\f") for part in piece.text.split(LINE_BREAK)]


def split_paragraphs(pieces: Sequence[TextPiece]) -> Iterator[list[TextPiece]]:
    """Yield the pieces of each paragraph, split at forced line breaks.

    A break at the end adds no empty paragraph.
    """
    current: list[TextPiece] = []
    for piece in pieces:
        first, *others = piece.text.split(LINE_BREAK)
        if not others:
            current.append(piece)
            continue
        current.append(TextPiece(first, piece.style))
        for part in others:
            yield current
            current = [TextPiece(part, piece.style)] if part else []
    if any(piece.text for piece in current):
        yield current


def find_bidi_control(text: str) -> str:
    """Return the first invisible character that sets the direction of the text around it, or ""."""
    letter = _UNSUPPORTED_SIGN.search(text)
    return letter[0] if letter else ""
