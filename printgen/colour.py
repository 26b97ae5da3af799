"""CSS colours, for cells, style sheets and drawings, and the contrast between two colours.

Contrast ratio and relative luminance follow WCAG 2.1.
"""

from functools import lru_cache
from typing import Any

from tinycss2.color3 import parse_color

from printgen.problems import guess

_MISSING_NAMES = {"rebeccapurple": "#663399"}  # CSS Color 4, 6.1: added after CSS Color 3


Ink = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""


def read_ink(value: str | Any) -> tuple[Ink, float] | None:
    """Return the colour of a text or a token, and its opacity from 0 to 1.

    None if it is not a colour with a fixed value; currentColor has none.
    """
    name = value.lower() if isinstance(value, str) else getattr(value, "lower_value", "")
    parsed = parse_color(_MISSING_NAMES.get(name, value))
    if parsed is None or parsed == "currentColor":
        return None
    # CSS Color 3, 4.2.1: values outside the range are clamped.
    red, green, blue = (round(255 * min(1.0, max(0.0, part))) for part in parsed[:3])
    return (red, green, blue), parsed.alpha


def suggest_colour(name: str) -> str:
    """Return "did you mean …? " with the most similar colour, to put before a hint, or ""."""
    from PIL.ImageColor import colormap  # it has the CSS names; only needed for mistakes

    if read_ink(f"#{name}"):
        return f'did you mean "#{name}"? '
    return guess(name, colormap)


@lru_cache(maxsize=4096)
def contrast_ratio(ink: Ink, other_ink: Ink) -> float:
    """Return the contrast ratio of two colours, 1 to 21."""
    # WCAG 2.1, definition of contrast ratio: (L1 + 0.05) / (L2 + 0.05).
    light, dark = relative_luminance(ink) + 0.05, relative_luminance(other_ink) + 0.05
    return max(light, dark) / min(light, dark)


@lru_cache(maxsize=4096)
def relative_luminance(ink: Ink) -> float:
    """Return the relative luminance of an sRGB colour, 0 to 1."""
    # WCAG 2.1, definition of relative luminance; 0.04045 is the threshold of IEC 61966-2-1.
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (level / 255 for level in ink)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
