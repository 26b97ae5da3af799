"""Tuck boxes: their panels follow the formula of docs/boxes.md, and the folded box closes.

Folds and cuts are read off the PDF by pdfium. The expected places are written out again here.
"""

import re
from collections.abc import Iterator
from math import dist
from pathlib import Path

import ezdxf
import pypdfium2
import pytest
from lxml import etree
from pypdfium2 import raw

from printgen.content.faces_of_print import generate_wanted_faces, list_set_keys
from printgen.face.face import TextRun
from printgen.geometry import find_text_box
from printgen.pipeline.faces import compose_faces
from printgen.pipeline.print_job import make_composer
from printgen.problems import Log
from printgen.rules.loading.load import load_game
from printgen.rules.standalone.deck import TableDeck, read_deck
from printgen.rules.values.sizes import SIZES
from printgen.rules.values.tuck_box import TuckBox, make_tuck_box
from printgen.system.bundled import find_bundled_games
from tests.command_line import Printgen, Said, assert_told_once

MM = 25.4 / 72
SLEEVED = "--sleeves", "66.5x91.5"
PAIRS = [
    *(("poker", count) for count in (1, 18, 36, 54, 63, 72, 90, 100)),
    *(("tcg", count) for count in (20, 60, 88)),
    *(("bridge", count) for count in (32, 52, 110)),
    *(("tarot", count) for count in (22, 78)),
    *(("mini-american", 40), ("mini-european", 64), ("square", 48), ("40 x 60", 30)),
]


def write(folder: Path, count: int, ink: str = "#224466") -> Path:
    table = folder / "cards.csv"
    rows = (f"Card {number},{ink}" for number in range(1, count + 1))
    table.write_text("\n".join(["name,colour", *rows, ""]), encoding="utf-8")
    return table


def build(printgen: Printgen, table: Path, *words: str) -> Said:
    return printgen("build", table, "--box", "--only", "box", "-o", table.parent / "out", *words)


def build_pdf(printgen: Printgen, table: Path, *words: str) -> Path:
    said = build(printgen, table, *words)
    assert said.code == 0, said.err
    (pdf,) = (table.parent / "out" / "cards").glob("box*.pdf")
    return pdf


def read_paths(pdf: Path) -> Iterator[list[tuple[float, float]]]:
    """The points of each path of the page in mm, with y downwards."""
    document = pypdfium2.PdfDocument(pdf)
    page = document[0]
    height = page.get_height()
    matrix = raw.FS_MATRIX()
    for item in page.get_objects([raw.FPDF_PAGEOBJ_PATH]):
        raw.FPDFPageObj_GetMatrix(item, matrix)
        points = []
        for index in range(raw.FPDFPath_CountSegments(item)):
            x, y = raw.c_float(), raw.c_float()
            raw.FPDFPathSegment_GetPoint(raw.FPDFPath_GetPathSegment(item, index), x, y)
            across = matrix.a * x.value + matrix.c * y.value + matrix.e
            down = height - (matrix.b * x.value + matrix.d * y.value + matrix.f)
            points.append((across * MM, down * MM))
        yield points
    page.close()
    document.close()


def read_folds(pdf: Path) -> tuple[list[float], list[float]]:
    """The x of the upright folds and the y of the level ones: the path of dashes of 1 mm."""
    pairs = [list(zip(path[::2], path[1::2], strict=False)) for path in read_paths(pdf)]
    (dashes,) = (
        path
        for path in pairs
        if len(path) > 20 and all(abs(dist(*pair) - 1) < 0.02 for pair in path)
    )
    xs = {round(a[0], 2) for a, b in dashes if abs(a[0] - b[0]) < 0.01}
    ys = {round(a[1], 2) for a, b in dashes if abs(a[1] - b[1]) < 0.01}
    return sorted(xs), sorted(ys)


@pytest.mark.slow
@pytest.mark.quick("poker-100", "tarot-22")
@pytest.mark.parametrize(("size", "count"), PAIRS)
def test_panels_follow_the_formula(
    size: str, count: int, printgen: Printgen, tmp_path: Path
) -> None:
    pdf = build_pdf(printgen, write(tmp_path, count), "--size", size, "--paper", "a3")
    sides = size.split(" x ") if " x " in size else ()
    width, height = map(float, sides) if sides else (SIZES[size].width, SIZES[size].height)
    w, h, d = width + 1.5, height + 1.5, max(5, count * 0.3 + 1)
    xs, ys = read_folds(pdf)
    back, left, front, last = xs
    tuck, top, bottom = ys
    assert left - back == pytest.approx(w, abs=0.1)
    assert front - left == pytest.approx(d, abs=0.1)
    assert last - front == pytest.approx(left - back, abs=0.11), "front and back are equal"
    assert top - tuck == pytest.approx(d, abs=0.1)
    assert bottom - top == pytest.approx(h, abs=0.1)
    outlines = [path for path in read_paths(pdf) if len(path) > 40 and len(path) < 80]
    corners = outlines[0]
    assert len({tuple(map(tuple, outline)) for outline in outlines}) == 1
    end = last + d - 0.4
    expected = [
        *((back - 12, top + 4), (back - 12, bottom - 4), (end, top), (end, bottom)),
        *((back + 0.3, bottom + d), (left - 0.3, bottom + d)),
        *((front + w / 2 - min(9, w / 4), top), (front + w / 2 + min(9, w / 4), top)),
    ]
    for corner in expected[:2] + expected[4:]:
        assert min(dist(corner, other) for other in corners) < 0.15, corner
    assert min(abs(x - (end - 0.3)) for x, _ in corners) < 0.15, "the last side is narrower"
    assert min(abs(y - (tuck - 15)) for _, y in corners) < 0.15


@pytest.mark.parametrize(("size", "count"), PAIRS[:-1])
def test_the_folded_box_closes(size: str, count: int) -> None:
    """Seen from above, the walls end where they began, and no flap reaches the other wall."""
    box = make_tuck_box(SIZES[size], count)
    panels = box.panels
    w, d = panels["back"].width, panels["left"].width
    assert panels["front"][2] - panels["front"][0] == pytest.approx(w)
    walls = [(1, panels["back"]), (1j, panels["left"]), (-1, panels["front"])]
    walls.append((-1j, panels["right"]))
    end = sum(direction * panel.width for direction, panel in walls)
    assert abs(end - 0.4j) < 1e-6, "the last side ends at the glue flap, 0.4 mm from the corner"
    assert panels["glue"].height == pytest.approx(panels["back"].height)
    assert panels["lid"].height == pytest.approx(d), "the lid reaches the front"
    assert panels["bottom"].height == pytest.approx(d)
    assert panels["inner"].height < d, "the flap under the bottom ends before the back"
    assert panels["tuck"].height < panels["front"].height
    for end_of_box in ("top", "bottom"):
        flaps = panels[f"left_{end_of_box}"], panels[f"right_{end_of_box}"]
        assert sum(flap.height for flap in flaps) < w, "small flaps do not meet"
        assert all(flap.width <= d for flap in flaps)
    assert count * 0.3 <= d, "the cards fit"


@pytest.mark.slow
def test_one_millimetre_outside_of_the_cut_is_still_colour(
    printgen: Printgen, tmp_path: Path
) -> None:
    pdf = build_pdf(printgen, write(tmp_path, 54))
    (back, left, front, last), (tuck, top, bottom) = read_folds(pdf)
    d, w = front - left, left - back
    outside = [
        *((back + 30, tuck - 16), (back - 0.7, tuck + 5), (left + 0.7, tuck + 5)),
        *((front + 10, top - 1), (last + d + 0.6, top + 30), (back + 30, bottom + d + 1)),
        *((left + d / 2, top - min(0.75 * d + 2, 0.45 * w) - 1), (back - 1, top + 30)),
    ]
    page = pypdfium2.PdfDocument(pdf)[0]
    scale = 300 / 25.4
    picture = page.render(scale=300 / 72).to_pil().convert("RGB")
    for x, y in outside:
        assert picture.getpixel((round(x * scale), round(y * scale))) == (26, 52, 78), (x, y)
    for x in (back + 1.8, left - 1.8):
        slit = picture.getpixel((round(x * scale), round(tuck * scale)))
        assert slit == (0, 0, 0), "a slit is seen"


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["svg", "dxf"])
def test_cuts_and_folds_are_two_layers(kind: str, printgen: Printgen, tmp_path: Path) -> None:
    pdf = build_pdf(printgen, write(tmp_path, 54), "--cut-file", kind)
    xs, ys = read_folds(pdf)
    (file,) = pdf.parent.glob(f"box*.{kind}")
    if kind == "dxf":
        lines = [
            (line.dxf.layer, [(x, 297 - y) for x, y in line.get_points("xy")])
            for line in ezdxf.readfile(file).modelspace()
        ]
    else:
        root = etree.parse(file).getroot()
        lines = []
        for group in root.findall("{*}g"):
            for path in group.findall("{*}path"):
                numbers = [float(n) for n in re.findall(r"[\d.]+", path.get("d"))]
                lines.append((group.get("id"), list(zip(numbers[::2], numbers[1::2], strict=True))))
    folds = [points for layer, points in lines if layer == "fold"]
    cuts = [points for layer, points in lines if layer == "cut"]
    assert len(cuts) == 3, "the outline and two slits"
    upright = {round(a[0], 1) for a, b in folds if abs(a[0] - b[0]) < 0.01}
    level = {round(a[1], 1) for a, b in folds if abs(a[1] - b[1]) < 0.01}
    assert sorted(upright) == pytest.approx(xs, abs=0.11)
    assert sorted(level) == pytest.approx(ys, abs=0.11)
    assert min(x for x, _ in max(cuts, key=len)) == pytest.approx(xs[0] - 12, abs=0.1)


@pytest.mark.slow
def test_the_paper_is_turned_if_the_box_fits_only_then(printgen: Printgen, tmp_path: Path) -> None:
    assert build_pdf(printgen, write(tmp_path, 63)).name == "box.pdf"
    said = build(printgen, write(tmp_path, 63), *SLEEVED)
    assert said.code == 0, said.err
    assert "box-a4-landscape-sleeves" in said.out


@pytest.mark.slow
def test_a_box_that_is_too_thick_says_how_many_cards_have_room(
    printgen: Printgen, tmp_path: Path
) -> None:
    table = write(tmp_path, 72)
    said = build(printgen, table, *SLEEVED)
    assert said.code == 2
    assert_told_once(said.err, "the box", "a box of 70 such cards")
    assert build(printgen, table, *SLEEVED, "--paper", "letter").code == 0
    assert build(printgen, write(tmp_path, 70), *SLEEVED).code == 0
    assert build(printgen, write(tmp_path, 71), *SLEEVED).code == 2


def test_options_of_a_box_that_is_not_printed_are_noted(printgen: Printgen, tmp_path: Path) -> None:
    table = write(tmp_path, 3)
    said = printgen("build", table, "-o", tmp_path / "out", "--card-thickness", "0.5")
    assert said.code == 0, said.err
    assert_told_once(said.err + said.out, "--card-thickness 0.5", "no tuck box", "note")
    said = build(printgen, table, "--cut", "none")
    assert_told_once(said.err + said.out, "--cut none", "own lines", "note")
    for sides in ("large", "60x91"):
        said = build(printgen, table, "--sleeves", sides)
        assert said.code == 2
        assert f"--sleeves {sides}" in said.err


def test_a_box_has_the_colour_of_most_cards(tmp_path: Path) -> None:
    """Not that of most rows."""
    table = tmp_path / "cards.csv"
    table.write_text("name,colour,qty\nImp,#aa0000,1\nOrc,#aa0000,\nElf,#0000aa,40\nElk,,2\n")
    deck = read_deck(TableDeck(table, box=True), Log())
    assert deck is not None
    assert deck.game_data["boxes"]["rows"] == ({"ink": "#0000aa"},)


GAME = """
game: {id: g, name: Moor}
prints:
  deck: {template: card.html, each: cards, count: copies, sizes: [poker, tcg]}
  box: {of: deck, template: box.html}
cards:
  columns: {card: key, copies: {type: number, silent: true}}
  rows: [[a, 20], [b, 4]]
"""
BOX = """{% extends "tuck-box.html" %}
{% block styles %}<link rel="stylesheet" href="g.css"/>{% endblock %}
{% block front %}<div class="front-words">{{ f("game") }}{{ f("contents") }}</div>{% endblock %}
"""
CARD = """<html xmlns="http://www.w3.org/1999/xhtml">
<head><link rel="stylesheet" href="g.css"/></head><body>{{ f("card") }}</body></html>"""
CSS = """html { font-family: "Roboto Condensed"; font-weight: 700; font-size: 5mm; }
body { padding: 5mm; }
.front-words { padding: 20mm 5mm; }
"""


def write_game(folder: Path, game: str = GAME) -> Path:
    files = {"game.yaml": game, "templates/card.html": CARD, "templates/box.html": BOX}
    for name, text in (files | {"templates/g.css": CSS}).items():
        (folder / "g" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "g" / name).write_text(text, encoding="utf-8")
    return folder / "g"


def test_a_box_has_the_size_and_the_number_of_its_cards(printgen: Printgen, tmp_path: Path) -> None:
    game = write_game(tmp_path)
    said = printgen("build", game, "-o", game / "output", "--size", "deck=tcg")
    assert said.code == 0, said.err
    pdf = game / "output" / "g" / "box-tcg.pdf"
    document = pypdfium2.PdfDocument(pdf)
    assert "24 cards" in document[0].get_textpage().get_text_bounded()
    (back, left, front, _), (_, top, bottom) = read_folds(pdf)
    assert (left - back, front - left) == pytest.approx((64.5, 8.2), abs=0.11)
    assert bottom - top == pytest.approx(89.5, abs=0.11)
    assert printgen("proof", pdf).code == 0
    write_game(tmp_path, GAME.replace("[b, 4]", "[b, 14]"))
    said = printgen("proof", pdf)
    assert said.code == 5, "a box for other cards"
    assert "measures" in said.err + said.out


@pytest.mark.parametrize(
    ("old", "new", "place", "named"),
    [
        ("of: deck", "of: dek", "game.yaml:5", "dek"),
        ("of: deck,", "of: deck, sizes: [tcg],", "game.yaml:5", "sizes"),
        ("box.html}", "box.html, shows: [contnts]}", "game.yaml:5", "contnts"),
        ("sizes: [poker, tcg]}", "shows: [contents]}", "game.yaml:4", "contents"),
    ],
)
def test_mistakes_in_a_box_are_reported(
    old: str, new: str, place: str, named: str, printgen: Printgen, tmp_path: Path
) -> None:
    game = write_game(tmp_path, GAME.replace(old, new))
    said = printgen("check", game)
    assert said.code == 3
    lines = [line for line in (said.out + said.err).splitlines() if place in line and named in line]
    assert lines, said


def test_a_box_does_not_change_the_digest_of_the_rules(printgen: Printgen, tmp_path: Path) -> None:
    texts = []
    for text in (GAME, GAME.replace("  box: {of: deck, template: box.html}\n", "")):
        game = write_game(tmp_path, text)
        assert printgen("build", game, "-o", game / "output", "--only", "deck").code == 0
        pdf = pypdfium2.PdfDocument(game / "output" / "g" / "deck.pdf")
        words = pdf[0].get_textpage().get_text_bounded()
        texts.append(words[words.index("rules ") :][:14])
    assert texts[0] == texts[1]


@pytest.mark.quick(every=5)
@pytest.mark.parametrize("folder", find_bundled_games(), ids=lambda folder: folder.name)
def test_no_value_of_a_bundled_box_is_on_a_cut_or_a_fold(folder: Path) -> None:
    game = load_game(folder)
    print_ = game.find_print("box")
    assert print_ is not None
    for size in print_.sizes:
        assert isinstance(size, TuckBox)
        faces = generate_wanted_faces(game, print_, (list_set_keys(game, print_) or ("",))[0], None)
        (face,) = compose_faces(make_composer(folder), game, print_, faces, size)
        fields = 0
        for item in face.items:
            if isinstance(item, TextRun) and item.field:
                fields += 1
                place = item.x, item.y, item.width, item.size, item.angle
                box = find_text_box(*place, 0.7)
                inside = [name for name, panel in size.panels.items() if panel.contains(box, -0.5)]
                assert len(inside) == 1, (item.field, item.text, box)
        assert fields > 5
