"""Turn a deck into the exact chances of its results table: counts of cards, never estimates."""

from printgen.rules.model import Deck


def counts(deck: Deck, value: int) -> tuple[int, ...]:
    """How many cards give each result at a modified `value`, in the order of the table's results.

    The population is the cards that carry bands: the counts sum to it where every card's bands
    hold every value once.
    """
    found = [0] * (len(deck.table.results) if deck.table else 0)
    for card in deck.cards:
        for place, band in enumerate(card.bands):
            if band.holds(value):
                found[place] += 1
    return tuple(found)


def population(deck: Deck) -> int:
    """How many cards carry bands."""
    return sum(1 for card in deck.cards if card.bands)
