"""Turn a Game's roster into jobs: the team cards of one sheet."""

from collections.abc import Iterator

from printgen.content.roster import roster_contents
from printgen.products.job import Job
from printgen.rules.model import Game, Roster

TEMPLATE = "roster.svg"


def roster_jobs(game: Game, roster: Roster) -> Iterator[Job]:
    """The team cards of one sheet."""
    for content in roster_contents(game, roster):
        yield Job(content, TEMPLATE, {"game": game, "roster": roster})
