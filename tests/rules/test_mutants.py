"""No single slip in the deck gets past the checks: every one of these mutants is caught.

A mutant is the bundled game with one cell changed to another legal value of its type, or two cells
or tables exchanged. The checks stop at the first finding, as they are lazy.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, islice

import pytest

from printgen.problems import Severity
from printgen.rules.bands import Band
from printgen.rules.check import findings
from printgen.rules.claims import Order, Succession, Transcribed
from printgen.rules.model import Card, Deck, Game

Cards = tuple[Card, ...]
Mutant = tuple[str, Cards]

LOW, HIGH = -7, 11
"""The least and greatest end of any band."""


def is_caught(game: Game, deck: Deck, cards: Cards) -> bool:
    """Whether the checks find an error in `game` with `cards` for its deck's."""
    mutant = replace(game, deck=replace(deck, cards=cards))
    return any(problem.severity is Severity.ERROR for problem in findings(mutant))


def with_card(deck: Deck, card: Card, **change: object) -> Cards:
    """The deck's cards with one of them changed."""
    at = deck.cards.index(card)
    changed = replace(card, **change)  # type: ignore[arg-type]
    return (*deck.cards[:at], changed, *deck.cards[at + 1 :])


def put(row: tuple[object, ...], place: int, cell: object) -> tuple[object, ...]:
    """A row with one cell changed."""
    return (*row[:place], cell, *row[place + 1 :])


def numbers_kinds_ranks_suits(deck: Deck) -> Iterator[Mutant]:
    """Every card's number, kind, rank and suit, to each other there is."""
    suits = [None, *(suit.id for suit in deck.suits)]
    legal: dict[str, list[object]] = {
        "number": list(range(1, 61)),
        "kind": ["value", *(kind.id for kind in deck.kinds)],
        "rank": [None, *deck.ranks],
        "suit": list(suits),
    }
    for card in deck.cards:
        for name, values in legal.items():
            for value in values:
                if value != getattr(card, name):
                    yield (
                        f"card {card.number} {name} {value}",
                        with_card(deck, card, **{name: value}),
                    )


def outcomes(deck: Deck) -> Iterator[Mutant]:
    """Every repair check, to each other outcome and to none."""
    for card in deck.cards:
        for outcome in (None, *(outcome.id for outcome in deck.lookups[0].outcomes)):
            if (outcome,) != card.outcomes:
                yield f"card {card.number} {outcome}", with_card(deck, card, outcomes=(outcome,))


def band_ends(deck: Deck) -> Iterator[Mutant]:
    """Every end of every band, to each other value that any band ends at, and opened or closed."""
    for card in deck.cards:
        for place, band in enumerate(card.bands):
            for end in (None, *range(LOW, HIGH + 1)):
                for changed in (Band(end, band.high), Band(band.low, end)):
                    if changed != band:
                        bands = put(card.bands, place, changed)
                        name = f"card {card.number} band {place} {changed}"
                        yield name, with_card(deck, card, bands=bands)


def strip_cells(deck: Deck) -> Iterator[Mutant]:
    """Every cell of every strip, to each other soldier of its row and to R."""
    assert deck.strip is not None
    for card in deck.cards:
        for place, row in enumerate(deck.strip.rows):
            for cell in (None, *range(1, row.size + 1)):
                if cell != card.strip[place]:
                    strip = put(card.strip, place, cell)
                    yield f"card {card.number} row {row.size}", with_card(deck, card, strip=strip)


def swaps_in_a_row(deck: Deck) -> Iterator[Mutant]:
    """Every two different cells of one row of the strip, exchanged between their cards."""
    assert deck.strip is not None
    for place, row in enumerate(deck.strip.rows):
        for one, other in combinations(range(60), 2):
            a, b = deck.cards[one], deck.cards[other]
            if a.strip[place] != b.strip[place]:
                cards = list(deck.cards)
                cards[one] = replace(a, strip=put(a.strip, place, b.strip[place]))  # type: ignore[arg-type]
                cards[other] = replace(b, strip=put(b.strip, place, a.strip[place]))  # type: ignore[arg-type]
                yield f"row {row.size}, cards {one + 1} and {other + 1}", tuple(cards)


def swaps_on_a_card(deck: Deck) -> Iterator[Mutant]:
    """Every two different cells of one card's strip, exchanged."""
    for card in deck.cards:
        for one, other in combinations(range(len(card.strip)), 2):
            if card.strip[one] != card.strip[other]:
                strip = put(card.strip, one, card.strip[other])
                strip = put(strip, other, card.strip[one])
                yield f"card {card.number}, rows {one}, {other}", with_card(deck, card, strip=strip)


def swaps_of(deck: Deck, name: str) -> Iterator[Mutant]:
    """Every two cards' different `name`, exchanged."""
    for one, other in combinations(range(60), 2):
        a, b = deck.cards[one], deck.cards[other]
        if getattr(a, name) != getattr(b, name):
            cards = list(deck.cards)
            cards[one] = replace(a, **{name: getattr(b, name)})
            cards[other] = replace(b, **{name: getattr(a, name)})
            yield f"{name} of cards {one + 1} and {other + 1}", tuple(cards)


def k_mod_n(deck: Deck) -> Cards:
    """The deck dealt by "k mod n" in place of "(k − 1) mod n": every count stays what it was."""
    assert deck.strip is not None
    rows = [row.size for row in deck.strip.rows]
    return tuple(
        replace(
            card,
            strip=tuple(
                None if cell is None else card.number % size + 1
                for size, cell in zip(rows, card.strip, strict=True)
            ),
        )
        for card in deck.cards
    )


MUTANTS = {
    "numbers, kinds, ranks, suits": (
        numbers_kinds_ranks_suits,
        60 * 59 + 60 * 2 + 60 * 13 + 60 * 4,
    ),
    "outcomes": (outcomes, 60 * 3),
    "band ends": (band_ends, 52 * 4 * 2 * 19),
    "strip cells": (strip_cells, 60 * 77),
    "swaps in a row": (swaps_in_a_row, 16_094),
    "swaps on a card": (swaps_on_a_card, 2_567),
    "swapped tables": (lambda deck: swaps_of(deck, "bands"), 1_664),
    "swapped outcomes": (lambda deck: swaps_of(deck, "outcomes"), 1_232),
    "swapped ranks": (lambda deck: swaps_of(deck, "rank"), 1_664),
    "swapped suits": (lambda deck: swaps_of(deck, "suit"), 1_430),
    "swapped kinds": (lambda deck: swaps_of(deck, "kind"), 432),
    "swapped strips": (lambda deck: swaps_of(deck, "strip"), 1_770),
}


def test_every_mutant_is_caught(
    combat_leader: Game, deck: Deck, capsys: pytest.CaptureFixture[str]
) -> None:
    """100 % of the mutants of every family are found in error; their number is printed."""
    missed = []
    counts = {}
    for name, (make, _) in MUTANTS.items():
        mutants = list(make(deck))
        counts[name] = len(mutants)
        missed += [
            f"{name}: {what}"
            for what, cards in mutants
            if not is_caught(combat_leader, deck, cards)
        ]
    total = sum(counts.values())
    with capsys.disabled():
        print(f"\n{total - len(missed):,} of {total:,} mutants of the deck caught")
    assert not missed
    assert counts == {name: wanted for name, (_, wanted) in MUTANTS.items()}


def test_k_mod_n_is_caught(combat_leader: Game, deck: Deck) -> None:
    """The slip that keeps every distribution is caught by succession and by the scan's cells."""
    cards = k_mod_n(deck)
    assert is_caught(combat_leader, deck, cards)
    for kind in (Succession, Transcribed):
        claims = tuple(claim for claim in combat_leader.checks if not isinstance(claim, kind))
        assert is_caught(replace(combat_leader, checks=claims), deck, cards)
    blind = tuple(
        claim for claim in combat_leader.checks if not isinstance(claim, Succession | Transcribed)
    )
    assert not is_caught(replace(combat_leader, checks=blind), deck, cards)


def test_every_claim_is_needed(combat_leader: Game, deck: Deck) -> None:
    """Without succession some swaps pass; without the order some suits do: neither is idle."""
    for kind, family in (
        (Succession, swaps_in_a_row),
        (Order, lambda deck: swaps_of(deck, "suit")),
    ):
        claims = tuple(claim for claim in combat_leader.checks if not isinstance(claim, kind))
        blind = replace(combat_leader, checks=claims)
        assert not all(is_caught(blind, deck, cards) for _, cards in family(deck))


def test_the_deck_itself_is_not_caught(combat_leader: Game, deck: Deck) -> None:
    """The checks find nothing in the deck as it is: a check that always fails catches nothing."""
    assert not is_caught(combat_leader, deck, deck.cards)


def test_no_mutant_breaks_the_checks(combat_leader: Game, deck: Deck) -> None:
    """Cards that no loader would give, such as one without a rank, are findings, not crashes."""
    for _, cards in islice(numbers_kinds_ranks_suits(deck), 0, None, 7):
        assert list(findings(replace(combat_leader, deck=replace(deck, cards=cards))))
