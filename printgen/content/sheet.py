"""Turn a Game into what its quick reference sheet must say.

Prose comes from the sheet's sections, figures from the deck's cards, counted exactly; a status has
here the words and mark that its marker has.
"""

from fractions import Fraction

from printgen.content.model import Content, Group, Row
from printgen.content.named import Named
from printgen.rules.bands import Band, printed, signed
from printgen.rules.digest import stamp
from printgen.rules.model import Deck, Game, Odds, Sheet, Table
from printgen.rules.odds import counts, population

_FOOTERS = frozenset({"game", "digest"})


def sheet_content(game: Game, sheet: Sheet) -> Content:
    """The one face of the sheet."""
    table = game.deck.table if game.deck else None
    fields = Named(
        title=sheet.title,
        subtitle=sheet.subtitle,
        game=game.name,
        digest=game.margin.digest.format(digest=stamp(game)),
    )
    marks = Named()
    tables: list[tuple[Row, ...]] = []
    groups: list[Group] = []
    for section in sheet.sections:
        texts, pictures = len(fields), len(marks)
        fields[f"{section.id}.heading"] = section.heading
        for index, paragraph in enumerate(section.text, start=1):
            fields[f"{section.id}.text.{index}"] = paragraph
        if section.table == "bands" and game.deck and table:
            tables.append(_bands(game.deck, table, section.corner, fields))
        elif section.table == "odds" and game.deck and table and sheet.odds:
            tables.append(_odds(game.deck, table, sheet.odds, fields))
        elif section.table == "statuses":
            tables.append(_statuses(game, fields, marks))
        heading, *members = [*fields][texts:]
        groups.append(Group(heading, (*members, *[*marks][pictures:])))
    return Content("sheet", "sheet", fields, marks, tuple(tables), tuple(groups), _FOOTERS)


def bands_by_rank(deck: Deck) -> tuple[tuple[str, tuple[Band, ...]], ...]:
    """Each rank with the bands of its first card, in the order of the ranks."""
    first: dict[str, tuple[Band, ...]] = {}
    for card in deck.cards:
        if card.rank is not None and card.bands:
            first.setdefault(card.rank, card.bands)
    return tuple((rank, first[rank]) for rank in deck.ranks if rank in first)


def _bands(deck: Deck, table: Table, corner: str, fields: Named) -> tuple[Row, ...]:
    """The results of every rank in one table: a row a rank, a column a result."""
    head = []
    if corner:
        fields["bands.corner"] = corner
        head.append("bands.corner")
    for result in table.results:
        fields[f"bands.{result.id}.label"] = result.label
        head.append(f"bands.{result.id}.label")
        if result.modifier is not None:
            fields[f"bands.{result.id}.modifier"] = signed(result.modifier, plus=True)
            head.append(f"bands.{result.id}.modifier")
    rows: list[Row] = [tuple(head)]
    for rank, bands in bands_by_rank(deck):
        name = f"bands.{rank}"
        fields[name] = rank
        cells = [name]
        for result, band in zip(table.results, bands, strict=True):
            fields[f"{name}.{result.id}"] = printed(band, table.words)
            cells.append(f"{name}.{result.id}")
        rows.append(tuple(cells))
    return tuple(rows)


def _odds(deck: Deck, table: Table, odds: Odds, fields: Named) -> tuple[Row, ...]:
    """For each modified value the exact count of cards, and its share of all in whole per cent."""
    everyone = population(deck)
    fields["odds.label"] = odds.label
    fields["odds.population"] = odds.population
    fields["odds.axis"] = table.axis
    for column in odds.columns:
        fields[f"odds.{column.id}.label"] = column.label
    rows: list[Row] = [("odds.axis", *(f"odds.{column.id}.label" for column in odds.columns))]
    places = {result.id: index for index, result in enumerate(table.results)}
    for value in range(odds.first, odds.last + 1):
        by_result = counts(deck, value)
        fields[f"odds.{value}"] = signed(value)
        cells = [f"odds.{value}"]
        for column in odds.columns:
            name = f"odds.{column.id}.{value}"
            hits = sum(by_result[places[result]] for result in column.results)
            fields[name] = str(hits)
            fields[f"{name}.share"] = f"{whole_per_cent(Fraction(hits, everyone))}%"
            cells += (name, f"{name}.share")
        rows.append(tuple(cells))
    return tuple(rows)


def whole_per_cent(share: Fraction) -> int:
    """A share in whole per cent, halves up; never 0 or 100 unless it is exactly so."""
    nearest = int(share * 100 + Fraction(1, 2))
    return min(max(nearest, 1), 99) if 0 < share < 1 else nearest


def _statuses(game: Game, fields: Named, marks: Named) -> tuple[Row, ...]:
    rows: list[Row] = []
    for status in game.statuses:
        name = f"status.{status.id}"
        fields[f"{name}.label"] = status.label
        fields[f"{name}.text"] = status.text
        marks[f"{name}.mark"] = status.mark
        rows.append((f"{name}.mark", f"{name}.label", f"{name}.text"))
    return tuple(rows)
