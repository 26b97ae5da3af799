"""A game from data alone, unlike the bundled one, builds its prints with no Python added."""

import re
import shutil
from itertools import repeat
from pathlib import Path

import pikepdf
import pytest

from printgen.proof.reading.page_objects import IDENTITY_TRANSFORM
from printgen.proof.reading.pages import read_pages
from tests.cli.conftest import REPOSITORY
from tests.command_line import Printgen

pytestmark = pytest.mark.slow

FRONTIER = REPOSITORY / "tests" / "games" / "frontier"
BUNDLED = REPOSITORY / "templates" / "combat-leader"


@pytest.fixture
def frontier(tmp_path: Path) -> Path:
    """The second game, in a folder of its own far from printgen's."""
    folder = tmp_path / "games" / "frontier"
    shutil.copytree(FRONTIER, folder)
    return folder


def _own(game: Path) -> Path:
    """What the game has in place of bundled templates."""
    return game / "templates" / "combat-leader"


def test_it_holds_data_and_templates_and_no_python() -> None:
    kinds = {path.suffix for path in FRONTIER.rglob("*") if path.is_file()}
    assert kinds == {".yaml", ".html", ".svg", ".css"}


def test_it_builds_its_prints(printgen: Printgen, frontier: Path, tmp_path: Path) -> None:
    said = printgen("build", frontier, "--output", tmp_path / "out")
    assert (said.code, said.err) == (0, "")
    assert re.sub(r" *\d+ KB", " N KB", said.out.replace(str(tmp_path), "")) == (
        "/out/frontier/deck.pdf        4 pages  36 faces N KB  proofed  deck L of 2\n"
        "/out/frontier/deck-backs.pdf   1 page   9 faces N KB  proofed  deck L of 2\n"
        "/out/frontier/sheet.pdf        1 page    1 face N KB  proofed\n"
        "/out/frontier/markers.pdf      1 page   9 faces N KB  proofed\n"
        "/out/frontier/roster.pdf      2 pages   2 faces N KB  proofed\n"
    )
    for path in (tmp_path / "out" / "frontier").iterdir():
        with pikepdf.open(path) as pdf:
            assert pdf.check_pdf_syntax() == []


def test_its_deck_is_what_its_data_says(printgen: Printgen, frontier: Path) -> None:
    said = printgen("export", frontier)
    head, *rows = said.out.splitlines()
    assert head == "card,kind,rank,suit,wide,graze,hit"
    assert len(rows) == 36
    assert [rows[place] for place in (0, 10, 12, 35)] == [
        "1,value,1,stars,up to 9,10 to 12,from 13",
        "11,value,11,stars,up to -1,0 to 2,from 3",
        "13,value,2,shoes,up to 8,9 to 11,from 12",
        "36,storm,,,,,",
    ]


@pytest.mark.slow
def test_its_own_back_and_its_own_panel_are_the_ones_printed(
    printgen: Printgen, frontier: Path, tmp_path: Path
) -> None:
    def built(name: str) -> tuple[bytes, bytes]:
        assert printgen("build", frontier, "--only", "deck", "--output", tmp_path / name).code == 0
        folder = tmp_path / name / "frontier"
        return (folder / "deck.pdf").read_bytes(), (folder / "deck-backs.pdf").read_bytes()

    deck, backs = built("own")
    (_own(frontier) / "back.html").unlink()
    same_deck, other_backs = built("bundled-back")
    assert (same_deck == deck, other_backs == backs) == (True, False)
    (_own(frontier) / "kinds" / "storm.svg").unlink()
    other_deck, _ = built("bundled-panel")
    assert other_deck != deck


def test_a_print_of_another_game_fails_its_proof(
    printgen: Printgen, frontier: Path, tmp_path: Path
) -> None:
    assert printgen("build", "combat-leader", "--only", "roster", "--output", tmp_path).code == 0
    file = tmp_path / "combat-leader" / "roster.pdf"
    assert printgen("proof", file, "--game", frontier).code == 5


def test_a_print_of_a_game_that_is_not_bundled_asks_for_its_folder(
    printgen: Printgen, frontier: Path, tmp_path: Path
) -> None:
    assert printgen("build", frontier, "--only", "roster", "--output", tmp_path).code == 0
    file = tmp_path / "frontier" / "roster.pdf"
    said = printgen("proof", file)
    assert (said.code, said.out) == (2, "")
    assert "name the folder of the game with --game" in said.err
    assert printgen("proof", file, "--game", frontier).code == 0


def test_a_card_is_redesigned_by_editing_its_template_alone(
    printgen: Printgen, frontier: Path, tmp_path: Path
) -> None:
    """The rank moves and shrinks; every word stays where the proof finds it."""
    css = (BUNDLED / "card.css").read_text("utf-8")
    moved = re.sub(r"(\.rank \{[^}]*font-size: )[\d.]+mm", r"\g<1>9mm", css)
    moved += "\n.index { left: 4mm; top: 4mm; }\n"
    (_own(frontier) / "card.css").write_text(moved, encoding="utf-8")
    said = printgen("build", frontier, "--only", "deck", "--output", tmp_path)
    assert (said.code, said.err) == (0, "")
    places = _places(tmp_path / "frontier" / "deck.pdf", "rank")
    assert len(places) == 33
    # In the middle of a box of 6.3 mm that begins at x = 4, at 9 mm or less.
    assert all(abs(x + width / 2 - 7.15) < 0.01 for x, _, width, _ in places)
    assert max(size for *_, size in places) == pytest.approx(9 / 25.4 * 72, abs=0.01)


def _places(path: Path, field: str) -> list[tuple[float, ...]]:
    """Where the labels of a print say that a field stands: x, y, width, size."""
    return [
        text.label.place[:4]
        for page in read_pages(path.read_bytes(), repeat(IDENTITY_TRANSFORM))
        for face in page.faces
        for text in face.texts
        if text.label and text.label.name == field
    ]
