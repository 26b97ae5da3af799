"""An order says what to print, and a mistake in it is named with what to write instead."""

from pathlib import Path
from typing import Any

import pytest

from printgen.pipeline.plan import PrintJob, Request, plan_jobs
from printgen.problems import ExitCode, Failure
from printgen.rules.loading.load import load_game
from printgen.rules.model import Game
from printgen.rules.values.sizes import Size
from printgen.sheet_layout import SheetLayout
from tests.command_line import Printgen

DATA = """
game: {id: g, name: Game G}
prints:
  page: {template: page.html, all: notes, impose: page}
  cards:
    {template: card.svg, each: cards, for: sides, sizes: [poker, 70 x 120], copies: 1,
     back: {template: back.svg}}
  chips: {template: chip.svg, each: chips}
notes: {columns: {note: key}, rows: [[a]]}
sides: {columns: {side: key}, rows: [[A], [B], [C]]}
cards: {columns: {card: {type: key, digits: 2}, text: text}, rows: [{card: 1 to 5}]}
chips: {columns: {chip: key}, rows: [[red], [blue], [3-4]]}
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = tmp_path_factory.mktemp("game")
    (folder / "game.yaml").write_text(DATA, encoding="utf-8")
    return load_game(folder)


def mistakes(game: Game, **typed: Any) -> list[str]:
    with pytest.raises(Failure) as failure:
        plan_jobs(Request(**typed), game)
    assert failure.value.exit_code is ExitCode.USAGE
    return list(map(str, failure.value.problems))


def printed(game: Game, *only: str, **typed: Any) -> list[str]:
    return [one.print.id for one in plan_jobs(Request(only, **typed), game)]


def skipping(places: int) -> SheetLayout:
    return SheetLayout(paper="a4", skip=places)


def keys(game: Game, cards: str, *only: str) -> tuple[str, ...] | None:
    return plan_jobs(Request(only, cards=cards), game)[0].keys


def planned(game: Game, order: Request, id_: str) -> PrintJob:
    (found,) = (one for one in plan_jobs(order, game) if one.print.id == id_)
    return found


def test_nothing_asked_for_is_every_print_in_one_set(game: Game) -> None:
    assert printed(game) == ["page", "cards", "cards-backs", "chips"]
    _, cards, backs, chips = plan_jobs(Request(), game)
    assert [one.sets for one in (cards, backs, chips)] == [("A",), ("A",), ()]
    assert cards.keys is None


def test_one_print_brings_its_backs(game: Game) -> None:
    assert printed(game, "cards") == ["cards", "cards-backs"]
    assert printed(game, "cards-backs") == ["cards-backs"]
    assert printed(game, "page") == ["page"]


def test_several_prints_are_built_in_the_order_of_the_game(game: Game) -> None:
    assert printed(game, "chips", "page") == ["page", "chips"]
    assert printed(game, "cards", "cards-backs") == ["cards", "cards-backs"]
    assert mistakes(game, only=("card", "cards", "chip")) == [
        "--only card: error: Game G has no such print\n  did you mean cards?",
        "--only chip: error: Game G has no such print\n  did you mean chips?",
    ]


def test_rows_and_places_alone_mean_the_first_print_of_a_face_a_row(game: Game) -> None:
    assert printed(game, cards="1") == ["cards", "cards-backs"]
    assert printed(game, layout=skipping(2)) == ["cards", "cards-backs"]
    assert printed(game, "chips", cards="red", layout=skipping(2)) == ["chips"]


def test_rows_and_places_are_those_of_one_print(game: Game) -> None:
    hint = "\n  name one print with --only"
    assert mistakes(game, only=("cards", "chips"), cards="1", layout=skipping(2)) == [
        f"--cards 1: error: needs one print, but several are selected{hint}",
        f"--skip 2: error: needs one print, but several are selected{hint}",
    ]
    assert mistakes(game, only=("page",), layout=skipping(1)) == [
        "--skip 1: error: the page is printed on whole pages\n  leave it out"
    ]


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("1,3", ("1", "3")),
        ("3-5, 1", ("1", "3", "4", "5")),
        ("02", ("2",)),
        ("4-4", ("4",)),
    ],
)
def test_rows_are_keys_and_ranges_of_numbers(
    game: Game, written: str, found: tuple[str, ...]
) -> None:
    assert keys(game, written) == found


def test_a_key_that_looks_like_a_range_is_a_key(game: Game) -> None:
    assert keys(game, "3-4,red", "chips") == ("red", "3-4")


def test_a_range_from_its_end_is_told_the_other_way_round(game: Game) -> None:
    (found,) = mistakes(game, cards="5-1")
    assert "write the smaller number first: 1-5" in found


@pytest.mark.parametrize("wrong", ["", "a", "1;2", "٣", "0", "6", "4-6", "1-999999"])
def test_rows_that_there_are_not_are_named_with_those_there_are(game: Game, wrong: str) -> None:
    assert mistakes(game, cards=wrong) == [
        (
            f"--cards {wrong}: error: the cards has no row '{wrong}'; it has 1-5\n"
            "  separate cards with commas, such as --cards 17,23 or --cards 1-9, or write what"
            " they show"
        )
    ]


def test_a_row_named_twice_is_printed_once(game: Game) -> None:
    assert keys(game, "1,3-5,4") == ("1", "3", "4", "5")


def test_backs_come_along_whole(game: Game) -> None:
    assert [one.name for one in plan_jobs(Request(cards="2"), game)] == [
        "cards-cards-2",
        "cards-backs",
    ]


@pytest.mark.parametrize("print_", ["cards-backs", "page"])
def test_a_print_without_a_face_a_row_has_no_row_to_name(game: Game, print_: str) -> None:
    assert mistakes(game, only=(print_,), cards="2") == [
        (
            f"--cards 2: error: the {print_} has no row '2'; it has none\n"
            "  separate cards with commas, such as --cards 17,23 or --cards 1-9, or write what"
            " they show"
        )
    ]


def test_decks_are_the_first_so_many_and_no_other_print(game: Game) -> None:
    assert printed(game, decks=2) == ["cards", "cards-backs"]
    assert planned(game, Request(decks=2), "cards").sets == ("A", "B")
    assert planned(game, Request(("cards", "chips"), decks=2), "chips").sets == ()
    assert mistakes(game, decks=4) == [
        "--decks 4: error: Game G has the decks A, B, C\n  name existing decks, or leave it out"
    ]


def test_a_deck_goes_by_its_key(game: Game) -> None:
    assert printed(game, deck=("B",)) == ["cards", "cards-backs"]
    assert [one.sets for one in plan_jobs(Request(deck=("B",)), game)] == [("B",), ("B",)]
    assert planned(game, Request(deck=("C", "B")), "cards").sets == ("B", "C")
    assert mistakes(game, deck=("B", "Z")) == [
        "--deck B Z: error: Game G has the decks A, B, C\n  name existing decks, or leave it out"
    ]


@pytest.mark.parametrize("typed", [{"deck": ("A",)}, {"decks": 2}])
def test_decks_of_a_print_without_any_are_refused(game: Game, typed: dict[str, Any]) -> None:
    (found,) = mistakes(game, only=("chips",), **typed)
    assert found.endswith(
        ": error: no deck has a separate chips\n  name existing decks, or leave it out"
    )


def test_decks_are_named_or_counted_but_never_both(game: Game) -> None:
    assert mistakes(game, deck=("B",), decks=2) == [
        "--decks 2: error: cannot be combined with --deck B\n  leave one of them out"
    ]


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ({"only": ("cards",)}, ["cards", "cards-backs"]),
        ({"deck": ("A",)}, ["cards-A", "cards-backs-A"]),
        ({"decks": 2}, ["cards-A+B", "cards-backs-A+B"]),
        ({"deck": ("B",), "cards": "2"}, ["cards-B-cards-2", "cards-backs-B"]),
        ({"cards": "5, 1-4"}, ["cards-cards-1-5", "cards-backs"]),
        (
            {"cards": "2", "layout": skipping(3)},
            ["cards-cards-2-skip-3", "cards-backs-cards-2-skip-3"],
        ),
    ],
)
def test_what_is_printed_in_part_has_a_name_of_its_own(
    game: Game, typed: dict[str, Any], names: list[str]
) -> None:
    assert [one.name for one in plan_jobs(Request(**typed), game)] == names


def test_a_game_without_prints_says_what_to_add(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("game: {id: g, name: Game G}\n", encoding="utf-8")
    assert mistakes(load_game(tmp_path)) == [
        'Game G: error: the game has nothing to print\n  add "prints:" to its game.yaml'
    ]


def test_a_size_is_one_of_those_of_its_print(game: Game) -> None:
    for written in ("cards=70 x 120", "cards=70x120"):
        _, cards, backs, chips = plan_jobs(Request(sizes=(written,)), game)
        tall = Size("70x120", 70.0, 120.0)
        assert (cards.size, backs.size, chips.size) == (tall, tall, None)
    assert planned(game, Request(), "cards").size == Size("poker", 63.5, 88.9)


@pytest.mark.parametrize(
    ("size", "hint"),
    [
        ("chips=tcg", "write one of: cards=70x120, cards=poker"),
        ("poker", "write one of: cards=70x120, cards=poker"),
        ("cards=poke", "did you mean cards=poker (63.5 × 88.9 mm)?"),
        ("cards-backs=poker", "did you mean cards=poker (63.5 × 88.9 mm)?"),
    ],
)
def test_a_size_that_no_print_has_is_told_those_there_are(game: Game, size: str, hint: str) -> None:
    print_, _, size_name = size.rpartition("=")
    assert mistakes(game, sizes=(size,)) == [
        f"--size {size}: error: Game G has no {print_ or 'page'} in size {size_name}\n  {hint}"
    ]


def test_every_mistake_is_named_in_one_run(game: Game) -> None:
    wrong = mistakes(game, only=("cards",), decks=9, cards="7,8", sizes=("chips=tcg", "tcg"))
    assert len(wrong) == 5


@pytest.mark.slow
def test_a_size_of_what_is_not_printed_is_told(printgen: Printgen) -> None:
    said = printgen("build", "fistful-of-lead", "--only", "sheet", "--size", "tcg", "--dry-run")
    assert said.code == 0
    assert said.err == "deck: note: is not printed, so its --size is ignored\n"
    sizes = ("--size", "deck=tcg", "--size", "poker")
    said = printgen("build", "fistful-of-lead", "--only", "deck", *sizes, "--dry-run")
    assert said.code == 2
    assert said.err.startswith("--size poker: error: the deck already has a size\n  leave one of")
