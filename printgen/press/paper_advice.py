"""Advice on paper: how many faces fit on each paper, and which choice needs the fewest pages."""

from contextlib import suppress

from printgen.geometry import Spacing
from printgen.paper import LANDSCAPE, PAPERS, find_paper
from printgen.press.grid import make_grid
from printgen.problems import Failure
from printgen.sheet_layout import SheetLayout


def advise_paper(
    layout: SheetLayout, size: tuple[float, float], gaps: Spacing, bleed: float, *, has_marks: bool
) -> str:
    """Return a line with the number of faces per page for several papers, and the best choice.

    The papers are the chosen one, A4 and Letter, each portrait and landscape. If the best papers
    have room for the same number of faces, the first of them is advised. `size` is the face's width
    and height.
    """
    chosen, zone = layout.page, layout.quiet_zone
    counts = {chosen: 0}
    for paper in (find_paper(chosen.id.removesuffix(LANDSCAPE)), *PAPERS[:2]):
        counts |= dict.fromkeys((paper, paper.to_landscape()), 0)
    for paper in counts:
        with suppress(Failure):  # no face fits, so the count stays 0
            grid = make_grid(paper, *size, gaps, bleed, has_marks=has_marks, quiet_zone=zone)
            counts[paper] = grid.place_count
    names = {paper: paper.id.replace(LANDSCAPE, " --landscape") for paper in counts}
    best = max(counts, key=lambda paper: counts[paper])
    summary = ", ".join(f"{names[paper]} {count}" for paper, count in counts.items())
    advice = "as it is" if best == chosen else f"--paper {names[best]}"
    return f"faces a page: {summary}; fewest pages: {advice}"
