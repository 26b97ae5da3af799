"""Turn the bands of a deck into findings: gaps, overlaps, wrong shifts and wrong counts."""

from collections.abc import Iterator

from printgen.problems import Problem
from printgen.rules.bands import Band, printed
from printgen.rules.claims import Partition, ResultCounts, Shift
from printgen.rules.finding import finding, on_card
from printgen.rules.model import Card, Deck, Table


def check_partition(claim: Partition, deck: Deck) -> Iterator[Problem]:
    """Bands that leave a gap, overlap, run backwards or do not reach the ends."""
    table = deck.table
    if table is None:
        return
    names = [result.id for result in table.results]
    # Cards share few tables, so each is looked at once.
    seen: dict[tuple[Band, ...], list[tuple[str, str, str]]] = {}
    for card in deck.cards:
        if not card.bands:
            continue
        faults = seen.get(card.bands)
        if faults is None:
            faults = seen[card.bands] = list(_faults(claim, card.bands, names, table))
        for name, message, hint in faults:
            yield finding(claim.where, on_card(card, f"{table.id}.{name}"), message, hint)


def _faults(
    claim: Partition, bands: tuple[Band, ...], names: list[str], table: Table
) -> Iterator[tuple[str, str, str]]:
    """The result at fault, what was found, and what to write."""
    upwards = list(zip(names, bands, strict=True))
    if claim.downwards:
        upwards.reverse()
    wanted = claim.first
    for place, (name, band) in enumerate(upwards):
        text = printed(band, table.words) or "every value"
        if place and (wanted is None or band.low != wanted):
            yield (
                name,
                f'"{text}" does not follow "{printed(upwards[place - 1][1], table.words)}"',
                "begin it one above" if wanted is not None else "close the band before it",
            )
        elif not place and band.low != claim.first:
            yield (
                name,
                f'"{text}" does not begin where the table does',
                "leave its lower end open" if claim.first is None else f"begin it at {claim.first}",
            )
        if band.low is not None and band.high is not None and band.low > band.high:
            yield name, f"{band.low} to {band.high} runs backwards", "exchange its ends"
        wanted = None if band.high is None else band.high + 1
    name, band = upwards[-1]
    if band.high != claim.last:
        yield (
            name,
            f'"{printed(band, table.words)}" does not end where the table does',
            "leave its upper end open" if claim.last is None else f"end it at {claim.last}",
        )


def check_shift(claim: Shift, deck: Deck) -> Iterator[Problem]:
    """Cards whose table is not that of their rank, and ranks out of step with the one before."""
    first: dict[str | None, Card] = {}
    for card in deck.cards:
        known = first.setdefault(card.rank, card)
        if card.bands != known.bands:
            yield finding(
                claim.where,
                on_card(card, "table"),
                f"{_table(card, deck)}, which is not that of card {known.number} of its rank",
                f"write {_table(known, deck)}",
            )
    for before, rank in zip(deck.ranks, deck.ranks[1:], strict=False):
        if before not in first or rank not in first:
            continue
        card = first[rank]
        wanted = tuple(band.shifted(claim.step) for band in first[before].bands)
        if card.bands != wanted:
            yield finding(
                claim.where,
                on_card(card, "table"),
                f"{_table(card, deck)}, which is not the rank before shifted by {claim.step}",
                f"write {_bands(wanted, deck)}",
            )


def check_result_counts(claim: ResultCounts, deck: Deck) -> Iterator[Problem]:
    """Results that fall on more or fewer cards than declared, at any declared value."""
    table = deck.table
    if table is None:
        return
    length = len(claim.counts[0])
    for place, (result, wanted) in enumerate(zip(table.results, claim.counts, strict=True)):
        # A band adds one to a run of values: note where runs begin and end, then sum along.
        steps = [0] * (length + 1)
        for card in deck.cards:
            if not card.bands:
                continue
            band = card.bands[place]
            low = 0 if band.low is None else max(band.low - claim.first, 0)
            high = length if band.high is None else min(band.high - claim.first + 1, length)
            if low < high:
                steps[low] += 1
                steps[high] -= 1
        found = 0
        for offset, count in enumerate(wanted):
            found += steps[offset]
            if found != count * claim.copies:
                yield finding(
                    claim.where,
                    f"{table.id}.{result.id} at {table.axis} {claim.first + offset}",
                    f"{found} cards; the data declares {count * claim.copies}",
                    "mend the cards' bands, or the count declared here",
                )


def _table(card: Card, deck: Deck) -> str:
    return _bands(card.bands, deck)


def _bands(bands: tuple[Band, ...], deck: Deck) -> str:
    if deck.table is None or not bands:
        return "no table"
    return "; ".join(printed(band, deck.table.words) for band in bands)
