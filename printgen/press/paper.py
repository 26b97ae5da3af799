"""Paper sizes and custom sheets, in mm."""

import re
from dataclasses import dataclass
from fractions import Fraction

from printgen.problems import ExitCode, Failure, Place, Problem, did_you_mean_mm, suggest

KEEP_OUT = 5.0
"""Width of the edge of the page, in mm, in which common printers cannot print."""

LANDSCAPE = "-landscape"
"""Suffix in the name of a paper that is used landscape."""

_MIN_SIDE, _MAX_SIDE = 50.0, 1_200.0
_MM_PER_INCH = 25.4
_SIDE = r"(\d{1,4}(?:\.\d{1,3}|/[1-9]\d{0,2})?)"
_DIMENSIONS = re.compile(rf"{_SIDE} ?[x×] ?{_SIDE} ?(mm|in)?", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper as it is printed, portrait or landscape, in mm."""

    id: str
    width: float
    height: float

    def to_landscape(self) -> "Paper":
        """Return the paper in landscape; unchanged if it is not higher than wide."""
        if self.width >= self.height:
            return self
        return Paper(self.id + LANDSCAPE, self.height, self.width)


@dataclass(frozen=True, slots=True)
class StockSheet:
    """A custom sheet, such as labels: a grid of places of one size, in mm.

    `x`, `y` is the corner of the first place; `across` and `down` are the gaps between places. If
    `punched`, the sheet is already cut: it gets no marks and no margin text.
    """

    name: str
    page: Paper
    width: float
    height: float
    columns: int
    rows: int
    x: float
    y: float
    across: float
    down: float
    punched: bool = False

    def list_dimensions(self) -> tuple[float, ...]:
        """Return all sizes in the order of docs/labels.md.

        Page width and height, place width and height, columns, rows, x, y and the two gaps.
        """
        page, corner, gaps = self.page, (self.x, self.y), (self.across, self.down)
        size = self.width, self.height
        return (page.width, page.height, *size, self.columns, self.rows, *corner, *gaps)

    @property
    def block(self) -> tuple[float, float, float, float]:
        """The left, top, right and bottom edge of all places together."""
        right = self.x + self.columns * (self.width + self.across) - self.across
        return self.x, self.y, right, self.y + self.rows * (self.height + self.down) - self.down

    @property
    def max_bleed(self) -> float:
        """The largest bleed in mm: half of the narrower gap, and not beyond the page."""
        left, top, right, bottom = self.block
        edge = min(left, top, self.page.width - right, self.page.height - bottom)
        gaps = [self.across] * (self.columns > 1) + [self.down] * (self.rows > 1)
        return max(0.0, min([edge, *(gap / 2 for gap in gaps)]))


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
    for paper in PAPERS:
        if written in (paper.id, paper.id + LANDSCAPE):
            return paper if written == paper.id else paper.to_landscape()
    message = "there is no such paper"
    if (match := _DIMENSIONS.fullmatch(written)) and "/" in written and not match[3]:
        message = "a fraction needs its unit, such as 17/2 x 11 in"
    elif match:
        unit = _MM_PER_INCH if match[3] == "in" else 1.0
        width, height = (round(float(Fraction(side)) * unit, 3) for side in match.groups()[:2])
        if min(width, height) >= _MIN_SIDE and max(width, height) <= _MAX_SIDE:
            return Paper(f"{width:g}x{height:g}", width, height)
    dimensions = "write its width x height in mm, such as 210 x 330, from 50 to 1,200"
    hint = did_you_mean_mm(written) + suggest(written, [paper.id for paper in PAPERS], dimensions)
    problem = Problem(Place(subject=f"--paper {name}"), message, hint)
    raise Failure(ExitCode.USAGE, (problem,))
