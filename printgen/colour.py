"""Turn a colour as CSS writes it into an ink: in a cell, a style sheet or a drawing alike.

It also says how well one ink is told from another (WCAG 2.2, 1.4.3).
"""

from functools import lru_cache
from typing import Any

from tinycss2.color3 import parse_color

from printgen.problems import meant

_YOUNGER = {"rebeccapurple": "#663399"}  # a name that CSS has had since


Ink = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""


def read_ink(written: str | Any) -> tuple[Ink, float] | None:
    """Red, green and blue of a text or a token, 0 to 255, and how far it covers, 0 to 1.

    None for what is no colour of its own, currentColor among it.
    """
    name = written.lower() if isinstance(written, str) else getattr(written, "lower_value", "")
    found = parse_color(_YOUNGER.get(name, written))
    if found is None or found == "currentColor":
        return None
    red, green, blue = (round(255 * min(1.0, max(0.0, part))) for part in found[:3])
    return (red, green, blue), found.alpha


def like_ink(written: str) -> str:
    """A question after the colour that was meant, to stand before a hint; or nothing."""
    from PIL.ImageColor import colormap  # its names are CSS's, and only mistakes need them

    if read_ink(f"#{written}"):
        return f'did you mean "#{written}"? '
    return meant(written, colormap)


@lru_cache(maxsize=4096)
def contrast(one: Ink, other: Ink) -> float:
    """How much two inks differ in lightness, 1 to 21."""
    light, dark = luminance(one) + 0.05, luminance(other) + 0.05
    return max(light, dark) / min(light, dark)


@lru_cache(maxsize=4096)
def luminance(ink: Ink) -> float:
    """The relative luminance of an ink as sRGB, 0 to 1."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (level / 255 for level in ink)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
