"""Checks of the texts on a face: wording, reading order, type size, and position.

Each field is printed exactly once, with its text, in reading order, large enough to read, and
inside the face.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import takewhile
from math import cos, inf, radians, sin
from operator import attrgetter
from unicodedata import category, normalize, numeric

from printgen.content.content import TURNED_SUFFIX, FaceContent
from printgen.face_checks.printed_face import (
    CAP_HEIGHT,
    MIN_SPACE,
    OVERLAP_TOLERANCE,
    PrintedFace,
    PrintedText,
    is_word_space,
    make_field_problem,
    measure_gap,
    quote_text,
)
from printgen.face_checks.right_to_left import convert_pieces_to_ltr, has_rtl_letters
from printgen.geometry import (
    MM_PER_POINT,
    Box,
    enclose_points,
    find_text_corners,
    make_rotation,
    measure_angle_between,
)
from printgen.problems import Problem
from printgen.rules.values.commonmark import ProseBlock
from printgen.spaced_numbers import DIGIT_LETTERS, NUMBER_SIGNS, SPACED_NUMBER

MIN_TEXT_SIZE = 6.5
"""The smallest type size on cards and other pieces held in the hand, in points."""
MIN_PAGE_TEXT_SIZE = 8.5
"""The smallest type size on pages that are read on the table, in points."""
MIN_FOOTER_TEXT_SIZE = 5.0
"""The smallest type size of fields that are not needed in play (`small`), in points."""
EXAMPLE_SIZE_SHARE = 0.7
"""Factor for the sizes above on an example: its face is also printed in full size."""

MIN_LETTER_ADVANCE = 0.6
"""The smallest distance between two letters, as a share of the advance of the first."""

MAX_OUTLINE = 0.1
"""The widest outline of letters in em: half of it covers their strokes, which are 0.1 to 0.2 em."""

_MIN_FIGURE_SIZE = 9.0
"""The smallest type size of figures on artwork that may have a low contrast, in points."""

KEEP_OUT = 5.0
"""Width of the border of a page in which many printers print nothing, in mm."""

EDGE_TOLERANCE = 0.01
"""Distance over an edge that is ignored, in mm."""
OWN_TEXT_HINT = 'remove it, move it away, or put it in <span class="own">'
AGAIN_HINT = "under a name that ends in .turned (see `again` in printgen docs model)"
_ZERO_WIDTH_SPACE = "\u200b"  # UAX #14, LB8: a zero width space, where a line may break
_NO_BREAK_HYPHEN = "\u2011"  # UAX #14, GL
_SOFT_HYPHEN = "\u00ad"  # UAX #14, 5.4: a soft hyphen shows only where a line breaks at it
_SAME_LINE_SHARE = 0.4
"""Distance of a piece from the baseline of its line that is ignored, as a share of its size."""
_ANGLE_TOLERANCE = 0.5
_UPSIDE_DOWN_ANGLE = 135.0  # texts turned by 90° to either side can be read
_BESIDE_SHARE = 0.32
"""Distance below which a digit or sign of the template seems to be part of a value.

The unit is the em of the value's text. The space of a wide font has 0.3 em.
"""
_APART_HINT = "move them apart, or print something between them"
_WORD_WITH_POINT = re.compile(r"[^\W\d_][.,]$")
"""The end of a word with a full stop or a comma: with a space, it is no part of a number."""
_WORD_WITH_HYPHEN = re.compile(r"[^\W\d_][-‐]$")
_DIGIT = re.compile(r"\d")
_FIGURES, _DASHES = "\\d²³¹¼-¾⁰-₉⅐-ↈ①-⓿", "\\-‐-―一ー"
_NUMBER_AT_END, _NUMBER_AT_START = (
    re.compile(pattern.format(_FIGURES, _DASHES + re.escape("".join(NUMBER_SIGNS))))
    for pattern in (r"(?:[{0}][{1}]?|^[{1}])$", r"[{1}]?[{0}]|[{1}]$|[eE][{1}]?\d+$")
)
"""A figure at the end or start of a text, with at most one sign after or before it, or a sign.

A power of ten, such as e3, is one too at the start.
"""
_RAISED_SHARE = 0.8
"""How far figures may be above or below a number, as a share of its size, and be read with it."""
_MIN_NUMBER_GAP = 0.15
"""Distance in em below which the figures of two fields are one number; a narrow space is 0.2."""
_MIN_RISE, _MAX_POWER_GAP = 0.1, 0.5
"""How far figures of a text are above or below those before them, and from them, to be a power.

The unit is the em of the larger ones.
"""
_QUOTES = "\"'’”´"
"""Signs for inches and feet next to a bare number, else quotation marks and accents."""
_NUMBER_CATEGORIES = ("Nd", "No", "Nl", "Pd")
"""The general categories of digits, fractions, Roman numbers and dashes (UAX #44, 5.7.1)."""
_SEPARATORS = frozenset("o○◯|—")
"""Signs of a template that may be between two numbers with spaces, such as 3 | 5."""
_DOTS = "·∙⋅"
"""Signs that multiply numbers, but with a word at the other side, separate them from it."""
_DASH_LETTERS = "ーㅡ⼀"
"""Letters that look like 一, the number one: between figures it is read as a dash."""
_TURNED_SIGNS = re.compile(
    rf"[{_FIGURES}{_DASHES}{re.escape(''.join(NUMBER_SIGNS))}OlIo○|\\_!:;=^vVıΙІ¦ǀΛˆ˄˅∣∧∨⌃⌄⎪⏐│┃┆┊╎❘❙❚]{{1,3}}"
)
"""Letters and signs that are, or look like, signs of numbers if they are turned: | is a minus then.
"""
_INK_ABOVE, _INK_BELOW = 0.75, 0.25
"""How far signs such as | reach above and below their baseline, in em."""
_MAX_SIGN_OVERLAP = 0.5
"""How far the box of a turned sign may reach over a number and be next to it, in em."""
_MAX_NUMBER_GAP = 0.8
"""The widest space in a number such as 10 000, in em, as in a justified line."""
_MAX_NUMBER_PIECES = 8
"""The most pieces before and after a space that are searched for a number with this space."""
_MIN_GUTTER = 2.0
"""The smallest space between two columns of text, in mm."""


def check_texts(face: PrintedFace, content: FaceContent, min_size: float) -> Iterator[Problem]:
    """Yield the problems of the texts of a face.

    `min_size` is the smallest allowed type size in points. Other limits apply to footers, and to
    small faces that are shown as examples.
    """
    box, is_rtl = face.box, has_rtl_letters(face.texts)
    for name, text in content.fields.items():
        pieces = face.texts_by_name.get(name)
        if pieces is None:
            # Prose that consists of marks has no text.
            if text:
                message = "is not printed; the rules say {}"
                yield make_field_problem(name, message, "", quote_text(text))
            continue
        is_example = name.startswith(content.examples)
        field_min_size = MIN_TEXT_SIZE if is_example else min_size
        field_min_size = MIN_FOOTER_TEXT_SIZE if name in content.small else field_min_size
        field_min_size *= EXAMPLE_SIZE_SHARE if is_example else 1.0
        lines = _join_prose_lines(content.prose[name]) if name in content.prose else text
        yield from _check_field_text(name, text, lines, tuple(pieces), field_min_size, box, is_rtl)
        first_name = name.removesuffix(f".{TURNED_SUFFIX}")
        if first_name != name and first_name in face.texts_by_name:
            yield from _check_turned_copy(name, pieces, face.texts_by_name[first_name][0].angle)
    for name, pieces in face.texts_by_name.items():
        if name not in content.fields:
            message = "prints {}; the rules have no such field here"
            printed = quote_text(_normalize_text_forms(join_text_pieces(pieces)))
            yield make_field_problem(name, message, "", printed)
    # Words of the template itself have no name.
    own_texts = [text for text in face.texts if text.name is None and text.text.strip()]
    yield from _check_readability("", own_texts, min_size, box)
    for own_text in own_texts:
        if not own_text.is_own_text:
            yield from _check_adjacent_template_text(own_text, face)
    yield from _check_adjacent_numbers(face)
    yield from _check_turned_signs(face)


@lru_cache(maxsize=4096)
def _check_field_text(
    name: str,
    text: str,
    lines: str,
    pieces: tuple[PrintedText, ...],
    min_size: float,
    box: Box,
    is_rtl: bool,
) -> tuple[Problem, ...]:
    """Return the problems of one field that must print `text` and is printed as `pieces`.

    `lines` is `text` with a newline between its paragraphs and lines: no number with spaces, such
    as 10 000, is in two of them. `min_size` is in points, and `box` is the trim of the face.
    `is_rtl` is true if the face has any text from right to left. Cached, because most fields of a
    deck are equal on many faces.
    """
    problems: list[Problem] = []
    straight = convert_pieces_to_ltr(pieces, text, is_rtl=is_rtl)
    printed = _join_ltr_pieces(straight)
    if not (is_same_text(printed, text) or _is_same_hyphenated_text(straight, text)):
        problems.append(_make_text_problem(name, printed, text))
    elif len(pieces) > 1:
        problems += _check_reading_order(name, straight, lines)
    return (*problems, *_check_readability(name, pieces, min_size, box))


def _join_prose_lines(blocks: Sequence[ProseBlock]) -> str:
    """Return the text of prose with a line break before each paragraph, line and mark."""
    spans = ((index == 0, span) for block in blocks for index, span in enumerate(block.spans))
    return "".join(
        "\n" * (is_first or span.line or bool(span.mark)) + span.text for is_first, span in spans
    )


def _make_text_problem(name: str, printed: str, text: str) -> Problem:
    """Return the problem of a field that prints `printed` instead of `text`.

    If it prints its text several times, the problem says so.
    """
    repetitions = next((n for n in (2, 3, 4) if is_same_text(printed, " ".join([text] * n))), 0)
    if repetitions:
        message = f"is printed {repetitions} times instead of once"
        return make_field_problem(name, message, "print it once in the template")
    quoted_texts = quote_text(_normalize_text_forms(printed)), quote_text(text)
    return make_field_problem(name, "prints {}; the rules say {}", "", *quoted_texts)


def _check_readability(
    name: str, pieces: Sequence[PrintedText], min_size: float, box: Box
) -> Iterator[Problem]:
    for piece in pieces:
        if piece.size < min_size - 0.005:
            msg = f"{{}} is {piece.size:.2f} pt high, too small to read"
            hint = f"set it in {min_size:g} pt or more"
            yield make_field_problem(name, msg, hint, piece.quoted)
        if not box.contains(piece.box, EDGE_TOLERANCE):
            msg = f"{{}} runs over the edge of its face, at {piece.x:.1f}, {piece.y:.1f} mm"
            yield make_field_problem(name, msg, "move it inwards", piece.quoted)
        if piece.closest < MIN_LETTER_ADVANCE - 0.005:
            msg = "{} is set so close that its letters run together or change places"
            # CSS Text 3, 7.2: negative letter-spacing moves letters closer together.
            hint = f"set letter-spacing so that letters keep {MIN_LETTER_ADVANCE:g} of their width"
            yield make_field_problem(name, msg, hint, piece.quoted)
        turned_by = measure_angle_between(piece.angle, 0.0)
        if name and turned_by > _UPSIDE_DOWN_ANGLE and not name.endswith(f".{TURNED_SUFFIX}"):
            msg = f"{{}} is upside down: it is turned {piece.angle % 360:g}°"
            hint = f"turn it back, or print it {AGAIN_HINT}"
            yield make_field_problem(name, msg, hint, piece.quoted)


def _check_turned_copy(name: str, pieces: Sequence[PrintedText], angle: float) -> Iterator[Problem]:
    """Yield a problem for each piece of a repeated field that is not upside down.

    Compared with the first print of the field, whose angle is `angle` in degrees, it must be
    rotated by 180 degrees.
    """
    for piece in pieces:
        if abs((piece.angle - angle) % 360 - 180) > _ANGLE_TOLERANCE:
            message = (
                f"{{}} is turned {piece.angle % 360:g}°; printed first, it is at {angle % 360:g}°"
            )
            hint = "turn one of them upside down, as with transform: rotate(180deg)"
            yield make_field_problem(name, message, hint, piece.quoted)


def _check_adjacent_template_text(own_text: PrintedText, face: PrintedFace) -> Iterator[Problem]:
    """Yield a problem if text of the template is so near a value that it looks like part of it.

    For example, a reader would take a minus sign before 12 for -12.
    """
    signs = _get_edge_signs(own_text.text)
    values = [text for text in face.texts if text.name and text.text.strip()] if any(signs) else ()
    neighbours: tuple[list[PrintedText], list[PrintedText]] = [], []
    for value in values:
        for side, (first, second) in enumerate(((own_text, value), (value, own_text))):
            em = value.size * MM_PER_POINT
            gap = measure_gap(first, second, _RAISED_SHARE * em)
            if gap is None or abs(gap) >= _BESIDE_SHARE * em - EDGE_TOLERANCE:
                continue
            share = _get_min_gap(signs[side], own_text, value, face, is_before=side == 0)
            is_beside = abs(gap) < share * em - EDGE_TOLERANCE
            word = value.text.split()[-side]
            if is_beside and _is_read_as_part_of_value(signs[side], value.text, word):
                neighbours[side].append(value)
    # A full stop or comma of a sentence ends a number, unless a number follows it.
    if own_text.text[:1] in ".," and own_text.text[1:2] in ("", " ") and not neighbours[0]:
        return
    after, before = ([value.text.split()[-side] for value in neighbours[side]] for side in (0, 1))
    if own_text.text == "–" and before and after and _is_range(before[0], after[0]):
        return
    for value in (*neighbours[0], *neighbours[1]):
        message = "{}, from the template, is so near {} that it looks like part of it"
        yield make_field_problem(value.name, message, OWN_TEXT_HINT, own_text.quoted, value.quoted)


def _get_min_gap(
    sign: str, text: PrintedText, value: PrintedText, face: PrintedFace, *, is_before: bool
) -> float:
    """Return the distance in em from a value, below which a sign at an end of a text is part of it.

    `is_before` is true if the text is before the value.
    """
    if is_before and _WORD_WITH_POINT.search(text.text):
        return MIN_SPACE
    is_comma = sign == "," and is_before
    if is_comma or sign in _DOTS or sign == "—" or (sign in "–-" and not is_before):
        word = _find_word_beyond(text, face, is_before=is_before)
        letter = word[-1:] if is_before else word[:1]
        if (word and sign == "—") or (letter.isalpha() and sign in text.text.split()):
            return MIN_SPACE
    if sign.isdecimal() or sign == ".":
        is_apart = _is_in_own_box(text, value, face)
    elif sign == "—":
        is_apart = not is_before
    else:
        is_apart = _SEPARATORS.issuperset(sign)
    return _MIN_NUMBER_GAP if is_apart else _BESIDE_SHARE


def _find_word_beyond(text: PrintedText, face: PrintedFace, *, is_before: bool) -> str:
    """Return the word on the other side of a sign from a value; "" without one within an em.

    The sign is the last word of `text` if it is before the value, otherwise the first.
    """
    words, em = text.text.split(), text.size * MM_PER_POINT
    if len(words) > 1:
        return words[-2 if is_before else 1]
    for other in face.texts:
        gap = measure_gap(*((other, text) if is_before else (text, other)))
        if other.text.strip() and gap is not None and -OVERLAP_TOLERANCE < gap < em:
            return other.text.split()[-1 if is_before else 0]
    return ""


def _is_in_own_box(text: PrintedText, value: PrintedText, face: PrintedFace) -> bool:
    """Return whether `text` is in a painted box or disc that does not overlap `value`."""
    return any(
        area.contains(text.box, EDGE_TOLERANCE) and not area.overlaps(value.box, EDGE_TOLERANCE)
        for area in face.areas
    )


def _check_adjacent_numbers(face: PrintedFace) -> Iterator[Problem]:
    """Yield a problem for each two fields with figures so near that they look like one number.

    For example, a reader would take 8 and 4 for 84.
    """
    values = sorted((text for text in face.texts if text.name), key=attrgetter("y"))
    next_values = [value for value in values if _NUMBER_AT_START.match(value.text)]
    heights = [value.y for value in next_values]
    for first in values:
        # Searching the whole text is slow.
        if not _NUMBER_AT_END.search(first.text[-2:]):
            continue
        em, end_x, end_y = first.size * MM_PER_POINT, first.x + first.width, first.y
        if first.angle:
            angle = radians(first.angle)
            end_x, end_y = first.x + first.width * cos(angle), first.y + first.width * sin(angle)
        near = slice(bisect_left(heights, end_y - em), bisect_right(heights, end_y + em))
        for second in next_values[near]:
            if abs(second.x - end_x) < em and first.name != second.name:
                yield from _check_gap_of_numbers(first, second)


def _check_gap_of_numbers(first: PrintedText, second: PrintedText) -> Iterator[Problem]:
    is_number = _DIGIT.search(first.text) or _DIGIT.search(second.text)
    em = min(first.size, second.size) * MM_PER_POINT
    reach = _RAISED_SHARE * max(first.size, second.size) * MM_PER_POINT
    gap = measure_gap(first, second, reach) if is_number else None
    if gap is not None and abs(gap) < _MIN_NUMBER_GAP * em - EDGE_TOLERANCE:
        message = "{} is so near {} that they look like one number"
        yield make_field_problem(first.name, message, _APART_HINT, first.quoted, second.quoted)


def _check_turned_signs(face: PrintedFace) -> Iterator[Problem]:
    """Yield a problem for each sign next to a number with another angle, such as | for −."""
    if len({text.angle for text in face.texts}) < 2:
        return
    signs = [text for text in face.texts if not text.is_own_text]
    signs = [text for text in signs if _TURNED_SIGNS.fullmatch(text.text.strip())]
    values = [text for text in face.texts if text.name and text.text.strip()]
    for sign in signs:
        for value in values:
            if sign.name == value.name:
                continue
            gaps = _measure_turned_gaps(value, sign)
            if gaps is None:
                continue
            share = _MIN_NUMBER_GAP if sign.name else _BESIDE_SHARE
            gap = max(gaps)
            em = value.size * MM_PER_POINT
            word = value.text.split()[-gaps.index(gap)]
            is_near = -_MAX_SIGN_OVERLAP * em < gap < share * em
            if is_near and re.search(f"[{_FIGURES}]", word):
                message = "{} is turned, and so near {} that it looks like part of it"
                hint = _APART_HINT if sign.name else OWN_TEXT_HINT
                yield make_field_problem(value.name, message, hint, sign.quoted, value.quoted)


def _measure_turned_gaps(value: PrintedText, sign: PrintedText) -> tuple[float, float] | None:
    """Return the distances in mm from the start and the end of a value to a sign on its line.

    The distance is negative at the end of the value where the sign is not. Return None if the sign
    is not on the line of the value, or if both have the same angle.
    """
    if measure_angle_between(sign.angle, value.angle) < 0.1:
        return None
    em, turn = value.size * MM_PER_POINT, make_rotation(-value.angle)
    place = sign.x - value.x, sign.y - value.y, sign.width, sign.size, sign.angle
    corners = find_text_corners(*place, _INK_ABOVE, _INK_BELOW)
    box = enclose_points(*zip(*(turn.transform_point(*c) for c in corners), strict=True))
    if box.top > _INK_BELOW * em or box.bottom < -_INK_ABOVE * em:
        return None
    return -box.right, box.left - value.width


@lru_cache(maxsize=256)
def _get_edge_signs(text: str) -> tuple[str, str]:
    """Return the last and the first sign of a text, if readers may take them for parts of a value.

    The last sign may be read together with a value after the text, the first sign with a value
    before it. A sign is a digit, a sign of numbers, or a word of letters that look like digits. It
    is "" if the text has no such sign there.
    """
    words = text.split()
    first_word, last_word = words[0], words[-1]
    last = _get_edge_sign(text[-1], last_word) or _get_cjk_number(last_word[::-1])
    first = _get_edge_sign(text[0], first_word) or _get_cjk_number(first_word)
    return last, first


def _get_edge_sign(letter: str, word: str) -> str:
    """Return `letter` if it is a sign of numbers, or `word` if it looks like digits, or ""."""
    if _is_number_sign(letter):
        return letter
    return word if re.fullmatch(DIGIT_LETTERS, word) else ""


def _get_cjk_number(word: str) -> str:
    """Return the Chinese or Japanese number at the start of a word, or "".

    The same signs are no number before other letters: 一般 is a word.
    """
    number = "".join(takewhile(_is_cjk_numeral, word))
    return "" if category(word[len(number) :][:1] or " ") == "Lo" else number


def _is_cjk_numeral(letter: str) -> bool:
    is_letter = category(letter) in ("Lo", "Lm", "So")
    return is_letter and (letter in _DASH_LETTERS or numeric(letter, None) is not None)


def _is_number_sign(letter: str) -> bool:
    """Return whether a sign changes a number next to it, such as a minus or a degree sign."""
    return letter in NUMBER_SIGNS or category(letter) in _NUMBER_CATEGORIES


def _is_read_as_part_of_value(sign: str, value: str, word: str) -> bool:
    """Return whether readers take a sign of the template for a part of the word next to it.

    `word` is the first or the last word of `value`.
    """
    if sign in _QUOTES:
        return sign != "" and value.isdecimal()
    is_number = _DIGIT.search(word) or _get_cjk_number(word) == word
    return sign.isdigit() or bool(is_number)


def _is_range(first: str, last: str) -> bool:
    """Return whether two words are ascending numbers, so that a dash between them is a range."""
    return first.isdecimal() and last.isdecimal() and int(first) < int(last)


def join_text_pieces(pieces: Sequence[PrintedText], text: str = "") -> str:
    """Return the printed text of a field in reading order, with a newline between lines.

    `text` is what the field should print. It is needed to order pieces from right to left.
    """
    return _join_ltr_pieces(convert_pieces_to_ltr(pieces, text))


def _join_ltr_pieces(pieces: Sequence[PrintedText], hyphen_mark: str = "") -> str:
    """Return the text of pieces that are in order from left to right, with a newline between lines.

    If a word is divided at the end of a line, `hyphen_mark` is added after its hyphen.
    """
    first = pieces[0]
    text, previous = first.text, first
    for piece in pieces[1:]:
        gap = measure_gap(previous, piece)
        if gap is None and piece.continues_field:
            is_divided = _WORD_WITH_HYPHEN.search(text) and piece.text[:1].isalpha()
            text += hyphen_mark if is_divided else ""
        elif gap is None:
            text += "\n"
        elif is_word_space(gap + _measure_closed_space(previous), previous) and not (
            piece.continues_field
            and re.search(_APART_WITHOUT_SPACE, f"{text[-1:]}|{piece.text[:2]}")
        ):
            text += " "
        text += piece.text
        previous = piece
    return text


def _measure_closed_space(piece: PrintedText) -> float:
    """Return by how much a negative letter-spacing moves the next piece over this one, in mm.

    The result is negative, or 0 if the next piece does not overlap: letters have some space at
    their sides.
    """
    return min(piece.tracking + MIN_SPACE * piece.size * MM_PER_POINT, 0.0)


_APART_WITHOUT_SPACE = r"[(\[“‘«¿¡]\|\w|\|[)\].,:;!?…”’»](?!\d)"
"""Two letters, with a bar between them, that are not read as two words if they are apart.

A sentence may end after a word in a box with padding. No gap may be inside a word or number.
"""
_LANGUAGE_MARKS = "(?<=I)\u0307|(?<=[Α-Ω])[\u0301\u0308]+"


def _is_same_hyphenated_text(pieces: Sequence[PrintedText], text: str) -> bool:
    """Return whether the pieces print `text`, with words that are divided at the ends of lines."""
    # CSS Text 3, 5.4: only words are divided, so 4-6 never says 46.
    printed = _join_ltr_pieces(pieces, _SOFT_HYPHEN)
    if _SOFT_HYPHEN not in printed:
        return False
    literal = re.escape(_normalize_text_forms(printed))
    pattern = re.sub(rf"(?:\\-|‐){_SOFT_HYPHEN}", "[-‐]?", literal)
    text = text.replace(_SOFT_HYPHEN, "")
    return any(re.fullmatch(pattern, _normalize_text_forms(form)) for form in (text, text.upper()))


def is_same_text(printed: str, text: str) -> bool:
    """Return whether a printed text is equal to `text`.

    Line breaks may differ, and all letters may be printed as capitals.
    """
    # CSS Text 3, 2.1: text-transform may change all letters to capitals.
    if _SOFT_HYPHEN in text:
        literals = map(re.escape, map(_normalize_text_forms, (text, text.upper())))
        patterns = (literal.replace(_SOFT_HYPHEN, "[-‐]?") for literal in literals)
        return any(re.fullmatch(pattern, _normalize_text_forms(printed)) for pattern in patterns)
    forms = map(_normalize_text_forms, (text, text.upper()))
    if printed == text or _normalize_text_forms(printed) in forms:
        return True
    return printed == printed.upper() and _fold_capitals(printed) == _fold_capitals(text)


def _fold_capitals(text: str) -> str:
    """Return the text in capitals, in a form that is equal in all languages.

    The language of the text is not known here. In Turkish, the capital of i is İ, and Greek
    capitals have no accents.
    """
    return re.sub(_LANGUAGE_MARKS, "", normalize("NFD", _normalize_text_forms(text).upper()))


def _normalize_text_forms(text: str) -> str:
    """Return the text with spaces, combining marks and hyphens in one standard form.

    Each run of white space becomes one space. pdfium may return the combining marks of a letter in
    another order, which means the same (UAX #15), and a hyphen instead of a non-breaking hyphen.
    """
    text = text.replace(_ZERO_WIDTH_SPACE, "").replace(_NO_BREAK_HYPHEN, "\u2010")
    return " ".join(normalize("NFC", text).split())


def _check_reading_order(name: str, pieces: Sequence[PrintedText], lines: str) -> Iterator[Problem]:
    """Yield a problem for each piece above or to the left of the piece before it in the text.

    Two parts of a number such as 10 000 that are far from each other, or on two lines, are a
    problem too. `lines` is the text of the field with a newline between its paragraphs and lines:
    no number is in two of them. A text may continue at the top of the next column, to the right of
    all earlier pieces. The first lines of a text or of a paragraph may be next to its large first
    letter, if they are below the line before it.
    """
    cosine, sine = cos(radians(pieces[0].angle)), sin(radians(pieces[0].angle))
    end = base = rightmost = 0.0
    base_before = -inf
    previous: PrintedText | None = None
    for index, piece in enumerate(pieces):
        start = piece.x * cosine + piece.y * sine
        baseline = piece.y * cosine - piece.x * sine
        line_tolerance = _SAME_LINE_SHARE * piece.size * MM_PER_POINT
        if previous is not None:
            # Superscripts and larger words move the baseline a little.
            is_above = baseline < base - line_tolerance
            is_before = baseline <= base + line_tolerance and start < end - OVERLAP_TOLERANCE
            is_below_others = baseline > base_before + line_tolerance
            if is_above and is_below_others:
                is_above = not _is_dropped_initial(previous, piece, start - end, base - baseline)
            if is_before or (is_above and start < rightmost + _MIN_GUTTER):
                relation = "above" if is_above else "before"
                message = f"{{}} is {relation} {{}}, which comes before it in the text"
                yield make_field_problem(name, message, "", piece.quoted, previous.quoted)
            em = max(piece.size, previous.size) * MM_PER_POINT
            pair = f"{previous.text[-1:]}{piece.text[:1]}"
            is_raised = _MIN_RISE < abs(baseline - base) / em < _RAISED_SHARE
            is_beside = abs(start - end) < _MAX_POWER_GAP * em
            # Figures that the data set on two lines are no power.
            is_pair = len(pair) == 2 and pair.isdecimal() and pair in lines.replace(" ", "")
            if is_pair and is_raised and is_beside:
                message = "{} is raised or lowered next to {}, like a power of it"
                hint = "set both on one line"
                yield make_field_problem(name, message, hint, piece.quoted, previous.quoted)
            max_gap = _MAX_NUMBER_GAP * em
            is_far = max(start - end, abs(baseline - base)) > max_gap
            if is_far and _is_inside_number(pieces, index, lines):
                message = "{} and {} are so far apart that their number falls apart"
                hint = "set a smaller word-spacing, or no text-align: justify"
                yield make_field_problem(name, message, hint, previous.quoted, piece.quoted)
        base_before = -inf if previous is None else base
        end, base, previous = start + piece.width, baseline, piece
        rightmost = max(rightmost, end)


def _is_dropped_initial(initial: PrintedText, piece: PrintedText, gap: float, rise: float) -> bool:
    """Return whether the first letter of a text is larger than the text, which begins next to it.

    `gap` is the space between both, and `rise` how far the baseline of the text is higher, in mm.
    """
    em = initial.size * MM_PER_POINT
    is_letter = len(initial.text.strip()) <= _MAX_INITIAL_SIGNS and piece.size < initial.size
    return is_letter and -OVERLAP_TOLERANCE <= gap < em and rise < CAP_HEIGHT * em


_MAX_INITIAL_SIGNS = 3
"""The most signs in a first letter: one with a quotation mark on each side."""


def _is_inside_number(pieces: Sequence[PrintedText], index: int, lines: str) -> bool:
    """Return whether the piece `pieces[index]` continues a number with spaces, such as 10 000.

    The number must be in one line of `lines`, the text of the field.
    """
    earlier = pieces[max(index - _MAX_NUMBER_PIECES, 0) : index]
    later = pieces[index : index + _MAX_NUMBER_PIECES]
    before, after = (" ".join(_join_ltr_pieces(part).split()) for part in (earlier, later))
    spaced_lines = re.sub(r"[^\S\n]+", " ", lines)
    return any(
        number.start() < len(before) < number.end() and number[0] in spaced_lines
        for number in SPACED_NUMBER.finditer(f"{before} {after}")
    )


def can_be_faint(text: str, size: float) -> bool:
    """Return whether a text on artwork, in `size` points, may hardly differ from its background.

    A text with small figures may not, because nobody can guess a figure from the text around it.
    """
    has_figure = any(letter.isnumeric() and not letter.isalpha() for letter in text)
    return not has_figure or size >= _MIN_FIGURE_SIZE - 0.005
