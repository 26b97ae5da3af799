"""Views count other tables and dice exactly, and are tables like any other."""

import shutil
from pathlib import Path

import pytest

from printgen.rules.columns import make_column_type
from printgen.rules.columns.numbers import Tally, format_percentage
from printgen.rules.loading.load import load_game
from printgen.rules.model import Game, Table
from printgen.rules.queries.export import export_csv


@pytest.fixture(scope="module")
def game(base: Path) -> Game:
    """The small game."""
    return load_game(base)


def counts(table: Table) -> dict[str, list[int]]:
    """What each row counts, by its key."""
    return {
        row.key: [cell.counted for cell in row.cells.values() if isinstance(cell, Tally)]
        for row in table.rows
    }


def test_rows_whose_bands_hold_a_number(game: Game) -> None:
    """At each number, how many of the rows meant give one of the results named."""
    shots = game.table("shots")
    assert counts(shots) == {
        "0": [0, 0], "1": [0, 0], "2": [2, 0], "3": [4, 0], "4": [6, 2], "5": [6, 4],
    }  # fmt: skip
    assert [column.head for column in shots.columns] == ["Skill", "Any", "A hit"]
    assert shots.title == "Cards that hit"
    assert shots.subtitle == "of 6"


def test_rows_by_a_column(game: Game) -> None:
    """Every row of the table referred to has its line, counted over all rows."""
    by_suit = game.table("by_suit")
    assert [(row.cells["suit"], row.cells["count"]) for row in by_suit.rows] == [
        (("red",), Tally(3, 7)),
        (("blue",), Tally(3, 7)),
    ]
    column = by_suit.by_name["suit"]
    assert make_column_type(column, game).format_value(("red",)) == "Red"


def test_dice_added_to_a_number(game: Game) -> None:
    """Of ten faces, how many fall on each row at each bonus; what is beyond the ends counts."""
    assert counts(game.table("chances")) == {
        "-2": [6, 4, 0], "-1": [5, 4, 1], "0": [4, 4, 2], "1": [3, 4, 3], "2": [2, 4, 4],
    }  # fmt: skip
    assert [one.head for one in game.table("chances").columns] == [
        "Bonus", "Nothing", "Shock", "Out",
    ]  # fmt: skip


def viewed(base: Path, folder: Path, view: str) -> Game:
    """The small game with one view more, `v`."""
    shutil.copytree(base, folder)
    (folder / "slip.yaml").write_text(f"v: {view}\n")
    return load_game(folder)


@pytest.mark.parametrize(
    ("view", "found"),
    [
        (
            "{count: 1d10, read: wound.roll, at: 0, columns: {x: {head: X, counts: [shock, out]}}}",
            {"0": [6]},
        ),
        ("{count: 1d6, read: weapons.need, at: -1 to 1}", {"-1": [3, 2], "0": [4, 3], "1": [5, 4]}),
        ("{count: cards, by: rank}", {"A": [2], "2": [2], "3": [2]}),
        ("{count: cards, by: rank, where: {suit: red}}", {"A": [1], "2": [1], "3": [1]}),
        ("{count: encounters, by: kind}", {"water": [1], "road": [2]}),
        ("{count: cards, by: s2}", {"1": [3], "2": [3], "X": [1]}),
        ("{count: cards, read: shot, at: 3, where: {rank: A}}", {"3": [0, 2, 0]}),
    ],
)
def test_other_views(base: Path, tmp_path: Path, view: str, found: dict[str, list[int]]) -> None:
    """Dice, needs, filters, words of a choice, one column of a group."""
    assert counts(viewed(base, tmp_path / "game", view).table("v")) == found


def test_a_view_exports(game: Game) -> None:
    """A view is written to a list as its counts."""
    assert export_csv(game, game.table("by_suit")) == "suit,count\nred,3\nblue,3\n"
    assert export_csv(game, game.table("chances")).splitlines()[1] == "-2,6,4,0"


@pytest.mark.parametrize(
    ("found", "whole", "said"),
    [
        (0, 10, "0%"),
        (10, 10, "100%"),
        (1, 2, "50%"),
        (1, 3, "33%"),
        (2, 3, "67%"),
        (1, 8, "13%"),
        (1, 400, "1%"),
        (399, 400, "99%"),
    ],
)
def test_shares(found: int, whole: int, said: str) -> None:
    """Whole per cent, halves up; 0 and 100 are said only of nothing and of all."""
    assert format_percentage(Tally(found, whole)) == said
