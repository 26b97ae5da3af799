"""Turn a Game's statuses and numbers into jobs, one for every marker."""

from collections.abc import Iterator

from printgen.content.markers import marker_contents
from printgen.products.job import Job
from printgen.rules.model import Game

TEMPLATE = "marker.svg"


def marker_jobs(game: Game) -> Iterator[Job]:
    """Every marker, the statuses first, then the numbers of each side."""
    for of, content in marker_contents(game):
        yield Job(content, TEMPLATE, {"game": game, "markers": game.markers, "of": of})
