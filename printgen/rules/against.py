"""Turn a CSV file made elsewhere into every cell in which it differs from the Game's deck.

Rows and columns may stand in any order, minus may be a hyphen or U+2212, words may be ids or
labels. A row or column that is missing, unknown or twice there is a difference too.
"""

from pathlib import Path

from printgen.problems import Problem, Where
from printgen.rules.columns import columns
from printgen.rules.files import CSV_LIMIT, read_text
from printgen.rules.model import Game
from printgen.rules.rows import csv_rows
from printgen.rules.tree import PROBLEMS_LIMIT


def against(game: Game, path: Path) -> tuple[Problem, ...]:
    """Every difference of the file at `path` from the deck of `game`; none where they agree."""
    if game.deck is None:
        return (Problem(Where(str(path)), f"{game.name} has no deck", "name a game with one"),)
    text = read_text(path, CSV_LIMIT)
    if isinstance(text, Problem):
        return (text,)
    problems: list[Problem] = []
    known = columns(game.deck)
    cards = {card.number: card for card in game.deck.cards}
    seen: set[object] = set()
    rows = 0
    for row in csv_rows(text, str(path), known, problems):
        rows += 1
        number = known[0].read(row.cells[0])
        card = cards.get(number) if isinstance(number, int) else None
        if card is None or number in seen:
            problems.append(
                Problem(
                    row.where(0),
                    f"card {row.cells[0]} stands twice"
                    if card
                    else f'no card is called "{row.cells[0]}"',
                    "delete the row" if card else f"the cards run from 1 to {len(cards)}",
                )
            )
        else:
            seen.add(number)
            for place, column in enumerate(known):
                right = column.of(card)
                if column.read(row.cells[place]) != right:
                    problems.append(
                        Problem(
                            row.where(place, f"card {number}, {column.name}"),
                            f'"{row.cells[place]}"',
                            f'the rules say "{column.write(right)}"',
                        )
                    )
        if len(problems) >= PROBLEMS_LIMIT:
            problems.append(
                Problem(
                    Where(str(path)),
                    f"{PROBLEMS_LIMIT} differences, and the rest not looked for",
                    "mend these",
                )
            )
            return tuple(problems)
    if rows or not problems:
        problems.extend(
            Problem(Where(str(path)), f"card {number} is missing", "add its row")
            for number in cards
            if number not in seen
        )
    return tuple(problems[: PROBLEMS_LIMIT + 1])
