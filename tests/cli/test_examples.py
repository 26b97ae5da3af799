"""A face of one print that another shows, smaller, as an example."""

from pathlib import Path

import pytest

from tests.command_line import Printgen

GAME = """
game: {id: small, name: Small}
prints:
  deck: {template: card.html, each: cards, sizes: 60 x 40, for: sides}
  sheet: {template: sheet.html, all: pages, examples: {shown: deck}, sizes: 90 x 60}
sides: {columns: {side: key}, rows: [[A], [B]]}
cards:
  columns:
    card: key
    move: {type: number, head: Move}
    melee: {type: number, head: Melee}
    mark: mark
    text: prose
  rows: [[Imp, 3, 5, star, "Shoot :star: twice."], [Ogre, 2, 7, star, Slow.]]
pages:
  columns: {page: key, heading: text, shown: {refers: cards}}
  rows: [[one, How to read a card, Imp], [two, And so on]]
"""

HEAD = (
    '<html xmlns="http://www.w3.org/1999/xhtml"><head><link rel="stylesheet" href="{}"/></head>'
    "<body>"
)
CARD = (
    HEAD.format("card.css") + '<h1>{{ f("card", "span") }}</h1>{{ f("mark") }}'
    '<p>{{ f("move.head", "span") }} {{ f("move", "span") }}</p>'
    '<p>{{ f("melee.head", "span") }} {{ f("melee", "span") }}</p>'
    '{{ f("text") }}</body></html>'
)
CARD_CSS = (
    'html { width: 60mm; height: 40mm; font-family: "IBM Plex Sans Condensed"; font-size: 7pt; }'
    "body { padding: 2mm; } .mark { width: 4mm; height: 4mm; }"
)
SHEET = (
    HEAD.format("sheet.css") + '{{ f("one.heading") }}{{ f("one.shown", class="card") }}'
    '{{ f("two.heading") }}{{ f("two.shown?") }}</body></html>'
)
SHEET_CSS = (
    'html { width: 90mm; height: 60mm; font-family: "IBM Plex Sans Condensed"; font-size: 11pt; }'
    "body { padding: 2mm; } p { font-size: 40pt; } .card { width: 42mm; }"
)
STAR = '<symbol id="star" viewBox="0 0 4 4"><path d="M2 0 L4 4 L0 4 Z"/></symbol>'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    templates = tmp_path / "templates"
    (templates / "marks").mkdir(parents=True)
    (tmp_path / "game.yaml").write_text(GAME, "utf-8")
    (templates / "marks" / "star.svg").write_text(STAR, "utf-8")
    texts = {"card.html": CARD, "card.css": CARD_CSS, "sheet.html": SHEET, "sheet.css": SHEET_CSS}
    for name, text in texts.items():
        (templates / name).write_text(text, "utf-8")
    return tmp_path


def build(folder: Path, printgen: Printgen, old: str = "", new: str = "", file: str = "") -> str:
    """What printgen says of the game, one of its files changed."""
    if file:
        path = folder / "templates" / file
        assert old in path.read_text("utf-8")
        path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    said = printgen("build", folder, "--only", "sheet", "-o", folder / "out")
    return said.out + said.err


def test_an_example_is_set_by_its_own_template_and_proofed(
    folder: Path, printgen: Printgen
) -> None:
    """Its words and marks are held, and its type by 70 % of what it must have: 4.9 of 4.55 pt."""
    assert "proofed" in build(folder, printgen)


def test_an_example_too_small_to_be_read_is_told(folder: Path, printgen: Printgen) -> None:
    said = build(folder, printgen, "width: 42mm", "width: 36mm", "sheet.css")
    assert "one.shown.card and 5 more: error: “Imp” is 4.20 pt high, too small to read" in said


def test_what_is_wrong_in_an_example_is_told_of_it(folder: Path, printgen: Printgen) -> None:
    """Heads exchanged on the card, which the sheet alone prints here."""
    exchanged = CARD.replace("move.head", "x").replace("melee.head", "move.head")
    (folder / "templates" / "card.html").write_text(exchanged.replace('"x"', '"melee.head"'))
    assert "(one.shown.melee.head)" in build(folder, printgen)


def test_an_example_that_no_template_shows_is_missed(folder: Path, printgen: Printgen) -> None:
    said = build(folder, printgen, '{{ f("one.shown", class="card") }}', "", "sheet.html")
    assert "one.shown.card" in said
    assert "is not printed; the rules say “Imp”" in said


def test_a_name_that_is_no_example_is_told(folder: Path, printgen: Printgen) -> None:
    said = build(folder, printgen, '{{ f("two.shown?") }}', '<object data="two"/>', "sheet.html")
    assert "no example is called two" in said
