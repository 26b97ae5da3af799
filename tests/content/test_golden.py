"""What Combat Leader's prints say and show, face by face: reviewed, and not to change by chance.

A line a face: its words in order of their letters, the ids of its marks, and how many form fields
it has. They come from the faces as the bundled templates set them.
"""

import re
from pathlib import Path

import pytest

from printgen.content.faces_of_print import generate_wanted_faces, list_set_keys
from printgen.face.face import Face, FormField, PlacedMark, TextRun
from printgen.layout.compose import Composer
from printgen.pipeline.faces import compose_faces
from printgen.pipeline.print_job import make_composer
from printgen.rules.loading.load import load_game
from printgen.rules.model import Game
from printgen.rules.values.sizes import Size
from printgen.system.bundled import find_game

FOLDER = find_game("combat-leader")
GOLDEN = Path(__file__).parent / "golden"
A4 = Size("a4", 210.0, 297.0)


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game(FOLDER)


@pytest.fixture(scope="module")
def composer() -> Composer:
    return make_composer(FOLDER)


def said(face: Face) -> str:
    words = sorted(
        "DIGEST" if re.fullmatch(r"[0-9a-f]{8}", word) else word
        for item in face.items
        if isinstance(item, TextRun) and item.field
        for word in item.text.split()
    )
    marks = sorted(i.drawing.id for i in face.items if isinstance(i, PlacedMark) and i.field)
    fields = sum(isinstance(item, FormField) for item in face.items)
    parts = [" ".join(words), " ".join(marks), *([f"{fields} fields"] if fields else [])]
    return " | ".join(parts).rstrip()


@pytest.mark.quick(every=7)
@pytest.mark.parametrize(
    "id_", ["deck", "deck-backs", "box", "sheet", "markers", "markers-backs", "roster"]
)
def test_words_marks_and_fields_are_those_reviewed(
    game: Game, composer: Composer, id_: str
) -> None:
    print_ = game.find_print(id_)
    assert print_ is not None
    size = A4 if print_.is_page else next(iter(print_.sizes), None)
    sets = ("A",) if id_ in ("deck", "box") else list_set_keys(game, print_) or ("",)
    found = [
        said(face)
        for set_ in sets
        for face in compose_faces(
            composer, game, print_, generate_wanted_faces(game, print_, set_, None), size
        )
    ]
    assert found == (GOLDEN / f"{id_}.txt").read_text("utf-8").splitlines()


def test_the_game_has_no_print_that_is_not_reviewed(game: Game) -> None:
    assert {one.id for one in game.prints} == {path.stem for path in GOLDEN.glob("*.txt")}
