"""Which faces a print has, in which sets and runs, and what the margin says of them."""

from collections import Counter

import msgspec
import pytest

from printgen.content.content import FaceContent
from printgen.content.faces_of_print import (
    build_margin_texts,
    format_title,
    generate_wanted_faces,
    list_face_run_lengths,
    list_row_keys,
    list_set_keys,
)
from printgen.rules.loading.load import load_game
from printgen.rules.model import Game
from printgen.rules.queries.content_hash import get_short_digest
from printgen.sheet_layout import DEFAULT_LAYOUT
from printgen.system.bundled import find_game


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game(find_game("combat-leader"))


def faces(game: Game, id_: str, set_: str = "", *keys: str) -> tuple[FaceContent, ...]:
    print_ = game.find_print(id_)
    assert print_ is not None
    found = generate_wanted_faces(game, print_, set_, frozenset(keys) or None)
    return tuple(wanted.content for wanted in found)


def card(game: Game, number: int, letter: str = "A") -> FaceContent:
    (content,) = faces(game, "deck", letter, str(number))
    return content


def test_a_deck_has_sixty_faces_and_three_guides_and_every_set_its_own(game: Game) -> None:
    found = [content.face for set_ in "AC" for content in faces(game, "deck", set_)]
    assert len(found) == len(set(found)) == 126
    assert found[0] == "A-01"
    assert found[59] == "A-60"
    assert found[-1] == "guides-C-jam"
    deck = game.find_print("deck")
    assert deck is not None
    assert list_face_run_lengths(game, deck, None) == (63,)
    assert list_face_run_lengths(game, deck, frozenset(("17", "23"))) == (2,)
    assert list_set_keys(game, deck) == ("A", "B", "C", "D", "E", "F")
    assert list_row_keys(game, deck)[16] == "17"


def test_rows_are_picked_by_key_and_stay_in_order(game: Game) -> None:
    assert [content.face for content in faces(game, "deck", "A", "23", "17")] == ["A-17", "A-23"]


def test_markers_come_as_often_as_the_rules_say(game: Game) -> None:
    found = faces(game, "markers", "B")
    said = Counter((face.fields.get("status.label"), face.fields.get("deck")) for face in found)
    assert said == {("Jammed", "B"): 24, ("Broken", "B"): 12, (None, "B"): 12}
    assert len({face.face for face in found}) == 48
    first, last = found[0], found[-1]
    assert (dict(first.fields), dict(first.marks)) == (
        {"status.label": "Jammed", "deck": "B"},
        {"status.mark": "jammed", "deck.mark": "square"},
    )
    assert (dict(last.fields), dict(last.marks)) == (
        {"soldier": "12", "deck": "B"},
        {"deck.mark": "square"},
    )


def test_a_marker_has_the_other_status_behind_and_a_soldier_the_same_twice(game: Game) -> None:
    backs = faces(game, "markers-backs", "B")
    said = Counter(face.fields.get("reverse.label") for face in backs)
    assert said == {"Broken": 24, "Jammed": 12, None: 12}
    fronts = faces(game, "markers", "B")
    numbers = [face.fields["soldier"] for face in fronts if "soldier" in face.fields]
    assert numbers == [face.fields["soldier"] for face in backs if "soldier" in face.fields]
    assert {face.fields["deck"] for face in backs} == {"B"}


def test_rosters_of_two_decks_differ_only_in_the_deck(game: Game) -> None:
    ((first,), (second,)) = (faces(game, "roster", deck) for deck in "AB")
    assert (first.face, second.face) == ("A-roster", "B-roster")
    changed = {name for name in first.fields if first.fields[name] != second.fields[name]}
    assert changed == {"deck", "deck.label"}
    assert first.inputs == second.inputs


def test_the_margin_names_game_sheet_set_and_rules(game: Game) -> None:
    deck, backs, _, _, markers, _, _ = game.prints
    lines = build_margin_texts(game, deck, DEFAULT_LAYOUT, 2, 7, "A")
    assert lines == {
        "margin.title": "Combat Leader: Action deck",
        "margin.sheet": "Sheet 2 of 7",
        "margin.digest": f"rules {get_short_digest(game)}",
        "margin.scale": "Print at 100 %, without scaling",
        "margin.bar": "50 mm",
        "margin.deck": "Deck A",
    }
    assert "margin.deck" not in build_margin_texts(game, markers, DEFAULT_LAYOUT, 1, 1, "")
    assert format_title(game, backs) == "Combat Leader: Action deck, backs"


def test_a_page_has_no_margin(game: Game) -> None:
    """Its face says the same."""
    sheet = game.find_print("sheet")
    assert sheet is not None
    assert build_margin_texts(game, sheet, DEFAULT_LAYOUT, 1, 1, "") == {}
    content, _ = faces(game, "sheet")
    assert content.fields["game"] == "Combat Leader"
    assert content.fields["digest"].startswith("rules ")


def test_a_cell_changed_in_the_rules_changes_its_field_and_no_other(game: Game) -> None:
    cards = game.table("cards")
    row = cards.by_key["17"]
    other = msgspec.structs.replace(row, cells={**row.cells, "repair": ("BROKEN!",)})
    rows = tuple(other if one is row else one for one in cards.rows)
    tables = {**game.tables, "cards": msgspec.structs.replace(cards, rows=rows)}
    before, after = card(game, 17), card(msgspec.structs.replace(game, tables=tables), 17)
    assert {name for name in before.fields if before.fields[name] != after.fields[name]} == {
        "repair"
    }
    assert after.fields["repair"] == "BROKEN!"


def test_each_kind_of_marker_begins_a_row() -> None:
    """Three statuses, each by itself; where the data does not say so, kinds follow each other."""
    markers = load_game(find_game("horse-and-musket"))
    print_ = markers.find_print("markers")
    assert print_ is not None
    assert list_face_run_lengths(markers, print_, None) == (0, 50, 40, 40)
