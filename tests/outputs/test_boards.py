"""Boards over several pages: every value is whole on a page, and the pages join to the board.

The board is 700 × 500 mm, with ten places of which most are near an edge of two parts. Places and
sizes of parts are written out again here.
"""

import re
from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageChops

from printgen.board_parts import plan_board_parts
from printgen.cli import main
from printgen.pipeline.plan import Request, plan_jobs
from printgen.problems import Severity
from printgen.proof.proof import proof_pdf
from printgen.rules.loading.load import load_game
from printgen.sheet_layout import SheetLayout
from tests.command_line import Printgen, assert_told_once

MM = 72 / 25.4
DPI = 100
PLACES = {
    "Alpha": (170, 10),
    "Bravo": (172, 150),
    "Charlie": (345, 90),
    "Delta": (520, 200),
    "Echo": (30, 161),
    "Foxtrot": (220, 163),
    "Golf": (400, 330),
    "Hotel": (600, 331),
    "India": (175, 328),
    "Juliett": (519, 400),
}
GAME = """
game: {id: big, name: Big board}
places:
  columns: {place: key, label: text%s}
  rows:
%s
prints:
  map: {title: The map, all: places, template: map.html, sizes: [700 x 500], shows: [label%s]%s}
"""
TEMPLATE = """<html xmlns="http://www.w3.org/1999/xhtml">
<head><link rel="stylesheet" href="map.css"/></head><body>
<svg xmlns="http://www.w3.org/2000/svg" class="ground" viewBox="0 0 700 500">
<path fill="#e8d8a8" d="M0 0H700V500H0Z"/><path fill="#88aa66" d="M0 0L700 500H0Z"/>
<circle cx="350" cy="250" r="120" fill="#aa4433"/>
</svg>
{% for part in parts %}<p class="{{ part.key }}">{{ f(part.key ~ ".label") }}</p>{% endfor %}
MORE
</body></html>"""
CSS = """html { font-family: "IBM Plex Sans Condensed"; font-size: 8mm; }
.ground { position: absolute; left: 0; top: 0; width: 700mm; height: 500mm; }
p { position: absolute; background-color: #ffffff; padding: 1mm; line-height: 1; }
"""


def write(
    folder: Path, *, more: str = "", column: str = "", shows: str = "", key: str = ""
) -> Path:
    """The folder of the game; `more` is added to the template, and the others to the data."""
    rows = "\n".join(f"    - [{label.lower()}, {label}]" for label in PLACES)
    css = (f".{name.lower()} {{ left: {x}mm; top: {y}mm; }}\n" for name, (x, y) in PLACES.items())
    (folder / "big" / "templates").mkdir(parents=True)
    files = {
        "game.yaml": GAME % (column, rows, shows, key),
        "templates/map.html": TEMPLATE.replace("MORE", more),
        "templates/map.css": CSS + "".join(css),
    }
    for name, text in files.items():
        (folder / "big" / name).write_text(text, "utf-8")
    return folder / "big"


@cache
def build_once(*words: str) -> bytes:
    """The PDF of the board with these options."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        assert main(["build", str(write(folder)), "-o", str(folder / "out"), *words]) == 0
        (pdf,) = (folder / "out" / "big").glob("map*.pdf")
        return pdf.read_bytes()


def find_errors(pdf: bytes, folder: Path) -> list[str]:
    problems = proof_pdf(pdf, load_game(write(folder)))
    return [str(each) for each in problems if each.severity is Severity.ERROR]


def read_trims(pdf: bytes) -> list[tuple[float, float, float, float]]:
    """The left, top, right and bottom edge of each page's TrimBox, in points from the top left."""
    trims = []
    for page in pypdfium2.PdfDocument(pdf):
        left, bottom, right, top = page.get_trimbox()
        trims.append((left, page.get_height() - top, right, page.get_height() - bottom))
    return trims


def draw_page(pdf: bytes, number: int) -> Image.Image:
    return pypdfium2.PdfDocument(pdf)[number].render(scale=DPI / 72).to_pil().convert("RGB")


def test_each_value_is_whole_on_a_page() -> None:
    pdf = build_once("--overlap", "25")
    document = pypdfium2.PdfDocument(pdf)
    assert len(document) == 9
    seen = [page.get_textpage().get_text_bounded(*page.get_trimbox()) for page in document]
    for label in PLACES:
        assert any(re.search(rf"\b{label}\b", text) for text in seen), label


def test_the_pages_name_their_parts_and_how_they_are_joined() -> None:
    document = pypdfium2.PdfDocument(build_once("--overlap", "25"))
    texts = [page.get_textpage().get_text_bounded() for page in document]
    names = [f"{row}{column} of 3 × 3" for row in "ABC" for column in (1, 2, 3)]
    assert [name in text for name, text in zip(names, texts, strict=True)] == [True] * 9


@pytest.mark.quick(every=2)
@pytest.mark.parametrize("words", [("--overlap", "25"), ("--overlap", "25", "--paper", "letter")])
def test_pages_pasted_together_look_like_the_whole_board(words: tuple[str, ...]) -> None:
    """Each page is cut at its trim and laid 25 mm over the page before, as on the table."""
    pdf = build_once(*words)
    whole_pdf = build_once("--paper", "800x600")
    whole = draw_page(whole_pdf, 0)
    left, top, *_ = (edge * DPI / 72 for edge in read_trims(whole_pdf)[0])
    board = Image.new("RGB", (round(700 / 25.4 * DPI), round(500 / 25.4 * DPI)), "magenta")
    for number, trim in enumerate(read_trims(pdf)):
        row, column = divmod(number, 3)
        width, height = (trim[2] - trim[0]) / MM, (trim[3] - trim[1]) / MM
        assert (width * 3, height * 3) == pytest.approx((750, 550), abs=0.01)
        part = draw_page(pdf, number).crop([round(edge * DPI / 72) for edge in trim])
        place = (column * (width - 25), row * (height - 25))
        board.paste(part, tuple(round(edge / 25.4 * DPI) for edge in place))
    whole = whole.crop(
        (round(left), round(top), round(left) + board.width, round(top) + board.height)
    )
    # A part may be a pixel off its place, so only areas are compared.
    small = (picture.reduce(4) for picture in (board, whole))
    assert ImageChops.difference(*small).convert("L").getextrema()[1] < 80


def test_marks_show_where_the_edge_of_the_next_part_comes() -> None:
    """They are 25 mm inside the right and the lower edge, if a part has a neighbour there."""
    pdf = build_once("--overlap", "25")
    for number, (left, top, right, bottom) in enumerate(read_trims(pdf)):
        row, column = divmod(number, 3)
        across, down = right - 25 * MM, bottom - 25 * MM
        near = 1.5 * MM  # from the part, where the margin has no text
        boxes = [
            ((across - 1, top - near, across + 1, top - 1), column < 2),
            ((across - 1, bottom + 1, across + 1, bottom + near), column < 2),
            ((left - near, down - 1, left - 1, down + 1), row < 2),
            ((right + 1, down - 1, right + near, down + 1), row < 2),
        ]
        page = draw_page(pdf, number).convert("L")
        for box, has_mark in boxes:
            darkest, _ = page.crop([round(edge * DPI / 72) for edge in box]).getextrema()
            assert (darkest < 200) == has_mark, (number, box)


def test_the_board_is_stored_once() -> None:
    with pikepdf.open(BytesIO(build_once("--overlap", "25"))) as pdf:
        assert len({page.Contents[1].objgen for page in pdf.pages}) == 1
        assert len(pdf.pages) == 9


Edit = Callable[[pikepdf.Pdf], None]


def remove_part(pdf: pikepdf.Pdf) -> None:
    del pdf.pages[4]


def remove_last_part(pdf: pikepdf.Pdf) -> None:
    del pdf.pages[8]


def repeat_part(pdf: pikepdf.Pdf) -> None:
    pdf.pages.append(pdf.pages[8])


def swap_parts(pdf: pikepdf.Pdf) -> None:
    first, second = pdf.pages[0], pdf.pages[1]
    first.Contents, second.Contents = second.Contents, first.Contents


def rewrite(old: str, new: str, page: int = 2) -> Edit:
    """Replace operators before the board on a page."""

    def edit(pdf: pikepdf.Pdf) -> None:
        stream = pdf.pages[page].Contents[0]
        before = stream.read_bytes().decode("ascii")
        after = re.sub(old, new, before)
        assert after != before
        # The streams of other pages are not changed.
        pdf.pages[page].Contents[0] = pdf.make_stream(after.encode("ascii"))

    return edit


def cover(box: str) -> Edit:
    """Paint a box over the second page, outside of the board's label."""

    def edit(pdf: pikepdf.Pdf) -> None:
        stream = pdf.pages[1].Contents[2]
        pdf.pages[1].Contents[2] = pdf.make_stream(stream.read_bytes() + f"\n{box} re f".encode())

    return edit


def move_trim(pdf: pikepdf.Pdf) -> None:
    page = pdf.pages[3]
    page.TrimBox = [float(edge) + 6 for edge in page.TrimBox]


@pytest.mark.parametrize(
    "edit",
    [
        remove_part,
        remove_last_part,
        repeat_part,
        swap_parts,
        move_trim,
        rewrite(r"1 0 0 1 (\S+) (\S+) cm", r"1 0 0 1 \1 300 cm"),  # moved, not its label
        rewrite(r"1 0 0 1 (\S+) (\S+) cm", r"1.01 0 0 1.01 \1 \2 cm"),
        rewrite(r"At \(\S+ ", "At (-100 "),  # the label moved too
        rewrite(r"\S+ \S+ \S+ \S+ re W n", "0 0 900 900 re W n"),  # paints the margin
        rewrite(r"\S+ \S+ \S+ \S+ re W n", "90 90 300 300 re W n"),  # shows less
        cover("200 200 3 3"),
        cover("400 330 120 60"),
    ],
)
def test_a_damaged_board_is_refused(edit: Edit, tmp_path: Path) -> None:
    stream = BytesIO()
    with pikepdf.open(BytesIO(build_once("--overlap", "25"))) as pdf:
        edit(pdf)
        pdf.save(stream)
    assert find_errors(stream.getvalue(), tmp_path)


def test_a_sound_board_passes(tmp_path: Path) -> None:
    assert not find_errors(build_once("--overlap", "25"), tmp_path)


def test_a_value_on_the_edge_of_two_parts_is_named_with_the_overlap_that_it_needs(
    printgen: Printgen, tmp_path: Path
) -> None:
    game = write(tmp_path)
    said = printgen("build", game, "-o", tmp_path / "out")
    assert said.code == 4
    assert "Alpha" in said.err
    (overlap,) = re.findall(r"--overlap (\d+)", said.err)
    assert printgen("build", game, "-o", tmp_path / "out", "--overlap", overlap).code == 0
    less = str(int(overlap) - 1)
    assert printgen("build", game, "-o", tmp_path / "out", "--overlap", less).code == 4


def test_tiles_to_cut_need_each_value_on_one_tile(printgen: Printgen, tmp_path: Path) -> None:
    game = write(tmp_path)
    said = printgen("build", game, "-o", tmp_path / "out", "--tiles", "cut")
    assert said.code == 4
    assert "leave --tiles cut out" in said.err
    css = game / "templates" / "map.css"
    for index, label in enumerate(PLACES):
        css.write_text(
            css.read_text("utf-8") + f".{label.lower()} {{ left: 20mm; top: {20 + 10 * index}mm; }}"
        )
    said = printgen("build", game, "-o", tmp_path / "out", "--tiles", "cut")
    assert said.code == 0, said.err
    (pdf,) = (tmp_path / "out" / "big").glob("map*.pdf")
    trims = read_trims(pdf.read_bytes())
    columns = {round((right - left) / MM, 2) for left, _, right, _ in trims}
    rows = {round((bottom - top) / MM, 2) for _, top, _, bottom in trims}
    assert (columns, rows, len(trims)) == ({175.0}, {250.0}, 8)


@pytest.mark.parametrize(
    ("paper", "size", "tiles", "expected"),
    [
        # The side of a part is at most that of the paper less 20 mm.
        ("a4", (420, 297), "overlap", ("a4-landscape", 2, 2, 215.0, 153.5)),
        ("a4", (420, 297), "cut", ("a4-landscape", 2, 2, 210.0, 148.5)),
        ("a4-landscape", (700, 500), "cut", ("a4", 4, 2, 175.0, 250.0)),
        ("letter", (420, 297), "overlap", ("letter-landscape", 2, 2, 215.0, 153.5)),
        ("a4", (195, 330), "overlap", ("a4-landscape", 1, 2, 195.0, 170.0)),
        ("a4", (250, 150), "overlap", ("a4-landscape", 1, 1, 250.0, 150.0)),
        ("a4", (200, 287), "overlap", None),
        ("a3", (287, 410), "overlap", None),
        ("69.85x200", (59.85, 150), "overlap", None),  # 69.85 - 10 is less than 59.85
    ],
)
def test_parts_need_the_fewest_pages(
    paper: str, size: tuple[float, float], tiles: str, expected: object
) -> None:
    parts = plan_board_parts(SheetLayout(paper=paper, tiles=tiles), *size)
    found = parts and (parts.paper.id, parts.columns, parts.rows, parts.width, parts.height)
    assert found == expected


@pytest.mark.parametrize(
    ("paper", "overlap", "size", "columns"),
    [
        ("58.5x58.5", 0, (1000, 1000), 26),  # 1000 / 38.5 is 25.97
        ("58x58", 0, (1000, 1000), None),  # 1000 / 38 is 26.3
        ("50x50", 30, (100, 100), None),
        ("50x50", 30, (100, 25), None),
        ("a4", 10, (float("inf"), 100), None),
    ],
)
def test_a_board_has_at_most_26_rows_and_columns(
    paper: str, overlap: float, size: tuple[float, float], columns: int | None
) -> None:
    parts = plan_board_parts(SheetLayout(paper=paper, overlap=overlap), *size)
    assert (parts and parts.columns) == columns


def test_a_board_for_too_small_paper_does_not_fit(printgen: Printgen, tmp_path: Path) -> None:
    game, out = write(tmp_path), tmp_path / "out"
    said = printgen("build", game, "-o", out, "--paper", "50x50", "--overlap", "30")
    assert said.code == 4
    assert "700 × 500 mm" in said.err
    # 25 columns of parts are 40 mm wide. With a wider strip, there would be more than 26.
    said = printgen("build", game, "-o", out, "--paper", "60x60")
    assert said.code == 4
    assert "Alpha" in said.err
    assert "--overlap" not in said.err


@pytest.mark.slow
def test_a_folded_sheet_is_not_divided(printgen: Printgen, tmp_path: Path) -> None:
    """A pair of cards of 250 × 80 mm is on one landscape page."""
    table = tmp_path / "cards.csv"
    table.write_text("name,text\nMoor,Cold\n", "utf-8")
    words = ("build", table, "-o", tmp_path / "out", "--size", "250x80mm", "--fold")
    said = printgen(*words, "--back", "plain")
    assert said.code == 0, said.err
    assert "1 page " in said.out


def test_a_board_is_divided_next_to_a_print_that_is_folded(tmp_path: Path) -> None:
    cards = "cards: {template: map.html, all: places, sizes: [250 x 80], back: {template: map.html}"
    game = load_game(write(tmp_path, key=f"}}\n  {cards}"))
    jobs = plan_jobs(Request(layout=SheetLayout(paper="a4", fold=True)), game)
    assert [(job.print.id, bool(job.parts)) for job in jobs] == [("map", True), ("cards", False)]


@pytest.mark.slow
def test_a_picture_shows_the_whole_board(printgen: Printgen, tmp_path: Path) -> None:
    words = ("--overlap", "25", "--png", str(DPI))
    assert printgen("build", write(tmp_path), "-o", tmp_path / "out", *words).code == 0
    (path,) = (tmp_path / "out").rglob("map.png")
    picture = Image.open(path).convert("RGB")
    assert picture.size == (round(700 / 25.4 * DPI), round(500 / 25.4 * DPI))
    for x, y, ink in [
        (5, 400, (136, 170, 102)),
        (690, 5, (232, 216, 168)),
        (350, 250, (170, 68, 51)),
    ]:
        assert picture.getpixel((int(x / 25.4 * DPI), int(y / 25.4 * DPI))) == ink


def test_a_picture_shows_a_board_that_is_smaller_than_the_page(
    printgen: Printgen, tmp_path: Path
) -> None:
    """205 × 270 mm is more than printers can print of A4, but less than the page."""
    game = write(tmp_path)
    path = game / "game.yaml"
    path.write_text(path.read_text("utf-8").replace("700 x 500", "205 x 270"), "utf-8")
    css = "".join(
        f".{label.lower()} {{ left: 20mm; top: {20 + 20 * index}mm; }}\n"
        for index, label in enumerate(PLACES)
    )
    css = f"{CSS}{css}.ground {{ width: 205mm; height: 146mm; }}\n"
    (game / "templates" / "map.css").write_text(css, "utf-8")
    assert printgen("build", game, "-o", tmp_path / "out", "--png", str(DPI)).code == 0
    (path,) = (tmp_path / "out").rglob("map.png")
    picture = Image.open(path).convert("RGB")
    for x, y, ink in [
        (5, 130, (136, 170, 102)),
        (102, 73, (170, 68, 51)),
        (200, 5, (232, 216, 168)),
    ]:
        assert picture.getpixel((int(x / 25.4 * DPI), int(y / 25.4 * DPI))) == ink


@pytest.mark.slow
def test_a_book_has_all_parts(printgen: Printgen, tmp_path: Path) -> None:
    words = ("--overlap", "25", "--book")
    assert printgen("build", write(tmp_path), "-o", tmp_path / "out", *words).code == 0
    (book,) = (tmp_path / "out").rglob("book*.pdf")
    assert not find_errors(book.read_bytes(), tmp_path / "other")


@pytest.mark.parametrize(
    ("size", "larger"),
    [
        ("250 x 180", "--paper a4 --landscape"),
        ("285 x 195", "--paper a4 --landscape"),  # a board of two pages has less room on each
        ("205 x 270", "--paper a3"),
        ("400 x 250", "--paper a3 --landscape"),
        ("700 x 500", "--paper 710x510"),
        ("700 x 30", "--paper 710x50"),
    ],
)
def test_backs_of_a_board_are_refused(
    size: str, larger: str, printgen: Printgen, tmp_path: Path
) -> None:
    game = write(tmp_path, key=", back: {template: map.html, shows: [game]}")
    path = game / "game.yaml"
    path.write_text(path.read_text("utf-8").replace("700 x 500", size), "utf-8")
    said = printgen("build", game, "-o", tmp_path / "out")
    assert said.code == 2
    assert f"{larger}, or" in said.err
    # The faces have another size than the print, but they are planned.
    assert printgen("build", game, "-o", tmp_path / "out", *larger.split()).code != 2


def test_form_fields_on_a_board_are_refused(printgen: Printgen, tmp_path: Path) -> None:
    box = '{% for part in parts %}<p class="box">{{ f(part.key ~ ".notes") }}</p>{% endfor %}'
    game = write(tmp_path, column=", notes: input", shows=", notes", more=box)
    css = game / "templates" / "map.css"
    css.write_text(
        css.read_text("utf-8")
        + ".box { position: static; } .box input { width: 60mm; height: 8mm; }"
    )
    said = printgen("build", game, "-o", tmp_path / "out", "--overlap", "25")
    assert said.code == 4
    assert "form field" in said.err


def test_options_that_do_not_apply_are_noted(printgen: Printgen, tmp_path: Path) -> None:
    game, out = write(tmp_path), tmp_path / "out"
    said = printgen("build", game, "-o", out, "--overlap", "25", "--gutter", "6")
    assert said.code == 0
    assert_told_once(said.err, "--gutter 6", "map", "note")
    assert [path.name for path in (out / "big").iterdir()] == ["map-overlap-25.pdf"]
    said = printgen("build", game, "-o", out, "--overlap", "25", "--paper", "800x600")
    assert_told_once(said.err, "--overlap 25", "paper", "note")
    assert printgen("build", game, "-o", out, "--overlap", "5", "--tiles", "cut").code == 2


@pytest.mark.slow
def test_a_table_can_be_printed_as_boards(printgen: Printgen, tmp_path: Path) -> None:
    table = tmp_path / "cards.csv"
    table.write_text("name,text\nMoor,Cold\nMarsh,Wet\n", "utf-8")
    said = printgen("build", table, "-o", tmp_path / "out", "--size", "400x280mm")
    assert said.code == 0, said.err
    assert "8 pages  2 faces" in said.out
