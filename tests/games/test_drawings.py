"""A status's one drawing stands wherever a rule names the status, on cards and sheets."""

import re

import pytest

from printgen.content.content import FaceContent
from printgen.content.faces_of_print import generate_wanted_faces, list_set_keys
from printgen.rules.loading.load import load_game
from printgen.rules.model import Game
from printgen.system.bundled import find_game, get_templates_folder

# Of each game: words that hold a status's name and mean something else, drawings that say two
# statuses at once, and sections that explain what is printed elsewhere.
GAMES = {
    "colonial-siege": (("elief column placed",), {}, ("markers", "open")),
    "combat-leader": (("stays jammed, BROKEN!", "BROKEN! jams"), {}, ("open",)),
    "fistful-of-lead": (("wound roll",), {"felled": ("drop", "bar")}, ("readings", "statuses")),
    "horse-and-musket": (
        (), {}, ("actions", "table", "statuses", "open-cards", "open-powers", "open-models"),
    ),
    "true-lead": (
        ("to be activated again", "when activated", "any mount"),
        {},
        ("before", "open", "statuses"),
    ),
}  # fmt: skip
PRINTS = ("deck", "sheet", "markers", "roster")


def faces(game: Game, id_: str) -> list[FaceContent]:
    print_ = game.find_print(id_)
    assert print_ is not None
    first, *_ = list_set_keys(game, print_) or ("",)
    return [wanted.content for wanted in generate_wanted_faces(game, print_, first, None)]


@pytest.mark.parametrize("name", GAMES)
def test_a_rule_that_names_a_status_shows_its_drawing(name: str) -> None:
    others, both, apart = GAMES[name]
    game = load_game(find_game(name))
    statuses = [row.cells for row in game.table("statuses").rows]
    missing = []
    for content in (one for id_ in PRINTS for one in faces(game, id_)):
        for field, words in content.fields.items():
            if field not in content.prose or field.partition(".")[0] in apart:
                continue
            for other in others:
                words = words.replace(other, "")
            row, _, _ = field.rpartition(".")  # a row may show the mark beside its text
            shown = {
                mark
                for at, mark in content.marks.items()
                if at.startswith(f"{field}.mark.") or at == f"{row}.mark"
            }
            shown |= {each for mark in shown for each in both.get(mark, ())}
            missing += [
                (content.face, field, words, status["label"])
                for status in statuses
                if re.search(rf"\b{status['label']}s?\b", words, re.IGNORECASE)
                and status["mark"] not in shown
            ]
    assert not missing


@pytest.mark.parametrize("name", GAMES)
def test_a_status_has_one_drawing(name: str) -> None:
    """A file for each, in the game's folder or among the shared ones and not in both."""
    game = load_game(find_game(name))
    marks = [row.cells["mark"] for row in game.table("statuses").rows]
    assert len(set(marks)) == len(marks)
    for mark in marks:
        own = get_templates_folder() / name / "marks" / f"{mark}.svg"
        assert own.exists() != (get_templates_folder() / "marks" / f"{mark}.svg").exists()
