"""Each kind of check finds its fault, and says where it stands, what was found, what to do.

In golden/ a paragraph is a check, or a table of bands, and under it all that is said of it.
`UPDATE=1 pytest tests/rules/test_check.py` writes the files anew; their diff is the review.
"""

import os
import re
import shutil
from pathlib import Path

import pytest

from printgen.problems import Failure
from printgen.rules.checks.check import check_game
from printgen.rules.loading.load import load_game

GOLDEN = Path(__file__).parent / "golden"


def said(folder: Path) -> list[str]:
    """Every finding of a game, without the folder's own path."""
    return [str(problem).replace(f"{folder}/", "") for problem in check_game(load_game(folder))]


@pytest.fixture
def folder(base: Path, tmp_path: Path) -> Path:
    """A copy of the small game that declares nothing."""
    copy = Path(shutil.copytree(base, tmp_path / "game"))
    (copy / "checks.yaml").unlink()
    return copy


def test_the_small_game_holds(base: Path) -> None:
    """All that it declares is so."""
    assert said(base) == []


@pytest.mark.quick(every=2)
@pytest.mark.parametrize(
    ("golden", "file", "head"),
    [("checks.txt", "checks.yaml", "checks:\n  - "), ("bands.txt", "slip.yaml", "")],
)
def test_each_fault_is_found_and_no_other(folder: Path, golden: str, file: str, head: str) -> None:
    """What is said of each check, and unasked of bands, is what was reviewed; of some, nothing."""
    reviewed = (GOLDEN / golden).read_text("utf-8")
    found = []
    for paragraph in reviewed.rstrip("\n").split("\n\n"):
        asked = paragraph.splitlines()[0]
        (folder / file).write_text(f"{head}{asked}\n")
        found.append("\n".join([asked, *said(folder)]))
    told = "\n\n".join(found) + "\n"
    if os.environ.get("UPDATE"):
        (GOLDEN / golden).write_text(told, "utf-8")
    assert told == reviewed


def test_cells_that_another_list_has_otherwise(folder: Path) -> None:
    """Both places are named; what the list leaves empty says nothing."""
    (folder / "checks.yaml").write_text("checks:\n  - {agrees: extras, with: weapons}\n")
    (folder / "extras.csv").write_text("weapon,range,bonus,label\nbow,25,,Long\naxe,,1,\n")
    label, range_ = said(folder)
    for told, column, ours, place, theirs in (
        (label, "label", '"Bow, long"', "extras.csv:2:9", '"Long"'),
        (range_, "range", '"24"', "extras.csv:2:5", '"25"'),
    ):
        assert told.startswith(f"checks.yaml:2:5: weapon bow, {column}: error: ")
        assert ours in told
        assert place in told
        assert theirs in told


def test_keys_of_digits_out_of_turn(folder: Path) -> None:
    """Rows numbered by hand in another order are told by the check of their order."""
    (folder / "slip.yaml").write_text(
        "a: {columns: {n: key, s: {refers: suits}}, rows: [[2], [1]]}"
    )
    (folder / "checks.yaml").write_text("checks:\n  - {order: a, by: s}\n")
    for told, place, key in zip(said(folder), (1, 2), (2, 1), strict=True):
        assert re.match(rf"checks\.yaml:2:5: n {key}: error: .*\b{place}\n", told)


def test_a_face_that_is_not_printed_is_no_use(folder: Path) -> None:
    """A marker of which none is made does not print its status."""
    (folder / "checks.yaml").write_text("checks:\n  - {used: statuses, in: [markers]}\n")
    assert said(folder) == []
    play = folder / "play.yaml"
    play.write_text(play.read_text().replace("It waits., 2]", "It waits., 0]"))
    (problem,) = said(folder)
    assert problem.startswith("checks.yaml:2:5: status calm: error: markers does not print it")


def test_findings_come_as_they_are_found(folder: Path) -> None:
    """The first is given before the rest are looked for, the unasked before the declared."""
    (folder / "checks.yaml").write_text("checks:\n  - {count: cards, is: 8}\n")
    assert "8" in str(next(check_game(load_game(folder))))
    (folder / "slip.yaml").write_text("a: {columns: {b: band}, rows: [[1], [1]]}")
    assert "slip.yaml" in str(next(check_game(load_game(folder))))


def test_a_band_fault_points_at_the_cell(folder: Path) -> None:
    """Line and column are those of the cell, in a list of cells, a mapping and rows in a row."""
    (folder / "slip.yaml").write_text(
        "a:\n"
        "  columns: {k: key, b: band}\n"
        "  rows:\n"
        "    - [one, 1 to 3]\n"
        "    - {k: two, b: 5 to 6}\n"
        "b:\n"
        "  columns: {k: key, in: {rows: outcomes}}\n"
        "  rows: [{k: x, in: [[2 to 5, a],\n"
        "                     [7 to 12, b]]}]\n"
    )
    mapped, within = said(folder)
    assert re.match(r"slip\.yaml:5:19: k two, b: error: .*\b4\b", mapped)
    assert re.match(r"slip\.yaml:9:23: row 2 of outcomes, roll: error: .*\b6\b", within)


def test_a_band_fault_in_a_list_points_at_the_cell(folder: Path) -> None:
    """So do the line and column of a CSV file."""
    (folder / "slip.yaml").write_text("a: {file: list.csv, columns: {k: key, b: band}}\n")
    (folder / "list.csv").write_text("k;b\none;1 to 3\ntwo;4 to 6\nsix;8 and up\n")
    (problem,) = said(folder)
    assert re.match(r"list\.csv:4:5: k six, b: error: .*\b7\b", problem)


def test_a_gap_stops_a_game_without_checks(folder: Path) -> None:
    """The small game with one band changed is found, though it declares nothing."""
    deck = (folder / "deck.yaml").read_text()
    (folder / "deck.yaml").write_text(deck.replace("graze: 2 to 3", "graze: 2"))
    found = said(folder)
    assert len(found) == 3  # one for each rank: the cards that take their bands are not told again
    assert re.match(r"deck\.yaml:16:59: rank A, hit: error: .*\b3\b", found[0])


@pytest.mark.parametrize("times", [1, 2])
def test_a_check_that_cannot_be_asked_is_refused(folder: Path, times: int) -> None:
    """A check in which a name is wrong never holds in silence: the game does not load."""
    (folder / "checks.yaml").write_text("checks:\n" + "  - {count: crads, is: 7}\n" * times)
    with pytest.raises(Failure) as failure:
        load_game(folder)
    assert len(failure.value.problems) == times


def test_a_key_of_raised_digits_is_a_word(folder: Path) -> None:
    """What only looks like a number has no place to stand in."""
    (folder / "slip.yaml").write_text(
        "a: {columns: {n: key, s: {refers: suits}}, rows: [[²], [2]]}", "utf-8"
    )
    (folder / "checks.yaml").write_text("checks:\n  - {order: a, by: s}\n")
    assert said(folder) == []


GROUP = """game: {id: g, name: G}
results: {columns: {result: key}, rows: [[hit], [miss]]}
effects: {columns: {effect: key, text: text}, rows: [[fall, Falls], [hide, Hides], [flee, Flees]]}
cards:
  columns: {card: key, after: {each: results, refers: effects}}
  rows: [[one, fall, hide], [two, fall]]
others:
  columns: {other: key, after: {each: results, refers: effects}}
  rows: [[one, fall, flee], [two, fall]]
chains:
  columns: {effect: key, text: text, next: {each: results, refers: effects}}
  rows: [[fall, Falls, hide], [hide, Hidden]]
prints: {deck: {each: cards, template: card.svg}}
checks:
"""


@pytest.mark.parametrize(
    ("check", "found"),
    [
        (
            "{used: effects, in: [cards.after, deck]}",
            [
                "effect flee: error: no row of cards refers to it",
                "effect flee: error: deck does not print it",
            ],
        ),
        ("{used: results, in: [deck]}", []),
        ("{agrees: others, with: cards}", ['card one, miss: error: is "hide"']),
        ("{agrees: chains, with: effects}", ['effect hide, text: error: is "Hides"']),
        ("{count: cards, by: after, is: {hit: {fall: 2}, miss: {hide: 1, none: 1}}}", []),
        (
            "{each: cards, count: after, is: 2}",
            ["card two, after: error: is 1, but the check expects 2"],
        ),
    ],
)
def test_a_group_of_references_names_rows_of_two_tables(
    tmp_path: Path, check: str, found: list[str]
) -> None:
    """Its heads, and the rows that its cells refer to."""
    (tmp_path / "game.yaml").write_text(f"{GROUP}  - {check}\n")
    told = [problem.splitlines()[0] for problem in said(tmp_path)]
    assert len(told) == len(found)
    for line, wanted in zip(told, found, strict=True):
        assert wanted in line
