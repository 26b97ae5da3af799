"""Marks in a text stay in the order of the text."""

from pathlib import Path

import pytest

from tests.command_line import Printgen

from .small_game import NUMBER, PLAIN, card, write

GAME = """game: {id: small, name: Small}
cards:
  columns: {card: key, text: prose}
  rows: [[1, ":heart: **beats** :diamond: **and** :heart:"]]
prints: {deck: {title: Deck, each: cards, template: card.html, safe: 0}}
"""
PATHS = {"heart": "M0 0H9V9H0Z", "diamond": "M4 0L9 4L4 9L0 4Z"}
PLACE = ".text { position: absolute; left: 5mm; top: 16mm; width: %smm; } .text p { %s }"


@pytest.mark.parametrize(
    ("width", "css", "code"),
    [
        (50, "", 0),
        (20, "", 0),
        (12, "", 0),
        (50, "text-align: right;", 0),
        (50, "display: flex; gap: 1mm; flex-direction: row-reverse;", 4),
        (50, "display: flex; flex-direction: column-reverse;", 4),
        (50, "display: flex; gap: 1mm; } .text svg:last-child { order: -1;", 4),
        (50, "display: flex; gap: 1mm; } .text svg:first-child { order: 9;", 4),
        (
            50,
            "display: flex; gap: 9mm; } .text svg:last-child { position: relative; left: -40mm;",
            4,
        ),
    ],
)
def test_a_mark_keeps_its_place_among_the_others(
    printgen: Printgen, tmp_path: Path, width: int, css: str, code: int
) -> None:
    template = card(css=PLACE % (width, css)).replace(
        f"{NUMBER}\n{PLAIN}", f'{NUMBER}\n<div class="text">{{{{ f("text", "p") }}}}</div>'
    )
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
    marks = {name: f'{head}<path d="{path}"/></svg>' for name, path in PATHS.items()}
    folder = write(tmp_path / "small", template, GAME, **marks)
    built = printgen("build", folder, "--output", tmp_path / "out")
    assert built.code == code, built.err
