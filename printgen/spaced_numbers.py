"""Numbers with spaces, such as 10 000 and 1 1/2, and signs that change a number next to them.

Numbers with spaces are one figure, no line divides them, and their spaces are narrow.
"""

import re

_SPACE = r"[ \u00a0\u2009\u202f]"
_FRACTION = rf"(?:[¼-¾⅐-⅞]|{_SPACE}(?:[¼-¾⅐-⅞]|\d+/\d+))"
_SEPARATOR = r"[ '’\u00a0\u2009\u202f]"
_THOUSANDS = rf"{_SEPARATOR}\d{{3}}"

SPACED_NUMBER = re.compile(
    r"(?<!\d)(?:"
    rf"(?<!\d[.,])(?<!\d{_SEPARATOR})"
    # Three numbers of three digits each are a list, unless they end in 000.
    rf"(?:\d{{1,2}}(?:{_THOUSANDS})+|\d{{3}}(?:{_THOUSANDS}|(?:{_SEPARATOR}000)+))"
    rf"(?:[.,]\d+)?(?:/\d+(?:{_THOUSANDS})*|{_FRACTION})?(?!\d|{_SEPARATOR}\d)"
    rf"|\d+{_FRACTION})"
)
"""A number of several parts, with a space or an apostrophe between them."""

NUMBER_SIGNS = frozenset(
    "+−.,/⁄×÷±∓%‰°º˚∘~∼≈<>≤≥≠′″‴´\"'’”⁺⁻₊₋∕∙·⋅√‚¬^¯ˉ‾─━╌╍▬⎯➕➖➗✕✖＋－﹢﹣˗⁃∶"
)
"""Signs that change the number next to them. Signs such as = and → do not."""
DIGIT_LETTERS = r"[OlIОΟІΙıǀǁ∣∥‖│┃❘|]+|[o○◯|]+|[eE][-+−]?\d+"
"""Letters and signs that look like 0 and 1, and powers of ten such as e3."""
