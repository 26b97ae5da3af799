"""Numbers in PDF operators and labels, without trailing zeros.

ISO 32000-1, 7.3.3: a PDF writer must not use exponential format.
"""

from functools import lru_cache

POINTS_PER_MM = 72 / 25.4  # ISO 32000-1, 8.3.2.3: the default unit is 1/72 inch


@lru_cache(maxsize=1 << 16)
def format_decimal(value: float) -> str:
    """Return the number, rounded to 0.001."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@lru_cache(maxsize=1 << 14)
def factor(value: float) -> str:
    """Return the number, rounded to 0.000001, for factors that are multiplied by lengths."""
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def format_points(mm: float) -> str:
    """Return a length in mm as points, rounded to 0.001."""
    return format_decimal(mm * POINTS_PER_MM)
