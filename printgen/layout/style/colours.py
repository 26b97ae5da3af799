"""Colour values (CSS Color 4, and color-mix() of CSS Color 5)."""

from typing import Any

from printgen.colour import (
    add_alpha,
    compute_relative_luminance,
    fade_colour,
    mix_colours,
    mix_in_oklab,
)
from printgen.css_colour import parse_css_colour, suggest_colour
from printgen.layout.style.values import (
    Value,
    ValueReader,
    format_tokens,
    make_value_error,
    split_at_commas,
)
from printgen.problems import InputError


def make_colour_reader(*, allows_none: bool = False, allows_current: bool = False) -> ValueReader:
    """Return a function that reads a colour value.

    `allows_none` allows the keyword none, `allows_current` the keyword currentcolor.
    """

    def read_colour(name: str, tokens: list[Any]) -> Value:
        expected = "a colour such as #A12115" + (" or none" if allows_none else "")
        if len(tokens) != 1:
            raise make_value_error(name, tokens, expected)
        (token,) = tokens
        word = token.lower_value if token.type == "ident" else ""
        if (allows_none and word == "none") or (
            name in ("background", "background-color") and word == "transparent"
        ):
            return None
        if token.type == "function" and token.lower_name == "color-mix":
            return _read_colour_mix(name, token)
        if word == "currentcolor" and allows_current:
            return "currentcolor"
        result = parse_css_colour(token)
        if result is None:
            message, hint = make_value_error(name, tokens, expected).args
            raise InputError(message, suggest_colour(format_tokens(tokens)).replace('"', "") + hint)
        return add_alpha(*result)

    return read_colour


def _read_colour_mix(name: str, mix: Any) -> Value:
    """Return the colour of a color-mix(), such as color-mix(in srgb, red 20%, white)."""
    parts = split_at_commas(mix.arguments)
    colours = [[token for token in part if token.type != "percentage"] for part in parts[1:]]
    shares = [[token for token in part if token.type == "percentage"] for part in parts[1:]]
    spaces = [word.lower_value for word in parts[0] if word.type == "ident"]
    is_whole = len(parts) == 3 and spaces[:1] == ["in"] and spaces[1:] in _MIX_SPACES
    given = [[token.value / 100 for token in share] for share in shares]
    if not is_whole or max(map(len, given)) > 1 or not all(0 <= x <= 1 for g in given for x in g):
        expected = "it as color-mix(in srgb, #a12115 20%, white), in srgb, oklab or oklch"
        raise make_value_error(name, [mix], expected)
    first, second = (make_colour_reader()("color", part) for part in colours)
    # CSS Color 5, 3.2: a percentage that is left out is what the other one leaves, or 50%.
    default = 1 - sum(map(sum, given)) if given[0] or given[1] else 0.5
    weights = [share[0] if share else default for share in given]
    total = sum(weights)
    if not total:
        raise make_value_error(name, [mix], "a share above 0%")
    share = weights[0] / total
    mixed = mix_colours(first, second, share)
    if spaces[1] != "srgb":
        mixed = mix_in_oklab(first, second, share, by_hue=spaces[1] == "oklch")
    return fade_colour(mixed, min(total, 1.0))


_MIX_SPACES = (["srgb"], ["oklab"], ["oklch"])


def pick_contrast_colour(colour: Any) -> str:
    """Return black or white, whichever has the higher contrast with a colour."""
    # WCAG 2.1, contrast ratio (L1 + 0.05) / (L2 + 0.05): black and white have the same ratio to a
    # colour if (L + 0.05)² = 0.05 × 1.05, which is L = 0.1791.
    return "#000000" if compute_relative_luminance(colour[:3]) > 0.1791 else "#ffffff"
