"""Each type of column: what it reads, prints and writes to a list, which it reads back."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from printgen.problems import InputError
from printgen.rules.columns import TYPES, make_column_type
from printgen.rules.columns.numbers import Tally, format_percentage
from printgen.rules.loading.load import load_game
from printgen.rules.model import Column, Game
from printgen.rules.queries.export import export_csv
from printgen.rules.values.bands import Band


@pytest.fixture(scope="module")
def game(base: Path) -> Game:
    """The small game: its words and tables are what cells are read with."""
    return load_game(base)


LETTER = Column(name="n", type="number", or_={"R": "No soldier."})
CHOICE = Column(name="c", type="choice", of=("water", "road"))
NEED = Column(name="n", type="need", dice=(1, 10))
SUIT = Column(name="s", type="refers", refers="suits")
SUITS = Column(name="s", type="refers", refers="suits", many=True)
KEY = Column(name="k", type="key", digits=3)


def of(type_: str) -> Column:
    """A column that says only its type."""
    return Column(name="x", type=type_)


READ: list[tuple[Column, str, Any, str, str]] = [  # written, read, printed, exported
    (of("text"), "Bow, long", "Bow, long", "Bow, long", "Bow, long"),
    (of("text"), "e\u0301te\u0301", "été", "été", "été"),
    (of("key"), "7", "7", "7", "7"),
    (KEY, "7", "7", "007", "7"),
    (KEY, "Ace", "Ace", "Ace", "Ace"),
    (of("number"), "12", 12, "12", "12"),
    (of("number"), "-3", -3, "−3", "-3"),
    (of("number"), "−3", -3, "−3", "-3"),
    (of("number"), "+4", 4, "4", "4"),
    (LETTER, "r", "R", "R", "R"),
    (LETTER, "5", 5, "5", "5"),
    (of("modifier"), "2", 2, "+2", "2"),
    (of("modifier"), "+2", 2, "+2", "2"),
    (of("modifier"), "0", 0, "+0", "0"),
    (of("modifier"), "−1", -1, "−1", "-1"),
    (of("band"), "up to -3", Band(None, -3), "up to −3", "up to -3"),
    (of("band"), "3-5", Band(3, 5), "3 to 5", "3 to 5"),
    (of("band"), "9+", Band(9, None), "9 and up", "9 and up"),
    (of("band"), "4", Band(4, 4), "4", "4"),
    (NEED, "5+", 5, "5+", "5+"),
    (of("dice"), "2d6", (2, 6), "2d6", "2d6"),
    (of("dice"), "d8", (1, 8), "1d8", "1d8"),
    (CHOICE, "road", "road", "road", "road"),
    (of("mark"), "big-star", "big-star", "big-star", "big-star"),
    (of("image"), "art/axe.png", "art/axe.png", "art/axe.png", "art/axe.png"),
    (of("image"), "art/Axe.SVG", "art/Axe.SVG", "art/Axe.SVG", "art/Axe.SVG"),
    (of("colour"), "#7A1f1a", "#7a1f1a", "#7a1f1a", "#7a1f1a"),
    (of("colour"), "Navy", "#000080", "#000080", "#000080"),
    (of("colour"), "#12f", "#1122ff", "#1122ff", "#1122ff"),
    (of("colour"), "rebeccapurple", "#663399", "#663399", "#663399"),
    (of("colour"), "rgb(300, 0, 0)", "#ff0000", "#ff0000", "#ff0000"),
    (of("colour"), "hsl(240, 100%, 30%)", "#000099", "#000099", "#000099"),
    (of("box"), "3", 3, "3", "3"),
    (of("prose"), "**One** *two*\n\n- three\n", "**One** *two*\n\n- three", "One two three", None),
    (of("plain"), "{{ x }} **2**\n\n<x>\n", "{{ x }} **2**\n\n<x>", "{{ x }} **2** <x>", None),
    (SUIT, "red", ("red",), "Red", "red"),
    (SUIT, "Blue", ("blue",), "Blue", "blue"),
    (SUITS, "red; BLUE", ("red", "blue"), "Red, Blue", "red; blue"),
]  # type: ignore[list-item]


@pytest.mark.parametrize(("column", "text", "value", "printed", "exported"), READ)
def test_read_printed_exported(
    game: Game, column: Column, text: str, value: Any, printed: str, exported: str | None
) -> None:
    """Each cell is read so, stands so on paper and so in a list, and is read back from there."""
    kind = make_column_type(column, game)
    assert kind.read_value(text) == value
    assert kind.format_value(value) == printed
    written = kind.export_value(value)
    assert written == (value if exported is None else exported)
    assert kind.read_value(written) == value


REFUSED = [
    (of("text"), "two  words"),
    (of("text"), "one\ntwo"),
    (of("key"), "suit.mark"),
    (of("key"), "none"),
    (of("key"), "each"),
    (of("key"), "k" * 61),
    (of("number"), "1.5"),
    (of("number"), "twelve"),
    (of("number"), "007"),
    (of("number"), "R"),
    (LETTER, "Q"),
    (of("modifier"), "plus one"),
    (of("band"), "5 to 3"),
    (of("band"), "3 or less"),
    (NEED, "11+"),
    (NEED, "5"),
    (of("need"), "0+"),
    (of("dice"), "2x6"),
    (of("dice"), "0d6"),
    (CHOICE, "lake"),
    (of("mark"), "Big Star"),
    (of("image"), "axe.bmp"),
    (of("image"), "art/../../axe.png"),
    (of("image"), "/axe.png"),
    (of("colour"), "reddish"),
    (of("colour"), "#12345"),
    (of("colour"), "currentColor"),
    (of("colour"), "rgba(0, 0, 0, 0.5)"),
    (of("colour"), "#12345678"),
    (of("box"), "-1"),
    (of("box"), "41"),
    (of("input"), "Bill"),
    (of("prose"), "see [here](x)"),
    (SUIT, "green"),
    (SUITS, "red; green"),
    (SUIT, "red; blue"),
]


@pytest.mark.parametrize(("column", "text"), REFUSED)
def test_refused(game: Game, column: Column, text: str) -> None:
    """What a type cannot hold is a fault that says what was found and what to write."""
    with pytest.raises(InputError) as fault:
        make_column_type(column, game).read_value(text)
    assert fault.value.message
    assert fault.value.hint


def test_every_type_is_tried() -> None:
    """No type that data may name is left out above; a table is read by the loader."""
    assert {column.type for column, *_ in READ} | {"input", "table"} == set(TYPES) | {"refers"}


def test_labels_alike_are_no_name(base: Path, tmp_path: Path) -> None:
    """A word that two rows bear as labels refers to neither."""
    folder = shutil.copytree(base, tmp_path / "game")
    (folder / "slip.yaml").write_text(
        "a: {columns: {k: key, label: text}, rows: [[x, Same], [y, Same], [z, X]]}\n"
    )
    game = load_game(folder)
    column = Column(name="r", type="refers", refers="a")
    with pytest.raises(InputError):
        make_column_type(column, game).read_value("same")
    assert make_column_type(column, game).read_value("x") == ("x",)


def test_a_tally_prints_its_count(game: Game) -> None:
    """The cell of a view is how many were counted; its share is never rounded to none or all."""
    column = Column(name="n", type="tally")
    assert make_column_type(column, game).export_value(Tally(3, 7)) == "3"
    shares = [
        format_percentage(Tally(*pair)) for pair in ((0, 9), (1, 1000), (3, 8), (999, 1000), (9, 9))
    ]
    assert shares == ["0%", "1%", "38%", "99%", "100%"]


def test_a_table_in_a_cell_exports_by_name(game: Game) -> None:
    """Tables that stand in a cell are written by their names."""
    lines = export_csv(game, game.table("sheet")).splitlines()
    assert lines[2] == "wounds,Wounds,Roll.,statuses; wound,"


bounded = settings(max_examples=2 * settings().max_examples)
words = st.text(
    st.characters(codec="utf-8", categories=["L", "N", "P"]), min_size=1, max_size=12
).filter(lambda text: text == text.strip())
ends = st.integers(-99, 99)
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "number": st.integers(-999_999, 999_999),
    "modifier": st.integers(-99, 99),
    "box": st.integers(0, 40),
    "need": st.integers(1, 99),
    "dice": st.tuples(st.integers(1, 99), st.integers(1, 999)),
    "band": st.builds(Band, st.none() | ends, st.none() | ends).filter(
        lambda band: (
            (band.low, band.high) != (None, None)
            and (band.low is None or band.high is None or band.low <= band.high)
        )
    ),
    "colour": st.from_regex(r"#[0-9a-f]{6}", fullmatch=True),
    "mark": st.from_regex(r"[a-z][a-z0-9-]{0,20}", fullmatch=True),
}


@bounded
@given(data=st.data(), type_=st.sampled_from(sorted(VALUES)))
def test_every_value_reads_back(game: Game, data: st.DataObject, type_: str) -> None:
    """Whatever a cell holds, what a list writes of it and what is printed read as the same."""
    column = of(type_)
    value = data.draw(VALUES[type_])
    kind = make_column_type(column, game)
    assert kind.read_value(kind.export_value(value)) == value
    assert kind.read_value(kind.format_value(value)) == value


@bounded
@given(text=words, type_=st.sampled_from(sorted(TYPES)))
def test_any_word_is_read_or_refused(game: Game, text: str, type_: str) -> None:
    """Any word in any column is a value that prints and is written, or a fault; never a crash."""
    column = replace(of(type_), of=("water",))
    kind = make_column_type(column, game)
    if type_ == "table":
        return
    try:
        value = kind.read_value(text)
    except InputError:
        return
    assert kind.format_value(value)
    assert kind.read_value(kind.export_value(value)) == value
