"""Turn a colour as CSS writes it into an ink: in a cell, a style sheet or a drawing alike."""

from typing import Any

from tinycss2.color3 import parse_color

from printgen.problems import meant

_YOUNGER = {"rebeccapurple": "#663399"}  # a name that CSS has had since


def read_ink(written: str | Any) -> tuple[tuple[int, int, int], float] | None:
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
