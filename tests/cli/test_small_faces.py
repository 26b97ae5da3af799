"""One small template, spoilt so that it would print something wrong, or set as is right."""

import json
from pathlib import Path

import pytest

from .conftest import Printgen, Said
from .small_game import GAME, card, write

PLAIN = '<text x="5" y="20" data-field="text">{{ say.text }}</text>'


def build(printgen: Printgen, folder: Path, said: str, content: str = PLAIN, css: str = "") -> Said:
    """What a build says whose card has this text, set by this part of its template."""
    template = card(css=css).replace(PLAIN, content)
    game = GAME.replace("[1, a]", f"[1, {json.dumps(said)}]")
    return printgen("build", write(folder / "small", template, game), "--output", folder / "out")


def boxed(width: float, content: str = "{{ say.text }}") -> str:
    """The text in a box of so many mm, to be broken."""
    return (
        f'<foreignObject x="5" y="14" width="{width}" height="24">'
        f'<p xmlns="http://www.w3.org/1999/xhtml" data-field="text">{content}</p></foreignObject>'
    )


@pytest.mark.parametrize(
    ("said", "width"),
    [
        ("half-open", 9),
        ("half- open", 9),
        ("ready **{{name", 12),
        ("roll a*(x twice", 9),
        ("when?…so", 14),
        ("to 1–2–3 hexes", 10),
        ("a—b", 4),
    ],
)
def test_a_line_may_break_wherever_the_layout_breaks_it(
    printgen: Printgen, tmp_path: Path, said: str, width: float
) -> None:
    """Whether a space was dropped there is the layout's to say, and the print's label's."""
    built = build(printgen, tmp_path, said, boxed(width))
    assert built.code == 0, built.err


@pytest.mark.parametrize("turn", [0, 90, -90, 30])
def test_a_turned_text_may_need_several_fonts(
    printgen: Printgen, tmp_path: Path, turn: int
) -> None:
    css = 'text { font-family: "IBM Plex Sans Condensed", "Noto Sans Symbols 2"; }'
    text = PLAIN.replace('x="5" y="20"', f'transform="translate(30 22) rotate({turn})"')
    built = build(printgen, tmp_path, "Ace★7 ★", text, css)
    assert built.code == 0, built.err
