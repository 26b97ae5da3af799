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
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise
from typing import Literal
from unicodedata import combining

import msgspec
from msgspec.structs import replace

from printgen.colour import Colour
from printgen.face.fonts import BREAK_POINT, NARROW_SPACE, SOFT_HYPHEN, THIN, Typeface

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

    def measure_width(self, text: str) -> float:
        """Return the advance width of `text`, with tracking after every visible letter."""
        # CSS Text 3, 7.2 (letter-spacing). The last letter has it too, as in browsers.
        letter_count = len(text) - text.count(SOFT_HYPHEN) - text.count(BREAK_POINT)
        return self.typeface.measure(text, self.size) + self.tracking * letter_count

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


@lru_cache(maxsize=4096)
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
# Right-to-left scripts, such as Hebrew and Arabic, need UAX #9. UAX #14 breaks class SA, such as
# Thai and Khmer, only with a dictionary. Conjoining Hangul Jamo and historic scripts need shaping.
_UNSUPPORTED = re.compile(
    "[\u0590-\u08ff\u0e00-\u109f\u1780-\u17ff\ua960-\ua97f\ud7a4-\ud7ff\ufb1d-\ufdff"
    "\ufe70-\ufeff\U00010800-\U00010fff\U00016fe0-\U0001b2ff\U0001e800-\U0001efff]"
)

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
_PAIR_BREAK = re.compile(
    r"""[!"),.:;\]}&%+−=*#°][(\[{]|"""
    "(?=.?[\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0003ffff])"
    f"[^{re.escape(''.join(_OPENING | _QUOTES - {*'”’'}))}$+−{_NO_BREAK_SPACES}]"
    f"[^{re.escape(''.join(_NEVER_BEFORE - {*'“‘'}))}%％°ﾞﾟ\u3099-\u309eヽヾ{_NO_BREAK_SPACES}]"
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
        return index > 1
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
    return bool(_PAIR_BREAK.match(text, index - 1))


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


class Paragraph:
    """Text pieces without a forced line break, which can be broken into lines."""

    def __init__(self, pieces: list[TextPiece]) -> None:
        self._pieces = pieces
        self._letters = "".join([piece.text for piece in pieces])
        self._starts = [*accumulate((len(piece.text) for piece in pieces[:-1]), initial=0)]
        breaks = find_breaks(self._letters)
        if any(piece.style.white_space == "nowrap" for piece in pieces):
            breaks = tuple(i for i in breaks if self._style_at(i - 1).white_space != "nowrap")
        self._breaks = breaks

    def break_lines(self, available: float) -> Iterator[tuple[int, int]]:
        """Yield the start and end index of each line for an available width."""
        # Greedy, as in browsers: each line takes as many units as fit.
        line_start = unit_start = 0
        used, limit = 0.0, available + _ROUNDING
        for unit_end, text_width, space_width in self.units:
            end_width = used + text_width + self._measure_hyphen(unit_end)
            if unit_start > line_start and end_width > limit:
                yield line_start, unit_start
                line_start, used = unit_start, 0.0
            for start, end in self._split_word(unit_start, unit_end) if text_width > limit else ():
                width = self._measure_letters(start, end)
                if start > line_start and used + width > limit:
                    yield line_start, start
                    line_start, used = start, 0.0
                used, text_width = used + width, text_width - width
            used += text_width + space_width
            unit_start = unit_end
        yield line_start, len(self._letters)

    def avoid_last_word(
        self, lines: tuple[tuple[int, int], ...], available: float
    ) -> tuple[tuple[int, int], ...]:
        """Return the lines with a second word in the last one, if it has only one word."""
        # CSS Text 4, text-wrap: pretty leaves it to engines what they improve. Here only the break
        # before the last line moves, so the text has as many lines as before.
        if len(lines) < 2 or len(self.units) < 3 or self.units[-2][0] != lines[-1][0]:
            return lines
        (_, last_width, _), (_, width, space_width) = self.units[-1], self.units[-2]
        start, end = lines[-2][0], self.units[-3][0]
        if end <= start or width + space_width + last_width > available:
            return lines
        return (*lines[:-2], (start, end), (end, lines[-1][1]))

    def _split_word(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Return the parts of a unit, which are letters with `overflow-wrap: anywhere`."""
        # CSS Text 3, 5.5: a break never splits a typographic character: a letter and its accent.
        letters, style_at = self._letters, self._style_at
        inside = range(start + 1, start + len(letters[start:end].rstrip(" ")))
        breaks = (i for i in inside if style_at(i - 1).breaks_words and not combining(letters[i]))
        return pairwise((start, *breaks, inside.stop))

    @property
    def min_content(self) -> float:
        """The width of the widest part that cannot break."""
        if not any(piece.style.breaks_words for piece in self._pieces):
            return max((text_width for _, text_width, _ in self.units), default=0.0)
        # CSS Text 3, 5.5: unlike with break-word, breaks of `anywhere` count in min-content sizes.
        ends = pairwise((0, *(end for end, _, _ in self.units)))
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
    def units(self) -> tuple[tuple[int, float, float], ...]:
        """The unbreakable units, each as its end index, width, and width of trailing spaces."""
        letters, units = self._letters, []
        for start, end in pairwise((0, *self._breaks, len(letters))):
            text_end = start + len(letters[start:end].rstrip(" "))
            space_width = self._measure_letters(text_end, end) if text_end < end else 0.0
            units.append((end, self._measure_letters(start, text_end), space_width))
        return tuple(units)

    def build_line(self, start: int, end: int, above: float, below: float) -> LineBox:
        """Return the line from `start` to `end`, without the spaces at its end.

        `above` and `below` are the extents of the block's strut, its minimum line height.
        """
        # CSS Text 3, 4.1.2: spaces at the end of a line are removed.
        text_end = start + len(self._letters[start:end].rstrip(" "))
        is_last_line = end == len(self._letters)
        spans: list[TextPiece] = []
        x = 0.0
        for index in range(self._find_first_piece(start), len(self._pieces)):
            piece, piece_start = self._pieces[index], self._starts[index]
            if piece_start > end:
                break
            length, style = len(piece.text), piece.style
            low, high = max(start - piece_start, 0), min(text_end - piece_start, length)
            if low < high:
                above, below = max(above, style.above), max(below, style.below)
                if piece.picture >= 0:
                    spans.append(replace(piece, text="", x=x))
                else:
                    text = piece.text[low:high].replace(SOFT_HYPHEN, "").replace(BREAK_POINT, "")
                    if (
                        piece_start + high == text_end < len(self._letters)
                        and self._letters[text_end - 1] == SOFT_HYPHEN
                    ):
                        text += style.hyphen
                    _append_text(spans, text, style, x)
                x = spans[-1].x + spans[-1].width
            elif not length and (piece_start < end or is_last_line):
                # CSS 2.1, 10.8: an empty inline element influences the line that it is on.
                above, below = max(above, style.above), max(below, style.below)
        return LineBox(tuple(spans), x, above, below, self._continues_field(start))

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


def _append_text(spans: list[TextPiece], text: str, style: TextStyle, x: float) -> None:
    """Add text to a line; extend the last span if the style is the same."""
    if spans and spans[-1].picture < 0 and spans[-1].style == style:
        last = spans.pop()
        text, x = last.text + text, last.x
    spans.append(TextPiece(text, style, width=style.measure_width(text), x=x))
