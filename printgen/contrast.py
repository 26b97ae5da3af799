"""The contrast between two colours: contrast ratio and relative luminance of WCAG 2.1."""

from functools import lru_cache

Ink = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""


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
