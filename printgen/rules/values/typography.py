"""Typographic signs for text typed on a keyboard: curled quotes, inches, dashes and minus signs.

Lists such as a;b;c may break after their signs.
"""

import re

from printgen.directions import RIGHT_TO_LEFT

_FIGURES = r"\d¼-¾⅐-⅞"

_MINUS = re.compile(rf"(?<![^\s(\[{{\"'/])(?<![{_FIGURES}][\"'])(?<![{_FIGURES}]'')-(?=[0-9])")
"""A hyphen that begins a word, with a figure after it: not that of 2-4, B-17 or 2026-11-23.

Nor is it that of a range from ½" or 6'' on.
"""

_RANGE = re.compile(r"(?<![\w.,:/-])(\d+)([\"']?)-(?=(\d+)\2(?![\w/]|[-.,:]\d))")
"""The first number of a range such as 2-4 or 6"-12", and its hyphen."""

_DASH = re.compile(r"(?<=\S) --? (?=\S)(?<!\d - (?=\d))")
"""A hyphen or two between words; a sum such as 5 - 2 is left as it is."""

_APOSTROPHE = re.compile(r"(?<!\w)'(?=\d\ds\b|tis\b|twas\b|n' )|(?<= 'n)'(?= )", re.IGNORECASE)
"""The apostrophes of '90s, 'tis, 'twas and rock 'n' roll, which open no quotation."""

_QUOTE = re.compile(r"""(?<!\\)["']""")
"""A quote that is not escaped, as prose may write it."""

_BEFORE_INCHES = re.compile(rf"[{_FIGURES}]'?$")
_AFTER_INCHES = re.compile(r"[^\W\d_](?<!x(?=\d))")
"""What is before and not after the sign of inches or feet, as in 6", 6'' and 12"x8"."""

_CLOSING = re.compile(r"\S'(?!\w)")
_BEFORE_OPENING = frozenset(" \t\n([{-–—/\"'“‘>")
"""The characters before an opening quote, except at the start of a text."""

_SEPARATOR = re.compile(r"(?<=\w)(?:[;|](?=\w)|[/,](?=[^\W\d]))")
"""A sign between items of a list; / and , before a figure may be those of a date or a fraction."""


def add_break_points(text: str) -> str:
    """Return a text with a zero width space after each separator of lists such as a;b;c.

    Lines may break there. Two items, as in km/h and and/or, do not count as a list. Addresses such
    as https://… are not lists either.
    """

    def add_to_word(match: re.Match[str]) -> str:
        word, count = _SEPARATOR.subn("\\g<0>\u200b", match[0])
        return word if count > 1 and "://" not in word else match[0]

    return re.sub(r"\S+", add_to_word, text)


def apply_typography(text: str) -> str:
    """Return a text with typographic signs for typed quotes, hyphens and the like.

    These are “quotes”, apostrophes, 6″, 5′, −3, 2–4 and –. Quotes and ranges in Hebrew and Arabic
    text are not changed: “ and ” would face the wrong way there, and an en dash would exchange the
    numbers (UAX #9).
    """
    is_rtl = bool(RIGHT_TO_LEFT.search(text))
    text = text if is_rtl else _APOSTROPHE.sub("’", _RANGE.sub(_replace_range_hyphen, text))
    text = _MINUS.sub("−", _DASH.sub(" – ", text))
    open_quotes: set[str] = set()
    last_closing = max((match.end() for match in _CLOSING.finditer(text)), default=0)

    def set_quote(match: re.Match[str]) -> str:
        quote, (start, end) = match[0], match.span()
        before, after = text[start - 1 : start] if start else " ", text[end : end + 1] or " "
        signs = "“”″" if quote == '"' else "‘’′"
        signs = f"{quote}{quote}{signs[2]}" if is_rtl else signs
        if quote in open_quotes and (quote == '"' or not after.isalnum()):
            open_quotes.remove(quote)
            return signs[1]
        is_unit = _BEFORE_INCHES.search(text, max(start - 2, 0), start) and not _AFTER_INCHES.match(
            text, end
        )
        if is_unit and not open_quotes:
            return signs[2]
        # An apostrophe at the start of a word, such as ’tis, has no partner.
        if before in _BEFORE_OPENING and (quote == '"' or end + 1 < last_closing):
            open_quotes.add(quote)
            return signs[0]
        return signs[1]

    return _QUOTE.sub(set_quote, text)


def _replace_range_hyphen(match: re.Match[str]) -> str:
    """Return the matched text, with an en dash for its hyphen if it is a range such as 2-4."""
    low, sign, high = match.groups()
    return f"{low}{sign}–" if int(low) < int(high) else match[0]
