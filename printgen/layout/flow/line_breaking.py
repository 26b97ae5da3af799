"""Line breaking of styled text (UAX #14) and white space collapsing (CSS Text 3, 4.1).

Lines break where browsers break them: after spaces, after hyphens and dashes inside words, after an
ellipsis or question mark inside a word, at soft hyphens, and around pictures. In Chinese, Japanese
and Korean, lines break between letters. Lines never break at no-break spaces, and inside other
words only with `overflow-wrap: anywhere`. Scripts that need other rules are refused, see
`find_unsupported_letter`. Elements, style sheets and positions on the face are unknown here.
Lengths are in mm.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate, groupby, pairwise, takewhile
from operator import itemgetter
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from printgen.colour import Colour
from printgen.directions import RIGHT_TO_LEFT, find_base_level, find_levels, reorder
from printgen.face.fonts import BREAK_POINT, NARROW_SPACE, SOFT_HYPHEN, THIN, Typeface
from printgen.face.shaping import Features, is_cjk, is_shaped_together
from printgen.layout.flow.hyphenation import find_hyphens

WhiteSpace = Literal["normal", "nowrap", "pre-line"]

PICTURE = "\ufffc"
"""OBJECT REPLACEMENT CHARACTER: represents an inline picture in the text of a piece."""

BREAK = "\n"
"""Forced line break in the text of a piece."""

_ROUNDING = 1e-3
"""Tolerance for rounding, in mm: a line may exceed its box by this much."""


class TextStyle(msgspec.Struct, frozen=True):
    """Font, size, colour and field of a piece of text: everything except its characters.

    `above` and `below` are the extents of its line box over and under the baseline. They include
    the leading and the inline elements around it (CSS 2.1, 10.8.1). `size` and `tracking` are mm,
    `min_size` is pt. `breaks_words` is true if a word that is too long may break at any letter.
    `underline` is its top below the baseline and its thickness, in em, and its colour.
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
    breaks_words: bool = False
    underline: tuple[float, float, Colour] | None = None
    outline: Colour | None = None
    outline_width: float = 0.0
    features: Features = ()
    language: str = ""

    def measure_width(self, text: str) -> float:
        """Return the advance width of `text`, with tracking after every visible letter."""
        width = self.typeface.measure(text, self.size, self.features)
        if not self.tracking:
            return width
        # CSS Text 3, 7.2 (letter-spacing). The last letter has it too, as in browsers.
        return width + self.tracking * self.typeface.count_clusters(text, self.features)

    @property
    def hyphen(self) -> str:
        """The character printed for a soft hyphen at the end of a line."""
        return "-" if self.typeface.find_missing_letters("\u2010") else "\u2010"


class TextPiece(msgspec.Struct, frozen=True):
    """A piece of text in one style, or an inline picture.

    `picture` is the index of the picture, or -1 for text. The `above` and `below` of its style are
    the picture's height. On a line, `x` is the distance from the start of the line, and `width` the
    advance of the text.
    """

    text: str
    style: TextStyle
    picture: int = -1
    width: float = 0.0
    x: float = 0.0
    level: int = 0


class LineBox(msgspec.Struct, frozen=True):
    """One line box: its pieces in order, and its extents above and below the baseline.

    `continues_field` is true if the line break is inside a word of a field: no space was removed
    there.
    """

    spans: tuple[TextPiece, ...]
    width: float
    above: float
    below: float
    continues_field: bool
    is_rtl: bool = False


def collapse_spaces(pieces: Sequence[TextPiece]) -> tuple[TextPiece, ...]:
    """Return the pieces with white space collapsed, also between pieces.

    A run of spaces, tabs and line ends becomes one space; at the start of a line it is removed.
    With `pre-line`, line ends are kept. Empty pieces are kept: they influence the line height.
    """
    # CSS Text 3, 4.1.1 (collapsing) and 4.1.2 (removal at the start of a line).
    collapsed: list[TextPiece] = []
    at_start = True
    for piece in pieces:
        if piece.picture >= 0 or piece.text == BREAK:
            at_start = piece.picture < 0  # a space after a picture is kept, after a break not
            collapsed.append(piece)
            continue
        texts: list[str] = []
        parts = _split_forced_lines(piece)
        for number, part in enumerate(parts):
            if number:
                texts.append(BREAK)
                at_start = True
            words = part.translate(_SPACES)
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


def find_breaks(text: str) -> tuple[int, ...]:
    """Return every index of `text` at which a new line may begin."""
    return tuple(index for index in range(1, len(text)) if _can_break(text, index))


def find_unsupported_letter(text: str) -> str:
    """Return the first letter of a script that this module cannot lay out, or "".

    These are scripts written from right to left, and those that need a dictionary to find words.
    """
    letter = _UNSUPPORTED.search(text)
    return letter[0] if letter else ""


_SPACES = str.maketrans("\t\r\n\f", "    ")
# Directional controls (UAX #9, 2) are not needed: the text and its `direction` say enough.
_UNSUPPORTED = re.compile("[\u202a-\u202e\u2066-\u2069]")
_NOT_PRINTED = str.maketrans("", "", SOFT_HYPHEN + BREAK_POINT)
# CSS Text 3, 5.5 and UAX #29, GB9 and GB9c: marks, joiners, and letters after a virama.
_JOINED = re.compile(".[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u200c\u200d]|\u200d.")
# Character classes of UAX #14, as far as they matter for Latin text: GL, OP, QU, and those with no
# break before them, such as CL, CP, EX, IS, SY and BA.
_NO_BREAK_SPACES = f"\u00a0{NARROW_SPACE}"
_OPENING = frozenset("([{¡¿‚„〈《「『【〔〖〘〚〝（［｛｟｢")
_QUOTES = frozenset("\"'’‘“”«»‹›")
_CLOSING = frozenset(")]}!?.,:;/|、。〉》」』】〕！，．：；？）］｝｡｣､･・　々〜")
_NEVER_BEFORE = _QUOTES | _CLOSING | frozenset(f"-–… {THIN}")
_NEVER_AFTER_HYPHEN = _NEVER_BEFORE - frozenset("-\"'")
_AFTER_FIRST_DASH = frozenset("([{$%+—−°")
# UAX #14, LB30: break before brackets after these characters. LB31: break around class ID, which is
# Chinese, Japanese and Korean, except where LB12 to LB23 keep two characters together. As in
# browsers, small kana (class CJ) are letters like others.
_BEFORE_BRACKET = frozenset('!"),.:;]}&%+−=*#°')
_NO_CJK_BREAK_AFTER = _OPENING | _QUOTES - {*"”’"} | frozenset(f"$+−{_NO_BREAK_SPACES}")
_NO_CJK_BREAK_BEFORE = (_NEVER_BEFORE - {*"“‘"}) | frozenset(
    f"%％°ﾞﾟ\u3099\u309a\u309b\u309c\u309d\u309eヽヾ{_NO_BREAK_SPACES}"
)
# UAX #14, LB13, LB14, LB15a, LB15b: no break before closing signs, nor after opening ones, even at
# a space, as in French. Unlike Chromium, which breaks after each space.
_KEPT_SPACE = re.compile(
    r"""[ ](?: [)\]}!?:;,./](?!\d) | [»›](?!\w) | (?<=[(\[{¿¡].) | (?<=[«‹].)(?<![^\s(\[{]..) )""",
    re.VERBOSE,
)


def _can_break(text: str, index: int) -> bool:
    """Return whether browsers break before `index`.

    The rules are those of UAX #14. Between ASCII characters Chromium uses a table of its own.
    """
    before, after = text[index - 1], text[index]
    # UAX #14, LB7: no break before a space. Forced breaks (LB4 to LB6) are split off earlier.
    if after in (" ", BREAK_POINT) or BREAK in (before, after):
        return False
    if before in (" ", BREAK_POINT):  # UAX #14, LB18, LB8: after spaces and zero width spaces
        return index > 1 and not _KEPT_SPACE.match(text, index - 1)
    # UAX #14: U+2009 and U+00AD have class BA, a break opportunity after the character.
    if before in (THIN, SOFT_HYPHEN):
        return after not in _NEVER_BEFORE
    # UAX #14, LB20: break around class CB (pictures); LB12: not next to a no-break space.
    if PICTURE in (before, after):
        return before not in _NO_BREAK_SPACES and after not in _NO_BREAK_SPACES
    if before in "-–":
        return _can_break_after_dash(text, index)
    # UAX #14: the em dash has class B2, with a break before and after; LB17: not between two.
    if before == "—":
        return after not in _NEVER_BEFORE and after not in f"—{_NO_BREAK_SPACES}"
    if after == "—":
        return before not in _OPENING and before not in _QUOTES and before not in _NO_BREAK_SPACES
    if before == "?" and after == "-":
        return True
    # UAX #14, LB31: break everywhere else, so also after class IN (…), EX (?, !) and SY (/).
    # After ! and / Chromium's table allows it only before non-ASCII characters.
    if before in "?…" or (before in "!/" and not after.isascii()):
        return after not in _NEVER_BEFORE and after not in _NO_BREAK_SPACES
    return (after in "([{" and before in _BEFORE_BRACKET) or (
        (is_cjk(before) or is_cjk(after))
        and before not in _NO_CJK_BREAK_AFTER
        and after not in _NO_CJK_BREAK_BEFORE
    )


def _can_break_after_dash(text: str, index: int) -> bool:
    dash, after = text[index - 1], text[index]
    earlier = text[index - 2] if index > 1 else " "
    # Chromium's table for ASCII: "-5" stays together, "F-16" may break after the hyphen.
    if dash == "-" and after.isascii():
        if after.isdigit():
            return earlier.isascii() and earlier.isalnum()
        return after not in _NEVER_AFTER_HYPHEN
    if after in _NO_BREAK_SPACES:
        return True
    if after.isdigit() and (earlier.isdigit() or earlier in "″′"):
        return False  # unlike browsers: a range such as 2–4 stays on its line
    if earlier in f" {_NO_BREAK_SPACES}" and not after.isdigit():
        # A dash that starts a word is not separated from it.
        return after in _AFTER_FIRST_DASH
    return after not in _NEVER_BEFORE


def _split_forced_lines(piece: TextPiece) -> list[str]:
    if piece.style.white_space != "pre-line" or BREAK not in piece.text:
        return [piece.text]
    # CSS Text 3, 4.1.1: spaces and tabs around a kept line end are removed.
    return [part.strip(" \t\r\f") for part in piece.text.split(BREAK)]


def split_paragraphs(pieces: Sequence[TextPiece]) -> Iterator[list[TextPiece]]:
    """Yield the pieces between forced line breaks; a final break adds no empty line."""
    current: list[TextPiece] = []
    for piece in pieces:
        first, *others = piece.text.split(BREAK)
        if not others:
            current.append(piece)
            continue
        current.append(TextPiece(first, piece.style))
        for part in others:
            yield current
            current = [TextPiece(part, piece.style)] if part else []
    if any(piece.text for piece in current):
        yield current


_MAX_MOVED_UNITS = 4
"""Most words that move to the next line to avoid a flaw."""
_LOOSE = 0.8
"""A word is divided if the line before it is filled to less than this share of its width."""
_SHORT_WORD = 0.4
"""A last line of one word is a flaw if it is shorter than this share of the line before it."""
_AROUND_BREAK = 8
"""Number of letters before and after a break that `_BAD_BREAK` looks at."""
_BAD_BREAK = r"""(?x)
    \n\ufffc                                 # the line begins with an icon
    | \n[–—][ ]                              # or with a dash
    | \n[ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶー]  # or a small kana (UAX #14, class CJ)
    | \ufffc\n[.,;:!?)]                      # an icon and its full stop
    | (?:^|\s) (?:[^\W\d_]|[+×=&<>≤≥−]) \s?\n  # the line ends in one letter or sign
    | \d[″′]? [ ]? [+−×÷=/:–-] [ ]?\n [ ]?\d       # sums and ranges
    | \d[″′]? [ ]?\n [+−×÷=] [ ]?\d
    | \d [ ]\n (?:[mck]?m|in|ft|yd|k?g|lb|oz|pt|s|min|h|[%°″′]|[dDwW]\d+) (?!\w)  # units, dice
    | \d [ ]\n \d{3} (?!\w)                  # thousands
    """


class LineRange(NamedTuple):
    """The indices of a line's letters; `is_divided` means that a hyphen is printed after it."""

    start: int
    end: int
    is_divided: bool = False


class _Unit(NamedTuple):
    """Letters without a line break between them; a word with hyphens has several units.

    `text_end` is their end without the spaces, which are `space_width` wide. A word is shaped as a
    whole from `word_start`, so `width` is what the unit adds to the width of its word.
    """

    text_end: int
    end: int
    width: float
    space_width: float
    word_start: int


class Paragraph:
    """Text pieces without a forced line break, which can be broken into lines."""

    def __init__(self, pieces: list[TextPiece], direction: str = "auto") -> None:
        """Prepare to break the pieces; `direction` is ltr, rtl, or auto for that of the text."""
        self._letters = "".join([piece.text for piece in pieces])
        self.base_level = int(direction == "rtl")
        if direction == "auto":
            self.base_level = find_base_level(self._letters)
        if self.base_level or RIGHT_TO_LEFT.search(self._letters):
            pieces = _split_levels(pieces, find_levels(self._letters, self.base_level))
        self._pieces = pieces
        self._starts = [*accumulate((len(piece.text) for piece in pieces[:-1]), initial=0)]
        breaks = find_breaks(self._letters)
        if any(piece.style.white_space == "nowrap" for piece in pieces):
            breaks = tuple(i for i in breaks if self._style_at(i - 1).white_space != "nowrap")
        self._breaks = breaks

    def break_lines(self, available: float, start: int = 0) -> Iterator[LineRange]:
        """Yield the lines for an available width, from the unit that begins at `start`."""
        # Greedy, as in browsers: each line takes as many units as fit.
        line_start = unit_start = start
        used, limit = 0.0, available + _ROUNDING
        for unit in self.units[bisect_right(self._breaks, start) if start else 0 :]:
            width = unit.width
            if unit.word_start < line_start:  # the line begins inside the word
                width = self._measure_letters(line_start, unit.text_end) - used
            while used + width + self._measure_hyphen(unit.end) > limit:
                line = self._divide(line_start, unit_start, unit, limit)
                if line.end == line_start:
                    break
                yield line
                line_start = unit_start = line.end
                used, width = 0.0, self._measure_letters(line_start, unit.text_end)
            used += width + unit.space_width
            unit_start = unit.end
        yield LineRange(line_start, len(self._letters))

    def _divide(self, line_start: int, unit_start: int, unit: _Unit, limit: float) -> LineRange:
        """Return the line that ends before or inside a unit; an empty one if nothing fits."""
        letters, style = self._letters[unit_start : unit.text_end], self._style_at(unit_start)
        if style.language and self._measure_letters(line_start, unit_start) < _LOOSE * limit:
            for place in find_hyphens(letters, style.language):
                end = unit_start + place
                width = self._measure_letters(line_start, end) + style.measure_width(style.hyphen)
                if width <= limit:
                    return LineRange(line_start, end, is_divided=True)
        if unit_start > line_start:
            return LineRange(line_start, unit_start)
        # With `overflow-wrap: anywhere`, a line has at least one letter.
        first, *ends = [end for _, end in self._split_word(unit_start, unit.end)]
        if not ends:
            return LineRange(line_start, line_start)
        fitting = takewhile(lambda end: self._measure_letters(line_start, end) <= limit, ends)
        return LineRange(line_start, max(fitting, default=first))

    def improve_lines(self, lines: Sequence[LineRange], available: float) -> Sequence[LineRange]:
        """Return lines with fewer flaws, if the text can have them without one more line."""
        # CSS Text 4, text-wrap: pretty leaves it to engines what they improve. A break moves back
        # by as few units as possible, and the lines after it are broken again.
        for number in range(len(lines) - 1):
            for end in self._find_earlier_breaks(lines, number, available):
                first = (*lines[:number], LineRange(lines[number].start, end))
                others = (*first, *self.break_lines(available, end))
                if len(others) == len(lines) and self.count_flaws(
                    others, available
                ) < self.count_flaws(lines, available):
                    lines = others
                    break
        return lines

    def _find_earlier_breaks(
        self, lines: Sequence[LineRange], number: int, available: float
    ) -> Iterator[int]:
        """Yield earlier breaks of a line that ends with a flaw, if it stays a third full."""
        if not self._has_flaw(lines, number, available):
            return
        start, end, _ = lines[number]
        low, high = bisect_right(self._breaks, start), bisect_left(self._breaks, end)
        for place in reversed(self._breaks[max(low, high - _MAX_MOVED_UNITS) : high]):
            if self._measure_letters(start, place) > available / 3:
                yield place

    def count_flaws(self, lines: Sequence[LineRange], available: float) -> int:
        """Return the number of breaks that should be avoided."""
        return sum(self._has_flaw(lines, number, available) for number in range(len(lines) - 1))

    def _has_flaw(self, lines: Sequence[LineRange], number: int, available: float) -> bool:
        """Return whether the break after a line should be avoided."""
        letters, (start, end, _) = self._letters, lines[number + 1]
        if number + 2 == len(lines):
            limit = available / 4
            if bisect_right(self._breaks, start) == len(self._breaks):
                limit = max(limit, _SHORT_WORD * self._measure_letters(*lines[number][:2]))
            if self._measure_letters(start, end) < limit:
                return True
        before = letters[max(start - _AROUND_BREAK, 0) : start]
        return bool(re.search(_BAD_BREAK, f"{before}\n{letters[start : start + _AROUND_BREAK]}"))

    def _split_word(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Return the parts of a unit, which are letters with `overflow-wrap: anywhere`."""
        # CSS Text 3, 5.5: a break never splits a typographic character: a letter and its marks.
        letters, style_at = self._letters, self._style_at
        inside = range(start + 1, start + len(letters[start:end].rstrip(" ")))
        breaks = (
            i
            for i in inside
            if style_at(i - 1).breaks_words and not _JOINED.match(letters, i - 1, i + 1)
        )
        return pairwise((start, *breaks, inside.stop))

    @property
    def min_content(self) -> float:
        """The width of the widest part that cannot break."""
        if not any(piece.style.breaks_words for piece in self._pieces):
            return max((unit.width for unit in self.units), default=0.0)
        # CSS Text 3, 5.5: unlike with break-word, breaks of `anywhere` count in min-content sizes.
        ends = pairwise((0, *(unit.end for unit in self.units)))
        parts = (part for unit in ends for part in self._split_word(*unit))
        return max(self._measure_letters(*part) for part in parts)

    def _measure_hyphen(self, end: int) -> float:
        """Return the width that a soft hyphen adds to a line that ends at `end`."""
        # CSS Text 3, 5.4 (hyphens: manual): a soft hyphen shows only where the line breaks.
        if self._letters[end - 1 : end] != SOFT_HYPHEN:
            return 0.0
        style = self._style_at(end - 1)
        return style.measure_width(style.hyphen)

    @cached_property
    def units(self) -> tuple[_Unit, ...]:
        """The unbreakable units of the text."""
        letters, units = self._letters, list[_Unit]()
        word_start, before = 0, 0.0
        for start, end in pairwise((0, *self._breaks, len(letters))):
            text_end = start + len(letters[start:end].rstrip(" "))
            space_width = self._measure_letters(text_end, end) if text_end < end else 0.0
            if not start or not is_shaped_together(letters[start - 1], letters[start : start + 1]):
                word_start, before = start, 0.0
            width = self._measure_letters(word_start, text_end)
            units.append(_Unit(text_end, end, width - before, space_width, word_start))
            before = width
        return tuple(units)

    def build_line(
        self, start: int, end: int, is_divided: bool, above: float, below: float
    ) -> LineBox:
        """Return the line from `start` to `end`, without the spaces at its end.

        `above` and `below` are the extents of the block's strut, its minimum line height.
        """
        # CSS Text 3, 4.1.2: spaces at the end of a line are removed.
        text_end = start + len(self._letters[start:end].rstrip(" "))
        is_last_line = end == len(self._letters)
        is_divided = is_divided or (not is_last_line and self._letters[text_end - 1] == SOFT_HYPHEN)
        spans: list[TextPiece] = []
        for index in range(self._find_first_piece(start), len(self._pieces)):
            piece, piece_start = self._pieces[index], self._starts[index]
            if piece_start > end:
                break
            length, style = len(piece.text), piece.style
            low, high = max(start - piece_start, 0), min(text_end - piece_start, length)
            if low < high:
                above, below = max(above, style.above), max(below, style.below)
                text = piece.text[low:high].translate(_NOT_PRINTED)
                if is_divided and piece_start + high == text_end:
                    text += style.hyphen
                _append_span(spans, piece, text)
            elif not length and (piece_start < end or is_last_line):
                # CSS 2.1, 10.8: an empty inline element influences the line that it is on.
                above, below = max(above, style.above), max(below, style.below)
        width = sum([span.width for span in spans])
        continues_field = self._continues_field(start)
        return LineBox(
            _place_spans(spans), width, above, below, continues_field, self.base_level == 1
        )

    def _continues_field(self, start: int) -> bool:
        return (
            0 < start < len(self._letters)
            and not {" ", THIN, PICTURE} & set(self._letters[start - 1 : start + 1])
            and self._style_at(start - 1).field == self._style_at(start).field
        )

    def _measure_letters(self, start: int, end: int) -> float:
        """Return the advance width of the letters from `start` to `end`."""
        width = 0.0
        for index in range(self._find_first_piece(start), len(self._pieces)):
            piece, piece_start = self._pieces[index], self._starts[index]
            if piece_start >= end:
                break
            low, high = max(start - piece_start, 0), min(end - piece_start, len(piece.text))
            if low < high:
                part = piece.text[low:high]
                width += piece.width if piece.picture >= 0 else piece.style.measure_width(part)
        return width

    def _find_first_piece(self, start: int) -> int:
        """Return the index of the first piece at `start`, or the one that contains it."""
        index = bisect_left(self._starts, start)
        if index < len(self._starts) and self._starts[index] == start:
            return index
        return max(index - 1, 0)

    def _style_at(self, index: int) -> TextStyle:
        """Return the style of one letter."""
        return self._pieces[bisect_right(self._starts, index) - 1].style


def _split_levels(pieces: Sequence[TextPiece], levels: Sequence[int]) -> list[TextPiece]:
    """Return the pieces, each with one level of direction."""
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
    """Add a part of a piece to a line; extend the last span if its style and level are the same."""
    if piece.picture >= 0:
        spans.append(replace(piece, text=""))
        return
    if spans and spans[-1].picture < 0:
        last = spans[-1]
        if last.style == piece.style and last.level == piece.level:
            text = spans.pop().text + text
    width = piece.style.measure_width(text)
    spans.append(TextPiece(text, piece.style, width=width, level=piece.level))


def _place_spans(spans: Sequence[TextPiece]) -> tuple[TextPiece, ...]:
    """Return the spans of a line in the order of the text, each at the place where it is seen."""
    places, x = [0.0] * len(spans), 0.0
    for number in reorder([span.level for span in spans]):
        places[number] = x
        x += spans[number].width
    return tuple(replace(span, x=place) for span, place in zip(spans, places, strict=True))
