"""Places where lines may break (UAX #14).

Lines break where browsers break them: after spaces, after hyphens and dashes inside words, after an
ellipsis or question mark inside a word, at soft hyphens, and around pictures. In Chinese, Japanese
and Korean, lines break between letters. Lines never break at no-break spaces. Which of these places
are used is decided in `line_breaking`.
"""

import re

from printgen.face.fonts import NARROW_SPACE, SOFT_HYPHEN, THIN_SPACE, ZERO_WIDTH_SPACE
from printgen.face.shaping import is_cjk
from printgen.layout.flow.text_pieces import LINE_BREAK, NO_BREAK_SPACE, PICTURE_SIGN
from printgen.spaced_numbers import SPACED_NUMBER

# Character classes of UAX #14, as far as they matter for Latin text: GL, OP, QU, and those with no
# break before them, such as CL, CP, EX, IS, SY and BA.
_NO_BREAK_SPACES = NO_BREAK_SPACE + NARROW_SPACE
_OPENING_SIGNS = frozenset("([{¡¿‚„〈《「『【〔〖〘〚〝（［｛｟｢")
_QUOTE_SIGNS = frozenset("\"'’‘“”«»‹›")
_CLOSING_SIGNS = frozenset(")]}!?.,:;/|、。〉》」』】〕！，．：；？）］｝｡｣､･・　々〜")
_NEVER_BEFORE = _QUOTE_SIGNS | _CLOSING_SIGNS | frozenset(f"-–… {THIN_SPACE}")
_NEVER_AFTER_HYPHEN = _NEVER_BEFORE - frozenset("-\"'")
_AFTER_FIRST_DASH = frozenset("([{$%+—−°")
# UAX #14, LB30: break before brackets after these characters. LB31: break around class ID, which is
# Chinese, Japanese and Korean, except where LB12 to LB23 keep two characters together. As in
# browsers, small kana (class CJ) are letters like others.
_BEFORE_BRACKET = frozenset('!"),.:;]}&%+−=*#°')
_NO_CJK_BREAK_AFTER = _OPENING_SIGNS | _QUOTE_SIGNS - {*"”’"} | frozenset(f"$+−{_NO_BREAK_SPACES}")
_NO_CJK_BREAK_BEFORE = (_NEVER_BEFORE - {*"“‘"}) | frozenset(
    f"%％°ﾞﾟ\u3099\u309a\u309b\u309c\u309d\u309eヽヾ{_NO_BREAK_SPACES}"
)
# UAX #14, LB13, LB14, LB15a, LB15b: no break before closing signs, nor after opening ones, even at
# a space, as in French. Unlike Chromium, which breaks after each space.
_UNBROKEN_SPACE = re.compile(
    r"""[ ](?: [)\]}!?:;,./](?!\d) | [»›](?!\w) | (?<=[(\[{¿¡].) | (?<=[«‹].)(?<![^\s(\[{]..)
    # Numbers with spaces: the second half of 5 - 10, and - 2.
    | (?<=\d.)[-−–]\ \d
    | (?: (?<=^[-+−].) | (?<=[^\d\s]\ [-+−].) )\d )""",
    re.VERBOSE,
)

# CSS Text 3, 5.5 and UAX #29, GB9 and GB9c: marks, joiners, and letters after a virama. Unlike in
# browsers, numbers keep their digits and signs, and ranges their ends: 10 is not 1 and 0.
INSEPARABLE = (
    ".[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u200c\u200d]|\u200d."
    r"|[-+−–.,:/×$€£¥\d][\d¼-¾⅐-⅞]|[\d¼-¾⅐-⅞][-+−–.,:/×%‰°′″'\"]|[-+−][$€£¥]|\d[Ee]|[Ee][-−]"
)
"""Two letters between which no line breaks, whatever the style says."""
SIGNED_NUMBER = re.compile(r"[-‐+−–.,:/…±<>≤≥~≈×√]+\d")
"""What no line begins with inside a word: -47 of AK-47 would be a negative number."""
_BREAKING_SIGNS = THIN_SPACE + SOFT_HYPHEN + ZERO_WIDTH_SPACE
"""Signs at which a line may break, and which nobody sees elsewhere."""


def find_break_opportunities(text: str) -> tuple[int, ...]:
    """Return every index of `text` at which a new line may begin."""
    inner_places = {
        index
        for number in SPACED_NUMBER.finditer(text)
        for index in range(number.start() + 1, number.end())
    }
    return tuple(
        index
        for index in range(1, len(text))
        if index not in inner_places and _can_break(text, index) and not _is_in_number(text, index)
    )


def _is_in_number(text: str, index: int) -> bool:
    """Return whether the invisible character before `index` is inside a number.

    An example is a thin space in 10 000. Unlike in browsers, such a number is not divided.
    """
    is_unseen = text[index - 1] in _BREAKING_SIGNS
    return is_unseen and bool(
        re.match(INSEPARABLE, _find_previous_visible_letter(text, index) + text[index])
    )


def _can_break(text: str, index: int) -> bool:
    """Return whether a line may break before letter `index`, as in browsers.

    The rules are those of UAX #14. Between ASCII characters Chromium uses a table of its own.
    """
    before, after = text[index - 1], text[index]
    # UAX #14, LB7: no break before a space. Forced breaks (LB4 to LB6) are split off earlier.
    if after in (" ", ZERO_WIDTH_SPACE) or LINE_BREAK in (before, after):
        return False
    if before in (" ", ZERO_WIDTH_SPACE):  # UAX #14, LB18, LB8: after spaces and zero width spaces
        return index > 1 and not _UNBROKEN_SPACE.match(text, index - 1)
    # UAX #14: U+2009 and U+00AD have class BA, a break opportunity after the character.
    if before in (THIN_SPACE, SOFT_HYPHEN):
        return after not in _NEVER_BEFORE
    # UAX #14, LB20: break around class CB (pictures); LB12: not next to a no-break space.
    if PICTURE_SIGN in (before, after):
        return before not in _NO_BREAK_SPACES and after not in _NO_BREAK_SPACES
    if before in "-–":
        return _can_break_after_dash(text, index)
    # UAX #14: the em dash has class B2, with a break before and after; LB17: not between two.
    if before == "—":
        return after not in _NEVER_BEFORE and after not in f"—{_NO_BREAK_SPACES}"
    if after == "—":
        return before not in _OPENING_SIGNS | _QUOTE_SIGNS and before not in _NO_BREAK_SPACES
    if before == "?" and after == "-":
        return True
    # UAX #14, LB31: break everywhere else, so also after class IN (…), EX (?, !) and SY (/).
    # After ! and / Chromium's table allows it only before non-ASCII characters.
    if before in "?…" or (before in "!/" and not after.isascii()):
        return after not in _NEVER_BEFORE and after != "−" and after not in _NO_BREAK_SPACES
    return (after in "([{" and before in _BEFORE_BRACKET) or (
        (is_cjk(before) or is_cjk(after))
        and before not in _NO_CJK_BREAK_AFTER
        and after not in _NO_CJK_BREAK_BEFORE
    )


def _find_previous_visible_letter(text: str, index: int) -> str:
    """Return the letter before `index` that can be seen, or a space at the start of the text."""
    return text[:index].rstrip(_BREAKING_SIGNS)[-1:] or " "


def _can_break_after_dash(text: str, index: int) -> bool:
    dash, after = text[index - 1], text[index]
    earlier = _find_previous_visible_letter(text, index - 1)
    # Chromium's table for ASCII: "-5" stays together, "F-16" may break after the hyphen.
    if dash == "-" and after.isascii():
        # Unlike browsers: AC-5, 1E-05 and 2-4 stay on their line, and so does -d6.
        is_sign = earlier in f" (/+{_NO_BREAK_SPACES}"
        return not (after.isdigit() or is_sign or after in _NEVER_AFTER_HYPHEN)
    if after in _NO_BREAK_SPACES:
        return True
    if after.isnumeric() and (earlier.isnumeric() or earlier in "″′"):
        return False  # the same for other dashes, for fractions and for inches
    if earlier in f" {_NO_BREAK_SPACES}" and not after.isdigit():
        # A dash that starts a word is not separated from it.
        return after in _AFTER_FIRST_DASH
    return after not in _NEVER_BEFORE
