"""Turn the built PDFs of the bundled games into the pictures that the README and docs show.

Run after `printgen build`: `.venv/bin/python docs/images/make.py`. It cuts pieces out of the very
pages that are printed, so that the pictures show no more than a user gets.
"""

from pathlib import Path

import pypdfium2
from PIL import Image, ImageDraw

HERE = Path(__file__).resolve().parent
BUILT = HERE.parents[1] / "output"
DPI = 200
MM = DPI / 25.4
POKER = (63.5, 88.9)
A4_BLOCK = (9.75, 15.15)
GROUND = (226, 223, 214)


def page(game: str, name: str, index: int = 0) -> Image.Image:
    """One page of one PDF of a game, as it prints."""
    with pypdfium2.PdfDocument(BUILT / game / f"{name}.pdf") as pdf:
        return pdf[index].render(scale=DPI / 72).to_pil().convert("RGB")


def card(game: str, name: str, number: int) -> Image.Image:
    """One card out of its sheet of nine, cut with round corners, on the ground."""
    index, place = divmod(number - 1, 9)
    x = A4_BLOCK[0] + place % 3 * POKER[0]
    y = A4_BLOCK[1] + place // 3 * POKER[1]
    box = (x, y, x + POKER[0], y + POKER[1])
    return _cut(page(game, name, index).crop([round(side * MM) for side in box]), 3 * MM)


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
    rows = []
    for game, numbers in (("combat-leader", (1, 23, 55)), ("fistful-of-lead", (6, 25, 16))):
        cards = [card(game, "deck", number) for number in numbers]
        rows.append([*cards, card(game, "deck-backs", 1)])
    _save(_in_rows(rows), "cards.png", 1400)
    names = ("sheet", "markers", "roster")
    games = ("combat-leader", "fistful-of-lead")
    _save(_in_rows([[page(game, name) for name in names] for game in games]), "pages.png", 1400)


if __name__ == "__main__":
    main()
