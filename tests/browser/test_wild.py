"""Pages that nobody wrote: a browser lays them out as printgen does."""

from collections.abc import Callable
from pathlib import Path

import pytest
from chromium import Chromium
from letters import distance, letters_of, letters_seen
from samples import Sample
from wild import wild_html, wild_svg

from printgen.problems import Failure, Problem

pytestmark = pytest.mark.browser

PAGES = 24


@pytest.mark.parametrize(
    ("suffix", "make"), [("html", wild_html), ("svg", wild_svg)], ids=["html", "svg"]
)
def test_wild_pages_are_laid_out_alike(
    suffix: str, make: Callable[[int], str], chromium: Chromium, tmp_path: Path
) -> None:
    """Each letter of each page lies within 0.2 mm; a page that cannot fit is another's turn."""
    seed = laid = 0
    while laid < PAGES:
        sample = Sample(f"wild-{seed}", f"wild.{suffix}", {}, make(seed))
        seed += 1
        problems: tuple[Problem, ...] = ()
        try:
            face, page = sample.page(tmp_path)
        except Failure as failure:
            problems = failure.problems
        # Words or columns too wide for where chance put them, and nothing else.
        assert all(" mm" in problem.message for problem in problems), sample.name
        if problems:
            continue
        laid += 1
        chromium.open(page)
        ours, theirs = letters_of(face), letters_seen(chromium)
        assert [one.letter for one in ours] == [one.letter for one in theirs], sample.name
        pairs = zip(ours, theirs, strict=True)
        worst = max((distance(one, other) for one, other in pairs), default=0.0)
        assert worst <= 0.2, f"{sample.name}: {worst:.2f} mm"
    assert seed < 3 * PAGES
