"""Paper sizes, in mm."""

import re
from fractions import Fraction

import msgspec

from printgen.problems import ExitCode, create_failure, suggest_known_words, suggest_size_in_mm

KEEP_OUT = 5.0
"""Width of the edge of the page, in mm, in which common printers cannot print."""

LANDSCAPE = "-landscape"
"""Suffix in the name of a paper that is used landscape."""

MIN_SIDE, _MAX_SIDE = 50.0, 1_200.0
"""The limits of a side of a paper, in mm."""

_MM_PER_INCH = 25.4
_TOLERANCE = 1e-6  # mm, for rounding errors of sizes in inches
_SIDE_PATTERN = r"(\d{1,4}(?:\.\d{1,3}|/[1-9]\d{0,2})?)"
_DIMENSIONS = rf"(?ai){_SIDE_PATTERN} ?[x×] ?{_SIDE_PATTERN} ?(mm|in)?"


class Paper(msgspec.Struct, frozen=True):
    """A sheet of paper as it is printed, portrait or landscape, in mm."""

    id: str
    width: float
    height: float

    @property
    def label(self) -> str:
        """The name as it is usually written: A4 in capitals, but Letter."""
        return self.id.upper() if self.id[1:].isdigit() else self.id.capitalize()

    def has_room(self, width: float, height: float) -> bool:
        """Return whether a face of this size in mm fits into the printable area."""
        lost = 2 * KEEP_OUT - _TOLERANCE
        return width <= self.width - lost and height <= self.height - lost

    def to_landscape(self) -> "Paper":
        """Return the paper in landscape; unchanged if it is not higher than wide."""
        if self.width >= self.height:
            return self
        return Paper(self.id + LANDSCAPE, self.height, self.width)


# ISO 216 for the A sizes; letter, legal and tabloid are 8.5 × 11, 8.5 × 14 and 11 × 17 in.
PAPERS = (
    Paper("a4", 210.0, 297.0),
    Paper("letter", 215.9, 279.4),
    Paper("a3", 297.0, 420.0),
    Paper("a5", 148.0, 210.0),
    Paper("legal", 215.9, 355.6),
    Paper("tabloid", 279.4, 431.8),
    Paper("4x6in", 101.6, 152.4),
)


def find_paper(name: str) -> Paper:
    """Return the paper with that name, or with a width and height such as "210 x 330".

    Raises `Failure` (exit code USAGE) if there is none.
    """
    written = name.strip().lower()
    upright = written.removesuffix(LANDSCAPE)
    found = next((paper for paper in PAPERS if paper.id == upright), None)
    message = "there is no such paper"
    match = None if found else re.fullmatch(_DIMENSIONS, upright)
    if match and "/" in written and not match[3]:
        message = "a fraction needs its unit, such as 17/2 x 11 in"
    elif match:
        unit = _MM_PER_INCH if match[3] == "in" else 1.0
        width, height = (round(float(Fraction(side)) * unit, 3) for side in match.groups()[:2])
        if min(width, height) >= MIN_SIDE and max(width, height) <= _MAX_SIDE:
            found = Paper(f"{width:g}x{height:g}", width, height)
    if found:
        return found if written == upright else found.to_landscape()
    dimensions = "write its width x height in mm, such as 210 x 330, from 50 to 1,200"
    hint = suggest_size_in_mm(written) + suggest_known_words(
        written, [paper.id for paper in PAPERS], dimensions
    )
    raise create_failure(ExitCode.USAGE, f"--paper {name}", message, hint)
