"""Advice on paper: how many faces fit on each paper, and which choice needs the fewest pages."""

from printgen.press.grid import make_grid
from printgen.press.imposition import Imposition
from printgen.press.paper import LANDSCAPE, PAPERS, Paper
from printgen.problems import Failure


def advise_paper(
    imposition: Imposition, size: tuple[float, float], gutter: float, bleed: float, *, marks: bool
) -> str:
    """Return a line with the number of faces per page for several papers, and the best choice.

    The papers are the one in `imposition`, A4 and Letter, each portrait and landscape. If the best
    papers have room for the same number of faces, the first of them is advised. `size` is the
    face's width and height.
    """
    chosen = imposition.paper
    sides = (chosen.width, chosen.height)
    sides = (chosen.height, chosen.width) if chosen.id.endswith(LANDSCAPE) else sides
    candidates = [chosen]
    for paper in (Paper(chosen.id.removesuffix(LANDSCAPE), *sides), *PAPERS[:2]):
        candidates += [
            candidate
            for candidate in (paper, paper.to_landscape())
            if candidate.id not in [other.id for other in candidates]
        ]
    counts = {candidate.id.replace(LANDSCAPE, " --landscape"): 0 for candidate in candidates}
    for name, candidate in zip(counts, candidates, strict=True):
        try:
            counts[name] = make_grid(candidate, *size, gutter, bleed, has_marks=marks).place_count
        except Failure:
            continue  # no face fits, so the count stays 0
    best = max(counts, key=lambda name: counts[name])
    summary = ", ".join(f"{name} {count}" for name, count in counts.items())
    advice = "as it is" if best == next(iter(counts)) else f"--paper {best}"
    return f"faces a page: {summary}; fewest pages: {advice}"
