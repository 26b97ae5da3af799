"""Turn a Game's deck into what each card face and each back must say.

A card's cells come from the card alone and its labels from the game's records; a row of a table
is named once and demanded of every card that carries the table.
"""

from collections.abc import Iterator

from printgen.content.model import Content, Group, Row
from printgen.content.named import Named
from printgen.rules.bands import printed, signed
from printgen.rules.model import Card, Deck, DeckColour, Game, Kind, Lookup, Strip, Table

_FOOTERS = frozenset({"game", "number", "deck"})
_REDRAW = (Group("redraw", ("redraw.text",)),)


def card_contents(game: Game, deck: Deck, letter: str) -> Iterator[tuple[Card, Content]]:
    """Each card of one player's deck with the content of its face, in order of number.

    Numbers are printed with as many digits as the last card's. Made as asked for, not kept.
    """
    digits = len(str(len(deck.cards)))
    suits = {suit.id: suit for suit in deck.suits}
    kinds = {kind.id: kind for kind in deck.kinds}
    tabled, plain = _tables(deck, with_table=True), _tables(deck, with_table=False)
    results, strip = _headed_rows(deck)
    lookups = [Group(f"{lookup.id}.title", (lookup.id,)) for lookup in deck.lookups]
    for card in deck.cards:
        number = str(card.number).zfill(digits)
        fields = Named(game=game.name, number=number, deck=letter)
        marks = Named()
        tables = tabled if card.bands else plain
        groups: tuple[Group, ...] = ()
        if card.suit is not None and card.rank is not None:
            suit = suits[card.suit]
            fields["rank"] = card.rank
            fields["suit"] = suit.label
            marks["suit.mark"] = suit.mark
        else:
            _kind(kinds[card.kind], fields, marks)
            if deck.strip and deck.strip.redraw_text and None in card.strip:
                fields["redraw"] = deck.strip.redraw
                fields["redraw.text"] = deck.strip.redraw_text
                tables = (*tables, (("redraw", "redraw.text"),))
                groups = _REDRAW
        if deck.table and card.bands:
            _table(deck.table, card, fields)
        for lookup, outcome in zip(deck.lookups, card.outcomes, strict=True):
            if outcome is not None:
                _lookup(lookup, outcome, fields)
        if deck.strip:
            _strip(deck.strip, card, fields, marks)
        drawn = zip(lookups, card.outcomes, strict=True)
        headed = [group for group, outcome in drawn if outcome is not None]
        yield (
            card,
            Content(
                face=f"{letter}-{number}",
                title=f"deck {letter}, card {number}",
                fields=fields,
                marks=marks,
                tables=tables,
                groups=(*groups, *(results if card.bands else ()), *headed, *strip),
                footers=_FOOTERS,
            ),
        )


def back_content(game: Game, colour: DeckColour) -> Content:
    """The back of one player's deck; it fills its sheet.

    Its words stand twice, once turned, so that a card's back does not tell which way up it lies.
    """
    words = {"game": game.name, "deck": colour.letter, "deck.label": colour.label}
    return Content(
        face=f"{colour.letter}-back",
        title=f"deck {colour.letter}, back",
        fields=words | {f"{name}.turned": word for name, word in words.items()},
        marks={},
        fills_sheet=True,
    )


def _kind(kind: Kind, fields: Named, marks: Named) -> None:
    fields["kind"] = kind.label
    fields["kind.text"] = kind.text
    marks["kind.mark"] = kind.mark


def _table(table: Table, card: Card, fields: Named) -> None:
    name = table.id
    fields[f"{name}.title"] = table.label
    fields[f"{name}.axis"] = table.axis
    fields[f"{name}.heading"] = table.heading
    for result, band in zip(table.results, card.bands, strict=True):
        fields[f"{name}.{result.id}.label"] = result.label
        if result.modifier is not None:
            fields[f"{name}.{result.id}.modifier"] = signed(result.modifier, plus=True)
        fields[f"{name}.{result.id}"] = printed(band, table.words)


def _lookup(lookup: Lookup, outcome: str, fields: Named) -> None:
    fields[f"{lookup.id}.title"] = lookup.label
    fields[lookup.id] = next(known.label for known in lookup.outcomes if known.id == outcome)


def _strip(strip: Strip, card: Card, fields: Named, marks: Named) -> None:
    name = strip.id
    fields[f"{name}.title"] = strip.label
    for row, cell in zip(strip.rows, card.strip, strict=True):
        if row.mark is None:
            fields[f"{name}.{row.size}.row"] = str(row.size)
        else:
            marks[f"{name}.{row.size}.row"] = row.mark
        fields[f"{name}.{row.size}"] = strip.redraw if cell is None else str(cell)


def _tables(deck: Deck, *, with_table: bool) -> tuple[tuple[Row, ...], ...]:
    """The rows that share a line: the results with their bands, the strip's rows with theirs."""
    tables: list[tuple[Row, ...]] = []
    if deck.table and with_table:
        name = deck.table.id
        rows: list[Row] = [(f"{name}.axis", f"{name}.heading")]
        for result in deck.table.results:
            cells = [f"{name}.{result.id}", f"{name}.{result.id}.label"]
            if result.modifier is not None:
                cells.append(f"{name}.{result.id}.modifier")
            rows.append(tuple(cells))
        tables.append(tuple(rows))
    if deck.strip:
        name = deck.strip.id
        tables.append(tuple((f"{name}.{r.size}.row", f"{name}.{r.size}") for r in deck.strip.rows))
    return tuple(tables)


def _headed_rows(deck: Deck) -> tuple[tuple[Group, ...], tuple[Group, ...]]:
    """What stands under the title of the results, and under that of the strip, where there are."""
    of_table: tuple[Group, ...] = ()
    of_strip: tuple[Group, ...] = ()
    rows = _tables(deck, with_table=True)
    if deck.table:
        cells = tuple(name for row in rows[0] for name in row)
        of_table = (Group(f"{deck.table.id}.title", cells),)
    if deck.strip:
        cells = tuple(name for row in rows[-1] for name in row)
        of_strip = (Group(f"{deck.strip.id}.title", cells),)
    return of_table, of_strip
