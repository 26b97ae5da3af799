"""With low ink, fields are white with outlines, and what tells a value apart stays."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from composing import STYLE, drawing, html

from printgen.colour import Colour
from printgen.face.face import Drawing, Face, Item, PlacedImage, PlacedMark, Shape, TextRun
from printgen.face.fonts import FontLibrary
from printgen.face.outlines import make_rectangle
from printgen.geometry import Matrix
from printgen.layout.compose import Composer
from printgen.layout.paint.low_ink import convert_face_to_low_ink
from printgen.system.bundled import get_fonts_folder

WHITE, BLACK, RED, SAND = (255, 255, 255), (0, 0, 0), (160, 16, 16), (239, 226, 200)


def converted(*items: Item) -> Sequence[Item]:
    return convert_face_to_low_ink(Face("a", 60.0, 90.0, items)).items


def box(colour: Colour, width: float = 40.0, height: float = 20.0) -> Shape:
    return Shape(make_rectangle(5.0, 5.0, width, height), colour)


def text(colour: Colour) -> TextRun:
    typeface = FontLibrary.load_folders((get_fonts_folder(),)).get_typeface("Alegreya", 400)
    return TextRun(10.0, 12.0, "Troll", typeface, 12.0, colour, 9.0, "name")


def mark(colour: Colour, field: str | None) -> PlacedMark:
    """A disc of 6 mm, drawn as a square, at the upper left of the text."""
    drawing = Drawing("disc", 10.0, 10.0, (Shape(make_rectangle(0, 0, 10, 10), colour),))
    return PlacedMark(drawing, Matrix(0.6, 0, 0, 0.6, 10.0, 8.0), field)


@pytest.mark.parametrize("colour", [RED, SAND])
def test_a_wide_field_is_white_with_an_outline_in_its_colour(colour: Colour) -> None:
    field = box(colour)
    outline = Shape(field.path, None, colour, 0.2)
    assert converted(field) == (Shape(field.path, WHITE), outline)


@pytest.mark.parametrize(
    "item",
    [box(RED, height=0.6), box(SAND, height=0.6), box(WHITE), Shape(box(RED).path, None, RED, 0.5)],
    ids=["a rule", "a pale rule", "a white field", "a frame"],
)
def test_what_needs_little_ink_stays(item: Shape) -> None:
    assert converted(item) == (item,)


@pytest.mark.parametrize(
    ("shape", "colour", "count"),
    [
        (Shape(make_rectangle(9.5, 9.4, 10.0, 3.2), RED), WHITE, 2),
        (Shape(make_rectangle(9.5, 9.4, 10.0, 1.6), SAND), WHITE, 2),
        (Shape(make_rectangle(9.5, 9.4, 10.0, 1.5), RED), RED, 1),
        (Shape(make_rectangle(9.5, 12.2, 10.0, 0.3), RED), WHITE, 1),
        (Shape((*box(RED).path, *make_rectangle(5.4, 24.6, 39.2, -19.2)), RED), WHITE, 1),
    ],
    ids=["a pill", "a pale pill", "dark text", "a rule below", "a frame around"],
)
def test_a_small_box_of_light_text_is_white(shape: Shape, colour: Colour, count: int) -> None:
    *shapes, _ = converted(shape, text(colour))
    assert len(shapes) == count
    assert isinstance(shapes[0], Shape)
    assert (shapes[0].fill == WHITE) == (count == 2)


def test_light_text_is_black_and_dark_text_keeps_its_colour() -> None:
    runs = converted(text(WHITE), text(SAND), text(RED))
    assert [run.colour for run in runs if isinstance(run, TextRun)] == [BLACK, BLACK, RED]


def test_a_picture_is_pale() -> None:
    picture = PlacedImage(b"", 0.0, 0.0, 10.0, 10.0)
    assert converted(picture) == (PlacedImage(b"", 0.0, 0.0, 10.0, 10.0, 0.3),)


def test_a_mark_that_is_a_value_stays_solid() -> None:
    """Its outline could be the mark of another value, such as a ring beside a disc."""
    assert converted(mark(RED, "suit")) == (mark(RED, "suit"),)
    assert converted(mark(WHITE, "suit")) == (mark(BLACK, "suit"),)


@pytest.mark.parametrize("ornament", [mark(RED, None), mark(WHITE, None), mark(RED, "suit")])
def test_an_ornament_and_a_mark_below_a_text_are_outlines(ornament: PlacedMark) -> None:
    disc, letter = converted(ornament, text(WHITE))
    assert isinstance(disc, PlacedMark)
    assert isinstance(letter, TextRun)
    fill, outline = disc.drawing.shapes
    assert fill.fill == WHITE
    assert outline.stroke in (RED, (128, 128, 128))
    assert outline.stroke_width == pytest.approx(0.2 / 0.6)
    assert letter.colour == BLACK


@pytest.mark.parametrize(
    "css",
    [
        ".b { box-shadow: 0 0 4mm #000; }",
        ".b { box-shadow: inset 0 0 2mm red, 1mm 1mm #000; }",
        ".b::after { content: 'x'; display: block; background: #fff; box-shadow: 0 0 4mm #000; }",
        "html .b { background: #fff; } html body .b { box-shadow: 0 1mm #000; }",
    ],
    ids=["blurred", "inset", "generated", "selected by more"],
)
def test_no_shadow_is_printed(tmp_path: Path, css: str) -> None:
    style = f"{STYLE} .b {{ margin: 9mm; height: 20mm; background: #fff; }} {css}"
    (tmp_path / "card.html").write_text(html('<p class="b">x</p>'))
    (tmp_path / "card.css").write_text(style)
    inks = {}
    for ink in ("colour", "low"):
        face = Composer((tmp_path,), (get_fonts_folder(),), ink=ink).compose_face(
            "card.html", {}, "a", "a"
        )
        inks[ink] = [item for item in face.items if isinstance(item, Shape)]
    assert len(inks["colour"]) > len(inks["low"])
    assert {shape.fill for shape in inks["low"]} == {WHITE}


@pytest.mark.parametrize(
    ("body", "css"),
    [
        ("<p>x</p>", "p { color: #fff; -webkit-text-stroke: 1mm #000; paint-order: stroke; }"),
        ("<p>x</p>", "p { color: #fff; -webkit-text-stroke: 0.2mm #000; }"),
        ("<p>x</p>", "p { color: transparent; -webkit-text-stroke: 0.2mm #000; }"),
        (
            drawing(
                '<text y="9" font-size="6" fill="#fff" stroke="#000" paint-order="stroke">x</text>'
            ),
            "",
        ),
    ],
    ids=["below", "above", "hollow", "drawing"],
)
def test_dark_text_has_no_outline(tmp_path: Path, body: str, css: str) -> None:
    """White letters with a black outline would be black with a black outline."""
    (tmp_path / "card.html").write_text(html(body))
    (tmp_path / "card.css").write_text(STYLE + css)
    face = Composer((tmp_path,), (get_fonts_folder(),), ink="low").compose_face(
        "card.html", {}, "a", "a"
    )
    (run,) = face.items
    assert isinstance(run, TextRun)
    assert (run.colour, run.outline) == (BLACK, None)
