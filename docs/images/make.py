"""Make the pictures of the README and docs from what printgen prints.

Usage: `.venv/bin/python docs/images/make.py`. Everything is built in a temporary folder. Cards and
markers are the PNG files of `printgen build --png`, which are drawn from the checked PDFs; sheets
and rosters are cropped from the rendered pages. So the pictures show no more than a user gets.
All pictures are saved in true colours, and large enough that their text can be read where GitHub
shows them, at a width of about 880 pixels.
"""

import csv
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Collection, Mapping, Sequence
from io import BytesIO
from pathlib import Path

import pypdfium2
from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import sync_playwright

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parents[1]
DPI = 300
MM = DPI / 25.4
WIDE = 1760
"""Width of a picture in pixels: twice what GitHub shows, for dense screens."""
GROUND = (226, 223, 214)
INK, RED, PALE = (40, 38, 34), (168, 28, 20), (247, 214, 208)
DOOR = (900, 640)
"""Pixels of a picture in the README's table of three columns."""
PAGE, START = {"width": 1240, "height": 820}, {"width": 600, "height": 427}
"""The windows of the page's pictures, in CSS pixels."""
SMALL = 400
"""Width in pixels of the pictures of games in images/games, which the wheel contains."""

CARDS = {
    "colonial-siege": (1, 2, 25, 28, 53),
    "combat-leader": (1, 23, 53, 57, 9),
    "fistful-of-lead": (3, 17, 31, 11, 49),
    "horse-and-musket": (1, 14, 28, 2, 44),
    "true-lead": (1, 4, 6, 7, 10),
}
"""Cards of each game that are shown, by their places in its deck. The back is the sixth."""

FAN = (
    ("colonial-siege", 1),
    ("fistful-of-lead", 17),
    ("combat-leader", 23),
    ("true-lead", 4),
    ("horse-and-musket", 14),
)
MARKERS = (
    ("combat-leader", "tokens-2-A-7"),
    ("combat-leader", "1-A-jammed-1"),
    ("fistful-of-lead", "shock-1"),
    ("fistful-of-lead", "wound-1"),
    ("fistful-of-lead", "rounds-4"),
    ("true-lead", "stunned-1"),
    ("true-lead", "pinned-1"),
    ("combat-leader", "tokens-2-B-3"),
)
"""Round markers shown as punched."""

SHEET, NET, BOARD = "fistful-of-lead", "combat-leader", "colonial-siege"
"""The games whose reference sheet, net of a box and map are shown."""

ROSTERS = (
    ("fistful-of-lead", "carver-gang", ((10, 15, 200, 147),)),
    ("true-lead", "dry-creek", ((8, 12, 105, 146), (105, 12, 202, 146))),
)
"""Filled rosters, and the parts of their first page that are shown, in mm."""

TABLES = ("places", "monsters", "spells", "recipes", "suits", "questions")


def run_printgen(folder: Path, *words: str) -> str:
    """Run printgen in `folder` and return what it prints."""
    done = subprocess.run(  # noqa: S603 - printgen itself
        (sys.executable, "-m", "printgen", *words),
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout


def build_pieces(folder: Path, game: str, *options: str) -> None:
    """Build a game or a table with a PNG file of each face, its corners cut round."""
    run_printgen(folder, "build", game, "--png", str(DPI), "--corners", "round", *options)


def list_pieces(folder: Path, game: str, print_name: str) -> list[Path]:
    """Return the PNG files of one print in the order of its faces."""
    (pictures,) = (folder / "output" / game / "pictures").glob(f"{print_name}-{DPI}-round")
    return sorted(pictures.glob("*.png"), key=_natural_key)


def _natural_key(path: Path) -> list[object]:
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", path.stem)]


def open_piece(path: Path, width: int) -> Image.Image:
    """Return a piece with transparent corners, `width` pixels wide."""
    piece = Image.open(path).convert("RGBA")
    return piece.resize(
        (width, round(width * piece.height / piece.width)), Image.Resampling.LANCZOS
    )


def punch(marker: Image.Image, size: int) -> Image.Image:
    """Return the middle of a marker as a disc of `size` pixels, with a smooth edge."""
    near, scale = (marker.width - size) // 2, 4
    piece = marker.crop((near, near, near + size, near + size))
    disc = Image.new("L", (size * scale, size * scale), 0)
    ImageDraw.Draw(disc).ellipse((0, 0, size * scale - 1, size * scale - 1), fill=255)
    mask = disc.resize((size, size), Image.Resampling.LANCZOS)
    flat = Image.new("RGB", piece.size, "white")
    flat.paste(piece, (0, 0), piece)
    flat.putalpha(mask)
    return flat


def lay(picture: Image.Image, piece: Image.Image, centre: tuple[float, float], turn: float) -> None:
    """Put a piece on the picture, turned by degrees anticlockwise, with a soft shadow."""
    turned = piece.rotate(turn, Image.Resampling.BICUBIC, expand=True)
    corner = round(centre[0] - turned.width / 2), round(centre[1] - turned.height / 2)
    alpha = turned.getchannel("A")
    for reach, strength in ((7, 0.10), (4, 0.14), (2, 0.20)):
        shade = Image.new("RGBA", turned.size, (40, 36, 28, 255))
        shade.putalpha(alpha.point(lambda value, strength=strength: round(value * strength)))
        picture.paste(shade, (corner[0] + reach // 2, corner[1] + reach), shade)
    picture.paste(turned, corner, turned)


def draw_rows(rows: Sequence[Sequence[Image.Image]], gap: int = 36) -> Image.Image:
    """Return pieces in rows on the ground."""
    width = max(sum(piece.width + gap for piece in row) for row in rows) + gap
    height = sum(max(piece.height for piece in row) + gap for row in rows) + gap
    picture = Image.new("RGB", (width, height), GROUND)
    y = gap
    for row in rows:
        x = gap
        for piece in row:
            lay(picture, piece, (x + piece.width / 2, y + piece.height / 2), 0)
            x += piece.width + gap
        y += max(piece.height for piece in row) + gap
    return picture


def draw_fan(folder: Path) -> Image.Image:
    """Return a fan of one card of each game, and punched markers below it."""
    picture = Image.new("RGB", (WIDE, 1130), GROUND)
    for index, (game, number) in enumerate(FAN):
        piece = open_piece(list_pieces(folder, game, "deck")[number - 1], 440)
        step = index - (len(FAN) - 1) / 2
        lay(picture, piece, (WIDE / 2 + 290 * step, 420 + 24 * step * step), -6 * step)
    for index, (game, name) in enumerate(MARKERS):
        (path,) = (folder / "output" / game / "pictures").glob(f"markers-*/{name}.png")
        turn = (-8, 5, 12, -4, 7, -10, 3, 9)[index]
        lay(picture, punch(open_piece(path, 226), 192), (146 + 210 * index, 1000), turn)
    return picture


def crop_page(
    pdf: Path, boxes: Sequence[tuple[float, float, float, float]], width: int
) -> list[Image.Image]:
    """Return parts of a PDF's first page, given in mm; together they are `width` pixels wide."""
    with pypdfium2.PdfDocument(pdf) as document:
        page = document[0].render(scale=DPI / 72).to_pil().convert("RGBA")
    parts = [page.crop(tuple(round(side * MM) for side in box)) for box in boxes]
    scale = width / sum(part.width for part in parts)
    return [
        part.resize(
            (round(part.width * scale), round(part.height * scale)), Image.Resampling.LANCZOS
        )
        for part in parts
    ]


def draw_pages(folder: Path, game: str) -> Image.Image:
    """Return the top of a game's sheet, and parts of its markers and its roster below."""
    built, inner = folder / "output" / game, WIDE - 72
    top = crop_page(built / "sheet.pdf", ((8, 6, 202, 128),), inner)
    markers = crop_page(built / "markers.pdf", ((8, 6, 102, 86),), (inner - 36) // 2)
    roster = crop_page(built / "roster.pdf", ((8, 6, 102, 86),), (inner - 36) // 2)
    return draw_rows([top, [*markers, *roster]])


def draw_boxes(folder: Path) -> Image.Image:
    """Return the net of one game's box, and the fronts of all boxes below it."""
    fronts = []
    for game in CARDS:
        net = Image.open(list_pieces(folder, game, "box")[0]).convert("RGBA")
        net.load()
        # docs/boxes.md: across is 12 + 2 w + 2 d - 0.4, and 3.5 for bleed; w is 65.
        depth = (net.width / MM - 15.1 - 2 * 65) / 2
        left, top = 12.5 + 65 + depth, 18 + depth
        sides = left, top, left + 65, top + 90.4
        front = net.crop(tuple(round(side * MM) for side in sides))
        width = (WIDE - 6 * 36) // 5
        fronts.append(front.resize((width, round(width * 90.4 / 65)), Image.Resampling.LANCZOS))
        if game == NET:
            scale = (WIDE - 72) / net.width
            whole = net.resize((WIDE - 72, round(net.height * scale)), Image.Resampling.LANCZOS)
    return draw_rows([[whole], fronts])


def draw_board(folder: Path) -> Image.Image:
    """Return a map, and the pages with its parts below it."""
    built, width = folder / "output" / BOARD, (WIDE - 5 * 36) // 4
    whole = open_piece(list_pieces(folder, BOARD, "map")[0], WIDE - 72)
    with pypdfium2.PdfDocument(built / "map.pdf") as document:
        parts = [page.render(scale=DPI / 144).to_pil().convert("RGBA") for page in document]
    sizes = [(width, round(width * part.height / part.width)) for part in parts]
    pairs = zip(parts, sizes, strict=True)
    return draw_rows(
        [[whole], [part.resize(size, Image.Resampling.LANCZOS) for part, size in pairs]]
    )


def draw_doors(folder: Path) -> Mapping[str, Image.Image]:
    """Return the pictures of the README's three ways to begin."""
    texts = "".join((PROJECT / name).read_text("utf-8") for name in ("README.md", "docs/tables.md"))
    tables = dict(
        re.findall(r"`(\w+\.csv)`:\n\n```csv\n(.*?)^```$", texts, re.MULTILINE | re.DOTALL)
    )
    (folder / "loot.csv").write_text(tables["loot.csv"], "utf-8")
    report = run_printgen(folder, "check", "loot.csv").splitlines()
    loot = list(csv.reader(tables["loot.csv"].splitlines()))
    message = report[0].partition("error: ")[2]
    wrong = [
        index
        for index, row in enumerate(loot)
        if f"“{row[0]}”" in message or f'"{row[0]}"' in message
    ]
    printed = [
        open_piece(list_pieces(folder, game, "deck")[number - 1], 330)
        for game, number in (("combat-leader", 23), ("fistful-of-lead", 17), ("true-lead", 4))
    ]
    return {
        "door-print": _draw_hand(printed),
        "door-check": _draw_report(loot, wrong, [message, report[1].strip()]),
    }


def draw_game(folder: Path, game: str) -> Image.Image:
    """Return a hand of three cards of a game."""
    deck = list_pieces(folder, game, "deck")
    return _draw_hand([open_piece(deck[number - 1], 330) for number in CARDS[game][:3]])


def _draw_hand(cards: Sequence[Image.Image]) -> Image.Image:
    picture = Image.new("RGB", DOOR, GROUND)
    for index, piece in enumerate(cards):
        step = index - 1
        lay(picture, piece, (450 + 225 * step, 322 + 20 * abs(step)), -8 * step)
    return picture


def _draw_report(
    rows: Sequence[Sequence[str]], wrong: Collection[int], lines: Sequence[str]
) -> Image.Image:
    picture = Image.new("RGB", DOOR, GROUND)
    _draw_grid(picture, rows, (30, 30), (220, 440, 180), 44, wrong)
    draw, font = ImageDraw.Draw(picture), _load_font(40, 600)
    wrapped = [(line, index) for index, text in enumerate(lines) for line in _wrap(text, font, 790)]
    top = 610 - 52 * len(wrapped) - 30
    draw.rectangle((30, top, 869, 609), fill="white", outline=RED, width=4)
    for row, (line, index) in enumerate(wrapped):
        draw.text((54, top + 13 + 52 * row), line, font=font, fill=INK if index else RED)
    return picture


def _draw_grid(
    picture: Image.Image,
    rows: Sequence[Sequence[str]],
    corner: tuple[int, int],
    widths: Sequence[int],
    size: int,
    wrong: Collection[int] = (),
) -> None:
    """Draw a table as a spreadsheet shows it; a long text is cut off at the end of its cell."""
    draw, height = ImageDraw.Draw(picture), round(size * 1.6)
    for index, row in enumerate(rows):
        x, y = corner[0], corner[1] + height * index
        for column, width in enumerate(widths):
            is_marked = index in wrong and column == 0
            cell = Image.new("RGB", (width, height), PALE if index in wrong else "white")
            font = _load_font(size, 700 if index == 0 or is_marked else 400)
            text = row[column] if column < len(row) else ""
            colour = RED if is_marked else INK
            ImageDraw.Draw(cell).text(
                (size / 3, height // 2), text, font=font, fill=colour, anchor="lm"
            )
            picture.paste(cell, (x, y))
            draw.rectangle((x, y, x + width, y + height), outline=(170, 166, 156), width=2)
            x += width


def _load_font(size: int, weight: int) -> ImageFont.FreeTypeFont:
    style = {400: "400Regular", 600: "600SemiBold", 700: "700Bold"}[weight]
    return ImageFont.truetype(PROJECT / "fonts" / f"RobotoCondensed_{style}.ttf", size)


def _wrap(text: str, font: ImageFont.FreeTypeFont, width: int) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if font.getlength(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def photograph_pages(folder: Path) -> Mapping[str, Image.Image]:
    """Return the page of `printgen preview` as it starts, and with the sheets of a table."""
    shutil.copytree(HERE / "tables", folder / "page")
    table = folder / "page" / "places.csv"
    head, *rows = csv.reader(table.read_text("utf-8").splitlines())
    with table.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([[*head, "qty"], *([*row, "3"] for row in rows)])
    command = (sys.executable, "-u", "-m", "printgen", "preview", "--no-open")
    environment = {**os.environ, "PYTHONPATH": str(PROJECT), "XDG_STATE_HOME": str(folder)}
    with (
        subprocess.Popen(  # noqa: S603 - printgen itself
            command, cwd=folder / "page", env=environment, stdout=subprocess.PIPE, text=True
        ) as server,
        sync_playwright() as playwright,
    ):
        address = re.search(r"http\S+", server.stdout.readline() if server.stdout else "")
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        context = browser.new_context(viewport=START, device_scale_factor=DOOR[0] / START["width"])
        page = context.new_page()
        page.goto(address[0] if address else "")
        page.get_by_role("button", name="places.csv").wait_for()
        pictures = {"door-page": page.screenshot()}
        context = browser.new_context(viewport=PAGE, device_scale_factor=WIDE / PAGE["width"])
        page = context.new_page()
        page.goto(address[0] if address else "")
        page.get_by_role("button", name="places.csv").click()
        page.get_by_role("button", name="Print →").click()
        page.locator(".page").first.wait_for()
        page.wait_for_load_state("networkidle")
        pictures["page"] = page.screenshot()
        browser.close()
        server.terminate()
    return {name: Image.open(BytesIO(data)).convert("RGB") for name, data in pictures.items()}


def save(picture: Image.Image, name: str, width: int = WIDE) -> None:
    """Save a picture in true colours: no palette, and no blur at red or teal edges."""
    height = round(picture.height * width / picture.width)
    small = picture.resize((width, height), Image.Resampling.LANCZOS)
    small.save(HERE / f"{name}.webp", quality=92, method=6, use_sharp_yuv=True)


def main() -> None:
    """Make every picture."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for game, numbers in CARDS.items():
            build_pieces(folder, game)
            deck = list_pieces(folder, game, "deck")
            pieces = [open_piece(deck[number - 1], 530) for number in numbers]
            pieces.append(open_piece(list_pieces(folder, game, "deck-backs")[0], 530))
            save(draw_rows([pieces[:3], pieces[3:]]), f"{game}-cards")
            save(draw_pages(folder, game), f"{game}-pages")
            save(draw_game(folder, game), f"games/{game}", SMALL)
        for table in TABLES:
            build_pieces(folder, str(HERE / "tables" / f"{table}.csv"))
        firsts = [open_piece(list_pieces(folder, table, "deck")[0], 530) for table in TABLES]
        save(draw_rows([firsts[:3], firsts[3:]]), "tables")
        for door, picture in draw_doors(folder).items():
            save(picture, door, DOOR[0])
        for page_name, photograph in photograph_pages(folder).items():
            save(photograph, page_name, photograph.width)
        save(draw_fan(folder), "cards")
        save(draw_boxes(folder), "boxes")
        save(draw_board(folder), "boards")
        sheet = folder / "output" / SHEET / "sheet.pdf"
        save(draw_rows([crop_page(sheet, ((8, 6, 202, 132),), WIDE - 72)]), "sheets")
        filled = []
        for game, team, boxes in ROSTERS:
            data = PROJECT / "printgen" / "games" / game / "examples" / f"{team}.yaml"
            run_printgen(folder, "build", game, "--only", "roster", "--data", str(data))
            pdf = folder / "output" / game / f"roster-{team}.pdf"
            filled.append(crop_page(pdf, boxes, WIDE - 36 * (1 + len(boxes))))
        save(draw_rows(filled), "rosters")


if __name__ == "__main__":
    main()
