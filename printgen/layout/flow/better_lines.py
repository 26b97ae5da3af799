"""Better lines for prose (CSS Text 4, text-wrap: pretty).

A line should not begin with an icon or end in one letter, the parts of a sum stay together, and the
last line is not too short.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from printgen.layout.flow.line_breaking import LineRange, Paragraph

_MAX_MOVED_UNITS = 4
"""Most words that move to the next line to avoid a flaw."""
_MIN_LAST_WORD = 0.4
"""A last line of one word is a flaw if it is shorter than this share of the line before it."""
_LETTERS_AROUND = 8
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


def improve_lines(
    paragraph: Paragraph, lines: Sequence[LineRange], available: float
) -> Sequence[LineRange]:
    """Return the same number of lines with fewer bad breaks, or `lines` if that is impossible.

    A break between lines is bad if it should be avoided, for example inside a sum. `available` is
    the width in mm.
    """
    # CSS Text 4, text-wrap: pretty leaves it to engines what they improve. A break moves back
    # by as few units as possible, and the lines after it are broken again.
    for number in range(len(lines) - 1):
        for end in _find_earlier_breaks(paragraph, lines, number, available):
            first = (*lines[:number], LineRange(lines[number].start, end))
            others = (*first, *paragraph.break_lines(available, end))
            if len(others) == len(lines) and count_bad_breaks(
                paragraph, others, available
            ) < count_bad_breaks(paragraph, lines, available):
                lines = others
                break
    return lines


def _find_earlier_breaks(
    paragraph: Paragraph, lines: Sequence[LineRange], number: int, available: float
) -> Iterator[int]:
    """Yield the places where line `number` could end earlier; none if its end is not a flaw.

    Each leaves the line more than a third full; `available` is the full width in mm.
    """
    if not _has_bad_break(paragraph, lines, number, available):
        return
    start, end, _ = lines[number]
    low, high = bisect_right(paragraph.breaks, start), bisect_left(paragraph.breaks, end)
    for place in reversed(paragraph.breaks[max(low, high - _MAX_MOVED_UNITS) : high]):
        if paragraph.measure_letters(start, place) > available / 3:
            yield place


def count_bad_breaks(paragraph: Paragraph, lines: Sequence[LineRange], available: float) -> int:
    """Return the number of lines that end where a break should be avoided, as inside a sum.

    `available` is the width in mm.
    """
    return sum(
        _has_bad_break(paragraph, lines, number, available) for number in range(len(lines) - 1)
    )


def _has_bad_break(
    paragraph: Paragraph, lines: Sequence[LineRange], number: int, available: float
) -> bool:
    """Return whether the break after line `number` should be avoided."""
    letters, (start, end, _) = paragraph.letters, lines[number + 1]
    if number + 2 == len(lines):
        limit = available / 4
        if bisect_right(paragraph.breaks, start) == len(paragraph.breaks):
            limit = max(limit, _MIN_LAST_WORD * paragraph.measure_letters(*lines[number][:2]))
        if paragraph.measure_letters(start, end) < limit:
            return True
    before = letters[max(start - _LETTERS_AROUND, 0) : start]
    return bool(re.search(_BAD_BREAK, f"{before}\n{letters[start : start + _LETTERS_AROUND]}"))
