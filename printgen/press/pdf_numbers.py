"""Turn lengths into the decimals that a PDF's operators and labels hold.

Both say a length to 0.001 of its unit, without needless zeros, never in exponents.
"""

from functools import lru_cache

POINTS_PER_MM = 72 / 25.4


@lru_cache(maxsize=1 << 16)
def format_decimal(value: float) -> str:
    """The number to 0.001."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@lru_cache(maxsize=1 << 14)
def factor(value: float) -> str:
    """The number to 0.000001: for factors, which lengths are multiplied by."""
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def format_points(mm: float) -> str:
    """A length in mm as points, to 0.001."""
    return format_decimal(mm * POINTS_PER_MM)
