"""Turn a Game into findings: where it is not what its own data declares of it.

It guarantees exact counts and fractions, in one pass a claim over the cards, and yields findings
as they are found, in the order declared. It never asks the law that deals the cards.
"""

from collections.abc import Iterator

from printgen.problems import Problem
from printgen.rules.check_bands import check_partition, check_result_counts, check_shift
from printgen.rules.check_cards import (
    check_kind_counts,
    check_order,
    check_outcomes,
    check_suits_by_ranks,
    check_transcribed,
)
from printgen.rules.check_statuses import check_statuses
from printgen.rules.check_strip import check_same_card, check_strip_counts, check_succession
from printgen.rules.claims import (
    Claim,
    KindCounts,
    Order,
    Outcomes,
    Partition,
    ResultCounts,
    SameCard,
    Shift,
    StripCounts,
    Succession,
    SuitsByRanks,
    Transcribed,
)
from printgen.rules.model import Deck, Game


def findings(game: Game) -> Iterator[Problem]:
    """Each claim of `game` that does not hold, then each status that is not where it belongs."""
    if game.deck is not None:
        for claim in game.checks:
            yield from _check(claim, game.deck)
    yield from check_statuses(game)


def _check(claim: Claim, deck: Deck) -> Iterator[Problem]:  # noqa: C901 - one line a claim
    match claim:
        case KindCounts():
            return check_kind_counts(claim, deck)
        case Order():
            return check_order(claim, deck)
        case SuitsByRanks():
            return check_suits_by_ranks(claim, deck)
        case Partition():
            return check_partition(claim, deck)
        case Shift():
            return check_shift(claim, deck)
        case ResultCounts():
            return check_result_counts(claim, deck)
        case Outcomes():
            return check_outcomes(claim, deck)
        case StripCounts():
            return check_strip_counts(claim, deck)
        case Succession():
            return check_succession(claim, deck)
        case Transcribed():
            return check_transcribed(claim, deck)
        case SameCard():
            return check_same_card(claim, deck)
