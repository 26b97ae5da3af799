"""Turn a Game and the name of a print into the contents it must hold, and its margin's words.

The products print what stands here and the proof demands it; neither adds to it.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Literal, get_args

from printgen.content.deck import back_content, card_contents
from printgen.content.markers import marker_contents
from printgen.content.model import Content
from printgen.content.roster import roster_contents
from printgen.content.sheet import sheet_content
from printgen.rules.model import Game

Print = Literal["deck", "deck-backs", "sheet", "markers", "roster"]
"""One PDF: its file is named after it."""

PRINTS: tuple[Print, ...] = get_args(Print)


def prints_of(game: Game) -> tuple[Print, ...]:
    """The prints that a game has the data for, in the order they are built."""
    has: dict[Print, bool] = {
        "deck": game.deck is not None,
        "deck-backs": game.deck is not None and bool(game.deck.colours),
        "sheet": game.sheet is not None,
        "markers": bool(game.statuses) or game.markers is not None,
        "roster": game.roster is not None,
    }
    return tuple(name for name in PRINTS if has[name])


def contents(
    game: Game, name: Print, copies: Collection[str], cards: Collection[int] | None = None
) -> Iterator[Content]:
    """Every content of one print, in printing order.

    `copies` are the letters of the decks printed; `cards` the numbers of the cards asked for, None
    for all. Both matter to the deck and its backs alone.
    """
    match name:
        case "deck" if game.deck:
            for letter in copies:
                for card, content in card_contents(game, game.deck, letter):
                    if cards is None or card.number in cards:
                        yield content
        case "deck-backs" if game.deck:
            chosen = (colour for colour in game.deck.colours if colour.letter in copies)
            yield from (back_content(game, colour) for colour in chosen)
        case "sheet" if game.sheet:
            yield sheet_content(game, game.sheet)
        case "markers":
            yield from (content for _, content in marker_contents(game))
        case "roster" if game.roster:
            yield from roster_contents(game, game.roster)


def title(game: Game, name: Print) -> str:
    """The title of one print that the game has: in its margin and in the PDF's properties."""
    match name:
        case "deck" | "deck-backs" if game.deck:
            what = game.deck.title
            if name == "deck-backs":
                what = game.margin.backs.format(title=what)
        case "sheet" if game.sheet:
            what = game.sheet.title
        case "markers" if game.markers:
            what = game.markers.title
        case "roster" if game.roster:
            what = game.roster.title
        case _:
            raise AssertionError(f"no words for the title of {name}")
    return game.margin.title.format(game=game.name, title=what)


def margin(
    game: Game, name: Print, stamp: str, sheet: int, sheets: int, letter: str
) -> Mapping[str, str]:
    """The margin words of the `sheet`-th of `sheets` of one deck.

    `stamp` is the rules' digest as printed, `letter` the deck's or "" where there is none. A print
    whose face is the whole page has no margin: its face says the same.
    """
    if name == "sheet":
        return {}
    words = game.margin
    lines = {
        "margin.title": title(game, name),
        "margin.sheet": words.sheet.format(sheet=sheet, sheets=sheets),
        "margin.digest": words.digest.format(digest=stamp),
        "margin.scale": words.scale,
        "margin.bar": words.bar,
    }
    if letter:
        lines["margin.deck"] = words.deck.format(deck=letter)
    return lines
