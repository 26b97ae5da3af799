"""Coverage of checks: a small game's wrong values are found, reported or not counted."""

from pathlib import Path

import pytest

import printgen
from printgen.cli import main
from printgen.content.printed_columns import find_unchecked_columns, list_printed_values
from printgen.problems import Failure
from printgen.rules.coverage import coverage as check_coverage
from printgen.rules.coverage.coverage import ColumnCoverage, CoverageTester
from printgen.rules.loading.load import load_game

GAMES = Path(printgen.__file__).parent / "games"
STARTERS = GAMES.parent / "starters"
GAME = """\
game: {id: small, name: Small}
prints:
  deck: {template: card.html, each: cards, count: copies, shows: [card, suit.mark, power, text]}
suits:
  columns: {suit: key, mark: mark, note: text}
  rows: [[red, heart, Not printed 7], [blue, spade]]
cards:
  columns:
    card: key
    suit: {refers: suits}
    power: {type: number, head: Power}
    hurt: {type: band, dice: 1d6, head: Hurt}
    text: prose
    copies: {type: number, silent: true}
  rows:
    - [1, red, 3, 1 to 4, Draw 2 cards., 2]
    - [2, blue, 5, 5 to 6, "Pay one :heart: or 12.", 2]
"""


def write_game(folder: Path, *checks: str, data: str = GAME) -> Path:
    folder.mkdir()
    lines = "".join(f"  - {check}\n" for check in checks)
    (folder / "game.yaml").write_text(data + "checks:\n" * bool(checks) + lines)
    return folder


def measure(folder: Path, *, use_all: bool = True) -> dict[str, ColumnCoverage]:
    tester = CoverageTester(folder, list_printed_values)
    columns = [column for _, _, column in tester.measure(use_all=use_all) if column]
    return {f"{column.table}.{column.column}": column for column in columns}


def messages(column: ColumnCoverage) -> list[str]:
    return [str(problem).partition(": note: ")[2] for problem in column.list_problems()]


def test_values_that_no_check_covers_are_listed_at_their_place(tmp_path: Path) -> None:
    """Each once, with a check that covers the column after the last."""
    power = measure(write_game(tmp_path / "game"))["cards.power"]
    assert (power.found, power.total) == (0, 7)
    first, last = power.list_problems()
    assert str(first).endswith(
        'game.yaml:16:16: cards.power: note: no check finds "2" instead of "3"'
    )
    assert last.hint.endswith("then add {count: cards, by: [card, power], is: {…}}")


def test_a_check_finds_every_change_of_its_column(tmp_path: Path) -> None:
    folder = write_game(
        tmp_path / "game",
        "{count: cards, by: [card, power], is: {1: {3: 1}, 2: {5: 1}}}",
        "{numbers: cards.text, is: {1: [2], 2: [heart, 12]}}",
        "{count: suits, by: [suit, mark], is: {red: {heart: 1}, blue: {spade: 1}}}",
    )
    columns = measure(folder)
    for name in ("cards.power", "suits.mark"):
        assert columns[name].found == columns[name].total > 0
    text = columns["cards.text"]
    assert text.found == text.total == 5  # 2, 12: one more, one less; the mark
    assert not text.uncounted


def test_numbers_in_words_are_listed_and_not_counted(tmp_path: Path) -> None:
    data = GAME.replace("Draw 2 cards.", "Draw two cards.").replace(
        "Pay one :heart: or 12.", "Pay."
    )
    text = measure(write_game(tmp_path / "game", data=data))["cards.text"]
    assert text.total == 0
    change = '"Draw three cards." instead of "Draw two cards."'
    assert messages(text) == [f"no check finds {change} (in words: not counted)"]


def test_bands_are_checked_by_their_type(tmp_path: Path) -> None:
    """A gap or an overlap needs no check. Here no face prints the column, so it does not count."""
    assert "cards.hurt" not in measure(write_game(tmp_path / "game"))
    shown = GAME.replace("power, text]", "power, text, hurt]")
    hurt = measure(write_game(tmp_path / "shown", data=shown))["cards.hurt"]
    assert hurt.total > hurt.found > 0


def test_what_no_face_prints_is_not_counted(tmp_path: Path) -> None:
    columns = measure(write_game(tmp_path / "game"))
    assert "suits.note" not in columns
    assert "cards.copies" in columns  # one card more is printed


def test_rows_in_another_order_are_found_by_their_list(tmp_path: Path) -> None:
    missed = measure(write_game(tmp_path / "game"))["cards.card"].missed
    assert {change.kind for change in missed} == {"key", "row order"}
    held = write_game(tmp_path / "held", "{order: cards, is: [1, 2]}")
    assert not measure(held)["cards.card"].missed


def test_a_table_in_a_file_is_read_once_and_changed(tmp_path: Path) -> None:
    data = GAME.partition("  rows:\n    -")[0].replace("cards:\n", "cards:\n  file: cards.csv\n")
    folder = write_game(tmp_path / "game", data=data)
    (folder / "cards.csv").write_text(
        "card,suit,power,hurt,text,copies\n1,red,3,,,1\n2,blue,5,,,1\n"
    )
    (problem, *_) = measure(folder)["cards.power"].list_problems()
    assert Path(problem.where.file).name == "cards.csv"
    assert problem.where.line == 2


@pytest.mark.slow
def test_the_sample_is_the_same_in_every_run(tmp_path: Path) -> None:
    rows = "".join(f"    - [{number}, red, {number % 7}, '', '', 1]\n" for number in range(3, 40))
    folder = write_game(tmp_path / "game", data=GAME + rows)
    first, second = (measure(folder, use_all=False) for _ in range(2))
    assert first["cards.power"].total == 8
    assert [*map(str, first["cards.power"].missed)] == [*map(str, second["cards.power"].missed)]


def test_a_game_that_cannot_be_loaded_fails(tmp_path: Path) -> None:
    with pytest.raises(Failure):
        CoverageTester(write_game(tmp_path / "game", "{count: crads, is: 2}"), list_printed_values)


def test_printed_columns_that_no_check_names(tmp_path: Path) -> None:
    """Numbers and marks, in the order of the files; what is not printed is left out."""
    folder = write_game(tmp_path / "game", "{count: cards, is: 2}")
    assert find_unchecked_columns(load_game(folder)) == [
        "suits.mark",
        "cards.power",
        "cards.copies",
    ]
    checks = "{sum: cards.power, is: 8}", "{count: cards, by: suit.mark, is: {heart: 1, spade: 1}}"
    held = load_game(write_game(tmp_path / "held", *checks, "{sum: cards.copies, is: 4}"))
    assert find_unchecked_columns(held) == []


def test_a_column_taken_from_a_checked_one_is_checked(tmp_path: Path) -> None:
    data = GAME.replace(
        "silent: true}\n  rows", "silent: true}\n    emblem: {from: suit.mark}\n  rows"
    )
    data = data.replace("power, text]", "emblem]")
    checks = (
        "{count: suits, by: [suit, mark], is: {red: {heart: 1}, blue: {spade: 1}}}",
        "{sum: cards.copies, is: 4}",
    )
    assert find_unchecked_columns(
        load_game(write_game(tmp_path / "a", "{count: cards, is: 2}", data=data))
    ) == ["suits.mark", "cards.copies", "cards.emblem"]
    assert find_unchecked_columns(load_game(write_game(tmp_path / "b", *checks, data=data))) == []


@pytest.mark.slow
def test_the_command_reports_the_share(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", str(tmp_path / "harbour"), "--starter", "harbour"]) == 0
    capsys.readouterr()
    assert main(["check", str(tmp_path / "harbour"), "--coverage"]) == 0
    assert "the checks find " in capsys.readouterr().out
    assert main(["check", "--all", str(tmp_path / "harbour")]) == 2
    assert main(["check", "--coverage", __file__]) == 2


@pytest.mark.quick("harbour")
@pytest.mark.parametrize(
    "folder", [*sorted(GAMES.iterdir()), STARTERS / "harbour"], ids=lambda folder: folder.name
)
def test_each_printed_value_of_bundled_games_is_covered(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two changes of each column and kind, or all with `check GAME --coverage --all`."""
    monkeypatch.setattr(check_coverage, "SAMPLE_SIZE", 2)
    columns = measure(folder, use_all=False)
    assert [change for column in columns.values() for change in column.missed] == []
    assert len(columns) > 3
