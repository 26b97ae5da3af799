"""Turn the name of a paper into its size, in mm."""

from dataclasses import dataclass

from printgen.problems import ExitCode, Failure, Problem, Where

KEEP_OUT = 5.0
"""Nothing is printed nearer than this to the page's edge, in mm: common printers cannot."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper, upright, in mm."""

    id: str
    width: float
    height: float


PAPERS = (Paper("a4", 210.0, 297.0), Paper("letter", 215.9, 279.4))


def find_paper(name: str) -> Paper:
    """The paper of that name; raises `Failure` (usage) naming the known ones."""
    for paper in PAPERS:
        if paper.id == name:
            return paper
    known = " or ".join(paper.id for paper in PAPERS)
    problem = Problem(Where(subject=f"paper {name!r}"), "there is no such paper", f"write {known}")
    raise Failure(ExitCode.USAGE, (problem,))
