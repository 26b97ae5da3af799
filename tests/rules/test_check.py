"""Each kind of check finds its fault, and says where it stands, what was found, what to do."""

import shutil
from pathlib import Path

import pytest

from printgen.problems import Failure
from printgen.rules.check import findings
from printgen.rules.load import load


def said(folder: Path) -> list[str]:
    """Every finding of a game, without the folder's own path."""
    return [str(problem).replace(f"{folder}/", "") for problem in findings(load(folder))]


@pytest.fixture
def folder(base: Path, tmp_path: Path) -> Path:
    """A copy of the small game that declares nothing."""
    copy = Path(shutil.copytree(base, tmp_path / "game"))
    (copy / "checks.yaml").unlink()
    return copy


def test_the_small_game_holds(base: Path) -> None:
    """All that it declares is so; the one thing to say is the note, in exact shares."""
    (note,) = said(base)
    assert note == (
        "checks.yaml:27:5: s3 and shot at 4: note: read from one row they depend on each other: "
        "Graze stands on 1 of the rows with s3 2, on 0 of those with s3 1, on 2/3 of all 6\n"
        "  use a row for each question; the sheet should say so"
    )


MEND = "mend the rows, or what is declared here"

FAILING = [
    ("{count: cards, is: 8}", "cards: error: 7; the data declares 8", MEND),
    ("{count: cards, at_most: 6}", "cards: error: 7; the data declares at most 6", MEND),
    ("{count: cards, at_least: 8}", "cards: error: 7; the data declares at least 8", MEND),
    ("{count: cards, multiple_of: 2}", "cards: error: 7; the data declares a multiple of 2", MEND),
    ("{count: cards, where: {kind: storm}, is: 2}", "cards: error: 1; the data declares 2", MEND),
    ("{count: cards, where: {rank: none}, is: 2}", "cards: error: 1; the data declares 2", MEND),
    (
        "{count: cards, by: kind, is: {value: 7, storm: 1}}",
        "kind, value: error: 6; the data declares 7",
        MEND,
    ),
    (
        "{count: cards, by: kind, is: {value: 6}}",
        "kind, storm: error: 1; the data declares 0",
        MEND,
    ),
    (
        "{count: cards, by: suit, is: 3}",
        "suit, none: error: 1; the data declares 0",
        MEND,
    ),
    (
        "{count: cards, by: suit.label, is: {Red: 2, Blue: 3, none: 1}, says: Three of each.}",
        "suit.label, Red: error: 3; the data declares 2 (Three of each.)",
        MEND,
    ),
    (
        "{count: cards, by: pick, is: {s2: {1 to 2: 3, X: 1}, s3: {1 to 3: 2}}}",
        "pick.s3, X: error: 1; the data declares 0",
        MEND,
    ),
    (
        "{count: cards, by: pick, is: {s2: {1 to 2: 3, X: 1}, s3: {1 to 3: 2, X: 1}, s4: {}}}",
        "error: no column of pick is called s4",
        "write one of: s2, s3",
    ),
    (
        "{count: cards, where: {kind: value}, by: [suit, rank], is: 2}",
        "suit and rank, red, A: error: 1; the data declares 2",
        MEND,
    ),
    (
        "{count: cards, by: [suit, rank], is: 1}",
        "suit and rank, none, none: error: 1; the data declares 0",
        MEND,
    ),
    (
        "{count: cards, read: shot, at: 1 to 2, is: {miss: [6, 4], graze: [0, 2], hit: [0, 1]}}",
        "shot, hit: error: 0, 0; the data declares 0, 1",
        MEND,
    ),
    (
        "{count: cards, by: suit, read: shot, at: 1, is: {miss: [3], graze: [1], hit: [0]}}",
        "shot, graze, blue: error: 0; the data declares 1",
        MEND,
    ),
    (
        "{count: cards, read: shot, at: 1 to 2, is: {miss: [6, 4], graze: [0], hit: [0, 0]}}",
        "shot, graze: error: 0, 2; the data declares 0",
        MEND,
    ),
    (
        "{count: cards, read: shot, at: 1, is: {miss: [6], graze: [0], hit: [0], burst: [0]}}",
        "shot, burst: error: nothing; the data declares 0",
        MEND,
    ),
    (
        "{count: 1d10, read: wound.roll, at: 0, is: {nothing: [4], shock: [4], out: [3]}}",
        "wound.roll, out: error: 2; the data declares 3",
        MEND,
    ),
    (
        "{count: 1d6, read: weapons.need, at: -1 to 1, is: {axe: [3, 4, 5], bow: [2, 3, 5]}}",
        "weapons.need, bow: error: 2, 3, 4; the data declares 2, 3, 5",
        MEND,
    ),
    (
        "{each: sheet, count: statuses, at_most: 1}",
        "section shooting, statuses: error: 2; the data declares at most 1",
        MEND,
    ),
    (
        "{count: cards, by: kind, at_least: 2}",
        "kind, storm: error: 1; the data declares at least 2",
        MEND,
    ),
    (
        "{count: cards, is: {value: 6}}",
        "cards: error: 7; the data declares a mapping",
        MEND,
    ),
    (
        "{count: cards, where: {kind: value}, by: [suit, luck], is: {red: {good: 1, bad: 2}}}",
        "suit and luck, blue, bad: error: 2; the data declares 0",
        MEND,
    ),
    (
        "{each: units, count: weapon, sum: figures, is: pips}",
        "unit guard, weapon + figures: error: 5; the data declares 4",
        MEND,
    ),
    (
        "{steps: cards.pick, wraps: size, within: suit}",
        'card 4, s2: error: "2"',
        'the steps declared want "1"',
    ),
    ("{sum: weapons.range, is: 28}", "weapons.range: error: 27; the data declares 28", MEND),
    (
        "{sum: [weapons.range, statuses.count], is: 30}",
        "weapons.range + statuses.count: error: 33; the data declares 30",
        MEND,
    ),
    (
        "{sum: weapons.range, times: bonus, is: 45}",
        "weapons.range: error: -45; the data declares 45",
        MEND,
    ),
    (
        "{each: units, sum: [figures, pips], is: figures}",
        "unit guard, figures + pips: error: 8; the data declares 4",
        MEND,
    ),
    (
        "{order: cards, by: [rank]}",
        "card 4: error: comes after one that it should precede",
        "order the rows by rank",
    ),
    (
        "{steps: cards.shot, where: {kind: value}, step: 1}",
        'card 4, miss: error: "up to 1"',
        'the steps declared want "up to 4"',
    ),
    (
        "{steps: ranks.shot, step: 2}",
        'rank 2, hit: error: "5 and up"',
        'the steps declared want "6 and up"',
    ),
    (
        "{steps: statuses.count, step: -1}",
        'status calm, count: error: "2"',
        'the steps declared want "3"',
    ),
    (
        "{steps: cards.pick, wraps: size}",
        'card 7, s2: error: "X"',
        'the steps declared want ""',
    ),
    (
        "{steps: cards.pick, wraps: label}",
        "error: s2 has no number label",
        "name under wraps: a column of the heads' table that holds numbers from 1",
    ),
    (
        "{agrees: extras, with: suits}",
        "row of extras 1: error: suits has no row of that key",
        "mend the key",
    ),
    (
        "{agrees: grades, with: ranks}",
        "error: grades and ranks have nothing to compare",
        "give both a column of the same name and type",
    ),
    (
        "{used: statuses, in: [deck]}",
        "status hurt: error: deck does not print it",
        "print the table statuses there, all of it, or leave deck out of in:",
    ),
    (
        "{used: suits, in: [weapons.suits, powers.suit]}",
        "suit blue: error: no row of powers names it",
        "name it in suit of the row that uses it",
    ),
    (
        "{linked: cards, columns: [s3, pick], at: 4}",
        "error: no group of bands of cards is called pick",
        "write one of: shot",
    ),
    (
        "{linked: cards, columns: [s3, shot], at: 4, where: {kind: storm}}",
        "error: no row has both a word of s3 and a result of shot",
        "name others, or delete the check",
    ),
]


@pytest.mark.parametrize(("check", "found", "hint"), FAILING)
def test_each_check_finds_its_fault(folder: Path, check: str, found: str, hint: str) -> None:
    """A fault of each kind is found at the line that declares the check, in these words."""
    (folder / "checks.yaml").write_text(f"checks:\n  - {check}\n")
    assert f"checks.yaml:2:5: {found}\n  {hint}" in said(folder)


HOLDING = [
    "{count: cards, is: 7, at_most: 7, at_least: 7, multiple_of: 7}",
    "{count: cards, where: {suit: [red, none]}, is: 4}",
    "{count: cards, by: kind, is: {value: 6, storm: 1}}",
    "{count: cards, where: {kind: value}, by: suit, is: 3}",
    "{count: cards, where: {kind: value}, by: suit, is: 3, multiple_of: 3}",
    "{count: cards, where: {suit: [red, none]}, by: suit, at_most: 3}",
    "{count: cards, where: {suit: red}, by: [suit, luck], is: {red: {good: 1, bad: 2}}}",
    "{count: cards, where: {kind: storm}, by: pick, is: {X: 1}}",
    "{count: cards, by: s3, is: {1 to 3: 2, X: 1}}",
    "{count: cards, where: {kind: storm}, by: shot, is: {none: 1}}",
    "{count: cards, where: {suit: red}, by: [suit, rank], is: 1}",
    "{count: cards, read: shot, at: -9, is: {miss: [6], graze: [0], hit: [0]}}",
    "{count: 2d6, read: wound.roll, at: 0, is: {nothing: [6], shock: [20], out: [10]}}",
    "{each: sheet, where: {section: shooting}, count: statuses, is: 2}",
    "{each: encounters, count: outcomes.result, at_most: 3}",
    "{sum: weapons.range, times: bonus, is: -45}",
    "{each: units, sum: figures, where: {unit: guard}, is: pips}",
    "{order: cards, by: [kind, suit, rank]}",
    "{steps: ranks.shot, step: 1}",
    "{steps: cards.pick, wraps: size, rest: X}",
    "{agrees: extras, with: weapons}",
    "{used: statuses, in: [sheet.statuses, sheet, markers, roster]}",
    "{linked: cards, columns: [luck, shot], at: -9}",
]


@pytest.mark.parametrize("check", HOLDING)
def test_each_check_holds(folder: Path, check: str) -> None:
    """What is declared and is so gives no finding."""
    (folder / "checks.yaml").write_text(f"checks:\n  - {check}\n")
    assert said(folder) == []


def test_cells_that_another_list_has_otherwise(folder: Path) -> None:
    """Both places are named; what the list leaves empty says nothing."""
    (folder / "checks.yaml").write_text("checks:\n  - {agrees: extras, with: weapons}\n")
    (folder / "extras.csv").write_text("weapon,range,bonus,label\nbow,25,,Long\naxe,,1,\n")
    assert said(folder) == [
        'checks.yaml:2:5: weapon bow, label: error: "Bow, long"\n  extras.csv:2:9 has "Long"',
        'checks.yaml:2:5: weapon bow, range: error: "24"\n  extras.csv:2:5 has "25"',
    ]


def test_keys_of_digits_out_of_turn(folder: Path) -> None:
    """Rows numbered by hand in another order are told by the check of their order."""
    (folder / "slip.yaml").write_text(
        "a: {columns: {n: key, s: {refers: suits}}, rows: [[2], [1]]}"
    )
    (folder / "checks.yaml").write_text("checks:\n  - {order: a, by: s}\n")
    assert said(folder) == [
        f"checks.yaml:2:5: n {key}: error: stands in place {place}\n"
        "  number the rows from 1, each once"
        for place, key in ((1, 2), (2, 1))
    ]


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
    assert "8" in str(next(findings(load(folder))))
    (folder / "slip.yaml").write_text("a: {columns: {b: band}, rows: [[1], [1]]}")
    assert "slip.yaml" in str(next(findings(load(folder))))


UNASKED = [
    ("{b: band}", "[[1 to 3], [5 to 6]]", 'nothing holds 4, between "1 to 3" and "5 to 6"'),
    ("{b: band}", "[[5 to 6], [1 to 2]]", 'nothing holds 3 to 4, between "1 to 2" and "5 to 6"'),
    ("{b: band}", "[[1 to 4], [3 to 6]]", '"1 to 4" and "3 to 6" both hold 3 to 4'),
    ("{b: band}", "[[1 to 6], [2 to 3], [7]]", '"1 to 6" and "2 to 3" both hold 2 to 3'),
    ("{b: band}", "[[1 to 4], [4 and up]]", '"1 to 4" and "4 and up" both hold 4'),
    ("{b: band}", "[[1 and up], [4 to 5]]", '"1 and up" and "4 to 5" overlap'),
    ("{b: band}", "[[up to 1], [up to 5]]", '"up to 1" and "up to 5" overlap'),
    ("{b: {type: band, dice: 1d6}}", "[[2 to 6]]", '"2 to 6" leaves out the 1 of 1d6'),
    ("{b: {type: band, dice: 2d6}}", "[[2 to 11]]", '"2 to 11" leaves out the 12 of 2d6'),
    ("{b: {type: band, dice: 2d6}}", "[[up to 11]]", '"up to 11" leaves out the 12 of 2d6'),
    ("{g: {each: sides, type: band}}", "[[up to 3, 5 and up]]", "nothing holds 4"),
    ("{g: {each: sides, type: band}}", "[{N: up to 1, S: 2 and up}, [up to 3, 3]]", "both hold 3"),
    (
        "{g: {each: sides, type: band, partition: down}}",
        "[[up to 3, up to 3], [4 and up, 5 and up]]",
        "nothing holds 4",
    ),
    ("{in: {rows: outcomes}}", "[{in: [[2 to 5, a], [7 to 12, b]]}]", "nothing holds 6"),
    ("{in: {rows: outcomes}}", "[{in: [[2 to 12, a]]}, {in: [[2 to 11, b]]}]", "the 12 of 2d6"),
]


@pytest.mark.parametrize(("columns", "rows", "found"), UNASKED)
def test_bands_are_checked_unasked(folder: Path, columns: str, rows: str, found: str) -> None:
    """A gap, an overlap or a roll left out is an error without any check, at the cell itself."""
    (folder / "slip.yaml").write_text(f"a:\n  columns: {columns}\n  rows: {rows}\n")
    (problem,) = said(folder)
    assert problem.startswith("slip.yaml:3:")
    assert found in problem


@pytest.mark.parametrize(
    ("columns", "rows"),
    [
        ("{b: band}", "[[up to 0], [1 to 3], [4], [5 and up]]"),
        ("{b: band}", "[[5 and up], [up to 0], [4], [1 to 3]]"),
        ("{b: band}", "[[3 to 4], [], [5 to 9]]"),
        ("{b: {type: band, partition: none}}", "[[1 to 3], [2 to 9], [20]]"),
        ("{b: {type: band, dice: 2d6}}", "[[2 to 6], [7 to 12]]"),
        ("{b: {type: band, dice: 2d6}}", "[[up to 6], [7 and up]]"),
        ("{g: {each: sides, type: band}}", "[[up to 3, 4 and up], [5, 6]]"),
        ("{g: {each: sides, type: band, partition: down}}", "[[1 to 3, 1], [4, 2]]"),
        ("{g: {each: sides, type: band, partition: none}}", "[[1 to 3, 2], [9, 2]]"),
        ("{in: {rows: outcomes}}", "[{in: [[2 to 12, a]]}, {}]"),
    ],
)
def test_whole_bands_are_not_found(folder: Path, columns: str, rows: str) -> None:
    """Bands that hold all between their ends once, or of a table that means otherwise, pass."""
    (folder / "slip.yaml").write_text(f"a:\n  columns: {columns}\n  rows: {rows}\n")
    assert said(folder) == []


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
    assert mapped == (
        'slip.yaml:5:19: k two, b: error: nothing holds 4, between "1 to 3" and "5 to 6"\n'
        "  begin it at 4"
    )
    assert within == (
        "slip.yaml:9:23: row of outcomes 2, roll: error: "
        'nothing holds 6, between "2 to 5" and "7 to 12"\n'
        "  begin it at 6"
    )


def test_a_band_fault_in_a_list_points_at_the_cell(folder: Path) -> None:
    """So do the line and column of a CSV file."""
    (folder / "slip.yaml").write_text("a: {file: list.csv, columns: {k: key, b: band}}\n")
    (folder / "list.csv").write_text("k;b\none;1 to 3\ntwo;4 to 6\nsix;8 and up\n")
    (problem,) = said(folder)
    assert problem.startswith("list.csv:4:5: k six, b: error: nothing holds 7")


def test_a_gap_stops_a_game_without_checks(folder: Path) -> None:
    """The small game with one band changed is found, though it declares nothing."""
    deck = (folder / "deck.yaml").read_text()
    (folder / "deck.yaml").write_text(deck.replace("graze: 2 to 3", "graze: 2"))
    found = said(folder)
    assert len(found) == 3  # one for each rank: the cards that take their bands are not told again
    assert found[0] == (
        'deck.yaml:16:59: rank A, hit: error: nothing holds 3, between "2" and "4 and up"\n'
        "  begin it at 3"
    )


@pytest.mark.parametrize("times", [1, 2])
def test_a_check_that_cannot_be_asked_is_refused(folder: Path, times: int) -> None:
    """A check in which a name is wrong never holds in silence: the game does not load."""
    (folder / "checks.yaml").write_text("checks:\n" + "  - {count: crads, is: 7}\n" * times)
    with pytest.raises(Failure) as failure:
        load(folder)
    assert len(failure.value.problems) == times
