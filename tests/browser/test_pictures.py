"""A face's SVG in Chromium and its PDF in pdfium are one picture, and a fault in it is seen."""

import csv
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from math import ceil
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from fontTools.ttLib import TTFont
from lxml import etree
from msgspec.structs import replace
from numpy.typing import NDArray
from PIL import Image
from scripts import CARDS

from printgen.face.face import Face, Item, PlacedMark, Shape, TextRun
from printgen.face.transform import find_item_bounds, transform_item
from printgen.geometry import Box, Matrix
from printgen.layout.compose import Composer
from printgen.pipeline.plan import Request, plan_jobs
from printgen.pipeline.print_job import compose_print_faces, make_composer
from printgen.press.face_svg import make_face_svg
from printgen.press.imposing.page import Page, Placement
from printgen.press.writing.pdf import DocumentInfo, write_pdf
from printgen.rules.source import load_source
from printgen.rules.standalone.deck import TableDeck
from printgen.sheet_layout import FORMAT_VERSION, PrintManifest, SheetLayout
from printgen.system.bundled import (
    find_bundled_games,
    find_game,
    get_fonts_folder,
    get_starters_folder,
    get_templates_folder,
)

pytestmark = pytest.mark.browser

SHARE = 0.125
"""By how much of the way from black to white the mean of any square millimetre may differ.

Measured: up to 0.114 on a sheet, 0.090 elsewhere, since Chromium puts baselines on whole pixels.
"""

DPI = 384
PIXELS = 16
"""In 1.06 mm: over so many the two ways to smooth an edge come to the same."""

FINER = 2
"""How much finer pdfium draws, which widens straight strokes to whole pixels."""

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=none",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--disable-lcd-text",
    f"--force-device-scale-factor={DPI / 96:g}",
    "--virtual-time-budget=5000",  # until the fonts are there
)

MAGENTA = (200, 0, 160)

Means = NDArray[np.float32]
"""The mean red, green and blue, 0 to 1, of each square of a picture."""


TOKEN_GAME = {
    "game.yaml": """
game: {id: tokens, name: Tokens}
prints:
  tokens: {title: Tokens, template: token.html, each: units, sizes: punch-25, bleed: 2}
units:
  columns: {unit: key, art: image}
  rows: [[Fox, fox.png], [Owl, owl.png]]
""",
    "templates/token.html": """
<html xmlns="http://www.w3.org/1999/xhtml">
<head><link rel="stylesheet" href="token.css"/></head>
<body><img src="{{ row.art }}"/>{{ f("unit", "p") }}</body></html>
""",
    "templates/token.css": """
html { font-family: "Besley"; font-weight: 800; font-size: 4mm; background-color: #2a6; }
body { position: relative; }
img { position: absolute; left: -1.5mm; top: 4mm; width: 20mm; height: 10mm; }
p { position: absolute; left: 5mm; top: 16mm; width: 15mm; text-align: center; }
""",
}


@pytest.fixture(scope="module")
def tokens(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of round tokens with pictures, whose paint extends over the trim."""
    folder = tmp_path_factory.mktemp("tokens")
    (folder / "templates").mkdir()
    for name, text in TOKEN_GAME.items():
        (folder / name).write_text(text.lstrip())
    stripes = Image.new("RGB", (200, 100), "white")
    for left in range(0, 200, 40):
        stripes.paste((160, 20, 20), (left, 0, left + 20, 50))
    stripes.save(folder / "templates" / "fox.png")
    see_through = stripes.copy()
    see_through.putalpha(140)
    see_through.save(folder / "templates" / "owl.png")
    return folder


@pytest.mark.parametrize(
    ("game", "print_", "index"),
    [
        *((game.name, "deck", index) for game in find_bundled_games() for index in (0, 5, -1)),
        *(
            (game.name, print_, 0)
            for game in find_bundled_games()
            for print_ in ("markers", "roster", "sheet")
        ),
        *((game, "deck", index) for game in ("bakery", "drawn", "harbour") for index in (0, -1)),
        *(("harbour", print_, 0) for print_ in ("deck-backs", "markers", "roster", "sheet")),
    ],
)
def test_print_and_browser_look_alike(game: str, print_: str, index: int, tmp_path: Path) -> None:
    """The browser has the file that --svg writes."""
    face = find_face(game, print_, index)
    assert difference(printed(face), shown(face, tmp_path)) <= SHARE


@pytest.mark.parametrize("index", [0, 1])
def test_pictures_round_clips_and_bleed_look_alike(
    tokens: Path, index: int, tmp_path: Path
) -> None:
    face = compose_faces(tokens, "tokens", gutter=4)[index]
    assert (face.bleed, face.clip) == (2, "circle")
    assert difference(printed(face), shown(face, tmp_path)) <= SHARE


@pytest.mark.parametrize("flavor", [None, "woff", "woff2"])
def test_a_font_of_each_format_looks_alike(flavor: str | None, tmp_path: Path) -> None:
    """A deck in Japanese; the browser reads the font file itself."""
    font = TTFont(Path(__file__).parents[1] / "fonts" / "NotoSansCJKjp.otf")
    font.flavor = flavor
    font.save(tmp_path / "own.font")
    (tmp_path / "cards.csv").write_text("名前,説明\n見習い魔女,日中は移動できない。\n", "utf-8")
    face = compose_faces(TableDeck(tmp_path / "cards.csv", font=tmp_path / "own.font"), "deck")[0]
    assert "own" in {item.typeface.family for item in face.items if isinstance(item, TextRun)}
    assert difference(printed(face), shown(face, tmp_path)) <= SHARE


@pytest.fixture(scope="module")
def card(tmp_path_factory: pytest.TempPathFactory) -> tuple[Face, Means]:
    """A card, and how a browser shows it."""
    face = find_face("combat-leader", "deck", 0)
    return face, shown(face, tmp_path_factory.mktemp("card"))


BODY = """<p class="title">A glyph <b>jumps</b> ever so high and on to another line</p>
<div class="pictures"><img class="wide" src="p.png"/><img class="tall" src="d.svg"/><img class="kept" src="p.png"/></div>
<p class="index">10</p><p class="index up">10</p><p class="note">Drawn</p>"""  # noqa: E501
STYLE = """html { width: 60mm; height: 60mm; font-family: "IBM Plex Sans Condensed"; font-size: 6mm; }
body { padding: 2mm; position: relative; }
.title { text-decoration: underline; color: #14505c; }
.title b { color: #a12115; font-size: 9mm; }
.pictures { display: flex; gap: 2mm; }
img { width: 14mm; height: 14mm; }
.wide { object-fit: cover; object-position: right; }
.tall { object-fit: cover; object-position: 0 25%; }
.kept { object-fit: contain; object-position: 2mm 100%; }
.index { position: absolute; left: 30mm; top: 32mm; font-size: 10mm; font-weight: 700; transform: scaleX(0.6); }
.up { left: 44mm; letter-spacing: 1mm; transform-origin: left; }
.note::before { content: "→ "; color: #a12115; }
.note::after { content: ""; display: block; width: 9mm; height: 2mm; background-color: #a12115; }
"""  # noqa: E501
DRAWING = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 30">
<rect width="10" height="10" fill="#a12115"/><rect y="10" width="10" height="20" fill="#14505c"/></svg>"""  # noqa: E501


def test_a_style_sheet_paints_as_in_the_browser(tmp_path: Path) -> None:
    """Underlines, pictures at a place of their boxes, condensed figures and text before others."""
    picture = Image.new("RGB", (300, 100), "#a12115")
    picture.paste("#14505c", (0, 0, 220, 60))
    picture.save(tmp_path / "p.png")
    (tmp_path / "d.svg").write_text(DRAWING)
    (tmp_path / "card.css").write_text(STYLE)
    page = f'<html xmlns="http://www.w3.org/1999/xhtml"><head>{{}}</head><body>{BODY}</body></html>'
    (tmp_path / "card.html").write_text(
        page.format('<link rel="stylesheet" href="card.css"/>'), "utf-8"
    )
    made = Composer((tmp_path,), (get_fonts_folder(),)).compose_face(
        "card.html", {}, "A-1", "a card"
    )
    fonts = (get_fonts_folder() / "fonts.css").read_text("utf-8")
    fonts = fonts.replace('url("', f'url("{get_fonts_folder().as_uri()}/')
    base = (get_templates_folder() / "boxes.css").read_text("utf-8")
    # What a browser does by itself, and a face does not.
    own = "* { text-decoration-thickness: from-font !important; }"
    own += "body { height: 60mm; }"
    (tmp_path / "page.html").write_text(
        "<!DOCTYPE html>" + page.format(f"<style>{fonts}{base}{STYLE}{own}</style>"), "utf-8"
    )
    seen = screenshot(tmp_path / "page.html", made.width, made.height)
    assert difference(printed(made), seen) <= SHARE
    assert difference(printed(made), shown(made, tmp_path)) <= SHARE


def half_a_millimetre_off(item: Item) -> Item:
    return transform_item(item, Matrix(e=0.5, f=0.5))


def in_a_wrong_colour(item: Item) -> Item:
    if isinstance(item, TextRun):
        return replace(item, colour=MAGENTA)
    if isinstance(item, PlacedMark):
        shapes = tuple(replace(shape, fill=MAGENTA) for shape in item.drawing.shapes)
        return replace(item, drawing=replace(item.drawing, id="other", shapes=shapes))
    assert isinstance(item, Shape)
    return replace(item, fill=MAGENTA)


@pytest.mark.parametrize("fault", [half_a_millimetre_off, in_a_wrong_colour])
def test_a_fault_of_any_one_item_is_seen(
    fault: Callable[[Item], Item], card: tuple[Face, Means]
) -> None:
    """Of each bold run, mark and dark shape of a card."""
    face, picture = card
    seen = {}
    for index, item in enumerate(face.items):
        if is_bold(item):
            items = (*face.items[:index], fault(item), *face.items[index + 1 :])
            seen[index] = difference(printed(replace(face, items=items)), picture)
    assert len(seen) > 15
    assert {index: share for index, share in seen.items() if share <= SHARE} == {}


DASHED = {
    "1px dashed #000": 72,
    "2px dotted #a12115": 336,
    "4px dashed #14505c": 72,
    "5px dotted #000; border-left: 4px solid #000": 72,
    "3px dashed; border-width: 3px 0 0; width: 27px": 72,
}
"""Borders, and the heights of their faces: thin dots of Chromium are less regular than ours."""

FAR_LEVELS, FAR_SHARE = 16, 0.02
"""By how many levels a pixel may differ, and the share of pixels that may differ by more."""


@pytest.mark.parametrize("border", DASHED)
def test_dashes_are_those_of_chromium(border: str, tmp_path: Path) -> None:
    """On paper, where a pixel is 1/96 inch; on a face that is not much larger than the box."""
    css = (
        f"html {{ width: 144px; height: {DASHED[border]}px; }} body {{ padding: 12px; }}"
        f"div {{ height: 48px; border: {border}; }}"
    )
    head = (
        '<html xmlns="http://www.w3.org/1999/xhtml"><head><link rel="stylesheet" href="card.css"/>'
    )
    (tmp_path / "card.css").write_text(css)
    (tmp_path / "card.html").write_text(f"{head}</head><body><div></div></body></html>")
    face = Composer((tmp_path,), ()).compose_face("card.html", {}, "A-07", "card 7")
    base = (get_templates_folder() / "boxes.css").read_text("utf-8")
    paper = f"@page {{ size: 144px {DASHED[border]}px; margin: 0; }}"
    file, pdf = tmp_path / "page.html", tmp_path / "page.pdf"
    file.write_text(f"<!DOCTYPE html><style>{base}{css}{paper}</style><body><div></div>")
    asked = (f"--user-data-dir={tmp_path / 'profile'}", f"--print-to-pdf={pdf}", file.as_uri())
    subprocess.run(
        [chromium(), *FLAGS, "--no-pdf-header-footer", *asked],
        check=True,
        capture_output=True,
        timeout=120,
    )
    ours, theirs = (rasterised(one) for one in (write_pdf([page_of(face)], SAID), pdf.read_bytes()))
    far = np.abs(ours - theirs).max(axis=2) > FAR_LEVELS
    assert far.mean() <= FAR_SHARE


def rasterised(data: bytes) -> NDArray[np.int16]:
    """The first page at 200 DPI."""
    with pypdfium2.PdfDocument(data) as pdf:
        return np.asarray(pdf[0].render(scale=200 / 72).to_pil().convert("RGB"), dtype=np.int16)


def is_bold(item: Item) -> bool:
    """Whether it covers enough of a square millimetre for a change of it to tell there."""
    if isinstance(item, TextRun):
        return item.typeface.weight >= 600 and item.size >= 8
    if isinstance(item, Shape):
        box = find_item_bounds(item)
        # A rule moved along itself, or half of its own width, is seen by no square.
        return min(box.width, box.height) >= 1 and is_dark(item)
    return isinstance(item, PlacedMark) and any(map(is_dark, item.drawing.shapes))


def is_dark(shape: Shape) -> bool:
    return shape.fill is not None and max(shape.fill) < 120


def find_face(game: str, print_: str, index: int) -> Face:
    """Return a face of a bundled game or of a starter."""
    starter = get_starters_folder() / game
    return compose_faces(starter if starter.is_dir() else find_game(game), print_)[index]


@cache
def compose_faces(source: Path | TableDeck, print_: str, gutter: float = 0.0) -> tuple[Face, ...]:
    """Compose the faces of a print, with bleed of half of the gutter."""
    rules = load_source(source)
    request = Request(layout=SheetLayout(paper="a4", gutter=gutter))
    planned = next(one for one in plan_jobs(request, rules) if one.print.id == print_)
    return tuple(compose_print_faces(rules, planned, make_composer(source)))


def printed(face: Face) -> Means:
    """The face as pdfium shows its PDF."""
    with pypdfium2.PdfDocument(pdf_of(face)) as pdf:
        picture = pdf[0].render(scale=FINER * DPI / 72, may_draw_forms=False).to_pil()
    return means(picture, FINER * PIXELS)


def pdf_of(face: Face) -> bytes:
    """The PDF of a face on a page of its size."""
    # Whole pixels: a rasteriser would stretch the page to fill its last one.
    width, height = (
        (ceil((mm + 2 * face.bleed) * DPI / 25.4 - 0.01) - 0.01) * 25.4 / DPI
        for mm in (face.width, face.height)
    )
    return write_pdf([page_of(face, width, height)], SAID)


SAID = DocumentInfo(
    "Face",
    "en",
    PrintManifest(
        form=FORMAT_VERSION, game="g", print="deck", paper="a4", sets=("A",), rows=None, rules="0"
    ),
)


def page_of(face: Face, width: float = 0.0, height: float = 0.0) -> Page:
    """A page with the face in its corner, as large as the face or larger."""
    width, height = width or face.width, height or face.height
    whole = Box(0.0, 0.0, width, height)
    placement = Placement(face, face.bleed, face.bleed)
    return Page(width, height, whole, whole, (placement,), (), ())


def chromium() -> str:
    """The program."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    assert program, "Chromium is missing: install Debian's chromium package"
    return program


def shown(face: Face, folder: Path) -> Means:
    """The face as Chromium shows its SVG."""
    file = folder / "face.svg"
    drawing = etree.fromstring(make_face_svg(face, folder))
    width, height = (mm + 2 * face.bleed for mm in (face.width, face.height))
    # As the preview shows bleed: the drawing extends beyond its trim, up to the end of the bleed.
    drawing.set("width", f"{width}mm")
    drawing.set("height", f"{height}mm")
    drawing.set("viewBox", f"{-face.bleed} {-face.bleed} {width} {height}")
    drawing.set("style", "clip-path: circle(50%)" if face.clip == "circle" else "")
    file.write_bytes(etree.tostring(drawing))
    return screenshot(file, width, height)


def screenshot(file: Path, *mm: float) -> Means:
    """A file as Chromium shows it, of this width and height."""
    picture = file.with_suffix(".png")
    # Headless Chromium keeps a part of its window to itself.
    width, height = (ceil(length * 96 / 25.4) + 200 for length in mm)
    asked = (
        f"--user-data-dir={file.parent / 'profile'}",
        "--allow-file-access-from-files",
        f"--window-size={width},{height}",
        f"--screenshot={picture}",
        file.as_uri(),
    )
    subprocess.run([chromium(), *FLAGS, *asked], check=True, capture_output=True, timeout=120)
    return means(Image.open(picture), PIXELS)


def means(picture: Image.Image, pixels: int) -> Means:
    return np.asarray(picture.convert("RGB").reduce(pixels), dtype=np.float32) / 255


def difference(one: Means, other: Means) -> float:
    """By how much the worst square that both pictures fill differs, in any channel."""
    rows, columns = (min(sides) - 1 for sides in zip(one.shape[:2], other.shape[:2], strict=True))
    return float(np.abs(one[:rows, :columns] - other[:rows, :columns]).max())


PAINTS = {
    "gradient to a side": "p { background: linear-gradient(to right, #a12115, #ffffff 80%); }",
    "gradient by an angle": "p { background: linear-gradient(30deg, #003366, #ffcc00 90%); }",
    "gradient to a corner": "p { background: linear-gradient(to top right, #036, #fff, #a12115); }",
    "sharp gradient": "p { background: linear-gradient(100deg, #036 50%, #fc0 50%); }",
    "see-through gradient": "p { background: linear-gradient(#0000 10%, #036 90%); }",
    "gradient under a border": "p { background: linear-gradient(#fc0, #036); border: 1mm solid; }",
    "circle": "p { background-image: radial-gradient(circle, #fff 20%, #a12115); }",
    "rounded ellipse": "p { border-radius: 4mm; background: radial-gradient(#fc0, #036); }",
    "ellipse at the top": "p { background: radial-gradient(ellipse at top, #fff, #a12115); }",
    "circle at a place": "p { background: radial-gradient(circle at 30% 10mm, #fff, #036 80%); }",
    "stops in mm": "p { background: linear-gradient(to right, #036 5mm, #fff 9mm, #fc0 40mm); }",
    "stripes": "p { background: repeating-linear-gradient(45deg, #fc0 0 7mm, #036 7mm 14mm); }",
    "repeated rings": "p { background: repeating-radial-gradient(circle at 20mm 30mm, #fc0 0 10mm, "
    "#036 10mm 20mm); }",
    "two gradients": "p { background: linear-gradient(90deg, #036, #0360), "
    "linear-gradient(#fc0, #fff) #a12115; }",
    "tiles of a gradient": "p { background: linear-gradient(#fc0, #036) 1mm 2mm / 9mm 7mm; }",
    "picture that covers": '.over { background: #fc0 url("art.png") center / cover no-repeat; }',
    "picture contained": '.over { background: #fc0 url("art.png") right / contain no-repeat; }',
    "tiles of a picture": '.over { background: url("art.png") 2mm 3mm / 8mm 8mm #fc0; }',
    "row of pictures": '.over { background: url("art.png") 0 100% / 8mm auto repeat-x #fc0; }',
    "picture in round corners": '.over { background: url("art.png"); border-radius: 6mm; }',
    "picture in a round border": '.over { background: url( "art.png" ); '
    "border-radius: 6mm; border: 2mm solid #036; }",
    "inset shadow": ".over { background: #fc0; box-shadow: inset 0 0 0 2mm #036; }",
    "inset strip": ".over { background: #fc0; box-shadow: inset 0 -3mm #036; border-radius: 4mm; }",
    "two shadows": ".over { background: #fc0; box-shadow: 0 0 0 1mm #036, 0 0 0 2mm #a12115; "
    "right: 4mm; bottom: 4mm; }",
    "double border": ".over { border: 1.5mm double #036; border-radius: 5mm; }",
    "borders of several colours": ".over { border-style: solid; border-width: 3mm 5mm 1mm 4mm; "
    "border-color: #036 #fc0 #a12115 #fff; }",
    "triangle of borders": ".over { width: 0; height: 0; border: 9mm solid #0000; "
    "border-top-color: #a12115; right: 9mm; bottom: 5mm; }",
    "outline around a box": ".over { outline: 0.5mm solid #036; outline-offset: 0.3mm; "
    "width: 40mm; }",
    "rotated box": ".over { background: #fc0; transform: rotate(-8deg); width: 30mm; right: 9mm; "
    "bottom: 8mm; }",
    "rotated text": "p { transform: rotate(4deg); }",
    "moved and rotated": ".over { background: #fc0; left: 50%; top: 60%; width: 20mm; "
    "transform: translate(-50%, -50%) rotate(45deg) scale(0.8); }",
    "see-through colours": "p { background: rgb(160 30 20 / 40%); border: 1mm solid #0369; }",
    "see-through text": "p { color: rgb(0 60 120 / 50%); }",
    "faded text": "p { opacity: 0.4; }",
    "faded ground": ".over { opacity: 40%; background-color: #a12115; }",
    "faded drawing": "svg { opacity: 0.4; }",
    "shadow": ".over { box-shadow: -2mm -1mm 0 0.5mm #0369; background: #fc0; }",
    "rounded shadow": ".over { box-shadow: 0 -2mm red; background: #fc0; border-radius: 5mm; }",
    "blurred shadow": ".over { box-shadow: 1mm 2mm 3mm #000a; background: #fc0; right: 6mm; "
    "bottom: 6mm; }",
    "blurred round shadow": ".over { box-shadow: 0 1mm 4mm 1mm #a12115; background: #fc0; "
    "width: 40mm; right: 8mm; bottom: 8mm; border-radius: 6mm; }",
    "blurred shadow of a small box": ".over { box-shadow: 0 0 6mm #036; background: #fc0; "
    "width: 3mm; height: 5mm; right: 9mm; bottom: 9mm; transform: rotate(30deg); }",
    "blurred inset shadow": ".over { box-shadow: inset 0 1mm 3mm #000a; background: #fc0; }",
    "blurred round inset shadow": ".over { box-shadow: inset 1mm 0 5mm 1mm #036; "
    "background: #fc0; border-radius: 8mm; }",
    "clipped to a polygon": ".over { background: #fc0; border: 2mm solid #036; clip-path: "
    "polygon(0 0, 100% 0, 94% 50%, 50mm 100%, 0 100%, 6% 50%); }",
    "clipped and rotated": ".over { background: #fc0; border: 2mm solid #036; width: 30mm; "
    "right: 9mm; clip-path: inset(1mm 20% 3mm); transform: rotate(10deg); }",
    "picture clipped to a circle": ".art { display: block; clip-path: circle(40%); }",
    "drawing clipped to a circle": "svg { clip-path: circle(4mm at 40% 9mm); }",
    "rounded picture": ".art { display: block; border: 1mm solid #036; border-radius: 40% 6mm; }",
    "elliptic corners": ".over { background: #fc0; border-radius: 20mm / 9mm 4mm; }",
    "one corner": ".over { border: 1mm solid #036; border-bottom-left-radius: 9mm; }",
    "rounded drawing": "svg { border-radius: 5mm; padding: 1mm; background: #036; }",
    "outline": "p { -webkit-text-stroke: 0.3mm #a12115; color: #fc0; }",
    "outline in the colour of the text": "p { -webkit-text-stroke: 0.2mm; color: #036; }",
}
"""What Chromium and pdfium must paint alike, each on a card with a word, a drawing and a box."""

PAINTED = (
    '<p>Wraith</p><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">'
    '<rect width="10" height="10"/><circle cx="5" cy="5" r="4"/></svg><div class="over"></div>'
    '<img class="art" src="art.png"/>'
)
PAINT_SHEET = """
html { width: 63.5mm; height: 88.9mm; }
body { position: relative; background-color: #dde8dd; font-size: 9mm; font-weight: 700; }
p { position: absolute; left: 4mm; top: 9mm; width: 55mm; height: 60mm; line-height: 20mm; }
p { text-align: center; font-family: "IBM Plex Sans Condensed"; }
svg { position: absolute; left: 2mm; top: 2mm; width: 15mm; height: 15mm; }
circle { fill: #ffffff; }
.over { position: absolute; right: 1mm; bottom: 1mm; width: 55mm; height: 24mm; }
.art { display: none; position: absolute; left: 5mm; top: 40mm; width: 40mm; height: 30mm; }
"""
PAINT_DPI = 200
MAX_SHARE = 0.02
"""The share of pixels that may differ by more than `MAX_LEVELS`, in any channel."""
MAX_LEVELS = 16

GRADIENTS = (
    '<svg viewBox="0 0 40 40" xmlns="http://www.w3.org/2000/svg"><defs>GRADIENT</defs>'
    '<path d="M2 2h20v16H2z M6 6v8h10v-8z" fill="url(#g)"/><g transform="rotate(20 25 28)">'
    '<ellipse cx="25" cy="28" rx="12" ry="6" fill="url(#g)" stroke="#000" stroke-width="0.3"/></g>'
    '<path d="M3 38H38" fill="none" stroke="url(#g)" stroke-width="3"/>'
    '<ellipse cx="33" cy="8" rx="6" ry="6" fill="url(#g) red" fill-opacity=".5"/>'
    '<path d="M5 30l8 -5v7z" stroke="url(#g)" fill="url(#none) #8a6" stroke-width="2"/></svg>'
)
"""A drawing whose shapes have one gradient: rings, turned ones, lines and faded ones."""


INLINE = {
    "pills": (
        '<p>A <b>pill</b><b class="on">x</b> and <b>two on lines</b> z</p>',
        (
            "b { background: #a12115; color: #fff; padding: 1mm 2mm; margin: 0 1mm; } "
            ".on { border: 2px solid #036; background: none; color: #000; } "
            "b { border-radius: 3mm; }"
        ),
    ),
    "pills in each other": (
        '<p>a <b>bc <i>de</i></b> f <b><img src="art.png"/></b></p>',
        (
            "b { background: #fc0; padding: 2mm; border: 4px solid #036; } "
            "b { border-width: 0 4px 8px; } "
            "i { background: #fff; font-style: normal; padding: 0 2mm; margin: 0 1mm; } "
            "img { display: inline; width: 9mm; height: 9mm; }"
        ),
    ),
    "inline blocks": (
        '<p>a <b>one<br/>two</b> <i>K</i> <span class="flex"><i>x</i><u>y</u></span></p>',
        (
            "b { display: inline-block; background: #fc0; padding: 1mm; line-height: 1; } "
            "i { display: inline-block; width: 12mm; border-radius: 50%; background: #cde; } "
            "i { font-style: normal; vertical-align: middle; position: relative; top: 1mm; } "
            ".flex { display: inline-flex; gap: 2mm; border: 2px solid; margin: 0 0 5mm 2mm; }"
        ),
    ),
    "places on the line": (
        '<p>a<sup>2</sup>b<sub>3</sub><b>c</b><i>d</i><u>e</u><img src="art.png"/></p>',
        (
            "b { vertical-align: 5mm; } i { vertical-align: middle; font-size: 5mm; } "
            "i { font-style: normal; } u { vertical-align: text-top; font-size: 5mm; } "
            "img { display: inline; width: 5mm; height: 9mm; vertical-align: text-bottom; }"
        ),
    ),
    "justified lines": (
        ('<p>You <b>pill it</b> and&#160;may <u>take a</u> few <img src="art.png"/> at</p>'),
        (
            "p { line-height: 52px; text-align: justify; text-indent: 6mm; } "
            "b { background: #fc0; padding: 0 1mm; } "
            "img { display: inline; width: 5mm; height: 5mm; }"
        ),
    ),
    "spaced words": (
        "<p>One two <b>three four</b> five six seven eight</p>",
        "p { font-size: 5mm; word-spacing: 2mm; line-height: 32px; } b { word-spacing: -0.2em; }",
    ),
    "transparent shapes": (
        (
            '<svg viewBox="0 0 40 40" xmlns="http://www.w3.org/2000/svg">'
            '<rect width="30" height="20" fill="#036" fill-opacity=".5"/><g opacity="0.4">'
            '<path d="M2 9h5v9z"/><circle cx="30" cy="20" r="8" fill="#a12115"/></g>'
            '<path d="M2 30H38" stroke="#036" stroke-width="8" stroke-opacity="0.3"/></svg>'
        ),
        "svg { width: 60mm; height: 60mm; } circle { fill: #a12115; }",
    ),
    **{
        f"{name} gradient": (
            GRADIENTS.replace("GRADIENT", gradient),
            "svg { width: 44mm; height: 44mm; left: 10mm; top: 10mm; transform: rotate(30deg); }",
        )
        for name, gradient in {
            "linear": '<linearGradient id="g" y2="1"><stop stop-color="#036"/><stop offset="50%" '
            'stop-color="#fc0"/><stop offset="1" stop-color="#a12115"/></linearGradient>',
            "fading": '<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="5" x2="30" '
            'y2="20" gradientTransform="rotate(10) skewX(10)"><stop offset="0.1" '
            'stop-color="#036"/><stop offset="90%" stop-color="#fc0" stop-opacity="0.2"/>'
            "</linearGradient>",
            "radial": '<radialGradient id="g" cx="40%" cy="30%" r="60%" fx="20%"><stop '
            'stop-color="#fff"/><stop offset="1" stop-color="#a12115"/></radialGradient>',
            "continued": '<radialGradient id="h"><stop stop-color="#fff" stop-opacity="0"/><stop '
            'offset="1" stop-color="#a12115"/></radialGradient><radialGradient id="g" href="#h" '
            'gradientUnits="userSpaceOnUse" cx="20" cy="20" r="12" gradientTransform="translate'
            '(20 20) rotate(30) scale(1.5 .6) translate(-20 -20)"/>',
        }.items()
    },
    "clipped boxes": (
        (
            '<div class="over"><img src="art.png"/><p></p><svg viewBox="0 0 10 10" '
            'xmlns="http://www.w3.org/2000/svg"><circle cx="5" cy="5" r="4"/></svg></div>'
        ),
        (
            ".over { border: 8px solid #036; border-radius: 9mm; overflow: hidden; } "
            "img { width: 50mm; height: 40mm; margin: -3mm; } "
            "p { left: 30mm; height: 9mm; background: #fc0; border: 8px solid #a12115; } "
            "svg { left: -4mm; top: 9mm; } circle { stroke: #036; stroke-width: 2; }"
        ),
    ),
    "sides of a round border": (
        '<div class="over"></div>',
        ".over { border: 2mm solid #036; border-width: 0 2mm 4mm; border-radius: 7mm; }",
    ),
}
"""What Chromium and pdfium must paint alike, with an HTML of its own."""


@pytest.mark.parametrize("css", PAINTS.values(), ids=PAINTS)
def test_paint_looks_as_in_chromium(css: str, tmp_path: Path) -> None:
    check_paint(PAINTED, css, tmp_path)


@pytest.mark.parametrize("name", INLINE)
def test_parts_of_a_line_look_as_in_chromium(name: str, tmp_path: Path) -> None:
    body, css = INLINE[name]
    check_paint(body, "p { text-align: left; text-wrap: wrap; }" + css, tmp_path)


def check_paint(body: str, css: str, tmp_path: Path) -> None:
    """The style sheet in Chromium, our SVG in Chromium, and our PDF in pdfium are one picture."""
    head = '<head><link rel="stylesheet" href="card.css"/></head>'
    Image.new("RGB", (40, 30), "#a12115").save(tmp_path / "art.png")
    page = f'<html xmlns="http://www.w3.org/1999/xhtml">{head}<body>{body}</body></html>'
    tmp_path.joinpath("card.html").write_text(page)
    tmp_path.joinpath("card.css").write_text(PAINT_SHEET + css)
    face = Composer((tmp_path,), (get_fonts_folder(),)).compose_face("card.html", {}, "A-1", "card")
    fonts = (
        (get_fonts_folder() / "fonts.css")
        .read_text()
        .replace('url("', f'url("{get_fonts_folder().as_uri()}/')
    )
    base = (get_templates_folder() / "boxes.css").read_text()
    # Layers of a sheet are stronger than the base, as in a browser's own style sheet.
    styles = f"<style>{fonts}@layer {{{base}}}{PAINT_SHEET}{css}</style>"
    browser = tmp_path / "browser.html"
    browser.write_text(f"<!DOCTYPE html><meta charset=utf-8>{styles}<body>{body}</body>")
    svg = tmp_path / "card.svg"
    svg.write_bytes(make_face_svg(face, tmp_path))
    theirs = take_pixels(browser, face, PAINT_DPI)
    for ours in (take_pixels(svg, face, PAINT_DPI), printed_pixels(face, PAINT_DPI)):
        rows, columns = (min(sides) for sides in zip(theirs.shape[:2], ours.shape[:2], strict=True))
        away = np.abs(theirs[:rows, :columns] - ours[:rows, :columns]).max(axis=2)
        assert (away > MAX_LEVELS).mean() <= MAX_SHARE


def printed_pixels(face: Face, dpi: int) -> NDArray[np.int16]:
    """The pixels of a face's PDF in pdfium."""
    with pypdfium2.PdfDocument(pdf_of(face)) as pdf:
        return np.asarray(pdf[0].render(scale=dpi / 72).to_pil().convert("RGB"), dtype=np.int16)


def take_pixels(file: Path, face: Face, dpi: int) -> NDArray[np.int16]:
    """The pixels of a file as large as a face in Chromium."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    assert program, "Chromium is missing: install Debian's chromium package"
    picture = file.with_suffix(".png")
    width, height = (ceil(mm * 96 / 25.4) + 200 for mm in (face.width, face.height))
    flags = [flag for flag in FLAGS if "scale-factor" not in flag]
    asked = (
        f"--force-device-scale-factor={dpi / 96}",
        f"--user-data-dir={file.parent / 'profile'}",
        f"--window-size={width},{height}",
        f"--screenshot={picture}",
        file.as_uri(),
    )
    subprocess.run([program, *flags, *asked], check=True, capture_output=True, timeout=120)
    pixels = [round(mm * dpi / 25.4) for mm in (face.width, face.height)]
    return np.asarray(Image.open(picture).convert("RGB").crop((0, 0, *pixels)), dtype=np.int16)


SCRIPTS = Path(__file__).parents[1] / "fonts"


@pytest.mark.parametrize("script", CARDS)
def test_text_in_each_script_looks_alike(script: str, tmp_path: Path) -> None:
    """Marks, joined letters, and parts from right to left; the browser shapes the text itself."""
    rows = [["name", "text"], *map(list, CARDS[script])]
    with (tmp_path / "cards.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    deck = TableDeck(tmp_path / "cards.csv", font=SCRIPTS / f"Noto{script}.ttf")
    for face in compose_faces(deck, "deck"):
        assert difference(printed(face), shown(face, tmp_path)) <= SHARE
