"""Turn what the cards are into findings: kinds, numbers, suits, outcomes, transcribed cells."""

from collections import Counter
from collections.abc import Iterator

from printgen.problems import Problem
from printgen.rules.claims import KindCounts, Order, Outcomes, SuitsByRanks, Transcribed
from printgen.rules.columns import columns
from printgen.rules.finding import finding, on_card
from printgen.rules.model import Deck


def check_kind_counts(claim: KindCounts, deck: Deck) -> Iterator[Problem]:
    """Kinds with more or fewer cards than declared."""
    found = Counter(card.kind for card in deck.cards)
    declared = dict(claim.counts)
    for kind in sorted(declared.keys() | found.keys()):
        if found[kind] != declared.get(kind, 0):
            yield finding(
                claim.where,
                f"kind {kind}",
                f"{found[kind]} cards; the data declares {declared.get(kind, 0)}",
                "mend the deck, or the count declared here",
            )


def check_order(claim: Order, deck: Deck) -> Iterator[Problem]:
    """Cards that are not where their suit, rank and kind put them."""
    suits: dict[str | None, int] = {suit.id: place for place, suit in enumerate(deck.suits)}
    ranks: dict[str | None, int] = {rank: place for place, rank in enumerate(deck.ranks)}
    kinds = {kind.id: place for place, kind in enumerate(deck.kinds)}
    last: tuple[int, int, int] = (-1, 0, 0)
    for number, card in enumerate(deck.cards, 1):
        if card.number != number:
            yield finding(
                claim.where,
                on_card(card),
                f"stands in place {number} of the deck",
                "number the cards from 1, each once",
            )
        place = (
            kinds.get(card.kind, -1) + 1,
            suits.get(card.suit, -1) + 1,
            ranks.get(card.rank, -1) + 1,
        )
        if place < last:
            yield finding(
                claim.where,
                on_card(card),
                "comes after a card that it should precede",
                "order the cards by suit, then by rank, the other kinds last",
            )
        last = place


def check_suits_by_ranks(claim: SuitsByRanks, deck: Deck) -> Iterator[Problem]:
    """Suits and ranks that stand on more or fewer cards than declared."""
    found = Counter((card.suit, card.rank) for card in deck.cards)
    for suit in deck.suits:
        for rank in deck.ranks:
            count = found.pop((suit.id, rank), 0)
            if count != claim.copies:
                yield finding(
                    claim.where,
                    f"{rank} of {suit.label}",
                    f"stands on {count} cards; the data declares {claim.copies}",
                    "give each suit and rank as many cards as declared",
                )
    found.pop((None, None), None)
    for (suit_id, rank_), count in found.items():
        yield finding(
            claim.where,
            f"{rank_ or 'no rank'} of {suit_id or 'no suit'}",
            f"stands on {count} cards",
            "give each such card a suit and a rank of the deck, or neither",
        )


def check_outcomes(claim: Outcomes, deck: Deck) -> Iterator[Problem]:
    """Cards whose outcome is not that of their rank or kind, and totals other than declared."""
    lookup = deck.lookups[claim.place]
    labels: dict[str | None, str] = {item.id: item.label for item in lookup.outcomes}
    labels[None] = "nothing"
    wanted: dict[str | None, str | None] = dict(claim.holders)
    found: Counter[str | None] = Counter()
    for card in deck.cards:
        outcome = card.outcomes[claim.place]
        found[outcome] += 1
        # A value card without a rank is for other claims to find.
        right = wanted.get(card.kind if card.rank is None else card.rank, outcome)
        if outcome != right:
            yield finding(
                claim.where,
                on_card(card, lookup.id),
                f'"{labels.get(outcome, outcome)}"',
                f'the data declares "{labels[right]}" for its rank or kind',
            )
    for outcome, count in claim.totals:
        if found[outcome] != count:
            yield finding(
                claim.where,
                f"{lookup.id}, {labels[outcome]}",
                f"{found[outcome]} cards; the data declares {count}",
                "mend the deck, or the total declared here",
            )


def check_transcribed(claim: Transcribed, deck: Deck) -> Iterator[Problem]:
    """Cells that differ from what the source prints on the card."""
    if claim.card > len(deck.cards):
        yield finding(claim.where, f"card {claim.card}", "there is no such card", "mend its number")
        return
    card = deck.cards[claim.card - 1]
    parts: dict[str, tuple[object, ...]] = {
        "head": (card.number, card.kind, card.rank, card.suit),
        "bands": card.bands,
        "outcomes": card.outcomes,
        "strip": card.strip,
    }
    for cell in claim.cells:
        part = parts[cell.part]
        found = part[cell.place] if part else None
        if found != cell.value or not part:
            write = next(column.write for column in columns(deck) if column.name == cell.name)
            yield finding(
                claim.where,
                on_card(card, cell.name),
                f'"{write(found) if part else ""}"',
                f'line {claim.source_line} of the source prints "{write(cell.value)}"',
            )
