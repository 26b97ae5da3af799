"""Turn the built PDFs of the bundled games into the pictures that the README and docs show.

Run after `printgen build`, `printgen build docs/images/tables/*.csv` and, for the `ROSTERS` below,
`printgen build GAME --only roster --data printgen/games/GAME/examples/TEAM.yaml`:
`.venv/bin/python docs/images/make.py`. It cuts pieces out of the very pages that are printed, so
that the pictures show no more than a user gets.
"""

from pathlib import Path

import pypdfium2
from PIL import Image, ImageDraw

from printgen.press.grid import Places, make_grid
from printgen.press.paper import find_paper

HERE = Path(__file__).resolve().parent
BUILT = HERE.parents[1] / "output"
DPI = 200
MM = DPI / 25.4
GRID = make_grid(find_paper("a4"), 63.5, 88.9)
GROUND = (226, 223, 214)

CARDS = {
    "colonial-siege": (1, 2, 25, 28, 53),
    "combat-leader": (1, 23, 53, 57),
    "fistful-of-lead": (6, 12, 25, 16),
    "horse-and-musket": (2, 13, 16, 20),
    "true-lead": (1, 4, 6, 7),
}
"""Cards of each game that are shown, by their places in its deck."""

ROSTERS = {
    ("fistful-of-lead", "roster-carver-gang"): make_grid(find_paper("a4"), 190, 134),
    ("true-lead", "roster-dry-creek"): make_grid(find_paper("a4"), 97, 134),
}
"""Filled rosters that are shown, and how their pieces lie on a page."""


def page(game: str, name: str, index: int = 0) -> Image.Image:
    """One page of one PDF of a game, as it prints."""
    with pypdfium2.PdfDocument(BUILT / game / f"{name}.pdf") as pdf:
        return pdf[index].render(scale=DPI / 72).to_pil().convert("RGB")


def pages(game: str) -> list[Image.Image]:
    """The pages of a game's sheet, then the first ones of its markers and roster."""
    with pypdfium2.PdfDocument(BUILT / game / "sheet.pdf") as pdf:
        count = len(pdf)
    sheets = [page(game, "sheet", index) for index in range(count)]
    return [*sheets, page(game, "markers"), page(game, "roster")]


def card(game: str, name: str, number: int, grid: Places = GRID) -> Image.Image:
    """One piece out of its sheet, cut with round corners, on the ground."""
    index, place = divmod(number - 1, grid.places)
    x, y = grid.corner(place)
    box = (x, y, x + grid.face_width, y + grid.face_height)
    return _cut(page(game, name, index).crop([round(side * MM) for side in box]), 3 * MM)


def cards(game: str) -> list[Image.Image]:
    """Some of a game's cards, and their back."""
    return [
        *(card(game, "deck", number) for number in CARDS[game]),
        card(game, "deck-backs", 1),
    ]


def _cut(piece: Image.Image, radius: float) -> Image.Image:
    mask = Image.new("L", piece.size, 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, *piece.size), radius, fill=255)
    return Image.composite(piece, Image.new("RGB", piece.size, GROUND), mask)


def _in_rows(rows: list[list[Image.Image]], gap: int = 28) -> Image.Image:
    width = max(sum(piece.width + gap for piece in row) for row in rows) + gap
    height = sum(max(piece.height for piece in row) + gap for row in rows) + gap
    picture = Image.new("RGB", (width, height), GROUND)
    y = gap
    for row in rows:
        x = gap
        for piece in row:
            picture.paste(piece, (x, y))
            x += piece.width + gap
        y += max(piece.height for piece in row) + gap
    return picture


def _save(picture: Image.Image, name: str, width: int) -> None:
    height = round(picture.height * width / picture.width)
    small = picture.resize((width, height), Image.Resampling.LANCZOS)
    small.quantize(128, dither=Image.Dither.NONE).save(HERE / name, optimize=True)


def main() -> None:
    """Write every picture."""
    for game in CARDS:
        _save(_in_rows([cards(game)]), f"{game}-cards.png", 1200)
        _save(_in_rows([pages(game)]), f"{game}-pages.png", 1400)
    fronts = [card(game, "deck", numbers[0]) for game, numbers in CARDS.items()]
    backs = [card(game, "deck-backs", 1) for game in CARDS]
    _save(_in_rows([fronts, backs]), "cards.png", 1400)
    tables = ("places", "monsters", "spells", "recipes", "suits", "questions")
    _save(_in_rows([[card(table, "deck", 1) for table in tables]]), "tables.png", 1400)
    rosters = [card(game, name, 1, grid) for (game, name), grid in ROSTERS.items()]
    _save(_in_rows([rosters]), "rosters.png", 1400)
    shown = ("fistful-of-lead", "horse-and-musket", "true-lead")
    _save(_in_rows([[page(game, "sheet") for game in shown]]), "sheets.png", 1400)


if __name__ == "__main__":
    main()
