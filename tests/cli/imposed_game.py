"""A game of five cards that are each one flat colour, filled to the trim."""

from pathlib import Path

INKS = {"a": "#a01010", "b": "#106010", "c": "#1010a0", "d": "#606010", "e": "#a010a0"}

GAME = """
game: {id: g, name: G}
prints:
  deck: {template: card.html, each: cards, sizes: [poker, punch-25], bleed: 3,
         back: {template: back.html}}
  page: {template: page.html, all: cards, impose: page, shows: [title]}
cards:
  columns: {card: key, ink: {type: colour, silent: true}}
  rows: [%s]
"""
CARD = """<html xmlns="http://www.w3.org/1999/xhtml" style="--ink: {{ row.ink }}">
<head><link rel="stylesheet" href="g.css"/></head><body>%s{{ f("card") }}</body></html>"""
PLAIN = """<html xmlns="http://www.w3.org/1999/xhtml">
<head><link rel="stylesheet" href="g.css"/></head><body class="%s">{{ f("%s") }}</body></html>"""
CSS = """html { font-family: "Roboto Condensed"; font-size: 4mm; color: #ffffff; --ink: #402020; }
body { position: relative; background-color: var(--ink); display: flex; align-items: center;
  justify-content: center; font-weight: 700; }
.page { background-color: transparent; color: #000000; }
.art { position: absolute; left: %s; top: 20mm; width: 30mm; height: 30mm;
  background-color: #202020; }
"""


def write(folder: Path, art: str = "", left: str = "0mm", game: str = GAME) -> Path:
    """A game of five cards; `art` is what a card has besides its ground."""
    rows = ", ".join(f"[{key}, '{ink}']" for key, ink in INKS.items())
    files = {
        "game.yaml": game % rows,
        "templates/card.html": CARD % art,
        "templates/back.html": PLAIN % ("", "game"),
        "templates/page.html": PLAIN % ("page", "title"),
        "templates/g.css": CSS % left,
    }
    for name, text in files.items():
        (folder / "g" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "g" / name).write_text(text, encoding="utf-8")
    return folder / "g"
