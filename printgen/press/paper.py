"""Turn the name or the measures of a paper into its size, in mm."""

import re
from dataclasses import dataclass

from printgen.problems import ExitCode, Failure, Problem, Spot, did_you_mean_mm, suggest

KEEP_OUT = 5.0
"""Nothing is printed nearer than this to the page's edge, in mm: common printers cannot."""

LANDSCAPE = "-landscape"
"""What the name of a paper ends in that lies on its long side."""

_MIN_SIDE, _MAX_SIDE = 50.0, 1_200.0
_MM_PER_INCH = 25.4
_DIMENSIONS = re.compile(
    r"(\d{1,4}(?:\.\d{1,3})?) ?[x×] ?(\d{1,4}(?:\.\d{1,3})?) ?(mm|in)?", re.ASCII | re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper as it is printed, upright or not, in mm."""

    id: str
    width: float
    height: float

    def to_landscape(self) -> "Paper":
        """The same paper on its long side; one that lies so already is as it was."""
        if self.width >= self.height:
            return self
        return Paper(self.id + LANDSCAPE, self.height, self.width)


@dataclass(frozen=True, slots=True)
class StockSheet:
    """A sheet that somebody bought or made: places of one size, from `x`, `y` on, in mm.

    One that is `punched` is cut already: it gets no marks, and no words in its margin.
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
        """Its page's width and height, then those of a place, columns, rows, corner and gaps."""
        page, corner, gaps = self.page, (self.x, self.y), (self.across, self.down)
        size = self.width, self.height
        return (page.width, page.height, *size, self.columns, self.rows, *corner, *gaps)

    @property
    def block(self) -> tuple[float, float, float, float]:
        """The edges of all places together: left, top, right, bottom."""
        right = self.x + self.columns * (self.width + self.across) - self.across
        return self.x, self.y, right, self.y + self.rows * (self.height + self.down) - self.down

    @property
    def max_bleed(self) -> float:
        """How far a piece may bleed: to the middle of the narrower gap, and not off the page."""
        left, top, right, bottom = self.block
        rim = min(left, top, self.page.width - right, self.page.height - bottom)
        gaps = [self.across] * (self.columns > 1) + [self.down] * (self.rows > 1)
        return max(0.0, min([rim, *(gap / 2 for gap in gaps)]))


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
    """The paper of that name or of two measures, upright as they are written.

    Raises `Failure` (usage) naming the known ones.
    """
    written = name.strip().lower()
    for paper in PAPERS:
        if written in (paper.id, paper.id + LANDSCAPE):
            return paper if written == paper.id else paper.to_landscape()
    if match := _DIMENSIONS.fullmatch(written):
        unit = _MM_PER_INCH if match[3] == "in" else 1.0
        width, height = (round(float(side) * unit, 3) for side in match.groups()[:2])
        if min(width, height) >= _MIN_SIDE and max(width, height) <= _MAX_SIDE:
            return Paper(f"{width:g}x{height:g}", width, height)
    measures = "write its width x height in mm, such as 210 x 330, from 50 to 1,200"
    hint = did_you_mean_mm(written) + suggest(written, [paper.id for paper in PAPERS], measures)
    problem = Problem(Spot(subject=f"--paper {name}"), "there is no such paper", hint)
    raise Failure(ExitCode.USAGE, (problem,))
