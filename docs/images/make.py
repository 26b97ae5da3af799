"""Turn the built PDFs of the bundled games into the pictures that the README and docs show.

Run after `printgen build`, `printgen build docs/images/tables/*.csv` and, for the `ROSTERS` below,
`printgen build GAME --only roster --data printgen/games/GAME/examples/TEAM.yaml`:
`.venv/bin/python docs/images/make.py`. It cuts pieces out of the very pages that are printed, so
that the pictures show no more than a user gets. What a door of the README opens, its own tables, is
built and checked here.
"""

import csv
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Collection, Sequence
from pathlib import Path

import pypdfium2
from PIL import Image, ImageDraw, ImageFont

from printgen.press.grid import ImpositionGrid, make_grid
from printgen.press.paper import find_paper

HERE = Path(__file__).resolve().parent
BUILT = HERE.parents[1] / "output"
DPI = 200
MM = DPI / 25.4
GRID = make_grid(find_paper("a4"), 63.5, 88.9)
GROUND = (226, 223, 214)
INK, RED, PALE = (40, 38, 34), (168, 28, 20), (247, 214, 208)
DOOR = (900, 640)
"""Pixels of a door's picture, of which three stand in a row."""

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
    """One page of one PDF of a game, or of a folder by its whole path, as it prints."""
    with pypdfium2.PdfDocument(BUILT / game / f"{name}.pdf") as pdf:
        return pdf[index].render(scale=DPI / 72).to_pil().convert("RGB")


def pages(game: str) -> list[Image.Image]:
    """The pages of a game's sheet, then the first ones of its markers and roster."""
    with pypdfium2.PdfDocument(BUILT / game / "sheet.pdf") as pdf:
        count = len(pdf)
    sheets = [page(game, "sheet", index) for index in range(count)]
    return [*sheets, page(game, "markers"), page(game, "roster")]


def card(game: str, name: str, number: int, grid: ImpositionGrid = GRID) -> Image.Image:
    """One piece out of its sheet, cut with round corners, on the ground."""
    index, place = divmod(number - 1, grid.place_count)
    x, y = grid.find_corner(place)
    box = (x, y, x + grid.face_width, y + grid.face_height)
    return _cut(page(game, name, index).crop([round(side * MM) for side in box]), 3 * MM)


def cards(game: str) -> list[Image.Image]:
    """Some of a game's cards, and their back."""
    return [
        *(card(game, "deck", number) for number in CARDS[game]),
        card(game, "deck-backs", 1),
    ]


def doors() -> dict[str, Image.Image]:
    """What the README's three doors open: printed cards, a spreadsheet's, and a table's faults."""
    printed = [card(game, "deck", CARDS[game][1]) for game in ("combat-leader", "fistful-of-lead")]
    printed.append(card("true-lead", "deck", 4))
    tables = dict(
        re.findall(
            r"`(\w+\.csv)`:\n\n```csv\n(.*?)^```$",
            "".join(
                (HERE.parents[1] / one).read_text("utf-8")
                for one in ("README.md", "docs/tables.md")
            ),
            re.M | re.S,
        )
    )
    with tempfile.TemporaryDirectory() as folder:
        for name, text in tables.items():
            (Path(folder) / name).write_text(text, "utf-8")
        _run(folder, "build", "monsters.csv")
        said = _run(folder, "check", "loot.csv").splitlines()
        made = [card(f"{folder}/output/monsters", "deck", number) for number in (1, 3)]
    monsters, loot = (
        list(csv.reader(tables[name].splitlines())) for name in ("monsters.csv", "loot.csv")
    )
    found = said[0].partition("error: ")[2]
    wrong = [
        number
        for number, row in enumerate(loot)
        if f"“{row[0]}”" in found or f'"{row[0]}"' in found
    ]
    return {
        "door-print": _fanned(printed),
        "door-cards": _beside(monsters, made),
        "door-check": _told(loot, wrong, [found, said[1].strip()]),
    }


def _run(folder: str, *words: str) -> str:
    command = (sys.executable, "-m", "printgen", *words)
    path = {**os.environ, "PYTHONPATH": str(HERE.parents[1])}
    run = subprocess.run(  # noqa: S603 - printgen itself
        command, cwd=folder, env=path, capture_output=True, text=True, check=False
    )
    return run.stdout


def _fanned(cards: Sequence[Image.Image]) -> Image.Image:
    picture = Image.new("RGB", DOOR, GROUND)
    for number, piece in enumerate(cards):
        turn = 9 * (1 - number)
        held = piece.resize(
            (340, round(340 * piece.height / piece.width)), Image.Resampling.LANCZOS
        )
        # The edge shows where cards of one ground lie over each other.
        ImageDraw.Draw(held).rounded_rectangle(
            (0, 0, held.width - 1, held.height - 1), 17, outline=INK
        )
        mask = Image.new("L", held.size, 0)
        ImageDraw.Draw(mask).rounded_rectangle((0, 0, *held.size), 17, fill=255)
        held.putalpha(mask)
        held = held.rotate(turn, Image.Resampling.BICUBIC, expand=True)
        middle = 450 + 235 * (number - 1), 320 + 22 * abs(number - 1)
        picture.paste(held, (middle[0] - held.width // 2, middle[1] - held.height // 2), held)
    return picture


def _beside(rows: Sequence[Sequence[str]], cards: Sequence[Image.Image]) -> Image.Image:
    picture = Image.new("RGB", DOOR, GROUND)
    _grid(picture, rows, (30, 30), (200, 90, 160, 300, 90), 28)
    for number, piece in enumerate(cards):
        # Their lower ends, which have no words, run out of the picture.
        large = piece.resize(
            (390, round(390 * piece.height / piece.width)), Image.Resampling.LANCZOS
        )
        picture.paste(large, (45 + 420 * number, 200))
    return picture


def _told(
    rows: Sequence[Sequence[str]], wrong: Collection[int], said: Sequence[str]
) -> Image.Image:
    picture = Image.new("RGB", DOOR, GROUND)
    _grid(picture, rows, (30, 30), (220, 440, 180), 40, wrong)
    draw, font = ImageDraw.Draw(picture), _font(38, 600)
    lines = [line for one in said for line in _wrapped(one, font, 790)]
    top = 610 - 50 * len(lines) - 30
    draw.rectangle((30, top, 869, 609), fill="white", outline=RED, width=4)
    for number, line in enumerate(lines):
        draw.text((54, top + 15 + 50 * number), line, font=font, fill=INK if number else RED)
    return picture


def _grid(
    picture: Image.Image,
    rows: Sequence[Sequence[str]],
    corner: tuple[int, int],
    widths: Sequence[int],
    size: int,
    wrong: Collection[int] = (),
) -> None:
    """A table as a spreadsheet shows it, a long text cut off at its cell's end."""
    draw, height = ImageDraw.Draw(picture), round(size * 1.6)
    for number, row in enumerate(rows):
        x, y = corner[0], corner[1] + height * number
        for column, width in enumerate(widths):
            cell = Image.new("RGB", (width, height), PALE if number in wrong else "white")
            words = row[column] if column < len(row) else ""
            font = _font(size, 700 if number == 0 or (number in wrong and column == 0) else 400)
            colour = RED if number in wrong and column == 0 else INK
            at = size / 3
            for sign in words:
                held = _font(size, 0) if sign == "★" else font
                middle = at, height // 2
                ImageDraw.Draw(cell).text(middle, sign, font=held, fill=colour, anchor="lm")
                at += held.getlength(sign)
            picture.paste(cell, (x, y))
            draw.rectangle((x, y, x + width, y + height), outline=(170, 166, 156), width=2)
            x += width


def _font(size: int, weight: int) -> ImageFont.FreeTypeFont:
    style = {400: "400Regular", 600: "600SemiBold", 700: "700Bold"}
    name = f"RobotoCondensed_{style[weight]}" if weight else "NotoSansSymbols2_400Regular"
    return ImageFont.truetype(HERE.parents[1] / "fonts" / f"{name}.ttf", size)


def _wrapped(text: str, font: ImageFont.FreeTypeFont, width: int) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if font.getlength(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


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
    for name, picture in doors().items():
        _save(picture, f"{name}.png", DOOR[0])
    tables = ("places", "monsters", "spells", "recipes", "suits", "questions")
    _save(_in_rows([[card(table, "deck", 1) for table in tables]]), "tables.png", 1400)
    rosters = [card(game, name, 1, grid) for (game, name), grid in ROSTERS.items()]
    _save(_in_rows([rosters]), "rosters.png", 1400)
    shown = ("fistful-of-lead", "horse-and-musket", "true-lead")
    _save(_in_rows([[page(game, "sheet") for game in shown]]), "sheets.png", 1400)


if __name__ == "__main__":
    main()
