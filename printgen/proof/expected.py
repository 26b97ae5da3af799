"""The faces that a print must have, according to the game's data.

Faces are looked up by name, and the content of each is built when it is compared. A print is
therefore compared without keeping all contents in memory.
"""

from collections.abc import Collection, Iterator
from itertools import repeat
from typing import NamedTuple

from printgen.content.faces_of_print import NamedFace, list_set_keys, name_faces
from printgen.manifest import PrintManifest
from printgen.rules.model import Game, Print


class ExpectedFace(NamedTuple):
    """One expected face, and the key of its set ("" without sets).

    `back_name` is the face on its back, "" if there is none.
    """

    set_key: str
    face: NamedFace
    back_name: str = ""


class ExpectedFaces:
    """The expected faces of one print; `backs` is the print of their backs, if any."""

    def __init__(
        self, game: Game, print_: Print, request: PrintManifest, backs: Print | None = None
    ) -> None:
        self._upcoming = _expect_faces(game, print_, request, backs)
        self._pending: dict[str, ExpectedFace] = {}
        self._sheet_fillers: dict[str, ExpectedFace] = {}
        self._printed_names: set[str] = set()

    def take_face(self, face: str) -> ExpectedFace | None:
        """Return the expected face of that name, or None if it is unknown or already taken."""
        if face in self._sheet_fillers:
            return self._sheet_fillers[face]
        if face not in self._pending:
            for candidate in self._upcoming:
                self._pending[candidate.face.name] = candidate
                if candidate.face.name == face:
                    break
        match = self._pending.pop(face, None)
        if match is not None:
            self._printed_names.add(face)
            if not match.face.place.part.table_id:  # it fills its sheet
                self._sheet_fillers[face] = match
        return match

    def is_printed(self, face: str) -> bool:
        """Return whether that face was taken before."""
        return face in self._printed_names

    def find_missing(self) -> Iterator[ExpectedFace]:
        """Yield every face that was never taken, in the order of the data."""
        yield from self._pending.values()
        yield from self._upcoming


def _expect_faces(
    game: Game, print_: Print, request: PrintManifest, backs: Print | None
) -> Iterator[ExpectedFace]:
    """Yield the expected faces in the order of the data."""
    keys = None if request.rows is None else frozenset(request.rows)
    known_sets = list_set_keys(game, print_)
    # A set that the game does not have is reported elsewhere; it has no expected faces.
    for set_key in [key for key in request.sets if key in known_sets] if known_sets else ("",):
        back_names = _find_back_names(game, backs, set_key, keys)
        for face in name_faces(game, print_, set_key, keys):
            yield ExpectedFace(set_key, face, next(back_names))


def _find_back_names(
    game: Game, backs: Print | None, set_key: str, keys: Collection[str] | None
) -> Iterator[str]:
    """Return one back's name for each face of a set; all are "" for a print without backs."""
    if backs is None:
        return repeat("")
    names = (back.name for back in name_faces(game, backs, set_key, keys))
    return repeat(next(names)) if backs.is_shared_back else names
