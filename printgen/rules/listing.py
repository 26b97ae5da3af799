"""Turn a file that lists cards one by one into the cards, or into everything wrong with it.

It guarantees cards numbered from 1, each once, in order of number, and cells of legal values. A
listed deck and a dealt one that say the same are equal.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from printgen.problems import Problem, Where
from printgen.rules.bands import Band
from printgen.rules.columns import UNREAD, VALUE, Column, columns
from printgen.rules.files import CSV_LIMIT, YAML_LIMIT, read_inside
from printgen.rules.model import Card, Deck
from printgen.rules.rows import Row, csv_rows, yaml_rows
from printgen.rules.scalars import shown
from printgen.rules.tree import PROBLEMS_LIMIT

CARDS_LIMIT = 20_000
"""The most cards that a deck may have; three hundred decks of sixty are fewer."""


def listed(deck: Deck, folder: Path, name: str, where: Where) -> tuple[Card, ...] | list[Problem]:
    """The cards that the file `name` in `folder` lists; `where` is the line that names it."""
    suffix = Path(name).suffix
    if suffix not in (".csv", ".yaml"):
        return [Problem(where, f'"{name}" lists no cards', "name a file ending in .csv or .yaml")]
    text = read_inside(folder, name, CSV_LIMIT if suffix == ".csv" else YAML_LIMIT)
    if isinstance(text, Problem):
        return [text]
    problems: list[Problem] = []
    known = columns(deck)
    read = csv_rows if suffix == ".csv" else yaml_rows
    cards: dict[int, Card] = {}
    for row in read(text, str(folder / name), known, problems):
        card = _card(deck, known, row, problems)
        if card is not None and card.number in cards:
            problems.append(
                Problem(row.where(0), f"card {card.number} stands twice", "delete one of them")
            )
        elif card is not None:
            cards[card.number] = card
        if len(problems) >= PROBLEMS_LIMIT or len(cards) > CARDS_LIMIT:
            break
    problems.extend(_as_a_whole(cards, len(problems), Where(str(folder / name))))
    return problems or tuple(cards[number] for number in sorted(cards))


def _as_a_whole(cards: Mapping[int, Card], found: int, file: Where) -> Iterator[Problem]:
    """What is wrong with the list beyond the `found` problems of its rows."""
    if found >= PROBLEMS_LIMIT:
        yield Problem(file, f"{PROBLEMS_LIMIT} mistakes, the rest not looked for", "mend these")
    elif len(cards) > CARDS_LIMIT:
        yield Problem(file, f"more than {CARDS_LIMIT:,} cards", "split them into several games")
    elif not cards and not found:
        yield Problem(file, "no cards", "write one line a card")
    elif not found and max(cards) > len(cards):
        first = next(number for number in range(1, len(cards) + 1) if number not in cards)
        yield Problem(file, f"no card {first}", "number the cards from 1 without a gap")


def _card(deck: Deck, known: tuple[Column, ...], row: Row, problems: list[Problem]) -> Card | None:
    """The card of one row; None where a cell is at fault, which joins `problems`."""
    before = len(problems)
    cells = [column.read(text) for column, text in zip(known, row.cells, strict=True)]
    for place, cell in enumerate(cells):
        if cell is UNREAD:
            problems.append(
                Problem(
                    row.where(place),
                    f"{shown(row.cells[place])} in the column {known[place].name}",
                    f"write {known[place].wanted}",
                )
            )
    if len(problems) > before:
        return None
    number, kind, rank, suit, *rest = cells
    results = len(deck.table.results) if deck.table else 0
    bands = tuple(band for band in rest[:results] if isinstance(band, Band))
    is_value = kind == VALUE
    for place in (2, 3, *range(4, 4 + results)):
        if (cells[place] is not None) == is_value:
            continue
        wanted = known[place].wanted.removesuffix(", or nothing")
        problems.append(
            Problem(
                row.where(place),
                f"{'nothing' if is_value else row.cells[place]} in the column "
                f"{known[place].name} of a card of the kind {kind}",
                f"write {wanted}" if is_value else "leave it empty; only value cards carry it",
            )
        )
    if number == 0:
        problems.append(Problem(row.where(0), "card 0", "number the cards from 1"))
    if len(problems) > before:
        return None
    after = 4 + results + len(deck.lookups)
    return Card(
        number,  # type: ignore[arg-type]
        kind,  # type: ignore[arg-type]
        rank,  # type: ignore[arg-type]
        suit,  # type: ignore[arg-type]
        bands,
        tuple(cells[4 + results : after]),  # type: ignore[arg-type]
        tuple(cells[after:]),  # type: ignore[arg-type]
    )
