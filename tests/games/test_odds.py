"""The odds that bundled games print are those that `printgen odds` computes."""

from fractions import Fraction

import pytest

from printgen.roll_tables.odds import RollTable, compute_at_least_once_chances
from printgen.roll_tables.odds_tables import read_game_odds
from printgen.rules.loading.load import load_game
from printgen.system.bundled import find_game


def roll_table(game: str, table: str, column: str, dice: str = "") -> RollTable:
    found = read_game_odds(find_game(game), table, column, dice)
    assert isinstance(found, RollTable)
    return found


def printed(game: str, view: str, name: str) -> dict[int, Fraction]:
    """A column of a printed table of odds, by the number in front of its rows."""
    rows = load_game(find_game(game)).table(view).rows
    return {row.cells["value"]: Fraction(*row.cells[name]) for row in rows}


@pytest.mark.parametrize(
    ("game", "view", "table", "column", "dice", "names"),
    [
        ("fistful-of-lead", "shoot_odds", "ranges", "need", "1d10",
         {"short": ["Short"], "long": ["Long"]}),
        ("fistful-of-lead", "wound_odds", "wound", "roll", "1d10",
         {"shock": ["Shock"], "wound": ["Wound and fall prone"], "out": ["Out of action"]}),
        ("fistful-of-lead", "recover_odds", "recover", "roll", "1d10",
         {"out": ["out"], "stay": ["stay"], "well": ["well"]}),
        ("true-lead", "odds", "tests", "success", "",
         {"thug": ["thug"], "boss": ["boss"], "veteran": ["veteran"], "legend": ["legend"]}),
        ("colonial-siege", "morale_odds", "morale", "verdict", "",
         {"stays": ["stays"], "equal": ["equal"], "removed": ["removed"]}),
        ("combat-leader", "odds", "cards", "accuracy", "",
         {"clear": ["accurate_in_clear", "accurate_minus_1", "accurate"],
          "elsewhere": ["accurate_minus_1", "accurate"], "unmodified": ["accurate"]}),
    ],
)  # fmt: skip
def test_printed_odds(
    game: str, view: str, table: str, column: str, dice: str, names: dict[str, list[str]]
) -> None:
    computed = roll_table(game, table, column, dice)
    for name, results in names.items():
        for value, chance in printed(game, view, name).items():
            chances = computed.compute_chances(value)
            assert sum(chances[result] for result in results) == chance


def test_the_worth_of_cards() -> None:
    """One die that must reach a need, with 1 added, and the better of two dice."""
    needs = roll_table("horse-and-musket", "needs", "least")
    rows = load_game(find_game("horse-and-musket")).table("odds").by_key
    two_dice = compute_at_least_once_chances(needs.compute_chances(0), 2)
    for hand, chances in (
        ("plain", needs.compute_chances(0)),
        ("jack", needs.compute_chances(1)),
        ("two", two_dice),
    ):
        assert [*rows[hand].cells["chance"].values()] == [
            100 * chance for chance in chances.values()
        ]


def test_a_roll_with_its_own_dice() -> None:
    chances = roll_table("colonial-siege", "edge_roll", "roll").compute_chances(0)
    assert [*chances.values()] == [Fraction(2, 3), Fraction(1, 3), 0]
