"""Turn a face's size into how many of it each paper holds, and which way of laying it is best."""

from printgen.press.grid import make_grid
from printgen.press.imposition import Imposition
from printgen.press.paper import LANDSCAPE, PAPERS, Paper
from printgen.problems import Failure


def advise_paper(
    imposition: Imposition, size: tuple[float, float], gutter: float, bleed: float, *, marks: bool
) -> str:
    """How many faces of that size lie on the paper asked for, on A4 and on Letter, either way.

    What is best holds the most; of equals it is what was asked for.
    """
    typed = imposition.paper
    upright = Paper(typed.id, typed.height, typed.width) if typed.id.endswith(LANDSCAPE) else typed
    upright = Paper(typed.id.removesuffix(LANDSCAPE), upright.width, upright.height)
    candidates = [typed]
    for paper in (upright, *PAPERS[:2]):
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
            continue  # it holds none
    best = max(counts, key=lambda name: counts[name])
    summary = ", ".join(f"{name} {count}" for name, count in counts.items())
    advice = "as it is" if best == next(iter(counts)) else f"--paper {best}"
    return f"faces a page: {summary}; fewest pages: {advice}"
