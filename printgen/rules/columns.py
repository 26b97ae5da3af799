"""Turn a deck's make-up into the columns of its table: how each cell is written and read.

A card listed, exported or compared goes through the same columns, so the three cannot disagree.
Written with an ASCII hyphen for minus, read with either sign; words may be ids or labels.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from printgen.rules.bands import MINUS, Band, BandWords, parse, printed
from printgen.rules.model import Card, Deck, Lookup

VALUE = "value"
"""The kind of a card of suit and rank."""


class _Unread:
    """The type of UNREAD."""


UNREAD = _Unread()
"""What `Column.read` gives for a text that stands for nothing."""


Part = Literal["head", "bands", "outcomes", "strip"]


@dataclass(frozen=True, slots=True)
class Column:
    """One column: `of` takes a card's cell, `write` prints it, `read` is the way back.

    `wanted` says what may stand there, `part` and `place` where the card keeps it.
    """

    name: str
    part: Part
    place: int
    of: Callable[[Card], object]
    write: Callable[[object], str]
    read: Callable[[str], object]
    wanted: str


def columns(deck: Deck) -> tuple[Column, ...]:
    """card, kind, rank, suit, then the table's results, the lookups and the strip's rows."""
    kinds = {VALUE: VALUE} | {kind.id: kind.label for kind in deck.kinds}
    suits = {suit.id: suit.label for suit in deck.suits}
    ranks = {rank: rank for rank in deck.ranks}
    found = [
        Column("card", "head", 0, lambda card: card.number, str, _number, "a card's number"),
        _word("kind", "head", 1, lambda card: card.kind, kinds, blank=False),
        _word("rank", "head", 2, lambda card: card.rank, ranks),
        _word("suit", "head", 3, lambda card: card.suit, suits),
    ]
    if deck.table:
        words = deck.table.words
        for place, result in enumerate(deck.table.results):
            found.append(_band(result.id, place, words))
    for place, lookup in enumerate(deck.lookups):
        found.append(_outcome(lookup, place))
    if deck.strip:
        for place, row in enumerate(deck.strip.rows):
            found.append(_draw(row.size, place, deck.strip.redraw))
    return tuple(found)


def _number(text: str) -> object:
    return int(text) if re.fullmatch(r"[0-9]{1,6}", text) else UNREAD


def _word(
    name: str,
    part: Part,
    place: int,
    of: Callable[[Card], object],
    labels: Mapping[str, str],
    *,
    blank: bool = True,
    as_labels: bool = False,
) -> Column:
    """A column of ids, written as ids or `as_labels`, read as either."""
    known: dict[str, object] = {"": None} if blank else {}
    for id_, label in labels.items():
        known[id_] = id_
        known.setdefault(label, id_)
    # In any case of letters too, where that leaves no doubt.
    folded = Counter(text.casefold() for text in known)
    for text in tuple(known):
        if folded[text.casefold()] == 1:
            known.setdefault(text.casefold(), known[text])

    def write(cell: object) -> str:
        return "" if cell is None else labels[str(cell)] if as_labels else str(cell)

    def read(text: str) -> object:
        return known.get(text, known.get(text.casefold(), UNREAD))

    wanted = ", ".join(write(id_) for id_ in labels)
    blanks = ", or nothing" if blank else ""
    return Column(name, part, place, of, write, read, f"one of: {wanted}{blanks}")


def _outcome(lookup: Lookup, place: int) -> Column:
    labels = {outcome.id: outcome.label for outcome in lookup.outcomes}
    return _word(
        lookup.id, "outcomes", place, lambda card: card.outcomes[place], labels, as_labels=True
    )


def _band(name: str, place: int, words: BandWords) -> Column:
    def read(text: str) -> object:
        if not text:
            return None
        band = parse(text, words)
        return UNREAD if band is None else band

    def write(cell: object) -> str:
        return printed(cell, words).replace(MINUS, "-") if isinstance(cell, Band) else ""

    return Column(
        name,
        "bands",
        place,
        lambda card: card.bands[place] if card.bands else None,
        write,
        read,
        f'"{words.or_less}", "{words.to}", "{words.or_more}", one number, or nothing',
    )


def _draw(size: int, place: int, redraw: str) -> Column:
    known: dict[str, object] = {str(number): number for number in range(1, size + 1)}
    known[redraw] = known[redraw.casefold()] = None
    return Column(
        f"s{size}",
        "strip",
        place,
        lambda card: card.strip[place],
        lambda cell: redraw if cell is None else str(cell),
        lambda text: known.get(text, known.get(text.casefold(), UNREAD)),
        f"1 to {size}, or {redraw}",
    )
