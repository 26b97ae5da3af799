"""An order says what to print, and a mistake in it is named with what to write instead."""

from dataclasses import replace

import pytest

from printgen.order import Order, hold, order
from printgen.problems import ExitCode, Failure
from printgen.rules.model import Card, Deck, DeckColour, Game, Margin

_COLOURS = tuple(DeckColour(letter, letter) for letter in "AB")
_CARDS = tuple(Card(number, "value", None, None, (), (), ()) for number in range(1, 6))
_DECK = Deck(
    title="",
    suits=(),
    ranks=(),
    kinds=(),
    table=None,
    lookups=(),
    strip=None,
    colours=_COLOURS,
    cards=_CARDS,
)
_GAME = Game(
    id="g",
    name="Game G",
    language="en",
    deck=_DECK,
    statuses=(),
    markers=None,
    sheet=None,
    roster=None,
    margin=Margin(title="", backs="", sheet="", deck="", digest="", scale="", bar=""),
    sources=(),
    checks=(),
)


def _messages(failure: Failure) -> list[str]:
    return [f"{problem.where}: {problem.message}" for problem in failure.problems]


def test_nothing_asked_for_is_one_deck_of_everything() -> None:
    assert order(None, None, None) == Order(None, 1, None)
    assert order(None, None, None).prints(_GAME) == ("deck", "deck-backs")


@pytest.mark.parametrize(
    ("written", "numbers"),
    [("17,23", (17, 23)), ("3-5, 1", (1, 3, 4, 5)), ("07", (7,)), ("4-4", (4,))],
)
def test_cards_are_numbers_and_ranges_and_mean_the_deck(
    written: str, numbers: tuple[int, ...]
) -> None:
    assert order(None, None, written) == Order("deck", 1, numbers)


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("", "'' is neither the number of a card nor a range of numbers"),
        ("a", "'a' is neither the number of a card nor a range of numbers"),
        ("1;2", "'1;2' is neither the number of a card nor a range of numbers"),
        ("9-1", "'9-1' is neither the number of a card nor a range of numbers"),
        ("٣", "'٣' is neither the number of a card nor a range of numbers"),
        ("1,3-5,4", "card 4 is named twice"),
    ],
)
def test_cards_that_are_no_numbers_are_named(written: str, message: str) -> None:
    with pytest.raises(Failure) as failure:
        order(None, None, written)
    assert failure.value.exit_code is ExitCode.USAGE
    assert _messages(failure.value) == [f"--cards {written}: {message}"]


def test_options_of_the_deck_are_refused_where_no_deck_is_printed() -> None:
    with pytest.raises(Failure) as failure:
        order("sheet", 2, "1")
    assert _messages(failure.value) == [
        "--copies: it is about the deck, and --only sheet prints none",
        "--cards: it is about the deck, and --only sheet prints none",
    ]


def test_copies_take_the_first_colours() -> None:
    assert order(None, 2, None).decks(_GAME) == ("A", "B")
    assert order(None, None, None).decks(_GAME) == ("A",)


def test_more_copies_than_colours_and_cards_beyond_the_deck_are_reported_together() -> None:
    problems = "\n".join(map(str, hold(order("deck", 3, "5,6,9"), _GAME)))
    assert problems == (
        "--copies 3: error: Game G tells 2 decks apart by their colours\n"
        "  ask for 2 at most, and print again for more\n"
        "--cards 6,9: error: the deck of Game G holds cards 1 to 5\n"
        "  name cards of the deck, such as --cards 1,5-9"
    )


def test_card_nought_is_beyond_the_deck() -> None:
    assert len(list(hold(order(None, None, "0"), _GAME))) == 1


def test_a_product_that_the_game_lacks_is_named() -> None:
    problems = [str(problem) for problem in hold(order("roster", None, None), _GAME)]
    assert problems == [
        "Game G: error: the game has no roster\n  leave out --only, or name another game"
    ]
    bare = replace(_GAME, deck=None)
    assert [p.message for p in hold(order(None, None, None), bare)] == [
        "the game has nothing to print"
    ]
    assert list(hold(order("deck", None, None), _GAME)) == []
