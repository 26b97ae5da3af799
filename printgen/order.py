"""Turn what was asked for on the command line into an order that a game can be held to.

An order names prints, decks and cards; whether a game has them is asked of the game, and every
mistake is reported at once. It knows no paper and no PDF.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from printgen.content.catalogue import Print, prints_of
from printgen.problems import ExitCode, Failure, Problem, Where
from printgen.rules.model import Game

Product = Literal["deck", "sheet", "markers", "roster"]

PRINTS_OF_PRODUCT: dict[Product, tuple[Print, ...]] = {
    "deck": ("deck", "deck-backs"),
    "sheet": ("sheet",),
    "markers": ("markers",),
    "roster": ("roster",),
}


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be printed: one product or (None) all, how many decks, which cards (None: all)."""

    only: Product | None
    copies: int
    cards: tuple[int, ...] | None

    def prints(self, game: Game) -> tuple[Print, ...]:
        """The prints of `game` that this order asks for, in the order they are built."""
        has = prints_of(game)
        return (
            has if self.only is None else tuple(p for p in has if p in PRINTS_OF_PRODUCT[self.only])
        )

    def decks(self, game: Game) -> tuple[str, ...]:
        """The letters of the decks printed."""
        letters = tuple(colour.letter for colour in game.deck.colours) if game.deck else ()
        return letters[: self.copies]


def order(only: Product | None, copies: int | None, cards: str | None) -> Order:
    """The order that the options of `printgen build` make; None stands for one not given.

    Asking for cards asks for the deck alone. Raises `Failure` (usage) with every mistake.
    """
    problems = []
    if only not in (None, "deck"):
        problems += [
            _mistake(
                f"--{option}",
                f"it is about the deck, and --only {only} prints none",
                f"leave out --{option}, or write --only deck",
            )
            for option, given in (("copies", copies), ("cards", cards))
            if given is not None
        ]
    numbers = None
    if cards is not None:
        only = "deck"
        numbers, mistakes = _numbers(cards)
        problems += mistakes
    if problems:
        raise Failure(ExitCode.USAGE, problems)
    return Order(only, copies or 1, numbers)


def hold(order: Order, game: Game) -> Iterator[Problem]:
    """Every reason why `game` cannot be printed as ordered."""
    prints = order.prints(game)
    if not prints:
        what = f"no {order.only}" if order.only else "nothing to print"
        yield _mistake(game.name, f"the game has {what}", "leave out --only, or name another game")
    if game.deck is None or "deck" not in prints:
        return
    colours = len(game.deck.colours)
    if order.copies > colours:
        yield _mistake(
            f"--copies {order.copies}",
            f"{game.name} tells {colours} decks apart by their colours",
            f"ask for {colours} at most, and print again for more",
        )
    count = len(game.deck.cards)
    beyond = [number for number in order.cards or () if not 1 <= number <= count]
    if beyond:
        yield _mistake(
            f"--cards {','.join(map(str, beyond))}",
            f"the deck of {game.name} holds cards 1 to {count}",
            "name cards of the deck, such as --cards 1,5-9",
        )


_PART = re.compile(r"\s*(\d{1,6})\s*(?:-\s*(\d{1,6})\s*)?", re.ASCII)


def _numbers(cards: str) -> tuple[tuple[int, ...], list[Problem]]:
    """Numbers such as 17,23 or 1-9, in rising order."""
    numbers: set[int] = set()
    problems = []
    for part in cards.split(","):
        match = _PART.fullmatch(part)
        first = int(match[1]) if match else 1
        last = int(match[2] or match[1]) if match else 0
        if last < first:
            problems.append(
                _mistake(
                    f"--cards {cards}",
                    f"{part.strip()!r} is neither the number of a card nor a range of numbers",
                    "write numbers with commas between, such as --cards 17,23 or --cards 1-9",
                )
            )
            continue
        chosen = range(first, last + 1)
        twice = sorted(numbers.intersection(chosen))
        if twice:
            problems.append(
                _mistake(
                    f"--cards {cards}", f"card {twice[0]} is named twice", "name each card once"
                )
            )
        numbers.update(chosen)
    return tuple(sorted(numbers)), problems


def _mistake(subject: str, message: str, hint: str) -> Problem:
    return Problem(Where(subject=subject), message, hint)
