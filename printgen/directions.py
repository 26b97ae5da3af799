"""Scripts written from right to left, and the order in which such text is seen (UAX #9)."""

import re
from collections.abc import Sequence
from itertools import groupby

RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""Matches a letter of a script that is written from right to left."""


def reorder(levels: Sequence[int]) -> list[int]:
    """Return the indices of the parts of a line as they are seen from left to right.

    `levels` has one number for each part: even from left to right, odd otherwise.
    """
    order = list(range(len(levels)))
    for level in range(max(levels, default=0), 0, -1):  # UAX #9, L2
        start = 0
        for is_higher, group in groupby([levels[index] >= level for index in order]):
            end = start + len(list(group))
            if is_higher:
                order[start:end] = order[start:end][::-1]
            start = end
    return order
