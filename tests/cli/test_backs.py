"""Backs behind their fronts, as a hand that turns or folds the paper finds them.

Nothing here knows how the press places anything: words are read off the PDF with where they stand
and which way they run. Front 7 says `F7` and its back `B7`, each 6 mm right and 9 mm below the top
left corner of its face, so that neither side looks alike turned round.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace
from PIL import Image
from pypdf import PdfReader
from pypdfium2 import PdfDocument

from printgen.face.face import Face
from printgen.pipeline import print_job as printing
from printgen.press.imposing import impose
from printgen.press.imposing.grid import ImpositionGrid
from printgen.press.imposing.page import Page, Placement
from printgen.press.writing import operators
from tests.command_line import Printgen

WIDTH, HEIGHT = 63.5, 88.9
LEFT, DOWN = 6.0, 9.0
MM = 25.4 / 72

GAME = """game: {{id: pairs, name: Pairs}}
players: {{columns: {{player: key}}, rows: [[red], [blue]]}}
cards:
  columns: {{card: key, front: text, back: text, copies: {{type: number, silent: true}}}}
  rows: [{rows}]
prints:
  deck:
    {{title: Deck, {sets}each: cards, template: card.html, count: copies, shows: [front],
      sizes: poker, back: {back}}}
  notes: {{title: Notes, each: cards, template: card.html, shows: [front], sizes: poker}}
"""
OWN, SHARED = "{template: card.html, each: cards, shows: [back]}", "{template: shared.html}"
FACE = """<html xmlns="http://www.w3.org/1999/xhtml">
<head><link rel="stylesheet" href="card.css"/></head>
<body>{}</body></html>
"""
STYLE = """html { font-family: "IBM Plex Sans Condensed"; font-size: 10pt; line-height: 1; }
body > div { position: absolute; left: 6mm; top: 6mm; }
"""


def game(folder: Path, cards: int, back: str = OWN, sets: str = "") -> Path:
    """A game of so many cards; the third stands twice in the deck."""
    rows = ", ".join(f"[{n}, F{n}, B{n}, {2 if n == 3 else 1}]" for n in range(1, cards + 1))
    (folder / "templates").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME.format(rows=rows, back=back, sets=sets), "utf-8")
    faces = {"card": '{{ f("front?") }}{{ f("back?") }}', "shared": '{{ f("game") }}'}
    for name, words in faces.items():
        (folder / "templates" / f"{name}.html").write_text(FACE.format(words), "utf-8")
    (folder / "templates" / "card.css").write_text(STYLE, "utf-8")
    return folder


class Word(NamedTuple):
    """A word of a face as it was read: where it begins, and which way it runs."""

    text: str
    x: float
    y: float
    along: tuple[int, int]


class Sheet(NamedTuple):
    """One page: its size and trim in mm, and the words of faces on it."""

    width: float
    height: float
    trim: tuple[float, float, float, float]
    words: tuple[Word, ...]
    margin: str


def read(path: Path) -> list[Sheet]:
    """What stands where on the pages of a PDF, from their top left corners."""
    return [_sheet(page) for page in PdfReader(path).pages]


def _sheet(page: object) -> Sheet:
    width, height = (float(side) * MM for side in page.mediabox[2:])
    found: list[Word] = []

    def take(text: str, cm: list[float], tm: list[float], *_: object) -> None:
        a, b, c, d, e, f = cm
        x, y = tm[4] * a + tm[5] * c + e, tm[4] * b + tm[5] * d + f
        along = round(tm[0] * a + tm[1] * c), round(tm[0] * b + tm[1] * d)
        if re.fullmatch(r"[FB]\d+|Pairs", text.strip()):
            found.append(Word(text.strip(), x * MM, height - y * MM, along))

    margin = page.extract_text(visitor_text=take)
    trim = tuple(float(edge) * MM for edge in page.trimbox)
    return Sheet(width, height, trim, tuple(found), margin)


class Held(NamedTuple):
    """A face as seen from the front of the paper: the top left corner of its card as it is held."""

    text: str
    x: float
    y: float


def seen(words: Iterable[Word], wide: float, high: float, *, over: str) -> list[Held]:
    """Where the cards are that words stand on: in front, or behind and turned `over` an axis.

    `over` is "" in front, else the way that the axis runs on which paper is turned: "down" or
    "across". A card is turned on its own upright axis: its back's words then run to the left.
    """
    held = []
    for text, x, y, (right, up) in words:
        if over == "down":
            x, right = wide - x, -right
        elif over == "across":
            y, up = high - y, -up
        assert (right, up) == ((-1 if over else 1), 0), f"{text} is not upright"
        held.append(Held(text, x - (WIDTH - LEFT if over else LEFT), y - DOWN))
    return held


def meets(fronts: list[Held], backs: list[Held], *, named: bool = True) -> None:
    """Each front has its back behind it, and nothing else is there."""
    assert len(fronts) == len(backs)
    for front in fronts:
        (back,) = [
            one for one in backs if abs(one.x - front.x) < 0.02 and abs(one.y - front.y) < 0.3
        ]
        assert back.text == (front.text.replace("F", "B") if named else "Pairs")


AXIS = {"long": "down", "short": "across"}
"""Of an upright page: which way its edge runs."""


def held_pages(pages: list[Sheet], edge: str, *, named: bool = True) -> list[int]:
    """Hold every two pages together as one sheet of paper; how many fronts each has."""
    counts = []
    assert len(pages) % 2 == 0
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        size = front.width, front.height
        assert (back.width, back.height) == size
        axis = AXIS[edge]
        if front.width > front.height:
            axis = "down" if axis == "across" else "across"
        fronts = seen(front.words, *size, over="")
        meets(fronts, seen(back.words, *size, over=axis), named=named)
        counts.append(len(fronts))
    return counts


@pytest.mark.quick(every=3)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("edge", ["long", "short"])
@pytest.mark.parametrize(
    ("cards", "options", "counts"),
    [
        (8, (), [9]),
        (20, (), [9, 9, 3]),
        (12, ("--skip", "4"), [5, 8]),
        (12, ("--cards", "3,7-9"), [5]),
        (8, ("--landscape",), [8, 1]),
        (12, ("--landscape", "--skip", "4", "--gutter", "6"), None),
    ],
)
def test_turned_over_its_edge_a_sheet_has_each_back_behind_its_front(
    tmp_path: Path,
    printgen: Printgen,
    paper: str,
    edge: str,
    cards: int,
    options: tuple[str, ...],
    counts: list[int] | None,
) -> None:
    words = ("build", game(tmp_path / "game", cards), "-o", tmp_path, "--only", "deck")
    said = printgen(*words, "--paper", paper, "--duplex", edge, *options)
    assert said.code == 0, said.err
    (file,) = (tmp_path / "pairs").glob("*.pdf")
    # A gutter leaves eight places on a page of A4, and six on one of Letter.
    counts = counts or ([4, 8, 1] if paper == "a4" else [2, 6, 5])
    assert held_pages(read(file), edge) == counts
    assert f"duplex-{edge}" in file.name


STOCK = """page: 210 x 297 mm
size: 63.5 x 88.9
columns: 2
rows: 3
at: [12, 6]
gap: [5, 1]
"""


@pytest.mark.parametrize("edge", ["long", "short"])
def test_on_a_sheet_of_ones_own_places_off_the_middle_have_their_backs_behind_them(
    tmp_path: Path, printgen: Printgen, edge: str
) -> None:
    (tmp_path / "cards.yaml").write_text(STOCK, "utf-8")
    words = ("build", game(tmp_path / "game", 7), "-o", tmp_path, "--only", "deck")
    said = printgen(*words, "--sheets", tmp_path / "cards.yaml", "--duplex", edge)
    assert said.code == 0, said.err
    (file,) = (tmp_path / "pairs").glob("*.pdf")
    assert held_pages(read(file), edge) == [6, 2]


def test_two_decks_and_a_back_that_all_share(tmp_path: Path, printgen: Printgen) -> None:
    folder = game(tmp_path / "game", 10, SHARED, "for: players, ")
    assert printgen("build", folder, "-o", tmp_path, "--duplex", "short").code == 0
    (file,) = (tmp_path / "pairs").glob("deck*.pdf")
    assert held_pages(read(file), "short", named=False) == [9, 2, 9, 2]


@pytest.mark.parametrize("edge", ["long", "short"])
def test_an_offset_moves_backs_alone_and_by_so_much(
    tmp_path: Path, printgen: Printgen, edge: str
) -> None:
    """Right and down as their page reads: flipped on the short edge it lies the other way up."""
    words = ("build", game(tmp_path / "game", 4), "--only", "deck", "--duplex", edge, "-o")
    assert printgen(*words, tmp_path / "plain").code == 0
    assert printgen(*words, tmp_path / "moved", "--back-offset", "1.2", "-0.5").code == 0
    (plain,), (moved,) = ((tmp_path / name / "pairs").glob("*.pdf") for name in ("plain", "moved"))
    (front, back), (same, away) = read(plain), read(moved)
    assert same == front
    sign = 1 if edge == "long" else -1
    for before, after in zip(back.words, away.words, strict=True):
        assert after.x - before.x == pytest.approx(1.2 * sign, abs=0.002)
        assert after.y - before.y == pytest.approx(-0.5 * sign, abs=0.002)
    ways = [a - b for a, b in zip(away.trim, back.trim, strict=True)]
    assert ways == pytest.approx([1.2 * sign, 0.5 * sign] * 2, abs=0.002)
    assert "Moved 1.2 mm right, −0.5 mm down" in away.margin
    assert "Moved" not in back.margin + same.margin


@pytest.mark.parametrize(
    ("paper", "size", "options", "counts"),
    [
        ("a4", (297, 210), (), [4, 4, 3]),
        ("letter", (279.4, 215.9), (), [4, 4, 3]),
        ("a4", (297, 210), ("--skip", "3"), [1, 4, 4, 2]),
        ("a4", (297, 210), ("--cards", "3-5"), [4]),
    ],
)
def test_folded_through_its_middle_a_sheet_has_each_back_behind_its_front(
    tmp_path: Path,
    printgen: Printgen,
    paper: str,
    size: tuple[float, float],
    options: tuple[str, ...],
    counts: list[int],
) -> None:
    words = ("build", game(tmp_path / "game", 10), "-o", tmp_path, "--only", "deck", "--fold")
    assert printgen(*words, "--paper", paper, *options).code == 0
    (file,) = (tmp_path / "pairs").glob("*.pdf")
    found = []
    for page in read(file):
        assert (page.width, page.height) == pytest.approx(size, abs=0.01)
        fronts = [one for one in page.words if one.text.startswith("F")]
        backs = [one for one in page.words if one.text.startswith("B")]
        assert all(one.y > page.height / 2 for one in fronts)
        held = seen(fronts, *size, over="")
        meets(held, seen(backs, *size, over="across"))
        found.append(len(held))
    assert found == counts


def test_a_fold_counts_its_rows_outward_and_stands_upright_where_that_holds_more(
    tmp_path: Path, printgen: Printgen
) -> None:
    """Small cards: four pairs across and two rows on an upright page, seven and one on its side."""
    folder = game(tmp_path / "game", 8)
    text = (folder / "game.yaml").read_text("utf-8")
    (folder / "game.yaml").write_text(text.replace("sizes: poker", "sizes: mini-american"), "utf-8")
    assert printgen("build", folder, "-o", tmp_path, "--only", "deck", "--fold").code == 0
    (file,) = (tmp_path / "pairs").glob("*.pdf")
    first, _ = read(file)
    assert first.width < first.height
    near = {one.text: abs(one.y - first.height / 2) for one in first.words}
    assert max(near[f"F{n}"] for n in (1, 2, 3)) < min(near[f"F{n}"] for n in (4, 5, 6, 7))
    assert near["B1"] < near["B4"]


def _in_their_order(self: ImpositionGrid, place: int) -> tuple[float, float]:
    return self.find_corner(place)


def _reversed(planned: object, backs: Iterator[Any], fronts: int) -> Iterator[Any]:
    return reversed(list(islice(backs, fronts)))


def _as_it_is(page: Page, *_: float) -> Page:
    return page


def _one_fewer(page: Page, *_: float) -> Page:
    return replace(page, placements=page.placements[:-1])


def _upright(face: Face, x: float, y: float, turned: bool) -> Placement:
    return Placement(face, x, y)


@pytest.mark.parametrize(
    ("where", "name", "broken", "options", "found"),
    [
        (
            ImpositionGrid,
            "find_back_corner",
            _in_their_order,
            "--duplex long",
            "has the back “3-1-back”",
        ),
        (ImpositionGrid, "find_back_corner", _in_their_order, "--fold", "has no back;"),
        (impose, "Placement", _upright, "--fold", "is turned 180.0°; it was set at 0°"),
        (printing, "_match_backs", _reversed, "--duplex long", "has the back “8-1-back”"),
        (printing, "_match_backs", _reversed, "--fold", "has the back “8-1-back”"),
        (printing, "rotate_page", _as_it_is, "--duplex short", "is turned 180.0°"),
        (printing, "rotate_page", _one_fewer, "--duplex short", "has no back;"),
        (printing, "move_page", _one_fewer, "--duplex long", "8, back: error: is not printed"),
        (printing, "move_page", _as_it_is, "--duplex long --back-offset 2 -1", "is not centred"),
        (
            printing,
            "move_page",
            _as_it_is,
            "--duplex long --back-offset 2 -1",
            "has no back",
        ),
    ],
)
def test_backs_that_a_fault_of_the_press_misplaced_are_found(
    tmp_path: Path,
    printgen: Printgen,
    monkeypatch: pytest.MonkeyPatch,
    where: object,
    name: str,
    broken: Callable[..., Any],
    options: str,
    found: str,
) -> None:
    folder = game(tmp_path / "game", 8)
    monkeypatch.setattr(where, name, broken)
    said = printgen("build", folder, "-o", tmp_path, "--only", "deck", *options.split())
    assert said.code == 5
    assert found in said.err


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("--duplex long --fold", "--fold, which prints on one side only"),
        ("--duplex long --paper 200x200", "200x200 is square, without a long edge"),
        ("--back-offset 1 1", "no backs are printed behind fronts"),
        ("--fold --back-offset 1 1", "no backs are printed behind fronts"),
        ("--duplex long --back-offset 1 6", "would move backs off the paper"),
        ("--duplex long --back-offset nan 1", "would move backs off the paper"),
        ("--fold --size poker --paper 90x150", "does not fit on half of 90x150"),
        ("--duplex long --only notes", "no selected print of Pairs has backs"),
        ("--fold --only notes", "no selected print of Pairs has backs"),
        ("--duplex long --only deck-backs", "is printed behind the deck"),
        ("--fold --skip 4", "a sheet has only 4 pairs"),
        ("--printer laser", "no backs are printed"),
        (
            "--printer laser --duplex long --back-offset 1 1",
            "cannot be combined with --back-offset",
        ),
        ("--printer laser --duplex long", "no such printer is saved"),
    ],
)
def test_what_does_not_go_together_is_told(
    tmp_path: Path,
    printgen: Printgen,
    monkeypatch: pytest.MonkeyPatch,
    options: str,
    told: str,
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    words = options.split()
    said = printgen("build", game(tmp_path / "game", 3), "-o", tmp_path / "out", *words)
    assert said.code == (4 if "does not fit" in told else 2)
    assert told in said.err
    assert not list((tmp_path / "out").rglob("*.pdf"))


def test_a_back_of_another_size_than_its_front_is_told_where_it_is_written(
    tmp_path: Path, printgen: Printgen
) -> None:
    folder = game(tmp_path / "game", 3)
    text = (folder / "game.yaml").read_text("utf-8").replace("sizes: poker,", "")
    (folder / "game.yaml").write_text(text.replace(OWN, OWN.replace("card.", "back.")), "utf-8")
    for name, width in (("card", 60), ("back", 50)):
        css = f"html {{ width: {width}mm; height: 90mm; }}\n{STYLE}"
        (folder / "templates" / f"{name}.css").write_text(css, "utf-8")
    page = (folder / "templates" / "card.html").read_text("utf-8")
    (folder / "templates" / "back.html").write_text(page.replace("card.css", "back.css"), "utf-8")
    said = printgen("build", folder, "-o", tmp_path, "--only", "deck", "--duplex", "long")
    assert said.code == 3
    assert "makes a back of 50 × 90 mm behind fronts of 60 × 90 mm" in said.err
    assert str(folder / "game.yaml") in said.err


def test_prints_without_backs_go_through_with_a_note(tmp_path: Path, printgen: Printgen) -> None:
    folder = game(tmp_path / "game", 3)
    assert printgen("build", folder, "-o", tmp_path / "plain").code == 0
    said = printgen("build", folder, "-o", tmp_path, "--duplex", "long")
    assert said.code == 0
    assert "notes: note: has no backs, so --duplex long is ignored" in said.err
    files = sorted(path.name for path in (tmp_path / "pairs").iterdir())
    assert files == ["deck-duplex-long.pdf", "notes.pdf"]
    notes = [tmp_path / folder / "pairs" / "notes.pdf" for folder in ("plain", ".")]
    assert notes[0].read_bytes() == notes[1].read_bytes()


@pytest.mark.parametrize(
    ("back", "options", "told"),
    [
        (OWN, (), [f"Behind page {n} of the fronts; flip on the long edge" for n in (1, 2, 3)]),
        (SHARED, (), ["One a page of fronts, 3 in all; flip on the long edge"]),
        (SHARED, ("--cards", "1"), ["One a page of fronts, 3 in all; flip on the long edge"]),
        (
            SHARED,
            ("--skip", "4"),
            [f"Behind page {n} of the fronts; flip on the long edge" for n in ("1", "2+")],
        ),
    ],
)
def test_a_sheet_of_backs_says_how_often_it_is_printed_and_how_paper_is_turned(
    tmp_path: Path, printgen: Printgen, back: str, options: tuple[str, ...], told: list[str]
) -> None:
    folder = game(tmp_path / "game", 20, back)
    assert printgen("build", folder, "-o", tmp_path, "--only", "deck", *options).code == 0
    (file,) = (tmp_path / "pairs").glob("deck-backs*.pdf")
    pages = read(file)
    assert len(pages) == len(told)
    for page, words in zip(pages, told, strict=True):
        assert words in page.margin


def test_backs_of_their_own_are_behind_their_fronts_in_a_file_of_their_own(
    tmp_path: Path, printgen: Printgen
) -> None:
    folder = game(tmp_path / "game", 12)
    words = ("build", folder, "-o", tmp_path, "--only", "deck", "--cards", "2-9", "--skip", "2")
    assert printgen(*words).code == 0
    fronts, backs = (
        read(tmp_path / "pairs" / f"{name}-cards-2-9-skip-2.pdf") for name in ("deck", "deck-backs")
    )
    pages = [page for pair in zip(fronts, backs, strict=True) for page in pair]
    assert held_pages(pages, "long") == [7, 2]


def test_a_printers_shift_is_kept_for_its_flip_and_paper_and_moves_no_others(
    tmp_path: Path, printgen: Printgen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    save = ("calibrate", "--save")
    assert printgen(*save, "laser", "1.2", "-0.5", "--duplex", "long", "--paper", "a4").code == 0
    monkeypatch.setenv("PRINTGEN_PRINTER", "ink")  # which is not kept yet
    assert printgen(*save, "ink", "3", "0", "--duplex", "short", "--paper", "letter").code == 0
    monkeypatch.delenv("PRINTGEN_PRINTER")
    words = ("build", game(tmp_path / "game", 4), "--only", "deck", "-o")
    typed = ("--duplex", "long", "--back-offset", "1.2", "-0.5")
    assert printgen(*words, tmp_path / "typed", *typed).code == 0
    kept = ("--duplex", "long", "--printer", "laser")
    assert printgen(*words, tmp_path / "kept", *kept).code == 0
    (one,), (other,) = ((tmp_path / name / "pairs").glob("*.pdf") for name in ("typed", "kept"))
    assert one.name == other.name
    assert one.read_bytes() == other.read_bytes()
    for options in (("short", "--paper", "a4"), ("long", "--paper", "letter")):
        said = printgen(*words, tmp_path / "no", "--duplex", *options, "--printer", "laser")
        assert said.code == 2
        assert "was calibrated with --duplex long --paper a4, not with" in said.err
    (settings,) = (tmp_path / "settings").rglob("printers.json")
    settings.write_text("{", "utf-8")
    said = printgen(*words, tmp_path / "no", *kept)
    assert said.code == 2
    assert f"{settings}: error: cannot be read" in said.err


@pytest.mark.parametrize("edge", ["long", "short"])
def test_a_page_to_calibrate_by_has_crosses_behind_the_middles_of_its_scales(
    tmp_path: Path, printgen: Printgen, edge: str
) -> None:
    """Held against the light; moved backs have moved crosses."""
    words = ("calibrate", "-o", tmp_path, "--duplex", edge)
    said = printgen(*words)
    assert said.code == 0, said.err
    moved = printgen(*words, "--back-offset", "2", "-1")
    assert moved.code == 0, moved.err
    files = sorted((tmp_path / "calibration").glob("*.pdf"), key=lambda path: len(path.name))
    assert len(files) == 2
    texts = [page.extract_text() for page in PdfReader(files[0]).pages]
    assert "Hold it against the light" in texts[0]
    assert "back of the calibration page" in texts[1]
    # The uppermost scale's middle tick, and the cross behind it.
    sign = 1 if edge == "long" else -1
    down = 25.0 if edge == "long" else 297 - 25.0
    for file, right, below in ((files[0], 0.0, 0.0), (files[1], 2.0 * sign, -1.0 * sign)):
        front, back = (page.render(scale=6, grayscale=True).to_pil() for page in PdfDocument(file))
        assert dark(front, 25, 11.5)
        assert not dark(front, 26.25, 11.5)
        for across, level in ((0, 8), (8, 0)):
            assert dark(back, 25 + right + across, down + below + level)
        assert not dark(back, 25 + right + 8, down + below + 8)


@pytest.mark.parametrize(
    ("paper", "fits"), [("4x6in", False), ("140x210", True), ("210x140", True)]
)
def test_a_paper_too_small_to_calibrate_by_is_told_in_words(
    tmp_path: Path, printgen: Printgen, paper: str, *, fits: bool
) -> None:
    """And the smallest that are said to do have room, upright and on their side."""
    said = printgen("calibrate", "-o", tmp_path, "--paper", paper)
    assert said.code == (0 if fits else 4), said.err
    assert fits or "is too small for the calibration page\n  use a5 or larger" in said.err


def dark(picture: Image.Image, x: float, y: float) -> bool:
    """Whether there is ink within a fifth of a mm of a place."""
    edges = (round((at + more) * 6 / MM) for more in (-0.2, 0.2) for at in (x, y))
    return picture.crop(tuple(edges)).getextrema()[0] < 160  # type: ignore[operator]


def test_a_table_by_itself_has_backs_by_its_column(tmp_path: Path, printgen: Printgen) -> None:
    """Words or pictures, as often as the card itself."""
    table = tmp_path / "quiz.csv"
    table.write_text("question,back,qty\nF1,B1,1\nF2,B2,2\n", "utf-8")
    assert printgen("build", table, "-o", tmp_path, "--duplex", "long").code == 0
    front, back = read(tmp_path / "quiz" / "deck-duplex-long.pdf")
    assert sorted(one.text for one in front.words) == ["F1", "F2", "F2"]
    assert sorted(one.text for one in back.words) == ["B1", "B2", "B2"]
    Image.new("RGB", (30, 40), (200, 30, 30)).save(tmp_path / "red.png")
    table.write_text("question,Back\nF1,red.png\nF2,red.png\n", "utf-8")
    assert printgen("build", table, "-o", tmp_path, "--duplex", "long").code == 0
    _, back = PdfReader(tmp_path / "quiz" / "deck-duplex-long.pdf").pages
    assert len(back.images) == 1


def test_a_back_without_its_picture_is_found(
    tmp_path: Path, printgen: Printgen, monkeypatch: pytest.MonkeyPatch
) -> None:
    Image.new("RGB", (30, 40), (200, 30, 30)).save(tmp_path / "red.png")
    table = tmp_path / "quiz.csv"
    table.write_text("question,back\nF1,red.png\n", "utf-8")
    monkeypatch.setattr(operators, "PlacedImage", Placement)
    said = printgen("build", table, "-o", tmp_path, "--duplex", "long")
    assert said.code == 5
    assert "row 1 of cards, back: error: has no picture; the rules have one" in said.err


def test_what_backs_were_called_behind_is_a_front_where_it_stands_alone(
    tmp_path: Path, printgen: Printgen
) -> None:
    table = tmp_path / "quiz.csv"
    table.write_text("back\nF1\n", "utf-8")
    said = printgen("build", table, "-o", tmp_path, "--duplex", "long")
    assert said.code == 2
    assert "no selected print of quiz has backs" in said.err
