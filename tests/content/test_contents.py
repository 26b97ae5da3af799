"""What each face of Combat Leader must carry, as literals read from the rules."""

from collections import Counter

import msgspec
import pytest

from printgen.content.catalogue import contents, keys_of, margin, runs, sets_of, title
from printgen.content.content import Content
from printgen.resources import find_game
from printgen.rules.load import load
from printgen.rules.model import Game


@pytest.fixture(scope="module")
def game() -> Game:
    return load(find_game("combat-leader"))


def faces(game: Game, id_: str, set_: str = "", *keys: str) -> tuple[Content, ...]:
    print_ = game.find_print(id_)
    assert print_ is not None
    found = contents(game, print_, set_, frozenset(keys) or None)
    return tuple(wanted.content for wanted in found)


def card(game: Game, number: int, letter: str = "A") -> Content:
    (content,) = faces(game, "deck", letter, str(number))
    return content


STRIP_LABELS = {
    **{f"selection.s{size}.label": str(size) for size in range(2, 13) if size != 6},
    "selection.title": "Soldier",
}
TABLE_WORDS = {
    "accuracy.title": "Accuracy",
    "accuracy.head": "Mod FP",
    "accuracy.head.label": "Result",
    "accuracy.miss.label": "Miss",
    "accuracy.accurate_in_clear.label": "Accurate in Clear",
    "accuracy.accurate_in_clear.modifier": "−1",
    "accuracy.accurate_minus_1.label": "Accurate",
    "accuracy.accurate_minus_1.modifier": "−1",
    "accuracy.accurate.label": "Accurate",
}


def strip(*drawn: str) -> dict[str, str]:
    return {f"selection.s{size}": text for size, text in enumerate(drawn, 2)}


def test_the_first_card_carries_the_top_of_the_table(game: Game) -> None:
    """The ace of spades, cell by cell."""
    content = card(game, 1)
    assert content.face == "A-01"
    assert content.title == "deck A, card 1"
    assert content.marks == {"suit.mark": "spades", "selection.s6.mark": "die"}
    assert dict(content.fields) == {
        "game": "Combat Leader",
        "card": "01",
        "deck": "A",
        "rank": "A",
        "suit": "Spades",
        **TABLE_WORDS,
        "accuracy.miss": "5 or less",
        "accuracy.accurate_in_clear": "6 to 7",
        "accuracy.accurate_minus_1": "8 to 10",
        "accuracy.accurate": "11 or more",
        "repair.title": "Repair check",
        "repair": "FIXED!",
        **STRIP_LABELS,
        **strip(*"1" * 11),
    }
    assert content.small == {"card", "deck", "game"}
    assert not content.inputs
    assert not content.fills_sheet


def test_a_card_in_the_middle_carries_its_own_row_and_draws(game: Game) -> None:
    """Card 35 of deck B, the nine of diamonds, cell by cell."""
    content = card(game, 35, "B")
    assert content.face == "B-35"
    assert content.marks == {"suit.mark": "diamonds", "selection.s6.mark": "die"}
    assert dict(content.fields) == {
        "game": "Combat Leader",
        "card": "35",
        "deck": "B",
        "rank": "9",
        "suit": "Diamonds",
        **TABLE_WORDS,
        "accuracy.miss": "−3 or less",
        "accuracy.accurate_in_clear": "−2 to −1",
        "accuracy.accurate_minus_1": "0 to 2",
        "accuracy.accurate": "3 or more",
        "repair.title": "Repair check",
        "repair": "N/A",
        **STRIP_LABELS,
        **strip("1", "2", "3", "5", "5", "7", "3", "8", "5", "2", "11"),
    }


def test_a_jam_carries_words_where_the_table_would_stand(game: Game) -> None:
    """Card 53: no rank, no suit, no bands, but a repair result."""
    content = card(game, 53)
    assert content.marks == {"kind.mark": "jam", "selection.s6.mark": "die"}
    assert dict(content.fields) == {
        "game": "Combat Leader",
        "card": "53",
        "deck": "A",
        "kind": "Jam!",
        "kind.text": (
            "In an accuracy or melee check, see if the weapon jams (main rules)."
            " In melee, draw first for the side, then for the soldier."
        ),
        "repair.title": "Repair check",
        "repair": "BROKEN!",
        **STRIP_LABELS,
        **strip("1", "2", "1", "3", "5", "4", "5", "8", "3", "9", "5"),
    }


def test_a_reshuffle_carries_its_letter_and_what_the_letter_means(game: Game) -> None:
    """Card 57: R in the rows that the deck does not fill evenly; no repair result."""
    content = card(game, 57)
    assert content.marks == {"kind.mark": "reshuffle", "selection.s6.mark": "die"}
    assert dict(content.fields) == {
        "game": "Combat Leader",
        "card": "57",
        "deck": "A",
        "kind": "Reshuffle!",
        "kind.text": (
            "Shuffle the whole deck and draw again."
            " When selecting a soldier or reading a d6, just use the strip."
        ),
        **STRIP_LABELS,
        **strip("1", "3", "1", "2", "3", "R", "R", "R", "7", "R", "9"),
        "selection.or": "R",
        "selection.or.text": "No soldier: draw again.",
    }
    assert ("selection.or", ("selection.or.text",)) in content.groups
    assert (("selection.or", "selection.or.text"),) in content.lines


def test_lines_of_a_group_pair_each_value_with_its_head(game: Game) -> None:
    """The proof holds these on one line: exchanged labels would be a fault."""
    accuracy, selection = card(game, 1).lines
    assert accuracy == (
        ("accuracy.head", "accuracy.head.label"),
        ("accuracy.miss", "accuracy.miss.label"),
        (
            "accuracy.accurate_in_clear",
            "accuracy.accurate_in_clear.label",
            "accuracy.accurate_in_clear.modifier",
        ),
        (
            "accuracy.accurate_minus_1",
            "accuracy.accurate_minus_1.label",
            "accuracy.accurate_minus_1.modifier",
        ),
        ("accuracy.accurate", "accuracy.accurate.label"),
    )
    assert selection[0] == ("selection.s2", "selection.s2.label")
    assert selection[4] == ("selection.s6", "selection.s6.mark")
    assert len(selection) == 11


def test_each_title_heads_its_own_group(game: Game) -> None:
    content = card(game, 1)
    accuracy, selection = content.lines
    assert content.groups == (
        ("accuracy.title", tuple(name for line in accuracy for name in line)),
        ("repair.title", ("repair",)),
        ("selection.title", tuple(name for line in selection for name in line)),
    )


def test_a_deck_has_sixty_faces_and_every_set_its_own(game: Game) -> None:
    found = [content.face for set_ in "AC" for content in faces(game, "deck", set_)]
    assert len(found) == len(set(found)) == 120
    assert found[0] == "A-01"
    assert found[-1] == "C-60"
    deck = game.find_print("deck")
    assert deck is not None
    assert runs(game, deck, None) == (60,)
    assert runs(game, deck, frozenset(("17", "23"))) == (2,)
    assert sets_of(game, deck) == ("A", "B", "C", "D", "E", "F")
    assert keys_of(game, deck)[16] == "17"


def test_rows_are_picked_by_key_and_stay_in_order(game: Game) -> None:
    assert [content.face for content in faces(game, "deck", "A", "23", "17")] == ["A-17", "A-23"]


def test_a_back_says_all_twice_and_fills_its_sheet(game: Game) -> None:
    (back,) = faces(game, "deck-backs", "F")
    assert back.fills_sheet
    assert back.face == "F-back"
    assert dict(back.fields) == {
        "game": "Combat Leader",
        "game.turned": "Combat Leader",
        "deck": "F",
        "deck.turned": "F",
        "deck.label": "Slate",
        "deck.label.turned": "Slate",
    }


def test_markers_come_as_often_as_the_rules_say(game: Game) -> None:
    found = faces(game, "markers")
    said = Counter((face.fields.get("label"), face.fields.get("side.label")) for face in found)
    assert said == {
        ("Jammed", None): 12,
        ("Broken", None): 8,
        (None, "Olive"): 12,
        (None, "Navy"): 12,
    }
    assert len({face.face for face in found}) == 44
    first, last = found[0], found[-1]
    assert (dict(first.fields), dict(first.marks)) == ({"label": "Jammed"}, {"mark": "jammed"})
    assert (dict(last.fields), dict(last.marks)) == ({"number": "12", "side.label": "Navy"}, {})


def test_the_sheet_explains_each_marker_in_the_same_words(game: Game) -> None:
    (sheet,) = faces(game, "sheet")
    for face in faces(game, "markers"):
        if "label" in face.fields:
            name = "repair.statuses." + face.marks["mark"]
            assert sheet.fields[f"{name}.label"] == face.fields["label"]
            assert sheet.marks[f"{name}.mark"] == face.marks["mark"]
            assert sheet.fields[f"{name}.text"]


def test_the_sheets_sections_are_headed_in_order(game: Game) -> None:
    (sheet,) = faces(game, "sheet")
    assert [sheet.fields[section.heading] for section in sheet.sections] == [
        "Soldier selection",
        "Rolling a d6",
        "Repair check",
        "Accuracy",
        "Odds of a hit",
        "Jam!",
        "Reshuffle!",
        "One question, one card",
        "In the main rules",
    ]
    assert [group.heading for group in sheet.groups] == [
        section.heading for section in sheet.sections
    ]
    assert {
        section.key: tuple(grid.table for grid in section.grids)
        for section in sheet.sections
        if section.grids
    } == {"repair": ("statuses",), "accuracy": ("ranks",), "chances": ("odds",)}


@pytest.mark.parametrize(
    ("value", "clear", "elsewhere", "unmodified"),
    [(-7, "0", "0", "0"), (-3, "16", "8", "0"), (2, "36", "28", "16"), (6, "52", "44", "32")],
)
def test_the_sheets_odds_count_cards(
    game: Game, value: int, clear: str, elsewhere: str, unmodified: str
) -> None:
    """Four times the rows of the thirteen ranks: 52 less the misses, and so on."""
    (sheet,) = faces(game, "sheet")
    line = f"chances.odds.{value}"
    assert sheet.fields[f"{line}.clear"] == clear
    assert sheet.fields[f"{line}.elsewhere"] == elsewhere
    assert sheet.fields[f"{line}.unmodified"] == unmodified


@pytest.mark.parametrize(
    ("value", "share"), [(-7, "0%"), (-6, "8%"), (-3, "31%"), (2, "69%"), (6, "100%")]
)
def test_the_sheets_odds_say_their_share(game: Game, value: int, share: str) -> None:
    (sheet,) = faces(game, "sheet")
    assert sheet.fields[f"chances.odds.{value}.clear.share"] == share


def test_the_odds_say_what_they_count_and_head_each_column(game: Game) -> None:
    (sheet,) = faces(game, "sheet")
    heads = ("value.head", "clear.head", "elsewhere.head", "unmodified.head")
    assert sheet.fields["chances.odds.title"] == "Cards that hit and their share,"
    assert sheet.fields["chances.odds.subtitle"] == "of 52 value cards"
    assert [sheet.fields[f"chances.odds.{head}"] for head in heads] == [
        "Mod FP",
        "Target in Clear",
        "Elsewhere",
        "With no −1",
    ]
    assert sheet.lines[-1][0] == tuple(f"chances.odds.{head}" for head in heads)
    assert sheet.lines[-1][1] == (
        "chances.odds.-7.value",
        "chances.odds.-7.clear",
        "chances.odds.-7.clear.share",
        "chances.odds.-7.elsewhere",
        "chances.odds.-7.elsewhere.share",
        "chances.odds.-7.unmodified",
        "chances.odds.-7.unmodified.share",
    )


def test_the_sheet_has_the_bands_of_all_thirteen_ranks(game: Game) -> None:
    (sheet,) = faces(game, "sheet")
    assert sheet.fields["accuracy.ranks.rank.head"] == "Card"
    assert sheet.fields["accuracy.ranks.A.rank"] == "A"
    assert sheet.fields["accuracy.ranks.A.accuracy.miss"] == "5 or less"
    assert sheet.fields["accuracy.ranks.K.accuracy.accurate_minus_1"] == "−4 to −2"
    assert sum(1 for name in sheet.fields if name.endswith(".accuracy.accurate_in_clear")) == 13


def test_rosters_differ_in_their_face_alone(game: Game) -> None:
    first, second = faces(game, "roster")
    assert (first.face, second.face) == ("roster-1", "roster-2")
    assert first.fields == second.fields
    assert first.inputs["men.soldiers.12.weapon"] == "text"
    assert first.inputs["men.soldiers.12.status.broken"] == "check"
    assert len(first.inputs) == 64
    assert {
        name: text
        for name, text in first.fields.items()
        if name.endswith((".head", ".label")) or name == "title"
    } == {
        "title": "Fire team",
        "head.team.team.head": "Team",
        "head.team.player.head": "Player",
        "head.team.leader.head": "Leader",
        "men.soldiers.number.head": "No.",
        "men.soldiers.name.head": "Name",
        "men.soldiers.weapon.head": "Weapon",
        "men.soldiers.status.jammed.label": "Jammed",
        "men.soldiers.status.broken.label": "Broken",
        "men.soldiers.out.head": "Out",
        "foot.notes.notes.head": "Notes",
    }


def test_a_column_of_a_roster_is_headed_by_its_own_head(game: Game) -> None:
    """Where nothing else heads a table: what is written in a box is that column's."""
    roster, _ = faces(game, "roster")
    headed = dict(roster.groups)
    assert headed["men.soldiers.status.broken.label"] == tuple(
        f"men.soldiers.{number}.status.broken" for number in range(1, 13)
    )
    assert headed["foot.notes.notes.head"] == ("foot.notes.1.notes",)


def test_a_game_has_the_prints_of_its_data_in_their_order(game: Game) -> None:
    assert [one.id for one in game.prints] == ["deck", "deck-backs", "sheet", "markers", "roster"]


def test_the_margin_names_game_sheet_set_and_rules(game: Game) -> None:
    deck, backs, _, markers, _ = game.prints
    lines = margin(game, deck, "0123abcd", 2, 7, "A")
    assert lines == {
        "margin.title": "Combat Leader: Action deck",
        "margin.sheet": "Sheet 2 of 7",
        "margin.digest": "rules 0123abcd",
        "margin.scale": "Print at 100 %, without scaling",
        "margin.bar": "50 mm",
        "margin.deck": "Deck A",
    }
    assert "margin.deck" not in margin(game, markers, "0123abcd", 1, 1, "")
    assert title(game, backs) == "Combat Leader: Action deck, backs"


def test_a_page_has_no_margin(game: Game) -> None:
    """Its face says the same."""
    sheet = game.find_print("sheet")
    assert sheet is not None
    assert margin(game, sheet, "0123abcd", 1, 1, "") == {}
    (content,) = faces(game, "sheet")
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
    """Six statuses, then the objectives and the rounds, each together."""
    markers = load(find_game("fistful-of-lead"))
    print_ = markers.find_print("markers")
    assert print_ is not None
    assert runs(markers, print_, None) == (0, 12, 12, 8, 8, 6, 14, 5, 6)
