"""Turn the selection strip of a deck into findings: wrong counts, wrong succession, dependence."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from printgen.problems import Problem, Severity
from printgen.rules.bands import signed
from printgen.rules.claims import SameCard, StripCounts, Succession
from printgen.rules.finding import finding, on_card
from printgen.rules.model import Deck


def check_strip_counts(claim: StripCounts, deck: Deck) -> Iterator[Problem]:
    """Soldiers and redraw marks that stand on more or fewer cards of a row than declared."""
    strip = deck.strip
    if strip is None:
        return
    columns = zip(*(card.strip for card in deck.cards), strict=True)
    for row, (each, redraw), column in zip(strip.rows, claim.rows, columns, strict=True):
        found = Counter(column)
        for number in range(1, row.size + 1):
            count = found.pop(number, 0)
            if count != each:
                yield finding(
                    claim.where,
                    f"{strip.id}.{row.size}, soldier {number}",
                    f"stands on {count} cards; the data declares {each}",
                    "mend the deck, or the count declared here",
                )
        count = found.pop(None, 0)
        if count != redraw:
            yield finding(
                claim.where,
                f"{strip.id}.{row.size}, {strip.redraw}",
                f"stands on {count} cards; the data declares {redraw}",
                "mend the deck, or the count declared here",
            )
        for other, count in found.items():
            yield finding(
                claim.where,
                f"{strip.id}.{row.size}, {other}",
                f"stands on {count} cards",
                f"write 1 to {row.size}, or {strip.redraw}",
            )


def check_succession(claim: Succession, deck: Deck) -> Iterator[Problem]:
    """Cells that are not the successor of the cell before, and redraw marks out of place."""
    strip = deck.strip
    if strip is None:
        return
    columns = zip(*(card.strip for card in deck.cards), strict=True)
    for row, column in zip(strip.rows, columns, strict=True):
        size = row.size
        wanted = 0
        # The cards past the last whole cycle are as many as the division leaves over.
        cycled = len(column) - len(column) % size
        for place, cell in enumerate(column):
            wanted = wanted + 1 if wanted < size else 1
            right = wanted if place < cycled else None
            if cell != right:
                yield finding(
                    claim.where,
                    on_card(deck.cards[place], f"{strip.id}.{size}"),
                    f'"{strip.redraw if cell is None else cell}"',
                    f'the row runs on to "{strip.redraw if right is None else right}" here',
                )


def check_same_card(claim: SameCard, deck: Deck) -> Iterator[Problem]:
    """A note on what reading a soldier and a result from one card would do, in exact shares.

    The result that differs most between soldiers is named; nothing is said where none does. A
    claim of which no card can speak is an error.
    """
    strip, table = deck.strip, deck.table
    if strip is None or table is None:
        return
    place = [row.size for row in strip.rows].index(claim.size)
    cards = [card for card in deck.cards if card.bands and card.strip[place] is not None]
    if not cards:
        yield finding(
            claim.where,
            f"{strip.id}.{claim.size} and {table.id}",
            "no card has both a soldier in this row and a result",
            "name another row, or delete the check",
        )
        return
    by_soldier = Counter(card.strip[place] for card in cards)
    worst = (Fraction(0), "")
    for at, result in enumerate(table.results):
        hits = Counter(card.strip[place] for card in cards if card.bands[at].holds(claim.value))
        shares = {soldier: Fraction(hits[soldier], count) for soldier, count in by_soldier.items()}
        most = max(shares, key=lambda soldier: shares[soldier])
        least = min(shares, key=lambda soldier: shares[soldier])
        text = (
            f"{result.label} stands on {shares[most]} of the cards with soldier {most}, "
            f"on {shares[least]} of those with soldier {least}, "
            f"on {Fraction(hits.total(), len(cards))} of all {len(cards)}"
        )
        worst = max(worst, (shares[most] - shares[least], text), key=lambda found: found[0])
    if worst[0]:
        yield finding(
            claim.where,
            f"{strip.id}.{claim.size} and {table.id} at {table.axis} {signed(claim.value)}",
            f"read from one card they depend on each other: {worst[1]}",
            "draw a card for each question; the sheet should say so",
            Severity.NOTE,
        )
