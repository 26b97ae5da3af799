"""Turn a face's size into how many of it each paper holds, and which way of laying it is best."""

from printgen.press.grid import make_grid
from printgen.press.imposition import Imposition
from printgen.press.paper import LANDSCAPE, PAPERS, Paper
from printgen.problems import Failure


def advise(
    asked: Imposition, size: tuple[float, float], gutter: float, bleed: float, *, marked: bool
) -> str:
    """How many faces of that size lie on the paper asked for, on A4 and on Letter, either way.

    What is best holds the most; of equals it is what was asked for.
    """
    own = asked.paper
    upright = Paper(own.id, own.height, own.width) if own.id.endswith(LANDSCAPE) else own
    upright = Paper(own.id.removesuffix(LANDSCAPE), upright.width, upright.height)
    ways = [own]
    for paper in (upright, *PAPERS[:2]):
        ways += [way for way in (paper, paper.turned()) if way.id not in [one.id for one in ways]]
    held = {way.id.replace(LANDSCAPE, " --landscape"): 0 for way in ways}
    for name, way in zip(held, ways, strict=True):
        try:
            held[name] = make_grid(way, *size, gutter, bleed, marked=marked).places
        except Failure:
            continue  # it holds none
    best = max(held, key=lambda name: held[name])
    told = ", ".join(f"{name} {count}" for name, count in held.items())
    advice = "as it is" if best == next(iter(held)) else f"--paper {best}"
    return f"faces a page: {told}; fewest pages: {advice}"
