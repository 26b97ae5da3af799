"""A game of one card in a folder, to be spoilt."""

import json
import re
from collections.abc import Callable
from pathlib import Path

from tests.command_line import Printgen, Said

CheckCard = Callable[..., Said]
"""The fixture `check_card`."""

GAME = """game: {id: small, name: Small}
cards: {columns: {card: key, text: text}, rows: [[1, a]]}
prints: {deck: {title: Deck, each: cards, template: card.html, safe: 0}}
"""

CSS = (
    'html { font-family: "IBM Plex Sans Condensed"; font-size: 4mm; width: 60mm; height: 40mm; }\n'
    "body > p { position: absolute; left: 5mm; line-height: 1; }"
    " .card { top: 5.5mm; } .text { top: 16.5mm; }"
    " .drawing { position: absolute; left: 0; top: 0; width: 60mm; height: 40mm; }"
)
TWO_TEXTS = GAME.replace("text: text", "n: text, text: text")
"""The game, whose card has one more text, `n`."""
NUMBER, PLAIN = '{{ f("card", "p", class="card") }}', '{{ f("text", "p", class="text") }}'


def card(content: str = "", css: str = "") -> str:
    """The template of the card, with more in it and in its style sheet.

    The sheet stands in the template until it is written: the text is what a test changes.
    """
    return (
        '<html xmlns="http://www.w3.org/1999/xhtml"><head>\n'
        f"<style>{CSS}{css}</style></head><body>\n{NUMBER}\n{PLAIN}\n{content}</body></html>"
    )


def drawing(content: str) -> str:
    """A drawing over the whole card, 1 unit being 1 mm."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="drawing" viewBox="0 0 60 40">'
        f"{content}</svg>"
    )


def write(folder: Path, template: str, game: str = GAME, **marks: str) -> Path:
    """The game's folder, with this template, its style sheet, and the drawings of its marks."""
    (folder / "templates").mkdir(parents=True, exist_ok=True)
    (folder / "game.yaml").write_text(game, "utf-8")
    css = "".join(re.findall("(?s)<style>(.*?)</style>", template))
    link = '<link rel="stylesheet" href="card.css"/>'
    page = re.sub("(?s)<style>.*?</style>", link, template, count=1)
    (folder / "templates" / "card.html").write_text(page, "utf-8")
    (folder / "templates" / "card.css").write_text(css, "utf-8")
    if marks:
        (folder / "templates" / "marks").mkdir(exist_ok=True)
    for name, svg in marks.items():
        (folder / "templates" / "marks" / f"{name}.svg").write_text(svg, "utf-8")
    return folder


def declare_font(folder: Path, family: str) -> Path:
    """Give the game in `folder` a font family, and return the path of its font file."""
    (folder / "fonts").mkdir(parents=True)
    rule = f'@font-face {{ font-family: "{family}"; src: url("{family}.ttf"); }}'
    (folder / "fonts" / "fonts.css").write_text(rule, "utf-8")
    return folder / "fonts" / f"{family}.ttf"


def build(printgen: Printgen, folder: Path, value: str, template: str, css: str = "") -> Said:
    """What a build says whose card prints `value` by this template."""
    game = GAME.replace("[1, a]", f"[1, {json.dumps(value)}]")
    page = card(css=css).replace(f"{NUMBER}\n{PLAIN}", f"{NUMBER}\n{template}")
    return printgen("build", write(folder / "small", page, game), "--output", folder / "out")
