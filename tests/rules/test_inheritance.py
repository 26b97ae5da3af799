"""A game that extends a bundled one has all of it, but for what it says itself."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from printgen.problems import Failure, Severity
from printgen.rules.checks.check import check_game
from printgen.rules.loading.load import load_game
from printgen.rules.model import Game
from printgen.rules.queries.content_hash import compute_digest
from printgen.system.bundled import find_bundled_games, find_game

GAME = "game: {id: mine, name: Mine, extends: fistful-of-lead}\n"

Written = Callable[[str], Game]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """Loads a game that extends a bundled one and says so much more."""

    def load_it(text: str) -> Game:
        (tmp_path / "game.yaml").write_text(GAME + text, "utf-8")
        return load_game(tmp_path)

    return load_it


def told(written: Written, text: str) -> list[str]:
    """What is said of what a game writes that is wrong, without files' names."""
    with pytest.raises(Failure) as caught:
        written(text)
    return [
        f"{one.where.line}: {one.severity}: {one.message}\n  {one.hint}"
        for one in caught.value.problems
    ]


@pytest.mark.quick(every=5)
@pytest.mark.parametrize("base", find_bundled_games(), ids=lambda path: path.name)
def test_one_that_says_nothing_more_is_the_same(tmp_path: Path, base: Path) -> None:
    """Its checks are asked too, and hold."""
    (tmp_path / "game.yaml").write_text(f"game: {{id: a, name: A, extends: {base.name}}}", "utf-8")
    mine, theirs = load_game(tmp_path), load_game(base)
    assert (mine.about.id, mine.about.name) == ("a", "A")
    assert len(mine.inherited_checks) == len(theirs.checks) > 0
    assert compute_digest(
        replace(mine, about=theirs.about, checks=theirs.checks)
    ) == compute_digest(theirs)
    assert not [one for one in check_game(mine) if "otherwise" in one.message]


def test_cells_are_changed_rows_left_out_and_added(written: Written) -> None:
    game = written("""
rounds: {changes: {6: , 1: {goes_on: 2+}}}
tokens: {changes: {round-5: {later: }}}
statuses:
  changes: {shock: {label: Stunned}}
  adds: [{status: poisoned, label: Poisoned, mark: drop, count: 2}]
""")
    theirs = load_game(find_game("fistful-of-lead"))
    statuses, before = game.table("statuses"), theirs.table("statuses")
    assert [row.key for row in statuses.rows] == [*(row.key for row in before.rows), "poisoned"]
    shock, old = statuses.by_key["shock"].cells, before.by_key["shock"].cells
    assert shock == {**old, "label": "Stunned"}
    assert old["label"] == "Shock"
    rounds = game.table("rounds").rows
    assert [row.cells["round"] for row in rounds] == ["1", "2", "3", "4", "5"]
    assert rounds[0].cells["goes_on"] != rounds[1].cells["goes_on"]


def test_rows_that_one_row_stands_for_are_changed_by_their_numbers(written: Written) -> None:
    game = written("cards: {changes: {54: }}\n")
    assert len(game.table("cards").rows) == 53


def test_mappings_are_joined_and_lists_replaced(written: Written) -> None:
    game = written("""
prints: {markers: , deck: {title: Mine alone, sizes: tarot}}
limits: []
suits: {columns: {order: text, mark: {silent: true}, also: text}}
""")
    deck = game.find_print("deck")
    assert deck is not None
    assert (deck.title, [str(one) for one in deck.sizes]) == ("Mine alone", ["tarot (70 × 120 mm)"])
    assert deck.parts[0].again == {"turned": ("rank", "suit.mark", "power.mark")}
    assert not game.find_print("markers")
    assert not game.limits
    columns = game.table("suits").by_name
    assert (columns["order"].silent, columns["mark"].silent) == (False, True)
    assert columns["mark"].type == "mark"
    assert [*columns][-1] == "also"


def test_a_table_with_columns_and_rows_is_its_own(written: Written) -> None:
    game = written("dice_needed: {columns: {die: key, mark: mark}, rows: [[gun, burst]]}\n")
    assert [row.key for row in game.table("dice_needed").rows] == ["gun"]
    assert [*game.table("dice_needed").by_name] == ["die", "mark"]


BROKEN = "target: {changes: {prone: {value: -3}}}\n"
QUESTION = "sum target value"


def broken_questions(game: Game) -> list[str]:
    """The names in the messages about inherited checks, which are at the changed value."""
    errors = [one for one in check_game(game) if (one.where.line, one.where.column) == (2, 35)]
    assert all(one.severity is Severity.ERROR for one in errors)
    assert all("a check of the base game fails: " in one.message for one in errors)
    return [one.hint.rpartition("waives: ['")[2].removesuffix("']") for one in errors]


def test_an_inherited_check_that_fails_is_an_error(written: Written) -> None:
    """Its message has the name to waive it by."""
    game = written(BROKEN + "checks: [{count: target, is: 8}]\n")
    assert QUESTION in broken_questions(game)
    (own,) = [one for one in check_game(game) if one.where.line == 3]
    assert own.message == "is 7, but the check expects 8"


@pytest.mark.slow
def test_a_check_of_the_same_question_takes_its_place(written: Written) -> None:
    broken = broken_questions(written(BROKEN))
    game = written(BROKEN + "checks: [{sum: target.value, is: -3}]\n")
    assert broken_questions(game) == [name for name in broken if name != QUESTION]


def test_waived_checks_are_not_run(tmp_path: Path, written: Written) -> None:
    waives = broken_questions(written(BROKEN))
    text = GAME.replace("}", f", waives: {waives}}}") + BROKEN
    (tmp_path / "game.yaml").write_text(text, "utf-8")
    assert [*check_game(load_game(tmp_path))] == []


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("sum target valeu", "no check of the base game has this name"),
        ("count cards", "this check passes, so it needs no waiver"),
    ],
)
def test_a_waiver_of_no_use_is_an_error(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "game.yaml").write_text(GAME.replace("}", f", waives: ['{name}']}}"), "utf-8")
    with pytest.raises(Failure) as caught:
        load_game(tmp_path)
    assert [one.message for one in caught.value.problems] == [message]


def test_checks_of_what_is_no_longer_there_are_not_asked(written: Written) -> None:
    theirs = load_game(find_game("fistful-of-lead")).checks
    game = written("prints: {markers: }\n")
    assert len(theirs) - 3 < len(game.inherited_checks) < len(theirs)


@pytest.mark.parametrize(
    ("text", "line", "message", "hint"),
    [
        (
            "statuses: {changes: {shok: {label: A}}}",
            2,
            "no status is called shok",
            "did you mean shock?",
        ),
        (
            "status: {changes: {shock: {label: A}}}",
            2,
            "no table of the base game is called status",
            "did you mean statuses?",
        ),
        (
            "statuses: {changes: {shock: [A]}}",
            2,
            "this is not a mapping of cells",
            "write {column: cell}",
        ),
        (
            "statuses: {changes: {shock: {lable: A}}}",
            2,
            "unknown column lable",
            "did you mean label?",
        ),
        (
            "statuses: {columns: {label: }}",
            2,
            "the column label has cells in rows",
            'hide it with "silent: true", or write new "columns:" and "rows:"',
        ),
        (
            "statuses: {shock: {label: A}}",
            2,
            "shock is not a key of a table",
            'write "changes:" above it, and indent it further',
        ),
        ("prints: {markes: }", 2, "no print is called markes", "did you mean markers?"),
    ],
)
def test_what_it_has_not_is_told(
    written: Written, text: str, line: int, message: str, hint: str
) -> None:
    assert f"{line}: error: {message}\n  {hint}" in told(written, text)


def test_what_names_a_row_left_out_is_told_with_how_to_change_it(written: Written) -> None:
    said = told(written, "statuses: {changes: {felled: }}\n")
    assert sum('no status is called "felled"' in one for one in said) == 4
    assert said[0] == (
        "1: note: change the data of the base game in this file\n"
        '  write "TABLE:", below it "changes:", and below that "ROW:"'
    )


def test_a_name_that_texts_still_speak_of_is_noted(written: Written) -> None:
    """Where the label of a row was changed, and not where it stays."""
    game = written("statuses: {changes: {shock: {label: Stunned}, aim: {label: Aimed}}}\n")
    (note,) = [one for one in game.notes if "still used" in one.message]
    assert note.where.line == 2
    assert "“Shock” is still used in game.yaml:" in note.message
    assert "play.yaml:" in note.message


def test_a_key_that_is_there_is_not_added(written: Written) -> None:
    (said,) = told(written, "statuses: {adds: [{status: shock, label: A, mark: drop, count: 1}]}\n")
    assert "the status shock appears twice, first in " in said
    assert "fistful-of-lead/play.yaml:" in said


def test_only_a_bundled_game_is_extended(tmp_path: Path) -> None:
    for name, said in (
        ("../mine", "../mine"),
        ("fistful", "fistful"),
        ("[true-lead]", ""),
        ("", ""),
    ):
        (tmp_path / "game.yaml").write_text(f"game: {{id: a, name: A, extends: {name}}}", "utf-8")
        with pytest.raises(Failure) as caught:
            load_game(tmp_path)
        (one,) = caught.value.problems
        assert one.message == f"no bundled game is called {said}"
