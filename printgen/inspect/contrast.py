"""Turn two colours into how well one is told from the other (WCAG 2.2, 1.4.3)."""

from functools import lru_cache

from printgen.layout.face import Colour


@lru_cache(maxsize=4096)
def contrast(one: Colour, other: Colour) -> float:
    """How much two colours differ in lightness, 1 to 21."""
    light, dark = luminance(one) + 0.05, luminance(other) + 0.05
    return max(light, dark) / min(light, dark)


@lru_cache(maxsize=4096)
def luminance(colour: Colour) -> float:
    """The relative luminance of an sRGB colour, 0 to 1."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (level / 255 for level in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
