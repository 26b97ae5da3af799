"""Turn lists of ranks and kinds under each outcome into the outcome of each rank and kind.

It guarantees that each has exactly one. The law of a deck and the claim about it are both written
so, and each is read for itself.
"""

from collections.abc import Mapping

from printgen.rules.model import Deck
from printgen.rules.scope import Scope
from printgen.rules.tree import Path

NO_OUTCOME = "none"
"""The word for the ranks and kinds that carry no outcome of a lookup."""


def resolve_outcomes(
    given: Mapping[str, tuple[str, ...]], deck: Deck, place: int, scope: Scope, path: Path
) -> dict[str, str | None]:
    """From each rank and kind to its outcome of the lookup at `place`; `given` stands at `path`."""
    ids = [outcome.id for outcome in deck.lookups[place].outcomes]
    holders = [*deck.ranks, *(kind.id for kind in deck.kinds)]
    found: dict[str, str | None] = {}
    for outcome, names in given.items():
        scope.known((*path, outcome), outcome, [*ids, NO_OUTCOME], "outcome", key=True)
        for index, name in enumerate(names):
            if not scope.known((*path, outcome, index), name, holders, "rank or kind"):
                continue
            if name in found:
                scope.report(
                    (*path, outcome, index),
                    f"{name} has an outcome already",
                    "name each rank and kind once",
                )
            found[name] = None if outcome == NO_OUTCOME else outcome
    for name in holders:
        if name not in found:
            scope.report(
                path,
                f"no outcome for {name}",
                f"name it under an outcome, or under {NO_OUTCOME}",
                key=True,
            )
    return {name: found.get(name) for name in holders}
