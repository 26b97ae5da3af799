"""Names longer than a system takes, or that it keeps for itself: a line, and what it is of."""

from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.command_line import Printgen

from .small_game import GAME, NUMBER, card, write

LONG = "n" * 300
WRITTEN = "could not be written: File name too long"
READ = "cannot be opened: File name too long"
BUILD = ("build", "small")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which the command is typed, with a small game and a table."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "small", card())
    (tmp_path / "small" / "x.csv").write_text("name\na\n")
    return tmp_path


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ((*BUILD, "-o", LONG), 6, WRITTEN),
        ((*BUILD, "-o", "/".join(["d" * 200] * 25)), 6, WRITTEN),
        (("export", "small", "-o", f"{LONG}.csv"), 6, WRITTEN),
        (("new", LONG), 2, READ),
        (("new", f"{LONG}.yaml", "--for", "true-lead"), 2, READ),
        (("build", LONG), 2, READ),
        (("check", LONG), 2, READ),
        (("new", "team.yaml", "--for", LONG), 2, READ),
        (("proof", "small/game.yaml", "--game", LONG), 5, "the file is not a PDF"),
        (("build", f"{LONG}.csv"), 2, READ),
        (("build", f"{LONG}/x.csv"), 2, READ),
        (("check", f"{LONG}.csv"), 2, READ),
        ((*BUILD, "--data", f"{LONG}.yaml"), 2, "does not exist"),
    ],
)
def test_a_name_that_is_too_long_is_told_for_what_it_is(
    words: tuple[str, ...], code: int, said: str, here: Path, printgen: Printgen
) -> None:
    found = printgen(*words)
    assert found.code == code
    assert said in found.out + found.err


def test_a_font_of_too_long_a_name_is_told_where_it_is_named(
    here: Path, printgen: Printgen
) -> None:
    (here / "small" / "fonts").mkdir()
    (here / "small" / "fonts" / "fonts.css").write_text(
        f'@font-face {{ font-family: X; src: url("{LONG}.ttf"); }}'
    )
    said = printgen("check", "small")
    assert said.code == 3
    assert said.out.startswith(f"small/fonts/fonts.css:1:1: error: {LONG}.ttf is not in fonts/\n")


def test_a_file_may_have_as_long_a_name_as_the_system_takes(here: Path, printgen: Printgen) -> None:
    """Its part has no longer one while it is written."""
    assert printgen("export", "small", "-o", f"{'n' * 251}.csv").code == 0
    assert (here / f"{'n' * 251}.csv").is_file()


def test_a_face_of_a_long_key_is_kept_under_a_short_name(here: Path, printgen: Printgen) -> None:
    game = GAME.replace("key, text", "{type: key, silent: true}, text")
    rows = f'[["{"é" * 60}", a], ["{"é" * 59}", b]]'
    template = card().replace(NUMBER, "")
    folder = write(here / "long", template, game.replace("[[1, a]]", rows))
    said = printgen("build", folder, "--svg")
    assert said.code == 0, said
    names = [path.name for path in (here / "output" / "small" / "pictures" / "deck-svg").iterdir()]
    assert len(names) == 2
    assert all(len(name) < 60 for name in names)


@pytest.mark.parametrize(
    ("old", "new", "id_", "place"),
    [
        ("id: small", "id: con", "con", "1:12"),
        ("deck:", "nul:", "nul", "3:10"),
        ("deck:", "com1:", "com1", "3:10"),
    ],
)
def test_what_windows_keeps_for_itself_names_no_file(
    old: str, new: str, id_: str, place: str, here: Path, printgen: Printgen
) -> None:
    folder = write(here / "device", card(), GAME.replace(old, new))
    assert printgen("check", folder).out == (
        f'device/game.yaml:{place}: error: "{id_}" is a reserved file name on'
        f" Windows\n  choose another id, such as {id_}-1\ndevice: 1 error\n"
    )


def test_a_table_may_be_called_what_a_device_is(here: Path, printgen: Printgen) -> None:
    """It is no file's name."""
    folder = write(here / "device", card(), GAME.replace("cards", "con"))
    assert printgen("check", folder).code == 0


def test_a_new_game_is_not_called_what_a_device_is(here: Path, printgen: Printgen) -> None:
    assert printgen("new", "Con").code == 0
    assert "game: {name: Con}" in (here / "Con" / "game.yaml").read_text("utf-8")
    assert printgen("check", "Con").code == 0


@pytest.mark.parametrize(
    ("stem", "title"),
    [
        ("n" * 240, f"{'n' * 47}…: Deck"),
        ("long name " * 20, "long name long name long name long name long na…: Deck"),
        ("dra🐉gon", "dragon: Deck"),
        ("龙 ⚑", "Deck: Deck"),
        ("Những quái_vật", "Những quái vật: Deck"),
    ],
)
def test_the_name_of_a_table_never_keeps_its_deck_from_printing(
    stem: str, title: str, here: Path, printgen: Printgen
) -> None:
    """The margin has the part of a name that it can print."""
    (here / f"{stem}.csv").write_text("name\nImp\n")
    said = printgen("build", f"{stem}.csv", "--paper", "a5")
    assert (said.code, said.err) == (0, "")
    (pdf,) = here.rglob("*.pdf")
    assert PdfReader(pdf).metadata["/Title"] == title
