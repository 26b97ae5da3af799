"""Icons by name: in a deck, in a game, with --icons, in the credits and in `printgen icons`."""

import json
import shutil
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.cli.conftest import REPOSITORY
from tests.command_line import Printgen

from .small_game import card, write

OWN = REPOSITORY / "tests" / "layout" / "icons" / "own.json"
CREDIT = (
    "Our own icons, The authors of printgen, https://example.org/own, "
    "MIT License, MIT, https://example.org/licence"
)
GAME = """game: {id: small, name: Small}
cards:
  columns: {card: key, text: text, mark: mark, note: prose}
  rows:
    - [1, a, sword, "Raise the :own:banner:, or :shield:."]
    - [2, b, "own:flag", none]
prints: {deck: {title: Deck, each: cards, template: card.html, safe: 0}}
"""
MARKS = '{{ f("mark", class="big") }}{{ f("note", class="note") }}'
STYLE = (
    ".note { position: absolute; left: 5mm; top: 26mm; } .in-line { width: 1em; height: 1em; }"
    " .big { position: absolute; left: 40mm; top: 4mm; width: 10mm; height: 10mm; }"
)


@pytest.fixture
def deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to be in, with a deck of two cards and the set next to it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cards.csv").write_text("name,text\nOrc,Hit :sword: twice\nElf,**Hide**\n")
    (tmp_path / "icons").mkdir()
    shutil.copy(OWN, tmp_path / "icons")
    return tmp_path


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game with a column of marks, and marks in prose; without the set."""
    return write(tmp_path / "game", card(MARKS, STYLE), GAME)


def test_a_deck_prints_icons_of_the_folder_next_to_it(deck: Path, printgen: Printgen) -> None:
    said = printgen("build", "cards.csv", "--prose")
    assert (said.code, said.err) == (0, "")
    assert (deck / "output/cards/CREDITS.txt").read_text() == f"deck.pdf: sword: {CREDIT}\n"
    information = PdfReader(deck / "output/cards/deck.pdf").metadata
    assert information is not None
    assert information.subject == f"deck; sword: {CREDIT}"
    proof = printgen("proof", "output/cards/deck.pdf", "--table", "cards.csv", "--prose")
    assert proof.code == 0


def test_a_file_that_is_no_set_of_icons_is_refused(deck: Path, printgen: Printgen) -> None:
    said = printgen("build", "cards.csv", "--icons", "cards.csv")
    assert (said.code, "cards.csv does not end in .json" in said.err) == (2, True)


def test_control_points_outside_an_icon_are_not_its_ink(deck: Path, printgen: Printgen) -> None:
    """The curve is inside its box of 24. Its control points are a quarter of the box above it."""
    arch = {"prefix": "arch", "icons": {"arch": {"body": '<path d="M1 23C1-6 23-6 23 23Z"/>'}}}
    (deck / "icons" / "arch.json").write_text(json.dumps({**arch, "width": 24, "height": 24}))
    (deck / "cards.csv").write_text("name,text\nOrc,Walk through the :arch:\n")
    said = printgen("build", "cards.csv", "--prose")
    assert (said.code, said.err) == (0, "")


def test_a_deck_without_icons_has_no_credits(deck: Path, printgen: Printgen) -> None:
    """A broken set hurts only those that want an icon of it."""
    (deck / "cards.csv").write_text("name,text\nOrc,Hit twice\n")
    (deck / "icons" / "a.json").write_text("{")
    assert printgen("build", "cards.csv", "--prose").code == 0
    assert [path.name for path in (deck / "output/cards").iterdir()] == ["deck.pdf"]
    information = PdfReader(deck / "output/cards/deck.pdf").metadata
    assert information is not None
    assert information.subject == "deck"


def test_a_broken_set_is_reported_once(deck: Path, printgen: Printgen) -> None:
    (deck / "icons" / "a.json").write_text("{")
    said = printgen("build", "cards.csv", "--prose")
    assert said.code == 3
    assert said.err.count("error: not a file of icons: Input data was truncated") == 1


def test_without_prose_a_mark_with_its_set_is_noted(deck: Path, printgen: Printgen) -> None:
    (deck / "cards.csv").write_text("name,text\nOrc,Hit :own:sword: twice\n")
    said = printgen("build", "cards.csv")
    assert '":own:sword:" is printed as written' in said.err


def test_a_missing_icon_is_reported_where_the_table_names_it(
    deck: Path, printgen: Printgen
) -> None:
    (deck / "cards.csv").write_text("name,text\nOrc,Hit :swrd: and\nElf,Run to :own:bannre:\n")
    said = printgen("build", "cards.csv", "--prose")
    assert said.code == 3
    assert "cards.csv:2:5: error: no mark swrd\n  did you mean sword?" in said.err
    assert "cards.csv:3:5: error: no mark own:bannre\n  did you mean own:banner?" in said.err


def test_credits_are_of_what_is_printed_and_of_other_pdfs_in_the_folder(
    deck: Path, printgen: Printgen
) -> None:
    path = deck / "output/cards/CREDITS.txt"
    printgen("build", "cards.csv", "--prose")
    printgen("build", "cards.csv", "--prose", "--size", "tarot")
    lines = path.read_text().splitlines()
    assert lines == [f"deck.pdf: sword: {CREDIT}", f"deck-tarot.pdf: sword: {CREDIT}"]
    (deck / "cards.csv").write_text("name,text\nOrc,Hit :shield: twice\n")
    printgen("build", "cards.csv", "--prose")
    lines = path.read_text().splitlines()
    assert lines == [f"deck-tarot.pdf: sword: {CREDIT}", f"deck.pdf: shield: {CREDIT}"]
    before = path.stat().st_mtime_ns
    assert "CREDITS" not in printgen("build", "cards.csv", "--prose", "--dry-run").out
    assert path.stat().st_mtime_ns == before


def test_a_game_with_the_option(game: Path, tmp_path: Path, printgen: Printgen) -> None:
    """In a column of marks and in prose, with and without its set; check takes it too."""
    words = (game, "--icons", OWN)
    assert printgen("check", *words).code == 0
    said = printgen("build", *words, "-o", tmp_path / "out")
    assert (said.code, said.err) == (0, "")
    text = (tmp_path / "out/small/CREDITS.txt").read_text()
    names = [line.split(": ")[1] for line in text.splitlines()]
    assert names == ["sword", "banner", "shield", "flag"]
    assert printgen("proof", tmp_path / "out/small/deck.pdf", "--game", game).code == 0


def test_a_check_names_an_icon_with_its_set(game: Path, printgen: Printgen) -> None:
    check = '{numbers: cards.note, is: {1: ["own:banner", shield]}}'
    (game / "game.yaml").write_text(f"{GAME}checks: [{check}]\n")
    said = printgen("check", game, "--icons", OWN)
    assert said.code == 0
    assert said.out.startswith("game: 1 declared check passed")


def test_a_game_without_its_set_is_not_printed(game: Path, printgen: Printgen) -> None:
    said = printgen("check", game)
    assert said.code == 3
    assert "game.yaml:5:14: error: no mark sword" in said.out
    assert "game.yaml:6:14: error: no mark own:flag" in said.out
    assert "get its set: see printgen docs icons" in said.out


def test_a_wrong_icon_is_found_by_the_proof(game: Path, tmp_path: Path, printgen: Printgen) -> None:
    """It is recognised by its looks, like any mark: here one card has that of another value."""
    rows = "".join(f"    - [{i}, a, {'sword' if i % 2 else 'shield'}, x]\n" for i in range(8))
    head, tail = GAME.split("rows:\n")[0], GAME[GAME.index("prints:") :]
    (game / "game.yaml").write_text(f"{head}rows:\n{rows}{tail}")
    assert printgen("build", game, "--icons", OWN, "-o", tmp_path / "out").code == 0
    wrong = rows.replace("[3, a, sword", "[3, a, shield")
    (game / "game.yaml").write_text(f"{head}rows:\n{wrong}{tail}")
    said = printgen("proof", tmp_path / "out/small/deck.pdf", "--game", game)
    assert said.code == 5
    assert "card 3, mark: error: “shield” and “sword” look alike" in said.out


def test_a_set_may_not_lead_out_of_the_game(game: Path, printgen: Printgen) -> None:
    (game / "icons").mkdir()
    (game / "icons" / "own.json").symlink_to(OWN)
    said = printgen("check", game)
    assert said.code == 3
    assert "own.json: error: this link leads out of the game" in said.out


def test_the_command_lists_names_and_sets(deck: Path, printgen: Printgen) -> None:
    """All words must be in the name; the folder and the option are both searched."""
    other = deck / "other.json"
    other.write_text(json.dumps({"prefix": "other", "icons": {"sword-arm": {"body": "<g/>"}}}))
    assert printgen("icons", "sword").out == "sword  own\n"
    said = printgen("icons", "sword", "--icons", other)
    assert said.out == "sword      own\nsword-arm  other\n"
    assert printgen("icons", "arm", "sword", "--icons", other).out == "sword-arm  other\n"
    assert printgen("icons", "blade").out == "blade  own\n"
    said = printgen("icons", "nothing")
    assert (said.code, said.out) == (2, "")
    assert "no icon is called nothing: see printgen docs icons" in said.err
    said = printgen("icons", "swrd")
    assert "no icon is called swrd: did you mean sword?" in said.err


def test_the_page_runs_nothing_and_needs_nothing(deck: Path, printgen: Printgen) -> None:
    """Whatever an icon or its name holds is escaped, and stays inside a picture."""
    body = "<script>alert(1)</script><image href='https://example.org/a.png'/>\"><b>"
    icons = {"sword<b>": {"body": body}}
    (deck / "icons" / "bad.json").write_text(json.dumps({"prefix": "bad", "icons": icons}))
    assert printgen("icons", "sword", "--html", "page.html").code == 0
    page = (deck / "page.html").read_text()
    assert page.count("<img ") == 2
    assert "bad:sword&lt;b&gt;" in page
    assert not any(text in page for text in ("<script", "<image", "<b>", "https://example.org"))
    assert "default-src 'none'" in page
