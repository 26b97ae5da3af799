"""How faces lie on their sheets, as the PDFs themselves tell it, whatever the press believes.

Each card is one flat colour that a template fills it with; pypdf reads the boxes, pdfium draws it.
"""

import re
from pathlib import Path
from typing import NamedTuple

import pypdfium2
import pytest
from pypdf import PdfReader

from tests.cli.conftest import REPOSITORY
from tests.cli.imposed_game import CARD, CSS, GAME, INKS, write
from tests.command_line import Printgen, Said

MM = 72 / 25.4
PER_MM = 10
WHITE = (255, 255, 255)


class Sheet(NamedTuple):
    """A page's size and boxes in mm from its top left, and its picture at ten pixels a mm."""

    size: tuple[float, float]
    trim: tuple[float, ...]
    bleed: tuple[float, ...]
    picture: object
    words: str

    def at(self, x: float, y: float) -> tuple[int, int, int]:
        return self.picture.getpixel((int(x * PER_MM), int(y * PER_MM)))  # type: ignore[attr-defined]


def built(printgen: Printgen, folder: Path, *words: str) -> Said:
    only = () if "--only" in words else ("--only", "deck")
    return printgen("build", folder, "-o", folder.parent / "out", *only, *words)


def sheets(folder: Path, name: str) -> list[Sheet]:
    path = folder.parent / "out" / "g" / f"{name}.pdf"
    found = []
    document = pypdfium2.PdfDocument(path)
    for page, drawn in zip(PdfReader(path).pages, document, strict=True):
        width, height = float(page.mediabox.width) / MM, float(page.mediabox.height) / MM
        boxes = (
            tuple(round(side, 2) for side in (x1 / MM, height - y2 / MM, x2 / MM, height - y1 / MM))
            for x1, y1, x2, y2 in (map(float, page[key]) for key in ("/TrimBox", "/BleedBox"))
        )
        picture = drawn.render(scale=PER_MM * 25.4 / 72).to_pil().convert("RGB")
        words = drawn.get_textpage().get_text_range()
        found.append(Sheet((round(width, 1), round(height, 1)), *boxes, picture, words))
    document.close()
    return found


def rgb(key: str) -> tuple[int, int, int]:
    return tuple(bytes.fromhex(INKS[key][1:]))  # type: ignore[return-value]


LAID = [
    (("--gutter", "6"), "gutter-6", (210.0, 297.0), 2, 3, 38.5, 9.15),
    (("--gutter", "1/4 in"), "gutter-6.35", (210.0, 297.0), 2, 3, 38.33, 8.8),
    (("--gutter", "6", "--paper", "letter"), "letter-gutter-6", (215.9, 279.4), 2, 2, 41.45, 47.8),
    (("--gutter", "6", "--landscape"), "a4-landscape-gutter-6", (297.0, 210.0), 4, 2, 12.5, 13.1),
    (
        ("--gutter", "6", "--landscape", "--paper", "letter"),
        "letter-landscape-gutter-6",
        (279.4, 215.9),
        3,
        2,
        38.45,
        16.05,
    ),
]


@pytest.mark.quick(every=3)
@pytest.mark.parametrize(("words", "name", "size", "columns", "rows", "left", "top"), LAID)
def test_pieces_lie_a_gutter_apart_and_bleed_to_its_middle(
    words: tuple[str, ...],
    name: str,
    size: tuple[float, float],
    columns: int,
    rows: int,
    left: float,
    top: float,
    printgen: Printgen,
    tmp_path: Path,
) -> None:
    folder = write(tmp_path)
    said = built(printgen, folder, *words)
    assert said.code == 0, said.err
    pages = sheets(folder, f"deck-{name}")
    gutter = 6.35 if "1/4 in" in words else 6.0
    right = left + columns * 63.5 + (columns - 1) * gutter
    bottom = top + rows * 88.9 + (rows - 1) * gutter
    keys = iter(INKS)
    for page in pages:
        assert page.size == pytest.approx(size, abs=0.05)
        assert page.trim == pytest.approx((left, top, right, bottom), abs=0.02)
        assert page.bleed == pytest.approx((left - 3, top - 3, right + 3, bottom + 3), abs=0.02)
        for place in range(columns * rows):
            key = next(keys, None)
            if key is None:
                break
            x = left + place % columns * (63.5 + gutter)
            y = top + place // columns * (88.9 + gutter)
            for across in (-2.8, 5, 63.5 + 2.8):
                for down in (-2.8, 5, 88.9 + 2.8):
                    assert page.at(x + across, y + down) == rgb(key), (place, across, down)
        for beside in (page.at(left - 3.3, top + 40), page.at(left + 30, top - 3.3)):
            assert beside == WHITE
    assert next(keys, None) is None
    (backs,) = sheets(folder, f"deck-backs-{name}")
    for place in range(columns * rows):
        x = left + place % columns * (63.5 + gutter)
        y = top + place // columns * (88.9 + gutter)
        assert backs.at(x - 2.8, y - 2.8) == backs.at(x + 66.3, y + 91.7) == (64, 32, 32)


def test_what_butts_bleeds_nowhere(printgen: Printgen, tmp_path: Path) -> None:
    """And paint that a template lays over the trim is cut off there."""
    folder = write(tmp_path, '<div class="art"></div>', "-3mm")
    assert built(printgen, folder).code == 0
    (page,) = sheets(folder, "deck")
    assert page.trim == page.bleed == pytest.approx((9.75, 15.15, 200.25, 281.85), abs=0.01)
    assert page.at(9.75 + 0.2, 45) == (32, 32, 32)
    assert page.at(9.75 - 0.2, 45) == WHITE
    assert page.at(9.75 + 63.5 - 0.2, 45) == rgb("a")


@pytest.mark.quick(every=2)
@pytest.mark.parametrize(("gutter", "reach"), [("2", 1.0), ("4", 2.0), ("6", 3.0), ("9", 3.0)])
def test_paint_over_the_trim_shows_as_far_as_a_piece_bleeds(
    gutter: str, reach: float, printgen: Printgen, tmp_path: Path
) -> None:
    folder = write(tmp_path, '<div class="art"></div>', "-3mm")
    assert built(printgen, folder, "--gutter", gutter).code == 0
    page = sheets(folder, f"deck-gutter-{gutter}")[0]
    x, y = page.trim[0], page.trim[1]
    assert page.bleed[0] == pytest.approx(x - reach, abs=0.02)
    assert page.at(x - reach + 0.2, y + 30) == (32, 32, 32)
    assert page.at(x - reach - 0.2, y + 30) == WHITE


def test_the_marks_are_round_the_sheet_lines_in_the_gutters_and_none_nowhere(
    printgen: Printgen, tmp_path: Path
) -> None:
    """On A4 with a gutter of 6 the first column ends at 102, the second begins at 108."""
    folder = write(tmp_path)
    dark = {}
    for cut in ("marks", "lines", "none"):
        assert built(printgen, folder, "--gutter", "6", "--cut", cut).code == 0
        page = sheets(folder, f"deck-gutter-6-cut-{cut}")[0]
        mark = [sum(page.at(x, 5.6)) < 300 for x in (38.5, 102.0, 108.0, 171.5)]
        # Beside the trim, on the pieces and in the gutter: two lines of a tenth of a mm.
        line = [{page.at(x, 50.05) for x in xs} for xs in ((101.85, 108.15), (102.05, 107.95))]
        dark[cut] = mark, line
    assert dark["marks"][0] == dark["lines"][0] == [True] * 4
    assert dark["none"][0] == [False] * 4
    grounds = {rgb("a"), rgb("b")}
    assert dark["marks"][1] == dark["none"][1] == [grounds, grounds]
    on_pieces, in_gutters = dark["lines"][1]
    assert on_pieces == grounds
    assert not in_gutters & grounds


def test_round_pieces_are_clipped_to_circles(printgen: Printgen, tmp_path: Path) -> None:
    folder = write(tmp_path)
    words = ("--size", "deck=punch-25", "--gutter", "6")
    assert built(printgen, folder, *words).code == 0
    (page,) = sheets(folder, "deck-punch-25-gutter-6")
    x, y, r = page.trim[0] + 12.7, page.trim[1] + 12.7, 12.7
    assert page.at(x, y - r - 2.8) == page.at(x - r - 2.8, y) == rgb("a")
    half = 0.7072
    assert page.at(x - (r + 2.8) * half, y - (r + 2.8) * half) == rgb("a")
    assert page.at(x - (r + 3.2) * half, y - (r + 3.2) * half) == WHITE


LABELS = "page: a4\nsize: 63.5 x 38.1\ncolumns: 3\nrows: 7\nat: [7.2, 15.1]\ngap: [2.5, 0]\n"


@pytest.mark.slow
def test_a_sheet_of_labels_has_each_in_its_place_and_nothing_else(
    printgen: Printgen, tmp_path: Path
) -> None:
    labels, table = tmp_path / "labels.yaml", tmp_path / "cards.csv"
    labels.write_text(LABELS + "punched: true\n", encoding="utf-8")
    table.write_text("name,qty\nOne,22\nTwo,1\n", encoding="utf-8")
    said = printgen("build", table, "--sheets", labels, "-o", tmp_path / "out")
    assert said.code == 0, said.err
    path = tmp_path / "out" / "cards" / "deck-labels.pdf"
    first, second = PdfReader(path).pages
    assert [float(one) / MM for one in first["/TrimBox"]] == pytest.approx(
        [7.2, 297 - 15.1 - 7 * 38.1, 7.2 + 3 * 63.5 + 5, 297 - 15.1], abs=0.01
    )
    assert first.extract_text().split() == ["One"] * 21
    assert second.extract_text().split() == ["One", "Two"]
    page = pypdfium2.PdfDocument(path)[1].get_textpage()
    places = [page.get_charbox(index) for index in (0, page.count_chars() - 1)]
    middles = [(box[0] / MM, 297 - box[3] / MM) for box in places]
    for number, (x, y) in enumerate(middles):
        left = 7.2 + number * 66
        assert left < x < left + 63.5
        assert 15.1 < y < 15.1 + 38.1


def test_a_sheet_that_is_cut_by_hand_has_marks_and_words(
    printgen: Printgen, tmp_path: Path
) -> None:
    folder, own = write(tmp_path), tmp_path / "own.yaml"
    own.write_text(
        "page: 8.5 x 11 in\nsize: poker\ncolumns: 2\nrows: 2\nat: [1.5 in, 1 in]\ngap: 4",
        encoding="utf-8",
    )
    assert built(printgen, folder, "--sheets", str(own)).code == 0
    page = sheets(folder, "deck-own")[0]
    left, top = 38.1, 25.4
    box = (left, top, left + 131, top + 181.8)
    assert page.trim == pytest.approx(box, abs=0.02)
    assert page.bleed == pytest.approx((left - 2, top - 2, box[2] + 2, box[3] + 2), abs=0.02)
    assert page.at(left + 67.5 - 1.8, top + 40) == rgb("b")
    assert page.at(left + 63.5 + 1.8, top + 40) == rgb("a")
    assert "Sheet 1 of 2" in page.words


@pytest.mark.slow
def test_the_sheets_that_the_page_shows_are_as_it_says(printgen: Printgen, tmp_path: Path) -> None:
    page = (REPOSITORY / "docs" / "printing.md").read_text("utf-8")
    table = tmp_path / "cards.csv"
    table.write_text("name,qty\nOne,30\n", encoding="utf-8")
    held = []
    # The page also shows a game.
    for number, text in enumerate(re.findall(r"^```yaml\n(?!game)(.*?)^```", page, re.M | re.S)):
        sheet = tmp_path / f"sheet-{number}.yaml"
        sheet.write_text(text, encoding="utf-8")
        said = printgen("build", table, "--sheets", sheet, "-o", tmp_path / "out")
        assert said.code == 0, said.err
        held.append(re.findall(r"(\d+) pages", said.out))
    assert held == [["2"], ["3"], ["4"]]  # of 21, 10 and 9 places


REFUSED = [
    (("--paper", "a9"), "--paper a9: error: there is no such paper"),
    (("--paper", "2 x 3"), "--paper 2 x 3: error: there is no such paper"),
    (("--box", "--sleeves", "5/2x7/2"), '--sleeves 5/2x7/2: error: "5/2x7/2" has no unit'),
    (("--gutter", "wide"), '--gutter wide: error: "wide" is not a length'),
    (("--cut", "lines"), "--cut lines: error: needs space between cards"),
    (("--only", "page", "--gutter", "6"), "--gutter 6: error: the page is printed on whole pages"),
    (("--only", "page", "--cut", "none"), "--cut none: error: the page is printed on whole pages"),
    (
        ("--only", "deck", "--only", "page", "--paper", "a3"),
        (
            "made only for a4 or letter\n  use one of these papers; or print only pieces "
            "that are cut out"
        ),
    ),
    (
        ("--only", "page", "--landscape"),
        "--paper a4 --landscape: error: the page is made only for a4 or letter",
    ),
    (("--sheets", "LABELS"), "each label or card on it is 63.5 × 38.1 mm, but the deck is poker"),
    (("--sheets", "LABELS", "--paper", "a4"), "--paper cannot be combined with --sheets"),
    (("--sheets", "LABELS", "--size", "poker"), "sets the size of the pieces"),
    (("--sheets", "LABELS", "--cut", "marks"), "the sheet labels is already cut"),
    (("--sheets", "WIDE"), "its places extend to 264 × 266.7 mm, beyond the page of 210 × 297 mm"),
    (("--sheets", "ODD"), "odd.yaml:1:7: error: there is no such paper"),
]


@pytest.mark.parametrize(("words", "found"), REFUSED)
def test_what_does_not_go_together_is_refused_with_the_reason(
    words: tuple[str, ...], found: str, printgen: Printgen, tmp_path: Path
) -> None:
    folder = write(tmp_path)
    files = {
        "LABELS": ("labels.yaml", LABELS + "punched: true"),
        "WIDE": (
            "wide.yaml",
            LABELS.replace("columns: 3", "columns: 4")
            .replace("at: [7.2", "at: [2.5")
            .replace("15.1", "0"),
        ),
        "ODD": ("odd.yaml", LABELS.replace("a4", "a77")),
    }
    for name, text in files.values():
        (tmp_path / name).write_text(text, encoding="utf-8")
    said = built(
        printgen, folder, *(str(tmp_path / files[one][0]) if one in files else one for one in words)
    )
    assert said.code == 2, said
    assert found in said.err
    assert not (tmp_path / "out").exists()


def test_a_whole_page_takes_no_part_in_gutters_which_is_noted(
    printgen: Printgen, tmp_path: Path
) -> None:
    folder = write(tmp_path)
    said = built(printgen, folder, "--only", "deck", "--only", "page", "--gutter", "6")
    assert said.code == 0
    assert "--gutter 6: note: ignored for the page: whole pages are not cut" in said.err
    names = sorted(path.name for path in (tmp_path / "out" / "g").iterdir())
    assert names == ["deck-backs-gutter-6.pdf", "deck-gutter-6.pdf", "page.pdf"]


def test_a_whole_page_is_printed_on_papers_that_it_names(
    printgen: Printgen, tmp_path: Path
) -> None:
    folder = write(
        tmp_path, game=GAME.replace("impose: page,", "impose: page, papers: [a4, a5-landscape],")
    )
    words = ("--only", "page", "--paper", "a5", "--landscape")
    assert built(printgen, folder, *words).code == 0
    (page,) = sheets(folder, "page-a5-landscape")
    assert page.size == (210.0, 148.0)
    assert built(printgen, folder, "--only", "page", "--paper", "letter").code == 2


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (("--gutter", "1/4in"), "deck-gutter-6.35"),
        (("--paper", "17/2x11in"), "deck-215.9x279.4"),
        (("--back-offset", "1/8in", "-1/16 in", "--duplex", "long"), "offset-3.175_-1.587"),
        (("--back-offset", "-.5", "1mm", "--duplex", "long"), "offset--0.5_1"),
    ],
)
def test_every_length_may_be_in_inches(
    printgen: Printgen, tmp_path: Path, words: tuple[str, ...], name: str
) -> None:
    folder = write(tmp_path / "g")
    assert built(printgen, folder, *words).code == 0
    assert [*(folder.parent / "out" / "g").glob(f"deck*{name.removeprefix('deck')}.pdf")]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--gutter", "1/4"), '"1/4" has no unit'),
        (("--paper", "17/2x11"), '"17/2x11" has no unit'),
        (("--back-offset", "1/8", "0", "--duplex", "long"), '"1/8" has no unit'),
    ],
)
def test_a_fraction_needs_its_unit(
    printgen: Printgen, tmp_path: Path, words: tuple[str, ...], message: str
) -> None:
    said = built(printgen, write(tmp_path / "g"), *words)
    assert said.code == 2
    assert message in said.err


def test_a_size_may_be_in_inches(printgen: Printgen, tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text("name,cost\nImp,3\n", "utf-8")
    deck = ("build", tmp_path / "d.csv", "-o", tmp_path / "out", "--size")
    for size in ("5/2x7/2in", "5/2in x 7/2in", "2.5x3.5in"):
        assert "deck-63.5x88.9.pdf" in printgen(*deck, size).out
    assert '"5/2x7/2" has no unit\n  write 5/2x7/2 in\n' in printgen(*deck, "5/2x7/2").err


def test_options_are_set_for_good_by_variables(
    printgen: Printgen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write(tmp_path)
    for name, value in {"GUTTER": "4", "CUT": "lines", "LANDSCAPE": "1", "PAPER": "legal"}.items():
        monkeypatch.setenv(f"PRINTGEN_{name}", value)
    assert built(printgen, folder).code == 0
    (page,) = sheets(folder, "deck-legal-landscape-gutter-4-cut-lines")
    assert page.size == (355.6, 215.9)
    monkeypatch.setenv("PRINTGEN_GUTTER", "far")
    assert "PRINTGEN_GUTTER=far: error: " in built(printgen, folder).err


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("bleed: 3", "bleed: 40", "error: the bleed of 40 mm is too large"),
        ("bleed: 3", "bleed: some", 'error: "some" is not a length'),
        ("impose: page", "impose: page, bleed: 3", "error: bleed: on whole pages"),
        ("impose: page", "impose: page, radius: 3", "error: radius: on whole pages"),
        ("bleed: 3", "bleed: 3, radius: 31", "the radius of 31 mm is too large"),
        ("bleed: 3", "bleed: 3, papers: [a4]", "error: papers: without whole pages"),
    ],
)
def test_a_wrong_bleed_is_refused(
    old: str, new: str, found: str, printgen: Printgen, tmp_path: Path
) -> None:
    said = built(printgen, write(tmp_path, game=GAME.replace(old, new)))
    assert said.code == 3
    assert found in said.err


def test_no_word_may_bleed_and_no_paint_further_than_it_is_let(
    printgen: Printgen, tmp_path: Path
) -> None:
    folder = write(tmp_path, '<div class="art"></div>', "-3.4mm")
    said = built(printgen, folder, "--gutter", "6")
    assert (said.code, "its bleed may extend 3 mm" in said.err) == (4, True)
    css = folder / "templates" / "g.css"
    css.write_text(
        CSS % "0mm" + "p { position: absolute; left: -1mm; top: 9mm; }", encoding="utf-8"
    )
    card = folder / "templates" / "card.html"
    card.write_text(CARD.replace('f("card")', 'f("card", "p")') % "", encoding="utf-8")
    assert built(printgen, folder, "--gutter", "6").code == 4


def test_a_dry_run_says_what_each_paper_holds(printgen: Printgen, tmp_path: Path) -> None:
    said = built(printgen, write(tmp_path), "--gutter", "6", "--dry-run")
    assert (
        "deck-gutter-6: faces a page: a4 6, a4 --landscape 8, letter 4, letter --landscape 6;"
        " fewest pages: --paper a4 --landscape\n" in said.out
    )
