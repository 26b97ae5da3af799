"""Turn one part of a CSS value into a word or a length; what all properties share."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal

from printgen.layout.diagnostics import UserError
from printgen.layout.face import Colour
from printgen.layout.geometry import MM_PER_POINT


@dataclass(frozen=True, slots=True)
class Length:
    """A length as written: in mm, in em, in percent of what is around, or a bare number."""

    value: float
    unit: Literal["mm", "em", "%", "number"]


Value = str | int | float | Length | Colour | tuple[Any, ...] | None

ValueReader = Callable[[str, list[Any]], Value]
"""Reads the tokens of a property's value; raises `RefusedError`."""

SIDES = ("top", "right", "bottom", "left")

LENGTH_EXAMPLE = "2mm, 9pt or 0.5em"


def join_tokens(tokens: list[Any]) -> str:
    return " ".join(token.serialize() for token in tokens).replace(" ,", ",")


def make_error(name: str, tokens: list[Any], expected: str) -> UserError:
    text = join_tokens(tokens) or "nothing"
    return UserError(f"{name}: {text} is not understood", f"write {expected}")


def split_at_commas(tokens: Iterable[Any]) -> list[list[Any]]:
    """The parts of a value between its commas."""
    parts: list[list[Any]] = [[]]
    for token in tokens:
        if token == ",":
            parts.append([])
        elif token.type not in ("whitespace", "comment"):
            parts[-1].append(token)
    return parts


def make_keyword_reader(*words: str) -> ValueReader:
    def read_keyword(name: str, tokens: list[Any]) -> Value:
        if len(tokens) == 1 and tokens[0].type == "ident" and tokens[0].lower_value in words:
            return str(tokens[0].lower_value)
        raise make_error(name, tokens, " or ".join(words))

    return read_keyword


def make_length_reader(
    *, minimum: float | None = 0.0, percent: bool = False, number: bool = False, word: str = ""
) -> ValueReader:
    """Reads one length; `word` is the keyword that stands for None."""

    def read_length(name: str, tokens: list[Any]) -> Value:
        if len(tokens) != 1:
            raise make_error(name, tokens, "one length, such as " + LENGTH_EXAMPLE)
        (token,) = tokens
        if word and token.type == "ident" and token.lower_value == word:
            return None
        if token.type == "percentage" and percent:
            length = Length(float(token.value), "%")
        elif token.type == "number" and number:
            length = Length(float(token.value), "number")
        else:
            length = _parse_length(name, token)
        if minimum is not None and length.value < minimum:
            raise make_error(name, tokens, "a length that is not negative")
        return length

    return read_length


def _parse_length(name: str, token: Any) -> Length:
    """A length in mm, pt or em; zero needs no unit."""
    if token.type == "number" and token.value == 0:
        return Length(0.0, "mm")
    unit = token.lower_unit if token.type == "dimension" else ""
    if unit == "em":
        return Length(float(token.value), "em")
    if unit in ("mm", "pt"):
        return Length(token.value * (1.0 if unit == "mm" else MM_PER_POINT), "mm")
    if unit == "px":
        raise UserError(f"{name}: px has no meaning on paper", "write mm, pt or em")
    if unit == "cm":
        raise UserError(f"{name}: cm are not read", f"write {10 * token.value:g}mm")
    raise make_error(name, [token], "a length, such as " + LENGTH_EXAMPLE)


def read_four_sides(name: str, tokens: list[Any], read: ValueReader) -> tuple[Value, ...]:
    """One to four values, clockwise from the top."""
    if not 1 <= len(tokens) <= 4:
        raise make_error(name, tokens, "one to four lengths")
    values = [read(name, [token]) for token in tokens]
    return tuple(values[index] for index in _SIDE_INDEXES[len(values) - 1])


_SIDE_INDEXES = ((0, 0, 0, 0), (0, 1, 0, 1), (0, 1, 2, 1), (0, 1, 2, 3))
