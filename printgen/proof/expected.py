"""Turn a Game and what was asked for into the contents that the print must hold.

Contents come from the rules one at a time and are handed out by the name of their face, so that a
print in the rules' order is held against them without keeping them all.
"""

from collections.abc import Collection, Iterator
from itertools import repeat
from typing import NamedTuple

from printgen.content.content import Content
from printgen.content.faces_of_print import generate_faces, list_set_keys
from printgen.rules.model import Game, Print


class ExpectedFace(NamedTuple):
    """One face that the rules want: its set's key ("" where there is none) and its content.

    `back` is the face to come behind it, "" where none is.
    """

    set_key: str
    content: Content
    back_name: str = ""


class ExpectedFaces:
    """The faces that the rules want of one print; `backs` are what comes behind them, if any."""

    def __init__(
        self,
        game: Game,
        print_: Print,
        sets: tuple[str, ...],
        rows: tuple[str, ...] | None,
        backs: Print | None = None,
    ) -> None:
        self._upcoming = _expect_faces(game, print_, sets, rows, backs)
        self._pending: dict[str, ExpectedFace] = {}
        self._sheet_fillers: dict[str, ExpectedFace] = {}
        self._printed_names: set[str] = set()

    def take_face(self, face: str) -> ExpectedFace | None:
        """What the face so named must hold; None where the rules want no such face."""
        if face in self._sheet_fillers:
            return self._sheet_fillers[face]
        if face not in self._pending:
            for candidate in self._upcoming:
                self._pending[candidate.content.face] = candidate
                if candidate.content.face == face:
                    break
        match = self._pending.pop(face, None)
        if match is not None:
            self._printed_names.add(face)
            if match.content.fills_sheet:
                self._sheet_fillers[face] = match
        return match

    def is_printed(self, face: str) -> bool:
        """Whether that face was handed out before."""
        return face in self._printed_names

    def find_missing(self) -> Iterator[ExpectedFace]:
        """Every face that was never asked for, in the rules' order."""
        yield from self._pending.values()
        yield from self._upcoming


def _expect_faces(
    game: Game,
    print_: Print,
    sets: tuple[str, ...],
    rows: tuple[str, ...] | None,
    backs: Print | None,
) -> Iterator[ExpectedFace]:
    keys = None if rows is None else frozenset(rows)
    known_sets = list_set_keys(game, print_)
    # A set that the game has not is told of by itself; it has no faces to want.
    for set_key in [set_key for set_key in sets if set_key in known_sets] if known_sets else ("",):
        back_names = _find_back_names(game, backs, set_key, keys)
        for face in generate_faces(game, print_, set_key, keys):
            yield ExpectedFace(set_key, face.content, next(back_names))


def _find_back_names(
    game: Game, backs: Print | None, set_key: str, keys: Collection[str] | None
) -> Iterator[str]:
    """The faces to come behind those of a set: each its own, one for all, or none."""
    if backs is None:
        return repeat("")
    names = (back.content.face for back in generate_faces(game, backs, set_key, keys))
    return repeat(next(names)) if backs.is_shared_back else names
