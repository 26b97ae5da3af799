"""Turn a Game's deck into jobs: a face for every card, and a back for every player's deck."""

from collections.abc import Collection, Iterator

from printgen.content.deck import back_content, card_contents
from printgen.products.job import Job
from printgen.rules.model import Deck, Game

CARD = "card.svg"
BACK = "back.svg"


def card_jobs(
    game: Game, deck: Deck, letter: str, cards: Collection[int] | None = None
) -> Iterator[Job]:
    """The faces of one player's deck, in order of number; `cards` picks some by number."""
    for card, content in card_contents(game, deck, letter):
        if cards is None or card.number in cards:
            yield Job(content, CARD, {"game": game, "deck": deck, "card": card, "letter": letter})


def back_jobs(game: Game, deck: Deck, letter: str) -> Iterator[Job]:
    """The back of one player's deck."""
    for colour in deck.colours:
        if colour.letter == letter:
            records = {"game": game, "deck": deck, "letter": letter}
            yield Job(back_content(game, colour), BACK, records)
