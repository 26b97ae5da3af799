"""An order says what to print, and a mistake in it is named with what to write instead."""

from pathlib import Path

import pytest

from printgen.order import make_order, validate_order
from printgen.problems import ExitCode, Failure
from printgen.rules.load import load
from printgen.rules.model import Game, Size

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
    return load(folder)


def mistakes(
    game: Game,
    only: str | None = None,
    copies: int | None = None,
    cards: str | None = None,
    *sizes: str,
) -> list[str]:
    return [str(found) for found in validate_order(make_order(only, copies, cards, sizes), game)]


def printed(game: Game, only: str | None, cards: str | None = None) -> list[str]:
    return [one.id for one in make_order(only, None, cards, ()).prints(game)]


def keys(game: Game, cards: str, only: str | None = None) -> list[str]:
    order = make_order(only, None, cards, ())
    found = order.keys(game, order.prints(game)[0])
    assert found is not None
    return sorted(found)


def test_nothing_asked_for_is_every_print_in_one_set(game: Game) -> None:
    order = make_order(None, None, None, ())
    assert printed(game, None) == ["page", "cards", "cards-backs", "chips"]
    _, cards, backs, chips = game.prints
    assert [order.sets(game, one) for one in (cards, backs, chips)] == [("A",), ("A",), ()]
    assert order.keys(game, cards) is None
    assert mistakes(game) == []


def test_one_print_brings_its_backs(game: Game) -> None:
    assert printed(game, "cards") == ["cards", "cards-backs"]
    assert printed(game, "cards-backs") == ["cards-backs"]
    assert printed(game, "page") == ["page"]


def test_rows_alone_mean_the_first_print_of_a_face_a_row(game: Game) -> None:
    assert printed(game, None, "1") == ["cards", "cards-backs"]
    assert printed(game, "chips", "red") == ["chips"]


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("1,3", ["1", "3"]),
        ("3-5, 1", ["1", "3", "4", "5"]),
        ("02", ["2"]),
        ("4-4", ["4"]),
    ],
)
def test_rows_are_keys_and_ranges_of_numbers(game: Game, written: str, found: list[str]) -> None:
    assert keys(game, written) == found
    assert mistakes(game, None, None, written) == []


def test_a_key_that_looks_like_a_range_is_a_key(game: Game) -> None:
    assert keys(game, "3-4,red", "chips") == ["3-4", "red"]


@pytest.mark.parametrize("wrong", ["", "a", "1;2", "5-1", "٣", "0", "6", "4-6", "1-999999"])
def test_rows_that_there_are_not_are_named_with_those_there_are(game: Game, wrong: str) -> None:
    assert mistakes(game, None, None, wrong) == [
        (
            f"--cards {wrong}: error: the cards has no row '{wrong}'; they are 1 to 5\n"
            "  name them with commas between, such as --cards 17,23 or --cards 1-9"
        )
    ]


def test_a_row_named_twice_is_a_mistake(game: Game) -> None:
    assert mistakes(game, None, None, "1,3-5,4") == [
        "--cards 1,3-5,4: error: 4 is named twice\n  name each once"
    ]


def test_backs_are_printed_whole(game: Game) -> None:
    order = make_order(None, None, "2", ())
    _, backs = order.prints(game)
    assert order.keys(game, backs) is None


def test_copies_take_the_first_sets(game: Game) -> None:
    _, cards, *_ = game.prints
    assert make_order(None, 2, None, ()).sets(game, cards) == ("A", "B")
    assert mistakes(game, "cards", 4) == [
        (
            "--copies 4: error: Game G tells 3 sets of its cards apart: A, B, C\n"
            "  ask for 3 at most, and print again for more"
        )
    ]


def test_copies_of_a_print_without_sets_are_refused(game: Game) -> None:
    assert mistakes(game, "chips", 2) == [
        (
            "--copies 2: error: chips has one set of faces and no other\n"
            "  leave out --copies, and print it again"
        )
    ]


def test_a_print_that_the_game_lacks_is_named(game: Game) -> None:
    assert mistakes(game, "card") == ["Game G: error: the game has no card\n  did you mean cards?"]


def test_a_game_without_prints_says_what_to_add(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("game: {id: g, name: Game G}\n", encoding="utf-8")
    assert mistakes(load(tmp_path)) == [
        "Game G: error: the game has nothing to print\n  add prints: to its game.yaml"
    ]


def test_a_size_is_one_of_those_of_its_print(game: Game) -> None:
    order = make_order(None, None, None, ("cards=70 x 120",))
    _, cards, backs, chips = game.prints
    tall = Size("70x120", 70.0, 120.0)
    assert (order.size(cards), order.size(backs), order.size(chips)) == (tall, tall, None)
    assert make_order(None, None, None, ()).size(cards) == Size("poker", 63.5, 88.9)
    assert mistakes(game, None, None, None, "cards=70x120") == []


@pytest.mark.parametrize(
    ("size", "said"),
    [
        ("chips=tcg", "the chips of Game G is not laid out for it"),
        ("cards=tcg", "the cards of Game G is not laid out for it"),
        ("deck=tcg", "Game G has no deck"),
        ("cards-backs=poker", "Game G has no cards-backs"),
    ],
)
def test_a_size_that_a_print_has_not_is_named(game: Game, size: str, said: str) -> None:
    (found,) = mistakes(game, None, None, None, size)
    assert found.startswith(f"--size {size}: error: {said}\n")


def test_sizes_that_are_none_are_all_named_at_once() -> None:
    with pytest.raises(Failure) as failure:
        make_order(None, None, None, ("cards", "cards=poke", "cards=3 x 3"))
    assert failure.value.exit_code is ExitCode.USAGE
    assert [f"{one.where}: {one.message}" for one in failure.value.problems] == [
        "--size cards: no print and size",
        '--size cards=poke: no size is called "poke"',
        '--size cards=3 x 3: no size is called "3 x 3"',
    ]


def test_every_mistake_is_named_in_one_run(game: Game) -> None:
    assert len(mistakes(game, "cards", 9, "7,8", "chips=tcg")) == 4
