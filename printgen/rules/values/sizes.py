"""Sizes of cards and counters by name. Makers use names differently, so messages also give mm."""

import re
from collections.abc import Iterable

import msgspec

from printgen.geometry import SIDES_TO_CORNERS, Outline
from printgen.lengths import parse_dimensions
from printgen.problems import InputError, suggest_known_words, suggest_size_in_mm
from printgen.rules.files.scalars import parse_scalar, quote

CARD_RADIUS = 3.0
"""The radius of the corners of most cards, in mm; card makers use 2.5 to 3.5."""


class Size(msgspec.Struct, frozen=True):
    """The size of a piece in mm. If it is `round`, it is punched out, not cut."""

    name: str
    width: float
    height: float
    round: bool = False

    @property
    def gutter(self) -> float:
        """The usual space between two pieces on a sheet, in mm: a punch needs room to grip."""
        # A knife can cut two pieces apart in one cut; a punch needs paper around each piece.
        return 4.0 if self.round else 0.0

    @property
    def outline(self) -> Outline:
        """The shape of a piece of this size: a box, a circle or a hexagon."""
        # A field for hexagons would change the digests of all games that have sizes.
        if isinstance(self, Hexagon):
            return "hexagon"
        return "circle" if self.round else "box"

    def __str__(self) -> str:
        return f"{self.name} ({self.width:g} × {self.height:g} mm)"


class Hexagon(Size, frozen=True):
    """The size of a regular hexagon: that of the smallest box around it."""


SIZES = {
    size.name: size
    for size in (
        Size("poker", 63.5, 88.9),
        Size("tcg", 63.0, 88.0),
        Size("bridge", 57.15, 88.9),
        Size("tarot", 70.0, 120.0),
        Size("mini-american", 41.0, 63.0),
        Size("mini-european", 44.0, 68.0),
        Size("mini-us", 44.45, 63.5),
        Size("square", 70.0, 70.0),
        Size("business", 50.8, 88.9),
        Size("punch-25", 25.4, 25.4, round=True),
        Size("square-19", 19.0, 19.0),
    )
}
"""The usual sizes by their names."""


def allows_every_size(sizes: Iterable[Size]) -> bool:
    """Return whether a print with these sizes may have any size.

    It may if `sizes` has all named sizes: then its template fits every size.
    """
    return {*SIZES.values()} <= {*sizes}


_MIN_SIDE, _MAX_SIDE = 5, 1_000
"""The limits of a side in mm: from a small counter to a large board."""
SIDE_LIMITS = f"from {_MIN_SIDE} to {_MAX_SIDE:,}"
"""The same, for messages."""

_HEXAGON_PATTERN = r"(?a)hex-([1-9]\d{0,2}(?:\.\d{1,3})?)(-pointy|-flat)?"


def find_size(value: object) -> Size:
    """Return the size that a text names or describes, such as poker, 70 x 120 or hex-30.

    Raises `InputError` if it describes none.
    """
    name = parse_scalar(value)
    named_size = SIZES.get(name)
    if named_size is not None:
        return named_size
    sides, hexagon = parse_dimensions(name), re.fullmatch(_HEXAGON_PATTERN, name)
    if hexagon:
        narrow = float(hexagon[1])
        wide = round(narrow * SIDES_TO_CORNERS, 3)
        sides = (narrow, wide) if hexagon[2] == "-pointy" else (wide, narrow)
    if not sides or not all(_MIN_SIDE <= side <= _MAX_SIDE for side in sides):
        measures = f"write width x height in mm, such as 70 x 120, {SIDE_LIMITS}"
        hint = suggest_size_in_mm(name) + suggest_known_words(name, SIZES, measures)
        hint = f"write sides {SIDE_LIMITS} mm" if sides else hint
        raise InputError(f"no size is called {quote(name)}", hint)
    width, height = sides
    if hexagon:
        return Hexagon(name.removesuffix("-flat"), width, height)
    return Size(f"{width:g}x{height:g}", width, height)
