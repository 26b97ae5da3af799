"""Turn a Game and what was asked for into the contents that the print must hold.

Contents come from the rules one at a time and are handed out by the name of their face, so that a
print in the rules' order is held against them without keeping them all.
"""

from collections.abc import Iterator
from typing import NamedTuple

from printgen.content.catalogue import Print, contents
from printgen.content.model import Content
from printgen.rules.model import Game


class Wanted(NamedTuple):
    """One face that the rules want: its deck's letter ("" where there is none) and its content."""

    letter: str
    content: Content


class Expected:
    """The faces that the rules want of one print."""

    def __init__(
        self, game: Game, product: Print, copies: tuple[str, ...], cards: tuple[int, ...] | None
    ) -> None:
        self._coming = _wanted(game, product, copies, cards)
        self._waiting: dict[str, Wanted] = {}
        self._filling: dict[str, Wanted] = {}
        self._titles: dict[str, str] = {}

    def take(self, face: str) -> Wanted | None:
        """What the face so named must hold; None where the rules want no such face."""
        if face in self._filling:
            return self._filling[face]
        if face not in self._waiting:
            for wanted in self._coming:
                self._waiting[wanted.content.face] = wanted
                if wanted.content.face == face:
                    break
        found = self._waiting.pop(face, None)
        if found is not None:
            self._titles[face] = found.content.title
            if found.content.fills_sheet:
                self._filling[face] = found
        return found

    def printed(self, face: str) -> bool:
        """Whether that face was handed out before."""
        return face in self._titles

    def title(self, face: str) -> str:
        """What messages call a face that was handed out; its id where the rules want none."""
        return self._titles.get(face, f"face {face}")

    def missing(self) -> Iterator[Wanted]:
        """Every face that was never asked for, in the rules' order."""
        yield from self._waiting.values()
        yield from self._coming


def _wanted(
    game: Game, product: Print, copies: tuple[str, ...], cards: tuple[int, ...] | None
) -> Iterator[Wanted]:
    if product not in ("deck", "deck-backs"):
        for content in contents(game, product, ()):
            yield Wanted("", content)
        return
    chosen = None if cards is None else frozenset(cards)
    for letter in copies:
        for content in contents(game, product, (letter,), chosen):
            yield Wanted(letter, content)
