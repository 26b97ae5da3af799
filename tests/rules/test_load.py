"""What a well-formed folder gives: every table, print and check, however its files are cut."""

import shutil
from pathlib import Path

import pytest
import yaml
from msgspec.structs import asdict

from printgen.problems import Failure
from printgen.rules.files import yaml_reader as tree
from printgen.rules.loading.load import load_game
from printgen.rules.model import Game, TableRef
from printgen.rules.values.bands import Band
from printgen.rules.values.sizes import Size


@pytest.fixture(scope="module")
def game(base: Path) -> Game:
    """The small game."""
    return load_game(base)


def test_only_the_name_is_needed(tmp_path: Path) -> None:
    """A game is a name; tables, prints and checks it has where they are written."""
    (tmp_path / "game.yaml").write_text("game: {id: bare, name: Bare}\n")
    game = load_game(tmp_path)
    assert (game.about.id, game.about.name, game.about.language) == ("bare", "Bare", "en")
    assert (dict(game.tables), game.prints, game.checks) == ({}, (), ())


def test_a_folder_without_a_game(tmp_path: Path) -> None:
    """An empty folder, or none at all, is told as such."""
    for folder in (tmp_path, tmp_path / "none"):
        with pytest.raises(Failure, match=r"game\.yaml: error: the file does not exist"):
            load_game(folder)


def test_python_parser_gives_the_same_game(
    game: Game, base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where libyaml is missing, PyYAML's own parser loads the same cells at the same places."""
    monkeypatch.setattr(tree, "LOADER", yaml.SafeLoader)
    other = load_game(base)
    for table in game.tables.values():
        for row, same in zip(table.rows, other.table(table.id).rows, strict=True):
            assert row.locate() == same.locate()
            if not any(column.rows for column in table.columns):
                assert row.cells == same.cells
    assert list(map(asdict, other.prints)) == list(map(asdict, game.prints))
    assert list(map(asdict, other.checks)) == list(map(asdict, game.checks))


def test_a_group_has_a_column_for_each_row(game: Game) -> None:
    """Cells are named by the heads' keys, as a list of columns has them."""
    (row, *_) = game.table("ranks").rows
    assert row.cells["shot"] == {"miss": Band(None, 1), "graze": Band(2, 3), "hit": Band(4, None)}
    assert game.table("ranks").by_name["shot"].each == "results"


def test_rows_within_a_row(game: Game) -> None:
    """They are rows like others, numbered in their own table; a row without them has none."""
    rows = game.table("encounters").by_key
    outcomes = rows["ford"].cells["outcomes"]
    assert [(row.key, row.cells["roll"], row.cells["result"]) for row in outcomes] == [
        ("1", Band(2, 5), "Swept away"),
        ("2", Band(6, 9), "Wet, but over"),
        ("3", Band(10, 12), "Dry"),
    ]
    assert rows["gate"].cells["outcomes"] is None


def test_tables_in_cells(game: Game) -> None:
    """A cell names tables to print there, whole or filtered."""
    rows = game.table("sheet").by_key
    assert rows["wounds"].cells["table"] == (
        TableRef("statuses", {"status": ("hurt", "calm")}),
        TableRef("wound"),
    )
    assert rows["shooting"].cells["statuses"] == ("hurt", "calm")


@pytest.mark.parametrize(
    ("type_", "written", "value"),
    [
        ("type: text", "Two\n words", "Two words"),
        ("type: number", "3", 3),
        ("type: prose", "Two\n words", "Two words"),
        ("refers: suits", "red", ("red",)),
        ("type: table", "suits", (TableRef("suits"),)),
    ],
)
def test_a_folded_cell_ends_without_its_line_break(
    base: Path, tmp_path: Path, type_: str, written: str, value: object
) -> None:
    """Whatever the type: > ends what it folds with a line break, which is no part of it."""
    folder = Path(shutil.copytree(base, tmp_path / "game"))
    text = written.replace("\n", "\n     ")
    (folder / "folded.yaml").write_text(
        f"a:\n  columns: {{x: {{{type_}}}}}\n  rows:\n  - x: >\n      {text}\n"
    )
    (row,) = load_game(folder).table("a").rows
    assert row.cells["x"] == value


def test_prints(game: Game) -> None:
    """Every print in order, each followed by its backs, with sizes, sets and parts."""
    assert [print_.id for print_ in game.prints] == [
        "deck", "deck-backs", "encounters", "sheet", "markers", "roster",
    ]  # fmt: skip
    deck, backs, encounters, sheet, markers, roster = game.prints
    assert (deck.title, deck.sets, deck.copies, deck.is_page) == ("Deck", "decks", 1, False)
    assert deck.sizes == (Size("tcg", 63.0, 88.0), Size("60x90", 60.0, 90.0))
    assert (backs.backs_of, backs.sizes, backs.sets) == ("deck", deck.sizes, "decks")
    assert backs.parts[0].shows == ("game", "deck.label")
    assert encounters.title == "Encounters"
    assert encounters.parts[0].where == {"kind": ("water",)}
    assert (sheet.is_page, sheet.subtitle) == (True, "All on one page")
    assert [(part.table_id, part.for_, part.count) for part in markers.parts] == [
        ("statuses", "", "count"),
        ("numbers", "sides", 2),
    ]
    assert (roster.parts[0].all, roster.parts[0].shows) == ("roster", None)
    assert deck.parts[0].again == {"turned": ("rank", "emblem")}


def test_words(game: Game) -> None:
    """The game's words stand in for printgen's, those it does not name stay."""
    assert game.words.margin.title == "{title} of {game}"
    assert game.words.margin.bar == "50 mm"
    assert (game.words.band.or_more, game.words.band.to) == ("{low} and up", "{low} to {high}")


def test_checks(game: Game) -> None:
    """Every check in order, at its own line."""
    assert len(game.checks) == 17
    assert [check.place.line for check in game.checks[:3]] == [2, 3, 4]
    assert game.checks[1].says == "Six cards and a storm."


def test_tables_may_refer_forwards(base: Path, tmp_path: Path) -> None:
    """The order of tables and files means nothing, except where they refer in a circle."""
    folder = Path(shutil.copytree(base, tmp_path / "game"))
    (folder / "a.yaml").write_text("first: {columns: {card: {refers: cards}}, rows: [[7]]}\n")
    assert load_game(folder).table("first").rows[0].cells["card"] == ("7",)


def test_a_status_stands_once(combat_leader: Game) -> None:
    """The roster's boxes are the rows of statuses, which stand in one table."""
    column = combat_leader.table("soldiers").by_name["status"]
    assert (column.each, column.type, column.shows) == ("statuses", "box", ("mark", "label"))
    (row, *_) = combat_leader.table("soldiers").rows
    assert row.cells["status"] == {"jammed": None, "broken": None}


@pytest.mark.parametrize(
    ("pattern", "is_right"),
    [
        ("{high} to {low}", False),
        ("{high}-{low}", False),
        ("between {high} and {low}", False),
        ("{low} bis {high}", True),
        ("from {low} up to {high}", True),
    ],
)
def test_the_words_of_a_band_begin_with_its_low_end(
    tmp_path: Path, pattern: str, is_right: bool
) -> None:
    text = f'game: {{id: g, name: G}}\nwords: {{band: {{to: "{pattern}"}}}}\n'
    (tmp_path / "game.yaml").write_text(text)
    if is_right:
        assert load_game(tmp_path).words.band.to == pattern
        return
    with pytest.raises(Failure, match=r"\{low\} and then \{high\}"):
        load_game(tmp_path)


@pytest.mark.parametrize(
    ("entries", "unused"),
    [
        ("crads: {columns: {n: key}, rows: [[B]]}", ["crads"]),
        (
            "note: {columns: {a: text}, rows: [[q]]}\nmore: {columns: {of: {refers: note}}}",
            ["more"],
        ),
        ("kinds: {count: cards, by: kind, head: Kind}", ["kinds"]),
        ("note: {columns: {a: text}, rows: [[q]]}\nchecks: [{count: note, is: 1, says: One.}]", []),
        ("suits: {columns: {id: key}, rows: [[red]]}", []),
    ],
    ids=["no use", "used by one that nothing uses", "a view", "a check", "a reference"],
)
def test_a_table_that_nothing_uses_is_noted(
    tmp_path: Path, entries: str, unused: list[str]
) -> None:
    """Its rows would be printed nowhere, without a word."""
    kind = "{refers: suits}" if "suits" in entries else "text"
    path = tmp_path / "game.yaml"
    path.write_text(
        f"game: {{id: bare, name: Bare}}\ncards: {{columns: {{n: key, kind: {kind}}}, "
        f"rows: [[A, red]]}}\n{entries}\nprints: {{deck: {{each: cards, template: card.html}}}}\n"
    )
    places = [(note.where.line, note.message) for note in load_game(tmp_path).notes]
    lines = path.read_text().splitlines()
    assert [lines[line - 1].partition(":")[0] for line, _ in places] == unused
    assert all("uses" in message for _, message in places)


def test_tables_that_only_a_base_game_leaves_unused_are_not_noted(tmp_path: Path) -> None:
    """A user cannot delete them."""
    (tmp_path / "game.yaml").write_text("game: {id: mine, name: Mine, extends: true-lead}\n")
    assert not load_game(tmp_path).notes
