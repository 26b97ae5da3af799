"""Drawings as programs write them print as they are shown; what would not is refused by line."""

from io import BytesIO
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
import resvg_py
from composing import compose, marks, refusal
from numpy.typing import NDArray
from PIL import Image

from printgen.face.face import Drawing, Face, PlacedMark, Shape
from printgen.face.fonts import FontLibrary
from printgen.face.outlines import find_path_bounds, make_rectangle
from printgen.geometry import Matrix
from printgen.layout.elements.svg_marks import recolour_drawing
from printgen.layout.pictures import path_boolean
from printgen.layout.pictures.svg_import import read_svg_file
from printgen.paper import find_paper
from printgen.press.imposing.grid import make_grid
from printgen.press.imposing.impose import impose_faces
from printgen.press.writing.pdf import DocumentInfo, write_pdf
from printgen.problems import Failure
from printgen.sheet_layout import FORMAT_VERSION, PrintManifest
from printgen.system.bundled import get_fonts_folder

DRAWN = Path(__file__).parent / "drawn"
SIDE = 40.0
DPI = 300
BLOCK = 12
"""Pixels of a millimetre, over which two ways to smooth an edge come to nearly the same."""
APART = 0.1
"""By how much of the way from black to white a square millimetre may differ: half a pixel's row."""
GREY = (128, 128, 128)

Means = NDArray[np.float64]


def means(picture: Image.Image) -> Means:
    """The mean red, green and blue of each square millimetre."""
    levels = np.asarray(picture.convert("RGB"), dtype=float) / 255
    high, wide = (side // BLOCK for side in levels.shape[:2])
    blocks = levels[: high * BLOCK, : wide * BLOCK].reshape(high, BLOCK, wide, BLOCK, 3)
    means: Means = blocks.mean((1, 3))
    return means


def printed(data: bytes) -> Means:
    """A drawing on grey, as pdfium shows its print."""
    artwork = read_svg_file("a.svg", data)
    scale = SIDE / max(artwork.width, artwork.height)
    drawing = Drawing("a", artwork.width, artwork.height, artwork.shapes)
    ground = Shape(make_rectangle(0, 0, 50, 50, 0, 0), GREY)
    face = Face("1", 50, 50, (ground, PlacedMark(drawing, Matrix(a=scale, d=scale))))
    fonts = FontLibrary.load_folders((get_fonts_folder(),))
    grid = make_grid(find_paper("a4"), 50, 50)
    regular = fonts.get_typeface("IBM Plex Sans Condensed", 400)
    pages = list(impose_faces([face], (1,), grid, lambda sheet, sheets: {}, regular))
    (place,) = pages[0].placements
    manifest = PrintManifest(
        form=FORMAT_VERSION, game="a", print="a", paper="a4", sets=(), rows=None, rules="0"
    )
    said = DocumentInfo("a", "en", manifest)
    page = pypdfium2.PdfDocument(write_pdf(pages, said))[0]
    whole = page.render(scale=DPI / 72 * 2).to_pil()
    picture = whole.resize((whole.width // 2, whole.height // 2), Image.Resampling.BOX)
    left, top = (round(at / 25.4 * DPI) for at in (place.x, place.y))
    sides = (round(side * scale / 25.4 * DPI) for side in (artwork.width, artwork.height))
    width, height = sides
    return means(picture.crop((left, top, left + width, top + height)))


def shown(data: bytes) -> Means:
    """A drawing on grey, as resvg shows it."""
    side = round(SIDE / 25.4 * DPI)
    said = resvg_py.svg_to_bytes(
        svg_string=data.decode(), width=side * 2, dpi=96, background="#808080"
    )
    picture = Image.open(BytesIO(bytes(said)))
    return means(picture.resize((picture.width // 2, picture.height // 2), Image.Resampling.BOX))


def apart(data: bytes, other: bytes) -> float:
    """By how much the print of one drawing differs at most from another as it is shown."""
    one, two = printed(data), shown(other)
    high, wide = (min(sides) for sides in zip(one.shape[:2], two.shape[:2], strict=True))
    return float(abs(one[:high, :wide] - two[:high, :wide]).max())


@pytest.mark.quick("inkscape")
@pytest.mark.parametrize("name", sorted(path.stem for path in DRAWN.glob("*.svg")))
def test_a_drawing_is_printed_as_it_is_shown(name: str) -> None:
    """Files as the named programs write them: classes, units, clips, strokes and leftovers."""
    data = (DRAWN / f"{name}.svg").read_bytes()
    assert apart(data, data) <= APART


@pytest.mark.parametrize(
    ("overflow", "is_clipped"),
    [
        ("", True),
        ('overflow="visible"', False),
        ('style="overflow: visible"', False),
        ('class="shown"', False),
        ('overflow="visible" style="overflow: hidden"', True),
        ('class="shown" style="overflow: hidden"', True),
    ],
)
def test_the_overflow_of_a_marker_and_a_symbol_is_clipped_unless_it_is_visible(
    overflow: str, is_clipped: bool
) -> None:
    """By an attribute, a style or a rule; the strongest one counts (SVG 1.1, 6.4 and 14.3.3)."""
    big = '<path d="M-2 -2h6v6h-6z"/>'
    data = file(
        "<style>.shown { overflow: visible; }</style>"
        f'<marker id="m" viewBox="0 0 2 2" markerWidth="2" markerHeight="2" {overflow}>{big}'
        '</marker><path d="M2 2H4" stroke="#b00" marker-end="url(#m)"/>'
        f'<symbol id="s" viewBox="0 0 2 2" {overflow}>{big}</symbol>'
        '<use href="#s" x="3" y="7" width="1" height="1"/>'
    )
    assert apart(data, data) <= APART
    _, marker, symbol = read_svg_file("a.svg", data).shapes
    widths = [find_path_bounds(shape.path).width for shape in (marker, symbol)]
    assert widths == pytest.approx([2, 1] if is_clipped else [6, 3])


@pytest.mark.slow
def test_a_drawing_printed_otherwise_is_seen() -> None:
    """The comparison can fail: a hole filled, an end cut square."""
    for name, old, new in (("inkscape", b"evenodd", b"nonzero"), ("lucide", b"round", b"butt")):
        data = (DRAWN / f"{name}.svg").read_bytes()
        other = data.replace(b"v 8 h 7 v -8 z", b"h 7 v 8 h -7 z").replace(old, new)
        assert apart(other, data) > 2 * APART


@pytest.mark.parametrize(
    ("content", "wanted"),
    [
        ('<rect width="3" height="3" fill="currentColor"/>', {(9, 9, 9)}),
        ('<rect width="3" height="3" fill="#fff"/>', {(9, 9, 9)}),
        ('<path d="M1 1h6" stroke="#231f20"/>', {(9, 9, 9)}),
        ('<rect width="3" height="3" fill="#b00"/>', {(187, 0, 0)}),
        (
            '<rect width="9" height="9"/><rect width="3" height="3" fill="#fff"/>',
            {(0, 0, 0), (255,) * 3},
        ),
    ],
)
def test_a_drawing_of_one_tone_takes_the_ink_of_its_place(
    content: str, wanted: set[tuple[int, ...]]
) -> None:
    """A red one, or one in black and white, is left as it was drawn."""
    shapes = recolour_drawing(read_svg_file("a.svg", file(content)), (9, 9, 9)).shapes
    assert {shape.fill for shape in shapes} == wanted


def file(content: str, attributes: str = 'viewBox="0 0 9 9"') -> bytes:
    """An SVG file, its content on line 2."""
    spaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f"<svg {spaces} {attributes}>\n{content}\n</svg>".encode()


RECT = '<rect width="3" height="3"/>'
SAVE = "save it again from the drawing program, as plain SVG"
PNG = "or save it as a PNG (only for pictures, not for marks)"
OUTLINES = (
    "turn it into paths: in Inkscape Path > Object to Path, in Illustrator Type > Create Outlines,"
    " in Figma Flatten"
)
REFUSED = {
    "text": (
        "<g>\n<text>Fire</text></g>\n<text>Ice</text>",
        ("3: error: text in a drawing, also on line 4", OUTLINES),
    ),
    "a raster": (
        '<image href="data:image/png;base64,AA"/>',
        ("2: error: a raster picture in a drawing", f"remove it or trace it, {PNG}"),
    ),
    "a script": (
        f"<defs><script>alert(1)</script></defs>{RECT}",
        ("2: error: a script", "remove it"),
    ),
    "a filter": (
        '<rect width="3" height="3" style="filter:url(#f)"/>',
        ("2: error: a filter, such as a blur or a shadow", f"remove it, {PNG}"),
    ),
    "a gradient by class": (
        '<style>\n.a{fill:url(#g)}</style>\n<rect class="a" width="3" height="3"/>',
        (
            "4: error: fill: a pattern, or a gradient that the file lacks",
            f"give it one colour, {PNG}",
        ),
    ),
    "no colour": (
        '<rect width="3" height="3" stroke="ink"/>',
        ("2: error: stroke: “ink”, not a colour", f"give it one colour, {PNG}"),
    ),
    "opacity": (
        f'<g opacity=".5">\n{RECT}{RECT}</g>',
        (
            "2: error: opacity on shapes that are over each other",
            f"give each an opacity, or opaque colours, {PNG}",
        ),
    ),
    "no opacity": (
        '<g>\n<rect width="3" height="3" opacity="half"/></g>',
        ("3: error: opacity: half, which is not a number", SAVE),
    ),
    "an arrowhead": (
        '<path d="M1 1h3" marker="url(#a)"/>',
        ("2: error: an arrowhead or another marker", "in Inkscape: Path > Stroke to Path"),
    ),
    "another file": (
        '<use xlink:href="other.svg#a"/>',
        (
            "2: error: <use> of “other.svg#a”, which is not in this file",
            "copy what it shows into the drawing",
        ),
    ),
    "another sheet": (
        f'<style>\n@import url("http://x.org/a.css");</style>{RECT}',
        ("3: error: @import in a style sheet, which is not supported", "remove it"),
    ),
    "a selector": (
        f"<style>a:b(c) {{ fill: red }}</style>{RECT}",
        ("2: error: a rule in a style sheet, which is not supported", "remove it"),
    ),
    "a foreignObject": (
        "<foreignObject/>",
        ("2: error: a foreignObject", "in Illustrator, save without editing capabilities"),
    ),
    "a blend": (
        '<rect width="3" height="3" style="mix-blend-mode:multiply"/>',
        ("2: error: a blend mode", f"set it to normal, {PNG}"),
    ),
    "a transform in a style": (
        '<rect width="3" height="3" style="transform:rotate(3deg)"/>',
        ("2: error: a transform in a style", "write it as an attribute"),
    ),
    "an unknown element": ("<mesh/>", ("2: error: <mesh>, which is not supported", SAVE)),
    "a stretched drawing": (
        '<symbol id="s" viewBox="0 0 2 9" preserveAspectRatio="none"/><use href="#s"/>',
        (
            '2: error: preserveAspectRatio="none", which is not supported',
            "give the drawing a width and a height with the proportions of its viewBox",
        ),
    ),
    "a length in percent": (
        '<rect width="50%" height="3"/>',
        ('2: error: width="50%", which is not a length', SAVE),
    ),
    "a clip that is a shape": (
        '<rect width="3" height="3" clip-path="circle(2)"/>',
        ("2: error: clip-path: circle(2), which is not supported", SAVE),
    ),
    "a linked pattern": (
        '<pattern id="p" xlink:href="#q"/><rect width="3" height="3" fill="url(#p)"/>',
        (
            "1: error: a pattern with a viewBox, a link or units of a box",
            "write only a width, a height, patternUnits and patternTransform",
        ),
    ),
    "a marker without a size": (
        '<marker id="m" viewBox="0 0 0 0"/><path d="M1 1h3" stroke="#000" marker-end="url(#m)"/>',
        ("1: error: a <marker> without a size", 'write viewBox="0 0 10 10" on it'),
    ),
    "a mask by its alpha": (
        f'<mask id="m" style="mask-type:alpha"/><g mask="url(#m)">{RECT}</g>',
        (
            "1: error: mask: url(#m) is not in this drawing, or has units",
            "write a <mask> with this id, and white and black shapes in it",
        ),
    ),
    "a mask by its alpha in a rule": (
        f'<style>#m {{ mask-type: alpha }}</style><mask id="m"/><g mask="url(#m)">{RECT}</g>',
        (
            "1: error: mask: url(#m) is not in this drawing, or has units",
            "write a <mask> with this id, and white and black shapes in it",
        ),
    ),
    "a circle of uses": (
        '<g id="a"><use href="#a"/></g>',
        ("1: error: a <use> that refers to itself", SAVE),
    ),
    "nothing": ('<rect x="20" width="3" height="3"/>', ("1: error: an empty drawing", SAVE)),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_would_not_print_as_it_is_shown_is_refused(name: str, tmp_path: Path) -> None:
    """Told with the drawing's own file and line, and what to do in the program that drew it."""
    content, (found, hint) = REFUSED[name]
    assert told(tmp_path, file(content)) == f"{tmp_path}/a.svg:{found}\n  {hint}"


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        (b"<svg", ("1: error: not XML: <svg …> has no closing quote, or no >", SAVE)),
        (
            file(RECT, 'width="100%"'),
            (
                "1: error: a drawing without a size",
                'write viewBox="0 0 100 100", as large as the drawing is',
            ),
        ),
        (
            b'<svg viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>',
            (
                "1: error: an <svg> without xmlns",
                'write <svg xmlns="http://www.w3.org/2000/svg" …>',
            ),
        ),
        (
            b'<?xml-stylesheet href="a.css"?>\n' + file(RECT),
            ("1: error: a style sheet in another file", "copy it into <style>"),
        ),
        (
            b'<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>\n' + file("<g>&a;</g>"),
            ("3: error: not XML: Entity 'a' not defined", SAVE),
        ),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(
    data: bytes, wanted: tuple[str, str], tmp_path: Path
) -> None:
    found, hint = wanted
    assert told(tmp_path, data) == f"{tmp_path}/a.svg:{found}\n  {hint}"


def told(folder: Path, data: bytes) -> str:
    """What a template that shows a drawing ends in."""
    folder.joinpath("a.svg").write_bytes(data)
    (problem,) = refusal(folder, '<img src="a.svg"/>', "img { width: 9mm; }").problems
    return str(problem)


def test_without_skia_only_what_needs_it_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some systems have no release of skia-pathops."""
    monkeypatch.setattr(path_boolean, "pathops", None)
    start = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
    plain = f'{start}<path d="M1 1L8 8V1z"/></svg>'.encode()
    stroke = f'{start}\n<path d="M1 1L8 8" stroke="black"/></svg>'.encode()
    assert read_svg_file("plain.svg", plain).shapes
    with pytest.raises(Failure, match="skia-pathops") as caught:
        read_svg_file("stroke.svg", stroke)
    (problem,) = caught.value.problems
    assert problem.where.file == "stroke.svg"
    assert problem.hint


def test_hidden_and_unused_parts_are_not_asked_about() -> None:
    """A hidden layer of notes, and what a program keeps in defs."""
    hidden = '<g style="display:none"><text>note</text></g><g opacity="0"><text>more</text></g>'
    kept = '<defs><filter id="f"/><text id="t">old</text><image href="a.png"/></defs>'
    unseen = '<rect width="3" height="3" fill="url(#g)" visibility="hidden"/>'
    assert len(read_svg_file("a.svg", file(hidden + kept + unseen + RECT)).shapes) == 1


def test_a_transparent_colour_stays_so() -> None:
    """Of a fill, a stroke, a shape and a group of shapes that only touch."""
    body = '<rect width="3" height="3" style="fill-opacity:40%"/>'
    body += '<g opacity=".5"><rect width="1" height="1"/><rect x="1" width="1" height="1"/></g>'
    body += '<path d="M0 1h3" stroke="#ff0000" stroke-opacity=".2" opacity=".5"/>'
    body += '<rect width="3" height="3" fill="#000" fill-opacity="0"/>'
    shapes = read_svg_file("a.svg", file(body)).shapes
    assert [shape.fill for shape in shapes] == [
        (0, 0, 0, 102),
        (0, 0, 0, 128),
        (0, 0, 0, 128),
        (255, 0, 0, 26),
    ]


def test_a_mark_with_a_transparent_colour_is_refused(tmp_path: Path) -> None:
    """Its drawing is compared as a whole. A picture is printed."""
    tmp_path.joinpath("marks").mkdir()
    shape = file('<rect width="3" height="3" opacity=".5"/>')
    tmp_path.joinpath("marks", "d.svg").write_bytes(shape)
    css = "svg, img { width: 8mm; height: 8mm; }"
    mark = '<svg xmlns="http://www.w3.org/2000/svg" {}><use href="marks/d.svg"/></svg>'
    assert len(compose(tmp_path, mark.format("") + '<img src="marks/d.svg"/>', css).items) == 2
    with pytest.raises(Failure, match="partly transparent"):
        compose(tmp_path, mark.format('data-field="m"'), css)


def test_a_drawing_in_marks_is_a_mark(tmp_path: Path) -> None:
    """Its symbol is called after the file; tinted by its box."""
    tmp_path.joinpath("marks").mkdir()
    tmp_path.joinpath("marks", "sword.svg").write_bytes((DRAWN / "game-icons.svg").read_bytes())
    content = (
        '<svg xmlns="http://www.w3.org/2000/svg" class="a" data-field="m">'
        '<use href="marks/sword.svg"/></svg>'
    )
    face = compose(tmp_path, content, ".a { width: 8mm; height: 8mm; fill: #a12115; }")
    (mark,) = marks(face)
    assert (mark.field, mark.drawing.id, mark.drawing.width) == ("m", "sword", 512)
    assert [shape.fill for shape in mark.drawing.shapes] == [(161, 33, 21)]


def test_a_drawing_is_a_picture_in_its_own_colours(tmp_path: Path) -> None:
    """No mark: it bears no name. It may be turned, since nothing asks how it stands."""
    tmp_path.joinpath("a.svg").write_bytes(file('<rect width="3" height="3" fill="#fff"/>'))
    css = "img { width: 8mm; height: 4mm; object-fit: contain; transform: rotate(90deg); }"
    (mark,) = marks(compose(tmp_path, '<img src="a.svg"/>', css))
    assert (mark.field, mark.drawing.id, mark.drawing.shapes[0].fill) == (None, "a", (255,) * 3)
    assert mark.matrix.scale == pytest.approx(4 / 9)


def test_a_fault_of_a_drawing_is_told_once_for_all_its_cards(tmp_path: Path) -> None:
    tmp_path.joinpath("a.svg").write_bytes(file("<text>Fire</text>"))
    css = "img { width: 9mm; } .b { width: 8mm; }"
    assert (
        len(refusal(tmp_path, '<img src="a.svg"/><img class="b" src="a.svg"/>', css).problems) == 1
    )
