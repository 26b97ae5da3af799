"""Turn stretches of styled text into lines no wider than a box.

White space collapses and lines break where browsers break them, within these bounds: after spaces,
after hyphens and dashes inside words, after an ellipsis or question mark inside one, at a soft
hyphen, which shows there alone, and around pictures; never inside a word, and never at a no-break
space. It must not know elements, style
sheets or where a line stands on the face. Lengths are in the units of the text's own drawing.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from printgen.layout.face import Colour
from printgen.layout.fonts import NARROW_SPACE, SOFT_HYPHEN, THIN, Typeface

WhiteSpace = Literal["normal", "nowrap", "pre-line"]

PICTURE = "\ufffc"
"""Stands in a piece's text for a picture set on the line."""

BREAK = "\n"
"""Ends a line where it stands."""

_ROUNDING = 1e-3
"""What a line may exceed its box by: the rounding of sums, far below anything seen."""


@dataclass(frozen=True, slots=True)
class TextStyle:
    """How a piece is set and what it is: everything but its letters.

    `above` and `below` are how far its line reaches over and under the baseline, leading and the
    elements around it included.
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

    def measure_width(self, text: str) -> float:
        """The advance of `text`; tracking follows every letter that shows, the last one too."""
        letter_count = len(text) - text.count(SOFT_HYPHEN)
        return self.typeface.measure(text, self.size) + self.tracking * letter_count

    @property
    def hyphen(self) -> str:
        """What a soft hyphen at a line's end shows."""
        return "-" if self.typeface.find_missing_letters("\u2010") else "\u2010"


@dataclass(frozen=True, slots=True)
class TextPiece:
    """A stretch of text in one ink, or, where `picture` is 0 or more, the picture of that number.

    A picture's `width` is its own and its ink's `above` and `below` make room for it. On a line it
    stands at `x` from its start, and has the width of its letters.
    """

    text: str
    style: TextStyle
    picture: int = -1
    width: float = 0.0
    x: float = 0.0


@dataclass(frozen=True, slots=True)
class LineBox:
    """One line: the pieces on it in order, and how far it reaches over and under its baseline.

    It `goes_on` where its first letter follows the last of its field on the line before: no space
    was dropped between them.
    """

    spans: tuple[TextPiece, ...]
    width: float
    above: float
    below: float
    continues_field: bool


def collapse_spaces(pieces: Sequence[TextPiece]) -> tuple[TextPiece, ...]:
    """The pieces with white space collapsed as CSS has it, across their bounds.

    A run of spaces, tabs and line ends becomes one space, and none at the start of a line. Under
    pre-line a line end stays one. Empty pieces stay: their ink still makes room on the line.
    """
    collapsed: list[TextPiece] = []
    at_start = True
    for piece in pieces:
        if piece.picture >= 0 or piece.text == BREAK:
            at_start = piece.picture < 0
            collapsed.append(piece)
            continue
        texts: list[str] = []
        parts = _split_forced_lines(piece)
        for number, part in enumerate(parts):
            if number:
                texts.append(BREAK)
                at_start = True
            words = part.translate(_SPACES)
            single = " ".join(word for word in words.split(" ") if word)
            if single:
                if words[0] == " " and not at_start:
                    single = " " + single
                at_start = words[-1] == " "
                texts.append(single + " " if at_start else single)
            elif words and not at_start:
                at_start = True
                texts.append(" ")
        collapsed.append(TextPiece("".join(texts), piece.style))
    return tuple(collapsed)


@lru_cache(maxsize=4096)
def find_breaks(text: str) -> tuple[int, ...]:
    """Where a new line may begin: every index before which `text` may be broken."""
    return tuple(index for index in range(1, len(text)) if _can_break(text, index))


def find_unsupported_letter(text: str) -> str:
    """The first letter of a script whose lines are not broken at spaces, or that is not set from
    left to right; "" where there is none. Setting such text would be wrong without a word."""
    for letter in text:
        code = ord(letter)
        if code >= 0x590 and any(low <= code <= high for low, high in _UNSUPPORTED_RANGES):
            return letter
    return ""


_SPACES = str.maketrans("\t\r\n\f", "    ")
_UNSUPPORTED_RANGES = (
    (0x590, 0x8FF),  # Hebrew, Arabic and their neighbours
    (0xE00, 0x109F),  # Thai to Myanmar
    (0x1780, 0x17FF),
    (0x2E80, 0xA4CF),  # Chinese, Japanese
    (0xA960, 0xA97F),
    (0xAC00, 0xD7FF),  # Korean
    (0xF900, 0xFDFF),
    (0xFE30, 0xFEFF),
    (0xFF00, 0xFFEF),
    (0x10800, 0x10FFF),
    (0x16FE0, 0x1B2FF),
    (0x1E800, 0x1EFFF),
    (0x20000, 0x3FFFF),
)

_NO_BREAK_SPACES = f"\u00a0{NARROW_SPACE}"
_OPENING = frozenset("([{¡¿‚„")
_QUOTES = frozenset("\"'’‘“”«»‹›")
_CLOSING = frozenset(")]}!?.,:;/|")
_NEVER_BEFORE = _QUOTES | _CLOSING | frozenset(f"-–… {THIN}")
_NEVER_AFTER_HYPHEN = _NEVER_BEFORE - frozenset("-\"'")
_AFTER_FIRST_DASH = frozenset("([{$%+—−°")
_BRACKET_AFTER = frozenset('!"),.:;]}&%+−=*#°')


def _can_break(text: str, index: int) -> bool:
    """Whether browsers break before `index`: the Unicode rules, and Chromium's own for ASCII."""
    before, after = text[index - 1], text[index]
    if after == " " or BREAK in (before, after):
        return False
    if before == " ":
        return index > 1
    if before in (THIN, SOFT_HYPHEN):
        return after not in _NEVER_BEFORE
    if PICTURE in (before, after):
        return before not in _NO_BREAK_SPACES and after not in _NO_BREAK_SPACES
    if before in "-–":
        return _can_break_after_dash(text, index)
    if before == "—":
        return after not in _NEVER_BEFORE and after not in f"—{_NO_BREAK_SPACES}"
    if after == "—":
        return before not in _OPENING and before not in _QUOTES and before not in _NO_BREAK_SPACES
    if before == "?" and after == "-":
        return True
    if before in "?…" or (before in "!/" and not after.isascii()):
        return after not in _NEVER_BEFORE and after not in _NO_BREAK_SPACES
    return after in "([{" and before in _BRACKET_AFTER


def _can_break_after_dash(text: str, index: int) -> bool:
    dash, after = text[index - 1], text[index]
    earlier = text[index - 2] if index > 1 else " "
    if dash == "-" and after.isascii():
        if after.isdigit():
            return earlier.isascii() and earlier.isalnum()
        return after not in _NEVER_AFTER_HYPHEN
    if after in _NO_BREAK_SPACES:
        return True
    if earlier in f" {_NO_BREAK_SPACES}" and not after.isdigit():
        # A dash that begins a word stays with it.
        return after in _AFTER_FIRST_DASH
    return after not in _NEVER_BEFORE


def _split_forced_lines(piece: TextPiece) -> list[str]:
    if piece.style.white_space != "pre-line" or BREAK not in piece.text:
        return [piece.text]
    return [part.strip(" \t\r\f") for part in piece.text.split(BREAK)]


def split_paragraphs(pieces: Sequence[TextPiece]) -> Iterator[list[TextPiece]]:
    """The pieces between forced line ends; a final line end opens no further line."""
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
    """Pieces without a forced line end among them, to be broken into lines."""

    __slots__ = ("_breaks", "_letters", "_pieces", "_starts", "_units")

    def __init__(self, pieces: list[TextPiece]) -> None:
        self._pieces = pieces
        self._letters = "".join([piece.text for piece in pieces])
        self._starts: list[int] = []
        start = 0
        for piece in pieces:
            self._starts.append(start)
            start += len(piece.text)
        self._units: tuple[tuple[int, float, float], ...] = ()
        self._breaks = find_breaks(self._letters)
        if any(piece.style.white_space == "nowrap" for piece in pieces):
            self._breaks = tuple(
                index for index in self._breaks if self._style_at(index - 1).white_space != "nowrap"
            )

    def break_lines(self, available: float) -> Iterator[tuple[int, int]]:
        """The start and end of each line among the letters."""
        line_start = unit_start = 0
        used_width = 0.0
        for unit_end, text_width, space_width in self.units:
            if (
                unit_start > line_start
                and used_width + text_width + self._measure_hyphen(unit_end) > available + _ROUNDING
            ):
                yield line_start, unit_start
                line_start, used_width = unit_start, 0.0
            used_width += text_width + space_width
            unit_start = unit_end
        yield line_start, len(self._letters)

    def _measure_hyphen(self, end: int) -> float:
        """What a line is wider that ends at a soft hyphen."""
        if self._letters[end - 1 : end] != SOFT_HYPHEN:
            return 0.0
        style = self._style_at(end - 1)
        return style.measure_width(style.hyphen)

    @property
    def units(self) -> tuple[tuple[int, float, float], ...]:
        """Each stretch between places to break: its end, its width, and that of its last spaces."""
        if not self._units:
            letters, start, units = self._letters, 0, []
            for end in (*self._breaks, len(letters)):
                text_end = start + len(letters[start:end].rstrip(" "))
                space_width = self._measure_letters(text_end, end) if text_end < end else 0.0
                units.append((end, self._measure_letters(start, text_end), space_width))
                start = end
            self._units = tuple(units)
        return self._units

    def build_line(self, start: int, end: int, above: float, below: float) -> LineBox:
        """The line from `start` to `end`, without the spaces at its end."""
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
                    text = piece.text[low:high].replace(SOFT_HYPHEN, "")
                    if (
                        piece_start + high == text_end < len(self._letters)
                        and self._letters[text_end - 1] == SOFT_HYPHEN
                    ):
                        text += style.hyphen
                    _append_text(spans, text, style, x)
                x = spans[-1].x + spans[-1].width
            elif not length and (piece_start < end or is_last_line):
                # An element without letters of its own makes room on the line it begins on.
                above, below = max(above, style.above), max(below, style.below)
        return LineBox(tuple(spans), x, above, below, self._continues_field(start))

    def _continues_field(self, start: int) -> bool:
        return (
            0 < start < len(self._letters)
            and not {" ", THIN, PICTURE} & set(self._letters[start - 1 : start + 1])
            and self._style_at(start - 1).field == self._style_at(start).field
        )

    def _measure_letters(self, start: int, end: int) -> float:
        """The advance of the letters from `start` to `end`."""
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
        """The index of the first piece that stands at `start` or reaches over it."""
        index = bisect_left(self._starts, start)
        if index < len(self._starts) and self._starts[index] == start:
            return index
        return max(index - 1, 0)

    def _style_at(self, index: int) -> TextStyle:
        """The ink of one letter."""
        return self._pieces[bisect_right(self._starts, index) - 1].style


def _append_text(spans: list[TextPiece], text: str, style: TextStyle, x: float) -> None:
    """Adds text to a line: to its last span where nothing that is seen changes."""
    if spans and spans[-1].picture < 0 and spans[-1].style == style:
        last = spans.pop()
        text, x = last.text + text, last.x
    spans.append(TextPiece(text, style, width=style.measure_width(text), x=x))
