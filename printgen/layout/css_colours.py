"""Turn the value of a CSS property into an opaque colour."""

from typing import Any

from printgen.colour import like_ink, luminance, read_ink
from printgen.layout.css_values import Reader, Value, listed, refused, written
from printgen.layout.diagnostics import RefusedError


def colour(*, none: bool = False, current: bool = False) -> Reader:
    """Reads a colour; `none` stands for no paint, `current` allows currentColor."""

    def read(name: str, tokens: list[Any]) -> Value:
        instead = "a colour such as #A12115" + (" or none" if none else "")
        if len(tokens) != 1:
            raise refused(name, tokens, instead)
        (token,) = tokens
        word = token.lower_value if token.type == "ident" else ""
        if (none and word == "none") or (name == "background-color" and word == "transparent"):
            return None
        if token.type == "function" and token.lower_name == "color-mix":
            return _mixed(name, token)
        if word == "currentcolor" and current:
            return "currentcolor"
        found = read_ink(token)
        if found is None:
            found, hint = refused(name, tokens, instead).args
            raise RefusedError(found, like_ink(written(tokens)).replace('"', "") + hint)
        ink, opacity = found
        if opacity != 1:
            message = f"{name}: {written(tokens)} is partly see-through"
            raise RefusedError(message, "write an opaque colour: print has no transparency")
        return ink

    return read


def _mixed(name: str, token: Any) -> Value:
    """The colour of color-mix(in srgb, one 20%, other)."""
    parts = listed(token.arguments)
    shares = [one for part in parts for one in part if one.type == "percentage"]
    colours = [[one for one in part if one.type != "percentage"] for part in parts[1:]]
    of_first = bool(shares) and shares[0] in (parts[1] if len(parts) > 1 else ())
    spaces = [one.lower_value for one in parts[0] if one.type == "ident"]
    is_whole = len(parts) == 3 and len(shares) == 1 and spaces == ["in", "srgb"]
    if not is_whole or not 0 <= shares[0].value <= 100:
        raise refused(name, [token], "such as color-mix(in srgb, #a12115 20%, white)")
    one, other = (colour()(name, part) for part in colours)
    share = shares[0].value / 100 if of_first else 1 - shares[0].value / 100
    assert isinstance(one, tuple) and isinstance(other, tuple)  # noqa: S101, PT018 - what colour() reads
    return tuple(round(a * share + b * (1 - share)) for a, b in zip(one, other, strict=True))


def contrasting(colour: Any) -> str:
    """Black or white, whichever stands out more from a colour, by WCAG's relative luminance."""
    # The two contrasts are equal where (L + 0.05)² = 0.05 × 1.05.
    return "#000000" if luminance(colour) > 0.1791 else "#ffffff"
