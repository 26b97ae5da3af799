"""Colours: their contrast, mix and grey."""

from colorsys import hls_to_rgb, rgb_to_hls
from functools import lru_cache
from math import atan2, cos, degrees, hypot, radians, sin
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


OKLab = tuple[float, ...]
"""Lightness, and the axes a and b, of a colour in OKLab (CSS Color 4, 9.2)."""
_TO_LMS = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_LMS_TO_LAB = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
_LAB_TO_LMS = (
    (1.0, 0.3963377774, 0.2158037573),
    (1.0, -0.1055613458, -0.0638541728),
    (1.0, -0.0894841775, -1.2914855480),
)
_FROM_LMS = (
    (4.0767416621, -3.3077115913, 0.2309699292),
    (-1.2684380046, 2.6097574011, -0.3413193965),
    (-0.0041960863, -0.7034186147, 1.7076147010),
)


def _multiply(matrix: Any, values: Any) -> list[float]:
    return [sum(a * b for a, b in zip(row, values, strict=True)) for row in matrix]


def convert_ink_to_oklab(ink: Ink) -> OKLab:
    """Return a colour of sRGB in OKLab (CSS Color 4, 18)."""
    levels = (level / 255 for level in ink)
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in levels
    ]
    return tuple(_multiply(_LMS_TO_LAB, [part ** (1 / 3) for part in _multiply(_TO_LMS, linear)]))


def convert_oklab_to_ink(lab: OKLab) -> Ink:
    """Return a colour of OKLab in sRGB. Parts outside of sRGB are clamped, as in browsers."""
    linear = _multiply(_FROM_LMS, [part**3 for part in _multiply(_LAB_TO_LMS, lab)])
    parts = (min(max(part, 0.0), 1.0) for part in linear)
    red, green, blue = (
        round(255 * (12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055))
        for part in parts
    )
    return red, green, blue


def polar_to_lab(chroma: float, hue: float) -> tuple[float, float]:
    """Return the axes a and b for a chroma, and a hue in degrees."""
    return chroma * cos(radians(hue)), chroma * sin(radians(hue))


def mix_in_oklab(first: Any, second: Any, share: float, *, by_hue: bool = False) -> Colour:
    """Return the mix of two colours in OKLab, or in OKLCh with `by_hue` (CSS Color 4, 12).

    `share` is the part of the first colour in the mix, from 0 to 1.
    """
    labs = [convert_ink_to_oklab(colour[:3]) for colour in (first, second)]
    alphas = [(*colour, 255)[3] / 255 for colour in (first, second)]
    weights = alphas[0] * share, alphas[1] * (1 - share)
    hues = [degrees(atan2(lab[2], lab[1])) for lab in labs]
    if by_hue:
        chromas = [hypot(*lab[1:]) for lab in labs]
        # 12.2: a grey has the hue of the other colour. 12.4: the shorter way around is taken.
        hues = [hues[1 - i if chromas[i] < _MIN_CHROMA else i] for i in (0, 1)]
        turn = (hues[1] - hues[0] + 180) % 360 - 180
        labs = [(lab[0], chroma, 0.0) for lab, chroma in zip(labs, chromas, strict=True)]
    lab = [
        (a * weights[0] + b * weights[1]) / (sum(weights) or 1.0)
        for a, b in zip(*labs, strict=True)
    ]
    if by_hue:
        lab[1:] = polar_to_lab(lab[1], hues[0] + turn * (1 - share))
    return add_alpha(convert_oklab_to_ink(tuple(lab)), sum(weights))


_MIN_CHROMA = 0.000004
"""A smaller chroma in OKLCh is that of a grey (CSS Color 4, 9.2)."""


def convert_colour_to_grey(colour: Colour) -> Colour:
    """Return the grey with the same lightness as a colour, and with the same opacity."""
    red, green, blue, *alpha = colour
    # The weights in 1/65536, rounded as Pillow does it: the result must not differ by one.
    level = (19595 * red + 38470 * green + 7471 * blue + 32768) >> 16
    return level, level, level, *alpha  # type: ignore[return-value]
