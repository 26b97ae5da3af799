"""The face as SVG: all that the face has is in the file, at its place, and nothing is fetched."""

import re
from base64 import b64decode
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from lxml import etree
from msgspec.structs import replace
from PIL import Image as Raster
from press_sample import BLACK, BOLD, DISPLAY, GREY, HEART, POKER, RED, box, plain, run

from printgen.face.face import Face, FormField, Item, PlacedImage, PlacedMark, TextRun
from printgen.geometry import MM_PER_POINT, Matrix
from printgen.pipeline.plan import Request, plan_jobs
from printgen.pipeline.print_job import compose_print_faces, make_composer
from printgen.press.face_svg import make_face_svg
from printgen.rules.loading.load import load_game
from printgen.system.bundled import find_bundled_games, get_fonts_folder

SVG = "{http://www.w3.org/2000/svg}"


def written(*items: Item, folder: Path = Path()) -> Any:
    """The root of the file of a poker card that holds `items`."""
    return etree.fromstring(make_face_svg(plain(1, POKER, *items), folder))


def numbers(text: str) -> list[float]:
    return [float(found) for found in re.findall(r"-?[\d.]+", text)]


def test_a_unit_is_a_millimetre() -> None:
    root = written()
    assert [root.get(name) for name in ("width", "height", "viewBox")] == [
        "63.5mm",
        "88.9mm",
        "0 0 63.5 88.9",
    ]


@pytest.mark.slow
@pytest.mark.quick("true-lead")
@pytest.mark.parametrize("game", find_bundled_games(), ids=lambda folder: folder.name)
def test_all_of_a_face_is_in_its_file(game: Path, tmp_path: Path) -> None:
    """Of each print's first face: words, fields, places, marks, and of files the fonts alone."""
    rules = load_game(game)
    for planned in plan_jobs(Request(), rules):
        face = next(compose_print_faces(rules, planned, make_composer(game)))
        root = etree.fromstring(make_face_svg(face, tmp_path))
        assert_holds(root, face)
        assert_fetches_fonts_alone(root, tmp_path)


def assert_holds(root: Any, face: Face) -> None:
    runs = [item for item in face.items if isinstance(item, TextRun)]
    texts = list(root.iter(SVG + "text"))
    assert [("".join(text.itertext()), text.get("data-field")) for text in texts] == [
        (item.text, item.field) for item in runs
    ]
    for text, item in zip(texts, runs, strict=True):
        place = [float(text.get(name)) for name in ("x", "y", "font-size")]
        assert place == pytest.approx([item.x, item.y, item.size * MM_PER_POINT], abs=1e-6)
        spacing = float(text.get("letter-spacing", "0"))
        assert spacing == pytest.approx(item.tracking * MM_PER_POINT, abs=1e-6)
        turn = numbers(text.get("transform", "rotate(0 0 0)"))
        turned = [item.angle, item.x, item.y] if item.angle or item.stretch != 1 else [0, 0, 0]
        if item.stretch != 1:
            turned += [item.stretch, 0, 0, 1, item.x * (1 - item.stretch), 0]
        assert turn == pytest.approx(turned, abs=1e-6)
    marks = [item for item in face.items if isinstance(item, PlacedMark)]
    uses = list(root.iter(SVG + "use"))
    assert [use.get("data-field") for use in uses] == [mark.field for mark in marks]
    assert len(root.findall(SVG + "symbol")) == len({mark.drawing for mark in marks})
    painted = [child for child in root if child.tag not in (SVG + "style", SVG + "symbol")]
    assert len(painted) == len(face.items)


def assert_fetches_fonts_alone(root: Any, folder: Path) -> None:
    style = root.findtext(SVG + "style")
    addresses = re.findall(r'url\("(.+?)"\)', style)
    assert style.count("url") == len(addresses)
    assert "@import" not in style
    fonts = {(folder / unquote(address)).resolve() for address in addresses}
    assert fonts <= set(get_fonts_folder().resolve().glob("*.ttf"))
    names = {f"#{symbol.get('id')}" for symbol in root.findall(SVG + "symbol")}
    for element in root.iter():
        assert "url(" not in " ".join(element.attrib.values())
        href = element.get("href", "data:")
        assert href in names or href.startswith("data:")


def test_words_stand_as_they_are() -> None:
    """Signs that XML reads otherwise, and spaces that it would drop."""
    words = 'A & B  <b> "\N{NO-BREAK SPACE}"'
    root = written(run(1, 2, words, None))
    (text,) = root.iter(SVG + "text")
    assert text.text == words
    assert "data-field" not in text.attrib
    assert root.get("{http://www.w3.org/XML/1998/namespace}space") == "preserve"


def test_text_is_set_in_its_own_typeface_colour_and_turn(tmp_path: Path) -> None:
    folder = tmp_path / "a folder" / "deep"
    folder.mkdir(parents=True)
    words = (
        run(1, 2, "a", typeface=BOLD, colour=RED, tracking=0.5),
        run(3, 4, "b", typeface=DISPLAY, angle=-90.0),
        run(5, 6, "c", typeface=BOLD),
    )
    root = written(*words, folder=folder)
    style = root.findtext(SVG + "style")
    texts = list(root.iter(SVG + "text"))
    for text, item in zip(texts, words, strict=True):
        rule = re.search(rf"\.{text.get('class')} {{ (.+?) }}", style)
        font = rule[1] if rule else ""
        assert f'"{item.typeface.family}"; font-weight: {item.typeface.weight};' in font
        (address,) = re.findall(re.escape(f'@font-face {{ {font} src: url("') + '(.+?)"', style)
        assert (folder / address).resolve() == item.typeface.path.resolve()
    assert [text.get("fill") for text in texts] == ["#a12115", "#000000", "#000000"]
    assert texts[1].get("transform") == "rotate(-90 3 4)"
    assert "text { font-kerning: normal; }" in style


def test_a_font_of_any_name_is_named_safely(tmp_path: Path) -> None:
    """A game's fonts lie in a folder that the user named, under a family that the user named."""
    path = tmp_path / 'our "fonts" #1' / "own face.ttf"
    own = replace(BOLD, family='Our "own"', path=path)
    style = written(run(1, 2, "a", typeface=own), folder=tmp_path / "out").findtext(SVG + "style")
    (address,) = re.findall(r'url\("([^" #]+)"\)', style)
    assert (tmp_path / "out" / unquote(address)).resolve() == path.resolve()
    assert style.count('font-family: "Our \\"own\\"";') == 2


def test_a_drawing_is_written_once_and_its_marks_are_placed() -> None:
    places = (Matrix(0.25, 0, 0, 0.25, 4, 4), Matrix(0, 0.5, -0.5, 0, 30, 9))
    root = written(*(PlacedMark(HEART, place, f"mark.{place.e:g}") for place in places))
    (symbol,) = root.iter(SVG + "symbol")
    assert symbol.get("viewBox") == "0 0 24 24"
    assert symbol[0].get("d") == "M12 22 C0 12 2 2 12 8 C22 2 24 12 12 22 Z"
    uses = list(root.iter(SVG + "use"))
    assert {use.get("href") for use in uses} == {f"#{symbol.get('id')}"}
    assert [use.get("transform") for use in uses] == [
        "matrix(0.25 0 0 0.25 4 4)",
        "matrix(0 0.5 -0.5 0 30 9)",
    ]
    assert {(use.get("width"), use.get("height")) for use in uses} == {("24", "24")}


def test_shapes_are_painted_as_they_are() -> None:
    root = written(box(1, 2, 3, 4, fill=GREY), box(1, 2, 3, 4, stroke=BLACK, stroke_width=0.2))
    filled, drawn = root.iter(SVG + "path")
    assert filled.attrib == {"d": "M1 2 L4 2 L4 6 L1 6 Z", "fill": "#5a5a5a"}
    assert [drawn.get(name) for name in ("fill", "stroke", "stroke-width")] == [
        "none",
        "#000000",
        "0.2",
    ]


@pytest.mark.parametrize("kind", ["png", "jpeg"])
def test_an_image_is_held_in_the_file(kind: str) -> None:
    file = BytesIO()
    Raster.linear_gradient("L").save(file, kind)
    root = written(PlacedImage(file.getvalue(), 1, 2, 3, 4))
    (image,) = root.iter(SVG + "image")
    head, _, data = image.get("href").partition(",")
    assert head == f"data:image/{kind};base64"
    assert b64decode(data) == file.getvalue()
    box_ = [image.get(name) for name in ("x", "y", "width", "height", "preserveAspectRatio")]
    assert box_ == ["1", "2", "3", "4", "none"]


def test_a_form_field_keeps_its_place_and_paints_nothing() -> None:
    root = written(FormField("soldier.1.name", "text", 1, 2, 30, 4, 9.0))
    (field,) = root.iter(SVG + "rect")
    assert (field.get("data-input"), field.get("fill"), field.get("stroke")) == (
        "soldier.1.name",
        "none",
        None,
    )
