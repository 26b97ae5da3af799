"""The laws of the columns: what one written row stands for, and what fills the cells left empty."""

from pathlib import Path
from typing import Any

import pytest

from printgen.problems import Failure
from printgen.rules.loading.load import load_game
from printgen.rules.loading.player_file import PlayerFile
from printgen.rules.model import Table
from printgen.rules.values.bands import Band

GAME = """
game: {id: t, name: T}
suits: {columns: {suit: key, label: text, mark: mark}, rows: [[red, Red, r], [blue, Blue]]}
ranks:
  columns: {rank: key, suit: {refers: suits}, mark: mark, n: number}
  rows: [[A, red, a, 1], [B, blue], {rank: C, n: 3}]
sizes: {columns: {size: key, n: number}, rows: [[two, 2], [three, 3], [none-at-all]]}
"""


def made(tmp_path: Path, columns: str, rows: str, more: str = "") -> Table:
    """The table `t` of a game with these columns and rows."""
    text = f"{GAME}\n{more}\nt:\n  columns: {columns}\n  rows: {rows}\n"
    (tmp_path / "game.yaml").write_text(text)
    return load_game(tmp_path).table("t")


def column(table: Table, name: str) -> list[Any]:
    """The cells of a column, from the top."""
    return [row.cells[name] for row in table.rows]


def test_each_is_every_row_of_the_table(tmp_path: Path) -> None:
    """`each` multiplies a row, the first written turning slowest; keys are numbered from 1."""
    table = made(
        tmp_path,
        "{card: key, suit: {refers: suits}, rank: {refers: ranks}}",
        "[{suit: each, rank: each}, {rank: A}]",
    )
    assert column(table, "suit") == [("red",)] * 3 + [("blue",)] * 3 + [None]
    assert column(table, "rank") == [("A",), ("B",), ("C",)] * 2 + [("A",)]
    assert [row.key for row in table.rows] == list("1234567")
    assert column(table, "card") == list("1234567")


def test_the_first_written_turns_slowest(tmp_path: Path) -> None:
    """It is the order in the row that counts, not that of the columns."""
    columns = "{suit: {refers: suits}, n: number}"
    table = made(tmp_path, columns, "[{n: 1 to 2, suit: each}]")
    assert column(table, "n") == [1, 1, 2, 2]
    assert column(table, "suit") == [("red",), ("blue",)] * 2


def test_lists_and_ranges(tmp_path: Path) -> None:
    """A list or a range of whole numbers in one cell multiplies its row."""
    table = made(tmp_path, "{n: number, t: text}", "[{n: 8 to 10, t: [a, b]}, [1, c]]")
    assert column(table, "n") == [8, 8, 9, 9, 10, 10, 1]
    assert column(table, "t") == ["a", "b"] * 3 + ["c"]


@pytest.mark.parametrize(
    ("cell", "keys"),
    [
        ("1 to 3", ["1", "2", "3"]),
        ("-1 to 1", ["-1", "0", "1"]),
        ("4 to 4", ["4"]),
        ("[a, b]", ["a", "b"]),
        ("[]", ["1"]),
    ],
)
def test_a_cell_of_a_key(tmp_path: Path, cell: str, keys: list[str]) -> None:
    """Ranges and lists give a row each."""
    table = made(tmp_path, "{n: key}", f"[{{n: {cell}}}]")
    assert [row.key for row in table.rows] == keys


def test_a_range_is_words_where_no_number_is_wanted(tmp_path: Path) -> None:
    """In a column of text or of bands `1 to 3` is what it says."""
    table = made(tmp_path, "{t: text, b: band}", "[[1 to 3, 1 to 3]]")
    assert column(table, "t") == ["1 to 3"]
    assert column(table, "b") == [Band(1, 3)]


def test_copies(tmp_path: Path) -> None:
    """A row stands there so often; the copies are numbered like any other."""
    table = made(tmp_path, "{card: key, t: text}", "[{t: a, copies: 2}, {t: b}, {t: c, copies: 1}]")
    assert column(table, "t") == ["a", "a", "b", "c"]
    assert [row.key for row in table.rows] == ["1", "2", "3", "4"]


def test_copies_may_be_a_column(tmp_path: Path) -> None:
    """Where a table has a column of that name, it holds what is written there."""
    table = made(tmp_path, "{t: text, copies: number}", "[{t: a, copies: 2}]")
    assert column(table, "copies") == [2]


def test_from_a_reference(tmp_path: Path) -> None:
    """A cell is that of the row referred to, through as many references as the path has."""
    table = made(
        tmp_path,
        "{rank: {refers: ranks}, suit: {from: rank.suit}, mark: {from: rank.suit.mark}}",
        "[[A], [B], [C], []]",
    )
    assert column(table, "suit") == [("red",), ("blue",), None, None]
    assert column(table, "mark") == ["r", None, None, None]
    assert table.by_name["suit"].refers == "suits"


def test_from_the_first_that_is_filled(tmp_path: Path) -> None:
    """Of several paths the first with a cell is taken; a cell that is written wins over them."""
    table = made(
        tmp_path,
        "{rank: {refers: ranks}, mark: {from: [rank.mark, rank.suit.mark]}}",
        "[[A], [B], [C, own]]",
    )
    assert column(table, "mark") == ["a", None, "own"]


def test_from_a_group(tmp_path: Path) -> None:
    """A group taken through a reference brings every one of its columns."""
    more = "odds: {columns: {odd: key, n: {each: suits, type: number}}, rows: [[x, 1, 2], [y, 3]]}"
    columns = "{odd: {refers: odds}, n: {from: odd.n}}"
    table = made(tmp_path, columns, "[[x], [y], {odd: y, red: 9}]", more)
    assert column(table, "n") == [
        {"red": 1, "blue": 2},
        {"red": 3, "blue": None},
        {"red": 9, "blue": None},
    ]


def test_from_one_column_of_a_group(tmp_path: Path) -> None:
    """Its path names the head; the column is a plain one of the group's type."""
    more = "odds: {columns: {odd: key, n: {each: suits, type: number}}, rows: [[x, 1, 2], [y, 3]]}"
    columns = "{odd: {refers: odds}, n: {from: odd.n.blue}}"
    table = made(tmp_path, columns, "[[x], [y]]", more)
    assert column(table, "n") == [2, None]
    assert (table.by_name["n"].type, table.by_name["n"].each) == ("number", "")


def test_the_first_row_that_fits(tmp_path: Path) -> None:
    """`by` looks a row up by the cells before it; an empty cell there fits any, none is no row."""
    more = """
powers:
  columns: {power: key, suit: {refers: suits, many: true}, n: number}
  rows: [[one, [red], 1], [two, [red, blue], 2], [three, "", 3]]
"""
    table = made(
        tmp_path,
        "{suit: {refers: suits}, n: number, power: {refers: powers, by: [suit, n]}}",
        "[[red, 1], [red, 2], [blue, 2], [blue, 3], {n: 3}, [red, 4], [red, 4, one]]",
        more,
    )
    found = column(table, "power")
    assert found == [("one",), ("two",), ("two",), ("three",), ("three",), None, ("one",)]


def test_a_row_is_looked_up_by_its_number(tmp_path: Path) -> None:
    """A key that nobody wrote is a number before laws are asked; one that a law deals is not."""
    more = "places: {columns: {place: key, t: text, n: number}, rows: [[a, 1, 7], [b, 2, 8]]}"
    columns = "{t: key, place: {refers: places, by: [t]}, n: {from: place.n}}"
    table = made(tmp_path, columns, "[{}, {}, {}]", more)
    assert column(table, "n") == [7, 8, None]
    columns = "{suit: {refers: suits}, t: {type: key, from: suit.suit}}"
    table = made(tmp_path, columns, "[{suit: each}]")
    assert [row.key for row in table.rows] == ["red", "blue"]


def test_shift(tmp_path: Path) -> None:
    """Numbers and bands go on from the row before; a cell written starts anew."""
    table = made(
        tmp_path,
        "{k: key, n: {type: number, shift: 2}, b: {type: band, shift: -1, partition: none}}",
        "[[1], [2, 5, 3 or less], [3], [4], [5, 1, 2 to 4], [6]]",
    )
    assert column(table, "n") == [None, 5, 7, 9, 1, 3]
    assert column(table, "b")[1:4] == [Band(None, 3), Band(None, 2), Band(None, 1)]
    assert column(table, "b")[4:] == [Band(2, 4), Band(1, 3)]


def test_shift_by_the_heads_number(tmp_path: Path) -> None:
    """In a group each column may go by its own step; without one it stays empty."""
    table = made(
        tmp_path,
        "{k: key, n: {each: sizes, type: number, shift: n}}",
        "[[a, 10, 10, 10], [b], [c]]",
    )
    assert column(table, "n")[1:] == [
        {"two": 12, "three": 13, "none-at-all": None},
        {"two": 14, "three": 16, "none-at-all": None},
    ]


def test_cycle(tmp_path: Path) -> None:
    """1 to n over and over down the rows; past the last whole cycle the letter of `or`."""
    table = made(
        tmp_path,
        "{n: {type: number, cycle: 3, or: {R: Again.}}, m: {type: number, cycle: 2}}",
        "[" + "[], " * 5 + "]",
    )
    assert column(table, "n") == [1, 2, 3, "R", "R"]
    assert column(table, "m") == [1, 2, 1, 2, None]


def test_cycle_by_the_heads_number(tmp_path: Path) -> None:
    """In a group each column runs through its own size; without a size it stays empty."""
    columns = "{n: {each: sizes, type: number, cycle: n, or: {X: None.}}}"
    table = made(tmp_path, columns, "[[], [], [], [], {two: 7}]")
    assert [cells["two"] for cells in column(table, "n")] == [1, 2, 1, 2, 7]
    assert [cells["three"] for cells in column(table, "n")] == [1, 2, 3, "X", "X"]
    assert {cells["none-at-all"] for cells in column(table, "n")} == {None}


def test_laws_in_rows_within_a_row(tmp_path: Path) -> None:
    """The rows within a row are dealt by themselves, from their own top."""
    more = "inner: {columns: {n: {type: number, shift: 1}, t: text}}"
    table = made(
        tmp_path,
        "{k: key, in: {rows: inner}}",
        "[{k: a, in: [[5], [], {copies: 2}]}, {k: b, in: [[1, x], []]}]",
        more,
    )
    found = [[row.cells["n"] for row in rows] for rows in column(table, "in")]
    assert found == [[5, 6, 7, 8], [1, 2]]
    assert [row.key for row in column(table, "in")[0]] == ["1", "2", "3", "4"]


def test_a_row_may_not_stand_for_too_many(tmp_path: Path) -> None:
    """The product of a row's lists is counted before it is made."""
    with pytest.raises(Failure, match="expands to over 20,000 rows"):
        made(tmp_path, "{a: number, b: number}", "[{a: 1 to 99999, b: 1 to 99999}]")


GANG = """
game: {id: t, name: T}
arms:
  columns: {arm: key, label: text, points: number, slots: number}
  rows: [[axe, Axe, 4, 1], [gun, Gun, 7, 2]]
roles: {columns: {role: key, price: number, slots: number}, rows: [[boss, 20, 3]]}
gang:
  open: [role, arms]
  columns:
    role: {refers: roles}
    arms: {refers: arms, many: true}
    added: {type: modifier, blank: true, sum: arms.points}
    value: {type: number, blank: true, sum: [role.price, arms.points]}
    half: {type: number, blank: true, sum: value, half: down}
    most: {type: number, blank: true, sum: value, half: up}
    free: {type: box, of: role.slots, sum: role.slots, less: arms.slots}
  rows: [{role: boss}]
"""


def test_sums_of_what_a_players_file_writes(tmp_path: Path) -> None:
    """Numbers of other rows added up, half of that, and what is left over; a form has blanks."""
    (tmp_path / "game.yaml").write_text(GANG)
    file = tmp_path / "mine" / "gang.yaml"
    file.parent.mkdir()
    file.write_text("gang: [{role: boss, arms: [axe, gun]}, {role: boss, arms: Gun}, {role: boss}]")
    sums = ("added", "value", "half", "most", "free")
    (form,) = load_game(tmp_path).table("gang").rows
    assert [form.cells[name] for name in sums] == [None] * 5
    table = PlayerFile(tmp_path, file).load().table("gang")
    assert [column(table, name) for name in sums] == [
        [11, 7, 0],
        [31, 27, 20],
        [15, 13, 10],
        [16, 14, 10],
        [0, 1, 3],
    ]


def test_a_column_taken_has_a_head_of_its_own(tmp_path: Path) -> None:
    """Where the head of the cells that it takes may stand below them, it need not have one."""
    columns = "{a: {type: number, head: A, heads: below}, b: {from: a}}"
    table = made(tmp_path, columns, "[{a: 3}]")
    assert column(table, "b") == [3]
    assert (table.by_name["b"].head, table.by_name["b"].heads) == ("", None)
