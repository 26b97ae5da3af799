"""The names and notations of CSS colours, for cells, style sheets and drawings."""

from typing import Any

from tinycss2.color4 import parse_color

from printgen.colour import Ink, convert_oklab_to_ink, polar_to_lab
from printgen.problems import suggest_closest_word


def parse_css_colour(value: str | Any) -> tuple[Ink, float] | None:
    """Return the colour that a CSS value describes, and its opacity from 0 to 1.

    `value` is a text or a token of tinycss2. Return None if it is no colour, or has no fixed value,
    as currentColor.
    """
    parsed = parse_color(value)
    if parsed is not None and parsed != "currentcolor" and parsed.space in ("oklab", "oklch"):
        # CSS Color 4, 4.4: none is 0.
        lightness, *others = (part or 0.0 for part in parsed.coordinates)
        lab = (lightness, *(polar_to_lab(*others) if parsed.space == "oklch" else others))
        return convert_oklab_to_ink(lab), min(1.0, max(0.0, parsed.alpha or 0.0))
    if parsed is None or parsed == "currentcolor" or parsed.space not in ("srgb", "hsl", "hwb"):
        return None
    # CSS Color 4, 5.1 and 14.1: values outside the range are clamped, and none is 0.
    red, green, blue = (
        round(255 * min(1.0, max(0.0, part or 0.0))) for part in parsed.to("srgb")[:3]
    )
    return (red, green, blue), min(1.0, max(0.0, parsed.alpha or 0.0))


def suggest_colour(name: str) -> str:
    """Return "did you mean …? " with the most similar CSS colour name, to put before a hint.

    If only the # of a hexadecimal colour is missing, it is suggested. Return "" if nothing is
    similar.
    """
    from PIL.ImageColor import colormap  # it has the CSS names; only needed for mistakes

    if parse_css_colour(f"#{name}"):
        return f'did you mean "#{name}"? '
    return suggest_closest_word(name, colormap)
