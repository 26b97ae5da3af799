"""Turn the records of deck.yaml into a Deck, or into every name and number that does not fit.

It guarantees that each rank and kind has exactly one outcome of each lookup, that bands can be
read back from their words, and that a deck comes from one law or one list. It knows no paper.
"""

import re
from dataclasses import replace
from pathlib import Path as FilePath

from printgen.rules.bands import Band, BandWords, parse, printed
from printgen.rules.clashes import COLUMNS, report_deck_clashes
from printgen.rules.columns import VALUE
from printgen.rules.deal import Law, deal
from printgen.rules.listing import CARDS_LIMIT, listed
from printgen.rules.model import (
    Card,
    Deck,
    DeckColour,
    Kind,
    Lookup,
    Outcome,
    Result,
    Strip,
    StripRow,
    Suit,
    Table,
)
from printgen.rules.resolve_outcomes import NO_OUTCOME, resolve_outcomes
from printgen.rules.schema import DealRecord, DeckFile, StripRecord, TableRecord
from printgen.rules.scope import Scope


def resolve_deck(record: DeckFile, scope: Scope, folder: FilePath) -> Deck | None:
    """The deck, or None where its names, table or strip are at fault, so that no cell can be read.

    It has no cards where only its law or list is at fault.
    """
    table = _table(record.table, scope) if record.table else None
    strip = _strip(record.strip, scope) if record.strip else None
    _names(record, scope)
    legible = not scope.problems
    scope.unique(("colours",), (colour.letter for colour in record.colours), "letter", "letter")
    if not record.colours:
        scope.report(("colours",), "no colours", "list at least one")
    report_deck_clashes(record, scope)
    sizes = {str(row.size) for row in strip.rows} if strip else set()
    for size in record.strip.marks if record.strip else ():
        scope.known(("strip", "marks", size), size, sizes, "row", key=True)
    deck = Deck(
        title=record.title,
        suits=tuple(Suit(suit.id, suit.label, suit.mark) for suit in record.suits),
        ranks=record.ranks,
        kinds=tuple(Kind(kind.id, kind.label, kind.text, kind.mark) for kind in record.kinds),
        table=table,
        lookups=tuple(
            Lookup(lookup.id, lookup.label, tuple(Outcome(o.id, o.label) for o in lookup.outcomes))
            for lookup in record.lookups
        ),
        strip=strip,
        colours=tuple(DeckColour(colour.letter, colour.label) for colour in record.colours),
        cards=(),
    )
    if (record.deal is None) == (record.listed is None):
        scope.report(
            () if record.deal is None else ("listed",),
            "neither deal nor listed" if record.deal is None else "both deal and listed",
            "give the cards by deal: (laws) or by listed: (the name of a CSV or YAML file)",
            key=True,
        )
        return deck if legible else None
    return replace(deck, cards=_cards(record, deck, scope, folder)) if legible else None


def _cards(record: DeckFile, deck: Deck, scope: Scope, folder: FilePath) -> tuple[Card, ...]:
    """The cards that the law or the list gives; none where that is at fault."""
    if record.deal is not None:
        law = _law(record.deal, deck, scope)
        return deal(tuple(suit.id for suit in deck.suits), deck.ranks, law) if law else ()
    found = listed(deck, folder, str(record.listed), scope.tree.where(("listed",)))
    if isinstance(found, list):
        scope.add(found)
        return ()
    return found


def _names(record: DeckFile, scope: Scope) -> None:
    """Each id, rank and letter once, and no rank or kind taken for another."""
    scope.unique(("suits",), (suit.id for suit in record.suits), "id", "id")
    scope.unique(("ranks",), record.ranks, "rank")
    scope.unique(("kinds",), (kind.id for kind in record.kinds), "id", "id")
    taken = set(COLUMNS)
    taken |= {f"s{size}" for size in record.strip.rows} if record.strip else set()
    columns = [
        (("table", "results", index, "id"), result.id)
        for index, result in enumerate(record.table.results if record.table else ())
    ] + [(("lookups", index, "id"), lookup.id) for index, lookup in enumerate(record.lookups)]
    for path, name in columns:
        if name in taken:
            scope.report(
                path,
                f"{name} is the name of another column of the deck's table",
                "choose an id that no other result, lookup or row has",
            )
        taken.add(name)
    for index, kind in enumerate(record.kinds):
        if kind.id in (VALUE, NO_OUTCOME) or kind.id in record.ranks:
            scope.report(
                ("kinds", index, "id"),
                f"{kind.id} has a meaning of its own already",
                f"choose an id that is no rank, nor {VALUE}, nor {NO_OUTCOME}",
            )
    for index, lookup in enumerate(record.lookups):
        path = ("lookups", index, "outcomes")
        scope.unique(path, (outcome.id for outcome in lookup.outcomes), "id", "id")
        for place, outcome in enumerate(lookup.outcomes):
            if outcome.id == NO_OUTCOME:
                scope.report(
                    (*path, place, "id"),
                    f"{NO_OUTCOME} has a meaning of its own already",
                    "choose another id; it names the cards without an outcome",
                )
    for key in ("suits", "ranks"):
        if not getattr(record, key):
            scope.report((key,), f"no {key}", "list at least one")


def _table(record: TableRecord, scope: Scope) -> Table:
    words = BandWords(record.words.or_less, record.words.to, record.words.or_more)
    wanted = {"or_less": {"high"}, "to": {"low", "high"}, "or_more": {"low"}}
    well = True
    for name, ends in wanted.items():
        pattern = getattr(words, name)
        if sorted(re.findall(r"\{(.*?)\}", pattern)) != sorted(ends) or re.search(r"\d", pattern):
            well = False
            scope.report(
                ("table", "words", name),
                f'the pattern "{pattern}"',
                f"write words and {' and '.join('{' + end + '}' for end in sorted(ends))}, "
                "no digits and no other braces",
            )
    if well and not all(parse(printed(band, words), words) == band for band in _PROBES):
        scope.report(
            ("table", "words"),
            "two bands that print alike",
            "put words or a dash of their own into each pattern, so that each reads one way",
        )
    if not record.results:
        scope.report(("table", "results"), "no results", "list at least one")
    return Table(
        record.id,
        record.label,
        record.axis,
        record.heading,
        tuple(Result(result.id, result.label, result.modifier) for result in record.results),
        words,
    )


_PROBES = tuple(
    Band(low, high)
    for low in (None, -12, -1, 0, 3)
    for high in (None, -1, 0, 3, 11)
    if not (low is None and high is None) and (low is None or high is None or low <= high)
)


def _strip(record: StripRecord, scope: Scope) -> Strip:
    scope.unique(("strip", "rows"), map(str, record.rows), "row")
    if list(record.rows) != sorted(record.rows) or not record.rows:
        scope.report(("strip", "rows"), "rows out of order", "list the sizes upwards")
    if record.redraw.isdigit():
        scope.report(
            ("strip", "redraw"),
            f"{record.redraw} cannot be told from a number drawn",
            "write a letter or word",
        )
    rows = tuple(StripRow(size, record.marks.get(str(size))) for size in record.rows)
    return Strip(record.id, record.label, rows, record.redraw, record.redraw_text or "")


def _law(record: DealRecord, deck: Deck, scope: Scope) -> Law | None:
    before = len(scope.problems)
    kinds = [kind.id for kind in deck.kinds]
    for kind in record.extra:
        scope.known(("deal", "extra", kind), kind, kinds, "kind", key=True)
    for kind in kinds:
        if kind not in record.extra:
            scope.report(("deal", "extra"), f"no count of {kind}", f"add {kind}: and how many")
    cards = len(deck.suits) * len(deck.ranks) + sum(record.extra.values())
    if cards > CARDS_LIMIT:
        scope.report(
            ("deal",), f"{cards:,} cards", f"deal at most {CARDS_LIMIT:,}, or split the deck"
        )
    first = _first_bands(record, deck, scope)
    outcomes = tuple(_outcomes(record, deck, place, scope) for place in range(len(deck.lookups)))
    for name in record.lookups:
        ids = [lookup.id for lookup in deck.lookups]
        scope.known(("deal", "lookups", name), name, ids, "lookup", key=True)
    for key, here, there in (
        ("bands", record.bands, deck.table),
        ("strip", record.strip, deck.strip),
    ):
        if (here is None) != (there is None):
            noun = "table" if key == "bands" else "strip"
            scope.report(
                ("deal", key),
                f"a {noun} without its law" if here is None else f"a law without its {noun}",
                f"give the deck both {noun}: and deal: {key}:, or neither",
            )
    if len(scope.problems) > before or scope.is_full:
        return None
    rows = tuple(row.size for row in deck.strip.rows) if deck.strip else ()
    extra = tuple((kind, record.extra[kind]) for kind in kinds)
    return Law(extra, first, record.bands.step if record.bands else 0, outcomes, rows)


def _first_bands(record: DealRecord, deck: Deck, scope: Scope) -> tuple[Band, ...]:
    if not record.bands or not deck.table:
        return ()
    path = ("deal", "bands", "first")
    results = [result.id for result in deck.table.results]
    for name in record.bands.first:
        scope.known((*path, name), name, results, "result", key=True)
    bands = []
    for name in results:
        text = record.bands.first.get(name)
        if text is None:
            scope.report(path, f"no band for {name}", f"add {name}: and its band")
            continue
        band = parse(text, deck.table.words)
        if band is None:
            words = deck.table.words
            scope.report(
                (*path, name),
                f'"{text}" is no band',
                f'write it as "{words.or_less}", "{words.to}", "{words.or_more}" or one number',
            )
            continue
        bands.append(band)
    return tuple(bands)


def _outcomes(record: DealRecord, deck: Deck, place: int, scope: Scope) -> dict[str, str | None]:
    lookup = deck.lookups[place]
    given = record.lookups.get(lookup.id)
    if given is None:
        scope.report(("deal", "lookups"), f"no law for {lookup.id}", f"add {lookup.id}:")
        return {}
    return resolve_outcomes(given, deck, place, scope, ("deal", "lookups", lookup.id))
