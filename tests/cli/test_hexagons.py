"""Hexagons, as a cutting machine, a browser of pictures and a person with scissors find them.

The places and clips of the pieces are read off the PDF by pdfium, and cut paths by fontTools and
ezdxf. The expected corners come from the sides: 30 mm apart, with 60 degrees between them.
"""

from itertools import combinations
from math import cos, dist, hypot, pi, sin
from pathlib import Path

import ezdxf
import pikepdf
import pypdfium2
import pytest
from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path import parse_path
from lxml import etree
from PIL import Image, ImageDraw
from pypdfium2 import raw

from printgen.geometry import Box, Spacing, find_hex_spacing
from printgen.pipeline import plan
from printgen.problems import InputError
from printgen.proof.bleed_check import find_sides_without_bleed
from printgen.proof.proof import proof_pdf
from printgen.proof.reading.pages import PagePicture
from printgen.rules.loading.load import load_game
from printgen.rules.values.sizes import find_size
from tests.cli.imposed_game import GAME, write
from tests.command_line import Printgen, Said

MM = 25.4 / 72
TILES = GAME.replace("[poker, punch-25]", "[hex-30, hex-30-pointy]")
Point = tuple[float, float]
Hexagon = list[Point]


def built(printgen: Printgen, folder: Path, *words: str) -> Said:
    said = printgen("build", folder, "-o", folder.parent / "out", "--only", "deck", *words)
    assert said.code == 0, said.err
    return said


def read_clips(pdf: Path, number: int = 0) -> list[Hexagon]:
    """The clipping paths of the paint on a page, without repeats, from the top left in mm."""
    document = pypdfium2.PdfDocument(pdf)
    page = document[number]
    height, found = page.get_height(), dict[tuple[Point, ...], None]()
    for item in page.get_objects([raw.FPDF_PAGEOBJ_PATH]):
        clip = raw.FPDFPageObj_GetClipPath(item)
        for index in range(max(0, raw.FPDFClipPath_CountPaths(clip))):
            points = []
            for i in range(raw.FPDFClipPath_CountPathSegments(clip, index)):
                x, y = raw.c_float(), raw.c_float()
                segment = raw.FPDFClipPath_GetPathSegment(clip, index, i)
                raw.FPDFPathSegment_GetPoint(segment, x, y)
                points.append((round(x.value * MM, 2), round((height - y.value) * MM, 2)))
            found[tuple(dict.fromkeys(points))] = None
    page.close()
    document.close()
    return [list(points) for points in found if len(points) == 6]


def make_hexagon(x: float, y: float, across: float, *, points_up: bool) -> Hexagon:
    """The corners around a middle, by angle."""
    turns = [pi / 3 * i + pi / 6 * points_up for i in range(6)]
    return [(x + across / 3**0.5 * cos(t), y + across / 3**0.5 * sin(t)) for t in turns]


def find_middle(points: Hexagon) -> Point:
    return sum(x for x, _ in points) / 6, sum(y for _, y in points) / 6


def is_same(points: Hexagon, others: Hexagon, slack: float = 0.05) -> bool:
    return len(points) == 6 and all(min(dist(a, b) for b in others) < slack for a in points)


def read_paths(path: Path) -> list[Hexagon]:
    """The corners of each closed path of a cut file, from the top left of an A4 page in mm."""
    if path.suffix == ".dxf":
        document = ezdxf.readfile(path)
        assert not document.audit().errors
        return [
            [(x, 297 - y) for x, y, bulge in line.get_points("xyb") if not bulge]
            for line in document.modelspace()
            if line.closed
        ]
    found = []
    for element in etree.fromstring(path.read_bytes()).iter("{*}path"):
        pen = RecordingPen()
        parse_path(element.get("d"), pen)
        # fontTools adds the line that closes a path.
        assert [name for name, _ in pen.value] == ["moveTo", *["lineTo"] * 6, "closePath"]
        found.append([points[0] for _, points in pen.value[:-2]])
    return found


COUNTS = {
    ("hex-30", ()): 63,
    ("hex-30", ("--paper", "letter")): 56,
    ("hex-30-pointy", ()): 60,
    ("hex-30-pointy", ("--paper", "letter")): 60,
}


@pytest.mark.quick(every=3)  # both sizes, on both papers
@pytest.mark.parametrize(("size", "words"), COUNTS)
def test_a_sheet_is_full_of_hexagons_that_touch(
    size: str, words: tuple[str, ...], printgen: Printgen, tmp_path: Path
) -> None:
    """Each hexagon inside the block touches six others, so there is no waste between them."""
    built(printgen, write(tmp_path, game=TILES), "--size", size, *words)
    (pdf,) = (tmp_path / "out" / "g").glob("deck-back*.pdf")
    middles = [find_middle(clip) for clip in read_clips(pdf)]
    assert len(middles) == COUNTS[size, words]
    touching = [sum(29.9 < dist(a, b) < 30.1 for b in middles) for a in middles]
    xs, ys = zip(*middles, strict=True)
    for (x, y), count in zip(middles, touching, strict=True):
        if min(xs) + 20 < x < max(xs) - 20 and min(ys) + 20 < y < max(ys) - 20:
            assert count == 6
    assert min(dist(a, b) for a, b in combinations(middles, 2)) > 29.9


@pytest.mark.parametrize("turn", [("--duplex", "long"), ("--duplex", "short")])
@pytest.mark.parametrize("size", ["hex-30", "hex-30-pointy"])
def test_backs_are_behind_their_fronts(
    size: str, turn: tuple[str, ...], printgen: Printgen, tmp_path: Path
) -> None:
    built(printgen, write(tmp_path, game=TILES), "--size", size, "--skip", "3", *turn)
    (pdf,) = (tmp_path / "out" / "g").glob("deck*.pdf")
    fronts, backs = ([find_middle(clip) for clip in read_clips(pdf, page)] for page in (0, 1))
    is_short = "short" in turn
    seen = [(x, 297 - y) if is_short else (210 - x, y) for x, y in backs]
    assert len(fronts) == len(seen) == 5
    assert all(min(dist(front, back) for back in seen) < 0.05 for front in fronts)


def find_line_ends(pdf: Path) -> list[tuple[Point, Point]]:
    """The ends of all slanted strokes on the first page, from the top left in mm."""
    document = pypdfium2.PdfDocument(pdf)
    page, lines = document[0], []
    for item in page.get_objects([raw.FPDF_PAGEOBJ_PATH]):
        left, bottom, right, top = (side * MM for side in item.get_bounds())
        if raw.FPDFPath_CountSegments(item) == 2 and min(right - left, top - bottom) > 3:
            lines.append(((left, 297 - top), (right, 297 - bottom)))
    page.close()
    document.close()
    return lines


@pytest.mark.slow
def test_outlines_are_printed_unless_a_machine_cuts(printgen: Printgen, tmp_path: Path) -> None:
    game = write(tmp_path, game=TILES)
    for words, count in (((), 5 * 4 * 2), (("--cut", "none"), 0), (("--machine", "silhouette"), 0)):
        built(printgen, game, *words)
        stem = "-".join(["deck", *words]).replace("---", "-").replace("--", "-")
        assert len(find_line_ends(tmp_path / "out" / "g" / f"{stem}.pdf")) == count


@pytest.mark.quick(every=3)  # both sizes, with bleed and without
@pytest.mark.parametrize("words", [(), ("--gutter", "6", "--with-bleed", "--cut", "none")])
@pytest.mark.parametrize("size", ["hex-30", "hex-30-pointy"])
def test_the_corners_of_a_picture_are_clear(
    size: str, words: tuple[str, ...], printgen: Printgen, tmp_path: Path
) -> None:
    built(printgen, write(tmp_path, game=TILES), "--size", size, "--png", "254", *words)
    (path,) = (tmp_path / "out" / "g" / "pictures").glob("deck-[!b]*/a.png")
    picture = Image.open(path)
    right, bottom = picture.width - 1, picture.height - 1
    short = (300 + 60 * bool(words), 346 + 60 * bool(words))
    assert {*picture.size} == {*short}
    for x, y in ((0, 0), (right, 0), (0, bottom), (right, bottom)):
        assert picture.getpixel((x, y))[3] == 0
    opaque = picture.getchannel("A").histogram()[255] / (picture.width * picture.height)
    assert opaque == pytest.approx(0.74, abs=0.02)
    colours = {
        picture.getpixel((x, y))[:3]
        for x in range(0, picture.width, 3)
        for y in range(0, picture.height, 3)
        if picture.getpixel((x, y))[3] == 255 and hypot(x - right / 2, y - bottom / 2) > 100
    }
    assert colours == {(0xA0, 0x10, 0x10)}, "no line and no neighbour is in the picture"


def test_text_keeps_away_from_the_slanted_sides(printgen: Printgen, tmp_path: Path) -> None:
    """A word 3 mm from the corner of the box is inside the box, but not on the hexagon."""
    folder = write(tmp_path, game=TILES)
    card = folder / "templates" / "card.html"
    text = card.read_text("utf-8").replace('{{ f("card") }}', '<p class="at">{{ f("card") }}</p>')
    card.write_text(text, "utf-8")
    css = folder / "templates" / "g.css"
    for left, code in (("3mm", 1), ("12mm", 0)):
        rule = f".at {{ position: absolute; left: {left}; top: 3mm; margin: 0 }}"
        css.write_text(css.read_text("utf-8") + rule, "utf-8")
        said = printgen("check", folder)
        assert bool(said.code) == bool(code), said.err
        assert ("closer than 2 mm to the edge of its face" in said.out) == bool(code)


@pytest.mark.parametrize("size", ["hex-30", "hex-30-pointy"])
def test_the_proof_finds_hexagons_that_overlap(
    size: str, printgen: Printgen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find_narrow_spacing(width: float, height: float, gutter: float) -> Spacing:
        return find_hex_spacing(width, height, gutter - 0.5)

    monkeypatch.setattr(plan, "find_hex_spacing", find_narrow_spacing)
    folder = write(tmp_path, game=TILES)
    said = printgen("build", folder, "-o", tmp_path / "out", "--only", "deck", "--size", size)
    assert said.code != 0
    assert "overlaps the face" in said.err + said.out


def test_the_proof_finds_a_mark_in_the_middle_of_a_hexagon(
    printgen: Printgen, tmp_path: Path
) -> None:
    folder = write(tmp_path, game=TILES)
    built(printgen, folder)
    (x, y), *_ = map(find_middle, read_clips(tmp_path / "out" / "g" / "deck.pdf"))
    with pikepdf.open(tmp_path / "out" / "g" / "deck.pdf") as pdf:
        line = f"{(x - 8) / MM} {(300 - y) / MM} {16 / MM} 1 re f"
        pdf.pages[0].contents_add(f"0 g {line}".encode())
        pdf.save(changed := tmp_path / "changed.pdf")
    found = [str(problem) for problem in proof_pdf(changed.read_bytes(), load_game(folder))]
    assert any("has a mark or a line of the margin printed over it" in text for text in found)


@pytest.mark.parametrize(
    ("size", "sides"),
    [
        ((30, 34.641), {"on the right", "on the left"}),
        ((34.641, 30), {"at the top", "at the bottom"}),
    ],
)
def test_the_proof_names_the_sides_without_bleed(
    size: tuple[float, float], sides: set[str]
) -> None:
    """Ten pixels a mm; the hexagon is dark up to its trim, and white outside."""
    place = Box(10, 10, 10 + size[0], 10 + size[1])
    picture = Image.new("L", (600, 600), 255)
    middle = (place.left + place.right) / 2, (place.top + place.bottom) / 2
    corners = make_hexagon(*middle, 30, points_up=size[0] < size[1])
    ImageDraw.Draw(picture).polygon([(x * 10, y * 10) for x, y in corners], fill=0)
    slanted = {f"at the {row} {side}" for row in ("top", "bottom") for side in ("left", "right")}
    found = [*find_sides_without_bleed(PagePicture(picture, 10, 10), place, 2.0, "hexagon")]
    assert {*found} == sides | slanted
    assert len(found) == 6
    corners = make_hexagon(*middle, 34, points_up=size[0] < size[1])
    ImageDraw.Draw(picture).polygon([(x * 10, y * 10) for x, y in corners], fill=0)
    assert [*find_sides_without_bleed(PagePicture(picture, 10, 10), place, 2.0, "hexagon")] == []


def test_a_hexagon_is_a_size_with_two_orientations() -> None:
    flat, pointy = find_size("hex-30"), find_size("hex-30-pointy")
    assert find_size("hex-30-flat") == flat
    assert (flat.height, pointy.width) == (30, 30)
    assert (flat.width, pointy.height) == pytest.approx((34.641, 34.641), abs=0.001)
    for name in ("hex-3", "hex-900", "hex-0", "hex-30-round", "hex-"):
        with pytest.raises(InputError, match="no size is called"):
            find_size(name)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("--tts",), "--tts: error: cannot make hexagons"),
        (("--gutter", "6", "--with-bleed", "--png", "100"), "use --cut none"),
        (("--size", "hex-31"), "has no deck in size hex-31"),
    ],
)
def test_what_hexagons_cannot_do_is_refused(
    words: tuple[str, ...], found: str, printgen: Printgen, tmp_path: Path
) -> None:
    said = printgen("build", write(tmp_path, game=TILES), "-o", tmp_path / "out", *words)
    assert (said.code, found in said.err) == (2, True), said.err
