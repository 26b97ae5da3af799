"""A game of one card in a folder, to be spoilt."""

from pathlib import Path

GAME = """game: {id: small, name: Small}
cards: {columns: {card: key, text: text}, rows: [[1, a]]}
prints: {deck: {title: Deck, each: cards, template: card.svg}}
"""

CSS = 'svg { font-family: "IBM Plex Sans Condensed"; font-size: 4px; }'


def card(content: str = "", css: str = "") -> str:
    """The template of the card, with more in it and in its style sheet."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="40mm" viewBox="0 0 60 40">\n'
        f'<style>{CSS}{css}</style>\n<text x="5" y="9" data-field="card">{{{{ say.card }}}}</text>'
        f'\n<text x="5" y="20" data-field="text">{{{{ say.text }}}}</text>\n{content}</svg>'
    )


def write(folder: Path, template: str, game: str = GAME) -> Path:
    """The game's folder, with this template."""
    (folder / "templates").mkdir(parents=True, exist_ok=True)
    (folder / "game.yaml").write_text(game, "utf-8")
    (folder / "templates" / "card.svg").write_text(template, "utf-8")
    return folder
