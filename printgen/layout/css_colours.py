"""Turn the value of a CSS property into an opaque colour."""

from typing import Any

from printgen.colour import read_ink, relative_luminance, suggest_colour
from printgen.layout.css_values import Value, ValueReader, join_tokens, make_error, split_at_commas
from printgen.layout.diagnostics import UserError


def make_colour_reader(*, none: bool = False, current: bool = False) -> ValueReader:
    """Reads a colour; `none` stands for no paint, `current` allows currentColor."""

    def read_colour(name: str, tokens: list[Any]) -> Value:
        expected = "a colour such as #A12115" + (" or none" if none else "")
        if len(tokens) != 1:
            raise make_error(name, tokens, expected)
        (token,) = tokens
        word = token.lower_value if token.type == "ident" else ""
        if (none and word == "none") or (name == "background-color" and word == "transparent"):
            return None
        if token.type == "function" and token.lower_name == "color-mix":
            return _read_colour_mix(name, token)
        if word == "currentcolor" and current:
            return "currentcolor"
        result = read_ink(token)
        if result is None:
            result, hint = make_error(name, tokens, expected).args
            raise UserError(result, suggest_colour(join_tokens(tokens)).replace('"', "") + hint)
        ink, opacity = result
        if opacity != 1:
            message = f"{name}: {join_tokens(tokens)} is partly see-through"
            raise UserError(message, "write an opaque colour: print has no transparency")
        return ink

    return read_colour


def _read_colour_mix(name: str, token: Any) -> Value:
    """The colour of color-mix(in srgb, one 20%, other)."""
    parts = split_at_commas(token.arguments)
    shares = [one for part in parts for one in part if one.type == "percentage"]
    colours = [[one for one in part if one.type != "percentage"] for part in parts[1:]]
    of_first = bool(shares) and shares[0] in (parts[1] if len(parts) > 1 else ())
    spaces = [one.lower_value for one in parts[0] if one.type == "ident"]
    is_whole = len(parts) == 3 and len(shares) == 1 and spaces == ["in", "srgb"]
    if not is_whole or not 0 <= shares[0].value <= 100:
        raise make_error(name, [token], "such as color-mix(in srgb, #a12115 20%, white)")
    one, other = (make_colour_reader()(name, part) for part in colours)
    share = shares[0].value / 100 if of_first else 1 - shares[0].value / 100
    assert isinstance(one, tuple) and isinstance(other, tuple)  # noqa: S101, PT018 - what colour() reads
    return tuple(round(a * share + b * (1 - share)) for a, b in zip(one, other, strict=True))


def pick_contrast_colour(colour: Any) -> str:
    """Black or white, whichever stands out more from a colour, by WCAG's relative luminance."""
    # The two contrasts are equal where (L + 0.05)² = 0.05 × 1.05.
    return "#000000" if relative_luminance(colour) > 0.1791 else "#ffffff"
