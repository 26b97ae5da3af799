"""Cut files and registration marks, as a cutting machine and its software find them.

The trims of the cards are read off the PDF by pdfium: each card is one flat colour. Paths of SVG
files are read by fontTools, DXF files by ezdxf, and marks are found in a picture of the page.
"""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

import ezdxf
import ezdxf.bbox
import ezdxf.path
import numpy as np
import pikepdf
import pypdfium2
import pytest
from fontTools.pens.boundsPen import BoundsPen
from fontTools.svgLib.path import parse_path
from lxml import etree
from pypdfium2 import raw

from printgen.cli.options import pictures as picture_options
from printgen.problems import Severity
from printgen.proof.proof import proof_pdf
from printgen.rules.loading.load import load_game
from tests.cli.imposed_game import GAME, INKS, write
from tests.command_line import Printgen, Said

MM = 25.4 / 72
COLOURS = {tuple(bytes.fromhex(ink[1:])) for ink in INKS.values()}


class Edges(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float


def built(printgen: Printgen, folder: Path, *words: str) -> Said:
    only = () if "--only" in words else ("--only", "deck")
    return printgen("build", folder, "-o", folder.parent / "out", *only, *words)


def read_trims(pdf: Path) -> list[list[Edges]]:
    """The largest filled path of each ink on each page, from the top left of the page in mm."""
    pages = []
    document = pypdfium2.PdfDocument(pdf)
    for page in document:
        boxes: dict[tuple[int, ...], Edges] = {}
        for item in page.get_objects([raw.FPDF_PAGEOBJ_PATH]):
            channels = [raw.c_uint() for _ in range(4)]
            raw.FPDFPageObj_GetFillColor(item, *channels)
            colour = tuple(channel.value for channel in channels[:3])
            left, bottom, right, top = item.get_bounds()
            height = page.get_height()
            box = Edges(*(side * MM for side in (left, height - top, right, height - bottom)))
            if colour in COLOURS and area(box) > area(boxes.get(colour, Edges(0, 0, 0, 0))):
                boxes[colour] = box
        pages.append(sorted(boxes.values(), key=lambda box: (round(box.top), round(box.left))))
        page.close()
    document.close()
    return pages


def area(box: Edges) -> float:
    return (box.right - box.left) * (box.bottom - box.top)


def read_cut_svg(path: Path) -> Iterator[Edges]:
    """The bounds of each closed path, in mm by the size that the file says."""
    root = etree.fromstring(path.read_bytes())
    width = float(root.get("width").removesuffix("mm"))
    assert [float(n) for n in root.get("viewBox").split()][2] == width
    for element in root.iter("{*}path"):
        assert element.get("fill") == "none"
        assert 0 < float(element.get("stroke-width")) <= 0.1
        assert element.get("d").endswith("Z")
        pen = BoundsPen(None)
        parse_path(element.get("d"), pen)
        yield Edges(*pen.bounds)


def read_cut_dxf(path: Path, page_height: float) -> Iterator[Edges]:
    """The bounds of each closed path, in mm by the units that the file says."""
    document = ezdxf.readfile(path)
    assert not document.audit().errors
    assert document.units == ezdxf.units.MM
    for entity in document.modelspace():
        assert entity.dxftype() == "LWPOLYLINE"
        assert entity.closed
        (left, bottom, _), (right, top, _) = ezdxf.bbox.extents([entity])
        yield Edges(left, page_height - top, right, page_height - bottom)


CASES: dict[str, tuple[tuple[str, ...], int, float]] = {
    "": ((), 1, 297.0),
    "-letter": (("--paper", "letter"), 1, 279.4),
    "-letter-gutter-6": (("--paper", "letter", "--gutter", "6"), 2, 279.4),
    "-letter-gutter-6-duplex-long": (
        ("--paper", "letter", "--gutter", "6", "--duplex", "long", "--back-offset", "2", "1"),
        2,
        279.4,
    ),
    "-letter-landscape-gutter-6-duplex-short-machine-silhouette": (
        *(("--paper", "letter", "--landscape", "--gutter", "6", "--duplex", "short"),),
        1,
        215.9,
    ),
    "-skip-8": (("--skip", "8"), 2, 297.0),
    "-punch-25": (("--size", "punch-25"), 1, 297.0),
}


@pytest.mark.quick(every=4)
@pytest.mark.parametrize("kind", ["svg", "dxf"])
@pytest.mark.parametrize("name", CASES)
def test_each_path_is_on_the_trim_of_a_card(
    name: str, kind: str, printgen: Printgen, tmp_path: Path
) -> None:
    words, count, height = CASES[name]
    words += ("--machine", "silhouette") if "silhouette" in name else ()
    said = built(printgen, write(tmp_path), "--cut-file", kind, *words)
    assert said.code == 0, said.err
    folder = tmp_path / "out" / "g"
    (pdf,) = (path for path in folder.glob("deck*.pdf") if "backs" not in path.name)
    trims = read_trims(pdf)
    fronts = trims[::2] if "--duplex" in words else trims
    files = sorted(folder.glob(f"*.{kind}"))
    assert len(files) == len(fronts) == count
    for path, number, page_trims in zip(files, range(1, 10), fronts, strict=False):
        assert path.name == f"{pdf.stem}-cut-{number}.{kind}"
        outlines = [*(read_cut_svg(path) if kind == "svg" else read_cut_dxf(path, height))]
        outlines.sort(key=lambda box: (round(box.top), round(box.left)))
        assert len(outlines) == len(page_trims)
        for outline, trim in zip(outlines, page_trims, strict=True):
            assert tuple(outline) == pytest.approx(tuple(trim), abs=0.05)


@pytest.mark.parametrize(("size", "radius"), [("poker", 8.0), ("punch-25", 12.7)])
def test_an_outline_has_the_radius_of_its_corners_inside_the_inset(
    size: str, radius: float, printgen: Printgen, tmp_path: Path
) -> None:
    """A corner of a box is 0.414 of the radius away from its arc, and a circle has four of them."""
    game = write(tmp_path, game=GAME.replace("bleed: 3", "bleed: 3, radius: 8"))
    words = ("--cut-file", "dxf", "--cut-inset", "0.3", "--size", size)
    assert built(printgen, game, *words).code == 0
    stem = "deck" if size == "poker" else f"deck-{size}"
    document = ezdxf.readfile(tmp_path / "out" / "g" / f"{stem}-cut-inset-0.3-1.dxf")
    trims = read_trims(tmp_path / "out" / "g" / f"{stem}.pdf")[0]
    for entity, trim in zip(document.modelspace(), trims, strict=True):
        points = [(v.x, 297 - v.y) for v in ezdxf.path.make_path(entity).flattening(0.001)]
        inner = Edges(trim.left + 0.3, trim.top + 0.3, trim.right - 0.3, trim.bottom - 0.3)
        bounds = Edges(*np.min(points, 0), *np.max(points, 0))
        assert tuple(bounds) == pytest.approx(tuple(inner), abs=0.01)
        gap = np.min(np.hypot(*(np.array(points) - inner[:2]).T))
        assert gap == pytest.approx((radius - 0.3) * (2**0.5 - 1), abs=0.03)


class Mark(NamedTuple):
    """Dark pixels in a corner of a page: their edges, their share of that box, a line's width."""

    edges: Edges
    filled: float
    line: float


def find_marks(pdf: Path, number: int = 0) -> list[Mark | None]:
    """The mark at the top left, top right, bottom left and bottom right of a page."""
    document = pypdfium2.PdfDocument(pdf)
    scale = 20 / 72 * 25.4
    dark = np.asarray(document[number].render(scale=scale, grayscale=True).to_pil()) < 128
    document.close()
    rows, columns = dark.shape
    reach = 19 * 20  # where a machine with the usual marks scans
    marks: list[Mark | None] = []
    for top, left in product((0, rows - reach), (0, columns - reach)):
        ys, xs = np.nonzero(dark[top : top + reach, left : left + reach])
        if not len(xs):
            marks.append(None)
            continue
        box = ys.min(), ys.max() + 1, xs.min(), xs.max() + 1
        inside = dark[top : top + reach, left : left + reach][box[0] : box[1], box[2] : box[3]]
        edges = Edges(left + box[2], top + box[0], left + box[3], top + box[1])
        # The thinnest row is one across the upright line of an L.
        line = inside.sum(axis=1).min() / 20
        marks.append(Mark(Edges(*(edge / 20 for edge in edges)), inside.mean(), line))
    return marks


@pytest.mark.parametrize("words", [(), ("--landscape", "--gutter", "1"), ("--paper", "letter")])
def test_a_machine_finds_a_square_and_two_ls(
    words: tuple[str, ...], printgen: Printgen, tmp_path: Path
) -> None:
    said = built(printgen, write(tmp_path), "--machine", "silhouette", *words)
    assert said.code == 0, said.err
    pdf = next(path for path in (tmp_path / "out" / "g").glob("*.pdf") if "back" not in path.name)
    right, bottom = (side * MM for side in pypdfium2.PdfDocument(pdf)[0].get_size())
    square, far, low, nothing = find_marks(pdf)
    assert nothing is None
    assert square is not None
    assert far is not None
    assert low is not None
    assert tuple(square.edges) == pytest.approx((10, 10, 15, 15), abs=0.1)
    assert square.filled > 0.99
    # The lines are 0.5 mm wide, with their middles 10 mm from the edges of the page.
    assert tuple(far.edges) == pytest.approx((right - 17.5, 9.75, right - 9.75, 17.5), abs=0.1)
    assert tuple(low.edges) == pytest.approx((9.75, bottom - 17.5, 17.5, bottom - 9.75), abs=0.1)
    for mark in (far, low):
        assert mark.line == pytest.approx(0.5, abs=0.1)
        assert mark.filled == pytest.approx(2 * 0.5 / 7.75, abs=0.02)


def test_marks_are_as_long_and_wide_and_far_from_the_edge_as_asked_for(
    printgen: Printgen, tmp_path: Path
) -> None:
    words = ("--machine", "silhouette", "--marks", "6", "1", "11.5", "--duplex", "long")
    assert built(printgen, write(tmp_path), *words).code == 0
    pdf = tmp_path / "out" / "g" / "deck-duplex-long-machine-silhouette-marks-6_1_11.5.pdf"
    square, far, _, nothing = find_marks(pdf)
    assert nothing is None
    assert square
    assert far
    assert tuple(square.edges) == pytest.approx((11.5, 11.5, 16.5, 16.5), abs=0.1)
    assert tuple(far.edges) == pytest.approx((192.5, 11, 199, 17.5), abs=0.1)
    assert far.line == pytest.approx(1, abs=0.1)
    assert find_marks(pdf, 1) == [None] * 4, "the machine never sees the backs"


def test_a_dry_run_says_how_many_cards_fit_between_the_marks(
    printgen: Printgen, tmp_path: Path
) -> None:
    words = ("--dry-run", "--machine", "silhouette", "--landscape")
    fit = built(printgen, write(tmp_path), *words).out
    assert "a page: a4 --landscape 8, a4 6, letter 6, letter --landscape 8;" in fit
    apart = built(printgen, write(tmp_path), *words, "--gutter", "1").out
    assert "a page: a4 --landscape 8, a4 6, letter 6, letter --landscape 6;" in apart
    long = built(printgen, write(tmp_path), *words, "--marks", "20", "0.5", "10").out
    assert "a page: a4 --landscape 6, a4 6, letter 6, letter --landscape 6;" in long


def test_the_proof_finds_what_is_printed_where_marks_are_scanned(
    printgen: Printgen, tmp_path: Path
) -> None:
    folder = write(tmp_path)
    assert built(printgen, folder, "--machine", "silhouette").code == 0
    path = tmp_path / "out" / "g" / "deck-machine-silhouette.pdf"
    game = load_game(folder)

    def proof(content: bytes, keywords: tuple[str, str] = ("", "")) -> str:
        with pikepdf.open(path) as pdf:
            pdf.pages[0].contents_add(content)
            pdf.docinfo["/Keywords"] = str(pdf.docinfo["/Keywords"]).replace(*keywords)
            pdf.save(changed := tmp_path / "changed.pdf")
        found = proof_pdf(changed.read_bytes(), game)
        return "\n".join(str(problem) for problem in found if problem.severity is Severity.ERROR)

    assert proof(b"") == ""
    # 30 × 2 points near the top right corner of A4, and the same in the middle of the page.
    assert "where a machine scans its registration marks" in proof(b"0 g 550 800 30 2 re f")
    assert "registration marks" not in proof(b"0 g 250 800 30 2 re f")
    assert "where a machine scans" in proof(b"1 g 20 790 40 40 re f")
    claim = ('"machine": "silhouette"', '"machine": "silhouette", "marks": [8.5, 0.5, 10]')
    assert "has no registration mark at 191.5, 9.8 to 200.2, 10.2 mm" in proof(b"", claim)


@pytest.mark.parametrize(
    ("words", "code", "found"),
    [
        (("--machine", "silhouette", "--cut", "lines", "--gutter", "6"), 2, "--cut lines: error:"),
        (("--machine", "silhouette", "--cut", "marks"), 2, "cannot be combined with --machine"),
        (("--machine", "silhouette", "--fold"), 2, "--fold: error: cannot be combined with"),
        (("--machine", "cricut"), 2, "'cricut' is not 'silhouette'"),
        (("--marks", "8", "1", "10"), 2, "--marks needs --machine silhouette"),
        (("--machine", "silhouette", "--marks", "2", "1", "10"), 2, "2.0 is not in the range 5<=x"),
        (("--cut-file", "pdf"), 2, "'pdf' is not one of 'svg', 'dxf'"),
        (("--cut-inset", "0.3"), 2, "--cut-inset needs --cut-file"),
        (("--cut-file", "svg", "--cut-inset", "3"), 2, "3.0 is not in the range"),
        (("--cut-file", "svg", "--fold"), 2, "no print is cut from flat sheets"),
        (("--cut-file", "svg", "--only", "page"), 2, "no print is cut from flat sheets"),
        (("--machine", "silhouette", "--only", "page"), 2, "is printed on whole pages"),
        (("--machine", "silhouette", "--paper", "75 x 100"), 4, "and marks are in its corners"),
    ],
)
def test_options_that_cannot_be_combined_are_refused(
    words: tuple[str, ...], code: int, found: str, printgen: Printgen, tmp_path: Path
) -> None:
    said = built(printgen, write(tmp_path), *words)
    assert (said.code, found in said.err) == (code, True), said.err
    assert not (tmp_path / "out").exists()


def test_a_sheet_of_labels_has_cut_files_but_no_marks(printgen: Printgen, tmp_path: Path) -> None:
    sheet = "page: a4\nsize: poker\ncolumns: 3\nrows: 3\nat: [9, 12]\ngap: 3\n"
    (tmp_path / "own.yaml").write_text(sheet, "utf-8")
    words = ("--sheets", str(tmp_path / "own.yaml"))
    said = built(printgen, write(tmp_path), *words, "--machine", "silhouette")
    assert "--sheets own: error: cannot be combined with --machine" in said.err
    assert built(printgen, write(tmp_path), *words, "--cut-file", "svg").code == 0
    trims = read_trims(tmp_path / "out" / "g" / "deck-own.pdf")[0]
    for outline, trim in zip(
        read_cut_svg(tmp_path / "out" / "g" / "deck-own-cut-1.svg"), trims, strict=True
    ):
        assert tuple(outline) == pytest.approx(tuple(trim), abs=0.05)


def test_without_ezdxf_a_message_says_how_to_install_it(
    printgen: Printgen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture_options, "find_spec", {"ezdxf": None}.get)
    said = built(printgen, write(tmp_path), "--cut-file", "dxf")
    assert (said.code, "needs the package ezdxf: see printgen docs" in said.err) == (2, True)
    assert built(printgen, write(tmp_path), "--cut-file", "svg").code == 0


def test_the_same_cut_file_is_written_again(printgen: Printgen, tmp_path: Path) -> None:
    path = tmp_path / "out" / "g" / "deck-cut-1.dxf"
    assert built(printgen, write(tmp_path), "--cut-file", "dxf").code == 0
    first = path.read_bytes()
    assert built(printgen, tmp_path / "g", "--cut-file", "dxf").code == 0
    assert path.read_bytes() == first


def test_only_prints_on_flat_sheets_have_cut_files(printgen: Printgen, tmp_path: Path) -> None:
    """A print without backs is not folded, and it may come first."""
    other = "prints:\n  other: {template: card.html, each: cards, sizes: [poker]}\n"
    folder = write(tmp_path, game=GAME.replace("prints:\n", other))
    words = ("-o", tmp_path / "out", "--fold", "--cut-file", "svg")
    said = printgen("build", folder, *words)
    assert said.code == 0, said.err
    assert "--cut-file: note: skips deck and page: not cut from flat sheets" in said.err
    names = [path.name for path in (tmp_path / "out" / "g").glob("*.svg")]
    assert names == ["other-cut-1.svg"]


def test_old_cut_files_are_reported(printgen: Printgen, tmp_path: Path) -> None:
    folder = write(tmp_path)
    assert built(printgen, folder, "--cut-file", "svg").code == 0
    old = tmp_path / "out" / "g" / "deck-cut-2.svg"
    old.write_text("old", "utf-8")
    said = built(printgen, folder, "--cut-file", "svg")
    assert "--cut-file: note: keeps files of other builds: deck-cut-2.svg" in said.err
    assert old.read_text("utf-8") == "old"
