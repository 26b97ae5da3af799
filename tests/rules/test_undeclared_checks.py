"""Mistakes that every game is checked for, without a declared check."""

from pathlib import Path

import pytest

from printgen.problems import Failure
from printgen.rules.checks.check import check_game
from printgen.rules.loading.load import load_game

GAME = """\
game: {id: small, name: Small}
results:
  columns: {result: key, label: text, mark: mark, bonus: modifier}
  rows: [[miss, Miss, cross, +0], [hit, Hit, burst, +0], [better, Hit, burst, +1]]
shots:
  columns:
    shot: key
    rolls: {each: results, type: band, dice: 1d6}
    near: {type: number, head: scores}
    far: {type: number, head: scores}
  rows:
    - {shot: first, miss: 1 to 2, hit: 3 to 5, better: 6 or more, near: 5, far: 1}
wounds:
  columns: {wound: key, roll: {type: band, dice: 2d6}}
  rows: [[scratch, 7 or less], [light, 8 to 11], [heavy, 12 or more]]
chances: {count: 2d6, read: wounds.roll, at: 0 to 1,
  columns: {fine: {head: Fine, counts: [scratch]}, hurt: {head: Hurt, counts: [light, heavy]}}}
guide:
  columns: {part: key, table: table}
  rows: [[first, wounds]]
"""


def list_problems(folder: Path, game: str) -> list[str]:
    (folder / "game.yaml").write_text(game, "utf-8")
    try:
        problems = [*check_game(load_game(folder))]
    except Failure as failure:
        problems = [*failure.problems]
    return [str(problem).replace(f"{folder}/", "") for problem in problems]


def test_a_correct_game_has_no_problem(tmp_path: Path) -> None:
    """Labels may be equal beside other modifiers, heads in a row; open bands may pass the dice."""
    assert list_problems(tmp_path, GAME) == []


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("[miss, Miss,", "[miss, Hit,", ["game.yaml:4:40: result hit, label: error:"]),
        (
            "burst, +0]",
            "cross, +0]",
            ['game.yaml:4:46: result hit, mark: error: "cross" is also in result miss'],
        ),
        (
            "head: Hurt",
            "head: Fine",
            ['game.yaml:16:1: "Fine": error: the columns fine and hurt have the same head'],
        ),
        (
            "8 to 11], [heavy, 12 or more]",
            "8 to 11], [heavy, 12 to 13]",
            ["game.yaml:15:58: wound heavy, roll: error: 2d6 cannot roll all of"],
        ),
        (
            "count: 2d6",
            "count: 1d6",
            ["game.yaml:16:29: error: wounds.roll declares other dice than 1d6"],
        ),
        (
            "first, wounds",
            "first, guide",
            ["game.yaml:20:18: error: tables refer to each other in a circle: guide → guide"],
        ),
    ],
)
def test_each_mistake_is_an_error(
    tmp_path: Path, before: str, after: str, expected: list[str]
) -> None:
    assert before in GAME
    problems = list_problems(tmp_path, GAME.replace(before, after))
    assert [p[: len(e)] for p, e in zip(problems, expected, strict=False)] == expected
