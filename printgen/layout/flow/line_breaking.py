"""Breaking of paragraphs into lines of a given width.

A line takes as many units as fit, as in browsers. Inside a word it breaks only where
`hyphens: auto` divides the word, or with `overflow-wrap: anywhere`. Lengths are in mm.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate, groupby, pairwise, takewhile
from operator import itemgetter
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from printgen.directions import (
    RIGHT_TO_LEFT,
    find_base_level,
    find_embedding_levels,
    find_visual_order,
)
from printgen.face.fonts import SOFT_HYPHEN, THIN_SPACE, ZERO_WIDTH_SPACE
from printgen.face.shaping import is_shaped_together
from printgen.layout.flow.break_opportunities import (
    INSEPARABLE,
    SIGNED_NUMBER,
    find_break_opportunities,
)
from printgen.layout.flow.hyphenation import find_hyphenation_points
from printgen.layout.flow.text_pieces import (
    PICTURE_SIGN,
    InlineBox,
    TextPiece,
    TextStyle,
    mark_box_edges,
)

_ROUNDING_TOLERANCE = 1e-3
"""Tolerance for rounding, in mm: a line may exceed its box by this much."""
_LOOSE_SHARE = 0.8
"""A word is divided if the line before it is filled to less than this share of its width."""
_DROP_UNPRINTED = str.maketrans("", "", SOFT_HYPHEN + ZERO_WIDTH_SPACE)


class LineBox(msgspec.Struct, frozen=True):
    """One line of a paragraph.

    - `spans`: its pieces in order.
    - `above`, `below`: how far it extends above and below the baseline.
    - `continues_field`: whether it begins inside a word of a field, so that no space was removed
      before it.
    - `is_rtl`: whether it is written from right to left.
    - `is_last`: whether it is the last line of its paragraph.
    - `left`, `room`: where the space between floats begins, and its width; `room` is None without
      floats. A line that is moved down to fit has that distance in `above`.
    """

    spans: tuple[TextPiece, ...]
    width: float
    above: float
    below: float
    continues_field: bool
    is_rtl: bool = False
    is_last: bool = False
    left: float = 0.0
    room: float | None = None


class LineRange(NamedTuple):
    """The start and end of a line, as indices of letters of its paragraph.

    `is_divided` means that a hyphen is printed at the end of the line.
    """

    start: int
    end: int
    is_divided: bool = False


class _UnbreakableUnit(NamedTuple):
    """Letters of a paragraph without a line break between them, such as a word.

    A word with hyphens has several units. A unit begins where the one before it ends. `text_end`
    is the end of the unit without its last spaces, which are `space_width` wide. A word is shaped
    as a whole from `word_start`, so `width` is what the unit adds to the width of its word. If the
    line breaks after the unit, a hyphen is added that is `hyphen_width` wide.
    """

    text_end: int
    end: int
    width: float
    space_width: float
    word_start: int
    hyphen_width: float


class Paragraph:
    """Text pieces without a forced line break, which can be broken into lines.

    `letters` is the text of all pieces, and `breaks` are the indices at which a line may begin.
    """

    def __init__(
        self,
        pieces: list[TextPiece],
        direction: str = "auto",
        outside: tuple[tuple[InlineBox, ...], tuple[InlineBox, ...]] | None = None,
    ) -> None:
        """Prepare to break the pieces; `direction` is ltr, rtl, or auto for that of the text.

        `outside` is None for text without inline boxes. Otherwise it has the inline boxes around
        the text before the paragraph, and those around the text after it.
        """
        self.letters = "".join([piece.text for piece in pieces])
        self.base_level = int(direction == "rtl")
        if direction == "auto":
            self.base_level = find_base_level(self.letters)
        if self.base_level or RIGHT_TO_LEFT.search(self.letters):
            pieces = _split_by_bidi_level(
                pieces, find_embedding_levels(self.letters, self.base_level)
            )
        self._has_edges = outside is not None
        self._pieces = mark_box_edges(pieces, *outside) if outside else pieces
        self._starts = [*accumulate((len(piece.text) for piece in pieces[:-1]), initial=0)]
        breaks = find_break_opportunities(self.letters)
        if any(piece.style.white_space == "nowrap" for piece in pieces):
            breaks = tuple(i for i in breaks if self._get_style_at(i - 1).white_space != "nowrap")
        self.breaks = breaks

    def break_lines(self, available: float, start: int = 0) -> Iterator[LineRange]:
        """Yield lines that fit in `available` mm, beginning at the letter with index `start`.

        A line must be able to begin there.
        """
        # Greedy, as in browsers: each line takes as many units as fit.
        line_start = unit_start = start
        used, limit = 0.0, available + _ROUNDING_TOLERANCE
        for unit in self.units[bisect_right(self.breaks, start) if start else 0 :]:
            width = unit.width
            if unit.word_start < line_start:  # the line begins inside the word
                width = self.measure_letters(line_start, unit.text_end) - used
            while used + width + unit.hyphen_width > limit:
                line = self._divide_line(line_start, unit_start, unit, limit)
                if line.end == line_start:
                    break
                yield line
                line_start = unit_start = line.end
                used, width = 0.0, unit.width
                if unit.word_start != line_start:
                    width = self.measure_letters(line_start, unit.text_end)
            used += width + unit.space_width
            unit_start = unit.end
        yield LineRange(line_start, len(self.letters))

    def _divide_line(
        self, line_start: int, unit_start: int, unit: _UnbreakableUnit, limit: float
    ) -> LineRange:
        """Return the line from `line_start` that ends before or inside the unit at `unit_start`.

        It is at most `limit` mm wide, and empty if nothing fits.
        """
        letters, style = self.letters[unit_start : unit.text_end], self._get_style_at(unit_start)
        if style.language and self.measure_letters(line_start, unit_start) < _LOOSE_SHARE * limit:
            for place in find_hyphenation_points(letters, style.language):
                end = unit_start + place
                width = self.measure_letters(line_start, end) + style.measure_width(style.hyphen)
                if width <= limit:
                    return LineRange(line_start, end, is_divided=True)
        if unit_start > line_start:
            return LineRange(line_start, unit_start)
        # With `overflow-wrap: anywhere`, a line has at least one letter.
        first, *ends = [end for _, end in self._list_breakable_parts(unit_start, unit.end)]
        if not ends:
            return LineRange(line_start, line_start)
        fitting = takewhile(lambda end: self.measure_letters(line_start, end) <= limit, ends)
        return LineRange(line_start, max(fitting, default=first))

    def _list_breakable_parts(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield the start and end of each part of a unit that may be on a line of its own.

        With `overflow-wrap: anywhere`, a part is a letter, or a number with the letters next to it.
        Otherwise it is the whole unit.
        """
        # CSS Text 3, 5.5: a break never splits a typographic character: a letter and its marks.
        # Unlike in browsers, numbers stay with the letters next to them: 2d6, 10k and $50.
        letters, style_at = self.letters, self._get_style_at
        inside = range(start + 1, start + len(letters[start:end].rstrip(" ")))
        breaks = (
            i
            for i in inside
            if style_at(i - 1).breaks_words
            and not re.match(INSEPARABLE, letters[i - 1 : i + 1])
            and not SIGNED_NUMBER.match(letters, i)
            and not (letters[i - 1].isdigit() or letters[i].isdigit())
        )
        return pairwise((start, *breaks, inside.stop))

    @property
    def min_content(self) -> float:
        """The width of the widest part that cannot be broken, in mm."""
        if not any(piece.style.breaks_words == "anywhere" for piece in self._pieces):
            return max((unit.width for unit in self.units), default=0.0)
        # CSS Text 3, 5.5: unlike with break-word, breaks of `anywhere` count in min-content sizes.
        ends = pairwise((0, *(unit.end for unit in self.units)))
        parts = (part for unit in ends for part in self._list_breakable_parts(*unit))
        return max(self.measure_letters(*part) for part in parts)

    def _measure_hyphen(self, end: int) -> float:
        """Return the width in mm of the hyphen for a soft hyphen at `end`, 0 if there is none."""
        # CSS Text 3, 5.4 (hyphens: manual): a soft hyphen shows only where the line breaks.
        if self.letters[end - 1 : end] != SOFT_HYPHEN:
            return 0.0
        style = self._get_style_at(end - 1)
        return style.measure_width(style.hyphen)

    @cached_property
    def units(self) -> tuple[_UnbreakableUnit, ...]:
        """The pieces of the text between which a line may break, but not inside."""
        letters, units = self.letters, list[_UnbreakableUnit]()
        word_start, before = 0, 0.0
        for start, end in pairwise((0, *self.breaks, len(letters))):
            text_end = start + len(letters[start:end].rstrip(" "))
            space_width = self.measure_letters(text_end, end) if text_end < end else 0.0
            if not start or not is_shaped_together(letters[start - 1], letters[start : start + 1]):
                word_start, before = start, 0.0
            width = self.measure_letters(word_start, text_end)
            hyphen = self._measure_hyphen(end)
            own_width = width - before
            units.append(
                _UnbreakableUnit(text_end, end, own_width, space_width, word_start, hyphen)
            )
            before = width
        return tuple(units)

    def build_line(
        self, start: int, end: int, is_divided: bool, above: float, below: float
    ) -> LineBox:
        """Return the line with the letters from `start` to `end`, without the spaces at its end.

        With `is_divided`, a hyphen is added. `above` and `below` are how far the line extends at
        least above and below its baseline.
        """
        # CSS Text 3, 4.1.2: spaces at the end of a line are removed.
        text_end = start + len(self.letters[start:end].rstrip(" "))
        is_last_line = end == len(self.letters)
        is_divided = is_divided or (not is_last_line and self.letters[text_end - 1] == SOFT_HYPHEN)
        spans: list[TextPiece] = []
        for index in range(self._find_first_piece(start), len(self._pieces)):
            piece, piece_start = self._pieces[index], self._starts[index]
            if piece_start > end:
                break
            length, style = len(piece.text), piece.style
            low, high = max(start - piece_start, 0), min(text_end - piece_start, length)
            if low < high:
                above, below = max(above, style.above), max(below, style.below)
                text = piece.text[low:high].translate(_DROP_UNPRINTED)
                if is_divided and piece_start + high == text_end:
                    text += style.hyphen
                _append_span(spans, self._select_box_edges(piece, low, high), text)
            elif not length and (piece_start < end or is_last_line):
                # CSS 2.1, 10.8: an empty inline element influences the line that it is on.
                above, below = max(above, style.above), max(below, style.below)
        width = sum([span.width for span in spans])
        continues_field = self._is_field_continued(start)
        is_rtl = self.base_level == 1
        spans_in_place = _place_spans(spans)
        return LineBox(spans_in_place, width, above, below, continues_field, is_rtl, is_last_line)

    def _is_field_continued(self, start: int) -> bool:
        """Return whether a line that begins at letter `start` begins inside a word of a field."""
        return (
            0 < start < len(self.letters)
            and not {" ", THIN_SPACE, PICTURE_SIGN} & set(self.letters[start - 1 : start + 1])
            and self._get_style_at(start - 1).field == self._get_style_at(start).field
        )

    def measure_letters(self, start: int, end: int) -> float:
        """Return the advance width in mm of the letters from index `start` to `end`."""
        width = 0.0
        for index in range(self._find_first_piece(start), len(self._pieces)):
            piece, piece_start = self._pieces[index], self._starts[index]
            if piece_start >= end:
                break
            low, high = max(start - piece_start, 0), min(end - piece_start, len(piece.text))
            if low < high:
                part = piece.text[low:high]
                width += piece.width if piece.picture >= 0 else piece.style.measure_width(part)
                if self._has_edges:
                    width += sum(self._select_box_edges(piece, low, high).edges)
        return width

    def _select_box_edges(self, piece: TextPiece, low: int, high: int) -> TextPiece:
        """Return a piece with only those edges of inline boxes that are at some of its letters.

        The letters are those from index `low` to `high`.
        """
        if not (self._has_edges and (piece.opens or piece.closes)):
            return piece
        # CSS Text 3, 4.1.2: spaces at the end of a line are removed, but not the edge after them.
        # Unlike in Chromium, the edge before them is always on the next line, with its text.
        first = len(piece.text) - len(piece.text.lstrip(" "))
        last = max(len(piece.text.rstrip(" ")) - 1, 0)
        opens = piece.opens if low <= first < high else 0
        closes = piece.closes if low <= last < high else 0
        return replace(piece, opens=opens, closes=closes)

    def _find_first_piece(self, start: int) -> int:
        """Return the index of the first piece that begins at letter `start` or contains it."""
        index = bisect_left(self._starts, start)
        if index < len(self._starts) and self._starts[index] == start:
            return index
        return max(index - 1, 0)

    def _get_style_at(self, index: int) -> TextStyle:
        """Return the style of the letter at `index`."""
        return self._pieces[bisect_right(self._starts, index) - 1].style


def _split_by_bidi_level(pieces: Sequence[TextPiece], levels: Sequence[int]) -> list[TextPiece]:
    """Return the pieces split so that each has one embedding level; `levels` has one per letter."""
    parts: list[TextPiece] = []
    start = 0
    for piece in pieces:
        if not piece.text:
            parts.append(piece)
        letters = zip(levels[start : start + len(piece.text)], piece.text, strict=True)
        for level, group in groupby(letters, itemgetter(0)):
            text = "".join(letter for _, letter in group)
            parts.append(replace(piece, text=text, level=level))
        start += len(piece.text)
    return parts


def _append_span(spans: list[TextPiece], piece: TextPiece, text: str) -> None:
    """Add `text`, a part of a piece, to the spans of a line.

    The last span is extended if its style and level are the same.
    """
    if piece.picture >= 0:
        spans.append(replace(piece, text="", width=piece.width + sum(piece.edges)))
        return
    opens, last = piece.opens, spans[-1] if spans else None
    if last and last.picture < 0 and (last.style, last.level) == (piece.style, piece.level):
        text, opens = spans.pop().text + text, last.opens + opens
    span = TextPiece(text, piece.style, -1, 0.0, 0.0, piece.level, opens, piece.closes)
    width = piece.style.measure_width(text)
    spans.append(replace(span, width=width + sum(span.edges) if piece.style.boxes else width))


def _place_spans(spans: Sequence[TextPiece]) -> tuple[TextPiece, ...]:
    """Return the spans of a line in the order of the text, each with the `x` where it is seen."""
    places, x = [0.0] * len(spans), 0.0
    for number in find_visual_order([span.level for span in spans]):
        places[number] = x
        x += spans[number].width
    return tuple(replace(span, x=place) for span, place in zip(spans, places, strict=True))
