"""What each face of Combat Leader must carry, as literals read from the rules."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from printgen.content.catalogue import contents, margin, prints_of, title
from printgen.content.model import Content
from printgen.content.sheet import whole_per_cent
from printgen.resources import find_game
from printgen.rules.bands import Band
from printgen.rules.load import load
from printgen.rules.model import Game


@pytest.fixture(scope="module")
def game() -> Game:
    return load(Path(find_game("combat-leader")))


def card(game: Game, number: int, letter: str = "A") -> Content:
    (content,) = contents(game, "deck", (letter,), {number})
    return content


def test_a_value_card_carries_its_index_table_repair_strip_and_number(game: Game) -> None:
    """Card 35, the nine of diamonds, cell by cell."""
    content = card(game, 35, "B")
    assert content.face == "B-35"
    assert content.marks == {"suit.mark": "diamonds", "selection.6.row": "die"}
    assert dict(content.fields) == {
        "game": "Combat Leader",
        "number": "35",
        "deck": "B",
        "rank": "9",
        "suit": "Diamonds",
        "accuracy.title": "Accuracy",
        "accuracy.axis": "Mod FP",
        "accuracy.heading": "Result",
        "accuracy.miss": "−3 or less",
        "accuracy.miss.label": "Miss",
        "accuracy.accurate_in_clear": "−2 to −1",
        "accuracy.accurate_in_clear.label": "Accurate in Clear",
        "accuracy.accurate_in_clear.modifier": "−1",
        "accuracy.accurate_minus_1": "0 to 2",
        "accuracy.accurate_minus_1.label": "Accurate",
        "accuracy.accurate_minus_1.modifier": "−1",
        "accuracy.accurate": "3 or more",
        "accuracy.accurate.label": "Accurate",
        "repair.title": "Repair check",
        "repair": "N/A",
        "selection.title": "Soldier",
        "selection.2.row": "2",
        "selection.2": "1",
        "selection.3.row": "3",
        "selection.3": "2",
        "selection.4.row": "4",
        "selection.4": "3",
        "selection.5.row": "5",
        "selection.5": "5",
        "selection.6": "5",
        "selection.7.row": "7",
        "selection.7": "7",
        "selection.8.row": "8",
        "selection.8": "3",
        "selection.9.row": "9",
        "selection.9": "8",
        "selection.10.row": "10",
        "selection.10": "5",
        "selection.11.row": "11",
        "selection.11": "2",
        "selection.12.row": "12",
        "selection.12": "11",
    }


def test_jam_and_reshuffle_carry_words_where_the_table_would_stand(game: Game) -> None:
    """A Jam! card has a repair result, a Reshuffle! card none; neither has a band."""
    jam, reshuffle = card(game, 53), card(game, 60)
    assert jam.fields["kind"] == "Jam!"
    assert jam.fields["repair"] == "BROKEN!"
    assert reshuffle.fields["kind"] == "Reshuffle!"
    assert not any(name.startswith("repair") for name in reshuffle.fields)
    for content in (jam, reshuffle):
        assert not any(name.startswith("accuracy") for name in content.fields)
        assert content.marks.keys() == {"kind.mark", "selection.6.row"}
    assert reshuffle.fields["selection.11"] == "R"


def test_rows_of_a_table_pair_each_label_with_its_value(game: Game) -> None:
    """The proof holds these on one line: exchanged labels would be a fault."""
    accuracy, strip = card(game, 1).tables
    assert accuracy[2] == (
        "accuracy.accurate_in_clear",
        "accuracy.accurate_in_clear.label",
        "accuracy.accurate_in_clear.modifier",
    )
    assert strip[0] == ("selection.2.row", "selection.2")
    assert len(accuracy) == 5
    assert len(strip) == 11


def test_a_deck_has_sixty_faces_and_every_copy_its_own(game: Game) -> None:
    faces = [content.face for content in contents(game, "deck", ("A", "C"))]
    assert len(faces) == len(set(faces)) == 120
    assert faces[0] == "A-01"
    assert faces[-1] == "C-60"


def test_cards_picks_by_number(game: Game) -> None:
    faces = [content.face for content in contents(game, "deck", ("A",), {23, 17})]
    assert faces == ["A-17", "A-23"]


def test_a_back_says_all_twice_and_fills_its_sheet(game: Game) -> None:
    (back,) = contents(game, "deck-backs", ("F",))
    assert back.fills_sheet
    assert dict(back.fields) == {
        "game": "Combat Leader",
        "game.turned": "Combat Leader",
        "deck": "F",
        "deck.turned": "F",
        "deck.label": "Slate",
        "deck.label.turned": "Slate",
    }


def test_markers_come_as_often_as_the_rules_say(game: Game) -> None:
    found = Counter(content.face.split("-")[0] for content in contents(game, "markers", ()))
    assert found == {"jammed": 12, "broken": 8, "A": 12, "B": 12}


def test_the_sheet_explains_each_marker_in_the_same_words(game: Game) -> None:
    (sheet,) = contents(game, "sheet", ())
    for content in contents(game, "markers", ()):
        if "label" in content.fields:
            name = "status." + content.face.split("-")[0]
            assert sheet.fields[f"{name}.label"] == content.fields["label"]
            assert sheet.marks[f"{name}.mark"] == content.marks["mark"]
            assert sheet.fields[f"{name}.text"]


@pytest.mark.parametrize(
    ("value", "clear", "elsewhere", "unmodified"),
    [(-7, "0", "0", "0"), (-3, "16", "8", "0"), (2, "36", "28", "16"), (6, "52", "44", "32")],
)
def test_the_sheets_odds_count_cards(
    game: Game, value: int, clear: str, elsewhere: str, unmodified: str
) -> None:
    """Four times the rows of the thirteen ranks: 52 less the misses, and so on."""
    (sheet,) = contents(game, "sheet", ())
    assert sheet.fields[f"odds.clear.{value}"] == clear
    assert sheet.fields[f"odds.elsewhere.{value}"] == elsewhere
    assert sheet.fields[f"odds.unmodified.{value}"] == unmodified


def test_a_share_is_of_all_the_value_cards(game: Game) -> None:
    """Past the ends of a closed table no card counts, and there is still a share: none."""
    assert game.deck is not None
    cards = tuple(
        replace(card, bands=tuple(Band(band.low or 0, band.high or 0) for band in card.bands))
        for card in game.deck.cards
    )
    (sheet,) = contents(replace(game, deck=replace(game.deck, cards=cards)), "sheet", ())
    assert sheet.fields["odds.clear.-7"] == "0"
    assert sheet.fields["odds.clear.-7.share"] == "0%"


def test_the_sheet_has_the_bands_of_all_thirteen_ranks(game: Game) -> None:
    (sheet,) = contents(game, "sheet", ())
    assert sheet.fields["bands.A.miss"] == "5 or less"
    assert sheet.fields["bands.K.accurate_minus_1"] == "−4 to −2"
    assert sum(1 for name in sheet.fields if name.endswith(".accurate_in_clear")) == 13


@pytest.mark.parametrize(
    ("share", "printed"),
    [
        (Fraction(0), 0),
        (Fraction(1, 1000), 1),
        (Fraction(32, 52), 62),
        (Fraction(1, 8), 13),
        (Fraction(999, 1000), 99),
        (Fraction(1), 100),
    ],
)
def test_a_share_is_rounded_but_never_to_certainty(share: Fraction, printed: int) -> None:
    assert whole_per_cent(share) == printed


def test_rosters_differ_in_their_face_alone(game: Game) -> None:
    first, second = contents(game, "roster", ())
    assert (first.face, second.face) == ("roster-1", "roster-2")
    assert first.fields == second.fields
    assert first.inputs["soldier.12.weapon"] == "text"
    assert first.inputs["soldier.12.broken"] == "check"
    assert sum(1 for name in first.inputs if name.endswith(".jammed")) == 12


def test_a_game_has_only_the_prints_it_has_data_for(game: Game) -> None:
    assert prints_of(game) == ("deck", "deck-backs", "sheet", "markers", "roster")
    assert prints_of(replace(game, deck=None, sheet=None, roster=None)) == ("markers",)
    with pytest.raises(AssertionError, match="markers"):
        title(replace(game, markers=None), "markers")


def test_the_margin_names_game_sheet_deck_and_rules(game: Game) -> None:
    lines = margin(game, "deck", "0123abcd", 2, 7, "A")
    assert lines["margin.title"] == "Combat Leader: Action deck"
    assert lines["margin.sheet"] == "Sheet 2 of 7"
    assert lines["margin.deck"] == "Deck A"
    assert "0123abcd" in lines["margin.digest"]
    assert "margin.deck" not in margin(game, "markers", "0123abcd", 1, 1, "")
    assert title(game, "deck-backs") == "Combat Leader: Action deck, backs"
