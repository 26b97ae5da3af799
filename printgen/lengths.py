"""Lengths as people write them, such as 2.5 mm, 1/8 in or 70 x 120, in mm."""

import re
from fractions import Fraction

from printgen.problems import InputError

MM_PER_INCH = 25.4

LENGTH_PATTERN = r"(\d{1,4}(?:\.\d{1,3})?|\d{1,3}/[1-9]\d{0,2})(?: ?(mm|in))?"
"""A regular expression for a length: its number or fraction, and its unit."""


def convert_length(number: str, unit: str) -> float:
    """Return a length in mm. `unit` is mm, in, or "" for mm.

    Raises `InputError` if a fraction has no unit.
    """
    if "/" in number and not unit:
        raise InputError(f'"{number}" has no unit', f"write {number} in")
    return round(float(Fraction(number)) * (MM_PER_INCH if unit == "in" else 1.0), 3)


def parse_dimensions(text: str) -> tuple[float, float] | None:
    """Return the width and height in mm of a text such as 70 x 120 or 5/2 x 7/2 in.

    Return None if it has another form. Raises `InputError` if a fraction has no unit.
    """
    if not (match := re.fullmatch(rf"(?a){LENGTH_PATTERN} ?[x×] ?{LENGTH_PATTERN}", text.lower())):
        return None
    width, unit, height, last_unit = match.groups(default="")
    if "/" in width + height and not (unit or last_unit):
        raise InputError(f'"{text}" has no unit', f"write {text} in")
    return convert_length(width, unit or last_unit), convert_length(height, last_unit or unit)
