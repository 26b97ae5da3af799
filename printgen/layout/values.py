"""Turn one part of a CSS value into a word or a length; what all properties share."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from printgen.layout.face import Colour
from printgen.layout.geometry import MM_PER_POINT

Units = Literal["svg", "html", "boxes"]
"""Which lengths a document is written in: px (1 = 1 mm) in SVG, mm and pt in HTML and boxes."""


@dataclass(frozen=True, slots=True)
class Length:
    """A length as written: in mm, in em, in percent of the containing width, or a bare number."""

    value: float
    unit: Literal["mm", "em", "%", "number"]


Value = str | int | float | Length | Colour | tuple[Any, ...] | None


class NotUnderstoodError(ValueError):
    """A value that the subset does not hold: `args` are the message and the hint."""


def written(tokens: list[Any]) -> str:
    return " ".join(token.serialize() for token in tokens).replace(" ,", ",")


Reader = Callable[[str, list[Any], Units], Value]


def refused(name: str, tokens: list[Any], instead: str) -> NotUnderstoodError:
    found = written(tokens) or "nothing"
    return NotUnderstoodError(f"{name}: {found} is not understood", f"write {instead}")


def keyword(*words: str) -> Reader:
    def read(name: str, tokens: list[Any], units: Units) -> Value:
        if len(tokens) == 1 and tokens[0].type == "ident" and tokens[0].lower_value in words:
            return str(tokens[0].lower_value)
        raise refused(name, tokens, " or ".join(words))

    return read


def one_length(name: str, token: Any, units: Units) -> Length:
    """A length in a unit of the document; zero needs none."""
    if token.type == "number" and token.value == 0:
        return Length(0.0, "mm")
    if token.type != "dimension":
        raise refused(name, [token], "a length, such as " + EXAMPLE[units])
    value, unit = float(token.value), token.lower_unit
    if unit == "em":
        return Length(value, "em")
    if units == "svg":
        if unit == "px":
            return Length(value, "mm")
        if unit in ("mm", "pt"):
            message = f"{name}: {unit} has no meaning inside an SVG drawing"
            raise NotUnderstoodError(
                message, "write px: 1px is 1 mm there (1 pt is 0.353px); or em"
            )
    elif unit == "mm":
        return Length(value, "mm")
    elif unit == "pt":
        return Length(value * MM_PER_POINT, "mm")
    elif unit == "px":
        message = f"{name}: px has no meaning on paper"
        raise NotUnderstoodError(message, "write mm, pt or em")
    raise refused(name, [token], "a length, such as " + EXAMPLE[units])


_PAPER = "2mm, 9pt or 0.5em"
EXAMPLE: Mapping[Units, str] = {
    "svg": "2px (1px is 1 mm) or 0.5em",
    "html": _PAPER,
    "boxes": _PAPER,
}


def length(
    *, least: float | None = 0.0, percent: bool = False, number: bool = False, word: str = ""
) -> Reader:
    """Reads one length; `word` is the keyword that stands for None."""

    def read(name: str, tokens: list[Any], units: Units) -> Value:
        if len(tokens) != 1:
            raise refused(name, tokens, "one length, such as " + EXAMPLE[units])
        (token,) = tokens
        if word and token.type == "ident" and token.lower_value == word:
            return None
        if token.type == "percentage" and percent:
            length = Length(float(token.value), "%")
        elif token.type == "number" and number:
            length = Length(float(token.value), "number")
        else:
            length = one_length(name, token, units)
        if least is not None and length.value < least:
            raise refused(name, tokens, "a length that is not negative")
        return length

    return read


SIDES = ("top", "right", "bottom", "left")
