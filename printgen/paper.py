"""Paper sizes, in mm."""

import msgspec

from printgen.lengths import parse_dimensions
from printgen.problems import InputError, suggest_known_words, suggest_size_in_mm

KEEP_OUT = 5.0
"""Width of the edge of the page, in mm, in which common printers cannot print."""

LANDSCAPE = "-landscape"
"""Suffix in the name of a paper that is used landscape."""

MIN_SIDE, _MAX_SIDE = 50.0, 1_200.0
"""The limits of a side of a paper, in mm."""

_TOLERANCE = 1e-6  # mm, for rounding errors of sizes in inches


class Paper(msgspec.Struct, frozen=True):
    """A sheet of paper as it is printed, portrait or landscape, in mm."""

    id: str
    width: float
    height: float

    @property
    def label(self) -> str:
        """The name as it is usually written: A4 in capitals, but Letter."""
        return self.id.upper() if self.id[1:].isdigit() else self.id.capitalize()

    @property
    def option_text(self) -> str:
        """The value of `--paper`, and the option for landscape if it is needed."""
        return self.id.replace(LANDSCAPE, " --landscape")

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

    Raises `InputError` if there is none.
    """
    written = name.strip().lower()
    upright = written.removesuffix(LANDSCAPE)
    found = next((paper for paper in PAPERS if paper.id == upright), None)
    sides = None if found else parse_dimensions(upright)
    if sides and min(sides) >= MIN_SIDE and max(sides) <= _MAX_SIDE:
        found = Paper("{:g}x{:g}".format(*sides), *sides)
    if found:
        return found if written == upright else found.to_landscape()
    dimensions = "write its width x height in mm, such as 210 x 330, from 50 to 1,200"
    hint = suggest_size_in_mm(written) + suggest_known_words(
        written, [paper.id for paper in PAPERS], dimensions
    )
    raise InputError("there is no such paper", hint)
