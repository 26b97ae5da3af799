"""Turn a colour as CSS writes it into an ink: in a cell, a style sheet or a drawing alike.

It also says how well one ink is told from another (WCAG 2.2, 1.4.3).
"""

from functools import lru_cache
from typing import Any

from tinycss2.color3 import parse_color

from printgen.problems import guess

_MISSING_NAMES = {"rebeccapurple": "#663399"}  # a name that CSS has had since


Ink = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""


def read_ink(value: str | Any) -> tuple[Ink, float] | None:
    """Red, green and blue of a text or a token, 0 to 255, and how far it covers, 0 to 1.

    None for what is no colour of its own, currentColor among it.
    """
    name = value.lower() if isinstance(value, str) else getattr(value, "lower_value", "")
    parsed = parse_color(_MISSING_NAMES.get(name, value))
    if parsed is None or parsed == "currentColor":
        return None
    red, green, blue = (round(255 * min(1.0, max(0.0, part))) for part in parsed[:3])
    return (red, green, blue), parsed.alpha


def suggest_colour(name: str) -> str:
    """A question after the colour that was meant, to stand before a hint; or nothing."""
    from PIL.ImageColor import colormap  # its names are CSS's, and only mistakes need them

    if read_ink(f"#{name}"):
        return f'did you mean "#{name}"? '
    return guess(name, colormap)


@lru_cache(maxsize=4096)
def contrast_ratio(ink: Ink, other_ink: Ink) -> float:
    """How much two inks differ in lightness, 1 to 21."""
    light, dark = relative_luminance(ink) + 0.05, relative_luminance(other_ink) + 0.05
    return max(light, dark) / min(light, dark)


@lru_cache(maxsize=4096)
def relative_luminance(ink: Ink) -> float:
    """The relative luminance of an ink as sRGB, 0 to 1."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (level / 255 for level in ink)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
