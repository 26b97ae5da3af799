"""Colours: their contrast, mix and grey."""

from colorsys import hls_to_rgb, rgb_to_hls
from functools import lru_cache
from typing import Any

Ink = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""


@lru_cache(maxsize=4096)
def compute_contrast_ratio(ink: Ink, other_ink: Ink) -> float:
    """Return the contrast ratio of two colours, 1 to 21."""
    # WCAG 2.1, definition of contrast ratio: (L1 + 0.05) / (L2 + 0.05).
    light, dark = (
        compute_relative_luminance(ink) + 0.05,
        compute_relative_luminance(other_ink) + 0.05,
    )
    return max(light, dark) / min(light, dark)


def compute_relative_luminance(ink: Ink) -> float:
    """Return the relative luminance of an sRGB colour, 0 to 1."""
    # WCAG 2.1, definition of relative luminance; 0.04045 is the threshold of IEC 61966-2-1.
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (level / 255 for level in ink)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def find_readable_ink(ink: Ink, ground: Ink, contrast: float) -> Ink:
    """Return a colour that is readable on `ground`: `ink`, made lighter or darker if needed.

    `ground` is the colour of the background. The result has at least this `contrast` ratio to it,
    and the hue and saturation of `ink`. It differs from `ink` as little as possible. If no
    lightness is enough, return `ink`.
    """
    hue, lightness, saturation = rgb_to_hls(*(level / 255 for level in ink))
    for step in sorted(range(256), key=lambda step: abs(step / 255 - lightness)):
        red, green, blue = (round(255 * part) for part in hls_to_rgb(hue, step / 255, saturation))
        if compute_contrast_ratio((red, green, blue), ground) >= contrast:
            return red, green, blue
    return ink


Colour = tuple[int, int, int] | tuple[int, int, int, int]
"""Red, green and blue, 0 to 255; if all three are equal, the press prints grey.

If the colour is not opaque, its alpha follows, 0 to 254.
"""


def add_alpha(ink: Ink, opacity: float) -> Colour:
    """Return the RGB colour `ink` with an alpha channel for `opacity`, from 0 to 1.

    If it is opaque, return `ink` without an alpha channel.
    """
    alpha = round(255 * opacity)
    return ink if alpha == 255 else (*ink, alpha)


def fade_colour(colour: Colour, opacity: float) -> Colour:
    """Return a colour with its opacity multiplied by `opacity`, from 0 to 1."""
    return add_alpha(colour[:3], (*colour, 255)[3] / 255 * opacity)


def mix_colours(first: Any, second: Any, share: float) -> Colour:
    """Return the mix of two colours, which may have an alpha channel.

    `share` is the part of the first colour in the mix, from 0 to 1.
    """
    # CSS Color 4, 12.3: colours are interpolated premultiplied by their opacity.
    weights = (*first, 255)[3] / 255 * share, (*second, 255)[3] / 255 * (1 - share)
    red, green, blue = (
        round((a * weights[0] + b * weights[1]) / (sum(weights) or 1.0))
        for a, b in zip(first[:3], second[:3], strict=True)
    )
    return add_alpha((red, green, blue), sum(weights))


def convert_colour_to_grey(colour: Colour) -> Colour:
    """Return the grey with the same lightness as a colour, and with the same opacity."""
    red, green, blue, *alpha = colour
    # The weights in 1/65536, rounded as Pillow does it: the result must not differ by one.
    level = (19595 * red + 38470 * green + 7471 * blue + 32768) >> 16
    return level, level, level, *alpha  # type: ignore[return-value]
