"""Turn a Game and what was asked for into the contents that the print must hold.

Contents come from the rules one at a time and are handed out by the name of their face, so that a
print in the rules' order is held against them without keeping them all.
"""

from collections.abc import Collection, Iterator
from itertools import repeat
from typing import NamedTuple

from printgen.content.content import Content
from printgen.content.faces_of_print import contents, sets_of
from printgen.rules.model import Game, Print


class Demand(NamedTuple):
    """One face that the rules want: its set's key ("" where there is none) and its content.

    `back` is the face to come behind it, "" where none is.
    """

    set: str
    content: Content
    back: str = ""


class Expected:
    """The faces that the rules want of one print; `backs` are what comes behind them, if any."""

    def __init__(
        self,
        game: Game,
        print_: Print,
        sets: tuple[str, ...],
        rows: tuple[str, ...] | None,
        backs: Print | None = None,
    ) -> None:
        self._coming = _wanted(game, print_, sets, rows, backs)
        self._waiting: dict[str, Demand] = {}
        self._filling: dict[str, Demand] = {}
        self._printed: set[str] = set()

    def take(self, face: str) -> Demand | None:
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
            self._printed.add(face)
            if found.content.fills_sheet:
                self._filling[face] = found
        return found

    def printed(self, face: str) -> bool:
        """Whether that face was handed out before."""
        return face in self._printed

    def missing(self) -> Iterator[Demand]:
        """Every face that was never asked for, in the rules' order."""
        yield from self._waiting.values()
        yield from self._coming


def _wanted(
    game: Game,
    print_: Print,
    sets: tuple[str, ...],
    rows: tuple[str, ...] | None,
    backs: Print | None,
) -> Iterator[Demand]:
    keys = None if rows is None else frozenset(rows)
    known = sets_of(game, print_)
    # A set that the game has not is told of by itself; it has no faces to want.
    for set_ in [set_ for set_ in sets if set_ in known] if known else ("",):
        behind = _behind(game, backs, set_, keys)
        for face in contents(game, print_, set_, keys):
            yield Demand(set_, face.content, next(behind))


def _behind(
    game: Game, backs: Print | None, set_: str, keys: Collection[str] | None
) -> Iterator[str]:
    """The faces to come behind those of a set: each its own, one for all, or none."""
    if backs is None:
        return repeat("")
    names = (one.content.face for one in contents(game, backs, set_, keys))
    return repeat(next(names)) if backs.fills_sheet else names
