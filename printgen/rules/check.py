"""Turn a Game into findings: where it is not what its own data declares, or what its types demand.

It guarantees exact counts and fractions, and yields findings as they are found: first what is wrong
unasked, then each check in the order declared. It never asks the laws that deal.
"""

from collections.abc import Iterator

from printgen.problems import Problem
from printgen.rules.check_unasked import check_unasked
from printgen.rules.finding import finding
from printgen.rules.model import Game
from printgen.rules.scalars import Fault


def findings(game: Game) -> Iterator[Problem]:
    """Each flaw that nobody need ask for, then each check of `game` that does not hold."""
    yield from check_unasked(game)
    for check in game.checks:
        try:
            yield from check.findings(game)
        except Fault as fault:
            yield finding(check, "", fault.found, fault.hint)
