"""Find the smallest usual size of card at which all rows of a standalone table fit."""

from collections import deque
from contextlib import suppress

from printgen.job.plan import Request, plan_jobs
from printgen.job.source import Source
from printgen.layout.shrink_to_fit import DOES_NOT_FIT
from printgen.pipeline.print_job import compose_print_backs, compose_print_faces, make_composer
from printgen.problems import Failure, select_errors
from printgen.rules.sizes import SIZES, Size
from printgen.system import limits
from printgen.table_deck.deck import TableDeck

_LARGEST = Size("105x148", 105.0, 148.0)
"""A6 (ISO 216), tried after the usual sizes."""


def find_fitting_size(source: Source, request: Request, failure: Failure) -> str:
    """Return the name of the size; "" if no size helps, or if the failure has another cause."""
    problems = select_errors(failure.problems)
    if not isinstance(source, TableDeck) or any(each.kind != DOES_NOT_FIT for each in problems):
        return ""
    game = source.load()
    size = next(job.size for job in plan_jobs(request, game) if job.size)
    sizes = sorted((*SIZES.values(), _LARGEST), key=lambda other: other.width * other.height)
    for other in sizes:
        is_larger = other.width >= size.width and other.height >= size.height
        if not is_larger or other == size or other.round:
            continue
        with suppress(Failure):
            limits.set_limits(2 * len(game.table("cards").rows))
            composer = make_composer(source, icons=request.icons)
            for job in plan_jobs(request._replace(sizes=(other.name,)), game):
                deque(compose_print_faces(game, job, composer), 0)
                deque(compose_print_backs(game, job, composer), 0)
            return other.name
    return ""
